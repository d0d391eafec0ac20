// Finds the records of a round, and works out from its marks which client was inside which lock.
// Whether the holdings keep a check is decided elsewhere.
//
// A client is inside until it says leave(), whatever it sends after that, and in a step as soon as
// the command is executed whose reply makes it enter, or the wait is over: the stricter reading. So
// that is when it may have been inside, while it certainly was from its enter() on. The earliest
// moments of all stays can be true together, for those of one server's commands grow with its
// order: if more than so many overlap from there on, it cannot be excluded.
//
// A crash ends every stay of its client at once: whoever is gone does nothing any more. A pause
// ends none: the client still believes it is inside. That is the very mistake to be shown.

#include "core/lab/history/roundrecords.h"

#include "core/lab/history/waitends.h"
#include "core/lab/scenario/keypattern.h"
#include "core/lab/wire/requestwire.h"

#include <algorithm>
#include <map>
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

class Gathering
{
public:
    Gathering(const RoundRecords &records, quint32 lock)
        : m_records(records)
        , m_lock(lock)
        , m_waitEnds(records)
    {
    }

    std::vector<Holding> all()
    {
        const std::span<const MarkRecord> marks = m_records.marks;
        auto incident = m_records.incidents.begin();
        for (size_t first = 0, next = 0; first < marks.size(); first = next) {
            for (next = first + 1; next < marks.size() && isOneState(marks[next - 1], marks[next]);)
                ++next;
            const std::span<const MarkRecord> ofOneState = marks.subspan(first, next - first);
            const bool isLeaving = std::any_of(ofOneState.begin(), ofOneState.end(),
                [](const MarkRecord &each) { return each.kind == MarkRecord::Kind::Leave; });
            for (const MarkRecord &mark : ofOneState) {
                for (; incident != m_records.incidents.end() && incident->at < mark.at; ++incident)
                    take(*incident);
                take(mark, isLeaving);
            }
        }
        for (; incident != m_records.incidents.end(); ++incident)
            take(*incident);
        for (Holding &each : m_held) {
            if (each.until == never)
                each.until = std::max(each.from, m_records.round.end);
        }
        return std::move(m_held);
    }

private:
    struct Inside
    {
        size_t holding = 0;
        int depth = 0;
    };

    void take(const MarkRecord &mark, bool isLeaving)
    {
        const bool enters = mark.kind == MarkRecord::Kind::Enter;
        if ((!enters && mark.kind != MarkRecord::Kind::Leave)
            || (m_lock != none && mark.name != m_lock) || mark.client >= m_records.clientCount())
            return;
        auto &locks = m_inside[mark.client];
        const auto found = locks.find(mark.name);
        if (enters && found == locks.end())
            locks[mark.name] = {begin(mark, isLeaving), 1};
        else if (enters)
            ++found->second.depth;
        else if (found != locks.end() && --found->second.depth == 0) {
            m_held[found->second.holding].until = mark.at;
            m_lastLeft[{mark.client, mark.name}] = mark.at;
            locks.erase(found);
        }
    }

    void take(const Incident &incident)
    {
        if (!incident.endsClient())
            return;
        const auto found = m_inside.find(incident.client);
        if (found == m_inside.end())
            return;
        for (const auto &[lock, inside] : found->second) {
            Holding &held = m_held[inside.holding];
            held.until = std::max(held.from, incident.at);
        }
        m_inside.erase(found);
    }

    size_t begin(const MarkRecord &mark, bool isLeaving)
    {
        Holding held;
        held.from = mark.at;
        held.possibleFrom = isLeaving ? mark.at : earliestOf(mark);
        held.until = never;
        held.client = mark.client;
        held.lock = mark.name;
        held.acquire = mark.operation;
        // Two threads of one client are one holder, also where what one enters with was on its way
        // when the other left.
        const auto left = m_lastLeft.find({mark.client, mark.name});
        if (left != m_lastLeft.end())
            held.possibleFrom = std::max(held.possibleFrom, left->second);
        m_held.push_back(held);
        return m_held.size() - 1;
    }

    [[nodiscard]] Moment earliestOf(const MarkRecord &mark)
    {
        if (mark.isLater)
            return m_waitEnds.earliestBefore(mark);
        return mark.operation == none
            ? mark.at
            : std::min(mark.at,
                m_records.executions()[mark.operation - m_records.firstOperation].earliest);
    }

