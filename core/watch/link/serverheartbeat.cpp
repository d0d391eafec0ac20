// One command every other second says that the server lives. It goes by the reader and the scanner
// in turn, so that neither is silent for longer than two beats, and by the subscriber in every
// fourth: servers (timeout) and proxies close what has been silent for some seconds. That is 38
// commands a minute, and before 7.0 some more.
//
// What the scanner asks is INFO commandstats: its counts of SWAPDB, FLUSHALL and FLUSHDB tell what
// no invalidation does (tried on 7.0.15: SWAPDB sends none). It is asked every time, because what
// is read between a SWAPDB and the next answer is compared with another database; and once more
// before objects are read of which nothing told that they have changed. INFO replication
// goes with it, for a replica may have been promoted: before 7.0 every fifth time, as a question of
// its own. From 7.0 on the same answer tells the time, too, so that a clock that was set is noticed
// within two such questions. What the reader asks is PING; in a Cluster it is PTTL of a watched
// key, because a node answers PING also when the Cluster is down or the key's slot has moved away.

#include "core/watch/link/serverheartbeat.h"

#include "core/redis/values/errorclasses.h"
#include "core/watch/link/infotext.h"
#include "core/watch/link/missingpermission.h"
#include "core/watch/link/timereply.h"
#include "core/watch/readers/reader.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int beatsPerTime = 30; // clocks drift, and ours stops while a laptop sleeps
constexpr auto clockTolerance = std::chrono::milliseconds(100); // what INFO tells is older
constexpr auto patienceWithPrimary = std::chrono::seconds(20); // it may wait for other replicas
constexpr int beatsPerScannerTurn = 2;
constexpr int firstFigures = 1; // the second look at them: from two follows what we cost
constexpr int beatsPerSubscriberTurn = 4;
constexpr int beatsPerRoleCheck = 10;
constexpr int beatsPerOtherSections = 12;

qint64 callsOf(const ServerFigures &figures, const QByteArray &command)
{
    const auto it = figures.commands().find(command);
    return it == figures.commands().end() ? 0 : it->second.calls;
}

} // namespace

ServerHeartbeat::ServerHeartbeat(Connection *scanner, Connection *reader, Connection *subscriber,
    Milliseconds every, QObject *parent)
    : QObject(parent)
    , m_scanner(scanner)
    , m_reader(reader)
    , m_subscriber(subscriber)
{
    m_timer.setInterval(every);
    connect(&m_timer, &QTimer::timeout, this, &ServerHeartbeat::heartbeat);
}

void ServerHeartbeat::start(const QByteArray &server)
{
    m_flushes.reset();
    m_swaps.reset();
    m_figures = {};
    m_primaryLostSince.reset();
    m_firstSyncSince.reset();
    m_dataset.clear();
    m_lastAnswer = std::chrono::steady_clock::now(); // the links were opened by one
    m_waitingSince.reset();
    m_readersRefusal.reset();
    m_scannerRefusal.reset();
    m_mayAskTime = true;
    m_mayAskInfo = true;
    m_mayAskLimit = true;
    m_beats = 0;
    takeServer(server);
    askTime();
    askRole();
    ping(m_scanner, {"PING"});
    m_timer.start();
}

void ServerHeartbeat::stop()
{
    m_timer.stop();
    m_latency.reset();
    m_waitingSince.reset();
}

void ServerHeartbeat::expectAnswer()
{
    if (!m_waitingSince)
        m_waitingSince = std::chrono::steady_clock::now();
}

void ServerHeartbeat::askTime()
{
    if (!m_mayAskTime)
        return;
    const auto sent = std::chrono::steady_clock::now();
    m_scanner->send({"TIME"}, [this, sent](const Result<Reply> &reply) {
        if (!reply) {
            m_mayAskTime = isTransient(reply.error().code);
            return noteDenied({"TIME"}, MissingPermission::Effect::NoTime, reply.error());
        }
        if (const auto time = serverTimeFrom(*reply, sent, std::chrono::steady_clock::now()))
            Q_EMIT timeTold(*time);
    });
}

// TIME is told more exactly, because it takes the server no time.
void ServerHeartbeat::checkTime(const QByteArray &info, Instant sent)
{
    const auto told = infoField(info, "server_time_usec").toLongLong();
    if (told <= 0 || told / 1'000'000 > latestServerSecond)
        return;
    const auto error = Instant::clock::now() - sent;
    const auto expected = std::chrono::duration_cast<std::chrono::microseconds>(
        serverNow(m_time, sent + error / 2).time_since_epoch());
    if (std::chrono::abs(std::chrono::microseconds(told) - expected) > error + clockTolerance)
        askTime();
}

void ServerHeartbeat::askRole()
{
    const auto sent = Instant::clock::now();
    m_scanner->send({"INFO", "replication"}, [this, sent](const Result<Reply> &reply) {
        noteAnswer(reply);
        if (!reply) {
            noteInfoRefused(reply.error());
        } else {
            if (!m_flushes)
                askSweeps();
            takeReplication(reply->text, sent);
        }
        Q_EMIT identified();
    });
}

