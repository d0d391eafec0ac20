#pragma once

#include "core/watch/recorder/sqliteconnection.h"

#include <QSqlQuery>
#include <QSqlRecord>
#include <QVariantList>

#include <memory>
#include <utility>
#include <vector>

namespace lockstep {

// A CRC of 16 bits over the values of one row, its id included. It detects any single damaged byte.
int rowCheck(const QVariantList &values);

// An open recording: all SQL goes through this. Lives on one thread.
class RecordingDatabase
{
public:
    enum class Access : quint8 { Read, Write };

    // Errors: FileUnreadable; BadInput as recordingFileAt(), and where the schema is another one.
    static Result<std::unique_ptr<RecordingDatabase>> open(const QString &path, Access access);
    // Merges the write-ahead log of a recording that has ended into its file, which can then be
    // copied alone. Where that is not possible, because somebody reads it or it may not be written,
    // the two stay as they are.
    static void mergeLog(const QString &path);
    Q_DISABLE_COPY_MOVE(RecordingDatabase)

    [[nodiscard]] const QString &path() const { return m_path; }

    // Executes a statement that returns no rows. Errors: FileUnreadable, with path and reason;
    // BadInput, with a whole sentence.
    Result<void> run(const QString &statement, const QVariantList &values = {});
    // Inserts the row and its check, or replaces the row that has this id. The statement is
    // prepared once for each table.
    Result<void> insert(const char *table, const QVariantList &values);
    // Executes a statement; its rows are read with next() of the query that is returned.
    Result<QSqlQuery> select(const QString &statement, const QVariantList &values = {});
    // The first value of the first row; invalid if there is no row.
    Result<QVariant> value(const QString &statement, const QVariantList &values = {});
    // The values of the query's current row, without the last one, which is their check. columns
    // counts the check too. Errors: BadInput, the check is wrong, so the file is damaged.
    Result<QVariantList> checkedRow(const QSqlQuery &query, int columns, const char *table) const;
    // Calls take with each row of the statement, as checkedRow() returns it.
    template <typename Take>
    Result<void> each(
        const char *table, const QString &statement, const QVariantList &values, const Take &take)
    {
        auto query = select(statement, values);
        if (!query)
            return tl::unexpected(query.error());
        const int columns = query->record().count();
        while (query->next()) {
            const auto row = checkedRow(*query, columns, table);
            if (!row)
                return tl::unexpected(row.error());
            if (const Result<void> taken = take(*row); !taken)
                return taken;
        }
        return endOf(*query);
    }

    // Makes a recording of an earlier version, which goes on, one of the present version, which is
    // what it gets from now on.
    Result<void> raiseVersion();

    // The error which says that the file is damaged, and how.
    [[nodiscard]] Error damage(const QString &what) const;
    // The same for rows that SQLite stopped giving, and for a row of another table that one of
    // them refers to. (Said here because the lupdate of Qt 6.8 finds no context for a text in the
    // methods of RecordingReader.)
    [[nodiscard]] Error unreadableRows() const;
    [[nodiscard]] Error missingHolder() const;
    [[nodiscard]] Error missingObject() const;
    // The error which says that a file cannot be read, for which its log, which is missing, is the
    // likely reason.
    [[nodiscard]] Error missingLog() const;
    // The error which says that a reader's oldest rows were deleted since it opened the file.
    [[nodiscard]] Error missingOldestPart() const;

private:
    RecordingDatabase(const QString &path, Access access);
    [[nodiscard]] Error errorOf(const QSqlError &error) const;
    [[nodiscard]] Result<void> endOf(const QSqlQuery &query) const;
    Result<void> create();
    Result<void> checkSchema();

    QString m_path;
    SqliteConnection m_connection;
    std::vector<std::pair<QByteArray, QSqlQuery>> m_inserts; // by table
};

// Checks that nothing is missing in a recording: by SQLite's own check of its pages, by comparing
// the number of rows with what the batches say, and by comparing the indexes with their tables. The
// contents of a row are checked when it is read (rowCheck). Ten million events take some seconds.
// Errors: BadInput, it says what is damaged.
Result<void> verifyRecording(RecordingDatabase *database);

} // namespace lockstep
