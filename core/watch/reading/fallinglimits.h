#pragma once

#include "core/redis/values/reply.h"
#include "core/watch/formats/format.h"
#include "core/watch/items/item.h"
#include "core/watch/reading/deadlines.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <unordered_map>
#include <vector>

namespace lockstep {

class ItemStore;

// Keeps limits true of which less is used as time passes, though nobody writes and so nothing is
// announced: GCRA, buckets that are refilled, sliding windows (Reader::fallsByItself()).
class FallingLimits : public QObject
{
    Q_OBJECT

public:
    // The store is borrowed.
    FallingLimits(ItemStore *store, QObject *parent);

    void setServerTime(const ServerTime &time) { m_time = time; }
    // An object of the store was read: these were the replies, and the store has the reading. What
    // is no such limit, or one of which nothing is used, is ignored, and no longer followed.
    void noteRead(const QByteArray &key, const std::vector<Reply> &replies, Instant repliedAt);
    void forget(const QByteArray &key);
    void clear();
    // Gives the store what is so now. Returns those of these keys of which only another reading
    // tells that.
    [[nodiscard]] std::vector<QByteArray> workOut(const std::vector<QByteArray> &keys, Instant now);

Q_SIGNALS:
    void fell(); // the store has another reading of some
    void oldReadings(const std::vector<QByteArray> &keys); // of which only another reading tells

private:
    struct Limit
    {
        FormatPtr format;
        std::vector<Reply> replies; // empty: they do not tell what is so later, or are not kept
        Instant repliedAt;
        qsizetype bytes = 0; // of replies
    };
    enum class Outcome : quint8 { Unchanged, Fell, NotKnown, Over };
    Outcome workOut(const QByteArray &key, const Limit &limit, bool isNoted, Instant now);
    [[nodiscard]] std::optional<Reading> readingAt(
        const QByteArray &key, const Limit &limit, Instant at) const;
    [[nodiscard]] Instant nextFall(
        const Item &item, const QByteArray &key, const Limit &limit, Instant now) const;
    [[nodiscard]] Instant::duration pauseBetweenReadings(const Item &item) const;
    void followDue();
    [[nodiscard]] Outcome follow(const QByteArray &key, Instant now);
    void arm();

    ItemStore *m_store;
    ServerTime m_time;
    std::unordered_map<QByteArray, Limit> m_limits;
    Deadlines m_due;
    std::deque<QByteArray> m_waiting; // are due
    QTimer m_timer;
    Instant m_timerEnds{}; // while it runs
    qsizetype m_bytes = 0; // of all replies
    qsizetype m_withoutReplies = 0; // limits
};

} // namespace lockstep
