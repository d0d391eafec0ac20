// Checks values, deadlines and owners of keys in a round, by the key changes in the exact order. If
// the keys were only read now and then, changes between two readings are unknown. A wrong value
// that was read is still a proof, but nobody knows who wrote it, and reading none proves nothing.

#include "core/lab/checks/keychecks.h"

#include "core/lab/history/valuenumber.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

using Place = std::pair<quint32, quint8>; // key, node

// The owner of a key is who made it or, later, wrote another value over that of somebody else.
struct Ownership
{
    quint32 owner = none; // none: nobody's, the setup made it
    quint32 made = none; // operation
};

// What the check compares: of a value with decimals the whole number behind it, or before it. The
// caller asks for a missing key only where it is judged.
std::optional<qint64> numberFor(
    const Check &check, const KeyChange &state, const RoundRecords &records)
{
    if (!state.exists)
        return 0;
    if (state.isNumber)
        return state.number;
    const auto numbers =
        state.isString ? wholeNumbersAround(records.history.texts[state.value]) : std::nullopt;
    if (!numbers)
        return std::nullopt;
    return check.kind == Check::Kind::ValueAtLeast ? numbers->least : numbers->most;
}

// The number of what breaks it; nothing, where it holds.
std::optional<qint64> breaking(
    const Check &check, qint64 amount, const KeyChange &state, const RoundRecords &records)
{
    if (check.kind == Check::Kind::TtlPresent)
        return state.exists && state.deadline == never ? std::optional(state.number) : std::nullopt;
    const auto number = numberFor(check, state, records);
    const bool isLeast = check.kind == Check::Kind::ValueAtLeast;
    return number && (isLeast ? *number < amount : *number > amount) ? number : std::nullopt;
}

// The servers on which the setup has left a key that the check names.
std::set<quint8> nodesAfterSetup(KeyMatch &matches, const RoundRecords &records)
{
    std::set<quint8> nodes;
    for (const KeyChange &each : records.changes) {
        if (!isOfSetup(each, records.round))
            break;
        if (!matches(each.key))
            continue;
        if (each.exists)
            nodes.insert(each.node);
        else
            nodes.erase(each.node);
    }
    return nodes;
}

Violation describe(const KeyChange &change, const RoundRecords &records)
{
    Violation violation = violationAt(records, change.at);
    if (change.key != none)
        violation.key = records.history.texts[change.key].toByteArray();
    violation.actual = change.number;
    violation.worst = change.number;
    blame(violation, records, change.operation);
    return violation;
}

// Whether the key is there and its value cannot be compared.
bool isNoNumber(const Check &check, const KeyChange &state, const RoundRecords &records)
{
    return state.exists && check.kind != Check::Kind::TtlPresent
        && !numberFor(check, state, records);
}

RoundFinding notChecked(bool forNoNumber)
{
    return {CheckOutcome::NotChecked, std::nullopt, false, false, forNoNumber};
}

RoundFinding holdsAsFarAsKnown(const RoundRecords &records)
{
    return {records.knowsValues() ? CheckOutcome::Holds : CheckOutcome::NotChecked, std::nullopt,
        false};
}

} // namespace

RoundFinding checkValue(const Check &check, qint64 amount, const RoundRecords &records)
{
    KeyMatch matches(records.history.texts, check.name);
    std::set<quint8> nodesWithKey = nodesAfterSetup(matches, records);
    const bool isZeroWhereMissing = check.takesMissingKeyForZero(!nodesWithKey.empty());
    std::optional<Violation> first;
    Place firstPlace{none, 0};
    bool isCertain = false;
    bool wasNoNumber = false;
    const auto look = [&](const KeyChange &change, bool mayBeOver) {
        wasNoNumber |= isNoNumber(check, change, records);
        const auto number = breaking(check, amount, change, records);
        if (!number)
            return;
        const Place place{change.key, change.node};
        if (!first || (!isCertain && !mayBeOver)) {
            first = describe(change, records);
            first->actual = first->worst = *number;
            first->allowed = amount;
            if (!change.exists) // its name is not among the texts if it was never written
                first->key = check.name;
            firstPlace = place;
            isCertain = !mayBeOver;
        } else if (place != firstPlace) {
            return; // the finding tells of one key
        } else if (check.kind == Check::Kind::ValueAtLeast) {
            first->worst = std::min(first->worst, *number);
        } else if (check.kind == Check::Kind::ValueAtMost) {
            first->worst = std::max(first->worst, *number);
        }
    };
    if (check.when == Check::When::Always) {
        std::map<Place, const KeyChange *> before;
        const std::vector<KeyChange> changes = visibleChanges(records);
        for (const KeyChange &change : changes) {
            if (!matches(change.key))
                continue;
            const KeyChange *&last = before[{change.key, change.node}];
            if (change.exists) {
                nodesWithKey.insert(change.node);
                look(change, false);
            } else {
                nodesWithKey.erase(change.node);
                if (isZeroWhereMissing && nodesWithKey.empty())
                    look(change, records.isDeadlineTooClose(change, last));
            }
            last = &change;
        }
        if (first)
            return {isCertain ? CheckOutcome::Violated : CheckOutcome::Possible, first, false};
        return wasNoNumber ? notChecked(true) : holdsAsFarAsKnown(records);
    }
    if (records.round.cutOff)
        return {CheckOutcome::Undecided, std::nullopt, false};
    if (records.round.valuesUntil != never || !records.wereKeysRead(check.name))
        return notChecked(false);
    for (const EndState &each : endStatesOrNowhere(matches, records)) {
        if (each.state.exists || isZeroWhereMissing)
            look(each.state, !each.isCertain);
    }
    if (!first)
        return wasNoNumber ? notChecked(true) : RoundFinding();
    first->at = records.round.end;
    return {isCertain ? CheckOutcome::Violated : CheckOutcome::Possible, first, false};
}

RoundFinding checkOwner(const Check &check, const RoundRecords &records)
{
    if (records.history.orderKind == OrderKind::Sampled)
        return holdsAsFarAsKnown(records);
    const bool released = check.kind == Check::Kind::ReleasedByOwner;
    KeyMatch matches(records.history.texts, check.name);
    std::map<Place, Ownership> owned;
    bool isAllCompared = true;
    for (const KeyChange &change : records.changes) {
        if (!matches(change.key))
            continue;
        isAllCompared &=
            released || !change.exists || change.isString || change.number <= mostElementsCompared;
        const Place place{change.key, change.node};
        const quint32 client = records.clientOf(change.operation);
        const auto before = owned.find(place);
        if (before == owned.end()) {
            if (change.exists)
                owned[place] = {client, change.operation};
            continue;
        }
        Ownership &now = before->second;
        const bool foreign = client != none && now.owner != none && client != now.owner;
        // A change without another value is another deadline, be it the same instant.
        if (foreign && released != change.exists) {
            Violation violation = describe(change, records);
            violation.operations.push_front(now.made);
            violation.clients.push_front(now.owner);
            return {CheckOutcome::Violated, std::move(violation), false};
        }
        if (!change.exists)
            owned.erase(before);
        else if (change.isOverwritten && client != none)
            now = {client, change.operation};
    }
    if (!isAllCompared)
        return notChecked(false);
    return holdsAsFarAsKnown(records);
}

} // namespace lockstep
