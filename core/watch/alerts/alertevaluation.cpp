// The part of AlertEvaluation that holds the rules and takes readings of the keys that they match.
// alertabsence.cpp decides that a key is not there, and alerttransitions.cpp changes the state of
// an alert. The README says why it is so.

#include "core/watch/alerts/alertevaluation.h"

#include <algorithm>

namespace lockstep {

using Kind = AlertCondition::Kind;

namespace {

// A rule that is the same as one before is that one, so that its alerts stay.
std::vector<AlertRulePtr> sharedWith(
    const std::vector<AlertRulePtr> &before, const std::vector<AlertRule> &rules)
{
    std::vector<AlertRulePtr> old = before;
    std::vector<AlertRulePtr> all;
    for (const AlertRule &rule : rules) {
        const auto same = std::find_if(old.begin(), old.end(),
            [&rule](const AlertRulePtr &each) { return each && *each == rule; });
        all.push_back(same != old.end() ? std::exchange(*same, nullptr)
                                        : std::make_shared<const AlertRule>(rule));
    }
    return all;
}

} // namespace

bool AlertEvaluation::setRules(const std::vector<AlertRule> &rules)
{
    const auto &before = m_matches.rules();
    if (std::equal(before.begin(), before.end(), rules.begin(), rules.end(),
            [](const AlertRulePtr &a, const AlertRule &b) { return *a == b; }))
        return false;
    m_matches = AlertMatches(sharedWith(before, rules));
    ++m_gaps; // a pass that runs has met names for which there was no record yet
    for (auto &[key, record] : m_records) {
        for (State &state : record.states) {
            setDue(state, std::nullopt);
            const auto &all = m_matches.rules();
            if (std::find(all.begin(), all.end(), state.rule) == all.end())
                becomeInactive(state, AlertEnd::RuleGone, valueSoFar(state));
        }
        record.isOneKey = false;
        fillStates(record);
    }
    for (const AlertRulePtr &rule : m_matches.rules()) {
        if (rule->when.kind == Kind::Gone && rule->namesOneKey())
            recordOf(rule->glob.literalPrefix())->isOneKey = true;
    }
    std::erase_if(m_records,
        [](const auto &entry) { return entry.second.states.empty() && !entry.second.isOneKey; });
    return true;
}

// The record of the key, which is made if there is none yet; nullptr if no rule matches the key.
AlertEvaluation::Record *AlertEvaluation::recordOf(const QByteArray &key)
{
    if (const auto known = m_records.find(key); known != m_records.end())
        return &known->second;
    if (m_matches.of(key).empty())
        return nullptr;
    Record &record = m_records.try_emplace(key, &m_memory).first->second;
    record.key = key;
    fillStates(record);
    return &record;
}

void AlertEvaluation::fillStates(Record &record)
{
    States states(&m_memory);
    for (const AlertRulePtr &rule : m_matches.of(record.key)) {
        const auto known = std::find_if(record.states.begin(), record.states.end(),
            [&rule](const State &state) { return state.rule == rule; });
        State state;
        if (known != record.states.end())
            state = std::move(*known);
        state.rule = rule;
        state.record = &record;
        states.push_back(std::move(state));
    }
    record.states = std::move(states);
    // What is inactive becomes due by noteKnown().
    for (State &state : record.states) {
        if (state.phase == Phase::Pending)
            setDue(state, state.since + needed(*state.rule));
        else if (state.phase == Phase::Firing)
            setDue(state, Instant::clock::now());
    }
}

bool AlertEvaluation::noteItem(const ItemPtr &item, Instant at, bool isAcross)
{
    Record *const record = hasRules() ? recordOf(item->key) : nullptr;
    if (!record)
        return false;
    const bool isNew = !record->item;
    record->item = item;
    record->name = item->name;
    record->format = item->format;
    record->isMet = record->isUnsure = record->isReadGone = false;
    for (State &state : record->states) {
        // What was seen to come was not so before.
        if (isNew)
            state.wasFalse = item->beginIsSeen;
        if (!isOfCountedListeners(state.rule->when, *item))
            evaluate(state, truthFor(state, *item, at), at, isAcross);
        else if (isAcross)
            evaluate(state, {}, at, true); // until they are counted again
    }
    return true;
}

bool AlertEvaluation::noteKnown(const ItemPtr &item)
{
    Record *const record = recordOf(item->key);
    if (!record)
        return false;
    record->item = item;
    record->name = item->name;
    record->format = item->format;
    for (State &state : record->states) {
        if (state.phase == Phase::Inactive)
            setDue(state, item->readAt);
    }
    return true;
}

ConditionTruth AlertEvaluation::truthFor(const State &state, const Item &item, Instant at)
{
    const auto &family = state.rule->family;
    if (family && *family != item.format->family())
        return {ConditionTruth::Truth::False};
    return truthOf(state.rule->when, item, at);
}

void AlertEvaluation::noteWaiters(const ItemPtr &item, Instant at)
{
    const auto known = m_records.find(item->key);
    if (known == m_records.end())
        return;
    Record &record = known->second;
    // A lock that is free is not counted any more once nobody waits for it.
    const bool isLast = !record.item && item->reading.waiters.value_or(0) == 0;
    if (record.item)
        record.item = item;
    for (State &state : record.states) {
        if (state.rule->when.isOfWaiters())
            evaluate(state,
                isLast ? ConditionTruth{ConditionTruth::Truth::False} : truthFor(state, *item, at),
                at, false);
    }
    forgetIfIdle(known);
}

void AlertEvaluation::replaceItem(const ItemPtr &item)
{
    if (const auto known = m_records.find(item->key); known != m_records.end())
        known->second.item = item;
}

void AlertEvaluation::noteLeft(const QByteArray &key)
{
    const auto known = m_records.find(key);
    if (known == m_records.end())
        return;
    for (State &state : known->second.states) {
        becomeInactive(state, AlertEnd::NotWatched, valueSoFar(state));
        setDue(state, std::nullopt);
        state.wasFalse = false;
    }
    known->second.item.reset();
    known->second.format.reset();
    known->second.isReadGone = false;
    known->second.isMet = true; // the pass that runs may have met it while it was an object
    forgetIfIdle(known);
}

void AlertEvaluation::forgetIfIdle(Records::iterator record)
{
    const Record &entry = record->second;
    if (entry.item || entry.isOneKey
        || std::any_of(entry.states.begin(), entry.states.end(),
            [](const State &state) { return state.phase != Phase::Inactive || state.due; }))
        return;
    m_records.erase(record);
}

} // namespace lockstep
