// What one command does to the deadlines: it decides the order in which those of the same instant
// strike, and what may be otherwise in reality, where time passes between two commands.

#include "core/lab/statespace/state/deadlineranks.h"

#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

using Slack = KeyHeld::Slack;

bool hasDeadline(const KeyHeld &key)
{
    return key.ttl >= 0;
}

bool hasSlack(const KeyHeld &key)
{
    return key.slack != Slack::None;
}

// Whether there is at most one deadline, and nothing that it could be before or after.
bool isAlone(const DatasetTable &datasets, const quint32 *before, const quint32 *after, int nodes,
    const NewDeadlines &set)
{
    const bool keepsSetters = set.setter != 0;
    if (nodes > 1 || keepsSetters || (set.longestTimer >= 0 && !set.keys.empty()))
        return false;
    const Dataset &was = datasets[before[set.node]], &is = datasets[after[set.node]];
    return std::count_if(is.begin(), is.end(), hasDeadline) < 2
        && std::none_of(was.begin(), was.end(), hasSlack);
}

// The deadlines of all nodes, in the order in which they strike.
class OrderedDeadlines
{
public:
    OrderedDeadlines(const DatasetTable &datasets, const quint32 *before, const quint32 *after,
        int nodes, const NewDeadlines &set)
        : m_before(before[set.node])
        , m_datasets(datasets)
        , m_set(set)
    {
        for (int node = 0; node < nodes; ++node) {
            m_after.push_back(datasets[after[node]]);
            addDeadlinesOf(node);
        }
        if (m_set.asMoments)
            placeMoments();
        std::sort(m_all.begin(), m_all.end());
    }

    // Compares the deadlines that were set now with all others.
    [[nodiscard]] EarlierDeadlines earlier() const
    {
        const auto firstNew = std::find_if(m_all.begin(), m_all.end(), isNew);
        if (firstNew == m_all.end())
            return {};
        const auto lastNew = std::find_if(m_all.rbegin(), m_all.rend(), isNew);
        EarlierDeadlines found;
        found.later = m_set.longestTimer > firstNew->ttl
            || std::any_of(firstNew, m_all.end(),
                [&](const Deadline &each) { return !isNew(each) && each.ttl > firstNew->ttl; });
        found.equal = !m_set.asMoments
            && std::adjacent_find(m_all.begin(), m_all.end(),
                   [](const Deadline &one, const Deadline &next) {
                       return one.ttl == next.ttl && !isNew(one) && isNew(next);
                   })
                != m_all.end();
        found.unclear = std::any_of(
            m_all.begin(), m_all.end(), [&](const Deadline &each) { return isUnclear(each); });
        const bool areSpans = m_set.asSpans || !m_set.asMoments;
        found.several = areSpans && std::count_if(firstNew, m_all.end(), isNew) > 1;
        found.behind = m_set.timeMayPass && m_firstWithSlack && lastNew->ttl >= *m_firstWithSlack;
        return found;
    }

    // Gives slack to the deadlines that were set now, if anything else runs beside them.
    void giveSlack()
    {
        const bool isBesideOthers =
            m_set.longestTimer >= 0 || !std::all_of(m_all.begin(), m_all.end(), isNew);
        if (!m_set.timeMayPass || !isBesideOthers)
            return;
        for (const Deadline &each : m_all) {
            if (isNew(each))
                keyOf(each).slack = Slack::New;
        }
    }

    // Numbers the deadlines of each instant from 0. Those that may be the same are equal.
    void giveRanks()
    {
        const Deadline *last = nullptr;
        quint32 lastRank = 0; // up to which the last one may lie
        for (const Deadline &each : m_all) {
            const bool isBesideLast = last && last->ttl == each.ttl;
            const bool isSame = isBesideLast && each.rank <= lastRank;
            keyOf(each).rank = isBesideLast ? keyOf(*last).rank + (isSame ? 0 : 1) : 0;
            lastRank = isSame ? std::max(lastRank, each.lastRank) : each.lastRank;
            last = &each;
        }
    }

