// Addresses are taken apart here and not by QUrl, which repairs what it does not understand: a port
// of 65536 or a stray '%' must be told, not guessed away.
//
// No sentence repeats a part in which a password may have landed: with a '/' or '@' that was not
// percent-encoded, or with the host forgotten, that can be the host, the port or the path.

#include "core/redis/values/endpoint.h"

#include "core/redis/values/coretext.h"
#include "core/redis/values/endpointparameters.h"
#include "core/redis/values/uriparts.h"

#include <QHostAddress>
#include <QStringList>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;
using namespace UriParts;

constexpr quint16 sentinelPort = 26379; // unless another one is given

Result<void> readUser(QStringView userInfo, Endpoint &endpoint)
{
    const qsizetype colon = userInfo.indexOf(u':');
    const auto user =
        decoded(colon < 0 ? userInfo : userInfo.first(colon), CoreText::tr("user name"));
    if (!user)
        return tl::unexpected(user.error());
    endpoint.user = *user;
    if (colon < 0)
        return {};
    const auto password = decoded(userInfo.sliced(colon + 1), CoreText::tr("password"));
    if (!password)
        return tl::unexpected(password.error());
    endpoint.password = *password;
    return {};
}

Result<void> readHost(QStringView part, HostPort &address)
{
    const auto host = decodedText(part, CoreText::tr("host"));
    if (!host)
        return tl::unexpected(host.error());
    if (host->isEmpty())
        return badUri(CoreText::tr("The host is missing, as in redis://127.0.0.1:6379."));
    if (host->contains(u' '))
        return badUri(CoreText::tr("The host contains a space."));
    address.host = *host;
    return {};
}

// Reads "host" or "host:port". Without a port, address.port stays as it is.
Result<void> readHostAndPort(QStringView part, HostPort &address)
{
    QStringView host = part;
    QStringView rest;
    if (part.startsWith(u'[')) {
        const qsizetype end = part.indexOf(u']');
        if (end < 0)
            return badUri(CoreText::tr("The ']' after the IPv6 address is missing."));
        host = part.sliced(1, end - 1);
        rest = part.sliced(end + 1);
        if (!rest.isEmpty() && !rest.startsWith(u':'))
            return badUri(CoreText::tr("After the ']' of an IPv6 address only :port may follow."));
    } else {
        const qsizetype colon = part.indexOf(u':');
        if (colon >= 0) {
            host = part.first(colon);
            rest = part.sliced(colon);
        }
        if (rest.count(u':') > 1)
            return badUri(
                CoreText::tr("An IPv6 address has to be in brackets, as in redis://[::1]:6379."));
    }
    if (auto read = readHost(host, address); !read)
        return read;
    if (part.startsWith(u'[')
        && QHostAddress(address.host).protocol() != QAbstractSocket::IPv6Protocol)
        return badUri(CoreText::tr(
            "In the brackets there must be an IPv6 address, as in redis://[::1]:6379."));
    if (rest.isEmpty())
        return {};
    const auto port = number(
        rest.sliced(1), 1, 65535, CoreText::tr("The port must be a number from 1 to 65535."));
    if (!port)
        return tl::unexpected(port.error());
    address.port = static_cast<quint16>(*port);
    return {};
}

Result<void> readPlace(QStringView part, Endpoint &endpoint)
{
    HostPort place{{}, endpoint.port};
    if (auto read = readHostAndPort(part, place); !read)
        return read;
    endpoint.host = place.host;
    endpoint.port = place.port;
    return {};
}

Result<void> readSentinels(QStringView part, Endpoint &endpoint)
{
    for (const QStringView each : part.split(u',')) {
        HostPort sentinel{{}, sentinelPort};
        if (auto read = readHostAndPort(each, sentinel); !read)
            return read;
        endpoint.sentinels.addresses.push_back(sentinel);
    }
    return {};
}

// Reads the nodes of a Cluster. A node without a port gets the usual one, 6379.
Result<void> readSeeds(QStringView part, Endpoint &endpoint)
{
    for (const QStringView each : part.split(u',')) {
        HostPort seed{{}, endpoint.port};
        if (auto read = readHostAndPort(each, seed); !read)
            return read;
        endpoint.seeds.push_back(seed);
    }
    endpoint.host = endpoint.seeds.front().host;
    endpoint.port = endpoint.seeds.front().port;
    return {};
}

