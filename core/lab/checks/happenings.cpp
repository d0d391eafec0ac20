// A client makes a mark when a reply has come back or a wait is over, at a moment that is known
// exactly. There it counts: a stepped run, too, has the arrival of a reply as a step of its own
// wherever a function could tell it from the execution. All marks that a program makes without a
// command or a wait between them are one state.
//
// Only who does nothing but enter is inside as soon as its command was executed, as in a step,
// which is the stricter reading of checks that bound how many are inside. So such marks count from
// the key change that the command made, or, where it changed nothing and the order of execution is
// known, from its place in that order. They may be as late as the reply (mayBeLate), although what
// was executed before the command was before them. A client's marks stay in the order in which its
// program made them: where one of its threads has made a mark while the reply to another's command
// was on its way, what the other enters with that reply comes later. An enter behind a wait, even
// one of no time, or before a wait for a key counts at its own moment (MarkRecord::isLater): steps
// have a state before it as well.
//
// A command was executed at an unknown moment between being sent and answered; a deadline is known
// as well as the servers' clock; a crash, and the moment at which a server was cut off to be
// restarted are known exactly.
//
// What a client has waited for had happened before it went on (WaitProofs). That may be earlier
// than the likely moment, so a happening counts from the latest moment on that is possible, if not
// from an earlier one.
//
// Keys with the same deadline on one server are gone at once, whichever commands set it: whoever
// asks for one of them asks at one reading of the server's clock, by which all of them have expired
// or none has.

#include "core/lab/checks/happenings.h"

#include "core/lab/history/executionintervals.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

namespace lockstep {

namespace {

class Gathering
{
public:
    explicit Gathering(const RoundRecords &records)
        : m_records(records)
        , m_executions(records.executions())
    {
    }

    std::vector<Happening> all()
    {
        for (const KeyChange &each : m_records.changes)
            add(each);
        narrowRanges();
        placeChanges();
        placeOperations();
        addMarks();
        for (const Incident &each : m_records.incidents) {
            if (!each.endsClient())
                continue;
            Happening happening{each.at, each.at, each.at, nullptr, nullptr, &each};
            happening.place = nextPlace();
            m_happenings.push_back(happening);
        }
        std::stable_sort(
            m_happenings.begin(), m_happenings.end(), [](const Happening &a, const Happening &b) {
                return a.at != b.at ? a.at < b.at : a.place < b.place;
            });
        return std::move(m_happenings);
    }

private:
    struct Place
    {
        Moment at = 0;
        quint64 place = 0;
        bool isOfReading = false; // of a command that changed nothing
    };

    struct LastMark : Place
    {
        Moment earliest = std::numeric_limits<Moment>::min();
    };

    // Values for Happening::place: for the next happening, and for an operation that changed
    // nothing and comes after so many happenings.
    [[nodiscard]] quint64 nextPlace() const { return quint64(m_happenings.size() + 1) << 32; }
    static quint64 placeBehind(quint64 happenings, quint32 order)
    {
        return (happenings << 32) + order + 1;
    }

    void add(const KeyChange &change)
    {
        Happening happening{change.at, change.at, change.at, &change, nullptr, nullptr};
        happening.place = nextPlace();
        const ExecutionInterval range = m_records.rangeOf(change);
        happening.earliest = range.earliest;
        happening.latest = range.latest;
        const WaitProofs &proofs = m_records.waitProofs();
        if (change.operation != none) {
            happening.latest = std::min(happening.latest, proofs.executedBy(change.operation));
            if (m_records.history.operations[change.operation].order != none)
                happening.group = change.node + 1;
        } else if (!isOfSetup(change, m_records.round)) {
            // Which keys had expired when a command was executed, the order of execution tells.
            if (m_records.history.orderKind == OrderKind::Exact)
                happening.group = change.node + 1;
            const bool isExpiry = m_records.isOfTime(change);
            happening.struck = isExpiry ? deadlineOf(change) : change.at;
            if (isExpiry)
                happening.latest =
                    std::min(happening.latest, proofs.expiredBy(change.node, happening.struck));
        }
        m_deadlines[placeOf(change)] = change.deadline;
        m_happenings.push_back(happening);
    }

    // A number that stands for the key on its server.
    static quint64 placeOf(const KeyChange &change)
    {
        return quint64(change.key) << 8 | change.node;
    }

    // The deadline that the key had before the change; never, if none is known.
    [[nodiscard]] Moment deadlineOf(const KeyChange &change) const
    {
        const auto known = m_deadlines.find(placeOf(change));
        return known == m_deadlines.end() ? never : known->second;
    }

    // A key that had expired by the time a command was executed had done so before the command was
    // answered; and after the one was sent by whose time it had not. What a wait proves of one
    // change holds for all that the server did before it.
    void narrowRanges()
    {
        std::map<int, Moment> before, behind; // by group
        for (Happening &each : m_happenings) {
            if (each.group == 0)
                continue;
            Moment &last = before.try_emplace(each.group, each.earliest).first->second;
            last = each.earliest = std::max(last, each.earliest);
        }
        for (auto each = m_happenings.rbegin(); each != m_happenings.rend(); ++each) {
            if (each->group == 0)
                continue;
            Moment &next = behind.try_emplace(each->group, each->latest).first->second;
            next = each->latest = std::min(next, each->latest);
        }
    }

