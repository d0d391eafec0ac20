#pragma once

#include "core/redis/threads/workerthread.h"
#include "core/watch/recorder/recordingwriter.h"

#include <QObject>

namespace lockstep {

// Records a watch on a thread of its own: nobody who watches waits for a disk. All members are
// called on the thread the object lives on.
class Recorder : public QObject
{
    Q_OBJECT

public:
    // Waits until the file is open. Errors: those of RecordingWriter::open().
    static Result<std::unique_ptr<Recorder>> begin(
        const QString &path, const RecordingOptions &options);
    ~Recorder() override; // ends the session, if finish() has not

    // What Watch::take() gave. It is in the file half a second later. Until the server has been
    // reached nothing is recorded.
    void take(const Snapshot &snapshot);
    // Writes what is left and ends the session. Waits for the disk. Errors: why it could not; what
    // failed() has told is not told again.
    Result<void> finish();
    // Does the same and waits for nothing: finished() or failed() tells when it is done. Nothing is
    // taken after that.
    void finishInBackground();

    // Whether anything is in the file by now. Where nothing is in the end, no new file is left.
    [[nodiscard]] bool hasRecorded() const;

Q_SIGNALS:
    void finished(); // after finishInBackground(): all is in the file, which is closed
    // Nothing more is written. What was written before is readable.
    void failed(const lockstep::Error &error);

private:
    struct Shared;
    Recorder();

    std::shared_ptr<Shared> m_shared;
    bool m_isReached = false; // the server was, once
    bool m_hasTaken = false;
    WorkerThread m_worker;
};

} // namespace lockstep
