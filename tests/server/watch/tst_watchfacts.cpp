#include "core/redis/privateserver/privateserver.h"
#include "core/redis/privateserver/serverclock.h"
#include "core/watch/snapshot/holdstatistics.h"
#include "core/watch/snapshot/snapshotjson.h"
#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

// What is said of an object, compared with what was done to it on a real server: what cannot be
// known is said to be unknown.
class TestWatchFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void anAgeThatBeganBeforeUsSaysSo();
    void overALongWayAgesAndTheLagAreTrue();
    void aScoreThatIsRenewedTellsNoAge();
    void oneLookKnowsOfNoChanges();
    void eachDigitOfALargeCounterIsTold();
    void aTokenMadeBeforeTheWaitTellsTheLongestAge();
    void theTimeOfATokenIsReadByTheServersClock();
    void aTimeToldSlowlyReplacesNoneToldFast();
    void aServerClockThatWasSetIsAGap();
    void aServerClockThatWasSetALittleRenewsAndReleasesNothing_data();
    void aServerClockThatWasSetALittleRenewsAndReleasesNothing();
    void locksReadAfterTheClockWasSetGoByTheNewTime_data();
    void locksReadAfterTheClockWasSetGoByTheNewTime();
    void holdsOfABusyLockAreAllKept();
    void thereIsNoPaceOfHoldsBeforeAMinuteWasSeen();
    void aCounterThatStopsHasNoRate();
    void thereIsNoRateAcrossAGap_data();
    void thereIsNoRateAcrossAGap();
    void thereIsNoRateAcrossARestartThatLostTheData();
    void aWindowThatIsOverIsGone();
    void aLimitThatNobodyTellsIsUnknown();
    void aLimiterThatLostItsTtlBeforeWeCameIsImmortal();
    void whatIsOnlyPossibleSaysSo();
    void randomDigitsAreNoTimeBasedToken();
    void theLibraryOfALockFollowsItsTokens();
    void aNumberThatLooksLikeADateIsNoDailyCounter();
    void theSettingsOfBottleneckAreNoLock();
    void aPermitIsNotHandedOverWhileOthersHold();
    void aPermitThatEndsByItselfIsSeen();
    void permitsThatEndOneAfterTheOtherAreNotReleased();
    void aShortLeaseIsNeverImmortal_data();
    void aShortLeaseIsNeverImmortal();
    void readersOfALockHoldItSideBySide();
    void hostileNumbersMakeNoTimes();
    void waitersOfALockAreCounted();
    void theFirstSnapshotKnowsTheWaiters();
    void aQueueOfWaitersIsNotOverruledByTheChannel();
    void waitersAreKnownOfALockThatChangesHandsAllTheTime();
    void aLockThatWasTakenUnheardIsNotToldAsAcquired();
    void partsOfWhatIsNoObjectAnyMoreAreNotCounted();
    void aSnapshotSaysWhenAndWhere();

private:
    // A time-based UUID (RFC 4122, version 1) of that time, as redis-py writes it.
    static QByteArray uuid1(std::chrono::system_clock::time_point at, int number)
    {
        constexpr qint64 from1582To1970 = 0x01B21DD213814000; // in 100 ns
        const auto ticks = quint64(from1582To1970
            + std::chrono::duration_cast<std::chrono::nanoseconds>(at.time_since_epoch()).count()
                / 100);
        return QStringLiteral("%1%2%3%4%5")
            .arg(ticks & 0xffffffff, 8, 16, QLatin1Char('0'))
            .arg(ticks >> 32 & 0xffff, 4, 16, QLatin1Char('0'))
            .arg((ticks >> 48 & 0x0fff) | 0x1000, 4, 16, QLatin1Char('0'))
            .arg(0x8f2a, 4, 16, QLatin1Char('0'))
            .arg(0x0242ac110000 + number, 12, 16, QLatin1Char('0'))
            .toLatin1();
    }
    QJsonObject jsonOf(const WatchLog &log, const char *list, const QByteArray &key) const
    {
        const auto json = snapshotToJson(log.now());
        for (const QJsonValue &each : json[QLatin1String(list)].toArray()) {
            if (each[QLatin1String("key")].toString().toUtf8() == key)
                return each.toObject();
        }
        return {};
    }
    qint64 serverMs()
    {
        const auto time = m_server->run({"TIME"});
        return time.elements.at(0).text.toLongLong() * 1000
            + time.elements.at(1).text.toLongLong() / 1000;
    }

    std::unique_ptr<TestServer> m_server;
    const QByteArray m_hex = "5bd8b0a45bd8b0a45bd8b0a45bd8b0a4";
    const QByteArray m_uuid = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b1";
};

void TestWatchFacts::init()
{
    m_server = std::make_unique<TestServer>();
}

void TestWatchFacts::anAgeThatBeganBeforeUsSaysSo()
{
    m_server->run({"SET", "lock:before", m_hex, "PX", "600000"});
    // As ShedLock writes it, which does not wait for a lock.
    const auto since = QDateTime::currentDateTimeUtc().addSecs(-21 * 60);
    m_server->run({"SET", "job-lock:default:told",
        "ADDED:" + since.toString(Qt::ISODateWithMs).toLatin1() + "@web-17", "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"SET", "lock:since", m_hex, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:since") == 1; }));
    QCOMPARE(jsonOf(log, "locks", "lock:before")[u"ageKnown"], QJsonValue(false));
    QCOMPARE(jsonOf(log, "locks", "lock:since")[u"ageKnown"], QJsonValue(true));
    QCOMPARE(jsonOf(log, "locks", "lock:before")[u"ageIs"], QJsonValue(u"atLeast"_qs));
    QCOMPARE(jsonOf(log, "locks", "lock:since")[u"ageIs"], QJsonValue(u"exact"_qs));
    const auto told = jsonOf(log, "locks", "job-lock:default:told");
    QCOMPARE(told[u"ageKnown"], QJsonValue(false)); // the clock is the client's
    QCOMPARE(told[u"ageIs"], QJsonValue(u"byToken"_qs));
    QVERIFY(told[u"ageMs"].toDouble() >= 21 * 60'000);
    QVERIFY(told[u"ageMs"].toDouble() < 24 * 60'000);
    m_server->run({"SET", "lock:before", m_hex + "b", "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:before") == 1; }));
    QCOMPARE(jsonOf(log, "locks", "lock:before")[u"ageKnown"], QJsonValue(true));
}

