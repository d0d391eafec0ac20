#pragma once

#include "core/redis/values/endpoint.h"

#include <QStringList>

class QSettings;

namespace lockstep {

// The addresses of servers that have answered, as URIs without password: first the pinned ones,
// then the others, the newest first.
class RecentServers
{
public:
    static constexpr int mostUnpinned = 10; // addresses

    // settings must outlive this.
    explicit RecentServers(QSettings *settings);

    [[nodiscard]] QStringList uris() const;
    // This has to be called when the server has answered. Makes it the one that last() gives, and
    // puts it first among those that are not pinned; a pinned one stays where it is.
    void remember(const Endpoint &endpoint);
    void remove(const QString &uri);
    [[nodiscard]] bool isPinned(const QString &uri) const;
    void setPinned(const QString &uri, bool pinned);

    // The server to open if none is named; empty for the demo shop.
    [[nodiscard]] QString last() const;
    void forgetLast(); // to be called when the demo shop was opened
private:
    QSettings *m_settings;
};

} // namespace lockstep
