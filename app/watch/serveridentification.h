#pragma once

#include "app/commands/source.h"
#include "core/redis/identity/servercheck.h"
#include "core/watch/snapshot/snapshot.h"

#include <QTimer>

namespace lockstep {

// Asks the server that is watched who it is, each time that it becomes connected, so that its
// profile and its mark of production know it at other addresses, too. Asks nobody where there is
// neither a profile nor any mark.
class ServerIdentification : public QObject
{
    Q_OBJECT

public:
    explicit ServerIdentification(const Source &source);

    // Whether the server is production: by its profile, by the mark of its address or, as soon as
    // it has said who it is, by that.
    [[nodiscard]] bool isProduction() const { return m_isProduction; }
    // Whether the server is being asked and may still answer soon.
    [[nodiscard]] bool isAsking() const { return m_check.isRunning() && m_patience.isActive(); }

    // endpoint: with the password that the server has accepted.
    void note(const WatchStatus &status, const Endpoint &endpoint);

    // Waits a moment for a server that is being asked.
    void finish();

Q_SIGNALS:
    void productionRecognised(); // isProduction() has become true
    void askingEnded(); // isAsking() has become false

private:
    void learn(const Endpoint &endpoint, const ServerIdentity &identity);

    const std::optional<Profile> m_profile;
    bool m_isProduction;
    const bool m_isWanted;
    QTimer m_patience; // how long an answer is waited for
    ServerCheck m_check;
    int m_connections = 0; // as far as they were noted
};

} // namespace lockstep
