#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"

#include <QDateTime>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

// What happens on a server and what a Watch says of it.
class TestWatchEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aChangedValueIsSeenAtOnce();
    void aRenewalIsTold();
    void aDeadlineThatIsTakenAwayOrMovedCloserIsTold();
    void aHandOverIsTold();
    void aReleaseIsTold();
    void anExpiryIsToldAtTheDeadlineAlthoughNobodyTouchesTheKey();
    void anExpiryOfAServerThatStoodStillIsToldAsOfItsDeadline();
    void whatComesBackIsSeen();
    void aLockThatIsLookedAtLateIsNotSaidToBeNew();
    void aNewKeyOfAnUnknownNameIsSeen();
    void aWindowThatGetsItsDeadlineAMomentLaterIsSeen();
    void aKeyThatComesWhileItsNameIsLookedAtIsSeen();
    void windowsOfEachSecondComeAndGo();
    void aKeyThatWasThereBeforeIsNotAcquiredWhenItChangesDuringTheInventory();
    void aLimitThatIsUsedUpBeforeItIsReadIsToldAsExhausted();
    void aKeyThatBecomesSomethingElseMoves();
    void aRenamedLockIsGoneHereAndThereThere();
    void aLockWhoseKeyHoldsSomethingElseHasEndedAndIsNotFree_data();
    void aLockWhoseKeyHoldsSomethingElseHasEndedAndIsNotFree();
    void aNumberThatCountsIsNoLock_data();
    void aNumberThatCountsIsNoLock();
    void aLockWhoseTokensAreSmallNumbersIsOne();
    void aHeartbeatIsNoHandOver();
    void aTimeThatIsNoHeartbeatIsAHandOver();
    void aFieldThatSomebodyAddsEndsNoHold();
    void ofMoreHoldersThanAreReadNothingIsInvented();
    void ofAsManyHoldersAsAreReadAllIsTold();
    void onlyThePrefixIsWatched();
    void anotherDatabaseIsWatched();
    void latestStateIsTakenAndNotAQueue();
    void theJournalIsKeptForASlowTaker();

private:
    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray m_other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";
};

void TestWatchEvents::init()
{
    m_server = std::make_unique<TestServer>(TestServer::Options{
        {QStringLiteral("--enable-debug-command"), QStringLiteral("yes")}, false, {}});
}

