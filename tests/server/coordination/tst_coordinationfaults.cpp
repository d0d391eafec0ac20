// What must hold for every operation of core/coordination, whatever goes wrong: it happens once or
// not at all, the caller is told "unknown" where it is unknown, nothing is sent again, and no key
// is left without its deadline.

#include "core/coordination/counts/boundedcounter.h"
#include "core/coordination/counts/counter.h"
#include "core/coordination/counts/ratelimiter.h"
#include "core/coordination/counts/semaphore.h"
#include "core/coordination/counts/submitonce.h"
#include "tests/server/coordination/everycall.h"
#include "tests/support/patience.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QDeadlineTimer>
#include <QTest>

#include <array>
#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;
using Cut = FaultyRelay::Cut;

namespace {

ConnectionOptions impatient()
{
    ConnectionOptions options;
    options.firstRetry = 1ms;
    options.longestRetry = 10ms;
    return options;
}

std::unique_ptr<Connection> opened(const Endpoint &endpoint, const ConnectionOptions &options = {})
{
    auto connection = std::make_unique<Connection>(endpoint, options);
    if (const auto result = QCoro::waitFor(connection->open()); !result)
        qFatal("No connection: %s", qPrintable(result.error().detail));
    return connection;
}

// How many times anything was changed since the server was started.
qint64 changes(TestServer &server)
{
    const QByteArray text = server.run({"INFO", "persistence"}).text;
    const QByteArray field = "rdb_changes_since_last_save:";
    const qsizetype at = text.indexOf(field);
    return text.mid(at + field.size()).split('\r').front().toLongLong();
}

bool hasImmortalKey(TestServer &server)
{
    for (const Reply &key : server.run({"KEYS", "*"}).elements) {
        if (server.run({"PTTL", key.text}).integer < 0)
            return true;
    }
    return false;
}

// A burst of many against one limit, and how many of them the server knows of.
struct Contest
{
    const char *name;
    qint64 limit; // 0: none
    std::function<QCoro::Task<Result<bool>>(Connection *)> call;
    std::function<qint64(TestServer &)> counted;
};

qint64 number(TestServer &server)
{
    return server.run({"GET", "key"}).text.toLongLong();
}

qint64 members(TestServer &server)
{
    return server.run({"ZCARD", "key"}).integer;
}

QCoro::Task<Result<bool>> decided(QCoro::Task<Result<Decision>> task)
{
    const auto decision = co_await std::move(task);
    if (!decision)
        co_return tl::unexpected(decision.error());
    co_return decision->allowed;
}

std::function<QCoro::Task<Result<bool>>(Connection *)> asks(RateLimit limit)
{
    return [limit](Connection *connection) {
        return decided(RateLimiter(connection, "key", limit).acquire());
    };
}

template <typename T, typename Yes>
QCoro::Task<Result<bool>> judged(QCoro::Task<Result<T>> task, Yes isYes)
{
    const auto result = co_await std::move(task);
    if (!result)
        co_return tl::unexpected(result.error());
    co_return isYes(*result);
}

std::vector<Contest> contests()
{
    const auto field = [](int which) {
        return [which](TestServer &server) {
            return server.run({"GET", "key"}).text.split(' ').value(which).toLongLong();
        };
    };
    const auto tokensGone = [](TestServer &server) {
        const QByteArray value = server.run({"GET", "key"}).text;
        return value.isEmpty() ? 0 : 60 - qint64(value.split(' ').front().toDouble());
    };
    const auto level = [](TestServer &server) {
        return qint64(std::ceil(server.run({"GET", "key"}).text.split(' ').front().toDouble()));
    };
    const auto days = [](TestServer &server) { // an arrival each
        const double now = server.run({"TIME"}).elements.at(0).text.toDouble();
        const double arrival = server.run({"GET", "key"}).text.toDouble() / 1e6;
        return arrival > now ? qint64(std::ceil((arrival - now - 1) / 86'400)) : 0;
    };
    const auto counter = [](Connection *connection) {
        return judged(Counter(connection, "key").increment(), [](qint64) { return true; });
    };
    const auto bounded = [](Connection *connection) {
        return judged(BoundedCounter(connection, "key", {60}).acquire(),
            [](const BoundedCounter::Slot &slot) { return slot.granted; });
    };
    const auto semaphore = [](Connection *connection) {
        return judged(Semaphore(connection, "key", {60}).acquire(),
            [](const Semaphore::Attempt &attempt) { return attempt.granted(); });
    };
    const auto submission = [](Connection *connection) {
        return judged(SubmitOnce(connection, "key").submit({}),
            [](const SubmitOnce::Submission &each) { return each.accepted; });
    };
    const auto exists = [](TestServer &server) { return server.run({"EXISTS", "key"}).integer; };
    return {{"counter", 0, counter, number}, {"bounded counter", 60, bounded, number},
        {"semaphore", 60, semaphore, members}, {"submit once", 1, submission, exists},
        {"fixed window", 60, asks(FixedWindow{60, 1h}), number},
        {"sliding log", 60, asks(SlidingLog{60, 1h}), members},
        {"sliding window", 60, asks(SlidingWindow{60, 24h * 100}), field(1)},
        {"token bucket", 60, asks(TokenBucket{60, 1, 24h * 6}), tokensGone},
        {"leaky bucket", 60, asks(LeakyBucket{60, 1, 24h * 6}), level},
        {"GCRA", 60, asks(Gcra{60, 1, 24h}), days}};
}

} // namespace

class TestCoordinationFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aCutAtAnyPoint_data();
    void aCutAtAnyPoint();
    void allAreCutInTheMiddle_data();
    void allAreCutInTheMiddle();
    void theServerIsPaused_data();
    void theServerIsPaused();
    void theConnectionDies_data();
    void theConnectionDies();
    void theUserLacksAPermission_data();
    void theUserLacksAPermission();
    void theServerIsAReplica();
    void theServerHasNoMemory_data();
    void theServerHasNoMemory();
    void theKeyIsOfAnotherType_data();
    void theKeyIsOfAnotherType();
    void theScriptCacheIsFlushedBetweenCalls_data();
    void theScriptCacheIsFlushedBetweenCalls();
    void keysAreAnyBytes_data();
    void keysAreAnyBytes();
    void inAClusterEachScriptStaysInOneSlot_data();
    void inAClusterEachScriptStaysInOneSlot();
    void noTimeOfTheClientIsSent_data();
    void noTimeOfTheClientIsSent();

private:
    static void eachCall()
    {
        QTest::addColumn<size_t>("which");
        for (size_t i = 0; i < everyCall().size(); ++i)
            QTest::newRow(everyCall()[i].name) << i;
    }
    static void keys();
    // Empties the server and prepares the call; it knows the call's script, or none.
    enum class Known : quint8 { Script, Nothing };
    void prepare(
        const EveryCall &each, const QByteArray &key = "key", Known known = Known::Nothing);
    // On which the daily counter counts.
    QByteArray keyOfToday(const QByteArray &key)
    {
        const qint64 seconds = m_server.run({"TIME"}).elements.at(0).text.toLongLong();
        const QDate today = QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).date();
        return key + ':' + today.toString(u"yyyy.M.d").toUtf8();
    }
    // How much one undisturbed call changes.
    qint64 changesOfOne(const EveryCall &each);
    bool deadlinesHold(const EveryCall &each)
    {
        return each.is(EveryCall::StaysForEver) || !hasImmortalKey(m_server);
    }

