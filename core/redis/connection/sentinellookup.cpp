// Asks all Sentinels of a group. Once the primary is known, the connection to one Sentinel that
// named it is kept, for changes, or those to all. When none is left, all are asked again.

#include "core/redis/connection/sentinellookup.h"

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 1s;
constexpr auto patienceWithAMajority = 100ms;
constexpr auto pauseBeforeAskingAgain = 1s;

} // namespace

SentinelLookup::SentinelLookup(Endpoint group, Subscribe subscribe)
    : m_group(std::move(group))
    , m_subscribe(subscribe)
{
    m_patience.setSingleShot(true);
    m_again.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &SentinelLookup::decide);
    connect(&m_again, &QTimer::timeout, this, &SentinelLookup::ask);
}

SentinelLookup::~SentinelLookup() = default;

void SentinelLookup::start()
{
    ask();
}

void SentinelLookup::ask()
{
    m_links.clear();
    for (const HostPort &each : m_group.sentinels.addresses) {
        m_links.push_back(std::make_unique<SentinelLink>(m_group, each));
        // Queued, because the slot may delete the sender.
        connect(m_links.back().get(), &SentinelLink::changed, this, &SentinelLookup::look,
            Qt::QueuedConnection);
        m_links.back()->start();
    }
    m_patience.start(patience);
}

SentinelLookup::Votes SentinelLookup::votes() const
{
    Votes votes;
    std::map<QString, size_t> counts;
    for (const auto &link : m_links) {
        if (link->primary())
            ++counts[link->primary()->display()];
        else
            votes.missing += link->error() ? 0 : 1;
    }
    for (const auto &link : m_links) {
        if (!link->primary())
            continue;
        const size_t agreed = counts[link->primary()->display()];
        if (!votes.chosen || link->epoch() > votes.chosen->epoch()
            || (link->epoch() == votes.chosen->epoch() && agreed > votes.agreed)) {
            votes.chosen = link.get();
            votes.agreed = agreed;
        }
    }
    return votes;
}

void SentinelLookup::look()
{
    const Votes now = votes();
    if (m_patience.isActive()) {
        if (now.missing == 0)
            decide();
        else if (now.agreed > m_links.size() / 2
            && m_patience.remainingTimeAsDuration() > patienceWithAMajority)
            m_patience.start(patienceWithAMajority);
    } else if (now.chosen) {
        conclude(*now.chosen->primary());
    } else if (!m_again.isActive() && !m_links.empty()) {
        m_again.start(pauseBeforeAskingAgain);
    }
}

void SentinelLookup::decide()
{
    m_patience.stop();
    if (const auto *chosen = votes().chosen) {
        const HostPort primary = *chosen->primary();
        if (m_subscribe == Subscribe::ToOne) {
            m_links.erase(std::remove_if(m_links.begin(), m_links.end(),
                              [chosen](const auto &link) { return link.get() != chosen; }),
                m_links.end());
        }
        return conclude(primary);
    }
    if (m_primary) // asked again after a loss: it may not have changed
        m_again.start(pauseBeforeAskingAgain);
    else
        Q_EMIT failed(failureOfAll());
}

void SentinelLookup::conclude(const HostPort &primary)
{
    if (std::exchange(m_primary, primary) != primary)
        Q_EMIT found(primary);
}

// The error if no Sentinel knows the primary. That one answered and does not know the name is a
// better error than that others are down.
Error SentinelLookup::failureOfAll() const
{
    QStringList reasons;
    for (const auto &link : m_links) {
        const Error error = link->error().value_or(Error{ErrorCode::ConnectTimeout, {}});
        if (error.code == ErrorCode::PrimaryUnknown)
            return error;
        reasons << link->sentinel().display()
                + (error.detail.isEmpty() ? QString() : QStringLiteral(": ") + error.detail);
    }
    return {ErrorCode::NoSentinel, reasons.join(QStringLiteral("; "))};
}

} // namespace lockstep
