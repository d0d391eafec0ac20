#pragma once

namespace lockstep {

struct Arguments;

// `lockstep profiles …`: the exit status.
int runProfiles(const Arguments &arguments);

} // namespace lockstep
