// The servers live in the maker's thread, which outlives the run (see Sandbox); everything else on
// a thread of its own, which never waits for the maker's: a window that is busy does not slow the
// clients down, and a destructor that joins cannot hang. start() waits for that thread's first
// look at the server, whose own limits are seconds.

#include "core/lab/freerun.h"

#include "core/lab/filelimit.h"
#include "core/lab/labservers.h"
#include "core/lab/roundplayer.h"

#include <QHostInfo>

#include <atomic>
#include <future>
#include <thread>

namespace lockstep {

namespace {

constexpr int mostClients = 5000;

int filesOfAClient(const Scenario &scenario)
{
    // What the text does not mention, no client does.
    const int spawned = scenario.source.contains("spawn") ? 1 : 0;
    const int subscribed = scenario.source.contains("subscribe") ? 1 : 0;
    return scenario.nodes * (1 + spawned + subscribed);
}

Result<Endpoint> resolved(Endpoint endpoint)
{
    if (endpoint.transport != Endpoint::Transport::Tcp || !QHostAddress(endpoint.host).isNull())
        return endpoint;
    const QList<QHostAddress> addresses = QHostInfo::fromName(endpoint.host).addresses();
    if (addresses.isEmpty())
        return failure(ErrorCode::HostNotFound, endpoint.host);
    endpoint.host = addresses.first().toString();
    return endpoint;
}

Result<void> checkAllowed(const Scenario &scenario, const Endpoint &endpoint)
{
    const auto refused = [](const QString &why) { return failure(ErrorCode::BadInput, why); };
    if (endpoint.transport == Endpoint::Transport::Tls)
        return refused(QStringLiteral(
            "a free run does not speak TLS; it can use a connection over TCP or a unix socket, or "
            "servers of its own"));
    if (scenario.nodes > 1)
        return refused(QStringLiteral("%1 needs %2 servers; it can only run on servers of its own")
                           .arg(QString::fromUtf8(scenario.id))
                           .arg(scenario.nodes));
    if (scenario.replica)
        return refused(QStringLiteral("%1 loses its primary; it can only run on servers of its own")
                           .arg(QString::fromUtf8(scenario.id)));
    return {};
}

} // namespace

class FreeRun::Private
{
public:
    FreeRun *q;
    ScenarioPtr scenario;
    RunOptions options;
    RunPlace place;
    std::unique_ptr<LabServers> servers;
    std::unique_ptr<RunLoop> loop;
    std::thread thread;
    std::shared_ptr<std::atomic<bool>> isTelling = std::make_shared<std::atomic<bool>>(false);

