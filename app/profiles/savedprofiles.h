#pragma once

#include "core/redis/identity/serveridentity.h"
#include "core/redis/profiles/profilefile.h"

namespace lockstep {

// Writes the profiles in place of those in the file, and marks the servers of those that are
// production. Returns nothing on success, or else why it failed.
std::optional<QString> saveProfiles(ProfileFile &file, const Profiles &profiles);

// Marks the servers of all profiles that are production, because the file may have come from
// elsewhere. To be called before a mark matters: when a window opens, and before a command changes
// a server. Errors: those of ProfileFile::read().
Result<void> markProfilesOfProduction();

// Writes down who answered at the address: for its profile, if it has one, and for its mark of
// production. Returns whether the server is marked. To be called at each connection, because
// another server may answer at a known address.
bool learnServer(const Profile *profile, const Endpoint &endpoint, const ServerIdentity &identity);

} // namespace lockstep