void TestWatchEvents::aChangedValueIsSeenAtOnce()
{
    m_server->run({"SET", "page_view", "10"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Push);
    QCOMPARE(log.status().modeReason, ModeReason::TrackingWorks);
    QCOMPARE(log.value("page_view"), std::optional<double>(10));
    for (int i = 11; i < 40; ++i) {
        m_server->run({"INCR", "page_view"});
        QVERIFY(log.waitFor([&] { return log.value("page_view") == i; }));
    }
    QCOMPARE(log.journal().size(), size_t(1));
    QVERIFY(log.status().missing.empty());
}

void TestWatchEvents::aRenewalIsTold()
{
    m_server->run({"SET", "lock:order:42", m_token, "PX", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.count(Kind::Appeared, "lock:order:42"), 1);
    m_server->run({"PEXPIRE", "lock:order:42", "90000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Renewed, "lock:order:42") == 1; }));
    QCOMPARE(log.item("lock:order:42")->renewals, 1);
    const auto &entry = log.journal().back();
    QVERIFY(entry.ttlBefore && *entry.ttlBefore <= 60s && *entry.ttlBefore > 30s);
    QVERIFY(entry.ttlAfter && *entry.ttlAfter <= 90s && *entry.ttlAfter > 70s);
    QCOMPARE(log.journal().size(), size_t(2));
}

void TestWatchEvents::aDeadlineThatIsTakenAwayOrMovedCloserIsTold()
{
    m_server->run({"SET", "lock:order:42", m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const QByteArray key = "lock:order:42";
    int told = 0;
    const QList<Command> changes{{"PERSIST", key}, {"PEXPIRE", key, "500000"},
        {"PEXPIRE", key, "300000"}, {"SET", key, m_token, "PX", "200000"}, {"SET", key, m_token}};
    for (const Command &change : changes) {
        m_server->run(change);
        ++told;
        QVERIFY(log.waitFor([&] { return log.count(Kind::DeadlineChanged, key) == told; }));
    }
    QCOMPARE(log.count(Kind::Renewed), 0);
    QCOMPARE(log.item(key)->renewals, 0);
    QVERIFY(log.journal().back().ttlBefore);
    QVERIFY(!log.journal().back().ttlAfter);
    QCOMPARE(log.journal().size(), size_t(1 + told));
}

void TestWatchEvents::aHandOverIsTold()
{
    m_server->run({"SET", "lock:order:42", m_token, "PX", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"SET", "lock:order:42", m_other, "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:order:42") == 1; }));
    QCOMPARE(log.token("lock:order:42"), m_other);
    QCOMPARE(log.journal().back().previous->token, m_token);
    QCOMPARE(log.journal().size(), size_t(2));
}

void TestWatchEvents::aReleaseIsTold()
{
    m_server->run({"SET", "lock:order:42", m_token, "PX", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"DEL", "lock:order:42"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:order:42") == 1; }));
    QVERIFY(!log.item("lock:order:42"));
    QCOMPARE(log.journal().size(), size_t(2));
}

void TestWatchEvents::anExpiryIsToldAtTheDeadlineAlthoughNobodyTouchesTheKey()
{
    // Without active expiry the server deletes only what somebody touches: that is us.
    QCOMPARE(m_server->run({"DEBUG", "SET-ACTIVE-EXPIRE", "0"}).text, QByteArray("OK"));
    const auto earliest = std::chrono::steady_clock::now() + 6s;
    m_server->run({"SET", "lock:order:42", m_token, "PX", "6000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QVERIFY(log.item("lock:order:42"));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Expired, "lock:order:42") == 1; }));
    QVERIFY(std::chrono::steady_clock::now() >= earliest - 50ms); // the clocks differ
    QVERIFY(!log.item("lock:order:42"));
    QVERIFY(log.status().expiryLagWorst);
    QVERIFY(*log.status().expiryLagWorst < 3s);
    QCOMPARE(log.journal().size(), size_t(2));
}

void TestWatchEvents::anExpiryOfAServerThatStoodStillIsToldAsOfItsDeadline()
{
    WatchOptions options;
    options.heartbeat = 200ms; // so that nothing else is late
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    m_server->run({"SET", "lock:order:42", m_token, "PX", "3000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:order:42") == 1; }));
    const auto item = log.item("lock:order:42");
    QVERIFY(item && item->reading.ttl.deadline());
    const auto left = *item->reading.ttl.deadline() - std::chrono::steady_clock::now();
    const auto deadline = std::chrono::system_clock::now() + left;
    QVERIFY(log.waitFor([&] { return deadline - std::chrono::system_clock::now() < 500ms; }));
    // Not for so long that it would be a silence, in which it may have been released as well.
    QCOMPARE(m_server->run({"DEBUG", "SLEEP", "1.5"}).text, QByteArray("OK"));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Expired, "lock:order:42") == 1; }));
    // By the same reading, so however slow the machine is.
    const auto &journal = log.journal();
    const auto expired = std::find_if(journal.begin(), journal.end(),
        [](const JournalEntry &entry) { return entry.kind == Kind::Expired; });
    QVERIFY(std::chrono::abs(expired->at - deadline) < 100ms);
}

void TestWatchEvents::whatComesBackIsSeen()
{
    m_server->run({"SET", "lock:order:42", m_token, "PX", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (int round = 1; round <= 5; ++round) {
        m_server->run({"DEL", "lock:order:42"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Released) == round; }));
        m_server->run({"SET", "lock:order:42", m_other, "PX", "60000"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:order:42") == round; }));
    }
    QCOMPARE(log.journal().size(), size_t(11));
}

// Its key was often something else just before, so it is not looked at as soon as it is announced.
void TestWatchEvents::aLockThatIsLookedAtLateIsNotSaidToBeNew()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto looks = [this] {
        const auto text = m_server->run({"INFO", "commandstats"}).text;
        const QByteArray name = "cmdstat_type:calls=";
        const auto at = text.indexOf(name);
        return at < 0 ? 0 : text.mid(at + name.size()).split(',').first().toInt();
    };
    for (int i = 0; i < 5; ++i) {
        const auto before = looks();
        m_server->run({"RPUSH", "lock:order:42", "1"});
        QVERIFY(log.waitFor([&] { return looks() > before; }));
    }
    m_server->runAll({{"DEL", "lock:order:42"}, {"SET", "lock:order:42", m_token, "PX", "60000"}});
    QVERIFY(log.waitFor([&] { return log.item("lock:order:42") != nullptr; }));
    QVERIFY(!log.item("lock:order:42")->beginIsSeen);
    QCOMPARE(log.count(Kind::Acquired), 0);
    QCOMPARE(log.count(Kind::Appeared, "lock:order:42"), 1);
    // What follows is seen as it happens.
    m_server->run({"DEL", "lock:order:42"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released) == 1; }));
    m_server->run({"SET", "lock:order:42", m_other, "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:order:42") == 1; }));
}

