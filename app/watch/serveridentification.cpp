#include "app/watch/serveridentification.h"

#include "app/profiles/savedprofiles.h"
#include "core/redis/identity/productionservers.h"

#include <QEventLoop>
#include <QSettings>
#include <QTimer>

#include <utility>

namespace lockstep {

namespace {

constexpr auto longestWait = std::chrono::seconds(2);

bool isMarked(const Endpoint &endpoint)
{
    QSettings settings;
    return ProductionServers(&settings).contains(endpoint);
}

} // namespace

ServerIdentification::ServerIdentification(const Source &source)
    : m_profile(source.profile)
    , m_isWanted(!source.isPrivateServer() && (source.profile || isMarked(source.endpoint)))
{
    connect(&m_check, &ServerCheck::finished, this,
        [this](const Endpoint &endpoint, const Result<ServerIdentity> &identity) {
            if (identity)
                learnServer(m_profile ? &*m_profile : nullptr, endpoint, *identity);
        });
}

void ServerIdentification::note(LinkState link, const Endpoint &endpoint)
{
    if (std::exchange(m_link, link) != LinkState::Connected && link == LinkState::Connected
        && m_isWanted)
        m_check.start(endpoint);
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