// A new key is looked at before it is read, and each of these takes the way there and back.
void TestWatchFacts::overALongWayAgesAndTheLagAreTrue()
{
    constexpr auto way = 250ms;
    FaultyRelay relay(m_server->socketPath());
    WatchLog log(relay.endpoint());
    relay.delay(way);
    QVERIFY(log.startAndWait());
    for (const QByteArray token : {"first", "second"}) { // new, and known to be gone
        m_server->run({"SET", "lock:far", token, "PX", "600000"});
        const auto taken = std::chrono::steady_clock::now();
        QVERIFY(log.waitFor([&] { return log.token("lock:far") == token; }));
        const auto seen = std::chrono::steady_clock::now();
        QCOMPARE(jsonOf(log, "locks", "lock:far")[u"ageIs"], QJsonValue(u"exact"_qs));
        const auto item = log.item("lock:far");
        QVERIFY(item && item->firstSeen >= taken && item->firstSeen < taken + 2 * way);
        QVERIFY(log.waitFor([&] { return log.status().staleness > seen - taken - way / 2; }));
        m_server->run({"DEL", "lock:far"});
        QVERIFY(log.waitFor([&] { return log.token("lock:far").isEmpty(); }));
    }
}

// redis-semaphore of Node writes the score with each refresh, so it is no time of taking.
void TestWatchFacts::aScoreThatIsRenewedTellsNoAge()
{
    const auto take = [&] {
        m_server->run({"ZADD", "semaphore:mail", QByteArray::number(serverMs()), m_uuid + "1"});
        m_server->run({"PEXPIRE", "semaphore:mail", "60000"});
    };
    take();
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return bool(log.item("semaphore:mail")); }));
    const auto told = jsonOf(log, "locks", "semaphore:mail");
    QCOMPARE(told[u"ageIs"], QJsonValue(u"atLeast"_qs));
    take();
    QVERIFY(log.waitFor([&] { return log.count(Kind::Renewed, "semaphore:mail") == 1; }));
    QCOMPARE(jsonOf(log, "locks", "semaphore:mail")[u"ageIs"], QJsonValue(u"atLeast"_qs));
}

// What was not watched is unknown, and not none.
void TestWatchFacts::oneLookKnowsOfNoChanges()
{
    m_server->run({"SET", "lock:a", m_hex, "PX", "600000"});
    m_server->run({"SET", "page_view", "7"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.item("lock:a") && log.item("page_view"); }));
    const auto first = log.item("lock:a")->firstSeen;
    const auto lock = jsonOf(log, "locks", "lock:a");
    const auto counter = jsonOf(log, "counters", "page_view");
    // A slow machine may have looked for longer.
    const bool isFollowed = log.now().takenAt - first >= 5s;
    QCOMPARE(lock[u"renewals"].isNull(), !isFollowed);
    QCOMPARE(counter[u"changePerSecond"].isNull(), !isFollowed);
    m_server->run({"SET", "lock:b", m_hex, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:b") == 1; }));
    QCOMPARE(jsonOf(log, "locks", "lock:b")[u"renewals"], QJsonValue(0));
    QVERIFY(log.waitFor([&] { return log.now().takenAt - first > 6s; }));
    QCOMPARE(jsonOf(log, "locks", "lock:a")[u"renewals"], QJsonValue(0));
    QCOMPARE(jsonOf(log, "counters", "page_view")[u"changePerSecond"], QJsonValue(0));
}

void TestWatchFacts::eachDigitOfALargeCounterIsTold()
{
    const QList<QByteArray> values{"9007199254740993", "999999999999999999", "1000000000000000000",
        "9223372036854775807", "-9223372036854775808"};
    for (int i = 0; i < int(values.size()); ++i)
        m_server->run({"SET", "page_view:" + QByteArray::number(i), values[i]});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (int i = 0; i < int(values.size()); ++i) {
        const QByteArray key = "page_view:" + QByteArray::number(i);
        QVERIFY2(log.waitFor([&] { return bool(log.item(key)); }), values[i]);
        const auto told = jsonOf(log, "counters", key)[u"value"];
        QCOMPARE(QByteArray::number(told.toInteger()), values[i]);
        const auto text = QJsonDocument(QJsonObject{{u"v"_qs, told}}).toJson();
        QVERIFY2(text.contains(values[i]), text);
    }
}

// Of two clients that ask for one lock, the second has made its token before it gets it.
void TestWatchFacts::aTokenMadeBeforeTheWaitTellsTheLongestAge()
{
    const auto asked = std::chrono::system_clock::now() - 5min;
    m_server->run({"SET", "lock:redis-py", uuid1(asked, 1), "PX", "600000"});
    m_server->run(
        {"SET", "lock:base64", QByteArray::fromHex(uuid1(asked, 2)).toBase64(), "PX", "600000"});
    const auto microseconds =
        std::chrono::duration_cast<std::chrono::microseconds>(asked.time_since_epoch()).count();
    const auto uniqid = QByteArray::number(microseconds / 1'000'000, 16)
        + QByteArray::number(microseconds % 1'000'000, 16).rightJustified(5, '0');
    m_server->run({"SET", "lock:php", uniqid, "PX", "600000"});
    const QElapsedTimer held = [] {
        QElapsedTimer timer;
        timer.start();
        return timer;
    }();
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (const QByteArray key : {"lock:redis-py", "lock:base64", "lock:php"}) {
        const auto told = jsonOf(log, "locks", key);
        QVERIFY2(told[u"ageKnown"] == QJsonValue(false), key);
        QVERIFY2(told[u"ageIs"] == QJsonValue(u"atMost"_qs), key);
        QVERIFY(told[u"ageMs"].toDouble() >= 5 * 60'000);
        // No conclusion is drawn from the time of the wait.
        const auto item = log.item(key);
        QVERIFY(heldAtLeast(*item, log.now().takenAt) <= Milliseconds(held.elapsed()));
    }
    // Who is seen to get it has it since then, whatever the token says.
    m_server->run({"SET", "lock:redis-py", uuid1(asked, 3), "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:redis-py") == 1; }));
    const auto seen = jsonOf(log, "locks", "lock:redis-py");
    QCOMPARE(seen[u"ageIs"], QJsonValue(u"exact"_qs));
    QVERIFY(seen[u"ageMs"].toDouble() <= double(held.elapsed()));
}

