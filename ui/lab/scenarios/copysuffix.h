#pragma once

#include "core/lab/scenario/scenario.h"

namespace lockstep {

// What the title of a copy has behind the original's: " (mine)", " (mine 2)". In all languages of
// the program, because a title is.
LocalText copySuffix(int number);

} // namespace lockstep
