#pragma once

#include "core/redis/values/endpoint.h"

namespace lockstep {

// Whether two addresses lead to one database of one server, as far as they tell: other names of its
// host, other Sentinels of the group or nodes of the Cluster as long as both name one of them, and
// another user do. That a unix socket and a port lead to one server is not found out. Asks for the
// addresses of host names that differ, and so may block for some seconds.
bool isSameServer(const Endpoint &a, const Endpoint &b);

} // namespace lockstep
