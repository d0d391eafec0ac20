#include "core/demo/demoshop.h"
#include "tests/support/testserver.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

const QString uuid =
    QStringLiteral("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
const QString uuid1Hex = QStringLiteral("[0-9a-f]{12}1[0-9a-f]{3}[89ab][0-9a-f]{15}");

bool matches(const QByteArray &text, const QString &pattern)
{
    const QRegularExpression whole(QRegularExpression::anchoredPattern(pattern),
        QRegularExpression::DotMatchesEverythingOption); // a newline is a byte like any other
    return whole.match(QString::fromLatin1(text)).hasMatch();
}

} // namespace

class DemoShopTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fillsTheScreenWithinMoments();
    void makesEveryKeyInItsLibrarysFormat_data();
    void makesEveryKeyInItsLibrarysFormat();
    void keepsAboutAHundredUsersOnline();
    void countsTheSameUsersInSetSortedSetAndBitmap();
    void gcraAgreesWithItsOwnTtl();
    void permitsOfRedissonAreTakenAndGivenBack();
    void exhaustsALimitNowAndThen();
    void oneJavaProcessWaitsForTheOther();
    void theRedissonLockIsReenteredRenewedAndHandedOver();
    void activeMailsHaveTheirLock();
    void theOrphansDeadlineMovesUp();
    void theOrphansTokenIsHoursOld();
    void theCrashedHoldersLockExpiresAndIsTakenByAnother();
    void doesNotPileUpKeys();
    void stopsPromptly();
    void canBeDestroyedBeforeItIsOpen();
    void saysWhenTheServerIsGone();
    void saysWhenThereIsNoServer();
    void startsAgainOnTheSameServer();

private:
    static DemoShop::Options fast(double speed) { return {speed, 7}; }
    static QByteArrayList keys(TestServer &server, const QByteArray &glob);
    static QByteArray get(TestServer &server, const QByteArray &key);
};

QByteArrayList DemoShopTest::keys(TestServer &server, const QByteArray &glob)
{
    QByteArrayList found;
    for (const Reply &key : server.run({"KEYS", glob}).elements)
        found.append(key.text);
    return found;
}

QByteArray DemoShopTest::get(TestServer &server, const QByteArray &key)
{
    return server.run({"GET", key}).text;
}

void DemoShopTest::fillsTheScreenWithinMoments()
{
    const QByteArrayList counters{"online_users", "presence:room:7", "online:users",
        "online:bitmap", "page_view", "visitors:hll:*", "peter:*"};
    const QByteArrayList buckets{"rlflx:login:*", "rate:{api}:search", "rate:{api}:checkout",
        "LIMITS:LIMITER/alice/*", "LIMITS:LIMITER/erin/*", "request_rate_limiter.{bob}.tokens",
        "payments:limiter", "limit:*", "203.0.113.7:*"};
    const QByteArrayList locks{"lock:order:*", "myLock", "job-lock:default:nightly-report",
        "bull:mail:*:lock", "PHPREDIS_SESSION:*_LOCK", "orders-registry:*", "lock:shipment:7",
        "lock:stuck", "lock:invoice", "printers"};
    TestServer server;
    DemoShop shop(server.endpoint(), {});
    QElapsedTimer sinceStart;
    sinceStart.start();
    shop.start();
    for (const QByteArray &glob : counters + buckets + locks)
        QTRY_VERIFY2_WITH_TIMEOUT(!keys(server, glob).isEmpty(), glob.constData(), 2000);
    qInfo("filled after %lld ms", sinceStart.elapsed());
    // 300 ms are promised; the rest is for a machine that is busy with other tests.
    QVERIFY(sinceStart.elapsed() < 1000);
}

