#pragma once

#include "core/coordination/locks/lock.h"
#include "core/demo/traffic/desk.h"

namespace lockstep {

// Both ask until it is theirs, also after the server has refused. Null: the shop closes.

// As most libraries do: again after a while.
QCoro::Task<std::unique_ptr<Lease>> pollLock(
    Desk &desk, QByteArray key, LockOptions options, std::chrono::milliseconds retry);
// Stands in line. The channel is there until the shift ends.
QCoro::Task<std::unique_ptr<Lease>> waitForLock(
    Desk &desk, WakeChannel *channel, QByteArray key, LockOptions options);

// Keeps the lease for that long and gives it back. False: the shop closes.
QCoro::Task<bool> workUnder(
    Desk &desk, std::unique_ptr<Lease> lease, std::chrono::milliseconds time);

} // namespace lockstep
