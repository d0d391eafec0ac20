#include "core/watch/watch.h"

#include "core/redis/workerthread.h"
#include "core/watch/watchsession.h"

#include <QMutex>

#include <iterator>

// Between the thread that watches and the one that shows there is one slot with the latest
// snapshot, not a queue: a window that is busy skips states and never falls behind. Only the
// journal must not be skipped; it gathers in the slot until it is taken, the last mostJournal
// entries of it.
//
// Nothing but the end waits for the worker: reading certificates or the libraries of TLS takes as
// long as a disk does.

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
    ~Private()
    {
        worker.run([this] { session.reset(); });
    }

    // Ends the one before.
    void beginSession();
    void put(const Snapshot &snapshot, int number);

    Watch *q;
    Endpoint endpoint;
    std::shared_ptr<const Catalogue> catalogue;
    WatchOptions options;
    std::unique_ptr<WatchSession> session; // made, used and deleted on the worker's thread

    QMutex mutex;
    Snapshot latest; // guarded by mutex
    int sessions = 0; // begun so far, under mutex; only the last one's snapshots count
    bool waiting = false; // guarded by mutex: updated() was emitted and nothing taken since

    WorkerThread worker; // last: joined first
};

void Watch::Private::beginSession()
{
    const QMutexLocker lock(&mutex);
    latest.status = {};
    worker.post([this, number = ++sessions, where = endpoint] {
        session.reset();
        session = std::make_unique<WatchSession>(where, catalogue, options);
        QObject::connect(session.get(), &WatchSession::published, session.get(),
            [this, number](const Snapshot &s) { put(s, number); });
        QObject::connect(
            session.get(), &WatchSession::inventoryFinished, q, &Watch::inventoryFinished);
        session->start();
    });
}

// On the worker's thread.
void Watch::Private::put(const Snapshot &snapshot, int number)
{
    bool tell = false;
    {
        const QMutexLocker lock(&mutex);
        if (number != sessions)
            return;
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
    if (d->sessions == 0)
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
    d->endpoint.user = user;
    d->endpoint.password = password;
    d->beginSession(); // without the status of a refusal that belongs to the old ones
    {
        const QMutexLocker lock(&d->mutex);
        d->waiting = true;
    }
    Q_EMIT updated();
}

} // namespace lockstep
