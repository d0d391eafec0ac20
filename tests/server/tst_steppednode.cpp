// One real server whose contents, time and subscribers are what each execution says.

#include "core/lab/node/steppednode.h"
#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"
#include "core/redis/sandbox/sandbox.h"

#include <QTest>

#include <hiredis/hiredis.h>

using namespace lockstep;

class TestSteppedNode : public QObject
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
    void nothingExpiresWhenTimeJumpsOverOldDeadlines();
    void elementsKeepTheirOrder_data();
    void elementsKeepTheirOrder();
    void orderThatNobodySeesIsNoDifference();
    void tooManyElementsAreRefused();
    void orderThatOnlyThePastExplainsIsRefused_data();
    void orderThatOnlyThePastExplainsIsRefused();

private:
    void make(const SteppedNode::Options &options);
    quint32 contentsOf(const std::vector<std::pair<QByteArray, qint64>> &ttls); // values are "v"
    // A line of a command, words without spaces.
    Result<Answer> execute(const QByteArray &line, quint32 contents, qint64 clock = 0);
    [[nodiscard]] QByteArray reply(const Answer &answer) const;
    [[nodiscard]] qint64 ttl(quint32 contents, const QByteArray &key) const;

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<ContentsTable> m_contents;
    std::unique_ptr<InternedTexts> m_channels, m_replies;
    std::unique_ptr<SteppedNode> m_node;
    std::vector<Subscription> m_subscriptions; // that an execution finds
};

void TestSteppedNode::init()
{
    SteppedNode::Options options;
    options.keys = {"a", "b", "c", "h"};
    make(options);
}

void TestSteppedNode::make(const SteppedNode::Options &options)
{
    m_node.reset();
    m_subscriptions.clear();
    auto server = Sandbox::start({.clock = Sandbox::Clock::StandsStill});
    QVERIFY2(server, server ? "" : qPrintable(server.error().detail));
    m_server = std::move(*server);
    m_contents = std::make_unique<ContentsTable>();
    m_channels = std::make_unique<InternedTexts>();
    m_replies = std::make_unique<InternedTexts>();
    m_node = std::make_unique<SteppedNode>(options, *m_contents, *m_channels, *m_replies);
    const auto begun = m_node->begin(m_server->endpoint());
    QVERIFY2(begun, begun ? "" : qPrintable(begun.error().detail));
}

quint32 TestSteppedNode::contentsOf(const std::vector<std::pair<QByteArray, qint64>> &ttls)
{
    Contents contents;
    for (const auto &[key, ttl] : ttls)
        contents.push_back({m_contents->addKey(key), m_contents->addValue("sv"), ttl});
    return m_contents->add(contents);
}

Result<Answer> TestSteppedNode::execute(const QByteArray &line, quint32 contents, qint64 clock)
{
    const QList<QByteArray> words = line.split(' ');
    std::string wire;
    appendHeader(&wire, int(words.size()));
    for (const QByteArray &word : words)
        appendWord(&wire, {}, {word.constData(), size_t(word.size())});
    Execution execution;
    execution.contents = contents;
    execution.clock = clock;
    execution.wire = wire;
    execution.subscriptions = m_subscriptions;
    return m_node->execute(execution);
}

QByteArray TestSteppedNode::reply(const Answer &answer) const
{
    return (*m_replies)[answer.reply].toByteArray().trimmed();
}

qint64 TestSteppedNode::ttl(quint32 contents, const QByteArray &key) const
{
    const KeyHeld *const held = m_contents->find(contents, m_contents->findKey(key));
    return held ? held->ttl : -2;
}

void TestSteppedNode::keyThatIsJustDueIsStillThere()
{
    const quint32 due = contentsOf({{"a", 0}, {"b", 1}});
    for (const qint64 clock : {qint64(0), qint64(5000), qint64(100)}) {
        const auto answer = execute("PTTL a", due, clock);
        QVERIFY2(answer, answer ? "" : qPrintable(answer.error().detail));
        QCOMPARE(reply(*answer), ":0");
        QCOMPARE(answer->contents, due);
        const auto set = execute("SET a v KEEPTTL", due, clock);
        QVERIFY(set);
        QCOMPARE(set->contents, due);
    }
}

