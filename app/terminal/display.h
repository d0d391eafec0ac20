#pragma once

namespace lockstep {

// Refused: an X server is there and accepts no connection, most often because the user has no key.
enum class DisplayState { There, Missing, Refused };

// Whether a window can be opened. Qt ends the program if not, so this must be known before.
DisplayState displayState();

} // namespace lockstep
