// Executes the commands of a round once more on the scratch server, in the order of MONITOR, to
// learn the values that keys had. Only commands that can write are executed again, and only their
// keys are read back: the rest changes nothing. A step's commands are executed and read back
// together, because nobody ever sees a key between two commands of one script. Everything is
// pipelined: half of a batch is prepared or taken in while the server executes the other half.
//
// On the scratch server nothing expires by itself, see FarDeadline. A key that was due before a
// step is deleted there before it; as that takes replies that may still be on their way, a step
// that is later than any deadline those may have set waits for them: once a lease, not once a step.
//
// Redis lets a key live through the whole millisecond of its deadline (now > when). The step's
// time is that of its MONITOR line, which is taken after the reading of the clock by which the
// server judges deadlines; on the lab's servers both are the same millisecond
// (PrivateServer::Clock). On a server that did not take the preloaded clock, a step that begins
// before a deadline and is told after it is judged wrongly here.

#include "core/lab/order/commandreplay.h"

#include "core/lab/scenario/keypattern.h"
#include "core/lab/wire/overwriting.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr size_t batch = 1024; // steps that are sent before replies are read
constexpr size_t mostBytes = 1 << 20;

// Whether the command may do something else when it is executed again. Only scripts may send such:
// SPOP takes any element, XADD with * or 5-* takes its id from the server's clock, and the scratch
// server has another number of databases and the keys of all nodes. What only reads by chance does
// no harm, for what a script does with it stands in the commands that follow.
bool cannotBeRepeated(QByteArrayView name, QByteArrayView line)
{
    const bool hasServersId = line.contains("\"*\"") || line.contains("-*\"");
    const bool copiesElsewhere = name == "COPY" && line.toByteArray().toUpper().contains("\"DB\"");
    const bool reachesDatabases = name == "SELECT" || name == "SWAPDB" || name == "MOVE"
        || copiesElsewhere || name == "FLUSHALL" || name == "FLUSHDB";
    return name == "SPOP" || (name == "XADD" && hasServersId) || reachesDatabases;
}

// Whether a short command can make a long value, because it takes an offset.
bool growsByOffset(QByteArrayView name)
{
    return name == "SETRANGE" || name == "SETBIT" || name == "BITFIELD";
}

} // namespace

CommandReplay::CommandReplay(ScratchServer &server, const QByteArray &prefix,
    const QList<QByteArray> &keys, ClockOffset clock, InternedTexts &texts,
    LongValueBudget &longValues)
    : m_server(server)
    , m_prefix(prefix)
    , m_wanted(keys)
    , m_clock(clock)
    , m_texts(texts)
    , m_longValues(longValues)
{
}

Result<std::vector<KeyChange>> CommandReplay::changes(const std::vector<ExecutedStep> &steps,
    Moment until, const std::function<bool()> &shouldContinue)
{
    size_t sinceAsked = 0;
    for (const ExecutedStep &step : steps) {
        if (++sinceAsked % batch == 0 && !shouldContinue()) {
            (void)settle(); // reads what is still to come; an error does not matter any more
            return failure(ErrorCode::Cancelled);
        }
        const bool isRestart = step.kind == ExecutedStep::Kind::Restart;
        if (const auto done = isRestart ? restart(step) : execute(step); !done)
            return tl::unexpected(done.error());
        if (m_knownUntil != never)
            break;
        if (m_pending.size() < batch && m_bytes < mostBytes)
            continue;
        m_server.flush();
        if (const auto settled = settle(m_pending.size() / 2); !settled)
            return tl::unexpected(settled.error());
    }
    if (const auto settled = settle(); !settled)
        return tl::unexpected(settled.error());
    if (m_knownUntil != never)
        return std::move(m_changes);
    if (const auto expired = letExpire(m_clock.toServerMs(until), until); !expired)
        return tl::unexpected(expired.error());
    return std::move(m_changes);
}

Result<bool> CommandReplay::learn(const ExecutedStep &step)
{
    bool writes = false;
    for (const QByteArrayView line : step.commands) {
        const QByteArrayView name = m_command.command(line);
        if (cannotBeRepeated(name, line)) {
            m_knownUntil = step.at;
            return false;
        }
        if (!m_server.knows(name)) {
            // The server is asked between batches, because it is the same connection.
            if (const auto settled = settle(); !settled)
                return tl::unexpected(settled.error());
        }
        const auto effect = m_server.effect(name);
        if (!effect)
            return tl::unexpected(effect.error());
        writes |= *effect != ScratchServer::Effect::None;
    }
    return writes;
}

