#pragma once

#include "core/lab/step/stepper.h"

namespace lockstep {

// A stepped run as a History for the timeline, in which each step takes one second. A command is
// sent when it begins, executed in its middle and answered at its end. The run ends half a second
// after its last step.
History steppedHistory(const Stepper &stepper);

} // namespace lockstep
