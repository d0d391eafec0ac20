#include "core/watch/watchlinks.h"

#include "core/watch/allowlist.h"

#include <algorithm>

// When one of the three connections is lost, all are opened anew: the redirection of the
// invalidations dies with the listening one, and what was said on one of them means nothing without
// the others.

namespace lockstep {

namespace {

constexpr qint64 largestReply = 64LL * 1024 * 1024;

using Counts = std::map<QByteArray, qint64>;

// "get", "memory|usage".
QByteArray nameInStatistics(const Command &command)
{
    const auto &words = command.words();
    const auto name = words.first().toLower();
    for (const char *container : {"client", "config", "memory", "pubsub"}) {
        if (name == container && words.size() > 1)
            return name + '|' + words.at(1).toLower();
    }
    return name;
}

std::unique_ptr<Connection> makeConnection(const Endpoint &endpoint, const char *name,
    Milliseconds commandTimeout, const std::shared_ptr<Counts> &counts)
{
    ConnectionOptions options;
    options.clientName = name;
    options.commandTimeout = commandTimeout;
    options.maxReplyBytes = largestReply;
    options.permit = [counts](const Command &command) {
        const bool isAllowed = isAllowedForWatching(command);
        if (isAllowed)
            ++(*counts)[nameInStatistics(command)];
        return isAllowed;
    };
    return std::make_unique<Connection>(endpoint, options);
}

} // namespace

WatchLinks::WatchLinks(const Endpoint &endpoint, Milliseconds commandTimeout)
    : m_counts(std::make_shared<Counts>())
    , m_reader(makeConnection(endpoint, "lockstep-reader", commandTimeout, m_counts))
    , m_scout(makeConnection(endpoint, "lockstep-scout", commandTimeout, m_counts))
    , m_ears(makeConnection(endpoint, "lockstep-ears", commandTimeout, m_counts))
{
    for (auto *link : all()) {
        connect(link, &Connection::opened, this, &WatchLinks::onOpened);
        connect(link, &Connection::failed, this, &WatchLinks::onFailed);
        connect(link, &Connection::lost, this, &WatchLinks::onLost);
    }
}

std::array<Connection *, 3> WatchLinks::all() const
{
    return {m_reader.get(), m_scout.get(), m_ears.get()};
}

void WatchLinks::open()
{
    for (auto *link : all())
        link->keepOpen();
}

void WatchLinks::close()
{
    for (auto *link : all())
        link->disconnect(this);
    for (auto *link : all())
        link->close();
    m_areOpen = false;
}

Traffic WatchLinks::traffic() const
{
    Traffic sum;
    for (const auto *link : all()) {
        const auto one = link->traffic();
        sum.commands += one.commands;
        sum.bytesSent += one.bytesSent;
        sum.bytesReceived += one.bytesReceived;
    }
    return sum;
}

void WatchLinks::onOpened()
{
    const auto links = all();
    m_areOpen = std::all_of(links.begin(), links.end(),
        [](auto *link) { return link->state() == Connection::State::Open; });
    if (!m_areOpen)
        return;
    for (auto *link : {m_reader.get(), m_scout.get()})
        link->send(
            {"CLIENT", "NO-TOUCH", "ON"}, [](const Result<Reply> &) {}); // from 7.2; a courtesy
    Q_EMIT opened();
}

void WatchLinks::onLost(const Error &error)
{
    if (!m_areOpen)
        return; // one of three while others are opened again
    m_areOpen = false;
    Q_EMIT lost(error);
    for (auto *link : all()) {
        link->close();
        link->keepOpen();
    }
}

void WatchLinks::onFailed(const Error &error, Milliseconds nextAttempt)
{
    // A wrong password does not become right by trying, but trying may lock the account.
    if (error.code != ErrorCode::NoAuth && error.code != ErrorCode::WrongPass) {
        Q_EMIT failed(error, nextAttempt);
        return;
    }
    for (auto *link : all())
        link->close();
    Q_EMIT failed(error, std::nullopt);
}

} // namespace lockstep
