// Checks what clients believe and say in a round: who holds a lock, what they have counted, and
// whether somebody still waits. These things have times on the run's own clock, so the order of
// execution does not matter here.
//
// sum_equals mixes what a client says with what a server holds. In a free run there is always a
// moment between the command and the mark after it, so the sum is right only while nobody is on the
// way: it is judged at the end of the round. A command whose reply was lost may have been executed
// without a mark, so then the sum proves nothing and a violation is only possible.

#include "core/lab/checks/clientchecks.h"

#include <QtNumeric>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <set>

namespace lockstep {

namespace {

constexpr size_t mostBlamed = 64; // operations that prove one violation: the last ones

RoundFinding undecided()
{
    return {CheckOutcome::Undecided, std::nullopt, false};
}

void addStay(Violation &violation, const Holding &stay, const RoundRecords &records)
{
    if (!violation.clients.contains(stay.client))
        violation.clients.push_back(stay.client);
    blame(violation, records, stay.acquire);
    ++violation.actual;
}

qint64 mostAtOnce(const std::vector<Holding> &held, Moment Holding::*begin)
{
    std::vector<std::pair<Moment, int>> steps; // who leaves at a moment does so before who enters
    for (const Holding &each : held) {
        if (each.*begin >= each.until)
            continue;
        steps.emplace_back(each.*begin, 1);
        steps.emplace_back(each.until, -1);
    }
    std::sort(steps.begin(), steps.end());
    qint64 inside = 0;
    qint64 most = 0;
    for (const auto &[at, step] : steps)
        most = std::max(most, inside += step);
    return most;
}

// Who wrote a lock that is still there, last; none: it is gone, or it is not known who. A key that
// nobody entered is one only where its writer crashed: before it came to its enter().
quint32 whoLeft(const RoundRecords &records, quint32 key)
{
    const bool wasEntered =
        std::any_of(records.marks.begin(), records.marks.end(), [key](const MarkRecord &mark) {
            return mark.kind == MarkRecord::Kind::Enter && mark.name == key;
        });
    std::set<quint8> seen; // nodes
    for (auto at = records.changes.rbegin(); at != records.changes.rend(); ++at) {
        if (at->key != key || !seen.insert(at->node).second || !at->exists)
            continue;
        const quint32 writer = records.clientOf(at->operation);
        return wasEntered || records.hasCrashed(writer) ? writer : none;
    }
    return none;
}

bool repliesAreMissing(const RoundRecords &records)
{
    return std::any_of(records.operations.begin(), records.operations.end(),
        [](const Operation &each) { return each.returned == never; });
}

// Whether the program counts the same once more in the same state.
bool isFollowedInItsState(std::span<const MarkRecord> marks, size_t place)
{
    const MarkRecord &mark = marks[place];
    for (size_t next = place + 1; next < marks.size() && isOneState(marks[next - 1], marks[next]);
         ++next) {
        if (marks[next].kind == mark.kind && marks[next].name == mark.name)
            return true;
    }
    return false;
}

RoundFinding checkSum(const Check &check, qint64 amount, const RoundRecords &records)
{
    if (records.round.cutOff)
        return undecided();
    if (records.round.valuesUntil != never || !records.wereKeysRead(check.other))
        return {CheckOutcome::NotChecked, std::nullopt, false};
    const quint32 name = records.history.texts.find(check.name);
    Violation violation = violationAt(records, records.round.end);
    violation.key = check.name;
    violation.allowed = amount;
    qint64 counted = 0;
    for (const MarkRecord &mark : records.marks) {
        if (mark.kind == MarkRecord::Kind::Count && mark.name == name)
            counted += mark.value;
    }
    std::optional<Violation> possible;
    bool wasNoNumber = false;
    KeyMatch matches(records.history.texts, check.other);
    for (const auto &[state, isCertain] : endStatesOrNowhere(matches, records)) {
        const bool isNoNumber = state.exists && !state.isNumber;
        wasNoNumber |= isNoNumber;
        if (isNoNumber)
            continue;
        if (qAddOverflow(counted, state.number, &violation.actual)) // Redis' have 64 bits too
            violation.actual = state.number > 0 ? std::numeric_limits<qint64>::max()
                                                : std::numeric_limits<qint64>::min();
        if (violation.actual == amount)
            continue;
        violation.worst = violation.actual;
        Violation finding = violation;
        blame(finding, records, state.operation);
        if (!repliesAreMissing(records) && isCertain)
            return found(CheckOutcome::Violated, std::move(finding));
        if (!possible)
            possible = std::move(finding);
    }
    if (possible)
        return found(CheckOutcome::Possible, std::move(*possible));
    return wasNoNumber ? RoundFinding{CheckOutcome::NotChecked, std::nullopt, false, false, true}
                       : RoundFinding();
}

} // namespace

RoundFinding checkHolders(const Check &check, qint64 most, const RoundRecords &records)
{
    const quint32 lock = records.history.texts.find(check.name);
    if (lock == none)
        return {};
    const std::vector<Holding> held = holdings(records, lock);
    for (const auto &[begin, outcome] : {std::pair{&Holding::from, CheckOutcome::Violated},
             std::pair{&Holding::possibleFrom, CheckOutcome::Possible}}) {
        const std::vector<Overlap> all = overlaps(held, most, begin);
        if (all.empty())
            continue;
        Violation violation = violationAt(records, all.front().from);
        violation.key = check.name;
        violation.allowed = most;
        violation.until = all.front().until;
        violation.worst = mostAtOnce(held, begin);
        for (const Holding &each : held) {
            if (each.*begin <= all.front().from && all.front().from < each.until)
                addStay(violation, each, records);
        }
        return found(outcome, std::move(violation));
    }
    return {};
}

RoundFinding checkCount(const Check &check, qint64 amount, const RoundRecords &records)
{
    if (check.kind == Check::Kind::SumEquals)
        return checkSum(check, amount, records);
    const bool finally = check.when == Check::When::Finally;
    if (finally && records.round.cutOff)
        return undecided();
    const bool atMost = check.kind == Check::Kind::CountAtMost;
    const auto breaks = [&](qint64 count) { return atMost ? count > amount : count < amount; };
    const quint32 name = records.history.texts.find(check.name);
    Violation violation = violationAt(records, records.round.begin);
    violation.key = check.name;
    violation.allowed = amount;
    bool broken = !finally && breaks(0);
    qint64 count = 0;
    std::deque<quint32> counted;
    for (size_t i = 0; i < records.marks.size(); ++i) {
        const MarkRecord &mark = records.marks[i];
        if (mark.kind != MarkRecord::Kind::Count || mark.name != name)
            continue;
        count += mark.value;
        if (isFollowedInItsState(records.marks, i))
            continue;
        violation.worst = atMost == (count > violation.worst) ? count : violation.worst;
        if (broken)
            continue;
        violation.actual = count;
        violation.at = mark.at;
        counted.push_back(mark.operation);
        if (counted.size() > mostBlamed)
            counted.pop_front();
        broken = !finally && breaks(count);
    }
    if (finally) {
        broken = breaks(count);
        violation.at = records.round.end;
        violation.worst = count;
    }
    if (!broken)
        return {};
    for (const quint32 operation : counted)
        blame(violation, records, operation);
    return found(CheckOutcome::Violated, violation);
}

RoundFinding checkNobodyWaits(const RoundRecords &records)
{
    if (!records.round.stuck)
        return records.round.cutOff ? undecided() : RoundFinding();
    Violation violation = violationAt(records, records.round.end);
    bool isOneKey = true;
    for (const WaitRecord &wait : records.waits) {
        if (wait.until != never && wait.until < records.round.end)
            continue;
        if (!violation.clients.contains(wait.client))
            violation.clients.push_back(wait.client);
        const QByteArray key = records.history.texts[wait.name].toByteArray();
        if (violation.key.isEmpty()) {
            violation.key = key;
            violation.culprit = whoLeft(records, wait.name);
        }
        isOneKey &= key == violation.key;
        violation.at = std::min(violation.at, std::max(wait.from, records.round.begin));
    }
    if (!isOneKey) { // each for another one: none of them is what all wait for
        violation.key.clear();
        violation.culprit = none;
    }
    violation.at = std::min(violation.at, records.round.end);
    violation.actual = violation.clients.size();
    violation.worst = violation.actual;
    return found(CheckOutcome::Violated, violation);
}

} // namespace lockstep
