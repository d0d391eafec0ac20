#include "core/coordination/counts/boundedcounter.h"
#include "core/coordination/counts/counter.h"
#include "core/coordination/counts/dailycounter.h"
#include "core/coordination/counts/presence.h"
#include "core/coordination/counts/ratelimiter.h"
#include "core/coordination/counts/semaphore.h"
#include "core/coordination/counts/submitonce.h"
#include "core/coordination/locks/fencedlock.h"
#include "core/coordination/locks/reentrantlock.h"
#include "core/watch/formats/catalogue.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/waiting.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QTemporaryFile>
#include <QTest>

#include <cmath>
#include <functional>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

// What a library leaves behind, and what has to be read from it.
struct Case
{
    std::vector<Command> written;
    QByteArray key;
    QString id; // "?" in front: possible
    std::function<void(const Reading &)> check;
};
using Cases = std::vector<std::pair<QString, Case>>;

const QByteArray uuid = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";

// A little may have run out since it was written.
bool isAlmost(std::optional<double> value, double expected)
{
    return value && *value <= expected && *value > expected - 0.4;
}

bool isWithin(const Ttl &ttl, milliseconds most)
{
    const auto left = ttl.remaining(std::chrono::steady_clock::now());
    return left && *left <= most && *left > most - 5s;
}

// Of now, as hexadecimal digits, with the node 02:42:ac:11:00:02: what redis-py takes as a token.
QByteArray timeBasedUuid()
{
    constexpr qint64 gregorian = 0x01b21dd213814000; // 1970 in 100 ns since 1582 (RFC 4122, 4.1.4)
    const qint64 ticks = QDateTime::currentMSecsSinceEpoch() * 10'000 + gregorian;
    const auto digits = [](qint64 number, int width) {
        return QByteArray::number(number, 16).rightJustified(width, '0');
    };
    return digits(ticks & 0xffffffff, 8) + digits(ticks >> 32 & 0xffff, 4) + '1'
        + digits(ticks >> 48 & 0xfff, 3) + "8f2a0242ac110002";
}

} // namespace

// Formats on a real server: written as the libraries write them, recognised from a bounded first
// look, read through their own plan.
class TestCatalogueServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void readsCountersAndPresence();
    void readsLocks();
    void readsSemaphores();
    void readsWindows();
    void readsSlidingLogs();
    void readsBuckets();
    void readsRedissonsRateLimiter();
    void readsOurOwnCounters();
    void readsOurOwnLimits();
    void readsOurOwnLocks();
    void countsWhoWaitsForOurOwnLocks();
    void aRuleGivesOurOwnLimits();
    void estimatesLikePfcount();
    void countsWhatIsOverAsFree();
    void leasesOfAFewSecondsEnd();
    void aPermitMayHaveNoEnd();
    void anotherTypeUnderAKnownNameIsRejected();
    void aKeyThatIsGoneIsMissing();
    void hostileContentsStayBounded();
    void anyBytesInNamesAndValues();

private:
    Reply run(const Command &command) { return m_server.run(command); }
    ServerTime serverTime();
    Probe probe(const QByteArray &key);
    std::optional<Reading> read(const Recognition &recognition);
    void check(const QString &row, const Case &given);
    void checkAll(const Cases &cases);
    void acquire(const char *key, const RateLimit &limit, int times);
    QByteArray now(
        double scale, double offset = 0); // the server's time in units of 1 s / scale, no fraction

    TestServer m_server;
    Connection m_connection{m_server.endpoint()};
    Connection m_listening{m_server.endpoint()};
    std::shared_ptr<const Catalogue> m_catalogue;
    QSet<QByteArray> m_sent; // names of all commands of all plans
};

void TestCatalogueServer::initTestCase()
{
    const auto loaded = Catalogue::load();
    QVERIFY2(loaded.has_value(), loaded ? "" : qPrintable(loaded.error().detail));
    m_catalogue = *loaded;
    QVERIFY(QCoro::waitFor(m_connection.open()));
    QVERIFY(QCoro::waitFor(m_listening.open()));
}

void TestCatalogueServer::init()
{
    run({"FLUSHALL"});
}

ServerTime TestCatalogueServer::serverTime()
{
    const Reply reply = run({"TIME"});
    const auto at = std::chrono::steady_clock::now();
    const auto micro =
        reply.elements[0].text.toLongLong() * 1'000'000 + reply.elements[1].text.toLongLong();
    return {at, std::chrono::system_clock::time_point(std::chrono::microseconds(micro))};
}

QByteArray TestCatalogueServer::now(double scale, double offset)
{
    const auto time =
        duration_cast<std::chrono::duration<double>>(serverTime().server.time_since_epoch());
    return QByteArray::number((time.count() + offset) * scale, 'f', 0);
}

// The first look that the watch takes, here command by command.
Probe TestCatalogueServer::probe(const QByteArray &key)
{
    const QByteArray type = run({"TYPE", key}).text;
    Probe look;
    look.key = key;
    look.ttl = Ttl::fromPttl(run({"PTTL", key}).integer, std::chrono::steady_clock::now());
    if (type == "string") {
        look.type = KeyType::String;
        look.size = run({"STRLEN", key}).integer;
        look.text = run({"GETRANGE", key, "0", "255"}).text;
    } else if (type == "hash") {
        look.type = KeyType::Hash;
        look.size = run({"HLEN", key}).integer;
        const Reply all = look.size <= 64 ? run({"HGETALL", key}) : Reply{};
        for (size_t i = 0; i + 1 < all.elements.size(); i += 2)
            look.fields.emplace_back(all.elements[i].text, all.elements[i + 1].text);
    } else if (type == "zset") {
        look.type = KeyType::SortedSet;
        look.size = run({"ZCARD", key}).integer;
        Reply ends = run({"ZRANGE", key, "0", "0", "WITHSCORES"});
        const Reply high = run({"ZRANGE", key, "-3", "-1", "WITHSCORES"});
        ends.elements.insert(ends.elements.end(), high.elements.begin(), high.elements.end());
        for (size_t i = 0; i + 1 < ends.elements.size(); i += 2)
            look.members.emplace_back(ends.elements[i].text, ends.elements[i + 1].text.toDouble());
    } else if (type == "list") {
        look.type = KeyType::List;
        look.size = run({"LLEN", key}).integer;
        for (const Reply &element : run({"LRANGE", key, "0", "3"}).elements)
            look.elements.push_back(element.text);
    } else if (type == "set") {
        look.type = KeyType::Set;
        look.size = run({"SCARD", key}).integer;
    }
    return look;
}

std::optional<Reading> TestCatalogueServer::read(const Recognition &recognition)
{
    const ServerTime time = serverTime();
    const ReadPlan plan = recognition.format->plan(recognition.primary, time);
    for (const Command &command : plan.commands)
        m_sent.insert(command.words().front());
    const std::vector<Reply> replies = m_server.runAll(plan.commands);
    return recognition.format->read(
        recognition.primary, replies, std::chrono::steady_clock::now(), time);
}

