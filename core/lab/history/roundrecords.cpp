// Finds the records of a round, and works out from its marks which client was inside which lock.
// Whether the holdings keep a check is decided elsewhere.
//
// A crash ends all holdings of its client at once, the possible ones too, because the client does
// nothing any more. A pause ends none: the client still believes it is inside, which is the very
// mistake that the lab is to show.

#include "core/lab/history/roundrecords.h"

#include "core/lab/history/executionintervals.h"
#include "core/lab/scenario/keypattern.h"
#include "core/lab/wire/requestwire.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep {

namespace {

template <typename T>
std::span<const T> part(
    const std::vector<T> &records, const History &history, int round, quint32 Round::*begin)
{
    const size_t from = history.rounds[size_t(round)].*begin;
    const size_t to = size_t(round) + 1 < history.rounds.size()
        ? history.rounds[size_t(round) + 1].*begin
        : records.size();
    return std::span(records).subspan(from, to - from);
}

// A client's operations, by when they were sent.
class SentOperations
{
public:
    explicit SentOperations(const RoundRecords &records)
        : m_byClient(records.clientCount())
    {
        for (const Operation &each : records.operations) {
            if (each.client < m_byClient.size())
                m_byClient[each.client].push_back(&each);
        }
        for (auto &each : m_byClient) {
            std::stable_sort(each.begin(), each.end(),
                [](const Operation *a, const Operation *b) { return a->called < b->called; });
        }
    }

    // The first operation that the thread sent at or after the mark; nullptr: there is none.
    [[nodiscard]] const Operation *firstAfter(const MarkRecord &mark) const
    {
        const auto &sent = m_byClient[mark.client];
        auto at = std::lower_bound(sent.begin(), sent.end(), mark.at,
            [](const Operation *each, Moment moment) { return each->called < moment; });
        at = std::find_if(
            at, sent.end(), [&](const Operation *each) { return each->thread == mark.thread; });
        return at == sent.end() ? nullptr : *at;
    }

private:
    std::vector<std::vector<const Operation *>> m_byClient;
};

class Gathering
{
public:
    Gathering(const RoundRecords &records, quint32 lock)
        : m_records(records)
        , m_lock(lock)
        , m_sent(records)
        , m_executions(executionIntervals(records))
    {
    }

    std::vector<Holding> all()
    {
        auto incident = m_records.incidents.begin();
        for (const MarkRecord &mark : m_records.marks) {
            for (; incident != m_records.incidents.end() && incident->at < mark.at; ++incident)
                take(*incident);
            take(mark);
        }
        for (; incident != m_records.incidents.end(); ++incident)
            take(*incident);
        for (Holding &each : m_held) {
            if (each.until == never)
                each.until = each.possibleUntil = std::max(each.from, m_records.round.end);
        }
        return std::move(m_held);
    }

private:
    struct Inside
    {
        size_t holding = 0;
        int depth = 0;
    };

    void take(const MarkRecord &mark)
    {
        const bool enters = mark.kind == MarkRecord::Kind::Enter;
        if ((!enters && mark.kind != MarkRecord::Kind::Leave)
            || (m_lock != none && mark.name != m_lock) || mark.client >= m_records.clientCount())
            return;
        auto &locks = m_inside[mark.client];
        const auto found = locks.find(mark.name);
        if (enters && found == locks.end())
            locks[mark.name] = {begin(mark), 1};
        else if (enters)
            ++found->second.depth;
        else if (found != locks.end() && --found->second.depth == 0) {
            end(m_held[found->second.holding], mark);
            locks.erase(found);
        }
    }

    void take(const Incident &incident)
    {
        if (incident.kind != Incident::Kind::Crash)
            return;
        const auto found = m_inside.find(incident.client);
        if (found != m_inside.end()) {
            for (const auto &[lock, inside] : found->second) {
                Holding &held = m_held[inside.holding];
                held.until = held.possibleUntil = std::max(held.from, incident.at);
            }
            m_inside.erase(found);
        }
        const auto left = m_lastLeft.find(incident.client);
        if (left != m_lastLeft.end()) {
            Holding &held = m_held[left->second];
            held.possibleUntil = std::min(held.possibleUntil, std::max(held.until, incident.at));
        }
    }

    size_t begin(const MarkRecord &mark)
    {
        Holding held;
        held.from = mark.at;
        held.possibleFrom = mark.at;
        if (mark.operation != none && !mark.isLater) {
            const Operation &acquire = m_records.history.operations[mark.operation];
            held.possibleFrom = std::min(mark.at, executionOf(acquire).earliest);
            held.began = edgeOf(acquire);
        }
        held.until = held.possibleUntil = never;
        held.client = mark.client;
        held.lock = mark.name;
        held.acquire = mark.operation;
        // Two threads of one client count as one holder, so the last holding ends at the latest
        // when the next one may begin, even if its release is still on its way.
        const auto left = m_lastLeft.find(mark.client);
        if (left != m_lastLeft.end() && m_held[left->second].lock == mark.name) {
            Holding &last = m_held[left->second];
            if (last.possibleUntil > held.possibleFrom) {
                last.possibleUntil = held.possibleFrom = std::max(last.until, held.possibleFrom);
                last.ended = held.began;
            }
        }
        m_held.push_back(held);
        return m_held.size() - 1;
    }

