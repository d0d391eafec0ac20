#pragma once

#include "core/redis/values/endpoint.h"

#include <QStringView>

namespace lockstep {

// Reads what follows the '?' of an address into the endpoint. Which parameters are possible depends
// on what was read before. Errors: BadUri.
Result<void> readParameters(QStringView query, Endpoint &endpoint);

} // namespace lockstep
