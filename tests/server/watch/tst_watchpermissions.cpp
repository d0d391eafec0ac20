#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include "core/redis/values/errorclasses.h"
#include "core/watch/link/allowlist.h"
#include "core/watch/snapshot/problem.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using Effect = MissingPermission::Effect;
using Kind = JournalEntry::Kind;

Q_DECLARE_METATYPE(lockstep::MissingPermission::Effect)

// What a Watch can still do when it may not do everything, and what it says of that.
class TestWatchPermissions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theAclLineIsEnoughForEverything();
    void withoutOneCommandTheRestWorks_data();
    void withoutOneCommandTheRestWorks();
    void theEmptyNameIsNoMissingPermission();
    void keysThatMayNotBeReadAreNamedAsThat();
    void withoutTheChannelItPolls();
    void howSoonNewKeysAreFoundIsKnownWhereTheyAreNotAnnounced();
    void withoutScanNewKeysStillCome();
    void withoutWaitersLocksAreShown();
    void withoutTheCommandOfAFormatItIsNotAskedForEver();
    void notificationsTakeThePlaceOfTracking();
    void notificationsOfAPrefixWithWildcards();
    void notificationsThatAreSwitchedOffGiveWayToPolling_data();
    void notificationsThatAreSwitchedOffGiveWayToPolling();
    void aMomentWithoutNotificationsIsMadeUpForByThePass();
    void notificationsThatComeLaterAreUsed();
    void aServerWithoutClientCommandsIsPolled();
    void aCommandThatIsRenamedAwayIsNamed_data();
    void aCommandThatIsRenamedAwayIsNamed();
    void anErrorOfTheListingIsToldAndTriedAgain();
    void withoutPttlNothingIsSaidToBeReleased();
    void withoutTimeLocksAreReadAndItIsNotAskedAgain();
    void aPermissionThatIsGivenLaterIsUsedAfterAReconnect();
    void aPermissionThatIsGivenLaterIsUsedSoon_data();
    void aPermissionThatIsGivenLaterIsUsedSoon();
    void whatMayNoLongerBeReadIsUnknownAndNotFree_data();
    void whatMayNoLongerBeReadIsUnknownAndNotFree();
    void aHandOverThatCouldNotBeReadIsToldAsAfterAGap();
    void aPermissionThatIsGivenBackIsFoundByThePassAfterIt();
    void anUnreadableLockThatIsGoneIsNotMetByThePass();

private:
    // Everything that the line of `acl` permits, and then these rules.
    Endpoint userWith(const QByteArrayList &rules);
    void changeUser(const QByteArrayList &rules);
    void fill();
    bool seesChanges(WatchLog &log);

    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray m_other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";
};

namespace {

bool isUnknown(const WatchLog &log, const QByteArray &key)
{
    const auto item = log.item(key);
    return item && lockState(*item, log.now().takenAt) == LockState::Unknown;
}

WatchOptions withQuickPasses()
{
    WatchOptions options;
    options.inventoryEvery = 200ms;
    return options;
}

} // namespace

void TestWatchPermissions::init()
{
    m_server = std::make_unique<TestServer>();
}

Endpoint TestWatchPermissions::userWith(const QByteArrayList &rules)
{
    auto line = aclLine("watcher").replace("<password>", "secret") + ' ' + rules.join(' ');
    const auto reply = m_server->run(Command(line.trimmed().split(' ')));
    if (reply.isError())
        qFatal("%s", reply.text.constData());
    auto endpoint = m_server->endpoint();
    endpoint.user = "watcher";
    endpoint.password = "secret";
    return endpoint;
}

void TestWatchPermissions::changeUser(const QByteArrayList &rules)
{
    const auto reply = m_server->run(Command(QByteArrayList{"ACL", "SETUSER", "watcher"} + rules));
    if (reply.isError())
        qFatal("%s", reply.text.constData());
}

void TestWatchPermissions::fill()
{
    m_server->run({"SET", "page_view", "1"});
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    m_server->run({"SADD", "users:online", "bob"});
    m_server->run({"HSET", "the-crown", m_token + ":42", "1"});
    m_server->run({"PEXPIRE", "the-crown", "60000"});
}

