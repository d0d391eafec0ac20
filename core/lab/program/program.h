#pragma once

#include "core/lab/lua/localvariables.h"
#include "core/lab/program/mark.h"
#include "core/lab/program/observations.h"
#include "core/lab/scenario/scenario.h"
#include "core/redis/values/error.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

struct redisReply;

namespace lockstep {

class CommandTable;
class StateView;

// What a thread waits for. A wait begins when the thread asks for it and is latched: once it is
// over it stays over, whatever happens before the thread goes on.
struct Wait
{
    enum class Kind : quint8 {
        Gone, // await_gone: the key was missing at some moment since the wait began
        Changed, // await: as Gone, or the key's value has changed since
        Until, // work(ms), sleep(ms): `span` has passed since the wait began
        Mutex // the mutex is free; the thread that is resumed then holds it
    };

    Kind kind = Kind::Until;
    bool sleeps = false; // Until: a sleep, which cancel() ends
    int node = 0; // Gone, Changed: which server
    QByteArray name; // Gone, Changed: the key as the server knows it. Mutex: its name
    std::chrono::milliseconds span{}; // Until: how long it lasts
};

// What a thread asks for next. Views are valid until the thread goes on.
struct Request
{
    enum class Kind : quint8 {
        Command, // send wire, give the last of `replies` replies to resume()
        Subscribe, // the same as a command; messages on `channel` queue from then on
        Receive, // give a message on `channel` to resume(), or nil after `timeout`
        Work, // a step without a command: resume(nullptr)
        Wait, // no step of its own: resume(nullptr) as soon as the wait is over
        Choice, // random(n): give an integer from 1 to n to resume()
        Finished, // the thread has ended
        Failed // its whole process has ended by a mistake: see Program::mistake()
    };

    Kind kind = Kind::Finished;
    int node = 0;
    int line = 0; // of the file
    int replies = 1; // more for EXEC: also one for MULTI and for each queued command
    std::string_view wire; // RESP, keys and channels with the prefix
    std::string_view
        words; // for people: the command without the prefix, "SET lock A-1 NX PX 30000"
    bool script = false; // an EVALSHA: on NOSCRIPT send Program::scriptWire() instead
    QByteArray channel; // as the server knows it
    std::optional<std::chrono::milliseconds> timeout; // Receive; nothing: for ever
    Wait wait; // Wait
    int choices = 0; // Choice: n
};

// Who a process is. The file sees it as me.name, me.index, me.token and me.server.
struct ClientIdentity
{
    int role = 0; // place among the scenario's roles; -1: the setup function
    int index = 0; // from 0, over all roles
    QByteArray name; // A, B, … Z, AA, …
    int server = 0; // the number of its app server, from 0
    // How often the client has begun its program in this round, with this time. The token is made
    // of it and the name, "A-1", so it is the same in free runs, in steps and in explorations.
    int begun = 1;
    int round = 0; // of a free run; random() gives other numbers in each
};

// Returns "A" for 0, "Z" for 25, "AA" for 26.
QByteArray clientName(int index);

// The clients of one run, in one closed Lua state: each process runs the file anew, so they share
// nothing but the mutexes of their app server. Knows nothing of sockets and time: whoever schedules
// (a free run, a stepper) sends what request() says and gives the reply to resume().
//
// Belongs to one thread. A mistake in the file ends the process it happens in, never the program.
class Program
{
public:
    struct Options
    {
        Settings settings; // complete and checked
        QByteArray prefix; // put before every key and channel; may be empty
        quint64 seed = 1; // of random()
        bool asksForChoices = false; // random() is a request, Choice, instead of chance
        std::function<qint64()> clock; // now(), in ms; empty: now() is refused
        // Bytes, for Lua and what commands and marks take until they are dealt with; plus 256 KiB
        // for each process, at most 192 MiB for all of them.
        qint64 memoryLimit = 64 * 1024 * 1024;
        int instructionLimit = 20'000'000; // between two requests of a thread
        const CommandTable *commands = nullptr; // outlives this
        std::optional<Observations> steps; // the program is stepped: what its states hold
        // false: a mutex is between the threads of one process; the scheduler sees to the others.
        bool sharesMutexes = true;
    };

    // Errors: BadInput as in scenariofile.h.
    static Result<std::unique_ptr<Program>> make(ScenarioPtr scenario, Options options);
    ~Program();
    Q_DISABLE_COPY_MOVE(Program)

    // Runs the file for a new process up to its first request (of thread 0). Returns its number,
    // counted from 0 and never used again until clear().
    int start(const ClientIdentity &identity);
    // Frees what the process holds. It is inside nothing and holds no mutex afterwards.
    void end(int process);
    // Forgets all processes and frees their memory; mutexes are free.
    void clear();

    [[nodiscard]] int threadCount(int process) const; // thread 0 is the main one
    [[nodiscard]] const Request &request(int process, int thread) const;
    // The thread's request has been carried out: it goes on to its next one. reply: of the command;
    // the message (a bulk string) or nil of a Receive; the number of a Choice; nullptr for Work and
    // Wait. A mutex that it waited for is taken. A server's error is raised in the file. Threads
    // whose request changed are in changed() afterwards: this one, those that it has spawned or
    // cancelled, and those that waited for a mutex that is free now.
    void resume(int process, int thread, const redisReply *reply);
    // The local variables where the thread stands; none once it has ended.
    [[nodiscard]] std::vector<LocalVariable> localVariables(int process, int thread) const;
    // EVAL with the source of the script, for a request whose `script` is true.
    [[nodiscard]] QByteArray scriptWire(int process, int thread) const;

    // Whether the mutex that the thread waits for is free.
    [[nodiscard]] bool mutexIsFree(int process, int thread) const;
    // The names of the mutexes that threads of the process hold, sorted.
    [[nodiscard]] std::vector<QByteArray> heldMutexes(int process) const;

    struct ThreadRef
    {
        int process = 0;
        int thread = 0;
    };
    // The threads whose request the last call of start(), resume() or end() has changed.
    [[nodiscard]] const std::vector<ThreadRef> &changed() const;
    // Whether now() was called since the last call of start() or resume().
    [[nodiscard]] bool hasReadClock() const;
    // The marks that were made since takeMarks() was called last, in order.
    std::vector<Mark> takeMarks();
    // Why a process has failed, "FILE:LINE: …": an uncaught error of the server, an endless loop,
    // too much memory, a wrong argument. Empty if it has not.
    [[nodiscard]] const QString &mistake(int process) const;

    // Calls a check function on a state. Returns its sentence if the check is violated, nothing if
    // it holds. Errors: BadInput if the function itself failed.
    Result<std::optional<LocalText>> evaluate(const Check &check, const StateView &view);

    // "FILE:LINE: sentence", for a mistake that only the scheduler can find.
    [[nodiscard]] QString placed(int line, const QByteArray &sentence) const;
    [[nodiscard]] qint64 memory() const; // bytes in use, as they count towards the limit

private:
    class Private;
    explicit Program(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace lockstep
