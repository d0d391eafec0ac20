// Instructions are counted by Lua's own hook. An error raised there is an ordinary one for Lua, so
// pcall in the Lua sandbox (luasandbox.cpp) raises it again. Yielding from the hook instead was
// rejected: it is impossible below table.sort, gsub and other C functions.
//
// One instruction may move much memory (x .. y). The allocator charges what it hands out, and a
// single string is limited, so that comparing two of them is quick. A limit on processor time
// catches what is left, such as a million comparisons of the longest strings. It is checked only in
// the hook, and ordinary programs never reach it.

#include "core/lab/lua/luastate.h"

#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <cstdlib>
#include <ctime>

namespace lockstep {

namespace {

constexpr int hookInterval = 1000; // instructions
constexpr size_t longestString = 1024 * 1024; // bytes
constexpr size_t cheapBlock = 1024; // bytes; larger blocks are charged as work
constexpr size_t bytesAnInstruction = 32;
constexpr std::chrono::seconds longestTurn{3}; // of the processor's time
constexpr int deepestCalls = 10'000;

// The processor time of this thread, which does not depend on how busy the machine is.
std::chrono::nanoseconds timeOfThread()
{
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
}

int panic(lua_State *)
{
    qFatal("Lua raised an error outside of a protected call");
}

} // namespace

LuaState::LuaState(qint64 memoryLimit)
    : m_limit(memoryLimit)
{
    m_main = lua_newstate(&LuaState::allocate, this);
    Q_CHECK_PTR(m_main);
    lua_atpanic(m_main, panic);
    *static_cast<void **>(lua_getextraspace(m_main)) = nullptr;
}

LuaState::~LuaState()
{
    lua_close(m_main);
}

LuaState &LuaState::of(lua_State *thread)
{
    void *self = nullptr;
    lua_getallocf(thread, &self);
    return *static_cast<LuaState *>(self);
}

void *LuaState::allocate(void *self, void *block, size_t oldSize, size_t newSize)
{
    LuaState &state = *static_cast<LuaState *>(self);
    const size_t had = block ? oldSize : 0;
    if (newSize == 0) {
        std::free(block);
        state.m_used -= qint64(had);
        return nullptr;
    }
    if (newSize > had) {
        // When Lua allocates (block is null), oldSize is the type of the new object.
        const bool tooLong = !block && oldSize == LUA_TSTRING && newSize > longestString;
        if (tooLong || state.m_used + qint64(newSize - had) > state.m_limit)
            return nullptr;
        if (newSize > cheapBlock)
            state.m_account -= qint64(newSize / bytesAnInstruction);
    }
    void *const result = std::realloc(block, newSize);
    if (result)
        state.m_used += qint64(newSize) - qint64(had);
    return result;
}

void LuaState::countInstructions(lua_State *thread)
{
    lua_sethook(thread, &LuaState::onCount, LUA_MASKCOUNT, hookInterval);
}

void LuaState::beginTurn(int instructions, bool isCheck)
{
    m_isCheck = isCheck;
    m_account = instructions;
    m_hasHooked = false;
    m_hasCaught = false;
    m_isOver = false;
    m_line = 0;
    if (!m_mistake.isEmpty())
        m_mistake.clear();
}

void LuaState::onCount(lua_State *thread, lua_Debug *)
{
    LuaState &state = of(thread);
    const std::chrono::nanoseconds now = timeOfThread();
    if (!state.m_hasHooked)
        state.m_hooked = now;
    state.m_hasHooked = true;
    if (now - state.m_hooked > longestTurn)
        state.m_account = -1;
    checkDepth(thread, deepestCalls);
    state.spend(thread, hookInterval);
}

void LuaState::checkDepth(lua_State *thread, int most)
{
    lua_Debug frame;
    if (!lua_getstack(thread, most, &frame))
        return;
    of(thread).noteMistake(thread,
        CoreText::tr("functions call one another too deeply; a function that calls itself "
                     "without end?")
            .toUtf8());
    raise(thread);
}

void LuaState::spend(lua_State *thread, qint64 work)
{
    m_account = m_account > work ? m_account - work : -1;
    if (m_account >= 0 && !m_isOver)
        return;
    noteMistake(thread,
        (m_isCheck ? CoreText::tr("the check goes on for too long; an endless loop?")
                   : CoreText::tr("the program goes on for too long without a command; an endless "
                                  "loop? A wait belongs in await, await_gone, receive or sleep"))
            .toUtf8());
    raise(thread);
}

void LuaState::noteMistake(lua_State *thread, const QByteArray &sentence)
{
    if (!m_isOver)
        noteMistakeAt(currentLine(thread), sentence);
}

void LuaState::noteMistakeAt(int line, const QByteArray &sentence)
{
    if (m_isOver)
        return;
    m_isOver = true;
    m_line = line;
    m_mistake = sentence;
}

void LuaState::noteMemory(lua_State *thread)
{
    noteMistake(thread,
        CoreText::bytes(
            CoreText::tr("the program needs too much memory; at most %1 MiB for all clients "
                         "together, their commands included, and 1 MiB for a text"),
            QByteArray::number(m_limit / 1024 / 1024)));
}

int LuaState::raise(lua_State *thread)
{
    lua_pushnil(thread);
    lua_error(thread);
    std::abort();
}

int LuaState::currentLine(lua_State *thread)
{
    lua_Debug frame;
    for (int level = 0; lua_getstack(thread, level, &frame); ++level) {
        lua_getinfo(thread, "l", &frame);
        if (frame.currentline > 0)
            return frame.currentline;
    }
    return 0;
}

bool LuaState::callProtected(int (*function)(lua_State *), void *what)
{
    if (!lua_checkstack(m_main, 10))
        return false;
    lua_pushcfunction(m_main, function);
    lua_pushlightuserdata(m_main, what);
    if (lua_pcall(m_main, 1, 0, 0) == LUA_OK)
        return true;
    lua_pop(m_main, 1);
    return false;
}

} // namespace lockstep
