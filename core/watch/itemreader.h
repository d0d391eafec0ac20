#pragma once

#include "core/redis/backoff.h"
#include "core/redis/connection.h"
#include "core/watch/ledger.h"
#include "core/watch/probe.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <unordered_map>

namespace lockstep {

// Reads objects that have changed. What is wanted within one turn (WatchOptions::refresh) is read
// together, each object once, value and PTTL in one pipeline. The readings go into the ledger.
class ItemReader : public QObject
{
    Q_OBJECT

public:
    ItemReader(Connection *connection, Ledger *ledger, Milliseconds turn, QObject *parent);

    void setServerTime(const ServerTime &time) { m_time = time; }
    enum class Why : quint8 { Asked, Announced };
    // A key of the ledger; others are ignored when their turn comes.
    void want(const QByteArray &key, Why why = Why::Asked);
    void clear(); // forgets what is wanted and under way
    [[nodiscard]] bool isIdle() const { return m_wanted.empty() && !m_batch; }
    // Since when the longest waiting change is known and not read.
    [[nodiscard]] std::optional<Instant> waitingSince() const;
    [[nodiscard]] std::chrono::microseconds busy() const { return m_busy; }
    [[nodiscard]] qint64 wants() const { return m_wants; } // calls of want() that led to a read

Q_SIGNALS:
    void read(const QByteArray &key); // applied to the ledger
    void partsKnown(const QByteArray &key,
        const QList<QByteArray> &parts); // further keys the object consists of
    void mismatched(const QByteArray &key); // no longer what it was; removed from the ledger
    void tooLarge(const QByteArray &key); // a reply of it is what has just ended the connection
    void denied(const lockstep::MissingPermission &missing);
    // Another node serves it; removed from the ledger.
    void movedAway(const QByteArray &key, const lockstep::Error &error);
    // The server refuses to answer for now; nothing: it answers again. Told when that changes.
    void refused(const std::optional<lockstep::Error> &error);
    void batchDone();

private:
    struct Object
    {
        QByteArray key;
        FormatPtr format;
        std::vector<Reply> replies;
        Instant observed{};
        Why why = Why::Asked;
        bool failed = false; // not for a reason of its own: the connection, LOADING, BUSY
        std::optional<Error> movedAway{};
    };
    struct Batch
    {
        std::vector<Object> objects;
        int pending = 0;
        Instant sentAt{};
        Instant wantedSince{};
        int announced = 0; // objects
        int news = 0; // of those, readings that differ from the one before
        bool isFull = false;
        bool someFailed = false;
        std::optional<Error> refusal; // why some failed
    };

    void startBatch();
    std::vector<ReadPlan> fillBatch();
    void ask(std::size_t object, const ReadPlan &plan);
    void take(Object &object, std::size_t slot, const Command &command, const Result<Reply> &reply);
    void finish();
    void conclude(const Object &object, Batch &batch);
    void adaptTurn(const Batch &batch);
    [[nodiscard]] Milliseconds pauseAfter(const Batch &batch);
    [[nodiscard]] Milliseconds untilNextTurn() const;

    Connection *m_connection;
    Ledger *m_ledger;
    Milliseconds m_shortestTurn;
    Milliseconds m_turn; // now
    ServerTime m_time;
    std::unordered_map<QByteArray, Why> m_wanted;
    std::shared_ptr<Batch> m_batch;
    QTimer m_timer;
    std::optional<Error> m_refusal; // of the last batch: one object tries
    Backoff m_retryPause;
    Instant m_turnStart{};
    bool m_turnGoesOn = false; // the last batch was full: what is left belongs to the same turn
    std::optional<Instant> m_wantedSince;
    std::chrono::microseconds m_busy{};
    qint64 m_wants = 0;
};

} // namespace lockstep
