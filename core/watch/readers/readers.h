#pragma once

#include "core/watch/readers/reader.h"

namespace lockstep {

// Each takes its parameters from the "reader" object of a format; resources/formats/README.md lists
// them. Defined in countreaders.cpp, lockreaders.cpp, windowreaders.cpp, bucketreaders.cpp,
// ownbuckets.cpp, quantities.cpp.
ReaderPtr makeBitmapReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeBucketAndTimeReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeBucket4jReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeGcraReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeHashFieldsReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeHashLockReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeHyperLogLogReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeLeasesReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeListWindowReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeNumberReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeQuantitiesReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeReadWriteLockReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeRedissonRateLimiterReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeSizeReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeSlidingCounterReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeTokenLockReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeTokensAndTimeReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeTwoWindowsReader(JsonFields &, const QByteArray &suffix);
ReaderPtr makeZsetWindowReader(JsonFields &, const QByteArray &suffix);

} // namespace lockstep
