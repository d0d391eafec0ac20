#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

// A server that dies, hangs or forgets everything, while it is watched: nothing is
// lost, nothing is invented, and it is said what is wrong.
class TestWatchFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void afterKill9EverythingIsReadAgain();
    void afterARestartWithoutDataNothingIsSaidToBeReleased();
    void whatChangedInTheGapIsReadAndNotExplained();
    void afterAGapOnlyTheSameLeaseHasAnExactAge();
    void afterARestartWithoutDataTheSameTokenMayHaveTakenItAnew();
    void aServerThatHangsForAMomentIsToldAndThenExact();
    void aServerThatHangsForLongIsGivenUpAndFoundAgain();
    void aPausedServerIsToldAndThenAGap();
    void whatAStalledNetworkKeptBackIsNotExplained();
    void aFrozenLinkIsUnseenFromItsLastAnswerOn();
    void anyKilledConnectionHeals_data();
    void anyKilledConnectionHeals();
    void flushedKeysAreGone();
    void flushesInARowDoNotKeepTheInventoryFromItsEnd();
    void swappedDatabasesAreSeen();
    void whatIsReadUnannouncedAfterASwapIsNotExplained_data();
    void whatIsReadUnannouncedAfterASwapIsNotExplained();
    void aSwapSoonAfterAnotherExplainsNothing();
    void aSessionThatTakesOverInASwapTellsOnAsEver();

private:
    WatchOptions quick() const
    {
        WatchOptions options;
        options.heartbeat = 100ms;
        return options;
    }

    // A machine that is so busy that this program stands still for seconds adds silences to what a
    // test brings about: they are not counted.
    using Gap = JournalEntry::Gap;
    static int gapsOf(const WatchLog &log, Gap gap)
    {
        const auto &journal = log.journal();
        return int(std::count_if(journal.begin(), journal.end(), [gap](const JournalEntry &entry) {
            return entry.kind == Kind::Unseen && entry.gap == gap;
        }));
    }
    static int linesOf(const WatchLog &log)
    {
        return int(log.journal().size()) - gapsOf(log, Gap::Silence);
    }

    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray m_other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";
    const QByteArray m_uuid = "11111111-9a53-4f6f-8c80-0d1c1a8e9b33";
};

void TestWatchFaults::init()
{
    m_server = std::make_unique<TestServer>();
}

void TestWatchFaults::afterKill9EverythingIsReadAgain()
{
    m_server->run({"SET", "page_view", "5"});
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    m_server->run({"SAVE"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    m_server->kill9();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    QVERIFY(log.status().trouble);
    QVERIFY(log.status().staleness);
    QCOMPARE(log.value("page_view"), std::optional<double>(5)); // the last that is known
    QVERIFY(log.waitFor([&] { return log.status().nextAttempt.has_value(); }));
    m_server->restart();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Connected; }));
    QVERIFY(!log.status().trouble);
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
    QCOMPARE(log.token("lock:a"), m_token);
    QCOMPARE(gapsOf(log, Gap::Connection), 1);
    QCOMPARE(log.count(Kind::Restarted), 1);
    QCOMPARE(linesOf(log), 2);
}

