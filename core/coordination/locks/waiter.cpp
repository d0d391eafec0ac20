#include "core/coordination/locks/waiter.h"

#include <algorithm>

namespace lockstep {

using namespace std::chrono_literals;

Waiter::Waiter(std::chrono::milliseconds longestPiece)
    : m_longestPiece(longestPiece)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.callOnTimeout(&m_timer, [this] {
        if (LeaseClock::now() < m_until)
            startTimer();
        else
            resume(Wake::TimedOut);
    });
}

void Waiter::expect(qint64 call)
{
    m_call = call;
    m_handed = false;
    m_shouldAskAgain = false;
}

Awaited<Waiter::Wake> Waiter::next(LeaseClock::time_point until)
{
    Awaited<Wake> wake;
    m_done = wake.callback();
    m_until = until;
    if (m_cancelled)
        m_done = {}; // ends the wait with Cancelled, see Awaited
    else if (m_handed || m_shouldAskAgain)
        resume(m_handed ? Wake::Handed : Wake::AskAgain);
    else
        startTimer();
    return wake;
}

void Waiter::startTimer()
{
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(m_until - LeaseClock::now());
    m_timer.start(std::clamp(wait, 0ms, m_longestPiece));
}

void Waiter::cancel()
{
    m_cancelled = true;
    m_timer.stop();
    m_done = {}; // as in next()
}

void Waiter::handOver(qint64 call, qint64 fencingToken)
{
    if (call != m_call)
        return;
    m_handed = true;
    m_fencingToken = fencingToken;
    resume(Wake::Handed);
}

void Waiter::askAgain()
{
    m_shouldAskAgain = true;
    resume(Wake::AskAgain);
}

// Resumes the waiting coroutine inside this call; it may delete this object.
void Waiter::resume(Wake wake)
{
    m_timer.stop();
    if (const auto done = std::exchange(m_done, nullptr))
        done(wake);
}

} // namespace lockstep
