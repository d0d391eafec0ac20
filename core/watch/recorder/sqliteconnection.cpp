#include "core/watch/recorder/sqliteconnection.h"

#include "core/redis/values/coretext.h"

#include <QUuid>

namespace lockstep {

SqliteConnection::SqliteConnection(const QString &file, const QString &options)
    : m_name(QUuid::createUuid().toString())
    , m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_name))
{
    m_database.setDatabaseName(file);
    m_database.setConnectOptions(options);
    m_database.open();
}

SqliteConnection::~SqliteConnection()
{
    m_database.close();
    m_database = {};
    QSqlDatabase::removeDatabase(m_name);
}

Result<void> SqliteConnection::checkDriver(const QString &path) const
{
    if (m_database.isValid())
        return {};
    return failure(ErrorCode::FileUnreadable,
        CoreText::tr("%1: Qt's module for SQLite is not installed (libqt6sql6-sqlite).").arg(path));
}

} // namespace lockstep