void TestWatchEvents::aNewKeyOfAnUnknownNameIsSeen()
{
    m_server->run({"SET", "page_view", "10"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    // Redisson's lock has the name its user chose.
    m_server->run({"HSET", "the-crown", m_token + ":42", "1"});
    m_server->run({"PEXPIRE", "the-crown", "30000"});
    QVERIFY(log.waitFor([&] { return log.item("the-crown") != nullptr; }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "the-crown") == 1; }));
}

void TestWatchEvents::aWindowThatGetsItsDeadlineAMomentLaterIsSeen()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto looks = [&] {
        const auto info = m_server->run({"INFO", "commandstats"}).text;
        const auto at = info.indexOf("cmdstat_type:calls=");
        return at < 0 ? 0 : info.mid(at + 19, info.indexOf(',', at) - at - 19).toInt();
    };
    for (const QByteArray key : {"ratelimit:bob", "ratelimit:joe", "ratelimit:zoe"}) {
        const int before = looks();
        m_server->run({"INCR", key}); // without TTL it is no window yet
        QVERIFY(log.waitFor([&] { return looks() > before; }));
        QVERIFY(log.now().buckets->empty() || log.now().buckets->back()->key != key);
        m_server->run({"EXPIRE", key, "60"});
        QVERIFY(log.waitFor([&] {
            const auto item = log.item(key);
            return item && item->format->family() == Family::Bucket;
        }));
    }
}

void TestWatchEvents::aKeyThatComesWhileItsNameIsLookedAtIsSeen()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    // Each write has a round trip of its own, about as long as those of the look.
    for (int i = 0; i < 300; ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i);
        m_server->run({"SADD", key, "x"});
        m_server->run({"DEL", key});
        m_server->run({"SET", key, m_token, "PX", "60000"});
    }
    QVERIFY(log.waitFor([&] { return log.now().locks->size() == 300; }));
}

void TestWatchEvents::windowsOfEachSecondComeAndGo()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto now = m_server->run({"TIME"}).elements.at(0).text.toLongLong();
    // Seconds to come, as of clients whose clocks are ahead: the present one may be over before it
    // is read.
    for (qint64 second = now + 2; second < now + 5; ++second) {
        const QByteArray key = "10.0.0.7:" + QByteArray::number(second);
        m_server->run({"SET", key, "3", "PX", "9000"});
        QVERIFY(log.waitFor([&] { return log.value(key) == 3; }));
    }
    QVERIFY(log.waitFor([&] { return log.now().buckets->empty(); }));
    QVERIFY(log.journal().empty()); // they come and go by nature
}

void TestWatchEvents::aKeyThatWasThereBeforeIsNotAcquiredWhenItChangesDuringTheInventory()
{
    std::vector<Command> fill;
    for (int i = 0; i < 60'000; ++i)
        fill.push_back({"SET", "cache:" + QByteArray::number(i), "x"});
    for (int i = 0; i < 50; ++i)
        fill.push_back({"SET", "lock:job:" + QByteArray::number(i), m_token, "PX", "60000"});
    m_server->runAll(fill);
    WatchOptions slow;
    slow.serverTimeShare = 0.05;
    WatchLog log(m_server->endpoint(), slow);
    log.start();
    QVERIFY(log.waitForMode(WatchMode::Push));
    QVERIFY(log.status().inventoryRunning);
    std::vector<Command> renew;
    for (int i = 0; i < 50; ++i)
        renew.push_back({"PEXPIRE", "lock:job:" + QByteArray::number(i), "90000"});
    m_server->runAll(renew);
    QVERIFY(log.waitFor([&] { return log.now().locks->size() == 50; }));
    QCOMPARE(log.count(Kind::Acquired), 0);
    QCOMPARE(log.count(Kind::Appeared), 50);
}

void TestWatchEvents::aLimitThatIsUsedUpBeforeItIsReadIsToldAsExhausted()
{
    // As the library "limits" writes them: five a minute.
    const QByteArray before = "LIMITS:LIMITER/before/5/1/minute";
    const QByteArray after = "LIMITS:LIMITER/after/5/1/minute";
    m_server->run({"SET", before, "5", "EX", "60"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"SET", after, "5", "EX", "60"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Exhausted, after) == 1; }));
    m_server->run({"DEL", after});
    QVERIFY(log.waitFor([&] { return !log.item(after); }));
    m_server->run({"SET", after, "5", "EX", "60"}); // the next window
    QVERIFY(log.waitFor([&] { return log.count(Kind::Exhausted, after) == 2; }));
    QVERIFY(log.item(before));
    QCOMPARE(bucketState(*log.item(before)), BucketState::Exhausted);
    QCOMPARE(log.count(Kind::Exhausted, before), 0); // it may have been for long
}