    void end(Holding &held, const MarkRecord &mark)
    {
        held.until = held.possibleUntil = mark.at;
        if (const Operation *release = m_sent.firstAfter(mark)) {
            const Moment latest = executionOf(*release).latest;
            held.possibleUntil = std::max(mark.at, latest == never ? m_records.round.end : latest);
            held.ended = edgeOf(*release);
        }
        m_lastLeft[mark.client] = size_t(&held - m_held.data());
    }

    [[nodiscard]] const ExecutionInterval &executionOf(const Operation &operation) const
    {
        return m_executions[size_t(&operation - m_records.operations.data())];
    }

    [[nodiscard]] Holding::Edge edgeOf(const Operation &operation) const
    {
        if (operation.order == none)
            return {};
        const ExecutionInterval &execution = executionOf(operation);
        return {operation.node + 1, operation.order, execution.earliest, execution.latest};
    }

    const RoundRecords &m_records;
    const quint32 m_lock;
    const SentOperations m_sent;
    const std::vector<ExecutionInterval> m_executions; // of m_records.operations, in their order
    std::vector<Holding> m_held;
    std::unordered_map<quint32, std::unordered_map<quint32, Inside>> m_inside; // by client, lock
    std::unordered_map<quint32, size_t> m_lastLeft; // by client: the holding that it left last
};

} // namespace

RoundRecords::RoundRecords(const History &of, int which)
    : history(of)
    , round(of.rounds[size_t(which)])
    , number(which)
    , firstOperation(round.operations)
    , operations(part(of.operations, of, which, &Round::operations))
    , marks(part(of.marks, of, which, &Round::marks))
    , waits(part(of.waits, of, which, &Round::waits))
    , changes(part(of.changes, of, which, &Round::changes))
    , incidents(part(of.incidents, of, which, &Round::incidents))
    , messages(part(of.messages, of, which, &Round::messages))
    , receipts(part(of.receipts, of, which, &Round::receipts))
    , processes(part(of.processes, of, which, &Round::processes))
    , replicaReadings(part(of.replicaReadings, of, which, &Round::replicaReadings))
{
}

void beginRecords(Round &round, const History &history)
{
    round.operations = quint32(history.operations.size());
    round.marks = quint32(history.marks.size());
    round.waits = quint32(history.waits.size());
    round.changes = quint32(history.changes.size());
    round.incidents = quint32(history.incidents.size());
    round.processes = quint32(history.processes.size());
    round.messages = quint32(history.messages.size());
    round.receipts = quint32(history.receipts.size());
    round.replicaReadings = quint32(history.replicaReadings.size());
}

bool RoundRecords::knowsValues() const
{
    return history.orderKind != OrderKind::Sampled && round.valuesUntil == never;
}

bool RoundRecords::wereKeysRead(const QByteArray &nameOrPattern) const
{
    const auto &unread = history.unreadPatterns;
    return unread.isEmpty() || history.readKeys.contains(nameOrPattern)
        || (!isKeyPattern(viewOf(nameOrPattern))
            && std::none_of(unread.begin(), unread.end(), [&](const QByteArray &pattern) {
                   return matchesKeyPattern(viewOf(pattern), viewOf(nameOrPattern));
               }));
}

bool RoundRecords::isDeadlineTooClose(const KeyChange &state, const KeyChange *before) const
{
    if (history.orderKind == OrderKind::Stepped)
        return false; // its clock is known
    if (state.exists) // where keys are sampled, they are read once more after the end
        return history.orderKind == OrderKind::Exact && state.deadline != never
            && state.deadline - round.end <= round.deadlineError;
    const bool hasExpired = before != nullptr && state.operation == none && !isOfSetup(state, round)
        && !history.isLost(*before, state);
    return hasExpired && round.end - state.at <= round.deadlineError;
}

quint32 RoundRecords::clientOf(quint32 operation) const
{
    return operation == none ? none : history.operations[operation].client;
}

bool isOneState(const MarkRecord &mark, const MarkRecord &next)
{
    return mark.client == next.client && mark.isLater == next.isLater
        && (mark.isLater ? mark.at == next.at : mark.operation == next.operation);
}

bool isOfSetup(const KeyChange &change, const Round &round)
{
    return change.at < round.begin || (change.at == round.begin && change.operation == none);
}

std::vector<Holding> holdings(const RoundRecords &records, quint32 lock)
{
    return Gathering(records, lock).all();
}

std::vector<Overlap> overlaps(const std::vector<Holding> &held, qint64 most)
{
    struct Edge
    {
        Moment at;
        int by;
    };
    std::vector<Edge> edges;
    edges.reserve(held.size() * 2);
    for (const Holding &each : held) {
        if (each.from < each.until) {
            edges.push_back({each.from, 1});
            edges.push_back({each.until, -1});
        }
    }
    std::sort(edges.begin(), edges.end(),
        [](const Edge &a, const Edge &b) { return a.at != b.at ? a.at < b.at : a.by < b.by; });
    std::vector<Overlap> result;
    qint64 inside = 0;
    for (const Edge &edge : edges) {
        inside += edge.by;
        if (edge.by > 0 && inside == most + 1)
            result.push_back({edge.at, edge.at});
        else if (edge.by < 0 && inside == most && !result.empty())
            result.back().until = edge.at;
    }
    return result;
}

} // namespace lockstep
