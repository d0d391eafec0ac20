#pragma once

#include "core/redis/values/endpoint.h"

namespace lockstep {

// Everything but the passwords, so that Endpoint::fromUri() gives the endpoint again.
QString uriWithoutPassword(const Endpoint &endpoint);

} // namespace lockstep
