#pragma once

namespace lockstep {

struct Arguments;

// `lockstep`, where there is a display, and `lockstep shot`. Make the application object
// themselves; return the exit status.
int runWindow(const Arguments &arguments, int &argc, char *argv[]);
int runShot(const Arguments &arguments, int &argc, char *argv[]);

} // namespace lockstep