void TestCatalogueServer::check(const QString &row, const Case &given)
{
    const QByteArray name = row.toUtf8();
    for (const Command &command : given.written) {
        const Reply reply = run(command);
        QVERIFY2(!reply.isError(), (name + ": " + reply.text).constData());
    }
    const auto recognition = m_catalogue->recognise(probe(given.key), serverTime());
    const QString found = !recognition
        ? QString()
        : (recognition->confidence == Confidence::Possible ? u"?"_s : QString())
            + recognition->format->id();
    QVERIFY2(found == given.id, (name + ": recognised as '" + found.toUtf8() + '\'').constData());
    const auto reading = read(*recognition);
    QVERIFY2(reading.has_value(), (name + ": not read").constData());
    QVERIFY2(!reading->ttl.isMissing(), (name + ": missing").constData());
    given.check(*reading);
    if (QTest::currentTestFailed())
        qWarning("in: %s", name.constData());
}

void TestCatalogueServer::checkAll(const Cases &cases)
{
    for (const auto &[row, given] : cases) {
        check(row, given);
        if (QTest::currentTestFailed())
            return;
    }
}

void TestCatalogueServer::readsCountersAndPresence()
{
    const auto value = [](double expected) {
        return [=](const Reading &r) { QCOMPARE(r.value, expected); };
    };
    checkAll({
        {u"page views"_s,
            {{{"INCRBY", "page_view", "1042"}}, "page_view", u"string-counter"_s, value(1042)}},
        {u"one day of one user"_s,
            {{{"INCRBY", "alice:2026.11.21", "3"}}, "alice:2026.11.21", u"daily-counter"_s,
                value(3)}},
        {u"a float"_s,
            {{{"INCRBYFLOAT", "sales:total", "12.5"}}, "sales:total", u"string-counter"_s,
                value(12.5)}},
        {u"online users, a number"_s,
            {{{"SET", "online_users", "17"}}, "online_users", u"presence-string"_s, value(17)}},
        {u"online users, a set"_s,
            {{{"SADD", "users:online", "a", "b", "c"}}, "users:online", u"presence-set"_s,
                value(3)}},
        {u"online users, a hash"_s,
            {{{"HSET", "presence:room:1", "a", "1", "b", "1"}}, "presence:room:1",
                u"presence-hash"_s, value(2)}},
        {u"online users, last seen"_s,
            {{{"ZADD", "online:seen", now(1), "a", now(1, -60), "b", now(1, -900), "c"}},
                "online:seen", u"presence-zset-seconds"_s, value(2)}},
        {u"online users, last seen in ms"_s,
            {{{"ZADD", "active_users", now(1e3), "a", now(1e3, -60), "b", now(1e3, -900), "c"}},
                "active_users", u"presence-zset-milliseconds"_s, value(2)}},
        {u"online users, until"_s,
            {{{"ZADD", "online:until", now(1, 60), "a", now(1, 50), "b", now(1, -5), "c"}},
                "online:until", u"presence-zset-until-seconds"_s, value(2)}},
        {u"online users, a bitmap"_s,
            {{{"SETBIT", "online:2026-11-21:bits", "7", "1"},
                 {"SETBIT", "online:2026-11-21:bits", "70000", "1"}},
                "online:2026-11-21:bits", u"presence-bitmap"_s, value(2)}},
        {u"unique visitors"_s,
            {{{"PFADD", "uv", "a", "b", "c"}}, "uv", u"hyperloglog"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 3.0);
                    QVERIFY(r.valueIsEstimate);
                }}},
        {u"Sidekiq's counter"_s,
            {{{"INCR", "stat:processed"}}, "stat:processed", u"sidekiq-stats"_s, value(1)}},
    });
}

void TestCatalogueServer::readsLocks()
{
    const QByteArray hex1 = timeBasedUuid();
    const auto held = [](const char *host, const char *process) {
        return [=](const Reading &r) {
            QVERIFY(r.holder);
            QCOMPARE(r.holder->host, QString::fromLatin1(host));
            QCOMPARE(r.holder->process, QString::fromLatin1(process));
            QCOMPARE(r.value, 1.0);
        };
    };
    checkAll({
        {u"redis-py"_s,
            {{{"SET", "lock:report", hex1, "NX", "PX", "9000"}}, "lock:report", u"redis-py-lock"_s,
                [](const Reading &r) {
                    QCOMPARE(r.holder->host, u"02:42:ac:11:00:02"_s);
                    QVERIFY(r.holder->since);
                    const auto left = r.ttl.remaining(std::chrono::steady_clock::now());
                    QVERIFY(left && *left > milliseconds(4000) && *left <= milliseconds(9000));
                }}},
        {u"redis-py without a hint in the name"_s,
            {{{"SET", "import-job", hex1, "NX"}}, "import-job", u"?redis-py-lock-unnamed"_s,
                [](const Reading &r) { QVERIFY(r.ttl.isPersistent()); }}},
        {u"RedLock.net"_s,
            {{{"SET", "redlock:a", uuid, "NX", "PX", "9000"}}, "redlock:a", u"redlock-uuid"_s,
                held("", uuid.constData())}},
        {u"node-redlock"_s,
            {{{"SET", "locks:a", "a60dfbb3ebf3d0e4c9ad31caa5ebfbe1", "NX", "PX", "9000"}},
                "locks:a", u"?string-lock"_s, held("", "")}},
        {u"ShedLock"_s,
            {{{"SET", "job-lock:default:mail", "ADDED:2026-11-21T01:00:00.123Z@web-1", "NX", "PX",
                 "9000"}},
                "job-lock:default:mail", u"shedlock-redis"_s, held("web-1", "")}},
        {u"phpredis"_s,
            {{{"SET", "PHPREDIS_SESSION:abc_LOCK", "web-1|4242", "NX", "PX", "9000"}},
                "PHPREDIS_SESSION:abc_LOCK", u"phpredis-session-lock"_s, held("web-1", "4242")}},
        {u"BullMQ"_s,
            {{{"SET", "bull:mail:7:lock", uuid + ":3", "PX", "30000"}}, "bull:mail:7:lock",
                u"bullmq-job-lock"_s,
                [](const Reading &r) { QCOMPARE(r.holder->thread, u"3"_s); }}},
        {u"Spring Integration"_s,
            {{{"SET", "locks:order", uuid, "NX", "PX", "60000"}}, "locks:order", u"lockstep-lock"_s,
                held("", uuid.constData())}},
        {u"Spring Data, empty"_s,
            {{{"SETNX", "books~lock", ""}}, "books~lock", u"spring-data-cache-lock"_s,
                [](const Reading &r) { QVERIFY(r.holder && r.ttl.isPersistent()); }}},
        {u"DistributedLock"_s,
            {{{"SET", "nightly", "WEB01_4242_0f5ea13b9d1c4a53b1c2fbd1a0e4f2aa", "NX", "PX",
                 "30000"}},
                "nightly", u"medallion-lock"_s, held("WEB01", "4242")}},
        {u"redis-mutex, held"_s,
            {{{"SETNX", "RedisMutex:a", now(1, 10) + ".25"}}, "RedisMutex:a", u"redis-mutex-rb"_s,
                [](const Reading &r) { QVERIFY(r.holder && r.value == 1.0 && r.resetsAt); }}},
        {u"redis-mutex, over"_s,
            {{{"SETNX", "RedisMutex:b", now(1, -10) + ".25"}}, "RedisMutex:b", u"redis-mutex-rb"_s,
                [](const Reading &r) { QVERIFY(!r.holder && r.value == 0.0); }}},
        {u"Redisson, twice by one thread"_s,
            {{{"HINCRBY", "orders", uuid + ":42", "2"}, {"PEXPIRE", "orders", "30000"}}, "orders",
                u"redisson-rlock"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 2.0);
                    QCOMPARE(r.holder->process, QString::fromLatin1(uuid));
                    QCOMPARE(r.holder->thread, u"42"_s);
                    QVERIFY(!r.waiters);
                }}},
        {u"Redisson's fair lock with two who wait, and one who has given up"_s,
            {{{"HINCRBY", "fair", uuid + ":42", "1"}, {"PEXPIRE", "fair", "30000"},
                 {"RPUSH", "redisson_lock_queue:{fair}", uuid + ":41", uuid + ":43", uuid + ":44"},
                 {"ZADD", "redisson_lock_timeout:{fair}", now(1e3, -60), uuid + ":41", now(1e3, 60),
                     uuid + ":43", now(1e3, 120), uuid + ":44"}},
                "fair", u"redisson-rlock"_s, [](const Reading &r) { QCOMPARE(r.waiters, 2); }}},
        {u"Redisson's read lock, two readers"_s,
            {{{"HSET", "rw", "mode", "read", uuid + ":42", "1", uuid + ":43", "2"},
                 {"PEXPIRE", "rw", "30000"}},
                "rw", u"redisson-rwlock"_s, [](const Reading &r) { QCOMPARE(r.value, 3.0); }}},
        {u"Redisson's write lock"_s,
            {{{"HSET", "rw2", "mode", "write", uuid + ":42:write", "1"},
                 {"PEXPIRE", "rw2", "30000"}},
                "rw2", u"redisson-rwlock"_s,
                [](const Reading &r) {
                    QCOMPARE(r.holder->thread, u"42"_s);
                    QCOMPARE(r.holder->token, uuid + ":42:write");
                }}},
        {u"sidekiq-unique-jobs"_s,
            {{{"HSET", "uniquejobs:0cc175b9:LOCKED", "1b3c5d", now(1, -30)}},
                "uniquejobs:0cc175b9:LOCKED", u"sidekiq-unique-jobs"_s,
                [](const Reading &r) { QVERIFY(r.holder->since); }}},
    });
    QCOMPARE(m_catalogue->classifyName("redisson_lock_queue:{fair}").primary, QByteArray("fair"));
}

