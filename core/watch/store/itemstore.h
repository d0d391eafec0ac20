#pragma once

#include "core/watch/formats/catalogue.h"
#include "core/watch/snapshot/snapshot.h"
#include "core/watch/store/continuity.h"
#include "core/watch/store/itemhistories.h"
#include "core/watch/store/knownobjects.h"
#include "core/watch/store/locktokens.h"
#include "core/watch/store/shareditems.h"
#include "core/watch/store/unreadableitems.h"
#include "core/watch/values/probe.h"

#include <functional>
#include <map>

namespace lockstep {

// Keeps what is known of every object: its last reading, since when it is so, and what
// ItemHistories conclude from its readings. It talks to no server: readings go in, items and
// journal entries come out.
class ItemStore : public KnownObjects
{
public:
    // A million take about 330 MB, and so many names fit into the server's table of client tracking
    // unless it was told otherwise.
    static constexpr std::size_t usualMost = 1'000'000;

    // most: objects; limits have room for a quarter more, locks for half of it, so that the less
    // interesting never keep out the more interesting. shared: what it has in common with the
    // stores of the other nodes of a Cluster, which together hold at most `most` objects. Nothing
    // if it is the only store.
    explicit ItemStore(std::size_t most = usualMost, std::shared_ptr<SharedItems> shared = {});
    ~ItemStore();
    Q_DISABLE_COPY_MOVE(ItemStore)

    // Which node of a Cluster it is about, for the journal: "db2:6379".
    void setNode(const QString &node) { m_histories.setNode(node); }
    // Called with each key that the store of another node has taken over, because it has been found
    // there.
    void setTaken(std::function<void(const QByteArray &key)> taken) { m_taken = std::move(taken); }

    // How an object came to our knowledge.
    enum class Origin : quint8 {
        Inventory, // it may have been there for long
        Feed, // its appearance was announced
    };

    // Adds an object, whose first reading is then applied with apply(). If the object is known
    // already, its format changes. Returns false if there is no room for it.
    bool add(const Recognition &recognition, Origin origin);
    // Changes what a known object is, or its name, because a rule says so. It keeps its history,
    // unless it is of another family now. The tables show the change from its next reading on.
    void reclassify(const Recognition &recognition);
    // Applies a reading. If its ttl is missing, the object is gone; its entry stays, so that its
    // return is noticed. A hold that was seen to begin counts from Look::wantedAt. Returns whether
    // the reading differs from the one before.
    bool apply(const QByteArray &key, const Reading &reading, const Look &look);
    // Applies what the replies of the last reading say about a later moment, because the key has
    // not changed since. Returns false, and changes nothing, if something may be unseen since that
    // reading, or the object is not known to exist.
    bool applyLater(const QByteArray &key, const Reading &reading, Instant now);
    // Notes that the server refuses to tell what the key holds. ttl: not missing; unknown if the
    // server refuses that, too. The object stays, and nothing is known of it until it can be read
    // again, which is then compared with its last reading as after a gap. Returns false if the
    // object is not known to exist.
    bool noteUnreadable(const QByteArray &key, const Ttl &ttl, Instant readAt);
    // The keys of the objects that the server refuses to tell of; not those that are hidden.
    [[nodiscard]] std::vector<QByteArray> unreadable() const
    {
        return m_unreadable.keys(UnreadableItems::Why::Refused);
    }
    // Whether the key of a lock now holds something that would not be taken for a lock at a first
    // look.
    [[nodiscard]] bool isOtherByNow(const QByteArray &key, const Reading &reading) const;
    // Forgets a key that is no object any more, or is not to be watched, without a line in the
    // journal. A lock that was held is not shown as free.
    void remove(const QByteArray &key);
    // Forgets a key that holds something else now: whoever held the lock has lost it, and the
    // journal says so.
    void replaceByOther(const QByteArray &key);
    // Notes that another node of the Cluster serves the key now. If that node is watched, too, the
    // object stays as it was known last until the other store takes it over. Otherwise it is
    // forgotten, and the journal says so.
    void moveAway(const QByteArray &key);
    // Hands each object whose key belongs to another store now to that store, those that are gone
    // included. They have to be read again there, as after a gap. Returns their keys by store.
    using StoreFor = std::function<ItemStore *(const QByteArray &key)>;
    std::map<ItemStore *, std::vector<QByteArray>> handOver(const StoreFor &storeFor);
    // Notes that nothing is seen of the store's node for now, while other nodes of the Cluster are
    // seen. Nothing is known of its objects until they are read again, as after a gap.
    void hideAll(Instant now);
    // The keys of the objects that hideAll() has hidden.
    [[nodiscard]] std::vector<QByteArray> hidden() const
    {
        return m_unreadable.keys(UnreadableItems::Why::Hidden);
    }
    // Removes the objects that were neither read nor hidden since that instant.
    void forgetOlderThan(Instant instant);

