#pragma once

#include "core/lab/history/run.h"

#include <QByteArray>

namespace lockstep {

// The operations of one round with all that is known of each. Times are in milliseconds from the
// beginning of the round; unknown values are empty or null. Bytes that are not UTF-8 are escaped.
// May be called on any thread.
QByteArray operationsToCsv(const Run &run, int round);
QByteArray operationsToJson(const Run &run, int round);

} // namespace lockstep
