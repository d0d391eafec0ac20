// Every step that changes something on the server brings to the replica what the server held before
// it, and what expires on the server expires on the replica too (StateSpace does the same). In a
// free run nobody looks at the replica before it has been cut off, for that would cost as much as
// the looks at the server; what it is read to hold then is what it has when it takes over.

#include "ui/lab/tracks/replicatracks.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

bool isWithin(const Round &round, Moment at)
{
    return at >= round.begin && at <= round.end;
}

// When the replica took over, or the end of the round if it did not.
Moment endOfReplica(const Round &round, const History &history)
{
    const auto takeover =
        std::find_if(history.incidents.begin(), history.incidents.end(), [&](const auto &each) {
            return each.kind == Incident::Kind::Failover && isWithin(round, each.at);
        });
    return takeover == history.incidents.end() ? round.end : takeover->at;
}

// The moments at which a command changed a key on server 0.
std::set<Moment> writesOf(const History &history, const std::vector<KeyTrack> &keys)
{
    std::set<Moment> writes;
    for (const KeyTrack &track : keys) {
        for (const quint32 number : track.changes) {
            const KeyChange &change = history.changes[number];
            if (track.node == 0 && change.operation != none)
                writes.insert(change.at);
        }
    }
    return writes;
}

// The last of the track's changes that is not after that moment; `none` if there is none.
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
    Moment deadline = never; // the deadline that the key had
};

// The expiries of the key, by the moment at which it expired.
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

ReplicaTrack steppedReplicaOf(const KeyTrack &track, const std::set<Moment> &writes,
    const Round &round, const History &history)
{
    ReplicaTrack replica{.key = track.key};
    const Moment end = endOfReplica(round, history);
    Moment before = round.begin; // up to which writes have reached the replica
    quint32 held = changeUntil(track, before);
    Moment since = round.begin;
    const auto close = [&](Moment until) {
        if (until > since)
            replica.stretches.push_back(
                {since, until, held == none ? KeyChange() : history.changes[held]});
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
    for (const Moment at : writes) {
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

ReplicaTrack freeReplicaOf(const KeyTrack &track, const Round &round, const History &history)
{
    ReplicaTrack replica{.key = track.key};
    const Moment end = endOfReplica(round, history);
    const auto &readings = history.replicaReadings;
    const auto found = std::find_if(readings.begin(), readings.end(),
        [&](const KeyChange &each) { return each.key == track.key && isWithin(round, each.at); });
    const auto add = [&](Moment from, Moment until, const KeyChange &held, bool isKnown) {
        if (from < until)
            replica.stretches.push_back({from, until, held, isKnown});
    };
    const Moment read = found == readings.end() ? end : std::min(found->at, end);
    add(round.begin, read, {}, false);
    if (read == end)
        return replica;
    const Moment expires = found->exists ? std::min(found->deadline, end) : end;
    add(read, expires, *found, true);
    add(expires, end, {}, true);
    return replica;
}

} // namespace

std::vector<ReplicaTrack> replicaTracks(
    const Run &run, const Round &round, const std::vector<KeyTrack> &keys)
{
    std::vector<ReplicaTrack> replicas;
    if (!run.scenario->replica)
        return replicas;
    const bool isStepped = run.history.orderKind == OrderKind::Stepped;
    const std::set<Moment> writes = writesOf(run.history, keys);
    for (const KeyTrack &track : keys) {
        if (track.node == 0)
            replicas.push_back(isStepped ? steppedReplicaOf(track, writes, round, run.history)
                                         : freeReplicaOf(track, round, run.history));
    }
    return replicas;
}

} // namespace lockstep
