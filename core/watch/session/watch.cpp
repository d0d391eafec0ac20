// Between the thread that watches and the one that shows there is one slot with the latest
// snapshot, not a queue: a window that is busy skips states and never falls behind. Only the
// journal must not be skipped; it gathers in the slot until it is taken, the last mostJournal
// entries of it.
//
// Nobody waits for the worker, not even at the end: reading certificates or the libraries of TLS
// takes as long as a disk does, and a dead disk for ever. So what both threads use is shared
// between them, and is freed by whoever uses it last.

#include "core/watch/session/watch.h"

#include "core/redis/threads/workerthread.h"
#include "core/watch/session/clusterwatch.h"
#include "core/watch/session/watchsession.h"

#include <QMutex>

#include <iterator>

namespace lockstep {

namespace {

constexpr std::size_t mostJournal = 100'000;

} // namespace

// The state that both threads use.
struct Watch::Shared
{
    void begin(const Endpoint &endpoint, int begun);
    void beginCluster(const Endpoint &given, const ClusterSlots &slots);
    template <typename Watcher> void listen(Watcher *watcher);
    void put(const Snapshot &snapshot, int of);
    void emitLater(void (Watch::*signal)());
    void tellClients(const ClientList &list);

    std::shared_ptr<const Catalogue> catalogue; // of the worker's thread, once that runs
    WatchOptions options;
    // Made, used and deleted on the worker's thread: of these one at a time.
    std::unique_ptr<WatchSession> session;
    std::unique_ptr<ClusterWatch> cluster;
    int number = 0; // number of the session that began last, counted as in `sessions`

    QMutex mutex;
    Watch *watch = nullptr; // guarded by mutex; nullptr: it is gone
    Snapshot latest; // guarded by mutex
    int sessions = 0; // begun so far, under mutex; only the last one's snapshots count
    bool waiting = false; // guarded by mutex: updated() was emitted and nothing taken since
};

class Watch::Private
{
public:
    Private(
        Watch *watch, Endpoint where, std::shared_ptr<const Catalogue> formats, WatchOptions how)
        : endpoint(std::move(where))
        , worker(QStringLiteral("watch"))
    {
        shared->watch = watch;
        shared->catalogue = std::move(formats);
        shared->options = std::move(how);
    }
    ~Private()
    {
        {
            const QMutexLocker lock(&shared->mutex);
            shared->watch = nullptr;
        }
        worker.post([shared = shared] {
            shared->session.reset();
            shared->cluster.reset();
        });
        worker.endInBackground();
    }

    // Begins a session in place of the one before, whose history it goes on with.
    void beginSession();

    Endpoint endpoint;
    std::shared_ptr<Shared> shared = std::make_shared<Shared>();
    WorkerThread worker;
};

void Watch::Private::beginSession()
{
    const QMutexLocker lock(&shared->mutex);
    WatchStatus fresh;
    fresh.commands = shared->latest.status.commands; // what was spent stays spent
    fresh.bytes = shared->latest.status.bytes;
    shared->latest.status = std::move(fresh);
    worker.post([shared = shared, number = ++shared->sessions, where = endpoint] {
        shared->begin(where, number);
    });
}

// Called on the worker's thread, as all that follows.
void Watch::Shared::begin(const Endpoint &endpoint, int begun)
{
    number = begun;
    if (cluster)
        return cluster->signIn(endpoint);
    session = std::make_unique<WatchSession>(endpoint, catalogue, options, std::move(session));
    listen(session.get());
    // This call is queued, so that it does not come while the session is in the middle of the
    // answer that tells it.
    QObject::connect(
        session.get(), &WatchSession::foundCluster, session.get(),
        [this, endpoint](const ClusterSlots &slots) { beginCluster(endpoint, slots); },
        Qt::QueuedConnection);
    session->start();
}

// Puts a ClusterWatch in place of the session, with what that has seen of its node alone.
void Watch::Shared::beginCluster(const Endpoint &given, const ClusterSlots &slots)
{
    auto before = session->takeStoreAfterGap();
    const Traffic traffic = session->traffic();
    session.reset();
    cluster = std::make_unique<ClusterWatch>(
        given, slots, catalogue, options, std::move(before), traffic);
    listen(cluster.get());
    cluster->start();
}

template <typename Watcher> void Watch::Shared::listen(Watcher *watcher)
{
    QObject::connect(
        watcher, &Watcher::published, watcher, [this](const Snapshot &s) { put(s, number); });
    QObject::connect(watcher, &Watcher::inventoryFinished, watcher,
        [this] { emitLater(&Watch::inventoryFinished); });
    QObject::connect(watcher, &Watcher::clientsListed, watcher,
        [this](const ClientList &list) { tellClients(list); });
}

void Watch::Shared::tellClients(const ClientList &list)
{
    const QMutexLocker lock(&mutex);
    if (watch)
        QMetaObject::invokeMethod(
            watch, [to = watch, list] { Q_EMIT to->clientsListed(list); }, Qt::QueuedConnection);
}

void Watch::Shared::emitLater(void (Watch::*signal)())
{
    const QMutexLocker lock(&mutex);
    if (watch)
        QMetaObject::invokeMethod(watch, signal, Qt::QueuedConnection);
}

void Watch::Shared::put(const Snapshot &snapshot, int of)
{
    {
        const QMutexLocker lock(&mutex);
        if (of != sessions)
            return;
        auto journal = std::move(latest.journal);
        latest = snapshot;
        journal.insert(journal.end(), std::make_move_iterator(latest.journal.begin()),
            std::make_move_iterator(latest.journal.end()));
        if (journal.size() > mostJournal)
            journal.erase(journal.begin(), journal.end() - mostJournal);
        latest.journal = std::move(journal);
        if (std::exchange(waiting, true))
            return;
    }
    emitLater(&Watch::updated);
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
    if (d->shared->sessions == 0)
        d->beginSession();
}

Snapshot Watch::take()
{
    const QMutexLocker lock(&d->shared->mutex);
    d->shared->waiting = false;
    auto journal = std::exchange(d->shared->latest.journal, {});
    Snapshot taken = d->shared->latest;
    taken.journal = std::move(journal);
    return taken;
}

void Watch::listClients()
{
    d->worker.post([shared = d->shared] {
        if (shared->session)
            shared->session->listClients();
        if (shared->cluster)
            shared->cluster->listClients();
    });
}

void Watch::setCatalogue(std::shared_ptr<const Catalogue> catalogue)
{
    d->worker.post([shared = d->shared, catalogue = std::move(catalogue)] {
        shared->catalogue = catalogue;
        if (shared->session)
            shared->session->setCatalogue(catalogue);
        if (shared->cluster)
            shared->cluster->setCatalogue(catalogue);
    });
}

void Watch::retry()
{
    d->worker.post([shared = d->shared] {
        if (shared->session)
            shared->session->retry();
        if (shared->cluster)
            shared->cluster->retry();
    });
}

void Watch::setCredentials(const QByteArray &user, const QByteArray &password)
{
    d->endpoint.user = user;
    d->endpoint.password = password;
    d->beginSession(); // without the status of a refusal that belongs to the old ones
    {
        const QMutexLocker lock(&d->shared->mutex);
        d->shared->waiting = true;
    }
    Q_EMIT updated();
}

} // namespace lockstep
