#include "core/redis/identity/servernames.h"

#include <QDir>
#include <QFileInfo>
#include <QHostAddress>
#include <QSet>

#include <algorithm>

namespace lockstep {

namespace {

const QString kindOfData = QStringLiteral("replid:");
const QStringList kinds{QStringLiteral("run_id:"), QStringLiteral("node:"), kindOfData};

const QString sentinelMark = QStringLiteral("sentinel:");

QString hostOf(const QString &name)
{
    QString host = name.toLower();
    if (host.endsWith(QLatin1Char('.')))
        host.chop(1);
    const QHostAddress address(host);
    if (host == QLatin1String("localhost") || address.isLoopback())
        return QStringLiteral("localhost");
    if (address.isNull())
        return host;
    bool isIpv4 = false; // also where it is written as an IPv6 address
    const quint32 ipv4 = address.toIPv4Address(&isIpv4);
    return isIpv4 ? QHostAddress(ipv4).toString() : address.toString().toLower();
}

QString nameOf(const HostPort &place)
{
    return hostOf(place.host) + QLatin1Char(':') + QString::number(place.port);
}

bool isId(const QString &name)
{
    return std::any_of(
        kinds.begin(), kinds.end(), [&name](const QString &kind) { return name.startsWith(kind); });
}

bool haveOneInCommon(const QStringList &some, const QStringList &others)
{
    return std::any_of(
        some.begin(), some.end(), [&others](const QString &name) { return others.contains(name); });
}

// The address in the present normal form. Names that an earlier version stored may be in another
// one.
QString normalised(const QString &address)
{
    const auto colon = address.lastIndexOf(QLatin1Char(':'));
    if (isId(address) || address.startsWith(QLatin1Char('/')) || address.startsWith(sentinelMark)
        || colon < 0)
        return address;
    return hostOf(address.left(colon)) + address.mid(colon);
}

} // namespace

ServerNames::ServerNames(const QStringList &names)
    : m_names(names)
{
    std::transform(m_names.begin(), m_names.end(), m_names.begin(), normalised);
}

QString ServerNames::addressOf(const Endpoint &endpoint)
{
    if (endpoint.transport == Endpoint::Transport::Unix) {
        const QString real = QFileInfo(endpoint.path).canonicalFilePath();
        // Without a socket file there is no real path.
        return real.isEmpty() ? QDir::cleanPath(endpoint.path) : real;
    }
    QStringList places;
    for (const HostPort &each : endpoint.hosts())
        places << nameOf(each);
    places.sort();
    const QString all = places.join(QLatin1Char(','));
    return endpoint.isFoundBySentinels()
        ? sentinelMark + endpoint.sentinels.primary + QLatin1Char('@') + all
        : all;
}

// Each node that an address of a Cluster names leads to the same one.
QStringList ServerNames::addressesOf(const Endpoint &endpoint)
{
    if (!endpoint.isOfCluster())
        return {addressOf(endpoint)};
    QStringList addresses;
    for (const HostPort &each : endpoint.seeds)
        addresses << nameOf(each);
    return addresses;
}

bool ServerNames::containAddress(const Endpoint &endpoint) const
{
    return haveOneInCommon(m_names, addressesOf(endpoint));
}

bool ServerNames::containServer(const Endpoint &endpoint, const ServerIdentity &identity) const
{
    return containAddress(endpoint) || haveOneInCommon(m_names, identity.ofServer);
}

bool ServerNames::containData(const ServerIdentity &identity) const
{
    return haveOneInCommon(m_names, identity.ofData);
}

bool ServerNames::containAll(const ServerNames &others) const
{
    return std::all_of(others.m_names.begin(), others.m_names.end(),
        [this](const QString &name) { return m_names.contains(name); });
}

ServerIdentity ServerNames::identity() const
{
    ServerIdentity identity;
    for (const QString &name : m_names) {
        if (isId(name))
            (name.startsWith(kindOfData) ? identity.ofData : identity.ofServer) << name;
    }
    return identity;
}

bool ServerNames::learn(
    const Endpoint &endpoint, const ServerIdentity &identity, qsizetype earlierIds)
{
    const QSet<QString> before(m_names.begin(), m_names.end());
    const QStringList ids = identity.ofServer + identity.ofData;
    qsizetype earlier = 0;
    for (qsizetype i = m_names.size() - 1; i >= 0 && !ids.isEmpty(); --i) {
        const QString &name = m_names.at(i);
        if (isId(name) && (ids.contains(name) || ++earlier > earlierIds))
            m_names.removeAt(i);
    }
    m_names << addressesOf(endpoint) << ids;
    m_names.removeDuplicates();
    return QSet<QString>(m_names.begin(), m_names.end()) != before;
}

} // namespace lockstep
