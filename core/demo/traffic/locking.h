#pragma once

#include "core/coordination/locks/lock.h"
#include "core/demo/traffic/desk.h"

namespace lockstep {

// Both functions ask until they get the lock, also after the server has refused. They return null
// when the shop closes.

// Asks again after each `retry`, as most libraries do.
QCoro::Task<std::unique_ptr<Lease>> pollLock(
    Desk &desk, QByteArray key, LockOptions options, std::chrono::milliseconds retry);
// Stands in line for the lock. The channel exists until the shift ends.
QCoro::Task<std::unique_ptr<Lease>> waitForLock(
    Desk &desk, WakeChannel *channel, QByteArray key, LockOptions options);

// Keeps the lease for that long and gives it back. Returns false when the shop closes.
QCoro::Task<bool> workUnder(
    Desk &desk, std::unique_ptr<Lease> lease, std::chrono::milliseconds time);

} // namespace lockstep
