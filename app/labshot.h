#pragma once

#include "app/arguments.h"

namespace lockstep {

class Language;
class Theme;

// `shot lab:ID`: plays the scenario and draws the window with what came of it. Needs the
// application object. Returns the exit status.
int drawLab(const Arguments &arguments, Theme *theme, const Language &language);

} // namespace lockstep
