// What is written here lies in a file that people copy and paste from, so a password has no way
// into it: the URI is built from the endpoint's other parts instead of cutting the password out of
// what was typed.

#include "ui/connect/recentservers.h"

#include <QSettings>
#include <QUrl>

namespace lockstep {

namespace {

const QString settingsKey = QStringLiteral("recentServers");

QString encoded(const QString &text, const QByteArray &keep = {})
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text, keep));
}

QString queryOf(const Endpoint &endpoint)
{
    QStringList parts;
    const auto add = [&parts](const QString &name, const QString &value) {
        if (!value.isEmpty())
            parts.append(name + QLatin1Char('=') + encoded(value, "/"));
    };
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
    const QString host = endpoint.host.contains(QLatin1Char(':'))
        ? QLatin1Char('[') + endpoint.host + QLatin1Char(']')
        : endpoint.host;
    return QLatin1String(isTls ? "rediss://" : "redis://") + user + host + QLatin1Char(':')
        + QString::number(endpoint.port) + QLatin1Char('/') + QString::number(endpoint.database)
        + queryOf(endpoint);
}

RecentServers::RecentServers(QSettings *settings)
    : m_settings(settings)
{
}

QStringList RecentServers::uris() const
{
    return m_settings->value(settingsKey).toStringList().mid(0, most);
}

void RecentServers::remember(const Endpoint &endpoint)
{
    const QString uri = uriWithoutPassword(endpoint);
    QStringList all = uris();
    all.removeAll(uri);
    all.prepend(uri);
    m_settings->setValue(settingsKey, all.mid(0, most));
}

} // namespace lockstep
