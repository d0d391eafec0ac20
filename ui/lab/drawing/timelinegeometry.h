#pragma once

#include "core/lab/history/history.h"

#include <algorithm>
#include <vector>

namespace lockstep {

// Time ↔ x. Pixels are device-independent.
struct TimeScale
{
    static constexpr Moment shortest = 1000; // that is ever shown: 1 µs
    static constexpr double wider = 1; // steps that a wide one takes more
    static constexpr double farOutside = 4000; // pixels

    Moment begin = 0, end = shortest; // everything there is
    Moment from = 0, until = shortest; // what is shown
    double left = 0, right = 1; // the x of them
    std::vector<Moment> wide{}; // where the steps begin that are wider than others, by time

    // The x of a moment. It is cut off far outside, so that it can be drawn.
    [[nodiscard]] double x(Moment at) const
    {
        const double exact = left + (place(at) - place(from)) * pixelsPerMoment();
        return std::clamp(exact, left - farOutside, right + farOutside);
    }
    [[nodiscard]] Moment at(double x) const
    {
        const double exact = momentAt(place(from) + (x - left) / pixelsPerMoment());
        return Moment(std::clamp(exact, double(begin), double(end)) + 0.5);
    }
    // How many pixels a moment takes that is not within a wide step.
    [[nodiscard]] double pixelsPerMoment() const
    {
        return (right - left) / (place(until) - place(from));
    }
    [[nodiscard]] bool isEven() const { return wide.empty(); }

    // What is shown stays inside of everything there is, and is not shorter than the shortest.
    void show(Moment first, Moment last);
    void zoom(double factor, double aroundX); // factor > 1: less time, larger
    void pan(double pixels); // > 0: earlier
    void reveal(Moment moment); // pans as little as is needed

private:
    // Time as the axis has it: as many moments more as wide steps take.
    [[nodiscard]] double place(Moment at) const
    {
        return wide.empty() ? double(at) : widenedPlace(at);
    }
    [[nodiscard]] double momentAt(double place) const
    {
        return wide.empty() ? place : widenedMoment(place);
    }
    [[nodiscard]] double widenedPlace(Moment at) const;
    [[nodiscard]] double widenedMoment(double place) const;
};

// A row of the picture.
struct TimelineLane
{
    enum class Kind : quint8 {
        Key,
        Fold, // keys of one pattern
        Majority, // of the nodes of a key
        Replica, // of a key
        Channel,
        Client,
        Limiter,
        Events,
        Count,
        Throughput
    };

    Kind kind = Kind::Client;
    quint32 index = 0; // among those of its kind
    double top = 0; // from the top of what is in view when nothing is scrolled
    double height = 0;
    bool scrolls = false;
    bool isNarrow = false; // one of several lanes of the same key
};

// The least height, in lines of text, of a client's lane that shows its commands in words.
constexpr double roomyLines = 2.25;

// Lanes ↔ y: keys stay above, plots below, and the clients between them shrink and then scroll.
// Where keys and plots alone would leave too little room, everything scrolls.
struct LaneStack
{
    std::vector<TimelineLane> lanes;
    double viewTop = 0, viewHeight = 0; // of the whole stack
    double scrollTop = 0, scrollHeight = 0; // of the part that scrolls, y in the widget
    double contentHeight = 0; // of what is scrolled
    double offset = 0; // scrolled by

    // unit: height of a line of text. Keeps the order keys, clients, the rest.
    void arrange(double top, double height, double unit);
    [[nodiscard]] double maximumOffset() const;
    void scrollTo(double wanted);
    [[nodiscard]] double top(const TimelineLane &lane) const; // y in the widget
    [[nodiscard]] int laneAt(double y) const; // place in lanes; −1: none
    // The places [first, last) of the lanes of one kind of section that can be seen.
    struct Seen
    {
        std::size_t first = 0, last = 0;
    };
    [[nodiscard]] Seen seenScrolling() const;
    // The places of all lanes that can be seen.
    [[nodiscard]] std::vector<std::size_t> seen() const;
    [[nodiscard]] double bottom() const; // y in the widget, of the last lane that can be seen
};

struct TimelineGeometry
{
    TimeScale time;
    LaneStack stack;
};

} // namespace lockstep
