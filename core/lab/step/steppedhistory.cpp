// Writes a stepped run as the History of a round, so that the timeline can draw it. Virtual time
// passes only in steps of its own, so a deadline has no place among the steps; it is a moment on
// the keys' own clock. In a step of time that clock runs in the first half, and what is due then is
// gone from the middle on, where all changes are.
//
// After its last step a run is drawn for half a second more: what that step has changed lasts, and
// would have no width otherwise.

#include "core/lab/step/steppedhistory.h"

#include "core/lab/history/valuenumber.h"
#include "core/lab/wire/replytext.h"
#include "core/lab/wire/replywire.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

constexpr Moment millisecond = 1'000'000;
constexpr qsizetype longestValue = 200;

// A hash as people write it. parts: fields and values alternately.
QByteArray fieldsOf(const std::vector<QByteArrayView> &parts)
{
    QByteArray all;
    for (std::size_t i = 0; i < parts.size() && all.size() < longestValue; i += 2)
        all += (i > 0 ? ", " : "") + parts[i].toByteArray();
    return all.left(longestValue);
}

// Whose lists of elements are sorted by them or not, those that are only in one.
QByteArray memberChanges(QByteArrayView before, QByteArrayView after)
{
    const auto membersOf = [](QByteArrayView value) {
        std::multiset<QByteArrayView> members;
        const auto elements = canonical::elements(value);
        const bool hasScores = !value.isEmpty() && canonical::typeOf(value) == canonical::SortedSet;
        for (size_t i = 0; i < elements.size(); i += hasScores ? 2 : 1)
            members.insert(elements[i]);
        return members;
    };
    const auto old = membersOf(before);
    const auto now = membersOf(after);
    QByteArray words;
    const auto tell = [&words](const auto &from, const auto &other, const char *sign) {
        std::vector<QByteArrayView> found;
        std::set_difference(
            from.begin(), from.end(), other.begin(), other.end(), std::back_inserter(found));
        for (const QByteArrayView each : found) {
            if (words.size() < longestValue)
                words += (words.isEmpty() ? "" : " ") + QByteArray(sign) + each.toByteArray();
        }
    };
    tell(now, old, "+");
    tell(old, now, "−");
    return words;
}

class Writer
{
public:
    explicit Writer(const Stepper &stepper)
        : m_stepper(stepper)
        , m_space(stepper.space())
    {
    }

    History write()
    {
        m_history.orderKind = OrderKind::Stepped;
        for (int client = 0; client < m_space.clients(); ++client) {
            const ClientIdentity &identity = m_space.identity(client);
            m_history.clients.push_back({identity.name,
                m_space.scenario()->roles[size_t(identity.role)].name, identity.server});
            m_last.push_back(none);
            m_history.processes.push_back({.client = quint32(client)});
            writeMarks(client, 0);
        }
        for (int node = 0; node < m_space.nodes(); ++node) {
            for (const KeyHeld &each :
                m_space.datasets()[m_space.datasetOf(m_stepper.state(0).data(), node)])
                writeChange({}, each, node, 0, none);
        }
        lookForWaits(0);
        for (int step = 1; step <= m_stepper.steps(); ++step)
            writeStep(step);
        Round round;
        round.end = stepLength * m_stepper.steps() + stepLength / 2;
        round.cutOff = !isDecided(m_stepper.ending());
        round.stuck = m_stepper.ending() == Ending::Stuck;
        m_history.rounds.push_back(round);
        for (const auto &[thread, wait] : m_waiting)
            m_history.waits.push_back(wait);
        return std::move(m_history);
    }

private:
    void writeStep(int step)
    {
        const PackedStep packed = m_stepper.packedStep(step);
        const Moment begin = stepLength * (step - 1);
        const StateSpace::Effect &effect = m_stepper.effect(step);
        quint32 operation = none;
        const bool isLost = packed.kind == TraceStep::Kind::LostRequest;
        if (effect.isExecuted || isLost) {
            operation = quint32(m_history.operations.size());
            m_last[packed.client] = operation;
            std::string reply = isLost ? "(lost)" : "";
            if (effect.reply != 0)
                reply = encodedReplyText(m_space.reply(effect.reply), m_space.prefixed({}));
            m_history.operations.push_back(
                {begin, begin + stepLength, m_history.texts.add(effect.words),
                    m_history.texts.add({reply.data(), qsizetype(reply.size())}), operation,
                    packed.client, quint16(effect.line), packed.thread, quint8(effect.node)});
        }
        for (const Published &each : m_stepper.published(step))
            m_history.messages.push_back(
                {begin + stepLength / 2, operation, m_history.texts.add(each.channel),
                    m_history.texts.add(each.text.left(longestValue)), quint8(effect.node)});
        writeReceipt(packed, step, effect);
        if (packed.kind == TraceStep::Kind::Time)
            writeTime(step);
        for (const KeyStep &each : m_stepper.keySteps(step)) {
            // A TTL that only runs down while time passes is no change.
            if (packed.kind == TraceStep::Kind::Time && each.before.value == each.after.value)
                continue;
            writeChange(each.before, each.after, each.node, begin + stepLength / 2, operation);
            m_history.changes.back().isOverwritten =
                std::find(effect.overwritten.begin(), effect.overwritten.end(), each.after.key)
                != effect.overwritten.end();
            const bool isTold = m_space.scenario()->expiredEvents
                && packed.kind == TraceStep::Kind::Time && each.after.value == 0;
            if (isTold)
                m_history.messages.push_back({begin + stepLength / 2, none,
                    m_history.texts.add("__keyspace@0__:" + each.key),
                    m_history.texts.add("expired"), quint8(each.node)});
        }
        if (isLateStart(step))
            forgetMarks(packed.client);
        if (packed.kind == TraceStep::Kind::Client || isLost)
            writeMarks(packed.client, step);
        else if (packed.kind == TraceStep::Kind::Time || packed.kind == TraceStep::Kind::Resume)
            writeMarksOfWoken(step);
        if (packed.isEnvironment() && packed.kind != TraceStep::Kind::Time)
            writeIncident(packed, step);
        lookForWaits(step);
    }