void TestWatchFacts::theTimeOfATokenIsReadByTheServersClock()
{
    auto privateServer = PrivateServer::start(
        {.clock = PrivateServer::Clock::StandsStill}); // its year begins, ours does not
    QVERIFY(privateServer);
    const auto clock = ServerClock::open((*privateServer)->endpoint());
    QVERIFY(clock);
    (*clock)->set(3'600'000);
    const std::chrono::system_clock::time_point now(
        std::chrono::milliseconds(ServerClock::beginning + 3'600'000));
    BlockingClient client((*privateServer)->endpoint().path);
    client.run({"SET", "lock:a", uuid1(now - 60s, 1), "PX", "600000"});
    client.run({"SET", "lock:b", uuid1(std::chrono::system_clock::now(), 2), "PX", "600000"});
    WatchLog log((*privateServer)->endpoint());
    QVERIFY(log.startAndWait());
    const auto item = log.item("lock:a");
    QVERIFY(item && item->heldSince);
    const auto age = item->readAt - *item->heldSince;
    QVERIFY2(age > 55s && age < 10min, qPrintable(QString::number(age.count())));
    QVERIFY(!log.item("lock:b")->heldSince); // by the server's clock it is in the future
}

// The end of a permit is stored as a time of the server's clock, which is ours here. Replies that
// are held back let TIME seem to be told half of that later than it was.
void TestWatchFacts::aTimeToldSlowlyReplacesNoneToldFast()
{
    constexpr auto heldBack = 1600ms; // less than until TIME is asked for again
    constexpr auto allowed = 400ms; // half of what the times would differ by
    const auto end = std::chrono::ceil<Milliseconds>(std::chrono::system_clock::now()) + 10min;
    m_server->run(
        {"ZADD", "lock:permits", QByteArray::number(end.time_since_epoch().count()), m_uuid + '1'});
    m_server->run({"PEXPIRE", "lock:permits", "600000"});
    // From INFO the time would be known as well.
    m_server->run({"ACL", "SETUSER", "noinfo", "on", ">word", "~*", "&*", "+@all", "-info"});
    FaultyRelay relay(m_server->socketPath());
    auto endpoint = relay.endpoint();
    endpoint.user = "noinfo";
    endpoint.password = "word";
    WatchOptions options;
    options.heartbeat = 100ms;
    WatchLog log(endpoint, options);
    QVERIFY(log.startAndWait());
    const auto timesAsked = [&] {
        const auto text = m_server->run({"INFO", "commandstats"}).text;
        const auto at = text.indexOf("cmdstat_time:calls=");
        return at < 0 ? 0 : text.mid(at + 19, 12).split(',').first().toInt();
    };
    const auto asked = timesAsked();
    QVERIFY(asked > 0);
    relay.hold(FaultyRelay::Way::Replies);
    QVERIFY(log.waitFor([&] { return timesAsked() > asked; }));
    QElapsedTimer sinceAsked;
    sinceAsked.start();
    QVERIFY(log.waitFor([&] { return sinceAsked.hasExpired(heldBack.count()); }));
    relay.resume();
    m_server->run({"ZADD", "lock:permits",
        QByteArray::number((end + 1min).time_since_epoch().count()), m_uuid + '2'});
    QVERIFY(log.waitFor([&] { return log.value("lock:permits") == 2; }));
    const auto permits = log.item("lock:permits")->reading.permits;
    QVERIFY(permits && permits->front().ends);
    const auto left = *permits->front().ends - std::chrono::steady_clock::now();
    const auto off = left - (end - std::chrono::system_clock::now());
    QVERIFY2(std::chrono::abs(off) < allowed,
        QByteArray::number(std::chrono::duration_cast<Milliseconds>(off).count()) + " ms");
}

