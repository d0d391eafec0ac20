#pragma once

#include "core/lab/history/run.h"

// Rounds as they could have happened, for tests, figures and pictures.
namespace lockstep::sample {

RunPtr leaseExpires(); // as in the drawings: A's lease ends, B enters, both sell
RunPtr stepped(); // the same in steps: the fourth lets time pass
RunPtr slowLease(); // A's SET takes 20 ms, its lease of 100 ms ends at 120 ms, A works until 300 ms
RunPtr redlock(); // A has two of three nodes, 10 … 50 ms, then B has, 50 … 80 ms
RunPtr windows(); // ten keys calls:*, one after the other, and a limiter
RunPtr flashSale(); // 50 clients, 1,000 operations, more sold than there were
RunPtr watchdog(); // renewals, a pause, a crash, a key without TTL
RunPtr limiter(); // admitted and refused, one window too full; fencing tokens out of order
RunPtr crowd(int clients, int operations); // holders one after another

} // namespace lockstep::sample
