#pragma once

#include "core/redis/endpoint.h"

#include <QStringList>

class QSettings;

namespace lockstep {

// The addresses that were connected to last, the newest first, as URIs without password; and which
// servers are production.
class RecentServers
{
public:
    static constexpr int most = 10;

    // settings: outlives this.
    explicit RecentServers(QSettings *settings);

    [[nodiscard]] QStringList uris() const;
    void remember(const Endpoint &endpoint);

    // Of the server by its address, whatever user, database or way of encryption. Another name for
    // the same server is another server; only ways to write one address are seen through.
    [[nodiscard]] bool isProduction(const Endpoint &endpoint) const;
    void markProduction(const Endpoint &endpoint, bool production);

private:
    QSettings *m_settings;
};

// Everything but the password, so that fromUri() gives the endpoint again.
QString uriWithoutPassword(const Endpoint &endpoint);

} // namespace lockstep
