// All processes of a run share one Lua state and one allocator, so that thousands of them cost a
// few KB each. They share nothing else: the globals cannot be written, and the file, which is
// compiled once, is run anew for each process, so that its local variables are its own.
//
// A request ends a turn by yielding; the reply is pushed by the continuation, inside of
// lua_resume(), where a lack of memory is caught.

#include "core/lab/program/program.h"

#include "core/lab/program/luaapi.h"
#include "core/lab/program/programstate.h"
#include "core/lab/program/serverscript.h"

#include <lua.hpp>

#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 memoryOfProcess = 256 * 1024;
constexpr qint64 memoryOfProcesses = 192 * 1024 * 1024; // bytes for all processes together

} // namespace

class Program::Private : public ProgramState
{
public:
    using ProgramState::ProgramState;

    // Frees the memory of a process that has failed, once none of its threads is running.
    void tidy(ClientProcess *process)
    {
        if (!process->failed)
            return;
        for (const auto &thread : process->threads) {
            if (!thread->lua)
                continue;
            threadOf(thread->lua) = nullptr;
            luaL_unref(lua.main(), LUA_REGISTRYINDEX, thread->anchor);
            thread->lua = nullptr;
        }
    }
};

QByteArray clientName(int index)
{
    QByteArray name;
    for (int rest = index; rest >= 0; rest = rest / 26 - 1)
        name.prepend(char('A' + rest % 26));
    return name;
}

Program::Program(std::unique_ptr<Private> p)
    : d(std::move(p))
{
}

Program::~Program() = default;

Result<std::unique_ptr<Program>> Program::make(ScenarioPtr scenario, Options options)
{
    auto p = std::make_unique<Private>(std::move(scenario), std::move(options));
    p->lua.beginTurn(p->options.instructionLimit);
    const auto failed = [&](int line, const QByteArray &sentence) {
        return failure(ErrorCode::BadInput, p->place(line, sentence));
    };
    if (!p->lua.callProtected(openLab, nullptr)) {
        p->lua.noteMemory(p->lua.main());
        return failed(0, p->lua.mistake());
    }
    LuaState::countInstructions(p->lua.main());
    Chunk chunk;
    chunk.source = &p->scenario->source;
    chunk.name = &p->chunkName;
    if (!compile(&p->lua, &chunk))
        return failed(chunk.line, chunk.sentence);
    p->chunk = chunk.anchor;
    p->roleFunctions.assign(p->scenario->roles.size() + 1, LUA_NOREF);
    if (!p->lua.callProtected(prepareFile, static_cast<ProgramState *>(p.get()))) {
        p->lua.noteMemory(p->lua.main()); // does nothing if a mistake was noted before
        return failed(p->lua.mistakeLine(), p->lua.mistake());
    }
    return std::unique_ptr<Program>(new Program(std::move(p)));
}

int Program::start(const ClientIdentity &identity)
{
    d->changed.clear();
    const int number = d->nextProcess++;
    auto &process = d->processes[number];
    process = std::make_unique<ClientProcess>();
    process->number = number;
    process->identity = identity;
    process->mutexOwner = d->options.sharesMutexes ? identity.server : number;
    d->lua.setMemoryLimit(d->options.memoryLimit
        + std::min(memoryOfProcess * qint64(d->processes.size()), memoryOfProcesses));
    d->lua.beginTurn(d->options.instructionLimit);
    d->hasReadClock = d->hasChosen = false;
    std::unique_ptr<ClientThread> thread = d->makeThread();
    if (!thread) {
        process->threads.push_back(std::make_unique<ClientThread>());
        d->lua.noteMemory(d->lua.main());
        d->fail(process.get(), 0, d->lua.mistake());
        return number;
    }
    thread->process = process.get();
    thread->number = 0;
    process->threads.push_back(std::move(thread));
    ClientThread *const main = process->threads.front().get();
    lua_pushcfunction(main->lua, runFile);
    d->runThread(main, 0);
    d->tidy(process.get());
    return number;
}