    const RoundRecords &m_records;
    const quint32 m_lock;
    WaitEnds m_waitEnds;
    std::vector<Holding> m_held;
    std::unordered_map<quint32, std::unordered_map<quint32, Inside>> m_inside; // client, lock
    std::map<std::pair<quint32, quint32>, Moment> m_lastLeft; // by client and lock
};

} // namespace

RoundRecords::RoundRecords(const History &of, int which)
    : history(of)
    , round(of.rounds[size_t(which)])
    , number(which)
    , firstOperation(round.firstOperation)
    , operations(part(of.operations, of, which, &Round::firstOperation))
    , marks(part(of.marks, of, which, &Round::firstMark))
    , waits(part(of.waits, of, which, &Round::firstWait))
    , changes(part(of.changes, of, which, &Round::firstChange))
    , incidents(part(of.incidents, of, which, &Round::firstIncident))
    , messages(part(of.messages, of, which, &Round::firstMessage))
    , receipts(part(of.receipts, of, which, &Round::firstReceipt))
    , processes(part(of.processes, of, which, &Round::firstProcess))
    , replicaReadings(part(of.replicaReadings, of, which, &Round::firstReplicaReading))
{
}

void beginRecords(Round &round, const History &history)
{
    round.firstOperation = quint32(history.operations.size());
    round.firstMark = quint32(history.marks.size());
    round.firstWait = quint32(history.waits.size());
    round.firstChange = quint32(history.changes.size());
    round.firstIncident = quint32(history.incidents.size());
    round.firstProcess = quint32(history.processes.size());
    round.firstMessage = quint32(history.messages.size());
    round.firstReceipt = quint32(history.receipts.size());
    round.firstReplicaReading = quint32(history.replicaReadings.size());
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

ExecutionInterval RoundRecords::rangeOf(const KeyChange &change) const
{
    if (change.operation != none)
        return executions()[change.operation - firstOperation];
    if (!isOfTime(change))
        return {change.at, change.at};
    const Moment error = round.deadlineError;
    return error == never ? ExecutionInterval{round.begin, never}
                          : ExecutionInterval{change.at - error, change.at + error};
}

// Where keys were sampled, what made a change is not known, and what commands and failovers did is
// taken for what time did.
bool RoundRecords::isOfTime(const KeyChange &change) const
{
    return change.operation == none && !isOfSetup(change, round)
        && std::none_of(incidents.begin(), incidents.end(), [&](const Incident &each) {
               return each.losesServer() && each.at == change.at && each.client == change.node;
           });
}

bool RoundRecords::hasCrashed(quint32 client) const
{
    return std::any_of(incidents.begin(), incidents.end(),
        [client](const Incident &each) { return each.endsClient() && each.client == client; });
}

bool RoundRecords::isDeadlineTooClose(const KeyChange &state, const KeyChange *before) const
{
    if (history.orderKind == OrderKind::Stepped)
        return false; // its clock is known
    if (state.exists) // where keys are sampled, they are read once more after the end
        return history.orderKind == OrderKind::Exact && state.deadline != never
            && state.deadline - round.end <= round.deadlineError;
    return before != nullptr && isOfTime(state) && !history.isLost(*before, state)
        && round.end - state.at <= round.deadlineError
        && waitProofs().expiredBy(state.node, before->deadline) > round.end;
}

quint32 RoundRecords::clientOf(quint32 operation) const
{
    return operation == none ? none : history.operations[operation].client;
}

const std::vector<ExecutionInterval> &RoundRecords::executions() const
{
    if (!m_executions)
        m_executions = executionIntervals(*this);
    return *m_executions;
}

const WaitProofs &RoundRecords::waitProofs() const
{
    if (!m_waitProofs)
        m_waitProofs.emplace(*this);
    return *m_waitProofs;
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

std::vector<Overlap> overlaps(const std::vector<Holding> &held, qint64 most, Moment Holding::*begin)
{
    struct Edge
    {
        Moment at;
        int by;
    };
    std::vector<Edge> edges;
    edges.reserve(held.size() * 2);
    for (const Holding &each : held) {
        if (each.*begin < each.until) {
            edges.push_back({each.*begin, 1});
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
