#pragma once

#include "core/redis/identity/productionservers.h"

#include <QStringList>

class QSettings;

namespace lockstep {

// The addresses of servers that have answered, as URIs without password: first the pinned ones,
// then the others, the newest first.
class RecentServers
{
public:
    static constexpr int most = 10; // of addresses that are not pinned

    // settings must outlive this.
    explicit RecentServers(QSettings *settings);

    [[nodiscard]] QStringList uris() const;
    // Puts the server first, and makes it the one that last() gives. To be called when it has
    // answered.
    void remember(const Endpoint &endpoint);
    void remove(const QString &uri);
    [[nodiscard]] bool isPinned(const QString &uri) const;
    void setPinned(const QString &uri, bool pinned);

    // The server to open if none is named; empty for the demo shop.
    [[nodiscard]] QString last() const;
    void forgetLast(); // to be called when the demo shop was opened

    // The production marks in the same settings.
    [[nodiscard]] ProductionServers production() const { return ProductionServers(m_settings); }

private:
    QSettings *m_settings;
};

} // namespace lockstep
