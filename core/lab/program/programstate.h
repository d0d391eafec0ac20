#pragma once

#include "core/lab/lua/luastate.h"
#include "core/lab/program/clientthread.h"
#include "core/lab/program/serverscript.h"
#include "core/lab/program/stateview.h"
#include "core/lab/wire/commandtable.h"
#include "core/redis/values/coretext.h"

#include <map>
#include <unordered_set>

namespace lockstep {

// What the functions that a file calls need of the run they belong to.
class ProgramState
{
public:
    ProgramState(ScenarioPtr scenario, Program::Options options);
    Q_DISABLE_COPY_MOVE(ProgramState)

    struct Mutex
    {
        bool taken = false;
        Program::ThreadRef holder;
        std::vector<Program::ThreadRef> waiters; // the threads that have asked for it

        [[nodiscard]] bool isHeldBy(const ClientThread &thread) const
        {
            return taken && holder.process == thread.process->number
                && holder.thread == thread.number;
        }
    };

    // The mutexes by ClientProcess::mutexOwner and name. One that nobody holds or waits for is
    // forgotten.
    using Mutexes = std::map<std::pair<int, QByteArray>, Mutex>;

    ScenarioPtr scenario;
    Program::Options options;
    QByteArray chunkName;
    ServerScripts ownScripts; // the scripts that stand in the file
    std::string prefix;
    std::unordered_set<size_t> allowedScripts; // hashes of sources that refusalOf() has seen
    LuaState lua;
    std::unordered_map<int, std::unique_ptr<ClientProcess>> processes;
    std::vector<std::unique_ptr<ClientThread>> spare; // ended ones, to be used again
    int nextProcess = 0;
    lua_State *running = nullptr; // the coroutine that starts another one
    Mutexes mutexes;
    std::vector<Program::ThreadRef> changed;
    std::vector<Mark> marks;
    qint64 chargedMarks = 0; // bytes
    bool hasReadClock = false; // since the last turn began
    bool hasChosen = false; // random() was called since the last turn began

    // Anchors in Lua's registry; -2, which is LUA_NOREF, where there is none.
    int chunk = -2;
    int settings = -2; // the table p
    std::vector<int> roleFunctions; // those that can be run without the file, by role + 1
    std::unique_ptr<ClientThread> evaluator;
    int view = -2; // the table v of check functions
    std::vector<int> checkFunctions;
    std::vector<std::vector<quint64>> captured; // by each of these; empty: not called yet
    const StateView *viewed = nullptr;
    struct Seen // what the check function that runs has asked for and said
    {
        QByteArray name;
        QByteArray text;
        std::vector<int> clients;
        std::vector<StateView::EventSeen> events;
        LocalText sentence;
        bool violated = false;
    };
    Seen seen;

    std::vector<Mark> takeMarks();
    // Why the run may not use the script (refusalOfNames()); empty if it may.
    QByteArray refusalOf(std::string_view script);
    [[nodiscard]] ClientThread *find(int process, int thread) const;
    // A thread that has done nothing yet; nullptr where there is no memory for it.
    std::unique_ptr<ClientThread> makeThread();
    // Starts or resumes the thread with the arguments on its stack, up to its next request.
    void runThread(ClientThread *thread, int arguments);
    void publish(ClientThread *thread);
    // Ends the whole process because of a mistake.
    void fail(ClientProcess *process, int line, const QByteArray &sentence);
    // The thread is not needed any more: keeps it to be used again, or frees it.
    void releaseThread(std::unique_ptr<ClientThread> thread);
    void releaseMutexes(int process);
    // The mutex that the thread waits for; nullptr if it waits for none.
    Mutex *mutexAwaitedBy(const ClientThread &thread);
    void forgetWaiter(const ClientThread &thread);
    void releaseMutex(Mutexes::iterator mutex);
    // See Program::evaluate().
    Result<std::optional<LocalText>> evaluate(const Check &check, const StateView &state);
    // Returns "FILE:LINE: sentence".
    [[nodiscard]] QString place(int line, const QByteArray &sentence) const;
};

// The first function of a process's coroutine: runs the file and then the function of its role.
int runFile(lua_State *lua);
// Runs the file once, to find the functions that can be run without it. Called by
// lua.callProtected(), which is given a ProgramState.
int prepareFile(lua_State *lua);
// What a file is called within Lua, "=NAME".
QByteArray chunkNameOf(const QString &path);
// "FILE:LINE: sentence", or "FILE: sentence" if line is 0.
QString placed(const QString &path, int line, const QByteArray &sentence);
// The mistake that is reported when a script does not end on one of the lab's own servers.
constexpr auto scriptWithoutEnd = QT_TRANSLATE_NOOP(
    "lockstep::CoreText", "the script did not end within ten seconds; an endless loop?");
// Compiles the file for lua.callProtected(), which is given a Chunk.
struct Chunk
{
    const QByteArray *source = nullptr;
    const QByteArray *name = nullptr;
    int anchor = -2; // of the function, in the registry
    int status = 0;
    int line = 0;
    QByteArray sentence; // why it could not be compiled
};
bool compile(LuaState *lua, Chunk *chunk);

} // namespace lockstep
