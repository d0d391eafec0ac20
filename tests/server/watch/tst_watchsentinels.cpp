// A watch whose server is found by Sentinels: after a failover it goes on with the new primary, and
// tells no event that did not happen.

#include "core/redis/connection/connection.h"
#include "core/redis/connection/sentinelacl.h"
#include "core/watch/link/allowlist.h"
#include "core/watch/link/watchlinks.h"
#include "tests/support/patience.h"
#include "tests/support/samples/lockdriver.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/sentinelgroup.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

// Why another server becomes the primary. After FAILOVER, which only the servers know of, Sentinels
// take half a minute to believe that the old one has become a replica.
enum class Cause : quint8 { Kill, Silence, SentinelFailover, Failover };
// Whom Sentinels that are mistaken name.
enum class Named : quint8 { Replica, Nobody };

class TestWatchSentinels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFailoverInventsNothing_data();
    void aFailoverInventsNothing();
    void mistakenSentinelsInventNothing_data();
    void mistakenSentinelsInventNothing();
    void whatOnlyMistakenSentinelsNameInventsNothing();
    void aReplicaThatIsGivenInventsNothing();
    void aNewPrimaryIsNotWaitedFor();
    void aNewPrimaryThatMostDoNotKnowYetIsNotWaitedFor_data();
    void aNewPrimaryThatMostDoNotKnowYetIsNotWaitedFor();
    void aSentinelThatStandsStillHidesNoFailover();
    void aSentinelThatAnswersLateIsBelieved();
    void oneThatTellsNoEpochIsNotOutvotedByAnOldOne();
    void eachOfSeveralFailoversIsFollowedAtOnce();
    void afterAllSentinelsAreGoneItIsWatchedOn();
    void aSentinelIsNotWatched();
    void oneSentinelThatIsLeftIsEnough();
    void usersOfTheAclLinesAreEnough();
    void whoMayNotAskForTheEpochIsTold();
    void noRightOfTheAclLineIsTooMuch();
};

