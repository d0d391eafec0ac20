// Finds the objects whose state at a moment is uncertain (part of RecordingReader). The watch sees
// a change some time after it happened, because the change waited to be read or was found by
// polling. So an object is uncertain if a row after the moment says that what it tells may have
// been so at the moment already (Lateness). It is also uncertain if it was found after the moment
// without having been seen to appear: it may have been there.

#include "core/watch/recorder/recordingreader.h"

namespace lockstep {

namespace {

// How many milliseconds after a moment are searched for late changes when all keys are asked for.
// Hundreds of thousands of rows may follow the moment. When few keys are asked for, the index finds
// all of their rows, and there is no limit.
constexpr WallMilliseconds latest = 30'000;

} // namespace

Result<void> RecordingReader::addDoubts(
    RecordedMoment &moment, Replay &replay, WallMilliseconds at, const WantedKeys &wanted) const
{
    if (const auto added = addLate(moment, replay, at, wanted); !added)
        return added;
    return addFound(moment, replay, at, wanted);
}

Result<void> RecordingReader::addLate(
    RecordedMoment &moment, Replay &replay, WallMilliseconds at, const WantedKeys &wanted) const
{
    const auto now = rowsFor(moment.session, at);
    const auto ids = idsOf(wanted);
    const auto then = rowsFor(moment.session, ids ? INT64_MAX : at + latest);
    if (!then)
        return {};
    // A batch that ended before the moment has no row after it.
    const qint64 begin = now ? now->first : then->first;
    const auto batch = std::find_if(m_batches.begin(), m_batches.end(),
        [&](const Batch &each) { return each.last >= begin && each.to > at; });
    if (batch == m_batches.end())
        return {};
    const QString ofItems =
        ids ? QStringLiteral("item IN (%1)").arg(*ids) : QStringLiteral("item IS NOT NULL");
    // This holds for each item its first row whose change may have come before `at`.
    std::unordered_map<qint64, QVariantList> first;
    // Few rows have a detail, so that condition comes first.
    for (const char *const table : {"events", "readings"}) {
        const auto read = m_database->each(table,
            QStringLiteral("SELECT * FROM %1 WHERE id BETWEEN ? AND ? AND detail IS NOT NULL "
                           "AND at > ? AND %2 AND detail LIKE '%\"late\":%' AND "
                           "at - json_extract(detail, '$.late') <= ? ORDER BY id")
                .arg(QLatin1String(table), ofItems),
            {std::max(begin, batch->first), then->last, at, at},
            [&](const QVariantList &row) -> Result<void> {
                first.try_emplace(row[2].toLongLong(), row);
                return {};
            });
        if (!read)
            return read;
    }
    for (const auto &[id, row] : first) {
        const auto item = this->item(id);
        if (!item)
            return tl::unexpected(item.error());
        // Counters and limits are shown as they were at their last reading, and that remains true.
        if ((*item)->family != Family::Lock || (wanted && !wanted((*item)->key)))
            continue;
        replay.doubt(**item, false);
        moment.doubts.push_back({(*item)->key, rowTime(row), latenessOf(row)});
    }
    return {};
}

// Looks only for keys that were asked for by name, if they are few: the index finds their rows.
Result<void> RecordingReader::addFound(
    RecordedMoment &moment, Replay &replay, WallMilliseconds at, const WantedKeys &wanted) const
{
    const auto ids = idsOf(wanted);
    const auto now = rowsFor(moment.session, at);
    if (!ids || !now)
        return {};
    const auto end = rowsFor(moment.session, INT64_MAX);
    QStringList kinds; // of the lines that change the state of their object
    for (const JournalEntry::Kind each : allJournalKinds) {
        if (effectOf(each) != LineEffect::None)
            kinds << QString::number(int(each));
    }
    // The next line of each object, whatever it is known as.
    std::map<std::pair<Family, QByteArray>, std::pair<const RecordedItem *, QVariantList>> next;
    const auto read = m_database->each("events",
        QStringLiteral("SELECT * FROM events WHERE id IN (SELECT min(id) FROM events WHERE item IN "
                       "(%1) AND id BETWEEN ? AND ? AND at > ? AND kind IN (%2) GROUP BY item) "
                       "ORDER BY id")
            .arg(*ids, kinds.join(u',')),
        {now->first, end->last, at}, [&](const QVariantList &row) -> Result<void> {
            const auto item = this->item(row[2]);
            if (!item)
                return tl::unexpected(item.error());
            next.try_emplace({(*item)->family, (*item)->key}, *item, row);
            return {};
        });
    if (!read)
        return read;
    for (const auto &[name, line] : next) {
        const auto &[item, row] = line;
        const bool isDoubted = std::any_of(moment.doubts.begin(), moment.doubts.end(),
            [&](const RecordedDoubt &doubt) { return doubt.key == item->key; });
        if (isDoubted || rowKind(row) != JournalEntry::Kind::Appeared)
            continue;
        replay.doubt(*item, true);
        moment.doubts.push_back({item->key, rowTime(row), {}});
    }
    return {};
}

} // namespace lockstep
