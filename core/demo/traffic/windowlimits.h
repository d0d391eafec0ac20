#pragma once

#include "core/demo/traffic/shopclient.h"

namespace lockstep {

// Traffic on limits that count in windows: in the formats of rate-limiter-flexible and
// Flask-Limiter, the usual counter per address and second, and two of our own.
void openWindowLimits(ShopClient &client);

} // namespace lockstep
