#pragma once

#include "core/coordination/locks/lease.h"
#include "core/coordination/locks/releasechannels.h"

#include <memory>

namespace lockstep {

// A lock that its holder may enter repeatedly, shared with Redisson's RLock of the same name. It is
// a hash with one field, the holder "<uuid>:<number>" (in Redisson client and thread), whose value
// counts the entries. Waiters listen on redisson_lock__channel:{name}, where the last release
// publishes "0". Each entry is a Lease and is released separately; all entries expire together.
// Source: redisson/redisson, RedissonLock.java, RedissonBaseLock.java, LockPubSub.java.
//
// Unlike in Redisson, an entry never shortens the lease of the others. Waiters have no order: every
// release wakes all of them. A release reduces a count; so, unlike that of a Lock, it must not be
// sent again if its answer was lost (Error::mayHaveRun). Its lease sends it at most once, and not
// after a loss; the entry then expires.
//
// Lives on the thread of its connections. The destructor ends every wait with Cancelled; leases
// continue. Errors: as for Lock, and NoPerm also if the channel is refused. While the listening
// connection is not open, waiters ask again when the lock should have expired.
class ReentrantLock
{
public:
    // Nothing is owned. holder: if empty, a new UUID followed by ":1", so that all who use this
    // object are one holder.
    ReentrantLock(Connection *commands, ReleaseChannels *channels, QByteArray name,
        LeaseTerms terms = {}, QByteArray holder = {});
    ~ReentrantLock();
    Q_DISABLE_COPY_MOVE(ReentrantLock)

    [[nodiscard]] QByteArray holder() const;

    QCoro::Task<Acquired> tryAcquire();
    QCoro::Task<Acquired> acquire(std::chrono::milliseconds patience);

private:
    struct Shared; // what is shared with those who wait
    class Wait;

    static QCoro::Task<Acquired> tryAcquire(
        std::shared_ptr<Shared> lock, std::chrono::milliseconds *left);
    static QCoro::Task<Acquired> acquire(
        std::shared_ptr<Shared> lock, std::chrono::milliseconds patience);

    std::shared_ptr<Shared> d;
};

} // namespace lockstep
