#pragma once

#include "core/watch/recorder/recorder.h"

#include <QDateTime>
#include <QTimer>

namespace lockstep {

// Records the watch of a window into a file, from the user's wish on until the user, an error or
// the end of the watch ends it. The window stays usable meanwhile: a file that is there is checked
// first, on a thread of its own, and the end is written on the recorder's.
class WatchRecording : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    ~WatchRecording() override; // finishes, and waits for the disk

    struct State
    {
        QString path; // empty if nothing is recorded and no file is being opened
        QDateTime since;
        qint64 bytes = 0; // of the file, with what SQLite has beside it
        bool isFinishing = false; // end() was called; the rest is being written
    };

    // address: of what is watched, for the file; a file of another server is refused. prefix:
    // only keys that begin with it are watched. Nothing may be active.
    void begin(const QString &path, const QString &address, const QByteArray &prefix);
    // Begins to end the recording in order; ended() or failed() tells when that is done. Does
    // nothing if there is none.
    void end();
    // Ends it in order and waits for the disk. failed() tells before this returns if it could not.
    void finish();
    // What the watch has said; ignored while nothing is recorded.
    void take(const Snapshot &snapshot);

    // Whether there is a recording; true also while it is being opened or finished.
    [[nodiscard]] bool isActive() const { return !m_path.isEmpty(); }
    [[nodiscard]] State state() const;

Q_SIGNALS:
    // It has begun, is being finished, or has ended; also each second, for the size of the file.
    void stateChanged();
    void ended(const QString &path); // in order, after end()
    // It cannot begin, or goes on no longer; said once for each recording.
    void failed(const lockstep::Error &error);

private:
    using OpenedRecorder = Result<std::unique_ptr<Recorder>>;
    void onOpened(int number, OpenedRecorder opened);
    void onFinished();
    void fail(const Error &error);
    void forget();

    std::unique_ptr<Recorder> m_recorder;
    int m_openings = 0; // of files, so far
    int m_opening = 0; // the number of the present one; 0: there is none, or it was given up
    QString m_path;
    QDateTime m_since;
    bool m_isFinishing = false;
    QTimer m_second;
};

} // namespace lockstep
