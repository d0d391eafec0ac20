#pragma once

#include "core/redis/values/endpoint.h"

#include <optional>

namespace lockstep {

// Which node of a Cluster serves the key, as the server at asked has told with MOVED; nothing: the
// error is another one, or the server does not know where that node is.
std::optional<HostPort> movedTo(const Error &error, const Endpoint &asked);

} // namespace lockstep
