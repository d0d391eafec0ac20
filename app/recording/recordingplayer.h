#pragma once

#include "core/redis/threads/workerthread.h"
#include "core/watch/recorder/recordingreader.h"
#include "ui/replay/recordedtimes.h"

#include <QObject>

namespace lockstep {

// A recording as a whole.
struct RecordingOverview
{
    RecordedTimes times;
    bool isEmpty = false; // no session has begun; the other fields say nothing
    bool isCutOff = false; // the last session has not ended in order
    bool isBeingRecorded = false;
    bool isLatestMissing = false; // see RecordingReader::isLatestMissing()
};

// A moment of a recording, and what happened until then.
struct RecordedScene
{
    WallMilliseconds at = 0;
    RecordedMoment moment;
    // Oldest first: the latest RecordingPlayer::mostLines up to that moment, or, where continues is
    // set, all of them since the scene before.
    std::vector<JournalEntry> journal;
    bool continues = false;
};

// Reads a recording on a thread of its own, so that nobody who looks at it waits for a disk. All
// members are called, and all signals emitted, on the thread the object lives on. The destructor
// waits for nothing.
class RecordingPlayer : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 mostLines = 1000;
    enum class Direction : quint8 { Backward, Forward };

    explicit RecordingPlayer(const QString &path);
    ~RecordingPlayer() override;

    // Checks the whole file first; opened() or failed() answers.
    void open();
    // sceneReady() or failed() answers. Of several moments that were asked for meanwhile only the
    // latest is answered.
    void show(WallMilliseconds at);
    // Of these objects historiesReady() tells from now on, now and after each moment that is shown.
    // reach: how much time up to the moment.
    void plot(Family family, const QList<QByteArray> &keys, Milliseconds reach);
    // Looks for the line of the journal that is next to that moment; eventFound() answers.
    void findEvent(WallMilliseconds from, Direction direction);

Q_SIGNALS:
    void opened(const lockstep::RecordingOverview &overview);
    void sceneReady(const lockstep::RecordedScene &scene);
    void historiesReady(qint64 at, const std::vector<lockstep::RecordedHistory> &histories);
    void eventFound(std::optional<qint64> at); // nothing: there is none
    void failed(const lockstep::Error &error);

private:
    struct Shared;

    QString m_path;
    std::shared_ptr<Shared> m_shared;
    WorkerThread m_worker;
};

} // namespace lockstep
