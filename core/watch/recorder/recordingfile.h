#pragma once

#include "core/redis/values/error.h"

#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>
#include <utility>

namespace lockstep {

class RecordingDatabase;

// What the header of a file says. It is read in a way that changes and locks nothing, so a file
// that is refused stays as it is.
enum class RecordingFile : quint8 {
    Missing,
    Empty, // it has no bytes, and a recording may begin in it
    Recording,
};
// Errors: FileUnreadable; BadInput where it is no recording, or one of a later version.
Result<RecordingFile> recordingFileAt(const QString &path);

// A recording goes on only with the server that it is of: whether the file may go on with what is
// watched at this address (Endpoint::display()). A file that is no recording yet may. May block as
// isSameServer() does. Errors: BadInput, it is a recording of another server; those of
// recordingFileAt() and RecordingDatabase::open().
Result<void> checkRecordedServer(const QString &path, const QString &address);

// Whether a process writes the recording (ClaimedRecording).
bool hasRecorder(const QString &path);

// A recording, or a file that becomes one, that nobody else records into: a lock file beside it
// keeps other recorders away while this exists.
class ClaimedRecording
{
public:
    // Errors: as recordingFileAt(); BadInput also where another process records into the file,
    // where it is damaged, and where no file can be made beside it.
    static Result<std::unique_ptr<ClaimedRecording>> claim(const QString &path);
    ~ClaimedRecording();
    Q_DISABLE_COPY_MOVE(ClaimedRecording)

    // Opens it for writing, and makes it if there is none. Errors: as RecordingDatabase::open().
    Result<std::unique_ptr<RecordingDatabase>> open();
    // Errors: BadInput, the file that was opened was moved away, replaced or deleted.
    Result<void> checkPlace() const;
    [[nodiscard]] qint64 logSize() const; // of the write-ahead log, in bytes; 0: there is none
    // Deletes the file if open() has made it, and not another one that is at its place by now. The
    // database must be closed.
    void removeIfNew() const;

private:
    explicit ClaimedRecording(const QString &path);

    using Place = std::pair<quint64, quint64>; // device and inode of a file

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    bool m_isMissing = false; // when it was claimed
    std::optional<Place> m_made; // the file that open() has made
    Place m_place; // the file that is open
};

} // namespace lockstep
