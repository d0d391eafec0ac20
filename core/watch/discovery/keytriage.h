#pragma once

#include "core/watch/discovery/partowners.h"
#include "core/watch/discovery/probesampler.h"
#include "core/watch/discovery/rulechanges.h"
#include "core/watch/discovery/skippednames.h"
#include "core/watch/formats/catalogue.h"
#include "core/watch/snapshot/itemstore.h"

#include <QObject>
#include <QSet>

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace lockstep {

class ItemReader;
class Prober;

// From names to objects: which names are looked at, what the look says they are, and what is
// remembered of those that are nothing. What is recognised goes into the store and is wanted from
// the reader.
class KeyTriage : public QObject
{
    Q_OBJECT

public:
    // All is borrowed. prefix: other names are left alone; empty: none are.
    KeyTriage(std::shared_ptr<const Catalogue> catalogue, QByteArray prefix, ItemStore *store,
        Prober *prober, ItemReader *reader, QObject *parent);

    void setServerTime(const ServerTime &time) { m_time = time; }
    // Other rules from now on. Objects of which they say something else are looked at again, or
    // dropped where they are ignored now; nothing else is. Returns whether there may be objects
    // among the names that were nothing so far: only a pass finds them.
    bool setCatalogue(std::shared_ptr<const Catalogue> catalogue);
    void startPass(); // of the inventory
    // The pass is over: what may not be read any more and was not met is gone.
    void dropUnreadableNotMet();
    // Whether every change of every key is announced; else a few of the names that were nothing are
    // looked at again in each pass.
    void setAllAnnounced(bool all) { m_skipped.setAllAnnounced(all); }
    // Whether there may be other databases, whose changes are announced as well.
    void setSharesServer(bool shares) { m_sharesServer = shares; }
    // Announced names that were not looked at since this was asked for the last time: only a pass
    // tells what they are.
    [[nodiscard]] bool takeUnseen() { return std::exchange(m_unseen, false); }
    // Whether a name that is announced and not known has just come into being; else it may be of an
    // old key that no pass has met yet.
    void setAnnouncedIsNew(bool isNew);
    [[nodiscard]] quint32 pass() const { return m_pass; }

    void meet(const QByteArray &key); // in the inventory
    void announce(const QByteArray &key); // by the feed
    void noteRead(const QByteArray &key, bool hasDeadline); // the reader has read it

    void stop(); // what is under way is forgotten
    void forgetNothings(); // it may be another server, or have been flushed
    void forgetTooLarge() { m_skipped.tooLarge().clear(); }
    void forgetGone(const std::vector<QByteArray> &keys); // the store has
    void forgetOrigins() { m_origins = {}; } // nothing is being looked at; they may be many

    [[nodiscard]] qint64 parts() const { return m_parts.size(); } // of objects
    // Recognised in the last pass, or in the running one, and not watched, for there are too many.
    [[nodiscard]] qint64 leftOut() const { return std::max(m_leftOut, m_leftOutLast); }
    [[nodiscard]] qint64 tooLarge() const
    {
        return static_cast<qint64>(m_skipped.tooLarge().size());
    }

Q_SIGNALS:
    void found(
        const QByteArray &key); // an announced name is that of an object, or of a part of one
    void missed(); // takeUnseen() has become true
    void dropped(const QByteArray &key); // it is no object any more

private:
    void announceLate(const QByteArray &key);
    void consider(const QByteArray &key, ItemStore::Origin origin, bool isPrimary = false);
    void lookWithCare();
    [[nodiscard]] bool isSkipped(const QByteArray &key, bool announced);
    void passOver(const QByteArray &key);
    [[nodiscard]] bool isTooMuch(const QByteArray &key, ProbeSampler::Name name, bool announced);
    void look(const QByteArray &key, ItemStore::Origin origin);
    void enqueue(const QByteArray &key, ItemStore::Origin origin);
    void lookOnceMore(const QByteArray &key);
    void defer(const QByteArray &key, ItemStore::Origin origin);
    void considerDeferred();
    void onProbed(const Probe &probe);
    void judgeAgain(const QByteArray &key);
    void conclude(const Probe &probe, const std::optional<Recognition> &recognition);
    void drop(const QByteArray &key);
    void onMismatched(const QByteArray &key);
    void onRefused(const QByteArray &key);
    void onTooLarge(const QByteArray &key);
    void onMovedAway(const QByteArray &key);

    RuleChanges m_rules;
    QByteArray m_prefix;
    ItemStore *m_store;
    Prober *m_prober;
    ItemReader *m_reader;
    ServerTime m_time;
    ProbeSampler m_shapes;
    SkippedNames m_skipped;
    quint32 m_pass = 0;
    bool m_announcedIsNew = false;
    bool m_sharesServer = true;
    bool m_unseen = false;
    qint64 m_leftOut = 0; // in this pass
    qint64 m_leftOutLast = 0;

    PartOwners m_parts;
    struct Looking
    {
        ItemStore::Origin origin;
        // The name was told by the feed, whether it is new or not. Nothing: it was not.
        std::optional<Instant> announcedAt = {};
    };
    QSet<QByteArray> m_unreadableBefore; // when the pass began
    std::unordered_map<QByteArray, Looking> m_origins; // of keys being probed
    std::unordered_set<QByteArray> m_announcedMeanwhile; // of those
    std::unordered_map<QByteArray, int> m_mismatches; // in this pass, without a reading in between
    // Whether they are worth a look is not known before those that are under way are answered.
    std::vector<std::pair<QByteArray, ItemStore::Origin>> m_deferred;
    std::unordered_set<QByteArray> m_judgedAgain; // being probed, because the rules have changed
};

} // namespace lockstep
