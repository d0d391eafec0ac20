// Heights are chosen once for a size and a set of lanes, not while painting. Few clients get roomy
// lanes, many get lanes of one line of text, so that their letters stay readable; what does not fit
// then is scrolled. Squeezing thousands of lanes into the window was rejected: below a line of text
// nobody can tell whose lane it is.

#include "ui/lab/drawing/timelinegeometry.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

constexpr double roomyClient = 3.1; // heights in lines of text
constexpr double tightClient = 1.35;
constexpr double sectionGap = 0.45;
// If clients are tight, at least fewRows of them stay in view and, where there is room, manyRows
// before anything else grows.
constexpr std::size_t fewRows = 3;
constexpr std::size_t manyRows = 6;

// The height of a lane, in lines of text: where there is room, and where there is little.
struct Lines
{
    double wanted, least;
};

Lines linesOf(const TimelineLane &lane)
{
    using Kind = TimelineLane::Kind;
    switch (lane.kind) {
    case Kind::Key:
        return lane.isNarrow ? Lines{1.8, 1.5} : Lines{3.1, 1.9};
    case Kind::Fold:
        return {3.8, 2.6};
    case Kind::Majority:
        return {1.6, 1.35};
    case Kind::Replica:
        return {1.8, 1.5};
    case Kind::Channel:
        return {1.9, 1.5};
    case Kind::Client:
        return {roomyClient, tightClient};
    case Kind::Limiter:
        return {3.2, 2.5};
    case Kind::Events:
        return {2.6, 2.1};
    case Kind::Count:
        return {4.2, 2.5};
    case Kind::Throughput:
        return {3.2, 2};
    }
    return {3, 2};
}

// The most that lanes grow where there is room to spare, as a factor of their wanted height.
constexpr double mostRoomy = 1.45;

// How high the lanes of a stack are, in pixels or as a factor.
struct Heights
{
    double client; // of each client's lane
    double share; // of the way from the least to the wanted height, for all other lanes
    double roomier; // the factor by which those grow beyond their wanted height
    bool allScroll; // there is too little room: not only the clients scroll
};

// room: without the gaps.
Heights heightsFor(const std::vector<TimelineLane> &lanes, double room, double unit)
{
    double pinned = 0, pinnedLeast = 0;
    std::size_t clients = 0;
    for (const TimelineLane &lane : lanes) {
        if (lane.kind == TimelineLane::Kind::Client) {
            ++clients;
            continue;
        }
        pinned += linesOf(lane).wanted * unit;
        pinnedLeast += linesOf(lane).least * unit;
    }
    // A few clients get their two rows before curves grow taller, because without them they show no
    // commands.
    const double roomy = double(clients) * std::ceil(roomyLines * unit);
    // Many clients keep at least a few rows; the plots of the results stay in view below them.
    const auto rowsLeft = std::size_t(std::max(0.0, (room - pinnedLeast) / (tightClient * unit)));
    const std::size_t clientRows = std::min(clients, std::clamp(rowsLeft, fewRows, manyRows));
    const double least =
        pinnedLeast + roomy <= room ? roomy : double(clientRows) * tightClient * unit;
    Heights heights{};
    heights.share = pinned > pinnedLeast
        ? std::clamp((room - least - pinnedLeast) / (pinned - pinnedLeast), 0.0, 1.0)
        : 1.0;
    const double taken = pinnedLeast + (pinned - pinnedLeast) * heights.share;
    const double wanted = pinned + double(clients) * roomyClient * unit;
    heights.roomier = wanted > 0 ? std::clamp(room / wanted, 1.0, mostRoomy) : 1.0;
    constexpr double unseenOverlap = 0.5; // pixels
    heights.allScroll = taken + least > room + unseenOverlap;
    const double left = room - (heights.allScroll ? 0 : taken * heights.roomier);
    heights.client = clients > 0
        ? std::clamp(std::floor(left / double(clients)), std::ceil(tightClient * unit),
            std::ceil(roomyClient * unit * heights.roomier))
        : 0;
    return heights;
}

} // namespace

double TimeScale::widenedPlace(Moment at) const
{
    const auto after = std::upper_bound(wide.begin(), wide.end(), at);
    if (after == wide.begin())
        return double(at);
    const auto before = double(after - wide.begin() - 1);
    const double part = double(std::min(at - *(after - 1), stepLength));
    return double(at) + wider * (before * double(stepLength) + part);
}

double TimeScale::widenedMoment(double place) const
{
    double more = 0; // additional width of the wide steps so far, as time
    for (const Moment begun : wide) {
        const double inside = place - more - double(begun);
        if (inside <= 0)
            break;
        if (inside < (1 + wider) * double(stepLength))
            return double(begun) + inside / (1 + wider);
        more += wider * double(stepLength);
    }
    return place - more;
}

void TimeScale::show(Moment first, Moment last)
{
    const Moment whole = std::max(end - begin, shortest);
    const Moment length = std::clamp(last - first, shortest, whole);
    const Moment middle = first + (last - first) / 2;
    first = last - first == length ? first : middle - length / 2;
    from = std::clamp(first, begin, begin + whole - length);
    until = from + length;
}

