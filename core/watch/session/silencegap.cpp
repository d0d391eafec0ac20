// What the server announced in a silence has arrived when the subscriber has answered a question
// that was sent after it. What is not announced has not changed, so nothing else is read again.
// Where objects are read in turn, each is read once more anyway.

#include "core/watch/session/silencegap.h"

#include "core/watch/discovery/changefeed.h"
#include "core/watch/link/serverheartbeat.h"
#include "core/watch/link/watchlinks.h"
#include "core/watch/session/passschedule.h"
#include "core/watch/snapshot/itemstore.h"

#include <utility>

namespace lockstep {

SilenceGap::SilenceGap(const Parts &parts, Milliseconds betweenBeats, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_detector(betweenBeats)
{
}

void SilenceGap::stop()
{
    end();
}

void SilenceGap::noteHeard()
{
    const auto now = std::chrono::steady_clock::now();
    const auto since = m_detector.noteHeard(now);
    if (since && !m_isSilent)
        begin(*since, now);
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

void SilenceGap::end()
{
    if (!std::exchange(m_isSilent, false))
        return;
    m_parts.store->endSilence(std::chrono::steady_clock::now());
    m_parts.passes->setSilent(false);
}

} // namespace lockstep