Result<void> readUnix(QStringView rest, Endpoint &endpoint)
{
    const qsizetype slash = rest.indexOf(u'/');
    const QStringView before = slash < 0 ? rest : rest.first(slash);
    if (slash < 0 || (!before.isEmpty() && !before.endsWith(u'@')))
        return badUri(CoreText::tr("The path must be absolute, as in unix:///run/redis.sock; "
                                   "before it only user:password@ is possible, percent-encoded."));
    if (!before.isEmpty()) {
        if (auto read = readUser(before.chopped(1), endpoint); !read)
            return read;
    }
    const auto path = decodedText(rest.sliced(slash), CoreText::tr("path"));
    if (!path)
        return tl::unexpected(path.error());
    endpoint.path = *path;
    return {};
}

// What the hosts of an address are.
enum class Hosts : quint8 { Server, Sentinels, Cluster };

Result<void> readHosts(QStringView place, Hosts hosts, Endpoint &endpoint)
{
    switch (hosts) {
    case Hosts::Sentinels:
        return readSentinels(place, endpoint);
    case Hosts::Cluster:
        return readSeeds(place, endpoint);
    case Hosts::Server:
        break;
    }
    if (place.contains(u','))
        return badUri(CoreText::tr("Several hosts are possible for a cluster, as in "
                                   "redis+cluster://host1,host2, and for Sentinels, as in "
                                   "redis-sentinel://host1,host2?master=mymaster."));
    return readPlace(place, endpoint);
}

Result<void> readTcp(QStringView rest, Hosts hosts, Endpoint &endpoint)
{
    const qsizetype slash = rest.indexOf(u'/');
    const QStringView authority = slash < 0 ? rest : rest.first(slash);
    const QStringView path = slash < 0 ? QStringView() : rest.sliced(slash + 1);
    const qsizetype at = authority.lastIndexOf(u'@');
    if (at >= 0) {
        if (auto read = readUser(authority.first(at), endpoint); !read)
            return read;
    }
    if (auto found = readHosts(authority.sliced(at + 1), hosts, endpoint); !found)
        return found;
    if (path.isEmpty())
        return {};
    const auto database = databaseNumber(path);
    if (!database)
        return tl::unexpected(database.error());
    endpoint.database = *database;
    return {};
}

// Percent-encodes only what would end the part or be read as an encoding, so that the rest stays
// readable.
QString encoded(const QString &text)
{
    QString out;
    for (const QChar character : text) {
        const bool isPlain =
            character.category() != QChar::Other_Control && !u"%?#@"_qs.contains(character);
        out += isPlain ? QString(character)
                       : QString::fromLatin1(QString(character).toUtf8().toPercentEncoding());
    }
    return out;
}

struct Scheme
{
    QLatin1StringView name;
    Endpoint::Transport transport;
    Hosts hosts = Hosts::Server;
};

constexpr std::array schemes{
    Scheme{"redis"_L1, Endpoint::Transport::Tcp},
    Scheme{"rediss"_L1, Endpoint::Transport::Tls},
    Scheme{"unix"_L1, Endpoint::Transport::Unix},
    Scheme{"redis-sentinel"_L1, Endpoint::Transport::Tcp, Hosts::Sentinels},
    Scheme{"rediss-sentinel"_L1, Endpoint::Transport::Tls, Hosts::Sentinels},
    Scheme{"redis+cluster"_L1, Endpoint::Transport::Tcp, Hosts::Cluster},
    Scheme{"rediss+cluster"_L1, Endpoint::Transport::Tls, Hosts::Cluster},
};

Result<Scheme> schemeOf(const QString &name)
{
    for (const Scheme &each : schemes) {
        if (name == each.name)
            return each;
    }
    return badUri(CoreText::tr(
        "The address must begin with redis://, rediss:// (TLS), unix://, redis-sentinel://, "
        "rediss-sentinel://, redis+cluster:// or rediss+cluster://."));
}

QLatin1StringView schemeOf(const Endpoint &endpoint)
{
    const Hosts hosts = endpoint.isFoundBySentinels() ? Hosts::Sentinels
        : endpoint.isOfCluster()                      ? Hosts::Cluster
                                                      : Hosts::Server;
    const auto fits = [&endpoint, hosts](const Scheme &each) {
        return each.transport == endpoint.transport && each.hosts == hosts;
    };
    return std::find_if(schemes.begin(), schemes.end(), fits)->name;
}

} // namespace