void DemoShopTest::makesEveryKeyInItsLibrarysFormat_data()
{
    QTest::addColumn<QByteArray>("glob");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QString>("value"); // of a string; field of a hash; first element of a list
    QTest::addColumn<qint64>("longestTtl"); // ms; -1: has none

    const auto row = [](const char *name, const char *glob, const char *type, const QString &value,
                         qint64 ttl) {
        QTest::newRow(name) << QByteArray(glob) << QByteArray(type) << value << ttl;
    };
    const QString integer = QStringLiteral("\\d+");
    const QString any = QStringLiteral(".*");
    const QString today = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy.M.d"));
    const qint64 days = 48LL * 3600 * 1000;
    row("users online", "online_users", "string", integer, -1);
    row("page views", "page_view", "string", integer, -1);
    row("room", "presence:room:7", "set", any, -1);
    row("heartbeats", "online:users", "zset", any, -1);
    row("bitmap", "online:bitmap", "string", any, -1);
    row("visitors", "visitors:hll:*", "string", QStringLiteral("HYLL.*"), days);
    row("visits of a day", qPrintable(QStringLiteral("peter:") + today), "string", integer, days);
    row("rate-limiter-flexible", "rlflx:login:*", "string", integer, 20'000);
    row("redis_rate", "rate:{api}:search", "string", QStringLiteral("\\d{9}\\.\\d+"), 61'000);
    row("Flask-Limiter", "LIMITS:LIMITER/alice/search/10/1/minute", "string", integer, 60'000);
    row("Flask-Limiter, moving", "LIMITS:LIMITER/erin/export/8/1/minute", "list",
        QStringLiteral("\\d{10}\\.\\d{3}"), 60'000);
    row("gateway tokens", "request_rate_limiter.{bob}.tokens", "string", integer, 40'000);
    row("gateway time", "request_rate_limiter.{bob}.timestamp", "string", QStringLiteral("\\d{10}"),
        40'000);
    row("RRateLimiter", "payments:limiter", "hash", QStringLiteral("rate|interval|type"), -1);
    row("RRateLimiter value", "{payments:limiter}:value", "string", integer, -1);
    row("RRateLimiter permits", "{payments:limiter}:permits", "zset", any, -1);
    row("counter of a second", "203.0.113.7:*", "string", integer, 10'000);
    row("sliding log", "limit:mary", "zset", QStringLiteral("\\d{16}"), 30'000);
    row("redis-py lock", "lock:order:*", "string", uuid1Hex, 10'000);
    row("RLock", "myLock", "hash", uuid + QStringLiteral(":\\d+"), 9000);
    row("ShedLock", "job-lock:default:nightly-report", "string",
        QStringLiteral("ADDED:\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z@[^:@]+:") + uuid,
        30'000);
    row("BullMQ job lock", "bull:mail:*:lock", "string", uuid + QStringLiteral(":\\d+"), 10'000);
    row("phpredis session", "PHPREDIS_SESSION:*_LOCK", "string", QStringLiteral("[^|]+\\|\\d+"),
        30'000);
    row("Spring Integration", "orders-registry:*", "string", uuid, 60'000);
    row("crashed holder", "lock:shipment:7", "string", uuid1Hex, 10'000);
    row("orphan", "lock:invoice", "string", uuid1Hex, 2000);
    row("without TTL", "lock:stuck", "string", QStringLiteral("zhuge"), -1);
    row("permits left", "printers", "string", QStringLiteral("[0-4]"), -1);
    row("permits taken", "{printers}:timeout", "zset", any, -1);
}

void DemoShopTest::makesEveryKeyInItsLibrarysFormat()
{
    QFETCH(QByteArray, glob);
    QFETCH(QByteArray, type);
    QFETCH(QString, value);
    QFETCH(qint64, longestTtl);
    TestServer server;
    DemoShop shop(server.endpoint(), fast(5));
    shop.start();

    // A lock may be gone between two questions, so they are asked in one transaction.
    static const QByteArray look = R"(
        local key = redis.call('KEYS', ARGV[1])[1]
        if not key then return {} end
        local type = redis.call('TYPE', key).ok
        local read = {string = 'GET', hash = 'HKEYS', list = 'LRANGE', set = 'SMEMBERS', zset = 'ZRANGE'}
        local value
        if type == 'list' or type == 'zset' then
            value = redis.call(read[type], key, 0, 0)
        else
            value = redis.call(read[type], key)
        end
        if type ~= 'string' then value = value[1] end
        return {type, value, redis.call('PTTL', key)})";
    Reply seen;
    const auto isThere = [&] {
        seen = server.run({"EVAL", look, "0", glob});
        return seen.elements.size() == 3;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isThere(), 5000);
    QCOMPARE(seen.elements[0].text, type);
    if (value != QStringLiteral(".*"))
        QVERIFY2(matches(seen.elements[1].text, value), seen.elements[1].text.constData());
    const qint64 ttl = seen.elements[2].integer;
    if (longestTtl < 0)
        QCOMPARE(ttl, qint64(-1));
    else
        QVERIFY2(ttl > 0 && ttl <= longestTtl, QByteArray::number(ttl).constData());
}

void DemoShopTest::keepsAboutAHundredUsersOnline()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(50));
    shop.start();
    QTRY_VERIFY_WITH_TIMEOUT(get(server, "online_users").toInt() >= 90, 5000);
    QSet<int> seen;
    const auto enough = [&] {
        const int online = get(server, "online_users").toInt();
        seen.insert(online);
        return seen.size() > 12 || online < 50 || online > 150;
    };
    QTRY_VERIFY_WITH_TIMEOUT(enough(), 10'000);
    for (const int online : std::as_const(seen))
        QVERIFY2(online >= 50 && online <= 150, QByteArray::number(online).constData());
}

void DemoShopTest::countsTheSameUsersInSetSortedSetAndBitmap()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(1));
    shop.start();
    static const QByteArray differences = R"(
        local online = tonumber(redis.call('GET', 'online_users') or '0')
        local bits = redis.call('BITCOUNT', 'online:bitmap')
        local seen = redis.call('ZCARD', 'online:users')
        return {online, bits - online, seen - online})";
    // Each of them is written on its own, so they may be one or two apart for a moment. Those who
    // left without logging out are still in the sorted set.
    const auto agree = [&] {
        const Reply reply = server.run({"EVAL", differences, "0"});
        return reply.elements.size() == 3 && reply.elements[0].integer >= 90
            && reply.elements[1].integer == 0 && std::abs(reply.elements[2].integer) < 20;
    };
    QTRY_VERIFY_WITH_TIMEOUT(agree(), 5000);
    QVERIFY(server.run({"SCARD", "presence:room:7"}).integer > 10);
    QVERIFY(keys(server, "visitors:hll:*").size() == 1);
    QVERIFY(server.run({"PFCOUNT", keys(server, "visitors:hll:*").value(0)}).integer > 80);
}

void DemoShopTest::gcraAgreesWithItsOwnTtl()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(10));
    shop.start();
    QTRY_VERIFY_WITH_TIMEOUT(!get(server, "rate:{api}:search").isEmpty(), 5000);
    static const QByteArray difference = R"(
        local clock = redis.call('TIME')
        local now = clock[1] - 1483228800 + clock[2] / 1000000
        return tostring(redis.call('GET', KEYS[1]) - now - redis.call('PTTL', KEYS[1]) / 1000))";
    const double seconds =
        server.run({"EVAL", difference, "1", "rate:{api}:search"}).text.toDouble();
    QVERIFY2(std::abs(seconds) < 1.1, QByteArray::number(seconds).constData());
}

void DemoShopTest::permitsOfRedissonAreTakenAndGivenBack()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(2));
    shop.start();
    // What is left and what is out add up to the whole, at every moment.
    static const QByteArray sums = R"(
        local out = 0
        for _, member in ipairs(redis.call('ZRANGE', '{payments:limiter}:permits', 0, -1)) do
            local id, permits = struct.unpack('Bc0I', member)
            if #id ~= 16 or #member ~= 21 then return {-1, -1} end
            out = out + permits
        end
        return {out + (redis.call('GET', '{payments:limiter}:value') or 0),
            (redis.call('GET', 'printers') or 0) + redis.call('ZCARD', '{printers}:timeout')})";
    QTRY_VERIFY_WITH_TIMEOUT(server.run({"ZCARD", "{payments:limiter}:permits"}).integer > 0, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(server.run({"ZCARD", "{printers}:timeout"}).integer > 0, 5000);
    QSet<qint64> cards;
    const auto varied = [&] {
        cards.insert(server.run({"ZCARD", "{printers}:timeout"}).integer);
        return cards.size() >= 3;
    };
    QTRY_VERIFY_WITH_TIMEOUT(varied(), 10'000);
    const Reply reply = server.run({"EVAL", sums, "0"});
    QCOMPARE(reply.elements.at(0).integer, qint64(12));
    QCOMPARE(reply.elements.at(1).integer, qint64(4));
}

void DemoShopTest::exhaustsALimitNowAndThen()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(20));
    shop.start();
    const auto exhausted = [&] {
        for (const QByteArray &key : keys(server, "LIMITS:LIMITER/*/search/10/1/minute")) {
            if (get(server, key).toInt() > 10)
                return true;
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(exhausted(), 20'000);
}

void DemoShopTest::oneJavaProcessWaitsForTheOther()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(5));
    shop.start();
    const auto waiting = [&] {
        return server.run({"PUBSUB", "NUMSUB", "redisson_lock__channel:{myLock}"})
                   .elements.at(1)
                   .integer
            == 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(waiting(), 10'000);
    QVERIFY(server.run({"EXISTS", "myLock"}).integer == 1);
}

void DemoShopTest::theRedissonLockIsReenteredRenewedAndHandedOver()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(20));
    shop.start();
    QSet<QByteArray> holders;
    QSet<QByteArray> depths;
    qint64 lowest = 9000;
    bool renewed = false;
    const auto seenAll = [&] {
        const qint64 ttl = server.run({"PTTL", "myLock"}).integer;
        renewed = renewed || ttl > lowest + 50;
        lowest = ttl > 0 ? std::min(lowest, ttl) : 9000;
        const Reply hash = server.run({"HGETALL", "myLock"});
        if (hash.elements.size() == 2) {
            holders.insert(hash.elements[0].text);
            depths.insert(hash.elements[1].text);
        }
        return renewed && holders.size() == 2 && depths.contains("2");
    };
    QTRY_VERIFY_WITH_TIMEOUT(seenAll(), 20'000);
    QVERIFY(depths.contains("1"));
    QCOMPARE(depths.size(), 2);
}

void DemoShopTest::activeMailsHaveTheirLock()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(20));
    shop.start();
    static const QByteArray stalled = R"(
        local without = 0
        for _, id in ipairs(redis.call('LRANGE', 'bull:mail:active', 0, -1)) do
            if redis.call('EXISTS', 'bull:mail:' .. id .. ':lock') == 0 then without = without + 1 end
        end
        return {without, tonumber(redis.call('GET', 'bull:mail:id') or '0')})";
    const auto manyMails = [&] {
        const Reply reply = server.run({"EVAL", stalled, "0"});
        return reply.elements.at(0).integer != 0 || reply.elements.at(1).integer > 10;
    };
    QTRY_VERIFY_WITH_TIMEOUT(manyMails(), 30'000);
    QCOMPARE(server.run({"EVAL", stalled, "0"}).elements.at(0).integer, qint64(0));
}

void DemoShopTest::theOrphansDeadlineMovesUp()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(1));
    shop.start();
    QTRY_VERIFY_WITH_TIMEOUT(server.run({"EXISTS", "lock:invoice"}).integer == 1, 5000);
    const QByteArray token = get(server, "lock:invoice");
    const qint64 first = server.run({"PEXPIRETIME", "lock:invoice"}).integer;
    // Well past its first lease it is still there, with the same token.
    QTRY_VERIFY_WITH_TIMEOUT(
        server.run({"PEXPIRETIME", "lock:invoice"}).integer > first + 2500, 10'000);
    QCOMPARE(get(server, "lock:invoice"), token);
}

void DemoShopTest::theOrphansTokenIsHoursOld()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(1));
    shop.start();
    QTRY_VERIFY_WITH_TIMEOUT(server.run({"EXISTS", "lock:invoice"}).integer == 1, 5000);
    const QByteArray token = get(server, "lock:invoice");
    // RFC 4122: time_low, time_mid, version and time_hi; 100 ns since 1582-10-15.
    const quint64 ticks =
        (token.mid(13, 3) + token.mid(8, 4) + token.left(8)).toULongLong(nullptr, 16);
    const qint64 began = qint64(ticks / 10'000'000) - 12'219'292'800;
    const qint64 hours = (QDateTime::currentSecsSinceEpoch() - began) / 3600;
    QCOMPARE(hours, qint64(6));
}

