#pragma once

#include "tests/support/servers/testserver.h"

namespace lockstep {

// What benches fill their servers with. All of it stays for at least an hour.

// Names that are nothing to us, with values like JSON: half session:<uuid>, half
// cache:user:<n>:profile.
void addUnrecognised(TestServer &server, int count);

// Locks by token, counters, and windows, in equal numbers.
struct Watched
{
    std::vector<QByteArray> keys;
    qint64 bytes = 0; // of names and values
};
Watched addRecognised(TestServer &server, int count);

} // namespace lockstep
