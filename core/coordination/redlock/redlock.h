#pragma once

#include "core/coordination/locks/lease.h"
#include "core/redis/connection/connection.h"

#include <QPointer>

#include <memory>
#include <vector>

namespace lockstep {

// One lock over several independent servers (masters, no replicas of each other), an odd number of
// them: held while more than half hold its token. It survives the loss of fewer than half.
//
// What it takes for granted: leases run at about the same speed everywhere (one part in a hundred
// and 2 ms are taken off), and a server that has forgotten its locks, as after a restart without
// appendfsync always, stays away for longer than the longest lease. A holder that is paused for
// longer than its lease can write late, as with every lock: see FencedLock.
// Source:
// https://redis.io/docs/latest/develop/use/patterns/distributed-locks/#the-redlock-algorithm
//
// Lives on the thread of its connections. Destroying it ends acquire() as Cancelled.
class Redlock
{
public:
    // Borrowed, one for each server. The same key on all.
    Redlock(const std::vector<Connection *> &servers, QByteArray name, LeaseTerms terms = {});
    ~Redlock();
    Q_DISABLE_COPY_MOVE(Redlock)

    // Asks all servers at once, and waits for as many as decide it, a tenth of the lease at most.
    // nullptr: nobody got more than half of them, or somebody else holds it.
    // When it is not won, it is released everywhere. Errors: BadInput (a lease that is not longer
    // than what is taken off; no servers), and that of the first server where so many failed that
    // there is no majority; with mayHaveRun some may hold the token until the lease ends.
    QCoro::Task<Acquired> tryAcquire();

    // Asks that many times, at least once, also after errors without a majority. Between two of
    // them a pause of random length, half of that to all of it, so that clients that split the vote
    // do not do so again.
    QCoro::Task<Acquired> acquire(int tries, std::chrono::milliseconds pause);

private:
    struct Shared;

    static QCoro::Task<Acquired> tryAcquire(std::shared_ptr<Shared> lock);
    static QCoro::Task<Acquired> acquire(
        std::shared_ptr<Shared> lock, int tries, std::chrono::milliseconds pause);

    std::shared_ptr<Shared> d;
};

} // namespace lockstep