    TestServer m_server;
    std::unique_ptr<Connection> m_connection; // that works
    std::unique_ptr<TestServer> m_cluster; // made when first needed
};

void TestCoordinationFaults::init()
{
    m_connection = opened(m_server.endpoint());
}

void TestCoordinationFaults::prepare(const EveryCall &each, const QByteArray &key, Known known)
{
    m_server.run({"FLUSHALL"});
    m_server.run({"SCRIPT", "FLUSH"});
    if (known == Known::Script && !QCoro::waitFor(each.call(m_connection.get(), key)))
        qFatal("%s does not run", each.name);
    m_server.run({"FLUSHALL"});
    if (each.prepare && !QCoro::waitFor(each.prepare(m_connection.get(), key)))
        qFatal("%s cannot be prepared", each.name);
    if (known == Known::Nothing)
        m_server.run({"SCRIPT", "FLUSH"});
}

qint64 TestCoordinationFaults::changesOfOne(const EveryCall &each)
{
    prepare(each);
    const qint64 before = changes(m_server);
    const auto result = QCoro::waitFor(each.call(m_connection.get(), "key"));
    if (!result || !*result)
        qFatal("%s fails undisturbed", each.name);
    return changes(m_server) - before;
}

void TestCoordinationFaults::aCutAtAnyPoint_data()
{
    QTest::addColumn<size_t>("which");
    QTest::addColumn<int>("nth");
    QTest::addColumn<int>("point");
    QTest::addColumn<bool>("isKnown");
    const std::array<std::pair<const char *, Cut>, 3> points{{{"before", Cut::BeforeRequest},
        {"after", Cut::AfterRequest}, {"after the reply to", Cut::AfterReply}}};
    for (size_t i = 0; i < everyCall().size(); ++i) {
        const EveryCall &each = everyCall()[i];
        for (const auto &[where, point] : points) {
            for (int nth = 1; nth <= each.requests; ++nth) {
                QTest::addRow("%s, %s request %d", each.name, where, nth)
                    << i << nth << int(point) << false;
            }
            if (each.is(EveryCall::Script)) {
                QTest::addRow("%s by SHA1, %s it", each.name, where)
                    << i << each.requests - 1 << int(point) << true;
            }
        }
    }
}

