#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"

#include <QLocalSocket>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

namespace {

// Does that and then nothing for six seconds; the server answers BUSY meanwhile.
QByteArray blockingScript(const QByteArray &first)
{
    return "EVAL \"" + first
        + " local t=redis.call('TIME') local e=t[1]+t[2]/1e6+6"
          " repeat t=redis.call('TIME') until t[1]+t[2]/1e6>e\" 0";
}

} // namespace

// A server that has no time for us, or no room: while it runs a script, loads its data, or forgets
// what it should tell us of.
class TestWatchBusy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aScriptThatBlocksTheServerHidesNothing_data();
    void aScriptThatBlocksTheServerHidesNothing();
    void aServerThatIsBusyAtTheStartIsWatchedAfterwards();
    void aServerThatIsLoadingAtTheStartIsToldAndThenWatched();
    void aServerThatLoadsInBetweenIsExactAfterwards();
    void whatTheTrackingTableForgetsIsNotReadForEver();

private:
    // What takes the server a while: it is not waited for.
    void runAside(const QByteArray &line);
    void fill();
    void reloadSlowly();
    qint64 refusals(); // with BUSY, those of the test included
    WatchOptions quick() const
    {
        WatchOptions options;
        options.heartbeat = 100ms;
        return options;
    }

    std::unique_ptr<QLocalSocket> m_aside;
    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray m_other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";
};

void TestWatchBusy::init()
{
    m_server = std::make_unique<TestServer>(TestServer::Options{
        {QStringLiteral("--enable-debug-command"), QStringLiteral("yes"),
            QStringLiteral("--busy-reply-threshold"), QStringLiteral("10"),
            QStringLiteral("--rdbcompression"), QStringLiteral("no"),
            QStringLiteral("--loading-process-events-interval-bytes"), QStringLiteral("1024")},
        false, {}});
}

void TestWatchBusy::runAside(const QByteArray &line)
{
    m_aside = std::make_unique<QLocalSocket>();
    m_aside->connectToServer(m_server->socketPath());
    QVERIFY(m_aside->waitForConnected());
    m_aside->write(line + "\r\n");
    QVERIFY(m_aside->waitForBytesWritten());
}

void TestWatchBusy::fill()
{
    std::vector<Command> commands;
    for (int i = 0; i < 1'000; ++i)
        commands.push_back({"SET", "cache:" + QByteArray::number(i), QByteArray(100, 'x')});
    m_server->runAll(commands);
}

// What was filled is loaded in four seconds; every ten keys it answers that it is loading.
void TestWatchBusy::reloadSlowly()
{
    m_server->run({"CONFIG", "SET", "key-load-delay", "4000"}); // µs for each key
    runAside("DEBUG RELOAD");
}

qint64 TestWatchBusy::refusals()
{
    const auto text = m_server->run({"INFO", "errorstats"}).text;
    const auto at = text.indexOf("errorstat_BUSY:count=");
    const auto from = text.indexOf('=', at) + 1;
    return at < 0 ? 0 : text.mid(from, text.indexOf('\r', from) - from).toLongLong();
}

void TestWatchBusy::aScriptThatBlocksTheServerHidesNothing_data()
{
    QTest::addColumn<bool>("narrowed");
    // A change is announced twice, the second time when the script is over.
    QTest::newRow("everything is broadcast") << false;
    // Only once, while the server refuses to be read.
    QTest::newRow("the feed was too loud") << true;
}

void TestWatchBusy::aScriptThatBlocksTheServerHidesNothing()
{
    QFETCH(const bool, narrowed);
    m_server->run({"SET", "page_view", "5"});
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    WatchOptions options = quick();
    options.feedBudget = narrowed ? 50 : 1'000'000;
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    int number = 0;
    QVERIFY(log.waitFor([&] {
        for (int i = 0; narrowed && i < 100; ++i)
            m_server->run({"SET", "cache:" + QByteArray::number(++number), "not ours, at all"});
        return log.status().droppedPrefixes.isEmpty() != narrowed;
    }));
    runAside(blockingScript("redis.call('SET','page_view','77') redis.call('DEL','lock:a')"
                            "redis.call('SET','lock:new','x','PX','60000')"));
    QTRY_VERIFY(m_server->run({"PING"}).text.startsWith("BUSY"));
    QVERIFY(log.waitFor(
        [&] { return log.status().trouble && log.status().trouble->code == ErrorCode::Busy; }));
    QVERIFY(log.waitFor([&] { return log.status().staleness.value_or(0ms) > 100ms; }));
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 77; }));
    QVERIFY2(refusals() < 300, QByteArray::number(refusals()));
    QVERIFY(log.waitFor([&] { return !log.status().trouble; }));
    // How is told only where it could be read soon after it was announced.
    QVERIFY(log.waitFor([&] {
        return log.count(Kind::Released, "lock:a") + log.count(Kind::Gone, "lock:a") == 1;
    }));
    QVERIFY(log.waitFor([&] { return log.item("lock:new") != nullptr; }));
    QCOMPARE(log.status().mode, WatchMode::Push);
    QCOMPARE(log.count(Kind::Unseen), 0);
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 78; }));
}

