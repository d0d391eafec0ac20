#pragma once

#include "core/lab/node/dataset.h"
#include "core/lab/wire/blockingconnection.h"
#include "core/lab/wire/requestwire.h"

#include <QList>

#include <optional>
#include <set>

namespace lockstep {

// What the keys of one server are known to hold, and the commands that restore and read them. All
// append… functions append commands to a pipelined write; who sends it has to read the replies.
class HeldKeys
{
public:
    // A key as it was read.
    struct Seen
    {
        canonical::Type type = canonical::String; // the type that it was read as
        quint32 key = 0;
        bool wrongType = false; // it has another type, or none is known: see readNewTypes()
        QByteArray value; // canonical; empty: the key does not exist
        QByteArray encoding; // only where it is asked for
        qint64 pttl = -2; // as PTTL replies: ms; -1: no deadline; -2: no such key
    };

    // keys: names or globs, which begin with the prefix; errors show keys without it. orders: the
    // types whose elements are kept in the server's order. The table outlives this object.
    HeldKeys(const QList<QByteArray> &keys, QByteArray prefix, ElementOrders orders,
        DatasetTable &datasets);

    void forget(); // the server holds nothing any more
    void forget(quint32 key);
    void assume(quint32 dataset, qint64 clock); // the server holds that dataset
    void noteWritten(quint32 key, quint32 value); // the value was written, and the deadline kept
    [[nodiscard]] bool hasGlobs() const { return !m_globs.isEmpty(); }

    // Whether the commands of appendRestore() have to be executed before the server's clock shows
    // that time: a key that is due would be gone at once, or one that has to go is past its
    // deadline.
    [[nodiscard]] bool needsEarlierClock(quint32 dataset, qint64 clock) const;
    // Appends the commands that make the server hold the dataset at that time, and returns how many
    // they are. From now on the server is assumed to hold it. Adds the keys that the commands write
    // to `written`.
    int appendRestore(
        std::string *wire, quint32 dataset, qint64 clock, std::vector<quint32> *written);
    // deadline: ms on the server's clock, since the beginning of the run.
    void appendDeadline(std::string *wire, quint32 key, qint64 deadline) const;

    // The keys that may exist after a command that was executed on the dataset. Where the scenario
    // names globs, read() finds new keys as well.
    [[nodiscard]] std::vector<quint32> keysToRead(quint32 dataset) const;
    // Appends what read() reads the replies of: the same keys.
    void appendRead(std::string *wire, const std::vector<quint32> &keys);
    Result<std::vector<Seen>> read(
        BlockingConnection *connection, const std::vector<quint32> &keys);
    // Reads the keys of `seen` with wrongType again, by the type that the server says they have.
    // It sends commands of its own, so it has to be called after all earlier replies were read.
    // Errors: those of BlockingConnection; BadInput for a type that cannot be restored.
    Result<void> readNewTypes(BlockingConnection *connection, std::vector<Seen> *seen);
    // Notes what was read as what the server holds, and returns it as a dataset. admin: a
    // connection on which a value is tried out under a key that is there for a moment only. Errors:
    // those of BlockingConnection; BadInput for an order of elements that cannot be restored.
    Result<quint32> noteRead(
        const std::vector<Seen> &seen, qint64 clock, BlockingConnection *admin);

    [[nodiscard]] QString shownName(QByteArrayView key) const; // without the prefix

private:
    struct Held
    {
        quint32 value = 0;
        std::optional<qint64> deadline; // on the server's clock, in ms; nothing: it has none
        canonical::Type type = canonical::String; // the type that it had last
    };

    [[nodiscard]] std::string_view name(quint32 key) const
    {
        return viewOf(m_datasets.keyName(key));
    }
    Held &held(quint32 key);
    [[nodiscard]] bool isHeld(const KeyHeld &wanted, qint64 clock) const;
    void appendReadOne(std::string *wire, canonical::Type type, quint32 key) const;
    Result<void> readOne(BlockingConnection *connection, Seen *seen) const;
    // Checks that a value has its elements in the same order after it was restored.
    Result<void> checkOrder(const Seen &seen, BlockingConnection *admin);
    // Checks that the union of all sets is still kept as a list.
    [[nodiscard]] Result<void> checkJoinedOrder(const std::vector<Seen> &seen) const;

    const QByteArray m_prefix;
    const ElementOrders m_orders;
    DatasetTable &m_datasets;
    std::vector<quint32> m_keys;
    QList<QByteArray> m_globs;
    std::vector<Held> m_held; // by key
    std::set<QByteArray> m_restorable; // values whose order was the same after they were restored
};

} // namespace lockstep
