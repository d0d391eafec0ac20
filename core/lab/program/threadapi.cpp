// The functions of luaapi.h for the threads and mutexes of a process: spawn and mutex.

#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <algorithm>

namespace lockstep {

namespace {

constexpr size_t mostThreads = 64; // threads in a process

[[noreturn]] void refuse(lua_State *lua, const char *function, const char *sentence)
{
    LuaState::of(lua).noteMistake(lua, CoreText::bytes(CoreText::tr(sentence), function));
    LuaState::raise(lua);
}

// Implements thread:cancel(). Upvalue: the number of the thread.
int cancel(lua_State *lua)
{
    const ClientThread *const caller = clientOf(lua, "cancel", false);
    const size_t number = size_t(lua_tointeger(lua, lua_upvalueindex(1)));
    ClientThread &thread = *caller->process->threads[number];
    thread.cancelled = true;
    const bool sleeps = thread.request.kind == Request::Kind::Wait && thread.request.wait.sleeps;
    if (thread.phase != ClientThread::Phase::Running || &thread == caller || !sleeps)
        return 0;
    thread.phase = ClientThread::Phase::Broken;
    thread.request.kind = Request::Kind::Finished;
    caller->program->changed.push_back({thread.process->number, thread.number});
    return 0;
}

int spawn(lua_State *lua)
{
    ClientThread *const caller = clientOf(lua, "spawn", false);
    refuseInSetup(lua, *caller, "spawn",
        QT_TRANSLATE_NOOP(
            "lockstep::CoreText", "let it do everything itself, or let a client spawn"));
    ProgramState &program = *caller->program;
    ClientProcess &process = *caller->process;
    if (!lua_isfunction(lua, 1))
        refuse(lua, "spawn",
            QT_TRANSLATE_NOOP(
                "lockstep::CoreText", "%1 takes a function, as in spawn(function() … end)"));
    if (process.threads.size() >= mostThreads)
        refuse(lua, "spawn",
            QT_TRANSLATE_NOOP("lockstep::CoreText", "%1: a client has at most 64 threads"));
    ClientThread *thread = nullptr;
    {
        std::unique_ptr<ClientThread> made = program.makeThread();
        thread = made.get();
        if (made) {
            made->process = &process;
            made->number = int(process.threads.size());
            process.threads.push_back(std::move(made));
        }
    }
    if (!thread) {
        LuaState::of(lua).noteMemory(lua);
        LuaState::raise(lua);
    }
    lua_pushvalue(lua, 1);
    lua_xmove(lua, thread->lua, 1);
    lua_State *const below = program.running;
    program.running = lua;
    program.runThread(thread, 0);
    program.running = below;
    if (LuaState::of(lua).isOver())
        LuaState::raise(lua);
    lua_createtable(lua, 0, 1);
    lua_pushinteger(lua, thread->number);
    lua_pushcclosure(lua, cancel, 1);
    lua_setfield(lua, -2, "cancel");
    return 1;
}

// Implements mutex:lock(). Upvalue: the name of the mutex.
int lock(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "lock", true);
    size_t length = 0;
    const char *const name = lua_tolstring(lua, lua_upvalueindex(1), &length);
    const auto &mutexes = thread->program->mutexes;
    const auto found =
        mutexes.find({thread->process->mutexOwner, QByteArray(name, qsizetype(length))});
    if (found != mutexes.end() && found->second.isHeldBy(*thread))
        refuse(lua, "lock",
            QT_TRANSLATE_NOOP("lockstep::CoreText",
                "%1: this thread has locked the mutex already; unlock it first"));
    composeWait(lua, thread, Wait::Kind::Mutex, "lock");
    thread->request.wait.name.append(name, qsizetype(length));
    appendReadable(&thread->words, {name, length});
    return yieldRequest(lua, thread);
}

int unlock(lua_State *lua)
{
    ClientThread *const thread = clientOf(lua, "unlock", false);
    size_t length = 0;
    const char *const name = lua_tolstring(lua, lua_upvalueindex(1), &length);
    const QByteArrayView wanted(name, qsizetype(length));
    ProgramState &program = *thread->program;
    const auto found = program.mutexes.find({thread->process->mutexOwner, wanted.toByteArray()});
    if (found == program.mutexes.end() || !found->second.isHeldBy(*thread))
        refuse(lua, "unlock",
            QT_TRANSLATE_NOOP(
                "lockstep::CoreText", "%1: this thread does not hold the mutex; lock it first"));
    program.releaseMutex(found);
    return 0;
}

int mutex(lua_State *lua)
{
    clientOf(lua, "mutex", false);
    textArgument(lua, 1, "mutex", nullptr);
    lua_createtable(lua, 0, 2);
    const luaL_Reg functions[] = {{"lock", lock}, {"unlock", unlock}, {nullptr, nullptr}};
    lua_pushvalue(lua, 1);
    luaL_setfuncs(lua, functions, 1);
    return 1;
}

} // namespace

void addThreadFunctions(lua_State *lua)
{
    const luaL_Reg functions[] = {{"mutex", mutex}, {"spawn", spawn}, {nullptr, nullptr}};
    luaL_setfuncs(lua, functions, 0);
}

} // namespace lockstep
