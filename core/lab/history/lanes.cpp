// A lane is cut at every moment at which something about its client changes, and the strongest of
// what is true in between is its state: crashed, paused, too many inside, the lease is gone,
// inside, waiting, outside. One pass over the cuts of each client, sorted by time.
//
// The lease is gone while the client is inside a lock whose key does not exist, or was made by
// somebody else's operation. That needs the lock to be a key of the same name, and to be known who
// made it; of looked-at values it is only known whether the key is there.

#include "core/lab/history/lanes.h"

#include "core/lab/history/roundrecords.h"

#include <algorithm>
#include <array>
#include <map>

namespace lockstep {

namespace {

using State = LaneSpan::State;

// Something begins (+1) or ends (-1) to be true of a client.
struct Cut
{
    Moment at = 0;
    State state = State::Outside;
    int by = 0;
    quint32 name = 0;
};

constexpr std::array strongestFirst{State::Crashed, State::Paused, State::Violation, State::Expired,
    State::Holding, State::Waiting};

// When a key was somebody's: by its maker. Between two of them it did not exist.
struct Possession
{
    Moment from = 0;
    Moment until = 0;
    quint32 maker = none; // none: not known, or the setup
};

class Lanes
{
public:
    Lanes(const RoundRecords &records, const std::vector<CheckResult> &results)
        : m_records(records)
        , m_results(results)
        , m_cuts(records.clientCount())
    {
    }

    std::vector<LaneSpan> all()
    {
        cutAtHoldings();
        cutAtWaits();
        cutAtIncidents();
        std::vector<LaneSpan> spans;
        for (quint32 client = 0; client < m_cuts.size(); ++client)
            append(spans, client);
        return spans;
    }

private:
    void add(quint32 client, State state, Moment from, Moment until, quint32 name = 0)
    {
        from = std::max(from, m_records.round.begin);
        until = std::min(until, m_records.round.end);
        if (client >= m_cuts.size() || from >= until)
            return;
        m_cuts[client].push_back({from, state, 1, name});
        m_cuts[client].push_back({until, state, -1, name});
    }

    void cutAtHoldings()
    {
        std::map<quint32, std::vector<Holding>> byLock;
        for (const Holding &each : holdings(m_records))
            byLock[each.lock].push_back(each);
        for (const auto &[lock, held] : byLock) {
            for (const Holding &each : held)
                add(each.client, State::Holding, each.from, each.until, lock);
            cutAtExpiry(lock, held);
            cutAtViolations(lock, held);
        }
    }

    void cutAtExpiry(quint32 lock, const std::vector<Holding> &held)
    {
        const std::vector<Possession> possessions = possessionsOf(lock);
        if (possessions.empty())
            return;
        for (const Holding &each : held) {
            auto at = std::lower_bound(possessions.begin(), possessions.end(), each.from,
                [](const Possession &possession, Moment from) { return possession.until <= from; });
            Moment gone = each.from;
            for (; at != possessions.end() && at->from < each.until; ++at) {
                if (at->maker != none && at->maker != each.client)
                    continue;
                add(each.client, State::Expired, gone, at->from, lock);
                gone = at->until;
            }
            add(each.client, State::Expired, gone, each.until, lock);
        }
    }

    // Of the key on node 0.
    [[nodiscard]] std::vector<Possession> possessionsOf(quint32 key) const
    {
        std::vector<Possession> result;
        bool exists = false;
        for (const KeyChange &change : m_records.changes) {
            if (change.key != key || change.node != 0 || change.exists == exists)
                continue;
            exists = change.exists;
            if (exists)
                result.push_back({change.at, never, m_records.clientOf(change.operation)});
            else
                result.back().until = change.at;
        }
        return result;
    }

    void cutAtViolations(quint32 lock, const std::vector<Holding> &held)
    {
        for (const CheckResult &result : m_results) {
            if (result.check.kind != Check::Kind::HoldersAtMost
                || result.outcome != CheckOutcome::Violated || !result.first
                || m_records.history.texts.find(result.check.name) != lock)
                continue;
            const std::vector<Overlap> all = overlaps(held, result.first->allowed, true);
            for (const Holding &each : held) {
                auto at = std::lower_bound(all.begin(), all.end(), each.from,
                    [](const Overlap &overlap, Moment from) { return overlap.until <= from; });
                for (; at != all.end() && at->from < each.until; ++at) {
                    add(each.client, State::Violation, std::max(each.from, at->from),
                        std::min(each.until, at->until), lock);
                }
            }
        }
    }

    void cutAtWaits()
    {
        for (const WaitRecord &each : m_records.waits)
            add(each.client, State::Waiting, each.from, each.until, each.name);
    }

    void cutAtIncidents()
    {
        std::map<quint32, Moment> paused;
        for (const Incident &each : m_records.incidents) {
            if (each.kind == Incident::Kind::Crash) {
                add(each.client, State::Crashed, each.at, never);
            } else if (each.kind == Incident::Kind::Pause) {
                paused.try_emplace(each.client, each.at);
            } else if (each.kind == Incident::Kind::Resume) {
                const auto from = paused.find(each.client);
                if (from == paused.end())
                    continue;
                add(each.client, State::Paused, from->second, each.at);
                paused.erase(from);
            }
        }
        for (const auto &[client, from] : paused)
            add(client, State::Paused, from, never);
    }

    void append(std::vector<LaneSpan> &spans, quint32 client)
    {
        std::vector<Cut> &cuts = m_cuts[client];
        std::stable_sort(
            cuts.begin(), cuts.end(), [](const Cut &a, const Cut &b) { return a.at < b.at; });
        std::array<int, strongestFirst.size() + 1> depth{};
        std::array<quint32, strongestFirst.size() + 1> names{};
        LaneSpan span{m_records.round.begin, m_records.round.begin, client, 0, State::Outside};
        for (size_t i = 0; i < cuts.size();) {
            const Moment at = cuts[i].at;
            for (; i < cuts.size() && cuts[i].at == at; ++i) {
                depth[size_t(cuts[i].state)] += cuts[i].by;
                if (cuts[i].by > 0)
                    names[size_t(cuts[i].state)] = cuts[i].name;
            }
            State state = State::Outside;
            for (const State each : strongestFirst) {
                if (depth[size_t(each)] > 0) {
                    state = each;
                    break;
                }
            }
            const quint32 name = state == State::Outside ? 0 : names[size_t(state)];
            if (state == span.state && name == span.name)
                continue;
            finish(spans, span, at);
            span = {at, at, client, name, state};
        }
        finish(spans, span, m_records.round.end);
    }

    static void finish(std::vector<LaneSpan> &spans, LaneSpan span, Moment until)
    {
        span.until = until;
        if (span.from < span.until)
            spans.push_back(span);
    }

    const RoundRecords &m_records;
    const std::vector<CheckResult> &m_results;
    std::vector<std::vector<Cut>> m_cuts; // by client
};

} // namespace

std::vector<LaneSpan> laneSpans(
    const History &history, int round, const std::vector<CheckResult> &results)
{
    const RoundRecords records(history, round);
    return Lanes(records, results).all();
}

} // namespace lockstep
