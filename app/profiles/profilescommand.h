#pragma once

namespace lockstep {

struct Arguments;

// All commands `lockstep profiles …`. Returns the exit status.
int runProfiles(const Arguments &arguments);

} // namespace lockstep