void TestWatchFacts::aServerClockThatWasSetIsAGap()
{
    auto privateServer = PrivateServer::start({.clock = PrivateServer::Clock::Shifted});
    QVERIFY(privateServer);
    const auto clock = ServerClock::open((*privateServer)->endpoint());
    QVERIFY(clock);
    BlockingClient client((*privateServer)->endpoint().path);
    client.run({"SET", "lock:a", m_hex, "PX", "600000"});
    client.run({"SET", "lock:b", m_uuid + '1', "PX", "60000000"});
    WatchOptions options;
    options.heartbeat = 50ms;
    WatchLog log((*privateServer)->endpoint(), options);
    QVERIFY(log.startAndWait());
    const auto started = std::chrono::steady_clock::now();
    const auto callsOf = [&](const QByteArray &command) {
        const auto text = client.run({"INFO", "commandstats"}).text;
        const auto name = "cmdstat_" + command + ":calls=";
        const auto at = text.indexOf(name);
        return at < 0 ? 0 : text.mid(at + name.size(), 12).split(',').first().toInt();
    };
    const auto scans = callsOf("scan");
    (*clock)->shift(3'600'000); // the first has expired, in a moment and long before its time
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) > 0; }));
    QVERIFY(log.waitFor([&] { return !log.item("lock:a"); }));
    QVERIFY(log.waitFor([&] { return log.status().staleness == 0ms; }));
    // Everything was gone over, and once is enough.
    const auto beats = callsOf("ping");
    QVERIFY(log.waitFor([&] { return callsOf("ping") > beats + 40; }));
    QCOMPARE(callsOf("scan"), scans + 1);
    QCOMPARE(log.count(Kind::Released), 0);
    QCOMPARE(log.count(Kind::Expired), 0);
    QCOMPARE(log.count(Kind::Unseen), 1);
    for (const auto &entry : log.journal())
        QVERIFY(entry.kind != Kind::Unseen || entry.gap == JournalEntry::Gap::Clock);
    QVERIFY2(log.now().unseen->front().to > started, "what was seen is told to be unseen");
    QVERIFY(log.item("lock:b"));
    // What happens after that is told as always.
    client.run({"PEXPIRE", "lock:b", "70000000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Renewed, "lock:b") == 1; }));
    client.run({"DEL", "lock:b"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:b") == 1; }));
    QCOMPARE(log.count(Kind::Unseen), 1);
}

void TestWatchFacts::aServerClockThatWasSetALittleRenewsAndReleasesNothing_data()
{
    QTest::addColumn<bool>("polls");
    QTest::addColumn<int>("ahead"); // ms
    QTest::newRow("push, back by 1.5 s") << false << -1'500;
    QTest::newRow("push, ahead by 1.5 s") << false << 1'500;
    QTest::newRow("polling, back by 300 ms") << true << -300;
    QTest::newRow("polling, back by 10 s") << true << -10'000;
}

// PTTL of a server whose clock was set back says that each lock ends later.
void TestWatchFacts::aServerClockThatWasSetALittleRenewsAndReleasesNothing()
{
    QFETCH(const bool, polls);
    QFETCH(const int, ahead);
    auto privateServer = PrivateServer::start({.clock = PrivateServer::Clock::Shifted});
    QVERIFY(privateServer);
    auto endpoint = (*privateServer)->endpoint();
    const auto clock = ServerClock::open(endpoint);
    QVERIFY(clock);
    BlockingClient client(endpoint.path);
    if (polls) {
        client.run(
            {"ACL", "SETUSER", "polls", "on", ">word", "~*", "&*", "+@all", "-client|tracking"});
        endpoint.user = "polls";
        endpoint.password = "word";
    }
    for (int i = 1; i <= 5; ++i)
        client.run({"SET", "lock:" + QByteArray::number(i), m_hex, "PX", "600000"});
    WatchLog log(endpoint);
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().mode, polls ? WatchMode::Polling : WatchMode::Push);
    const auto isReadSince = [&](Instant instant) {
        const auto &locks = *log.now().locks;
        return std::all_of(locks.begin(), locks.end(),
            [&](const ItemPtr &lock) { return lock->readAt > instant; });
    };
    const auto readAll = [&] {
        const auto now = std::chrono::steady_clock::now();
        if (!polls) {
            client.run({"SELECT", "9"});
            client.run({"FLUSHDB"}); // of an empty database: everything is read again
            client.run({"SELECT", "0"});
        }
        return log.waitFor([&] { return isReadSince(now); });
    };
    // This one goes when the clock is set ahead, long before its time.
    int tries = 0; // on a machine that stands still it goes before it is read
    QVERIFY(log.waitFor([&] {
        client.run({"SET", "lock:soon", m_hex + QByteArray::number(++tries), "NX", "PX",
            ahead > 0 ? "1400" : "600000"});
        return bool(log.item("lock:soon"));
    }));
    QCOMPARE(log.count(Kind::Unseen), 0);
    (*clock)->shift(ahead);
    QVERIFY(readAll());
    QVERIFY(log.waitFor([&] { return ahead < 0 || !log.item("lock:soon"); }));
    QCOMPARE(log.count(Kind::Renewed), 0);
    QCOMPARE(log.count(Kind::Released), 0);
    QCOMPARE(log.item("lock:1")->renewals, 0);
    QCOMPARE(log.count(Kind::Unseen), 1);
    QCOMPARE(log.now().unseen->size(), size_t(1));
    client.run({"PEXPIRE", "lock:1", "900000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Renewed, "lock:1") == 1; }));
}

void TestWatchFacts::locksReadAfterTheClockWasSetGoByTheNewTime_data()
{
    QTest::addColumn<int>("hours");
    QTest::newRow("back") << -1;
    QTest::newRow("ahead") << 1;
}

// The first batch that is read then says by itself what time it is. Read by the old time, its
// tokens would be an hour old, or of the future. Each snapshot is looked at, for the next reading
// would be right again.
void TestWatchFacts::locksReadAfterTheClockWasSetGoByTheNewTime()
{
    QFETCH(const int, hours);
    constexpr int locks = 20;
    auto privateServer = PrivateServer::start({.clock = PrivateServer::Clock::Shifted});
    QVERIFY(privateServer);
    const auto clock = ServerClock::open((*privateServer)->endpoint());
    QVERIFY(clock);
    BlockingClient client((*privateServer)->endpoint().path);
    const auto keyOf = [](int i) { return "lock:order:" + QByteArray::number(i); };
    for (int i = 0; i < locks; ++i)
        client.run({"SET", keyOf(i), uuid1(std::chrono::system_clock::now(), i), "PX", "60000000"});
    WatchOptions options;
    options.heartbeat = 1h; // it does not tell the time first
    WatchLog log((*privateServer)->endpoint(), options);
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.item(keyOf(0)) && log.item(keyOf(0))->heldSince; }));
    QStringList wrong;
    int seen = 0;
    const auto look = [&] {
        seen = 0;
        for (int i = 0; i < locks; ++i) {
            const ItemPtr item = log.item(keyOf(i));
            if (!item || !item->reading.holder || !item->reading.holder->token.endsWith("ff"))
                continue; // not the new one
            ++seen;
            const auto since = item->heldSince;
            if (!since || std::chrono::abs(log.now().takenAt - *since) > 10min)
                wrong << QString::fromLatin1(item->key);
        }
    };
    connect(&log.watch(), &Watch::updated, this, look);
    (*clock)->shift(hours * 3'600'000);
    client.run({"MULTI"});
    for (int i = 0; i < locks; ++i) {
        const auto now = std::chrono::system_clock::now() + std::chrono::hours(hours);
        client.run({"SET", keyOf(i), uuid1(now, i * 256 + 0xff), "PX", "60000000"});
    }
    client.run({"EXEC"});
    QVERIFY(log.waitFor([&] { return seen == locks; }));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u' ')));
    QCOMPARE(log.count(Kind::Unseen), 1);
}

void TestWatchFacts::holdsOfABusyLockAreAllKept()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    constexpr int rounds = 40;
    for (int round = 1; round <= rounds; ++round) {
        m_server->run({"SET", "lock:busy", m_hex + QByteArray::number(round), "PX", "4000"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "lock:busy") == round; }));
        m_server->run({"DEL", "lock:busy"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:busy") == round; }));
    }
    QVERIFY(!log.now().freed->empty());
    const auto all = holdsOf(*log.now().freed->front());
    QCOMPARE(all.size(), size_t(rounds));
    for (int round = 1; round <= rounds; ++round) {
        const Hold &hold = all[size_t(round - 1)];
        QCOMPARE(hold.holder->token, m_hex + QByteArray::number(round));
        QVERIFY(hold.end == HoldEnd::Released && hold.deadlineChanges.empty() && hold.beginIsSeen);
    }
    const auto statistics = holdStatistics(*log.now().freed->front(), log.now().takenAt);
    QCOMPARE(statistics->released, qint64(rounds));
    QVERIFY(*statistics->median <= *statistics->percentile99);
    QVERIFY(*statistics->percentile99 <= *statistics->longest);
}

void TestWatchFacts::thereIsNoPaceOfHoldsBeforeAMinuteWasSeen()
{
    m_server->run({"SET", "lock:a", m_hex, "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"SET", "lock:a", m_hex + "b", "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "lock:a") == 1; }));
    const auto json = jsonOf(log, "locks", "lock:a")[u"statistics"].toObject();
    QCOMPARE(json[u"holds"], QJsonValue(2));
    QVERIFY(json.contains(u"holdsPerMinute"));
    // One hold began; nobody knows yet how many there are in a minute.
    const bool isEarly = json[u"sinceMs"].toDouble() < 60'000;
    QVERIFY2(json[u"holdsPerMinute"].isNull() == isEarly,
        qPrintable(json[u"holdsPerMinute"].toVariant().toString()));
}

