// A watch whose server is found by Sentinels: after a failover it goes on with the new primary, and
// tells no event that did not happen.

#include "core/redis/connection/connection.h"
#include "core/redis/connection/sentinelacl.h"
#include "core/watch/link/allowlist.h"
#include "tests/support/patience.h"
#include "tests/support/sentinelgroup.h"
#include "tests/support/watchlog.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

class TestWatchSentinels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFailoverInventsNothing_data();
    void aFailoverInventsNothing();
    void afterAllSentinelsAreGoneItIsWatchedOn();
    void usersOfTheAclLinesAreEnough();
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

Command userOf(QByteArray aclLine, const QByteArray &password)
{
    return Command(aclLine.replace("<password>", password).split(' '));
}

} // namespace

void TestWatchSentinels::aFailoverInventsNothing_data()
{
    QTest::addColumn<bool>("isKilled"); // else the old primary stands still
    QTest::newRow("killed") << true;
    QTest::newRow("silent") << false;
}

void TestWatchSentinels::aFailoverInventsNothing()
{
    QFETCH(const bool, isKilled);
    SentinelTestGroup group;
    fill(group);
    WatchLog log(group.endpoint(), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().primary, addressOf(group.server(0)));
    QCOMPARE(log.status().address, group.endpoint().display());
    QCOMPARE(log.status().objects, qint64(4));
    log.forgetJournal();

    group.giveUpSoon();
    if (isKilled)
        group.server(0).kill9();
    else
        group.server(0).suspend();
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
    QCOMPARE(rights, 5);
}

QTEST_GUILESS_MAIN(TestWatchSentinels)
#include "tst_watchsentinels.moc"