void Program::end(int process)
{
    d->changed.clear();
    const auto found = d->processes.find(process);
    if (found == d->processes.end())
        return;
    d->releaseMutexes(process);
    for (auto &thread : found->second->threads)
        d->releaseThread(std::move(thread));
    d->processes.erase(found);
}

void Program::clear()
{
    for (auto &[number, process] : d->processes) {
        for (auto &thread : process->threads) {
            thread->phase = ClientThread::Phase::Broken; // none is kept
            d->releaseThread(std::move(thread));
        }
    }
    for (auto &thread : d->spare) {
        thread->phase = ClientThread::Phase::Broken;
        d->releaseThread(std::move(thread));
    }
    d->spare.clear();
    d->processes.clear();
    d->mutexes.clear();
    d->changed.clear();
    d->takeMarks();
    d->nextProcess = 0;
    lua_gc(d->lua.main(), LUA_GCCOLLECT);
}

int Program::threadCount(int process) const
{
    const auto found = d->processes.find(process);
    return found == d->processes.end() ? 0 : int(found->second->threads.size());
}

std::vector<LocalVariable> Program::localVariables(int process, int thread) const
{
    const ClientThread *const found = d->find(process, thread);
    const bool stands = found && found->lua && found->phase == ClientThread::Phase::Running;
    return stands ? lockstep::localVariables(found->lua) : std::vector<LocalVariable>();
}

const Request &Program::request(int process, int thread) const
{
    static const Request none;
    const ClientThread *const found = d->find(process, thread);
    return found ? found->request : none;
}

void Program::resume(int process, int thread, const redisReply *reply)
{
    d->changed.clear();
    ClientThread *const found = d->find(process, thread);
    if (!found || found->phase != ClientThread::Phase::Running || found->process->failed)
        return;
    d->lua.beginTurn(d->options.instructionLimit);
    d->hasReadClock = d->hasChosen = false;
    if (ProgramState::Mutex *const mutex = d->mutexAwaitedBy(*found)) {
        d->forgetWaiter(*found);
        mutex->taken = true;
        mutex->holder = {process, thread};
    }
    found->reply = reply;
    d->runThread(found, 0);
    found->reply = nullptr;
    d->tidy(found->process);
}

QByteArray Program::scriptWire(int process, int thread) const
{
    const ClientThread *const found = d->find(process, thread);
    std::string wire;
    if (found && found->request.script)
        appendScript(*found, false, &wire);
    return QByteArray::fromStdString(wire);
}

bool Program::mutexIsFree(int process, int thread) const
{
    const ClientThread *const found = d->find(process, thread);
    const ProgramState::Mutex *const mutex = found ? d->mutexAwaitedBy(*found) : nullptr;
    return !mutex || !mutex->taken;
}

std::vector<QByteArray> Program::heldMutexes(int process) const
{
    std::vector<QByteArray> names;
    for (const auto &[key, mutex] : d->mutexes) {
        if (mutex.taken && mutex.holder.process == process)
            names.push_back(key.second);
    }
    return names;
}

const std::vector<Program::ThreadRef> &Program::changed() const
{
    return d->changed;
}

bool Program::hasReadClock() const
{
    return d->hasReadClock;
}

std::vector<Mark> Program::takeMarks()
{
    return d->takeMarks();
}

const QString &Program::mistake(int process) const
{
    static const QString none;
    const auto found = d->processes.find(process);
    return found == d->processes.end() ? none : found->second->mistake;
}

Result<std::optional<LocalText>> Program::evaluate(const Check &check, const StateView &view)
{
    return d->evaluate(check, view);
}

QString Program::placed(int line, const QByteArray &sentence) const
{
    return d->place(line, sentence);
}

qint64 Program::memory() const
{
    return d->lua.memory();
}

} // namespace lockstep
