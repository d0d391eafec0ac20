#pragma once

#include "core/redis/values/endpoint.h"

#include <optional>

namespace lockstep {

// The node of a Cluster that serves the key, from the MOVED error of the server `asked`. Nothing if
// it is another error, or the server does not know where that node is.
std::optional<HostPort> movedTo(const Error &error, const Endpoint &asked);

// The error of connecting to a node whose address, `told`, came from other nodes, and which was
// tried at the address `reached`. If nobody answers there it is NodeUnreachable, because the
// address may be valid only between the nodes; else it is `error`.
Error nodeError(const Error &error, const HostPort &told, const HostPort &reached);

} // namespace lockstep
