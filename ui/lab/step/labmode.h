#pragma once

#include <QtGlobal>

namespace lockstep {

// Who chooses what happens next: the network, the user, or a search through all of it.
enum class LabMode : quint8 { Run, Step, Explore };

} // namespace lockstep
