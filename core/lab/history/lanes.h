#pragma once

#include "core/lab/history/history.h"
#include "core/lab/history/verdict.h"

#include <vector>

namespace lockstep {

// What a client believes and whether that is still so, for a stretch of time.
struct LaneSpan
{
    enum class State : quint8 {
        Outside,
        Waiting,
        Holding, // inside, and the lock's key is its own as far as is known
        Expired, // inside, but the key is gone or somebody else's
        TooMany, // inside, while there are more than holders_at_most allows
        Paused,
        Crashed // the lane ends here
    };

    Moment from = 0;
    Moment until = 0;
    quint32 client = 0;
    quint32 name = 0; // text: the lock, or what is waited for
    State state = State::Outside;
};

// The lanes of a round, by client and in it by time, without gaps from the round's begin to its
// end.
std::vector<LaneSpan> laneSpans(
    const History &history, int round, const std::vector<CheckResult> &results);

} // namespace lockstep
