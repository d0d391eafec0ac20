#pragma once

#include "core/coordination/locks/lease.h"
#include "core/coordination/locks/wakechannel.h"

#include <memory>

namespace lockstep {

struct LockOptions
{
    LeaseTerms lease;
    // What the lock holds while it is ours. Empty: a new UUID each time, which is what you want.
    // Any bytes, but nobody else's, and one lease at a time.
    QByteArray token;
};

// A lock of one Redis server, held by one lease at a time: the key is the lock, its value the
// holder's token, its end the lease's. It is deleted and extended only by scripts that look for the
// token first.
// Source:
// https://redis.io/docs/latest/develop/use/patterns/distributed-locks/#correct-implementation-with-a-single-instance
//
// Lives on the thread of its connections. Destroying it ends every wait as Cancelled and leaves
// nothing behind on the server; its leases live on.
//
// Errors of all: BadInput (a lease or a number of tries that is not possible; detail says what is),
// WrongType (the key is something else, or, of acquire(), companionKey(name, "waiters") is, or a
// list that is not ours), as Connection::request(). With mayHaveRun it is not known whether the
// lock was taken: nothing is sent again, and what was taken ends with its lease.
class Lock
{
public:
    // Without waiting; name is the key. All is borrowed.
    Lock(Connection *commands, QByteArray name, LockOptions options = {});
    // The same, and acquire() may wait in line; with a connection of its own, or the channel's.
    Lock(WakeChannel *channel, Connection *commands, QByteArray name, LockOptions options = {});
    Lock(WakeChannel *channel, QByteArray name, LockOptions options = {});
    virtual ~Lock();
    Q_DISABLE_COPY_MOVE(Lock)

    // Asks once. A key of another type counts as held by somebody else.
    QCoro::Task<Acquired> tryAcquire();

    // Asks that many times, at least once, with that pause between two of them.
    QCoro::Task<Acquired> poll(int tries, std::chrono::milliseconds pause);

    // Stands in line until it is ours or the time is over. Waiters of all processes are served in
    // the order in which they came while the lock is released; when it ends with its lease, who
    // asks first. Needs a WakeChannel whose connections are open or opening; NotConnected: it was
    // not in that time.
    QCoro::Task<Acquired> acquire(std::chrono::milliseconds patience);

protected:
    enum class Fencing : bool { No, Yes };
    Lock(WakeChannel *channel, Connection *commands, QByteArray name, LockOptions options, Fencing);

private:
    struct Shared; // with those who wait

    friend class LockWait;

    static QCoro::Task<Acquired> tryAcquire(std::shared_ptr<Shared> lock);
    static QCoro::Task<Acquired> poll(
        std::shared_ptr<Shared> lock, int tries, std::chrono::milliseconds pause);
    static QCoro::Task<Acquired> acquire(
        std::shared_ptr<Shared> lock, std::chrono::milliseconds patience);

    std::shared_ptr<Shared> d;
};

} // namespace lockstep
