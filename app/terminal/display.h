#pragma once

namespace lockstep {

// Whether a window can be opened. Qt ends the program when it cannot, so it must be known before.
bool displayIsThere();

} // namespace lockstep
