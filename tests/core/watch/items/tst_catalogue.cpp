#include "core/watch/formats/catalogue.h"
#include "core/watch/formats/formatfile.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <map>

using namespace lockstep;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(lockstep::Probe)

namespace {

// A file of one format, which ends with these fields.
QByteArray formatWith(const QByteArray &fields)
{
    return R"({"about":"x","formats":[{"id":"a","family":"counter","kind":"string",)"
           R"("type":"string","trust":"hint",)"
        + fields + "}]}";
}

// What the mistake in a format with these fields names as possible; empty: there is none.
QStringList possibleAccordingTo(const QByteArray &fields)
{
    const auto formats = formatsFromJson(formatWith(fields), u"mine.json"_s);
    QStringList names;
    if (formats)
        return names;
    static const QRegularExpression quoted(u"\"([^\"]+)\""_s);
    const QString expected = formats.error().detail.section(u"expected one of"_s, 1);
    for (auto each = quoted.globalMatch(expected); each.hasNext();)
        names << each.next().captured(1);
    return names;
}

// The rows of the table of readers in resources/formats/README.md, by each reader's name.
std::map<QString, QString> rowsOfReaders()
{
    std::map<QString, QString> rows;
    QFile file(QStringLiteral(LOCKSTEP_SOURCE "/resources/formats/README.md"));
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    static const QRegularExpression name(u"`([^`]+)`"_s);
    const QString table =
        QString::fromUtf8(file.readAll()).section(u"| reader |"_s, 1).section(u"\n\n"_s, 0, 0);
    for (const QString &row : table.split(u'\n')) {
        for (auto each = name.globalMatch(row.section(u'|', 1, 1)); each.hasNext();)
            rows[each.next().captured(1)] = row.section(u'|', 3);
    }
    return rows;
}

} // namespace

// What a key is recognised as, from a first look at it. The rows are the formats; the server's
// clock stands at 2026-11-21 01:00:00 UTC.
class TestCatalogue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void recognises_data();
    void recognises();
    void judgesTimesByThePresent();
    void asksMostFormatsWithTwoCommands();
    void judgesNames_data();
    void judgesNames();
    void namesPrefixesThatDoNotOverlap();
    void saysWhatIsWrongInAFormatFile_data();
    void saysWhatIsWrongInAFormatFile();
    void theReadmeNamesEveryReaderWithItsParameters();
    void withoutPttlAnObjectStillHasItsValue();

private:
    static constexpr qint64 nowSeconds = 1795222800;
    ServerTime m_time{std::chrono::steady_clock::now(),
        std::chrono::system_clock::time_point(std::chrono::seconds(nowSeconds))};
    std::shared_ptr<const Catalogue> m_catalogue;

    Ttl in(Milliseconds left) const { return Ttl::until(m_time.at + left); }
};

void TestCatalogue::initTestCase()
{
    const auto loaded = Catalogue::load();
    QVERIFY2(loaded.has_value(), loaded ? "" : qPrintable(loaded.error().detail));
    m_catalogue = *loaded;
}

