#include "core/redis/profiles/profileservers.h"

#include "core/redis/identity/servernames.h"
#include "core/redis/identity/settingsturn.h"

#include <QMap>
#include <QSettings>
#include <QVariant>

#include <algorithm>
#include <vector>

namespace lockstep {

namespace {

const QString serversKey = QStringLiteral("profileServers");

using KnownServers = QVariantMap; // by address: the names, each on a line of its own

ServerNames serverOf(const Profile &profile, const KnownServers &known)
{
    const QString names = known.value(ServerNames::addressOf(profile.endpoint)).toString();
    return ServerNames(names.split(QLatin1Char('\n'), Qt::SkipEmptyParts));
}

template <typename Predicate>
std::vector<const Profile *> those(const Profiles &profiles, const Predicate &areMeant)
{
    std::vector<const Profile *> found;
    for (const Profile &each : profiles) {
        if (areMeant(each))
            found.push_back(&each);
    }
    return found;
}

// Several databases of one server have the same address.
bool haveOneAddress(const std::vector<const Profile *> &profiles)
{
    return std::all_of(profiles.begin(), profiles.end(), [&profiles](const Profile *each) {
        return ServerNames::addressOf(each->endpoint)
            == ServerNames::addressOf(profiles.front()->endpoint);
    });
}

} // namespace

ProfileServers::ProfileServers(QSettings *settings)
    : m_settings(settings)
{
}

void ProfileServers::learn(const Profile &profile, const ServerIdentity &identity)
{
    const SettingsTurn turn(m_settings);
    KnownServers known = m_settings->value(serversKey).toMap();
    ServerNames server = serverOf(profile, known);
    if (!server.learn(profile.endpoint, identity))
        return;
    known.insert(ServerNames::addressOf(profile.endpoint), server.names().join(QLatin1Char('\n')));
    m_settings->setValue(serversKey, known);
}

ServerIdentity ProfileServers::identityOf(const Profile &profile) const
{
    m_settings->sync(); // another window may have learnt it
    return serverOf(profile, m_settings->value(serversKey).toMap()).identity();
}

const Profile *ProfileServers::find(
    const Profiles &profiles, const Endpoint &endpoint, const ServerIdentity &identity) const
{
    m_settings->sync(); // another window may have learnt it
    const KnownServers known = m_settings->value(serversKey).toMap();
    const auto isTheServer = [&](const Profile &each) {
        ServerNames server = serverOf(each, known);
        server.learn(each.endpoint, {});
        return server.containServer(endpoint, identity);
    };
    const auto hasTheData = [&](const Profile &each) {
        return serverOf(each, known).containData(identity);
    };
    std::vector<const Profile *> found = those(profiles, isTheServer);
    if (found.empty()) {
        found = those(profiles, hasTheData);
        if (!haveOneAddress(found))
            return nullptr;
    }
    const auto ofDatabase = std::find_if(found.begin(), found.end(),
        [&endpoint](const Profile *each) { return each->endpoint.database == endpoint.database; });
    if (ofDatabase != found.end())
        return *ofDatabase;
    return found.empty() ? nullptr : found.front();
}

Result<void> markProduction(
    const Profiles &profiles, const ProfileServers &servers, ProductionServers marks)
{
    Result<void> all;
    for (const Profile &each : profiles) {
        if (each.environment != Environment::Production)
            continue;
        // One that cannot be written holds for this process; the others have to, too.
        const auto marked = marks.mark(each.endpoint, servers.identityOf(each));
        if (all)
            all = marked;
    }
    return all;
}

} // namespace lockstep
