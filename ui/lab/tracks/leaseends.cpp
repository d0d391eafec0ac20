// A client knows when it sent its command and when the reply was there, and that the lease began
// somewhere between. So does the lease's end: it is certainly valid until sent + ttl and certainly
// gone after received + ttl. How long it lasted is taken from the server's deadline, not from the
// command's words: a script may have set it. Only ends that fall into a stay are kept, because a
// lock is mostly released long before.

#include "ui/lab/tracks/leaseends.h"

#include <algorithm>

namespace lockstep {

namespace {

using State = LaneSpan::State;

bool isInside(State state)
{
    return state == State::Holding || state == State::Expired;
}

// Whether nobody touched the key before the lease could have ended.
bool lastsUntil(const History &history, const KeyTrack &track, std::size_t place, Moment valid)
{
    if (place + 1 >= track.changes.size())
        return true;
    const KeyChange &next = history.changes[track.changes[place + 1]];
    return next.at >= valid || (!next.exists && next.operation == none);
}

void add(ClientTrack &client, quint32 lock, LeaseEnd end)
{
    const std::size_t first = client.states.firstEndingAfter(end.validUntil);
    Moment from = never;
    Moment until = 0;
    for (std::size_t i = first; i < client.spans.size(); ++i) {
        const LaneSpan &span = client.spans[i];
        if (span.from >= end.goneAfter)
            break;
        if (!isInside(span.belief()) || span.name != lock)
            continue;
        from = std::min(from, std::max(span.from, end.validUntil));
        until = std::max(until, std::min(span.until, end.goneAfter));
    }
    if (until <= from)
        return;
    end.from = from;
    end.until = until;
    client.leaseEnds.push_back(end);
}

} // namespace

void addLeaseEnds(
    const Run &run, const std::vector<KeyTrack> &keys, std::vector<ClientTrack> &clients)
{
    const History &history = run.history;
    if (history.orderKind == OrderKind::Stepped)
        return; // in steps no time passes while a command is under way
    for (const KeyTrack &track : keys) {
        if (track.role != KeyRole::Lock || track.node != 0)
            continue;
        for (std::size_t i = 0; i < track.changes.size(); ++i) {
            const KeyChange &change = history.changes[track.changes[i]];
            if (!change.exists || change.deadline == never || change.operation == none)
                continue;
            const Operation &operation = history.operations[change.operation];
            const Moment length = change.deadline - change.at;
            if (operation.returned == never || operation.client >= clients.size()
                || !lastsUntil(history, track, i, operation.called + length))
                continue;
            add(clients[operation.client], track.key,
                {.validUntil = operation.called + length,
                    .goneAfter = operation.returned + length});
        }
    }
    for (ClientTrack &client : clients)
        std::stable_sort(client.leaseEnds.begin(), client.leaseEnds.end(),
            [](const LeaseEnd &a, const LeaseEnd &b) { return a.from < b.from; });
}

} // namespace lockstep
