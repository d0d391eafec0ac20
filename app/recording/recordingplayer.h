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
    // sceneReady() or failed() answers, and after sceneReady() historiesReady(). Of the moments
    // that are asked for while the reader is busy, only the latest is answered.
    void askForMoment(WallMilliseconds at);
    // Sets the objects that historiesReady() tells of, and emits it for the moment that was
    // answered last, if there is one; after that it is emitted for each that is answered. failed()
    // where they cannot be read. reach: how much time up to the moment.
    void setPlottedItems(Family family, const QList<QByteArray> &keys, Milliseconds reach);
    // Looks for the line of the journal that is next to that moment; eventFound() answers.
    void findEvent(WallMilliseconds from, Direction direction);

Q_SIGNALS:
    void opened(const lockstep::RecordingOverview &overview);
    void sceneReady(const lockstep::RecordedScene &scene);
    void historiesReady(qint64 at, const std::vector<lockstep::RecordedHistory> &histories);
    void eventFound(std::optional<qint64> at); // nothing: there is none
    void failed(const lockstep::Error &error);

private:
    struct PlottedItems;
    struct Shared;

    QString m_path;
    std::shared_ptr<Shared> m_shared;
    WorkerThread m_worker;
};

} // namespace lockstep