void TestWatchEvents::aKeyThatBecomesSomethingElseMoves()
{
    m_server->run({"SET", "page_view", "10"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.now().counters->size(), size_t(1));
    m_server->run({"DEL", "page_view"});
    m_server->run({"HSET", "page_view", m_token + ":42", "1"});
    m_server->run({"PEXPIRE", "page_view", "30000"});
    QVERIFY(log.waitFor([&] { return log.now().locks->size() == 1; }));
    QVERIFY(log.now().counters->empty());
    m_server->run({"DEL", "page_view"});
    m_server->run({"SET", "page_view", "11"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 11; }));
    QVERIFY(log.now().locks->empty());
}

void TestWatchEvents::aRenamedLockIsGoneHereAndThereThere()
{
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"RENAME", "lock:a", "lock:b"});
    QVERIFY(log.waitFor([&] { return log.item("lock:b") && !log.item("lock:a"); }));
    QCOMPARE(log.token("lock:b"), m_token);
}

void TestWatchEvents::aLockWhoseKeyHoldsSomethingElseHasEndedAndIsNotFree_data()
{
    QTest::addColumn<QByteArrayList>("written");
    QTest::newRow("list") << QByteArrayList{"LPUSH", "lock:a", "job"};
    QTest::newRow("hash") << QByteArrayList{"HSET", "lock:a", "colour", "red"};
    QTest::newRow("empty string") << QByteArrayList{"SET", "lock:a", "", "PX", "60000"};
    // As a first look at them says.
    QTest::newRow("JSON") << QByteArrayList{
        "SET", "lock:a", R"({"id":1,"name":"x y"})", "PX", "60000"};
    QTest::newRow("long text") << QByteArrayList{
        "SET", "lock:a", QByteArray(300, 'A'), "PX", "60000"};
    QTest::newRow("longer than a token")
        << QByteArrayList{"SET", "lock:a", QByteArray(5000, 'A'), "PX", "60000"};
    QTest::newRow("bytes") << QByteArrayList{
        "SET", "lock:a", QByteArray("\xff\0tok", 5), "PX", "60000"};
}

void TestWatchEvents::aLockWhoseKeyHoldsSomethingElseHasEndedAndIsNotFree()
{
    QFETCH(const QByteArrayList, written);
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    m_server->runAll({{"MULTI"}, {"DEL", "lock:a"}, Command(written), {"EXEC"}});
    QVERIFY(log.waitFor([&] { return !log.item("lock:a"); }));
    QCOMPARE(log.journal().size(), size_t(1));
    QCOMPARE(log.journal()[0].kind, Kind::Gone);
    QCOMPARE(log.journal()[0].holder->token, m_token);
    const auto &freed = *log.now().freed;
    QCOMPARE(freed.size(), size_t(1));
    QCOMPARE(lockState(*freed[0], log.now().takenAt), LockState::Unknown);
    m_server->runAll(
        {{"MULTI"}, {"DEL", "lock:a"}, {"SET", "lock:a", m_other, "PX", "60000"}, {"EXEC"}});
    QVERIFY(log.waitFor([&] { return log.token("lock:a") == m_other; }));
    QCOMPARE(log.journal().back().kind, Kind::Acquired);
    QVERIFY(log.now().freed->empty());
}

