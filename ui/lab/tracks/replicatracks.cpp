// Every step that changes something on the server brings to the replica what the server held before
// it, and what expires on the server expires on the replica too (StateSpace does the same).

#include "ui/lab/tracks/replicatracks.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

// When server 0 changed by a command, and when its replica took over; never: it did not.
struct Writes
{
    std::set<Moment> at;
    Moment end = never;
};

Writes writesOf(const History &history, const std::vector<KeyTrack> &keys)
{
    Writes writes;
    for (const Incident &incident : history.incidents) {
        if (incident.kind == Incident::Kind::Failover)
            writes.end = std::min(writes.end, incident.at);
    }
    for (const KeyTrack &track : keys) {
        for (const quint32 number : track.changes) {
            const KeyChange &change = history.changes[number];
            if (track.node == 0 && change.operation != none)
                writes.at.insert(change.at);
        }
    }
    return writes;
}

// The last of the track's changes that is not after that moment; none: there is none.
quint32 changeUntil(const KeyTrack &track, Moment at)
{
    const auto after = std::upper_bound(track.changedAt.begin(), track.changedAt.end(), at);
    return after == track.changedAt.begin()
        ? none
        : track.changes[std::size_t(after - track.changedAt.begin()) - 1];
}

struct Expiry
{
    quint32 change = none;
    Moment deadline = never; // that the key had
};

// By their moments.
std::map<Moment, Expiry> expiriesOf(const KeyTrack &track, const History &history)
{
    std::map<Moment, Expiry> expiries;
    for (std::size_t i = 1; i < track.changes.size(); ++i) {
        const KeyChange &before = history.changes[track.changes[i - 1]];
        const KeyChange &gone = history.changes[track.changes[i]];
        if (before.exists && !gone.exists && gone.operation == none
            && lossByItself(history, before, gone) == LaneSpan::Loss::Expired)
            expiries[gone.at] = {track.changes[i], before.deadline};
    }
    return expiries;
}

ReplicaTrack replicaOf(
    const KeyTrack &track, const Writes &writes, const Round &round, const History &history)
{
    ReplicaTrack replica{.key = track.key};
    const Moment end = std::min(round.end, writes.end);
    Moment before = round.begin; // of what the replica has
    quint32 held = changeUntil(track, before);
    Moment since = round.begin;
    const auto close = [&](Moment until) {
        if (until > since)
            replica.stretches.push_back({since, until, held});
        since = until;
    };
    const auto hold = [&](quint32 now, Moment at) {
        if (now == held)
            return;
        close(at);
        held = now;
    };
    const std::map<Moment, Expiry> expiries = expiriesOf(track, history);
    auto expiry = expiries.begin();
    const auto expireUntil = [&](Moment until) {
        for (; expiry != expiries.end() && expiry->first < until; ++expiry) {
            const auto &[at, what] = *expiry;
            if (held != none && history.changes[held].deadline == what.deadline)
                hold(what.change, at);
        }
    };
    for (const Moment at : writes.at) {
        if (at <= round.begin || at >= end)
            continue;
        expireUntil(at);
        hold(changeUntil(track, std::max(before, at - 1)), at);
        before = at;
    }
    expireUntil(end);
    close(end);
    return replica;
}

} // namespace

std::vector<ReplicaTrack> replicaTracks(
    const Run &run, const Round &round, const std::vector<KeyTrack> &keys)
{
    std::vector<ReplicaTrack> replicas;
    if (!run.scenario->replica || run.history.orderKind != OrderKind::Stepped)
        return replicas;
    const Writes writes = writesOf(run.history, keys);
    for (const KeyTrack &track : keys) {
        if (track.node == 0)
            replicas.push_back(replicaOf(track, writes, round, run.history));
    }
    return replicas;
}

} // namespace lockstep
