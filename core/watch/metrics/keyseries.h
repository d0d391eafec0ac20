#pragma once

#include "core/watch/formats/rules.h"
#include "core/watch/metrics/metricstext.h"
#include "core/watch/snapshot/snapshot.h"

#include <vector>

namespace lockstep {

// Which keys have series of their own in the metrics: those for which the first matching rule says
// "metrics", and of them at most mostKeys. The bound is for one scrape. Keys that come and go can
// be more over time, and a time series database pays for each series that it has seen, also long
// after the key has gone.
class KeySeries
{
public:
    static constexpr std::size_t mostKeys = 1'000;
    static constexpr qsizetype mostKeyBytes = 256; // of the key's name

    // rules: those that the snapshot was watched with.
    KeySeries(const Snapshot &snapshot, const std::vector<Rule> &rules);

    // Whether any rule asks for series.
    [[nodiscard]] bool isAskedFor() const { return !m_rules.empty(); }
    // The keys that a rule names and that have no series: there are more than mostKeys, of which
    // locks come first, then limits, then counters, each in the order of the keys; or their names
    // are longer than mostKeyBytes.
    [[nodiscard]] qint64 leftOut() const { return m_leftOut; }
    // now: the moment at which ages and remaining times are taken.
    void write(MetricsText *text, Instant now) const;

private:
    void choose(const Snapshot::Items &items, std::vector<ItemPtr> *chosen);
    [[nodiscard]] std::size_t chosenCount() const;

    std::vector<Rule> m_rules; // up to the last one that asks for series: no other says anything
    std::vector<ItemPtr> m_locks;
    std::vector<ItemPtr> m_buckets;
    std::vector<ItemPtr> m_counters;
    qint64 m_leftOut = 0;
};

} // namespace lockstep
