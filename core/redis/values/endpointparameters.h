#pragma once

#include "core/redis/values/endpoint.h"

#include <QStringView>

namespace lockstep {

// What follows the '?' of an address; what is possible depends on what was read before it.
// Errors: BadUri.
Result<void> readParameters(QStringView query, Endpoint &endpoint);

} // namespace lockstep
