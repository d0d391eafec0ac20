#pragma once

#include "core/lab/scenario.h"
#include "core/lab/trace.h"

namespace lockstep {

// The bounds, widened where the trace needs more: whoever writes a step down wants it taken.
Bounds boundsFor(Bounds bounds, const Trace &trace);

} // namespace lockstep
