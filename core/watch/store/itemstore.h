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
    // interesting never keep out the more interesting.
    // shared: with the stores of other nodes of a Cluster, which are together bounded by most;
    // nothing: there are none.
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

    // Begins to watch. The first reading is applied with apply(). An object known already changes
    // its format. False: there is no room for it.
    bool add(const Recognition &recognition, Origin origin);
    // What an object is, or its name, is told anew, by a rule: it keeps its history, but for what
    // cannot be compared any more where it is of another family. Its next reading shows it.
    void reclassify(const Recognition &recognition);
    // One look. A reading whose ttl is missing: it is gone now; its entry stays, so that its return
    // is told. What was seen to come is held since it was wanted. Returns whether the reading
    // differs from the one before.
    bool apply(const QByteArray &key, const Reading &reading, const Look &look);
    // Nothing has been heard of the key since its last reading, whose replies say this of the
    // present moment. False, and nothing has changed: something may be unseen since that reading,
    // or it does not exist as far as we know.
    bool applyLater(const QByteArray &key, const Reading &reading, Instant now);
    // The server refuses to tell what it holds; ttl: as far as it tells that, not missing. It stays
    // as an object of which nothing is known, until it can be read again: that is compared with its
    // last reading as after a gap. False: it does not exist as far as we know.
    bool noteUnreadable(const QByteArray &key, const Ttl &ttl, Instant readAt);
    // The keys of these, without those that are hidden.
    [[nodiscard]] std::vector<QByteArray> unreadable() const
    {
        return m_unreadable.keys(UnreadableItems::Why::Refused);
    }
    // Whether a lock's key has come to hold what a first look at it would not take for a lock.
    [[nodiscard]] bool isOtherByNow(const QByteArray &key, const Reading &reading) const;
    // Forgets a key that is no object any more or is not to be watched, without a journal entry. A
    // lock that was held does not become free by that.
    void remove(const QByteArray &key);
    // The same for a key that holds something else now: whoever held the lock has lost it, and the
    // journal says so.
    void replaceByOther(const QByteArray &key);
    // Another node of the Cluster serves the key now. Where that is watched as well, it stays as it
    // was known last until the store of that one takes it over; else it is forgotten, and the
    // journal says so.
    void moveAway(const QByteArray &key);
    // Each object whose key belongs to another store now is taken over by that one, those that are
    // gone included: it is read again there, as after a gap. Returns their keys by these stores.
    using StoreFor = std::function<ItemStore *(const QByteArray &key)>;
    std::map<ItemStore *, std::vector<QByteArray>> handOver(const StoreFor &storeFor);
    // Nothing is seen of its node for now, or there is none, though others of the Cluster are seen:
    // what its objects are is not known until they are read again, which is after a gap. That says
    // nothing of whether they may be read.
    void hideAll(Instant now);
    [[nodiscard]] std::vector<QByteArray> hidden() const // the keys of these
    {
        return m_unreadable.keys(UnreadableItems::Why::Hidden);
    }
    // Removes what was neither read nor hidden since that instant.
    void forgetOlderThan(Instant instant);

    // The connection was lost, and is back, or a clock jumped: from the next reading of each object
    // on nothing is concluded from what was before the gap.
    // slept: how long this machine slept meanwhile.
    void beginUnseen(Instant lostAt, Instant backAt,
        UnseenCause cause = UnseenCause::ConnectionLost, std::chrono::nanoseconds slept = {});
    // The same, because this node has taken the place of another one as the primary of these slots.
    void beginFailover(Instant lostAt, Instant backAt, const QString &slotRanges);
    // Asked before each reading is applied: whether deadlines that were read before may be wrong,
    // because a clock stood still or jumped. Then a gap begins.
    using ClockCheck = std::function<std::optional<ClockJump>()>;
    void setClockCheck(ClockCheck jump) { m_clockJump = std::move(jump); }
    // Nothing had come from the server since then, though the connection stood, and what was
    // announced meanwhile comes only now: from what is wanted before endSilence() nothing is
    // concluded.
    void beginSilence(Instant since, Instant now, UnseenCause cause = UnseenCause::Silence);
    void endSilence(Instant now);
    // Databases were swapped after that moment, and may be again at any time: until endSilence()
    // nothing is concluded.
    void beginSwaps(Instant after, Instant now);
    // Writes a restart of the server into the journal.
    void noteRestart(const QString &primary) { m_histories.noteRestart(primary); }
    // What the server's clock says, for the times that tokens tell.
    void setServerTime(const ServerTime &time) { m_time = time; }
    // Asked when a lock has another holder than before; see LockTokens.
    void setRelabel(LockTokens::Recognise recognise)
    {
        m_tokens.setRecognise(std::move(recognise));
    }
    [[nodiscard]] const ExpiryLags &expiryLags() const { return m_histories.expiryLags(); }

    [[nodiscard]] bool hasRoomFor(Family family) const;
    // Counted by PUBSUB NUMSUB; kept until the next count, whoever holds the lock meanwhile, or
    // nobody.
    // waiters: nothing where it is not known any more.
    void setWaiters(const QByteArray &key, std::optional<int> waiters, Instant at);
    // Forgets objects that have been gone since before that instant, but no lock that somebody
    // waits for; returns their keys.
    std::vector<QByteArray> forgetGoneBefore(Instant instant);

    // Called when the rules of alerts have changed.
    void noteAlertRules();

    // When nothing was seen, oldest first.
    [[nodiscard]] const std::shared_ptr<const std::vector<UnseenSpan>> &unseen() const
    {
        return m_histories.unseen();
    }
    // Of a server that is no Cluster: fills in items, journal and its total, what became free
    // before takenAt, and what was unseen; the families that did not change are shared with the one
    // before.
    void publish(Snapshot &snapshot);
    [[nodiscard]] bool hasNews() const;
    // For the stores of a Cluster that go on with what this one knows.
    [[nodiscard]] const std::shared_ptr<SharedItems> &shared() const { return m_shared; }

private:
    void noteClockJump(Instant readAt);
    void noteForAlerts(Entry &entry, Instant at, bool isAcross);
    void noteGone(Entry &entry, const Look &look, bool isAcross);
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