    Result<void> check() const;
    Result<RoundPlayer::Ground> ground();
    Result<RoundPlayer::Ground> groundOfOurs();
    void run(RoundPlayer::Ground ground, std::promise<Result<void>> prepared);
    void tell(const RunProgress &progress);
    void serve(std::function<Result<void>()> task, std::function<void()> done);
};

Result<void> FreeRun::Private::check() const
{
    const auto refused = [](const QString &why) { return failure(ErrorCode::BadInput, why); };
    if (const auto checked = checkSettings(*scenario, options.settings); !checked)
        return checked;
    const int clients = scenario->clientCount(options.settings);
    if (clients > mostClients)
        return refused(
            QStringLiteral("clients = %1: 1 to %2 are possible").arg(clients).arg(mostClients));
    if (options.rounds < 1 || options.repeats < 1)
        return refused(QStringLiteral("rounds and repeats begin at 1"));
    if (options.failoverAfter.count() > 0 && !scenario->replica)
        return refused(QStringLiteral("%1 has no replica that could take over")
                           .arg(QString::fromUtf8(scenario->id)));
    if (options.restartAfter.count() > 0 && place.allowed)
        return refused(QStringLiteral("only servers of the lab's own can be restarted"));
    if (place.allowed) {
        if (const auto checked = checkAllowed(*scenario, *place.allowed); !checked)
            return checked;
    }
    return makeRoomForFiles(clients, filesOfAClient(*scenario));
}

Result<RoundPlayer::Ground> FreeRun::Private::ground()
{
    if (!place.allowed)
        return groundOfOurs();
    const auto endpoint = resolved(*place.allowed);
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    return RoundPlayer::Ground{{*endpoint}, false};
}

Result<RoundPlayer::Ground> FreeRun::Private::groundOfOurs()
{
    // The order of a node that another one replaces in the middle cannot be replayed.
    const bool isExact = options.exactOrder && !scenario->replica;
    const int extra = isExact ? 1 : 0; // the one on which the order is replayed
    const int clients = scenario->clientCount(options.settings);
    auto started = LabServers::start(scenario->nodes + extra, scenario->replica, clients, isExact);
    if (!started)
        return tl::unexpected(started.error());
    servers = std::move(*started);
    RoundPlayer::Ground ground;
    std::vector<Endpoint> all =
        isExact || scenario->replica ? servers->tcpEndpoints() : servers->endpoints();
    ground.nodes.assign(all.begin(), all.begin() + scenario->nodes);
    if (isExact)
        ground.scratch = servers->endpoints()[size_t(scenario->nodes)];
    ground.servers.restart = [this](int which, std::function<void()> done) {
        serve([this, which] { return servers->restart(which); }, std::move(done));
    };
    ground.servers.kill = [this](int which, std::function<void()> done) {
        serve(
            [this, which]() -> Result<void> {
                servers->kill(which);
                return {};
            },
            std::move(done));
    };
    if (scenario->replica) {
        ground.servers.replicaPlace = scenario->nodes;
        ground.servers.replica = all.back();
    }
    return ground;
}

// In the maker's thread, which may be on its way to join ours: then it is not done any more.
void FreeRun::Private::serve(std::function<Result<void>()> task, std::function<void()> done)
{
    QMetaObject::invokeMethod(
        q,
        [this, task = std::move(task), done = std::move(done)] {
            if (const auto served = task(); !served) {
                Q_EMIT q->failed(served.error());
                loop->abandon();
                return;
            }
            loop->post(done);
        },
        Qt::QueuedConnection);
}

void FreeRun::Private::tell(const RunProgress &progress)
{
    if (isTelling->exchange(true))
        return; // the last one has not been read yet
    QMetaObject::invokeMethod(
        q,
        [this, progress] {
            *isTelling = false;
            Q_EMIT q->progressed(progress);
        },
        Qt::QueuedConnection);
}

void FreeRun::Private::run(RoundPlayer::Ground ground, std::promise<Result<void>> prepared)
{
    RoundPlayer player(*loop, scenario, options, std::move(ground));
    Result<void> ready = player.prepare();
    const bool isReady = ready.has_value();
    prepared.set_value(std::move(ready));
    if (!isReady)
        return;
    const auto played = player.play([this](const RunProgress &progress) { tell(progress); });
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

FreeRun::FreeRun(ScenarioPtr scenario, RunOptions options, RunPlace place, QObject *parent)
    : QObject(parent)
    , d(new Private{this, std::move(scenario), std::move(options), std::move(place), {}, {}, {}})
{
}

FreeRun::~FreeRun()
{
    if (d->loop)
        d->loop->abandon();
    if (d->thread.joinable())
        d->thread.join();
}

Result<void> FreeRun::start()
{
    if (d->thread.joinable())
        return failure(ErrorCode::BadInput, QStringLiteral("a run is started once"));
    if (const auto checked = d->check(); !checked)
        return checked;
    auto ground = d->ground();
    if (!ground)
        return tl::unexpected(ground.error());
    d->loop = std::make_unique<RunLoop>();
    std::promise<Result<void>> promise;
    std::future<Result<void>> prepared = promise.get_future();
    d->thread =
        std::thread([this, place = std::move(*ground), said = std::move(promise)]() mutable {
            d->run(std::move(place), std::move(said));
        });
    return prepared.get();
}

void FreeRun::stop()
{
    if (d->loop)
        d->loop->stop();
}

} // namespace lockstep
