#pragma once

#include "core/lab/node/dataset.h"
#include "core/lab/wire/blockingconnection.h"
#include "core/lab/wire/requestwire.h"

#include <QList>

#include <set>

namespace lockstep {

// What the keys of a server are known to hold, and the commands that restore and read them.
class HeldKeys
{
public:
    // A key as it was read.
    struct Seen
    {
        canonical::Type type = canonical::String;
        quint32 key = 0;
        bool wrongType = false;
        QByteArray value;
        QByteArray encoding; // only where it is asked for
        qint64 pttl = -2; // as PTTL replies: ms; -1: no deadline; -2: no such key
    };

    // keys: names or globs with the prefix, which errors do not show. orders: whose elements are
    // kept in the server's order. The table outlives this object.
    HeldKeys(const QList<QByteArray> &keys, QByteArray prefix, ElementOrders orders,
        DatasetTable &datasets);

    void forget(); // the server holds nothing any more
    void forget(quint32 key);
    void assume(quint32 dataset, qint64 clock); // the server holds that dataset
    void note(quint32 key, quint32 value); // the value was written; the deadline is as it was
    [[nodiscard]] bool hasGlobs() const { return !m_globs.isEmpty(); }

    // Whether restoring has to be done at an earlier time.
    [[nodiscard]] bool needsEarlierClock(quint32 dataset, qint64 clock) const;
    // Appends the commands that make the server hold the contents at that time, and says how many.
    // They count as done. written: the keys that they touch.
    int appendRestore(
        std::string *wire, quint32 dataset, qint64 clock, std::vector<quint32> *written);
    void appendDeadline(std::string *wire, quint32 key, qint64 deadline) const; // on its clock

    // The keys that may exist after a command that was executed on the dataset.
    [[nodiscard]] std::vector<quint32> keysToRead(quint32 dataset) const;
    void appendRead(std::string *wire, const std::vector<quint32> &keys);
    Result<std::vector<Seen>> read(
        BlockingConnection *connection, const std::vector<quint32> &keys);
    // Sends commands of its own, so it has to be called after all earlier replies were read.
    // Errors: also BadInput for values of a type that cannot be restored.
    Result<void> readNewTypes(BlockingConnection *connection, std::vector<Seen> *seen);
    // The contents, which the server is known to hold from now on. admin: for a key that is there
    // for a moment only. Errors: also BadInput for an order that cannot be restored.
    Result<quint32> take(const std::vector<Seen> &seen, qint64 clock, BlockingConnection *admin);

    [[nodiscard]] QString shownName(QByteArrayView key) const; // without the prefix

private:
    struct Held
    {
        quint32 value = 0;
        qint64 deadline = -1; // on the server's clock; -1: none
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
    // Checks that a restored value has its elements in the same order.
    Result<void> checkOrder(const Seen &seen, BlockingConnection *admin);
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