    // Records the message that a step has received, if any: a receive() that timed out has none.
    void writeReceipt(PackedStep packed, int step, const StateSpace::Effect &effect)
    {
        if (packed.kind != TraceStep::Kind::Client || !effect.isExecuted || effect.reply == 0)
            return;
        const KnownRequest &request = m_space.request(m_stepper.state(step - 1).data(), packed);
        if (request.kind == Request::Kind::Receive
            && !m_space.reply(effect.reply).startsWith("$-1"))
            m_history.receipts.push_back({stepLength * (step - 1), packed.client,
                m_history.texts.add(m_space.channel(request.channel)), quint8(request.node)});
    }

    // The clock after `ms` more, limited so that centuries of virtual time do not reach `never`.
    [[nodiscard]] static Moment later(Moment clock, qint64 ms)
    {
        return ms >= (never - clock) / millisecond ? never - 1 : clock + ms * millisecond;
    }

    void writeTime(int step)
    {
        const Moment begin = stepLength * (step - 1);
        const qint64 ms = m_space.nextDeadline(m_stepper.state(step - 1).data());
        const Moment clock = m_history.clockAt(begin);
        m_history.timeSteps.push_back(
            {begin, begin + stepLength / 2, later(clock, ms) - clock, clock});
    }

    [[nodiscard]] Moment deadlineOf(const KeyHeld &held, Moment at) const
    {
        return held.ttl < 0 ? never : later(m_history.clockAt(at), held.ttl);
    }

    void writeIncident(PackedStep packed, int step)
    {
        using Kind = Incident::Kind;
        const std::map<TraceStep::Kind, Kind> kinds{{TraceStep::Kind::Crash, Kind::Crash},
            {TraceStep::Kind::Pause, Kind::Pause}, {TraceStep::Kind::Resume, Kind::Resume},
            {TraceStep::Kind::Restart, Kind::Restart}, {TraceStep::Kind::Failover, Kind::Failover},
            {TraceStep::Kind::LostRequest, Kind::LostRequest}};
        const Moment at = stepLength * step - stepLength / 2;
        const bool isOfNode =
            packed.kind == TraceStep::Kind::Restart || packed.kind == TraceStep::Kind::Failover;
        m_history.incidents.push_back(
            {at, kinds.at(packed.kind), packed.client, isOfNode ? none : m_last[packed.client]});
        if (packed.kind != TraceStep::Kind::Crash)
            return;
        for (const auto &[lock, times] :
            m_space.history(m_stepper.state(step - 1).data(), packed.client).inside)
            writeLeave(lock, times, packed.client, at);
    }

    void writeLeave(const QByteArray &lock, int times, int client, Moment at)
    {
        for (int i = 0; i < times; ++i)
            m_history.marks.push_back({at, 0, m_last[size_t(client)], m_history.texts.add(lock), 0,
                quint32(client), 0, MarkRecord::Kind::Leave, 0});
    }

    // A thread that slept goes on without a step of its own, and its marks belong to this step.
    void writeMarksOfWoken(int step)
    {
        const auto historyAfter = [this](int client, int steps) {
            return m_space.process(m_stepper.state(steps).data(), client).history;
        };
        for (int client = 0; client < m_space.clients(); ++client) {
            if (historyAfter(client, step) != historyAfter(client, step - 1))
                writeMarks(client, step);
        }
    }