bool TestWatchPermissions::seesChanges(WatchLog &log)
{
    const auto before = log.value("page_view").value_or(0);
    m_server->run({"INCR", "page_view"});
    return log.waitFor([&] { return log.value("page_view") == before + 1; });
}

void TestWatchPermissions::theAclLineIsEnoughForEverything()
{
    fill();
    const Endpoint endpoint = userWith({});
    // As `acl` says; before 7.2 it is refused, and the command is not known either.
    m_server->run({"ACL", "SETUSER", "watcher", "+client|no-touch"});
    WatchLog log(endpoint);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Push);
    QCOMPARE(log.status().objects, qint64(4));
    QVERIFY(seesChanges(log));
    m_server->run({"DEL", "lock:a"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:a") == 1; }));
    m_server->run({"SET", "lock:b", m_token, "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.item("lock:b") != nullptr; }));
    m_server->run({"FLUSHALL"});
    QVERIFY(log.waitFor([&] { return log.status().objects == 0; }));
    QVERIFY(log.status().missing.empty());
    QVERIFY(!log.status().serverVersion.isEmpty());
    QVERIFY(m_server->run({"ACL", "LOG"}).elements.empty());
}

void TestWatchPermissions::withoutOneCommandTheRestWorks_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<QByteArray>("named");
    QTest::addColumn<Effect>("effect");
    QTest::addColumn<int>("mode");
    QTest::addColumn<QByteArrayList>("shown");

    using L = QByteArrayList;
    using B = QByteArray;
    const L all{"page_view", "lock:a", "users:online", "the-crown"};
    const int push = int(WatchMode::Push);
    const int polling = int(WatchMode::Polling);
    QTest::newRow("SCAN") << L{"-scan"} << B("SCAN") << Effect::NoInventory << push << L{};
    QTest::newRow("PTTL") << L{"-pttl"} << B("PTTL") << Effect::NoTtl << push << all;
    QTest::newRow("TYPE") << L{"-type"} << B("TYPE") << Effect::NoType << push << L{};
    QTest::newRow("INFO") << L{"-info"} << B("INFO") << Effect::NoInfo << push << all;
    QTest::newRow("TIME") << L{"-time"} << B("TIME") << Effect::NoTime << push << all;
    QTest::newRow("GETRANGE") << L{"-getrange"} << B("GETRANGE") << Effect::NoValue << push
                              << L{"users:online", "the-crown"};
    QTest::newRow("MEMORY USAGE") << L{"-memory|usage"} << B("MEMORY USAGE") << Effect::NoValue
                                  << push << L{"page_view", "lock:a", "users:online"};
    QTest::newRow("SCARD") << L{"-scard"} << B("SCARD") << Effect::NoValue << push
                           << L{"page_view", "lock:a", "the-crown"};
    QTest::newRow("CLIENT TRACKING")
        << L{"-client|tracking"} << B("CLIENT TRACKING") << Effect::NoPush << polling << all;
    QTest::newRow("CLIENT ID") << L{"-client|id"} << B("CLIENT ID") << Effect::NoPush << polling
                               << all;
    QTest::newRow("CLIENT") << L{"-client"} << B("CLIENT ID") << Effect::NoPush << polling << all;
    QTest::newRow("SUBSCRIBE") << L{"-subscribe"} << B("SUBSCRIBE") << Effect::NoPush << polling
                               << all;
    QTest::newRow("PING") << L{"-ping"} << B() << Effect::NoPush << push << all;
}

void TestWatchPermissions::withoutOneCommandTheRestWorks()
{
    QFETCH(const QByteArrayList, rules);
    QFETCH(const QByteArray, named);
    QFETCH(const Effect, effect);
    QFETCH(const int, mode);
    QFETCH(const QByteArrayList, shown);
    fill();
    WatchOptions quick;
    quick.heartbeat = 100ms;
    WatchLog log(userWith(rules), quick);
    QVERIFY(log.startAndWait());
    QCOMPARE(int(log.status().mode), mode);
    if (!named.isEmpty()) {
        QVERIFY(log.waitFor([&] { return log.isMissing(named, effect); }));
        QCOMPARE(log.status().missing.size(), size_t(1));
    }
    for (const auto &key : shown)
        QVERIFY2(log.item(key), key);
    QCOMPARE(log.status().objects, qint64(shown.size()));
    if (shown.contains("page_view"))
        QVERIFY(seesChanges(log));
    if (shown.contains("lock:a")) {
        // Without PTTL it may as well have expired.
        const auto kind = named == "PTTL" ? Kind::Gone : Kind::Released;
        m_server->run({"DEL", "lock:a"});
        QVERIFY(log.waitFor([&] { return log.count(kind, "lock:a") == 1; }));
        QCOMPARE(log.count(Kind::Released) + log.count(Kind::Gone), 1);
    }
    QCOMPARE(log.status().link, LinkState::Connected);
    QCOMPARE(log.status().missing.size(), size_t(named.isEmpty() ? 0 : 1));
    // No command is refused over and over.
    const auto refusals = [&] {
        qint64 sum = 0;
        for (const auto &line : m_server->run({"INFO", "errorstats"}).text.split('\n')) {
            if (line.startsWith("errorstat_NOPERM:count="))
                sum += line.mid(23).trimmed().toLongLong();
        }
        return sum;
    };
    const auto before = refusals();
    const auto at = std::chrono::steady_clock::now();
    QVERIFY(log.waitFor([&] { return std::chrono::steady_clock::now() - at > 1s; }));
    // Only the heartbeat goes on, for a refusal shows as well that the server lives. The time is
    // asked for every thirty beats, and every other beat it is tried whether what was refused is
    // permitted by now.
    const auto added = refusals() - before;
    const auto beats = (std::chrono::steady_clock::now() - at) / quick.heartbeat + 1;
    const auto most =
        named.isEmpty() ? beats : beats / 2 + 1 + (named == "TIME" ? beats / 30 + 1 : 0);
    QVERIFY2(added <= most, QByteArray::number(added));
}

// Redis 7 refuses it to every pattern of keys.
void TestWatchPermissions::theEmptyNameIsNoMissingPermission()
{
    fill();
    m_server->run({"SET", "", "1"});
    WatchLog log(userWith({}));
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().keysSeen, qint64(5));
    QVERIFY2(log.status().missing.empty(),
        log.status().missing.empty() ? "" : log.status().missing.front().command.constData());
    QVERIFY(seesChanges(log));
}

void TestWatchPermissions::keysThatMayNotBeReadAreNamedAsThat()
{
    fill();
    WatchLog log(userWith({"resetkeys", "%R~lock:*"}));
    QVERIFY(log.startAndWait());
    QVERIFY(log.item("lock:a") != nullptr);
    QVERIFY(log.item("page_view") == nullptr);
    const auto &missing = log.status().missing;
    QVERIFY(std::any_of(missing.begin(), missing.end(), [](const MissingPermission &m) {
        return m.command == "TYPE" && isAboutTheKey(m.serverWords);
    }));
}

void TestWatchPermissions::withoutTheChannelItPolls()
{
    fill();
    WatchLog log(userWith({"resetchannels"}));
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Polling);
    QCOMPARE(log.status().modeReason, ModeReason::SubscribeNotPermitted);
    QVERIFY(log.isMissing("SUBSCRIBE", Effect::NoPush));
    QVERIFY(seesChanges(log));
}

