// Redis checks each command of a script against the rights of the caller, so the commands in
// lock-release.lua and lock-take-away.lua are listed here as well. The list is written by hand: a
// test removes each right in turn and sees that something is then refused.

#include "core/release/releaserights.h"

#include "core/watch/link/allowlist.h"

namespace lockstep {

QByteArray releaseRights()
{
    return "~* &lockstep:wake:* &redisson_lock__channel:* +cluster|myid +exists +hgetall +evalsha "
           "+eval +get +set +del +incr +hdel +lindex +lpop +publish";
}

QByteArray releaseAclLine(const QByteArray &user)
{
    // ~* includes the right to read.
    return aclLine(user).replace(" %R~*", "") + ' ' + releaseRights();
}

} // namespace lockstep
