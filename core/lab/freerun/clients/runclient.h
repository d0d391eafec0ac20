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
    void startProcess(); // begins the next process of the program
    // The thread has a new request, or the mutex that it waits for may be free.
    void takeRequest(int thread) { threadAt(thread).takeRequest(); }
    // Commands are kept back until flush(), so that all clients start together.
    void keepBack() { m_process.isKeptBack = true; }
    void flush();
    // The round is over: commands under way are lost.
    void endRound();

    // For a node that goes away and comes back: whether a reply of it is awaited; closing the
    // connections to it; opening them again.
    [[nodiscard]] bool hasFlights(int node) const { return m_process.links.hasFlights(node); }
    void disconnect(int node) { m_process.links.disconnect(node); }
    [[nodiscard]] bool reconnect(int node); // false: try again in a moment
    void release(int node); // commands may be sent to it again

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isWaiting() const; // whether its main thread waits
    // Whether it waits for something that only another client can bring about.
    [[nodiscard]] bool waitsForOthers() const;
    void entered(const QByteArray &lock) { m_process.inside.insert(lock); }
    void left(const QByteArray &lock)
    {
        if (const auto once = m_process.inside.find(lock); once != m_process.inside.end())
            m_process.inside.erase(once);
    }
    void leaveAll(Moment now); // marks that its process leaves all locks that it is inside of
    [[nodiscard]] const ClientIdentity &identity() const { return m_process.identity; }
    [[nodiscard]] int process() const { return m_process.number; }
    [[nodiscard]] quint32 lastOperation() const { return m_process.lastOperation; }

private:
    RunThread &threadAt(int number);
    void setState(State state);
    void pause();
    void resume();
    void crash();
    void endProcess();
    void recordIncident(Incident::Kind kind);

    quint64 commandSent(const ClientLink &link, std::string_view wire) override;
    void replyArrived(ClientLink &link, const ClientLink::Flight &flight, RunReply reply) override;
    void messageArrived(
        const ClientLink &link, const QByteArray &channel, const QByteArray &message) override;
    void connectionLost(const Error &error, int line) override;

    RunContext &m_context;
    ActiveProcess m_process;
    State m_state = State::Finished;
    int m_repeatsLeft = 0;
    quint32 m_processRecord = none; // the ProcessRecord of the present process
    int m_subscribeLine = 0; // the line of the last subscribe() in the file
    RunLoop::Alarm m_resume{}; // ends the pause
    std::vector<std::unique_ptr<RunThread>> m_threads;
};

} // namespace lockstep
