// Deletes the oldest parts of a recording, each in one transaction, and gives free pages back to
// the disk. Rejected: VACUUM, which rewrites the whole file, needs as much space again, and locks
// the file meanwhile.

#include "core/watch/recorder/retention.h"

namespace lockstep {

namespace {

struct Part
{
    qint64 firstBatch;
    qint64 firstRow;
    WallMilliseconds from;
};

Result<qint64> usedBytes(RecordingDatabase *database)
{
    qint64 pages[3]{};
    int at = 0;
    for (const auto *name : {"page_count", "freelist_count", "page_size"}) {
        const auto value = database->value(QStringLiteral("PRAGMA ") + QLatin1String(name));
        if (!value)
            return tl::unexpected(value.error());
        pages[at++] = value->toLongLong();
    }
    return (pages[0] - pages[1]) * pages[2];
}

// The second part, which becomes the first one; nothing if there is only one part.
Result<std::optional<Part>> secondPart(RecordingDatabase *database)
{
    auto query = database->select(QStringLiteral(
        "SELECT id, first_row, to_at FROM batches WHERE is_checkpoint = 1 ORDER BY id LIMIT 2"));
    if (!query)
        return tl::unexpected(query.error());
    if (!query->next() || !query->next())
        return std::optional<Part>();
    return std::optional(Part{
        query->value(0).toLongLong(), query->value(1).toLongLong(), query->value(2).toLongLong()});
}

// The session that is cut, and the earliest time that its parts tell which are kept. That need not
// be the time of the first one, where the clock was set back.
struct CutSession
{
    qint64 id;
    WallMilliseconds from;
};

Result<CutSession> sessionCutAt(RecordingDatabase *database, const Part &part)
{
    auto query = database->select(
        QStringLiteral("SELECT session, min(to_at) FROM batches WHERE is_checkpoint = 1 AND "
                       "id >= ? AND session = (SELECT session FROM batches WHERE id = ?)"),
        {part.firstBatch, part.firstBatch});
    if (!query)
        return tl::unexpected(query.error());
    query->next();
    return CutSession{query->value(0).toLongLong(), query->value(1).toLongLong()};
}

// Deletes the sessions that have no rows any more, and moves the begin of the first one that has.
Result<void> cutSessions(RecordingDatabase *database, const CutSession &first)
{
    if (const auto done = database->run(
            QStringLiteral("DELETE FROM sessions WHERE id NOT IN (SELECT session FROM batches)"));
        !done)
        return done;
    std::vector<QVariantList> changed;
    const auto read = database->each("sessions",
        QStringLiteral("SELECT * FROM sessions WHERE id = ? AND kept_from < ?"),
        {first.id, first.from}, [&](QVariantList row) -> Result<void> {
            row[2] = first.from;
            changed.push_back(std::move(row));
            return {};
        });
    if (!read)
        return read;
    for (const QVariantList &row : changed) {
        if (const auto written = database->insert("sessions", row); !written)
            return written;
    }
    return {};
}

Result<void> dropBefore(RecordingDatabase *database, const Part &part)
{
    const auto first = sessionCutAt(database, part);
    if (!first)
        return tl::unexpected(first.error());
    const std::pair<QString, QVariantList> statements[] = {
        {QStringLiteral("BEGIN IMMEDIATE"), {}},
        {QStringLiteral("DELETE FROM events WHERE id < ?"), {part.firstRow}},
        {QStringLiteral("DELETE FROM readings WHERE id < ?"), {part.firstRow}},
        {QStringLiteral("DELETE FROM batches WHERE id < ?"), {part.firstBatch}},
        {QStringLiteral("DELETE FROM gaps WHERE session = ? AND until < ?"),
            {first->id, first->from}},
        {QStringLiteral("DELETE FROM alerts WHERE session = ? AND ended_at < ?"),
            {first->id, first->from}},
        {QStringLiteral("DELETE FROM gaps WHERE session NOT IN (SELECT session FROM batches)"), {}},
        {QStringLiteral("DELETE FROM alerts WHERE session NOT IN (SELECT session FROM batches)"),
            {}},
        {QStringLiteral("DELETE FROM items WHERE id NOT IN (SELECT item FROM events WHERE item IS "
                        "NOT NULL UNION SELECT item FROM readings UNION SELECT item FROM alerts "
                        "WHERE item IS NOT NULL)"),
            {}},
        {QStringLiteral("DELETE FROM holders WHERE id NOT IN (SELECT holder FROM events WHERE "
                        "holder IS NOT NULL UNION SELECT holder FROM readings WHERE holder IS NOT "
                        "NULL UNION SELECT holder FROM alerts WHERE holder IS NOT NULL "
                        "UNION SELECT json_extract(detail, '$.previous') FROM events WHERE kind = "
                        "6 UNION SELECT json_extract(permit.value, '$[0]') FROM readings, "
                        "json_each(readings.detail, '$.permits') AS permit WHERE "
                        "readings.state & 128)"),
            {}},
    };
    for (const auto &[statement, values] : statements) {
        if (const auto done = database->run(statement, values); !done)
            return done;
    }
    if (const auto done = cutSessions(database, *first); !done)
        return done;
    return database->run(QStringLiteral("COMMIT"));
}

Result<void> giveBackPages(RecordingDatabase *database)
{
    const auto pages = database->value(QStringLiteral("PRAGMA page_count"));
    if (!pages)
        return tl::unexpected(pages.error());
    const auto free = database->value(QStringLiteral("PRAGMA freelist_count"));
    if (!free)
        return tl::unexpected(free.error());
    if (4 * free->toLongLong() <= pages->toLongLong())
        return {};
    auto vacuum = database->select(QStringLiteral("PRAGMA incremental_vacuum"));
    if (!vacuum)
        return tl::unexpected(vacuum.error());
    while (vacuum->next()) { } // each call frees a page
    return {};
}

} // namespace

Result<bool> dropOldParts(
    RecordingDatabase *database, const RecordingKeep &keep, WallMilliseconds now)
{
    bool hasDropped = false;
    for (;;) {
        const auto part = secondPart(database);
        if (!part)
            return tl::unexpected(part.error());
        const auto used = usedBytes(database);
        if (!used)
            return tl::unexpected(used.error());
        const bool isTooOld = keep.age && *part
            && (*part)->from <= now - std::chrono::milliseconds(*keep.age).count();
        const bool isTooLarge = keep.bytes && *used > *keep.bytes;
        if (!*part || (!isTooOld && !isTooLarge))
            break;
        if (const auto dropped = dropBefore(database, **part); !dropped) {
            (void)database->run(QStringLiteral("ROLLBACK")); // the first error is the one to report
            return tl::unexpected(dropped.error());
        }
        hasDropped = true;
    }
    if (hasDropped) {
        if (const auto given = giveBackPages(database); !given)
            return tl::unexpected(given.error());
    }
    return hasDropped;
}

} // namespace lockstep
