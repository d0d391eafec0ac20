#pragma once

#include "core/lab/history/history.h"

#include <algorithm>
#include <vector>

namespace lockstep {

// Maps time to x and back, and does zooming and panning. Pixels are device-independent.
struct TimeScale
{
    static constexpr Moment shortest = 1000; // ns: the shortest time that can fill the view
    static constexpr double wider = 1; // how many steps wider than the others a wide step is
    static constexpr double farOutside = 4000; // pixels beyond either edge

    Moment begin = 0, end = shortest; // the whole round
    Moment from = 0, until = shortest; // the part in view
    double left = 0, right = 1; // the x of from and until
    std::vector<Moment> wide{}; // where the wide steps begin, sorted

    // The x of a moment, limited to farOutside beyond the edges, so that a painter can draw it.
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
    // The pixels per nanosecond, outside of wide steps.
    [[nodiscard]] double pixelsPerMoment() const
    {
        return (right - left) / (place(until) - place(from));
    }
    [[nodiscard]] bool isEven() const { return wide.empty(); }

    // All of these keep the part in view within the round and not shorter than `shortest`.
    void show(Moment first, Moment last);
    void zoom(double factor, double aroundX); // factor > 1: less time, larger
    void pan(double pixels); // > 0: earlier
    void reveal(Moment moment); // pans as little as is needed to have it in view

private:
    // Converts between time and a place on the axis, which counts the extra width of wide steps as
    // additional time.
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
        Fold, // several keys of one pattern
        Majority, // the value that most nodes have for a key
        Replica, // what the replica holds of a key
        Channel,
        Client,
        Limiter,
        Events,
        Count,
        Throughput
    };

    Kind kind = Kind::Client;
    quint32 index = 0; // into the tracks of its kind
    double top = 0; // pixels from the top of the stack while nothing is scrolled
    double height = 0;
    bool scrolls = false;
    bool isNarrow = false; // one of several lanes of the same key
};

// The least height, in lines of text, of a client's lane that shows its commands in words.
constexpr double roomyLines = 2.25;

// Maps lanes to y and back. Keys stay at the top and plots at the bottom; the clients between them
// shrink, and scroll if that is not enough. If keys and plots leave the clients too little room,
// everything scrolls.
struct LaneStack
{
    std::vector<TimelineLane> lanes;
    double viewTop = 0, viewHeight = 0; // of the whole stack, y in the widget
    double scrollTop = 0, scrollHeight = 0; // of the part that scrolls, y in the widget
    double contentHeight = 0; // of all the lanes that scroll
    double offset = 0; // pixels that they are scrolled by

    // unit: height of a line of text. Keeps the order keys, clients, the rest.
    void arrange(double top, double height, double unit);
    [[nodiscard]] double maximumOffset() const;
    void scrollTo(double wanted);
    [[nodiscard]] double top(const TimelineLane &lane) const; // y in the widget
    [[nodiscard]] int laneAt(double y) const; // index in lanes; −1 if there is none
    // A half-open range [first, last) of indexes in lanes.
    struct Seen
    {
        std::size_t first = 0, last = 0;
    };
    // The lanes of the scrolling part that can be seen.
    [[nodiscard]] Seen seenScrolling() const;
    // The indexes of all lanes that can be seen.
    [[nodiscard]] std::vector<std::size_t> seen() const;
    [[nodiscard]] double bottom() const; // y in the widget where the last visible lane ends
};

// Where everything in a timeline is: x by time, y by lane.
struct TimelineGeometry
{
    TimeScale time;
    LaneStack stack;
};

} // namespace lockstep