void TestCoordinationFaults::aCutAtAnyPoint()
{
    QFETCH(size_t, which);
    QFETCH(int, nth);
    QFETCH(int, point);
    QFETCH(bool, isKnown);
    const EveryCall &each = everyCall()[which];
    const qint64 one = changesOfOne(each);
    QCOMPARE(one > 0, each.is(EveryCall::Writes));

    prepare(each, "key", isKnown ? Known::Script : Known::Nothing);
    FaultyRelay relay(m_server.socketPath());
    const auto connection = opened(relay.endpoint(), impatient());
    connection->keepOpen();
    const qint64 before = changes(m_server);
    relay.cutAt(Cut(point), nth);
    const auto result = QCoro::waitFor(each.call(connection.get(), "key"));

    // Open again, and whatever else might be sent has been.
    bool answers = false;
    QTRY_VERIFY(relay.cuts() == 1
        && (answers = answers || QCoro::waitFor(connection->request({"PING"})).has_value()));
    const bool isLast = isKnown || nth == each.requests;
    QCOMPARE(changes(m_server) - before, isLast && Cut(point) != Cut::BeforeRequest ? one : 0);
    QCOMPARE(result.has_value(), isLast && Cut(point) == Cut::AfterReply);
    if (isLast && Cut(point) != Cut::AfterReply)
        QVERIFY(result.error().mayHaveRun); // nobody can know which of the two it was
    QVERIFY(deadlinesHold(each));
}

void TestCoordinationFaults::allAreCutInTheMiddle_data()
{
    QTest::addColumn<size_t>("which");
    QTest::addColumn<qint64>("after");
    const auto all = contests();
    for (size_t i = 0; i < all.size(); ++i) {
        for (const int after : {20, 60, 150})
            QTest::addRow("%s, after %d", all[i].name, after) << i << qint64(after);
    }
}

