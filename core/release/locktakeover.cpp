// Nobody waits for the worker thread, not even at the end, because reading a certificate from a
// disk that does not respond can take for ever. So the data of both threads is shared, and deleted
// with its last owner.
//
// In a Cluster each node has a connection of its own, which is kept until the end: while one lock
// is released, another node may be asked for another lock.

#include "core/release/locktakeover.h"

#include "core/redis/threads/workerthread.h"
#include "core/redis/values/redirection.h"

#include <QHash>
#include <QMutex>
#include <QPointer>
#include <QSettings>

#include <map>

namespace lockstep {

struct LockTakeover::Shared
{
    // Each coroutine shares the ownership while it waits, and opens the connection if it is lost.
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
    // The connection to the node where the key was last found.
    Connection *connectionFor(const QByteArray &key)
    {
        return connectionTo(nodes.value(key, given));
    }

    std::shared_ptr<const Catalogue> catalogue;
    Endpoint given;
    // Made, used and deleted on the worker thread. There is one for each address; several only in a
    // Cluster.
    std::map<QString, std::unique_ptr<Connection>> connections;
    QHash<QByteArray, Endpoint> nodes; // of keys that were found at another node
    std::unique_ptr<QSettings> settings;

    QMutex mutex;
    LockTakeover *owner = nullptr; // guarded by mutex; nullptr once it was deleted
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

// Looks at a lock; in a Cluster at the node that serves the key. Slots may move meanwhile, so more
// than one node may have to be asked, and a node that served the key before may be gone.
QCoro::Task<> LockTakeover::Shared::look(std::shared_ptr<Shared> shared, QByteArray key)
{
    constexpr int mostNodes = 5;
    std::optional<HostPort> named; // the node that the last answer named
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
