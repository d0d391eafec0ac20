#pragma once

#include "core/redis/values/endpoint.h"

namespace lockstep {

// The URI with everything but the passwords: Endpoint::fromUri() makes the same endpoint of it.
QString uriWithoutPassword(const Endpoint &endpoint);

} // namespace lockstep
