// Within a script Redis checks each command against the rights of who calls it, so what
// lock-release.lua and lock-take-away.lua call is named here as well. Written by hand: a test takes
// each right away in turn, and sees that something is refused then.

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
    // ~* permits to read as well.
    return aclLine(user).replace(" %R~*", "") + ' ' + releaseRights();
}

} // namespace lockstep
