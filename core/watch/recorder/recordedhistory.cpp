// Reads what was recorded of a few objects over a time, for those who draw it (part of
// RecordingReader). The index of the file finds the rows of an object, so the cost grows only with
// these. What they tell of a moment is what at() says of it, which
// tests/ui/plot/tst_recordedhistory.cpp compares.

#include "core/watch/recorder/recordingreader.h"

#include <algorithm>

namespace lockstep {

namespace {

// A row that comes so long after the time may tell that something was so in it already.
constexpr WallMilliseconds longestLateness = 30'000;
// Lines of that kind and the next ones say nothing of an object; see effectOf().
constexpr int firstKindOfNoObject = int(JournalEntry::Kind::Restarted);

} // namespace

std::vector<RecordingReader::Stretch> RecordingReader::stretches(
    WallMilliseconds from, WallMilliseconds until) const
{
    std::vector<WallMilliseconds> begins{from};
    for (const RecordedSession &session : m_sessions) {
        begins.push_back(session.keptFrom);
        begins.push_back(session.endedAt.value_or(session.seenUntil) + 1);
    }
    std::erase_if(begins, [&](WallMilliseconds at) { return at < from || at > until; });
    std::sort(begins.begin(), begins.end());
    begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
    std::vector<Stretch> stretches;
    for (std::size_t i = 0; i < begins.size(); ++i)
        stretches.push_back(
            {sessionAt(begins[i]), begins[i], i + 1 < begins.size() ? begins[i + 1] - 1 : until});
    return stretches;
}

Result<std::vector<RecordedHistory>> RecordingReader::histories(
    Family family, const QList<QByteArray> &keys, WallMilliseconds from, WallMilliseconds until)
{
    const auto reading = beginReading();
    if (!reading)
        return tl::unexpected(reading.error());
    std::vector<RecordedHistory> histories;
    for (const QByteArray &key : keys) {
        const auto items = itemsWith(family, key);
        if (items.empty())
            continue;
        HistoryBuilder builder(family);
        const RecordedItem *shown = items.back();
        for (const Stretch &stretch : stretches(from, until)) {
            if (!stretch.session) {
                builder.takeUnknown(stretch.from);
                continue;
            }
            auto part = partOf(stretch, items);
            if (!part)
                return tl::unexpected(part.error());
            for (const SessionPart::Row &row : part->rows) {
                if (rowTime(row.columns) <= until)
                    shown = row.item;
            }
            if (const auto told = tellPart(builder, *part, m_holderOf); !told)
                return tl::unexpected(told.error());
        }
        Item identity;
        identity.key = key;
        identity.name = shown->name;
        identity.format = shown->format;
        identity.confidence = shown->confidence;
        histories.push_back(builder.finish(std::move(identity), until));
    }
    return histories;
}

// Returns the items in the order of their ids, which is that in which the key was known as these.
std::vector<const RecordedItem *> RecordingReader::itemsWith(Family family, const QByteArray &key)
{
    if (m_itemsByKey.empty()) {
        for (const auto &[id, item] : m_items)
            m_itemsByKey.emplace(item.key, &item);
    }
    std::vector<const RecordedItem *> items;
    const auto [first, last] = m_itemsByKey.equal_range(key);
    for (auto item = first; item != last; ++item) {
        if (item->second->family == family && item->second->isFamilyKnown)
            items.push_back(item->second);
    }
    std::sort(items.begin(), items.end(), [](auto *a, auto *b) { return a->id < b->id; });
    return items;
}

Result<SessionPart> RecordingReader::partOf(
    const Stretch &stretch, const std::vector<const RecordedItem *> &items)
{
    const RecordedItem &any = *items.front();
    SessionPart part;
    part.family = any.family;
    part.from = stretch.from;
    part.until = stretch.until;
    part.completeAt = stretch.session->completeAt;
    for (const auto *gaps : {&m_gaps, &m_incomplete}) {
        for (const RecordedGap &gap : *gaps) {
            if (gap.session == stretch.session->id && gap.covers(any.key))
                (gaps == &m_gaps ? part.gaps : part.incomplete).push_back(gap);
        }
    }
    std::optional<qint64> first; // row of the session
    for (const Batch &batch : m_batches) {
        if (batch.session != stretch.session->id)
            continue;
        first = first.value_or(batch.first);
        if (batch.isCheckpoint)
            part.checkpoints.push_back({batch.first, batch.from});
    }
    const auto last = rowsFor(*stretch.session, stretch.until + longestLateness);
    if (!first || !last)
        return part;
    const auto before = rowsFor(*stretch.session, stretch.from);
    const Rows rows{before ? before->first : *first, last->last};
    std::erase_if(part.checkpoints, [&](const auto &each) { return each.firstRow < rows.first; });
    for (const RecordedItem *item : items) {
        if (const auto read = readRows(part, *item, rows); !read)
            return tl::unexpected(read.error());
    }
    if (const auto read = readLineBefore(part, items, {*first, rows.first - 1}); !read)
        return tl::unexpected(read.error());
    return part;
}

// Those in that range, and the first line after it, which may tell that the object was found.
Result<void> RecordingReader::readRows(
    SessionPart &part, const RecordedItem &item, const Rows &rows)
{
    const QString select = QStringLiteral(
        "SELECT * FROM %1 INDEXED BY %1_by_item WHERE item = ? AND id BETWEEN ? AND ?");
    const auto take = [&](bool isLine) {
        return [&part, &item, isLine](const QVariantList &row) -> Result<void> {
            part.rows.push_back({&item, isLine, row});
            return {};
        };
    };
    if (const auto read = m_database->each("readings", select.arg(QStringLiteral("readings")),
            {item.id, rows.first, rows.last}, take(false));
        !read)
        return read;
    const QString events = select.arg(QStringLiteral("events"));
    if (const auto read =
            m_database->each("events", events, {item.id, rows.first, rows.last}, take(true));
        !read)
        return read;
    const auto end = std::find_if(m_batches.rbegin(), m_batches.rend(),
        [&](const Batch &batch) { return batch.session == batchOf(rows.last)->session; });
    return m_database->each("events",
        events + QStringLiteral(" AND kind < %1 ORDER BY id LIMIT 1").arg(firstKindOfNoObject),
        {item.id, rows.last + 1, end->last}, take(true));
}

Result<void> RecordingReader::readLineBefore(
    SessionPart &part, const std::vector<const RecordedItem *> &items, const Rows &rows)
{
    qint64 latest = 0;
    for (const RecordedItem *item : items) {
        const auto read = m_database->each("events",
            QStringLiteral("SELECT * FROM events INDEXED BY events_by_item WHERE item = ? AND id "
                           "BETWEEN ? AND ? AND kind < %1 ORDER BY id DESC LIMIT 1")
                .arg(firstKindOfNoObject),
            {item->id, rows.first, rows.last}, [&](const QVariantList &row) -> Result<void> {
                if (row.front().toLongLong() < latest)
                    return {};
                latest = row.front().toLongLong();
                part.lineBefore = {latest, effectOf(rowKind(row)) == LineEffect::HoldEnds};
                return {};
            });
        if (!read)
            return read;
    }
    return {};
}

} // namespace lockstep
