#pragma once

#include "core/redis/profiles/profilefile.h"
#include "core/redis/profiles/profileimport.h"

#include <tl/expected.hpp>

namespace lockstep {

struct Arguments;

// Reads the file as importProfiles() does. environment: of profiles of which the file does not say
// one. The error is a sentence.
tl::expected<ImportedProfiles, QString> readImportFile(
    const QString &path, Environment environment);

// Implement `lockstep profiles import` and `export`. They print what was done or is wrong and
// return the exit status. file: where the present profiles were read from.
int importProfileFile(ProfileFile &file, Profiles profiles, const Arguments &arguments);
// path: if empty, standard output.
int exportProfiles(const Profiles &profiles, const QString &path);

} // namespace lockstep
