#pragma once

#include "core/lab/history/roundrecords.h"
#include "core/lab/history/verdict.h"

namespace lockstep {

// What one check shows in one round.
struct RoundFinding
{
    CheckOutcome outcome = CheckOutcome::Holds;
    std::optional<Violation> violation; // Violated, Possible; Undecided: a function's mistake
    bool atEndOnly = false; // there were too many states to look at each
    bool isCutShort = false; // there was no time to look at all
    bool isNoNumber = false; // a key held something that is no number, which could not be judged
};

RoundFinding found(CheckOutcome outcome, Violation violation);

// A violation that begins there; within the round, whose last replies may come after its end.
Violation violationAt(const RoundRecords &records, Moment at);
// Adds the client and the operation, if there are any.
void blame(Violation &violation, const RoundRecords &records, quint32 operation);

// The keys that a check names, as a name or a pattern ("limit:*").
class KeyMatch
{
public:
    KeyMatch(const InternedTexts &texts, const QByteArray &pattern);
    [[nodiscard]] bool operator()(quint32 key);

private:
    enum class Known : quint8 { Not, Yes, No };

    const InternedTexts &m_texts;
    const QByteArray m_pattern;
    std::vector<Known> m_known; // by number
};

// What a key may be at the end of a round.
struct EndState
{
    KeyChange state;
    bool isCertain = true;
};

// What the keys that match hold at the end of the round. One whose deadline lies so close to the
// end that the clocks do not tell is there twice: as it was, and gone.
std::vector<EndState> endStates(KeyMatch &matches, const RoundRecords &records);

// The same for a check that takes a key that no server has for 0: what each server holds that has
// it, and behind that, where it is nowhere or may be, one state in which it does not exist. That
// has the operation that deleted it, but no name, for it may never have been written.
std::vector<EndState> endStatesOrNowhere(KeyMatch &matches, const RoundRecords &records);

// The states that always-checks see of the keys: the one at the round's begin, and from then on
// each change by itself. What the setup did in between is nobody's business.
std::vector<KeyChange> visibleChanges(const RoundRecords &records);

} // namespace lockstep
