#pragma once

#include "core/redis/endpoint.h"

class QSettings;

namespace lockstep {

// The servers that the user has marked as production, where nothing may ever be changed. The marks
// are kept in the settings, so that they hold for the window and for the command line.
class ProductionServers
{
public:
    // settings: outlives this.
    explicit ProductionServers(QSettings *settings);

    // Of the server by its address, whatever user, database or way of encryption. Another name for
    // the same server is another server; only ways to write one address are seen through.
    [[nodiscard]] bool contains(const Endpoint &endpoint) const;
    void mark(const Endpoint &endpoint, bool isProduction);

private:
    QSettings *m_settings;
};

} // namespace lockstep