void TestWatchPermissions::howSoonNewKeysAreFoundIsKnownWhereTheyAreNotAnnounced()
{
    WatchLog announced(m_server->endpoint());
    QVERIFY(announced.startAndWait());
    QCOMPARE(announced.status().mode, WatchMode::Push);
    QVERIFY(!announced.status().newKeysWithin);
    for (const Milliseconds pause : {Milliseconds(0), Milliseconds(1h)}) {
        WatchOptions options;
        options.inventoryEvery = pause; // 0: one pass follows the other
        WatchLog log(userWith({"resetchannels"}), options);
        QVERIFY(log.startAndWait());
        QCOMPARE(log.status().mode, WatchMode::Polling);
        QVERIFY(log.status().newKeysWithin && *log.status().newKeysWithin >= pause);
    }
}

void TestWatchPermissions::withoutScanNewKeysStillCome()
{
    fill();
    WatchLog log(userWith({"-scan"}));
    QVERIFY(log.startAndWait());
    QVERIFY(log.isMissing("SCAN", Effect::NoInventory));
    QCOMPARE(log.status().objects, qint64(0));
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 2; }));
    m_server->run({"SET", "lock:b", m_token, "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.item("lock:b") != nullptr; }));
    m_server->run({"FLUSHALL"});
    QVERIFY(log.waitFor([&] { return log.status().objects == 0; }));
}

void TestWatchPermissions::withoutWaitersLocksAreShown()
{
    fill();
    WatchLog log(userWith({"-pubsub"}));
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.isMissing("PUBSUB NUMSUB", Effect::NoWaiters); }));
    QCOMPARE(log.token("the-crown"), m_token + ":42");
}

