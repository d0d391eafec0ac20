#pragma once

#include "core/redis/profiles/profilefile.h"

namespace lockstep {

// Writes them in place of those that the file had, and marks what is production. Nothing: it is
// done; else why not.
std::optional<QString> saveProfiles(ProfileFile &file, const Profiles &profiles);

// Marks the servers of all profiles of production, for a file of profiles may have come from
// elsewhere. Called where a mark counts: where a window opens, and before a command changes a
// server. Nothing: it was read, or there is none; else why the file marks nothing.
std::optional<QString> markProfilesOfProduction();

} // namespace lockstep
