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

#include "core/lab/history/orderedchanges.h"
#include "core/lab/history/roundrecords.h"

#include <algorithm>

namespace lockstep {

namespace {

using End = OrderedChanges::End;

// Whether what can have ended the wait at first proves anything by its end.
bool isProof(const OrderedChanges &key, const WaitRecord &wait, const End &end)
{
    if (wait.proves == WaitRecord::Proof::Changed) {
        const size_t first = key.firstFrom(wait.from);
        if (first == 0 || !key.change(first - 1).exists || !key.change(first - 1).isComparable)
            return false;
    }
    return end.kind == End::Kind::Change
        || (end.kind == End::Kind::Expiry && end.change + 1 == key.size());
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
        if (isOfKey(each))
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
        if (!isOfKey(each) || (!isOfAbsence && records.round.hasGuessedWait))
            continue;
        const OrderedChanges &key = keys[{each.name, each.node}];
        const End end = isOfAbsence ? key.firstAbsence(each, error) : key.firstChange(each, error);
        if (!isProof(key, each, end))
            continue;
        const KeyChange &change = key.change(end.change);
        const bool isExpiry = end.change > 0 && records.isOfTime(change);
        if (end.kind == End::Kind::Expiry || isExpiry) {
            const KeyChange &held = isExpiry ? key.change(end.change - 1) : change;
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
