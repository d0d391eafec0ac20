#pragma once

#include "core/coordination/locks/lease.h"
#include "core/coordination/locks/wakechannel.h"

#include <memory>

namespace lockstep {

// The options of a Lock or a FencedLock.
struct LockOptions
{
    LeaseTerms lease;
    // The value of the key while the lock is ours. If empty, it is a new UUID each time, which is
    // the right choice nearly always. It may be any bytes, but nobody else may use it, and only one
    // lease at a time.
    QByteArray token;
};

// A lock on one Redis server, held by one lease at a time. The key is the lock, its value the
// holder's token, and its TTL that of the lease. It is deleted and extended only by scripts that
// compare the token first.
// Source:
// https://redis.io/docs/latest/develop/use/patterns/distributed-locks/#correct-implementation-with-a-single-instance
//
// Lives on the thread of its connections. The destructor ends every wait with Cancelled and leaves
// nothing behind on the server; leases continue.
//
// Errors of all functions: BadInput (an impossible lease or number of tries; detail says what is
// possible); WrongType (the key holds something else, or, from acquire(), companionKey(name,
// "waiters") holds something else or a foreign list); those of Connection::request(). With
// mayHaveRun it is unknown whether the lock was taken: nothing is sent again, and a lock that was
// taken ends with its lease.
class Lock
{
public:
    // Cannot wait in line. name: the key. Nothing is owned.
    Lock(Connection *commands, QByteArray name, LockOptions options = {});
    // With a channel, acquire() can wait in line. Commands go over the given connection, or over
    // that of the channel.
    Lock(WakeChannel *channel, Connection *commands, QByteArray name, LockOptions options = {});
    Lock(WakeChannel *channel, QByteArray name, LockOptions options = {});
    virtual ~Lock();
    Q_DISABLE_COPY_MOVE(Lock)

    // Tries once. If the key has another type, the lock counts as held by somebody else.
    QCoro::Task<Acquired> tryAcquire();

    // Tries that many times, at least once, with that pause between two tries.
    QCoro::Task<Acquired> poll(int tries, std::chrono::milliseconds pause);

    // Waits in line until the lock is ours or the time is over. While the lock is released in time,
    // the waiters of all processes get it in the order in which they came; when it expires, the
    // first that asks gets it. Needs a WakeChannel whose connections are open or opening;
    // NotConnected if they were not open in that time.
    QCoro::Task<Acquired> acquire(std::chrono::milliseconds patience);

protected:
    enum class Fencing : bool { No, Yes };
    Lock(WakeChannel *channel, Connection *commands, QByteArray name, LockOptions options, Fencing);

private:
    struct Shared; // what is shared with those who wait

    friend class LockWait;

    static QCoro::Task<Acquired> tryAcquire(std::shared_ptr<Shared> lock);
    static QCoro::Task<Acquired> poll(
        std::shared_ptr<Shared> lock, int tries, std::chrono::milliseconds pause);
    static QCoro::Task<Acquired> acquire(
        std::shared_ptr<Shared> lock, std::chrono::milliseconds patience);

    std::shared_ptr<Shared> d;
};

} // namespace lockstep
