#pragma once

#include <QString>

namespace lockstep {

// Bytes that this process may still take: the least of what the machine has available, of what the
// control groups (of a container, of a service) leave, and of what RLIMIT_AS leaves. Where the
// machine does not tell what it has available, 8 GiB stand for it. root: of /proc and /sys.
qint64 availableMemory(const QString &root = QStringLiteral("/"));

// What an exploration takes at most unless it is told otherwise: half of that. The other half is
// for everybody else, its own server included.
qint64 usualMemoryLimit();

} // namespace lockstep
