#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

// A busy server is not made busier by being watched.
class TestWatchCost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aHotKeyCostsTwoCommandsATurn();
    void aLoudFeedIsNarrowedAndWatchedKeysStayExact();
    void whatIsAnnouncedInVainIsGivenUpFirst();
    void newLocksAreNotAnnouncedInVain();
    void loudNotificationsGiveWayToPolling();
    void aBusyServerIsAskedForLittleMore();
    void aHeartbeatNextToALockHidesNoHold();

private:
    void beatUntil(const std::atomic<bool> &isOver);
    void workUntil(const std::atomic<bool> &isOver);
    // A second, as the server counts them.
    struct Commands
    {
        double others = 0;
        double ours = 0;
    };
    Commands commandsWithin(WatchLog &log, std::chrono::milliseconds span);

    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
};

void TestWatchCost::init()
{
    m_server = std::make_unique<TestServer>();
}

void TestWatchCost::aHotKeyCostsTwoCommandsATurn()
{
    m_server->run({"SET", "page_view", "0"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto from = std::chrono::steady_clock::now();
    const auto before = log.status().commands;
    const std::vector<Command> burst(1'000, Command{"INCR", "page_view"});
    for (int i = 0; i < 20; ++i) {
        m_server->runAll(burst);
        QTest::qWait(0); // take what is there
    }
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 20'000; }));
    const auto turns = (std::chrono::steady_clock::now() - from) / WatchOptions().refresh + 2;
    const auto commands = log.status().commands - before;
    QVERIFY2(commands <= 2 * turns + 4,
        QByteArray::number(commands) + " in turns " + QByteArray::number(qint64(turns)));
}

void TestWatchCost::aLoudFeedIsNarrowedAndWatchedKeysStayExact()
{
    m_server->run({"SET", "page_view", "0"});
    m_server->run({"SET", "lock:a", m_token, "PX", "600000"});
    WatchOptions options;
    options.feedBudget = 100;
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    int number = 0;
    const auto flood = [&](const QByteArray &prefix) {
        std::vector<Command> writes;
        for (int i = 0; i < 300; ++i)
            writes.push_back({"SET", prefix + QByteArray::number(++number), "not ours, at all"});
        m_server->runAll(writes);
        m_server->run({"INCR", "page_view"});
    };
    QVERIFY(log.waitFor([&] {
        flood("cache:");
        return !log.status().droppedPrefixes.isEmpty();
    }));
    QCOMPARE(log.status().droppedPrefixes, QStringList{QStringLiteral("*")});
    QCOMPARE(log.status().mode, WatchMode::Push);
    const auto written = [&] { return m_server->run({"GET", "page_view"}).text.toDouble(); };
    QVERIFY(log.waitFor([&] { return log.value("page_view") == written(); }));
    // Where locks are known to live new ones are still announced, and the flood costs nothing.
    m_server->run({"SET", "lock:b", m_token, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.item("lock:b") != nullptr; }));
    const auto bytes = log.status().bytes; // announced they would be a quarter of a million
    for (int i = 0; i < 20; ++i)
        flood("cache:");
    QVERIFY(log.waitFor([&] { return log.value("page_view") == written(); }));
    QVERIFY2(log.status().bytes - bytes < 100'000, QByteArray::number(log.status().bytes - bytes));
    // Until that gets too loud as well.
    QVERIFY(log.waitFor([&] {
        flood("lock:");
        return log.status().droppedPrefixes.contains(QStringLiteral("lock:*"));
    }));
    m_server->run({"SET", "lock:a", "other", "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:a") == 1; }));
    QVERIFY(log.waitFor([&] { return log.value("page_view") == written(); }));
}

// Locks that are taken and released are announced twice each, and each is read; a counter that is
// written all the time is announced in vain, though not as often.
void TestWatchCost::whatIsAnnouncedInVainIsGivenUpFirst()
{
    WatchOptions options;
    options.feedBudget = 20;
    options.inventoryEvery = std::chrono::hours(1);
    m_server->run({"SET", "views:article:1", "0"});
    for (int i = 0; i < 40; ++i)
        m_server->run({"SET", "lock:" + QByteArray::number(i), m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    const auto work = [&] {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < 40; ++i) {
            m_server->run({"PEXPIRE", "lock:" + QByteArray::number(i), "600000"});
            m_server->run({"INCR", "views:article:1"});
        }
        QVERIFY(log.waitFor([&] { return log.item("lock:39")->readAt > begin; }));
    };
    QVERIFY(log.waitFor([&] {
        work();
        return log.status().droppedPrefixes.size() > 1;
    }));
    QCOMPARE(log.status().droppedPrefixes.last(), QStringLiteral("views:article:*"));
    m_server->run({"SET", "lock:new", m_token, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.item("lock:new") != nullptr; }));
}

// Each is announced once, and not known before.
void TestWatchCost::newLocksAreNotAnnouncedInVain()
{
    m_server->run({"SET", "lock:0", m_token, "PX", "600000"});
    WatchOptions options;
    options.feedBudget = 20;
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    const auto begin = std::chrono::steady_clock::now();
    int number = 0;
    QVERIFY(log.waitFor([&] {
        std::vector<Command> locks;
        for (int i = 0; i < 40; ++i)
            locks.push_back(
                {"SET", "lock:" + QByteArray::number(++number), m_token, "PX", "600000"});
        m_server->runAll(locks);
        return log.waitFor([&] {
            return log.item("lock:" + QByteArray::number(number)) != nullptr;
        }) && std::chrono::steady_clock::now() - begin > 5s;
    }));
    QCOMPARE(log.status().droppedPrefixes, QStringList());
}

void TestWatchCost::loudNotificationsGiveWayToPolling()
{
    m_server->run({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    m_server->run({"SET", "page_view", "0"});
    WatchOptions options;
    options.feedBudget = 100;
    m_server->run(
        {"ACL", "SETUSER", "watcher", "on", ">secret", "~*", "&*", "+@all", "-client|tracking"});
    auto endpoint = m_server->endpoint();
    endpoint.user = "watcher";
    endpoint.password = "secret";
    WatchLog log(endpoint, options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Notifications);
    QCOMPARE(m_server->run({"PUBSUB", "NUMPAT"}).integer, qint64(1));
    int number = 0;
    QVERIFY(log.waitFor([&] {
        std::vector<Command> writes;
        for (int i = 0; i < 300; ++i)
            writes.push_back({"SET", "cache:" + QByteArray::number(++number), "not ours, at all"});
        m_server->runAll(writes);
        return log.status().mode == WatchMode::Polling;
    }));
    QCOMPARE(log.status().droppedPrefixes, QStringList{QStringLiteral("*")});
    QVERIFY(log.waitFor([&] { return m_server->run({"PUBSUB", "NUMPAT"}).integer == 0; }));
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 1; }));
}

