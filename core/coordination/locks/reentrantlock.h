#pragma once

#include "core/coordination/locks/lease.h"
#include "core/coordination/locks/releasechannels.h"

#include <memory>

namespace lockstep {

// A lock that its holder may enter again, shared with Redisson's RLock of the same name: a hash
// whose one field is the holder, "<uuid>:<number>" (client and thread, there), and counts its
// entries; whoever waits listens on redisson_lock__channel:{name}, where the last release says "0".
// Each entry is a Lease and is released on its own; all entries end together.
// Source: redisson/redisson, RedissonLock.java, RedissonBaseLock.java, LockPubSub.java.
//
// An entry never shortens the lease of the others, as it would in Redisson. Waiters have no order:
// every release is told to all. A release is counted and not a yes or no: unlike a Lock's, it must
// not be asked for again when its answer was lost (Error::mayHaveRun). So its lease sends it once
// at most, and not after a loss; the entry ends with the lease.
//
// Lives on the thread of its connections. Destroying it ends every wait as Cancelled; its leases
// live on. Errors: as of Lock; NoPerm also when the channel is refused. While the listening
// connection is not open, a waiter asks when the lock should have ended.
class ReentrantLock
{
public:
    // All is borrowed. Without a holder it is a new UUID and ":1": whoever enters through this
    // object is one holder.
    ReentrantLock(Connection *commands, ReleaseChannels *channels, QByteArray name,
        LeaseTerms terms = {}, QByteArray holder = {});
    ~ReentrantLock();
    Q_DISABLE_COPY_MOVE(ReentrantLock)

    [[nodiscard]] QByteArray holder() const;

    QCoro::Task<Acquired> tryAcquire();
    QCoro::Task<Acquired> acquire(std::chrono::milliseconds patience);

private:
    struct Shared; // with those who wait
    class Wait;

    static QCoro::Task<Acquired> tryAcquire(
        std::shared_ptr<Shared> lock, std::chrono::milliseconds *left);
    static QCoro::Task<Acquired> acquire(
        std::shared_ptr<Shared> lock, std::chrono::milliseconds patience);

    std::shared_ptr<Shared> d;
};

} // namespace lockstep
