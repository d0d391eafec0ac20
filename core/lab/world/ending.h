#pragma once

#include <QtGlobal>

namespace lockstep {

// How a stepped run ends where no step is possible.
enum class Ending : quint8 {
    Open, // some step is possible
    Complete, // everybody has finished or crashed
    Stuck, // somebody waits for what cannot happen any more
    Undecided // more time would decide, but its bound is used up
};

} // namespace lockstep
