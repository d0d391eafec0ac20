#pragma once

#include "core/lab/checks/happenings.h"
#include "core/lab/checks/rangesaround.h"
#include "core/lab/history/roundrecords.h"

#include <map>
#include <vector>

namespace lockstep {

// Which clients were inside a lock when an event happened. An event's own client knows that of
// itself; another's enter or leave may have been before the event or behind it. events, here and
// below: their places among the happenings, which must outlive this.
class InsideAtEvents
{
public:
    explicit InsideAtEvents(const std::vector<Happening> &happenings);

    // Whether it is known of everybody.
    [[nodiscard]] bool isCertain(size_t event) const;

    struct Others
    {
        std::vector<int> certainly, possibly; // clients
    };
    // Of the other clients. lock: a text; none: any lock; the same one for the same event.
    [[nodiscard]] const Others &othersAt(size_t event, quint32 lock) const;

private:
    struct Stay
    {
        int client = 0;
        quint32 lock = 0;
        const Happening *enter = nullptr;
        const Happening *end = nullptr; // nullptr: it is still inside when the round ends
    };

    [[nodiscard]] std::vector<Stay> stays() const;
    [[nodiscard]] Others findOthers(const Happening &event, quint32 lock) const;

    const std::vector<Happening> &m_happenings;
    const RangesAround m_around; // of all enters, leaves and crashes, by client
    mutable std::vector<Stay> m_stays; // once they were asked for
    mutable std::map<size_t, Others> m_others; // likewise
};

} // namespace lockstep
