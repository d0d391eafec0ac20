#pragma once

#include "core/coordination/locks/lock.h"

namespace lockstep {

// A Lock whose leases have a fencing token: a number greater than those of all earlier leases. Pass
// it to the guarded resource with every write (and with every read on which a write depends), and
// let the resource refuse numbers lower than the greatest it has seen. Then a holder that continues
// after its lease has ended does no harm.
//
// The number is counted by the script that takes or hands over the lock, in a key beside it,
// companionKey(name, "fence"), which has no TTL. It is one more than the last one, or the server's
// time in microseconds if that is more. So it grows even if the key is lost (deleted, evicted, a
// restart without persistence) or becomes older (a failover to a replica that has not got the
// latest number). This holds as long as fewer than a million leases are taken per second, and the
// clock of the new server is not behind that of the old one by more than the time in between. A
// clock that is set back does no harm while the key exists. Numbers are exact up to 2^53, which the
// time reaches in the year 2255. If the counter is no number, every acquire fails with the server's
// words and leaves the lock unchanged.
// Source: M. Kleppmann, "How to do distributed locking", 2016,
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