// Beside another server, which shows that one would have expired it by then.
void TestSteppedNode::keyThatIsDueDoesNotExpireByItself()
{
    const quint32 due = contentsOf({{"a", 5}});
    const auto expiredKeys = [](BlockingConnection &connection) {
        connection.append("INFO stats\r\n");
        const auto reply = connection.readPlain();
        const QByteArray text = reply ? QByteArray((*reply)->str) : QByteArray();
        const auto at = text.indexOf("expired_keys:");
        return at < 0 ? -1 : text.mid(at + 13, text.indexOf('\r', at) - at - 13).toInt();
    };
    auto other = Sandbox::start({.clock = Sandbox::Clock::StandsStill});
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
        QVERIFY(m_node->restore(contentsOf({}), 0));
    }
}

void TestSteppedNode::deadlinesAreThoseOfTheMoment()
{
    const quint32 before = contentsOf({{"a", 1000}});
    const auto longer = execute("PEXPIRE a 1200 GT", before);
    QVERIFY(longer);
    QCOMPARE(reply(*longer), ":1");
    QCOMPARE(ttl(longer->contents, "a"), 1200);
    const auto shorter = execute("PEXPIRE a 1200 LT", before);
    QVERIFY(shorter);
    QCOMPARE(reply(*shorter), ":0");
    QCOMPARE(shorter->contents, before);
    const QByteArray instant = QByteArray::number(ServerClock::beginning + 5777);
    const auto absolute = execute("SET b v PXAT " + instant, before, 5000);
    QVERIFY(absolute);
    QCOMPARE(ttl(absolute->contents, "b"), 777);
    QCOMPARE(ttl(absolute->contents, "a"), 1000);
    const auto past = execute("PEXPIREAT a " + instant, before, 6000);
    QVERIFY(past);
    QCOMPARE(ttl(past->contents, "a"), -2);
}

void TestSteppedNode::deadlineOfTheSameInstantIsNoticed_data()
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

void TestSteppedNode::deadlineOfTheSameInstantIsNoticed()
{
    QFETCH(QByteArray, line);
    QFETCH(bool, sets);
    SteppedNode::Options options;
    options.keys = {"a", "b"};
    options.renewals = true;
    for (const bool expiredEvents : {false, true}) {
        options.expiredEvents = expiredEvents;
        make(options);
        m_subscriptions = {{0, m_channels->add("__keyspace@0__:a")}};
        const auto answer = execute(line, contentsOf({{"a", 1000}}));
        QVERIFY2(answer, answer ? "" : qPrintable(answer.error().detail));
        QCOMPARE(answer->messages.size(), 0); // nothing has expired
        const std::vector<quint32> none;
        const std::vector<quint32> set{m_contents->findKey("a")};
        QCOMPARE(answer->deadlines, sets ? set : none);
    }
}

void TestSteppedNode::equalDeadlinesAreLookedAtWithoutACheck()
{
    const quint32 equal = contentsOf({{"a", 1000}, {"b", 1000}});
    const auto renewed = execute("PEXPIRE b 1000", equal);
    QVERIFY(renewed);
    QCOMPARE(renewed->contents, equal);
    QCOMPARE(renewed->deadlines, std::vector<quint32>{m_contents->findKey("b")});
}

void TestSteppedNode::onlyTheKeysThatStrikeExpire()
{
    SteppedNode::Options options;
    options.keys = {"a", "b", "c"};
    options.expiredEvents = true;
    make(options);
    Execution execution;
    execution.contents = contentsOf({{"a", 0}, {"b", 0}, {"c", 5}});
    for (const char *const key : {"a", "b", "c"})
        execution.subscriptions.push_back(
            {0, m_channels->add(QByteArray("__keyspace@0__:") + key)});
    for (const qint64 clock : {qint64(0), qint64(3000)}) {
        execution.clock = clock;
        const auto struck = m_node->expire(execution, contentsOf({{"b", 0}, {"c", 5}}));
        QVERIFY2(struck, struck ? "" : qPrintable(struck.error().detail));
        QCOMPARE(struck->messages.size(), 1);
        QCOMPARE(struck->messages[0].channel, execution.subscriptions[0].channel);
        QCOMPARE((*m_replies)[struck->messages[0].text].toByteArray(), "$7\r\nexpired\r\n");
        const auto left = execute("PTTL b", contentsOf({{"b", 0}, {"c", 5}}), clock);
        QVERIFY(left);
        QCOMPARE(reply(*left), ":0");
        QCOMPARE(ttl(left->contents, "c"), 5);
    }
}

