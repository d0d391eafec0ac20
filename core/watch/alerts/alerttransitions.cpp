// The part of AlertEvaluation that moves the state machine of an alert:
//
//     inactive ── true ──▶ pending ── true for as long as the rule asks ──▶ firing
//         ▲                   │ false                                         │ false: resolved
//         └───────────────────┴───────────────────────────────────────────────┘
//
// Only a reading moves it, and the evidence that a key is not there. Time does not: when it would,
// the object is read again, and what that reading says counts. So an alert is never told of
// something that has ended while nobody looked, and after a gap nothing needs to be taken back.
// What is not known (it may not be read, its node does not answer) moves nothing either, but what
// was measured before is not said of the present any more.

#include "core/watch/alerts/alertevaluation.h"

#include <utility>

namespace lockstep {

using Kind = AlertCondition::Kind;
using Truth = ConditionTruth::Truth;

void AlertEvaluation::evaluate(State &state, const ConditionTruth &truth, Instant at, bool isAcross)
{
    switch (truth.truth) {
    case Truth::Unknown:
        state.isInterrupted = true;
        state.wasFalse = false;
        forgetValue(state);
        setDue(state, truth.changesAt);
        return;
    case Truth::False:
        becomeInactive(state, AlertEnd::Over, valueAtEnd(state, truth, at, isAcross));
        state.wasFalse = true;
        state.isInterrupted = false;
        setDue(state, truth.changesAt);
        return;
    case Truth::True:
        becomeTrue(state, truth, at, isAcross);
        state.wasFalse = false;
        state.isInterrupted = false;
        return;
    }
}

void AlertEvaluation::becomeTrue(
    State &state, const ConditionTruth &truth, Instant at, bool isAcross)
{
    const bool isFiring = state.phase == Phase::Firing;
    const bool isContinued = state.phase != Phase::Inactive && !isAcross && !state.isInterrupted;
    const bool isDoubted = truth.sinceIs == AgeBound::Unsure && state.sinceIs != AgeBound::Unsure;
    if (!isContinued || (truth.since && (!isFiring || isDoubted))) {
        // What fired before a gap goes on, but it may have been over in between.
        const Instant seen = isFiring ? at - ageNeeded(state.rule->when) : at;
        state.since = truth.since.value_or(seen);
        const bool mayBeLonger = isFiring || isAcross || !state.wasFalse;
        state.sinceIs = truth.since || truth.sinceIs == AgeBound::Unsure ? truth.sinceIs
            : mayBeLonger                                                ? AgeBound::AtLeast
                                                                         : AgeBound::Exact;
    }
    if (isFiring) {
        update(state, truth, at);
        return setDue(state, truth.changesAt);
    }
    state.phase = Phase::Pending;
    if (at >= state.since + needed(*state.rule))
        fire(state, truth, at);
    setDue(state, nextLook(state, truth));
}

std::optional<double> AlertEvaluation::valueSoFar(const State &state)
{
    return state.alert ? state.alert->value : std::nullopt;
}

// Of a time, how long it was in the end; else what the reading that ended the alert has measured.
// Where neither is known, because the key is gone or it ended unseen, it is what was measured last
// while the alert fired.
std::optional<double> AlertEvaluation::valueAtEnd(
    const State &state, const ConditionTruth &truth, Instant at, bool isAcross)
{
    if (!state.alert || !state.rule->when.measuresTime())
        return truth.value ? truth.value : valueSoFar(state);
    const bool isSeen = !isAcross && !state.isInterrupted;
    return isSeen ? measuredTime(*state.alert, at) : valueSoFar(state);
}

void AlertEvaluation::becomeInactive(State &state, AlertEnd end, const std::optional<double> &value)
{
    state.isLeftOut = false;
    if (state.phase == Phase::Inactive)
        return;
    state.phase = Phase::Inactive;
    if (!state.alert)
        return;
    const AlertPtr alert = std::exchange(state.alert, AlertPtr());
    setDue(state, std::nullopt);
    m_firing.erase(alert);
    m_hasNews = true;
    write(JournalEntry::Kind::Resolved, *alert, value, end);
}

// Where there is no room, the next reading tries again.
void AlertEvaluation::fire(State &state, const ConditionTruth &truth, Instant at)
{
    if (m_firing.size() >= mostFiring) {
        m_leftOut += std::exchange(state.isLeftOut, true) ? 0 : 1;
        return;
    }
    state.isLeftOut = false;
    state.alert = alertOf(state, measured(state, truth, at), at);
    state.phase = Phase::Firing;
    m_firing.insert(state.alert);
    m_hasNews = true;
    write(JournalEntry::Kind::Firing, *state.alert, state.alert->value, AlertEnd::None);
}

std::optional<double> AlertEvaluation::measured(
    const State &state, const ConditionTruth &truth, Instant at)
{
    if (state.rule->when.kind != Kind::Exhausted)
        return truth.value;
    return double(std::chrono::duration_cast<Milliseconds>(at - state.since).count());
}

AlertPtr AlertEvaluation::alertOf(
    const State &state, const std::optional<double> &value, Instant at)
{
    const Record &record = *state.record;
    auto *alert = new Alert;
    alert->rule = state.rule;
    alert->key = record.key;
    alert->name = record.name;
    alert->format = record.format;
    alert->since = state.since + ageNeeded(state.rule->when);
    alert->sinceIs = state.sinceIs;
    const bool isToldAlready = state.alert && state.alert->since == alert->since;
    alert->sinceUtc = isToldAlready ? state.alert->sinceUtc
                                    : std::chrono::system_clock::now()
            - std::chrono::duration_cast<std::chrono::system_clock::duration>(at - alert->since);
    alert->value = value;
    if (record.item && state.rule->when.kind != Kind::Gone)
        alert->holder = record.item->reading.holder;
    return AlertPtr(alert);
}

void AlertEvaluation::update(State &state, const ConditionTruth &truth, Instant at)
{
    const Alert &before = *state.alert;
    const auto value = measured(state, truth, at);
    if (before.since == state.since + ageNeeded(state.rule->when) && before.sinceIs == state.sinceIs
        && before.value == value)
        return;
    replaceAlert(state, alertOf(state, value, at));
}

void AlertEvaluation::forgetValue(State &state)
{
    if (!state.alert || !state.alert->value)
        return;
    auto *alert = new Alert(*state.alert);
    alert->value.reset();
    replaceAlert(state, AlertPtr(alert));
}

void AlertEvaluation::replaceAlert(State &state, const AlertPtr &alert)
{
    m_firing.erase(state.alert);
    state.alert = alert;
    m_firing.insert(alert);
    m_hasNews = true;
}

void AlertEvaluation::write(
    JournalEntry::Kind kind, const Alert &alert, const std::optional<double> &value, AlertEnd end)
{
    JournalEntry entry = lineOf(alert);
    entry.value = value;
    entry.kind = kind;
    entry.at = std::chrono::system_clock::now();
    entry.alertEnd = end;
    m_journal->alertChanged(std::move(entry));
}

Alerts AlertEvaluation::firing()
{
    if (std::exchange(m_hasNews, false))
        m_published =
            std::make_shared<const std::vector<AlertPtr>>(m_firing.begin(), m_firing.end());
    return m_published;
}

} // namespace lockstep
