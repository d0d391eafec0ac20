#pragma once

#include "core/redis/values/error.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QSqlRecord>
#include <QVariantList>

#include <memory>
#include <utility>
#include <vector>

namespace lockstep {

// A check of 16 bits over the values of one row, id included: it finds any byte that is damaged.
int rowCheck(const QVariantList &values);

// An open recording: all SQL goes through this. Lives on one thread.
class RecordingDatabase
{
public:
    enum class Access : quint8 { Read, Write };

    // Errors: FileUnreadable; BadInput as recordingFileAt(), and where the schema is another one.
    static Result<std::unique_ptr<RecordingDatabase>> open(const QString &path, Access access);
    ~RecordingDatabase();
    Q_DISABLE_COPY_MOVE(RecordingDatabase)

    [[nodiscard]] const QString &path() const { return m_path; }

    // A statement without rows. Errors: FileUnreadable with path and reason; BadInput: in a
    // sentence.
    Result<void> run(const QString &statement, const QVariantList &values = {});
    // The row with its check behind it. Prepared once for each table.
    Result<void> insert(const char *table, const QVariantList &values);
    // Rows are read with next() of what is returned.
    Result<QSqlQuery> select(const QString &statement, const QVariantList &values = {});
    // The first value of the first row; invalid: there is none.
    Result<QVariant> value(const QString &statement, const QVariantList &values = {});
    // The values of the row that the query stands on, which has so many columns. Errors: BadInput:
    // the last one is not the check of the others, so the file is damaged.
    Result<QVariantList> checkedRow(const QSqlQuery &query, int columns, const char *table) const;
    // Calls take with each row of the statement, checked.
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

    // What is wrong with the file, as the error of who found it.
    [[nodiscard]] Error damage(const QString &what) const;

private:
    RecordingDatabase(const QString &path, const QString &connection);
    [[nodiscard]] Error errorOf(const QSqlError &error) const;
    [[nodiscard]] Result<void> endOf(const QSqlQuery &query) const;
    Result<void> create();
    Result<void> checkSchema();

    QString m_path;
    QString m_connection;
    QSqlDatabase m_database;
    std::vector<std::pair<QByteArray, QSqlQuery>> m_inserts; // by table
};

// Whether nothing is missing in a recording and everything is found where it is looked for:
// SQLite's own check of its pages, the count of the rows that the batches tell, and whether the
// indexes have what the tables have. What rows have is checked when they are read (rowCheck). Ten
// million events take some seconds. Errors: BadInput: what is damaged.
Result<void> verifyRecording(RecordingDatabase *database);

} // namespace lockstep
