// What is written here lies in a file that people copy and paste from, so a password has no way
// into it: the URI is built from the endpoint's other parts instead of cutting the password out of
// what was typed.

#include "ui/connect/recentservers.h"

#include <QSettings>
#include <QUrl>

namespace lockstep {

namespace {

const QString settingsKey = QStringLiteral("recentServers");
const QString pinnedKey = QStringLiteral("pinnedServers");
const QString lastKey = QStringLiteral("lastServer");

QString encoded(const QString &text, const QByteArray &keep = {})
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text, keep));
}

// Names in other scripts stay readable.
QString encodedHost(const QString &host)
{
    QString text;
    for (const QChar c : host) {
        const bool separates = QStringLiteral("%/?#@[]").contains(c);
        text += separates ? encoded(QString(c)) : QString(c);
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
            parts.append(name + QLatin1Char('=') + encoded(value, "/"));
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
        return QLatin1String("unix://") + user + encoded(endpoint.path, "/") + queryOf(endpoint);
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

RecentServers::RecentServers(QSettings *settings)
    : m_settings(settings)
{
}

QStringList RecentServers::uris() const
{
    const QStringList pinned = m_settings->value(pinnedKey).toStringList();
    QStringList others = m_settings->value(settingsKey).toStringList();
    others.removeIf([&pinned](const QString &uri) { return pinned.contains(uri); });
    return pinned + others.mid(0, most);
}

void RecentServers::remember(const Endpoint &endpoint)
{
    const QString uri = uriWithoutPassword(endpoint);
    m_settings->setValue(lastKey, uri);
    if (isPinned(uri))
        return;
    QStringList all = m_settings->value(settingsKey).toStringList();
    all.removeAll(uri);
    all.prepend(uri);
    m_settings->setValue(settingsKey, all.mid(0, most));
}

void RecentServers::remove(const QString &uri)
{
    for (const QString &key : {settingsKey, pinnedKey}) {
        QStringList all = m_settings->value(key).toStringList();
        all.removeAll(uri);
        m_settings->setValue(key, all);
    }
    if (last() == uri)
        forgetLast();
}

bool RecentServers::isPinned(const QString &uri) const
{
    return m_settings->value(pinnedKey).toStringList().contains(uri);
}

void RecentServers::setPinned(const QString &uri, bool pinned)
{
    QStringList all = m_settings->value(pinnedKey).toStringList();
    QStringList others = m_settings->value(settingsKey).toStringList();
    all.removeAll(uri);
    others.removeAll(uri);
    if (pinned)
        all.append(uri);
    else
        others.prepend(uri);
    m_settings->setValue(pinnedKey, all);
    m_settings->setValue(settingsKey, others.mid(0, most));
}

QString RecentServers::last() const
{
    return m_settings->value(lastKey).toString();
}

void RecentServers::forgetLast()
{
    m_settings->remove(lastKey);
}

} // namespace lockstep
