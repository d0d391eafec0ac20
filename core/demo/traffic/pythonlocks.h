#pragma once

#include "core/coordination/locks/lock.h"
#include "core/demo/traffic/shopclient.h"

#include <memory>

namespace lockstep {

// Traffic on locks in the format of redis-py (redis/lock.py: a UUID of version 1 as token): orders
// for which several workers wait in line, a holder that crashes, an orphaned lock that is still
// renewed, and a lock with fencing tokens.
class PythonLocks
{
public:
    // listener: its connection is used for the subscriptions to releases.
    PythonLocks(ShopClient &client, ShopClient &listener);
    void open();
    void close(); // to be called when the shop closes: cancels those who wait in line

private:
    QCoro::Task<> workOnOrders(quint64 macAddress);
    QCoro::Task<> countStock();
    QCoro::Task<> shipAndCrash();
    QCoro::Task<> renewForEver();
    [[nodiscard]] LockOptions options(quint64 macAddress, LeaseTerms lease);

    ShopClient &m_client;
    std::unique_ptr<WakeChannel> m_channel;
};

} // namespace lockstep
