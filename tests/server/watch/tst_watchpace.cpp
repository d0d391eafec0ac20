#include "core/watch/link/allowlist.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

// What is read without being asked for by a change is read at a measured pace; what has changed is
// found also where there is more than can be read at once, and until then the age shown is true.
class TestWatchPace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void pollingSeldomAsksForWhatIsGone();
    void pollingSaysHowOldWhatItShowsMayBe();
    void pollingKnowsNoExactAgeOfALockThatWasFreeForLong();
    void aFlushOfAnotherDatabaseCostsNextToNothing();
    void afterAFlushOfAnotherDatabaseChangesAreSeen_data();
    void afterAFlushOfAnotherDatabaseChangesAreSeen();
    void aFlushThatIsRefilledAtOnceIsSeen();
    void aBusyOtherDatabaseCostsNextToNothing();
    void aFullTrackingTableIsToldAndHidesNothing_data();
    void aFullTrackingTableIsToldAndHidesNothing();
    void heartbeatsAreNoFullTrackingTable_data();
    void heartbeatsAreNoFullTrackingTable();
    void theShareShownIsThatOfTheServersOwnAccounts();
    void theAgeShownIsThatOfTheOldestUnreadChange();
    void aJitteringLinkRenewsNothing_data();
    void aJitteringLinkRenewsNothing();
    void theWaitersOfManyLocksAreCountedInTurn();
    void locksWithoutATypicalNameAreFoundAtOnce();
    void whatIsLeftOutIsToldAndLocksAreLast();
    void keysThatMayNotBeReadAreNotAskedForAgain();
    void whatWasNothingIsLookedAtAgainWherePassesTell();
    void aPassThatWasTooSlowOnceIsAsFastAgain();

private:
    std::vector<int> countsOfScans();
    void addLocks(int count, const QByteArray &prefix = "lock:");
    // A user who may do everything but be told of changes.
    Endpoint pollingUser();
    // A user with the permissions that `lockstep acl` names.
    Endpoint leastUser();
    qint64 commandsOfAll();
    // Calls that the server counts in that time, this question excluded.
    double commandsPerSecond(WatchLog &log, std::chrono::milliseconds span);
    void makeLoud(WatchLog &log);

    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray m_other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";
};

void TestWatchPace::init()
{
    m_server = std::make_unique<TestServer>();
}

void TestWatchPace::addLocks(int count, const QByteArray &prefix)
{
    std::vector<Command> commands;
    for (int i = 0; i < count; ++i)
        commands.push_back({"SET", prefix + QByteArray::number(i), m_token, "PX", "6000000"});
    m_server->runAll(commands);
}

Endpoint TestWatchPace::pollingUser()
{
    m_server->run({"ACL", "SETUSER", "watcher", "on", ">secret", "~*", "&*", "+@all",
        "-client|tracking", "-config"});
    auto endpoint = m_server->endpoint();
    endpoint.user = "watcher";
    endpoint.password = "secret";
    return endpoint;
}

Endpoint TestWatchPace::leastUser()
{
    const auto line = aclLine("watcher").replace("<password>", "secret");
    m_server->run(Command(line.split(' ')));
    auto endpoint = m_server->endpoint();
    endpoint.user = "watcher";
    endpoint.password = "secret";
    return endpoint;
}

qint64 TestWatchPace::commandsOfAll()
{
    qint64 calls = 0;
    for (const auto &line : m_server->run({"INFO", "commandstats"}).text.split('\n')) {
        const auto at = line.indexOf(":calls=");
        if (at > 0)
            calls += line.mid(at + 7, line.indexOf(',') - at - 7).toLongLong();
    }
    return calls;
}

