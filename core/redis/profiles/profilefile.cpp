// Several windows and the command line write the same file, and people edit it by hand. Whoever
// writes therefore compares first, under a lock that all of them take, and is refused instead of
// undoing somebody else's change. Rules are kept in the same way (core/watch/formats/rulefile.cpp).

#include "core/redis/profiles/profilefile.h"

#include "core/redis/profiles/profilejson.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace lockstep {

namespace {

constexpr int lockPatienceMs = 500;
constexpr auto ownersOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

Error unreadable(const QString &path, const QString &reason)
{
    return {ErrorCode::FileUnreadable, QStringLiteral("%1: %2").arg(path, reason)};
}

// Empty: there is no such file.
Result<QByteArray> contentsOf(const QString &path)
{
    QFile file(path);
    if (!file.exists() && !QFileInfo(path).isSymLink())
        return QByteArray();
    if (!file.open(QIODevice::ReadOnly))
        return tl::unexpected(unreadable(path, file.errorString()));
    QByteArray contents = file.read(ProfileFile::mostBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return tl::unexpected(unreadable(path, file.errorString()));
    if (contents.size() > ProfileFile::mostBytes)
        return failure(ErrorCode::BadInput,
            QStringLiteral("%1: expected at most %2 bytes").arg(path).arg(ProfileFile::mostBytes));
    return contents;
}

} // namespace

QString ProfileFile::usualPath()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation))
        .filePath(QStringLiteral("profiles.json"));
}

ProfileFile::ProfileFile(QString path)
    : m_path(std::move(path))
{
}

Result<Profiles> ProfileFile::read()
{
    m_contents.reset();
    const Result<QByteArray> contents = contentsOf(m_path);
    if (!contents)
        return tl::unexpected(contents.error());
    Profiles profiles;
    // An empty file is damaged, not one without profiles: this program never writes one.
    if (!contents->isEmpty() || QFileInfo::exists(m_path)) {
        auto read = profilesFromJson(*contents, m_path);
        if (!read)
            return read;
        profiles = std::move(*read);
    }
    m_contents = *contents;
    return profiles;
}

Result<bool> ProfileFile::write(const Profiles &profiles)
{
    if (!m_contents)
        return false;
    QDir().mkpath(QFileInfo(m_path).path()); // that it failed shows when the file is opened
    QLockFile lock(m_path + QStringLiteral(".lock"));
    if (!lock.tryLock(lockPatienceMs) && lock.error() == QLockFile::LockFailedError)
        return failure(ErrorCode::FileUnreadable,
            QStringLiteral("%1: another program is writing it").arg(m_path));
    const Result<QByteArray> present = contentsOf(m_path);
    if (!present || *present != *m_contents)
        return false;
    const QByteArray json = profilesToJson(profiles);
    QSaveFile file(m_path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(ownersOnly)
        || file.write(json) != json.size() || !file.commit())
        return tl::unexpected(unreadable(m_path, file.errorString()));
    m_contents = json;
    return true;
}

} // namespace lockstep
