// A run has hundreds of processes, a trace that anybody reads has two or three. Which ones cannot
// be known beforehand: a violation names its last links (who sold what was gone), not the first
// (who read too early). So small groups are tried, neighbours in time, from the violation back.

#include "core/lab/casting.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

constexpr size_t mostOfOneKind = 150; // groups
constexpr size_t mostClients = 26;

class Casting
{
public:
    explicit Casting(const RoundOrder &order)
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

    std::vector<Cast> all(const Cast &named)
    {
        if (named.size() <= 4)
            add(named);
        for (const size_t size : {2, 3, 5})
            addNeighbours(named, size);
        for (const size_t size : {2, 3, 5, 12, 26}) {
            size_t left = 12;
            for (auto each = named.rbegin(); each != named.rend() && left > 0; ++each, --left)
                addContemporaries(*each, size);
        }
        for (const size_t size : {1, 2, 3, 5, 12, 26})
            addNeighbours(m_atWork, size);
        return std::move(m_casts);
    }

private:
    void add(Cast cast)
    {
        std::sort(cast.begin(), cast.end(), [&](size_t a, size_t b) {
            return m_order.processes[a].first < m_order.processes[b].first;
        });
        if (!cast.empty() && cast.size() <= mostClients && m_known.insert(cast).second)
            m_casts.push_back(std::move(cast));
    }

    void addNeighbours(const Cast &among, size_t size)
    {
        size_t left = mostOfOneKind;
        for (size_t end = among.size(); end >= size && left > 0; --end, --left)
            add(Cast(
                among.begin() + std::ptrdiff_t(end - size), among.begin() + std::ptrdiff_t(end)));
    }

    // The process, and those at work at the same time: the crashed first, then the nearest.
    void addContemporaries(size_t process, size_t size)
    {
        const RanProcess &self = m_order.processes[process];
        Cast others;
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
    Cast m_atWork; // by their first step
    std::set<Cast> m_known;
    std::vector<Cast> m_casts;
};

// Those of the operations, in their order; else those of the clients that waited last.
Cast namedBy(const Violation &violation, const RoundOrder &order, quint32 firstOperation)
{
    Cast named;
    const auto add = [&](size_t process) {
        if (std::find(named.begin(), named.end(), process) == named.end())
            named.push_back(process);
    };
    for (const quint32 operation : violation.operations) {
        if (operation >= firstOperation && operation - firstOperation < order.processOf.size())
            add(order.processOf[operation - firstOperation]);
    }
    const bool areKnown = !named.empty();
    for (const quint32 client : violation.clients) {
        const auto last = std::find_if(order.processes.rbegin(), order.processes.rend(),
            [&](const RanProcess &each) { return each.client == client; });
        if (!areKnown && last != order.processes.rend())
            add(size_t(order.processes.rend() - last) - 1);
    }
    return named;
}

} // namespace

std::vector<Cast> casts(const RoundOrder &order, const Violation &violation, quint32 firstOperation)
{
    return Casting(order).all(namedBy(violation, order, firstOperation));
}

std::optional<Letters> lettersFor(
    const Cast &cast, const RoundOrder &order, const Scenario &scenario, const Settings &in)
{
    const auto servers = in.find("servers");
    const int serverCount = servers == in.end() ? 1 : int(std::max<qint64>(1, servers->second));
    std::set<QByteArray> counted; // parameters
    Letters letters{std::vector<int>(order.processes.size(), -1), in};
    int base = 0;
    for (size_t role = 0; role < scenario.roles.size(); ++role) {
        std::set<int> taken;
        for (const size_t process : cast) {
            const RanProcess &each = order.processes[process];
            if (each.role != int(role))
                continue;
            int letter = base;
            while (taken.count(letter) != 0 || letter % serverCount != each.server % serverCount)
                ++letter;
            taken.insert(letter);
            letters.ofProcess[process] = letter;
        }
        const Amount &count = scenario.roles[role].count;
        const qint64 least = taken.empty() ? 0 : *taken.rbegin() - base + 1;
        if (const Parameter *const parameter = scenario.parameter(count.parameter)) {
            // The letters of a role follow those of the roles before it: its number stands.
            if (counted.insert(count.parameter).second)
                letters.settings[count.parameter] = std::max(least, parameter->minimum);
        }
        if (least > count.in(letters.settings))
            return std::nullopt;
        base += int(std::max<qint64>(0, count.in(letters.settings)));
    }
    if (!checkSettings(scenario, letters.settings))
        return std::nullopt;
    return letters;
}

} // namespace lockstep