void TestWatchPermissions::withoutTheCommandOfAFormatItIsNotAskedForEver()
{
    // Recognised by its first bytes, but not to be counted: the reader needs a command of its own.
    m_server->run({"SETBIT", "users:online", "7", "1"});
    m_server->run({"SETBIT", "users:online", "900", "1"});
    m_server->run({"SET", "page_view", "1"});
    WatchOptions unpaced;
    unpaced.serverTimeShare = 1;
    {
        WatchLog log(userWith({}), unpaced);
        QVERIFY(log.startAndWait());
        QCOMPARE(log.value("users:online"), std::optional<double>(2));
    }
    WatchLog log(userWith({"-bitcount"}), unpaced);
    QVERIFY(log.startAndWait());
    QVERIFY(log.isMissing("BITCOUNT", Effect::NoValue));
    QVERIFY(!log.item("users:online"));
    const auto before = log.status().commands;
    const auto at = std::chrono::steady_clock::now();
    QVERIFY(log.waitFor([&] { return std::chrono::steady_clock::now() - at > 1s; }));
    const auto sent = log.status().commands - before;
    const auto seconds = (std::chrono::steady_clock::now() - at) / 1s;
    QVERIFY2(sent < 20 * seconds, QByteArray::number(sent));
    QVERIFY(seesChanges(log));
}

void TestWatchPermissions::notificationsTakeThePlaceOfTracking()
{
    m_server->run({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    fill();
    WatchLog log(userWith({"-client|tracking", "+config|get", "+psubscribe", "allchannels"}));
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Notifications);
    QCOMPARE(log.status().modeReason, ModeReason::TrackingNotPermitted);
    QVERIFY(log.isMissing("CLIENT TRACKING", Effect::NoPush));
    QCOMPARE(log.status().objects, qint64(4));
    QVERIFY(seesChanges(log));
    m_server->run({"SET", "lock:b", m_token, "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:b") == 1; }));
    m_server->run({"PEXPIRE", "lock:b", "90000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Renewed, "lock:b") == 1; }));
    m_server->run({"DEL", "lock:b"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:b") == 1; }));
}

void TestWatchPermissions::notificationsOfAPrefixWithWildcards()
{
    m_server->run({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    WatchOptions options;
    options.prefix = "a[1]*:";
    WatchLog log(
        userWith({"-client|tracking", "+config|get", "+psubscribe", "allchannels"}), options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Notifications);
    m_server->run({"SET", "a[1]*:page_view", "7"});
    QVERIFY(log.waitFor([&] { return log.value("a[1]*:page_view") == 7; }));
}

void TestWatchPermissions::notificationsThatAreSwitchedOffGiveWayToPolling_data()
{
    QTest::addColumn<QByteArray>("setting");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("not of keys that go") << QByteArray("K$");
    QTest::newRow("not of keys") << QByteArray("EA");
}

// No pass comes to help.
void TestWatchPermissions::notificationsThatAreSwitchedOffGiveWayToPolling()
{
    QFETCH(const QByteArray, setting);
    m_server->run({"CONFIG", "SET", "notify-keyspace-events", "KEA"});
    fill();
    m_server->run({"SET", "lock:b", m_token, "PX", "60000"});
    WatchOptions options;
    options.inventoryEvery = 1h;
    WatchLog log(
        userWith({"-client|tracking", "+config|get", "+psubscribe", "allchannels"}), options);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Notifications);
    m_server->run({"CONFIG", "SET", "notify-keyspace-events", setting});
    m_server->run({"SET", "lock:a", m_other, "PX", "60000"});
    m_server->run({"SET", "page_view", "77"});
    m_server->run({"DEL", "lock:b"});
    QVERIFY(log.waitFor([&] { return log.token("lock:a") == m_other; }, 30s));
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 77 && !log.item("lock:b"); }, 30s));
    QVERIFY(log.waitForMode(WatchMode::Polling));
    QCOMPARE(log.status().modeReason, ModeReason::NotificationsOff);
    const auto &journal = log.journal();
    const auto gap = std::find_if(journal.begin(), journal.end(),
        [](const JournalEntry &entry) { return entry.kind == Kind::Unseen; });
    QVERIFY(gap != journal.end());
    QCOMPARE(gap->gap, JournalEntry::Gap::Notifications);
    QCOMPARE(log.count(Kind::Unseen), 1);
    if (setting.isEmpty()) { // of the others a part is announced
        QCOMPARE(log.count(Kind::HandedOver), 0);
        QCOMPARE(log.count(Kind::Gone, "lock:a"), 1);
    }
    QCOMPARE(log.count(Kind::Released), 0);
    QCOMPARE(log.count(Kind::Gone, "lock:b"), 1);

    m_server->run({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    QVERIFY(log.waitForMode(WatchMode::Notifications));
    QCOMPARE(log.status().modeReason, ModeReason::TrackingNotPermitted);
    QCOMPARE(log.count(Kind::Unseen), 1);
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:a") == 1; }));
}

void TestWatchPermissions::aMomentWithoutNotificationsIsMadeUpForByThePass()
{
    m_server->run({"CONFIG", "SET", "notify-keyspace-events", "KEA"});
    fill();
    WatchLog log(userWith({"-client|tracking", "+config|get", "+psubscribe", "allchannels"}),
        withQuickPasses());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Notifications);
    m_server->runAll({{"CONFIG", "SET", "notify-keyspace-events", ""}, {"SET", "page_view", "77"},
        {"CONFIG", "SET", "notify-keyspace-events", "KEA"}});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 77; }, 30s));
}

