#pragma once

#include "core/lab/run.h"

// Rounds as they could have happened, for tests, figures and pictures.
namespace lockstep::sample {

RunPtr leaseExpires(); // as in the drawings: A's lease ends, B enters, both sell
RunPtr stepped(); // the same in steps
RunPtr flashSale(); // 50 clients, 1,000 operations, more sold than there were
RunPtr watchdog(); // renewals, a pause, a crash, a key without TTL
RunPtr limiter(); // admitted and refused, one window too full; fencing tokens out of order
RunPtr crowd(int clients, int operations); // holders one after another

} // namespace lockstep::sample
