// The figures are those of the Watch page (summarycounts.h, presencecounters.h, WatchStatus), so
// that a dashboard and the window never disagree. Where the page says "≥ 3", because something may
// not have been seen, the metric is 3 and lockstep_complete is 0; where it says "–", there is none.
//
// The number of series at once is bounded whatever the server holds: one for each of the families
// below, three where one has a label of few values, and those of KeySeries.

#include "core/watch/metrics/watchmetrics.h"

#include "core/watch/metrics/keyseries.h"
#include "core/watch/metrics/summarycounts.h"
#include "core/watch/snapshot/completeness.h"
#include "core/watch/snapshot/jsonids.h"
#include "core/watch/snapshot/presencecounters.h"

#include <algorithm>

namespace lockstep {

namespace {

using enum MetricType;

constexpr MetricFamily connectedFamily{"lockstep_connected", Gauge, "",
    "Whether the Redis server, or any node of the Cluster, is connected and answers."};
constexpr MetricFamily modeFamily{"lockstep_watch_mode", Gauge, "",
    "How changes are learned of: 1 for the present mode, 0 for the others."};
constexpr MetricFamily completeFamily{"lockstep_complete", Gauge, "",
    "Whether all objects of a family were found, and are watched. Where it is 0 their numbers are "
    "lower bounds."};
constexpr MetricFamily stalenessFamily{"lockstep_staleness_seconds", Gauge, "seconds",
    "How long a change waited until it was read, at most, now or in the last two seconds."};
constexpr MetricFamily gapsFamily{"lockstep_gaps", Counter, "",
    "Times in which what happened was not seen, since watching began."};
constexpr MetricFamily commandsFamily{
    "lockstep_commands", Counter, "", "Commands that were sent to the server for watching."};
constexpr MetricFamily trafficFamily{
    "lockstep_traffic_bytes", Counter, "bytes", "Bytes that were sent and received for watching."};
constexpr MetricFamily shareFamily{"lockstep_server_time_ratio", Gauge, "ratio",
    "Part of its time that the server spends on being watched, at most."};
constexpr MetricFamily heldFamily{"lockstep_locks_held", Gauge, "", "Locks that somebody holds."};
constexpr MetricFamily immortalFamily{"lockstep_locks_immortal", Gauge, "",
    "Locks that are held and have no time to live: they do not end by themselves."};
constexpr MetricFamily orphansFamily{"lockstep_locks_orphan_suspected", Gauge, "",
    "Locks that were renewed for so long that their owners may have forgotten them."};
constexpr MetricFamily waitingFamily{"lockstep_lock_waiters", Gauge, "",
    "How many wait for locks, of the locks whose library shows it."};
constexpr MetricFamily oldestFamily{"lockstep_oldest_hold_seconds", Gauge, "seconds",
    "The longest time that a present holder has had its lock, as far as was seen or its token "
    "tells. Semaphores do not count."};
constexpr MetricFamily renewalsFamily{
    "lockstep_renewals", Counter, "", "Renewals of leases that were seen, since watching began."};
constexpr MetricFamily bucketsFamily{"lockstep_buckets", Gauge, "", "Rate limits that are in use."};
constexpr MetricFamily exhaustedFamily{
    "lockstep_buckets_exhausted", Gauge, "", "Rate limits that are used up."};
constexpr MetricFamily countersFamily{"lockstep_counters", Gauge, "", "Counters."};
constexpr MetricFamily usersFamily{"lockstep_users_online", Gauge, "",
    "Users online, as told by the only counter of presence there is."};
constexpr MetricFamily mostKeysFamily{"lockstep_key_series_limit", Gauge, "",
    "How many keys that rules name have series of their own at once, at most."};
constexpr MetricFamily leftOutFamily{"lockstep_key_series_left_out", Gauge, "",
    "Keys that rules name and that have no series: there are too many, or the name is too long."};

bool isMissing(const WatchStatus &status, MissingPermission::Effect effect)
{
    return std::any_of(status.missing.begin(), status.missing.end(),
        [effect](const MissingPermission &missing) { return missing.effect == effect; });
}

class WatchMetrics
{
public:
    WatchMetrics(const Snapshot &snapshot, MetricsFormat format)
        : m_snapshot(snapshot)
        , m_status(snapshot.status)
        , m_text(format)
    {
    }

