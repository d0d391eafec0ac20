// Everything that needs a look at all records of the round happens here, once, so that a paint
// never walks more than what fits into its pixels. Operations are sorted by client by counting,
// because they come by the time they returned and a comparing sort of a million took most of the
// time.

#include "ui/lab/tracks/roundtracks.h"

#include "ui/lab/tracks/channeltracks.h"
#include "ui/lab/tracks/keytracks.h"
#include "ui/lab/tracks/leaseends.h"
#include "ui/lab/tracks/majoritytracks.h"
#include "ui/lab/tracks/marktracks.h"
#include "ui/lab/tracks/replicatracks.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace lockstep {

namespace {

constexpr std::size_t everyOther = 64; // of so many operations, one is in m_returned

} // namespace

// One past the round's last record of each kind.
struct RoundTracks::Ends
{
    quint32 operations, marks, changes, waits;

    Ends(const History &history, std::size_t round)
        : operations(quint32(history.operations.size()))
        , marks(quint32(history.marks.size()))
        , changes(quint32(history.changes.size()))
        , waits(quint32(history.waits.size()))
    {
        if (round + 1 >= history.rounds.size())
            return;
        const Round &next = history.rounds[round + 1];
        operations = next.firstOperation;
        marks = next.firstMark;
        changes = next.firstChange;
        waits = next.firstWait;
    }
};

RoundTracks::RoundTracks(RunPtr ofRun, int number)
    : run(std::move(ofRun))
    , round(run->history.rounds.at(std::size_t(number)))
    , m_roles(*run, number)
    , m_spans(laneSpans(run->history, number, run->results, [this](quint32 key) {
        return m_roles.of(history().texts[key].toByteArray()) == KeyRole::Lock;
    }))
{
    const Ends ends(history(), std::size_t(number));
    clock = ClockReadings(*run, round.firstMark, ends.marks);
    clients.resize(history().clients.size());
    for (quint32 client = 0; client < clients.size(); ++client)
        clients[client].client = client;
    sortOperations(ends);
    sortSpans();
    sortChanges(ends);
    sortMarks(ends);
    channels = channelTracks(*run, number);
    if (history().orderKind == OrderKind::Stepped)
        timeSteps = timeStepsOf(ends);
    for (std::size_t i = 0; i < run->results.size(); ++i) {
        const CheckResult &result = run->results[i];
        if (!result.first || result.first->round != number)
            continue;
        const Moment until = std::min(result.first->until, round.end);
        violations.push_back({.from = result.first->at,
            .until = std::max(until, result.first->at),
            .result = int(i),
            .certain = result.outcome == CheckOutcome::Violated});
    }
    std::stable_sort(violations.begin(), violations.end(),
        [](const ViolationSpan &a, const ViolationSpan &b) { return a.from < b.from; });
    findViolations();
}

void RoundTracks::sortOperations(const Ends &ends)
{
    firstOperation = round.firstOperation;
    operations =
        std::span(history().operations).subspan(firstOperation, ends.operations - firstOperation);
    returnedOperations =
        std::size_t(std::partition_point(operations.begin(), operations.end(),
                        [](const Operation &operation) { return operation.returned != never; })
            - operations.begin());
    for (std::size_t i = 0; i < returnedOperations; i += everyOther)
        m_returned.push_back(operations[i].returned);
    findHighestRate();
    std::vector<std::size_t> next(clients.size() + 1, 0);
    for (const Operation &operation : operations)
        ++next[operation.client + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    const std::vector<std::size_t> begins = next;
    m_called.resize(operations.size());
    m_numbers.resize(operations.size());
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const std::size_t place = next[operations[i].client]++;
        m_called[place] = operations[i].called;
        m_numbers[place] = firstOperation + quint32(i);
    }
    for (ClientTrack &track : clients) {
        const std::size_t first = begins[track.client];
        const std::size_t count = begins[track.client + 1] - first;
        const auto called = std::span(m_called).subspan(first, count);
        const auto numbers = std::span(m_numbers).subspan(first, count);
        // Operations come in the order of returning. It differs from that of calling if the client
        // has several threads, or if an operation was lost and so comes last.
        if (!std::is_sorted(called.begin(), called.end())) {
            std::stable_sort(numbers.begin(), numbers.end(),
                [this](quint32 a, quint32 b) { return operation(a).called < operation(b).called; });
            std::transform(numbers.begin(), numbers.end(), called.begin(),
                [this](quint32 number) { return operation(number).called; });
        }
        track.called = called;
        track.operations = numbers;
    }
}

void RoundTracks::findHighestRate()
{
    constexpr Moment parts = 100;
    constexpr Moment shortest = 10'000'000; // 10 ms: of a shorter time one reply would make much
    const Moment whole = std::max<Moment>(round.end - round.begin, 1);
    const Moment length = std::max(whole / parts, std::min(whole, shortest));
    std::size_t most = 0;
    std::size_t first = 0;
    for (std::size_t last = 0; last < returnedOperations; ++last) {
        while (operations[last].returned - operations[first].returned >= length)
            ++first;
        most = std::max(most, last - first + 1);
    }
    highestRate = double(most) * 1e9 / double(length);
}

