// Two windows may show the same server, and people edit the file by hand. Whoever writes therefore
// compares first, under a lock that both windows take, and an edit of what is there no longer is
// refused instead of undoing somebody else's.

#include "core/watch/formats/rulefile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>

namespace lockstep {

namespace {

constexpr int lockPatienceMs = 500;

Error unreadable(const QString &path, const QString &reason)
{
    return {ErrorCode::FileUnreadable, QStringLiteral("%1: %2").arg(path, reason)};
}

// Empty: there is no such file.
Result<QByteArray> ruleTextIn(const QString &path)
{
    QFile file(path);
    if (!file.exists() && !QFileInfo(path).isSymLink())
        return QByteArray();
    if (!file.open(QIODevice::ReadOnly))
        return tl::unexpected(unreadable(path, file.errorString()));
    QByteArray contents = file.read(RuleFile::mostBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return tl::unexpected(unreadable(path, file.errorString()));
    if (contents.size() > RuleFile::mostBytes)
        return failure(ErrorCode::BadInput,
            QStringLiteral("%1: expected at most %2 bytes").arg(path).arg(RuleFile::mostBytes));
    return contents;
}

} // namespace

RuleFile::RuleFile(QString path)
    : m_path(std::move(path))
{
}

Result<RuleSet> RuleFile::read()
{
    m_contents.reset();
    const Result<QByteArray> contents = ruleTextIn(m_path);
    if (!contents)
        return tl::unexpected(contents.error());
    RuleSet set;
    if (!contents->isEmpty() || QFileInfo::exists(m_path)) {
        auto read = rulesFromJson(*contents, m_path);
        if (!read)
            return read;
        set = std::move(*read);
    }
    m_contents = *contents;
    return set;
}

Result<bool> RuleFile::write(const RuleSet &set)
{
    if (!m_contents)
        return false;
    QDir().mkpath(QFileInfo(m_path).path()); // that it failed shows when the file is opened
    QLockFile lock(m_path + QStringLiteral(".lock"));
    if (!lock.tryLock(lockPatienceMs) && lock.error() == QLockFile::LockFailedError)
        return failure(ErrorCode::FileUnreadable,
            QStringLiteral("%1: another program is writing it").arg(m_path));
    const Result<QByteArray> present = ruleTextIn(m_path);
    if (!present || *present != *m_contents)
        return false;
    const QString about =
        QJsonDocument::fromJson(*present).object().value(QStringLiteral("about")).toString();
    const QByteArray json = rulesToJson(set, about);
    QSaveFile file(m_path);
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size() || !file.commit())
        return tl::unexpected(unreadable(m_path, file.errorString()));
    m_contents = json;
    return true;
}

} // namespace lockstep
