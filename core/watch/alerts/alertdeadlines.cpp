// The part of AlertEvaluation that knows the moments at which the passing of time may change
// whether a condition is true. The key is read again then, and that reading decides. A state has
// one such moment at most, and m_due has them all in order.

#include "core/watch/alerts/alertevaluation.h"

#include <algorithm>

namespace lockstep {

using Kind = AlertCondition::Kind;
using Truth = ConditionTruth::Truth;

namespace {

// Objects that are to be read are asked for again after that: the question may have been lost.
constexpr auto askAgain = std::chrono::seconds(5);

} // namespace

// For how long a limit has to be reached before "exhausted > 1m" is true: the object does not tell
// since when it is, as it does of other ages.
Instant::duration AlertEvaluation::ageNeeded(const AlertCondition &condition)
{
    if (condition.kind != Kind::Exhausted)
        return {};
    const bool isMore = condition.comparison == AlertCondition::Comparison::More;
    return condition.duration + Milliseconds(isMore ? 1 : 0);
}

Instant::duration AlertEvaluation::needed(const AlertRule &rule)
{
    return rule.lasts + ageNeeded(rule.when);
}

void AlertEvaluation::setDue(State &state, std::optional<Instant> at)
{
    if (state.due == at)
        return;
    if (state.due)
        m_due.erase({*state.due, &state});
    state.due = at;
    if (at)
        m_due.insert({*at, &state});
}

// When time alone may change what follows from the last reading. One for which there is no room is
// left to the readings that come anyway.
std::optional<Instant> AlertEvaluation::nextLook(const State &state, const ConditionTruth &truth)
{
    if (state.isLeftOut)
        return std::nullopt;
    if (state.phase != Phase::Pending || truth.truth != Truth::True)
        return truth.changesAt;
    const Instant ripe = state.since + needed(*state.rule);
    return std::min(ripe, truth.changesAt.value_or(ripe));
}

// Whether a reading would move the alert if it says the same, or may say otherwise.
bool AlertEvaluation::wouldChange(const State &state, const ConditionTruth &truth, Instant now)
{
    switch (truth.truth) {
    case Truth::Unknown:
        return false;
    case Truth::False:
        return state.phase != Phase::Inactive;
    case Truth::True:
        return state.phase == Phase::Inactive || truth.needsReading
            || (state.phase == Phase::Pending && !state.isLeftOut
                && now >= state.since + needed(*state.rule));
    }
    return false;
}

std::vector<QByteArray> AlertEvaluation::takeDue(Instant now, const IsOwn &canRead)
{
    std::vector<QByteArray> keys;
    while (!m_due.empty() && m_due.begin()->first <= now) {
        State &state = *m_due.begin()->second;
        setDue(state, std::nullopt);
        const ItemPtr &item = state.record->item;
        if (!item) {
            checkGone(state, now, canRead(state.record->key));
            continue;
        }
        if (isOfCountedListeners(state.rule->when, *item))
            continue;
        const ConditionTruth truth = truthFor(state, *item, now);
        if (!wouldChange(state, truth, now)) {
            setDue(state, nextLook(state, truth));
            continue;
        }
        setDue(state, now + askAgain);
        if (canRead(item->key))
            keys.push_back(item->key);
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

std::optional<Instant> AlertEvaluation::nextDue() const
{
    return m_due.empty() ? std::nullopt : std::optional(m_due.begin()->first);
}

} // namespace lockstep
