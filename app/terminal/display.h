#pragma once

namespace lockstep {

// Refused: an X server accepts no window of this user.
enum class DisplayState { There, Missing, Refused };

// Whether a window can be opened. Qt ends the program if not, so this must be known before.
DisplayState displayState();

} // namespace lockstep
