// Works out the lanes of the timeline. A lane is cut at every moment at which something about its
// client changes. Between two cuts several things may be true of the client; the strongest one is
// the state: crashed, paused, too many inside, lease lost (Expired), inside, waiting, outside. The
// cuts of each client are sorted by time and gone through once.
//
// A client knows nothing of its pause, so a paused span also has the state that the client believes
// to be in.
//
// The lease is lost while the client is inside a lock whose key does not exist, or was created by
// another client's operation. That can only be said if the lock is a key of the same name and it is
// known who created it. Where keys are only sampled, it is only known whether the key is there. As
// long as nothing is known about the key, the client is taken to hold it.

#include "core/lab/history/lanespans.h"

#include "core/lab/history/roundrecords.h"

#include <algorithm>
#include <array>
#include <map>

namespace lockstep {

namespace {

using State = LaneSpan::State;

// A moment at which a client enters or leaves a state.
struct Cut
{
    Moment at = 0;
    LaneSpan what; // the state, and what belongs to it
    int by = 0; // +1: it begins; -1: it ends
};

constexpr std::array strongestFirst{
    State::Crashed, State::Paused, State::TooMany, State::Expired, State::Holding, State::Waiting};

// A stretch of time in which a key had the value of one client, its maker. Between two of them the
// key did not exist, or another client overwrote it.
struct Possession
{
    Moment from = 0;
    Moment until = 0;
    quint32 maker = none; // none: it is not known, or the setup created the key
    LaneSpan::Loss end = LaneSpan::Loss::Unknown;
    quint32 endedBy = none; // the client that deleted or overwrote the key
};

class Lanes
{
public:
    Lanes(const RoundRecords &records, const std::vector<CheckResult> &results,
        const std::function<bool(quint32)> &isLock)
        : m_records(records)
        , m_results(results)
        , m_isLock(isLock)
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
        add({.from = from, .until = until, .client = client, .name = name, .state = state});
    }

    void addLoss(const LaneSpan &gone)
    {
        const bool isUnseen = gone.loss == LaneSpan::Loss::Unknown
            && m_records.history.orderKind == OrderKind::Sampled;
        if (!isUnseen)
            add(gone);
    }

    void add(const LaneSpan &what)
    {
        const Moment from = std::max(what.from, m_records.round.begin);
        const Moment until = std::min(what.until, m_records.round.end);
        if (what.client >= m_cuts.size() || from >= until)
            return;
        m_cuts[what.client].push_back({from, what, 1});
        m_cuts[what.client].push_back({until, what, -1});
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
        const std::vector<Possession> possessions =
            m_isLock && !m_isLock(lock) ? std::vector<Possession>() : possessionsOf(lock);
        if (possessions.empty())
            return;
        for (const Holding &each : held) {
            const auto isOwn = [&](const Possession &possession) {
                return possession.maker == none || possession.maker == each.client;
            };
            auto at = std::lower_bound(possessions.begin(), possessions.end(), each.from,
                [](const Possession &possession, Moment from) { return possession.until <= from; });
            LaneSpan gone{
                .from = each.from, .client = each.client, .name = lock, .state = State::Expired};
            const auto lose = [&gone](const Possession &possession) {
                gone.loss = possession.end;
                gone.lostTo = possession.endedBy;
            };
            // If the client got the key by its acquire and lost it before `enter`, that is the
            // loss.
            for (auto last = at; last != possessions.begin();) {
                --last;
                if (last->until < startOf(each))
                    break;
                if (last->maker == each.client) {
                    lose(*last);
                    break;
                }
            }
            for (; at != possessions.end() && at->from < each.until; ++at) {
                if (!isOwn(*at))
                    continue;
                gone.until = at->from;
                addLoss(gone);
                gone.from = at->until;
                lose(*at);
            }
            gone.until = each.until;
            addLoss(gone);
        }
    }

    // Tells when the client sent the command by which it acquired the lock.
    [[nodiscard]] Moment startOf(const Holding &holding) const
    {
        return holding.acquire == none ? holding.possibleFrom
                                       : m_records.history.operations[holding.acquire].called;
    }

    // The possessions of the key on node 0.
    [[nodiscard]] std::vector<Possession> possessionsOf(quint32 key) const
    {
        using Loss = LaneSpan::Loss;
        std::vector<Possession> result;
        KeyChange last;
        for (const KeyChange &change : m_records.changes) {
            if (change.key != key || change.node != 0)
                continue;
            const quint32 client = m_records.clientOf(change.operation);
            const bool isTaken = last.exists && change.exists && change.isString
                && change.value != last.value && client != none && client != result.back().maker;
            if (last.exists && (!change.exists || isTaken)) {
                result.back().until = change.at;
                result.back().endedBy = client;
                result.back().end = isTaken    ? Loss::Replaced
                    : change.operation != none ? Loss::Deleted
                                               : lossByItself(m_records.history, last, change);
            }
            if (change.exists && (!last.exists || isTaken))
                result.push_back({change.at, never, client});
            last = change;
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
            const std::vector<Overlap> all = overlaps(held, result.first->allowed);
            for (const Holding &each : held) {
                auto at = std::lower_bound(all.begin(), all.end(), each.from,
                    [](const Overlap &overlap, Moment from) { return overlap.until <= from; });
                for (; at != all.end() && at->from < each.until; ++at) {
                    add(each.client, State::TooMany, std::max(each.from, at->from),
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
        std::array<LaneSpan, strongestFirst.size() + 1> last{}; // of each state
        LaneSpan span{.from = m_records.round.begin, .client = client};
        for (size_t i = 0; i < cuts.size();) {
            const Moment at = cuts[i].at;
            for (; i < cuts.size() && cuts[i].at == at; ++i) {
                const auto state = size_t(cuts[i].what.state);
                depth[state] += cuts[i].by;
                if (cuts[i].by > 0)
                    last[state] = cuts[i].what;
            }
            const auto strongest = [&](State except) {
                const auto found = std::find_if(strongestFirst.begin(), strongestFirst.end(),
                    [&](State each) { return each != except && depth[size_t(each)] > 0; });
                return found == strongestFirst.end() ? LaneSpan() : last[size_t(*found)];
            };
            LaneSpan now = strongest(State::Outside);
            if (now.state == State::Paused) {
                now = strongest(State::Paused);
                now.beneath = now.state;
                now.state = State::Paused;
            }
            now.from = at;
            now.client = client;
            if (now.isSameState(span))
                continue;
            finish(spans, span, at);
            span = now;
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
    const std::function<bool(quint32)> &m_isLock;
    std::vector<std::vector<Cut>> m_cuts; // by client
};

} // namespace

LaneSpan::Loss lossByItself(const History &history, const KeyChange &before, const KeyChange &gone)
{
    using Loss = LaneSpan::Loss;
    if (!history.isLost(before, gone))
        return Loss::Expired;
    return history.orderKind == OrderKind::Sampled ? Loss::Gone : Loss::Lost;
}

std::vector<LaneSpan> laneSpans(const History &history, int round,
    const std::vector<CheckResult> &results, const std::function<bool(quint32)> &isLock)
{
    const RoundRecords records(history, round);
    return Lanes(records, results, isLock).all();
}

} // namespace lockstep
