// A round's commands become key changes in four steps, each of which has its file: what MONITOR
// showed as steps (executedsteps.cpp), which operation each step is (stepmatcher.cpp), when each
// was executed on the run's clock (steptimes.cpp), and what became of the keys (commandreplay.cpp).
// What clients have waited for is used last: a key may have expired though its deadline was still
// ahead by the clock as it is known.

#include "core/lab/order/executionorder.h"

#include "core/lab/history/roundrecords.h"
#include "core/lab/order/commandreplay.h"
#include "core/lab/order/stepmatcher.h"
#include "core/lab/order/steptimes.h"

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

// Replaces the round's records of one kind.
template <typename Record>
void replaceRecords(History &history, int round, std::vector<Record> History::*kind,
    quint32 Round::*place, const std::vector<Record> &records)
{
    std::vector<Record> &all = history.*kind;
    const size_t begin = history.rounds[size_t(round)].*place;
    const size_t end = size_t(round) + 1 < history.rounds.size()
        ? history.rounds[size_t(round) + 1].*place
        : all.size();
    const auto at = all.begin() + std::ptrdiff_t(begin);
    const auto rest = all.erase(at, at + std::ptrdiff_t(end - begin));
    all.insert(rest, records.begin(), records.end());
    for (size_t later = size_t(round) + 1; later < history.rounds.size(); ++later)
        history.rounds[later].*place += quint32(records.size()) - quint32(end - begin);
}

// The messages that were published, by commands of their own and within scripts and transactions.
std::vector<MessageRecord> messagesOf(
    const std::vector<ExecutedStep> &steps, const QByteArray &prefix, InternedTexts &texts)
{
    constexpr qsizetype longest = 100;
    std::vector<MessageRecord> messages;
    MonitorWords names, words;
    for (const ExecutedStep &step : steps) {
        for (const QByteArrayView line : step.commands) {
            if (names.command(line) != "PUBLISH")
                continue;
            const std::vector<QByteArrayView> &sent = words.read(line);
            if (sent.size() != 3 || !sent[1].startsWith(prefix))
                continue;
            messages.push_back({step.at, step.operation, texts.add(sent[1].sliced(prefix.size())),
                texts.add(sent[2].first(std::min(sent[2].size(), longest))), step.node});
        }
    }
    return messages;
}

// Adds the expiries that clients have seen before the round's end, and the replay has not: it lets
// all that writes come before them, so they are the last changes of their servers.
void addSeenExpiries(History &history, int round)
{
    const RoundRecords records(history, round);
    if (!records.waitProofs().proveExpiries())
        return;
    std::map<std::pair<quint32, quint8>, const KeyChange *> keys;
    std::map<quint8, Moment> last; // change of each server
    for (const KeyChange &each : records.changes) {
        keys[{each.key, each.node}] = &each;
        last[each.node] = each.at;
    }
    std::vector<KeyChange> changes(records.changes.begin(), records.changes.end());
    for (const auto &[name, held] : keys) {
        const auto &[key, node] = name;
        const Moment by = held->exists && held->deadline != never
            ? records.waitProofs().expiredBy(node, held->deadline)
            : never;
        if (by > records.round.end)
            continue;
        KeyChange gone;
        gone.at = std::max(by, last[node]);
        gone.key = key;
        gone.node = node;
        changes.push_back(gone);
    }
    std::stable_sort(changes.begin(), changes.end(),
        [](const KeyChange &a, const KeyChange &b) { return a.at < b.at; });
    if (changes.size() > records.changes.size())
        replaceRecords(history, round, &History::changes, &Round::firstChange, changes);
}

} // namespace

class ExecutionOrder::Private
{
public:
    Result<std::vector<ExecutedStep>> matchedSteps(
        History &history, int round, const std::function<bool()> &shouldContinue);

    QByteArray prefix;
    QList<QByteArray> keys;
    std::map<quint8, MonitorStream> nodes;
    std::set<StepMatcher::OperationPlace> unknownScripts;
    LongValueBudget longValues; // of all rounds
};