void TestCatalogueServer::readsSemaphores()
{
    const QByteArray permit(16, '\x07');
    const auto pool = [](double used, double limit) {
        return [=](const Reading &r) {
            QCOMPARE(r.value, used);
            QCOMPARE(r.limit, limit);
            QVERIFY(r.holder.has_value());
        };
    };
    const auto used = [](double value) {
        return [=](const Reading &r) {
            QCOMPARE(r.value, value);
            QVERIFY(r.holder.has_value());
        };
    };
    checkAll({
        {u"Redisson's with leases"_s,
            {{{"SET", "seats", "3"},
                 {"ZADD", "{seats}:timeout", now(1e3, 20), permit, now(1e3, -5),
                     QByteArray(16, '\x08')}},
                "{seats}:timeout", u"redisson-permitexpirable"_s, pool(1, 5)}},
        {u"redis-semaphore of Node"_s,
            {{{"ZADD", "semaphore:mail", now(1e3, -1), uuid, now(1e3, -60), "0" + uuid.mid(1)},
                 {"PEXPIRE", "semaphore:mail", "9000"}},
                "semaphore:mail", u"redis-semaphore-node"_s, used(1)}},
        {u"DistributedLock's"_s,
            {{{"ZADD", "imports", now(1e3, 20), "WEB01_7_0f5ea13b9d1c4a53b1c2fbd1a0e4f2aa",
                 now(1e3, 30), "WEB02_9_0f5ea13b9d1c4a53b1c2fbd1a0e4f2aa"}},
                "imports", u"medallion-semaphore"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 2.0);
                    QCOMPARE(r.holder->host, u"WEB02"_s);
                }}},
        {u"redis-semaphore of Ruby"_s,
            {{{"SET", "SEMAPHORE:x:EXISTS", "1"}, {"RPUSH", "SEMAPHORE:x:AVAILABLE", "0", "1"},
                 {"HSET", "SEMAPHORE:x:GRABBED", "2", now(1)}},
                "SEMAPHORE:x:EXISTS", u"redis-semaphore-rb"_s, pool(1, 3)}},
        {u"BullMQ's global concurrency"_s,
            {{{"HSET", "bull:mail:meta", "concurrency", "4", "opts.maxLenEvents", "10000"},
                 {"LPUSH", "bull:mail:active", "1", "2"},
                 {"LPUSH", "bull:mail:wait", "3", "4", "5"}},
                "bull:mail:meta", u"bullmq-global-concurrency"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 2.0);
                    QCOMPARE(r.limit, 4.0);
                    QCOMPARE(r.waiters, 3);
                }}},
        {u"gocraft's"_s,
            {{{"SET", "app:jobs:mail:lock", "2"}, {"SET", "app:jobs:mail:max_concurrency", "5"}},
                "app:jobs:mail:lock", u"gocraft-work-lock"_s, pool(2, 5)}},
    });
}

