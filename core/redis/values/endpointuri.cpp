// What is written here lies in files that people copy and paste from, so a password has no way into
// it: the URI is built from the endpoint's other parts instead of cutting the password out of what
// was typed.

#include "core/redis/values/endpointuri.h"

#include <QStringList>
#include <QUrl>

namespace lockstep {

namespace {

QString percentEncoded(const QString &text, const QByteArray &keep = {})
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text, keep));
}

// Names in other scripts stay readable.
QString encodedHost(const QString &host)
{
    QString text;
    for (const QChar c : host) {
        const bool separates = QStringLiteral("%/?#@[]").contains(c);
        text += separates ? percentEncoded(QString(c)) : QString(c);
    }
    return text;
}

QString encodedPlace(const HostPort &place)
{
    const QString name = encodedHost(place.host);
    const QString host =
        name.contains(QLatin1Char(':')) ? QLatin1Char('[') + name + QLatin1Char(']') : name;
    return host + QLatin1Char(':') + QString::number(place.port);
}

QString queryOf(const Endpoint &endpoint)
{
    QStringList parts;
    const auto add = [&parts](const QString &name, const QString &value) {
        if (!value.isEmpty())
            parts.append(name + QLatin1Char('=') + percentEncoded(value, "/"));
    };
    if (endpoint.isFoundBySentinels()) {
        add(QStringLiteral("master"), endpoint.sentinels.primary);
        add(QStringLiteral("sentinel-user"), QString::fromUtf8(endpoint.sentinels.user));
    }
    QStringList map;
    for (const AddressMapping &each : endpoint.map)
        map << encodedPlace(each.told) + QLatin1Char('=') + encodedPlace(each.reached);
    if (!map.isEmpty() && endpoint.takesMap())
        parts.append(QStringLiteral("map=") + map.join(QLatin1Char(',')));
    if (endpoint.transport == Endpoint::Transport::Unix && endpoint.database != 0)
        add(QStringLiteral("db"), QString::number(endpoint.database));
    if (endpoint.transport == Endpoint::Transport::Tls) {
        add(QStringLiteral("cacert"), endpoint.tls.caFile);
        add(QStringLiteral("cert"), endpoint.tls.certificateFile);
        add(QStringLiteral("key"), endpoint.tls.keyFile);
        add(QStringLiteral("sni"), endpoint.tls.serverName);
    }
    return parts.isEmpty() ? QString() : QLatin1Char('?') + parts.join(QLatin1Char('&'));
}

} // namespace

QString uriWithoutPassword(const Endpoint &endpoint)
{
    const QString user = endpoint.user.isEmpty()
        ? QString()
        : QString::fromLatin1(endpoint.user.toPercentEncoding()) + QLatin1Char('@');
    if (endpoint.transport == Endpoint::Transport::Unix)
        return QLatin1String("unix://") + user + percentEncoded(endpoint.path, "/")
            + queryOf(endpoint);
    const bool isTls = endpoint.transport == Endpoint::Transport::Tls;
    QStringList places;
    for (const HostPort &each : endpoint.hosts())
        places << encodedPlace(each);
    const char *const of = endpoint.isFoundBySentinels() ? "-sentinel://"
        : endpoint.isOfCluster()                         ? "+cluster://"
                                                         : "://";
    return QLatin1String(isTls ? "rediss" : "redis") + QLatin1String(of) + user
        + places.join(QLatin1Char(',')) + QLatin1Char('/') + QString::number(endpoint.database)
        + queryOf(endpoint);
}

} // namespace lockstep
