#include "core/lab/checks/roundfinding.h"

#include "core/lab/scenario/keypattern.h"
#include "core/lab/wire/requestwire.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

RoundFinding found(CheckOutcome outcome, Violation violation)
{
    return {outcome, std::move(violation), false};
}

Violation violationAt(const RoundRecords &records, Moment at)
{
    Violation violation;
    violation.round = records.number;
    const Moment begin = records.round.begin;
    violation.at = std::clamp(at, begin, std::max(begin, records.round.end));
    return violation;
}

void blame(Violation &violation, const RoundRecords &records, quint32 operation)
{
    if (operation == none)
        return;
    if (!violation.operations.contains(operation))
        violation.operations.push_back(operation);
    const quint32 client = records.clientOf(operation);
    if (client != none && !violation.clients.contains(client))
        violation.clients.push_back(client);
}

KeyMatch::KeyMatch(const InternedTexts &texts, const QByteArray &pattern)
    : m_texts(texts)
    , m_pattern(pattern)
{
}

bool KeyMatch::operator()(quint32 key)
{
    if (key >= m_known.size())
        m_known.resize(m_texts.size(), Known::Not);
    if (m_known[key] == Known::Not)
        m_known[key] =
            matchesKeyPattern(viewOf(m_pattern), viewOf(m_texts[key])) ? Known::Yes : Known::No;
    return m_known[key] == Known::Yes;
}

std::vector<EndState> endStates(KeyMatch &matches, const RoundRecords &records)
{
    struct Last
    {
        const KeyChange *state = nullptr;
        const KeyChange *before = nullptr;
    };
    std::map<std::pair<quint32, quint8>, Last> all; // by key and node
    for (const KeyChange &each : records.changes) {
        if (!matches(each.key))
            continue;
        Last &last = all[{each.key, each.node}];
        last = {&each, last.state};
    }
    std::vector<EndState> states;
    for (const auto &[place, last] : all) {
        const bool isCertain = !records.isDeadlineTooClose(*last.state, last.before);
        if (isCertain) {
            states.push_back({*last.state, true});
            continue;
        }
        const KeyChange &there = last.state->exists ? *last.state : *last.before;
        KeyChange gone;
        gone.key = there.key;
        gone.node = there.node;
        states.push_back({there, false});
        states.push_back({gone, false});
    }
    return states;
}

std::vector<EndState> endStatesOrNowhere(KeyMatch &matches, const RoundRecords &records)
{
    std::vector<EndState> held;
    EndState nowhere;
    nowhere.state.key = none;
    bool isSomewhere = false;
    for (const EndState &each : endStates(matches, records)) {
        if (each.state.exists)
            held.push_back(each);
        else if (each.state.operation != none)
            nowhere.state.operation = each.state.operation;
        isSomewhere |= each.state.exists && each.isCertain;
        nowhere.isCertain &= each.isCertain;
    }
    if (!isSomewhere)
        held.push_back(nowhere);
    return held;
}

std::vector<KeyChange> visibleChanges(const RoundRecords &records)
{
    const auto begin = std::find_if(records.changes.begin(), records.changes.end(),
        [&](const KeyChange &each) { return !isOfSetup(each, records.round); });
    std::vector<KeyChange> result;
    std::set<std::pair<quint32, quint8>> seen;
    for (auto at = begin; at != records.changes.begin();) {
        --at;
        if (seen.insert({at->key, at->node}).second) {
            result.push_back(*at);
            result.back().at = records.round.begin;
        }
    }
    std::reverse(result.begin(), result.end());
    result.insert(result.end(), begin, records.changes.end());
    return result;
}

} // namespace lockstep