void TestCoordinationFaults::allAreCutInTheMiddle()
{
    QFETCH(size_t, which);
    QFETCH(qint64, after);
    const Contest contest = contests()[which];
    m_server.run({"FLUSHALL"});
    QVERIFY(QCoro::waitFor(contest.call(m_connection.get()))); // the script is known
    m_server.run({"FLUSHALL"});
    FaultyRelay relay(m_server.socketPath());
    std::vector<std::unique_ptr<Connection>> clients;
    for (int i = 0; i < 50; ++i)
        clients.push_back(opened(relay.endpoint()));
    const qint64 before = relay.requests();
    std::vector<QCoro::Task<Result<bool>>> tasks;
    for (int i = 0; i < 200; ++i)
        tasks.push_back(contest.call(clients[size_t(i) % clients.size()].get()));
    const QDeadlineTimer limit(20s);
    while (relay.requests() < before + after && !limit.hasExpired())
        QCoreApplication::processEvents();
    relay.cutAllNow();

    qint64 granted = 0;
    qint64 unknown = 0;
    for (auto &task : tasks) {
        const auto result = QCoro::waitFor(std::move(task));
        granted += result && *result ? 1 : 0;
        unknown += !result && result.error().mayHaveRun ? 1 : 0;
    }
    // The server may still be reading what came before the cut.
    QTRY_COMPARE(m_server.run({"INFO", "clients"}).text.contains("connected_clients:2\r"), true);
    const qint64 counted = contest.counted(m_server);
    qInfo("%lld granted, %lld unknown, %lld counted", granted, unknown, counted);
    QVERIFY(counted >= granted);
    QVERIFY(counted <= granted + unknown);
    QVERIFY(contest.limit == 0 || counted <= contest.limit);
    QVERIFY(contest.limit == 0 || !hasImmortalKey(m_server));
}

void TestCoordinationFaults::theServerIsPaused_data()
{
    eachCall();
}

void TestCoordinationFaults::theServerIsPaused()
{
    QFETCH(size_t, which);
    const EveryCall &each = everyCall()[which];
    const qint64 one = changesOfOne(each);
    prepare(each, "key", Known::Script);
    const qint64 before = changes(m_server);
    ConnectionOptions options;
    options.commandTimeout = 50ms;
    const auto connection = opened(m_server.endpoint(), options);
    m_server.suspend();
    const auto result = QCoro::waitFor(each.call(connection.get(), "key"));
    m_server.resume();
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::CommandTimeout);
    // Only the question for the day was asked.
    QCOMPARE(result.error().mayHaveRun, !QByteArray(each.name).startsWith("daily"));
    const qint64 changed = changes(m_server) - before;
    QVERIFY(changed == 0 || changed == one);
    QVERIFY(deadlinesHold(each));
}

void TestCoordinationFaults::theConnectionDies_data()
{
    eachCall();
}

void TestCoordinationFaults::theConnectionDies()
{
    QFETCH(size_t, which);
    const EveryCall &each = everyCall()[which];
    prepare(each);
    auto connection = opened(m_server.endpoint());
    auto task = each.call(connection.get(), "key");
    connection.reset();
    const auto result = QCoro::waitFor(std::move(task));
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::Cancelled);
    QVERIFY(deadlinesHold(each));
}

void TestCoordinationFaults::theUserLacksAPermission_data()
{
    QTest::addColumn<size_t>("which");
    QTest::addColumn<QByteArrayList>("rules");
    const std::array<std::pair<const char *, QByteArrayList>, 3> users{{
        {"the command",
            {"~*", "+@all", "-eval", "-evalsha", "-incrby", "-decrby", "-get", "-zrem"}},
        {"the key", {"~other*", "+@all"}},
        {"a command within the script", {"~*", "+@all", "-@read", "-@write"}},
    }};
    for (size_t i = 0; i < everyCall().size(); ++i) {
        for (const auto &[what, rules] : users)
            QTest::addRow("%s: %s", everyCall()[i].name, what) << i << rules;
    }
}

void TestCoordinationFaults::theUserLacksAPermission()
{
    QFETCH(size_t, which);
    QFETCH(QByteArrayList, rules);
    const EveryCall &each = everyCall()[which];
    m_server.run(
        Command(QByteArrayList{"ACL", "SETUSER", "limited", "reset", "on", "nopass"} + rules));
    Endpoint endpoint = m_server.endpoint();
    endpoint.user = "limited";
    const auto connection = opened(endpoint);
    prepare(each);
    const qint64 before = changes(m_server);
    const auto result = QCoro::waitFor(each.call(connection.get(), "key"));
    QVERIFY(!result);
    QVERIFY2(result.error().code == ErrorCode::NoPerm, qPrintable(result.error().detail));
    QVERIFY(!result.error().mayHaveRun);
    QCOMPARE(changes(m_server), before);
}