// 2,100 commands a second of an application: locks, limits and counters that change several times a
// second, and as many reads.
void TestWatchCost::workUntil(const std::atomic<bool> &isOver)
{
    BlockingClient client(m_server->socketPath());
    constexpr auto tick = 10ms;
    int number = 0;
    for (auto turn = std::chrono::steady_clock::now(); !isOver; turn += tick) {
        std::this_thread::sleep_until(turn);
        std::vector<Command> commands;
        for (int i = 0; i < 5; ++i) {
            ++number;
            const auto lock = "lock:order:" + QByteArray::number(number / 5 * 7 % 150);
            if (number % 5 == 0)
                commands.push_back(
                    {"SET", lock, "token-" + QByteArray::number(number), "PX", "30000"});
            commands.push_back({"INCR", "ratelimit:user:" + QByteArray::number(number % 100)});
            commands.push_back({"INCR", "views:article:" + QByteArray::number(number % 30)});
            commands.push_back({"GET", lock});
            commands.push_back({"GET", "cache:" + QByteArray::number(number % 500)});
        }
        client.runAll(commands);
    }
}

TestWatchCost::Commands TestWatchCost::commandsWithin(WatchLog &log, std::chrono::milliseconds span)
{
    const auto processed = [this] {
        const auto text = m_server->run({"INFO", "stats"}).text;
        const QByteArray name = "total_commands_processed:";
        return text.mid(text.indexOf(name) + name.size(), 20).split('\r').first().toLongLong();
    };
    const auto begin = std::chrono::steady_clock::now();
    const auto all = processed();
    const auto sent = log.status().commands;
    log.waitFor([&] { return std::chrono::steady_clock::now() - begin >= span; });
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const double ours = double(log.status().commands - sent) / seconds;
    return {double(processed() - all) / seconds - ours, ours};
}

