// A mark happens when the reply has come back, later than the command was executed. In a step both
// are one. So a mark counts from the moment of the key change that its operation made, if it made
// one and no wait lies between them. A client's marks stay in the order in which its program made
// them: where one of its threads has made a mark while the reply to another's command was on its
// way, what the other makes of that reply comes later. Marks that a program makes without a wait
// between them are one state, too.
//
// A command was executed at an unknown moment between being sent and answered; a deadline is known
// as well as the servers' clock; a mark, a crash, and the moment at which a server was cut off to
// be restarted are known exactly.

#include "core/lab/checks/happenings.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lockstep {

namespace {

struct Execution
{
    Moment earliest = 0, latest = 0;
};

// Of each operation of the round. A server executes its commands one after the other: each after
// the one before it was sent, and before the one behind it was answered. So a command whose reply
// was lost has an end, too.
std::vector<Execution> executionsOf(const RoundRecords &records)
{
    const auto operations = records.operations;
    std::vector<Execution> executions;
    std::vector<size_t> ordered;
    for (size_t i = 0; i < operations.size(); ++i) {
        executions.push_back({operations[i].called, operations[i].returned});
        if (operations[i].order != none)
            ordered.push_back(i);
    }
    std::sort(ordered.begin(), ordered.end(),
        [&](size_t a, size_t b) { return operations[a].order < operations[b].order; });
    std::map<quint8, Moment> called, returned; // by node, so far
    for (const size_t i : ordered) {
        Moment &last = called.try_emplace(operations[i].node, operations[i].called).first->second;
        last = executions[i].earliest = std::max(last, operations[i].called);
    }
    for (auto at = ordered.rbegin(); at != ordered.rend(); ++at) {
        const Operation &operation = operations[*at];
        Moment &next = returned.try_emplace(operation.node, operation.returned).first->second;
        next = executions[*at].latest = std::min(next, operation.returned);
    }
    return executions;
}

class Gathering
{
public:
    explicit Gathering(const RoundRecords &records)
        : m_records(records)
        , m_executions(executionsOf(records))
    {
    }

    std::vector<Happening> all()
    {
        for (const KeyChange &each : m_records.changes)
            add(each);
        for (const MarkRecord &each : m_records.marks)
            add(each);
        for (const Incident &each : m_records.incidents) {
            if (each.kind == Incident::Kind::Crash)
                m_happenings.push_back(
                    {each.at, each.at, each.at, nullptr, nullptr, &each, 0, m_happenings.size()});
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
        size_t place = 0;
    };

    void add(const KeyChange &change)
    {
        Happening happening{change.at, change.at, change.at, &change, nullptr, nullptr};
        happening.place = m_happenings.size();
        if (change.operation != none) {
            const Execution &execution = executionOf(change.operation);
            happening.earliest = execution.earliest;
            happening.latest = execution.latest;
            if (m_records.history.operations[change.operation].order != none)
                happening.group = change.node + 1;
            m_changed[change.operation] = {change.at, happening.place};
        } else if (!isOfSetup(change, m_records.round)) {
            addRangeOfDeadline(happening);
        }
        m_happenings.push_back(happening);
    }

    // Which keys had expired when a command was executed, the order of execution tells.
    void addRangeOfDeadline(Happening &happening) const
    {
        if (m_records.history.orderKind == OrderKind::Exact)
            happening.group = happening.change->node + 1;
        if (isLostWithServer(*happening.change))
            return;
        const Moment error = m_records.round.deadlineError;
        happening.earliest = error == never ? m_records.round.begin : happening.at - error;
        happening.latest = error == never ? never : happening.at + error;
    }

    [[nodiscard]] bool isLostWithServer(const KeyChange &change) const
    {
        return std::any_of(
            m_records.incidents.begin(), m_records.incidents.end(), [&](const Incident &each) {
                return each.at == change.at && each.client == change.node
                    && (each.kind == Incident::Kind::Restart
                        || each.kind == Incident::Kind::Failover);
            });
    }

    void add(const MarkRecord &mark)
    {
        Happening happening{mark.at, mark.at, mark.at, nullptr, &mark, nullptr};
        happening.place = m_happenings.size();
        const auto changed = m_changed.find(mark.operation);
        const bool isOfChange = changed != m_changed.end() && !mark.isLater;
        if (isOfChange) {
            happening.at = std::min(mark.at, changed->second.at);
            happening.earliest = std::min(executionOf(mark.operation).earliest, mark.at);
        }
        Place &last = m_lastMarks.try_emplace(mark.client, Place{happening.at, 0}).first->second;
        happening.at = std::max(last.at, happening.at);
        // It counts from the change on, and has the change's place in the server's order.
        if (isOfChange && happening.at == changed->second.at) {
            const Happening &change = m_happenings[changed->second.place];
            happening.latest = std::min(change.latest, mark.at);
            happening.group = change.group;
            happening.place = change.place;
        }
        if (happening.at == last.at)
            happening.place = std::max(happening.place, last.place);
        last = {happening.at, happening.place};
        m_happenings.push_back(happening);
    }

    [[nodiscard]] const Execution &executionOf(quint32 operation) const
    {
        return m_executions[operation - m_records.firstOperation];
    }

    const RoundRecords &m_records;
    const std::vector<Execution> m_executions; // by operation, from the round's first on
    std::vector<Happening> m_happenings;
    std::unordered_map<quint32, Place> m_changed; // operation: its last change
    std::unordered_map<quint32, Place> m_lastMarks; // client: its latest mark
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

bool isOneState(const Happening &happening, const Happening &next)
{
    if (happening.mark != nullptr && next.mark != nullptr)
        return isOneState(*happening.mark, *next.mark);
    const auto isLater = [](const Happening &each) { return each.mark && each.mark->isLater; };
    return !isLater(happening) && !isLater(next) && happening.operation() != none
        && happening.operation() == next.operation();
}

} // namespace lockstep
