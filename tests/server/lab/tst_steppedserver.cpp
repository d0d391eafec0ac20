// One real server whose contents, time and subscribers are what each execution says.

#include "core/lab/node/steppedserver.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/privateserver/privateserver.h"

#include <QTest>

#include <hiredis/hiredis.h>

using namespace lockstep;

class TestSteppedServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void keyThatIsJustDueIsStillThere();
    void keyThatIsDueDoesNotExpireByItself();
    void deadlinesAreThoseOfTheMoment();
    void deadlineOfTheSameInstantIsNoticed_data();
    void deadlineOfTheSameInstantIsNoticed();
    void equalDeadlinesAreLookedAtWithoutACheck();
    void onlyTheKeysThatStrikeExpire();
    void expiryDoomsAWatch();
    void onlyWhatWritesDoomsAWatch_data();
    void onlyWhatWritesDoomsAWatch();
    void watchesOfTheSameKeysAreDoomedTogether();
    void watchOpenedAmongReadersDecidesOnItsTransaction();
    void nothingExpiresWhenTimeJumpsOverOldDeadlines();
    void elementsKeepTheirOrder_data();
    void elementsKeepTheirOrder();
    void orderThatNobodySeesIsNoDifference();
    void tooManyElementsAreRefused();
    void orderThatOnlyThePastExplainsIsRefused_data();
    void orderThatOnlyThePastExplainsIsRefused();

private:
    void make(const SteppedServer::Options &options);
    quint32 datasetOf(const std::vector<std::pair<QByteArray, qint64>> &ttls); // values are "v"
    // A line of commands with " ; " between them, words without spaces.
    Result<Answer> execute(const QByteArray &line, quint32 dataset, qint64 clock = 0);
    [[nodiscard]] QByteArray reply(const Answer &answer) const;
    [[nodiscard]] qint64 ttl(quint32 dataset, const QByteArray &key) const;

    std::unique_ptr<PrivateServer> m_server;
    std::unique_ptr<DatasetTable> m_datasets;
    std::unique_ptr<InternedTexts> m_channels, m_replies;
    std::unique_ptr<SteppedServer> m_node;
    std::vector<Subscription> m_subscriptions; // that an execution finds
    std::vector<OpenWatch> m_watches;
};

void TestSteppedServer::init()
{
    SteppedServer::Options options;
    options.keys = {"a", "b", "c", "h"};
    make(options);
}

void TestSteppedServer::make(const SteppedServer::Options &options)
{
    m_node.reset();
    m_subscriptions.clear();
    m_watches.clear();
    auto server = PrivateServer::start({.clock = PrivateServer::Clock::StandsStill});
    QVERIFY2(server, server ? "" : qPrintable(server.error().detail));
    m_server = std::move(*server);
    m_datasets = std::make_unique<DatasetTable>();
    m_channels = std::make_unique<InternedTexts>();
    m_replies = std::make_unique<InternedTexts>();
    m_node = std::make_unique<SteppedServer>(options, *m_datasets, *m_channels, *m_replies);
    const auto begun = m_node->begin(m_server->endpoint());
    QVERIFY2(begun, begun ? "" : qPrintable(begun.error().detail));
}

quint32 TestSteppedServer::datasetOf(const std::vector<std::pair<QByteArray, qint64>> &ttls)
{
    Dataset dataset;
    for (const auto &[key, ttl] : ttls)
        dataset.push_back({m_datasets->addKey(key), m_datasets->addValue("sv"), ttl});
    return m_datasets->add(dataset);
}

Result<Answer> TestSteppedServer::execute(const QByteArray &line, quint32 dataset, qint64 clock)
{
    std::string wire;
    for (const QString &command : QString::fromLatin1(line).split(QStringLiteral(" ; "))) {
        const QList<QByteArray> words = command.toLatin1().split(' ');
        appendHeader(&wire, int(words.size()));
        for (const QByteArray &word : words)
            appendWord(&wire, {}, viewOf(word));
    }
    Execution execution;
    execution.dataset = dataset;
    execution.clock = clock;
    execution.wire = wire;
    execution.subscriptions = m_subscriptions;
    execution.watches = m_watches;
    execution.replies = int(line.count(" ; ")) + 1;
    return m_node->execute(execution);
}

