#pragma once

#include "core/redis/profiles/profile.h"
#include "core/redis/values/userfile.h"

namespace lockstep {

// The file of the profiles. What cannot be read is never written over. Nobody but its owner may
// read it: it has no secrets, but it tells where servers are.
class ProfileFile
{
public:
    // Returns the path of profiles.json among the application's settings.
    static QString usualPath();

    explicit ProfileFile(QString path = usualPath());

    [[nodiscard]] const QString &path() const { return m_file.path(); }
    // A file that is not there has no profiles. Blocks as long as the disk does.
    // Errors: FileUnreadable (path and reason), BadInput (see profilesFromJson()); then write()
    // writes nothing.
    Result<Profiles> read();
    // In place of those that were read or written last, as UserFile::replace() does.
    Result<bool> write(const Profiles &profiles);

private:
    UserFile m_file;
};

} // namespace lockstep
