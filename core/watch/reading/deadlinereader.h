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

// Has every object read again when its time is over.
class DeadlineReader : public QObject
{
    Q_OBJECT

public:
    // Both are borrowed.
    DeadlineReader(const ItemStore *store, ItemReader *reader, QObject *parent);

    // Called before objects whose time is over are read, with what reads them.
    using Before = std::function<void(std::function<void()>)>;
    void setBefore(Before before) { m_before = std::move(before); }

    void start();
    void stop();

    // The object was read; its time is over at the deadline. Nothing: never.
    void note(const QByteArray &key, std::optional<Instant> deadline);
    void forget(const QByteArray &key) { m_deadlines.remove(key); }

private:
    void lookAhead();
    void readDue();
    void arm();

    const ItemStore *m_store;
    ItemReader *m_reader;
    Before m_before;
    Deadlines m_deadlines; // the soon ones
    QTimer m_due;
    QTimer m_lookAhead;
};

} // namespace lockstep
