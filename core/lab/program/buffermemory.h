#pragma once

#include <cstddef>

struct lua_State;

namespace lockstep {

struct ClientThread;
class LuaState;

// The buffers of a thread hold its commands until they are answered. They are not Lua's memory, but
// count as memory of the program all the same.

// Makes sure that so many bytes more fit into a buffer of the thread; raises where they do not.
void makeRoomInBuffers(lua_State *lua, ClientThread *thread, size_t length);
// Charges what the buffers take now.
void chargeBuffers(LuaState &state, ClientThread &thread);
// The commands have been answered: buffers that are large are given back to the system.
void emptyLargeBuffers(LuaState &state, ClientThread &thread);
// The thread is over: its buffers are emptied, and nothing is charged for them any more.
void discardBuffers(LuaState &state, ClientThread &thread);

} // namespace lockstep
