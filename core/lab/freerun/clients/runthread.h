#pragma once

#include "core/lab/freerun/clients/threadwait.h"

namespace lockstep {

// A thread of a client's process. It carries out one request of the program after the other: it
// waits if the program asks for a wait, sends the command once the faults that were drawn for it
// are over, and gives the reply to the program. Belongs to the loop's thread.
class RunThread
{
public:
    RunThread(ActiveProcess &process, int number);
    Q_DISABLE_COPY_MOVE(RunThread)

    // The thread has a new request, or the mutex that it waits for may be free.
    void takeRequest();
    // Goes through as many phases as it can now.
    void advance();
    // The reply to a command of this thread, which may have been sent for a process that has ended.
    void onReply(ClientLink &link, const ClientLink::Flight &flight, RunReply reply);
    void onMessage(); // a message has arrived for the process
    void release(int node); // commands may be sent to the node again
    void stop(); // the process has ended; a reply that was not given to the program is dropped

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
    const Request *m_request = nullptr; // the one that it carries out, unless it has ended
    WaitTimer m_timer;
    ThreadWait m_wait;
    Moment m_phaseEnds = 0; // when the present phase ends; 0: at once
    Moment m_delay = 0; // of the network, there and back together
    bool m_crashesWhenSent = false;
    ClientLink::Flight m_flight = {};
    RunReply m_reply = {};
};

} // namespace lockstep
