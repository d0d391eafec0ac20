// A failover loses what the primary has not yet sent to its replica. On one machine these are the
// writes of a few microseconds, so nearly always none. Here the replica is cut off first (it is
// made a primary), the old primary serves the clients for some milliseconds more, and then it is
// killed. To hold the replica back by SIGSTOP was rejected: its socket goes on receiving, and the
// replica would apply what it has received before it takes over.

#include "core/lab/freerun/rounds/serverloss.h"

#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

namespace lockstep {

namespace {

constexpr Moment millisecond = 1'000'000;
// For so long the primary serves clients after its replica was cut off: these writes are lost.
constexpr Moment lostTail = 10 * millisecond;
constexpr Moment lossTimeLimit = 20'000 * millisecond;

Moment drawn(std::chrono::milliseconds middle, ClientFaults &random)
{
    return Moment(double(std::chrono::nanoseconds(middle).count()) * (0.5 + random.number()));
}

// The number that INFO gives under that name; nothing if it does not.
std::optional<qint64> numberOf(const redisReply &info, const char *name)
{
    const QByteArray words(info.str, qsizetype(info.len));
    const QByteArray wanted = QByteArray(name) + ':';
    for (const QByteArray &line : words.split('\n')) {
        bool isNumber = false;
        const qint64 number = line.mid(wanted.size()).trimmed().toLongLong(&isNumber);
        if (line.startsWith(wanted) && isNumber)
            return number;
    }
    return std::nullopt;
}

} // namespace

ServerLoss::ServerLoss(
    RunContext &context, ClientPool &pool, Control control, ChangeSource &changes)
    : m_context(context)
    , m_pool(pool)
    , m_control(std::move(control))
    , m_changes(changes)
    , m_replica(context.loop, [&context](const Error &error) { context.observer.failed(error); })
    , m_probe(context.loop, [this](const Error &) { m_isProbing = false; })
{
    if (context.options.failoverAfter.count() > 0)
        m_lostPlace = m_control.replicaPlace; // it was started as a primary
}

// A replica whose link is up may still lack many writes: the primary sends it none before it has
// heard that the replica has loaded the first copy. So the offsets are compared.
Result<void> ServerLoss::awaitReplica()
{
    if (m_context.options.failoverAfter.count() == 0)
        return {};
    const std::string question = wireOf({"INFO", "replication"});
    const auto primary = m_context.nodes[0].waits->queries().wait(question);
    if (!primary)
        return tl::unexpected(primary.error());
    const auto wanted = numberOf(**primary, "master_repl_offset");
    ControlConnection replica(m_context.loop, {});
    if (const auto opened = replica.open(m_control.replica); !opened)
        return opened;
    const Moment deadline = m_context.loop.now() + lossTimeLimit;
    while (!m_context.loop.isStopped() && m_context.loop.now() < deadline) {
        const auto words = replica.wait(question);
        if (!words)
            return tl::unexpected(words.error());
        if (const auto has = numberOf(**words, "slave_repl_offset"); has && has >= wanted)
            return {};
        m_context.loop.serve([] { return false; }, std::chrono::milliseconds(2));
    }
    return tl::unexpected(copyMissing());
}

Error ServerLoss::copyMissing() const
{
    return m_context.loop.isStopped()
        ? Error{ErrorCode::Cancelled, {}}
        : Error{ErrorCode::CommandTimeout, CoreText::tr("a replica does not get its copy")};
}

void ServerLoss::beginRound(quint64 seed)
{
    ClientFaults random(m_context.options, seed);
    m_isToCome =
        m_context.options.failoverAfter.count() > 0 || m_context.options.restartAfter.count() > 0;
    const Moment now = m_context.loop.now();
    if (m_context.options.failoverAfter.count() > 0)
        m_alarm = m_context.loop.setAlarm(
            now + drawn(m_context.options.failoverAfter, random), [this] { failOver(); });
    else if (m_context.options.restartAfter.count() > 0)
        m_alarm = m_context.loop.setAlarm(now + drawn(m_context.options.restartAfter, random),
            [this] { takeDown(Incident::Kind::Restart); });
}

void ServerLoss::endRound()
{
    m_isToCome = false;
    if (m_alarm && !m_isBusy)
        m_context.loop.cancel(*m_alarm);
}

void ServerLoss::failOver()
{
    m_isToCome = false;
    m_isBusy = true;
    if (const auto opened = m_replica.open(m_control.replica); !opened)
        return m_context.observer.failed(opened.error());
    m_replica.ask(wireOf({"REPLICAOF", "NO", "ONE"}), [this](const redisReply &) {
        m_changes.replicaIsCutOff(m_replica);
        m_alarm = m_context.loop.setAlarm(
            m_context.loop.now() + lostTail, [this] { takeDown(Incident::Kind::Failover); });
    });
}

void ServerLoss::takeDown(Incident::Kind kind)
{
    m_isToCome = false;
    m_isBusy = true;
    m_kind = kind;
    m_context.nodes[0].isHeld = true;
    takeDownWhenAnswered();
}

void ServerLoss::takeDownWhenAnswered()
{
    if (m_pool.hasFlights(0))
        return retryIn(millisecond, &ServerLoss::takeDownWhenAnswered);
    m_changes.requestLastChanges();
    takeDownWhenMonitored();
}

// A client's reply may arrive before MONITOR has reported the command on another connection.
void ServerLoss::takeDownWhenMonitored()
{
    if (!m_changes.hasLastChanges())
        return retryIn(millisecond, &ServerLoss::takeDownWhenMonitored);
    m_pool.disconnect(0);
    m_context.nodes[0].waits->close();
    m_changes.nodeLeaves();
    m_context.record.add({m_context.loop.now(), m_kind, 0, none});
    m_deadline = m_context.loop.now() + lossTimeLimit;
    m_next = m_context.nodes[0].endpoint;
    const auto done = [this](const Result<void> &served) { onServed(served); };
    if (m_kind == Incident::Kind::Restart)
        return m_control.restart(m_control.primaryPlace, done);
    m_lostPlace = m_control.primaryPlace;
    std::swap(m_control.primaryPlace, m_control.replicaPlace);
    std::swap(m_next, m_control.replica);
    m_control.kill(*m_lostPlace, done);
}

void ServerLoss::onServed(const Result<void> &served)
{
    if (!served)
        return m_context.observer.failed(served.error());
    m_context.nodes[0].endpoint = m_next;
    askUntilReady();
}

// Is called again and again until the server answers.
void ServerLoss::askUntilReady()
{
    if (m_context.loop.now() > m_deadline)
        return m_context.observer.failed({ErrorCode::ConnectTimeout, m_next.display()});
    if (!m_isProbing && m_probe.open(m_next)) {
        m_isProbing = true;
        m_probe.ask(wireOf({"PING"}), [this](const redisReply &) {
            if (m_alarm)
                m_context.loop.cancel(*m_alarm);
            m_isProbing = false;
            reopen();
        });
    }
    retryIn(2 * millisecond, &ServerLoss::askUntilReady);
}

void ServerLoss::reopen()
{
    if (const auto opened = m_context.nodes[0].waits->open(m_next); !opened)
        return m_context.observer.failed(opened.error());
    if (const auto opened = m_changes.nodeReopened(); !opened)
        m_context.observer.failed(opened.error());
    releaseWhenReady();
}

// No client sends anything before all clients have subscribed again, all waits have seen that keys
// are gone, and MONITOR is listening. Otherwise a message could be lost, or a key exist again
// before its absence was seen, which cannot happen in stepped runs; and commands would be missing
// in the order of execution.
void ServerLoss::releaseWhenReady()
{
    if (m_context.loop.now() > m_deadline)
        return m_context.observer.failed({ErrorCode::ConnectTimeout, m_next.display()});
    const bool isReady = m_pool.reconnect(0) && !m_pool.hasFlights(0);
    if (!isReady || !m_context.nodes[0].waits->haveBegun() || !m_changes.isListening())
        return retryIn(millisecond, &ServerLoss::releaseWhenReady);
    m_alarm.reset();
    m_isBusy = false;
    m_context.nodes[0].isHeld = false;
    m_pool.release(0);
}

void ServerLoss::retryIn(Moment pause, void (ServerLoss::*step)())
{
    m_alarm =
        m_context.loop.setAlarm(m_context.loop.now() + pause, [this, step] { (this->*step)(); });
}

Result<void> ServerLoss::restore()
{
    const auto launched = std::make_shared<std::optional<Result<void>>>();
    m_control.restart(*m_lostPlace, [launched](const Result<void> &served) { *launched = served; });
    const auto limit = std::chrono::nanoseconds(lossTimeLimit);
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(limit);
    if (!m_context.loop.serve([&] { return launched->has_value(); }, milliseconds))
        return failure(
            m_context.loop.isStopped() ? ErrorCode::Cancelled : ErrorCode::CommandTimeout,
            CoreText::tr("the server that was lost has not been started again"));
    if (!**launched)
        return **launched;
    const Moment deadline = m_context.loop.now() + lossTimeLimit;
    const std::string port = std::to_string(m_context.nodes[0].endpoint.port);
    ControlConnection replica(m_context.loop, {});
    bool isConnected = false;
    while (!m_context.loop.isStopped() && m_context.loop.now() < deadline) {
        if (!isConnected)
            isConnected = replica.open(m_control.replica)
                && replica.wait(wireOf({"REPLICAOF", "127.0.0.1", port}));
        const auto words = isConnected ? replica.wait(wireOf({"INFO", "replication"}))
                                       : Result<RunReply>(failure(ErrorCode::NotConnected));
        if (words
            && std::string_view((*words)->str).find("master_link_status:up")
                != std::string_view::npos) {
            m_lostPlace.reset();
            return {};
        }
        m_context.loop.serve([] { return false; }, std::chrono::milliseconds(3));
    }
    return tl::unexpected(copyMissing());
}

} // namespace lockstep
