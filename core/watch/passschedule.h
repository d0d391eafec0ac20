#pragma once

#include "core/redis/backoff.h"
#include "core/redis/error.h"
#include "core/watch/ttl.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace lockstep {

class Inventory;
class ItemReader;
class Ledger;
class NameSieve;

// When everything is gone over: a pass of the inventory over all names, and the reading of all
// objects that are known. At the beginning, after a flush, regularly; without a feed all the time.
class PassSchedule : public QObject
{
    Q_OBJECT

public:
    // All is borrowed. every: from the end of a pass to the next; 0: none follows.
    PassSchedule(Inventory *inventory, NameSieve *sieve, const Ledger *ledger, ItemReader *reader,
        Milliseconds every, QObject *parent);

    void begin(); // connected; nothing happens before goOn()
    void goOn(bool polls); // how changes are learned of is decided. polls: only by reading all
    void stop();
    void lookAtEverything(); // anything may have changed; soon

    // Since begin(), or it is impossible.
    [[nodiscard]] bool isFirstOver() const { return m_firstIsOver; }
    // From one reading of all objects to the next; nothing: they are not polled.
    [[nodiscard]] std::optional<Milliseconds> pollInterval() const;

Q_SIGNALS:
    void starting(); // a pass
    void finished();
    void delayed(const lockstep::Error &error); // it is tried again in a while
    void impossible(const lockstep::Error &error); // SCAN is not permitted, or not known

private:
    void startPass();
    void startAfterFlush();
    void retry();
    void readAll();
    void onFinished();
    void onFailed(const Error &error);
    void setFirstOver(bool over);

    Inventory *m_inventory;
    NameSieve *m_sieve;
    const Ledger *m_ledger;
    ItemReader *m_reader;
    Milliseconds m_every;
    bool m_runs = false; // between begin() and stop()
    bool m_again = false; // flushed during a pass
    bool m_firstIsOver = false;
    Instant m_flushedAt{};
    QTimer m_next;
    QTimer m_retry;
    Backoff m_retryPause;
    QTimer m_flush;
    QTimer m_poll;
};

} // namespace lockstep
