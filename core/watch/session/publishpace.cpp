#include "core/watch/session/publishpace.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int share = 20; // publishing takes at most a twentieth of our time

} // namespace

// Half a turn, because the reader keeps the pace: two equal periods would wait for each other.
PublishPace::PublishPace(Milliseconds refresh, QObject *parent)
    : QObject(parent)
    , m_shortest(refresh / 2)
    , m_every(m_shortest)
{
    m_due.setSingleShot(true);
    m_due.setTimerType(Qt::PreciseTimer);
    m_eachSecond.setTimerType(Qt::PreciseTimer);
    connect(&m_due, &QTimer::timeout, this, &PublishPace::due);
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

void PublishPace::note(Instant begun, Instant::duration cost)
{
    m_last = begun;
    // The smaller of two costs, because one may have been somebody else's turn on the processor.
    const auto usual = std::min(cost, std::exchange(m_lastCost, cost));
    m_every = std::max(m_shortest, std::chrono::ceil<Milliseconds>(share * usual));
}

} // namespace lockstep
