#pragma once

#include "app/arguments/arguments.h"
#include "core/watch/recorder/recordingreader.h"

namespace lockstep {

// Formats a moment in UTC: "2026-11-28 03:12:00.000".
QString momentText(WallMilliseconds at);

// `lockstep history --at`: prints the objects as they were at that moment. wanted: those of --key
// or --glob; without a value, all objects. Returns the exit status, 1 if nothing was recorded at
// that moment.
int printMoment(RecordingReader &reader, const Arguments &arguments, const WantedKeys &wanted);

} // namespace lockstep
