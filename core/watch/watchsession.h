#pragma once

#include "core/redis/connection.h"
#include "core/watch/changefeed.h"
#include "core/watch/costmeter.h"
#include "core/watch/deadlines.h"
#include "core/watch/inventory.h"
#include "core/watch/itemreader.h"
#include "core/watch/ledger.h"
#include "core/watch/namesieve.h"
#include "core/watch/prober.h"
#include "core/watch/serverpulse.h"
#include "core/watch/watch.h"

#include <QObject>
#include <QTimer>

#include <array>

namespace lockstep {

// The watch of one server on the thread it lives on: three connections and what is done with them,
// from names to recognised objects to readings. All decisions are in the parts; this class only
// tells them of each other.
class WatchSession : public QObject
{
    Q_OBJECT

public:
    WatchSession(const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue,
        const WatchOptions &options);
    ~WatchSession() override;

    void start();

Q_SIGNALS:
    void published(const lockstep::Snapshot &snapshot); // at most once a turn
    void inventoryFinished();

private:
    std::unique_ptr<Connection> makeConnection(const char *name) const;
    void wire();
    void onOpened();
    void onFailed(const Error &error, Milliseconds nextAttempt);
    void onLost(const Error &error);
    void begin();
    void startPass();
    void setPassDone(bool done);
    void onFeedDecided();
    void onPassFailed(const Error &error);
    void onPassFinished();
    void onFlushed();
    void lookAtEverything();
    void onChanged(const std::vector<QByteArray> &keys);
    void onRead(const QByteArray &key);
    void retryPass();
    void onDenied(const MissingPermission &missing);
    void onDeadline();
    void armDeadline();
    void lookAhead();
    void wantAll();
    void askWaiters();
    void forgetLongGone();
    void checkFirstInventory();
    void publishSoon();
    void publish();
    void fillStatus(Instant now);
    void fillLags();
    std::array<Connection *, 3> links() const;

    Endpoint m_endpoint;
    std::shared_ptr<const Catalogue> m_catalogue;
    WatchOptions m_options;

    std::unique_ptr<Connection> m_readerLink;
    std::unique_ptr<Connection> m_scoutLink;
    std::unique_ptr<Connection> m_earsLink;

    Ledger m_ledger;
    Deadlines m_deadlines;
    CostMeter m_cost;
    ItemReader m_reader;
    Prober m_prober;
    Inventory m_inventory;
    NameSieve m_sieve;
    ChangeFeed m_feed;
    ServerPulse m_pulse;

    WatchStatus m_status;
    bool m_running = false; // all three connections are open and set up
    bool m_wasConnected = false;
    bool m_passAgain = false; // flushed during a pass
    bool m_passDone = false; // since begin(), or impossible
    bool m_firstInventoryDone = false;
    Instant m_flushedAt{};
    Instant m_lostAt{};
    Instant m_lastPublish{};
    Instant m_widenedAt{};
    QTimer m_deadlineTimer;
    QTimer m_flushTimer;
    QTimer m_lookAheadTimer;
    QTimer m_publishTimer;
    QTimer m_passTimer;
    QTimer m_pollTimer;
    QTimer m_waitersTimer;
    QTimer m_retryTimer; // of a pass, while the server is LOADING or busy
    QTimer m_statusTimer;
    Milliseconds m_publishEvery;
    Instant::duration m_publishCost{}; // of the last one
};

} // namespace lockstep
