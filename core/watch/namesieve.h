#pragma once

#include "core/watch/catalogue.h"
#include "core/watch/dismissed.h"
#include "core/watch/ledger.h"
#include "core/watch/nameshapes.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace lockstep {

class ItemReader;
class Prober;

// From names to objects: which names are looked at, what the look says they are, and what is
// remembered of those that are nothing. What is recognised goes into the ledger and is wanted from
// the reader.
class NameSieve : public QObject
{
    Q_OBJECT

public:
    // All is borrowed. prefix: other names are left alone; empty: none are.
    NameSieve(std::shared_ptr<const Catalogue> catalogue, QByteArray prefix, Ledger *ledger,
        Prober *prober, ItemReader *reader, QObject *parent);

    void setServerTime(const ServerTime &time) { m_time = time; }
    void startPass(); // of the inventory
    // While it runs for the first time, what is announced may be an old key that was not met yet.
    void setFirstPassOver(bool over) { m_firstPassOver = over; }
    [[nodiscard]] quint32 pass() const { return m_pass; }

    void meet(const QByteArray &key); // in the inventory
    void announce(const QByteArray &key); // by the feed
    void noteRead(const QByteArray &key, bool hasDeadline); // the reader has read it

    void stop(); // what is under way is forgotten
    void forgetNothings(); // it may be another server, or have been flushed
    void forgetTooLarge() { m_tooLarge.clear(); }
    void forgetGone(const std::vector<QByteArray> &keys); // the ledger has
    void forgetOrigins() { m_origins = {}; } // nothing is being looked at; they may be many

    [[nodiscard]] qint64 parts() const { return static_cast<qint64>(m_owners.size()); }
    [[nodiscard]] qint64 tooLarge() const { return static_cast<qint64>(m_tooLarge.size()); }

Q_SIGNALS:
    void dropped(const QByteArray &key); // it is no object any more

private:
    void consider(const QByteArray &key, Ledger::Origin origin, bool isPrimary = false);
    [[nodiscard]] bool isPassedOver(const QByteArray &key, bool announced);
    void look(const QByteArray &key, Ledger::Origin origin);
    void lookOnceMore(const QByteArray &key);
    void lookAgain();
    void onProbed(const Probe &probe);
    void onMismatched(const QByteArray &key);
    void onTooLarge(const QByteArray &key);
    void onMovedAway(const QByteArray &key);

    std::shared_ptr<const Catalogue> m_catalogue;
    QByteArray m_prefix;
    Ledger *m_ledger;
    Prober *m_prober;
    ItemReader *m_reader;
    ServerTime m_time;
    NameShapes m_shapes;
    Dismissed m_dismissed;
    quint32 m_pass = 0;
    bool m_firstPassOver = false;

    std::unordered_map<QByteArray, QByteArray> m_owners; // part of an object → its key
    std::unordered_map<QByteArray, Ledger::Origin> m_origins; // of keys being probed
    std::unordered_set<QByteArray> m_announcedMeanwhile; // of those
    std::unordered_map<QByteArray, int> m_mismatches; // in this pass, without a reading in between
    std::unordered_set<QByteArray> m_lookAgain; // announced too soon after they were dismissed
    std::unordered_set<QByteArray> m_guessedWithoutTtl; // a TTL may make them something else
    std::unordered_set<QByteArray> m_tooLarge; // not asked again
    QTimer m_lookAgainTimer;
};

} // namespace lockstep
