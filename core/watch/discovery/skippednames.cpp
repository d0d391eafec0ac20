#include "core/watch/discovery/skippednames.h"

#include <utility>

namespace lockstep {

namespace {

constexpr auto lookAgainEvery = Milliseconds(250);
constexpr std::size_t mostToLookAgain = 16'384;
constexpr std::size_t mostRefused = 65'536; // single names; many are a shape
constexpr std::size_t looksAgainPerPass = 256;
constexpr auto lookAgainAfter = Milliseconds(20'000); // at each of them, if they are so few

} // namespace

SkippedNames::SkippedNames(const RuleChanges *rules, QObject *parent)
    : QObject(parent)
    , m_rules(rules)
{
    m_lookAgainTimer.setSingleShot(true);
    m_lookAgainTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_lookAgainTimer, &QTimer::timeout, this, &SkippedNames::lookAgain);
}

bool SkippedNames::contains(const QByteArray &key, bool announced)
{
    using Clock = std::chrono::steady_clock; // looked at seldom: a walk asks for every key
    if (m_tooLarge.contains(key) && !(announced && m_tooLarge.isDue(key, Clock::now())))
        return true; // a pass looks at it
    if (announced && m_dismissed.isRecent(key, Clock::now())) {
        if (m_lookAgain.size() < mostToLookAgain)
            m_lookAgain.insert(key);
        if (!m_lookAgainTimer.isActive())
            m_lookAgainTimer.start(lookAgainEvery);
        return true;
    }
    return (!announced && isDismissed(key)) || (!m_refused.empty() && m_refused.contains(key));
}

// So that one after another is looked at again where no announcement tells that it has changed, and
// none of them twice before all others.
bool SkippedNames::isDismissed(const QByteArray &key)
{
    if (!m_dismissed.contains(key) || m_rules->isToldAnew(key))
        return false;
    if (m_allAnnounced || m_looksAgain >= looksAgainPerPass)
        return true;
    const auto passes = 1 + m_dismissed.size() / looksAgainPerPass;
    const auto now = std::chrono::steady_clock::now();
    if (!m_dismissed.isOlder(key, now, lookAgainAfter * static_cast<qint64>(passes)))
        return true;
    ++m_looksAgain;
    return false;
}

void SkippedNames::lookAgain()
{
    for (const auto &key : std::exchange(m_lookAgain, {}))
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
    if (m_refused.size() >= mostRefused)
        m_refused.clear();
    m_refused.insert(key);
}

void SkippedNames::forgetNothings()
{
    m_dismissed.clear();
    m_refused.clear();
}

void SkippedNames::stop()
{
    m_lookAgain.clear();
    m_lookAgainTimer.stop();
}

} // namespace lockstep