std::size_t RoundTracks::returnedBefore(Moment at) const
{
    const auto sample = std::lower_bound(m_returned.begin(), m_returned.end(), at);
    const auto upTo = std::size_t(sample - m_returned.begin()) * everyOther;
    const auto last = operations.begin() + std::ptrdiff_t(std::min(upTo, returnedOperations));
    const auto first =
        operations.begin() + std::ptrdiff_t(upTo > everyOther ? upTo - everyOther : 0);
    return std::size_t(std::partition_point(first, last, [at](const Operation &operation) {
        return operation.returned < at;
    }) - operations.begin());
}

double RoundTracks::returnedAbout(Moment at) const
{
    const auto next = std::lower_bound(m_returned.begin(), m_returned.end(), at);
    const auto place = double(next - m_returned.begin());
    if (next == m_returned.end())
        return double(returnedOperations);
    if (next == m_returned.begin())
        return 0;
    const Moment before = *(next - 1);
    const double part = *next > before ? double(at - before) / double(*next - before) : 1;
    return (place - 1 + part) * double(everyOther);
}

void RoundTracks::sortSpans()
{
    std::size_t first = 0;
    while (first < m_spans.size()) {
        ClientTrack &track = clients.at(m_spans[first].client);
        std::size_t last = first;
        for (; last < m_spans.size() && m_spans[last].client == track.client; ++last) {
            const LaneSpan &span = m_spans[last];
            track.states.add(span.from, span.until, quint8(span.state));
            track.seen |= {span.state, span.belief()};
        }
        track.spans = std::span<const LaneSpan>(m_spans).subspan(first, last - first);
        seen |= track.seen;
        first = last;
    }
}

void RoundTracks::sortChanges(const Ends &ends)
{
    keys = keyTracks(*run, round, ends.changes, m_roles);
    for (KeyTrack &track : keys) {
        if (track.role != KeyRole::Tokens)
            track.limit = limitOf(history().texts[track.key].toByteArray(), false);
    }
    folds = keyFolds(*run, keys);
    majorities = majorityTracks(*run, round, keys);
    replicas = replicaTracks(*run, round, keys);
    addLeaseEnds(*run, keys, clients);
}

void RoundTracks::sortMarks(const Ends &ends)
{
    MarkTracks tracks = markTracks(*run, round, ends.marks);
    limiters = std::move(tracks.limiters);
    events = std::move(tracks.events);
    counts = std::move(tracks.counts);
    for (CountTrack &track : counts)
        track.limit = limitOf(track.name, true);
}

// The steps in which only time passed: no command changed anything, and no fault hit a client.
std::vector<Moment> RoundTracks::timeStepsOf(const Ends &ends) const
{
    std::set<Moment> without, begun;
    const auto stepAt = [](Moment at) { return at / stepLength * stepLength; };
    for (quint32 i = round.firstChange; i < ends.changes; ++i) {
        if (history().changes[i].operation == none && history().changes[i].at > round.begin)
            without.insert(stepAt(history().changes[i].at));
    }
    for (quint32 i = round.firstWait; i < ends.waits; ++i) {
        const Moment until = history().waits[i].until;
        if (until != never && until > round.begin)
            without.insert(stepAt(until - 1));
    }
    for (const Operation &operation : operations)
        begun.insert(stepAt(operation.called));
    for (const Incident &incident : history().incidents)
        begun.insert(stepAt(incident.at));
    std::vector<Moment> steps;
    std::set_difference(
        without.begin(), without.end(), begun.begin(), begun.end(), std::back_inserter(steps));
    return steps;
}

void RoundTracks::findViolations()
{
    std::vector<std::pair<Moment, Moment>> parts;
    for (const ViolationSpan &violation : violations) {
        if (violation.certain)
            parts.emplace_back(violation.from, violation.until);
    }
    for (const LaneSpan &span : m_spans) {
        if (span.belief() == LaneSpan::State::TooMany)
            parts.emplace_back(span.from, span.until);
    }
    std::sort(parts.begin(), parts.end());
    for (std::size_t i = 0; i < parts.size();) {
        Moment until = parts[i].second;
        std::size_t next = i + 1;
        for (; next < parts.size() && parts[next].first <= until; ++next)
            until = std::max(until, parts[next].second);
        violated.add(parts[i].first, until, 0);
        i = next;
    }
}

// The limit of the check about that name. If several checks are about it, the violated one counts,
// or else the first.
std::optional<Limit> RoundTracks::limitOf(const QByteArray &name, bool ofCount) const
{
    using Kind = Check::Kind;
    std::optional<Limit> limit;
    for (const CheckResult &result : run->results) {
        const Check &check = result.check;
        const bool most = check.kind == (ofCount ? Kind::CountAtMost : Kind::ValueAtMost);
        const bool least = check.kind == (ofCount ? Kind::CountAtLeast : Kind::ValueAtLeast);
        const bool isViolated = result.outcome == CheckOutcome::Violated;
        if (!(most || least) || check.name != name || (limit && !isViolated))
            continue;
        limit = Limit{double(check.amount.in(run->options.settings)), least, check.amount.parameter,
            check.when == Check::When::Always, check.when == Check::When::Finally};
        if (isViolated)
            break;
    }
    return limit;
}

} // namespace lockstep