void TestWatchFacts::aCounterThatStopsHasNoRate()
{
    m_server->run({"SET", "page_view", "1000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto rate = [&] {
        return changePerSecond(*log.item("page_view"), std::chrono::steady_clock::now());
    };
    for (int i = 1; i <= 20; ++i) {
        m_server->run({"INCRBY", "page_view", "10"});
        QVERIFY(log.waitFor([&] { return log.value("page_view") == 1000 + 10 * i; }));
    }
    QVERIFY(rate() > 0);
    const auto item = log.item("page_view");
    QVERIFY(log.waitFor([&] { return rate() == 0; })); // nothing is sent, so time must tell
    QCOMPARE(log.item("page_view"), item);
}

void TestWatchFacts::thereIsNoRateAcrossAGap_data()
{
    QTest::addColumn<bool>("isCut");
    QTest::newRow("the connection is lost") << true;
    QTest::newRow("the network falls silent") << false;
}

// While nothing is seen a counter goes up by a million; what is seen goes up by ones.
void TestWatchFacts::thereIsNoRateAcrossAGap()
{
    QFETCH(const bool, isCut);
    m_server->run({"SET", "page_view", "1"});
    FaultyRelay relay(m_server->socketPath());
    WatchLog log(relay.endpoint());
    double largest = 0;
    connect(&log.watch(), &Watch::updated, this, [&] {
        if (const auto item = log.item("page_view"))
            largest = std::max(largest, changePerSecond(*item, seenUntil(log.now())));
    });
    QVERIFY(log.startAndWait());
    for (int i = 2; i <= 4; ++i) {
        m_server->run({"INCR", "page_view"});
        QVERIFY(log.waitFor([&] { return log.value("page_view") == i; }));
    }
    if (isCut) {
        relay.refuse(true);
        relay.cutAllNow();
    } else {
        relay.hold(FaultyRelay::Way::Requests);
        relay.hold(FaultyRelay::Way::Replies);
    }
    QVERIFY(log.waitFor([&] { return log.status().unseenSince.has_value(); }));
    m_server->run({"INCRBY", "page_view", "1000000"});
    relay.refuse(false);
    relay.resume();
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 1'000'004; }));
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 1'000'005; }));
    QVERIFY2(largest <= 4, QByteArray::number(largest));
}

void TestWatchFacts::thereIsNoRateAcrossARestartThatLostTheData()
{
    m_server->run({"SET", "page_view", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"INCR", "page_view"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 60001; }));
    m_server->kill9();
    m_server->restart();
    m_server->run({"SET", "page_view", "5"});
    QVERIFY(log.waitFor([&] { return log.value("page_view") == 5; }));
    QCOMPARE(changePerSecond(*log.item("page_view"), log.now().takenAt), 0.0);
    // What follows within a moment is one point of the series.
    double rate = 0;
    int more = 0;
    while (rate == 0 && more < 200) {
        m_server->run({"INCR", "page_view"});
        ++more;
        QVERIFY(log.waitFor([&] { return log.value("page_view") == 5 + more; }));
        rate = changePerSecond(*log.item("page_view"), log.now().takenAt);
    }
    QVERIFY2(rate > 0 && rate <= more, qPrintable(QString::number(rate)));
}

void TestWatchFacts::aWindowThatIsOverIsGone()
{
    const QTemporaryDir folder;
    QFile rules(folder.filePath(QStringLiteral("rules.json")));
    QVERIFY(rules.open(QIODevice::WriteOnly));
    rules.write(R"({"rules":[{"glob":"@upstash/ratelimit:*","limit":10}]})");
    rules.close();
    const auto catalogue = Catalogue::load(rules.fileName());
    QVERIFY(catalogue);
    // The sliding window of Upstash keeps the window before for as long again.
    const auto number = serverMs() / 5000;
    const QByteArray before = "@upstash/ratelimit:u:" + QByteArray::number(number - 1);
    const QByteArray present = "@upstash/ratelimit:u:" + QByteArray::number(number + 1);
    m_server->run({"SET", before, "10", "PX", "60000"});
    m_server->run({"SET", present, "10", "PX", "60000"});
    Watch watch(m_server->endpoint(), *catalogue);
    WatchLog log(&watch);
    QVERIFY(log.startAndWait());
    QVERIFY(!log.item(before));
    QVERIFY(log.item(present));
    QCOMPARE(bucketState(*log.item(present)), BucketState::Exhausted);
    QVERIFY(log.waitFor([&] { return !log.item(present); })); // nobody touches it meanwhile
    QVERIFY(serverMs() >= (number + 2) * 5000);
    QCOMPARE(m_server->run({"EXISTS", present}).integer, 1);
}

