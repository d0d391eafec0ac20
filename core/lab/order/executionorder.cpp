// A step of a connection and an operation of its client belong together by their place: both are in
// the order of sending. Names are compared on the way, to step over what only one side knows: the
// handshake's commands and polls (no key of the run, or no operation), commands that the server
// refused to look at, commands that were lost.
//
// The order of one server is that of its stream. The stamps of its lines are of the wall's clock,
// which may be set back, so they only tell how the streams of several servers lie to each other;
// where a stamp goes back they do not tell it any more, and what the clients sent when does.
//
// Nobody's clock is the run's clock: servers stamp lines in microseconds of the day. Every
// operation says called ≤ executed ≤ returned, so the offset lies between the largest of
// called - stamp and the smallest of returned - stamp; its middle is taken. Then moments are
// clamped: each between its own bounds and none before its predecessor on the node. The true
// moments satisfy all of that, so the earliest choice always exists.

#include "core/lab/order/executionorder.h"

#include "core/lab/order/commandreplay.h"

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

using Thread = std::tuple<quint32, quint8, quint8>; // client, thread, node

// All threads of a client subscribe over one connection, which the first of them opened.
constexpr quint8 subscribingThreads = 255;

QByteArray firstWord(QByteArrayView words)
{
    const qsizetype end = words.indexOf(' ');
    QByteArray word = (end < 0 ? words : words.first(end)).toByteArray();
    if (word.endsWith(';'))
        word.chop(1);
    return word;
}

class Matching
{
public:
    Matching(History &history, int round)
        : m_history(history)
        , m_begin(history.rounds[size_t(round)].operations)
        , m_end(size_t(round) + 1 < history.rounds.size()
                  ? history.rounds[size_t(round) + 1].operations
                  : quint32(history.operations.size()))
    {
        for (quint32 i = m_begin; i < m_end; ++i) {
            const Operation &each = history.operations[i];
            const bool subscribes = firstWord(history.texts[each.words]).toUpper() == "SUBSCRIBE";
            m_sent[{each.client, subscribes ? subscribingThreads : each.thread, each.node}]
                .push_back(i);
        }
        for (auto &[thread, sent] : m_sent) {
            std::stable_sort(sent.begin(), sent.end(), [&](quint32 a, quint32 b) {
                return history.operations[a].called < history.operations[b].called;
            });
        }
    }

    // steps: of one server, in its order.
    Result<void> match(std::vector<ExecutedStep> &steps)
    {
        for (ExecutedStep &step : steps) {
            if (step.client == none || step.kind == ExecutedStep::Kind::Restart)
                continue;
            if (const auto matched = match(step); !matched)
                return matched;
        }
        return {};
    }

    // What no server has shown must have a reason.
    Result<void> checkRest()
    {
        for (const auto &[thread, sent] : m_sent) {
            for (size_t i = m_next[thread]; i < sent.size(); ++i) {
                if (!mayHaveNoLine(m_history.operations[sent[i]]))
                    return doesNotFit(QByteArray("nothing"), &m_history.operations[sent[i]]);
            }
        }
        return {};
    }

private:
    Result<void> match(ExecutedStep &step)
    {
        const quint8 number = step.name == "SUBSCRIBE" ? subscribingThreads : step.thread;
        const Thread thread{step.client, number, step.node};
        const auto sent = m_sent.find(thread);
        const size_t count = sent == m_sent.end() ? 0 : sent->second.size();
        size_t &next = m_next[thread];
        for (size_t i = next; i < count; ++i) {
            const Operation &operation = m_history.operations[sent->second[i]];
            if (fits(step, operation)) {
                step.operation = sent->second[i];
                next = i + 1;
                return {};
            }
            if (!mayHaveNoLine(operation))
                break;
        }
        if (step.commands.empty())
            return {};
        return doesNotFit(
            step.name, next < count ? &m_history.operations[sent->second[next]] : nullptr);
    }

