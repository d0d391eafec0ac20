#pragma once

#include "core/coordination/locks/reentrantlock.h"
#include "core/demo/traffic/shopclient.h"

#include <memory>

namespace lockstep {

// Two Java processes that want the same re-entrant lock: one holds and renews it, the other is
// subscribed and waits.
class RedissonLocks
{
public:
    // subscriber: its connection is used for the subscriptions to releases.
    RedissonLocks(ShopClient &client, ShopClient &subscriber);
    void open();
    void close(); // to be called when the shop closes: cancels those who wait

private:
    QCoro::Task<> takeTurns(QByteArray holder);
    // Returns false when the shop is closing. lock: lives in the frame of the coroutine that awaits
    // this.
    QCoro::Task<bool> workInside(ReentrantLock *lock, std::unique_ptr<Lease> lease);
    QCoro::Task<bool> enterAgain(ReentrantLock *lock);

    ShopClient &m_client;
    std::unique_ptr<ReleaseChannels> m_channels;
};

} // namespace lockstep
