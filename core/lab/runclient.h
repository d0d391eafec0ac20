#pragma once

#include "core/lab/clientlink.h"
#include "core/lab/faults.h"
#include "core/lab/runstage.h"

#include <map>
#include <set>

namespace lockstep {

// One client of a free run: its processes, one after the other, with their threads and connections.
// Sends what the program asks for as soon as its guards allow it and its faults are done with it.
class RunClient : public ClientLink::Owner
{
public:
    enum class State : quint8 { Running, Finished, Crashed };

    RunClient(RunStage &stage, ClientIdentity identity, quint64 seed);
    ~RunClient() override;

    // Opens what is closed of the main thread's connections to that node.
    // Errors: those of RunLink::open().
    Result<RunLink::Opening> connect(int node);
    void beginRound(int repeats);
    void startProcess(); // the next one
    // The thread's request is new, or the mutex it waits for may be free.
    void look(int thread);
    // Until flush(), commands are kept back, so that all clients start together.
    void keepBack() { m_isKeptBack = true; }
    void flush();
    // The round is over: what is under way is lost.
    void endRound();

    // Of a node that goes away: whether a reply is awaited; lets go of it; has it again.
    [[nodiscard]] bool hasFlights(int node) const;
    void disconnect(int node);
    [[nodiscard]] bool reconnect(int node); // false: try again in a moment
    void release(int node); // it is not held any more

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isWaiting() const; // its main thread
    // Only another client can move it.
    [[nodiscard]] bool waitsForOthers() const;
    void entered(const QByteArray &lock) { m_inside.insert(lock); }
    void left(const QByteArray &lock) { m_inside.erase(lock); }
    [[nodiscard]] bool isInside() const { return !m_inside.empty(); }
    [[nodiscard]] const ClientIdentity &identity() const { return m_identity; }
    [[nodiscard]] int process() const { return m_process; }
    [[nodiscard]] quint32 lastOperation() const { return m_lastOperation; }

private:
    struct Thread;

    Thread &threadAt(int number);
    ClientLink &linkOf(int thread, int node, bool subscribes);
    bool open(ClientLink &link);

    void advance(Thread &thread);
    bool passGuards(Thread &thread);
    bool passes(Thread &thread, size_t place);
    bool passesKey(Thread &thread, const Guard &guard, size_t place);
    void latch(Thread &thread, const Request &request);
    bool hasComeTo(Thread &thread, Moment moment);
    bool strikes(Thread &thread);
    void receive(Thread &thread);
    void sendRequest(Thread &thread);
    void deliver(Thread &thread);
    void goOn(Thread &thread, const redisReply *reply);
    void quiet(Thread &thread);

    void beginWait(Thread &thread, quint32 name);
    void endWait(Thread &thread);

    void pause();
    void crash();
    void endProcess();
    void leaveAll();
    void record(const ClientLink::Flight &flight, const redisReply &reply, Moment returned);
    void loseFlights(ClientLink &link);

    void answered(ClientLink &link, const ClientLink::Flight &flight, RunReply reply) override;
    void told(const QByteArray &channel, const QByteArray &message) override;
    void lost(const Error &error) override;

    RunStage &m_stage;
    ClientIdentity m_identity;
    Faults m_faults;
    State m_state = State::Finished;
    int m_process = -1;
    int m_processesBegun = 0; // in the whole run, for tokens
    int m_repeatsLeft = 0;
    bool m_isPaused = false;
    bool m_isKeptBack = false;
    RunLoop::Alarm m_resume{};
    quint32 m_lastOperation = none;
    std::vector<std::unique_ptr<Thread>> m_threads;
    std::vector<std::unique_ptr<ClientLink>> m_links;
    std::map<QByteArray, std::deque<QByteArray>> m_messages; // by channel
    std::set<QByteArray> m_inside; // locks
};

} // namespace lockstep
