// A run has hundreds of processes, a trace that anybody reads has two or three. Which ones cannot
// be known beforehand: a violation names its last links (who sold what was gone), not the first
// (who read too early). So small groups are tried, neighbours in time, from the violation back.

#include "core/lab/counterexample/clientsubset.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

constexpr size_t mostOfOneKind = 150; // groups
constexpr size_t mostClients = 26;
constexpr size_t mostAfterExpiry = 40; // steps
constexpr size_t mostStepsBetween = 100; // steps

using Processes = std::vector<size_t>;

// A process and the step from which on it is looked at: that by which a violation names it.
struct Named
{
    size_t process = 0;
    size_t step = 0;
};

class SubsetChoice
{
public:
    explicit SubsetChoice(const RoundOrder &order)
        : m_order(order)
    {
        for (size_t i = 0; i < order.processes.size(); ++i) {
            if (order.processes[i].first < order.steps.size())
                m_atWork.push_back(i);
        }
        std::sort(m_atWork.begin(), m_atWork.end(), [&](size_t a, size_t b) {
            return order.processes[a].first < order.processes[b].first;
        });
    }

    std::vector<ClientSubset> all(const std::vector<Named> &named)
    {
        Processes processes;
        for (const Named &each : named)
            processes.push_back(each.process);
        if (processes.size() <= 4)
            add(processes);
        for (const size_t size : {2, 3, 5})
            addNeighbours(processes, size);
        for (const size_t size : {1, 2, 3})
            addFromWhereNamed(named, size);
        for (const size_t size : {2, 3})
            addFromWhereTheFirstIsNamed(named, size);
        addMakersOfExpired();
        addWhoCameBetween(named);
        for (const size_t size : {2, 3, 5, 12, 26}) {
            size_t left = 12;
            for (auto each = processes.rbegin(); each != processes.rend() && left > 0;
                 ++each, --left)
                addContemporaries(*each, size);
        }
        for (const size_t size : {1, 2, 3, 5, 12, 26})
            addNeighbours(m_atWork, size);
        return std::move(m_subsets);
    }

private:
    void add(const Processes &processes)
    {
        std::vector<Named> all;
        for (const size_t each : processes)
            all.push_back({each, 0});
        add(std::move(all));
    }

    // Of one that is there twice, the earlier step counts.
    void add(std::vector<Named> all)
    {
        const auto place = [&](const Named &each) {
            return std::tuple(m_order.processes[each.process].first, each.process, each.step);
        };
        std::sort(all.begin(), all.end(),
            [&](const Named &a, const Named &b) { return place(a) < place(b); });
        ClientSubset subset;
        for (const Named &each : all) {
            if (!subset.processes.empty() && subset.processes.back() == each.process)
                continue;
            subset.processes.push_back(each.process);
            subset.from.push_back(each.step);
        }
        if (!subset.processes.empty() && subset.processes.size() <= mostClients
            && m_known.insert(subset).second)
            m_subsets.push_back(std::move(subset));
    }

    void addNeighbours(const Processes &among, size_t size)
    {
        size_t left = mostOfOneKind;
        for (size_t end = among.size(); end >= size && left > 0; --end, --left)
            add(Processes(
                among.begin() + std::ptrdiff_t(end - size), among.begin() + std::ptrdiff_t(end)));
    }

    // Who has done the same many times did what counts the last time.
    void addFromWhereNamed(const std::vector<Named> &named, size_t size)
    {
        size_t left = mostOfOneKind;
        for (size_t end = named.size(); end >= size && left > 0; --end, --left)
            add(std::vector<Named>(
                named.begin() + std::ptrdiff_t(end - size), named.begin() + std::ptrdiff_t(end)));
    }

    // Who is named last may have read long before what it then spoils.
    void addFromWhereTheFirstIsNamed(const std::vector<Named> &named, size_t size)
    {
        size_t left = mostOfOneKind;
        for (size_t end = named.size(); end >= size && left > 0; --end, --left) {
            std::vector<Named> group(
                named.begin() + std::ptrdiff_t(end - size), named.begin() + std::ptrdiff_t(end));
            const auto first =
                std::min_element(group.begin(), group.end(), [](const Named &a, const Named &b) {
                    return a.step < b.step;
                })->step;
            for (Named &each : group)
                each.step = first;
            add(std::move(group));
        }
    }

    // A key expired, and somebody was in the middle of something: with the maker of that key, who
    // may have come long before.
    void addMakersOfExpired()
    {
        size_t left = mostOfOneKind;
        for (size_t i = m_order.steps.size(); i-- > 0 && left > 0;) {
            const RanStep &expiry = m_order.steps[i];
            if (expiry.kind != TraceStep::Kind::Time || expiry.operation == none)
                continue;
            const size_t maker = m_order.processOf[expiry.operation];
            const size_t made = m_order.stepOf[expiry.operation];
            const size_t end = std::min(m_order.steps.size(), i + mostAfterExpiry);
            for (size_t after = i + 1; after < end && left > 0; ++after) {
                const RanStep &step = m_order.steps[after];
                if (step.kind != TraceStep::Kind::Client
                    || m_order.processes[step.process].first > i)
                    continue;
                add({{maker, made}, {step.process, made}});
                --left;
            }
        }
    }