void TestWatchBusy::aServerThatIsBusyAtTheStartIsWatchedAfterwards()
{
    m_server->run({"SET", "page_view", "5"});
    runAside(blockingScript({}));
    QTRY_VERIFY(m_server->run({"PING"}).text.startsWith("BUSY"));
    WatchLog log(m_server->endpoint());
    log.start();
    QVERIFY(log.waitFor(
        [&] { return log.status().trouble && log.status().trouble->code == ErrorCode::Busy; }));
    QVERIFY(log.waitFor([&] { return log.inventoried(); }));
    QVERIFY(!log.status().trouble);
    QCOMPARE(log.status().mode, WatchMode::Push);
    QCOMPARE(log.value("page_view"), std::optional<double>(5));
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
    QVERIFY(log.status().missing.empty());
}

void TestWatchBusy::aServerThatIsLoadingAtTheStartIsToldAndThenWatched()
{
    fill();
    m_server->run({"SET", "page_view", "5"});
    reloadSlowly();
    QTRY_VERIFY(m_server->run({"GET", "x"}).text.startsWith("LOADING"));
    WatchLog log(m_server->endpoint());
    log.start();
    QVERIFY(log.waitFor(
        [&] { return log.status().trouble && log.status().trouble->code == ErrorCode::Loading; }));
    QVERIFY(log.status().link != LinkState::Connected);
    QVERIFY(log.waitFor([&] { return log.inventoried(); }));
    QCOMPARE(log.value("page_view"), std::optional<double>(5));
    QVERIFY(!log.status().trouble);
    QCOMPARE(log.count(Kind::Unseen), 0);
}

void TestWatchBusy::aServerThatLoadsInBetweenIsExactAfterwards()
{
    fill();
    m_server->run({"SET", "page_view", "5"});
    m_server->run({"SET", "lock:a", m_token, "PX", "90000"});
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    reloadSlowly();
    QTRY_VERIFY(m_server->run({"GET", "x"}).text.startsWith("LOADING"));
    QTRY_VERIFY(!m_server->run({"GET", "x"}).isError());
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
    QCOMPARE(log.token("lock:a"), m_token);
    QCOMPARE(log.status().mode, WatchMode::Push);
    QVERIFY(log.waitFor([&] { return !log.status().trouble; }));
}

void TestWatchBusy::whatTheTrackingTableForgetsIsNotReadForEver()
{
    std::vector<Command> fill;
    for (int i = 0; i < 500; ++i)
        fill.push_back({"SET", "lock:" + QByteArray::number(i), m_token, "PX", "600000"});
    m_server->run({"CONFIG", "SET", "tracking-table-max-keys", "10"});
    m_server->runAll(fill);
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.now().locks->size(), size_t(500));
    // Turns grow to a second; from then on at most all objects a second.
    QVERIFY(log.waitFor([&] { return log.status().commandsPerSecond > 100; }));
    QVERIFY(log.waitFor([&] { return log.status().commandsPerSecond < 2'500; }));
    m_server->run({"SET", "lock:7", m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.token("lock:7") == m_other; }));
    QCOMPARE(log.count(Kind::HandedOver, "lock:7"), 1);
    QCOMPARE(log.count(Kind::HandedOver), 1);
}

QTEST_GUILESS_MAIN(TestWatchBusy)
#include "tst_watchbusy.moc"
