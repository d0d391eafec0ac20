#pragma once

#include "core/redis/profiles/profilefile.h"

namespace lockstep {

struct Arguments;

// `lockstep profiles import` and `export`. They print what was done or is wrong and return the exit
// status. file: where the present profiles were read from.
int importProfileFile(ProfileFile &file, Profiles profiles, const Arguments &arguments);
// path: if empty, standard output.
int exportProfiles(const Profiles &profiles, const QString &path);

} // namespace lockstep
