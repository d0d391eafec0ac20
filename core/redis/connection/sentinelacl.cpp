// The list is written by hand: the handshake sends CLIENT SETNAME and PING, SentinelLink the rest.
// A test takes each right away in turn and sees that something is then refused.

#include "core/redis/connection/sentinelacl.h"

namespace lockstep {

QByteArray sentinelAclLine(const QByteArray &user)
{
    return "ACL SETUSER " + user
        + " reset on ><password> resetchannels &+switch-master &+promoted-slave -@all "
          "+client|setname +ping "
          "+sentinel|master +sentinel|get-master-addr-by-name +subscribe";
}

} // namespace lockstep
