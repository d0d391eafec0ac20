// Asks all Sentinels of a group. Once the primary is known, the connection to one Sentinel that
// named it is kept, for changes, or those to all. Those that are lost are made again; when none is
// left, all are asked anew.

#include "core/redis/connection/sentinellookup.h"

#include "core/redis/values/errorclasses.h"

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 1s;
constexpr auto patienceWithAMajority = 100ms;
constexpr auto pauseBeforeAskingAgain = 2s;

// Whether it is lost. A password that was refused is not tried over and over.
bool isWorthAskingAgain(const std::unique_ptr<SentinelLink> &link)
{
    return link->error() && !isAboutCredentials(link->error()->code);
}

} // namespace

SentinelLookup::SentinelLookup(Endpoint group, Subscribe subscribe)
    : m_group(std::move(group))
    , m_subscribe(subscribe)
{
    m_patience.setSingleShot(true);
    m_again.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &SentinelLookup::decide);
    connect(&m_again, &QTimer::timeout, this, &SentinelLookup::askAgain);
}

SentinelLookup::~SentinelLookup() = default;

void SentinelLookup::ask()
{
    stop();
    m_links.resize(m_group.sentinels.addresses.size());
    for (size_t i = 0; i < m_links.size(); ++i)
        start(m_links[i], m_group.sentinels.addresses[i]);
    m_patience.start(patience);
}

void SentinelLookup::stop()
{
    m_patience.stop();
    m_again.stop();
    m_primary.reset();
    m_links.clear();
}

void SentinelLookup::start(std::unique_ptr<SentinelLink> &link, const HostPort &sentinel)
{
    link = std::make_unique<SentinelLink>(m_group, sentinel);
    // Queued, because the slot may delete the sender.
    connect(link.get(), &SentinelLink::changed, this, &SentinelLookup::look, Qt::QueuedConnection);
    link->start();
}

void SentinelLookup::askAgain()
{
    if (!votes().chosen)
        return ask();
    for (auto &link : m_links) {
        if (isWorthAskingAgain(link))
            start(link, HostPort(link->sentinel()));
    }
}

SentinelLookup::Votes SentinelLookup::votes() const
{
    Votes votes;
    std::map<QString, size_t> counts;
    bool haveEpochs = true;
    for (const auto &link : m_links) {
        if (link->primary()) {
            ++counts[link->primary()->display()];
            haveEpochs = haveEpochs && link->epoch();
        } else {
            votes.missing += link->error() ? 0 : 1;
        }
    }
    std::pair<quint64, size_t> best; // the epoch, then how many agree
    for (const auto &link : m_links) {
        if (!link->primary())
            continue;
        const std::pair vote(haveEpochs ? *link->epoch() : 0, counts[link->primary()->display()]);
        if (votes.chosen && vote <= best)
            continue;
        best = vote;
        votes.chosen = link.get();
        votes.agreed = vote.second;
    }
    return votes;
}

void SentinelLookup::look()
{
    if (!m_patience.isActive())
        return follow();
    const Votes now = votes();
    if (now.missing == 0)
        decide();
    else if (now.agreed > m_links.size() / 2
        && m_patience.remainingTimeAsDuration() > patienceWithAMajority)
        m_patience.start(patienceWithAMajority);
}

void SentinelLookup::decide()
{
    m_patience.stop();
    const auto *chosen = votes().chosen;
    if (chosen && m_subscribe == Subscribe::ToOne)
        std::erase_if(m_links, [chosen](const auto &link) { return link.get() != chosen; });
    follow();
    if (!chosen)
        Q_EMIT failed(failureOfAll());
}

void SentinelLookup::follow()
{
    if (!m_again.isActive() && std::any_of(m_links.begin(), m_links.end(), isWorthAskingAgain))
        m_again.start(pauseBeforeAskingAgain);
    const auto *chosen = votes().chosen;
    const std::optional<HostPort> primary = chosen ? chosen->primary() : std::nullopt;
    if (std::exchange(m_primary, primary) != primary && primary)
        Q_EMIT found(*primary);
}

std::optional<Error> SentinelLookup::epochRefusal() const
{
    for (const auto &link : m_links) {
        if (link->primary() && link->epochRefusal())
            return link->epochRefusal();
    }
    return std::nullopt;
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
