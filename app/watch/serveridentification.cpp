#include "app/watch/serveridentification.h"

#include "app/profiles/savedprofiles.h"
#include "core/redis/identity/productionservers.h"

#include <QEventLoop>
#include <QSettings>

#include <utility>

namespace lockstep {

namespace {

constexpr auto longestWait = std::chrono::seconds(2);

// Whether its profile or its mark of production may learn something of the server.
bool isWorthAsking(const Source &source)
{
    if (source.isPrivateServer())
        return false;
    QSettings settings;
    return source.profile || !ProductionServers(&settings).isEmpty();
}

bool isKnownAsProduction(const Source &source)
{
    if (source.isPrivateServer())
        return false;
    if (source.profile && source.profile->environment == Environment::Production)
        return true;
    QSettings settings;
    return ProductionServers(&settings).contains(source.endpoint);
}

} // namespace

ServerIdentification::ServerIdentification(const Source &source)
    : m_profile(source.profile)
    , m_isProduction(isKnownAsProduction(source))
    , m_isWanted(isWorthAsking(source))
{
    m_patience.setSingleShot(true);
    m_patience.callOnTimeout(this, &ServerIdentification::askingEnded);
    connect(&m_check, &ServerCheck::finished, this,
        [this](const Endpoint &endpoint, const Result<ServerIdentity> &identity) {
            if (identity)
                learn(endpoint, *identity);
            if (m_patience.isActive()) { // else it has been said already
                m_patience.stop();
                Q_EMIT askingEnded();
            }
        });
}

// A connection may have been lost and made again since the last snapshot.
void ServerIdentification::note(const WatchStatus &status, const Endpoint &endpoint)
{
    if (status.link != LinkState::Connected)
        return;
    const bool isNew = std::exchange(m_connections, status.connections) != status.connections;
    if (isNew && m_isWanted) {
        m_check.start(endpoint);
        m_patience.start(longestWait);
    }
}

// What was production once stays so here: it may be back any time.
void ServerIdentification::learn(const Endpoint &endpoint, const ServerIdentity &identity)
{
    const bool isMarked = learnServer(m_profile ? &*m_profile : nullptr, endpoint, identity);
    if (isMarked && !std::exchange(m_isProduction, true))
        Q_EMIT productionRecognised();
}

void ServerIdentification::finish()
{
    if (!m_check.isRunning())
        return;
    QEventLoop waiting;
    connect(&m_check, &ServerCheck::finished, &waiting, &QEventLoop::quit);
    QTimer::singleShot(longestWait, &waiting, &QEventLoop::quit);
    waiting.exec();
}

} // namespace lockstep
