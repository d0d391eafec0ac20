#pragma once

#include "core/coordination/locks/lease.h"
#include "core/redis/connection/connection.h"

#include <QPointer>

#include <memory>
#include <vector>

namespace lockstep {

// One lock over an odd number of independent servers, which must not be replicas of each other. It
// is held while more than half of them hold its token, so it survives the loss of fewer than half.
//
// It assumes that clocks run at about the same speed everywhere (one hundredth of the lease and 2
// ms are subtracted), and that a server which has lost its locks, for example by a restart without
// appendfsync always, stays away for longer than the longest lease. As with every lock, a holder
// that is paused for longer than its lease can write late: see FencedLock.
// Source:
// https://redis.io/docs/latest/develop/use/patterns/distributed-locks/#the-redlock-algorithm
//
// Lives on the thread of its connections. The destructor ends acquire() with Cancelled.
class Redlock
{
public:
    // servers: one connection for each, not owned. The key is the same on all.
    Redlock(const std::vector<Connection *> &servers, QByteArray name, LeaseTerms terms = {});
    ~Redlock();
    Q_DISABLE_COPY_MOVE(Redlock)

    // Asks all servers at once and waits until the result is decided, at most a tenth of the lease.
    // nullptr if nobody got more than half of them, or somebody else holds it. A lock that was not
    // won is released everywhere. Errors: BadInput (no servers, or a lease not longer than what is
    // subtracted); and if so many servers failed that no majority is possible, the error of the
    // first one. With mayHaveRun some servers may hold the token until the lease ends.
    QCoro::Task<Acquired> tryAcquire();

    // Tries that many times, at least once, also after errors without a majority. The pauses in
    // between have a random length from half of `pause` to all of it, so that clients that split
    // the vote do not do so again.
    QCoro::Task<Acquired> acquire(int tries, std::chrono::milliseconds pause);

private:
    struct Shared;

    static QCoro::Task<Acquired> tryAcquire(std::shared_ptr<Shared> lock);
    static QCoro::Task<Acquired> acquire(
        std::shared_ptr<Shared> lock, int tries, std::chrono::milliseconds pause);

    std::shared_ptr<Shared> d;
};

} // namespace lockstep
