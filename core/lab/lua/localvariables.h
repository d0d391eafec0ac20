#pragma once

#include <QByteArray>

#include <vector>

struct lua_State;

namespace lockstep {

struct LocalVariable
{
    QByteArray name;
    QByteArray value; // as Lua writes it, some dozen bytes: 7, "A-1", nil, {1, 2, …}

    friend bool operator==(const LocalVariable &, const LocalVariable &) = default;
};

// The local variables of a coroutine where it has yielded: those that have a value by now, a
// caller's first. The arguments of its outermost function are left out, and so are functions.
std::vector<LocalVariable> localVariables(lua_State *lua);

} // namespace lockstep
