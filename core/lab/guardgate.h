#pragma once

#include "core/lab/threadwaits.h"

namespace lockstep {

// The guards of a thread's request, one after the other. Belongs to the loop's thread.
class GuardGate
{
public:
    // advance: when pass() may say something else.
    GuardGate(RunProcess &process, int thread, ThreadWaits &waits, std::function<void()> advance);

    void begin(const Request &request); // a new one
    // Whether all are passed.
    [[nodiscard]] bool pass(const Request &request);
    void quiet(); // no key calls back any more

    [[nodiscard]] bool isAtMutex(const Request &request) const;
    // Only somebody else can open it.
    [[nodiscard]] bool waitsForOthers(const Request &request) const;

private:
    struct Ticket // of a key that is waited for
    {
        size_t place = 0; // of the guard
        QByteArray key;
        int node = 0;
        KeyWaits::Ticket number = 0;
        bool rung = false;
    };

    bool passes(const Request &request, size_t place);
    bool passesMutex(const Guard &guard);
    bool passesKey(const Guard &guard, size_t place);
    void latch(const Request &request);

    RunProcess &m_process;
    const int m_thread;
    ThreadWaits &m_waits;
    std::function<void()> m_advance;
    size_t m_next = 0; // guard
    Moment m_since = 0; // it counts from then
    bool m_hasMutexes = false;
    std::vector<Ticket> m_tickets;
};

} // namespace lockstep
