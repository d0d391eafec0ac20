#pragma once

#include <QByteArrayView>

namespace lockstep {

// Negative if a comes before b. Runs of digits are compared as numbers, so that lock:9 comes before
// lock:10, and everything else byte by byte. The result is 0 only if all bytes are equal: numbers
// that differ only in leading zeros are compared by their bytes.
int compareNaturally(QByteArrayView a, QByteArrayView b);

} // namespace lockstep
