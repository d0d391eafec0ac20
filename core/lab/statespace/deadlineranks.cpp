// What one command does to the deadlines: it decides the order in which those of the same instant
// strike, and what may be otherwise in reality, where time passes between two commands.

#include "core/lab/statespace/deadlineranks.h"

#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

using Slack = KeyHeld::Slack;

// A key with that value and that deadline.
const KeyHeld *findLike(const Dataset &dataset, const KeyHeld &key)
{
    const auto found = std::find_if(dataset.begin(), dataset.end(),
        [&](const KeyHeld &each) { return each.value == key.value && each.ttl == key.ttl; });
    return found == dataset.end() ? nullptr : &*found;
}

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
    if (nodes > 1 || (set.longestTimer >= 0 && !set.keys.empty()))
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
        found.equal = !m_set.areAbsolute
            && std::adjacent_find(m_all.begin(), m_all.end(),
                   [](const Deadline &one, const Deadline &next) {
                       return one.ttl == next.ttl && !isNew(one) && isNew(next);
                   })
                != m_all.end();
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

    // Numbers the deadlines of each instant from 0. Those that one command has set stay equal, and
    // so does an absolute one: a key that has EXPIRETIME of another has its deadline.
    void giveRanks()
    {
        const Deadline *last = nullptr;
        for (const Deadline &each : m_all) {
            quint32 rank = 0;
            if (last && last->ttl == each.ttl) {
                const bool isSame = last->rank == each.rank
                    || (m_set.areAbsolute && isNew(each) && last->node == each.node);
                rank = keyOf(*last).rank + (isSame ? 0 : 1);
            }
            keyOf(each).rank = rank;
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
        auto operator<=>(const Deadline &) const = default;
    };
    static bool isNew(const Deadline &deadline) { return deadline.rank == none; }

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
            }
            if (key.slack == Slack::Old)
                m_firstWithSlack = std::min(key.ttl, m_firstWithSlack.value_or(key.ttl));
            m_all.push_back({key.ttl, rank, node, place});
        }
    }

    // Which key had this deadline before the command: the same one, or one whose value and deadline
    // it took over. Nullptr: the deadline was set now.
    [[nodiscard]] const KeyHeld *sourceOf(const KeyHeld &key) const
    {
        const KeyHeld *const same = m_datasets.find(m_before, key.key);
        const bool isSetNow = !same || same->ttl != key.ttl
            || std::find(m_set.keys.begin(), m_set.keys.end(), key.key) != m_set.keys.end();
        if (!isSetNow)
            return same;
        return m_set.mayMove ? findLike(m_datasets[m_before], key) : nullptr;
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
