#pragma once

#include "core/watch/items/item.h"

#include <QObject>

#include <unordered_map>

namespace lockstep {

class ItemReader;
class ItemStore;

// Finds out whether a flush was one of the database that is watched: reads a few of its objects and
// sees whether one has vanished before its deadline.
class FlushSample : public QObject
{
    Q_OBJECT

public:
    // Both are borrowed.
    FlushSample(const ItemStore *store, ItemReader *reader, QObject *parent);

    void take(); // begins to read; a sample that was being read is forgotten
    void clear();

Q_SIGNALS:
    void vanished(); // at most once for each take()

private:
    void onRead(const QByteArray &key);

    const ItemStore *m_store;
    ItemReader *m_reader;
    std::unordered_map<QByteArray, ItemPtr> m_unread; // as they were before the flush
};

} // namespace lockstep