void TestCatalogue::recognises_data()
{
    QTest::addColumn<Probe>("probe");
    QTest::addColumn<QString>("expected"); // id, "?" in front: possible; empty: nothing

    const auto string = [](const char *row, const QByteArray &key, const QByteArray &text, Ttl ttl,
                            const char *expected) {
        QTest::newRow(row) << Probe{key, KeyType::String, ttl, text.size(), text, {}, {}, {}}
                           << QString::fromLatin1(expected);
    };
    const Ttl persistent = Ttl::persistent();
    using namespace std::chrono_literals;
    const QByteArray uuid = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";

    string("page views", "page_view", "1042", persistent, "string-counter");
    string("page views by camel case", "pageViews", "1042", persistent, "string-counter");
    string("online users", "online_users", "17", persistent, "presence-string");
    string("a counter of one day", "alice:2026.11.21", "3", persistent, "daily-counter");
    string(
        "a counter of one day, with dashes", "signups:2026-11-21", "3", in(3600s), "daily-counter");
    string("a number without a hint", "foo", "42", persistent, "?number");
    string("JSON in a cache", "cache:42", R"({"id":42})", in(60s), "");
    string("text", "greeting", "hello", persistent, "");
    string("a session", "session:abc", "0123456789abcdef0123456789abcdef", in(3600s), "");
    string("a CSRF token", "csrf:abc", "Zm9vYmFyYmF6cXV4cXV1eA", in(3600s), "");
    string("a one-time code", "otp:491702", "482913", in(300s), "");
    string("a random token without a lock in its name", "x:9", "0123456789abcdef0123456789abcdef",
        in(3600s), "");
    string("a time", "last_seen:9", "1795217397", persistent, "");
    string("requests per address", "ar:10.0.0.7", "12", in(60s), "?expiring-number");
    string("requests per address and second", "10.0.0.7:1795222798", "3", in(8s),
        "window-second-in-name");
    string("login attempts", "login:attempts:bob", "3", in(60s), "?window");
    string("a lock by some name", "lock:order:42", "worker-7", in(5s), "?string-lock");
    string("a lock of what is counted elsewhere", "lock:stock:42", "worker-7", in(5s),
        "?string-lock-of-what-is-counted");
    string("a lock that names nobody", "lock:order:45", "1", in(5s), "?string-lock");
    string("a lock of a process", "lock:order:46", "2231", in(5s), "?string-lock");
    string("failures before a lock", "account_lock:bob", "3", in(30s), "?expiring-number");
    string("permits that are left", "semaphore:tills", "3", persistent, "?number");
    string("no permit that is left", "semaphore:tills", "0", persistent, "?number");
    string(
        "a time in ms as a lock's token", "lock:order:47", "1795222800123", in(5s), "?string-lock");
    string("random digits as a lock's token", "lock:order:48", "4b3d5ee7a0000", in(5s),
        "?string-lock");
    string("a count of locks", "locks:total", "42", persistent, "?number");
    string("a lock with a token of node-redlock", "lock:order:43",
        "a60dfbb3ebf3d0e4c9ad31caa5ebfbe1", in(5s), "?string-lock");
    string("a lock with raw bytes", "lock:order:44", QByteArray("\x01\xff\n ", 4).repeated(8),
        in(5s), "?walrus-lock");
    string("a lock with 16 random bytes", "mutex:report",
        QByteArray::fromHex("00c1ff9e8a2b0d7f4410e3aa5c19f0d2"), in(5s), "?raw-token-lock");
    string("a lock with 20 random bytes", "invoice-lock:7",
        QByteArray::fromHex("f1c1ff9e8a2b3d7f4440e3aa5c49f0d2a1b2c3d4"), in(5s), "?raw-token-lock");
    string("the same bytes without a TTL", "mutex:report",
        QByteArray::fromHex("00c1ff9e8a2b0d7f4410e3aa5c19f0d2"), persistent, "");
    string("the same bytes without a lock in the name", "report:7",
        QByteArray::fromHex("00c1ff9e8a2b0d7f4410e3aa5c19f0d2"), in(5s), "");
    string("a word in another script under a lock's name", "lock:state",
        QByteArray("\xe6\xad\xa3\xe5\x9c\xa8\xe5\xa4\x84\xe7\x90\x86\xe4\xb8\xad\xef\xbc\x81"),
        in(5s), "");
    string("a sentence under a lock's name", "lock:note", "do not touch this, it is mine",
        persistent, "");
    string("a clock is no lock", "clock:paris", "12:04:11", persistent, "");
    string("a setting of a lock", "lock_timeout", "30", persistent, "");

    const Ttl minute = in(60s);
    string("Bull's job lock", "bull:mail:7:lock", uuid, in(30s), "bull-job-lock");
    string("Celery beat's lock", "redbeat::lock", "c5a8a0ee3c0e11ef8f2a0242ac110002", in(900s),
        "celery-redbeat-lock");
    string("a Laravel job that must not overlap", "app_laravel-queue-overlap:Mail:7",
        "aZ09bY18cX27dW36", persistent, "laravel-withoutoverlapping");
    string("Nextcloud's file lock", "oc12/lockfiles/0cc175b9c0f1b6a831c399e269772661", "exclusive",
        minute, "nextcloud-filelock");
    string("Hangfire", "{hangfire}:recurring-jobs:lock", uuid, in(30s), "hangfire-redis-lock");
    string("ASP.NET", "{app_x7}_WriteLock", "638990000000000000", minute, "aspnet-session-lock");
    string("Discourse's mutex", "default:mutex_topic", "1795222859", minute, "discourse-mutex");
    string("a Discourse-like number that disagrees with its TTL", "default:mutex_topic",
        "1795222999", minute, "?string-lock");
    string("redis-lock of Node", "lock.report", "1795222860001", minute, "errorception-redis-lock");
    string("Dapr", "lock||shop||order", "worker-1", minute, "dapr-lock");
    string("django-ratelimit", ":1:rl:" + QByteArray(64, 'a'), "4", minute, "django-ratelimit");
    string("Sentry's limiter",
        "rl:" + QByteArray(32, 'a') + ":" + QByteArray::number(nowSeconds / 60), "4", minute,
        "sentry-ratelimit");
    string("express-rate-limit", "rl:1.2.3.4", "4", minute, "express-rate-limit-redis");
    string("@fastify/rate-limit", "fastify-rate-limit-1.2.3.4", "4", minute, "fastify-rate-limit");
    string("NestJS", "{5d3e:default}:hits", "4", minute, "nestjs-throttler-redis");
    string("httprate", "httprate:1234567890123456789", "4", minute, "go-chi-httprate");
    string("APISIX", "plugin-limit-count:v1:r1:5:bob", "4", minute, "apisix-limit-count");
    string(
        "AspNetCoreRateLimit", "2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "4", minute, "aspnetcoreratelimit");
    string("Envoy", "shop_path_/buy_1795222800", "4", in(61s), "?envoy-ratelimit");
    string("GCRA in nanoseconds", "any:name", "1795222860000000000", minute, "throttled-go");
    string("our GCRA", "any:name", "1795222860000000", minute, "lockstep-gcra");
    string("our sliding window", "any", "1795222800000000 3 0", minute, "lockstep-sliding-window");
    string("our bucket", "any", "7.5 1795222790000000", minute, "lockstep-bucket");
    string(
        "our token bucket", "any:tokens", "7.5 1795222790000000", minute, "lockstep-token-bucket");
    string("our leaky bucket", "leaky", "1e-07 1795222790000000", minute, "lockstep-leaky-bucket");
    string("our bucket without a deadline", "any", "7.5 1795222790000000", persistent, "");
    string("our lock", "lock:order:42", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11", minute,
        "lockstep-lock");
    string("its like under another name", "trace:42", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11",
        minute, "");
    string("our fencing tokens", "{order}:fence", "7", persistent, "lockstep-fence");
    string("slots of ours", "slots:tills", "2", minute, "lockstep-bounded-counter");
    string("submitted once", "orders:once:7", "1795222799000", minute, "lockstep-submit-once");
    string("redis_rate", "rate:bob", "311994060.25", minute, "go-redis-rate");
    string("a number like redis_rate's that disagrees with its TTL", "rate:bob", "311994999.25",
        minute, "");
    string("an exchange rate", "exchange:rate:usd", "1.0934", minute, "");
    string("Bucket4j", "any", QByteArray::fromHex("0000000100000001000000010000000100000000"),
        persistent, "bucket4j-redis");
    string("a HyperLogLog", "visitors", QByteArray("HYLL\1\0\0\0", 8), persistent, "hyperloglog");
    string("a HyperLogLog of active users", "active:2026-11", QByteArray("HYLL\0\0\0\0", 8),
        persistent, "presence-hyperloglog");
    string("text that begins like a HyperLogLog", "greeting", "HYLLO!", persistent, "");
    string("a pickled object", "cache:1", QByteArray("\x80\x04\x95", 3), minute, "");
    string("nothing in it", "empty", "", persistent, "");

    const auto hash = [](const char *row, const QByteArray &key,
                          std::vector<std::pair<QByteArray, QByteArray>> fields, Ttl ttl,
                          const char *expected) {
        const auto size = qint64(fields.size());
        QTest::newRow(row) << Probe{key, KeyType::Hash, ttl, size, {}, std::move(fields), {}, {}}
                           << QString::fromLatin1(expected);
    };
    hash("Redisson's lock", "orders", {{uuid + ":42", "2"}}, in(30s), "redisson-rlock");
    hash("Redisson's lock with a value that is no count", "orders", {{uuid + ":42", "x"}}, in(30s),
        "");
    hash("Redisson's read lock", "orders", {{"mode", "read"}, {uuid + ":42", "1"}}, in(30s),
        "redisson-rwlock");
    hash("Redisson's limiter", "api", {{"rate", "5"}, {"interval", "1000"}, {"type", "0"}},
        persistent, "redisson-ratelimiter");
    hash("a hash with one field more", "api",
        {{"rate", "5"}, {"interval", "1"}, {"type", "0"}, {"x", ""}}, persistent, "");
    hash("Traefik", "rate:web@docker:1.2.3.4", {{"last", "1795222800000000"}, {"tokens", "4"}},
        minute, "traefik-ratelimit");
    hash("limitd", "ip:1.2.3.4", {{"d", "1795222800000"}, {"r", "4"}}, minute, "limitd-redis");
    hash("Hammer", "Shop:bob", {{"level", "3"}, {"last_update", "1795222800"}}, minute,
        "hammer-bucket");
    hash("some hash", "user:1", {{"name", "x"}, {"age", "3"}}, persistent, "");
    hash("an empty look at a large hash", "user:2", {}, persistent, "");

    const auto zset = [](const char *row, const QByteArray &key,
                          std::vector<std::pair<QByteArray, double>> members, Ttl ttl,
                          const char *expected) {
        const auto size = qint64(members.size());
        QTest::newRow(row) << Probe{key, KeyType::SortedSet, ttl, size, {}, {}, std::move(members),
            {}} << QString::fromLatin1(expected);
    };
    const double ms = nowSeconds * 1000.0;
    const QByteArray token = QByteArray(43, 'a') + '=';
    zset("Symfony's lock, score and TTL agree", "invoice", {{token, ms + 60'000}}, minute,
        "symfony-lock");
    zset("Symfony's token, score and TTL disagree", "invoice", {{token, ms + 90'000}}, minute, "");
    zset("a sliding log of any name", "x", {{"1795222800000", ms}}, minute,
        "sliding-log-milliseconds");
    zset("a sliding log named so", "limit:api:bob", {{"req-1", ms}}, minute,
        "?sliding-log-hint-milliseconds");
    zset("a sliding log named after its way", "slide:10.0.0.7", {{"req-1", ms}}, minute,
        "?sliding-log-hint-milliseconds");
    zset("the same in seconds", "slidingWindow:10.0.0.7", {{"req-1", ms / 1000}}, minute,
        "?sliding-log-hint-seconds");
    zset("slides in their order", "slide:deck:7", {{"intro", 1}, {"end", 2}}, minute, "");
    zset("what stays is no log", "slide:10.0.0.7", {{"req-1", ms}}, persistent, "");
    zset("last seen", "online", {{"bob", ms / 1000 - 5}}, persistent, "presence-zset-seconds");
    zset("scores that are no times", "online", {{"bob", 5}}, persistent, "presence-zset");
    zset("a leaderboard", "leaderboard", {{"bob", 5}, {"eve", 7}}, persistent, "");
    zset("leases that end", "semaphore:remote", {{uuid, ms / 1000 + 30}}, persistent,
        "?semaphore-leases-seconds");
    zset("leases that end in milliseconds", "semaphore:remote", {{"worker-1", ms + 30'000}},
        persistent, "?semaphore-leases-milliseconds");
    zset("leases of a few seconds", "semaphore:remote", {{"worker-1", ms + 3'000}}, persistent,
        "?semaphore-leases-milliseconds");
    zset("leases that have ended in milliseconds", "semaphore:remote", {{"worker-1", ms - 500}},
        persistent, "");
    for (const int left : {1'500, 3'000, 4'900}) {
        zset(qPrintable(u"%1 ms to the end of a lease, and no TTL"_s.arg(left)), "semaphore:remote",
            {{uuid, ms + left}}, persistent, "?semaphore-leases-milliseconds");
        zset(qPrintable(u"%1 ms to the end of a lease and of the key"_s.arg(left)),
            "semaphore:remote", {{uuid, ms + left}}, in(std::chrono::milliseconds(left)),
            "?semaphore-leases-milliseconds");
    }
    zset("redis-semaphore of Node", "semaphore:remote", {{uuid, ms - 4'000}}, in(6s),
        "redis-semaphore-node");
    zset("a client's clock that is ahead by less than a second", "semaphore:remote",
        {{uuid, ms + 900}}, in(10s), "redis-semaphore-node");
    zset("one that is ahead by more, or the end of a lease", "semaphore:remote",
        {{uuid, ms + 3'000}}, in(10s), "?redis-semaphore-node-hint");
    zset("redis-semaphore gives each key a TTL", "semaphore:remote", {{uuid, ms - 4'000}},
        persistent, "");
    // Redis in Action scores them so: none of them has ended.
    zset("permits by when they were taken", "semaphore:remote", {{uuid, ms / 1000 - 0.5}},
        persistent, "");
    zset("delayed jobs", "jobs:delayed", {{"{\"id\":7}", ms + 60'000}}, persistent, "");

    const auto list = [](const char *row, const QByteArray &key, std::vector<QByteArray> elements,
                          Ttl ttl, const char *expected) {
        const auto size = qint64(elements.size());
        QTest::newRow(row) << Probe{key, KeyType::List, ttl, size, {}, {}, {}, std::move(elements)}
                           << QString::fromLatin1(expected);
    };
    list("Discourse's limiter", "default:l-rate-limit3::7:topic", {"1795222799", "1795222700"},
        minute, "discourse-ratelimiter");
    list("a list of times that is named a limit", "throttle:bob", {"1795222799.5"}, minute,
        "list-window");
    list("a list of times", "history", {"1795222799.5"}, minute, "?list-window-unnamed");
    list("a queue", "queue:mail", {"job-1"}, persistent, "");
}

void TestCatalogue::recognises()
{
    QFETCH(const Probe, probe);
    QFETCH(const QString, expected);
    const auto recognition = m_catalogue->recognise(probe, m_time);
    QString found;
    if (recognition)
        found = (recognition->confidence == Confidence::Possible ? u"?"_s : u""_s)
            + recognition->format->id();
    QCOMPARE(found, expected);
}

// The server is asked for its time only now and then.
void TestCatalogue::judgesTimesByThePresent()
{
    using namespace std::chrono_literals;
    const ServerTime old{m_time.at - 90s, m_time.server - 90s};
    const QByteArray ms = QByteArray::number(nowSeconds * 1000);
    const Probe log{"x", KeyType::SortedSet, in(60s), 1, {}, {}, {{ms, ms.toDouble()}}, {}};
    const auto recognised = m_catalogue->recognise(log, old);
    QVERIFY(recognised);
    QCOMPARE(recognised->format->id(), u"sliding-log-milliseconds"_s);
}

void TestCatalogue::asksMostFormatsWithTwoCommands()
{
    Probe probe{"page_view", KeyType::String, Ttl::persistent(), 4, "1042", {}, {}, {}};
    const auto recognition = m_catalogue->recognise(probe, m_time);
    QVERIFY(recognition);
    const ReadPlan plan = recognition->format->plan(probe.key, m_time);
    QCOMPARE(plan.commands.size(), size_t(2));
    QCOMPARE(plan.commands[0].words(), (QByteArrayList{"GETRANGE", "page_view", "0", "255"}));
    QCOMPARE(plan.commands[1].words(), (QByteArrayList{"PTTL", "page_view"}));
}

void TestCatalogue::judgesNames_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("primary");

    using Kind = NameClass::Kind;
    const auto row = [](const char *title, const QByteArray &name, Kind kind,
                         const QByteArray &primary = {}) {
        QTest::newRow(title) << name << int(kind) << primary;
    };
    row("nothing to us", "user:42:profile", Kind::Unknown);
    row("no name at all", "", Kind::Unknown);
    row("a prefix", "rlflx:bob", Kind::Candidate);
    row("a suffix", "bull:mail:7:lock", Kind::Candidate);
    row("a middle part behind a client's own prefix", "shop:rack::attack:123:logins:1.2.3.4",
        Kind::Candidate);
    row("a word", "page_views", Kind::Candidate);
    row("a word in capitals", "PAGE_VIEWS", Kind::Candidate);
    row("a word in another", "clocks:paris", Kind::Unknown);
    row("a queue of a lock", "redisson_lock_queue:{orders}", Kind::Companion, "orders");
    row("permits of a limiter", "{api}:permits", Kind::Companion, "api");
    row("a timestamp of a bucket", "request_rate_limiter.{a.b}.timestamp", Kind::Companion,
        "request_rate_limiter.{a.b}.tokens");
    row("a signal list", "lock-signal:report", Kind::Companion, "lock:report");
    row("noise of a library", "redisson_unlock_latch:{orders}:0cc175b9c0f1b6a831c399e269772661",
        Kind::Ignored);
    row("10 kB that end in a marker", QByteArray(10'000, 'x') + ":a:b:lock", Kind::Candidate);
    row("NUL and invalid UTF-8", QByteArray("\0\xff\xfe", 3), Kind::Unknown);
}

void TestCatalogue::judgesNames()
{
    QFETCH(const QByteArray, name);
    QFETCH(const int, kind);
    QFETCH(const QByteArray, primary);
    const NameClass verdict = m_catalogue->classifyName(name);
    QCOMPARE(int(verdict.kind), kind);
    QCOMPARE(verdict.primary, primary);
}

void TestCatalogue::namesPrefixesThatDoNotOverlap()
{
    const auto prefixes = m_catalogue->prefixes();
    QVERIFY(prefixes.size() > 30);
    for (const QByteArray &prefix : prefixes) {
        QVERIFY(prefix.size() >= 3);
        for (const QByteArray &other : prefixes)
            QVERIFY2(
                &prefix == &other || !other.startsWith(prefix), (prefix + ' ' + other).constData());
    }
    QVERIFY(std::find(prefixes.begin(), prefixes.end(), "fastify-rate-limit-") != prefixes.end());
}

void TestCatalogue::saysWhatIsWrongInAFormatFile_data()
{
    QTest::addColumn<QByteArray>("change"); // put in place of the reader
    QTest::addColumn<QString>("words");
    QTest::newRow("an unknown reader") << QByteArray(R"("reader":{"name":"magic"})")
                                       << u"format a, reader, field \"name\": expected one of"_s;
    QTest::newRow("an unknown field") << QByteArray(R"("reader":{"name":"number"},"glob":"x")")
                                      << u"format a, field \"glob\": expected one of the fields"_s;
    QTest::newRow("an unknown parameter") << QByteArray(R"("reader":{"name":"number","of":1})")
                                          << u"format a, reader, field \"of\""_s;
    QTest::newRow("a flag that does not exist")
        << QByteArray(R"("reader":{"name":"number"},"flags":["big"])")
        << u"format a, field \"flags\": expected countsPresence"_s;
    QTest::newRow("a bad expression")
        << QByteArray(R"("reader":{"name":"number"},"value":"(")")
        << u"format a, field \"value\": expected a regular expression"_s;
    QTest::newRow("no reader") << QByteArray(R"("unit":"seconds")")
                               << u"field \"name\": expected one of"_s;
}

void TestCatalogue::saysWhatIsWrongInAFormatFile()
{
    QFETCH(const QByteArray, change);
    QFETCH(const QString, words);
    const auto formats = formatsFromJson(formatWith(change), u"mine.json"_s);
    QVERIFY(!formats);
    QCOMPARE(formats.error().code, ErrorCode::BadInput);
    QVERIFY2(formats.error().detail.startsWith(u"mine.json"_s), qPrintable(formats.error().detail));
    QVERIFY2(formats.error().detail.contains(words), qPrintable(formats.error().detail));
}

// What the program knows is what it says is possible where something else is written.
void TestCatalogue::theReadmeNamesEveryReaderWithItsParameters()
{
    const std::map<QString, QString> rows = rowsOfReaders();
    QStringList documented;
    for (const auto &[name, row] : rows)
        documented << name;
    QStringList known = possibleAccordingTo(R"("reader":{"name":"magic"})");
    known.sort();
    QCOMPARE(documented, known);
    for (const QString &reader : known) {
        const QStringList parameters =
            possibleAccordingTo(R"("reader":{"nonsense":1,"name":")" + reader.toUtf8() + "\"}");
        for (const QString &each : parameters) {
            if (each != u"name"_s)
                QVERIFY2(rows.at(reader).contains(u'`' + each + u'`'),
                    qPrintable(reader + u": "_s + each));
        }
    }
}

void TestCatalogue::withoutPttlAnObjectStillHasItsValue()
{
    const Probe probe{"page_view", KeyType::String, Ttl::persistent(), 4, "1042", {}, {}, {}};
    const auto recognition = m_catalogue->recognise(probe, m_time);
    QVERIFY(recognition);
    const Reply denied{Reply::Kind::Error, false, 0,
        "NOPERM this user has no permissions to run the 'pttl' command", {}};
    const auto read = [&](const Reply &value) {
        const std::vector<Reply> replies{value, denied};
        return recognition->format->read(probe.key, replies, m_time.at, m_time);
    };
    QCOMPARE(read({Reply::Kind::Bulk, false, 0, "1042", {}})->value, 1042.0);
    QVERIFY(read({Reply::Kind::Bulk, false, 0, "", {}})->ttl.isMissing());
    QVERIFY(!read(denied));
}

QTEST_GUILESS_MAIN(TestCatalogue)
#include "tst_catalogue.moc"
