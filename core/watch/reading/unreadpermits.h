#pragma once

#include "core/redis/values/reply.h"
#include "core/watch/formats/format.h"
#include "core/watch/link/pacer.h"
#include "core/watch/reading/deadlines.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockstep {

class Connection;
class ItemStore;

// Keeps the number of permits in use true of a semaphore of which not all permits were read
// (Permits::areMoreInUse()). Those that were not end by themselves, and nobody announces that.
class UnreadPermits : public QObject
{
    Q_OBJECT

public:
    // The connection and the store are borrowed. What is asked is charged to the pacer.
    UnreadPermits(Connection *connection, ItemStore *store, Pacer pacer, QObject *parent);

    void setServerTime(const ServerTime &time) { m_time = time; }
    // An object of the store was read. What is no such semaphore is ignored, and no longer
    // followed.
    void noteRead(const QByteArray &key);
    void forget(const QByteArray &key);
    void clear(); // also what is under way
    [[nodiscard]] std::chrono::microseconds busy() const { return m_busy; }

Q_SIGNALS:
    void counted(); // the store may have another number of permits in use

private:
    struct Semaphore
    {
        FormatPtr format;
        LeaseEnds ends; // as of the last look; before the first one nothing is known
        Instant mayBeAskedFrom;
    };
    struct Question;

    void followDue();
    // Sets how many are in use now, and when that changes next.
    void count(const QByteArray &key, const Semaphore &semaphore, Instant now);
    void askNext();
    void ask(const QByteArray &key, Semaphore &semaphore, Instant now);
    void conclude(const Question &question);
    void arm();

    Connection *m_connection;
    ItemStore *m_store;
    Pacer m_pacer;
    ServerTime m_time;
    std::unordered_map<QByteArray, Semaphore> m_semaphores;
    Deadlines m_due;
    std::deque<QByteArray> m_waiting; // to be asked for, one after the other
    std::shared_ptr<Question> m_question; // the one that is under way
    QTimer m_timer;
    std::chrono::microseconds m_busy{};
};

} // namespace lockstep
