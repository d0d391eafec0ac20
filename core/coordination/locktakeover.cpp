#include "core/coordination/locktakeover.h"

#include "core/coordination/takeover.h"

#include "core/redis/workerthread.h"

#include <QPointer>

namespace lockstep {

class LockTakeover::Private
{
public:
    Private(LockTakeover *owner, const Endpoint &endpoint)
        : q(owner)
    {
        worker.post([this, endpoint] { connection = std::make_unique<Connection>(endpoint); });
    }
    ~Private()
    {
        worker.run([this] { connection.reset(); });
    }

    // On the worker's thread. A connection that broke since is opened again.
    QCoro::Task<> read(QByteArray key);
    QCoro::Task<> take(QByteArray key, StandingLock lock);

    template <typename Tell> void tell(Tell &&told)
    {
        QMetaObject::invokeMethod(q, std::forward<Tell>(told), Qt::QueuedConnection);
    }

    LockTakeover *q;
    std::unique_ptr<Connection> connection; // lives on the worker's thread
    WorkerThread worker{QStringLiteral("takeover")}; // last: joined first
};

QCoro::Task<> LockTakeover::Private::read(QByteArray key)
{
    const QPointer<Connection> alive(connection.get());
    Result<std::optional<StandingLock>> lock;
    const Result<void> opened = co_await connection->open();
    if (!alive)
        co_return;
    if (opened)
        lock = co_await readLock(alive, key);
    else
        lock = tl::unexpected(opened.error());
    if (alive)
        tell([this, key, lock] { Q_EMIT q->known(key, lock); });
}

QCoro::Task<> LockTakeover::Private::take(QByteArray key, StandingLock lock)
{
    const QPointer<Connection> alive(connection.get());
    Result<Takeover> outcome;
    const Result<void> opened = co_await connection->open();
    if (!alive)
        co_return;
    if (opened)
        outcome = co_await takeLockAway(alive, key, lock);
    else
        outcome = tl::unexpected(opened.error());
    if (alive)
        tell([this, key, outcome] { Q_EMIT q->ended(key, outcome); });
}

LockTakeover::LockTakeover(const Endpoint &endpoint, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, endpoint))
{
}

LockTakeover::~LockTakeover() = default;

void LockTakeover::read(const QByteArray &key)
{
    d->worker.post([this, key] { d->read(key); });
}

void LockTakeover::take(const QByteArray &key, const StandingLock &lock)
{
    d->worker.post([this, key, lock] { d->take(key, lock); });
}

} // namespace lockstep
