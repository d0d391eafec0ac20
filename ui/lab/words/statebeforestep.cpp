#include "ui/lab/words/statebeforestep.h"

#include "core/lab/scenario/keypattern.h"
#include "ui/lab/words/narration.h"

#include <algorithm>

namespace lockstep {

namespace {

bool isScenarioKey(const Scenario &scenario, const QByteArray &word)
{
    return std::any_of(scenario.keys.begin(), scenario.keys.end(), [&](const QByteArray &pattern) {
        return matchesKeyPattern(
            {pattern.constData(), size_t(pattern.size())}, {word.constData(), size_t(word.size())});
    });
}

} // namespace

StateBeforeStep::StateBeforeStep(const SteppedRun &run, int step)
    : m_run(run)
{
    noteMarks(0);
    while (m_step < step)
        advance();
}

KeyKnown StateBeforeStep::key(const KeyPlace &place) const
{
    const auto found = m_keys.find(place);
    return found == m_keys.end() ? KeyKnown() : found->second;
}

const std::map<KeyPlace, ReadBefore> &StateBeforeStep::readsOf(int client) const
{
    static const std::map<KeyPlace, ReadBefore> nothing;
    const auto found = m_reads.find(client);
    return found == m_reads.end() ? nothing : found->second;
}

std::map<KeyPlace, int> StateBeforeStep::watchedBy(int client) const
{
    const auto found = m_watched.find(client);
    return found == m_watched.end() ? std::map<KeyPlace, int>() : found->second;
}

std::set<int> StateBeforeStep::listenersOf(const QByteArray &channel) const
{
    const auto found = m_listeners.find(channel);
    return found == m_listeners.end() ? std::set<int>() : found->second;
}

std::set<int> StateBeforeStep::inside(const QByteArray &lock) const
{
    const auto found = m_inside.find(lock);
    return found == m_inside.end() ? std::set<int>() : found->second;
}

void StateBeforeStep::note(int number)
{
    const StepTaken &taken = m_run.steps[std::size_t(number - 1)];
    const bool isClients = taken.step.kind == TraceStep::Kind::Client;
    for (const KeyEffect &each : taken.keys)
        noteEffect(each, number, isClients ? std::optional(taken.client) : std::nullopt,
            !isClients && taken.step.kind != TraceStep::Kind::Time);
    if (isClients && !taken.step.goesOn) {
        noteRead(taken);
        noteWatch(taken);
    }
    if (const QByteArray key = keyLeftAsItWas(taken); !key.isEmpty())
        m_reads[taken.client].erase({taken.node, key});
    if (taken.step.kind == TraceStep::Kind::Crash) {
        m_reads.erase(taken.step.client);
        for (auto &[channel, clients] : m_listeners)
            clients.erase(taken.step.client);
    }
    const QByteArray subscribe = "subscribe "; // with one channel
    if (isClients && !taken.step.goesOn && taken.command.startsWith(subscribe))
        m_listeners[taken.command.mid(subscribe.size())].insert(taken.client);
    noteMarks(number);
}

void StateBeforeStep::noteEffect(
    const KeyEffect &effect, int number, std::optional<int> client, bool byFault)
{
    const KeyPlace place{effect.node, effect.key};
    KeyKnown &key = m_keys[place];
    if (effect.isOtherValue) {
        ++key.changes;
        key.changedBy = client;
        key.changedByFault = byFault;
    }
    if (effect.after.isEmpty()) {
        key.lost = {number, key.setBy, client, byFault};
        key.setBy.reset();
    } else if (effect.before.isEmpty()) {
        key.setBy = client;
        if (key.lost.owner == client)
            key.lost = {};
    } else if (effect.isOtherValue && client != key.setBy)
        key.setBy.reset();
    key.value = effect.after;
    key.hasTtl = effect.ttlAfter.has_value();
    if (client)
        m_reads[*client].erase(place);
}

void StateBeforeStep::noteRead(const StepTaken &taken)
{
    const QList<QByteArray> words = taken.command.split(' ');
    if (words.size() != 2 || words.front().toUpper() != "GET"
        || !isScenarioKey(*m_run.scenario, words.at(1)))
        return;
    const KeyPlace place{taken.node, words.at(1)};
    m_reads[taken.client][place] = {
        key(place).changes, taken.reply.isEmpty() ? "\"\"" : taken.reply};
}

void StateBeforeStep::noteWatch(const StepTaken &taken)
{
    const QList<QByteArray> words = taken.command.split(' ');
    const QByteArray last = words.back().toUpper();
    if (last == "EXEC" || last == "DISCARD" || last == "UNWATCH")
        m_watched.erase(taken.client);
    if (words.front().toUpper() != "WATCH")
        return;
    for (const QByteArray &word : words.mid(1)) {
        const KeyPlace place{taken.node, word};
        m_watched[taken.client].try_emplace(place, key(place).changes);
    }
}

void StateBeforeStep::noteMarks(int number)
{
    for (const MarkRecord &mark : marksOf(m_run, number)) {
        std::set<int> &inside = m_inside[m_run.round->history.texts[mark.name].toByteArray()];
        if (mark.kind == MarkRecord::Kind::Enter)
            inside.insert(int(mark.client));
        else if (mark.kind == MarkRecord::Kind::Leave)
            inside.erase(int(mark.client));
    }
}

} // namespace lockstep