QByteArray TestSteppedServer::reply(const Answer &answer) const
{
    return (*m_replies)[answer.reply].toByteArray().trimmed();
}

qint64 TestSteppedServer::ttl(quint32 dataset, const QByteArray &key) const
{
    const KeyHeld *const held = m_datasets->find(dataset, m_datasets->findKey(key));
    return held ? held->ttl : -2;
}

void TestSteppedServer::keyThatIsJustDueIsStillThere()
{
    const quint32 due = datasetOf({{"a", 0}, {"b", 1}});
    for (const qint64 clock : {qint64(0), qint64(5000), qint64(100)}) {
        const auto answer = execute("PTTL a", due, clock);
        QVERIFY2(answer, answer ? "" : qPrintable(answer.error().detail));
        QCOMPARE(reply(*answer), ":0");
        QCOMPARE(answer->dataset, due);
        const auto set = execute("SET a v KEEPTTL", due, clock);
        QVERIFY(set);
        QCOMPARE(set->dataset, due);
    }
}

// Beside another server, which shows that one would have expired it by then.
void TestSteppedServer::keyThatIsDueDoesNotExpireByItself()
{
    const quint32 due = datasetOf({{"a", 5}});
    const auto expiredKeys = [](BlockingConnection &connection) {
        connection.append("INFO stats\r\n");
        const auto reply = connection.readPlain();
        const QByteArray text = reply ? QByteArray((*reply)->str) : QByteArray();
        const auto at = text.indexOf("expired_keys:");
        return at < 0 ? -1 : text.mid(at + 13, text.indexOf('\r', at) - at - 13).toInt();
    };
    auto other = PrivateServer::start({.clock = PrivateServer::Clock::StandsStill});
    QVERIFY(other);
    const auto clock = ServerClock::open(m_server->endpoint());
    const auto otherClock = ServerClock::open((*other)->endpoint());
    auto connection = BlockingConnection::open(m_server->endpoint());
    auto otherConnection = BlockingConnection::open((*other)->endpoint());
    QVERIFY(clock && otherClock && connection && otherConnection);
    for (int round = 1; round <= 3; ++round) {
        (*otherClock)->set(0);
        (*otherConnection)->append("SET a v PX 5\r\n");
        QVERIFY((*otherConnection)->readPlain(1));
        QVERIFY(m_node->restore(due, 0));
        (*clock)->set(100);
        (*otherClock)->set(100);
        QTRY_COMPARE_WITH_TIMEOUT(expiredKeys(**otherConnection), round, 20'000);
        QCOMPARE(expiredKeys(**connection), 0);
        QVERIFY(m_node->restore(datasetOf({}), 0));
    }
}

void TestSteppedServer::deadlinesAreThoseOfTheMoment()
{
    const quint32 before = datasetOf({{"a", 1000}});
    const auto longer = execute("PEXPIRE a 1200 GT", before);
    QVERIFY(longer);
    QCOMPARE(reply(*longer), ":1");
    QCOMPARE(ttl(longer->dataset, "a"), 1200);
    const auto shorter = execute("PEXPIRE a 1200 LT", before);
    QVERIFY(shorter);
    QCOMPARE(reply(*shorter), ":0");
    QCOMPARE(shorter->dataset, before);
    const QByteArray instant = QByteArray::number(ServerClock::beginning + 5777);
    const auto absolute = execute("SET b v PXAT " + instant, before, 5000);
    QVERIFY(absolute);
    QCOMPARE(ttl(absolute->dataset, "b"), 777);
    QCOMPARE(ttl(absolute->dataset, "a"), 1000);
    const auto past = execute("PEXPIREAT a " + instant, before, 6000);
    QVERIFY(past);
    QCOMPARE(ttl(past->dataset, "a"), -2);
}

void TestSteppedServer::deadlineOfTheSameInstantIsNoticed_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("sets");
    const auto row = [](const char *line, bool sets) {
        QTest::newRow(line) << QByteArray(line) << sets;
    };
    row("PEXPIRE a 1000", true);
    row("EXPIRE a 1", true);
    row("SET a v PX 1000", true);
    row("GETEX a PX 1000", true);
    row("EVAL return(redis.call('PEXPIRE',KEYS[1],1000)) 1 a", true);
    row("PEXPIRE a 1001", true);
    row("PERSIST a", true);
    row("SET a w", true);
    row("PEXPIRE a 1000 GT", false);
    row("PEXPIRE a 1000 NX", false);
    row("SET a w KEEPTTL", false);
    row("APPEND a w", false);
    row("PEXPIRE b 1000", false); // there is none
}

