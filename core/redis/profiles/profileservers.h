#pragma once

#include "core/redis/identity/productionservers.h"
#include "core/redis/identity/serveridentity.h"
#include "core/redis/profiles/profile.h"

class QSettings;

namespace lockstep {

// Remembers who the servers of profiles said they are, so that a profile is found whatever address
// leads to its server. It is kept in the settings, by the profile's address: what is not there yet
// is learnt when the profile is opened.
class ProfileServers
{
public:
    // settings must outlive this.
    explicit ProfileServers(QSettings *settings);

    void learn(const Profile &profile, const ServerIdentity &identity);
    // Who the server of the profile said it is when it was opened last; empty: it was not yet.
    [[nodiscard]] ServerIdentity identityOf(const Profile &profile) const;
    // The profile of that server, found by its address, its process, its node of a Cluster, or its
    // data, which a replica has, too. If the server has several, it is that of the endpoint's
    // database, or else the first. nullptr if there is none, or if only the data is known and
    // profiles of several addresses have it.
    [[nodiscard]] const Profile *find(
        const Profiles &profiles, const Endpoint &endpoint, const ServerIdentity &identity) const;

private:
    QSettings *m_settings;
};

// Marks the servers of those profiles that are of production, by their addresses and by what is
// remembered of who they are. A mark is never taken away here. Errors: those of
// ProductionServers::mark().
Result<void> markProduction(
    const Profiles &profiles, const ProfileServers &servers, ProductionServers marks);

} // namespace lockstep
