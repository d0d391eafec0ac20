#pragma once

#include "core/lab/checks/happenings.h"
#include "core/lab/checks/rangesaround.h"
#include "core/lab/history/roundrecords.h"

#include <optional>
#include <set>
#include <vector>

namespace lockstep {

// At which moments a state of a round was, as far as that is certain: the happenings before a place
// among them had happened by then, and the others had not. Only what was asked for counts. The
// records and the happenings must outlive this.
class StateMoments
{
public:
    StateMoments(const RoundRecords &records, const std::vector<Happening> &happenings);

    // Nothing has been asked for.
    void forget() { m_asked = {}; }
    void askForKey(quint32 key, int node) { m_asked.keys.insert({key, node}); }
    void askForName(quint32 name) { m_asked.names.insert(name); } // of a lock, count or event
    void askForHolders() { m_asked.isOfHolders = true; } // which a crash concerns, too

    struct Span
    {
        Moment from = 0, until = 0;
        bool isAllOf = true; // the state was at each moment of it; false: at one of them
    };
    // Nothing: it may never have been, or it was asked for other names too often.
    [[nodiscard]] std::optional<Span> spanAt(size_t place);

private:
    struct Asked
    {
        std::set<std::pair<quint32, int>> keys; // and nodes
        std::set<quint32> names;
        bool isOfHolders = false;

        bool operator==(const Asked &) const = default;
    };

    [[nodiscard]] bool wasAsked(const Happening &happening) const;
    [[nodiscard]] bool isOfTime(const Happening &happening) const;
    [[nodiscard]] RangesAround rangesOfAsked() const;

    const RoundRecords &m_records;
    const std::vector<Happening> &m_happenings;
    Moment m_end = 0; // of the round, or what a client still sent after it
    Asked m_asked;
    Asked m_rangesOf; // what was asked for when these were made
    RangesAround m_ranges;
    int m_rangesMade = 0;
};

} // namespace lockstep
