#pragma once

#include "core/coordination/locks/leaseclock.h"
#include "core/redis/connection/awaited.h"

#include <QTimer>

namespace lockstep {

// A century. Longer waits are cut to this, so that adding them to the present time cannot overflow.
constexpr std::chrono::milliseconds longestPatience = std::chrono::hours(24 * 365) * 100;

// Waits for a lock. It is woken by a channel, by the clock, or by cancel().
class Waiter
{
public:
    enum class Wake : quint8 {
        Handed, // the lock was handed to us, for the call that expect() named
        AskAgain, // something may have changed
        TimedOut
    };

    // longestPiece: a longer wait is made of several of its timer.
    explicit Waiter(std::chrono::milliseconds longestPiece = longestTimer);
    Q_DISABLE_COPY_MOVE(Waiter)

    // Forgets earlier wake-ups, because a call to the server follows, which sees what they were
    // about. From now on only a hand-over for that call counts.
    void expect(qint64 call);
    // Returns at once if it was woken since expect(). Only one at a time.
    Awaited<Wake> next(LeaseClock::time_point until);
    void cancel(); // this and all later next() return Cancelled, from the event loop

    void handOver(qint64 call, qint64 fencingToken);
    void askAgain();

    [[nodiscard]] bool isCancelled() const { return m_cancelled; }
    [[nodiscard]] bool wasHanded() const { return m_handed; }
    [[nodiscard]] qint64 fencingToken() const { return m_fencingToken; }

private:
    void startTimer();
    void resume(Wake wake);

    QTimer m_timer;
    std::chrono::milliseconds m_longestPiece;
    LeaseClock::time_point m_until{}; // of the present next()
    std::function<void(Result<Wake>)> m_done;
    qint64 m_call = 0;
    qint64 m_fencingToken = 0;
    bool m_handed = false;
    bool m_shouldAskAgain = false;
    bool m_cancelled = false;
};

} // namespace lockstep
