// What the server announced in a silence has arrived when the subscriber has answered a question
// that was sent after it. What is not announced has not changed, so nothing else is read again.
// Where objects are read in turn, each is read once more anyway. What was announced in a stall has
// arrived likewise.
//
// SWAPDB is found only by its count, seconds later. Whoever swaps once often swaps again soon, and
// what is read after a first swap, which is everything, would be compared with what is there after
// the second. So nothing is concluded until a question that was asked after the first swap was
// found has told of no other.

#include "core/watch/session/silencegap.h"

#include "core/watch/discovery/changefeed.h"
#include "core/watch/link/serverheartbeat.h"
#include "core/watch/link/watchlinks.h"
#include "core/watch/session/passschedule.h"
#include "core/watch/store/itemstore.h"

#include <utility>

namespace lockstep {

SilenceGap::SilenceGap(const Parts &parts, Milliseconds betweenBeats, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_detector(betweenBeats)
{
    m_running.setInterval(StallDetector::betweenRuns);
    connect(&m_running, &QTimer::timeout, this, &SilenceGap::noteRunning);
}

void SilenceGap::start(Instant now)
{
    m_detector.start(now);
    m_stalls.start(now);
    m_running.start();
}

void SilenceGap::stop()
{
    m_running.stop();
    const bool wasOpen = m_isSilent || m_isSwapping;
    m_isSilent = m_isSwapping = false;
    if (wasOpen)
        conclude();
}

void SilenceGap::noteHeard()
{
    const auto now = std::chrono::steady_clock::now();
    const auto since = m_detector.noteHeard(now);
    if (since && !m_isSilent)
        begin(*since, now);
    else if (m_stalls.noteHeard(now, m_parts.links->waitingSince()))
        hearStallOut();
}

void SilenceGap::noteRunning()
{
    if (m_stalls.noteRunning(std::chrono::steady_clock::now(), m_parts.links->waitingSince()))
        hearStallOut();
}

// The answer to the last question comes after all that was announced in the stall.
void SilenceGap::hearStallOut()
{
    const quint32 asked = ++m_stallsAsked;
    m_parts.links->subscriber()->send({"PING"}, [this, asked](const Result<Reply> &) {
        if (asked == m_stallsAsked)
            m_stalls.noteCaughtUp(std::chrono::steady_clock::now());
    });
}

void SilenceGap::notePrimaryLost()
{
    m_detector.noteUnseen(*m_parts.heartbeat->primaryLostSince());
    noteHeard();
}

void SilenceGap::noteShown(const std::optional<Instant> &unseenSince)
{
    if (!m_parts.links->areOpen())
        return;
    if (unseenSince)
        m_detector.noteUnseen(*unseenSince);
    else if (m_hasHeardAll)
        end();
}

void SilenceGap::begin(Instant since, Instant now)
{
    m_stalls.start(now); // it is a silence
    const auto cause =
        m_parts.heartbeat->primaryLostSince() ? UnseenCause::PrimaryLost : UnseenCause::Silence;
    if (m_parts.feed->mode() == WatchMode::Polling && cause == UnseenCause::Silence)
        return m_parts.store->beginUnseen(since, now, cause);
    m_isSilent = true;
    m_hasHeardAll = false;
    m_parts.store->beginSilence(since, now, cause);
    m_parts.passes->setSilent(true);
    m_parts.links->subscriber()->send({"PING"}, [this](const Result<Reply> &) {
        m_hasHeardAll = true;
        Q_EMIT heardAll();
    });
}

void SilenceGap::noteSwapped(Instant after)
{
    m_isSwapping = true;
    m_swappedAt = std::chrono::steady_clock::now();
    m_parts.store->beginSwaps(after, m_swappedAt);
    m_parts.passes->setSilent(true);
}

void SilenceGap::confirmNoSwap(Instant upTo)
{
    if (m_isSwapping && upTo >= m_swappedAt) {
        m_isSwapping = false;
        conclude();
    }
}

void SilenceGap::end()
{
    if (std::exchange(m_isSilent, false))
        conclude();
}

// A silence and a swap share one gap, which ends when neither goes on.
void SilenceGap::conclude()
{
    if (m_isSilent || m_isSwapping)
        return;
    m_parts.store->endSilence(std::chrono::steady_clock::now());
    m_parts.passes->setSilent(false);
}

} // namespace lockstep
