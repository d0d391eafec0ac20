#pragma once

#include "core/coordination/locks/lock.h"
#include "core/demo/traffic/desk.h"

#include <memory>

namespace lockstep {

// Locks that hold what redis-py's do (redis/lock.py: a UUID of version 1 as token), well and badly:
// orders that several workers want and wait for in line, a holder that crashes, one that was
// orphaned and is still renewed, and one with fencing tokens.
class PythonLocks
{
public:
    // listener: its connection is subscribed to the channels of releases.
    PythonLocks(Desk &desk, Desk &listener);
    void open();
    void close(); // once the shift ends: nobody waits in line any more

private:
    QCoro::Task<> workOnOrders(quint64 macAddress);
    QCoro::Task<> countStock();
    QCoro::Task<> shipAndCrash();
    QCoro::Task<> renewForEver();
    [[nodiscard]] LockOptions options(quint64 macAddress, LeaseTerms lease);

    Desk &m_desk;
    std::unique_ptr<WakeChannel> m_channel;
};

} // namespace lockstep
