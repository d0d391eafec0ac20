#include "core/watch/session/publishpace.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int pausePerCost = 20; // so publishing takes at most a twentieth of the thread's time

} // namespace

// It waits half of the reader's period: with equal periods each would wait for the other.
PublishPace::PublishPace(Milliseconds refresh, QObject *parent)
    : QObject(parent)
    , m_shortest(refresh / 2)
    , m_every(m_shortest)
{
    m_due.setSingleShot(true);
    m_due.setTimerType(Qt::PreciseTimer);
    m_eachSecond.setTimerType(Qt::PreciseTimer);
    connect(&m_due, &QTimer::timeout, this, &PublishPace::due);
    m_later.setSingleShot(true);
    m_later.setTimerType(Qt::PreciseTimer);
    connect(&m_later, &QTimer::timeout, this, &PublishPace::ask);
    connect(&m_eachSecond, &QTimer::timeout, this, &PublishPace::ask);
}

void PublishPace::start()
{
    m_eachSecond.start(std::chrono::seconds(1));
    ask();
}

void PublishPace::ask()
{
    if (m_due.isActive())
        return;
    const auto wait = m_last + m_every - std::chrono::steady_clock::now();
    m_due.start(std::max(std::chrono::ceil<Milliseconds>(wait), Milliseconds(0)));
}

// The timer waits a second at most, because due() comes each second anyway.
void PublishPace::askAt(std::optional<Instant> moment)
{
    if (!moment)
        return m_later.stop();
    const auto wait = std::chrono::ceil<Milliseconds>(*moment - std::chrono::steady_clock::now());
    m_later.start(std::clamp(wait, Milliseconds(0), Milliseconds(1'000)));
}

void PublishPace::note(Instant begun, Instant::duration cost)
{
    m_last = begun;
    // The smaller of the last two costs, because another process may have had the processor.
    const auto usual = std::min(cost, std::exchange(m_lastCost, cost));
    m_every = std::max(m_shortest, std::chrono::ceil<Milliseconds>(pausePerCost * usual));
}

} // namespace lockstep
