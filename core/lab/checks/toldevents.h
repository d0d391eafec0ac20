#pragma once

#include "core/lab/checks/trial.h"
#include "core/lab/checks/whowasinside.h"
#include "core/lab/program/stateview.h"

#include <map>
#include <vector>

namespace lockstep {

// The events that were told up to a state, by name, and what is known of who was inside meanwhile.
// They are told at moments that are known, so their order is. The records, the happenings and who
// was inside must outlive this.
class ToldEvents
{
public:
    ToldEvents(const RoundRecords &records, const std::vector<Happening> &happenings,
        const WhoWasInside &whoWasInside);

    // place: of the event among the happenings; behind all that were added before. inside: who
    // likely was, of the lock, a text; none: of any.
    void add(size_t place, std::vector<int> inside, quint32 lock);

    struct Told
    {
        std::vector<StateView::EventSeen> events;
        bool isInsideCertain = true;
    };
    // name: a text. trial: answers who was inside where that is not known; nullptr: what is likely.
    [[nodiscard]] Told of(quint32 name, Trial *trial) const;

private:
    struct Event
    {
        StateView::EventSeen seen;
        size_t place = 0;
        quint32 lock = none;
        bool isInsideCertain = true;
    };

    void chooseInside(const Event &event, StateView::EventSeen *seen, Trial *trial) const;

    const RoundRecords &m_records;
    const std::vector<Happening> &m_happenings;
    const WhoWasInside &m_whoWasInside;
    std::map<quint32, std::vector<Event>> m_events; // by name
};

} // namespace lockstep
