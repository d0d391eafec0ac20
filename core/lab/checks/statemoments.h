#pragma once

#include "core/lab/checks/happenings.h"
#include "core/lab/checks/historycuts.h"
#include "core/lab/history/roundrecords.h"

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace lockstep {

// At which moments a state of a round was, as far as that is certain: the happenings before a place
// among them had happened by then, and the others had not. Only what was asked for counts. The
// records and the happenings must outlive this.
class StateMoments
{
public:
    StateMoments(const RoundRecords &records, const std::vector<Happening> &happenings);

    // Forgets what was asked for.
    void forget() { m_asked.clear(); }
    void askForKey(quint32 key, int node) { m_asked.insert({Kind::Key, key, node}); }
    void askForName(quint32 name) { m_asked.insert({Kind::Told, name, 0}); } // counts and events
    void askForLock(quint32 name); // who is inside, which a crash concerns, too

    struct Span
    {
        Moment from = 0, until = 0;
        bool isAllOf = true; // the state was at each moment of it; false: at one of them
    };
    // Returns nothing if the state may never have been. Without withEnters, whoever enters may have
    // been inside already, or not yet.
    [[nodiscard]] std::optional<Span> spanAt(size_t place, bool withEnters);

private:
    enum class Kind { Key, Told, Enter, Leave, Crash };
    using Asked = std::tuple<Kind, quint32, int>; // which key, name or lock; the node

    // What happened of what may be asked for.
    struct Listed
    {
        std::vector<size_t> places;
        bool isOfTime = false; // time took the key
        std::optional<HistoryCuts> cuts;
        std::optional<HistoryCuts> apartFromReadings; // whose place does not tell what expired
    };

    void list();
    [[nodiscard]] static Asked whatIs(const Happening &happening);
    [[nodiscard]] bool isOfTime(const Happening &happening) const;
    [[nodiscard]] const HistoryCuts &cutsOf(Listed &listed, bool asksForTime) const;

    const RoundRecords &m_records;
    const std::vector<Happening> &m_happenings;
    Moment m_end = 0; // of the round, or what a client still sent after it
    std::set<Asked> m_asked;
    std::map<Asked, Listed> m_listed; // once somebody asked for a span
    HistoryCut m_ofRound; // it begins before each place, and ends behind it
};

} // namespace lockstep
