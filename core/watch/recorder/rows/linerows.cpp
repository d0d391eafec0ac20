// Part of recordingrows.h. Converts lines of the journal, and the alerts that some of them are
// about, to rows of `events` and `alerts`, and back.

#include "core/watch/recorder/rows/recordingrows.h"

#include "core/watch/recorder/rows/recordedgap.h"
#include "core/watch/recorder/rows/rowvalues.h"
#include "core/watch/snapshot/jsonids.h"

namespace lockstep {

namespace {

constexpr std::array allSeverities{Severity::Info, Severity::Warning, Severity::Critical};

void insertAlert(QJsonObject &detail, const JournalEntry &entry)
{
    insertText(detail, "alert", entry.alert->name);
    insertText(detail, "severity", severityId(entry.alert->severity));
    insertText(detail, "when", entry.alert->when.text());
    detail.insert(QLatin1String("since"), SnapshotClock::wallOf(entry.since));
    // For older programs, which do not know the field sinceIs: they take any age that is not exact
    // for a lower bound.
    detail.insert(QLatin1String("sinceIsAtLeast"), entry.sinceIs != AgeBound::Exact);
    insertText(detail, "sinceIs", ageBoundId(entry.sinceIs));
    if (entry.kind == JournalEntry::Kind::Resolved)
        insertText(detail, "end", alertEndId(entry.alertEnd));
}

void takeAlert(JournalEntry &entry, const QJsonObject &detail)
{
    const QString name = detail.value(u"alert").toString();
    if (name.isEmpty())
        return;
    auto rule = std::make_shared<AlertRule>();
    QString expected;
    rule->name = name;
    rule->severity = wordFrom(detail.value(u"severity").toString(), allSeverities, &severityId);
    rule->when =
        alertConditionFrom(detail.value(u"when").toString(), &expected).value_or(AlertCondition());
    entry.alert = rule;
    entry.since = utcInstant(detail.value(u"since").toInteger());
    const QString sinceIs = detail.value(u"sinceIs").toString();
    entry.sinceIs = !sinceIs.isEmpty()             ? wordFrom(sinceIs, allAgeBounds, &ageBoundId)
        : detail.value(u"sinceIsAtLeast").toBool() ? AgeBound::AtLeast
                                                   : AgeBound::Exact;
    entry.alertEnd = wordFrom(detail.value(u"end").toString(), allAlertEnds, &alertEndId);
}

} // namespace

Result<QVariantList> rowOf(qint64 id, const JournalEntry &entry, std::optional<qint64> item,
    const Lateness &late, const HolderId &idOf)
{
    QJsonObject detail;
    insertCount(detail, "late", late);
    std::optional<qint64> holder;
    if (entry.holder) {
        const auto found = idOf(*entry.holder);
        if (!found)
            return tl::unexpected(found.error());
        holder = *found;
    }
    if (entry.previous) {
        const auto found = idOf(*entry.previous);
        if (!found)
            return tl::unexpected(found.error());
        detail.insert(QLatin1String("previous"), *found);
    }
    insertCount(detail, "before", entry.ttlBefore);
    insertNumber(detail, "value", numberOf(entry.value, entry.largeInteger));
    insertNumber(detail, "limit", numberOf(entry.limit));
    insertText(detail, "primary", entry.primary);
    insertText(detail, "node", entry.node);
    insertText(detail, "slots", entry.slotRanges);
    if (entry.kind == JournalEntry::Kind::Unseen) {
        insertText(detail, "cause", gapId(entry.gap));
        if (entry.gap != JournalEntry::Gap::Permissions)
            detail.insert(QLatin1String("since"), SnapshotClock::wallOf(entry.since));
    }
    if (entry.maybeMissed) {
        detail.insert(
            QLatin1String("missedSince"), SnapshotClock::wallOf(entry.maybeMissed->since));
        detail.insert(
            QLatin1String("missedUntil"), SnapshotClock::wallOf(entry.maybeMissed->until));
    }
    if (entry.alert)
        insertAlert(detail, entry);
    return QVariantList{id, SnapshotClock::wallOf(entry.at), orNull(item), int(entry.kind),
        orNull(holder), entry.ttlAfter ? QVariant(qint64(entry.ttlAfter->count())) : QVariant(),
        detailOf(detail)};
}

Result<JournalEntry> entryFrom(
    const QVariantList &row, const RecordedItem *item, const HolderWithId &holderOf)
{
    const QJsonObject detail = detailFrom(row[6]);
    JournalEntry entry;
    entry.at = utcInstant(rowTime(row));
    entry.kind = rowKind(row);
    if (item) {
        entry.family = item->family;
        entry.isFamilyKnown = item->isFamilyKnown;
        entry.confidence = item->confidence;
        entry.key = item->key;
        entry.name = item->name;
        entry.library = item->format->library();
    }
    if (const auto id = integerFrom(row[4])) {
        auto holder = holderOf(*id);
        if (!holder)
            return tl::unexpected(holder.error());
        entry.holder = std::move(*holder);
    }
    if (const auto id = integerFrom(detail, "previous")) {
        auto holder = holderOf(*id);
        if (!holder)
            return tl::unexpected(holder.error());
        entry.previous = std::move(*holder);
    }
    entry.ttlAfter = durationFrom(integerFrom(row[5]));
    entry.ttlBefore = durationFrom(integerFrom(detail, "before"));
    const QVariant value = numberInDetail(detail, "value");
    entry.value = numberFrom(value);
    entry.largeInteger = largeFrom(value);
    entry.limit = numberFrom(numberInDetail(detail, "limit"));
    entry.primary = detail.value(u"primary").toString();
    entry.node = detail.value(u"node").toString();
    entry.slotRanges = detail.value(u"slots").toString();
    if (entry.kind == JournalEntry::Kind::Unseen) {
        entry.gap = journalGapFrom(detail.value(u"cause").toString())
                        .value_or(JournalEntry::Gap::Connection);
        entry.since = utcInstant(detail.value(u"since").toInteger());
    }
    const auto missedSince = integerFrom(detail, "missedSince");
    const auto missedUntil = integerFrom(detail, "missedUntil");
    if (missedSince && missedUntil)
        entry.maybeMissed = WallSpan{utcInstant(*missedSince), utcInstant(*missedUntil)};
    takeAlert(entry, detail);
    return entry;
}

Lateness latenessOf(const QVariantList &row)
{
    const QVariant &detail = row.back(); // of both tables
    return detail.isNull() ? Lateness() : durationFrom(integerFrom(detailFrom(detail), "late"));
}

Result<QVariantList> rowOf(const RecordedAlert &alert, const HolderId &idOf)
{
    QJsonObject detail;
    insertAlert(detail, alert.entry);
    std::optional<qint64> holder;
    if (alert.entry.holder) {
        const auto found = idOf(*alert.entry.holder);
        if (!found)
            return tl::unexpected(found.error());
        holder = *found;
    }
    return QVariantList{alert.id, alert.session, orNull(alert.item), alert.firedAt,
        orNull(alert.endedAt), orNull(holder), numberOf(alert.entry.value), detailOf(detail)};
}

Result<RecordedAlert> alertFrom(const QVariantList &row, const HolderWithId &holderOf)
{
    RecordedAlert alert;
    alert.id = row[0].toLongLong();
    alert.session = row[1].toLongLong();
    alert.item = integerFrom(row[2]);
    alert.firedAt = row[3].toLongLong();
    alert.endedAt = integerFrom(row[4]);
    alert.entry.kind = JournalEntry::Kind::Firing;
    if (const auto id = integerFrom(row[5])) {
        auto holder = holderOf(*id);
        if (!holder)
            return tl::unexpected(holder.error());
        alert.entry.holder = std::move(*holder);
    }
    alert.entry.value = numberFrom(row[6]);
    takeAlert(alert.entry, detailFrom(row[7]));
    return alert;
}

} // namespace lockstep
