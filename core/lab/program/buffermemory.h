#pragma once

#include <cstddef>

struct lua_State;

namespace lockstep {

struct ClientThread;
class LuaState;

// The buffers of a thread hold its commands until they are answered. They are not Lua's memory, but
// count as memory of the program all the same.

// Checks that `length` more bytes may be appended to a buffer of the thread; raises a Lua error if
// that could exceed the memory limit.
void makeRoomInBuffers(lua_State *lua, ClientThread *thread, size_t length);
// Sets what is charged for the thread's buffers to their present capacity.
void chargeBuffers(LuaState &state, ClientThread &thread);
// Called when the thread's commands have been answered: frees its buffers if they are large.
void emptyLargeBuffers(LuaState &state, ClientThread &thread);
// Called when the thread has ended: frees large buffers and charges nothing for any of them.
void discardBuffers(LuaState &state, ClientThread &thread);

} // namespace lockstep
