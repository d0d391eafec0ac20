// Who a server says it is changes with each restart and each failover. Its address does not.

#include "core/redis/identity/sameserver.h"

#include <QDir>
#include <QFileInfo>
#include <QHostInfo>

#include <algorithm>

namespace lockstep {

namespace {

bool isSameHost(const QString &a, const QString &b)
{
    if (a.compare(b, Qt::CaseInsensitive) == 0)
        return true;
    const auto first = QHostInfo::fromName(a).addresses();
    const auto second = QHostInfo::fromName(b).addresses();
    return std::any_of(first.begin(), first.end(),
        [&second](const QHostAddress &each) { return second.contains(each); });
}

bool sharesHost(const Endpoint &a, const Endpoint &b)
{
    const auto first = a.hosts();
    const auto second = b.hosts();
    return std::any_of(first.begin(), first.end(), [&second](const HostPort &each) {
        return std::any_of(second.begin(), second.end(), [&each](const HostPort &other) {
            return each.port == other.port && isSameHost(each.host, other.host);
        });
    });
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
