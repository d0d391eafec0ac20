#pragma once

#include <QByteArray>

#include <utility>
#include <vector>

struct lua_State;

namespace lockstep {

// A copy of a Lua value, so that a file's table can be looked at without Lua's rules about errors.
// Metatables are ignored.
struct LuaValue
{
    enum class Kind : quint8 { Nil, Truth, Whole, Number, Text, Table, Function, Other };

    Kind kind = Kind::Nil;
    bool truth = false;
    qint64 whole = 0;
    double number = 0; // set for the kind Whole, too
    QByteArray text;
    int line = 0; // Function: where it is written
    int lastLine = 0; // Function: the line of its end
    std::vector<LuaValue> items; // Table: the values at 1, 2, …
    std::vector<std::pair<QByteArray, LuaValue>> fields; // Table: those with a name, sorted
    bool hasOtherKeys = false; // Table: it has keys that are in neither of these

    // Copies what is on the top; leaves the stack as it was. depth: how deep tables in tables are
    // followed. room: how many values may still be copied; set by the caller, counted down here,
    // and negative afterwards if there were more.
    static LuaValue copy(lua_State *lua, int depth, int *room);

    [[nodiscard]] bool is(Kind which) const { return kind == which; }
    [[nodiscard]] bool isNumber() const { return is(Kind::Whole) || is(Kind::Number); }
    // The value of the field of that name; its kind is Nil if there is no such field.
    [[nodiscard]] const LuaValue &field(const QByteArray &name) const;
};

// Names the value in a sentence: "a table", "nothing", "the text “x”", "5".
QByteArray nameOf(const LuaValue &value);

} // namespace lockstep
