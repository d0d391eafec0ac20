// Implements verifyRecording() of recordingdatabase.h. An index is compared with its table by a sum
// over each. Rejected: SQLite's integrity_check, which searches the index for each row and takes
// four times as long as all of this.

#include "core/redis/values/coretext.h"
#include "core/watch/recorder/recordingdatabase.h"

namespace lockstep {

namespace {

Result<void> checkPages(RecordingDatabase *database)
{
    const auto told = database->value(QStringLiteral("PRAGMA quick_check(1)"));
    if (!told)
        return tl::unexpected(told.error());
    if (told->toString() != u"ok")
        return tl::unexpected(database->damage(CoreText::tr("SQLite finds it malformed")));
    return {};
}

Result<QStringList> sumOf(RecordingDatabase *database, const char *table, const QString &through)
{
    auto query = database->select(
        QStringLiteral("SELECT count(*), sum((ifnull(item, -1) * 31 + id) % 1000003) FROM %1 %2")
            .arg(QLatin1String(table), through));
    if (!query)
        return tl::unexpected(query.error());
    if (!query->next())
        return tl::unexpected(database->damage(CoreText::tr("its rows cannot be counted")));
    return QStringList{query->value(0).toString(), query->value(1).toString()};
}

// Returns the number of rows of both tables, which the batches have to confirm.
Result<qint64> checkIndexes(RecordingDatabase *database)
{
    qint64 rows = 0;
    for (const char *const table : {"events", "readings"}) {
        const auto byTable = sumOf(database, table, QStringLiteral("NOT INDEXED"));
        if (!byTable)
            return tl::unexpected(byTable.error());
        const auto byIndex = sumOf(database, table,
            QStringLiteral("INDEXED BY %1_by_item WHERE item IS NULL OR item IS NOT NULL")
                .arg(QLatin1String(table)));
        if (!byIndex)
            return tl::unexpected(byIndex.error());
        if (*byTable != *byIndex)
            return tl::unexpected(database->damage(
                CoreText::tr("the index of %1 is not that of its rows").arg(QLatin1String(table))));
        rows += byTable->front().toLongLong();
    }
    return rows;
}

Result<void> checkBatches(RecordingDatabase *database, qint64 rows)
{
    std::optional<qint64> last;
    qint64 told = 0;
    const auto read = database->each("batches", QStringLiteral("SELECT * FROM batches ORDER BY id"),
        {}, [&](const QVariantList &row) -> Result<void> {
            const qint64 first = row[2].toLongLong();
            if (last && first != *last + 1)
                return tl::unexpected(
                    database->damage(CoreText::tr("some of its batches are missing")));
            last = row[3].toLongLong();
            told += *last - first + 1;
            return {};
        });
    if (!read)
        return read;
    if (told != rows)
        return tl::unexpected(database->damage(CoreText::tr("some of its rows are missing")));
    return {};
}

} // namespace

Result<void> verifyRecording(RecordingDatabase *database)
{
    if (const auto checked = checkPages(database); !checked)
        return checked;
    const auto rows = checkIndexes(database);
    if (!rows)
        return tl::unexpected(rows.error());
    return checkBatches(database, *rows);
}

} // namespace lockstep
