#pragma once

#include "core/lab/history/executionintervals.h"
#include "core/lab/history/history.h"

#include <vector>

namespace lockstep {

// The changes of one key on one server, in their order, and between which moments each happened.
class OrderedChanges
{
public:
    void add(const KeyChange &change, const ExecutionInterval &range);

    [[nodiscard]] size_t size() const { return m_changes.size(); }
    [[nodiscard]] const KeyChange &change(size_t i) const { return *m_changes[i]; }
    [[nodiscard]] const ExecutionInterval &range(size_t i) const { return m_ranges[i]; }

    // The first change that may have happened at that moment or later. All before it were earlier.
    [[nodiscard]] size_t firstFrom(Moment moment) const;

    // What can have ended a wait for the key before anything else did.
    struct End
    {
        enum class Kind : quint8 {
            None, // nothing that is known
            Beginning, // the key may have been gone since before its first change
            Change, // that change; where it is the first absence, it may have been before the wait
            Expiry // after that change, which no change tells
        };
        Kind kind = Kind::None;
        size_t change = 0;
    };
    // deadlineError: that of the round.
    [[nodiscard]] End firstAbsence(const WaitRecord &wait, Moment deadlineError) const;
    // Returns the first change, of which the absence of the key is one too, and a deadline that is
    // set is none.
    [[nodiscard]] End firstChange(const WaitRecord &wait, Moment deadlineError) const;

private:
    [[nodiscard]] bool mayHaveExpired(size_t i, Moment by, Moment deadlineError) const;
    [[nodiscard]] bool isRenewal(size_t i) const;

    std::vector<const KeyChange *> m_changes;
    std::vector<ExecutionInterval> m_ranges;
    std::vector<Moment> m_latestSoFar; // never decreases
};

} // namespace lockstep