void TestWatchPermissions::notificationsThatComeLaterAreUsed()
{
    fill();
    WatchLog log(userWith({"-client|tracking", "+config|get", "+psubscribe", "allchannels"}));
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Polling);
    QCOMPARE(log.status().modeReason, ModeReason::TrackingNotPermitted);
    m_server->run({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    QVERIFY(log.waitForMode(WatchMode::Notifications));
    QCOMPARE(log.count(Kind::Unseen), 0);
    QVERIFY(seesChanges(log));
}

void TestWatchPermissions::aServerWithoutClientCommandsIsPolled()
{
    TestServer server(
        {{QStringLiteral("--rename-command"), QStringLiteral("CLIENT"), QString()}, false, {}});
    server.run({"SET", "page_view", "1"});
    WatchLog log(server.endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, WatchMode::Polling);
    QCOMPARE(log.status().modeReason, ModeReason::TrackingUnknown);
    QVERIFY(log.isMissing("CLIENT ID", Effect::NoPush));
    QCOMPARE(log.status().missing.size(), size_t(1));
    server.run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 2; }));
}

void TestWatchPermissions::aCommandThatIsRenamedAwayIsNamed_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("named");
    QTest::addColumn<Effect>("effect");
    QTest::addColumn<QByteArrayList>("shown");

    using L = QByteArrayList;
    using B = QByteArray;
    const L all{"page_view", "lock:a", "users:online", "the-crown"};
    QTest::newRow("SCAN") << B("SCAN") << B("SCAN") << Effect::NoInventory << L{};
    QTest::newRow("TYPE") << B("TYPE") << B("TYPE") << Effect::NoType << L{};
    QTest::newRow("PTTL") << B("PTTL") << B("PTTL") << Effect::NoTtl << all;
    QTest::newRow("MEMORY") << B("MEMORY") << B("MEMORY USAGE") << Effect::NoValue
                            << L{"page_view", "lock:a", "users:online"};
    QTest::newRow("HSCAN") << B("HSCAN") << B("HSCAN") << Effect::NoValue
                           << L{"page_view", "lock:a", "users:online"};
    QTest::newRow("GETRANGE") << B("GETRANGE") << B("GETRANGE") << Effect::NoValue
                              << L{"users:online", "the-crown"};
    QTest::newRow("SCARD") << B("SCARD") << B("SCARD") << Effect::NoValue
                           << L{"page_view", "lock:a", "the-crown"};
    QTest::newRow("TIME") << B("TIME") << B("TIME") << Effect::NoTime << all;
    QTest::newRow("INFO") << B("INFO") << B("INFO") << Effect::NoInfo << all;
    QTest::newRow("PUBSUB") << B("PUBSUB") << B("PUBSUB NUMSUB") << Effect::NoWaiters << all;
}