void TestSteppedServer::deadlineOfTheSameInstantIsNoticed()
{
    QFETCH(QByteArray, line);
    QFETCH(bool, sets);
    SteppedServer::Options options;
    options.keys = {"a", "b"};
    options.renewals = true;
    for (const bool expiredEvents : {false, true}) {
        options.expiredEvents = expiredEvents;
        make(options);
        m_subscriptions = {{0, m_channels->add("__keyspace@0__:a")}};
        const auto answer = execute(line, datasetOf({{"a", 1000}}));
        QVERIFY2(answer, answer ? "" : qPrintable(answer.error().detail));
        QCOMPARE(answer->messages.size(), 0); // nothing has expired
        const std::vector<quint32> none;
        const std::vector<quint32> set{m_datasets->findKey("a")};
        QCOMPARE(answer->deadlines, sets ? set : none);
    }
}

void TestSteppedServer::equalDeadlinesAreLookedAtWithoutACheck()
{
    const quint32 equal = datasetOf({{"a", 1000}, {"b", 1000}});
    const auto renewed = execute("PEXPIRE b 1000", equal);
    QVERIFY(renewed);
    QCOMPARE(renewed->dataset, equal);
    QCOMPARE(renewed->deadlines, std::vector<quint32>{m_datasets->findKey("b")});
}

void TestSteppedServer::onlyTheKeysThatStrikeExpire()
{
    SteppedServer::Options options;
    options.keys = {"a", "b", "c"};
    options.expiredEvents = true;
    make(options);
    Execution execution;
    execution.dataset = datasetOf({{"a", 0}, {"b", 0}, {"c", 5}});
    for (const char *const key : {"a", "b", "c"})
        execution.subscriptions.push_back(
            {0, m_channels->add(QByteArray("__keyspace@0__:") + key)});
    for (const qint64 clock : {qint64(0), qint64(3000)}) {
        execution.clock = clock;
        const auto struck = m_node->expire(execution, datasetOf({{"b", 0}, {"c", 5}}));
        QVERIFY2(struck, struck ? "" : qPrintable(struck.error().detail));
        QCOMPARE(struck->messages.size(), 1);
        QCOMPARE(struck->messages[0].channel, execution.subscriptions[0].channel);
        QCOMPARE((*m_replies)[struck->messages[0].payload].toByteArray(), "$7\r\nexpired\r\n");
        const auto left = execute("PTTL b", datasetOf({{"b", 0}, {"c", 5}}), clock);
        QVERIFY(left);
        QCOMPARE(reply(*left), ":0");
        QCOMPARE(ttl(left->dataset, "c"), 5);
    }
}

void TestSteppedServer::expiryDoomsAWatch()
{
    Execution execution;
    execution.dataset = datasetOf({{"a", 0}, {"b", 0}});
    execution.watches = {
        {0, 0, {m_datasets->findKey("a")}, false}, {1, 0, {m_datasets->findKey("b")}, false}};
    const auto struck = m_node->expire(execution, datasetOf({{"b", 0}}));
    QVERIFY2(struck, struck ? "" : qPrintable(struck.error().detail));
    QCOMPARE(struck->dirty, (std::vector<bool>{true, false}));
}

