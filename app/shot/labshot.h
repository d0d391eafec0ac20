#pragma once

#include "app/arguments/arguments.h"

namespace lockstep {

class Language;
class Theme;

// `shot lab:ID` plays the scenario and draws the window with the result. `shot lab:ID:TRACE` takes
// those steps instead; there the same arguments give the same bytes. Needs the application object.
// Returns the exit status.
int drawLab(const Arguments &arguments, Theme *theme, const Language &language);

} // namespace lockstep
