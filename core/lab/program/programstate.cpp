#include "core/lab/program/programstate.h"

#include "core/lab/program/buffermemory.h"
#include "core/lab/program/luaapi.h"
#include "core/redis/values/coretext.h"

#include <lua.hpp>

#include <algorithm>

namespace lockstep {

ProgramState::ProgramState(ScenarioPtr aScenario, Program::Options someOptions)
    : scenario(std::move(aScenario))
    , options(std::move(someOptions))
    , chunkName(chunkNameOf(scenario->path))
    , ownScripts(ownServerScripts(*scenario))
    , prefix(options.prefix.toStdString())
    , lua(options.memoryLimit)
{
}

std::vector<Mark> ProgramState::takeMarks()
{
    lua.charge(-std::exchange(chargedMarks, 0));
    return std::exchange(marks, {});
}

QByteArray ProgramState::refusalOf(std::string_view script)
{
    constexpr size_t mostRemembered = 1'000;
    const size_t hash = std::hash<std::string_view>()(script);
    if (allowedScripts.count(hash) != 0)
        return {};
    const bool programsSubscribe = scenario->source.contains("subscribe");
    QByteArray refusal = refusalOfNames(script, *options.commands, programsSubscribe);
    if (allowedScripts.size() >= mostRemembered)
        allowedScripts.clear();
    if (refusal.isEmpty())
        allowedScripts.insert(hash);
    return refusal;
}

ClientThread *ProgramState::find(int process, int thread) const
{
    const auto found = processes.find(process);
    if (found == processes.end() || thread < 0 || thread >= int(found->second->threads.size()))
        return nullptr;
    return found->second->threads[size_t(thread)].get();
}

std::unique_ptr<ClientThread> ProgramState::makeThread()
{
    std::unique_ptr<ClientThread> thread;
    if (!spare.empty()) {
        thread = std::move(spare.back());
        spare.pop_back();
        return thread;
    }
    thread = std::make_unique<ClientThread>();
    thread->program = this;
    const auto anchor = [](lua_State *main) {
        auto *const made = static_cast<ClientThread *>(lua_touserdata(main, 1));
        made->lua = lua_newthread(main);
        made->anchor = luaL_ref(main, LUA_REGISTRYINDEX);
        return 0;
    };
    if (!lua.callProtected(anchor, thread.get()))
        return nullptr;
    threadOf(thread->lua) = thread.get();
    return thread;
}

void ProgramState::runThread(ClientThread *thread, int arguments)
{
    // While a thread starts another one by spawn(), lua_resume() is nested: `running` is the one
    // that spawns.
    int results = 0;
    const int status = lua_resume(thread->lua, running, arguments, &results);
    if (status == LUA_YIELD) {
        publish(thread);
        return;
    }
    if (status == LUA_OK && thread->transaction.isOpen && !thread->process->failed) {
        thread->phase = ClientThread::Phase::Broken;
        fail(thread->process, thread->transaction.line,
            CoreText::tr("MULTI without EXEC or DISCARD; the commands after it were never sent")
                .toUtf8());
        return;
    }
    if (status == LUA_OK) {
        lua_settop(thread->lua, 0);
        thread->phase = ClientThread::Phase::Ended;
        thread->request.kind = Request::Kind::Finished;
        publish(thread);
        return;
    }
    thread->phase = ClientThread::Phase::Broken;
    if (status == LUA_ERRMEM)
        lua.noteMemory(thread->lua);
    if (!lua.isOver()) {
        int line = 0;
        const QByteArray words = errorWords(thread->lua, chunkName, &line);
        lua.noteMistakeAt(line > 0 ? line : LuaState::currentLine(thread->lua), words);
    }
    fail(thread->process, lua.mistakeLine(), lua.mistake());
}

void ProgramState::publish(ClientThread *thread)
{
    Request &request = thread->request;
    request.wire = thread->wire;
    request.words = thread->words;
    const Program::ThreadRef self{thread->process->number, thread->number};
    if (Mutex *const mutex = mutexAwaitedBy(*thread))
        mutex->waiters.push_back(self);
    changed.push_back(self);
}

void ProgramState::fail(ClientProcess *process, int line, const QByteArray &sentence)
{
    if (process->failed)
        return;
    process->failed = true;
    process->mistake = place(line, sentence);
    for (const auto &thread : process->threads) {
        thread->request = Request{};
        thread->request.kind = Request::Kind::Failed;
        thread->request.line = line;
        changed.push_back({process->number, thread->number});
    }
    releaseMutexes(process->number);
}

void ProgramState::releaseThread(std::unique_ptr<ClientThread> thread)
{
    if (thread)
        discardBuffers(lua, *thread);
    if (!thread || !thread->lua) // there was no memory for it, or it was freed when it failed
        return;
    constexpr size_t mostSpare = 10'000;
    if (thread->phase == ClientThread::Phase::Ended && spare.size() < mostSpare) {
        thread->phase = ClientThread::Phase::Running;
        thread->cancelled = false;
        thread->randomCalls = 0;
        thread->waits = 0;
        thread->process = nullptr;
        thread->request = Request{};
        thread->transaction.isOpen = false;
        thread->watchedNodes.clear();
        spare.push_back(std::move(thread));
        return;
    }
    // Nothing of the thread runs any more, not even a __close metamethod.
    threadOf(thread->lua) = nullptr;
    luaL_unref(lua.main(), LUA_REGISTRYINDEX, thread->anchor);
}

void ProgramState::releaseMutex(Mutexes::iterator mutex)
{
    const auto &waiters = mutex->second.waiters;
    mutex->second.taken = false;
    changed.insert(changed.end(), waiters.begin(), waiters.end());
    if (waiters.empty())
        mutexes.erase(mutex);
}

void ProgramState::releaseMutexes(int process)
{
    for (auto next = mutexes.begin(); next != mutexes.end();) {
        const auto mutex = next++;
        auto &waiters = mutex->second.waiters;
        const auto isOurs = [&](const Program::ThreadRef &each) { return each.process == process; };
        waiters.erase(std::remove_if(waiters.begin(), waiters.end(), isOurs), waiters.end());
        if (mutex->second.taken && mutex->second.holder.process == process)
            releaseMutex(mutex);
        else if (!mutex->second.taken && waiters.empty())
            mutexes.erase(mutex);
    }
}

ProgramState::Mutex *ProgramState::mutexAwaitedBy(const ClientThread &thread)
{
    const Request &request = thread.request;
    if (request.kind != Request::Kind::Wait || request.wait.kind != Wait::Kind::Mutex)
        return nullptr;
    return &mutexes[{thread.process->mutexOwner, request.wait.name}];
}

void ProgramState::forgetWaiter(const ClientThread &thread)
{
    Mutex *const mutex = mutexAwaitedBy(thread);
    if (!mutex)
        return;
    std::erase_if(mutex->waiters, [&](const Program::ThreadRef &each) {
        return each.process == thread.process->number && each.thread == thread.number;
    });
}

QString ProgramState::place(int line, const QByteArray &sentence) const
{
    return placed(scenario->path, line, sentence);
}

} // namespace lockstep
