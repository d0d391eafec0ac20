// Everything is done on a thread of the run's own. It never waits for the thread that made the
// object, so a busy window does not slow the clients down, and a destructor that joins the thread
// cannot hang. Nor does that thread wait for the run: starting servers and looking up names report
// to the run's loop, which can be stopped meanwhile.

#include "core/lab/freerun/rounds/freerunsession.h"

#include "core/lab/freerun/net/filelimit.h"
#include "core/lab/freerun/rounds/labservers.h"
#include "core/lab/freerun/rounds/roundrunner.h"
#include "core/redis/threads/threadslot.h"
#include "core/redis/transport/tcptransport.h"
#include "core/redis/values/coretext.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QRegularExpression>

#include <thread>

namespace lockstep {

namespace {

constexpr int mostClients = 5000;
constexpr auto serversLimit = std::chrono::minutes(2); // for all; PrivateServer limits each one
constexpr auto nameLimit = std::chrono::seconds(30);

int filesOfAClient(const Scenario &scenario)
{
    // A client spawns threads and subscribes only if the text of the file has these words.
    const int spawned = scenario.source.contains("spawn") ? 1 : 0;
    const int subscribed = scenario.source.contains("subscribe") ? 1 : 0;
    return scenario.nodes * (1 + spawned + subscribed);
}

// The value of notify-keyspace-events: which events the servers publish to clients that receive
// expiries (K, on a channel for each key), and to the run, which waits on behalf of its clients (E,
// on a channel for each kind of event). A file that does not have the words await or await_gone
// waits for no key.
QString keyEvents(const Scenario &scenario)
{
    static const QRegularExpression awaits(QStringLiteral("\\bawait\\b"));
    QString events;
    if (scenario.expiredEvents)
        events = QStringLiteral("Kx");
    if (QString::fromUtf8(scenario.source).contains(awaits))
        events += QStringLiteral("EA");
    else if (scenario.source.contains("await_gone"))
        events += QStringLiteral("Egxe");
    return events;
}

bool hasName(const Endpoint &endpoint)
{
    return endpoint.transport == Endpoint::Transport::Tcp && QHostAddress(endpoint.host).isNull();
}

Result<void> checkUsersServer(const Scenario &scenario, const Endpoint &endpoint)
{
    const auto refused = [](const QString &why) { return failure(ErrorCode::BadInput, why); };
    if (endpoint.isFoundBySentinels() || endpoint.isOfCluster())
        return refused(CoreText::tr("a free run needs the address of one server, as in "
                                    "redis://host:6379, and not those of Sentinels or of a "
                                    "cluster"));
    if (endpoint.transport == Endpoint::Transport::Tls)
        return refused(CoreText::tr(
            "a free run does not speak TLS; it can use a connection over TCP or a unix socket, or "
            "servers of its own"));
    if (!scenario.scripts.empty())
        return refused(CoreText::tr("%1 has server scripts of its own, and only those that come "
                                    "with Lockstep are run on a server of yours")
                           .arg(QString::fromUtf8(scenario.id)));
    if (scenario.nodes > 1)
        return refused(CoreText::tr("%1 needs %2 servers; it can only run on servers of its own")
                           .arg(QString::fromUtf8(scenario.id))
                           .arg(scenario.nodes));
    if (scenario.replica)
        return refused(CoreText::tr("%1 loses its primary; it can only run on servers of its own")
                           .arg(QString::fromUtf8(scenario.id)));
    return {};
}

} // namespace

class FreeRunSession::Private
{
public:
    FreeRunSession *q = nullptr;
    ScenarioPtr scenario;
    RunOptions options;
    RunTarget place;
    std::unique_ptr<LabServers> servers;
    std::shared_ptr<RunLoop> loop; // shared, because the servers may report to it after the run
    ThreadSlot<RunProgress> told; // progress that was not handled yet
    // The address of the allowed server. Belongs to the loop's thread.
    std::optional<Result<QHostAddress>> found;
    std::jthread thread; // the last member, so that it ends before those that it uses

