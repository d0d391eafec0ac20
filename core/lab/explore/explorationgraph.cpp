// Interleavings are counted exactly, in one pass from the ends to the beginning: those through a
// state are the sum of those through its successors. 128 bits hold 3 × 10^38.
//
// A smallest counterexample is a shortest path over pairs of a state and the thread that was last,
// for a preemption depends on both. Found by Dijkstra's algorithm; the order of the costs packed
// into one number is the order that is wanted. It keeps only the pairs that it reaches: most
// violations are near the beginning, and all pairs are many times as many as there are states.

#include "core/lab/explore/explorationgraph.h"

#include "core/lab/node/internedrows.h"

#include <algorithm>
#include <queue>

namespace lockstep {

namespace {

using Wide = ExplorationGraph::Wide;

constexpr Wide largest = ~Wide(0);
constexpr quint64 unreached = ~quint64(0);
constexpr quint64 environmentCost = quint64(1) << 42;
constexpr quint64 preemptionCost = quint64(1) << 21;

Wide added(Wide a, Wide b)
{
    return a > largest - b ? largest : a + b;
}

} // namespace

QByteArray decimal(Wide number)
{
    QByteArray digits;
    do {
        digits.prepend(char('0' + int(number % 10)));
        number /= 10;
    } while (number != 0);
    return digits;
}

template <typename Leaf, typename Through>
Wide ExplorationGraph::sum(Leaf leaf, Through through) const
{
    std::vector<Wide> sums(m_nodes.size());
    for (const quint32 number : m_left) {
        const Node &node = m_nodes[number];
        Wide all = node.isEnd() ? leaf(number) : 0;
        for (quint64 i = node.firstEdge; i < node.firstEdge + node.edges; ++i)
            all = added(all, through(number, m_edges[i], sums));
        sums[number] = all;
    }
    return sums.empty() ? 0 : sums.front();
}

std::vector<Wide> ExplorationGraph::totals() const
{
    std::vector<Wide> totals(m_nodes.size());
    for (const quint32 number : m_left) {
        const Node &node = m_nodes[number];
        Wide all = node.isEnd() ? 1 : 0;
        for (quint64 i = node.firstEdge; i < node.firstEdge + node.edges; ++i)
            all = added(all, totals[m_edges[i].to]);
        totals[number] = all;
    }
    return totals;
}

Wide ExplorationGraph::interleavings() const
{
    return totals().front();
}

Wide ExplorationGraph::undecided() const
{
    return sum(
        [&](quint32 node) -> Wide {
            const Node &each = m_nodes[node];
            return !each.isExpanded || each.ending == Ending::Undecided
                || each.ending == Ending::Forbidden;
        },
        [](quint32, const Edge &edge, const std::vector<Wide> &sums) { return sums[edge.to]; });
}

bool ExplorationGraph::endsForbidden() const
{
    return std::any_of(m_nodes.begin(), m_nodes.end(),
        [](const Node &each) { return each.ending == Ending::Forbidden; });
}

Wide ExplorationGraph::violating(quint16 checks) const
{
    // Most hold, and to look for a violation costs far less than to count.
    const auto breaks = [checks](const auto &each) { return (each.violated & checks) != 0; };
    if (std::none_of(m_nodes.begin(), m_nodes.end(), breaks)
        && std::none_of(m_edges.begin(), m_edges.end(), breaks))
        return 0;
    const std::vector<Wide> all = totals();
    return sum([&](quint32 node) -> Wide { return (m_nodes[node].violated & checks) != 0; },
        [&](quint32 node, const Edge &edge, const std::vector<Wide> &sums) {
            const int always = m_nodes[node].violated & ~m_finalChecks;
            const bool isViolated = ((always | edge.violated) & checks) != 0;
            return isViolated ? all[edge.to] : sums[edge.to];
        });
}

std::vector<std::optional<ExplorationGraph::Path>> ExplorationGraph::smallestCounterexamples(
    quint16 checks, int clients, qint64 memory) const
{
    std::vector<std::optional<Path>> paths(16);
    int threads = 1;
    for (const Edge &edge : m_edges)
        threads = std::max(threads, int(edge.step.thread) + 1);
    const auto whoOf = [threads](PackedStep step) {
        return quint32(step.client * threads + step.thread);
    };
    const auto nobody = quint32(clients * threads);
    struct Reached
    {
        quint64 cost = unreached;
        quint64 edge = 0;
        quint32 from = 0; // pair
    };
    InternedRows pairs(2); // a node and who was last, of those that were reached
    std::deque<Reached> reached; // by pair
    // Cost, node and who was last, pair, and 0; or one more than an edge that violates, which leads
    // on from the pair. Of equal costs the node that was met first counts, in every run the same.
    using Waiting = std::tuple<quint64, quint64, quint32, quint64>;
    std::priority_queue<Waiting, std::deque<Waiting>, std::greater<>> queue;
    const auto reach = [&](quint32 node, quint32 last, const Reached &by) {
        const quint32 words[]{node, last};
        const auto [pair, isNew] = pairs.add(words);
        if (isNew)
            reached.emplace_back();
        if (by.cost >= reached[pair].cost)
            return;
        reached[pair] = by;
        queue.emplace(by.cost, quint64(node) << 32 | last, pair, 0);
    };

    quint16 missing = checks;
    const auto found = [&](quint16 violated, quint64 cost, quint32 pair, quint64 last) {
        violated &= missing;
        missing &= quint16(~violated);
        if (violated == 0)
            return;
        Path path;
        if (last > 0)
            path.edges.push_back(last - 1);
        for (quint32 at = pair; reached[at].cost != 0; at = reached[at].from)
            path.edges.push_back(reached[at].edge);
        std::reverse(path.edges.begin(), path.edges.end());
        path.environment = int(cost / environmentCost);
        path.preemptions = int(cost % environmentCost / preemptionCost);
        path.steps = int(path.edges.size());
        for (size_t i = 0; i < paths.size(); ++i) {
            if ((violated >> i & 1) != 0)
                paths[i] = path;
        }
    };
    const auto used = [&] {
        return pairs.memory() + qint64(reached.size() * sizeof(Reached))
            + qint64(queue.size() * sizeof(Waiting));
    };
    reach(0, nobody, {0, 0, 0});
    while (!queue.empty() && missing != 0 && used() <= memory) {
        const auto [cost, place, pair, violation] = queue.top();
        queue.pop();
        if (violation > 0) {
            found(m_edges[violation - 1].violated, cost, pair, violation);
            continue;
        }
        if (reached[pair].cost != cost)
            continue;
        const Node &node = m_nodes[quint32(place >> 32)];
        const auto last = quint32(place);
        found(node.violated, cost, pair, 0);
        bool couldGoOn = false;
        for (quint64 i = node.firstEdge; i < node.firstEdge + node.edges; ++i) {
            const PackedStep step = m_edges[i].step;
            couldGoOn |= !step.isEnvironment() && whoOf(step) == last;
        }
        for (quint64 i = node.firstEdge; i < node.firstEdge + node.edges; ++i) {
            const PackedStep step = m_edges[i].step;
            const quint32 who = step.isEnvironment() ? last : whoOf(step);
            const quint64 next = cost + 1 + (step.isEnvironment() ? environmentCost : 0)
                + (who != last && couldGoOn ? preemptionCost : 0);
            if ((m_edges[i].violated & missing) != 0)
                queue.emplace(next, place, pair, i + 1);
            reach(m_edges[i].to, who, {next, i, pair});
        }
    }
    return paths;
}

ExplorationGraph::Path ExplorationGraph::inOrderOfNames(
    const Path &path, size_t check, int clients) const
{
    constexpr auto namesClient = [](const PackedStep &step) {
        using Kind = TraceStep::Kind;
        return step.kind != Kind::Time && step.kind != Kind::Restart && step.kind != Kind::Failover;
    };
    std::vector<int> order; // of their first steps
    for (const quint64 edge : path.edges) {
        const PackedStep step = m_edges[edge].step;
        if (namesClient(step) && std::find(order.begin(), order.end(), step.client) == order.end())
            order.push_back(step.client);
    }
    if (std::is_sorted(order.begin(), order.end()) || int(order.size()) > clients)
        return path;
    std::vector<quint64> edges;
    quint32 at = 0;
    for (const quint64 number : path.edges) {
        PackedStep step = m_edges[number].step;
        if (namesClient(step))
            step.client =
                quint8(std::find(order.begin(), order.end(), step.client) - order.begin());
        const auto first = m_edges.begin() + qsizetype(m_nodes[at].firstEdge);
        const auto last = first + m_nodes[at].edges;
        const auto found =
            std::find_if(first, last, [&](const Edge &each) { return each.step == step; });
        if (found == last)
            return path;
        edges.push_back(quint64(found - m_edges.begin()));
        at = found->to;
    }
    if (((m_nodes[at].violated | m_edges[edges.back()].violated) >> check & 1) == 0)
        return path;
    Path renamed = measured(std::move(edges));
    const auto sizeOf = [](const Path &each) {
        return std::tuple(each.environment, each.preemptions, each.steps);
    };
    return sizeOf(renamed) == sizeOf(path) ? renamed : path;
}

ExplorationGraph::Path ExplorationGraph::pathTo(quint32 node)
{
    for (Node &each : m_nodes)
        each.violated = 0;
    for (Edge &each : m_edges)
        each.violated = 0;
    m_nodes[node].violated = 1;
    return *shortestPaths(1).front();
}

ExplorationGraph::Path ExplorationGraph::measured(std::vector<quint64> edges) const
{
    Path path;
    std::optional<std::pair<quint8, quint8>> last; // client and thread
    quint32 at = 0;
    for (const quint64 number : edges) {
        const Node &node = m_nodes[at];
        const PackedStep step = m_edges[number].step;
        const auto whoOf = [](const PackedStep &each) {
            return std::pair(each.client, each.thread);
        };
        at = m_edges[number].to;
        path.environment += step.isEnvironment();
        if (step.isEnvironment())
            continue;
        const auto first = m_edges.begin() + qsizetype(node.firstEdge);
        const bool couldGoOn = std::any_of(first, first + node.edges, [&](const Edge &each) {
            return !each.step.isEnvironment() && last == whoOf(each.step);
        });
        path.preemptions += couldGoOn && last != whoOf(step);
        last = whoOf(step);
    }
    path.steps = int(edges.size());
    path.edges = std::move(edges);
    return path;
}

std::vector<std::optional<ExplorationGraph::Path>> ExplorationGraph::shortestPaths(
    quint16 checks) const
{
    std::vector<std::optional<Path>> paths(16);
    struct Reached
    {
        quint64 by = unreached; // edge
        quint32 from = 0;
    };
    std::vector<Reached> reached(m_nodes.size());
    quint16 missing = checks;
    const auto found = [&](quint16 violated, quint32 node, std::vector<quint64> edges) {
        violated &= missing;
        missing &= quint16(~violated);
        if (violated == 0)
            return;
        for (quint32 at = node; at != 0; at = reached[at].from)
            edges.push_back(reached[at].by);
        std::reverse(edges.begin(), edges.end());
        const Path path = measured(std::move(edges));
        for (size_t i = 0; i < paths.size(); ++i) {
            if ((violated >> i & 1) != 0)
                paths[i] = path;
        }
    };
    std::vector<quint32> waiting{0};
    for (size_t next = 0; next < waiting.size() && missing != 0; ++next) {
        const quint32 at = waiting[next];
        const Node &node = m_nodes[at];
        found(node.violated, at, {});
        for (quint64 i = node.firstEdge; i < node.firstEdge + node.edges; ++i) {
            found(m_edges[i].violated, at, {i});
            const quint32 to = m_edges[i].to;
            if (to == 0 || reached[to].by != unreached)
                continue;
            reached[to] = {i, at};
            waiting.push_back(to);
        }
    }
    return paths;
}

void ExplorationGraph::leaveRest()
{
    std::vector<bool> isLeft(m_nodes.size());
    m_left.clear();
    std::vector<std::pair<quint32, quint32>> stack{{0, 0}};
    while (!stack.empty()) {
        auto &[number, next] = stack.back();
        const Node &node = m_nodes[number];
        if (next == node.edges) {
            isLeft[number] = true;
            m_left.push_back(number);
            stack.pop_back();
            continue;
        }
        const quint32 to = m_edges[node.firstEdge + next++].to;
        if (!isLeft[to])
            stack.emplace_back(to, 0);
    }
}

qint64 ExplorationGraph::memory() const
{
    return qint64(m_nodes.size() * sizeof(Node) + m_edges.size() * sizeof(Edge)
        + m_left.size() * sizeof(quint32));
}

} // namespace lockstep
