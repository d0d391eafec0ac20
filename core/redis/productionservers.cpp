#include "core/redis/productionservers.h"

#include <QDir>
#include <QFileInfo>
#include <QHostAddress>
#include <QSettings>

namespace lockstep {

namespace {

const QString settingsKey = QStringLiteral("productionServers");

QString addressOf(const Endpoint &endpoint)
{
    if (endpoint.transport == Endpoint::Transport::Unix) {
        const QString real = QFileInfo(endpoint.path).canonicalFilePath();
        return real.isEmpty() ? QDir::cleanPath(endpoint.path) : real; // it may be down
    }
    QString host = endpoint.host.toLower();
    if (host.endsWith(QLatin1Char('.')))
        host.chop(1);
    if (host == QLatin1String("localhost") || QHostAddress(host).isLoopback())
        host = QStringLiteral("localhost");
    return host + QLatin1Char(':') + QString::number(endpoint.port);
}

} // namespace

ProductionServers::ProductionServers(QSettings *settings)
    : m_settings(settings)
{
}

bool ProductionServers::contains(const Endpoint &endpoint) const
{
    return m_settings->value(settingsKey).toStringList().contains(addressOf(endpoint));
}

void ProductionServers::mark(const Endpoint &endpoint, bool isProduction)
{
    QStringList all = m_settings->value(settingsKey).toStringList();
    all.removeAll(addressOf(endpoint));
    if (isProduction)
        all.append(addressOf(endpoint));
    m_settings->setValue(settingsKey, all);
}

} // namespace lockstep