    // A change counts from its likely moment on, but no later than it can have happened.
    void placeChanges()
    {
        for (Happening &each : m_happenings) {
            each.at = std::min(each.at, each.latest);
            if (each.change->operation != none)
                m_executed[each.change->operation] = {each.at, each.place};
        }
    }

    // Where commands that changed nothing count, if the order of execution is known: as late as
    // the changes and replies behind them allow, and behind the changes before them.
    void placeOperations()
    {
        std::vector<quint32> ordered;
        for (quint32 i = 0; i < quint32(m_records.operations.size()); ++i) {
            if (m_records.operations[i].order != none)
                ordered.push_back(i);
        }
        std::sort(ordered.begin(), ordered.end(), [&](quint32 a, quint32 b) {
            return m_records.operations[a].order < m_records.operations[b].order;
        });
        std::map<quint8, Moment> limits; // of what is before the one that was looked at last
        for (auto each = ordered.rbegin(); each != ordered.rend(); ++each) {
            const Operation &operation = m_records.operations[*each];
            Moment &limit = limits.try_emplace(operation.node, never).first->second;
            const auto changed = m_executed.find(m_records.firstOperation + *each);
            if (changed != m_executed.end()) {
                limit = changed->second.at;
                continue;
            }
            limit = std::min(limit, m_executions[*each].latest);
            m_executed[m_records.firstOperation + *each] = {limit, 0, true};
        }
        std::map<quint8, quint64> behind; // so many happenings, by node
        for (const quint32 each : ordered) {
            const Operation &operation = m_records.operations[each];
            Place &place = m_executed[m_records.firstOperation + each];
            quint64 &happenings = behind[operation.node];
            if (place.isOfReading)
                place.place = placeBehind(happenings, operation.order);
            else
                happenings = place.place >> 32;
        }
    }

    void addMarks()
    {
        const std::span<const MarkRecord> marks = m_records.marks;
        for (size_t first = 0, next = 0; first < marks.size(); first = next) {
            for (next = first + 1; next < marks.size() && isOneState(marks[next - 1], marks[next]);)
                ++next;
            const std::span<const MarkRecord> ofOneState = marks.subspan(first, next - first);
            const bool areEnters =
                std::all_of(ofOneState.begin(), ofOneState.end(), [](const MarkRecord &each) {
                    return each.kind == MarkRecord::Kind::Enter && !each.isLater;
                });
            for (const MarkRecord &each : ofOneState)
                add(each, ofOneState.back().at, areEnters);
        }
    }

    // at: when its client made it, and all that is of its state.
    void add(const MarkRecord &mark, Moment at, bool isOfCommand)
    {
        Happening happening{at, at, at, nullptr, &mark, nullptr};
        happening.place = nextPlace();
        const auto executed = isOfCommand ? m_executed.find(mark.operation) : m_executed.end();
        if (isOfCommand && mark.operation != none)
            happening.earliest = std::min(executionOf(mark.operation).earliest, at);
        if (executed != m_executed.end())
            happening.at = std::min(at, executed->second.at);
        LastMark &last =
            m_lastMarks.try_emplace(mark.client, LastMark{{happening.at}, happening.earliest})
                .first->second;
        happening.at = std::max(last.at, happening.at);
        happening.earliest = std::max(last.earliest, happening.earliest);
        // It counts from the command on, and has its place in the server's order.
        if (executed != m_executed.end() && happening.at == executed->second.at) {
            const Operation &operation = m_records.history.operations[mark.operation];
            happening.group = operation.order != none ? operation.node + 1 : 0;
            happening.place = executed->second.place;
            happening.isOfReading = executed->second.isOfReading;
            happening.mayBeLate = true;
        }
        if (happening.at == last.at)
            happening.place = std::max(happening.place, last.place);
        last = {{happening.at, happening.place}, happening.earliest};
        m_happenings.push_back(happening);
    }

    [[nodiscard]] const ExecutionInterval &executionOf(quint32 operation) const
    {
        return m_executions[operation - m_records.firstOperation];
    }

    const RoundRecords &m_records;
    const std::vector<ExecutionInterval> &m_executions; // by operation, from the round's first on
    std::vector<Happening> m_happenings;
    // Where what follows from an operation counts: with its last change, or where it was executed.
    std::unordered_map<quint32, Place> m_executed;
    std::unordered_map<quint32, LastMark> m_lastMarks; // by client
    std::unordered_map<quint64, Moment> m_deadlines; // see placeOf()
};

} // namespace

quint32 Happening::operation() const
{
    if (change != nullptr)
        return change->operation;
    return mark != nullptr ? mark->operation : none;
}

std::vector<Happening> happeningsOf(const RoundRecords &records)
{
    return Gathering(records).all();
}

bool isOfSetup(const Happening &happening, const Round &round)
{
    return happening.at < round.begin
        || (happening.change != nullptr && isOfSetup(*happening.change, round));
}

bool isOneState(const Happening &happening, const Happening &next)
{
    if (happening.mark != nullptr && next.mark != nullptr)
        return isOneState(*happening.mark, *next.mark);
    if (happening.struck != never && happening.struck == next.struck)
        return happening.change->node == next.change->node;
    const auto isOfCommand = [](const Happening &each) {
        return each.mark == nullptr || each.mayBeLate;
    };
    return isOfCommand(happening) && isOfCommand(next) && happening.operation() != none
        && happening.operation() == next.operation();
}

} // namespace lockstep
