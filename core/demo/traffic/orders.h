#pragma once

#include "core/demo/traffic/desk.h"

namespace lockstep {

// Traffic of orders: each is submitted once, however often somebody clicks, paid for at one of a
// few tills, and printed when one of the printers is free.
void openOrders(Desk &desk);

} // namespace lockstep
