// Part of RecordingReader. What is seen is not seen at once: a change may have waited to be read,
// or was found by polling. So what a recording tells of a moment is not certain of an object of
// which something else was seen a little later, with a lateness that reaches back to the moment.
// Nor is it of an object that was found later, and not seen to come: it may have been there.

#include "core/watch/recorder/recordingreader.h"

namespace lockstep {

namespace {

// So many milliseconds after a moment are looked at where all keys are asked for, because hundreds
// of thousands of rows may follow it. Where few keys are, the index finds all of their rows.
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
    std::unordered_map<qint64, QVariantList> first; // by item: the first row that may have been so
    // Most rows have no detail, so that is what SQLite is asked to look at first.
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
        // Counters and limits are told as of their last reading, so no later one is in question.
        if ((*item)->family != Family::Lock || (wanted && !wanted((*item)->key)))
            continue;
        replay.doubt(**item, false);
        moment.doubts.push_back({(*item)->key, rowTime(row), latenessOf(row)});
    }
    return {};
}

// Does nothing unless few keys are asked for, whose rows the index finds.
Result<void> RecordingReader::addFound(
    RecordedMoment &moment, Replay &replay, WallMilliseconds at, const WantedKeys &wanted) const
{
    const auto ids = idsOf(wanted);
    const auto now = rowsFor(moment.session, at);
    if (!ids || !now)
        return {};
    const auto end = rowsFor(moment.session, INT64_MAX);
    QStringList kinds; // of lines that say something of their object
    for (const JournalEntry::Kind each : allJournalKinds) {
        if (effectOf(each) != LineEffect::None)
            kinds << QString::number(int(each));
    }
    // The next line of each object, if it tells that the object was found.
    return m_database->each("events",
        QStringLiteral("SELECT * FROM events WHERE id IN (SELECT min(id) FROM events WHERE item IN "
                       "(%1) AND id BETWEEN ? AND ? AND at > ? AND kind IN (%2) GROUP BY item) "
                       "AND kind = ?")
            .arg(*ids, kinds.join(u',')),
        {now->first, end->last, at, int(JournalEntry::Kind::Appeared)},
        [&](const QVariantList &row) -> Result<void> {
            const auto item = this->item(row[2]);
            if (!item)
                return tl::unexpected(item.error());
            const bool isDoubted = std::any_of(moment.doubts.begin(), moment.doubts.end(),
                [&](const RecordedDoubt &doubt) { return doubt.key == (*item)->key; });
            if (isDoubted)
                return {};
            replay.doubt(**item, true);
            moment.doubts.push_back({(*item)->key, rowTime(row), {}});
            return {};
        });
}

} // namespace lockstep