// Redisson asks only whether the hash has the holder's own field.
void TestWatchEvents::aNumberThatCountsIsNoLock_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QList<Command>>("first");
    QTest::addColumn<QList<Command>>("later");
    QTest::addColumn<Family>("family");
    const auto counted = [](const char *row, const QByteArray &key) {
        QTest::newRow(row) << key << QList<Command>{{"INCR", key}, {"EXPIRE", key, "300"}}
                           << QList<Command>{{"INCR", key}, {"INCR", key}, {"INCR", key}}
                           << Family::Bucket;
    };
    counted("failures", "lock:failures:bob");
    counted("failures, by the account's lock", "account_lock:bob");
    QTest::newRow("permits that are left")
        << QByteArray("semaphore:r") << QList<Command>{{"SET", "semaphore:r", "3"}}
        << QList<Command>{{"DECRBY", "semaphore:r", "1"}, {"DECRBY", "semaphore:r", "1"},
               {"DECRBY", "semaphore:r", "1"}, {"INCRBY", "semaphore:r", "2"}}
        << Family::Counter;
    QTest::newRow("one permit") << QByteArray("semaphore:one")
                                << QList<Command>{{"SET", "semaphore:one", "1"}}
                                << QList<Command>{{"DECRBY", "semaphore:one", "1"},
                                       {"INCRBY", "semaphore:one", "1"},
                                       {"DECRBY", "semaphore:one", "1"}}
                                << Family::Counter;
}

// However long it is watched: nobody is said to have got it from somebody.
void TestWatchEvents::aNumberThatCountsIsNoLock()
{
    QFETCH(const QByteArray, key);
    QFETCH(const QList<Command>, first);
    QFETCH(const QList<Command>, later);
    QFETCH(const Family, family);
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (const Command &command : first)
        m_server->run(command);
    QVERIFY(log.waitFor([&] { return log.item(key) != nullptr; }));
    for (const Command &command : later) {
        m_server->run(command);
        const auto value = m_server->run({"GET", key}).text.toDouble();
        QVERIFY(log.waitFor([&] {
            const auto item = log.item(key);
            return item && item->format->family() == family && item->reading.value == value;
        }));
    }
    QCOMPARE(log.count(Kind::HandedOver), 0);
    QCOMPARE(log.count(Kind::Released), 0);
    QVERIFY(log.count(Kind::Acquired) <= 1); // a 1 may be a lock that names nobody
    for (const JournalEntry &entry : log.journal())
        QCOMPARE(entry.confidence, Confidence::Possible);
}

void TestWatchEvents::aLockWhoseTokensAreSmallNumbersIsOne()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (int i = 1; i < 4; ++i) {
        m_server->run({"SET", "lock:import", "1", "NX", "PX", "60000"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:import") == i; }));
        m_server->run({"DEL", "lock:import"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:import") == i; }));
    }
    m_server->run({"SET", "lock:process", "2231", "NX", "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:process") == 1; }));
    m_server->run({"SET", "lock:process", "2687", "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:process") == 1; }));
}

void TestWatchEvents::aHeartbeatIsNoHandOver()
{
    const auto now = [] {
        return QByteArray::number(std::chrono::floor<std::chrono::milliseconds>(
            std::chrono::system_clock::now().time_since_epoch())
                                      .count());
    };
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"SET", "lock:leader", now(), "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:leader") == 1; }));
    for (int i = 1; i < 4; ++i) {
        const auto readAt = log.item("lock:leader")->readAt;
        QVERIFY(log.waitFor([&] { return std::chrono::steady_clock::now() > readAt + 50ms; }));
        const QByteArray token = now();
        m_server->run({"SET", "lock:leader", token, "PX", "60000"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Renewed, "lock:leader") == i; }));
        QCOMPARE(log.token("lock:leader"), token);
    }
    QCOMPARE(log.count(Kind::HandedOver), 0);
    QCOMPARE(log.item("lock:leader")->renewals, 3);
}

// One that goes back, and one that is no time of the present.
void TestWatchEvents::aTimeThatIsNoHeartbeatIsAHandOver()
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(
        std::chrono::system_clock::now().time_since_epoch());
    const auto token = [&](std::chrono::seconds later) {
        return QByteArray::number((seconds + later).count());
    };
    m_server->run({"SET", "lock:back", token(0s), "PX", "60000"});
    m_server->run({"SET", "lock:ahead", token(0s), "PX", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"SET", "lock:back", token(-5s), "PX", "60000"});
    m_server->run({"SET", "lock:ahead", token(3600s), "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:back") == 1; }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:ahead") == 1; }));
}

