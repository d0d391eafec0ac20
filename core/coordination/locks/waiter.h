#pragma once

#include "core/coordination/locks/leaseclock.h"
#include "core/redis/connection/awaited.h"

#include <QTimer>

namespace lockstep {

// Beyond that a wait is no longer one; what is shorter can be added to the time that it is.
constexpr std::chrono::milliseconds longestPatience = std::chrono::hours(24 * 365) * 100;

// Somebody who waits for a lock: told by a channel, by the clock, or that it is over.
class Waiter
{
public:
    enum class Wake : quint8 {
        Handed, // the lock is ours: by the call last expected
        Look, // something may have changed
        TimedOut
    };

    Waiter();
    Q_DISABLE_COPY_MOVE(Waiter)

    // What was said before is of no more interest: a call to the server follows that sees for
    // itself. Only a hand-over for that call counts from now on.
    void expect(qint64 call);
    // Comes at once if something was said since. One at a time.
    Awaited<Wake> next(LeaseClock::time_point until);
    void cancel(); // next() ends as Cancelled, from the event loop, and so does every later one

    void hand(qint64 call, qint64 fencingToken);
    void look();

    [[nodiscard]] bool isCancelled() const { return m_cancelled; }
    [[nodiscard]] bool wasHanded() const { return m_handed; }
    [[nodiscard]] qint64 fencingToken() const { return m_fencingToken; }

private:
    void tell(Wake wake);

    QTimer m_timer;
    std::function<void(Result<Wake>)> m_done;
    qint64 m_call = 0;
    qint64 m_fencingToken = 0;
    bool m_handed = false;
    bool m_shouldLook = false;
    bool m_cancelled = false;
};

} // namespace lockstep
