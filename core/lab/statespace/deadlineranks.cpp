#include "core/lab/statespace/deadlineranks.h"

#include <algorithm>

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

} // namespace

EarlierDeadlines rankDeadlines(DatasetTable &datasets, const quint32 *before, quint32 *after,
    int nodes, const DeadlinesSet &set)
{
    struct Deadline
    {
        qint64 ttl;
        quint32 rank;
        int node;
        size_t place; // in the contents
        auto operator<=>(const Deadline &) const = default;
    };
    if (before[set.node] == after[set.node] && set.keys.empty())
        return {};
    size_t deadlinesLeft = 0;
    for (int each = 0; each < nodes; ++each) {
        const Dataset &held = datasets[after[each]];
        deadlinesLeft += size_t(std::count_if(
            held.begin(), held.end(), [](const KeyHeld &key) { return key.ttl >= 0; }));
    }
    const Dataset &heldBefore = datasets[before[set.node]];
    const bool hadSlack = std::any_of(heldBefore.begin(), heldBefore.end(),
        [](const KeyHeld &key) { return key.slack != Slack::None; });
    const bool isAlone = set.longestTimer < 0 || set.keys.empty();
    if (deadlinesLeft < 2 && nodes == 1 && !hadSlack && isAlone)
        return {}; // there is nothing to be before or after
    std::vector<Deadline> all;
    std::vector<Dataset> dataset;
    qint64 firstWithSlack = -1; // set before time passed last
    for (int each = 0; each < nodes; ++each) {
        dataset.push_back(datasets[after[each]]);
        for (size_t i = 0; i < dataset.back().size(); ++i) {
            KeyHeld &key = dataset.back()[i];
            if (key.ttl < 0)
                continue;
            quint32 rank = key.rank;
            if (each == set.node) {
                const KeyHeld *const then = datasets.find(before[set.node], key.key);
                const bool isSetNow = !then || then->ttl != key.ttl
                    || std::find(set.keys.begin(), set.keys.end(), key.key) != set.keys.end();
                rank = isSetNow ? none : then->rank; // after all others of the same instant
                const KeyHeld *const source =
                    set.mayMove && isSetNow ? findLike(datasets[before[set.node]], key) : nullptr;
                if (source)
                    rank = source->rank;
                key.slack = source ? source->slack : isSetNow ? Slack::None : then->slack;
            }
            if (key.slack == Slack::Old && (firstWithSlack < 0 || key.ttl < firstWithSlack))
                firstWithSlack = key.ttl;
            all.push_back({key.ttl, rank, each, i});
        }
    }
    std::sort(all.begin(), all.end());
    EarlierDeadlines earlier;
    qint64 firstSetNow = -1;
    bool isBesideOthers = set.longestTimer >= 0;
    for (const Deadline &each : all) {
        isBesideOthers |= each.rank != none;
        if (each.rank == none && firstSetNow < 0)
            firstSetNow = each.ttl;
        else if (each.rank != none && firstSetNow >= 0)
            earlier.later |= each.ttl > firstSetNow;
        if (each.rank == none && set.timeMayPass)
            earlier.behind |= firstWithSlack >= 0 && each.ttl >= firstWithSlack;
    }
    earlier.later |= firstSetNow >= 0 && set.longestTimer > firstSetNow;
    for (const Deadline &each : all) {
        if (each.rank == none && isBesideOthers && set.timeMayPass)
            dataset[size_t(each.node)][each.place].slack = Slack::New;
    }
    for (size_t i = 0; i < all.size(); ++i) {
        const bool isFirst = i == 0 || all[i].ttl != all[i - 1].ttl;
        quint32 &rank = dataset[size_t(all[i].node)][all[i].place].rank;
        if (isFirst) {
            rank = 0;
            continue;
        }
        earlier.equal |= all[i].rank == none && all[i - 1].rank != none;
        const quint32 last = dataset[size_t(all[i - 1].node)][all[i - 1].place].rank;
        rank = last + (all[i].rank != all[i - 1].rank ? 1 : 0);
    }
    for (int each = 0; each < nodes; ++each)
        after[each] = datasets.add(dataset[size_t(each)]);
    return earlier;
}

} // namespace lockstep
