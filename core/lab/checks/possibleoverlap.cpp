// Commands of one server were executed in its order, somewhere within their ranges. So at a moment
// t a server has come to a place between two of its commands: behind all that were answered by then
// (Execution::latest), and before all that had not been sent (Execution::earliest). Both grow with
// the order. At each place the number of stays that began before it and had not ended is known; to
// it come the beginnings and ends that have no order, which may count from their earliest, and to
// their latest moment. The number grows only at a place or at one of these beginnings, so there it
// is looked at.
//
// With several servers each is taken by itself, the others' commands as having no order. That makes
// more possible than is; what one of them rules out is ruled out.

#include "core/lab/checks/possibleoverlap.h"

#include <algorithm>
#include <limits>
#include <set>

namespace lockstep {

namespace {

constexpr Moment beginning = std::numeric_limits<Moment>::min();

class OverlapOfServer
{
public:
    // server: 0: none; all stays are taken as having no order.
    OverlapOfServer(const std::vector<Holding> &held, int server)
        : m_server(server)
    {
        for (const Holding &each : held) {
            const bool isEmpty = each.possibleFrom >= each.possibleUntil
                && !(isOrdered(each.began) && isOrdered(each.ended));
            if (!isEmpty)
                m_stays.push_back(&each);
        }
        for (const Holding *each : m_stays) {
            if (isOrdered(each->began))
                m_edges.push_back({each->began, 1});
            else
                m_begins.push_back(each->possibleFrom);
            if (isOrdered(each->ended))
                m_edges.push_back({each->ended, -1});
            else
                m_ends.push_back(each->possibleUntil);
        }
        std::sort(m_edges.begin(), m_edges.end(), [](const Edge &a, const Edge &b) {
            return a.of.order != b.of.order ? a.of.order < b.of.order : a.by < b.by;
        });
        std::sort(m_begins.begin(), m_begins.end());
        std::sort(m_ends.begin(), m_ends.end());
    }

    std::optional<PossibleOverlap> find(qint64 most)
    {
        qint64 inside = 0; // of those whose edges are before the place
        for (size_t place = 0; place <= m_edges.size(); ++place) {
            inside += place > 0 ? m_edges[place - 1].by : 0;
            if (place > 0 && place < m_edges.size()
                && m_edges[place].of.order == m_edges[place - 1].of.order)
                continue; // one command, which ends one stay and begins another
            const Moment from = place > 0 ? m_edges[place - 1].of.earliest : beginning;
            const Moment until = place < m_edges.size() ? m_edges[place].of.latest : never;
            look(from, inside, place, most);
            auto at = std::upper_bound(m_begins.begin(), m_begins.end(), from);
            for (; at != m_begins.end() && *at < until; ++at)
                look(*at, inside, place, most);
        }
        if (m_found)
            describe(*m_found, m_place);
        return std::move(m_found);
    }

private:
    struct Edge
    {
        Holding::Edge of;
        int by = 0;
    };

    [[nodiscard]] bool isOrdered(const Holding::Edge &edge) const
    {
        return m_server > 0 && edge.server == m_server;
    }

    void look(Moment at, qint64 inside, size_t place, qint64 most)
    {
        const auto upTo = [at](const std::vector<Moment> &moments) {
            return std::upper_bound(moments.begin(), moments.end(), at) - moments.begin();
        };
        const qint64 all = inside + upTo(m_begins) - upTo(m_ends);
        if (all <= most)
            return;
        if (!m_found)
            m_found.emplace().from = never;
        if (at < m_found->from) {
            m_found->from = at;
            m_place = place;
        }
        m_found->worst = std::max(m_found->worst, all);
    }

    void describe(PossibleOverlap &overlap, size_t place) const
    {
        const auto isBefore = [&](const Holding::Edge &edge) { // the place
            return place > 0 && edge.order <= m_edges[place - 1].of.order;
        };
        overlap.until = never;
        for (const Holding *each : m_stays) {
            const bool hasBegun =
                isOrdered(each->began) ? isBefore(each->began) : each->possibleFrom <= overlap.from;
            const bool hasEnded = isOrdered(each->ended) ? isBefore(each->ended)
                                                         : each->possibleUntil <= overlap.from;
            if (!hasBegun || hasEnded)
                continue;
            overlap.stays.push_back(each);
            overlap.until = std::min(overlap.until, each->possibleUntil);
        }
        overlap.until = std::max(overlap.until, overlap.from);
    }

    const int m_server;
    std::vector<const Holding *> m_stays;
    std::vector<Edge> m_edges; // in the server's order
    std::vector<Moment> m_begins, m_ends; // of no order
    std::optional<PossibleOverlap> m_found;
    size_t m_place = 0; // of it, among the edges
};

} // namespace

std::optional<PossibleOverlap> possibleOverlap(const std::vector<Holding> &held, qint64 most)
{
    std::set<int> servers;
    for (const Holding &each : held) {
        for (const Holding::Edge &edge : {each.began, each.ended}) {
            if (edge.server > 0)
                servers.insert(edge.server);
        }
    }
    if (servers.empty())
        servers.insert(0);
    std::optional<PossibleOverlap> first;
    for (const int server : servers) {
        auto found = OverlapOfServer(held, server).find(most);
        if (!found)
            return std::nullopt;
        if (!first)
            first = std::move(found);
    }
    return first;
}

} // namespace lockstep
