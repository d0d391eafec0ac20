#pragma once

#include "core/watch/items/item.h"

#include <QPointF>

#include <limits>
#include <optional>
#include <vector>

namespace lockstep {

// The y of a point at which a line is interrupted.
inline constexpr double gapInLine = std::numeric_limits<double>::quiet_NaN();

// What of an item's history is drawn, against seconds relative to now, so they are negative: of a
// lock the seconds that are left, of a semaphore how many hold it, of anything else its value.
// Plain geometry, without a window.
struct HistoryCurve
{
    struct Stretch
    {
        double from = 0;
        double to = 0;
    };
    struct HoldStretch : Stretch
    {
        CowOptional<Holder> holder;
    };

    std::vector<QPointF> line; // to be joined by straight lines; see gapInLine
    std::vector<QPointF> renewals; // the upper ends of the rises of a lock's TTL
    std::vector<QPointF> handOvers; // where another holder's lease begins as one ends
    std::vector<Stretch> endless; // a lock is held without a TTL
    std::vector<Stretch> unknownTtl; // a lock is held, and whether it has one may not be asked
    std::vector<HoldStretch> holds; // of a lock, oldest first
    std::vector<Stretch> free; // nobody held the lock
    std::vector<Stretch> unseen; // the connection was lost: nothing is known
    std::optional<double> renewalDue; // the lowest level at which a renewal was seen
    std::optional<double> limit;
    bool isTime = false; // the values are seconds
    double lowest = 0; // of the line; both 0 where there is none
    double highest = 0;
};

struct HistoryWindow
{
    Instant from;
    Instant to; // not after now
    Instant now; // what 0 is on the axis of time
    std::vector<UnseenSpan> unseen = {}; // oldest first; those out of sight do no harm
};

// What the line says at a moment: nothing where it is interrupted.
std::optional<double> valueAt(const HistoryCurve &curve, double x);

// goneAt: when the item was missed in a snapshot. The work grows with the points in the window
// only.
HistoryCurve historyCurve(
    const Item &item, const HistoryWindow &window, std::optional<Instant> goneAt = {});

} // namespace lockstep
