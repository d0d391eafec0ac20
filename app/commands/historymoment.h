#pragma once

#include "app/arguments/arguments.h"
#include "core/watch/recorder/recordingreader.h"

namespace lockstep {

// "2026-11-28 03:12:00.000", UTC.
QString momentText(WallMilliseconds at);

// What `lockstep history --at` prints. wanted: of --key or --glob; nothing: all objects. Returns
// the exit status: 1 where nothing was recorded at that moment.
int printMoment(RecordingReader &reader, const Arguments &arguments, const WantedKeys &wanted);

} // namespace lockstep