double TestWatchPace::commandsPerSecond(WatchLog &log, std::chrono::milliseconds span)
{
    const auto before = commandsOfAll();
    const auto begin = std::chrono::steady_clock::now();
    log.waitFor([&] { return std::chrono::steady_clock::now() - begin >= span; });
    const auto calls = double(commandsOfAll() - before - 1);
    return calls / std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// So that not everything is announced any more.
void TestWatchPace::makeLoud(WatchLog &log)
{
    int number = 0;
    QVERIFY(log.waitFor([&] {
        for (int i = 0; i < 100; ++i)
            m_server->run({"SET", "cache:" + QByteArray::number(++number), "not ours, at all"});
        return !log.status().droppedPrefixes.isEmpty();
    }));
}

void TestWatchPace::pollingSeldomAsksForWhatIsGone()
{
    addLocks(10);
    addLocks(2'000, "lock:brief:");
    WatchLog log(pollingUser());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Polling);
    QVERIFY(log.waitFor([&] { return log.status().objects == 2'010; }));
    std::vector<Command> deletions;
    for (int i = 0; i < 2'000; ++i)
        deletions.push_back({"DEL", "lock:brief:" + QByteArray::number(i)});
    m_server->runAll(deletions);
    QVERIFY(log.waitFor([&] { return log.status().objects == 10; }));
    // For a while they may come back at any moment; then 10 locks are read 5 times a second.
    double rate = 0;
    QVERIFY2(log.waitFor([&] { return (rate = commandsPerSecond(log, 2s)) < 1'000; }, 60s),
        QByteArray::number(rate));
    m_server->run({"SET", "lock:brief:7", m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.token("lock:brief:7") == m_other; }));
}

// A round follows the one before after a fifth of a second, whenever the view is updated.
void TestWatchPace::pollingSaysHowOldWhatItShowsMayBe()
{
    addLocks(3);
    WatchLog log(pollingUser());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.status().staleness >= 200ms; }));
    Milliseconds least = Milliseconds::max();
    int updates = 0;
    connect(&log.watch(), &Watch::updated, this, [&] {
        least = std::min(least, log.status().staleness.value_or(0ms));
        ++updates;
    });
    QVERIFY(log.waitFor([&] {
        m_server->run({"INCR", "views:article:7"});
        return updates >= 30;
    }));
    QVERIFY2(least >= 200ms, QByteArray::number(qint64(least.count())));
}

// Such a lock is looked at every ten seconds only.
void TestWatchPace::pollingKnowsNoExactAgeOfALockThatWasFreeForLong()
{
    addLocks(1);
    WatchLog log(pollingUser());
    QVERIFY(log.startAndWait());
    m_server->run({"DEL", "lock:0"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:0") == 1; }));
    // While it may come back at any moment it is looked at with the others.
    m_server->run({"SET", "lock:0", m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:0") == 1; }));
    QVERIFY(log.item("lock:0")->beginIsSeen);
    m_server->run({"DEL", "lock:0"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:0") == 2; }));
    const auto free = std::chrono::steady_clock::now();
    QVERIFY(log.waitFor([&] { return std::chrono::steady_clock::now() - free > 11s; }));
    m_server->run({"SET", "lock:0", m_token, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:0") == 2; }));
    QVERIFY(!log.item("lock:0")->beginIsSeen);
}

void TestWatchPace::aFlushOfAnotherDatabaseCostsNextToNothing()
{
    addLocks(5'000);
    BlockingClient elsewhere(m_server->socketPath());
    elsewhere.run({"SELECT", "9"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto before = log.status().commands;
    int flushes = 0;
    for (; flushes < 5; ++flushes) {
        const auto begin = std::chrono::steady_clock::now();
        elsewhere.run({"FLUSHDB"});
        QVERIFY(log.waitFor([&] { return std::chrono::steady_clock::now() - begin > 1100ms; }));
    }
    const auto sent = log.status().commands - before;
    QVERIFY2(sent < 200 * flushes, QByteArray::number(sent));
    QCOMPARE(log.status().objects, qint64(5'000));
}

void TestWatchPace::afterAFlushOfAnotherDatabaseChangesAreSeen_data()
{
    QTest::addColumn<bool>("narrowed");
    QTest::newRow("everything is broadcast") << false;
    QTest::newRow("the feed was too loud") << true;
}

void TestWatchPace::afterAFlushOfAnotherDatabaseChangesAreSeen()
{
    QFETCH(const bool, narrowed);
    addLocks(50);
    m_server->run({"SET", "page_view", "1"});
    WatchOptions options;
    options.inventoryEvery = 1h; // nothing else heals what is missed
    options.feedBudget = narrowed ? 50 : 1'000'000;
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    if (narrowed)
        makeLoud(log);
    BlockingClient elsewhere(m_server->socketPath());
    elsewhere.run({"SELECT", "9"});
    for (int round = 2; round < 5; ++round) {
        elsewhere.run({"FLUSHDB"});
        m_server->run({"SET", "page_view", QByteArray::number(round)});
        const QByteArray token = "worker-" + QByteArray::number(round);
        m_server->run({"SET", "lock:7", token, "PX", "600000"});
        QVERIFY(log.waitFor([&] { return log.value("page_view") == round; }));
        QVERIFY(log.waitFor([&] { return log.token("lock:7") == token; }));
    }
    QCOMPARE(log.count(Kind::HandedOver), 3);
    QCOMPARE(log.count(Kind::Released), 0);
}

void TestWatchPace::aFlushThatIsRefilledAtOnceIsSeen()
{
    addLocks(500);
    WatchOptions options;
    options.inventoryEvery = 1h;
    options.heartbeat = 1h; // it is announced
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    m_server->runAll({{"MULTI"}, {"FLUSHDB"}, {"SET", "lock:7", m_other, "PX", "600000"},
        {"SET", "lock:new", m_other, "PX", "600000"}, {"EXEC"}});
    QVERIFY(log.waitFor([&] { return log.status().objects == 2; }));
    QCOMPARE(log.token("lock:7"), m_other);
    QVERIFY(log.waitFor([&] { return log.token("lock:new") == m_other; }));
    QCOMPARE(log.count(Kind::Released), 499);
}

void TestWatchPace::aBusyOtherDatabaseCostsNextToNothing()
{
    m_server->run({"SELECT", "2"});
    m_server->run({"SET", "lock:ours", m_token, "PX", "6000000"});
    m_server->run({"SET", "page_view", "1"});
    m_server->run({"SELECT", "0"});
    auto endpoint = m_server->endpoint();
    endpoint.database = 2;
    WatchOptions options;
    options.heartbeat = 100ms; // soon it is known that there are other databases
    WatchLog log(endpoint, options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(2));
    int number = 0;
    const auto work = [&] { // locks and limits, always others, and a hot counter of the same name
        for (int i = 0; i < 50; ++i) {
            const auto id = QByteArray::number(++number);
            m_server->runAll({{"SET", "lock:order:" + id, m_token, "PX", "60000"},
                {"SET", "ratelimit:user:" + id, "1", "EX", "60"}, {"INCR", "page_view"}});
        }
    };
    // After a short while, a thousand writes a second and more lead to few commands.
    QVERIFY(log.waitFor([&] {
        const auto before = log.status().commands;
        const auto writes = number;
        const auto begin = std::chrono::steady_clock::now();
        log.waitFor([&] {
            work();
            return std::chrono::steady_clock::now() - begin > 2s;
        });
        const auto sent = log.status().commands - before;
        return number - writes > 300 && sent < 2 * 150; // of them 2 * 25 for our own questions
    }));
    // And our own are seen as before.
    m_server->run({"SELECT", "2"});
    m_server->run({"SET", "lock:ours", m_other, "PX", "6000000"});
    m_server->run({"SET", "lock:order:ours", m_other, "PX", "6000000"});
    m_server->run({"SET", "page_view", "-1"});
    m_server->run({"SELECT", "0"});
    const auto goesOn = [&](const std::function<bool()> &condition) {
        return log.waitFor([&] {
            work();
            return condition();
        });
    };
    QVERIFY(goesOn([&] { return log.token("lock:ours") == m_other; }));
    QVERIFY(goesOn([&] { return log.token("lock:order:ours") == m_other; }));
    QVERIFY(goesOn([&] { return log.value("page_view") == -1; }));
    QCOMPARE(log.status().mode, WatchMode::Push);
}

void TestWatchPace::aFullTrackingTableIsToldAndHidesNothing_data()
{
    QTest::addColumn<bool>("narrowed");
    QTest::addColumn<bool>("mayAskLimit");
    QTest::newRow("everything is broadcast") << false << true;
    QTest::newRow("the feed was too loud") << true << true;
    QTest::newRow("its limit is not told") << false << false;
}

void TestWatchPace::aFullTrackingTableIsToldAndHidesNothing()
{
    QFETCH(const bool, narrowed);
    QFETCH(const bool, mayAskLimit);
    m_server->run({"CONFIG", "SET", "tracking-table-max-keys", "200"});
    addLocks(3'000);
    WatchOptions options;
    options.inventoryEvery = 1h; // nothing else heals what is missed
    options.heartbeat = 200ms;
    options.feedBudget = narrowed ? 50 : 1'000'000;
    WatchLog log(mayAskLimit ? m_server->endpoint() : leastUser(), options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.now().locks->size(), size_t(3'000));
    int number = 0;
    const auto waitFor = [&](const std::function<bool()> &condition) {
        return log.waitFor([&] {
            for (int i = 0; narrowed && i < 30; ++i)
                m_server->run({"SET", "cache:" + QByteArray::number(++number), "not ours, at all"});
            return condition();
        });
    };
    const auto mode = narrowed ? WatchMode::Polling : WatchMode::Push;
    QVERIFY(waitFor([&] {
        return log.status().modeReason == ModeReason::TrackingTableFull
            && log.status().mode == mode;
    }));
    std::vector<Command> changes;
    for (int i = 0; i < 3'000; i += 50)
        changes.push_back({"SET", "lock:" + QByteArray::number(i), m_other, "PX", "6000000"});
    m_server->runAll(changes);
    // A round of polling, and a look on a busy machine, may be later than what counts as one
    // moment.
    QVERIFY(waitFor([&] { return log.count(Kind::HandedOver) + log.count(Kind::Gone) == 60; }));
    QCOMPARE(log.now().locks->size(), size_t(3'000));
    QCOMPARE(log.count(Kind::Renewed), 0);
    QCOMPARE(log.count(Kind::Released), 0);
    if (narrowed)
        return; // read all the time, at the pace of the budget
    double rate = 0;
    QVERIFY2(log.waitFor([&] { return (rate = commandsPerSecond(log, 1s)) < 50; }, 60s),
        QByteArray::number(rate));
    QVERIFY(log.waitFor([&] { return log.status().staleness < 1s; }));
}

void TestWatchPace::heartbeatsAreNoFullTrackingTable_data()
{
    QTest::addColumn<int>("beatsIn10Ms");
    QTest::addColumn<bool>("mayAskLimit");
    QTest::newRow("some") << 6 << true;
    QTest::newRow("many") << 35 << true;
    QTest::newRow("many, and the table's limit is not told") << 35 << false;
}

// Scores that only move are announced and change nothing that is watched.
void TestWatchPace::heartbeatsAreNoFullTrackingTable()
{
    QFETCH(const int, beatsIn10Ms);
    QFETCH(const bool, mayAskLimit);
    std::atomic<bool> isOver = false;
    std::atomic<int> beats = 0;
    std::thread hearts([&] {
        BlockingClient client(m_server->socketPath());
        for (auto turn = std::chrono::steady_clock::now(); !isOver; turn += 10ms) {
            std::this_thread::sleep_until(turn);
            std::vector<Command> commands;
            for (int i = 0; i < beatsIn10Ms; ++i, ++beats) {
                const auto key = "presence:room:" + QByteArray::number(beats % 300);
                commands.push_back({"ZADD", key, QByteArray::number(beats), "user"});
            }
            client.runAll(commands);
        }
    });
    WatchLog log(mayAskLimit ? m_server->endpoint() : leastUser());
    const bool isSeen =
        log.startAndWait() && log.waitFor([&] { return log.status().objects == 300; });
    // Several times as long as it takes to suspect it.
    const auto from = std::chrono::steady_clock::now();
    const bool isBlamed = QTest::qWaitFor(
                              [&] {
                                  return log.status().modeReason == ModeReason::TrackingTableFull
                                      || std::chrono::steady_clock::now() - from > 12s;
                              },
                              60'000)
        && log.status().modeReason == ModeReason::TrackingTableFull;
    isOver = true;
    hearts.join();
    QVERIFY(isSeen);
    QVERIFY(!isBlamed);
    QCOMPARE(log.status().mode, WatchMode::Push);
}

// Nobody else asks this server for anything worth mentioning, so all of its time is ours.
void TestWatchPace::theShareShownIsThatOfTheServersOwnAccounts()
{
    addLocks(5'000);
    WatchOptions options;
    options.heartbeat = 500ms;
    WatchLog log(pollingUser(), options);
    QVERIFY(log.startAndWait());
    struct Used
    {
        double processor = 0; // seconds
        double executing = 0;
        std::chrono::steady_clock::time_point at;
    };
    const auto used = [&] {
        Used sum{0, 0, std::chrono::steady_clock::now()};
        for (const auto &line : m_server->run({"INFO", "all"}).text.split('\n')) {
            const auto value = line.mid(line.indexOf(':') + 1).trimmed();
            if (line.startsWith("used_cpu_user_main") || line.startsWith("used_cpu_sys_main"))
                sum.processor += value.toDouble();
            const auto usec = value.indexOf(",usec=");
            if (line.startsWith("cmdstat_") && usec > 0)
                sum.executing += value.mid(usec + 6).split(',').first().toDouble() / 1e6;
        }
        return sum;
    };
    // The same span for both, more or less: so one time out of many they agree, and if ours were
    // that of the reply times, never.
    Used before = used();
    QVERIFY(log.waitFor([&] {
        const auto begin = before.at;
        log.waitFor([&] { return std::chrono::steady_clock::now() - begin > 3s; });
        const auto now = used();
        const double seconds = std::chrono::duration<double>(now.at - before.at).count();
        const double most = (now.processor - before.processor) / seconds;
        const double least = (now.executing - before.executing) / seconds;
        before = now;
        const double shown = log.status().serverTimeShare;
        return log.status().serverTimeShareIsMeasured && shown >= 0.7 * least
            && shown <= 1.3 * most;
    }));
}

void TestWatchPace::theAgeShownIsThatOfTheOldestUnreadChange()
{
    constexpr int locks = 4'000;
    addLocks(locks);
    FaultyRelay relay(m_server->socketPath());
    WatchOptions options;
    options.commandTimeout = 60s;
    WatchLog log(relay.endpoint(), options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(locks));
    relay.limitRate(150'000);
    Command changes{"MSET"};
    for (int i = 0; i < locks; ++i)
        changes << "lock:" + QByteArray::number(i) << m_other;
    m_server->run(changes);
    const auto changed = std::chrono::steady_clock::now();
    Milliseconds oldest{};
    Milliseconds shown{};
    QVERIFY(log.waitFor([&] {
        const auto &now = log.now();
        const bool isAllRead = std::all_of(now.locks->begin(), now.locks->end(),
            [&](const ItemPtr &lock) { return lock->reading.holder->token == m_other; });
        if (!isAllRead && now.status.staleness) {
            oldest = std::chrono::duration_cast<Milliseconds>(now.takenAt - changed);
            shown = *now.status.staleness;
        }
        return isAllRead;
    }));
    QVERIFY(oldest > 1s); // else this shows nothing
    // Announced were they when the link had carried all of the names.
    QVERIFY2(shown > oldest / 2,
        QByteArray::number(qint64(shown.count())) + " ms shown of "
            + QByteArray::number(qint64(oldest.count())));
}

// What comes late moves no deadline, whatever the link does; what has moved is told all the same.
void TestWatchPace::aJitteringLinkRenewsNothing_data()
{
    QTest::addColumn<bool>("polls");
    QTest::newRow("polling") << true;
    QTest::newRow("push") << false;
}

void TestWatchPace::aJitteringLinkRenewsNothing()
{
    QFETCH(const bool, polls);
    addLocks(20);
    m_server->run({"SET", "lock:brief", m_token, "PX", "3000"});
    m_server->run({"SET", "page_view", "0"});
    FaultyRelay relay(m_server->socketPath());
    auto endpoint = relay.endpoint();
    if (polls) {
        endpoint.user = pollingUser().user;
        endpoint.password = pollingUser().password;
    }
    WatchOptions options;
    options.serverTimeShare = 1; // as many readings as possible
    WatchLog log(endpoint, options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, polls ? WatchMode::Polling : WatchMode::Push);
    relay.jitter(100ms, 1);
    const auto readings = [&] {
        return log.item("lock:3") ? log.item("lock:3")->readAt : Instant();
    };
    int rounds = 0;
    auto last = readings();
    QVERIFY(log.waitFor([&] {
        if (!polls) // the same again: it is read, and nothing has changed
            m_server->run({"PEXPIREAT", "lock:3",
                QByteArray::number(m_server->run({"PEXPIRETIME", "lock:3"}).integer)});
        rounds += readings() != last ? 1 : 0;
        last = readings();
        return rounds >= 60;
    }));
    QCOMPARE(log.count(Kind::Renewed), 0);
    QVERIFY(log.waitFor([&] { return !log.item("lock:brief"); }));
    QCOMPARE(log.count(Kind::Expired, "lock:brief"), 1);
    m_server->run({"PEXPIRE", "lock:3", "6001500"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Renewed, "lock:3") == 1; }));
    m_server->run({"DEL", "lock:4"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:4") == 1; }));
    QCOMPARE(log.count(Kind::Renewed), 1);
}

// Redisson's waiters subscribe to a channel of the lock.
void TestWatchPace::theWaitersOfManyLocksAreCountedInTurn()
{
    constexpr int locks = 600;
    std::vector<Command> commands;
    for (int i = 0; i < locks; ++i) {
        const auto key = "crown:" + QByteArray::number(i);
        commands.push_back({"HSET", key, m_token + ":42", "1"});
        commands.push_back({"PEXPIRE", key, "6000000"});
    }
    m_server->runAll(commands);
    std::vector<std::unique_ptr<BlockingClient>> waiters;
    for (const int i : {0, 77, 300, 599}) {
        waiters.push_back(std::make_unique<BlockingClient>(m_server->socketPath()));
        waiters.back()->run(
            {"SUBSCRIBE", "redisson_lock__channel:{crown:" + QByteArray::number(i) + '}'});
    }
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.now().locks->size(), size_t(locks));
    QVERIFY(log.waitFor([&] {
        const auto &all = *log.now().locks;
        return std::count_if(all.begin(), all.end(), [](const ItemPtr &lock) {
            return lock->reading.waiters == 1;
        }) == qsizetype(waiters.size());
    }));
    QCOMPARE(log.status().waitersRound, std::optional<Milliseconds>(15s));
}

// All of them are met before the first one is known to be a lock.
void TestWatchPace::locksWithoutATypicalNameAreFoundAtOnce()
{
    constexpr int locks = 900;
    std::vector<Command> commands;
    for (int i = 0; i < locks; ++i) {
        commands.push_back({"HSET", "crown:" + QByteArray::number(i), m_token + ":42", "1"});
        commands.push_back({"SET", "session:" + QByteArray::number(i), "not ours, at all"});
    }
    m_server->runAll(commands);
    WatchOptions options;
    options.inventoryEvery = 1h; // one pass
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(locks));
    QVERIFY2(log.status().commands < 10 * locks, QByteArray::number(log.status().commands));
}

void TestWatchPace::whatIsLeftOutIsToldAndLocksAreLast()
{
    m_server->run({"EVAL",
        "for i=1,200 do redis.call('SET','page_views:'..i,i) redis.call('SET','lock:'..i,ARGV[1],"
        "'PX',6000000) end",
        "0", m_token});
    WatchOptions options;
    options.mostObjects = 200;
    options.inventoryEvery = 100ms;
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    const auto counted = [&] { return qint64(log.status().objects + log.status().objectsLeftOut); };
    QVERIFY(log.waitFor([&] { return counted() == 400; }));
    QVERIFY(log.now().locks->size() >= 100);
    QVERIFY(log.status().objects <= 300);
    QVERIFY(log.status().objects > 200);
    m_server->run({"EVAL", "for i=1,200 do redis.call('DEL','page_views:'..i) end", "0"});
    QVERIFY(log.waitFor([&] { return log.status().objects <= 200; }));
    m_server->run({"FLUSHALL"});
    QVERIFY(log.waitFor([&] { return log.status().objects == 0; }));
    QVERIFY(log.waitFor([&] { return log.status().objectsLeftOut == 0; }));
}

// What a user may not read is asked for a few times, not in each pass.
void TestWatchPace::keysThatMayNotBeReadAreNotAskedForAgain()
{
    addLocks(20);
    addLocks(500, "secret:lock:");
    addLocks(20, "other");
    m_server->run(
        {"ACL", "SETUSER", "watcher", "on", ">secret", "resetkeys", "%R~lock:*", "&*", "+@all"});
    auto endpoint = m_server->endpoint();
    endpoint.user = "watcher";
    endpoint.password = "secret";
    WatchOptions options;
    options.inventoryEvery = 50ms;
    WatchLog log(endpoint, options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(20));
    const auto statistic = [this](const QByteArray &name) {
        const auto text = m_server->run({"INFO", "all"}).text;
        const auto at = text.indexOf(name);
        return at < 0
            ? 0
            : text.mid(at + name.size(), 12).split('\r').first().split(',').first().toLongLong();
    };
    const auto refusals = [&] { return statistic("errorstat_NOPERM:count="); };
    const auto scans = [&] { return statistic("cmdstat_scan:calls="); };
    const auto before = refusals();
    const auto from = scans();
    QVERIFY(log.waitFor([&] { return scans() >= from + 10; }));
    QCOMPARE(refusals(), before);
}

// INCR, and EXPIRE later: without announcements only a second look tells.
void TestWatchPace::whatWasNothingIsLookedAtAgainWherePassesTell()
{
    m_server->run({"SET", "order:17", "no number"});
    WatchOptions options;
    options.inventoryEvery = 500ms;
    WatchLog log(pollingUser(), options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(0));
    m_server->run({"DEL", "order:17"});
    m_server->run({"HSET", "order:17", m_token + ":42", "1"});
    m_server->run({"PEXPIRE", "order:17", "6000000"});
    QVERIFY(log.waitFor([&] { return log.token("order:17") == m_token + ":42"; }));
}

// What SCAN was asked for, the latest first.
std::vector<int> TestWatchPace::countsOfScans()
{
    std::vector<int> counts;
    for (const auto &entry : m_server->run({"SLOWLOG", "GET", "100000"}).elements) {
        const auto &words = entry.elements.at(3).elements;
        if (words.front().text == "SCAN")
            counts.push_back(words.back().text.toInt());
    }
    return counts;
}

void TestWatchPace::aPassThatWasTooSlowOnceIsAsFastAgain()
{
    m_server->run({"EVAL", "for i=1,5000 do redis.call('SET','cache:'..i..':x','text') end", "0"});
    WatchOptions options;
    options.inventoryEvery = 1ms; // there is always one under way
    options.serverTimeShare = 1;
    options.heartbeat = 1h; // so it is SCAN that gets no answer
    options.commandTimeout = 500ms;
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    m_server->run({"CONFIG", "SET", "slowlog-max-len", "100000"});
    m_server->run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    m_server->suspend();
    QVERIFY(log.waitFor([&] { return log.status().link != LinkState::Connected; }));
    m_server->resume();
    QVERIFY(log.waitFor([&] {
        const auto counts = countsOfScans();
        return std::any_of(counts.begin(), counts.end(), [](int count) { return count < 1'000; });
    }));
    QVERIFY(log.waitFor([&] { return countsOfScans().front() == 1'000; }, 30s));
}

QTEST_GUILESS_MAIN(TestWatchPace)
#include "tst_watchpace.moc"