void TestWatchPermissions::aCommandThatIsRenamedAwayIsNamed()
{
    QFETCH(const QByteArray, command);
    QFETCH(const QByteArray, named);
    QFETCH(const Effect, effect);
    QFETCH(const QByteArrayList, shown);
    m_server = std::make_unique<TestServer>(TestServer::Options{
        {QStringLiteral("--rename-command"), QString::fromLatin1(command), QString()}, false, {}});
    fill();
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.isMissing(named, effect); }));
    QCOMPARE(log.status().missing.size(), size_t(1));
    QCOMPARE(log.status().missing.front().cause, MissingPermission::Cause::Unknown);
    for (const auto &key : shown)
        QVERIFY2(log.item(key), key);
    QCOMPARE(log.status().objects, qint64(shown.size()));
    QVERIFY(!log.status().trouble);
}

// An error that says nothing of the user or the command: a proxy's, about its own server.
void TestWatchPermissions::anErrorOfTheListingIsToldAndTriedAgain()
{
    fill();
    FaultyRelay relay(m_server->socketPath());
    relay.replaceNext("SCAN", {"SCAN", "no cursor"});
    WatchLog log(relay.endpoint());
    log.start();
    QVERIFY(log.waitFor([&] { return log.status().trouble.has_value(); }));
    QCOMPARE(log.status().trouble->code, ErrorCode::ServerError);
    QVERIFY(log.status().missing.empty());
    QVERIFY(!log.inventoried());
    QVERIFY(log.waitFor([&] { return log.inventoried(); }));
    QCOMPARE(log.status().objects, qint64(4));
    QVERIFY(!log.status().trouble);
    QVERIFY(log.status().missing.empty());
}

