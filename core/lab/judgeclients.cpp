// What clients believe and say: holders, counts, events, waiting. Their clock is the run's own, so
// this needs no order of execution.
//
// sum_equals mixes what a client says with what a server holds. In a free run there is always a
// moment between the command and the mark after it, so the sum is right only while nobody is on the
// way: it is judged at the end of the round. A command whose reply was lost may have been executed
// without a mark, so then the sum proves nothing and a violation is only possible.
//
// An admission happened somewhere between its command being sent and the reply. Too many are
// certain only if the earliest of them was sent, and the last one answered, within one window. The
// same goes for the order of events, unless the order of execution is known.

#include "core/lab/finding.h"

#include <QtNumeric>

#include <algorithm>
#include <deque>
#include <limits>
#include <set>

namespace lockstep {

namespace {

using Outcome = CheckResult::Outcome;

constexpr size_t mostBlamed = 64; // operations that prove one violation: the last ones

Finding found(Outcome outcome, Violation violation)
{
    return {outcome, std::move(violation), false};
}

Finding undecided()
{
    return {Outcome::Undecided, std::nullopt, false};
}

Violation describe(const Overlap &overlap, const std::vector<Holding> &held, bool certain,
    const RoundRecords &records)
{
    Violation violation = violationAt(records, overlap.from);
    violation.until = overlap.until;
    for (const Holding &each : held) {
        const Moment from = certain ? each.from : each.possibleFrom;
        const Moment until = certain ? each.until : each.possibleUntil;
        if (from > overlap.from || until <= overlap.from || from >= until)
            continue;
        if (!violation.clients.contains(each.client))
            violation.clients.push_back(each.client);
        blame(violation, records, each.acquire);
        ++violation.actual;
    }
    return violation;
}

// The last key change of each node, of which there should be one.
qint64 lastNumber(const RoundRecords &records, const QByteArray &key, quint32 &operation)
{
    KeyMatch matches(records.history.texts, key);
    for (auto at = records.changes.rbegin(); at != records.changes.rend(); ++at) {
        if (!matches(at->key))
            continue;
        operation = at->operation;
        return at->exists && at->isNumber ? at->number : 0;
    }
    return 0;
}

bool repliesAreMissing(const RoundRecords &records)
{
    return std::any_of(records.operations.begin(), records.operations.end(),
        [](const Operation &each) { return each.returned == never; });
}

Finding judgeSum(const Check &check, qint64 amount, const RoundRecords &records)
{
    if (records.round.cutOff)
        return undecided();
    const quint32 name = records.history.texts.find(check.name);
    Violation violation = violationAt(records, records.round.end);
    violation.key = check.name;
    violation.allowed = amount;
    for (const MarkRecord &mark : records.marks) {
        if (mark.kind == MarkRecord::Kind::Count && mark.name == name)
            violation.actual += mark.value;
    }
    quint32 operation = none;
    const qint64 held = lastNumber(records, check.other, operation);
    if (qAddOverflow(violation.actual, held, &violation.actual)) // Redis' numbers have 64 bits too
        violation.actual =
            held > 0 ? std::numeric_limits<qint64>::max() : std::numeric_limits<qint64>::min();
    if (violation.actual == amount)
        return {};
    blame(violation, records, operation);
    return found(repliesAreMissing(records) ? Outcome::Possible : Outcome::Violated, violation);
}

// When that which a mark speaks of can have happened.
struct Admission
{
    Moment earliest = 0;
    Moment latest = 0;
    const MarkRecord *mark = nullptr;
};

Admission admissionOf(const MarkRecord &mark, const RoundRecords &records)
{
    if (mark.operation == none)
        return {mark.at, mark.at, &mark};
    const Operation &operation = records.history.operations[mark.operation];
    return {operation.called, std::min(mark.at, operation.returned), &mark};
}

void blame(Violation &violation, const RoundRecords &records, const MarkRecord &mark)
{
    blame(violation, records, mark.operation);
    if (mark.client != none && !violation.clients.contains(mark.client))
        violation.clients.push_back(mark.client);
}

std::vector<Admission> admissions(const Check &check, const RoundRecords &records)
{
    std::vector<Admission> result;
    const quint32 name = records.history.texts.find(check.name);
    for (const MarkRecord &mark : records.marks) {
        const bool counts = mark.kind == MarkRecord::Kind::Count;
        if (mark.name != name || (!counts && mark.kind != MarkRecord::Kind::Event))
            continue;
        // A count of three is three admissions.
        const qint64 times = counts ? std::clamp<qint64>(mark.value, 0, 10'000) : 1;
        result.insert(result.end(), size_t(times), admissionOf(mark, records));
    }
    return result;
}

// The first most + 1 of them whose span is shorter than the window: at its widest, if that is to be
// certain, else at its narrowest.
std::optional<Violation> firstCrowd(std::vector<Admission> all, qint64 most, Moment window,
    bool certain, const RoundRecords &records)
{
    const auto first = certain ? &Admission::earliest : &Admission::latest;
    const auto last = certain ? &Admission::latest : &Admission::earliest;
    std::sort(all.begin(), all.end(),
        [&](const Admission &a, const Admission &b) { return a.*last < b.*last; });
    // Those that are less than a window before the present one.
    std::multiset<std::pair<Moment, size_t>> inside;
    for (size_t i = 0; i < all.size(); ++i) {
        inside.insert({all[i].*first, i});
        while (!inside.empty() && all[i].*last - inside.begin()->first >= window)
            inside.erase(inside.begin());
        if (qint64(inside.size()) <= most)
            continue;
        Violation violation = violationAt(records, all[i].*last);
        violation.actual = qint64(inside.size());
        violation.allowed = most;
        for (const auto &[moment, which] : inside)
            blame(violation, records, *all[which].mark);
        return violation;
    }
    return std::nullopt;
}

std::vector<Admission> executionOrder(std::vector<Admission> events, const RoundRecords &records)
{
    const auto order = [&](const Admission &each) {
        return records.history.operations[each.mark->operation].order;
    };
    std::stable_sort(events.begin(), events.end(),
        [&](const Admission &a, const Admission &b) { return order(a) < order(b); });
    return events;
}

// The first event with a lower value than one before it. apart: only one that had happened before
// this one can have counts as before it.
Finding firstFall(std::vector<Admission> events, bool apart, const RoundRecords &records)
{
    std::vector<Admission> before = events;
    if (apart) {
        std::sort(events.begin(), events.end(),
            [](const Admission &a, const Admission &b) { return a.earliest < b.earliest; });
        std::sort(before.begin(), before.end(),
            [](const Admission &a, const Admission &b) { return a.latest < b.latest; });
    }
    const MarkRecord *highest = nullptr;
    size_t next = 0;
    for (size_t i = 0; i < events.size(); ++i) {
        const MarkRecord &mark = *events[i].mark;
        for (;
             next < before.size() && (apart ? before[next].latest < events[i].earliest : next < i);
             ++next) {
            if (highest == nullptr || before[next].mark->value > highest->value)
                highest = before[next].mark;
        }
        if (highest == nullptr || mark.value >= highest->value)
            continue;
        Violation violation = violationAt(records, mark.at);
        violation.key = records.history.texts[mark.name].toByteArray();
        violation.actual = mark.value;
        violation.allowed = highest->value;
        blame(violation, records, *highest);
        blame(violation, records, mark);
        return found(Outcome::Violated, violation);
    }
    return {};
}

} // namespace

Finding judgeHolders(const Check &check, qint64 most, const RoundRecords &records)
{
    const quint32 lock = records.history.texts.find(check.name);
    if (lock == none)
        return {};
    const std::vector<Holding> held = holdings(records, lock);
    for (const bool certain : {true, false}) {
        const std::vector<Overlap> all = overlaps(held, most, certain);
        if (all.empty())
            continue;
        Violation violation = describe(all.front(), held, certain, records);
        violation.key = check.name;
        violation.allowed = most;
        return found(certain ? Outcome::Violated : Outcome::Possible, violation);
    }
    return {};
}

Finding judgeCount(const Check &check, qint64 amount, const RoundRecords &records)
{
    if (check.kind == Check::Kind::SumEquals)
        return judgeSum(check, amount, records);
    const bool finally = check.when == Check::When::Finally;
    if (finally && records.round.cutOff)
        return undecided();
    const bool atMost = check.kind == Check::Kind::CountAtMost;
    const auto breaks = [&](qint64 count) { return atMost ? count > amount : count < amount; };
    const quint32 name = records.history.texts.find(check.name);
    qint64 count = 0;
    Moment at = records.round.begin;
    bool broken = !finally && breaks(count);
    std::deque<quint32> counted;
    for (const MarkRecord &mark : records.marks) {
        if (broken)
            break;
        if (mark.kind != MarkRecord::Kind::Count || mark.name != name)
            continue;
        count += mark.value;
        at = mark.at;
        counted.push_back(mark.operation);
        if (counted.size() > mostBlamed)
            counted.pop_front();
        broken = !finally && breaks(count);
    }
    if (!broken && !(finally && breaks(count)))
        return {};
    Violation violation = violationAt(records, finally ? records.round.end : at);
    violation.key = check.name;
    violation.actual = count;
    violation.allowed = amount;
    for (const quint32 operation : counted)
        blame(violation, records, operation);
    return found(Outcome::Violated, violation);
}

Finding judgeOrder(const Check &check, const RoundRecords &records)
{
    const quint32 first = records.history.texts.find(check.name);
    const quint32 other = check.other.isEmpty() ? first : records.history.texts.find(check.other);
    std::vector<Admission> events;
    bool exact = true;
    for (const MarkRecord &mark : records.marks) {
        if (mark.kind != MarkRecord::Kind::Event || (mark.name != first && mark.name != other))
            continue;
        events.push_back(admissionOf(mark, records));
        exact = exact && mark.operation != none
            && records.history.operations[mark.operation].order != none;
    }
    if (exact)
        return firstFall(executionOrder(std::move(events), records), false, records);
    const Finding certain = firstFall(events, true, records);
    if (certain.violation)
        return certain;
    Finding possible = firstFall(std::move(events), false, records);
    if (possible.violation)
        possible.outcome = Outcome::Possible;
    return possible;
}

Finding judgeAdmitted(const Check &check, qint64 most, qint64 windowMs, const RoundRecords &records)
{
    const std::vector<Admission> all = admissions(check, records);
    const Moment window = windowMs * 1'000'000;
    for (const bool certain : {true, false}) {
        if (auto violation = firstCrowd(all, most, window, certain, records)) {
            violation->key = check.name;
            return found(certain ? Outcome::Violated : Outcome::Possible, *violation);
        }
    }
    return {};
}

Finding judgeNobodyWaits(const RoundRecords &records)
{
    if (!records.round.stuck)
        return records.round.cutOff ? undecided() : Finding();
    Violation violation = violationAt(records, records.round.end);
    for (const WaitRecord &wait : records.waits) {
        if (wait.until != never && wait.until < records.round.end)
            continue;
        if (!violation.clients.contains(wait.client))
            violation.clients.push_back(wait.client);
        if (violation.key.isEmpty())
            violation.key = records.history.texts[wait.name].toByteArray();
        violation.at = std::min(violation.at, std::max(wait.from, records.round.begin));
    }
    violation.at = std::min(violation.at, records.round.end);
    violation.actual = violation.clients.size();
    return found(Outcome::Violated, violation);
}

} // namespace lockstep
