#pragma once

#include "core/lab/freerun/clients/threadwait.h"

namespace lockstep {

// A thread of a client's process: carries out one request of the program after the other. It waits
// where the program wants to wait, sends the program's command once the faults drawn for it are
// over, and hands the reply to the program. Belongs to the loop's thread.
class RunThread
{
public:
    RunThread(ActiveProcess &process, int number);
    Q_DISABLE_COPY_MOVE(RunThread)

    // The program has a new request, or the mutex that the thread waits for may be free.
    void takeRequest();
    // Goes through as many phases as possible now.
    void advance();
    // The reply to a command of this thread, which may have been sent for a process that has ended.
    void onReply(ClientLink &link, const ClientLink::Flight &flight, RunReply reply);
    void onMessage(); // a message has arrived for the process
    void release(int node); // commands may be sent to the node again
    void stop(); // the process has ended; a reply that was not delivered is lost

    [[nodiscard]] bool isWaiting() const { return m_timer.isWaiting(); }
    [[nodiscard]] bool waitsForOthers() const;

private:
    enum class Phase : quint8 {
        Ended,
        Waiting,
        Receiving,
        Work,
        Faults,
        OutwardDelay,
        Unsent,
        Sent,
        ReturnDelay
    };

    void begin(const Request &request);
    bool applyFaults();
    void receive(const Request &request);
    void send(const Request &request);
    [[nodiscard]] Operation operationOf(const Request &request) const;
    void deliver();
    void resumeProgram(const redisReply *reply);
    void cancelWait();

    ActiveProcess &m_process;
    const int m_number;
    Phase m_phase = Phase::Ended;
    const Request *m_request = nullptr; // that it carries out, unless it has ended
    WaitTimer m_timer;
    ThreadWait m_wait;
    Moment m_phaseEnds = 0; // of the present phase; 0: at once
    Moment m_delay = 0; // of the network, there and back
    bool m_crashesWhenSent = false;
    ClientLink::Flight m_flight = {};
    RunReply m_reply = {};
};

} // namespace lockstep
