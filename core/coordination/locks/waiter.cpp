#include "core/coordination/locks/waiter.h"

#include <algorithm>

namespace lockstep {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds longestTimer = std::chrono::hours(24); // QTimer counts in int

} // namespace

Waiter::Waiter()
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.callOnTimeout(&m_timer, [this] { tell(Wake::TimedOut); });
}

void Waiter::expect(qint64 call)
{
    m_call = call;
    m_handed = false;
    m_shouldLook = false;
}

Awaited<Waiter::Wake> Waiter::next(LeaseClock::time_point until)
{
    Awaited<Wake> wake;
    m_done = wake.callback();
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(until - LeaseClock::now());
    if (m_cancelled)
        m_done = {};
    else if (m_handed || m_shouldLook)
        tell(m_handed ? Wake::Handed : Wake::Look);
    else
        m_timer.start(std::clamp(wait, 0ms, longestTimer));
    return wake;
}

void Waiter::cancel()
{
    m_cancelled = true;
    m_timer.stop();
    m_done = {};
}

void Waiter::hand(qint64 call, qint64 fencingToken)
{
    if (call != m_call)
        return;
    m_handed = true;
    m_fencingToken = fencingToken;
    tell(Wake::Handed);
}

void Waiter::look()
{
    m_shouldLook = true;
    tell(Wake::Look);
}

// Who waits may be resumed in here, and this be gone afterwards.
void Waiter::tell(Wake wake)
{
    m_timer.stop();
    if (const auto done = std::exchange(m_done, nullptr))
        done(wake);
}

} // namespace lockstep
