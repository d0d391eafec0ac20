#pragma once

#include "core/redis/productionservers.h"

#include <QStringList>

class QSettings;

namespace lockstep {

// The addresses that were connected to last, the newest first, as URIs without password.
class RecentServers
{
public:
    static constexpr int most = 10;

    // settings: outlives this.
    explicit RecentServers(QSettings *settings);

    [[nodiscard]] QStringList uris() const;
    void remember(const Endpoint &endpoint);

    // Those marks that are kept in the same settings.
    [[nodiscard]] ProductionServers production() const { return ProductionServers(m_settings); }

private:
    QSettings *m_settings;
};

// Everything but the password, so that fromUri() gives the endpoint again.
QString uriWithoutPassword(const Endpoint &endpoint);

} // namespace lockstep
