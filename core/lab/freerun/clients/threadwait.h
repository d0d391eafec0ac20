#pragma once

#include "core/lab/freerun/clients/waittimer.h"

namespace lockstep {

// The wait that a thread of a free run has asked for: for a key, a mutex or a time. Belongs to the
// loop's thread.
class ThreadWait
{
public:
    // advance is called when isOver() may have become true.
    ThreadWait(ActiveProcess &process, int thread, WaitTimer &timer, std::function<void()> advance);

    void begin(const Wait &wait); // the time limit of the wait counts from now
    [[nodiscard]] bool isOver(const Wait &wait);
    void cancel(); // the wait is given up, and no key calls advance any more

private:
    bool isKeyOver(const Wait &wait);

    ActiveProcess &m_process;
    const int m_thread;
    WaitTimer &m_timer;
    std::function<void()> m_advance;
    Moment m_until = 0;
    struct Ticket // the wait for a key, as its KeyWatcher knows it
    {
        QByteArray key;
        int node = 0;
        KeyWatcher::Ticket number = 0;
    };
    std::optional<Ticket> m_ticket;
    bool m_isWoken = false;
};

} // namespace lockstep
