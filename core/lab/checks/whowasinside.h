#pragma once

#include "core/lab/checks/happenings.h"
#include "core/lab/checks/rangesaround.h"
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
    // By the happenings before the place, at the moment between them and the rest: of each lock it
    // is known who had left it. lock: a text; none: any lock.
    [[nodiscard]] Clients at(size_t place, Moment moment, quint32 lock) const;

    // Whether it is known of everybody at that event. Its own client knows that of itself.
    [[nodiscard]] bool isCertainAtEvent(size_t event) const;
    // Of the other clients. The same lock for the same event.
    [[nodiscard]] const Clients &othersAtEvent(size_t event, quint32 lock) const;

    // Those who certainly were and, of those who may have been, nobody, all, or any of them, as the
    // trial chooses; sorted.
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
    const RangesAround m_around; // of all enters, leaves and crashes, by client
    mutable std::optional<std::vector<Stay>> m_stays; // once they were asked for
    mutable std::map<size_t, Clients> m_others; // likewise
};

} // namespace lockstep
