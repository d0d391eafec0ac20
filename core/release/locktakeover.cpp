#include "core/release/locktakeover.h"

#include "core/redis/workerthread.h"

#include <QPointer>
#include <QSettings>

namespace lockstep {

class LockTakeover::Private
{
public:
    Private(LockTakeover *owner, const Endpoint &endpoint, std::shared_ptr<const Catalogue> formats)
        : q(owner)
        , catalogue(std::move(formats))
    {
        worker.post([this, endpoint] {
            ConnectionOptions options;
            options.maxReplyBytes = largestReleaseReply;
            connection = std::make_unique<Connection>(endpoint, options);
            settings = std::make_unique<QSettings>();
        });
    }
    ~Private()
    {
        worker.run([this] {
            connection.reset();
            settings.reset();
        });
    }

    // On the worker's thread. A connection that broke since is opened again.
    QCoro::Task<> look(QByteArray key);
    QCoro::Task<> take(QByteArray key, StandingLock lock);

    template <typename Tell> void tell(Tell &&told)
    {
        QMetaObject::invokeMethod(q, std::forward<Tell>(told), Qt::QueuedConnection);
    }

    LockTakeover *q;
    std::shared_ptr<const Catalogue> catalogue;
    std::unique_ptr<Connection> connection; // this and the next live on the worker's thread
    std::unique_ptr<QSettings> settings;
    WorkerThread worker{QStringLiteral("takeover")}; // last: joined first
};

QCoro::Task<> LockTakeover::Private::look(QByteArray key)
{
    const QPointer<Connection> alive(connection.get());
    Result<ReleaseLook> seen;
    const Result<void> opened = co_await connection->open();
    if (!alive)
        co_return;
    if (opened)
        seen = co_await lookBeforeRelease(alive, catalogue, ProductionServers(settings.get()), key);
    else
        seen = tl::unexpected(opened.error());
    if (alive)
        tell([this, key, seen] { Q_EMIT q->known(key, seen); });
}

QCoro::Task<> LockTakeover::Private::take(QByteArray key, StandingLock lock)
{
    const QPointer<Connection> alive(connection.get());
    ReleaseReport report;
    const Result<void> opened = co_await connection->open();
    if (!alive)
        co_return;
    if (opened)
        report = co_await releaseLock(
            alive, ProductionServers(settings.get()), ReleaseAudit(), key, lock);
    else
        report.outcome = tl::unexpected(opened.error());
    if (alive)
        tell([this, key, report] { Q_EMIT q->ended(key, report); });
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
    d->worker.post([this, key] { d->look(key); });
}

void LockTakeover::take(const QByteArray &key, const StandingLock &lock)
{
    d->worker.post([this, key, lock] { d->take(key, lock); });
}

} // namespace lockstep
