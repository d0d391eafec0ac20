#pragma once

#include "core/redis/connection/backoff.h"
#include "core/redis/connection/connection.h"
#include "core/watch/link/pacer.h"
#include "core/watch/reading/fallinglimits.h"
#include "core/watch/reading/longestlately.h"
#include "core/watch/reading/looktiming.h"
#include "core/watch/reading/readbatch.h"
#include "core/watch/reading/readpace.h"
#include "core/watch/reading/readqueue.h"
#include "core/watch/reading/readrests.h"
#include "core/watch/reading/unreadpermits.h"
#include "core/watch/store/itemstore.h"
#include "core/watch/values/probe.h"

#include <QObject>
#include <QTimer>

#include <algorithm>
#include <deque>
#include <memory>

namespace lockstep {

// Reads objects. What is wanted within one turn (WatchOptions::refresh) is read together, each
// object once, the longest waiting first, value and PTTL in one pipeline. The readings go into the
// store.
class ItemReader : public QObject
{
    Q_OBJECT

public:
    // Reads that no announcement asked for are charged to the pacer.
    ItemReader(
        Connection *connection, ItemStore *store, Milliseconds turn, Pacer pacer, QObject *parent);

    void setServerTime(const ServerTime &time);
    // What its readings tell of the time before them.
    [[nodiscard]] LookTiming &timing() { return m_timing; }
    [[nodiscard]] const LookTiming &timing() const { return m_timing; }
    enum class Why : quint8 { Asked, Announced };
    // Asks for a key of the store to be read; other keys are ignored when their turn comes. since:
    // when the reason for reading it became known.
    void want(const QByteArray &key, Why why = Why::Asked,
        Instant since = std::chrono::steady_clock::now());
    // Asks for these to be read at once, but behind all that is wanted; caughtUp() follows.
    void readAlso(std::vector<QByteArray> keys);
    void clear(); // forgets what is wanted and under way
    [[nodiscard]] bool isIdle() const { return m_queue.isEmpty() && m_also.empty() && !m_batch; }
    // Tells since when the change that has waited longest is known and not read.
    [[nodiscard]] std::optional<Instant> waitingSince() const;
    // How long what was read within the last seconds had waited, at most.
    [[nodiscard]] Instant::duration longestWait(Instant now) const { return m_waits.longest(now); }
    // When the latest reading was made; nothing: none was.
    [[nodiscard]] std::optional<Instant> lastReading() const { return m_lastReading; }
    [[nodiscard]] std::chrono::microseconds busy() const { return m_busy + m_unread.busy(); }
    // How many announced names have led to a read.
    [[nodiscard]] qint64 wants() const { return m_wants; }
    // Objects that were announced and read, those of them that were as before, and the commands
    // that were sent to read them.
    struct Announcements
    {
        qint64 read = 0;
        qint64 inVain = 0;
        qint64 commands = 0;
    };
    [[nodiscard]] Announcements announcements() const { return m_announcements; }
    // What the server executes for others decides how often a hot key is read.
    void setOthers(std::optional<double> commandsPerSecond) { m_pace.setOthers(commandsPerSecond); }
    void setLocksMayRest(bool mayRest) { m_pace.setLocksMayRest(mayRest); } // see ReadPace
    void updatePace(Instant now) { m_pace.update(now, m_announcements.commands); } // once a second
    // How long an object that changes all the time is left alone after it was read; 0: not at all.
    [[nodiscard]] Milliseconds rest(Family family) const { return m_pace.rest(family); }
    // What has been read, and goes on to change as time passes.
    [[nodiscard]] FallingLimits &falling() { return m_falling; }
    // Of what has been read, the semaphores of which not all permits were.
    [[nodiscard]] UnreadPermits &unreadPermits() { return m_unread; }

Q_SIGNALS:
    void answered(); // a batch was answered; nothing of it is applied yet
    void read(const QByteArray &key); // the object was read, and the store has the reading
    void partsKnown(const QByteArray &key,
        const QList<QByteArray> &parts); // further keys the object consists of
    // It is no longer what it was, or may not be read and never was; removed from the store.
    void mismatched(const QByteArray &key);
    void tooLarge(const QByteArray &key); // one of its replies was too large; it was removed
    // What the server's clock said just before locks were read, which are applied to the store
    // after that: if it was set since they were read last, their deadlines tell nothing.
    void timeTold(const lockstep::ServerTime &time);
    void denied(const lockstep::MissingPermission &missing);
    // Another node of the Cluster serves the key; removed from the store.
    void movedAway(const QByteArray &key, const lockstep::Error &error);
    // Emitted when the reason for which the server refuses to answer changes; nullopt: it answers.
    void refused(const std::optional<lockstep::Error> &error);
    void batchDone();
    void caughtUp(); // all of readAlso() is read

private:
    using Source = ReadQueue::Source;
    using Wanted = ReadQueue::Wanted;
    using Object = ReadBatch::Object;

    void startBatch();
    void fillBatch(std::vector<ReadPlan> &plans);
    void addToBatch(Wanted wanted, const FormatPtr &format, std::vector<ReadPlan> &plans);
    void askTime();
    void ask(std::size_t object, const ReadPlan &plan);
    void finish();
    void noteWait(Instant since);
    void charge(const ReadBatch &batch);
    void conclude(const Object &object, ReadBatch &batch);
    [[nodiscard]] Look lookOf(const Object &object, const ReadBatch &batch);
    bool concludeUnreadable(const Object &object, const ReadBatch &batch);
    void returnToQueue(const ReadBatch &batch);
    void noteAnnounced(const Object &object, bool isNews);
    [[nodiscard]] Milliseconds turn() const { return std::max(m_turn, m_pace.turn()); }
    void schedule();

    Connection *m_connection;
    ItemStore *m_store;
    Milliseconds m_turn;
    Pacer m_pacer;
    ServerTime m_time;
    LookTiming m_timing;
    ReadQueue m_queue;
    std::deque<QByteArray> m_also;
    ReadPace m_pace;
    ReadRests m_rests;
    FallingLimits m_falling;
    UnreadPermits m_unread;
    std::shared_ptr<ReadBatch> m_batch;
    QTimer m_timer;
    Instant m_timerEnds{}; // while it runs
    LongestLately m_waits;
    std::optional<Instant> m_lastReading;
    bool m_mayAskTime = true;
    std::optional<Error> m_refusal; // of the last batch: one object tries
    Backoff m_retryPause;
    Instant m_turnStart{};
    bool m_turnGoesOn = false; // the last batch was full, so the rest is read in the same turn
    std::optional<Instant> m_retryAt; // when to try again what failed; nothing if nothing did
    std::chrono::microseconds m_busy{};
    Announcements m_announcements;
    qint64 m_wants = 0;
};

} // namespace lockstep