void TestCatalogueServer::readsWindows()
{
    const auto window = [](double value, std::optional<double> limit, std::optional<int> seconds) {
        return [=](const Reading &r) {
            QCOMPARE(r.value, value);
            QCOMPARE(r.limit, limit);
            QCOMPARE(r.window.has_value(), seconds.has_value());
            if (seconds)
                QCOMPARE(*r.window, Milliseconds(*seconds * 1000));
        };
    };
    const auto number = [&](int seconds) {
        return QByteArray::number(now(1).toLongLong() / seconds);
    };
    const auto incremented = [](const QByteArray &key, const char *by, const char *ttl) {
        return std::vector<Command>{{"INCRBY", key, by}, {"PEXPIRE", key, ttl}};
    };
    const QByteArray second = "10.0.0.7:" + now(1);
    const QByteArray attack = "cache:rack::attack:" + number(300) + ":logins/ip:1.2.3.4";
    const QByteArray upstash = "@upstash/ratelimit:bob:" + number(60);
    const QByteArray kong = "ratelimit:" + uuid + ':' + uuid + ":1.2.3.4:" + now(1e3) + ":minute";
    checkAll({
        {u"INCR and EXPIRE"_s,
            {incremented("ar:10.0.0.7", "12", "60000"), "ar:10.0.0.7", u"?expiring-number"_s,
                window(12, {}, {})}},
        {u"per address and second"_s,
            {incremented(second, "3", "9000"), second, u"window-second-in-name"_s,
                window(3, {}, 1)}},
        {u"limits"_s,
            {incremented("LIMITS:LIMITER/1.2.3.4/login/5/2/minute", "7", "60000"),
                "LIMITS:LIMITER/1.2.3.4/login/5/2/minute", u"limits-fixed"_s, window(7, 5, 120)}},
        {u"limits, sliding"_s,
            {{{"SET", "LIMITS:{LIMITER/1.2.3.4/10/1/minute}", "2", "PX", "90000"},
                 {"SET", "LIMITS:{LIMITER/1.2.3.4/10/1/minute}/-1", "8", "PX", "30400"}},
                "LIMITS:{LIMITER/1.2.3.4/10/1/minute}", u"limits-sliding"_s, window(6, 10, 60)}},
        {u"express-rate-limit"_s,
            {incremented("rl:1.2.3.4", "4", "60000"), "rl:1.2.3.4", u"express-rate-limit-redis"_s,
                window(4, {}, {})}},
        {u"rate-limiter-flexible"_s,
            {incremented("rlflx:bob", "4", "60000"), "rlflx:bob", u"rate-limiter-flexible"_s,
                window(4, {}, {})}},
        {u"Rack::Attack"_s,
            {incremented(attack, "4", "60000"), attack, u"rack-attack"_s, window(4, {}, 300)}},
        {u"Upstash"_s,
            {incremented(upstash, "4", "60000"), upstash, u"upstash-fixed"_s, window(4, {}, 60)}},
        {u"Kong"_s,
            {incremented(kong, "4", "60000"), kong, u"kong-rate-limiting"_s, window(4, {}, 60)}},
        {u"BullMQ"_s,
            {incremented("bull:mail:limiter", "4", "60000"), "bull:mail:limiter",
                u"bullmq-limiter"_s, window(4, {}, {})}},
        {u"BullMQ, limited by hand"_s,
            {{{"SET", "bull:slow:limiter", "9007199254740991", "PX", "5000"}}, "bull:slow:limiter",
                u"bullmq-limiter"_s, window(1, 1, {})}},
        {u"RedisRateLimiting for .NET"_s,
            {{{"SET", "rl:fw:{bob}", "3", "PX", "9001"}, {"SET", "rl:fw:{bob}:exp", now(1e3, 9)}},
                "rl:fw:{bob}", u"redisratelimiting-fixed"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 3.0);
                    QVERIFY(std::abs(duration_cast<milliseconds>(
                                         *r.resetsAt - std::chrono::steady_clock::now())
                                         .count()
                                - 9000)
                        < 5000);
                }}},
        {u"APISIX before 3.12 counts down"_s,
            {{{"SET", "plugin-limit-countroute1:5:1.2.3.4", "7", "EX", "60"}},
                "plugin-limit-countroute1:5:1.2.3.4", u"apisix-limit-count-legacy"_s,
                [](const Reading &r) {
                    QVERIFY(!r.value);
                    QCOMPARE(r.remaining, 7.0);
                }}},
        {u"Laravel's limiter, told by its timer"_s,
            {{{"SET", "app:5d3e", "4", "EX", "60"},
                 {"SET", "app:5d3e:timer", now(1, 60), "EX", "60"}},
                "app:5d3e:timer", u"laravel-ratelimiter"_s, window(4, {}, {})}},
        {u"Laravel's throttle"_s,
            {{{"HSET", "podcasts", "start", now(1, -10), "end", now(1, 50), "count", "9"},
                 {"EXPIRE", "podcasts", "120"}},
                "podcasts", u"laravel-redis-throttle"_s, window(9, {}, 60)}},
    });
}

void TestCatalogueServer::readsSlidingLogs()
{
    const auto log = [](double value, int seconds) {
        return [=](const Reading &r) {
            QCOMPARE(r.value, value);
            QVERIFY(r.window);
            QVERIFY2(std::abs(r.window->count() - seconds * 1000) <= 200,
                QByteArray::number(qint64(r.window->count())));
        };
    };
    const QByteArray a = now(1e3, -9);
    const QByteArray b = now(1e3, -3);
    const QByteArray c = now(1e6, -9);
    const QByteArray d = now(1e6, -70);
    checkAll({
        {u"limits, moving window"_s,
            {{{"RPUSH", "LIMITS:LIMITER/a/10/1/minute", now(1) + ".25", now(1, -30) + ".5",
                  now(1, -90) + ".5"},
                 {"EXPIRE", "LIMITS:LIMITER/a/10/1/minute", "60"}},
                "LIMITS:LIMITER/a/10/1/minute", u"limits-moving"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 2.0);
                    QCOMPARE(r.limit, 10.0);
                    QCOMPARE(r.window, Milliseconds(60'000));
                }}},
        {u"async-ratelimiter"_s,
            {{{"ZADD", "limit:bob", a, a, b, b}, {"PEXPIRE", "limit:bob", "7000"}}, "limit:bob",
                u"async-ratelimiter"_s, log(2, 10)}},
        {u"ratelimiter, one entry not swept"_s,
            {{{"ZADD", "limit:eve", c, c, d, d}, {"PEXPIRE", "limit:eve", "51000"}}, "limit:eve",
                u"tj-ratelimiter"_s, log(1, 60)}},
        {u"sidekiq-throttled"_s,
            {{{"RPUSH", "throttled:Mail:threshold", now(1, -5) + ".1", now(1, -20) + ".1"},
                 {"PEXPIRE", "throttled:Mail:threshold", "25000"}},
                "throttled:Mail:threshold", u"sidekiq-throttled-threshold"_s,
                [](const Reading &r) { QCOMPARE(r.value, 2.0); }}},
    });
}

