#pragma once

#include "core/redis/values/error.h"

#include <QSqlDatabase>

namespace lockstep {

// A connection of Qt SQL to an SQLite file, with a name of its own, from its opening to its
// closing. Queries of it have to end before.
class SqliteConnection
{
public:
    // file is a path, or a URI where options say so. What keeps it from being opened is the
    // database's lastError().
    SqliteConnection(const QString &file, const QString &options);
    ~SqliteConnection();
    Q_DISABLE_COPY_MOVE(SqliteConnection)

    // Errors: FileUnreadable, Qt's module for SQLite is missing.
    Result<void> checkDriver(const QString &path) const;
    [[nodiscard]] const QSqlDatabase &database() const { return m_database; }

private:
    QString m_name;
    QSqlDatabase m_database;
};

} // namespace lockstep