void TestWatchFaults::afterARestartWithoutDataNothingIsSaidToBeReleased()
{
    m_server->run({"SET", "page_view", "5"});
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    m_server->run({"SET", "lock:brief", m_token, "PX", "5000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    m_server->kill9();
    m_server->restart();
    QVERIFY(log.waitFor([&] { return gapsOf(log, Gap::Connection) == 1; }));
    QVERIFY(log.waitFor([&] { return log.status().objects == 0; }));
    QCOMPARE(log.count(Kind::Restarted), 1);
    for (const char *key : {"page_view", "lock:a", "lock:brief"})
        QCOMPARE(log.count(Kind::Gone, key), 1);
    QCOMPARE(linesOf(log), 5);
    QVERIFY(!log.status().expiryLagWorst);
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:a") == 1; }));
}

void TestWatchFaults::whatChangedInTheGapIsReadAndNotExplained()
{
    m_server->run({"SET", "lock:renewed", m_token, "PX", "60000"});
    m_server->run({"SET", "lock:handed", m_token, "PX", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    // The server cannot tell us and itself cannot be asked: all in one go, before it is lost.
    m_server->runAll(
        {{"MULTI"}, {"CLIENT", "KILL", "TYPE", "normal"}, {"CLIENT", "KILL", "TYPE", "pubsub"},
            {"PEXPIRE", "lock:renewed", "90000"}, {"SET", "lock:handed", m_other, "PX", "60000"},
            {"SET", "lock:new", m_other, "PX", "60000"}, {"EXEC"}});
    QVERIFY(log.waitFor([&] { return gapsOf(log, Gap::Connection) == 1; }));
    QVERIFY(log.waitFor(
        [&] { return log.token("lock:handed") == m_other && log.token("lock:new") == m_other; }));
    QCOMPARE(log.count(Kind::HandedOver), 0);
    QCOMPARE(log.count(Kind::Renewed), 0);
    QCOMPARE(log.count(Kind::Acquired), 0);
    QCOMPARE(log.count(Kind::Appeared, "lock:handed"), 1);
    QCOMPARE(log.count(Kind::Gone, "lock:handed"), 1); // who had it before
    QCOMPARE(log.count(Kind::Appeared, "lock:new"), 1);
    QCOMPARE(log.item("lock:renewed")->renewals, 0);
    QCOMPARE(linesOf(log), 4);
}

void TestWatchFaults::afterAGapOnlyTheSameLeaseHasAnExactAge()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (const QByteArray key : {"lock:kept", "lock:again", "lock:renewed"}) {
        m_server->run({"SET", key, m_token, "PX", "600000"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, key) == 1; }));
        QVERIFY(ageBound(*log.item(key)) == AgeBound::Exact);
    }
    const auto firstSeen = log.item("lock:kept")->firstSeen;
    const auto taken = log.item("lock:again")->firstSeen;
    QVERIFY(log.waitFor([&] { return std::chrono::steady_clock::now() - taken > 2s; }));
    m_server->runAll(
        {{"MULTI"}, {"CLIENT", "KILL", "TYPE", "normal"}, {"CLIENT", "KILL", "TYPE", "pubsub"},
            {"DEL", "lock:again"}, {"SET", "lock:again", m_token, "NX", "PX", "600000"},
            {"PEXPIRE", "lock:renewed", "700000"}, {"EXEC"}});
    const auto takenAgain = std::chrono::steady_clock::now();
    QVERIFY(log.waitFor([&] {
        return gapsOf(log, Gap::Connection) == 1
            && ageBound(*log.item("lock:again")) == AgeBound::Unsure
            && ageBound(*log.item("lock:renewed")) == AgeBound::Unsure
            && log.item("lock:kept")->readAt > takenAgain;
    }));
    QVERIFY(ageBound(*log.item("lock:kept")) == AgeBound::Exact);
    QVERIFY(log.item("lock:kept")->firstSeen == firstSeen);
    // What is certain is not more than the true age, and the whole age is that from before the gap.
    QVERIFY(log.item("lock:again")->firstSeen >= takenAgain - 1s);
    QVERIFY(log.item("lock:again")->heldSince == taken);
    QCOMPARE(log.count(Kind::Renewed), 0);
}

void TestWatchFaults::afterARestartWithoutDataTheSameTokenMayHaveTakenItAnew()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"SET", "lock:a", m_token, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:a") == 1; }));
    const auto taken = log.item("lock:a")->firstSeen;
    QVERIFY(log.waitFor([&] { return std::chrono::steady_clock::now() - taken > 2s; }));
    m_server->kill9();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    m_server->restart();
    m_server->run({"SET", "lock:a", m_token, "NX", "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Connected; }));
    // It is read again, unless it was found to be gone before: then it was seen to come.
    QVERIFY(log.waitFor([&] {
        const auto item = log.item("lock:a");
        return item && item->firstSeen > taken + 1s;
    }));
    const bool isSeenToCome = log.count(Kind::Gone, "lock:a") > 0;
    QVERIFY(ageBound(*log.item("lock:a")) == (isSeenToCome ? AgeBound::Exact : AgeBound::Unsure));
}

void TestWatchFaults::aServerThatHangsForAMomentIsToldAndThenExact()
{
    m_server->run({"SET", "page_view", "5"});
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    const auto suspendedAt = std::chrono::steady_clock::now();
    m_server->suspend();
    QVERIFY(log.waitFor([&] { return log.status().staleness.value_or(0ms) > 1s; }));
    QCOMPARE(log.status().link, LinkState::Connected);
    m_server->resume();
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
    QVERIFY(log.waitFor([&] { return log.status().staleness == 0ms; }));
    // Nothing was: the announcements waited. After a longer time that would not be known.
    if (std::chrono::steady_clock::now() - suspendedAt < 3s)
        QCOMPARE(log.count(Kind::Unseen), 0);
}

void TestWatchFaults::aServerThatHangsForLongIsGivenUpAndFoundAgain()
{
    m_server->run({"SET", "page_view", "5"});
    m_server->run({"SET", "lock:brief", m_token, "PX", "4000"});
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    m_server->suspend();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    QVERIFY(log.status().trouble);
    QCOMPARE(log.status().trouble->code, ErrorCode::CommandTimeout);
    QVERIFY(log.waitFor([&] { return log.status().staleness.value_or(0ms) > 500ms; }));
    m_server->resume();
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
    QVERIFY(log.waitFor([&] { return !log.item("lock:brief"); }));
    QCOMPARE(log.status().link, LinkState::Connected);
    QVERIFY(!log.status().trouble);
    QCOMPARE(gapsOf(log, Gap::Connection), 1);
    QCOMPARE(log.count(Kind::Expired), 0);
}

// Nothing happens on a server that pauses; but a network that stalls looks the same from here.
void TestWatchFaults::aPausedServerIsToldAndThenAGap()
{
    m_server->run({"SET", "page_view", "5"});
    WatchOptions options = quick();
    options.commandTimeout = 30s; // longer than the pause
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    m_server->run({"CLIENT", "PAUSE", "7000", "ALL"});
    QVERIFY(log.waitFor([&] { return log.status().staleness.value_or(0ms) > 700ms; }));
    m_server->run({"INCR", "page_view"}); // waits for the end of the pause
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
    QVERIFY(log.waitFor([&] { return log.status().staleness == 0ms; }));
    QCOMPARE(log.count(Kind::Unseen), 1);
    QCOMPARE(log.journal().back().gap, JournalEntry::Gap::Silence);
}

// Within three seconds one lock passes through three hands, one is taken anew by who had it, and
// one comes into being; all that arrives is that they changed, and that the server is there.
void TestWatchFaults::whatAStalledNetworkKeptBackIsNotExplained()
{
    for (const char *key : {"lock:handed", "lock:again", "lock:freed", "lock:held"})
        m_server->run({"SET", key, m_token, "PX", "600000"});
    FaultyRelay relay(m_server->socketPath());
    WatchOptions options;
    options.commandTimeout = 2min;
    WatchLog log(relay.endpoint(), options);
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    relay.hold(FaultyRelay::Way::Replies);
    const auto stalledAt = std::chrono::steady_clock::now();
    m_server->runAll({{"DEL", "lock:handed"}, {"SET", "lock:handed", m_other, "PX", "600000"},
        {"DEL", "lock:handed"}, {"SET", "lock:handed", m_uuid, "PX", "600000"},
        {"DEL", "lock:again"}, {"SET", "lock:again", m_token, "PX", "900000"},
        {"DEL", "lock:freed"}, {"SET", "lock:new", m_other, "PX", "600000"}});
    QVERIFY(log.waitFor([&] { return std::chrono::steady_clock::now() - stalledAt > 3100ms; }));
    relay.resume();
    QVERIFY(log.waitFor([&] {
        return log.token("lock:handed") == m_uuid && log.token("lock:new") == m_other
            && !log.item("lock:freed") && log.count(Kind::Unseen) == 1;
    }));
    QCOMPARE(log.journal().front().kind, Kind::Unseen);
    QCOMPARE(log.journal().front().gap, Gap::Silence);
    QCOMPARE(log.count(Kind::HandedOver), 0);
    QCOMPARE(log.count(Kind::Released), 0);
    QCOMPARE(log.count(Kind::Renewed), 0);
    QCOMPARE(log.count(Kind::Acquired), 0);
    QCOMPARE(log.count(Kind::Gone, "lock:freed"), 1);
    QCOMPARE(log.count(Kind::Appeared, "lock:new"), 1);
    QVERIFY(!log.item("lock:new")->beginIsSeen);
    QVERIFY(log.waitFor([&] { return !log.now().unseen->empty(); }));
    QVERIFY(log.now().unseen->front().from < stalledAt + 100ms);
    QVERIFY(log.now().unseen->front().to > stalledAt + 3s);
    // What happens after that is told as always, also of what did not change meanwhile.
    m_server->run({"PING"});
    QVERIFY(log.waitFor([&] { return log.status().staleness == 0ms; }));
    for (const char *key : {"lock:held", "lock:again"}) {
        m_server->run({"DEL", key});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Released, key) == 1; }));
    }
    m_server->run({"SET", "lock:late", m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:late") == 1; }));
    QCOMPARE(log.count(Kind::Unseen), 1);
}

// The lock is taken over while the link is silent, long before that is noticed.
void TestWatchFaults::aFrozenLinkIsUnseenFromItsLastAnswerOn()
{
    m_server->run({"SET", "lock:a", m_token, "PX", "600000"});
    FaultyRelay relay(m_server->socketPath());
    WatchOptions options = quick();
    options.commandTimeout = 3s;
    WatchLog log(relay.endpoint(), options);
    QVERIFY(log.startAndWait());
    relay.hold(FaultyRelay::Way::Replies);
    QVERIFY(log.waitFor([&] { return log.status().staleness.value_or(0ms) > 1s; }));
    m_server->run({"SET", "lock:a", m_other, "PX", "600000"});
    const auto takenOver = std::chrono::steady_clock::now();
    // For as long as the old holder is shown, the age that is shown is no less than that.
    Milliseconds mostMissing{};
    connect(&log.watch(), &Watch::updated, this, [&] {
        const auto age = std::chrono::duration_cast<Milliseconds>(log.now().takenAt - takenOver);
        if (log.token("lock:a") == m_token)
            mostMissing = std::max(mostMissing, age - log.status().staleness.value_or(0ms));
    });
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    QVERIFY(log.waitFor([&] { return log.status().staleness > 4s; }));
    relay.resume();
    QVERIFY(log.waitFor([&] { return log.token("lock:a") == m_other; }));
    QVERIFY2(mostMissing <= 0ms, QByteArray::number(qint64(mostMissing.count())));
    QVERIFY(!log.now().unseen->empty());
    QVERIFY(log.now().unseen->front().from < takenOver);
    QVERIFY(log.now().unseen->back().to > takenOver);
    QCOMPARE(log.count(Kind::HandedOver), 0);
    QVERIFY(log.waitFor([&] { return log.status().staleness == 0ms; }));
}

void TestWatchFaults::anyKilledConnectionHeals_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"lockstep-reader", "lockstep-scanner", "lockstep-subscriber"})
        QTest::newRow(name) << QByteArray(name);
}

