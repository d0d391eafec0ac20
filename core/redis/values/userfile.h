#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QFileDevice>
#include <QString>

#include <optional>

namespace lockstep {

// A small file that this program writes and people edit too. It is only ever replaced as a whole,
// and only while it still is what was read.
class UserFile
{
public:
    static constexpr qint64 mostBytes = 4 * 1024 * 1024;

    // A file that is written anew is given these permissions; without any, those that it has, and
    // the usual ones where there is none.
    explicit UserFile(QString path, std::optional<QFileDevice::Permissions> permissions = {});

    [[nodiscard]] const QString &path() const { return m_path; }
    // The contents as they were read or replaced last; empty if there was no file. Nothing if the
    // file was not read, or forgotten.
    [[nodiscard]] const std::optional<QByteArray> &contents() const { return m_contents; }

    // Nothing: there is no such file. Blocks as long as the disk does.
    // Errors: FileUnreadable (path and reason), BadInput (path; more than mostBytes).
    Result<std::optional<QByteArray>> read();
    // What was read makes no sense, and must not be replaced.
    void forget() { m_contents.reset(); }
    // Replaces the file atomically. False: the file is another one since it was read or replaced
    // last, or was not read, and nothing was written. Errors: FileUnreadable (path and reason).
    Result<bool> replace(const QByteArray &contents);

private:
    QString m_path;
    std::optional<QFileDevice::Permissions> m_permissions;
    std::optional<QByteArray> m_contents;
};

} // namespace lockstep