void TestCoordinationFaults::theServerIsAReplica()
{
    TestServer::Options options;
    options.tcp = true;
    options.arguments = {QStringLiteral("--repl-diskless-sync-delay"), QStringLiteral("0")};
    TestServer primary(options);
    TestServer replica;
    replica.run({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.tcpPort())});
    bool linked = false;
    QTRY_VERIFY(linked = linked
            || replica.run({"INFO", "replication"}).text.contains("master_link_status:up"));
    const auto connection = opened(replica.endpoint());
    for (const EveryCall &each : everyCall()) {
        if (each.prepare) {
            const auto writer = opened(primary.endpoint());
            QVERIFY(QCoro::waitFor(each.prepare(writer.get(), each.name)));
        }
    }
    QTRY_COMPARE(replica.run({"DBSIZE"}).integer, primary.run({"DBSIZE"}).integer);
    for (const EveryCall &each : everyCall()) {
        const auto result = QCoro::waitFor(each.call(connection.get(), each.name));
        QVERIFY2(result.has_value() == !each.is(EveryCall::Writes), each.name);
        if (!result)
            QVERIFY2(result.error().code == ErrorCode::ReadOnly, qPrintable(result.error().detail));
    }
}

void TestCoordinationFaults::theServerHasNoMemory_data()
{
    eachCall();
}

void TestCoordinationFaults::theServerHasNoMemory()
{
    QFETCH(size_t, which);
    const EveryCall &each = everyCall()[which];
    prepare(each);
    const qint64 before = changes(m_server);
    m_server.run({"CONFIG", "SET", "maxmemory", "1"});
    const auto result = QCoro::waitFor(each.call(m_connection.get(), "key"));
    m_server.run({"CONFIG", "SET", "maxmemory", "0"});
    QCOMPARE(result.has_value(), !each.is(EveryCall::NeedsMemory));
    if (!result) {
        QVERIFY2(result.error().code == ErrorCode::OutOfMemory, qPrintable(result.error().detail));
        QCOMPARE(changes(m_server), before);
    }
    QVERIFY(deadlinesHold(each));
}

void TestCoordinationFaults::theKeyIsOfAnotherType_data()
{
    eachCall();
}

void TestCoordinationFaults::theKeyIsOfAnotherType()
{
    QFETCH(size_t, which);
    const EveryCall &each = everyCall()[which];
    m_server.run({"FLUSHALL"});
    m_server.run({"RPUSH", "key", "x"});
    m_server.run({"RPUSH", keyOfToday("key"), "x"});
    const qint64 before = changes(m_server);
    const auto result = QCoro::waitFor(each.call(m_connection.get(), "key"));
    QVERIFY(!result);
    QVERIFY2(result.error().code == ErrorCode::WrongType, qPrintable(result.error().detail));
    QVERIFY(!result.error().mayHaveRun);
    QCOMPARE(changes(m_server), before);
}

void TestCoordinationFaults::theScriptCacheIsFlushedBetweenCalls_data()
{
    eachCall();
}

void TestCoordinationFaults::theScriptCacheIsFlushedBetweenCalls()
{
    QFETCH(size_t, which);
    const EveryCall &each = everyCall()[which];
    prepare(each);
    for (int i = 0; i < 4; ++i) {
        const auto result = QCoro::waitFor(each.call(m_connection.get(), "key"));
        QVERIFY2(result, result ? "" : qPrintable(result.error().detail));
        m_server.run({"SCRIPT", "FLUSH"});
    }
}