void TestWatchFaults::anyKilledConnectionHeals()
{
    QFETCH(const QByteArray, name);
    m_server->run({"SET", "page_view", "5"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (int round = 1; round <= 3; ++round) {
        QByteArray id;
        for (const auto &line : m_server->run({"CLIENT", "LIST"}).text.split('\n')) {
            if (line.contains(" name=" + name + ' '))
                id = line.mid(3, line.indexOf(' ') - 3);
        }
        QCOMPARE(m_server->run({"CLIENT", "KILL", "ID", id}).integer, qint64(1));
        m_server->run({"INCR", "page_view"});
        QVERIFY(log.waitFor([&] { return log.value("page_view") == 5 + round; }));
        QVERIFY(log.waitFor([&] { return gapsOf(log, Gap::Connection) == round; }));
        QVERIFY(log.waitForMode(WatchMode::Push));
        m_server->run({"SET", "lock:" + QByteArray::number(round), m_token, "PX", "60000"});
        QVERIFY(log.waitFor([&] { return log.now().locks->size() == size_t(round); }));
    }
    QCOMPARE(gapsOf(log, Gap::Connection), 3);
    // No connection is left over.
    QCOMPARE(m_server->run({"CLIENT", "LIST"}).text.count(" name=lockstep-"), 3);
}

void TestWatchFaults::flushedKeysAreGone()
{
    WatchOptions late;
    late.heartbeat = 1h; // it is announced
    m_server->run({"SET", "page_view", "5"});
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    WatchLog log(m_server->endpoint(), late);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().objects, qint64(2));
    m_server->run({"FLUSHALL"});
    QVERIFY(log.waitFor([&] { return log.status().objects == 0; }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:a") == 1; }));
    QCOMPARE(log.count(Kind::Gone, "page_view"), 1);
    m_server->run({"SET", "page_view", "6"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
}

// Every flush of any database is announced to everybody.
void TestWatchFaults::flushesInARowDoNotKeepTheInventoryFromItsEnd()
{
    m_server->run({"EVAL", "for i=1,200000 do redis.call('SET','cache:'..i..':x',1) end", "0"});
    m_server->run({"SET", "page_view", "5"});
    BlockingClient elsewhere(m_server->socketPath());
    elsewhere.run({"SELECT", "9"});
    WatchOptions slow = quick();
    slow.serverTimeShare = 0.2; // so that a pass takes longer than the time between two flushes
    WatchLog log(m_server->endpoint(), slow);
    log.start();
    QVERIFY(log.waitFor([&] {
        elsewhere.run({"FLUSHDB"});
        return log.inventoried();
    }));
    QCOMPARE(log.value("page_view"), std::optional<double>(5));
    QVERIFY(log.status().keysSeen >= 200'000);
}

void TestWatchFaults::swappedDatabasesAreSeen()
{
    m_server->run({"SET", "page_view", "5"});
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    m_server->run({"SELECT", "1"});
    m_server->run({"SET", "page_view", "6"});
    m_server->run({"SET", "lock:b", m_token, "PX", "60000"});
    WatchLog log(m_server->endpoint(), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.value("page_view"), std::optional<double>(5));
    for (int round = 1; round <= 3; ++round) {
        m_server->run({"SWAPDB", "0", "1"});
        const bool swapped = round % 2 == 1;
        QVERIFY(log.waitFor([&] { return log.value("page_view") == (swapped ? 6 : 5); }));
        QVERIFY(log.waitFor([&] {
            return !log.item(swapped ? "lock:a" : "lock:b")
                && log.item(swapped ? "lock:b" : "lock:a");
        }));
        QCOMPARE(gapsOf(log, Gap::Swap), round);
    }
    // When it was done is not known, nor that anything was taken or given back.
    QCOMPARE(log.count(Kind::Released), 0);
    QCOMPARE(log.count(Kind::Acquired), 0);
    QVERIFY(!log.item("lock:b")->beginIsSeen);
}

void TestWatchFaults::whatIsReadUnannouncedAfterASwapIsNotExplained_data()
{
    QTest::addColumn<Milliseconds>("betweenPasses");
    QTest::addColumn<bool>("isFlushed");
    QTest::newRow("a pass does not meet it") << Milliseconds(200) << false;
    QTest::newRow("another database is flushed") << Milliseconds(0) << true;
}

// A swap is found by asking, here never by the heartbeat: what has all objects read again comes
// before its question.
void TestWatchFaults::whatIsReadUnannouncedAfterASwapIsNotExplained()
{
    QFETCH(Milliseconds, betweenPasses);
    QFETCH(bool, isFlushed);
    WatchOptions options;
    options.heartbeat = 1h;
    options.inventoryEvery = betweenPasses;
    m_server->run({"SET", "lock:a", m_token, "PX", "600000"});
    m_server->run({"SET", "lock:b", m_token, "PX", "600000"});
    BlockingClient elsewhere(m_server->socketPath());
    elsewhere.run({"SELECT", "1"});
    elsewhere.run({"SET", "lock:b", m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    m_server->run({"DEL", "lock:b"}); // known, and free
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:b") == 1; }));
    log.forgetJournal();
    m_server->run({"SWAPDB", "0", "1"});
    elsewhere.run({"SELECT", "9"});
    if (isFlushed)
        elsewhere.run({"FLUSHDB"});
    QVERIFY(log.waitFor([&] { return !log.item("lock:a") && log.item("lock:b"); }));
    QCOMPARE(gapsOf(log, Gap::Swap), 1);
    QCOMPARE(log.count(Kind::Gone, "lock:a"), 1);
    QCOMPARE(log.count(Kind::Appeared, "lock:b"), 1);
    QCOMPARE(log.count(Kind::Released), 0);
    QCOMPARE(log.count(Kind::Acquired), 0);
}

// The second one comes as soon as what is there after the first is on the screen.
void TestWatchFaults::aSwapSoonAfterAnotherExplainsNothing()
{
    m_server->run({"SET", "lock:a", m_token, "PX", "600000"});
    m_server->run({"SET", "lock:b", m_token, "PX", "600000"});
    m_server->run({"SELECT", "1"});
    m_server->run({"SET", "lock:a", m_other, "PX", "6000000"});
    m_server->run({"SET", "lock:b", m_token, "PX", "6000000"});
    WatchLog log(m_server->endpoint()); // which asks for the count of swaps every four seconds
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    m_server->run({"SWAPDB", "0", "1"});
    QVERIFY(log.waitFor([&] { return log.token("lock:a") == m_other; }));
    QCOMPARE(gapsOf(log, Gap::Swap), 1);
    m_server->run({"SWAPDB", "0", "1"});
    for (const auto *database : {"0", "1"}) {
        m_server->run({"SELECT", database});
        m_server->run({"PEXPIRE", "lock:a", "7000000"});
        m_server->run({"PEXPIRE", "lock:b", "7000000"});
    }
    QVERIFY(log.waitFor([&] { return log.token("lock:a") == m_token; }));
    QVERIFY(log.waitFor([&] { return gapsOf(log, Gap::Swap) == 2; }));
    for (const auto &entry : log.journal())
        QVERIFY(
            entry.kind == Kind::Unseen || entry.kind == Kind::Gone || entry.kind == Kind::Appeared);
    // From then on everything is told as ever.
    m_server->run({"SELECT", "0"});
    int number = 0;
    QVERIFY(log.waitFor([&] {
        m_server->run({"SET", "lock:" + QByteArray::number(++number), m_token, "PX", "600000"});
        return log.count(Kind::Acquired) > 0;
    }));
}

// The question whether there was another swap ends with the session that asked it.
void TestWatchFaults::aSessionThatTakesOverInASwapTellsOnAsEver()
{
    m_server->run({"SET", "lock:a", m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint()); // which asks for the count of swaps every four seconds
    QVERIFY(log.startAndWait());
    m_server->runAll({{"SWAPDB", "0", "1"}, {"SWAPDB", "0", "1"}});
    QVERIFY(log.waitFor([&] { return gapsOf(log, Gap::Swap) == 1; }));
    log.watch().setCredentials({}, {});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) == 2; }));
    QVERIFY(log.waitFor([&] { return log.status().firstInventoryDone; }));
    log.forgetJournal();
    int number = 0;
    QVERIFY(log.waitFor(
        [&] {
            m_server->run({"SET", "lock:" + QByteArray::number(++number), m_token, "PX", "600000"});
            return log.count(Kind::Acquired) > 0;
        },
        60s));
}

QTEST_GUILESS_MAIN(TestWatchFaults)
#include "tst_watchfaults.moc"
