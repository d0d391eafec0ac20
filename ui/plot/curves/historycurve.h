#pragma once

#include "core/watch/items/item.h"

#include <QPointF>

#include <limits>
#include <optional>
#include <vector>

namespace lockstep {

// A point with this y interrupts the line.
inline constexpr double gapInLine = std::numeric_limits<double>::quiet_NaN();

// The part of an item's history that is drawn. All x are seconds relative to now, so they are
// negative. The y of a lock are the seconds left of its TTL, of a semaphore the number of holders,
// and otherwise the value. This is plain geometry and needs no window.
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

    std::vector<QPointF> line; // joined by straight lines, and interrupted at gapInLine
    std::vector<QPointF> renewals; // the upper ends of the rises of a lock's TTL
    std::vector<QPointF> handOvers; // where one holder's lease ends and another's begins
    std::vector<Stretch> endless; // the lock is held without a TTL
    std::vector<Stretch> unknownTtl; // the lock is held, but its TTL may not be read
    std::vector<HoldStretch> holds; // who held the lock, oldest first
    std::vector<Stretch> free; // nobody held the lock
    std::vector<Stretch> unseen; // there was no connection, so nothing is known
    std::optional<double> renewalDue; // the lowest TTL at which a renewal was seen
    std::optional<double> limit;
    bool isTime = false; // whether the values are seconds
    double lowest = 0; // of the line; both are 0 if there is no line
    double highest = 0;
};

// The part of the past for which a curve is made.
struct HistoryWindow
{
    Instant from;
    Instant to; // not after now
    Instant now; // the moment at x = 0
    std::vector<UnseenSpan> unseen = {}; // oldest first; spans outside of the window are ignored
    // In a recording these are the times when nobody held the lock, oldest first, and the series of
    // a semaphore says how many held it. A watch has none, for there both follow from the holds.
    std::optional<std::vector<UnseenSpan>> recordedFree = {};
};

// The value of the line at a moment; nothing if the line is interrupted there.
std::optional<double> valueAt(const HistoryCurve &curve, double x);

// Makes the curve of an item. goneAt: when the item was first missing in a snapshot. The cost grows
// only with the points in the window.
HistoryCurve historyCurve(
    const Item &item, const HistoryWindow &window, std::optional<Instant> goneAt = {});

} // namespace lockstep
