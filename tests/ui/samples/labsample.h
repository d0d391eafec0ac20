#pragma once

#include "core/lab/history/run.h"

// Scenarios and runs as they come out of the lab, made by hand.
namespace lockstep::sample {

// Oversell by reading and writing, mended by stockScript().
ScenarioPtr stockReadThenWrite();
ScenarioPtr stockScript();
// Five families, with the two above.
std::vector<ScenarioPtr> scenarios();

struct Size
{
    int clients = 6;
    int rounds = 3;
    int repeats = 2;
    int stock = 5;
};
// Everybody reads and writes at once; judged by counting.
RunPtr oversoldRun(Size size = {});
// One step each, nobody is oversold.
RunPtr heldRun(Size size = {});
// Two holders of "lock": A's lease ran out while it worked.
RunPtr twoHoldersRun();

} // namespace lockstep::sample