    // What is wrong was made possible by somebody's last step but for the two named last: with that
    // one, from the step before it on (it took what is given back by now).
    void addWhoCameBetween(const std::vector<Named> &named)
    {
        if (named.size() < 2)
            return;
        const Named &last = named.back();
        size_t left = mostStepsBetween;
        for (size_t i = last.step; i-- > 0 && left > 0;) {
            const RanStep &step = m_order.steps[i];
            if (step.kind != TraceStep::Kind::Client)
                continue;
            const auto before = std::find_if(
                named.rbegin() + 1, named.rend(), [&](const Named &each) { return each.step < i; });
            if (before == named.rend())
                return;
            if (step.process == last.process || step.process == before->process)
                continue;
            for (const size_t steps : {1, 2})
                add({{step.process, stepBefore(i, steps)}, *before, last});
            --left;
        }
    }

    // The step of the same process that is so many before this one; or its first.
    [[nodiscard]] size_t stepBefore(size_t step, size_t steps) const
    {
        size_t found = step;
        for (size_t i = step; i-- > 0 && steps > 0;) {
            if (m_order.steps[i].kind != TraceStep::Kind::Client
                || m_order.steps[i].process != m_order.steps[step].process)
                continue;
            found = i;
            --steps;
        }
        return found;
    }

    // The process, and those at work at the same time: the crashed first, then the nearest.
    void addContemporaries(size_t process, size_t size)
    {
        const RanProcess &self = m_order.processes[process];
        Processes others;
        for (const size_t each : m_atWork) {
            const RanProcess &other = m_order.processes[each];
            if (each != process && other.first <= self.last && self.first <= other.last)
                others.push_back(each);
        }
        const auto distance = [&](size_t each) {
            const RanProcess &other = m_order.processes[each];
            const size_t apart = std::max(other.last, self.last) - std::min(other.last, self.last);
            return std::pair(!other.crashed, apart);
        };
        std::stable_sort(others.begin(), others.end(),
            [&](size_t a, size_t b) { return distance(a) < distance(b); });
        others.resize(std::min(others.size(), size - 1));
        others.push_back(process);
        add(std::move(others));
    }

    const RoundOrder &m_order;
    Processes m_atWork; // by their first step
    std::set<ClientSubset> m_known;
    std::vector<ClientSubset> m_subsets;
};

// The clients of the operations, in their order; else those that waited last.
std::vector<Named> namedBy(
    const Violation &violation, const RoundOrder &order, quint32 firstOperation)
{
    std::vector<Named> named;
    const auto add = [&](size_t process, size_t step) {
        const auto isIt = [&](const Named &each) { return each.process == process; };
        if (std::none_of(named.begin(), named.end(), isIt))
            named.push_back({process, step});
    };
    for (const quint32 operation : violation.operations) {
        const quint32 place = operation - firstOperation;
        if (operation >= firstOperation && place < order.processOf.size())
            add(order.processOf[place], order.stepOf[place]);
    }
    const bool areKnown = !named.empty();
    for (const quint32 client : violation.clients) {
        const auto last = std::find_if(order.processes.rbegin(), order.processes.rend(),
            [&](const RanProcess &each) { return each.client == client; });
        if (!areKnown && last != order.processes.rend())
            add(size_t(order.processes.rend() - last) - 1, 0);
    }
    return named;
}

} // namespace

std::vector<ClientSubset> clientSubsets(
    const RoundOrder &order, const Violation &violation, quint32 firstOperation)
{
    return SubsetChoice(order).all(namedBy(violation, order, firstOperation));
}

std::optional<ClientNumbers> clientNumbersFor(const std::vector<size_t> &processes,
    const RoundOrder &order, const Scenario &scenario, const Settings &in)
{
    const auto servers = in.find("servers");
    const int serverCount = servers == in.end() ? 1 : int(std::max<qint64>(1, servers->second));
    std::set<QByteArray> counted; // parameters
    ClientNumbers numbers{std::vector<int>(order.processes.size(), -1), in};
    int base = 0;
    for (size_t role = 0; role < scenario.roles.size(); ++role) {
        std::set<int> taken;
        for (const size_t process : processes) {
            const RanProcess &each = order.processes[process];
            if (each.role != int(role))
                continue;
            int client = base;
            while (taken.count(client) != 0 || client % serverCount != each.server % serverCount)
                ++client;
            taken.insert(client);
            numbers.ofProcess[process] = client;
        }
        const Amount &count = scenario.roles[role].count;
        const qint64 least = taken.empty() ? 0 : *taken.rbegin() - base + 1;
        if (const Parameter *const parameter = scenario.parameter(count.parameter)) {
            // The clients of a role are numbered after those of the roles before it, so a count
            // that two roles share stays as the first one set it.
            if (counted.insert(count.parameter).second)
                numbers.settings[count.parameter] = std::max(least, parameter->minimum);
        }
        if (least > count.in(numbers.settings))
            return std::nullopt;
        base += int(std::max<qint64>(0, count.in(numbers.settings)));
    }
    if (!checkSettings(scenario, numbers.settings))
        return std::nullopt;
    return numbers;
}

} // namespace lockstep