void ServerHeartbeat::noteInfoRefused(const Error &error)
{
    m_mayAskInfo = m_mayAskInfo && isTransient(error.code);
    if (!m_mayAskInfo)
        Q_EMIT notSwapped(Instant::clock::now());
    noteDenied({"INFO", "replication"}, MissingPermission::Effect::NoInfo, error);
}

void ServerHeartbeat::checkPrimary(const std::function<void()> &done)
{
    if (m_role != QLatin1String("slave"))
        return done();
    askReplication(done);
}

void ServerHeartbeat::checkData(const std::function<void()> &done)
{
    if (!m_mayAskInfo)
        return done();
    const auto sent = Instant::clock::now();
    m_scanner->send({"INFO", "commandstats"}, [this, sent](const Result<Reply> &reply) {
        noteAnswer(reply);
        if (!reply || !m_swaps)
            return;
        ServerFigures told;
        told.take(reply->text);
        takeSwaps(callsOf(told, "swapdb"), sent);
    });
    askReplication(done);
}

void ServerHeartbeat::askReplication(const std::function<void()> &done)
{
    if (!m_mayAskInfo)
        return done();
    const auto sent = Instant::clock::now();
    m_scanner->send({"INFO", "replication"}, [this, sent, done](const Result<Reply> &reply) {
        if (!reply && isConnectionLost(reply.error().code))
            return;
        noteAnswer(reply);
        if (reply)
            takeReplication(reply->text, sent);
        done();
    });
}

void ServerHeartbeat::takeReplication(const QByteArray &text, Instant sent)
{
    const auto role = QString::fromUtf8(infoField(text, "role"));
    if (!role.isEmpty() && std::exchange(m_role, role) != role)
        Q_EMIT roleChanged();
    const auto since = lostSince(text);
    if (std::exchange(m_primaryLostSince, since).has_value() != since.has_value())
        Q_EMIT primaryLost(since.has_value());
    takeDataset(text, sent);
}

// A replica that is being made has no link to its primary, either, until it has got the data.
// Whether the primary answers at all is told only by how long that takes to begin.
std::optional<Instant> ServerHeartbeat::lostSince(const QByteArray &replication)
{
    const auto now = Instant::clock::now();
    if (infoField(replication, "master_link_status") != "down") {
        m_firstSyncSince.reset();
        return {};
    }
    const auto ago = infoField(replication, "master_link_down_since_seconds").toInt();
    if (ago >= 0) // -1: there has been no link
        return m_primaryLostSince.value_or(now - std::chrono::seconds(ago));
    m_firstSyncSince = m_firstSyncSince.value_or(now);
    const bool isCopying = infoField(replication, "master_sync_in_progress") == "1";
    if (m_primaryLostSince || (!isCopying && now - *m_firstSyncSince >= patienceWithPrimary))
        return m_primaryLostSince.value_or(*m_firstSyncSince);
    return {};
}

// A replica has the ID of its primary. When one of a group is promoted, all have a new one, and the
// old one beside it: the data are the same. So they are when a primary alone takes another ID, and
// then has none beside it. A primary that has a new ID and beside it one that was not its own has
// been a replica since it was asked last.
void ServerHeartbeat::takeDataset(const QByteArray &text, Instant sent)
{
    const QByteArray now = infoField(text, "master_replid");
    const QByteArray before = std::exchange(m_dataset, now);
    const Instant after = std::exchange(m_datasetAskedAt, sent);
    const QByteArray beside = infoField(text, "master_replid2");
    const bool isOfAnother = m_role == QLatin1String("slave")
        || std::any_of(beside.begin(), beside.end(), [](char c) { return c != '0'; });
    if (isOfAnother && !before.isEmpty() && !now.isEmpty() && now != before && beside != before)
        Q_EMIT dataReplaced(after);
}

void ServerHeartbeat::takeServer(const QByteArray &text)
{
    const auto valkey = infoField(text, "valkey_version");
    const auto redis = infoField(text, "redis_version");
    if (valkey.isEmpty() && redis.isEmpty())
        return;
    m_program = valkey.isEmpty() ? QStringLiteral("redis") : QStringLiteral("valkey");
    m_version = QString::fromUtf8(valkey.isEmpty() ? redis : valkey);
    m_mode = QString::fromUtf8(modeOfServer(text));
    if (m_mode.isEmpty())
        m_mode = QString::fromUtf8(infoField(text, "server_mode"));
}

void ServerHeartbeat::heartbeat()
{
    if (m_scanner->state() != Connection::State::Open)
        return;
    ++m_beats;
    if (m_beats % beatsPerTime == 0)
        askTime();
    if (m_beats % beatsPerSubscriberTurn == 0)
        m_subscriber->send(
            {"PING"}, [](const Result<Reply> &) {}); // its loss is told by the connection
    if (m_beats == firstFigures && m_mayAskInfo)
        askSweeps();
    else if (m_beats % beatsPerScannerTurn != 0)
        ping(m_reader, readersQuestion());
    else if (!m_mayAskInfo)
        ping(m_scanner, {"PING"});
    else
        askSweeps();
    if (m_beats % beatsPerRoleCheck == 0 && m_mayAskInfo && !takesManySections())
        askRole();
}

