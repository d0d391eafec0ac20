#pragma once

#include "core/lab/freerun/clients/runthread.h"

namespace lockstep {

// One client of a free run: its processes, one after the other, with their threads and connections.
// Belongs to the loop's thread.
class RunClient : public ClientLink::Owner
{
public:
    enum class State : quint8 { Running, Finished, Crashed };

    RunClient(RunContext &context, const ClientIdentity &identity, quint64 seed);
    ~RunClient() override;

    // Opens what is closed of the main thread's connections to that node.
    // Errors: those of LoopConnection::open().
    Result<LoopConnection::Opening> connect(int node) { return m_process.links.connect(node); }
    void beginRound(int repeats);
    void startProcess(); // the next one
    // The thread's request is new, or the mutex it waits for may be free.
    void look(int thread) { threadAt(thread).look(); }
    // Until flush(), commands are kept back, so that all clients start together.
    void keepBack() { m_process.isKeptBack = true; }
    void flush();
    // The round is over: what is under way is lost.
    void endRound();

    // Of a node that goes away: whether a reply is awaited; lets go of it; has it again.
    [[nodiscard]] bool hasFlights(int node) const { return m_process.links.hasFlights(node); }
    void disconnect(int node) { m_process.links.disconnect(node); }
    [[nodiscard]] bool reconnect(int node); // false: try again in a moment
    void release(int node); // it is not held any more

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isWaiting() const; // its main thread
    // Only another client can move it.
    [[nodiscard]] bool waitsForOthers() const;
    void entered(const QByteArray &lock) { m_process.inside.insert(lock); }
    void left(const QByteArray &lock)
    {
        if (const auto once = m_process.inside.find(lock); once != m_process.inside.end())
            m_process.inside.erase(once);
    }
    [[nodiscard]] const ClientIdentity &identity() const { return m_process.identity; }
    [[nodiscard]] int process() const { return m_process.number; }
    [[nodiscard]] quint32 lastOperation() const { return m_process.lastOperation; }

private:
    RunThread &threadAt(int number);
    void setState(State state);
    void pause();
    void goOn();
    void crash();
    void endProcess();
    void leaveAll();
    void record(Incident::Kind kind);

    quint64 sent(const ClientLink &link, std::string_view wire) override;
    void answered(ClientLink &link, const ClientLink::Flight &flight, RunReply reply) override;
    void told(const QByteArray &channel, const QByteArray &message) override;
    void lost(const Error &error, int line) override;

    RunContext &m_context;
    ActiveProcess m_process;
    State m_state = State::Finished;
    int m_processesBegun = 0; // in the whole run, for tokens
    int m_repeatsLeft = 0;
    quint32 m_processRecord = none; // of the present one
    int m_subscribeLine = 0; // of the last subscribe()
    RunLoop::Alarm m_resume{};
    std::vector<std::unique_ptr<RunThread>> m_threads;
};

} // namespace lockstep
