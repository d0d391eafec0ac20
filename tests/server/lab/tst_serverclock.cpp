// The clock under a real server: it stands still, jumps and goes back, and the next command sees
// it.

#include "core/lab/wire/blockingconnection.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"
#include "core/lab/wire/serverinfo.h"
#include "core/redis/privateserver/privateserver.h"
#include "core/redis/privateserver/serverclock.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <hiredis/hiredis.h>

using namespace lockstep;
using namespace Qt::StringLiterals;

class TestServerClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void everyServerBeginsAtTheSameInstant();
    void nextCommandSeesTheTimeThatIsSet();
    void scriptsAndTransactionsSeeIt();
    void deadlinesDoNotMoveWithRealTime();
    void keyIsGoneOneMillisecondPastItsDeadline();
    void timeMayGoBack();
    void folderMayHaveASpaceInItsName();
    void otherServersHaveNoSuchClock();
    void restartedServerKeepsTheTime();
    void heldClockStaysInItsMillisecondDuringACommand();
    void deadlinesOfOneScriptMayBeApart();

private:
    void start(); // m_server, m_clock, m_connection
    QByteArray ask(const QByteArray &line);
    qint64 serverTime(); // ms since the beginning

    std::unique_ptr<PrivateServer> m_server;
    std::unique_ptr<ServerClock> m_clock;
    std::unique_ptr<BlockingConnection> m_connection;
    QByteArray m_runtime = qgetenv("XDG_RUNTIME_DIR");
};

void TestServerClock::init()
{
    start();
}

void TestServerClock::cleanup()
{
    m_connection.reset();
    m_server.reset();
    qputenv("XDG_RUNTIME_DIR", m_runtime);
}

void TestServerClock::start()
{
    auto server = PrivateServer::start({.clock = PrivateServer::Clock::StandsStill});
    QVERIFY2(server, server ? "" : qPrintable(server.error().detail));
    m_server = std::move(*server);
    auto clock = ServerClock::open(m_server->endpoint());
    QVERIFY(clock);
    m_clock = std::move(*clock);
    auto connection = BlockingConnection::open(m_server->endpoint());
    QVERIFY(connection);
    m_connection = std::move(*connection);
}

QByteArray TestServerClock::ask(const QByteArray &line)
{
    m_connection->append((line + "\r\n").toStdString());
    const auto reply = m_connection->read();
    return reply ? encodeReply(**reply).trimmed() : QByteArray("no reply");
}

qint64 TestServerClock::serverTime()
{
    m_connection->append("TIME\r\n");
    const auto reply = m_connection->read();
    if (!reply)
        return -1;
    const auto number = [&](int place) {
        return QByteArray((*reply)->element[place]->str).toLongLong();
    };
    return number(0) * 1000 + number(1) / 1000 - ServerClock::beginning;
}

void TestServerClock::everyServerBeginsAtTheSameInstant()
{
    QCOMPARE(serverTime(), 0);
    QCOMPARE(m_clock->now(), 0);
}

void TestServerClock::nextCommandSeesTheTimeThatIsSet()
{
    for (const qint64 ms : {1, 2, 1000, 999, 86'400'000, -5000, 0}) {
        m_clock->set(ms);
        QCOMPARE(serverTime(), ms);
    }
    for (int i = 0; i < 2000; ++i) {
        m_clock->set(i);
        m_connection->append("SET k v PX 700\r\nPTTL k\r\nPEXPIRE k 100\r\nPTTL k\r\n");
        QVERIFY(m_connection->readPlain(1));
        const auto first = m_connection->readPlain();
        QVERIFY(m_connection->readPlain(1));
        const auto second = m_connection->readPlain();
        QVERIFY(first && second);
        QCOMPARE((*first)->integer, 700);
        QCOMPARE((*second)->integer, 100);
    }
}

void TestServerClock::scriptsAndTransactionsSeeIt()
{
    const QByteArray instant = QByteArray::number((ServerClock::beginning + 4000) / 1000);
    m_clock->set(4000);
    QCOMPARE(ask("EVAL \"return redis.call('TIME')[1]\" 0"), "$10\r\n" + instant);
    QCOMPARE(ask("SET k v PX 1200"), "+OK");
    m_clock->set(4500);
    QCOMPARE(ask("EVAL \"return redis.call('PTTL', 'k')\" 0"), ":700");
    QCOMPARE(ask("MULTI"), "+OK");
    ask("PTTL k");
    ask("PEXPIRE k 50");
    ask("PTTL k");
    QCOMPARE(ask("EXEC"), "*3\r\n:700\r\n:1\r\n:50");
}

void TestServerClock::deadlinesDoNotMoveWithRealTime()
{
    ask("SET k v PX 1");
    QElapsedTimer real;
    real.start();
    QTRY_VERIFY(real.elapsed() > 600); // of some looks for what has expired
    QCOMPARE(ask("PTTL k"), ":1");
    QCOMPARE(ask("GET k"), "$1\r\nv");
}