void TestWatchFacts::aLimitThatNobodyTellsIsUnknown()
{
    m_server->run({"SET", "login:10.0.0.0", "20", "EX", "60"});
    m_server->run({"HSET", "@upstash/ratelimit:bob", "tokens", "7", "refilledAt",
        QByteArray::number(serverMs())});
    m_server->run({"PEXPIRE", "@upstash/ratelimit:bob", "60000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto login = jsonOf(log, "buckets", "login:10.0.0.0");
    QCOMPARE(login[u"state"].toString(), QStringLiteral("unknown"));
    QVERIFY(login[u"limit"].isNull());
    const auto bob = jsonOf(log, "buckets", "@upstash/ratelimit:bob");
    QCOMPARE(bob[u"state"].toString(), QStringLiteral("unknown"));
    QCOMPARE(bob[u"remaining"].toDouble(), 7.0);
    QVERIFY(snapshotToJson(log.now())[u"problems"].toArray().isEmpty());
}

void TestWatchFacts::aLimiterThatLostItsTtlBeforeWeCameIsImmortal()
{
    const QByteArrayList limiters{"ratelimit:user:99", "app:ratelimit:login:10.0.0.7",
        "throttle:login:bob@example.com", "ratelimiter/7/search"};
    // Sums, settings and numbers that nothing names as limits.
    const QByteArrayList others{"ratelimit:hits:99", "ratelimit:99:total", "ratelimit:config:2",
        "ratelimit:default", "ratelimit:2:max", "stats:throttled:7", "ratelimit:7:rejected",
        "limit:user:7", "rate:usd:7", "user:99:points", "page_view"};
    for (const QByteArray &key : limiters + others)
        m_server->run({"SET", key, "61"});
    m_server->run({"SET", "ratelimit:user:1", "3", "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (const QByteArray &key : limiters) {
        const auto limiter = jsonOf(log, "buckets", key);
        QVERIFY2(limiter[u"state"] == QJsonValue(u"immortal"_qs), key);
        QVERIFY2(limiter[u"confidence"] == QJsonValue(u"certain"_qs), key);
        const QJsonArray problems = snapshotToJson(log.now())[u"problems"].toArray();
        QVERIFY2(
            std::any_of(problems.begin(), problems.end(),
                [&](const QJsonValue &each) { return each[u"key"].toString().toUtf8() == key; }),
            key);
    }
    QCOMPARE(jsonOf(log, "buckets", "ratelimit:user:1")[u"state"], QJsonValue(u"unknown"_qs));
    for (const QByteArray &key : others)
        QVERIFY2(jsonOf(log, "buckets", key).isEmpty(), key);
}

void TestWatchFacts::whatIsOnlyPossibleSaysSo()
{
    m_server->run({"SET", "cart:7:items", "3", "PX", "600000"}); // no limit at all
    m_server->run({"SET", "ratelimit:user:1", "3", "PX", "600000"});
    m_server->run({"SET", "lock:plain", "somebody", "PX", "600000"});
    m_server->run({"SET", "lock:a", m_uuid + '1', "PX", "600000"});
    m_server->run({"SET", "page_view", "3"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto confidence = [&](const char *list, const QByteArray &key) {
        return jsonOf(log, list, key)[u"confidence"].toString();
    };
    QCOMPARE(confidence("buckets", "cart:7:items"), u"possible"_qs);
    QCOMPARE(confidence("buckets", "ratelimit:user:1"), u"certain"_qs);
    QCOMPARE(confidence("locks", "lock:plain"), u"possible"_qs);
    QCOMPARE(confidence("locks", "lock:a"), u"certain"_qs);
    QCOMPARE(confidence("counters", "page_view"), u"certain"_qs);
}

void TestWatchFacts::randomDigitsAreNoTimeBasedToken()
{
    // Version 1 and variant 10, and a time of the year 2050, of 1700, of 2001.
    const QByteArrayList random{"7c0f4000d2cf1c09a5a30242ac110002",
        "00000000555511ff800000aabbccddee",
        uuid1(std::chrono::system_clock::time_point(std::chrono::hours(24 * 366 * 31)), 3)};
    for (qsizetype i = 0; i < random.size(); ++i)
        m_server->run({"SET", "lock:" + QByteArray::number(i), random[i], "PX", "600000"});
    m_server->run({"SET", "lock:real", uuid1(std::chrono::system_clock::now(), 4), "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    for (qsizetype i = 0; i < random.size(); ++i) {
        const auto item = log.item("lock:" + QByteArray::number(i));
        QVERIFY(item);
        QVERIFY2(item->format->library() != u"redis-py", random[i]);
        QVERIFY(!item->heldSince && item->reading.holder->host.isEmpty());
    }
    QCOMPARE(log.item("lock:real")->format->library(), QStringLiteral("redis-py"));
}

void TestWatchFacts::theLibraryOfALockFollowsItsTokens()
{
    const QByteArray time = uuid1(std::chrono::system_clock::now(), 5);
    m_server->run({"SET", "lock:k", time, "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.item("lock:k")->format->library(), QStringLiteral("redis-py"));
    m_server->run({"SET", "lock:k", m_hex, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.token("lock:k") == m_hex; }));
    QVERIFY(log.item("lock:k")->format->library() != u"redis-py");
    QVERIFY(log.journal().back().library != u"redis-py");
    QCOMPARE(log.count(Kind::HandedOver, "lock:k"), 1);
    m_server->run({"DEL", "lock:k"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "lock:k") == 1; }));
    m_server->run({"SET", "lock:k", time, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.token("lock:k") == time; }));
    QCOMPARE(log.item("lock:k")->format->library(), QStringLiteral("redis-py"));
    QCOMPARE(holdsOf(*log.item("lock:k")).size(), size_t(3));
}

void TestWatchFacts::aNumberThatLooksLikeADateIsNoDailyCounter()
{
    for (const char *key : {"ratelimit:200011", "ratelimit:209999", "rl:20250101"})
        m_server->run({"SET", key, "1", "EX", "3600"});
    for (const char *key : {"users:20250101", "users:2025-1-1", "sales.2025_12_31"})
        m_server->run({"SET", key, "1"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.now().buckets->size(), size_t(3));
    QCOMPARE(log.now().counters->size(), size_t(3));
}

void TestWatchFacts::theSettingsOfBottleneckAreNoLock()
{
    m_server->run({"HSET", "b_mailer_settings", "running", "0", "maxConcurrent", "2"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"HINCRBY", "b_mailer_settings", "running", "1"});
    QVERIFY(log.waitFor([&] { return log.value("b_mailer_settings") == 1; }));
    QVERIFY(log.now().locks->empty());
    QVERIFY(log.journal().empty());
    QCOMPARE(log.item("b_mailer_settings")->reading.limit, std::optional<double>(2));
}

void TestWatchFacts::aPermitIsNotHandedOverWhileOthersHold()
{
    const auto permit = [&](int number) { return m_uuid + QByteArray::number(number); };
    const auto add = [&](int number) {
        return Command{"ZADD", "semaphore:jobs", QByteArray::number(serverMs()), permit(number)};
    };
    for (int i = 1; i <= 3; ++i)
        m_server->run(add(i));
    m_server->run({"PEXPIRE", "semaphore:jobs", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.count(Kind::Appeared, "semaphore:jobs"), 3);
    QCOMPARE(jsonOf(log, "locks", "semaphore:jobs")[u"permits"].toArray().size(), 3);
    m_server->runAll({{"MULTI"}, {"ZREM", "semaphore:jobs", permit(2)}, add(4), {"EXEC"}});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "semaphore:jobs") == 1; }));
    QCOMPARE(log.count(Kind::HandedOver), 0);
    QCOMPARE(log.count(Kind::Released, "semaphore:jobs"), 1);
    const auto &journal = log.journal();
    QCOMPARE(journal[journal.size() - 2].holder->token, permit(2));
    QCOMPARE(journal.back().holder->token, permit(4));
    QCOMPARE(holdsOf(*log.item("semaphore:jobs")).size(), size_t(4));
    m_server->run({"DEL", "semaphore:jobs"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "semaphore:jobs") == 4; }));
}

