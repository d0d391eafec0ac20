#include "core/release/releaseaudit.h"

#include "core/redis/values/bytestext.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QStandardPaths>

#include <array>

#include <pwd.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr qint64 mostBytes = 1024 * 1024;

QString systemUser()
{
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    const uid_t id = getuid();
    if (getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found) == 0 && found)
        return QString::fromLocal8Bit(entry.pw_name);
    return QString::number(id);
}

QString outcomeId(const Result<Takeover> &outcome)
{
    if (!outcome)
        return outcome.error().mayHaveRun ? QStringLiteral("unknown") : QStringLiteral("failed");
    switch (*outcome) {
    case Takeover::Released:
        return QStringLiteral("released");
    case Takeover::ReleasedUnheard:
        return QStringLiteral("releasedUnheard");
    case Takeover::NotHeld:
        return QStringLiteral("notHeld");
    }
    return {};
}

QByteArray lineOf(const ReleaseRecord &record)
{
    QJsonObject line{
        {QStringLiteral("at"), QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
        {QStringLiteral("user"), systemUser()},
        {QStringLiteral("server"), record.endpoint.display()},
        {QStringLiteral("serverIds"), QJsonArray::fromStringList(record.server.ofServer)},
        {QStringLiteral("tokenSha256"),
            QString::fromLatin1(
                QCryptographicHash::hash(record.lock.token, QCryptographicHash::Sha256).toHex())},
        {QStringLiteral("holds"), record.lock.holds},
        {QStringLiteral("outcome"), outcomeId(record.outcome)},
    };
    insertBytes(line, QStringLiteral("key"), record.key);
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

// Renames a full file. If the lock file cannot be had soon, the line is appended to the full file.
void setAsideIfFull(const QString &file)
{
    QLockFile lock(file + QStringLiteral(".lock"));
    if (QFileInfo(file).size() < mostBytes || !lock.tryLock(500)
        || QFileInfo(file).size() < mostBytes)
        return;
    const QString old = file + QStringLiteral(".1");
    QFile::remove(old);
    QFile::rename(file, old);
}

} // namespace

QString ReleaseAudit::usualFile()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation))
        .filePath(QStringLiteral("releases.jsonl"));
}

ReleaseAudit::ReleaseAudit(QString file)
    : m_file(std::move(file))
{
}

Result<void> ReleaseAudit::append(const ReleaseRecord &record) const
{
    QDir().mkpath(QFileInfo(m_file).path()); // a failure shows when the file is opened
    setAsideIfFull(m_file);
    const QByteArray line = lineOf(record);
    QFile file(m_file);
    const bool isNew = !file.exists();
    const bool written = file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered)
        && (!isNew || file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        && file.write(line) == line.size();
    if (!written)
        return failure(
            ErrorCode::FileUnreadable, QStringLiteral("%1: %2").arg(m_file, file.errorString()));
    return {};
}

} // namespace lockstep