void TestWatchCost::aBusyServerIsAskedForLittleMore()
{
    std::atomic<bool> isOver = false;
    std::thread worker([&] { workUntil(isOver); });
    WatchLog log(m_server->endpoint());
    const bool started = log.startAndWait();
    Commands last;
    const bool isCheap = started && log.waitFor([&] {
        last = commandsWithin(log, 4s);
        return log.now().locks->size() == 150 && last.ours <= 0.2 * last.others;
    });
    isOver = true;
    worker.join();
    QVERIFY2(isCheap, QByteArray::number(last.ours) + " beside " + QByteArray::number(last.others));
    QVERIFY(log.status().restOfCounters > 0ms);
    // When the load is over everything is read.
    const auto written = [&](const QByteArray &key) { return m_server->run({"GET", key}).text; };
    QVERIFY(log.waitFor([&] {
        return log.token("lock:order:7") == written("lock:order:7")
            && log.value("views:article:7") == written("views:article:7").toDouble()
            && log.status().staleness == 0ms;
    }));
    QVERIFY(log.waitFor([&] { return log.status().restOfCounters == 0ms; }));
}

// A score that moves all the time: announced each time, and nothing new.
void TestWatchCost::beatUntil(const std::atomic<bool> &isOver)
{
    BlockingClient client(m_server->socketPath());
    for (int score = 0; !isOver; ++score) {
        client.run({"ZADD", "presence:shop", QByteArray::number(score), "user"});
        std::this_thread::sleep_for(20ms);
    }
}

void TestWatchCost::aHeartbeatNextToALockHidesNoHold()
{
    m_server->run({"ZADD", "presence:shop", "0", "user"});
    m_server->run({"SET", "lock:order:1", "first", "PX", "60000"});
    std::atomic<bool> isOver = false;
    std::thread heart([&] { beatUntil(isOver); });
    WatchLog log(m_server->endpoint());
    // Until it is read hardly more than once a second.
    std::optional<Instant> readAt;
    int longRests = 0; // in a row: a machine that stands still for once looks the same
    const bool rests = log.startAndWait() && log.waitFor([&] {
        const auto item = log.item("presence:shop");
        if (!item)
            return false;
        const auto before = std::exchange(readAt, item->readAt);
        if (before && *readAt != *before)
            longRests = *readAt - *before > 700ms ? longRests + 1 : 0;
        return longRests >= 2;
    });
    // What is shown of it is old just before it is read, and is said to be so just after that, too.
    Milliseconds least = Milliseconds::max();
    const auto noteAge = connect(&log.watch(), &Watch::updated, this,
        [&] { least = std::min(least, log.status().staleness.value_or(0ms)); });
    // All of them, at the first try unless this machine is very busy.
    constexpr int holds = 10;
    int seen = 0;
    const bool allSeen = rests
        && log.waitFor(
            [&] {
                log.forgetJournal();
                for (int i = 1; i <= holds; ++i) {
                    m_server->run({"DEL", "lock:order:1"});
                    QTest::qWait(150);
                    m_server->run(
                        {"SET", "lock:order:1", "worker-" + QByteArray::number(i), "PX", "60000"});
                    QTest::qWait(300);
                }
                seen = log.count(Kind::Acquired, "lock:order:1");
                return seen == holds;
            },
            40s);
    disconnect(noteAge);
    isOver = true;
    heart.join();
    QVERIFY(rests);
    QVERIFY2(allSeen, QByteArray::number(seen));
    QCOMPARE(log.count(Kind::Released, "lock:order:1"), holds);
    QVERIFY2(least > 300ms, QByteArray::number(qint64(least.count())));
    // And when it has stopped, so has what it says.
    QVERIFY(log.waitFor([&] { return log.status().staleness == 0ms; }));
}

QTEST_GUILESS_MAIN(TestWatchCost)
#include "tst_watchcost.moc"