Result<std::vector<ExecutedStep>> ExecutionOrder::Private::matchedSteps(
    History &history, int round, const std::function<bool()> &shouldContinue)
{
    std::vector<std::vector<ExecutedStep>> ofNodes;
    StepMatcher matcher(history, round, prefix, unknownScripts);
    for (const auto &[node, stream] : this->nodes) {
        ofNodes.push_back(executedSteps(stream, node, prefix, shouldContinue));
        if (!shouldContinue())
            return failure(ErrorCode::Cancelled);
        if (const auto matched = matcher.match(ofNodes.back()); !matched)
            return tl::unexpected(matched.error());
    }
    if (const auto complete = matcher.checkRest(); !complete)
        return tl::unexpected(complete.error());
    std::vector<ExecutedStep> steps = mergedSteps(std::move(ofNodes), history);
    quint32 order = 0;
    for (const ExecutedStep &step : steps) {
        if (step.operation != none)
            history.operations[step.operation].order = order++;
    }
    return steps;
}

ExecutionOrder::ExecutionOrder(QByteArray prefix, QList<QByteArray> keys)
    : d(std::make_unique<Private>())
{
    d->prefix = std::move(prefix);
    d->keys = std::move(keys);
}

ExecutionOrder::~ExecutionOrder() = default;

void ExecutionOrder::addConnection(
    int node, const QByteArray &address, quint32 client, quint8 thread, int repeats)
{
    d->nodes[quint8(node)].connections[address].push_back({client, thread, repeats});
}

void ExecutionOrder::addUnknownScript(const Operation &operation)
{
    d->unknownScripts.insert(StepMatcher::placeOf(operation));
}

void ExecutionOrder::feed(int node, QByteArrayView bytes)
{
    d->nodes[quint8(node)].bytes.append(bytes);
}

void ExecutionOrder::nodeRestarted(int node)
{
    MonitorStream &stream = d->nodes[quint8(node)];
    stream.restarts.push_back(stream.bytes.size());
}

Result<void> ExecutionOrder::apply(History &history, int round, const Endpoint &scratch,
    const std::function<bool()> &shouldContinue)
{
    auto steps = d->matchedSteps(history, round, shouldContinue);
    if (!steps)
        return tl::unexpected(steps.error());
    if (!shouldContinue())
        return failure(ErrorCode::Cancelled);
    std::vector<ExecutedStep> placed = std::move(*steps);
    const Round &timed = history.rounds[size_t(round)];
    const ClockOffset clock = clockOffset(placed, history, timed);
    placeInTime(placed, clock, history, timed);

    const int nodes = d->nodes.empty() ? 1 : d->nodes.rbegin()->first + 1;
    const auto server = ScratchServer::open(scratch, nodes);
    if (!server)
        return tl::unexpected(server.error());
    CommandReplay replay(**server, d->prefix, d->keys, clock, history.texts, d->longValues);
    auto changes = replay.changes(placed, timed.end, shouldContinue);
    if (!changes)
        return tl::unexpected(changes.error());
    std::stable_sort(changes->begin(), changes->end(),
        [](const KeyChange &a, const KeyChange &b) { return a.at < b.at; });
    replaceRecords(history, round, &History::changes, &Round::firstChange, *changes);
    replaceRecords(history, round, &History::messages, &Round::firstMessage,
        messagesOf(placed, d->prefix, history.texts));
    // Deadlines are off by at most 2 ms, here in ns: they are whole ms, computed from the time at
    // which a command begins.
    constexpr Moment ofDeadlines = 2'000'000;
    Round &known = history.rounds[size_t(round)];
    known.valuesUntil = replay.knownUntil();
    known.deadlineError = clock.error == never ? never : clock.error + ofDeadlines;
    history.orderKind = OrderKind::Exact;
    addSeenExpiries(history, round);
    return {};
}

void ExecutionOrder::clear()
{
    for (auto &[node, stream] : d->nodes)
        stream = {};
    d->unknownScripts.clear();
}

} // namespace lockstep
