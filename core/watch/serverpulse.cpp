#include "core/watch/serverpulse.h"

#include "core/watch/infotext.h"
#include "core/watch/passing.h"
#include "core/watch/refused.h"

// One command every other second says that the server lives. It goes by the reader and the scout in
// turn, so that neither is silent for longer than two beats, and by the ears in every fourth:
// servers (timeout) and proxies close what has been silent for some seconds. That is 38 commands a
// minute.
//
// What the scout asks is INFO commandstats: its counts of SWAPDB, FLUSHALL and FLUSHDB tell what no
// invalidation does (tried on 7.0.15: SWAPDB sends none). Every fifth time it is INFO replication
// instead, for a replica may have been promoted. What the reader asks is PING; in a Cluster it is
// PTTL of a watched key, because a node answers PING also when the Cluster is down or the key's
// slot has moved away.

namespace lockstep {

namespace {

constexpr qint64 latestSecond = 6'000'000'000; // in 2160; later ones do not fit into 63 bits of ns
constexpr int beatsPerTime = 30; // clocks drift, and ours stops while a laptop sleeps
constexpr int beatsPerScoutTurn = 2;
constexpr int beatsPerEarsTurn = 4;
constexpr int beatsPerRoleCheck = 10;

qint64 calls(const QByteArray &commandStats, const QByteArray &command)
{
    const auto stats = infoField(commandStats, "cmdstat_" + command); // calls=3,usec=…
    if (!stats.startsWith("calls="))
        return 0;
    return qBound<qint64>(0, stats.mid(6, stats.indexOf(',') - 6).toLongLong(), 1LL << 60);
}

} // namespace

ServerPulse::ServerPulse(
    Connection *scout, Connection *reader, Connection *ears, Milliseconds every, QObject *parent)
    : QObject(parent)
    , m_scout(scout)
    , m_reader(reader)
    , m_ears(ears)
{
    m_time = {std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
    m_timer.setInterval(every);
    connect(&m_timer, &QTimer::timeout, this, &ServerPulse::pulse);
}

void ServerPulse::start(const QByteArray &server)
{
    m_sweeps.reset();
    m_waitingSince.reset();
    m_refusal.reset();
    m_mayAskInfo = true;
    m_beats = 0;
    takeServer(server);
    askTime();
    askRole();
    ping(m_scout, {"PING"});
    m_timer.start();
}

void ServerPulse::stop()
{
    m_timer.stop();
    m_latency.reset();
    m_waitingSince.reset();
}

void ServerPulse::expectAnswer()
{
    if (!m_waitingSince)
        m_waitingSince = std::chrono::steady_clock::now();
}

void ServerPulse::askTime()
{
    const auto sent = std::chrono::steady_clock::now();
    m_scout->send({"TIME"}, [this, sent](const Result<Reply> &reply) {
        if (!reply)
            return noteDenied("TIME", MissingPermission::Effect::NoTime, reply.error());
        if (reply->elements.size() != 2)
            return;
        const auto received = std::chrono::steady_clock::now();
        const auto seconds = reply->elements[0].text.toLongLong();
        const auto microseconds = reply->elements[1].text.toLongLong();
        if (seconds < 0 || seconds > latestSecond || microseconds < 0 || microseconds >= 1'000'000)
            return; // no time that a server could have
        const auto since1970 =
            std::chrono::seconds(seconds) + std::chrono::microseconds(microseconds);
        m_time = {sent + (received - sent) / 2,
            std::chrono::system_clock::time_point(
                std::chrono::duration_cast<std::chrono::system_clock::duration>(since1970))};
        Q_EMIT timeChanged();
    });
}

void ServerPulse::askRole()
{
    m_scout->send({"INFO", "replication"}, [this](const Result<Reply> &reply) {
        if (!reply) {
            m_mayAskInfo = willPass(reply.error().code);
            noteDenied("INFO", MissingPermission::Effect::NoInfo, reply.error());
        } else {
            if (!m_sweeps)
                askSweeps();
            const auto role = QString::fromUtf8(infoField(reply->text, "role"));
            if (!role.isEmpty() && std::exchange(m_role, role) != role)
                Q_EMIT roleChanged();
        }
        Q_EMIT identified();
    });
}

void ServerPulse::takeServer(const QByteArray &text)
{
    const auto valkey = infoField(text, "valkey_version");
    const auto redis = infoField(text, "redis_version");
    if (valkey.isEmpty() && redis.isEmpty())
        return;
    m_program = valkey.isEmpty() ? QStringLiteral("redis") : QStringLiteral("valkey");
    m_version = QString::fromUtf8(valkey.isEmpty() ? redis : valkey);
    m_mode = QString::fromUtf8(infoField(text, "redis_mode"));
    if (m_mode.isEmpty())
        m_mode = QString::fromUtf8(infoField(text, "server_mode"));
}

void ServerPulse::pulse()
{
    if (m_scout->state() != Connection::State::Open)
        return;
    ++m_beats;
    if (m_beats % beatsPerTime == 0)
        askTime();
    if (m_beats % beatsPerEarsTurn == 0)
        m_ears->send({"PING"}, [](const Result<Reply> &) {}); // its loss is told by the connection
    if (m_beats % beatsPerScoutTurn != 0)
        ping(m_reader, readersQuestion());
    else if (!m_mayAskInfo)
        ping(m_scout, {"PING"});
    else if (m_beats % beatsPerRoleCheck == 0)
        askRole();
    else
        askSweeps();
}

Command ServerPulse::readersQuestion() const
{
    const auto key = m_mode == u"cluster" && m_sample ? m_sample() : std::nullopt;
    return key ? Command{"PTTL", *key} : Command{"PING"};
}

void ServerPulse::ping(Connection *connection, const Command &question)
{
    const auto sent = std::chrono::steady_clock::now();
    expectAnswer();
    const auto key = question.words().size() > 1 ? question.words().at(1) : QByteArray();
    connection->send(question, [this, sent, key](const Result<Reply> &reply) {
        m_waitingSince.reset();
        note(reply);
        if (!reply) {
            if (isServedElsewhere(reply.error().code))
                Q_EMIT movedAway(key);
            else if (!key.isEmpty() && missingFor({}, {}, reply.error()))
                m_sample = nullptr; // PING it is
            return;
        }
        m_latency = std::chrono::duration_cast<std::chrono::microseconds>(
            std::chrono::steady_clock::now() - sent);
        Q_EMIT beat();
    });
}

void ServerPulse::askSweeps()
{
    expectAnswer();
    m_scout->send({"INFO", "commandstats"}, [this](const Result<Reply> &reply) {
        m_waitingSince.reset();
        note(reply);
        if (reply)
            takeSweeps(reply->text);
    });
}

void ServerPulse::note(const Result<Reply> &reply)
{
    std::optional<Error> refusal;
    if (!reply && willPass(reply.error().code))
        refusal = reply.error();
    if (std::exchange(m_refusal, refusal) != refusal)
        Q_EMIT refused(m_refusal);
}

void ServerPulse::takeSweeps(const QByteArray &text)
{
    const auto sweeps = calls(text, "swapdb") + calls(text, "flushall") + calls(text, "flushdb");
    if (m_sweeps && sweeps != *m_sweeps)
        Q_EMIT swept();
    m_sweeps = sweeps;
}

void ServerPulse::noteDenied(
    const QByteArray &command, MissingPermission::Effect effect, const Error &error)
{
    if (const auto missing = missingFor(command, effect, error))
        Q_EMIT denied(*missing);
}

} // namespace lockstep