Command ServerHeartbeat::readersQuestion() const
{
    const auto key = m_mode == u"cluster" && m_sample ? m_sample() : std::nullopt;
    return key ? Command{"PTTL", *key} : Command{"PING"};
}

void ServerHeartbeat::ping(Connection *connection, const Command &question)
{
    const auto sent = std::chrono::steady_clock::now();
    expectAnswer();
    const auto key = question.words().size() > 1 ? question.words().at(1) : QByteArray();
    connection->send(question, [this, connection, sent, question, key](const Result<Reply> &reply) {
        m_waitingSince.reset();
        note(connection, reply);
        if (!reply) {
            if (isServedElsewhere(reply.error().code))
                Q_EMIT movedAway(key);
            else if (!key.isEmpty() && missingFor(question, {}, reply.error()))
                m_sample = nullptr; // PING it is
            return;
        }
        m_latency = std::chrono::duration_cast<std::chrono::microseconds>(
            std::chrono::steady_clock::now() - sent);
        Q_EMIT beat();
    });
}

bool ServerHeartbeat::takesManySections() const
{
    return m_program == QLatin1String("valkey") || m_version.section(u'.', 0, 0).toInt() >= 7;
}

// Several sections at once are understood from 7.0 on. Older servers refuse them, so there the
// statistics of commands are asked for each time and the other sections only now and then.
void ServerHeartbeat::askSweeps()
{
    QList<QByteArrayList> questions;
    if (takesManySections())
        questions = {{"INFO", "commandstats", "keyspace", "stats", "cpu", "server", "replication"}};
    else if (m_beats % beatsPerOtherSections == 0)
        questions = {
            {"INFO", "keyspace"}, {"INFO", "stats"}, {"INFO", "cpu"}, {"INFO", "commandstats"}};
    else
        questions = {{"INFO", "commandstats"}};
    expectAnswer();
    const auto sent = std::chrono::steady_clock::now();
    for (const auto &question : questions) {
        m_scanner->send(Command(question), [this, question, sent](const Result<Reply> &reply) {
            m_waitingSince.reset();
            note(m_scanner, reply);
            if (!reply)
                return noteInfoRefused(reply.error());
            checkTime(reply->text, sent);
            m_figures.take(reply->text);
            if (!question.contains("commandstats"))
                return;
            if (question.contains("replication"))
                takeReplication(reply->text, sent);
            takeSweeps(sent);
            Q_EMIT counted();
        });
    }
}

// Replies come in order: what INFO tells is taken before the limit is.
void ServerHeartbeat::askTable()
{
    if (m_mayAskInfo) {
        askSweeps();
        m_scanner->send({"INFO", "stats"}, [this](const Result<Reply> &reply) {
            if (reply)
                m_figures.take(reply->text);
        });
    }
    if (!m_mayAskLimit)
        return m_scanner->send(
            {"PING"}, [this](const Result<Reply> &) { Q_EMIT tableTold(std::nullopt); });
    m_scanner->send(
        {"CONFIG", "GET", "tracking-table-max-keys"}, [this](const Result<Reply> &reply) {
            m_mayAskLimit = reply || isTransient(reply.error().code);
            std::optional<qint64> limit;
            if (reply && reply->elements.size() == 2)
                limit = reply->elements[1].text.toLongLong();
            Q_EMIT tableTold(limit);
        });
}

void ServerHeartbeat::noteAnswer(const Result<Reply> &reply)
{
    if (reply || !isConnectionLost(reply.error().code))
        Q_EMIT answered();
}

void ServerHeartbeat::note(const Connection *connection, const Result<Reply> &reply)
{
    noteAnswer(reply);
    if (reply)
        m_lastAnswer = std::chrono::steady_clock::now();
    std::optional<Error> refusal;
    if (!reply && isTransient(reply.error().code))
        refusal = reply.error();
    const auto told = [this] { return m_readersRefusal ? m_readersRefusal : m_scannerRefusal; };
    const auto before = told();
    (connection == m_reader ? m_readersRefusal : m_scannerRefusal) = refusal;
    if (told() != before)
        Q_EMIT refused(told());
}

void ServerHeartbeat::takeSweeps(Instant sent)
{
    const auto flushes = callsOf(m_figures, "flushall") + callsOf(m_figures, "flushdb");
    if (const auto before = std::exchange(m_flushes, flushes); before && flushes != *before)
        Q_EMIT flushed();
    takeSwaps(callsOf(m_figures, "swapdb"), sent);
}

void ServerHeartbeat::takeSwaps(qint64 swaps, Instant sent)
{
    const auto before = std::exchange(m_swaps, swaps);
    const auto after = std::exchange(m_swapsAskedAt, sent);
    if (before && swaps != *before)
        Q_EMIT swapped(after);
    else
        Q_EMIT notSwapped(sent);
}

void ServerHeartbeat::noteDenied(
    const Command &command, MissingPermission::Effect effect, const Error &error)
{
    if (const auto missing = missingFor(command, effect, error))
        Q_EMIT denied(*missing);
}

} // namespace lockstep
