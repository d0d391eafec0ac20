#pragma once

#include "core/lab/checks/choices.h"

#include <optional>
#include <set>

namespace lockstep {

// A moment that is known to lie between these two.
struct MomentInterval
{
    Moment from = 0, until = 0;
};

// A moment at which a state was that is to be proven.
struct ProvingMoment : MomentInterval
{
    // It is not known whether those who were on their way in were inside by then.
    bool areEntersOpen = false;
};

// How what is not known of a state is answered while it is tried.
struct Trial
{
    explicit Trial(ProvingMoment at)
        : moment(at)
    {
    }

    Choices choices;
    ProvingMoment moment; // a TTL is that of this moment
    // Of these events it is told who was inside, of others it is hidden: places among the
    // happenings, here and below.
    std::set<size_t> told;
    std::set<size_t> hidden; // from whoever asks, so far
    std::optional<size_t> asked; // somebody looked for who was inside at that one
    bool isTooMany = false; // there are more possibilities than can be tried
};

} // namespace lockstep
