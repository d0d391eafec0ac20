#pragma once

namespace lockstep {

// Whether a window can be opened. Qt ends the program if not, so this must be known before.
bool displayIsThere();

} // namespace lockstep
