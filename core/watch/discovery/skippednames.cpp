#include "core/watch/discovery/skippednames.h"

#include <utility>

namespace lockstep {

namespace {

constexpr auto announceAfter = Milliseconds(250);
constexpr std::size_t mostToAnnounce = 16'384;
// The number of refused names that are kept; when there are more, all are forgotten.
constexpr std::size_t mostRefusedNames = 65'536;
constexpr std::size_t repeatedLooksPerPass = 256;
constexpr auto repeatLookAfter = Milliseconds(20'000); // at each of them, if they are so few

} // namespace

SkippedNames::SkippedNames(const RuleChanges *rules, QObject *parent)
    : QObject(parent)
    , m_rules(rules)
{
    m_announceTimer.setSingleShot(true);
    m_announceTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_announceTimer, &QTimer::timeout, this, &SkippedNames::announceWaiting);
}

bool SkippedNames::isSkipped(const QByteArray &key, bool announced)
{
    using Clock = std::chrono::steady_clock; // looked at seldom: an inventory asks for every key
    if (m_oversized.contains(key) && !(announced && m_oversized.isDue(key, Clock::now())))
        return true; // a pass looks at it
    if (announced && m_dismissed.isRecent(key, Clock::now())) {
        if (m_toAnnounce.size() < mostToAnnounce)
            m_toAnnounce.insert(key);
        if (!m_announceTimer.isActive())
            m_announceTimer.start(announceAfter);
        return true;
    }
    return (!announced && isDismissed(key)) || (!m_refused.empty() && m_refused.contains(key));
}

// So that one after another is looked at again where no announcement tells that it has changed, and
// none of them twice before all others.
bool SkippedNames::isDismissed(const QByteArray &key)
{
    if (!m_dismissed.contains(key) || m_rules->hasChangedRule(key))
        return false;
    if (m_allAnnounced || m_repeatedLooks >= repeatedLooksPerPass)
        return true;
    const auto passes = 1 + m_dismissed.size() / repeatedLooksPerPass;
    const auto now = std::chrono::steady_clock::now();
    if (!m_dismissed.isOlder(key, now, repeatLookAfter * static_cast<qint64>(passes)))
        return true;
    ++m_repeatedLooks;
    return false;
}

void SkippedNames::announceWaiting()
{
    for (const auto &key : std::exchange(m_toAnnounce, {}))
        Q_EMIT announcedAgain(key);
}

void SkippedNames::dismiss(const QByteArray &key)
{
    m_dismissed.add(key, std::chrono::steady_clock::now());
}

void SkippedNames::noteGone(const QByteArray &key)
{
    m_dismissed.noteGone(key, std::chrono::steady_clock::now());
}

void SkippedNames::refuse(const QByteArray &key)
{
    if (m_refused.size() >= mostRefusedNames)
        m_refused.clear();
    m_refused.insert(key);
}

void SkippedNames::forgetDismissedAndRefused()
{
    m_dismissed.clear();
    m_refused.clear();
}

void SkippedNames::stop()
{
    m_toAnnounce.clear();
    m_announceTimer.stop();
}

} // namespace lockstep
