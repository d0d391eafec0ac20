#pragma once

#include "core/lab/history/history.h"
#include "core/lab/history/verdict.h"

#include <functional>
#include <vector>

namespace lockstep {

// What a client believes, and whether it is true, for a stretch of time.
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

    // What became of the key of whoever is Expired.
    enum class Loss : quint8 {
        Unknown, // it never was the client's, as far as is known
        Expired,
        Deleted,
        Replaced, // it has another's value
        Lost, // with its server
        Gone // before its time, and it is not known how: its key was only looked at
    };

    Moment from = 0;
    Moment until = 0;
    quint32 client = 0;
    quint32 name = 0; // text: the lock, or what is waited for
    quint32 lostTo = none; // client that deleted or replaced the key
    State state = State::Outside;
    State beneath = State::Outside; // of Paused: what it would be in if it were not
    Loss loss = Loss::Unknown;

    // What the client believes, paused or not.
    [[nodiscard]] State belief() const { return state == State::Paused ? beneath : state; }
    [[nodiscard]] bool isSameState(const LaneSpan &other) const
    {
        return name == other.name && lostTo == other.lostTo && state == other.state
            && beneath == other.beneath && loss == other.loss;
    }
};

// What became of a key that no known command deleted.
LaneSpan::Loss lossByItself(const History &history, const KeyChange &before, const KeyChange &gone);

// The lanes of a round, by client and in it by time, without gaps from the round's begin to its
// end. isLock: whether the key of that text is one, so that whoever is inside ought to hold it;
// empty: all are.
std::vector<LaneSpan> laneSpans(const History &history, int round,
    const std::vector<CheckResult> &results, const std::function<bool(quint32)> &isLock = {});

} // namespace lockstep