void TestServerClock::keyIsGoneOneMillisecondPastItsDeadline()
{
    ask("SET k v PX 1000");
    m_clock->set(1000);
    QCOMPARE(ask("PTTL k"), ":0");
    QCOMPARE(ask("EXISTS k"), ":1");
    m_clock->set(1001);
    QCOMPARE(ask("EXISTS k"), ":0");
}

void TestServerClock::timeMayGoBack()
{
    m_clock->set(5000);
    ask("SET k v PX 1000");
    m_clock->set(0);
    QCOMPARE(ask("PTTL k"), ":6000");
    const QByteArray earlier = QByteArray::number(ServerClock::beginning + 1);
    QCOMPARE(ask("PEXPIREAT k " + earlier), ":1");
    QCOMPARE(ask("GET k"), "$1\r\nv");
    m_clock->set(5000);
    QCOMPARE(ask("GET k"), "$-1");
}

void TestServerClock::folderMayHaveASpaceInItsName()
{
    const QTemporaryDir folder(QDir::tempPath() + u"/of the clock:XXXXXX"_s);
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(folder.path()));
    start();
    QVERIFY(m_server->folder().contains(u"of the clock"_s));
    m_clock->set(1234);
    QCOMPARE(serverTime(), 1234);
    cleanup(); // before the folder goes
}

void TestServerClock::otherServersHaveNoSuchClock()
{
    const auto server = PrivateServer::start();
    QVERIFY(server);
    const auto clock = ServerClock::open((*server)->endpoint());
    QVERIFY(!clock);
    QCOMPARE(clock.error().code, ErrorCode::BadInput);
}

void TestServerClock::restartedServerKeepsTheTime()
{
    m_clock->set(7000);
    m_server->kill();
    QVERIFY(m_server->launchAgain());
    QVERIFY(m_server->waitUntilReady());
    auto connection = BlockingConnection::open(m_server->endpoint());
    QVERIFY(connection);
    m_connection = std::move(*connection);
    QCOMPARE(serverTime(), 7000);
}

// A script of Redis 7.0 reads the clock anew with each TIME.
void TestServerClock::heldClockStaysInItsMillisecondDuringACommand()
{
    m_connection.reset();
    auto server = PrivateServer::start({.clock = PrivateServer::Clock::Held});
    QVERIFY2(server, server ? "" : qPrintable(server.error().detail));
    m_server = std::move(*server);
    auto connection = BlockingConnection::open(m_server->endpoint());
    QVERIFY(connection);
    m_connection = std::move(*connection);
    const auto milliseconds = [](const QByteArray &time) {
        const QList<QByteArray> lines = time.split('\n'); // *2, $10, seconds, $6, microseconds
        return lines[2].toLongLong() * 1000 + lines[4].toLongLong() / 1000;
    };
    ask("SET k v PX 100000");
    for (int i = 0; i < 5; ++i) {
        const qint64 before = QDateTime::currentMSecsSinceEpoch();
        const QByteArray pair =
            ask("EVAL \"local function ms() local t = redis.call('TIME') return "
                "t[1] * 1000 + math.floor(t[2] / 1000) end local a = ms() "
                "for i = 1, 3000000 do end return {a, ms()}\" 0");
        const qint64 after = QDateTime::currentMSecsSinceEpoch();
        const QList<QByteArray> lines = pair.split('\n');
        QVERIFY2(lines.size() == 3, pair);
        const qint64 first = lines[1].mid(1).toLongLong();
        // Redis 8 may tell the millisecond before: that in which it last looked.
        QVERIFY2(first >= before - 1 && first <= after, // otherwise it is the real time
            qPrintable(QStringLiteral("%1 ms after the question, %2 ms before the answer")
                           .arg(first - before)
                           .arg(after - first)));
        QCOMPARE(lines[2].mid(1).toLongLong(), first);
        QVERIFY(after > first); // it took longer than that
        QVERIFY(milliseconds(ask("TIME")) >= after - 1);
    }
}

// On the real clock, which the servers of others have. A script that lasts, so that it shows.
void TestServerClock::deadlinesOfOneScriptMayBeApart()
{
    m_connection.reset();
    auto server = PrivateServer::start();
    QVERIFY2(server, server ? "" : qPrintable(server.error().detail));
    m_server = std::move(*server);
    auto connection = BlockingConnection::open(m_server->endpoint());
    QVERIFY(connection);
    m_connection = std::move(*connection);
    m_connection->append("INFO server\r\n");
    const auto facts = m_connection->readPlain();
    QVERIFY(facts);
    ask("EVAL \"redis.call('SET', 'a', 1, 'PX', 100000) for i = 1, 30000 do redis.call('GET', 'a') "
        "end redis.call('SET', 'b', 1, 'PX', 100000)\" 0");
    const auto deadlineOf = [this](const char *key) {
        return ask("PEXPIRETIME " + QByteArray(key)).mid(1).toLongLong();
    };
    QCOMPARE(deadlineOf("b") > deadlineOf("a"), clockGoesOnInScripts(serverName((*facts)->str)));
}

QTEST_GUILESS_MAIN(TestServerClock)
#include "tst_serverclock.moc"