namespace {

const QByteArray token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
const QByteArray other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";

WatchOptions quick()
{
    WatchOptions options;
    options.heartbeat = 100ms;
    options.inventoryEvery = 1s;
    return options;
}

void fill(SentinelTestGroup &group)
{
    auto &primary = group.server(0);
    primary.run({"SET", "page_view", "5"});
    for (const char *key : {"lock:a", "lock:b", "lock:c"})
        primary.run({"SET", key, token, "PX", "600000"});
    primary.run({"WAIT", "2", "20000"}); // all have it
}

// Asked of one Sentinel. It is refused as long as that one does not know enough of the replicas.
void failOver(TestServer &sentinel)
{
    Reply answer;
    const auto isAccepted = [&] {
        answer = sentinel.run({"SENTINEL", "FAILOVER", SentinelTestGroup::name});
        return !answer.isError() || answer.text.startsWith("INPROG");
    };
    QTRY_VERIFY2(isAccepted(), answer.text.constData());
}

// Makes another server the primary, or has it made so.
void begin(Cause cause, SentinelTestGroup &group)
{
    if (cause == Cause::SentinelFailover)
        return failOver(group.sentinel(1));
    group.giveUpSoon();
    if (cause == Cause::Kill)
        group.server(0).kill9();
    else if (cause == Cause::Silence)
        group.server(0).suspend();
    else if (cause == Cause::Failover)
        QCOMPARE(group.server(0).run({"FAILOVER"}).text, QByteArray("OK"));
}

// As after a password was set there: our connections are closed, and no new one is let in.
void refuseUs(TestServer &server)
{
    server.runAll({{"CONFIG", "SET", "requirepass", "secret"}, {"CLIENT", "KILL", "TYPE", "pubsub"},
        {"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}});
}

// Links to a group whose primary begins to refuse their password, which makes the longest pauses.
struct RefusedLinks
{
    RefusedLinks()
    {
        const auto onPause = [this](const Error &, Milliseconds next) {
            pause = next;
            ++pauses;
        };
        QObject::connect(&links, &WatchLinks::lost, &links, onPause);
        QObject::connect(&links, &WatchLinks::failed, &links, onPause);
    }
    void begin()
    {
        fill(group);
        links.open();
        QTRY_VERIFY(links.areOpen());
        refuseUs(group.server(0));
        QTRY_VERIFY(pause > 2min);
    }

    SentinelTestGroup group;
    WatchLinks links{group.endpoint(), 2s, 5min};
    Milliseconds pause{}; // the present one, or the last
    int pauses = 0;
};

quint16 namedBy(TestServer &sentinel)
{
    return sentinel.run({"SENTINEL", "GET-MASTER-ADDR-BY-NAME", SentinelTestGroup::name})
        .elements.at(1)
        .text.toUShort();
}

// As one that was cut off from the others, which do not tell it better.
void mislead(TestServer &sentinel, quint16 port)
{
    sentinel.runAll(
        {{"ACL", "SETUSER", "default", "-publish"}, {"SENTINEL", "REMOVE", SentinelTestGroup::name},
            {"SENTINEL", "MONITOR", SentinelTestGroup::name, "127.0.0.1", QByteArray::number(port),
                "3"}});
    QCOMPARE(namedBy(sentinel), port);
}

// By none of the servers do Sentinels hear of each other any more.
void silenceSentinels(SentinelTestGroup &group)
{
    for (size_t i = 0; i < 3; ++i) {
        QVERIFY(group.server(i).waitUntilReady()); // Sentinels may have closed our connection
        QCOMPARE(
            group.server(i).run({"ACL", "SETUSER", "default", "-publish"}).text, QByteArray("OK"));
    }
}

// As if Sentinels could not reach it: they do not tell it who the primary is.
void cannotBeDemoted(TestServer &server)
{
    QCOMPARE(
        server.run({"ACL", "SETUSER", "default", "-replicaof", "-slaveof"}).text, QByteArray("OK"));
}

void cutOff(TestServer &server)
{
    server.runAll({{"CLIENT", "KILL", "TYPE", "normal"}, {"CLIENT", "KILL", "TYPE", "pubsub"}});
}

constexpr quint16 nobodysPort = 1;

Command userOf(QByteArray aclLine, const QByteArray &password)
{
    return Command(aclLine.replace("<password>", password).split(' '));
}

} // namespace

void TestWatchSentinels::aFailoverInventsNothing_data()
{
    QTest::addColumn<Cause>("cause");
    QTest::newRow("killed") << Cause::Kill;
    QTest::newRow("silent") << Cause::Silence;
    QTest::newRow("planned, by a Sentinel") << Cause::SentinelFailover;
    QTest::newRow("planned, by the primary") << Cause::Failover;
}

void TestWatchSentinels::aFailoverInventsNothing()
{
    QFETCH(const Cause, cause);
    SentinelTestGroup group;
    fill(group);
    WatchLog log(group.endpoint(), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().primary, addressOf(group.server(0)));
    QCOMPARE(log.status().address, group.endpoint().display());
    QCOMPARE(log.status().objects, qint64(4));
    log.forgetJournal();

    begin(cause, group);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(log.waitFor([&] {
        return log.status().link == LinkState::Connected
            && log.status().primary != addressOf(group.server(0));
    }));
    group.giveUpLate();
    const bool isFirst = log.status().primary == addressOf(group.server(1));
    TestServer &promoted = group.server(isFirst ? 1 : 2);
    QCOMPARE(log.status().primary, addressOf(promoted));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) == 1; }));
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"master"; }));

    // Sentinels close the connections of whom they promote, ours as well.
    QVERIFY(promoted.waitUntilReady());
    // What happens now is seen, and only that.
    QCOMPARE(promoted.run({"DEL", "lock:a"}).integer, qint64(1));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:a") == 1; }));
    promoted.run({"SET", "lock:b", other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:b") == 1; }));
    promoted.run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 6; }));
    QVERIFY(log.item("lock:c"));
    int restarts = 0;
    for (const JournalEntry &entry : log.journal()) {
        const bool isExpected = entry.kind == Kind::Unseen || entry.kind == Kind::Restarted
            || (entry.kind == Kind::Released && entry.key == "lock:a")
            || (entry.kind == Kind::HandedOver && entry.key == "lock:b");
        QVERIFY2(isExpected, entry.key + ' ' + QByteArray::number(int(entry.kind)));
        if (entry.kind == Kind::Restarted) {
            ++restarts;
            QCOMPARE(entry.primary, addressOf(promoted));
        }
    }
    QCOMPARE(restarts, 1);
}

