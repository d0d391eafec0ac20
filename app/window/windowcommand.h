#pragma once

namespace lockstep {

struct Arguments;

// `lockstep` without a command, if there is a display, and `lockstep shot`. They make the
// application object themselves and return the exit status.
int runWindow(const Arguments &arguments, int &argc, char *argv[]);
int runShot(const Arguments &arguments, int &argc, char *argv[]);

} // namespace lockstep