void TimeScale::zoom(double factor, double aroundX)
{
    const double before = double(until - from);
    const double share = std::clamp(double(at(aroundX) - from) / before, 0.0, 1.0);
    const double whole = double(std::max(end - begin, shortest));
    const double after = std::clamp(before / factor, double(shortest), whole);
    const double first = double(from) + (before - after) * share;
    show(Moment(std::llround(first)), Moment(std::llround(first + after)));
}

void TimeScale::pan(double pixels)
{
    const auto by = Moment(std::llround(pixels / pixelsPerMoment()));
    show(from - by, until - by);
}

void TimeScale::reveal(Moment moment)
{
    const Moment length = until - from;
    const Moment margin = length / 20;
    if (moment < from + margin)
        show(moment - margin, moment - margin + length);
    else if (moment > until - margin)
        show(moment + margin - length, moment + margin);
}

void LaneStack::arrange(double top, double height, double unit)
{
    using Kind = TimelineLane::Kind;
    viewTop = top;
    viewHeight = height;
    const double gap = std::round(sectionGap * unit);
    const Heights heights = heightsFor(lanes, height - 2 * gap, unit);
    double y = 0;
    std::optional<double> scrollFrom, scrollTo; // nothing while no lane that scrolls was placed
    Kind before = lanes.empty() ? Kind::Client : lanes.front().kind;
    double belowHeight = 0;
    for (TimelineLane &lane : lanes) {
        const bool border = (lane.kind == Kind::Client) != (before == Kind::Client);
        before = lane.kind;
        y += border ? gap : 0;
        const Lines lines = linesOf(lane);
        lane.scrolls = heights.allScroll || lane.kind == Kind::Client;
        lane.top = y;
        lane.height = lane.kind == Kind::Client
            ? heights.client
            : std::floor((lines.least + (lines.wanted - lines.least) * heights.share) * unit
                * heights.roomier);
        if (lane.scrolls && !scrollFrom)
            scrollFrom = y;
        y += lane.height;
        if (lane.scrolls)
            scrollTo = y;
        else if (scrollTo)
            belowHeight = y - *scrollTo;
    }
    scrollTop = top + scrollFrom.value_or(0);
    contentHeight = scrollFrom ? *scrollTo - *scrollFrom : 0;
    scrollHeight = std::max(0.0, std::min(contentHeight, top + height - belowHeight - scrollTop));
    // The lanes below the scrolling part move up to its end.
    const double hidden = contentHeight - scrollHeight;
    for (TimelineLane &lane : lanes) {
        if (!lane.scrolls && scrollTo && lane.top >= *scrollTo)
            lane.top -= hidden;
    }
    this->scrollTo(offset);
}

double LaneStack::maximumOffset() const
{
    return std::max(0.0, contentHeight - scrollHeight);
}

void LaneStack::scrollTo(double wanted)
{
    offset = std::clamp(wanted, 0.0, maximumOffset());
}

double LaneStack::top(const TimelineLane &lane) const
{
    return viewTop + lane.top - (lane.scrolls ? offset : 0);
}

int LaneStack::laneAt(double y) const
{
    if (y < viewTop || y >= viewTop + viewHeight)
        return -1;
    const bool inScrolled = y >= scrollTop && y < scrollTop + scrollHeight;
    const auto end = std::partition_point(lanes.begin(), lanes.end(), [&](const auto &lane) {
        // A stack has three parts, above, scrolling and below, in the order of their indexes.
        if (inScrolled != lane.scrolls)
            return inScrolled ? lane.top + viewTop < scrollTop : y >= scrollTop;
        return top(lane) + lane.height <= y;
    });
    if (end == lanes.end() || end->scrolls != inScrolled || top(*end) > y)
        return -1;
    return int(end - lanes.begin());
}

LaneStack::Seen LaneStack::seenScrolling() const
{
    const auto first = std::partition_point(lanes.begin(), lanes.end(), [this](const auto &lane) {
        return lane.scrolls ? top(lane) + lane.height <= scrollTop : viewTop + lane.top < scrollTop;
    });
    const auto last = std::partition_point(first, lanes.end(),
        [this](const auto &lane) { return lane.scrolls && top(lane) < scrollTop + scrollHeight; });
    return {std::size_t(first - lanes.begin()), std::size_t(last - lanes.begin())};
}

std::vector<std::size_t> LaneStack::seen() const
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < lanes.size() && !lanes[i].scrolls; ++i)
        places.push_back(i);
    const Seen scrolling = seenScrolling();
    for (std::size_t i = scrolling.first; i < scrolling.last; ++i)
        places.push_back(i);
    for (std::size_t i = lanes.size(); i > scrolling.last && !lanes[i - 1].scrolls; --i)
        places.push_back(i - 1);
    return places;
}

double LaneStack::bottom() const
{
    if (lanes.empty())
        return viewTop;
    const TimelineLane &last = lanes.back();
    const double limit = last.scrolls ? scrollTop + scrollHeight : viewTop + viewHeight;
    return std::min(top(last) + last.height, limit);
}

} // namespace lockstep
