#pragma once

#include "core/watch/reading/deadlines.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>
#include <utility>

namespace lockstep {

class ItemReader;
class ItemStore;

// Has every object read again when its deadline has passed.
class DeadlineReader : public QObject
{
    Q_OBJECT

public:
    // Both are borrowed.
    DeadlineReader(const ItemStore *store, ItemReader *reader, QObject *parent);

    // Called before objects are read whose deadline has passed. The argument is a function that
    // reads them.
    using Before = std::function<void(std::function<void()>)>;
    void setBefore(Before before) { m_before = std::move(before); }

    void start();
    void stop();

    // Called when the object was read. deadline: when its time is over; nothing if that is never.
    void note(const QByteArray &key, std::optional<Instant> deadline);
    void forget(const QByteArray &key) { m_deadlines.remove(key); }

private:
    void lookAhead();
    void readDue();
    void arm();

    const ItemStore *m_store;
    ItemReader *m_reader;
    Before m_before;
    Deadlines m_deadlines; // only those that come soon
    QTimer m_due;
    QTimer m_lookAhead;
};

} // namespace lockstep