void TestCoordinationFaults::keys()
{
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("NUL") << QByteArray("a\0b\0", 4);
    QTest::newRow("line breaks") << QByteArray("\r\n*3\r\n");
    QTest::newRow("not UTF-8") << QByteArray("\xff\xfe\x80");
    QTest::newRow("10 kB") << QByteArray(10'000, 'k');
    QTest::newRow("a hash tag") << QByteArray("{user:1}:limit");
    QTest::newRow("braces that are no tag") << QByteArray("{}}{");
}

void TestCoordinationFaults::keysAreAnyBytes_data()
{
    keys();
}

void TestCoordinationFaults::keysAreAnyBytes()
{
    QFETCH(QByteArray, key);
    for (const EveryCall &each : everyCall()) {
        prepare(each, key);
        for (int i = 0; i < 2; ++i) { // by source, by SHA1
            const auto result = QCoro::waitFor(each.call(m_connection.get(), key));
            QVERIFY2(result.has_value() && (i > 0 || *result), each.name);
        }
        for (const Reply &found : m_server.run({"KEYS", "*"}).elements)
            QVERIFY2(found.text.startsWith(key), each.name);
        QVERIFY(m_server.run({"DBSIZE"}).integer <= 1);
    }
}

void TestCoordinationFaults::inAClusterEachScriptStaysInOneSlot_data()
{
    keys();
}

// A node that owns nothing but the slot of the key, and that of the day's key, refuses every other,
// also one that only a script knows of.
void TestCoordinationFaults::inAClusterEachScriptStaysInOneSlot()
{
    QFETCH(QByteArray, key);
    if (!m_cluster) {
        TestServer::Options options;
        options.cluster = true;
        m_cluster = std::make_unique<TestServer>(options);
    }
    m_cluster->run({"FLUSHALL"});
    m_cluster->run({"CLUSTER", "FLUSHSLOTS"});
    for (const QByteArray &name : {key, keyOfToday(key)}) {
        const qint64 slot = m_cluster->run({"CLUSTER", "KEYSLOT", name}).integer;
        m_cluster->run({"CLUSTER", "ADDSLOTS", QByteArray::number(slot)});
    }
    bool ready = false;
    QTRY_VERIFY(
        ready = ready || m_cluster->run({"CLUSTER", "INFO"}).text.contains("cluster_state:ok"));
    QVERIFY(m_cluster->run({"EXISTS", "elsewhere"}).isError());
    const auto connection = opened(m_cluster->endpoint());
    for (const EveryCall &each : everyCall()) {
        m_cluster->run({"FLUSHALL"});
        if (each.prepare)
            QVERIFY(QCoro::waitFor(each.prepare(connection.get(), key)));
        const auto result = QCoro::waitFor(each.call(connection.get(), key));
        QVERIFY2(result, result ? "" : qPrintable(result.error().detail));
        QVERIFY2(*result, each.name);
    }
}

void TestCoordinationFaults::noTimeOfTheClientIsSent_data()
{
    eachCall();
}

// Nothing that is sent is an instant near now, in any unit: so a client's clock cannot matter.
void TestCoordinationFaults::noTimeOfTheClientIsSent()
{
    QFETCH(size_t, which);
    const EveryCall &each = everyCall()[which];
    prepare(each);
    m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    m_server.run({"SLOWLOG", "RESET"});
    QVERIFY(QCoro::waitFor(each.call(m_connection.get(), "key")));
    m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
    const auto entries = m_server.run({"SLOWLOG", "GET", "100"}).elements;
    QVERIFY(entries.size() >= size_t(each.requests));
    const double now = double(QDateTime::currentSecsSinceEpoch());
    for (const Reply &entry : entries) {
        const auto &words = entry.elements.at(3).elements;
        if (each.is(EveryCall::Script) && !words.at(0).text.startsWith("EVAL"))
            continue; // what the script does on the server
        for (const Reply &word : words) {
            const double value = word.text.toDouble();
            for (const double unit : {1.0, 1e3, 1e6, 1e9})
                QVERIFY2(qAbs(value / unit - now) > 86'400, word.text.constData());
        }
    }
}

QTEST_GUILESS_MAIN(TestCoordinationFaults)
#include "tst_coordinationfaults.moc"
