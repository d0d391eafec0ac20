// Several windows and the command line write the same file, and people edit it by hand. Whoever
// writes therefore compares first, under a lock that all of them take, and is refused instead of
// undoing somebody else's change.

#include "core/redis/values/userfile.h"

#include "core/redis/values/coretext.h"
#include "core/redis/values/readfile.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QSaveFile>

#include <cerrno>
#include <sys/stat.h>

namespace lockstep {

namespace {

constexpr int lockPatienceMs = 500;

Error unreadable(const QString &path, const QString &reason)
{
    return {ErrorCode::FileUnreadable, QStringLiteral("%1: %2").arg(path, reason)};
}

// Nothing: there is no such file.
Result<std::optional<QByteArray>> readIfThere(const QString &path)
{
    struct stat ignored;
    if (::lstat(QFile::encodeName(path).constData(), &ignored) != 0
        && (errno == ENOENT || errno == ENOTDIR)) // others say nothing of whether it is there
        return std::nullopt;
    auto contents = readFile(path, UserFile::mostBytes);
    if (!contents)
        return tl::unexpected(contents.error());
    return std::move(*contents);
}

} // namespace

UserFile::UserFile(QString path, std::optional<QFileDevice::Permissions> permissions)
    : m_path(std::move(path))
    , m_permissions(permissions)
{
}

Result<std::optional<QByteArray>> UserFile::read()
{
    m_contents.reset();
    auto contents = readIfThere(m_path);
    if (contents)
        m_contents = contents->value_or(QByteArray());
    return contents;
}

Result<bool> UserFile::replace(const QByteArray &contents)
{
    if (!m_contents)
        return false;
    QDir().mkpath(QFileInfo(m_path).path()); // that it failed shows when the file is opened
    QLockFile lock(m_path + QStringLiteral(".lock"));
    if (!lock.tryLock(lockPatienceMs) && lock.error() == QLockFile::LockFailedError)
        return failure(ErrorCode::FileUnreadable,
            CoreText::tr("%1: another program is writing it").arg(m_path));
    const auto current = readIfThere(m_path);
    if (!current || current->value_or(QByteArray()) != *m_contents)
        return false;
    QSaveFile file(m_path);
    // A buffer that a full disk does not take would be lost without an error, and the file with it.
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
        || (m_permissions && !file.setPermissions(*m_permissions))
        || file.write(contents) != contents.size() || !file.commit())
        return tl::unexpected(unreadable(m_path, file.errorString()));
    m_contents = contents;
    return true;
}

} // namespace lockstep