    [[nodiscard]] bool isLateStart(int step) const
    {
        return step > 0 && m_stepper.packedStep(step).choice == PackedStep::lateStart;
    }

    // The client starts only in this step, so marks that its program makes before it starts are
    // removed.
    void forgetMarks(quint32 client)
    {
        auto &marks = m_history.marks;
        marks.erase(std::remove_if(marks.begin(), marks.end(),
                        [client](const MarkRecord &each) { return each.client == client; }),
            marks.end());
    }

    // Writes the marks of all histories that this step has added to the client's.
    void writeMarks(int client, int step)
    {
        std::vector<quint32> added;
        const quint32 until = step == 0 || isLateStart(step)
            ? none
            : m_space.process(m_stepper.state(step - 1).data(), client).history;
        for (quint32 at = m_space.process(m_stepper.state(step).data(), client).history;
             at != until && at != none; at = m_space.historyAt(at).before)
            added.push_back(at);
        std::reverse(added.begin(), added.end());
        const Moment at = stepLength * step;
        for (const quint32 each : added) {
            for (const Mark &mark : m_space.historyAt(each).marks) {
                MarkRecord record{at, mark.value, m_last[size_t(client)],
                    m_history.texts.add(mark.name), m_history.texts.add(mark.text), quint32(client),
                    quint16(mark.line), mark.kind, quint8(mark.thread)};
                m_history.marks.push_back(record);
            }
        }
        const ClientHistory &now = m_space.history(m_stepper.state(step).data(), client);
        if (!now.isFinished())
            return;
        Moment &end = m_history.processes[size_t(client)].until;
        end = std::min(end, at);
        std::map<QByteArray, int> inside; // locks that it has entered and not left
        if (until != none)
            inside = m_space.historyAt(until).inside;
        for (const quint32 each : added) {
            for (const Mark &mark : m_space.historyAt(each).marks)
                inside[mark.name] += mark.kind == Mark::Kind::Enter ? 1
                    : mark.kind == Mark::Kind::Leave                ? -1
                                                                    : 0;
        }
        for (const auto &[lock, times] : inside)
            writeLeave(lock, times, client, at);
    }

    void writeChange(
        const KeyHeld &before, const KeyHeld &held, int node, Moment at, quint32 operation)
    {
        const QByteArrayView value = m_space.datasets().value(held.value);
        KeyChange change;
        change.at = at;
        change.operation = operation;
        change.key = m_history.texts.add(m_space.plainKey(m_space.datasets().keyName(held.key)));
        change.node = quint8(node);
        change.exists = held.value != 0;
        if (change.exists) {
            const auto parts = canonical::elements(value);
            const auto type = canonical::typeOf(value);
            const QByteArray text = type == canonical::Hash
                ? fieldsOf(parts)
                : parts.front().first(std::min(parts.front().size(), longestValue)).toByteArray();
            change.number = canonical::size(value);
            change.deadline = deadlineOf(held, at);
            change.isString = type == canonical::String;
            change.isHash = type == canonical::Hash;
            if (change.isString) {
                const auto number = wholeNumber(text);
                change.isNumber = number.has_value();
                change.number = number.value_or(change.number);
            }
            if (type == canonical::String || type == canonical::Hash)
                change.value = m_history.texts.add(text);
        }
        const bool wereElements = canonical::isOfElements(m_space.datasets().value(before.value));
        if (change.isOfElements() || (!change.exists && wereElements))
            change.value =
                m_history.texts.add(memberChanges(m_space.datasets().value(before.value), value));
        m_history.changes.push_back(change);
    }

    void lookForWaits(int step)
    {
        for (const StepOption &each : m_space.stepOptions(m_stepper.state(step).data())) {
            if (each.step.kind != TraceStep::Kind::Client)
                continue;
            const std::pair thread(each.step.client, each.step.thread);
            const bool waits =
                each.blockedBy >= BlockedBy::KeyExists && each.blockedBy <= BlockedBy::MutexTaken;
            const auto found = m_waiting.find(thread);
            if (found == m_waiting.end() && waits) {
                m_waiting[thread] = {stepLength * step, never, each.step.client,
                    m_history.texts.add(each.name), none, each.step.thread};
            } else if (found != m_waiting.end() && !waits) {
                found->second.until = stepLength * step;
                m_history.waits.push_back(found->second);
                m_waiting.erase(found);
            }
        }
    }

    const Stepper &m_stepper;
    const StateSpace &m_space;
    History m_history;
    std::vector<quint32> m_last; // the last operation of each client
    std::map<std::pair<quint8, quint8>, WaitRecord> m_waiting;
};

} // namespace

History steppedHistory(const Stepper &stepper)
{
    return Writer(stepper).write();
}

} // namespace lockstep
