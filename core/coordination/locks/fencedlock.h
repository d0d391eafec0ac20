#pragma once

#include "core/coordination/locks/lock.h"

namespace lockstep {

// A Lock whose leases carry a fencing token: a number that is greater than those of all leases
// before. Hand it to whatever the lock guards with every write (and with every read that a write
// follows from), and let that refuse a number lower than the greatest it has seen: then a holder
// who comes back after its lease has ended does no harm.
//
// The number is counted in the script that takes or hands over the lock, in a key beside it,
// companionKey(name, "fence"), which has no end. It is one more than the last one, or the server's
// time in microseconds if that is more. So it also grows when the key is lost (deleted, evicted, a
// restart without persistence) or comes back older than it was (a failover to a replica that had
// not heard of the latest): as long as fewer than a million leases a second are taken, and the
// clock of the server that is asked then is not behind that of the one that counted before by more
// than the time in between. A clock that is set back does no harm while the key is there. Exact up
// to 2^53, which the time reaches in the year 2255. A counter that is no number fails every acquire
// with the server's words and leaves the lock as it was. Source: M. Kleppmann, "How to do
// distributed locking", 2016,
// https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html
class FencedLock : public Lock
{
public:
    FencedLock(Connection *commands, QByteArray name, LockOptions options = {})
        : Lock(nullptr, commands, std::move(name), std::move(options), Fencing::Yes)
    {
    }
    FencedLock(
        WakeChannel *channel, Connection *commands, QByteArray name, LockOptions options = {})
        : Lock(channel, commands, std::move(name), std::move(options), Fencing::Yes)
    {
    }
    FencedLock(WakeChannel *channel, QByteArray name, LockOptions options = {})
        : Lock(channel, channel->commands(), std::move(name), std::move(options), Fencing::Yes)
    {
    }
};

} // namespace lockstep
