#pragma once

#include "core/redis/values/endpoint.h"

#include <optional>

namespace lockstep {

// Which node of a Cluster serves the key, as the server at asked has told with MOVED; nothing: the
// error is another one, or the server does not know where that node is.
std::optional<HostPort> movedTo(const Error &error, const Endpoint &asked);

// Why no connection to a node came about whose address other nodes have told, and which was reached
// at reached: where nobody answers, NodeUnreachable, for the address may be one that only the nodes
// know; else error.
Error nodeError(const Error &error, const HostPort &told, const HostPort &reached);

} // namespace lockstep
