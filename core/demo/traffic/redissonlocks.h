#pragma once

#include "core/coordination/locks/reentrantlock.h"
#include "core/demo/traffic/desk.h"

#include <memory>

namespace lockstep {

// Two Java processes that want the same re-entrant lock, one holding and renewing, the other
// subscribed and waiting.
class RedissonLocks
{
public:
    // ear: its connection is subscribed to the channels of releases.
    RedissonLocks(Desk &desk, Desk &ear);
    void open();
    void close(); // once the shift ends: nobody waits any more

private:
    QCoro::Task<> takeTurns(QByteArray holder);
    // Returns false when the shop closes. lock: lives in the frame of the coroutine that awaits
    // this.
    QCoro::Task<bool> workInside(ReentrantLock *lock, std::unique_ptr<Lease> lease);
    QCoro::Task<bool> enterAgain(ReentrantLock *lock);

    Desk &m_desk;
    std::unique_ptr<ReleaseChannels> m_channels;
};

} // namespace lockstep
