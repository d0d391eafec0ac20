#pragma once

namespace lockstep {

struct Arguments;
class Theme;

// `lockstep shot recording:FILE`: the window of *Open recording* at one moment. Prints what is
// wrong and returns the exit status.
int drawRecording(const Arguments &arguments, const Theme *theme);

} // namespace lockstep
