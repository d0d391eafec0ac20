#pragma once

#include "core/demo/traffic/desk.h"

namespace lockstep {

// What happens to an order: it is submitted once however often somebody clicks, paid for at one of
// so many tills, and printed while one of the printers is free.
void openOrders(Desk &desk);

} // namespace lockstep