void TestWatchSentinels::mistakenSentinelsInventNothing_data()
{
    QTest::addColumn<Named>("named");
    QTest::newRow("one names a replica") << Named::Replica;
    QTest::newRow("one names an address that nobody answers") << Named::Nobody;
}

// Whichever of them is asked or listened to: each of them is mistaken for some time.
void TestWatchSentinels::mistakenSentinelsInventNothing()
{
    QFETCH(const Named, named);
    SentinelTestGroup group;
    fill(group);
    TestServer &primary = group.server(0);
    WatchLog log(group.endpoint(), quick());
    QVERIFY(log.startAndWait());
    LockDriver driver(&log);
    const quint16 wrong = named == Named::Replica ? group.server(1).tcpPort() : nobodysPort;
    for (size_t i = 0; i < 3; ++i) {
        const QByteArray key = "lock:driven:" + QByteArray::number(i);
        mislead(group.sentinel(i), wrong);
        QVERIFY(driver.drive(primary, key)); // with the connections that there are
        QVERIFY(driver.acquire(primary, key));
        cutOff(primary);
        QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) == int(i) + 1; }));
        QVERIFY(driver.waitUntilSeen());
        QCOMPARE(log.status().primary, addressOf(primary));
        QVERIFY(driver.release(primary, key)); // with new ones
        QVERIFY(driver.drive(primary, key));
        mislead(group.sentinel(i), primary.tcpPort());
    }
    const QByteArray difference = driver.difference({Kind::Unseen});
    QVERIFY2(difference.isEmpty(), difference);
    QCOMPARE(log.count(Kind::Unseen), 3);
}

// There is nobody to go to, so what is known stays, and what happened until they are right again is
// not guessed.
void TestWatchSentinels::whatOnlyMistakenSentinelsNameInventsNothing()
{
    SentinelTestGroup group;
    fill(group);
    TestServer &primary = group.server(0);
    WatchLog log(group.endpoint(), quick());
    QVERIFY(log.startAndWait());
    LockDriver driver(&log);
    QVERIFY(driver.acquire(primary, "lock:driven"));
    for (size_t i = 0; i < 3; ++i)
        mislead(group.sentinel(i), nobodysPort);
    cutOff(primary);
    QVERIFY(log.waitFor([&] {
        const auto &trouble = log.status().trouble;
        return trouble && trouble->code == ErrorCode::PrimaryUnreachable;
    }));
    QVERIFY(log.status().link != LinkState::Connected);
    QCOMPARE(log.status().objects, qint64(5));
    for (size_t i = 0; i < 3; ++i)
        mislead(group.sentinel(i), primary.tcpPort());
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) == 1; }));
    QVERIFY(driver.waitUntilSeen());
    QVERIFY(driver.release(primary, "lock:driven"));
    QVERIFY(driver.drive(primary, "lock:driven"));
    const QByteArray difference = driver.difference({Kind::Unseen});
    QVERIFY2(difference.isEmpty(), difference);
    QCOMPARE(log.count(Kind::Unseen), 1);
    QCOMPARE(log.status().primary, addressOf(primary));
}

