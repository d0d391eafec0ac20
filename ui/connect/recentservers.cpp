#include "ui/connect/recentservers.h"

#include "core/redis/identity/settingsturn.h"
#include "core/redis/values/endpointuri.h"

#include <QSettings>

namespace lockstep {

namespace {

const QString recentKey = QStringLiteral("recentServers");
const QString pinnedKey = QStringLiteral("pinnedServers");
const QString lastKey = QStringLiteral("lastServer");

} // namespace

RecentServers::RecentServers(QSettings *settings)
    : m_settings(settings)
{
}

QStringList RecentServers::uris() const
{
    m_settings->sync(); // another window may have opened one
    const QStringList pinned = m_settings->value(pinnedKey).toStringList();
    QStringList others = m_settings->value(recentKey).toStringList();
    others.removeIf([&pinned](const QString &uri) { return pinned.contains(uri); });
    return pinned + others.mid(0, mostUnpinned);
}

void RecentServers::remember(const Endpoint &endpoint)
{
    const SettingsTurn turn(m_settings);
    const QString uri = uriWithoutPassword(endpoint);
    m_settings->setValue(lastKey, uri);
    if (isPinned(uri))
        return;
    QStringList all = m_settings->value(recentKey).toStringList();
    all.removeAll(uri);
    all.prepend(uri);
    m_settings->setValue(recentKey, all.mid(0, mostUnpinned));
}

void RecentServers::remove(const QString &uri)
{
    const SettingsTurn turn(m_settings);
    for (const QString &key : {recentKey, pinnedKey}) {
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
    const SettingsTurn turn(m_settings);
    QStringList all = m_settings->value(pinnedKey).toStringList();
    QStringList others = m_settings->value(recentKey).toStringList();
    all.removeAll(uri);
    others.removeAll(uri);
    if (pinned)
        all.append(uri);
    else
        others.prepend(uri);
    m_settings->setValue(pinnedKey, all);
    m_settings->setValue(recentKey, others.mid(0, mostUnpinned));
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
