#pragma once

#include "core/watch/discovery/partowners.h"
#include "core/watch/discovery/pendingprobes.h"
#include "core/watch/discovery/probesampler.h"
#include "core/watch/discovery/rulechanges.h"
#include "core/watch/discovery/skippednames.h"
#include "core/watch/formats/catalogue.h"
#include "core/watch/store/itemstore.h"

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

// Finds objects among names: decides which names are probed, recognises what the probe found, and
// remembers the names that are nothing of ours. What is recognised goes into the store, and the
// reader is told to read it.
class KeyTriage : public QObject
{
    Q_OBJECT

public:
    // All pointers are borrowed. prefix: names that do not begin with it are left alone.
    KeyTriage(std::shared_ptr<const Catalogue> catalogue, QByteArray prefix, ItemStore *store,
        Prober *prober, ItemReader *reader, QObject *parent);

    void setServerTime(const ServerTime &time) { m_time = time; }
    // Other rules apply from now on. Objects of which they say something else are probed again, or
    // dropped where they are ignored now; all other objects stay as they are. Returns whether there
    // may be objects among the names that were nothing so far, which only a pass finds.
    bool setCatalogue(std::shared_ptr<const Catalogue> catalogue);
    // Called when a pass of the inventory begins.
    void startPass();
    // Called when the pass is over: objects that may not be read and were not met in it are gone.
    void dropUnreadableNotMet();
    // Whether every change of every key is announced; else a few of the names that were nothing are
    // looked at again in each pass.
    void setAllAnnounced(bool all) { m_skipped.setAllAnnounced(all); }
    // Whether there may be other databases, whose changes are announced as well.
    void setSharesServer(bool shares) { m_sharesServer = shares; }
    // Whether the key's slot is this node's, in a Cluster. What is announced in another one is no
    // new key: slots are being moved here, key by key.
    void setServes(std::function<bool(const QByteArray &key)> serves)
    {
        m_serves = std::move(serves);
    }
    // Whether some announced names were not probed since this was called last, so that only a pass
    // tells what they are.
    [[nodiscard]] bool takeMissed() { return std::exchange(m_hasMissed, false); }
    // Whether a name that is announced and not known belongs to a key that has just come into
    // being; else it may belong to an old key that no pass has met yet.
    void setAnnouncedIsNew(bool isNew);
    [[nodiscard]] quint32 pass() const { return m_pass; }

    void meet(const QByteArray &key); // a pass of the inventory has met it
    void announce(const QByteArray &key); // the feed has announced that it changed
    void noteRead(const QByteArray &key, bool hasTtl); // the reader has read it

    void stop(); // forgets the probes that are under way
    // Looks again at names that were no objects, because the server may be another one or was
    // flushed.
    void forgetDismissedAndRefused();
    void forgetTooLarge() { m_skipped.oversized().clear(); }
    void forgetGone(const std::vector<QByteArray> &keys); // the store has forgotten them
    // Frees their memory; called while nothing is being probed.
    void forgetPendingProbes() { m_pending.releaseMemory(); }

    [[nodiscard]] const PendingProbes &pending() const { return m_pending; }
    // The key of the object that this key is a part of, or else the key itself.
    [[nodiscard]] QByteArray objectOf(const QByteArray &key) const
    {
        const QByteArray *const owner = m_parts.owner(key);
        return owner ? *owner : key;
    }

    // How many keys are parts of objects.
    [[nodiscard]] qint64 parts() const { return m_parts.size(); }
    // How many objects were recognised in the last pass, or in the running one, and are not
    // watched, for there are too many.
    [[nodiscard]] qint64 leftOut() const { return std::max(m_leftOut, m_leftOutLast); }
    [[nodiscard]] qint64 tooLarge() const
    {
        return static_cast<qint64>(m_skipped.oversized().size());
    }

Q_SIGNALS:
    // An announced name turned out to be that of an object, or of a part of one.
    void found(const QByteArray &key);
    void missed(); // takeMissed() would return true now
    void dropped(const QByteArray &key); // it is no object any more

private:
    void announceAsOld(const QByteArray &key);
    void probeIfWorthwhile(const QByteArray &key, ItemStore::Origin origin, bool isPrimary = false);
    void probeOversizedKeys();
    [[nodiscard]] bool isSkipped(const QByteArray &key, bool announced);
    void leaveToPass(const QByteArray &key);
    [[nodiscard]] bool exceedsLimits(
        const QByteArray &key, ProbeSampler::Name name, bool announced);
    void probe(const QByteArray &key, ItemStore::Origin origin);
    void enqueue(const QByteArray &key, ItemStore::Origin origin);
    void probeAgain(const QByteArray &key);
    void defer(const QByteArray &key, ItemStore::Origin origin);
    void probeDeferred();
    void onProbed(const Probe &probe);
    void applyNewRules(const QByteArray &key);
    void reclassify(const Probe &probe, const std::optional<Recognition> &recognition);
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
    ProbeSampler m_sampler;
    SkippedNames m_skipped;
    quint32 m_pass = 0;
    bool m_announcedIsNew = false;
    std::function<bool(const QByteArray &key)> m_serves; // nothing: it is no Cluster
    bool m_sharesServer = true;
    bool m_hasMissed = false;
    qint64 m_leftOut = 0; // in this pass
    qint64 m_leftOutLast = 0;

    PartOwners m_parts;
    PendingProbes m_pending;
    QSet<QByteArray> m_unreadableBefore; // what could not be read when the pass began
    // For each key, how often it was found not to be what its name says, in this pass and without a
    // reading in between.
    std::unordered_map<QByteArray, int> m_mismatches;
    std::unordered_set<QByteArray> m_probedForNewRules; // until their probes are answered
};

} // namespace lockstep
