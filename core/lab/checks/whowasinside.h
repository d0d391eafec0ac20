#pragma once

#include "core/lab/checks/happenings.h"
#include "core/lab/checks/historycuts.h"
#include "core/lab/checks/trial.h"
#include "core/lab/history/roundrecords.h"

#include <map>
#include <optional>
#include <vector>

namespace lockstep {

// Which clients were inside a lock at a moment. Whoever was on its way in may have been inside or
// not. Places are those among the happenings, which must outlive this.
class WhoWasInside
{
public:
    explicit WhoWasInside(const std::vector<Happening> &happenings);

    struct Clients
    {
        std::vector<int> certainly, possibly; // each is in one of them at most
    };
    // Who was inside the lock at a moment that lies between the happenings before the place and the
    // rest. It is known who had left; who had entered may be open. lock: a text; none stands for
    // any lock.
    [[nodiscard]] Clients at(size_t place, Moment moment, quint32 lock) const;

    // Whether it is known who was inside at that event. The event's own client does not count,
    // because it knows that of itself.
    [[nodiscard]] bool isCertainAtEvent(size_t event) const;
    // The clients that were inside at the event, without the event's own. Calls for the same event
    // must name the same lock, because the answer is kept.
    [[nodiscard]] const Clients &othersAtEvent(size_t event, quint32 lock) const;

    // Returns those who certainly were inside, and those of the others that the trial chooses:
    // nobody, all, or any of them. Sorted.
    static std::vector<int> choose(
        const Clients &clients, const Choices::Question &question, Trial &trial);

private:
    struct Stay
    {
        int client = 0;
        quint32 lock = 0;
        size_t enter = 0, end = 0; // places; behind all: it is still inside when the round ends
    };

    [[nodiscard]] const std::vector<Stay> &stays() const;
    void findStays() const;

    const std::vector<Happening> &m_happenings;
    const HistoryCuts m_cuts; // of all enters, leaves and crashes, by client
    mutable std::optional<std::vector<Stay>> m_stays; // once they were asked for
    mutable std::map<size_t, Clients> m_others; // likewise
};

} // namespace lockstep
