// Finds the alerts that fired at one moment (part of RecordingReader). A row of `alerts` has what
// was so when the alert began to fire. What it measures went on changing, so that is worked out
// from the object as it was at the moment, by the condition of the rule, as the watch did it.

#include "core/watch/alerts/conditiontruth.h"
#include "core/watch/recorder/recordingreader.h"

#include <algorithm>

namespace lockstep {

namespace {

// The object as it was at the moment; null where nothing was known of it, or there was none.
const Item *knownItem(const Snapshot &snapshot, Family family, const QByteArray &key)
{
    const Snapshot::Items *const tables[] = {
        &snapshot.counters, &snapshot.buckets, &snapshot.locks}; // in the order of Family
    const std::vector<ItemPtr> &items = **tables[std::size_t(family)];
    const auto found = std::lower_bound(items.begin(), items.end(), key,
        [](const ItemPtr &item, const QByteArray &wanted) { return item->key < wanted; });
    const bool isKnown =
        found != items.end() && (*found)->key == key && !(*found)->reading.isUnreadable;
    return isKnown ? found->get() : nullptr;
}

void setSince(Alert &alert, Instant since, AgeBound sinceIs)
{
    alert.since = since;
    alert.sinceUtc =
        utcInstant(std::chrono::duration_cast<Milliseconds>(since.time_since_epoch()).count());
    alert.sinceIs = sinceIs;
}

// Changes what the alert says from when it began to fire to a later moment. item: may be null.
// isAcrossGap: something was unseen in between.
void updateAlert(Alert &alert, const Item *item, Instant now, bool isAcrossGap)
{
    using Kind = AlertCondition::Kind;
    const Kind kind = alert.rule->when.kind;
    const ConditionTruth truth = item ? truthOf(alert.rule->when, *item, now) : ConditionTruth();
    const bool isDoubted = truth.sinceIs == AgeBound::Unsure && alert.sinceIs != AgeBound::Unsure;
    if (truth.since && (isAcrossGap || isDoubted))
        setSince(alert, *truth.since, truth.sinceIs);
    else if (isAcrossGap)
        alert.sinceIs = AgeBound::Unsure;
    alert.value = truth.value;
    if (item && (kind == Kind::Waiting || kind == Kind::Exhausted))
        alert.value = measuredTime(alert, now); // which no reading of the object tells
    alert.holder = item && kind != Kind::Gone ? item->reading.holder : CowOptional<Holder>();
}

} // namespace

bool RecordingReader::wasUnseen(
    const RecordedAlert &alert, const QByteArray &key, WallMilliseconds at) const
{
    return std::any_of(m_gaps.begin(), m_gaps.end(), [&](const RecordedGap &gap) {
        return gap.session == alert.session && gap.cause != clockSetCause() && gap.since <= at
            && gap.until.value_or(at) >= alert.firedAt && gap.covers(key);
    });
}

Result<void> RecordingReader::addAlerts(
    RecordedMoment &moment, WallMilliseconds at, const WantedKeys &wanted)
{
    std::vector<AlertPtr> alerts;
    const auto read = m_database->each("alerts",
        QStringLiteral("SELECT * FROM alerts WHERE session = ? AND fired_at <= ? AND (ended_at IS "
                       "NULL OR ended_at > ?)"),
        {moment.session.id, at, at}, [&](const QVariantList &row) -> Result<void> {
            const auto recorded = alertFrom(row, m_holderOf);
            if (!recorded)
                return tl::unexpected(recorded.error());
            const auto item = this->item(row[2]);
            if (!item)
                return tl::unexpected(item.error());
            if (!*item || !recorded->entry.alert || (wanted && !wanted((*item)->key)))
                return {};
            const bool isFamilyKnown = (*item)->isFamilyKnown;
            auto *alert = new Alert;
            alert->rule = recorded->entry.alert;
            alert->key = (*item)->key;
            alert->name = (*item)->name;
            alert->format = isFamilyKnown ? (*item)->format : FormatPtr();
            setSince(*alert, replayedInstant(SnapshotClock::wallOf(recorded->entry.since)),
                recorded->entry.sinceIs);
            updateAlert(*alert,
                isFamilyKnown ? knownItem(moment.snapshot, (*item)->family, (*item)->key) : nullptr,
                replayedInstant(at), wasUnseen(*recorded, (*item)->key, at));
            alerts.push_back(AlertPtr(alert));
            return {};
        });
    if (!read)
        return read;
    std::sort(alerts.begin(), alerts.end(),
        [](const AlertPtr &a, const AlertPtr &b) { return isShownBefore(*a, *b); });
    moment.snapshot.alerts = std::make_shared<const std::vector<AlertPtr>>(std::move(alerts));
    return {};
}

} // namespace lockstep