    Result<void> check() const;
    void findHost();
    void run();
    Result<RunPtr> play();
    RunPtr nothing() const;
    Result<RoundRunner::RunServers> serversOfRun();
    Result<RoundRunner::RunServers> serversOfOurs();
    Result<RoundRunner::RunServers> serversOfUser();
    LabServers::Done onLoop(ServerLoss::Done done);
    Result<void> await(const std::function<bool()> &done, std::chrono::milliseconds limit);
    void reportProgress(const RunProgress &progress);
};

Result<void> FreeRunSession::Private::check() const
{
    const auto refused = [](const QString &why) { return failure(ErrorCode::BadInput, why); };
    if (const auto checked = checkSettings(*scenario, options.settings); !checked)
        return checked;
    const int clients = scenario->clientCount(options.settings);
    if (clients > mostClients)
        return refused(
            CoreText::tr("clients = %1: 1 to %2 are possible").arg(clients).arg(mostClients));
    if (options.rounds < 1 || options.repeats < 1)
        return refused(CoreText::tr("rounds and repeats begin at 1"));
    if (options.failoverAfter.count() > 0 && !scenario->replica)
        return refused(CoreText::tr("%1 has no replica that could take over")
                           .arg(QString::fromUtf8(scenario->id)));
    if (options.restartAfter.count() > 0 && place.usersServer())
        return refused(CoreText::tr("only servers of the lab's own can be restarted"));
    if (scenario->expiredEvents && place.usersServer())
        return refused(CoreText::tr("%1 listens to the expiry of keys, which only servers of the "
                                    "lab's own are told to publish")
                           .arg(QString::fromUtf8(scenario->id)));
    if (place.usersServer()) {
        if (const auto checked = checkUsersServer(*scenario, *place.usersServer()); !checked)
            return checked;
    }
    return makeRoomForFiles(clients, filesOfAClient(*scenario));
}

// Which address of a host name answers is found out by connecting: localhost is ::1 and 127.0.0.1,
// and a server may listen on one of them only. QTcpSocket tries them in turn. It lives in the
// application's thread, which is not blocked by it.
void FreeRunSession::Private::findHost()
{
    auto *socket = new QTcpSocket(q);
    socket->setProxy(QNetworkProxy::NoProxy);
    const auto tell = [this, socket](const Result<QHostAddress> &address) {
        loop->post([this, address] { found = address; });
        socket->deleteLater();
    };
    QObject::connect(
        socket, &QTcpSocket::connected, q, [socket, tell] { tell(socket->peerAddress()); });
    QObject::connect(socket, &QTcpSocket::errorOccurred, q, [this, socket, tell] {
        Error error = errorOfConnecting(*socket);
        error.detail = place.usersServer()->display() + QStringLiteral(": ") + error.detail;
        tell(tl::unexpected(error));
    });
    socket->connectToHost(place.usersServer()->host, place.usersServer()->port);
}

Result<void> FreeRunSession::Private::await(
    const std::function<bool()> &done, std::chrono::milliseconds limit)
{
    if (loop->serve(done, limit))
        return {};
    return failure(loop->isStopped() ? ErrorCode::Cancelled : ErrorCode::ConnectTimeout);
}

Result<RoundRunner::RunServers> FreeRunSession::Private::serversOfRun()
{
    return place.usersServer() ? serversOfUser() : serversOfOurs();
}

Result<RoundRunner::RunServers> FreeRunSession::Private::serversOfUser()
{
    Endpoint endpoint = *place.usersServer();
    if (hasName(endpoint)) {
        if (const auto known = await([this] { return found.has_value(); }, nameLimit); !known)
            return tl::unexpected(known.error());
        if (!*found)
            return tl::unexpected(found->error());
        endpoint.host = (*found)->toString();
    }
    return RoundRunner::RunServers{{endpoint}};
}

Result<RoundRunner::RunServers> FreeRunSession::Private::serversOfOurs()
{
    // If a replica takes over in the middle, the order of execution cannot be replayed.
    const bool isExact = options.exactOrder && !scenario->replica;
    const int extra = isExact ? 1 : 0; // the server on which the order is replayed
    const auto started = std::make_shared<std::optional<Result<void>>>();
    servers->start({scenario->nodes + extra, scenario->replica,
                       scenario->clientCount(options.settings), isExact, keyEvents(*scenario)},
        onLoop([started](const Result<void> &result) { *started = result; }));
    const auto isOver = [&] { return started->has_value(); };
    if (const auto answered = await(isOver, serversLimit); !answered)
        return tl::unexpected(answered.error());
    if (!**started)
        return tl::unexpected((*started)->error());
    RoundRunner::RunServers run;
    run.isOurs = true;
    std::vector<Endpoint> all =
        isExact || scenario->replica ? servers->tcpEndpoints() : servers->endpoints();
    run.nodes.assign(all.begin(), all.begin() + scenario->nodes);
    if (isExact)
        run.scratch = servers->endpoints()[size_t(scenario->nodes)];
    run.control.restart = [this](int which, ServerLoss::Done done) {
        servers->restart(which, onLoop(std::move(done)));
    };
    run.control.kill = [this](int which, ServerLoss::Done done) {
        servers->kill(which, onLoop(std::move(done)));
    };
    if (scenario->replica) {
        run.control.replicaPlace = scenario->nodes;
        run.control.replica = all.back();
    }
    return run;
}

LabServers::Done FreeRunSession::Private::onLoop(ServerLoss::Done done)
{
    return [loop = loop, done = std::move(done)](
               const Result<void> &result) { loop->post([done, result] { done(result); }); };
}

void FreeRunSession::Private::reportProgress(const RunProgress &progress)
{
    if (told.put(progress))
        QMetaObject::invokeMethod(
            q, [this] { Q_EMIT q->progressed(*told.take()); }, Qt::QueuedConnection);
}

Result<RunPtr> FreeRunSession::Private::play()
{
    auto prepared = serversOfRun();
    if (!prepared)
        return tl::unexpected(prepared.error());
    RoundRunner player(*loop, scenario, options, std::move(*prepared));
    if (const auto ready = player.prepare(); !ready)
        return tl::unexpected(ready.error());
    return player.play([this](const RunProgress &progress) { reportProgress(progress); });
}

// Returns the run for finished() if it was stopped before its first round.
RunPtr FreeRunSession::Private::nothing() const
{
    auto run = std::make_shared<Run>();
    run->scenario = scenario;
    run->options = options;
    run->results = Checker(*scenario, options.settings, nullptr).results();
    for (CheckResult &each : run->results)
        each.outcome = CheckOutcome::Undecided;
    run->stopped = true;
    return run;
}

void FreeRunSession::Private::run()
{
    Result<RunPtr> played = play();
    if (!played && played.error().code == ErrorCode::Cancelled)
        played = nothing();
    QMetaObject::invokeMethod(
        q,
        [this, played] {
            if (played)
                Q_EMIT q->finished(*played);
            else
                Q_EMIT q->failed(played.error());
        },
        Qt::QueuedConnection);
}

FreeRunSession::FreeRunSession(
    ScenarioPtr scenario, RunOptions options, RunTarget place, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->q = this;
    d->scenario = std::move(scenario);
    d->options = std::move(options);
    d->place = std::move(place);
}

FreeRunSession::~FreeRunSession()
{
    if (d->loop)
        d->loop->abandon();
    if (d->servers)
        d->servers->killAll(); // the thread may be waiting for a server that does not answer
}

Result<void> FreeRunSession::start()
{
    if (d->thread.joinable())
        return failure(ErrorCode::BadInput, CoreText::tr("a run is started once"));
    if (const auto checked = d->check(); !checked)
        return checked;
    d->loop = std::make_shared<RunLoop>();
    if (!d->place.usersServer())
        d->servers = std::make_unique<LabServers>();
    else if (hasName(*d->place.usersServer()))
        d->findHost();
    d->thread = std::jthread([this] { d->run(); });
    return {};
}

void FreeRunSession::stop()
{
    if (d->loop)
        d->loop->stop();
}

} // namespace lockstep
