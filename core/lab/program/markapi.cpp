// The functions of luaapi.h by which a program tells about itself. Each makes a Mark.

#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <algorithm>

namespace lockstep {

namespace {

constexpr size_t mostMarks = 1'000'000; // made before the scheduler takes them
constexpr lua_Integer highestCount = 1'000'000'000; // of one call, so that no sum overflows
constexpr size_t longestText = 1000; // bytes of an event's value
constexpr size_t bytesOfInstruction = 8;

[[noreturn]] void refuseForExercise(lua_State *lua, const char *function, std::string_view name)
{
    LuaState::of(lua).noteMistake(lua,
        CoreText::bytes(
            CoreText::tr("%1(“%2”): names that begin with @ are those by which the exercise "
                         "judges; take another one"),
            QByteArray(function), shortened(name)));
    LuaState::raise(lua);
}

Mark &addMark(lua_State *lua, Mark::Kind kind, const char *function)
{
    const ClientThread *const thread = clientOf(lua, function, false);
    size_t length = 0;
    const char *const name = textArgument(lua, 1, function, &length);
    ProgramState &program = *thread->program;
    LuaState::of(lua).spend(lua, 10 + qint64(length / bytesOfInstruction));
    const int line = LuaState::currentLine(lua);
    if (line <= program.scenario->submittedLines && length > 0 && *name == '@')
        refuseForExercise(lua, function, {name, length});
    const size_t textLength = lua_type(lua, 2) == LUA_TSTRING ? lua_rawlen(lua, 2) : 0;
    const qint64 bytes = qint64(sizeof(Mark) + length + textLength);
    if (program.marks.size() >= mostMarks || !program.lua.hasRoomFor(bytes)) {
        LuaState::of(lua).noteMemory(lua);
        LuaState::raise(lua);
    }
    program.lua.charge(bytes);
    program.chargedMarks += bytes;
    Mark &mark = program.marks.emplace_back();
    mark.kind = kind;
    mark.process = thread->process->number;
    mark.thread = thread->number;
    mark.line = line;
    mark.isAfterChoice = program.hasChosen;
    mark.name = QByteArray(name, qsizetype(length));
    return mark;
}

int enter(lua_State *lua)
{
    const Mark &mark = addMark(lua, Mark::Kind::Enter, "enter");
    ++clientOf(lua, "enter", false)->process->inside[mark.name];
    return 0;
}

QByteArray namesOf(const std::map<QByteArray, int> &inside)
{
    QByteArray names;
    for (const auto &[lock, times] : inside)
        names += (names.isEmpty() ? "“" : ", “")
            + shortened({lock.constData(), size_t(lock.size())}) + "”";
    return names.isEmpty() ? CoreText::tr("nothing").toUtf8() : names;
}

// Takes the process out of the lock once. Returns false, and notes the mistake, if it is not
// inside.
bool takeOut(lua_State *lua, ClientProcess &process, const QByteArray &lock)
{
    const auto found = process.inside.find(lock);
    if (found == process.inside.end()) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("leave(“%1”): this client has not entered it; it is inside %2"),
                shortened({lock.constData(), size_t(lock.size())}), namesOf(process.inside)));
        return false;
    }
    if (--found->second == 0)
        process.inside.erase(found);
    return true;
}

int leave(lua_State *lua)
{
    const Mark &mark = addMark(lua, Mark::Kind::Leave, "leave");
    if (!takeOut(lua, *clientOf(lua, "leave", false)->process, mark.name))
        return LuaState::raise(lua);
    return 0;
}

int count(lua_State *lua)
{
    int isWhole = 1;
    const lua_Integer by = lua_isnoneornil(lua, 2) ? 1 : lua_tointegerx(lua, 2, &isWhole);
    if (!isWhole || by < -highestCount || by > highestCount) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::tr("count(name, by): by is a whole number, at most 1000000000 up or down, "
                         "and 1 where it is left out")
                .toUtf8());
        return LuaState::raise(lua);
    }
    addMark(lua, Mark::Kind::Count, "count").value = by;
    return 0;
}

bool isToBeInOrder(const Scenario &scenario, const QByteArray &event)
{
    return std::any_of(scenario.checks.begin(), scenario.checks.end(), [&](const Check &each) {
        return each.kind == Check::Kind::InOrder && (each.name == event || each.other == event);
    });
}

// Raises if an event that in_order compares has a value that is no number: it would count as 0.
void refuseWithoutOrder(lua_State *lua, const Mark &mark, bool hasValue)
{
    if (!isToBeInOrder(*threadOf(lua)->program->scenario, mark.name))
        return;
    const std::string_view text(mark.text.constData(), size_t(mark.text.size()));
    LuaState::of(lua).noteMistake(lua,
        CoreText::bytes(
            CoreText::tr("event(“%1”): its value is %2, and in_order compares whole numbers of "
                         "64 bits alone"),
            shortened({mark.name.constData(), size_t(mark.name.size())}),
            hasValue ? shortened(text) : CoreText::tr("nothing").toUtf8()));
}

int event(lua_State *lua)
{
    const int type = lua_type(lua, 2);
    if (type > LUA_TSTRING || type == LUA_TLIGHTUSERDATA) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::tr("event(name, value): value is a number or a text, or left out").toUtf8());
        return LuaState::raise(lua);
    }
    int isWhole = 0;
    const lua_Integer whole =
        type == LUA_TNUMBER ? lua_tointegerx(lua, 2, &isWhole) : lua_Integer(0);
    size_t length = 0;
    const char *text = "";
    if (type == LUA_TBOOLEAN) {
        text = lua_toboolean(lua, 2) ? "true" : "false";
        length = qstrlen(text);
    } else if (!isWhole && type > LUA_TBOOLEAN) {
        text = lua_tolstring(lua, 2, &length);
    }
    if (length > longestText) {
        LuaState::of(lua).noteMistake(lua,
            CoreText::bytes(
                CoreText::tr("event(name, value): a value of %1 bytes is too long; at most %2"),
                QByteArray::number(qint64(length)), QByteArray::number(qint64(longestText))));
        return LuaState::raise(lua);
    }
    LuaState::of(lua).spend(lua, qint64(length / bytesOfInstruction));
    Mark &mark = addMark(lua, Mark::Kind::Event, "event");
    mark.value = whole;
    mark.text = QByteArray(text, qsizetype(length));
    // "12" is a number, as it comes out of Redis; "012" and "12 " are none.
    const qint64 number = mark.text.toLongLong();
    if (mark.text == QByteArray::number(number)) {
        mark.value = number;
        mark.text.clear();
    } else if (!isWhole) {
        refuseWithoutOrder(lua, mark, length > 0);
    }
    return LuaState::of(lua).isOver() ? LuaState::raise(lua) : 0;
}

} // namespace

void addMarkFunctions(lua_State *lua)
{
    const luaL_Reg functions[] = {
        {"count", count}, {"enter", enter}, {"event", event}, {"leave", leave}, {nullptr, nullptr}};
    luaL_setfuncs(lua, functions, 0);
}

} // namespace lockstep
