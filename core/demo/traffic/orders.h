#pragma once

#include "core/demo/traffic/shopclient.h"

namespace lockstep {

// Traffic of orders: each is submitted once, however often somebody clicks, paid for at one of a
// few tills, and printed when one of the printers is free.
void openOrders(ShopClient &client);

} // namespace lockstep