    [[nodiscard]] bool fits(const ExecutedStep &step, const Operation &operation) const
    {
        const QByteArray word = firstWord(m_history.texts[operation.words]);
        const QByteArray name = word.toUpper();
        if (name == step.name)
            return true;
        if (step.kind == ExecutedStep::Kind::Transaction)
            return name == "MULTI" && step.name == "EXEC";
        // A script of the program's own is written by its name, "lock-release lock A-1".
        return step.kind == ExecutedStep::Kind::Script && word != name;
    }

    [[nodiscard]] bool mayHaveNoLine(const Operation &operation) const
    {
        return operation.returned == never || m_history.texts[operation.reply].startsWith("(error)")
            || firstWord(m_history.texts[operation.words]).toLower() == "receive";
    }

    [[nodiscard]] tl::unexpected<Error> doesNotFit(
        const QByteArray &line, const Operation *operation) const
    {
        const QByteArray expected = operation == nullptr
            ? QByteArray("nothing")
            : m_history.texts[operation->words].toByteArray();
        return failure(ErrorCode::ProtocolError,
            QStringLiteral("MONITOR shows %1 where %2 was sent.")
                .arg(QString::fromUtf8(line), QString::fromUtf8(expected)));
    }

    History &m_history;
    const quint32 m_begin;
    const quint32 m_end;
    std::map<Thread, std::vector<quint32>> m_sent;
    std::map<Thread, size_t> m_next;
};

// What is known of a step's moment.
struct Bounds
{
    Moment earliest = std::numeric_limits<Moment>::min();
    Moment latest = never;
};

Bounds boundsOf(const ExecutedStep &step, const History &history, const Round &round)
{
    if (step.operation != none) {
        const Operation &operation = history.operations[step.operation];
        return {operation.called, operation.returned};
    }
    if (step.client == none && step.kind != ExecutedStep::Kind::Restart)
        return {std::numeric_limits<Moment>::min(), round.begin};
    return {};
}

ClockOffset offsetOf(
    const std::vector<ExecutedStep> &steps, const History &history, const Round &round)
{
    constexpr Moment unknown = std::numeric_limits<Moment>::min();
    Moment least = unknown;
    Moment most = never;
    std::map<quint8, qint64> stamps; // the last one of each server
    for (const ExecutedStep &step : steps) {
        if (std::exchange(stamps[step.node], step.micros) > step.micros) {
            least = unknown; // set back: deadlines are reached by the clock as it is from then on
            most = never;
        }
        if (step.operation == none)
            continue;
        const Operation &operation = history.operations[step.operation];
        least = std::max(least, operation.called - step.micros * 1000);
        if (operation.returned != never)
            most = std::min(most, operation.returned - step.micros * 1000);
    }
    if (least == unknown && steps.empty())
        return {};
    if (least == unknown) // only the setup
        return {round.begin - steps.back().micros * 1000};
    return {most == never ? least : least + (most - least) / 2};
}

// All steps are on clocks of one machine, so one offset does for all nodes.
void placeInTime(std::vector<ExecutedStep> &steps, const ClockOffset &clock, const History &history,
    const Round &round)
{
    std::map<quint8, Moment> bound;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        const auto known = bound.try_emplace(step->node, never).first;
        known->second = std::min(known->second, boundsOf(*step, history, round).latest);
        step->at = known->second; // the latest; the pass below may put it earlier
    }
    bound.clear();
    for (ExecutedStep &step : steps) {
        const Bounds own = boundsOf(step, history, round);
        const auto last = bound.try_emplace(step.node, std::numeric_limits<Moment>::min()).first;
        const Moment earliest = std::max(last->second, own.earliest);
        step.at = std::max(earliest, std::min(step.at, clock.toRun(step.micros)));
        last->second = step.at;
    }
}

using NodeSteps = std::vector<std::vector<ExecutedStep>>; // each in the order of its server

// When a step was executed, as far as it matters for its place among those of other servers: never
// before the one before it.
std::vector<Moment> mergingMoments(
    const std::vector<ExecutedStep> &steps, bool byStamps, const History &history)
{
    std::vector<Moment> moments;
    Moment last = std::numeric_limits<Moment>::min();
    for (const ExecutedStep &step : steps) {
        if (byStamps)
            last = std::max(last, step.micros);
        else if (step.operation != none)
            last = std::max(last, history.operations[step.operation].called);
        moments.push_back(last);
    }
    return moments;
}

