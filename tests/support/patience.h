#pragma once

#include <QTest>

// How long a test tries until what it waits for is there. Qt's own limit, 5 s, is reached on a busy
// machine by programs that are right. Only a broken one comes to this, and it stays below the 30 s
// of a lease: what comes only because a lease has ended, comes too late.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, 20'000)
#define QTRY_VERIFY2(condition, message) QTRY_VERIFY2_WITH_TIMEOUT(condition, message, 20'000)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, 20'000)