void TestSteppedServer::onlyWhatWritesDoomsAWatch_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<bool>("dooms");
    QTest::newRow("a reader") << QByteArray("GET a") << false;
    QTest::newRow("a reader, in a transaction") << QByteArray("MULTI ; GET a ; EXEC") << false;
    QTest::newRow("another WATCH") << QByteArray("WATCH a") << false;
    QTest::newRow("a writer") << QByteArray("SET a w") << true;
    QTest::newRow("a writer of another key") << QByteArray("SET b w") << false;
    QTest::newRow("a reader and a writer") << QByteArray("MULTI ; GET a ; DEL a ; EXEC") << true;
    QTest::newRow("a script") << QByteArray("EVAL redis.call('DEL','a') 1 a") << true;
    QTest::newRow("a script that reads")
        << QByteArray("EVAL_RO return(redis.call('GET','a')) 1 a") << false;
    QTest::newRow("a reader that keeps what it has counted") << QByteArray("PFCOUNT h") << true;
}

void TestSteppedServer::onlyWhatWritesDoomsAWatch()
{
    QFETCH(QByteArray, command);
    QFETCH(bool, dooms);
    const auto counted = execute("PFADD h x", datasetOf({{"a", -1}, {"b", -1}}));
    QVERIFY2(counted, counted ? "" : qPrintable(counted.error().detail));
    m_watches = {{1, 0, {m_datasets->findKey("a"), m_datasets->findKey("h")}, false},
        {2, 0, {m_datasets->findKey("a")}, true},
        {3, 0, {m_datasets->findKey("a"), m_datasets->findKey("h")}, false}};
    for (int i = 0; i < 2; ++i) { // the second time what the first has opened is there
        const auto answer = execute(command, counted->dataset);
        QVERIFY2(answer, answer ? "" : qPrintable(answer.error().detail));
        QCOMPARE(answer->dirty, (std::vector<bool>{dooms, true, dooms}));
    }
}

// The thread's own WATCH is opened for real only when its transaction comes.
void TestSteppedServer::watchOpenedAmongReadersDecidesOnItsTransaction()
{
    const quint32 there = datasetOf({{"a", -1}});
    for (const bool dirty : {false, true, false}) {
        m_watches.clear();
        QVERIFY(execute("WATCH a", there));
        m_watches = {{0, 0, {m_datasets->findKey("a")}, false}};
        QVERIFY(execute("GET a", there));
        m_watches[0].dirty = dirty;
        const auto read = execute("GET a", there);
        QVERIFY(read);
        QCOMPARE(read->dirty, std::vector<bool>{dirty});
        const auto done = execute("MULTI ; SET a w ; EXEC", there);
        QVERIFY2(done, done ? "" : qPrintable(done.error().detail));
        QCOMPARE(reply(*done), dirty ? "$-1" : "*1\r\n+OK");
    }
}

// WATCHes of the same keys become dirty together, but for that of a transaction, which ends with
// it.
void TestSteppedServer::watchesOfTheSameKeysAreDoomedTogether()
{
    const quint32 a = m_datasets->addKey("a");
    const quint32 there = datasetOf({{"a", -1}});
    for (int i = 0; i < 2; ++i) {
        m_watches = {{0, 0, {a}, false}, {1, 0, {a}, false}, {2, 0, {a}, false}};
        const auto done = execute("MULTI ; SET a w ; EXEC", there);
        QVERIFY2(done, done ? "" : qPrintable(done.error().detail));
        QCOMPARE(reply(*done), "*1\r\n+OK");
        QCOMPARE(done->dirty, (std::vector<bool>{false, true, true}));
        const auto written = execute("SET a w", there); // outside of a transaction
        QVERIFY(written);
        QCOMPARE(written->dirty, (std::vector<bool>{true, true, true}));
    }
}

