// A wait tells that its key was gone, or changed, at a moment between its beginning and its end. It
// does not tell which absence that was. So all absences are looked at that there may have been by
// then, in the order in which the server executed the commands: the wait saw the first of them or a
// later one, so the first had begun by the end of the wait. If that is one that no change tells,
// because a key that had a deadline may have expired and been written again before anybody knew,
// nothing is proved.
//
//   SET k (PX 10)  | may have expired |  SET k  |  DEL k, answered late
//       await_gone(k) ─────────────────────┤ over: by the expiry or by the DEL, nobody knows
//
// A wait for a change is over when the value is another one than it was read at first, so the first
// change after it began had happened by its end. That holds only where every change of the value is
// known (KeyChange::isComparable), and not where the wait ended by a guess (Round::hasGuessedWait).

#include "core/lab/history/waitproofs.h"

#include "core/lab/history/roundrecords.h"

#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

// The changes of one key on one server, in their order, and between which moments each happened.
class OrderedChanges
{
public:
    void add(const KeyChange &change, const ExecutionInterval &range)
    {
        m_changes.push_back(&change);
        m_ranges.push_back(range);
        const Moment before = m_latestSoFar.empty() ? range.latest : m_latestSoFar.back();
        m_latestSoFar.push_back(std::max(before, range.latest));
    }

    [[nodiscard]] size_t size() const { return m_changes.size(); }
    [[nodiscard]] const KeyChange &change(size_t i) const { return *m_changes[i]; }
    [[nodiscard]] const ExecutionInterval &range(size_t i) const { return m_ranges[i]; }

    // The first change that may have happened at that moment or later. All before it were earlier.
    [[nodiscard]] size_t firstFrom(Moment moment) const
    {
        return size_t(std::lower_bound(m_latestSoFar.begin(), m_latestSoFar.end(), moment)
            - m_latestSoFar.begin());
    }

    // Whether the key may have expired by that moment after change i, though no change tells it.
    [[nodiscard]] bool mayHaveExpired(size_t i, Moment by, Moment deadlineError) const
    {
        const KeyChange &held = *m_changes[i];
        if (!held.exists || held.deadline == never)
            return false;
        const bool isLast = i + 1 == size();
        if (!isLast && m_changes[i + 1]->operation == none)
            return false; // the next change tells it
        const Moment end = isLast ? by : std::min(by, m_ranges[i + 1].latest);
        return deadlineError == never || held.deadline - deadlineError <= end;
    }

private:
    std::vector<const KeyChange *> m_changes;
    std::vector<ExecutionInterval> m_ranges;
    std::vector<Moment> m_latestSoFar; // never decreases
};

constexpr size_t noChange = std::numeric_limits<size_t>::max();

// What a wait proves of its key: that this change had happened by the end of the wait, or that the
// key had expired after it.
struct ProvedChange
{
    size_t change = noChange;
    bool hasExpiredAfter = false;
};

ProvedChange proofOfAbsence(const OrderedChanges &key, const WaitRecord &wait, Moment deadlineError)
{
    const size_t first = key.firstFrom(wait.from);
    if (first == 0)
        return {}; // it may have been gone since before the setup
    for (size_t i = first - 1; i < key.size() && key.range(i).earliest <= wait.until; ++i) {
        if (!key.change(i).exists)
            return {i, false};
        if (key.mayHaveExpired(i, wait.until, deadlineError))
            return i + 1 == key.size() ? ProvedChange{i, true} : ProvedChange();
    }
    return {};
}

// Also the absence of the key is a change.
ProvedChange proofOfChange(const OrderedChanges &key, const WaitRecord &wait, Moment deadlineError)
{
    const size_t first = key.firstFrom(wait.from);
    if (first == 0 || !key.change(first - 1).exists || !key.change(first - 1).isComparable)
        return {};
    const bool isLast = first == key.size();
    if (key.mayHaveExpired(first - 1, wait.until, deadlineError))
        return isLast ? ProvedChange{first - 1, true} : ProvedChange();
    const bool isSeen = !isLast && key.range(first).earliest <= wait.until;
    return isSeen ? ProvedChange{first, false} : ProvedChange();
}

void lower(Moment &known, Moment moment)
{
    known = std::min(known, moment);
}

} // namespace

WaitProofs::WaitProofs(const RoundRecords &records)
{
    if (records.history.orderKind != OrderKind::Exact || !records.knowsValues())
        return;
    std::map<std::pair<quint32, quint8>, OrderedChanges> keys;
    for (const WaitRecord &each : records.waits) {
        if (each.proves != WaitRecord::Proof::Nothing)
            keys[{each.name, each.node}];
    }
    if (keys.empty())
        return;
    for (const KeyChange &each : records.changes) {
        if (const auto key = keys.find({each.key, each.node}); key != keys.end())
            key->second.add(each, records.rangeOf(each));
    }
    const Moment error = records.round.deadlineError;
    for (const WaitRecord &each : records.waits) {
        const bool isOfAbsence = each.proves == WaitRecord::Proof::Gone;
        if (each.proves == WaitRecord::Proof::Nothing
            || (!isOfAbsence && records.round.hasGuessedWait))
            continue;
        const OrderedChanges &key = keys[{each.name, each.node}];
        const ProvedChange proof =
            isOfAbsence ? proofOfAbsence(key, each, error) : proofOfChange(key, each, error);
        if (proof.change == noChange)
            continue;
        const KeyChange &change = key.change(proof.change);
        const bool isExpiry = proof.change > 0 && records.isOfTime(change);
        if (proof.hasExpiredAfter || isExpiry) {
            const KeyChange &held = isExpiry ? key.change(proof.change - 1) : change;
            lower(m_expired[each.node].try_emplace(held.deadline, never).first->second, each.until);
        } else if (change.operation != none) {
            lower(m_executed.try_emplace(change.operation, never).first->second, each.until);
        }
    }
    for (auto &[node, deadlines] : m_expired) {
        Moment later = never;
        for (auto each = deadlines.rbegin(); each != deadlines.rend(); ++each)
            later = each->second = std::min(later, each->second);
    }
}

Moment WaitProofs::executedBy(quint32 operation) const
{
    const auto known = m_executed.find(operation);
    return known == m_executed.end() ? never : known->second;
}

Moment WaitProofs::expiredBy(quint8 node, Moment deadline) const
{
    const auto deadlines = m_expired.find(node);
    if (deadlines == m_expired.end())
        return never;
    const auto known = deadlines->second.lower_bound(deadline);
    return known == deadlines->second.end() ? never : known->second;
}

} // namespace lockstep
