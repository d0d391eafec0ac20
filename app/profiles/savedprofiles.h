#pragma once

#include "core/redis/identity/serveridentity.h"
#include "core/redis/profiles/profilefile.h"

namespace lockstep {

// Marks the servers of those profiles that are production, and then writes the profiles in place of
// those in the file: of two writes of which one fails, a mark too many does less harm. Returns
// nothing on success, or else why it failed; the file is then as it was.
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
