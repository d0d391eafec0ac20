#pragma once

#include "core/watch/formats/rules.h"

namespace lockstep {

// A file of rules that is read and written by the program, and by people as well, so it is only
// ever replaced as a whole, and only while it still is what was read.
class RuleFile
{
public:
    static constexpr qint64 mostBytes = 4 * 1024 * 1024;

    // A file that is not there is one without rules.
    explicit RuleFile(QString path);

    [[nodiscard]] const QString &path() const { return m_path; }
    // Blocks as long as the disk does. Errors: FileUnreadable (path and reason), BadInput (path,
    // place and what was expected); then nothing is written before it could be read.
    Result<RuleSet> read();
    // In place of those that were read or written last; atomically, and the file's "about" stays.
    // False: the file is another one since then, or was not read, and nothing was written.
    // Errors: FileUnreadable (path and reason).
    Result<bool> write(const RuleSet &set);

private:
    QString m_path;
    std::optional<QByteArray> m_contents; // as read or written last; empty: there was no file
};

} // namespace lockstep
