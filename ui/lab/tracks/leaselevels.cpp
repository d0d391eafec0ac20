// A level ends where time begins to pass, where the key is renewed and where it goes. A renewal
// before any time has passed changes nothing, so what it parts is one level.

#include "ui/lab/tracks/leaselevels.h"

#include <algorithm>

namespace lockstep {

namespace {

struct Edge // of levels
{
    Moment until = 0; // the end of the level before it
    Moment from = 0; // the beginning of the level after it
};

std::vector<Edge> edgesOf(const History &history, const KeyTrack &track, const KeySpan &keySpan)
{
    std::vector<Edge> edges;
    const auto &steps = history.timeSteps;
    auto step = std::lower_bound(steps.begin(), steps.end(), keySpan.from,
        [](const TimeStep &each, Moment at) { return each.from < at; });
    for (; step != steps.end() && step->from < keySpan.until; ++step)
        edges.push_back({step->from, step->until});
    for (std::size_t place = keySpan.firstChange + 1; place <= keySpan.lastChange; ++place)
        edges.push_back({track.changedAt[place], track.changedAt[place]});
    std::sort(
        edges.begin(), edges.end(), [](const Edge &a, const Edge &b) { return a.until < b.until; });
    edges.push_back({keySpan.until, keySpan.until});
    return edges;
}

} // namespace

std::size_t changeAt(const KeyTrack &track, const KeySpan &keySpan, Moment at)
{
    const auto begin = track.changedAt.begin();
    const auto after = std::upper_bound(begin + std::ptrdiff_t(keySpan.firstChange),
        begin + std::ptrdiff_t(keySpan.lastChange) + 1, at);
    const auto place = std::size_t(after - begin);
    return place > keySpan.firstChange ? place - 1 : keySpan.firstChange;
}

std::vector<LeaseLevel> leaseLevels(const History &history, const KeyTrack &track,
    const KeySpan &keySpan, Moment firstSeen, Moment lastSeen)
{
    std::vector<LeaseLevel> levels;
    Moment from = keySpan.from;
    for (const Edge &edge : edgesOf(history, track, keySpan)) {
        const KeyChange &change = history.changes[track.changes[changeAt(track, keySpan, from)]];
        const LeaseLevel level{from, edge.until, history.timeLeft(change, from)};
        from = edge.from;
        if (level.until <= level.from || level.left == never)
            continue;
        const bool goesOn = !levels.empty() && levels.back().until == level.from
            && levels.back().left == level.left;
        if (goesOn)
            levels.back().until = level.until;
        else
            levels.push_back(level);
    }
    std::erase_if(levels,
        [&](const LeaseLevel &each) { return each.until < firstSeen || each.from > lastSeen; });
    return levels;
}

} // namespace lockstep
