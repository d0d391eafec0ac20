#include "core/watch/watch.h"

#include "core/redis/workerthread.h"
#include "core/watch/watchsession.h"

#include <QMutex>

#include <iterator>

// Between the thread that watches and the one that shows there is one slot with the latest
// snapshot, not a queue: a window that is busy skips states and never falls behind. Only the
// journal must not be skipped; it gathers in the slot until it is taken, the last mostJournal
// entries of it.

namespace lockstep {

namespace {

constexpr std::size_t mostJournal = 100'000;

} // namespace

class Watch::Private
{
public:
    Private(
        Watch *watch, Endpoint where, std::shared_ptr<const Catalogue> formats, WatchOptions how)
        : q(watch)
        , endpoint(std::move(where))
        , catalogue(std::move(formats))
        , options(std::move(how))
        , worker(QStringLiteral("watch"))
    {
    }
    ~Private() { endSession(); }

    void beginSession();
    void endSession();
    void put(const Snapshot &snapshot);

    Watch *q;
    Endpoint endpoint;
    std::shared_ptr<const Catalogue> catalogue;
    WatchOptions options;
    std::unique_ptr<WatchSession> session; // made, used and deleted on the worker's thread

    QMutex mutex;
    Snapshot latest; // guarded by mutex
    bool waiting = false; // guarded by mutex: updated() was emitted and nothing taken since

    WorkerThread worker; // last: joined first
};

void Watch::Private::beginSession()
{
    worker.run([this] {
        session = std::make_unique<WatchSession>(endpoint, catalogue, options);
        QObject::connect(session.get(), &WatchSession::published, session.get(),
            [this](const Snapshot &s) { put(s); });
        QObject::connect(
            session.get(), &WatchSession::inventoryFinished, q, &Watch::inventoryFinished);
        session->start();
    });
}

void Watch::Private::endSession()
{
    if (session)
        worker.run([this] { session.reset(); });
}

// On the worker's thread.
void Watch::Private::put(const Snapshot &snapshot)
{
    bool tell = false;
    {
        const QMutexLocker lock(&mutex);
        auto journal = std::move(latest.journal);
        latest = snapshot;
        journal.insert(journal.end(), std::make_move_iterator(latest.journal.begin()),
            std::make_move_iterator(latest.journal.end()));
        if (journal.size() > mostJournal)
            journal.erase(journal.begin(), journal.end() - mostJournal);
        latest.journal = std::move(journal);
        tell = !std::exchange(waiting, true);
    }
    if (tell)
        QMetaObject::invokeMethod(q, &Watch::updated, Qt::QueuedConnection);
}

Watch::Watch(Endpoint endpoint, std::shared_ptr<const Catalogue> catalogue, WatchOptions options,
    QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(
          this, std::move(endpoint), std::move(catalogue), std::move(options)))
{
}

Watch::~Watch() = default;

void Watch::start()
{
    if (!d->session)
        d->beginSession();
}

Snapshot Watch::take()
{
    const QMutexLocker lock(&d->mutex);
    d->waiting = false;
    auto journal = std::exchange(d->latest.journal, {});
    Snapshot taken = d->latest;
    taken.journal = std::move(journal);
    return taken;
}

void Watch::setCredentials(const QByteArray &user, const QByteArray &password)
{
    d->endSession();
    {
        const QMutexLocker lock(&d->mutex);
        d->latest.status = {}; // the refusal belongs to the old ones
        d->waiting = true;
    }
    Q_EMIT updated();
    d->endpoint.user = user;
    d->endpoint.password = password;
    d->beginSession();
}

} // namespace lockstep