    [[nodiscard]] const std::vector<Dataset> &after() const { return m_after; } // by node

private:
    struct Deadline
    {
        qint64 ttl;
        quint32 rank; // before this command; none: it was set now, so it is the last of its instant
        int node;
        size_t place; // in the dataset of its node
        bool isSetNow;
        quint32 lastRank; // it is not known which rank it has from `rank` on up to this one
        auto operator<=>(const Deadline &) const = default;
    };
    static bool isNew(const Deadline &deadline) { return deadline.isSetNow; }

    KeyHeld &keyOf(const Deadline &deadline)
    {
        return m_after[size_t(deadline.node)][deadline.place];
    }

    void addDeadlinesOf(int node)
    {
        Dataset &dataset = m_after.back();
        for (size_t place = 0; place < dataset.size(); ++place) {
            KeyHeld &key = dataset[place];
            if (!hasDeadline(key))
                continue;
            quint32 rank = key.rank;
            if (node == m_set.node) {
                const KeyHeld *const source = sourceOf(key);
                rank = source ? source->rank : none;
                key.slack = source ? source->slack : Slack::None;
                key.setter = source ? source->setter : m_set.setter;
            }
            if (key.slack == Slack::Old)
                m_firstWithSlack = std::min(key.ttl, m_firstWithSlack.value_or(key.ttl));
            m_all.push_back({key.ttl, rank, node, place, rank == none, rank});
        }
    }

    // A moment may be that of any earlier deadline of the server, or one that was reckoned from a
    // clock: only the text of the program knows. What may be the same becomes the same, which is
    // real: the commands that set the earlier ones may fall into one ms.
    void placeMoments()
    {
        for (Deadline &each : m_all) {
            for (const Deadline &other : m_all) {
                if (isNew(each) && !isNew(other) && other.ttl == each.ttl
                    && other.node == m_set.node)
                    each.rank = std::min(each.rank, other.rank);
            }
        }
    }

    // Whether others than the one that has the same moment are taken for the same as well.
    [[nodiscard]] bool isUnclear(const Deadline &set) const
    {
        const bool isMoment = isNew(set) && set.rank != none;
        return isMoment && std::any_of(m_all.begin(), m_all.end(), [&](const Deadline &each) {
            return !isNew(each) && each.ttl == set.ttl && (m_set.asSpans || each.rank != set.rank);
        });
    }

    // Which key had this deadline before the command: the same one, or one from which it was taken
    // over. Nullptr: the deadline was set now.
    [[nodiscard]] const KeyHeld *sourceOf(const KeyHeld &key) const
    {
        for (const MovedDeadline &each : m_set.moved) {
            if (each.key == key.key)
                return m_datasets.find(m_before, each.from);
        }
        const KeyHeld *const same = m_datasets.find(m_before, key.key);
        const bool isSetNow = !same || same->ttl != key.ttl
            || std::find(m_set.keys.begin(), m_set.keys.end(), key.key) != m_set.keys.end();
        return isSetNow ? nullptr : same;
    }

    const quint32 m_before; // of the node whose deadlines may have been set
    const DatasetTable &m_datasets;
    const NewDeadlines &m_set;
    std::vector<Dataset> m_after;
    std::vector<Deadline> m_all;
    std::optional<qint64> m_firstWithSlack; // ms: set before time passed last
};

} // namespace

EarlierDeadlines rankDeadlines(DatasetTable &datasets, const quint32 *before, quint32 *after,
    int nodes, const NewDeadlines &set)
{
    const bool isUnchanged = before[set.node] == after[set.node] && set.keys.empty();
    if (isUnchanged || isAlone(datasets, before, after, nodes, set))
        return {};
    OrderedDeadlines deadlines(datasets, before, after, nodes, set);
    const EarlierDeadlines earlier = deadlines.earlier();
    deadlines.giveSlack();
    deadlines.giveRanks();
    for (int node = 0; node < nodes; ++node)
        after[node] = datasets.add(deadlines.after()[size_t(node)]);
    return earlier;
}

} // namespace lockstep
