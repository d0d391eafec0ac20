#pragma once

#include "core/lab/freerun/clients/threadwait.h"

namespace lockstep {

// A thread of a client's process: waits as the program asks for it, sends what the program asks for
// as soon as its faults are done with it, and gives it the reply. Belongs to the loop's thread.
class RunThread
{
public:
    RunThread(ActiveProcess &process, int number);
    Q_DISABLE_COPY_MOVE(RunThread)

    // Its request is new, or the mutex it waits for may be free.
    void look();
    // As far as it can go.
    void advance();
    // The reply to its command, which may have been sent for a process that has ended.
    void answered(ClientLink &link, const ClientLink::Flight &flight, RunReply reply);
    void told(); // there is a message
    void release(int node); // it is not held any more
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
        There,
        Unsent,
        Sent,
        Back
    };

    void begin(const Request &request);
    bool strikes();
    void receive(const Request &request);
    void send(const Request &request);
    [[nodiscard]] Operation operationOf(const Request &request) const;
    void deliver();
    void goOn(const redisReply *reply);
    void quiet();

    ActiveProcess &m_process;
    const int m_number;
    Phase m_phase = Phase::Ended;
    const Request *m_request = nullptr; // that it carries out, unless it has ended
    WaitTimer m_timer;
    ThreadWait m_gate;
    Moment m_until = 0; // of the present phase; 0: at once
    Moment m_delay = 0; // of the network, there and back
    bool m_crashesWhenSent = false;
    ClientLink::Flight m_flight = {};
    RunReply m_reply = {};
};

} // namespace lockstep
