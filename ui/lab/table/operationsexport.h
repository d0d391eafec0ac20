#pragma once

#include "core/lab/history/run.h"

#include <QByteArray>

namespace lockstep {

// The operations of one round with everything that is known of each. Times are in milliseconds from
// the round's begin; what is unknown is empty or null. Bytes that are not UTF-8 are escaped. Any
// thread.
QByteArray operationsToCsv(const Run &run, int round);
QByteArray operationsToJson(const Run &run, int round);

} // namespace lockstep