std::vector<ExecutedStep> merged(NodeSteps &&nodes, const History &history)
{
    const bool byStamps = std::all_of(nodes.begin(), nodes.end(), [](const auto &steps) {
        return std::is_sorted(steps.begin(), steps.end(),
            [](const ExecutedStep &a, const ExecutedStep &b) { return a.micros < b.micros; });
    });
    std::vector<std::pair<Moment, ExecutedStep *>> places;
    for (auto &steps : nodes) {
        const std::vector<Moment> moments = mergingMoments(steps, byStamps, history);
        for (size_t i = 0; i < steps.size(); ++i)
            places.emplace_back(moments[i], &steps[i]);
    }
    std::stable_sort(places.begin(), places.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<ExecutedStep> all;
    all.reserve(places.size());
    for (const auto &[moment, step] : places)
        all.push_back(std::move(*step));
    return all;
}

// In place of the records of one kind that the round has.
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

// What was published, by commands of their own and within scripts and transactions.
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

} // namespace

class ExecutionOrder::Private
{
public:
    Result<std::vector<ExecutedStep>> matchedSteps(
        History &history, int round, const std::function<bool()> &goOn);

    QByteArray prefix;
    QList<QByteArray> keys;
    std::map<quint8, MonitorStream> nodes;
    LongValues longValues; // of all rounds
};

Result<std::vector<ExecutedStep>> ExecutionOrder::Private::matchedSteps(
    History &history, int round, const std::function<bool()> &goOn)
{
    NodeSteps ofNodes;
    Matching matching(history, round);
    for (const auto &[node, stream] : this->nodes) {
        ofNodes.push_back(executedSteps(stream, node, prefix, goOn));
        if (!goOn())
            return failure(ErrorCode::Cancelled);
        if (const auto matched = matching.match(ofNodes.back()); !matched)
            return tl::unexpected(matched.error());
    }
    if (const auto complete = matching.checkRest(); !complete)
        return tl::unexpected(complete.error());
    std::vector<ExecutedStep> steps = merged(std::move(ofNodes), history);
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

void ExecutionOrder::feed(int node, QByteArrayView bytes)
{
    d->nodes[quint8(node)].bytes.append(bytes);
}

void ExecutionOrder::nodeRestarted(int node)
{
    MonitorStream &stream = d->nodes[quint8(node)];
    stream.restarts.push_back(stream.bytes.size());
}

Result<void> ExecutionOrder::apply(
    History &history, int round, const Endpoint &scratch, const std::function<bool()> &goOn)
{
    auto steps = d->matchedSteps(history, round, goOn);
    if (!steps)
        return tl::unexpected(steps.error());
    if (!goOn())
        return failure(ErrorCode::Cancelled);
    std::vector<ExecutedStep> placed = std::move(*steps);
    const Round &timed = history.rounds[size_t(round)];
    const ClockOffset clock = offsetOf(placed, history, timed);
    placeInTime(placed, clock, history, timed);

    const int nodes = d->nodes.empty() ? 1 : d->nodes.rbegin()->first + 1;
    const auto server = ScratchServer::open(scratch, nodes);
    if (!server)
        return tl::unexpected(server.error());
    CommandReplay replay(**server, d->prefix, d->keys, clock, history.texts, d->longValues);
    auto changes = replay.changes(placed, timed.end, goOn);
    if (!changes)
        return tl::unexpected(changes.error());
    std::stable_sort(changes->begin(), changes->end(),
        [](const KeyChange &a, const KeyChange &b) { return a.at < b.at; });
    replaceRecords(history, round, &History::changes, &Round::changes, *changes);
    replaceRecords(history, round, &History::messages, &Round::messages,
        messagesOf(placed, d->prefix, history.texts));
    history.rounds[size_t(round)].valuesUntil = replay.knownUntil();
    history.orderKind = OrderKind::Exact;
    return {};
}

void ExecutionOrder::clear()
{
    for (auto &[node, stream] : d->nodes)
        stream = {};
}

} // namespace lockstep
