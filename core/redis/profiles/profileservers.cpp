#include "core/redis/profiles/profileservers.h"

#include "core/redis/identity/servernames.h"
#include "core/redis/identity/settingsturn.h"

#include <QMap>
#include <QSettings>
#include <QVariant>

#include <algorithm>

namespace lockstep {

namespace {

const QString serversKey = QStringLiteral("profileServers");

using KnownServers = QVariantMap; // by address: the names, each on a line of its own

ServerNames serverOf(const Profile &profile, const KnownServers &known)
{
    const QString names = known.value(ServerNames::addressOf(profile.endpoint)).toString();
    return ServerNames(names.split(QLatin1Char('\n'), Qt::SkipEmptyParts));
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
    const auto first = std::find_if(profiles.begin(), profiles.end(), isTheServer);
    if (first != profiles.end())
        return &*first;
    const auto copy = std::find_if(profiles.begin(), profiles.end(), hasTheData);
    if (copy == profiles.end())
        return nullptr;
    const bool isOnlyOne = std::all_of(copy, profiles.end(),
        [&](const Profile &each) { return each.endpoint == copy->endpoint || !hasTheData(each); });
    return isOnlyOne ? &*copy : nullptr;
}

} // namespace lockstep