Result<void> CommandReplay::execute(const ExecutedStep &step)
{
    const auto writes = learn(step);
    if (!writes)
        return tl::unexpected(writes.error());
    if (!*writes)
        return {};
    const qint64 ms = step.micros / 1000;
    if (m_earliest < ms) {
        if (const auto settled = settle(); !settled)
            return settled;
    }
    if (const auto expired = letExpire(ms, step.at); !expired)
        return expired;
    Pending pending{&step, 0, 0};
    ++m_step;
    m_far.beginStep(ms);
    for (const QByteArrayView line : step.commands) {
        const auto effect = m_server.effect(m_command.command(line));
        if (*effect == ScratchServer::Effect::None)
            continue;
        if (const auto sent = send(line, *effect, pending); !sent)
            return sent;
    }
    for (size_t i = m_readings.size() - pending.readings; i < m_readings.size(); ++i)
        ask(m_readings[i]);
    m_pending.push_back(pending);
    return markLongKeys(pending) ? settle() : Result<void>();
}

// A long string is read back whole after each step that names it. Such a step is settled before the
// next one is sent, so that no more than one step's long strings are on their way.
bool CommandReplay::markLongKeys(const Pending &pending)
{
    const auto first = m_readings.end() - std::ptrdiff_t(pending.readings);
    const bool isLong = std::any_of(first, m_readings.end(),
        [this](const Reading &each) { return keyOf(each.place).mayBeLong; });
    for (auto each = first; isLong && each != m_readings.end(); ++each)
        keyOf(each->place).mayBeLong = true;
    return isLong;
}

Result<void> CommandReplay::send(
    QByteArrayView line, ScratchServer::Effect effect, Pending &pending)
{
    std::vector<QByteArrayView> &words = m_words.read(line);
    if (words.empty())
        return failure(ErrorCode::BadInput,
            CoreText::tr("MONITOR of this server writes quotes and backslashes as they are (as "
                         "Valkey 8.1.0 and 8.1.1 do), so it does not tell what was sent. Take "
                         "another server, or leave out the exact order: %1")
                .arg(QString::fromUtf8(line.first(std::min<qsizetype>(line.size(), 100)))));
    words[0] = m_command.command(line);
    const bool overwrites = overwritingBy(words) != Overwriting::None;
    const bool hasLongWord = std::any_of(words.begin(), words.end(),
        [](QByteArrayView word) { return word.size() >= LongValueBudget::shortest; });
    const bool isLong = hasLongWord || growsByOffset(words[0]);
    const bool isAny = effect == ScratchServer::Effect::Any || isLong;
    const auto deadline = m_far.move(words);
    if (deadline)
        m_earliest = std::min(m_earliest, *deadline);
    for (size_t i = 1; i < words.size(); ++i) {
        if (!words[i].startsWith(m_prefix))
            continue;
        const Place place{m_names.add(words[i]), pending.step->node};
        Key &key = keyOf(place);
        key.mayBeAny |= isAny;
        key.mayBeLong |= isLong;
        key.mayExpire |= isAny || deadline.has_value();
        key.overwritingStep = overwrites ? m_step : key.overwritingStep;
        if (key.step == m_step)
            continue;
        key.step = m_step;
        m_readings.push_back({place});
        ++pending.readings;
    }
    pending.replies += m_server.send(pending.step->node, words, effect);
    m_bytes += size_t(line.size());
    return {};
}

void CommandReplay::ask(Reading &reading)
{
    const Key &key = keyOf(reading.place);
    const QByteArrayView name = m_names[reading.place.key];
    reading.isAny = key.mayBeAny;
    reading.withDeadline = key.mayExpire;
    reading.mayBeOverwritten = key.overwritingStep == m_step;
    if (reading.isAny)
        m_server.askAny(reading.place.node, name);
    else
        m_server.askText(reading.place.node, name);
    if (reading.withDeadline)
        m_server.askDeadline(reading.place.node, name);
}

Result<void> CommandReplay::settle(size_t left)
{
    for (; m_pending.size() > left; m_pending.pop_front()) {
        const Pending &each = m_pending.front();
        if (const auto skipped = m_server.skip(each.step->node, each.replies); !skipped)
            return skipped;
        for (size_t i = 0; i < each.readings; ++i) {
            if (const auto done = read(m_readings.front(), *each.step); !done)
                return done;
            m_readings.pop_front();
        }
    }
    m_bytes = left == 0 ? 0 : m_bytes / 2;
    m_earliest = left == 0 ? never : m_earliest;
    return {};
}

Result<void> CommandReplay::read(const Reading &reading, const ExecutedStep &step)
{
    const quint8 node = reading.place.node;
    auto state = reading.isAny ? m_server.receiveAny(node) : m_server.receiveText(node);
    if (!state)
        return tl::unexpected(state.error());
    if (reading.withDeadline) {
        const auto deadline = m_server.receiveDeadline(node);
        if (!deadline)
            return tl::unexpected(deadline.error());
        state->deadline = *deadline;
    }
    note(reading.place, std::move(*state), step, reading.mayBeOverwritten);
    return {};
}