    void writeWatch(const JournalTotals &totals)
    {
        write(connectedFamily, isSeen() ? 1 : 0);
        if (isSeen() && m_status.mode != WatchMode::None)
            writeMode();
        if (m_status.staleness)
            write(stalenessFamily, MetricsText::seconds(*m_status.staleness));
        write(gapsFamily, double(totals.gaps));
        write(commandsFamily, double(m_status.commands));
        write(trafficFamily, double(m_status.bytes));
        // Before the server has told it for the first time it is not known.
        const bool isShareKnown = m_status.serverTimeShareIsMeasured
            || isMissing(m_status, MissingPermission::Effect::NoInfo);
        if (isSeen() && isShareKnown)
            write(shareFamily, m_status.serverTimeShare);
        write(renewalsFamily, double(totals.renewals));
    }

    void writeObjects(const std::vector<Rule> &rules)
    {
        if (!isSeen())
            return;
        m_text.begin(completeFamily);
        for (const Family family : {Family::Counter, Family::Bucket, Family::Lock})
            m_text.add(isComplete(family) ? 1 : 0, {{"family", familyId(family).toUtf8()}});
        const SummaryCounts counts = countItems(m_snapshot);
        writeLocks(counts);
        writeFound(bucketsFamily, counts.buckets, Family::Bucket);
        writeFound(exhaustedFamily, counts.exhausted, Family::Bucket);
        writeFound(countersFamily, int(m_snapshot.counters->size()), Family::Counter);
        const ItemPtr users = usersOnline(*m_snapshot.presence, {});
        // While not all counters are known there may be another one of presence.
        if (users && users->reading.value && isComplete(Family::Counter))
            write(usersFamily, *users->reading.value);
        writeKeys(rules, counts.now);
    }

    QByteArray finish() { return m_text.finish(); }

private:
    [[nodiscard]] bool isSeen() const
    {
        return m_status.link == LinkState::Connected && !m_status.unseenSince;
    }
    [[nodiscard]] bool isComplete(Family family) const
    {
        return completeness(m_status, family) == Completeness::Complete;
    }
    void write(const MetricFamily &family, double value)
    {
        m_text.begin(family);
        m_text.add(value);
    }
    // A number of objects that were found among those that are there.
    void writeFound(const MetricFamily &metric, int found, Family family)
    {
        if (found > 0 || isComplete(family))
            write(metric, found);
    }
    void writeMode()
    {
        m_text.begin(modeFamily);
        for (const WatchMode mode : {WatchMode::Push, WatchMode::Notifications, WatchMode::Polling})
            m_text.add(m_status.mode == mode ? 1 : 0, {{"mode", watchModeId(mode).toUtf8()}});
    }
    void writeLocks(const SummaryCounts &counts)
    {
        writeFound(heldFamily, counts.held, Family::Lock);
        if (!isMissing(m_status, MissingPermission::Effect::NoTtl)) {
            writeFound(immortalFamily, counts.immortal, Family::Lock);
            writeFound(orphansFamily, counts.orphans, Family::Lock);
        }
        if (counts.waiting)
            writeFound(waitingFamily, *counts.waiting, Family::Lock);
        if (counts.oldestHold)
            write(oldestFamily, MetricsText::seconds(*counts.oldestHold));
    }
    void writeKeys(const std::vector<Rule> &rules, Instant now)
    {
        const KeySeries series(m_snapshot, rules);
        if (!series.isAskedFor())
            return;
        write(mostKeysFamily, KeySeries::mostKeys);
        write(leftOutFamily, double(series.leftOut()));
        series.write(&m_text, now);
    }

    const Snapshot &m_snapshot;
    const WatchStatus &m_status;
    MetricsText m_text;
};

} // namespace

void JournalTotals::add(const std::vector<JournalEntry> &entries)
{
    for (const JournalEntry &entry : entries) {
        renewals += entry.kind == JournalEntry::Kind::Renewed;
        const bool isFailover =
            entry.kind == JournalEntry::Kind::Restarted && !entry.slotRanges.isEmpty();
        gaps += entry.kind == JournalEntry::Kind::Unseen || isFailover;
    }
}

QByteArray metricsOf(const Snapshot &snapshot, const JournalTotals &totals,
    const std::vector<Rule> &rules, MetricsFormat format)
{
    WatchMetrics metrics(snapshot, format);
    metrics.writeWatch(totals);
    metrics.writeObjects(rules);
    return metrics.finish();
}

} // namespace lockstep