void TestWatchFacts::aPermitThatEndsByItselfIsSeen()
{
    // Scores are when a permit ends; no command tells of it when one does.
    const auto ends = [&](qint64 ms) { return QByteArray::number(serverMs() + ms); };
    m_server->run({"ZADD", "lock:permits", ends(6000), m_uuid + '1', ends(600'000), m_uuid + '2'});
    m_server->run({"PEXPIRE", "lock:permits", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto &first = log.journal().front(); // and its own time is told, not that of the key
    QCOMPARE(first.kind, Kind::Appeared);
    QCOMPARE(first.holder->token, m_uuid + '1');
    QVERIFY(first.ttlAfter && *first.ttlAfter <= 6s);
    QVERIFY(log.waitFor([&] { return log.count(Kind::Expired, "lock:permits") == 1; }));
    QCOMPARE(log.journal().back().holder->token, m_uuid + '1');
    QCOMPARE(log.value("lock:permits"), std::optional<double>(1));
}

// The look at the first one comes so late that the next ones have ended as well.
void TestWatchFacts::permitsThatEndOneAfterTheOtherAreNotReleased()
{
    const auto ends = [&](qint64 ms) { return QByteArray::number(serverMs() + ms); };
    m_server->run({"ZADD", "lock:permits", ends(6000), m_uuid + '1', ends(6050), m_uuid + '2',
        ends(6100), m_uuid + '3', ends(600'000), m_uuid + '4'});
    FaultyRelay relay(m_server->socketPath());
    WatchLog log(relay.endpoint());
    relay.delay(100ms);
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.value("lock:permits") == std::optional<double>(1); }));
    QCOMPARE(log.count(Kind::Expired, "lock:permits"), 3);
    QCOMPARE(log.count(Kind::Released), 0);
}

void TestWatchFacts::aShortLeaseIsNeverImmortal_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<int>("perSecond"); // of the unit of the scores
    QTest::addColumn<bool>("isCertain");
    QTest::newRow("as redis-semaphore names its keys")
        << QByteArray("semaphore:x") << 1000 << false;
    QTest::newRow("a library whose keys have no TTL here")
        << QByteArray("limit_conn:x") << 1 << true;
}

// One reading does not tell whether a score is when the lease ends, or when it was taken by a clock
// that is ahead; and neither lasts for ever, though the key has no TTL.
void TestWatchFacts::aShortLeaseIsNeverImmortal()
{
    QFETCH(const QByteArray, key);
    QFETCH(const int, perSecond);
    QFETCH(const bool, isCertain);
    const auto score = [&] {
        return QByteArray::number((serverMs() + 4'500) * perSecond / 1000.0, 'f', 3);
    };
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"ZADD", key, score(), m_uuid + "1"});
    QVERIFY(log.waitFor([&] { return bool(log.item(key)); }));
    const auto told = jsonOf(log, "locks", key);
    QCOMPARE(told[u"state"], QJsonValue(u"held"_qs));
    QCOMPARE(told[u"confidence"], QJsonValue(isCertain ? u"certain"_qs : u"possible"_qs));
    const auto left = told[u"permits"].toArray().at(0)[u"ttlMs"].toDouble();
    QVERIFY2(left > 0 && left <= 4'500, qPrintable(QString::number(left)));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Expired, key) == 1; }));
}

void TestWatchFacts::readersOfALockHoldItSideBySide()
{
    const auto reader = [&](int number) { return m_uuid + QByteArray::number(number) + ":7"; };
    m_server->run({"HSET", "book", "mode", "read", reader(1), "1"});
    m_server->run({"PEXPIRE", "book", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"HSET", "book", reader(2), "1"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, "book") == 1; }));
    QCOMPARE(log.journal().back().holder->token, reader(2));
    m_server->run({"HDEL", "book", reader(1)});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, "book") == 1; }));
    QCOMPARE(log.journal().back().holder->token, reader(1));
    QCOMPARE(log.count(Kind::HandedOver), 0);
    QCOMPARE(log.count(Kind::Renewed), 0);
}

