// A failover loses what the primary had not yet told its replica. That is a matter of luck and
// microseconds on one machine; here the replica is cut off first (it is told to be a primary), the
// old primary serves the clients for some milliseconds more, and then it is killed. Holding the
// replica back by SIGSTOP was rejected: its socket goes on receiving, and what it has received it
// would apply before it takes over.

#include "core/lab/freerun/rounds/nodefaults.h"

namespace lockstep {

namespace {

constexpr Moment millisecond = 1'000'000;
constexpr Moment lostTail = 10 * millisecond; // writes of the primary that the replica never sees
constexpr Moment patience = 10'000 * millisecond;

Moment drawn(std::chrono::milliseconds middle, Faults &dice)
{
    return Moment(double(std::chrono::nanoseconds(middle).count()) * (0.5 + dice.number()));
}

} // namespace

NodeFaults::NodeFaults(RunStage &stage, Crowd &crowd, Servers servers,
    std::function<void(Incident::Kind)> reopened, std::function<void()> leaving)
    : m_stage(stage)
    , m_crowd(crowd)
    , m_servers(std::move(servers))
    , m_reopened(std::move(reopened))
    , m_leaving(std::move(leaving))
    , m_replica(stage.loop, stage.fail)
    , m_door(stage.loop, [this](const Error &) { m_isKnocking = false; })
{
    if (stage.options.failoverAfter.count() > 0)
        m_lostPlace = m_servers.replicaPlace; // the replica is none yet
}

void NodeFaults::beginRound(quint64 seed)
{
    Faults dice(m_stage.options, seed);
    const Moment now = m_stage.loop.now();
    if (m_stage.options.failoverAfter.count() > 0)
        m_alarm = m_stage.loop.ringAt(
            now + drawn(m_stage.options.failoverAfter, dice), [this] { failOver(); });
    else if (m_stage.options.restartAfter.count() > 0)
        m_alarm = m_stage.loop.ringAt(now + drawn(m_stage.options.restartAfter, dice),
            [this] { leave(Incident::Kind::Restart); });
}

void NodeFaults::endRound()
{
    if (m_alarm && !m_isBusy)
        m_stage.loop.cancel(*m_alarm);
}

void NodeFaults::failOver()
{
    m_isBusy = true;
    if (const auto opened = m_replica.open(m_servers.replica); !opened)
        return m_stage.fail(opened.error());
    m_replica.ask(wireOf({"REPLICAOF", "NO", "ONE"}), [this](const redisReply &) {
        m_alarm = m_stage.loop.ringAt(
            m_stage.loop.now() + lostTail, [this] { leave(Incident::Kind::Failover); });
    });
}

void NodeFaults::leave(Incident::Kind kind)
{
    m_isBusy = true;
    m_kind = kind;
    m_stage.nodes[0].isHeld = true;
    leaveWhenAnswered();
}

void NodeFaults::leaveWhenAnswered()
{
    if (m_crowd.hasFlights(0)) {
        m_alarm =
            m_stage.loop.ringAt(m_stage.loop.now() + millisecond, [this] { leaveWhenAnswered(); });
        return;
    }
    m_crowd.disconnect(0);
    m_stage.nodes[0].waits->close();
    m_leaving();
    m_stage.record.add({m_stage.loop.now(), m_kind, 0, none});
    m_givesUp = m_stage.loop.now() + patience;
    m_next = m_stage.nodes[0].endpoint;
    const auto done = [this](const Result<void> &served) { comeBack(served); };
    if (m_kind == Incident::Kind::Restart)
        return m_servers.restart(m_servers.primaryPlace, done);
    m_lostPlace = m_servers.primaryPlace;
    std::swap(m_servers.primaryPlace, m_servers.replicaPlace);
    std::swap(m_next, m_servers.replica);
    m_servers.kill(m_lostPlace, done);
}

void NodeFaults::comeBack(const Result<void> &served)
{
    if (!served)
        return m_stage.fail(served.error());
    m_stage.nodes[0].endpoint = m_next;
    knock();
}

// Until the server answers.
void NodeFaults::knock()
{
    if (m_stage.loop.now() > m_givesUp)
        return m_stage.fail({ErrorCode::ConnectTimeout, m_next.display()});
    if (!m_isKnocking && m_door.open(m_next)) {
        m_isKnocking = true;
        m_door.ask(wireOf({"PING"}), [this](const redisReply &) {
            if (m_alarm)
                m_stage.loop.cancel(*m_alarm);
            m_isKnocking = false;
            goOn();
        });
    }
    m_alarm = m_stage.loop.ringAt(m_stage.loop.now() + 2 * millisecond, [this] { knock(); });
}

void NodeFaults::goOn()
{
    if (const auto opened = m_stage.nodes[0].waits->open(m_next); !opened)
        return m_stage.fail(opened.error());
    m_reopened(m_kind);
    letIn();
}

// Nobody sends anything before all have subscribed again, and waits have seen that keys are gone: a
// message of the first moment would be lost, or a key be back, a matter of luck on one machine that
// steps know nothing of.
void NodeFaults::letIn()
{
    if (m_stage.loop.now() > m_givesUp)
        return m_stage.fail({ErrorCode::ConnectTimeout, m_next.display()});
    const bool isReady = m_crowd.reconnect(0) && !m_crowd.hasFlights(0);
    if (!isReady || !m_stage.nodes[0].waits->haveBegun()) {
        m_alarm = m_stage.loop.ringAt(m_stage.loop.now() + millisecond, [this] { letIn(); });
        return;
    }
    m_alarm.reset();
    m_isBusy = false;
    m_stage.nodes[0].isHeld = false;
    m_crowd.release(0);
}

Result<void> NodeFaults::restore()
{
    const auto launched = std::make_shared<std::optional<Result<void>>>();
    m_servers.restart(m_lostPlace, [launched](const Result<void> &served) { *launched = served; });
    const auto limit = std::chrono::nanoseconds(patience);
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(limit);
    if (!m_stage.loop.serve([&] { return launched->has_value(); }, milliseconds))
        return failure(m_stage.loop.isStopped() ? ErrorCode::Cancelled : ErrorCode::CommandTimeout);
    if (!**launched)
        return **launched;
    const Moment givesUp = m_stage.loop.now() + patience;
    const std::string port = std::to_string(m_stage.nodes[0].endpoint.port);
    RunQueries replica(m_stage.loop, {});
    bool isConnected = false;
    while (!m_stage.loop.isStopped() && m_stage.loop.now() < givesUp) {
        if (!isConnected)
            isConnected = replica.open(m_servers.replica)
                && replica.wait(wireOf({"REPLICAOF", "127.0.0.1", port}));
        const auto words = isConnected ? replica.wait(wireOf({"INFO", "replication"}))
                                       : Result<RunReply>(failure(ErrorCode::NotConnected));
        if (words
            && std::string_view((*words)->str).find("master_link_status:up")
                != std::string_view::npos) {
            m_lostPlace = -1;
            return {};
        }
        m_stage.loop.serve([] { return false; }, std::chrono::milliseconds(3));
    }
    return failure(m_stage.loop.isStopped() ? ErrorCode::Cancelled : ErrorCode::CommandTimeout);
}

} // namespace lockstep