void TestCatalogueServer::readsBuckets()
{
    checkAll({
        {u"redis_rate"_s,
            {{{"SET", "rate:bob",
                 QByteArray::number(now(1e6).toDouble() / 1e6 - 1483228800 + 15.7, 'f', 6), "PX",
                 "15700"}},
                "rate:bob", u"go-redis-rate"_s,
                [](const Reading &r) {
                    QVERIFY(!r.value); // without limit and period nobody can tell
                    const auto left =
                        duration_cast<milliseconds>(*r.resetsAt - std::chrono::steady_clock::now());
                    QVERIFY(std::abs(left.count() - 15700) < 5000);
                }}},
        {u"throttled"_s,
            {{{"SET", "some:key", now(1e9, 15.7), "PX", "15700"}}, "some:key", u"throttled-go"_s,
                [](const Reading &r) { QVERIFY(r.resetsAt); }}},
        {u"Spring Cloud Gateway"_s,
            {{{"SETEX", "request_rate_limiter.{api.bob}.tokens", "4", "7"},
                 {"SETEX", "request_rate_limiter.{api.bob}.timestamp", "4", now(1)}},
                "request_rate_limiter.{api.bob}.tokens", u"scg-redis-ratelimiter"_s,
                [](const Reading &r) {
                    QVERIFY(!r.value && !r.limit);
                    QCOMPARE(r.remaining, 7.0);
                }}},
        {u"Stripe's token bucket"_s,
            {{{"SETEX", "request_rate_limiter.u1.tokens", "4", "19"},
                 {"SETEX", "request_rate_limiter.u1.timestamp", "4", now(1)}},
                "request_rate_limiter.u1.tokens", u"tokens-and-timestamp"_s,
                [](const Reading &r) {
                    QVERIFY(!r.value && !r.limit);
                    QCOMPARE(r.remaining, 19.0);
                }}},
        {u"Upstash's token bucket"_s,
            {{{"HSET", "@upstash/ratelimit:bob", "tokens", "7", "refilledAt", now(1e3)},
                 {"PEXPIRE", "@upstash/ratelimit:bob", "9000"}},
                "@upstash/ratelimit:bob", u"upstash-token"_s,
                [](const Reading &r) { QCOMPARE(r.remaining, 7.0); }}},
        {u"go-limiter"_s,
            {{{"HSET", "golim:bob", "s", now(1e9), "t", "0", "m", "10", "k", "4", "i",
                 "60000000000"}},
                "golim:bob", u"go-redisstore"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 6.0);
                    QCOMPARE(r.limit, 10.0);
                    QCOMPARE(r.window, Milliseconds(60'000));
                }}},
        {u"Traefik in debt"_s,
            {{{"HSET", "rate:web@docker:1.2.3.4", "last", now(1e6), "tokens", "-1.5"}},
                "rate:web@docker:1.2.3.4", u"traefik-ratelimit"_s,
                [](const Reading &r) { QCOMPARE(r.remaining, -1.5); }}},
        {u"APISIX's leaky bucket"_s,
            {{{"HSET", "limit_req:r:1:bob", "excess", "2500", "last", now(1e3)}},
                "limit_req:r:1:bob", u"apisix-limit-req"_s,
                [](const Reading &r) { QCOMPARE(r.value, 2.5); }}},
    });
}

void TestCatalogueServer::readsRedissonsRateLimiter()
{
    const auto acquired = [](quint32 permits, char random) {
        QByteArray member = char(16) + QByteArray(16, random);
        for (int i = 0; i < 4; ++i)
            member += char(permits >> (8 * i));
        return member;
    };
    // 10 a minute; 2 taken 70 s ago, 3 + 1 since; the value was not brought up to date
    const std::vector<Command> written{
        {"HSET", "api", "rate", "10", "interval", "60000", "type", "0"},
        {"SET", "{api}:value", "4"},
        {"ZADD", "{api}:permits", now(1e3, -70), acquired(2, 'a'), now(1e3, -30), acquired(3, 'b'),
            now(1e3, -1), acquired(1, 'c')}};
    checkAll({
        {u"recomputed for now"_s,
            {written, "api", u"redisson-ratelimiter"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 4.0);
                    QCOMPARE(r.limit, 10.0);
                    QCOMPARE(r.window, Milliseconds(60'000));
                    QVERIFY(r.resetsAt);
                }}},
        {u"never used"_s,
            {{{"HSET", "fresh", "rate", "10", "interval", "60000", "type", "0"}}, "fresh",
                u"redisson-ratelimiter"_s, [](const Reading &r) { QCOMPARE(r.value, 0.0); }}},
        {u"a limit for each client"_s,
            {{{"HSET", "mine", "rate", "10", "interval", "60000", "type", "1"}}, "mine",
                u"redisson-ratelimiter"_s,
                [](const Reading &r) {
                    QVERIFY(!r.value);
                    QCOMPARE(r.limit, 10.0);
                }}},
    });
    QCOMPARE(m_catalogue->classifyName("{api}:permits").primary, QByteArray("api"));
}

void TestCatalogueServer::readsOurOwnCounters()
{
    QVERIFY(QCoro::waitFor(Counter(&m_connection, "page_view").increment(1042)));
    const DailyCounter daily(&m_connection);
    QVERIFY(QCoro::waitFor(daily.increment("erin")));
    const auto today = QCoro::waitFor(daily.today());
    const QByteArray key = "erin:" + today->toString(u"yyyy.M.d"_s).toLatin1();
    const Presence presence(&m_connection, "online:here", {30s});
    for (const char *name : {"erin", "frank", "grace"})
        QVERIFY(QCoro::waitFor(presence.heartbeat(name)));
    FencedLock fenced(&m_connection, "lock:stock");
    for (int i = 0; i < 2; ++i) {
        const auto lease = QCoro::waitFor(fenced.tryAcquire());
        QVERIFY(lease && *lease);
        QCOMPARE(QCoro::waitFor((*lease)->release()), true);
    }
    checkAll({
        {u"Counter"_s,
            {{}, "page_view", u"string-counter"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 1042.0);
                    QVERIFY(r.ttl.isPersistent());
                }}},
        {u"DailyCounter"_s,
            {{}, key, u"daily-counter"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 1.0);
                    QVERIFY(r.ttl.deadline());
                }}},
        {u"Presence, with one who is not swept yet"_s,
            {{{"ZADD", "online:here", now(1e3, -31), "heidi"}}, "online:here",
                u"presence-zset-milliseconds"_s, [](const Reading &r) { QCOMPARE(r.value, 4.0); }}},
        {u"Presence"_s,
            {{{"ZREM", "online:here", "heidi"}}, "online:here", u"lockstep-presence"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 3.0);
                    QVERIFY(r.window);
                    QVERIFY(std::abs(r.window->count() - 30'000) <= 200);
                    QVERIFY(isWithin(r.ttl, 30s));
                }}},
        {u"fencing tokens"_s,
            {{}, "{lock:stock}:fence", u"lockstep-fence"_s,
                [](const Reading &r) {
                    QVERIFY(r.value && *r.value > 1.7e15); // it began with the time, in µs
                    QVERIFY(r.ttl.isPersistent());
                }}},
    });
    QCOMPARE(m_catalogue->classifyName("{shop}:stock:fence").kind, NameClass::Kind::Candidate);
}

void TestCatalogueServer::acquire(const char *key, const RateLimit &limit, int times)
{
    const RateLimiter limiter(&m_connection, key, limit);
    for (int i = 0; i < times; ++i) {
        const auto decision = QCoro::waitFor(limiter.acquire());
        QVERIFY(decision && decision->allowed);
    }
}