void CommandReplay::note(
    Place place, KeyState state, const ExecutedStep &step, bool mayBeOverwritten)
{
    Key &key = keyOf(place);
    key.mayBeLong |= state.isString && state.text.size() >= LongValueBudget::shortest;
    KeyState &known = key.state;
    if (known == state)
        return;
    if (known.deadline >= 0)
        m_due.erase({FarDeadline::realOf(known.deadline), place});
    known.deadline = state.deadline;
    const bool isOverwritten = mayBeOverwritten && known.exists && state.exists && known != state;
    known = std::move(state);
    if (known.deadline >= 0)
        m_due.insert({FarDeadline::realOf(known.deadline), place});
    add(place, known, step.at, step.operation, isOverwritten);
}

Result<void> CommandReplay::restart(const ExecutedStep &step)
{
    if (const auto settled = settle(); !settled)
        return settled;
    // A key expires at its deadline, which may be long after the last command that named it.
    const qint64 ms = m_clock.toServerMs(step.at);
    for (auto each = m_due.begin(); each != m_due.end() && each->first < ms;) {
        const auto [deadline, place] = *each++;
        if (place.node != step.node)
            continue;
        if (const auto expired = expire(deadline, place, step.at); !expired)
            return expired;
    }
    if (step.node < m_keys.size()) {
        for (quint32 name = 0; name < m_keys[step.node].size(); ++name)
            note({name, step.node}, {}, step);
    }
    return m_server.emptyDatabase(step.node);
}

Result<void> CommandReplay::letExpire(qint64 ms, Moment at)
{
    const auto isDue = [&] { return !m_due.empty() && m_due.begin()->first < ms; };
    if (!isDue())
        return {};
    if (const auto settled = settle(); !settled)
        return settled;
    while (isDue()) {
        const auto [deadline, place] = *m_due.begin();
        if (const auto expired = expire(deadline, place, at); !expired)
            return expired;
    }
    return {};
}

Result<void> CommandReplay::expire(qint64 deadline, Place place, Moment at)
{
    m_due.erase({deadline, place});
    keyOf(place).state = {};
    const Moment due = m_clock.toRun((deadline + 1) * 1000);
    const Moment last = m_changes.empty() ? due : m_changes.back().at;
    add(place, {}, std::min(at, std::max(due, last)), none);
    const int replies =
        m_server.send(place.node, {"DEL", m_names[place.key]}, ScratchServer::Effect::Text);
    return m_server.skip(place.node, replies);
}

void CommandReplay::add(
    Place place, const KeyState &state, Moment at, quint32 operation, bool isOverwritten)
{
    Key &key = keyOf(place);
    if (!key.isKnown) {
        const QByteArrayView name = m_names[place.key].sliced(m_prefix.size());
        key.isKnown = true;
        key.text = isWanted(name) ? m_texts.add(name) : none;
    }
    if (key.text == none)
        return;
    const qint64 deadline = FarDeadline::realOf(state.deadline);
    const bool isKept = !state.isCut && m_longValues.admit(m_texts, state.text);
    if (!isKept)
        m_knownUntil = std::min(m_knownUntil, at);
    KeyChange change;
    change.at = at;
    change.operation = operation;
    change.key = key.text;
    change.value =
        m_texts.add(isKept ? state.text : state.text.left(LongValueBudget::shortest - 1));
    change.number = state.number;
    change.deadline = deadline < 0 ? never : m_clock.toRun(deadline * 1000);
    change.node = place.node;
    change.exists = state.exists;
    change.isNumber = state.isNumber;
    change.isString = state.isString;
    change.isHash = state.isHash;
    change.isOverwritten = isOverwritten;
    change.isComparable = state.isString || (!state.digest.isEmpty() && !state.isStream);
    m_changes.push_back(change);
}

CommandReplay::Key &CommandReplay::keyOf(Place place)
{
    if (place.node >= m_keys.size())
        m_keys.resize(place.node + 1U);
    std::vector<Key> &keys = m_keys[place.node];
    if (place.key >= keys.size())
        keys.resize(m_names.size());
    return keys[place.key];
}

bool CommandReplay::isWanted(QByteArrayView key) const
{
    return m_wanted.isEmpty()
        || std::any_of(m_wanted.begin(), m_wanted.end(),
            [&](const QByteArray &each) { return matchesKeyPattern(viewOf(each), viewOf(key)); });
}

} // namespace lockstep
