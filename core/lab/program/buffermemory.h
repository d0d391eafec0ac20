#pragma once

#include <cstddef>

struct lua_State;

namespace lockstep {

struct ClientThread;
class LuaState;

// The buffers of a thread, which hold its commands until they are answered, are not Lua's, and
// count as memory of the program all the same.

// Makes sure that so many bytes more fit into a buffer of the thread; raises where they do not.
void makeRoomInBuffers(lua_State *lua, ClientThread *thread, size_t length);
// Charges what the buffers take now.
void chargeBuffers(LuaState &state, ClientThread &thread);
// The commands have been answered: what is large is given back to the system.
void emptyLargeBuffers(LuaState &state, ClientThread &thread);
// The thread is over: they are empty, and nothing is charged.
void discardBuffers(LuaState &state, ClientThread &thread);

} // namespace lockstep
