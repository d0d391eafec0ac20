#pragma once

#include "core/redis/values/userfile.h"
#include "core/watch/formats/rules.h"

namespace lockstep {

// A file of rules, which people and the window's dialogs write.
class RuleFile
{
public:
    // A file that is not there is one without rules.
    explicit RuleFile(QString path);

    [[nodiscard]] const QString &path() const { return m_file.path(); }
    // Blocks as long as the disk does. Errors: FileUnreadable (path and reason), BadInput (path,
    // place and what was expected); then nothing is written before it could be read.
    Result<RuleSet> read();
    // Replaces the rules that were read or written last, as UserFile::replace() does. The file's
    // "about" stays.
    Result<bool> write(const RuleSet &set);

private:
    UserFile m_file;
};

} // namespace lockstep