void TestCatalogueServer::readsOurOwnLimits()
{
    acquire("attempts:erin", FixedWindow{5, 60s}, 3);
    acquire("attempts:daily:erin", ClockWindow{5, 24h}, 3);
    acquire("visitlimit:erin", VisitLimit{5, 60s}, 3);
    acquire("upload:erin", SlidingLog{5, 60s}, 3);
    acquire("search:erin", SlidingWindow{5, 60s}, 3);
    acquire("search:frank", SlidingWindow{5, 12345ms}, 3);
    acquire("tokens:erin", TokenBucket{10, 10, 60s}, 3);
    acquire("leaky:erin", LeakyBucket{10, 10, 60s}, 3);
    acquire("api:erin", TokenBucket{10, 10, 60s}, 3);
    acquire("gcra:erin", Gcra{10, 10, 60s}, 3);
    const auto count = [](const Reading &r) {
        QCOMPARE(r.value, 3.0);
        QVERIFY(!r.limit && !r.window && r.ttl.deadline());
    };
    const auto window = [](int milliseconds) {
        return [=](const Reading &r) {
            QVERIFY(r.window);
            QCOMPARE(int(r.window->count()), milliseconds);
            QVERIFY(r.value && *r.value > 0 && *r.value <= 3);
            QVERIFY(!r.limit);
        };
    };
    // The same, some time ago: half of what was used has run out since.
    run({"SET", "leaky:frank", "4 " + now(1e6, -10), "PX", "10000"});
    // 8 yesterday, of which the rest of today is still covered.
    const qint64 today = now(1).toLongLong() / 86'400;
    const double covered = double((today + 1) * 86'400) - now(1e3).toDouble() / 1e3;
    run({"SET", "search:grace", QByteArray::number((today - 1) * 86'400'000'000) + " 8 0", "PXAT",
        QByteArray::number((today + 1) * 86'400'000)});
    checkAll({
        {u"SlidingWindow of an odd length"_s,
            {{}, "search:frank", u"lockstep-sliding-window"_s, window(12'345)}},
        {u"SlidingWindow"_s, {{}, "search:erin", u"lockstep-sliding-window"_s, window(60'000)}},
        {u"FixedWindow"_s, {{}, "attempts:erin", u"?window"_s, count}},
        {u"ClockWindow"_s, {{}, "attempts:daily:erin", u"?window"_s, count}},
        {u"VisitLimit"_s, {{}, "visitlimit:erin", u"?expiring-number"_s, count}},
        {u"SlidingLog"_s,
            {{}, "upload:erin", u"lockstep-sliding-log"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 3.0);
                    QVERIFY(r.window);
                    QVERIFY(std::abs(r.window->count() - 60'000) <= 200);
                }}},
        {u"TokenBucket, by its name"_s,
            {{}, "tokens:erin", u"lockstep-token-bucket"_s,
                [](const Reading &r) {
                    QVERIFY(r.remaining && *r.remaining >= 7 && *r.remaining < 7.4);
                    QVERIFY(!r.value && !r.limit);
                    QVERIFY(isWithin(r.ttl, 18s));
                }}},
        {u"LeakyBucket, by its name"_s,
            {{}, "leaky:erin", u"lockstep-leaky-bucket"_s,
                [](const Reading &r) {
                    QVERIFY(isAlmost(r.value, 3));
                    QVERIFY(!r.limit);
                    QVERIFY(isWithin(r.ttl, 18s));
                }}},
        {u"LeakyBucket, after a while"_s,
            {{}, "leaky:frank", u"lockstep-leaky-bucket"_s,
                [](const Reading &r) { QVERIFY(isAlmost(r.value, 2)); }}},
        {u"SlidingWindow, of which one is over"_s,
            {{}, "search:grace", u"lockstep-sliding-window"_s,
                [=](const Reading &r) { QVERIFY(isAlmost(r.value, 8 * covered / 86'400)); }}},
        {u"a bucket of either kind"_s,
            {{}, "api:erin", u"lockstep-bucket"_s,
                [](const Reading &r) {
                    QVERIFY(!r.value && !r.remaining && !r.limit);
                    QVERIFY(isWithin(r.ttl, 18s));
                }}},
        {u"Gcra"_s,
            {{}, "gcra:erin", u"lockstep-gcra"_s,
                [](const Reading &r) {
                    QVERIFY(!r.value && r.resetsAt);
                    const auto left = *r.resetsAt - std::chrono::steady_clock::now();
                    QVERIFY(left > 13s && left <= 18100ms);
                }}},
    });
}

void TestCatalogueServer::readsOurOwnLocks()
{
    const auto lease =
        QCoro::waitFor(Lock(&m_connection, "lock:report", {{9s, false}, {}}).tryAcquire());
    QVERIFY(lease && *lease);
    ReentrantLock reentrant(&m_connection, nullptr, "orders", {9s, false});
    const auto entered = QCoro::waitFor(reentrant.tryAcquire());
    const auto again = QCoro::waitFor(reentrant.tryAcquire());
    QVERIFY(entered && *entered && again && *again);
    const Semaphore semaphore(&m_connection, "permits:printers", {4, 9s});
    const auto first = QCoro::waitFor(semaphore.acquire());
    QVERIFY(first && QCoro::waitFor(semaphore.acquire()));
    const BoundedCounter tills(&m_connection, "slots:tills", {3, 60s});
    QVERIFY(QCoro::waitFor(tills.acquire()) && QCoro::waitFor(tills.acquire()));
    QVERIFY(QCoro::waitFor(SubmitOnce(&m_connection, "orders:once:", {60s}).submit("77")));
    checkAll({
        {u"Lock"_s,
            {{}, "lock:report", u"lockstep-lock"_s,
                [&](const Reading &r) {
                    QVERIFY(r.holder);
                    QCOMPARE(r.holder->token, (*lease)->token());
                    QVERIFY(isWithin(r.ttl, 9s));
                    QVERIFY(!r.waiters);
                }}},
        {u"ReentrantLock, entered twice"_s,
            {{}, "orders", u"redisson-rlock"_s,
                [&](const Reading &r) {
                    QCOMPARE(r.value, 2.0);
                    QCOMPARE(r.holder->token, reentrant.holder());
                    QVERIFY(isWithin(r.ttl, 9s));
                }}},
        {u"Semaphore"_s,
            {{}, "permits:printers", u"lockstep-semaphore"_s,
                [&](const Reading &r) {
                    QCOMPARE(r.value, 2.0);
                    QVERIFY(!r.limit && r.holder);
                    QVERIFY(isWithin(r.ttl, 9s));
                }}},
        {u"Semaphore, one lease over"_s,
            {{{"ZADD", "permits:printers", now(1e3, -1), first->permit}}, "permits:printers",
                u"lockstep-semaphore"_s,
                [&](const Reading &r) {
                    QCOMPARE(r.value, 1.0);
                    QVERIFY(r.holder->token != first->permit);
                }}},
        {u"BoundedCounter"_s,
            {{}, "slots:tills", u"lockstep-bounded-counter"_s,
                [](const Reading &r) {
                    QCOMPARE(r.value, 2.0);
                    QVERIFY(!r.limit && r.holder);
                    QVERIFY(isWithin(r.ttl, 60s));
                }}},
        {u"SubmitOnce"_s,
            {{}, "orders:once:77", u"lockstep-submit-once"_s,
                [&](const Reading &r) {
                    QVERIFY(r.holder && r.holder->since);
                    const auto ago = serverTime().server - *r.holder->since;
                    QVERIFY(ago >= 0s && ago < 5s);
                    QVERIFY(isWithin(r.ttl, 60s));
                }}},
    });
}

void TestCatalogueServer::countsWhoWaitsForOurOwnLocks()
{
    const QByteArray python = timeBasedUuid();
    WakeChannel channel(&m_connection, &m_listening);
    Lock ours(&channel, "lock:a");
    Lock tagged(&channel, "{shop}:lock:b");
    Lock pythons(&channel, "lock:c", {{}, python});
    Lock next(&channel, "lock:c");
    std::vector<std::unique_ptr<Lease>> held;
    std::vector<std::unique_ptr<Waiting>> waiting;
    for (Lock *lock : {&ours, &tagged, &pythons}) {
        auto lease = QCoro::waitFor(lock->tryAcquire());
        QVERIFY(lease && *lease);
        held.push_back(std::move(*lease));
        for (int i = 0; i < 2; ++i)
            waiting.push_back(
                std::make_unique<Waiting>((lock == &pythons ? &next : lock)->acquire(1h)));
    }
    for (const char *line : {"{lock:a}:waiters", "{shop}:lock:b:waiters", "{lock:c}:waiters"})
        QTRY_COMPARE(run({"LLEN", line}).integer, qint64(2));
    const auto two = [](const Reading &r) { QCOMPARE(r.waiters, 2); };
    checkAll({
        {u"Lock"_s, {{}, "lock:a", u"lockstep-lock"_s, two}},
        {u"Lock with a hash tag"_s, {{}, "{shop}:lock:b", u"lockstep-lock"_s, two}},
        {u"Lock with a token as of redis-py"_s, {{}, "lock:c", u"redis-py-lock"_s, two}},
    });
    QCOMPARE(m_catalogue->classifyName("{lock:a}:waiters").primary, QByteArray("lock:a"));
    using Kind = NameClass::Kind;
    QCOMPARE(m_catalogue->classifyName("{shop}:lock:b:waiters").kind, Kind::Ignored);
}

void TestCatalogueServer::aRuleGivesOurOwnLimits()
{
    acquire("attempts:erin", FixedWindow{5, 60s}, 3);
    acquire("search:erin", SlidingWindow{5, 60s}, 3);
    acquire("tokens:erin", TokenBucket{10, 10, 60s}, 3);
    acquire("leaky:erin", LeakyBucket{10, 10, 60s}, 3);
    acquire("gcra:erin", Gcra{10, 10, 60s}, 3);
    QVERIFY(QCoro::waitFor(Semaphore(&m_connection, "permits:printers", {4, 9s}).acquire()));
    QVERIFY(QCoro::waitFor(BoundedCounter(&m_connection, "slots:tills", {3, 60s}).acquire()));
    run({"SET", "tokens:frank", "6 " + now(1e6, -10), "PX", "10000"});
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write(R"({"rules": [
        {"glob": "attempts:*", "family": "bucket", "limit": 5, "windowMs": 60000},
        {"glob": "search:*", "limit": 5},
        {"glob": "tokens:*", "limit": 10},
        {"glob": "leaky:*", "limit": 10},
        {"glob": "gcra:*", "limit": 10, "windowMs": 60000},
        {"glob": "permits:*", "limit": 4},
        {"glob": "slots:*", "limit": 3}]})");
    file.close();
    const auto loaded = Catalogue::load(file.fileName());
    QVERIFY(loaded);
    const auto builtIn = std::exchange(m_catalogue, *loaded);
    const auto used = [](double value, double limit) {
        return [=](const Reading &r) {
            QVERIFY2(
                isAlmost(r.value, value), QByteArray::number(r.value.value_or(-1)).constData());
            QCOMPARE(r.limit, limit);
        };
    };
    checkAll({
        {u"FixedWindow"_s, {{}, "attempts:erin", u"window"_s, used(3, 5)}},
        {u"SlidingWindow"_s, {{}, "search:erin", u"lockstep-sliding-window"_s, used(3, 5)}},
        {u"TokenBucket"_s,
            {{}, "tokens:erin", u"lockstep-token-bucket"_s,
                [&](const Reading &r) {
                    used(3, 10)(r);
                    QCOMPARE(*r.remaining + *r.value, 10.0);
                }}},
        {u"TokenBucket, after a while"_s,
            {{}, "tokens:frank", u"lockstep-token-bucket"_s, used(2, 10)}},
        {u"LeakyBucket"_s, {{}, "leaky:erin", u"lockstep-leaky-bucket"_s, used(3, 10)}},
        {u"Gcra"_s, {{}, "gcra:erin", u"lockstep-gcra"_s, used(3, 10)}},
        {u"Semaphore"_s, {{}, "permits:printers", u"lockstep-semaphore"_s, used(1, 4)}},
        {u"BoundedCounter"_s, {{}, "slots:tills", u"lockstep-bounded-counter"_s, used(1, 3)}},
    });
    m_catalogue = builtIn;
}

void TestCatalogueServer::estimatesLikePfcount()
{
    const auto format =
        m_catalogue->recognise(Probe{"x", KeyType::String, Ttl::persistent(), 16,
                                   QByteArray("HYLL\1\0\0\0", 8) + QByteArray(8, '\0'), {}, {}, {}},
            serverTime());
    QVERIFY(format);
    int added = 0;
    for (const int target : {0, 1, 10, 300, 1500, 6000, 20'000, 200'000}) {
        while (added < target) {
            Command command{"PFADD", "visitors"};
            for (int i = 0; i < 500 && added < target; ++i)
                command << "visitor-" + QByteArray::number(added++);
            run(command);
        }
        if (target == 0)
            run({"PFADD", "visitors"});
        const auto ours =
            read({format->format, Confidence::Certain, "visitors", {}}); // before PFCOUNT caches
        const double theirs = double(run({"PFCOUNT", "visitors"}).integer);
        QVERIFY(ours && ours->value);
        QVERIFY2(std::abs(*ours->value - theirs) <= theirs * 1e-4,
            qPrintable(u"%1: %2 instead of %3"_s.arg(target).arg(*ours->value).arg(theirs)));
        const auto cached = read({format->format, Confidence::Certain, "visitors", {}});
        QCOMPARE(cached->value, theirs);
    }
}

void TestCatalogueServer::countsWhatIsOverAsFree()
{
    checkAll({{u"a semaphore of which all leases are over"_s,
        {{{"ZADD", "asynq:sema:mail", now(1, -60), "a", now(1, -50), "b"}}, "asynq:sema:mail",
            u"asynq-semaphore"_s, [](const Reading &r) {
                QCOMPARE(r.value, 0.0);
                QVERIFY(!r.holder);
            }}}});
}

// A time in milliseconds is far beyond any time in seconds, so by the wrong unit no lease would
// end.
void TestCatalogueServer::leasesOfAFewSecondsEnd()
{
    checkAll({{u"a semaphore with short leases"_s,
        {{{"ZADD", "semaphore:gpu", now(1e3, 3), "worker-1", now(1e3, 2), "worker-2"}},
            "semaphore:gpu", u"?semaphore-leases-milliseconds"_s, [](const Reading &r) {
                QCOMPARE(r.value, 2.0);
                QVERIFY(r.permits && r.permits->size() == 2);
                const Permit &last = r.permits->back();
                QCOMPARE(last.holder.token, "worker-1");
                QVERIFY(last.ends && *last.ends < std::chrono::steady_clock::now() + 3100ms);
            }}}});
}

void TestCatalogueServer::aPermitMayHaveNoEnd()
{
    checkAll({{u"a semaphore with a lease for ever"_s,
        {{{"ZADD", "semaphore:gpu", now(1e3, 60), "worker-1", "+inf", "worker-2"}}, "semaphore:gpu",
            u"?semaphore-leases-milliseconds"_s, [](const Reading &r) {
                QCOMPARE(r.value, 2.0);
                QVERIFY(r.permits && r.permits->size() == 2);
                QVERIFY(!r.permits->back().ends);
            }}}});
}

// Each of these commands would fail on one of these types; none may be misread.
void TestCatalogueServer::anotherTypeUnderAKnownNameIsRejected()
{
    const std::vector<std::pair<QByteArray, std::vector<Command>>> objects{
        {"page_view", {{"INCR", "page_view"}}},
        {"users:online", {{"SADD", "users:online", "a"}}},
        {"orders", {{"HINCRBY", "orders", uuid + ":42", "1"}}},
        {"rw", {{"HSET", "rw", "mode", "read", uuid + ":42", "1"}}},
        {"limit:bob",
            {{"ZADD", "limit:bob", now(1e3), now(1e3)}, {"PEXPIRE", "limit:bob", "9000"}}},
        {"throttled:Mail:threshold",
            {{"RPUSH", "throttled:Mail:threshold", now(1)},
                {"EXPIRE", "throttled:Mail:threshold", "9"}}},
        {"semaphore:mail",
            {{"ZADD", "semaphore:mail", now(1e3), uuid}, {"PEXPIRE", "semaphore:mail", "9000"}}},
        {"asynq:sema:mail", {{"ZADD", "asynq:sema:mail", now(1, 9), "a"}}},
        {"api", {{"HSET", "api", "rate", "10", "interval", "60000", "type", "0"}}},
        {"golim", {{"HSET", "golim", "s", "1", "t", "0", "m", "10", "k", "4", "i", "60000000000"}}},
        {"uv", {{"PFADD", "uv", "a"}}},
        {"online:bits", {{"SETBIT", "online:bits", "7", "1"}}},
        {"request_rate_limiter.{a}.tokens",
            {{"SETEX", "request_rate_limiter.{a}.tokens", "9", "7"}}},
        {"lock:a", {{"SET", "lock:a", "bob"}}},
    };
    for (const auto &[key, written] : objects) {
        run({"FLUSHALL"});
        for (const Command &command : written)
            QVERIFY(!run(command).isError());
        const auto recognition = m_catalogue->recognise(probe(key), serverTime());
        QVERIFY2(recognition.has_value(), key.constData());
        QVERIFY2(read(*recognition).has_value(), key.constData());
        const QByteArray type = run({"TYPE", key}).text;
        run({"DEL", key});
        run(type == "list" ? Command{"SADD", key, "x"} : Command{"RPUSH", key, "not a time"});
        const auto reading = read(*recognition);
        QVERIFY2(!reading, (key + " was read although it is of another type").constData());
    }
}

void TestCatalogueServer::aKeyThatIsGoneIsMissing()
{
    run({"SET", "lock:a", "bob", "PX", "9000"});
    run({"HINCRBY", "orders", uuid + ":42", "1"});
    const auto lock = m_catalogue->recognise(probe("lock:a"), serverTime());
    const auto hash = m_catalogue->recognise(probe("orders"), serverTime());
    run({"FLUSHALL"});
    QVERIFY(read(*lock)->ttl.isMissing());
    QVERIFY(!read(*lock)->holder);
    QVERIFY(read(*hash)->ttl.isMissing());
}

void TestCatalogueServer::hostileContentsStayBounded()
{
    run({"HINCRBY", "orders", uuid + ":42", "1"});
    run({"SET", "lock:a", "bob"});
    run({"PFADD", "uv", "a"});
    run({"SETBIT", "online:bits", "7", "1"});
    run({"ZADD", "limit:bob", now(1e3), now(1e3)});
    run({"PEXPIRE", "limit:bob", "9000"});
    std::vector<Recognition> known;
    for (const QByteArray key : {"orders", "lock:a", "uv", "online:bits", "limit:bob"}) {
        const auto recognition = m_catalogue->recognise(probe(key), serverTime());
        QVERIFY2(recognition.has_value(), key.constData());
        known.push_back(*recognition);
    }
    run({"EVAL", "for i = 1, 1000000 do redis.call('HSET', 'orders', 'f' .. i, i) end", "0"});
    run({"SETRANGE", "lock:a", "104857600", "x"});
    run({"SETRANGE", "uv", "104857600", "x"});
    run({"SETBIT", "online:bits", "838860800", "1"});
    run({"EVAL", "for i = 1, 100000 do redis.call('ZADD', 'limit:bob', i, 'm' .. i) end", "0"});
    for (const Recognition &recognition : known) {
        const ServerTime time = serverTime();
        const ReadPlan plan = recognition.format->plan(recognition.primary, time);
        qint64 bytes = 0;
        QElapsedTimer timer;
        timer.start();
        const auto replies = m_server.runAll(plan.commands);
        QVERIFY2(timer.elapsed() < 5000, recognition.primary.constData());
        const std::function<void(const Reply &)> count = [&](const Reply &reply) {
            bytes += reply.text.size();
            for (const Reply &element : reply.elements)
                count(element);
        };
        for (const Reply &reply : replies)
            count(reply);
        QVERIFY2(
            bytes < 16'384, (recognition.primary + ": " + QByteArray::number(bytes)).constData());
        const auto reading = recognition.format->read(
            recognition.primary, replies, std::chrono::steady_clock::now(), time);
        if (recognition.primary == "orders")
            QVERIFY(!reading); // no lock has that many holders
        if (recognition.primary == "online:bits")
            QVERIFY(reading && reading->valueIsEstimate);
    }
}

void TestCatalogueServer::anyBytesInNamesAndValues()
{
    const QByteArray evil("lock:\0\xff\xfe\n<b>\xe2\x80\xae", 15);
    const QByteArray huge = "lock:" + QByteArray(10'000, '*');
    for (const QByteArray &key : {evil, huge}) {
        run({"SET", key, "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11", "PX", "9000"});
        QCOMPARE(m_catalogue->classifyName(key).kind, NameClass::Kind::Candidate);
        const auto recognition = m_catalogue->recognise(probe(key), serverTime());
        QVERIFY(recognition);
        const auto reading = read(*recognition);
        QVERIFY(reading && reading->holder && !reading->ttl.isMissing());
    }
    const QByteArray noise("\0\xff{}:\"\\%s\r\n", 12);
    run({"SET", "counter:x", noise});
    QVERIFY(!m_catalogue->recognise(probe("counter:x"), serverTime()));
    run({"HSET", "h", noise, noise});
    QVERIFY(!m_catalogue->recognise(probe("h"), serverTime()));

    const QSet<QByteArray> allowed{"GETRANGE", "STRLEN", "HSCAN", "HMGET", "HLEN", "LLEN", "LRANGE",
        "SCARD", "ZCARD", "ZCOUNT", "ZRANGE", "ZRANGEBYSCORE", "BITCOUNT", "PTTL"};
    QVERIFY2((m_sent - allowed).isEmpty(),
        qPrintable(QString::fromLatin1((m_sent - allowed).values().join(' '))));
}

QTEST_GUILESS_MAIN(TestCatalogueServer)
#include "tst_catalogueserver.moc"
