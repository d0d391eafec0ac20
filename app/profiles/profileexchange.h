#pragma once

#include "core/redis/profiles/profilefile.h"

namespace lockstep {

struct Arguments;

// `lockstep profiles import` and `export`: the exit status. What was done or is wrong is said.
// file: from which the profiles were read.
int importProfileFile(ProfileFile &file, Profiles profiles, const Arguments &arguments);
// path: empty for standard output.
int exportProfiles(const Profiles &profiles, const QString &path);

} // namespace lockstep
