#pragma once

#include "core/watch/values/reading.h"
#include "core/watch/values/ttl.h"

#include <optional>

namespace lockstep {

// How long an object that changes all the time is left alone after it was read (its rest), so that
// reading what was announced adds little to what the server does for others (everybody but the
// watch). The age of what is shown grows by as much, so counters and limits give way first, and
// locks only when that was not enough.
//
// One pause decides both: up to longestRest it is the rest of counters and limits, and locks have
// none; what it is longer than that is the rest of locks.
class ReadPace
{
public:
    static constexpr auto longestRest = Milliseconds(3'000); // of counters and limits
    static constexpr auto longestRestOfALock = Milliseconds(2'500);
    static constexpr auto longestTurn = Milliseconds(100);
    // Commands a second that are always allowed: a server that has little to do is asked that often
    // all the same.
    static constexpr double leastBudget = 200;
    // Locks do not rest below that, whatever the server does: the journal tells of each hold.
    // Unless somebody would rather miss some (setLocksMayRest()).
    static constexpr double leastBudgetOfLocks = 10'000;
    // The part of the commands that the server executes for others which reading may add: less than
    // the tenth that is promised, because what was too much is noticed only afterwards.
    static constexpr double shareOfOthers = 0.09;

    // Commands a second that the server executes for others; nothing: it does not tell, and nothing
    // rests.
    void setOthers(std::optional<double> commandsPerSecond);
    // commands: sent so far to read again what was announced. Called about once a second.
    void update(Instant now, qint64 commands);
    void reset();
    // Locks rest as soon as counters and limits have given way all they can; also after reset().
    void setLocksMayRest(bool mayRest) { m_locksMayRest = mayRest; }

    [[nodiscard]] Milliseconds rest(Family family) const;
    // How long changes gather before they are read together; 0 while nothing rests.
    [[nodiscard]] Milliseconds turn() const;

private:
    struct Sample
    {
        Instant at;
        qint64 commands = 0;
    };

    bool m_locksMayRest = false;
    std::optional<double> m_budget; // commands a second
    std::optional<Sample> m_last;
    Milliseconds m_pause{}; // up to longestRest + longestRestOfALock, see above
};

} // namespace lockstep
