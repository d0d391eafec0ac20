#pragma once

#include "core/watch/recorder/recorder.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"

namespace lockstep {

// What a recording, which may still be written, says of a key at its latest moment.
struct RecordedState
{
    QByteArray state; // who holds the lock, "free" if nothing is there, the value, or "not known"
    WallMilliseconds at = 0; // the moment
    std::size_t sessions = 0; // in the file
};
RecordedState latestRecordedState(const QString &path, Family family, const QByteArray &key);

// A server that is watched, and recorded into a file. What a test does to it is seen by the watch
// and stands in the file when a function returns, and some time that is recorded has passed since;
// so what a moment has to say does not depend on how fast the machine is. Whatever prevents that
// ends the test program.
class RecordedServer
{
public:
    explicit RecordedServer(const QString &path);
    ~RecordedServer();
    Q_DISABLE_COPY_MOVE(RecordedServer)

    // The time of day, in ms.
    static WallMilliseconds now();
    // Something was done after the one and seen by the watch before the other.
    struct Did
    {
        WallMilliseconds from = 0;
        WallMilliseconds to = 0;
    };

    void beginSession();
    WallMilliseconds endSession(); // returns when it ended
    Did hold(const QByteArray &key, const QByteArray &token, qint64 lease = 600'000);
    Did release(const QByteArray &key);
    Did renew(const QByteArray &key, qint64 lease);
    Did setCounter(const QByteArray &key, int value);
    Did goAway(); // to: the watch has noticed it
    Did comeBack(); // without its data; nothing was read again yet
    // Waits until that is recorded, as after each of the above.
    Did seeRecorded(Family family, const QByteArray &key, const QByteArray &state);
    // Seen, but not recorded.
    void setUnrecorded(const QByteArray &key, int value);

private:
    void waitFor(const char *what, const std::function<bool()> &condition);
    Did doAndSee(Family family, const QByteArray &key, const Command &command,
        const QByteArray &recorded, const std::function<bool()> &isSeen);

    QString m_path;
    TestServer m_server;
    WatchLog m_log;
    std::unique_ptr<Recorder> m_recorder; // nullptr between two sessions
};

} // namespace lockstep
