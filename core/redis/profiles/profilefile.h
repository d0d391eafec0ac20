#pragma once

#include "core/redis/profiles/profile.h"

namespace lockstep {

// The file of the profiles, which people may edit too. It is only ever replaced as a whole, and
// only while it still is what was read; what cannot be read is never written over. Nobody but its
// owner may read it: it has no secrets, but it tells where servers are.
class ProfileFile
{
public:
    static constexpr qint64 mostBytes = 4 * 1024 * 1024;
    // profiles.json, among the application's settings.
    static QString usualPath();

    explicit ProfileFile(QString path = usualPath());

    [[nodiscard]] const QString &path() const { return m_path; }
    // A file that is not there has no profiles. Blocks as long as the disk does.
    // Errors: FileUnreadable (path and reason), BadInput (see profilesFromJson()); then write()
    // writes nothing.
    Result<Profiles> read();
    // In place of those that were read or written last, atomically. False: the file is another one
    // since then, or was not read, and nothing was written. Errors: FileUnreadable (path, reason).
    Result<bool> write(const Profiles &profiles);

private:
    QString m_path;
    std::optional<QByteArray> m_contents; // as read or written last; empty: there was no file
};

} // namespace lockstep