void TestWatchPermissions::withoutPttlNothingIsSaidToBeReleased()
{
    WatchLog log(userWith({"-pttl"}));
    QVERIFY(log.startAndWait());
    m_server->run({"SET", "lock:brief", m_token, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:brief") == 1; }));
    QVERIFY(holdsOf(*log.item("lock:brief")).front().leaseIsUnknown); // not that there is none
    m_server->run({"PEXPIRE", "lock:brief", "300"});
    QVERIFY(log.waitFor([&] {
        m_server->run({"EXISTS", "lock:brief"}); // the server deletes it, and tells
        return log.count(Kind::Gone, "lock:brief") == 1;
    }));
    QCOMPARE(log.count(Kind::Released), 0);
    QCOMPARE(log.count(Kind::Expired), 0);
}

// TIME goes with each batch that reads locks, unless it is refused.
void TestWatchPermissions::withoutTimeLocksAreReadAndItIsNotAskedAgain()
{
    fill();
    const auto refused = [this] {
        const auto text = m_server->run({"INFO", "commandstats"}).text;
        const auto at = text.indexOf("cmdstat_time:");
        const QByteArray line = at < 0 ? QByteArray() : text.mid(at).split('\n').first();
        const QByteArray name = "rejected_calls=";
        return line.mid(line.indexOf(name) + name.size()).split(',').first().toInt();
    };
    WatchOptions options;
    options.heartbeat = 1h; // so nothing tries whether it is permitted by now
    WatchLog log(userWith({"-time"}), options);
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.isMissing("TIME", Effect::NoTime); }));
    constexpr int rounds = 20;
    for (int round = 1; round <= rounds; ++round) {
        m_server->run({"SET", "lock:a", m_token + QByteArray::number(round), "PX", "60000"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:a") == round; }));
    }
    m_server->run({"DEL", "lock:a"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:a") == 1; }));
    QCOMPARE(log.count(Kind::Unseen), 0);
    QVERIFY(log.isMissing("TIME", Effect::NoTime)); // said once
    const int most = 2; // by the heartbeat and by the reader
    QVERIFY2(refused() >= 1 && refused() <= most, QByteArray::number(refused()));
}

void TestWatchPermissions::aPermissionThatIsGivenLaterIsUsedAfterAReconnect()
{
    fill();
    WatchLog log(userWith({"-getrange", "-client|tracking"}));
    QVERIFY(log.startAndWait());
    QVERIFY(!log.item("page_view"));
    QCOMPARE(log.status().mode, WatchMode::Polling);
    userWith({}); // reset: ends the connections of that user
    m_server->run({"CLIENT", "KILL", "USER", "watcher"});
    QVERIFY(log.waitFor([&] { return log.status().mode == WatchMode::Push; }));
    QVERIFY(log.waitFor([&] { return log.item("page_view") && log.item("lock:a"); }));
    QVERIFY(log.status().missing.empty());
}

void TestWatchPermissions::aPermissionThatIsGivenLaterIsUsedSoon_data()
{
    QTest::addColumn<QByteArrayList>("taken");
    QTest::addColumn<QByteArrayList>("given");

    using L = QByteArrayList;
    QTest::newRow("a command") << L{"-getrange"} << L{"+getrange"};
    QTest::newRow("names") << L{"resetkeys", "%R~other"} << L{"resetkeys", "%R~*"};
    QTest::newRow("all at once") << L{"-@all", "+ping", "+select"} << L{};
    QTest::newRow("TIME") << L{"-time"} << L{"+time"};
    QTest::newRow("SCAN") << L{"-scan"} << L{"+scan"};
    QTest::newRow("INFO") << L{"-info"} << L{"+info"};
    QTest::newRow("CLIENT TRACKING") << L{"-client|tracking"} << L{"+client|tracking"};
    QTest::newRow("SUBSCRIBE") << L{"-subscribe"} << L{"+subscribe"};
    QTest::newRow("PUBSUB NUMSUB") << L{"-pubsub|numsub"} << L{"+pubsub|numsub"};
}

void TestWatchPermissions::aPermissionThatIsGivenLaterIsUsedSoon()
{
    QFETCH(const QByteArrayList, taken);
    QFETCH(const QByteArrayList, given);
    fill();
    WatchOptions options;
    options.heartbeat = 50ms;
    WatchLog log(userWith(taken), options);
    log.start();
    QVERIFY(log.waitFor([&] { return !log.status().missing.empty(); }));
    m_server->run({"SET", "lock:meanwhile", m_token, "PX", "600000"});
    const auto refusals = log.status().missing.size();
    QVERIFY(refusals > 0);
    const auto line = aclLine("watcher").split(' ');
    changeUser(given.isEmpty() ? line.mid(line.indexOf("-@all")) : given);
    QVERIFY(log.waitFor([&] {
        return log.status().missing.empty() && log.status().mode == WatchMode::Push
            && log.item("lock:a") && log.item("lock:meanwhile") && log.item("page_view");
    }));
    QCOMPARE(log.count(Kind::Acquired, "lock:a"), 0);
    QCOMPARE(log.count(Kind::Unseen), 1);
    const auto &journal = log.journal();
    const auto gap = std::find_if(journal.begin(), journal.end(),
        [](const JournalEntry &entry) { return entry.kind == Kind::Unseen; });
    QCOMPARE(gap->gap, JournalEntry::Gap::Permissions);
    QVERIFY(!log.status().trouble);
    m_server->run({"DEL", "lock:meanwhile"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:meanwhile") == 1; }));
}

void TestWatchPermissions::whatMayNoLongerBeReadIsUnknownAndNotFree_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArrayList>("taken");
    QTest::addColumn<QByteArrayList>("given");

    using L = QByteArrayList;
    using B = QByteArray;
    QTest::newRow("GETRANGE") << B("lock:a") << L{"-getrange"} << L{"+getrange"};
    QTest::newRow("HSCAN") << B("the-crown") << L{"-hscan"} << L{"+hscan"};
    QTest::newRow("a string's name") << B("lock:a") << L{"resetkeys", "~other"} << L{"allkeys"};
    QTest::newRow("a hash's name") << B("the-crown") << L{"resetkeys", "~other"} << L{"allkeys"};
}

void TestWatchPermissions::whatMayNoLongerBeReadIsUnknownAndNotFree()
{
    QFETCH(const QByteArray, key);
    QFETCH(const QByteArrayList, taken);
    QFETCH(const QByteArrayList, given);
    WatchLog log(userWith({}), withQuickPasses());
    QVERIFY(log.startAndWait());
    fill();
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, key) == 1; }));
    const auto before = log.item(key);
    log.forgetJournal();
    changeUser(taken);
    m_server->run({"PEXPIRE", key, "50000"});
    QVERIFY(log.waitFor([&] { return isUnknown(log, key); }));
    const auto unknown = log.item(key);
    QVERIFY(!unknown->reading.holder);
    QVERIFY(!problemsOf(*unknown, log.now().takenAt));
    QVERIFY(log.now().freed->empty());
    // The same holder has it all the time.
    changeUser(given);
    m_server->run({"PEXPIRE", key, "50000"});
    QVERIFY(log.waitFor([&] { return log.item(key) && log.item(key)->reading.holder; }));
    QCOMPARE(log.token(key), before->reading.holder->token);
    // It was renewed meanwhile, or taken anew: nobody saw it.
    QCOMPARE(ageBound(*log.item(key)), AgeBound::Unsure);
    QCOMPARE(Instant(*log.item(key)->heldSince), before->firstSeen);
    for (const auto &entry : log.journal())
        QVERIFY2(entry.key != key, QByteArray::number(int(entry.kind)));
}

