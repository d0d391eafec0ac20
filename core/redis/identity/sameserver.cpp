// Who a server says it is changes with each restart and each failover. Its address does not.

#include "core/redis/identity/sameserver.h"

#include <QDir>
#include <QFileInfo>
#include <QHostInfo>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

using Places = std::vector<std::pair<QString, quint16>>; // hosts as written, or as addresses

bool haveCommon(const Places &a, const Places &b)
{
    return std::any_of(a.begin(), a.end(),
        [&b](const auto &each) { return std::find(b.begin(), b.end(), each) != b.end(); });
}

Places asWritten(const std::vector<HostPort> &hosts)
{
    Places places;
    for (const HostPort &each : hosts)
        places.emplace_back(each.host.toLower(), each.port);
    return places;
}

Places resolved(const std::vector<HostPort> &hosts)
{
    Places places;
    for (const HostPort &each : hosts) {
        for (const QHostAddress &address : QHostInfo::fromName(each.host).addresses())
            places.emplace_back(address.toString(), each.port);
    }
    return places;
}

// Names are looked up only if none is written alike.
bool sharesHost(const Endpoint &a, const Endpoint &b)
{
    return haveCommon(asWritten(a.hosts()), asWritten(b.hosts()))
        || haveCommon(resolved(a.hosts()), resolved(b.hosts()));
}

// A socket that is not there any more has no canonical path.
bool isSameSocket(const QString &a, const QString &b)
{
    const QString path = QFileInfo(a).canonicalFilePath();
    return QDir::cleanPath(a) == QDir::cleanPath(b)
        || (!path.isEmpty() && path == QFileInfo(b).canonicalFilePath());
}

} // namespace

bool isSameServer(const Endpoint &a, const Endpoint &b)
{
    using Transport = Endpoint::Transport;
    const bool isSocket = a.transport == Transport::Unix;
    if (isSocket != (b.transport == Transport::Unix) || a.database != b.database
        || a.isOfCluster() != b.isOfCluster() || a.isFoundBySentinels() != b.isFoundBySentinels()
        || a.sentinels.primary != b.sentinels.primary)
        return false;
    return isSocket ? isSameSocket(a.path, b.path) : sharesHost(a, b);
}

} // namespace lockstep
