// Nobody waits for the worker, not even at the end, because reading a certificate from a disk that
// does not answer takes for ever. So what both threads use is shared between them, and is deleted
// with the last one that has it.

#include "core/release/locktakeover.h"

#include "core/redis/connection/workerthread.h"
#include "core/redis/values/redirection.h"

#include <QMutex>
#include <QPointer>
#include <QSettings>

namespace lockstep {

struct LockTakeover::Shared
{
    // A coroutine shares the ownership while it waits. Each opens the connection if it is lost.
    static QCoro::Task<> look(std::shared_ptr<Shared> shared, QByteArray key);
    static QCoro::Task<> take(std::shared_ptr<Shared> shared, QByteArray key, StandingLock lock);

    void callOwner(const std::function<void(LockTakeover *)> &call)
    {
        const QMutexLocker lock(&mutex);
        if (owner)
            QMetaObject::invokeMethod(
                owner, [owner = owner, call] { call(owner); }, Qt::QueuedConnection);
    }

    void connectTo(const Endpoint &endpoint)
    {
        ConnectionOptions options;
        options.maxReplyBytes = largestReleaseReply;
        connection = std::make_unique<Connection>(endpoint, options);
    }

    std::shared_ptr<const Catalogue> catalogue;
    Endpoint given;
    // Made, used and deleted on the worker's thread.
    std::unique_ptr<Connection> connection;
    std::unique_ptr<QSettings> settings;

    QMutex mutex;
    LockTakeover *owner = nullptr; // guarded by mutex; nullptr: it was deleted
};

class LockTakeover::Private
{
public:
    Private(LockTakeover *owner, const Endpoint &endpoint, std::shared_ptr<const Catalogue> formats)
        : worker(QStringLiteral("takeover"))
    {
        shared->owner = owner;
        shared->catalogue = std::move(formats);
        worker.post([shared = shared, endpoint] {
            shared->given = endpoint;
            shared->connectTo(endpoint);
            shared->settings = std::make_unique<QSettings>();
        });
    }
    ~Private()
    {
        {
            const QMutexLocker lock(&shared->mutex);
            shared->owner = nullptr;
        }
        worker.post([shared = shared] {
            shared->connection.reset();
            shared->settings.reset();
        });
        worker.endInBackground();
    }

    std::shared_ptr<Shared> shared = std::make_shared<Shared>();
    WorkerThread worker;
};

// In a Cluster the look takes place at the node that serves the key, to which the connection leads
// from then on. Slots may move meanwhile, so more than one node may have to be asked.
QCoro::Task<> LockTakeover::Shared::look(std::shared_ptr<Shared> shared, QByteArray key)
{
    constexpr int mostNodes = 5;
    if (shared->connection->state() == Connection::State::Closed)
        shared->connectTo(shared->given); // the node that it led to may be gone
    for (int node = 1;; ++node) {
        const QPointer<Connection> alive(shared->connection.get());
        const Endpoint asked = alive->endpoint();
        Result<ReleaseLook> seen;
        const Result<void> opened = co_await shared->connection->open();
        if (!alive)
            co_return;
        if (opened)
            seen = co_await lookBeforeRelease(
                alive, shared->catalogue, ProductionServers(shared->settings.get()), key);
        else
            seen = tl::unexpected(opened.error());
        if (!alive)
            co_return;
        const auto owner = seen ? std::nullopt : movedTo(seen.error(), asked);
        if (owner && node < mostNodes) {
            shared->connectTo(asked.at(*owner));
            continue;
        }
        shared->callOwner([key, seen](LockTakeover *told) { Q_EMIT told->known(key, seen); });
        co_return;
    }
}

QCoro::Task<> LockTakeover::Shared::take(
    std::shared_ptr<Shared> shared, QByteArray key, StandingLock lock)
{
    const QPointer<Connection> alive(shared->connection.get());
    ReleaseReport report;
    const Result<void> opened = co_await shared->connection->open();
    if (!alive)
        co_return;
    if (opened)
        report = co_await releaseLock(
            alive, ProductionServers(shared->settings.get()), ReleaseAudit(), key, lock);
    else
        report.outcome = tl::unexpected(opened.error());
    if (alive)
        shared->callOwner([key, report](LockTakeover *owner) { Q_EMIT owner->ended(key, report); });
}

LockTakeover::LockTakeover(
    const Endpoint &endpoint, std::shared_ptr<const Catalogue> catalogue, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, endpoint, std::move(catalogue)))
{
}

LockTakeover::~LockTakeover() = default;

void LockTakeover::look(const QByteArray &key)
{
    d->worker.post([shared = d->shared, key] { Shared::look(shared, key); });
}

void LockTakeover::take(const QByteArray &key, const StandingLock &lock)
{
    d->worker.post([shared = d->shared, key, lock] { Shared::take(shared, key, lock); });
}

} // namespace lockstep
