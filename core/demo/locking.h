#pragma once

#include "core/demo/desk.h"

namespace lockstep {

// The lock that most libraries share: SET key token NX PX lease, and a script that gives it back
// only to whoever holds it. Nothing: the shop closes.
QCoro::Task<std::optional<bool>> acquire(
    Desk &desk, QByteArray key, QByteArray token, std::chrono::milliseconds lease);
QCoro::Task<std::optional<bool>> extend(
    Desk &desk, QByteArray key, QByteArray token, std::chrono::milliseconds lease);
QCoro::Task<std::optional<bool>> release(Desk &desk, QByteArray key, QByteArray token);

// Asks again until it gets the lock. False: the shop closes.
QCoro::Task<bool> acquireAtLast(Desk &desk, QByteArray key, QByteArray token,
    std::chrono::milliseconds lease, std::chrono::milliseconds retry);

} // namespace lockstep
