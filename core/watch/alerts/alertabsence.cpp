// The part of AlertEvaluation that decides that a key is not there. The evidence is a reading that
// found it missing, or a pass over all names that did not meet it. A gap is no evidence; after one,
// a key that was gone may be back, so it has to be found missing once more before "gone" is true.

#include "core/watch/alerts/alertevaluation.h"

#include <utility>

namespace lockstep {

using Kind = AlertCondition::Kind;
using Truth = ConditionTruth::Truth;

namespace {

// When a key that cannot be read, because it was never there, is looked at again.
constexpr auto lookAgain = std::chrono::seconds(1);

} // namespace

void AlertEvaluation::noteGone(const QByteArray &key, Instant at, bool isAcross, bool isWaitedFor)
{
    const auto known = m_records.find(key);
    if (known == m_records.end())
        return;
    known->second.isMet = false;
    known->second.isReadGone = true;
    noteAbsence(known->second, false, at, isAcross, isWaitedFor);
    forgetIfIdle(known);
}

// The key is not there, or is there and no object that is watched. Nothing but "gone" is true of
// it, and that somebody waits for a lock that is free for a moment.
void AlertEvaluation::noteAbsence(
    Record &record, bool isThere, Instant at, bool isAcross, bool isWaitedFor)
{
    for (State &state : record.states) {
        if (isWaitedFor && state.rule->when.isOfWaiters()) {
            if (isAcross)
                evaluate(state, {}, at, true); // until they are counted again
            continue;
        }
        const auto &asked = state.rule->family;
        const bool isMissed = !isThere && state.rule->when.kind == Kind::Gone
            && (!asked || !record.format || *asked == record.format->family());
        if (isMissed && record.item)
            state.wasFalse = true;
        evaluate(state, {isMissed ? Truth::True : Truth::False}, at, isAcross);
    }
    record.item.reset();
    record.isUnsure = false;
}

void AlertEvaluation::beginGap()
{
    ++m_gaps;
    for (auto &[key, record] : m_records) {
        record.isUnsure = !record.item;
        record.isMet = record.isReadGone = false;
        for (State &state : record.states) {
            if (!state.rule->when.isOfWaiters())
                continue;
            state.isInterrupted = true; // the next count may come before the next reading
            state.wasFalse = false;
        }
    }
}

void AlertEvaluation::noteMet(const QByteArray &key)
{
    if (!hasRules())
        return;
    const auto known = m_records.find(key);
    if (known == m_records.end() || known->second.item)
        return;
    known->second.isMet = known->second.isUnsure = true;
}

void AlertEvaluation::finishPass(const IsOwn &isOwn, quint64 gapsBefore, Instant at)
{
    if (gapsBefore != m_gaps)
        return;
    for (auto entry = m_records.begin(); entry != m_records.end();) {
        const auto record = entry++;
        if (record->second.item || !isOwn(record->first))
            continue;
        const bool isThere = std::exchange(record->second.isMet, false);
        const bool isAcross = record->second.isUnsure;
        record->second.isReadGone = record->second.isReadGone && !isThere;
        noteAbsence(record->second, isThere, at, isAcross);
        forgetIfIdle(record);
    }
}

// Evaluates "gone" for a key that was missing before. If a reading found it gone, it is still gone
// without another reading, because its return would be announced; without a connection, and after a
// gap until it is read, that is not known. If only a pass has missed it, another pass has to
// decide, because it may be back since.
void AlertEvaluation::checkGone(State &state, Instant now, bool isSeen)
{
    if (state.phase != Phase::Pending || state.rule->when.kind != Kind::Gone
        || !state.record->isReadGone)
        return;
    if (state.record->isUnsure || !isSeen)
        return setDue(state, now + lookAgain);
    fire(state, {}, now);
}

} // namespace lockstep
