#include "core/watch/serverpulse.h"

#include "core/watch/passing.h"

// One command every other second says that the server lives. Every other beat it is INFO
// commandstats instead of PING: its counts of SWAPDB, FLUSHALL and FLUSHDB tell what no
// invalidation does (tried on 7.0.15: SWAPDB sends none). The connections that only listen or wait
// get a PING every tenth beat.

namespace lockstep {

namespace {

constexpr qint64 latestSecond = 6'000'000'000; // in 2160; later ones do not fit into 63 bits of ns
constexpr int beatsPerTime = 30; // clocks drift, and ours stops while a laptop sleeps
constexpr int beatsPerIdlePing = 10;
constexpr int beatsPerSweepCheck = 2;

QByteArray field(const QByteArray &info, const QByteArray &name)
{
    const auto at = info.startsWith(name + ':') ? 0 : info.indexOf("\n" + name + ':') + 1;
    if (at == 0 && !info.startsWith(name + ':'))
        return {};
    const auto from = at + name.size() + 1;
    auto to = info.indexOf('\n', from);
    if (to < 0)
        to = info.size();
    return info.mid(from, to - from).trimmed();
}

qint64 calls(const QByteArray &commandStats, const QByteArray &command)
{
    const auto stats = field(commandStats, "cmdstat_" + command); // calls=3,usec=…
    if (!stats.startsWith("calls="))
        return 0;
    return qBound<qint64>(0, stats.mid(6, stats.indexOf(',') - 6).toLongLong(), 1LL << 60);
}

} // namespace

ServerPulse::ServerPulse(
    Connection *connection, std::vector<Connection *> idle, Milliseconds every, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_idle(std::move(idle))
{
    m_time = {std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
    m_timer.setInterval(every);
    connect(&m_timer, &QTimer::timeout, this, &ServerPulse::pulse);
}

void ServerPulse::start()
{
    m_sweeps.reset();
    m_waitingSince.reset();
    m_mayAskInfo = true;
    m_beats = 0;
    askTime();
    askWho();
    ping();
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
    m_connection->send({"TIME"}, [this, sent](const Result<Reply> &reply) {
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

void ServerPulse::askWho()
{
    const auto take = [this](const Result<Reply> &reply) {
        if (reply) {
            takeInfo(reply->text);
        } else {
            m_mayAskInfo = willPass(reply.error().code);
            noteDenied("INFO", MissingPermission::Effect::NoInfo, reply.error());
        }
    };
    m_connection->send({"INFO", "server"}, take);
    m_connection->send({"INFO", "replication"}, [this, take](const Result<Reply> &reply) {
        take(reply);
        if (reply)
            askSweeps();
        Q_EMIT identified();
    });
}

void ServerPulse::takeInfo(const QByteArray &text)
{
    const auto valkey = field(text, "valkey_version");
    const auto redis = field(text, "redis_version");
    if (!valkey.isEmpty() || !redis.isEmpty()) {
        m_program = valkey.isEmpty() ? QStringLiteral("redis") : QStringLiteral("valkey");
        m_version = QString::fromUtf8(valkey.isEmpty() ? redis : valkey);
        m_mode = QString::fromUtf8(field(text, "redis_mode"));
        if (m_mode.isEmpty())
            m_mode = QString::fromUtf8(field(text, "server_mode"));
    }
    if (const auto role = field(text, "role"); !role.isEmpty())
        m_role = QString::fromUtf8(role);
}

void ServerPulse::pulse()
{
    if (m_connection->state() != Connection::State::Open)
        return;
    ++m_beats;
    if (m_beats % beatsPerTime == 0) {
        askTime();
        if (m_mayAskInfo && m_version.isEmpty()) // it was BUSY or LOADING when we asked
            askWho();
    }
    if (m_mayAskInfo && m_beats % beatsPerSweepCheck == 0)
        askSweeps();
    else
        ping();
    if (m_beats % beatsPerIdlePing == 0) {
        for (auto *connection : m_idle)
            connection->send(
                {"PING"}, [](const Result<Reply> &) {}); // its loss is told by the connection
    }
}

void ServerPulse::ping()
{
    const auto sent = std::chrono::steady_clock::now();
    expectAnswer();
    m_connection->send({"PING"}, [this, sent](const Result<Reply> &reply) {
        m_waitingSince.reset();
        if (!reply)
            return;
        m_latency = std::chrono::duration_cast<std::chrono::microseconds>(
            std::chrono::steady_clock::now() - sent);
        Q_EMIT beat();
    });
}

void ServerPulse::askSweeps()
{
    expectAnswer();
    m_connection->send({"INFO", "commandstats"}, [this](const Result<Reply> &reply) {
        m_waitingSince.reset();
        if (reply)
            takeSweeps(reply->text);
    });
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
    if (error.code == ErrorCode::NoPerm)
        Q_EMIT denied({command, effect, error.detail});
}

} // namespace lockstep