void TestWatchEvents::aFieldThatSomebodyAddsEndsNoHold()
{
    const QByteArray key = "the-crown";
    m_server->run({"HSET", key, m_token + ":42", "1"});
    m_server->run({"PEXPIRE", key, "30000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto before = log.item(key);
    log.forgetJournal();
    m_server->run({"HSET", key, "note", "do not touch"});
    m_server->run({"PEXPIRE", key, "90000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Renewed, key) == 1; }));
    QCOMPARE(log.journal().size(), size_t(1));
    QCOMPARE(log.token(key), m_token + ":42");
    QCOMPARE(log.item(key)->firstSeen, before->firstSeen);
    m_server->run({"HDEL", key, m_token + ":42"});
    QVERIFY(log.waitFor([&] { return !log.item(key); }));
    QCOMPARE(log.journal().back().kind, Kind::Gone); // the key is still there
}

// Those that end last are read: somebody who comes pushes one out, and who goes lets one in.
void TestWatchEvents::ofMoreHoldersThanAreReadNothingIsInvented()
{
    const qint64 end = QDateTime::currentMSecsSinceEpoch() + 3'600'000;
    const auto name = [](int number) {
        return QByteArray::number(70000000 + number) + "-9a53-4f6f-8c80-0d1c1a8e9b11";
    };
    const auto take = [&](int number, int later = 0) {
        return Command{"ZADD", "semaphore:gpu", QByteArray::number(end + 1'000 * (number + later)),
            name(number)};
    };
    for (int i = 1; i <= 70; ++i)
        m_server->run(take(i));
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto lines = [&log] {
        QStringList all;
        for (const JournalEntry &entry : log.journal()) {
            const int number = entry.holder ? entry.holder->token.left(8).toInt() - 70000000 : 0;
            all << QStringLiteral("%1 %2").arg(int(entry.kind)).arg(number);
        }
        return all;
    };
    const auto line = [](Kind kind, int number) {
        return QStringLiteral("%1 %2").arg(int(kind)).arg(number);
    };
    log.forgetJournal();
    m_server->run(take(71));
    QVERIFY(log.waitFor([&] { return !log.journal().empty(); }));
    QCOMPARE(lines(), QStringList(line(Kind::Appeared, 71)));
    m_server->run({"ZREM", "semaphore:gpu", name(70)});
    QVERIFY(log.waitFor([&] { return log.journal().size() >= 2; }));
    QCOMPARE(lines().mid(1), QStringList(line(Kind::Appeared, 7)));
    m_server->run(take(2, 100));
    QVERIFY(log.waitFor([&] { return log.journal().size() >= 3; }));
    QCOMPARE(lines().mid(2), QStringList(line(Kind::Appeared, 2)));
    m_server->run(take(69, -68)); // less time, and so out of sight
    QVERIFY(log.waitFor([&] { return log.journal().size() >= 4; }));
    QCOMPARE(lines().mid(3), QStringList(line(Kind::Appeared, 7)));
    m_server->run(take(68, -1));
    QVERIFY(log.waitFor([&] { return log.journal().size() >= 5; }));
    QCOMPARE(lines().mid(4), QStringList(line(Kind::DeadlineChanged, 68)));
    log.forgetJournal();
    m_server->runAll({{"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"},
        {"CLIENT", "KILL", "TYPE", "pubsub"}, take(72), take(73),
        {"ZREM", "semaphore:gpu", name(71)}});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Appeared) == 2; }));
    QCOMPARE(lines().mid(1), QStringList({line(Kind::Appeared, 72), line(Kind::Appeared, 73)}));
    QCOMPARE(*log.value("semaphore:gpu"), 71.0);
}

void TestWatchEvents::ofAsManyHoldersAsAreReadAllIsTold()
{
    const qint64 end = QDateTime::currentMSecsSinceEpoch() + 3'600'000;
    const auto name = [](int number) {
        return QByteArray::number(70000000 + number) + "-9a53-4f6f-8c80-0d1c1a8e9b11";
    };
    const auto take = [&](int number) {
        return Command{
            "ZADD", "semaphore:gpu", QByteArray::number(end + 1'000 * number), name(number)};
    };
    for (int i = 1; i <= 64; ++i)
        m_server->run(take(i));
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    m_server->runAll({{"MULTI"}, {"ZREM", "semaphore:gpu", name(1)}, take(65), {"EXEC"}});
    QVERIFY(log.waitFor([&] { return log.journal().size() >= 2; }));
    QCOMPARE(log.count(Kind::Released), 1);
    QCOMPARE(log.count(Kind::Acquired), 1);
    QCOMPARE(log.journal().size(), std::size_t(2));
}

void TestWatchEvents::onlyThePrefixIsWatched()
{
    const QByteArray prefix = "a[1]*:"; // what a glob would read differently
    m_server->run({"SET", prefix + "page_view", "1"});
    m_server->run({"SET", "a1x:page_view", "1"});
    WatchOptions options;
    options.prefix = prefix;
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(1));
    QVERIFY(log.item(prefix + "page_view"));
    m_server->run({"SET", "a1x:hits", "1"});
    m_server->run({"SET", prefix + "hits", "1"});
    QVERIFY(log.waitFor([&] { return log.item(prefix + "hits") != nullptr; }));
    QCOMPARE(log.status().objects, qint64(2));
}

void TestWatchEvents::anotherDatabaseIsWatched()
{
    m_server->run({"SET", "page_view", "1"});
    m_server->run({"SELECT", "3"});
    m_server->run({"SET", "hits", "1"});
    auto endpoint = m_server->endpoint();
    endpoint.database = 3;
    WatchLog log(endpoint);
    QVERIFY(log.startAndWait());
    QVERIFY(log.item("hits") && !log.item("page_view"));
    m_server->run({"INCR", "hits"});
    QVERIFY(log.waitFor([&] { return log.value("hits") == 2; }));
}

void TestWatchEvents::latestStateIsTakenAndNotAQueue()
{
    m_server->run({"SET", "page_view", "0"});
    Watch watch(m_server->endpoint(), builtInCatalogue());
    int updates = 0;
    connect(&watch, &Watch::updated, this, [&] { ++updates; });
    bool finished = false;
    connect(&watch, &Watch::inventoryFinished, this, [&] { finished = true; });
    watch.start();
    QTRY_VERIFY(finished);
    const int before = updates;
    WatchLog second(m_server->endpoint());
    QVERIFY(second.startAndWait());
    for (int i = 1; i <= 100; ++i) {
        m_server->run({"INCR", "page_view"});
        if (i % 20 == 0)
            QVERIFY(second.waitFor([&] { return second.value("page_view") == i; }));
    }
    QCOMPARE(before, 1); // nothing was taken, so nothing more was said
    QCOMPARE(updates, 1);
    const auto value = [&] {
        const Snapshot snapshot = watch.take();
        return snapshot.counters->empty() ? -1.0 : *snapshot.counters->front()->reading.value;
    };
    QTRY_COMPARE(value(), 100.0);
}

void TestWatchEvents::theJournalIsKeptForASlowTaker()
{
    // A lock each: of two changes of one, a Watch that is late sees the second only.
    const auto lock = [](int round) { return "lock:" + QByteArray::number(round); };
    for (int round = 1; round <= 20; ++round)
        m_server->run({"SET", lock(round), m_token, "PX", "600000"});
    Watch watch(m_server->endpoint(), builtInCatalogue());
    bool finished = false;
    connect(&watch, &Watch::inventoryFinished, this, [&] { finished = true; });
    watch.start();
    QTRY_VERIFY(finished);
    WatchLog second(m_server->endpoint());
    QVERIFY(second.startAndWait());
    for (int round = 1; round <= 20; ++round) {
        const auto before = second.count(Kind::HandedOver);
        m_server->run({"SET", lock(round), "token-" + QByteArray::number(round), "PX", "600000"});
        QVERIFY(second.waitFor([&] { return second.count(Kind::HandedOver) > before; }));
    }
    std::vector<JournalEntry> taken;
    const auto handedOver = [&] {
        const Snapshot snapshot = watch.take();
        taken.insert(taken.end(), snapshot.journal.begin(), snapshot.journal.end());
        return std::count_if(taken.begin(), taken.end(),
            [](const auto &entry) { return entry.kind == Kind::HandedOver; });
    };
    QTRY_COMPARE(handedOver(), 20);
    QVERIFY(watch.take().journal.empty());
}

QTEST_GUILESS_MAIN(TestWatchEvents)
#include "tst_watchevents.moc"