// The server still holds keys of another state, which are past their deadlines at the new time.
void TestSteppedServer::nothingExpiresWhenTimeJumpsOverOldDeadlines()
{
    SteppedServer::Options options;
    options.keys = {"a", "b"};
    options.expiredEvents = true;
    make(options);
    QVERIFY(execute("GET a", datasetOf({{"a", 10}, {"b", 20}})));
    const quint32 later = datasetOf({{"a", 30}});
    m_subscriptions = {
        {0, m_channels->add("__keyspace@0__:a")}, {0, m_channels->add("__keyspace@0__:b")}};
    const auto answer = execute("GET a", later, 100'000);
    QVERIFY(answer);
    QCOMPARE(reply(*answer), "$1\r\nv");
    QCOMPARE(answer->dataset, later);
    QCOMPARE(answer->messages.size(), 0);
}

void TestSteppedServer::elementsKeepTheirOrder_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QByteArray>("list");
    QTest::newRow("hash") << QByteArray("HSET h b 1") << QByteArray("HSET h a 2")
                          << QByteArray("HKEYS h");
    QTest::newRow("set of numbers")
        << QByteArray("SADD h 2") << QByteArray("SADD h 1") << QByteArray("SMEMBERS h");
}

void TestSteppedServer::elementsKeepTheirOrder()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(QByteArray, list);
    SteppedServer::Options options;
    options.keys = {"h"};
    options.orders = {true, true, true};
    make(options);
    const auto one = execute(first, 0);
    QVERIFY2(one, one ? "" : qPrintable(one.error().detail));
    const auto two = execute(second, one->dataset);
    QVERIFY2(two, two ? "" : qPrintable(two.error().detail));
    const auto listed = execute(list, two->dataset);
    QVERIFY(listed);
    const auto other = execute(second, 0);
    QVERIFY(other);
    const auto both = execute(first, other->dataset);
    QVERIFY(both);
    const auto otherList = execute(list, both->dataset);
    QVERIFY(otherList);
    // Two orders are two states; a set of numbers is always sorted.
    QCOMPARE(both->dataset != two->dataset, listed->reply != otherList->reply);
    QCOMPARE(listed->reply != otherList->reply, first.startsWith("HSET"));
    const auto again = execute(list, two->dataset);
    QVERIFY(again);
    QCOMPARE(again->reply, listed->reply);
    QCOMPARE(again->dataset, two->dataset);
}

void TestSteppedServer::orderThatNobodySeesIsNoDifference()
{
    const auto one = execute("HSET h a 1 b 2", 0);
    const auto other = execute("HSET h b 2 a 1", 0);
    QVERIFY(one && other);
    QCOMPARE(one->dataset, other->dataset);
}

void TestSteppedServer::tooManyElementsAreRefused()
{
    SteppedServer::Options options;
    options.keys = {"h"};
    options.orders = {true, true, true};
    make(options);
    const auto wide = execute("HSET h f " + QByteArray(100, 'x'), 0);
    QVERIFY(!wide);
    QCOMPARE(wide.error().code, ErrorCode::BadInput);
    QVERIFY2(wide.error().detail.contains(u"hash table"), qPrintable(wide.error().detail));
    const auto next = execute("HSET h f x", 0);
    QVERIFY2(next, next ? "" : qPrintable(next.error().detail));
}

void TestSteppedServer::orderThatOnlyThePastExplainsIsRefused_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::newRow("written again it is another") << QByteArray("SADD h text 2 1");
    QTest::newRow("it would be sorted from then on") << QByteArray("SADD h text 1 2");
}

// Where sets of texts are compact, one that has lost its last text still keeps its numbers as they
// came; a set of numbers that is written again is sorted.
void TestSteppedServer::orderThatOnlyThePastExplainsIsRefused()
{
    QFETCH(QByteArray, command);
    SteppedServer::Options options;
    options.keys = {"h"};
    options.orders = {true, true, true};
    make(options);
    const auto mixed = execute(command, 0);
    const auto numbers = mixed ? execute("SREM h text", mixed->dataset) : mixed;
    QVERIFY(!numbers);
    QVERIFY2(numbers.error().detail.contains(
                 mixed ? u"only its past explains" : u"kept in a hash table"),
        qPrintable(numbers.error().detail));
}

QTEST_GUILESS_MAIN(TestSteppedServer)
#include "tst_steppedserver.moc"
