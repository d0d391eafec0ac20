#pragma once

#include "core/demo/traffic/shopclient.h"

namespace lockstep {

// Traffic on limits that remember each call: Flask-Limiter's moving window (a list) and our own
// sliding log (a sorted set).
void openLogLimits(ShopClient &client);

} // namespace lockstep
