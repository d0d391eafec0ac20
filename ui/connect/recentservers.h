#pragma once

#include "core/redis/identity/productionservers.h"

#include <QStringList>

class QSettings;

namespace lockstep {

// The addresses of servers that answered, as URIs without password: first those that are pinned,
// then the latest, the newest first.
class RecentServers
{
public:
    static constexpr int most = 10; // that are not pinned

    // settings: outlives this.
    explicit RecentServers(QSettings *settings);

    [[nodiscard]] QStringList uris() const;
    // It answered: it is the newest now, and the last one.
    void remember(const Endpoint &endpoint);
    void remove(const QString &uri);
    [[nodiscard]] bool isPinned(const QString &uri) const;
    void setPinned(const QString &uri, bool pinned);

    // What is to be opened where nothing is named; empty: the demo shop.
    [[nodiscard]] QString last() const;
    void forgetLast(); // the demo shop was opened

    // Those marks that are kept in the same settings.
    [[nodiscard]] ProductionServers production() const { return ProductionServers(m_settings); }

private:
    QSettings *m_settings;
};

} // namespace lockstep