// What its primary does comes to it as well.
void TestWatchSentinels::aReplicaThatIsGivenInventsNothing()
{
    SentinelTestGroup group;
    fill(group);
    WatchLog log(group.server(1).tcpEndpoint(), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"slave"; }));
    LockDriver driver(&log);
    for (int i = 0; i < 5; ++i)
        QVERIFY(driver.drive(group.server(0), "lock:driven:" + QByteArray::number(i % 2)));
    const QByteArray difference = driver.difference();
    QVERIFY2(difference.isEmpty(), difference);
}

// However long the pause before the next attempt is, it is cut short when the Sentinels name
// another primary.
void TestWatchSentinels::aNewPrimaryIsNotWaitedFor()
{
    RefusedLinks refused;
    refused.begin();
    if (QTest::currentTestFailed())
        return;
    SentinelTestGroup &group = refused.group;
    failOver(group.sentinel(1));
    if (QTest::currentTestFailed())
        return;
    QTRY_VERIFY_WITH_TIMEOUT(refused.links.areOpen(), 60'000);
}

void TestWatchSentinels::aNewPrimaryThatMostDoNotKnowYetIsNotWaitedFor_data()
{
    QTest::addColumn<bool>("isEpochTold");
    QTest::newRow("its epoch is told") << true;
    QTest::newRow("users may not ask for it") << false;
}

// The Sentinel that led the failover names it, and the others the old one, which goes on refusing
// the password, for ever or, where no epoch tells who is right, until they have heard of it.
void TestWatchSentinels::aNewPrimaryThatMostDoNotKnowYetIsNotWaitedFor()
{
    QFETCH(const bool, isEpochTold);
    RefusedLinks refused;
    SentinelTestGroup &group = refused.group;
    refused.begin();
    if (QTest::currentTestFailed())
        return;
    for (size_t i = 0; i < 3; ++i) {
        if (!isEpochTold)
            group.sentinel(i).run({"ACL", "SETUSER", "default", "-sentinel|master"});
        else if (i > 0)
            mislead(group.sentinel(i), group.server(0).tcpPort());
    }
    failOver(group.sentinel(0));
    if (QTest::currentTestFailed())
        return;
    QTRY_VERIFY_WITH_TIMEOUT(refused.links.areOpen(), 60'000);
    const quint16 named = namedBy(group.sentinel(0));
    QVERIFY(named != group.server(0).tcpPort());
    TestServer &promoted = group.server(named == group.server(1).tcpPort() ? 1 : 2);
    QVERIFY(promoted.waitUntilReady());
    const int before = refused.pauses;
    cutOff(promoted);
    QTRY_VERIFY(refused.pauses > before);
    QTRY_VERIFY_WITH_TIMEOUT(refused.links.areOpen(), 60'000);
    QCOMPARE(refused.links.primary(), addressOf(promoted));
    for (const size_t other : {1, 2})
        QVERIFY(!isEpochTold || namedBy(group.sentinel(other)) == group.server(0).tcpPort());
}

// Its connections stay open, and so do those of the old primary, which does not even learn that it
// was replaced.
void TestWatchSentinels::aSentinelThatStandsStillHidesNoFailover()
{
    SentinelTestGroup group;
    fill(group);
    WatchLog log(group.endpoint(), quick());
    QVERIFY(log.startAndWait());
    cannotBeDemoted(group.server(0));
    group.sentinel(0).suspend();
    failOver(group.sentinel(1));
    if (QTest::currentTestFailed())
        return;
    QVERIFY(log.waitFor([&] {
        return log.status().link == LinkState::Connected
            && log.status().primary != addressOf(group.server(0));
    }));
    QCOMPARE(group.server(0).run({"ROLE"}).elements.at(0).text, QByteArray("master"));
    const bool isFirst = log.status().primary == addressOf(group.server(1));
    TestServer &promoted = group.server(isFirst ? 1 : 2);
    QVERIFY(promoted.waitUntilReady());
    LockDriver driver(&log);
    QVERIFY(driver.waitUntilSeen());
    QVERIFY(driver.drive(promoted, "lock:driven"));
}

// Until it does, there is only one that was cut off, and names the primary of before.
void TestWatchSentinels::aSentinelThatAnswersLateIsBelieved()
{
    SentinelTestGroup group;
    fill(group);
    silenceSentinels(group);
    cannotBeDemoted(group.server(0));
    mislead(group.sentinel(0), group.server(0).tcpPort());
    failOver(group.sentinel(1));
    if (QTest::currentTestFailed())
        return;
    QTRY_VERIFY_WITH_TIMEOUT(namedBy(group.sentinel(1)) != group.server(0).tcpPort(), 60'000);
    group.sentinel(1).suspend();
    QCOMPARE(namedBy(group.sentinel(0)), group.server(0).tcpPort());
    Endpoint endpoint = group.endpoint();
    endpoint.sentinels.addresses.pop_back();
    WatchLog log(endpoint, quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().primary, addressOf(group.server(0)));
    group.sentinel(1).resume();
    QVERIFY(log.waitFor([&] {
        return log.status().link == LinkState::Connected
            && log.status().primary != addressOf(group.server(0));
    }));
}

// As where the new line of the ACL was sent to one Sentinel only, which is cut off since then.
void TestWatchSentinels::oneThatTellsNoEpochIsNotOutvotedByAnOldOne()
{
    SentinelTestGroup group;
    fill(group);
    // Its epoch is 1 after that, and not 0.
    failOver(group.sentinel(0));
    if (QTest::currentTestFailed())
        return;
    const auto first = [&] { return namedBy(group.sentinel(0)); };
    QTRY_VERIFY_WITH_TIMEOUT(first() != group.server(0).tcpPort(), 60'000);
    for (const size_t right : {1, 2})
        QTRY_VERIFY_WITH_TIMEOUT(namedBy(group.sentinel(right)) == first(), 60'000);
    silenceSentinels(group);
    for (const size_t right : {1, 2}) {
        group.sentinel(right).run({"ACL", "SETUSER", "default", "-sentinel|master"});
        mislead(group.sentinel(right), group.server(0).tcpPort());
    }
    TestServer &primary = group.server(0);
    QTRY_VERIFY(primary.run({"REPLICAOF", "NO", "ONE"}).text == "OK");
    cannotBeDemoted(primary);
    WatchLog log(group.endpoint(), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().primary, addressOf(primary));
}

// Another Sentinel leads the second one, while the first one's leader stands still.
void TestWatchSentinels::eachOfSeveralFailoversIsFollowedAtOnce()
{
    SentinelTestGroup group;
    fill(group);
    WatchLog log(group.endpoint(), quick());
    QVERIFY(log.startAndWait());
    const auto isFollowed = [&](size_t leader) {
        return log.waitFor([&, leader] {
            const QString named =
                HostPort{QStringLiteral("127.0.0.1"), namedBy(group.sentinel(leader))}.display();
            return log.status().link == LinkState::Connected && log.status().primary == named;
        });
    };
    const auto primaryNow = [&] { return log.status().primary; };
    for (size_t leader = 0; leader < 2; ++leader) {
        const QString before = primaryNow();
        failOver(group.sentinel(leader));
        if (QTest::currentTestFailed())
            return;
        QVERIFY(log.waitFor([&] { return primaryNow() != before; }));
        QVERIFY(isFollowed(leader));
        // All that are left have heard of it, and the failover is over.
        for (size_t i = leader; i < 3; ++i) {
            QTRY_COMPARE_WITH_TIMEOUT(
                namedBy(group.sentinel(i)), namedBy(group.sentinel(leader)), 60'000);
        }
        const auto isOver = [&] {
            const Reply known =
                group.sentinel(leader).run({"SENTINEL", "MASTER", SentinelTestGroup::name});
            return std::none_of(known.elements.begin(), known.elements.end(),
                [](const Reply &each) { return each.text.contains("failover_in_progress"); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOver(), 60'000);
        if (leader == 0)
            group.sentinel(0).suspend();
    }
}

void TestWatchSentinels::afterAllSentinelsAreGoneItIsWatchedOn()
{
    SentinelTestGroup group;
    fill(group);
    WatchLog log(group.endpoint(), quick());
    QVERIFY(log.startAndWait());
    for (size_t i = 0; i < 3; ++i)
        group.sentinel(i).kill9();
    log.forgetJournal();
    group.server(0).run({"DEL", "lock:a"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:a") == 1; }));
    QCOMPARE(log.status().link, LinkState::Connected);
    QCOMPARE(log.count(Kind::Unseen), 0);
}

// It has no keys, and its address has to be written otherwise.
void TestWatchSentinels::aSentinelIsNotWatched()
{
    TestServer::Options alone;
    alone.tcp = true;
    alone.sentinel = true;
    TestServer sentinel(alone);
    WatchLog log(sentinel.tcpEndpoint(), quick());
    log.start();
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    QCOMPARE(log.status().trouble->code, ErrorCode::IsSentinel);
}

void TestWatchSentinels::oneSentinelThatIsLeftIsEnough()
{
    SentinelTestGroup group;
    fill(group);
    WatchLog log(group.endpoint(), quick());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    const auto isListenedTo = [&](size_t which) {
        return group.sentinel(which).run({"CLIENT", "LIST"}).text.contains("name=lockstep");
    };
    // Those that the watch listens to are among the dead, unless it listens to all.
    size_t left = 0;
    while (left < 2 && isListenedTo(left))
        ++left;
    for (size_t i = 0; i < 3; ++i) {
        if (i != left)
            group.sentinel(i).kill9();
    }
    group.server(0).run({"DEL", "lock:a"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:a") == 1; }));
    QTRY_VERIFY(isListenedTo(left));
    QVERIFY2(log.journal().size() == 1, log.journal().back().key);
    QCOMPARE(log.status().link, LinkState::Connected);

    // All connections are lost, and only that Sentinel leads back.
    group.server(0).runAll(
        {{"CLIENT", "KILL", "TYPE", "normal"}, {"CLIENT", "KILL", "TYPE", "pubsub"}});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) == 1; }));
    group.server(0).run({"SET", "lock:b", other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.token("lock:b") == other; }));

    failOver(group.sentinel(left)); // it asks nobody
    if (QTest::currentTestFailed())
        return;
    QVERIFY(log.waitFor([&] { return log.count(Kind::Restarted) == 1; }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) == 2; }));
    QVERIFY(log.waitFor([&] { return log.status().serverRole == u"master"; }));
    QVERIFY(log.status().primary != addressOf(group.server(0)));
    const bool isFirst = log.status().primary == addressOf(group.server(1));
    TestServer &promoted = group.server(isFirst ? 1 : 2);
    QVERIFY(promoted.waitUntilReady());
    QCOMPARE(promoted.run({"DEL", "lock:c"}).integer, qint64(1));
    QVERIFY(log.waitFor([&] { return !log.item("lock:c"); }));
    // What happens before all is read again is told as what a gap may have hidden.
    QCOMPARE(log.count(Kind::Released, "lock:a"), 1);
    QCOMPARE(log.count(Kind::HandedOver, "lock:b") + log.count(Kind::Appeared, "lock:b"), 1);
    QCOMPARE(log.count(Kind::Gone, "lock:b"), log.count(Kind::Appeared, "lock:b"));
    QCOMPARE(log.count(Kind::Released, "lock:c") + log.count(Kind::Gone, "lock:c"), 1);
    const int ofKeys = 3 + log.count(Kind::Gone, "lock:b");
    QCOMPARE(
        int(log.journal().size()), ofKeys + log.count(Kind::Unseen) + log.count(Kind::Restarted));
    QCOMPARE(log.count(Kind::Restarted), 1);
}

// Nobody else may ask the Sentinels or the servers anything.
void TestWatchSentinels::usersOfTheAclLinesAreEnough()
{
    SentinelTestGroup group;
    fill(group);
    const Command forServers = userOf(aclLine("watcher"), "theirs");
    const Command forSentinels = userOf(sentinelAclLine("asker"), "ours");
    for (size_t i = 0; i < 3; ++i) {
        QCOMPARE(group.server(i).run(forServers).text, QByteArray("OK"));
        // As `acl` says; before 7.2 it is refused, and the command is not known either.
        group.server(i).run({"ACL", "SETUSER", "watcher", "+client|no-touch"});
        QVERIFY(group.sentinel(i).run(forServers).isError());
        QCOMPARE(group.sentinel(i).run(forSentinels).text, QByteArray("OK"));
    }
    Endpoint endpoint = group.endpoint();
    endpoint.user = "watcher";
    endpoint.password = "theirs";
    endpoint.sentinels.user = "asker";
    endpoint.sentinels.password = "ours";
    WatchLog log(endpoint, quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.status().missing.empty());
    group.giveUpSoon();
    group.server(0).suspend(); // its connections stay open, so only a Sentinel can tell
    QVERIFY(log.waitFor([&] {
        return log.status().link == LinkState::Connected
            && log.status().primary != addressOf(group.server(0));
    }));
    group.giveUpLate();
    for (size_t i = 0; i < 3; ++i) {
        const Reply refused = group.sentinel(i).run({"ACL", "LOG"});
        QVERIFY2(!refused.isError() && refused.elements.empty(), refused.text);
    }
}

// As with a line of an earlier version.
void TestWatchSentinels::whoMayNotAskForTheEpochIsTold()
{
    SentinelTestGroup group;
    fill(group);
    for (size_t i = 0; i < 3; ++i)
        group.sentinel(i).run({"ACL", "SETUSER", "default", "-sentinel|master"});
    WatchLog log(group.endpoint(), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(log.isMissing("SENTINEL MASTER", MissingPermission::Effect::NoEpoch));
    QCOMPARE(log.status().missing.size(), size_t(1));
}

void TestWatchSentinels::noRightOfTheAclLineIsTooMuch()
{
    TestServer::Options alone;
    alone.tcp = true;
    alone.sentinel = true;
    TestServer sentinel(alone);
    TestServer::Options reachable;
    reachable.tcp = true;
    TestServer primary(reachable);
    sentinel.run(
        {"SENTINEL", "MONITOR", "one", "127.0.0.1", QByteArray::number(primary.tcpPort()), "1"});
    Endpoint endpoint;
    endpoint.sentinels = {{{QStringLiteral("127.0.0.1"), sentinel.tcpPort()}},
        QStringLiteral("one"), "asker", "ours"};
    int rights = 0;
    const Command whole = userOf(sentinelAclLine("asker"), "ours");
    for (const QByteArray &word : whole.words()) {
        if (!word.startsWith('+') && !word.startsWith('&'))
            continue;
        ++rights;
        QByteArrayList without = whole.words();
        without.removeOne(word);
        QCOMPARE(sentinel.run(Command(without)).text, QByteArray("OK"));
        sentinel.run({"ACL", "LOG", "RESET"});
        Connection connection(endpoint);
        connection.keepOpen();
        const auto isRefused = [&] { return !sentinel.run({"ACL", "LOG"}).elements.empty(); };
        QTRY_VERIFY2(isRefused(), word.constData());
    }
    QCOMPARE(rights, 7);
}

QTEST_GUILESS_MAIN(TestWatchSentinels)
#include "tst_watchsentinels.moc"