void TestWatchFacts::hostileNumbersMakeNoTimes()
{
    m_server->run({"SET", "LIMITS:LIMITER/u/1/1000000/year", "1", "EX", "100"});
    m_server->run({"HSET", "limiter", "rate", "5", "interval", "9223372036854775807", "type", "0"});
    m_server->run({"ZADD", "lock:far", "-9e18", "a", "9e18", "b", "+inf", "c"});
    m_server->run({"SET", "ratelimit:9999999999999:minute", "1", "EX", "100"});
    m_server->run({"ZADD", "rl:log", "8999999999", "8999999999"});
    m_server->run({"PEXPIRE", "rl:log", "3155000000000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto century = std::chrono::hours(24 * 36'525);
    for (const auto &items : {log.now().buckets, log.now().locks}) {
        for (const ItemPtr &item : *items)
            QVERIFY2(item->reading.window.value_or(0ms) <= century, item->key);
    }
    QVERIFY(!snapshotToJson(log.now()).isEmpty());
}

void TestWatchFacts::waitersOfALockAreCounted()
{
    m_server->run({"HSET", "crown", m_uuid + "1:42", "1"});
    m_server->run({"PEXPIRE", "crown", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    BlockingClient waiter(m_server->socketPath());
    waiter.run({"SUBSCRIBE", "redisson_lock__channel:{crown}"});
    QVERIFY(log.waitFor([&] { return log.item("crown")->reading.waiters == 1; }));
    const auto waited = [&] {
        return holdStatistics(*log.item("crown"), std::chrono::steady_clock::now())->waited;
    };
    QVERIFY(log.waitFor([&] { return waited() >= 200ms; }));
    waiter.close();
    QVERIFY(log.waitFor([&] { return log.item("crown")->reading.waiters.value_or(0) == 0; }));
    const auto later = std::chrono::steady_clock::now() + 1h; // it does not go on without anybody
    QVERIFY(holdStatistics(*log.item("crown"), later)->waited < 30min);
}

void TestWatchFacts::theFirstSnapshotKnowsTheWaiters()
{
    for (const char *key : {"crown", "ring"}) {
        m_server->run({"HSET", key, m_uuid + "1:42", "1"});
        m_server->run({"PEXPIRE", key, "600000"});
    }
    BlockingClient waiter(m_server->socketPath());
    waiter.run({"SUBSCRIBE", "redisson_lock__channel:{crown}"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.item("crown")->reading.waiters, CompactOptional<int>(1));
    QCOMPARE(log.item("ring")->reading.waiters, CompactOptional<int>(0));
}

// Each waiter of Redisson's fair lock listens to a channel of its own, so nobody listens to that of
// the lock.
void TestWatchFacts::aQueueOfWaitersIsNotOverruledByTheChannel()
{
    for (const char *key : {"crown", "fair"}) {
        m_server->run({"HSET", key, m_uuid + "1:42", "1"});
        m_server->run({"PEXPIRE", key, "600000"});
    }
    const auto waitUntil = [this](qint64 inMs) { // when it will have given up
        m_server->run({"ZADD", "redisson_lock_timeout:{fair}",
            QByteArray::number(serverMs() + inMs), m_uuid + "2:7"});
    };
    waitUntil(600'000);
    m_server->run({"RPUSH", "redisson_lock_queue:{fair}", m_uuid + "2:7"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    BlockingClient waiter(m_server->socketPath());
    waiter.run({"SUBSCRIBE", "redisson_lock__channel:{crown}"});
    QVERIFY(log.waitFor([&] { return log.item("crown")->reading.waiters == 1; }));
    QCOMPARE(log.item("fair")->reading.waiters, CompactOptional<int>(1));
    waitUntil(1'500); // crashes, and stays in the queue
    QVERIFY(log.waitFor([&] { return log.item("fair")->reading.waiters == 0; }));
}

// As Redisson does: whoever waits listens to the channel, whoever holds it is a field of the hash.
void TestWatchFacts::waitersAreKnownOfALockThatChangesHandsAllTheTime()
{
    BlockingClient waiter(m_server->socketPath());
    waiter.run({"SUBSCRIBE", "redisson_lock__channel:{crown}"});
    int number = 0;
    const auto acquire = [&] {
        m_server->runAll(
            {{"HSET", "crown", m_uuid + QByteArray::number(++number % 10) + ":42", "1"},
                {"PEXPIRE", "crown", "600000"}});
    };
    acquire();
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] {
        const auto item = log.item("crown");
        return item && item->reading.waiters == 1;
    }));
    const auto counted = std::chrono::steady_clock::now();
    for (int i = 0; i < 60; ++i) {
        const auto before = log.token("crown");
        m_server->run({"DEL", "crown"});
        if (i % 2 == 0) // else it is handed over
            QVERIFY(log.waitFor([&] { return !log.item("crown"); }));
        acquire();
        QVERIFY(log.waitFor([&] { return log.item("crown") && log.token("crown") != before; }));
        // After a gap, which a machine that stands still can make, they are counted anew.
        if (log.count(Kind::Unseen) > 0)
            QVERIFY(log.waitFor([&] { return log.item("crown")->reading.waiters == 1; }));
        QCOMPARE(log.item("crown")->reading.waiters, std::optional<int>(1));
    }
    // Waiting is told in whole milliseconds.
    const auto known = std::chrono::floor<Milliseconds>(std::chrono::steady_clock::now() - counted);
    const auto waited = [&] {
        return holdStatistics(*log.item("crown"), std::chrono::steady_clock::now())->waited;
    };
    // Nobody knows whether it was waited in a gap.
    if (log.count(Kind::Unseen) == 0)
        QVERIFY2(waited() >= known,
            QByteArray::number(waited().count()) + " of " + QByteArray::number(known.count()));
    // The wait ends with the count that finds nobody, also where that is made while it is free.
    m_server->run({"DEL", "crown"});
    QVERIFY(log.waitFor([&] { return !log.item("crown"); }));
    waiter.close();
    // It is shown as free for ten seconds only, which may be too short for a count.
    QVERIFY(log.waitFor([&] {
        return log.now().freed->empty() || !log.now().freed->front()->holds->totals.waitingSince;
    }));
    acquire();
    QVERIFY(log.waitFor(
        [&] { return log.item("crown") && !log.item("crown")->holds->totals.waitingSince; }));
}

// The feed was narrowed when they were taken, and announces them when it is tried as a whole again.
void TestWatchFacts::aLockThatWasTakenUnheardIsNotToldAsAcquired()
{
    m_server->run({"SET", "lock:a", m_hex, "PX", "600000"});
    WatchOptions options;
    options.feedBudget = 100;
    options.inventoryEvery = 15s; // with time between two passes on a busy machine, too
    options.widenEvery = 0ms;
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    int number = 0;
    const auto write = [&](int count, const QByteArray &prefix, const QByteArray &suffix,
                           const QByteArray &value) {
        std::vector<Command> writes;
        for (int i = 0; i < count; ++i)
            writes.push_back(
                {"SET", prefix + QByteArray::number(++number) + suffix, value, "PX", "600000"});
        m_server->runAll(writes);
    };
    const auto isNarrowed = [&](Instant since) {
        return log.waitFor([&] { return log.now().takenAt > since; })
            && !log.status().droppedPrefixes.isEmpty();
    };
    constexpr int locks = 300;
    int first = 0;
    bool areUnheard = false;
    while (!areUnheard) {
        QVERIFY(log.waitFor([&] {
            write(300, "cache:", {}, "not ours, at all");
            return !log.status().droppedPrefixes.isEmpty();
        }));
        first = number + 1;
        write(locks, "seat", ":mutex", m_hex);
        areUnheard = isNarrowed(std::chrono::steady_clock::now());
    }
    log.forgetJournal();
    const auto areAllThere = [&] {
        for (int i = first; i < first + locks; ++i) {
            if (!log.item("seat" + QByteArray::number(i) + ":mutex"))
                return false;
        }
        return true;
    };
    // Again and again, but not so fast that the pass has no time for anything else.
    QElapsedTimer sinceRenewed;
    QVERIFY(log.waitFor([&] {
        if (sinceRenewed.isValid() && !sinceRenewed.hasExpired(300))
            return areAllThere();
        std::vector<Command> renewals;
        for (int i = first; i < first + locks; ++i)
            renewals.push_back({"PEXPIRE", "seat" + QByteArray::number(i) + ":mutex", "600000"});
        m_server->runAll(renewals);
        sinceRenewed.start();
        return areAllThere();
    }));
    QCOMPARE(log.count(Kind::Acquired), 0);
    for (int i = first; i < first + locks; ++i)
        QVERIFY(!log.item("seat" + QByteArray::number(i) + ":mutex")->beginIsSeen);
}

void TestWatchFacts::partsOfWhatIsNoObjectAnyMoreAreNotCounted()
{
    const QByteArray bucket = "request_rate_limiter.{bob}.tokens";
    m_server->run({"SETEX", bucket, "600", "7"});
    m_server->run({"SETEX", "request_rate_limiter.{bob}.timestamp", "600", "1700000000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QVERIFY(log.waitFor([&] { return log.status().keysWatched == 2; }));
    m_server->run({"DEL", bucket});
    m_server->run({"RPUSH", bucket, "not", "ours"});
    QVERIFY(log.waitFor([&] { return log.status().objects == 0; }));
    QVERIFY(log.waitFor([&] { return log.status().keysWatched == 0; }, 20s));
}

void TestWatchFacts::aSnapshotSaysWhenAndWhere()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto json = snapshotToJson(log.now());
    const auto at = QDateTime::fromString(json[u"at"].toString(), Qt::ISODateWithMs);
    QVERIFY(at.isValid());
    QVERIFY(std::abs(at.secsTo(QDateTime::currentDateTimeUtc())) < 600);
    QCOMPARE(json[u"server"][u"address"].toString(), m_server->endpoint().display());
}

QTEST_GUILESS_MAIN(TestWatchFacts)
#include "tst_watchfacts.moc"