    // Notes a gap, because the connection was lost and is back, or a clock jumped. Readings after
    // the gap are not compared with those before it. slept: how long this machine slept meanwhile.
    void beginUnseen(Instant lostAt, Instant backAt,
        UnseenCause cause = UnseenCause::ConnectionLost, std::chrono::nanoseconds slept = {});
    // Notes a gap, because this node has become the primary of these slots in another one's place.
    void beginFailover(Instant lostAt, Instant backAt, const QString &slotRanges);
    // Asked before each reading is applied. If it returns a jump, deadlines that were read before
    // may be wrong, because a clock stopped or jumped, and a gap begins.
    using ClockCheck = std::function<std::optional<ClockJump>()>;
    void setClockCheck(ClockCheck jump) { m_clockJump = std::move(jump); }
    // Notes that nothing came from the server since then, though the connection was open, so that
    // announcements come late. Readings that are wanted before endSilence() are not compared with
    // earlier ones.
    void beginSilence(Instant since, Instant now, UnseenCause cause = UnseenCause::Silence);
    void endSilence(Instant now);
    // Notes that databases were swapped after that moment, and may be again at any time: until
    // endSilence() nothing is compared.
    void beginSwaps(Instant after, Instant now);
    // Writes a restart of the server into the journal.
    void noteRestart(const QString &primary) { m_histories.noteRestart(primary); }
    // Sets what the server's clock says. It is needed for tokens that contain a time.
    void setServerTime(const ServerTime &time) { m_time = time; }
    // Asked when a lock has another holder than before; see LockTokens.
    void setRelabel(LockTokens::Recognise recognise)
    {
        m_tokens.setRecognise(std::move(recognise));
    }
    [[nodiscard]] const ExpiryLags &expiryLags() const { return m_histories.expiryLags(); }

    [[nodiscard]] bool hasRoomFor(Family family) const;
    // Sets how many clients wait for a lock, as PUBSUB NUMSUB has counted them. That is kept until
    // the next count, whoever holds the lock meanwhile. waiters: nothing if it is not known any
    // more.
    void setWaiters(const QByteArray &key, std::optional<int> waiters, Instant at);
    // Sets how many permits of a semaphore are in use that was not written since it was read: some
    // have ended. Nothing else is known of it anew.
    void setPermitsInUse(const QByteArray &key, qint64 inUse, Instant at);
    // Forgets objects that have been gone since before that instant, except locks that somebody
    // waits for. Returns their keys.
    std::vector<QByteArray> forgetGoneBefore(Instant instant);

    // Called when the rules of alerts have changed.
    void noteAlertRules();

    // The times in which nothing was seen, oldest first.
    [[nodiscard]] const std::shared_ptr<const std::vector<UnseenSpan>> &unseen() const
    {
        return m_histories.unseen();
    }
    // Fills in the items, the journal with its total, the locks that became free before takenAt,
    // and the unseen times of a server that is no Cluster. Tables that did not change are shared
    // with the snapshot before.
    void publish(Snapshot &snapshot);
    [[nodiscard]] bool hasNews() const;
    // The stores of a Cluster that go on with what this one knows ask for it.
    [[nodiscard]] const std::shared_ptr<SharedItems> &shared() const { return m_shared; }

private:
    void noteClockJump(Instant readAt);
    void noteForAlerts(Entry &entry, Instant at, bool isAcross);
    void noteGone(Entry &entry, const Look &look, bool isAcross);
    // Whether a lock that is gone, as it was before, was held in between.
    [[nodiscard]] bool hasComeAndGone(const Entry &entry, const Look &look) const;
    void noteReading(Entry &entry, const Reading &reading, const Look &look, bool isAcross);
    [[nodiscard]] ItemPtr lastKnown(const Entry &entry) const;
    void noteLeft(const Entry &entry);
    [[nodiscard]] Entry *takeOver(const QByteArray &key);
    Entry *takeFrom(ItemStore *other, const QByteArray &key);
    void makeUnreadable(Entry &entry, const Ttl &ttl, Instant readAt, UnreadableItems::Why why);
    void letGoOfForgotten();
    [[nodiscard]] bool letGoOf(const QByteArray &key);
    [[nodiscard]] bool isAlone() const { return m_shared->stores().size() == 1; }
    // Whether something may be unseen between its last reading and the present one.
    [[nodiscard]] bool isAcrossGap(const Entry &entry, Instant wantedAt) const;

    std::shared_ptr<SharedItems> m_shared;
    ItemHistories m_histories;
    std::function<void(const QByteArray &key)> m_taken;
    UnreadableItems m_unreadable;
    Continuity m_continuity;
    LockTokens m_tokens;
    ServerTime m_time;
    ClockCheck m_clockJump;
    std::size_t m_most;
};

} // namespace lockstep
