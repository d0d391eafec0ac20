#pragma once

#include <QByteArrayView>

namespace lockstep {

// < 0: a comes before b. Runs of digits count as numbers, so that lock:9 comes before lock:10;
// everything else byte by byte. Equal only if all bytes are: where numbers are equal but not their
// leading zeros, the bytes decide.
int compareNaturally(QByteArrayView a, QByteArrayView b);

} // namespace lockstep
