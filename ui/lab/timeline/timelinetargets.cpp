#include "ui/lab/timeline/timelinetargets.h"

#include "ui/lab/lanes/lanes.h"
#include "ui/lab/timeline/timelinepicture.h"

#include <algorithm>

namespace lockstep {

namespace {

// The index of the nearest time within pointerReach of x; nothing if there is none.
std::optional<std::size_t> nearest(std::span<const Moment> times, const TimeScale &time, double x)
{
    const auto first = std::lower_bound(times.begin(), times.end(), time.at(x - pointerReach));
    const auto last = std::upper_bound(first, times.end(), time.at(x + pointerReach));
    if (first == last)
        return std::nullopt;
    const Moment at = time.at(x);
    const auto after = std::lower_bound(first, last, at);
    const bool isBefore = after == last || (after != first && at - *(after - 1) < *after - at);
    return std::size_t((isBefore ? after - 1 : after) - times.begin());
}

} // namespace

quint32 operationAt(const TimelinePicture &picture, QPointF position)
{
    const TimeScale &time = picture.geometry.time;
    const TimelineLane *lane = picture.laneAt(position.y());
    if (!lane || position.x() < time.left - pointerReach)
        return none;
    const RoundTracks &tracks = *picture.tracks;
    if (lane->kind == TimelineLane::Kind::Client) {
        const ClientTrack &track = tracks.clients[lane->index];
        // The left edge of a dot is at its moment, so its centre is to the right of that.
        const auto found =
            nearest(track.called, time, position.x() - picture.unit() * commandDotRadius);
        return found ? track.operations[*found] : none;
    }
    if (lane->kind == TimelineLane::Kind::Channel) {
        const ChannelTrack &track = tracks.channels[lane->index];
        const auto found = nearest(track.moments, time, position.x());
        return found ? track.messages[*found].operation : none;
    }
    if (lane->kind == TimelineLane::Kind::Key) {
        const KeyTrack &track = tracks.keys[lane->index];
        const auto found = nearest(track.changedAt, time, position.x());
        return found ? tracks.history().changes[track.changes[*found]].operation : none;
    }
    return none;
}

quint32 operationOfStep(const TimelinePicture &picture, Moment at)
{
    const auto &operations = picture.tracks->operations;
    const auto found = std::find_if(operations.begin(), operations.end(),
        [at](const Operation &operation) { return operation.returned == at; });
    return found == operations.end()
        ? none
        : picture.tracks->firstOperation + quint32(found - operations.begin());
}

std::optional<OperationPlace> operationBeside(const TimelinePicture &picture, bool forward)
{
    const Moment cursor = picture.cursor;
    std::optional<OperationPlace> best;
    const auto isBeyond = [&](const OperationPlace &place) {
        if (picture.current == none)
            return forward ? place.called >= cursor : place.called < cursor;
        const OperationPlace here{cursor, picture.current};
        return forward ? place > here : place < here;
    };
    for (const ClientTrack &track : picture.tracks->clients) {
        if (!picture.isShown(track))
            continue;
        const auto &called = track.called;
        const auto range = std::equal_range(called.begin(), called.end(), cursor);
        auto i = std::ptrdiff_t((forward ? range.first : range.second) - called.begin());
        const auto placeAt = [&](std::ptrdiff_t at) {
            return OperationPlace{called[std::size_t(at)], track.operations[std::size_t(at)]};
        };
        const auto size = std::ptrdiff_t(called.size());
        if (forward) {
            while (i < size && !isBeyond(placeAt(i)))
                ++i;
            if (i < size && (!best || placeAt(i) < *best))
                best = placeAt(i);
        } else {
            while (i > 0 && !isBeyond(placeAt(i - 1)))
                --i;
            if (i > 0 && (!best || placeAt(i - 1) > *best))
                best = placeAt(i - 1);
        }
    }
    return best;
}

std::optional<Moment> violationBeside(const TimelinePicture &picture, bool forward)
{
    const IntervalSums &violated = picture.tracks->violated;
    const Moment cursor = picture.cursor;
    std::size_t i = violated.firstEndingAfter(cursor);
    if (forward) {
        while (i < violated.size() && violated.from(i) <= cursor)
            ++i;
        return i < violated.size() ? std::optional(violated.from(i)) : std::nullopt;
    }
    i = std::min(i + 1, violated.size());
    while (i > 0 && violated.from(i - 1) >= cursor)
        --i;
    return i > 0 ? std::optional(violated.from(i - 1)) : std::nullopt;
}

} // namespace lockstep
