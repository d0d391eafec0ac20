// Commands have a place in the servers' order. What else happened only has a moment, and is put
// before the first command that was executed after it: the moment of a command is known where it
// changed a key, and is else not earlier than it was sent.

#include "core/lab/counterexample/roundorder.h"

#include "core/lab/history/roundrecords.h"

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

class Ordering
{
public:
    Ordering(const Run &run, int round)
        : m_run(run)
        , m_records(run.history, round)
    {
    }

    RoundOrder order()
    {
        gatherProcesses();
        gatherOperations();
        gatherExpiries();
        for (const Incident &each : m_records.incidents)
            take(each);
        std::stable_sort(m_placed.begin(), m_placed.end(), [](const Placed &a, const Placed &b) {
            return std::pair(a.place, a.at) < std::pair(b.place, b.at);
        });
        m_order.stepOf.assign(m_order.processOf.size(), m_placed.size());
        for (auto &[place, at, step] : m_placed) {
            if (step.kind == TraceStep::Kind::Client)
                m_order.stepOf[step.operation] = m_order.steps.size();
            m_order.steps.push_back(std::move(step));
        }
        noteSpans();
        return std::move(m_order);
    }

private:
    struct Placed
    {
        size_t place = 0; // even: a command's; odd: of what befell between two commands
        Moment at = 0;
        RanStep step;
    };

    void gatherProcesses()
    {
        for (const ProcessRecord &each : m_records.processes) {
            m_ofClient[each.client].emplace_back(each.from, m_order.processes.size());
            m_order.processes.push_back({each.client, roleOf(each.client),
                m_run.history.clients[each.client].server, false, 0, 0});
        }
    }

    [[nodiscard]] int roleOf(quint32 client) const
    {
        qint64 end = 0;
        const auto &roles = m_run.scenario->roles;
        for (size_t role = 0; role < roles.size(); ++role) {
            end += roles[role].count.in(m_run.options.settings);
            if (qint64(client) < end)
                return int(role);
        }
        return int(roles.size()) - 1;
    }

    [[nodiscard]] size_t processAt(quint32 client, Moment at) const
    {
        const auto &begun = m_ofClient.at(client);
        auto found = std::upper_bound(begun.begin(), begun.end(), at,
            [](Moment moment, const auto &each) { return moment < each.first; });
        return found == begun.begin() ? found->second : std::prev(found)->second;
    }

    void gatherOperations()
    {
        std::map<quint32, Moment> changed; // operation: when
        for (const KeyChange &each : m_records.changes) {
            if (each.operation != none)
                changed.emplace(each.operation, each.at);
        }
        for (quint32 i = 0; i < m_records.operations.size(); ++i) {
            const Operation &each = m_records.operations[i];
            m_order.processOf.push_back(processAt(each.client, each.called));
            if (each.order != none)
                m_ordered.push_back(i);
        }
        std::sort(m_ordered.begin(), m_ordered.end(), [&](quint32 a, quint32 b) {
            return m_records.operations[a].order < m_records.operations[b].order;
        });
        Moment last = m_records.round.begin;
        for (const quint32 i : m_ordered) {
            const Operation &each = m_records.operations[i];
            const auto at = changed.find(m_records.firstOperation + i);
            last = std::max({last, each.called, at == changed.end() ? last : at->second});
            m_moments.push_back(last);
            m_placed.push_back({2 * m_moments.size(), last,
                {TraceStep::Kind::Client, m_order.processOf[i], each.thread, each.node, each.line,
                    i, {}}});
        }
    }

    struct HeldKey
    {
        quint32 maker = none; // operation
        Moment deadline = never;
    };

    void gatherExpiries()
    {
        std::map<std::pair<quint32, quint8>, HeldKey> held;
        // A key that setup makes again after its end is made once in steps, where setup takes no
        // time.
        std::map<std::pair<quint32, quint8>, const KeyChange *> endedBefore; // before the round
        for (const KeyChange &each : m_records.changes) {
            const std::pair key{each.key, each.node};
            const bool isBefore = isOfSetup(each, m_records.round);
            if (each.exists) {
                held.try_emplace(key, HeldKey{each.operation}).first->second.deadline =
                    each.deadline;
                if (isBefore)
                    endedBefore.erase(key);
                continue;
            }
            const HeldKey last = held[key];
            held.erase(key);
            if (each.operation != none)
                continue;
            if (!isBefore)
                addExpiry(each, last.maker);
            else if (each.at >= last.deadline) // else setup has deleted it
                endedBefore[key] = &each;
        }
        for (const auto &[key, end] : endedBefore)
            addExpiry(*end, none);
    }

    void addExpiry(const KeyChange &end, quint32 maker)
    {
        const bool isOfRound = maker != none && maker >= m_records.firstOperation;
        addAt(end.at,
            {TraceStep::Kind::Time, 0, 0, end.node, 0,
                isOfRound ? maker - m_records.firstOperation : none,
                m_run.history.texts[end.key].toByteArray()});
    }

    // Places the step before the first command that was executed at this moment or later.
    void addAt(Moment at, RanStep step)
    {
        const auto next = std::lower_bound(m_moments.begin(), m_moments.end(), at);
        m_placed.push_back({2 * size_t(next - m_moments.begin()) + 1, at, std::move(step)});
    }

    void take(const Incident &incident)
    {
        RanStep step;
        switch (incident.kind) {
        case Incident::Kind::Restart:
            step.kind = TraceStep::Kind::Restart;
            return addAt(incident.at, step);
        case Incident::Kind::Failover:
            step.kind = TraceStep::Kind::Failover;
            return addAt(incident.at, step);
        case Incident::Kind::Crash:
            step.kind = TraceStep::Kind::Crash;
            break;
        case Incident::Kind::Pause:
            step.kind = TraceStep::Kind::Pause;
            break;
        case Incident::Kind::Resume:
            step.kind = TraceStep::Kind::Resume;
            break;
        case Incident::Kind::LostRequest:
            return;
        }
        step.process = processAt(incident.client, incident.at);
        m_order.processes[step.process].crashed |= incident.kind == Incident::Kind::Crash;
        // A command that was on its way when its client crashed may have been executed after it.
        if (incident.kind == Incident::Kind::Crash)
            return addAfterLast(incident.at, step);
        addAt(incident.at, step);
    }

    void addAfterLast(Moment at, const RanStep &step)
    {
        for (size_t place = m_ordered.size(); place > 0; --place) {
            if (m_order.processOf[m_ordered[place - 1]] == step.process) {
                m_placed.push_back({2 * place + 1, at, step});
                return;
            }
        }
    }

    void noteSpans()
    {
        for (RanProcess &each : m_order.processes)
            each.first = m_order.steps.size();
        for (size_t i = 0; i < m_order.steps.size(); ++i) {
            if (m_order.steps[i].kind != TraceStep::Kind::Client)
                continue;
            RanProcess &process = m_order.processes[m_order.steps[i].process];
            process.first = std::min(process.first, i);
            process.last = i;
        }
        for (RanProcess &each : m_order.processes)
            each.last = each.crashed ? m_order.steps.size() : each.last;
    }

    const Run &m_run;
    const RoundRecords m_records;
    RoundOrder m_order;
    std::map<quint32, std::vector<std::pair<Moment, size_t>>> m_ofClient; // begun, process
    std::vector<quint32> m_ordered; // operations of the round
    std::vector<Moment> m_moments; // of them, as far as they are known
    std::vector<Placed> m_placed;
};

} // namespace

RoundOrder roundOrder(const Run &run, int round)
{
    return Ordering(run, round).order();
}

} // namespace lockstep