Result<Endpoint> Endpoint::fromUri(const QString &uri)
{
    const qsizetype colon = uri.indexOf("://"_L1);
    const auto scheme = schemeOf(uri.first(qMax<qsizetype>(colon, 0)).toLower());
    if (!scheme)
        return tl::unexpected(scheme.error());
    Endpoint endpoint;
    endpoint.transport = scheme->transport;

    const QStringView rest = QStringView(uri).sliced(colon + 3);
    if (rest.contains(u'#'))
        return badUri(CoreText::tr(
            "A '#' has no meaning here; inside a name or password it is written %23."));
    const qsizetype mark = rest.indexOf(u'?');
    const QStringView place = mark < 0 ? rest : rest.first(mark);
    const bool isUnix = scheme->transport == Transport::Unix;
    const qsizetype slash = rest.indexOf(u'/');
    const qsizetype hostEnd = slash >= 0 && (mark < 0 || slash < mark) ? slash : mark;
    if (!isUnix && hostEnd >= 0 && rest.indexOf(u'@', hostEnd) >= 0)
        return badUri(CoreText::tr("There is an '@' after the host; in a user name or password "
                                   "'/' is written %2F, '?' %3F and '@' %40."));
    auto read = isUnix ? readUnix(place, endpoint) : readTcp(place, scheme->hosts, endpoint);
    if (read && mark >= 0)
        read = readParameters(rest.sliced(mark + 1), endpoint);
    if (!read)
        return tl::unexpected(read.error());
    if (endpoint.isFoundBySentinels() && endpoint.sentinels.primary.isEmpty())
        return badUri(CoreText::tr("An address of Sentinels needs the name of the primary, as in "
                                   "redis-sentinel://host1,host2?master=mymaster."));
    return endpoint;
}

QString Endpoint::display() const
{
    QString shown = schemeOf(*this) + "://"_L1;
    if (!user.isEmpty())
        shown += QString::fromLatin1(user.toPercentEncoding()) + u'@';
    if (transport == Transport::Unix)
        return shown + encoded(path)
            + (database == 0 ? QString() : "?db="_L1 + QString::number(database));
    QStringList places;
    for (const HostPort &each : hosts())
        places << each.display();
    shown += places.join(u',');
    if (database != 0)
        shown += u'/' + QString::number(database);
    if (isFoundBySentinels())
        shown +=
            "?master="_L1 + QString::fromLatin1(sentinels.primary.toUtf8().toPercentEncoding());
    return shown;
}

std::vector<HostPort> Endpoint::hosts() const
{
    if (isFoundBySentinels())
        return sentinels.addresses;
    return isOfCluster() ? seeds : std::vector<HostPort>{{host, port}};
}

Result<AddressMapping> AddressMapping::fromText(QStringView text)
{
    const qsizetype equals = text.indexOf(u'=');
    AddressMapping mapping;
    const auto told = readHostAndPort(text.first(qMax<qsizetype>(equals, 0)), mapping.told);
    const auto reached = readHostAndPort(text.sliced(equals + 1), mapping.reached);
    if (!told || !reached || mapping.told.port == 0 || mapping.reached.port == 0)
        return badUri(CoreText::tr(
            "A mapping is written HOST:PORT=HOST:PORT: first what the servers say, then "
            "where that is reached from here."));
    return mapping;
}

QString AddressMapping::display() const
{
    return told.display() + u'=' + reached.display();
}

HostPort Endpoint::reached(const HostPort &told) const
{
    const auto found = std::find_if(
        map.begin(), map.end(), [&told](const AddressMapping &each) { return each.told == told; });
    return found == map.end() ? told : found->reached;
}

Endpoint Endpoint::at(const HostPort &address) const
{
    Endpoint found = *this;
    if (transport == Transport::Unix)
        found.transport = Transport::Tcp;
    found.path.clear();
    found.host = address.host;
    found.port = address.port;
    found.sentinels = {};
    found.seeds.clear();
    return found;
}

QString HostPort::display() const
{
    const QString shown = encoded(host);
    return (host.contains(u':') ? u"[%1]:%2"_qs : u"%1:%2"_qs).arg(shown, QString::number(port));
}

} // namespace lockstep
