// The buffers of threads count towards the program's memory limit. What std::string has allocated
// is charged after an append; before it, there has to be room for twice the appended length,
// because a string grows by doubling. The wire counts twice: the connection that it is sent on has
// a copy of what the socket did not take.

#include "core/lab/program/buffermemory.h"

#include "core/lab/lua/luastate.h"
#include "core/lab/program/clientthread.h"

namespace lockstep {

namespace {

constexpr size_t large = 16 * 1024; // bytes; larger buffers are freed after each reply
constexpr size_t growth = 2; // a full string doubles its capacity
constexpr size_t copies = 2; // the thread's wire and the connection's copy

qint64 bytesOf(const ClientThread &thread)
{
    const size_t wires = copies * (thread.wire.capacity() + thread.transaction.wire.capacity());
    const size_t others = thread.words.capacity() + thread.transaction.words.capacity()
        + thread.scriptRest.capacity() + thread.arguments.capacity() * sizeof(std::string_view);
    return qint64(wires + others);
}

void emptyIfLarge(std::string &buffer)
{
    if (buffer.capacity() > large)
        std::string().swap(buffer);
}

} // namespace

void chargeBuffers(LuaState &state, ClientThread &thread)
{
    const qint64 bytes = bytesOf(thread);
    state.charge(bytes - thread.chargedBytes);
    thread.chargedBytes = bytes;
}

void makeRoomInBuffers(lua_State *lua, ClientThread *thread, size_t length)
{
    LuaState &state = LuaState::of(lua);
    chargeBuffers(state, *thread);
    if (state.hasRoomFor(qint64(length * growth * copies)))
        return;
    state.noteMemory(lua);
    LuaState::raise(lua);
}

void emptyLargeBuffers(LuaState &state, ClientThread &thread)
{
    if (size_t(thread.chargedBytes) <= large)
        return;
    for (std::string *each : {&thread.wire, &thread.words, &thread.scriptRest})
        emptyIfLarge(*each);
    if (!thread.transaction.isOpen) {
        emptyIfLarge(thread.transaction.wire);
        emptyIfLarge(thread.transaction.words);
    }
    if (thread.arguments.capacity() * sizeof(std::string_view) > large)
        std::vector<std::string_view>().swap(thread.arguments);
    chargeBuffers(state, thread);
}

void discardBuffers(LuaState &state, ClientThread &thread)
{
    thread.transaction.isOpen = false;
    emptyLargeBuffers(state, thread);
    state.charge(-std::exchange(thread.chargedBytes, 0));
}

} // namespace lockstep
