#pragma once

#include "core/watch/items/expirylags.h"
#include "core/watch/store/shareditems.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep {

// Why nothing was seen for a time.
enum class UnseenCause : quint8 {
    ConnectionLost,
    Slept,
    ServerClockSet,
    Silence,
    PrimaryLost,
    DatabaseSwapped,
    DatasetReplaced,
    NotPermitted,
    NotificationsOff,
};

// What follows from successive readings of each object: the journal, the series of its values, and
// the holds of a lock. Nothing is concluded from a pair of readings between which something was not
// seen.
class ItemHistories
{
public:
    // shared: what is kept together with other nodes of a Cluster.
    explicit ItemHistories(std::shared_ptr<SharedItems> shared)
        : m_shared(std::move(shared))
    {
    }
    // Sets the node of a Cluster that the readings come from, for the journal; empty if there is no
    // Cluster.
    void setNode(const QString &node) { m_node = node; }

    // What is known of the time between two readings of an object.
    struct Pair
    {
        bool isComparable = false; // it was watched all the time
        bool isSeenToCome = false; // if it is new in the second reading, it was not there before
    };
    // An object was read and exists. last: as it was before; nullptr: it did not exist, or was not
    // known. Fills in the histories and the renewals of item.
    void noteReading(const Item *last, Item &item, const Look &look, Pair pair);
    // An object is gone. gone: what is left of it; its readAt is when it was found to be gone.
    // Returns a lock that was held until then as a free one with its histories, which is shown for
    // a while; nothing for all else.
    NewItemPtr noteGone(const Item &last, const Item &gone, const Look &look, Pair pair);
    // A lock that was gone at the look before was announced as changed, and is gone still.
    void noteStillGone(const Item &gone, const Look &look);
    // Whether the last hold of that lock ended at its deadline.
    [[nodiscard]] bool hasExpiredLast(const QByteArray &key) const;
    void remove(const QByteArray &key); // writes nothing into the journal
    // The objects whose histories were dropped for want of room since this was called last.
    [[nodiscard]] std::vector<QByteArray> takeForgotten();
    // Such an object, and of each history that was dropped only as much as what is said of it now
    // follows from.
    [[nodiscard]] NewItemPtr withoutPast(const Item &item) const;
    // Such an object that is gone, with only the histories that were not dropped.
    [[nodiscard]] NewItemPtr withoutHistories(const Item &item) const;
    void noteMovedAway(const Item &last); // another node of the Cluster serves the key now
    void noteReplaced(const Item &last); // the key holds something else now
    // The server was restarted; primary: see JournalEntry.
    void noteRestart(const QString &primary)
    {
        m_shared->journal.restarted(primary, m_node);
        m_expiryLags = {}; // they were those of another process
    }

    using IsOwn = std::function<bool(const QByteArray &key)>;
    // Nothing was seen between lostAt and backAt, of the keys that are read here. slept: how long
    // this machine slept meanwhile.
    void beginUnseen(Instant lostAt, Instant backAt, UnseenCause cause,
        std::chrono::nanoseconds slept, const IsOwn &isOwn);
    // The same, because another node of the Cluster has become the primary of these slots.
    void beginFailover(
        Instant lostAt, Instant backAt, const QString &slotRanges, const IsOwn &isOwn);
    // The last gap lasts until then, because not all that happened in it had been announced.
    void extendUnseen(Instant to);
    [[nodiscard]] bool hasHolds(const QByteArray &key) const
    {
        return bool(m_shared->holds.find(key));
    }
    // Whether somebody waited for that lock when its waiters were counted last, since the last gap.
    [[nodiscard]] bool isWaitedFor(const QByteArray &key) const;
    // That many clients were counted waiting for the lock.
    void noteWaiters(Item &item, int waiters, Instant at);

    [[nodiscard]] const ExpiryLags &expiryLags() const { return m_expiryLags; }
    // The times in which nothing was seen, oldest first.
    [[nodiscard]] const std::shared_ptr<const std::vector<UnseenSpan>> &unseen() const
    {
        return m_unseen;
    }

private:
    void compareLocks(const Item *last, Item &item, const Look &look, Pair pair);
    void keepSeries(const Item *last, Item &item, Pair pair);
    void addUnseen(const UnseenSpan &span, const IsOwn &isOwn);
    // Tells since when nothing is known of an object that was read at readAt and, after a gap, only
    // now.
    [[nodiscard]] Instant unseenSince(Instant readAt) const;

    std::shared_ptr<SharedItems> m_shared;
    QString m_node;
    ExpiryLags m_expiryLags;
    std::shared_ptr<const std::vector<UnseenSpan>> m_unseen =
        std::make_shared<const std::vector<UnseenSpan>>();
    UnseenCause m_lastCause = UnseenCause::ConnectionLost; // of the last of these
};

} // namespace lockstep