void TestWatchPermissions::aHandOverThatCouldNotBeReadIsToldAsAfterAGap()
{
    WatchLog log(userWith({}), withQuickPasses());
    QVERIFY(log.startAndWait());
    m_server->run({"SET", "lock:a", m_token, "PX", "60000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:a") == 1; }));
    log.forgetJournal();
    changeUser({"-getrange"});
    m_server->run({"PEXPIRE", "lock:a", "50000"});
    QVERIFY(log.waitFor([&] { return isUnknown(log, "lock:a"); }));
    m_server->run({"SET", "lock:a", m_other, "PX", "60000"});
    changeUser({"+getrange"});
    m_server->run({"PEXPIRE", "lock:a", "70000"});
    QVERIFY(log.waitFor([&] { return log.token("lock:a") == m_other; }));
    QCOMPARE(log.journal().size(), size_t(2));
    QCOMPARE(log.journal()[0].kind, Kind::Gone);
    QCOMPARE(log.journal()[0].holder->token, m_token);
    QCOMPARE(log.journal()[1].kind, Kind::Appeared);
    QCOMPARE(log.journal()[1].holder->token, m_other);
    QCOMPARE(ageBound(*log.item("lock:a")), AgeBound::AtLeast);
}

void TestWatchPermissions::aPermissionThatIsGivenBackIsFoundByThePassAfterIt()
{
    fill();
    WatchLog log(userWith({}), withQuickPasses());
    QVERIFY(log.startAndWait());
    changeUser({"-getrange"});
    m_server->run({"INCR", "page_view"});
    m_server->run({"PEXPIRE", "lock:a", "50000"});
    QVERIFY(log.waitFor([&] { return isUnknown(log, "lock:a") && !log.value("page_view"); }));
    QVERIFY(log.item("page_view"));
    changeUser({"+getrange"}); // which is announced to nobody
    QVERIFY(
        log.waitFor([&] { return log.token("lock:a") == m_token && log.value("page_view") == 2; }));
}

void TestWatchPermissions::anUnreadableLockThatIsGoneIsNotMetByThePass()
{
    fill();
    WatchLog log(userWith({}), withQuickPasses());
    QVERIFY(log.startAndWait());
    changeUser({"resetkeys", "~other"});
    m_server->run({"PEXPIRE", "lock:a", "50000"});
    QVERIFY(log.waitFor([&] { return isUnknown(log, "lock:a"); }));
    m_server->run({"DEL", "lock:a"});
    QVERIFY(log.waitFor([&] { return !log.item("lock:a"); }));
    QCOMPARE(log.count(Kind::Gone, "lock:a"), 1);
    QCOMPARE(log.count(Kind::Released, "lock:a"), 0);
}

QTEST_GUILESS_MAIN(TestWatchPermissions)
#include "tst_watchpermissions.moc"
