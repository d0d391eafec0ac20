#pragma once

#include "app/arguments/arguments.h"
#include "core/watch/recorder/recordingreader.h"

namespace lockstep {

// `lockstep history --at`: prints the objects as they were at that moment. wanted: those of --key
// or --glob; without a value, all objects. Returns the exit status, 1 if nothing was recorded at
// that moment.
int printMoment(RecordingReader &reader, const Arguments &arguments, const WantedKeys &wanted);

} // namespace lockstep