void DemoShopTest::theCrashedHoldersLockExpiresAndIsTakenByAnother()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(10));
    shop.start();
    QTRY_VERIFY_WITH_TIMEOUT(server.run({"EXISTS", "lock:shipment:7"}).integer == 1, 5000);
    const QByteArray crashed = get(server, "lock:shipment:7");
    const qint64 deadline = server.run({"PEXPIRETIME", "lock:shipment:7"}).integer;
    // Leases are real at any speed, and nobody gives this one back before its end.
    const auto anothers = [&] {
        const QByteArray holder = get(server, "lock:shipment:7");
        return !holder.isEmpty() && holder != crashed;
    };
    QTRY_VERIFY_WITH_TIMEOUT(anothers(), 15'000);
    QVERIFY(QDateTime::currentMSecsSinceEpoch() >= deadline);
}

void DemoShopTest::doesNotPileUpKeys()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(50));
    shop.start();
    const auto mails = [&] { return get(server, "bull:mail:id").toInt(); };
    QTRY_VERIFY_WITH_TIMEOUT(mails() > 10, 20'000);
    const qint64 early = server.run({"DBSIZE"}).integer;
    QTRY_VERIFY_WITH_TIMEOUT(mails() > 60, 40'000);
    const qint64 late = server.run({"DBSIZE"}).integer;
    qInfo("%lld keys, later %lld", early, late);
    QVERIFY(late < 120);

    // All but the steady ones go by themselves.
    QSet<QByteArray> immortal;
    for (const QByteArray &key : keys(server, "*")) {
        if (server.run({"PTTL", key}).integer == -1)
            immortal.insert(
                matches(key, QStringLiteral("bull:mail:\\d+")) ? "bull:mail:<id>" : key);
    }
    const QSet<QByteArray> steady{"online_users", "page_view", "presence:room:7", "online:users",
        "online:bitmap", "payments:limiter", "{payments:limiter}:value",
        "{payments:limiter}:permits", "printers", "{printers}:timeout", "lock:stuck",
        "bull:mail:id", "bull:mail:active", "bull:mail:<id>"};
    const QSet<QByteArray> surplus = immortal - steady;
    QVERIFY2(
        surplus.isEmpty(), QByteArrayList(surplus.begin(), surplus.end()).join(' ').constData());
    QVERIFY(keys(server, "bull:mail:[0-9]*").size() <= 8);
}

void DemoShopTest::stopsPromptly()
{
    TestServer server;
    auto shop = std::make_unique<DemoShop>(server.endpoint(), fast(1));
    shop->start();
    QTRY_VERIFY_WITH_TIMEOUT(server.run({"EXISTS", "printers"}).integer == 1, 5000);
    QElapsedTimer sinceStop;
    sinceStop.start();
    shop.reset();
    QVERIFY2(sinceStop.elapsed() < 500, QByteArray::number(sinceStop.elapsed()).constData());
    QTRY_COMPARE_WITH_TIMEOUT(server.run({"CLIENT", "LIST"}).text.count("name=shop-"), 0, 5000);
}

void DemoShopTest::canBeDestroyedBeforeItIsOpen()
{
    TestServer server;
    for (int i = 0; i < 20; ++i) {
        DemoShop shop(server.endpoint(), fast(1));
        shop.start();
    }
    DemoShop neverStarted(server.endpoint(), fast(1));
}

void DemoShopTest::saysWhenTheServerIsGone()
{
    TestServer server;
    DemoShop shop(server.endpoint(), fast(10));
    QSignalSpy stopped(&shop, &DemoShop::stopped);
    shop.start();
    QTRY_VERIFY_WITH_TIMEOUT(server.run({"EXISTS", "printers"}).integer == 1, 5000);
    server.kill9();
    QVERIFY(stopped.wait());
    QCOMPARE(stopped.front().front().value<Error>().code, ErrorCode::ConnectionLost);
    QCOMPARE(stopped.size(), 1);
}

void DemoShopTest::saysWhenThereIsNoServer()
{
    TestServer server;
    server.terminate();
    DemoShop shop(server.endpoint(), fast(1));
    QSignalSpy stopped(&shop, &DemoShop::stopped);
    shop.start();
    QVERIFY(stopped.wait());
    QCOMPARE(stopped.size(), 1);
}

void DemoShopTest::startsAgainOnTheSameServer()
{
    TestServer server;
    {
        DemoShop first(server.endpoint(), fast(10));
        first.start();
        QTRY_VERIFY_WITH_TIMEOUT(get(server, "online_users").toInt() >= 90, 5000);
    }
    DemoShop second(server.endpoint(), {1, 8});
    second.start();
    QTRY_VERIFY_WITH_TIMEOUT(get(server, "page_view").toInt() >= 190, 5000);
    const int online = get(server, "online_users").toInt();
    QVERIFY2(online > 80 && online < 120, QByteArray::number(online).constData());
}

QTEST_GUILESS_MAIN(DemoShopTest)
#include "tst_demoshop.moc"