void TestSteppedNode::expiryDoomsAWatch()
{
    Execution execution;
    execution.contents = contentsOf({{"a", 0}, {"b", 0}});
    execution.watches = {
        {0, 0, {m_contents->findKey("a")}, false}, {1, 0, {m_contents->findKey("b")}, false}};
    const auto struck = m_node->expire(execution, contentsOf({{"b", 0}}));
    QVERIFY2(struck, struck ? "" : qPrintable(struck.error().detail));
    QCOMPARE(struck->dirty, (std::vector<bool>{true, false}));
}

// The server still holds keys of another state, which are past their deadlines at the new time.
void TestSteppedNode::nothingExpiresWhenTimeJumpsOverOldDeadlines()
{
    SteppedNode::Options options;
    options.keys = {"a", "b"};
    options.expiredEvents = true;
    make(options);
    QVERIFY(execute("GET a", contentsOf({{"a", 10}, {"b", 20}})));
    const quint32 later = contentsOf({{"a", 30}});
    m_subscriptions = {
        {0, m_channels->add("__keyspace@0__:a")}, {0, m_channels->add("__keyspace@0__:b")}};
    const auto answer = execute("GET a", later, 100'000);
    QVERIFY(answer);
    QCOMPARE(reply(*answer), "$1\r\nv");
    QCOMPARE(answer->contents, later);
    QCOMPARE(answer->messages.size(), 0);
}

void TestSteppedNode::elementsKeepTheirOrder_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QByteArray>("list");
    QTest::newRow("hash") << QByteArray("HSET h b 1") << QByteArray("HSET h a 2")
                          << QByteArray("HKEYS h");
    QTest::newRow("set of numbers")
        << QByteArray("SADD h 2") << QByteArray("SADD h 1") << QByteArray("SMEMBERS h");
}

void TestSteppedNode::elementsKeepTheirOrder()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(QByteArray, list);
    SteppedNode::Options options;
    options.keys = {"h"};
    options.orders = {true, true, true};
    make(options);
    const auto one = execute(first, 0);
    QVERIFY2(one, one ? "" : qPrintable(one.error().detail));
    const auto two = execute(second, one->contents);
    QVERIFY2(two, two ? "" : qPrintable(two.error().detail));
    const auto listed = execute(list, two->contents);
    QVERIFY(listed);
    const auto other = execute(second, 0);
    QVERIFY(other);
    const auto both = execute(first, other->contents);
    QVERIFY(both);
    const auto otherList = execute(list, both->contents);
    QVERIFY(otherList);
    // Two orders are two states; a set of numbers is always sorted.
    QCOMPARE(both->contents != two->contents, listed->reply != otherList->reply);
    QCOMPARE(listed->reply != otherList->reply, first.startsWith("HSET"));
    const auto again = execute(list, two->contents);
    QVERIFY(again);
    QCOMPARE(again->reply, listed->reply);
    QCOMPARE(again->contents, two->contents);
}

void TestSteppedNode::orderThatNobodySeesIsNoDifference()
{
    const auto one = execute("HSET h a 1 b 2", 0);
    const auto other = execute("HSET h b 2 a 1", 0);
    QVERIFY(one && other);
    QCOMPARE(one->contents, other->contents);
}

void TestSteppedNode::tooManyElementsAreRefused()
{
    SteppedNode::Options options;
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

void TestSteppedNode::orderThatOnlyThePastExplainsIsRefused_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::newRow("written again it is another") << QByteArray("SADD h text 2 1");
    QTest::newRow("it would be sorted from then on") << QByteArray("SADD h text 1 2");
}

// Where sets of texts are compact, one that has lost its last text still keeps its numbers as they
// came; a set of numbers that is written again is sorted.
void TestSteppedNode::orderThatOnlyThePastExplainsIsRefused()
{
    QFETCH(QByteArray, command);
    SteppedNode::Options options;
    options.keys = {"h"};
    options.orders = {true, true, true};
    make(options);
    const auto mixed = execute(command, 0);
    const auto numbers = mixed ? execute("SREM h text", mixed->contents) : mixed;
    QVERIFY(!numbers);
    QVERIFY2(numbers.error().detail.contains(
                 mixed ? u"only its past explains" : u"kept in a hash table"),
        qPrintable(numbers.error().detail));
}

QTEST_GUILESS_MAIN(TestSteppedNode)
#include "tst_steppednode.moc"
