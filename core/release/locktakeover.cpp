// Nobody waits for the worker, not even at the end, because reading a certificate from a disk that
// does not answer takes for ever. So what both threads use is shared between them, and is deleted
// with the last one that has it.
//
// In a Cluster each node has a connection of its own, which stays until the end: while one lock is
// released, another one may be looked at that a different node serves.

#include "core/release/locktakeover.h"

#include "core/redis/connection/workerthread.h"
#include "core/redis/values/redirection.h"

#include <QHash>
#include <QMutex>
#include <QPointer>
#include <QSettings>

#include <map>

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

    Connection *connectionTo(const Endpoint &endpoint)
    {
        ConnectionOptions options;
        options.maxReplyBytes = largestReleaseReply;
        auto &connection = connections[endpoint.display()];
        if (!connection)
            connection = std::make_unique<Connection>(endpoint, options);
        return connection.get();
    }
    // Where the key was found last.
    Connection *connectionFor(const QByteArray &key)
    {
        return connectionTo(nodes.value(key, given));
    }

    std::shared_ptr<const Catalogue> catalogue;
    Endpoint given;
    // Made, used and deleted on the worker's thread.
    std::map<QString, std::unique_ptr<Connection>> connections; // by address; one, or of a Cluster
    QHash<QByteArray, Endpoint> nodes; // of the keys that were found at another node
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
            shared->connections.clear();
            shared->settings.reset();
        });
        worker.endInBackground();
    }

    std::shared_ptr<Shared> shared = std::make_shared<Shared>();
    WorkerThread worker;
};

// In a Cluster the look takes place at the node that serves the key. Slots may move meanwhile, so
// more than one node may have to be asked; one that was right before may be gone.
QCoro::Task<> LockTakeover::Shared::look(std::shared_ptr<Shared> shared, QByteArray key)
{
    constexpr int mostNodes = 5;
    std::optional<HostPort> named; // where another node says that this one is
    if (shared->connectionFor(key)->state() == Connection::State::Closed)
        shared->nodes.remove(key);
    for (int node = 1;; ++node) {
        const QPointer<Connection> alive(shared->connectionFor(key));
        Result<ReleaseLook> seen;
        const Result<void> opened = co_await alive->open();
        if (!alive)
            co_return;
        if (opened)
            seen = co_await lookBeforeRelease(
                alive, shared->catalogue, ProductionServers(shared->settings.get()), key);
        else
            seen = tl::unexpected(named
                    ? nodeError(opened.error(), *named, alive->endpoint().reached(*named))
                    : opened.error());
        if (!alive)
            co_return;
        const Endpoint asked = alive->server();
        const auto owner = seen ? std::nullopt : movedTo(seen.error(), asked);
        if (owner && node < mostNodes) {
            named = owner;
            shared->nodes.insert(key, asked.at(asked.reached(*owner)));
            continue;
        }
        shared->callOwner([key, seen](LockTakeover *told) { Q_EMIT told->known(key, seen); });
        co_return;
    }
}

QCoro::Task<> LockTakeover::Shared::take(
    std::shared_ptr<Shared> shared, QByteArray key, StandingLock lock)
{
    const QPointer<Connection> alive(shared->connectionFor(key));
    ReleaseReport report;
    const Result<void> opened = co_await alive->open();
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
