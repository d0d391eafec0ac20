#pragma once

#include "core/lab/history/history.h"
#include "core/lab/history/verdict.h"

#include <functional>
#include <vector>

namespace lockstep {

// A stretch of time on the lane of a client: what the client believes about a lock, and whether it
// is true.
struct LaneSpan
{
    enum class State : quint8 {
        Outside,
        Waiting,
        Holding, // inside, and the lock's key is its own as far as is known
        Expired, // inside, but the key is gone or somebody else's: see Loss
        TooMany, // inside, while there are more than holders_at_most allows
        Paused,
        Crashed // the lane ends here
    };

    // How a client in the state Expired lost the key.
    enum class Loss : quint8 {
        Unknown, // as far as is known, the key never was the client's
        Expired,
        Deleted,
        Replaced, // another client has overwritten it
        Lost, // it was lost with its server, or did not reach the replica
        Gone // it went before its deadline; how is not known, for keys were only sampled
    };

    Moment from = 0;
    Moment until = 0;
    quint32 client = 0;
    quint32 name = 0; // text: the lock, or what is waited for
    quint32 lostTo = none; // the client that deleted or replaced the key; none: nobody did
    State state = State::Outside;
    State beneath = State::Outside; // where the state is Paused: the state without the pause
    Loss loss = Loss::Unknown;

    // What the client believes, paused or not.
    [[nodiscard]] State belief() const { return state == State::Paused ? beneath : state; }
    [[nodiscard]] bool isSameState(const LaneSpan &other) const
    {
        return name == other.name && lostTo == other.lostTo && state == other.state
            && beneath == other.beneath && loss == other.loss;
    }
};

// How a key that no known command deleted was lost: Expired, Lost or Gone.
LaneSpan::Loss lossByItself(const History &history, const KeyChange &before, const KeyChange &gone);

// The lanes of a round: the spans of the first client by time, then those of the next. They cover
// the round without gaps. isLock: whether the key with that name (a text) is a lock, so that a
// client that is inside ought to hold the key; empty: all keys are.
std::vector<LaneSpan> laneSpans(const History &history, int round,
    const std::vector<CheckResult> &results, const std::function<bool(quint32)> &isLock = {});

} // namespace lockstep
