#pragma once

#include "core/coordination/locks/lock.h"
#include "core/demo/traffic/shopclient.h"

namespace lockstep {

// These functions ask until they get the lock, also after errors of the server. They return nullptr
// when the shop is closing.

// Asks again after each `retry`, as most libraries do.
QCoro::Task<std::unique_ptr<Lease>> pollLock(
    ShopClient &client, QByteArray key, LockOptions options, std::chrono::milliseconds retry);
// Waits in line for the lock. channel must exist until the shop closes.
QCoro::Task<std::unique_ptr<Lease>> waitForLock(
    ShopClient &client, WakeChannel *channel, QByteArray key, LockOptions options);

// Keeps the lease for that time and then releases it. Returns false when the shop is closing.
QCoro::Task<bool> workUnder(
    ShopClient &client, std::unique_ptr<Lease> lease, std::chrono::milliseconds time);

} // namespace lockstep
