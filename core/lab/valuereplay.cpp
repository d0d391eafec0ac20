// Only commands that can write are executed again, and only their keys are read back: the rest
// changes nothing. A step's commands are executed and read back together, because nobody ever sees
// a key between two commands of one script.
//
// Redis lets a key live through the whole millisecond of its deadline (now > when). The step's
// time is that of its MONITOR line, which is taken some microseconds after the clock by which the
// server judges deadlines: a step within that of a deadline may be judged differently here.

#include "core/lab/valuereplay.h"

#include "core/lab/keypattern.h"
#include "core/lab/monitorstream.h"

#include <algorithm>
#include <span>

namespace lockstep {

namespace {

constexpr size_t batch = 512; // steps on their way

std::string_view view(const QByteArray &text)
{
    return {text.constData(), size_t(text.size())};
}

} // namespace

ValueReplay::ValueReplay(ScratchServer &server, const QByteArray &prefix,
    const QList<QByteArray> &keys, ClockOffset clock, TextTable &texts)
    : m_server(server)
    , m_prefix(prefix)
    , m_keys(keys)
    , m_clock(clock)
    , m_texts(texts)
{
}

Result<std::vector<KeyChange>> ValueReplay::changes(
    const std::vector<ExecutedStep> &steps, Moment until, const std::function<bool()> &goOn)
{
    size_t sinceAsked = 0;
    for (const ExecutedStep &step : steps) {
        if (++sinceAsked % batch == 0 && !goOn()) {
            (void)settle(); // the connection is left clean; there is nothing to tell any more
            return failure(ErrorCode::Cancelled);
        }
        if (step.kind == ExecutedStep::Kind::Restart) {
            if (const auto settled = settle(); !settled)
                return tl::unexpected(settled.error());
            if (const auto forgot = m_server.forget(step.node); !forgot)
                return tl::unexpected(forgot.error());
            restart(step);
            continue;
        }
        Pending pending{&step, {}};
        const auto writes = prepare(step, pending.replay);
        if (!writes)
            return tl::unexpected(writes.error());
        if (!*writes)
            continue;
        m_server.send(pending.replay);
        m_pending.push_back(std::move(pending));
        if (m_pending.size() < batch)
            continue;
        // The server works on the other half while the next one is prepared.
        if (const auto settled = settle(batch / 2); !settled)
            return tl::unexpected(settled.error());
    }
    if (const auto settled = settle(); !settled)
        return tl::unexpected(settled.error());
    expireBefore(m_clock.toServerMs(until), until);
    return std::move(m_changes);
}

// False: the step cannot have changed anything.
Result<bool> ValueReplay::prepare(const ExecutedStep &step, Replay &replay)
{
    for (const QByteArrayView line : step.commands) {
        const QByteArray name = monitorCommand(line);
        if (!m_server.knows(name)) {
            // Asked between batches, on the same connection.
            if (const auto settled = settle(); !settled)
                return tl::unexpected(settled.error());
        }
        const auto writes = m_server.writes(name);
        if (!writes)
            return tl::unexpected(writes.error());
        if (!*writes)
            continue;
        std::vector<QByteArray> words = monitorWords(line);
        for (size_t i = 1; i < words.size(); ++i) {
            const bool known =
                std::find(replay.keys.begin(), replay.keys.end(), words[i]) != replay.keys.end();
            if (words[i].startsWith(m_prefix) && !known)
                replay.keys.push_back(words[i]);
        }
        replay.commands.push_back(std::move(words));
    }
    replay.node = step.node;
    replay.atMs = step.micros / 1000;
    return !replay.keys.empty();
}

Result<void> ValueReplay::settle(size_t left)
{
    const size_t count = m_pending.size() - std::min(left, m_pending.size());
    for (const Pending &each : std::span(m_pending).first(count)) {
        const auto states = m_server.receive(each.replay);
        if (!states)
            return tl::unexpected(states.error());
        expireBefore(each.replay.atMs, each.step->at);
        for (size_t i = 0; i < states->size() && i < each.replay.keys.size(); ++i)
            note({each.step->node, each.replay.keys[i]}, (*states)[i], *each.step);
    }
    m_pending.erase(m_pending.begin(), m_pending.begin() + std::ptrdiff_t(count));
    return {};
}

void ValueReplay::note(const Place &place, const KeyState &state, const ExecutedStep &step)
{
    const auto known = m_known.find(place);
    if (known == m_known.end() && !state.exists)
        return;
    if (known != m_known.end()) {
        const KeyState &before = known->second;
        if (state.exists && !state.deadlineSet && before.deadlineMs == state.deadlineMs
            && before.number == state.number && before.text == state.text
            && before.digest == state.digest)
            return;
        m_due.erase({before.deadlineMs, place});
    }
    if (state.exists) {
        m_known[place] = state;
        if (state.deadlineMs >= 0)
            m_due.insert({state.deadlineMs, place});
    } else {
        m_known.erase(known);
    }
    add(place, state, step.at, step.operation);
}

void ValueReplay::restart(const ExecutedStep &step)
{
    for (auto known = m_known.begin(); known != m_known.end();) {
        if (known->first.first != step.node) {
            ++known;
            continue;
        }
        m_due.erase({known->second.deadlineMs, known->first});
        add(known->first, {}, step.at, none);
        known = m_known.erase(known);
    }
}

void ValueReplay::expireBefore(qint64 ms, Moment at)
{
    while (!m_due.empty() && m_due.begin()->first < ms) {
        const auto [deadline, place] = *m_due.begin();
        m_due.erase(m_due.begin());
        m_known.erase(place);
        const Moment due = m_clock.toRun((deadline + 1) * 1000);
        const Moment last = m_changes.empty() ? due : m_changes.back().at;
        add(place, {}, std::min(at, std::max(due, last)), none);
    }
}

void ValueReplay::add(const Place &place, const KeyState &state, Moment at, quint32 operation)
{
    const QByteArray key = place.second.sliced(m_prefix.size());
    if (!isWanted(key))
        return;
    KeyChange change;
    change.at = at;
    change.operation = operation;
    change.key = m_texts.add(key);
    change.value = m_texts.add(state.text);
    change.number = state.number;
    change.deadline = state.deadlineMs < 0 ? never : m_clock.toRun(state.deadlineMs * 1000);
    change.node = quint8(place.first);
    change.exists = state.exists;
    change.isNumber = state.isNumber;
    m_changes.push_back(change);
}

bool ValueReplay::isWanted(const QByteArray &key) const
{
    return m_keys.isEmpty()
        || std::any_of(m_keys.begin(), m_keys.end(),
            [&](const QByteArray &each) { return matchesKeyPattern(view(each), view(key)); });
}

} // namespace lockstep
