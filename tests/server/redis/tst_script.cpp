#include "core/redis/connection/script.h"
#include "tests/support/servers/testserver.h"

#include <QCoroTask>
#include <QTest>

using namespace lockstep;

namespace {

const Script echo("return {KEYS[1], KEYS[2], ARGV[1], ARGV[2]}");

} // namespace

class TestScript : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isKnownByTheNameTheServerGivesIt();
    void runsOnAServerThatHasNeverSeenIt();
    void runsAfterEachFlushOfTheScriptCache();
    void isSentByItsSourceOnlyWhenUnknown();
    void keysAndArgumentsAreAnyBytes_data();
    void keysAndArgumentsAreAnyBytes();
    void errorsPassThrough_data();
    void errorsPassThrough();
    void withoutConnectionNothingRan();
    void mayOutliveItsConnection();

private:
    TestServer m_server;
    std::unique_ptr<Connection> m_connection;
};

void TestScript::init()
{
    m_server.run({"SCRIPT", "FLUSH"});
    m_server.run({"FLUSHALL"});
    m_connection = std::make_unique<Connection>(m_server.endpoint());
    QVERIFY(QCoro::waitFor(m_connection->open()));
}

void TestScript::isKnownByTheNameTheServerGivesIt()
{
    const Script script("return 'ü'");
    QCOMPARE(m_server.run({"SCRIPT", "LOAD", script.source()}).text, script.sha1());
}

void TestScript::runsOnAServerThatHasNeverSeenIt()
{
    const Script script("return redis.call('INCR', KEYS[1])");
    const auto reply = QCoro::waitFor(run(m_connection.get(), script, {"n"}, {}));
    QVERIFY(reply);
    QCOMPARE(reply->integer, 1);
}

void TestScript::runsAfterEachFlushOfTheScriptCache()
{
    const Script script("return redis.call('INCR', KEYS[1])");
    for (int i = 1; i <= 5; ++i) {
        const auto reply = QCoro::waitFor(run(m_connection.get(), script, {"n"}, {}));
        QVERIFY(reply);
        QCOMPARE(reply->integer, i);
        m_server.run({"SCRIPT", "FLUSH"});
    }
}

void TestScript::isSentByItsSourceOnlyWhenUnknown()
{
    const Script script("return 1");
    QVERIFY(QCoro::waitFor(run(m_connection.get(), script, {}, {})));
    const qint64 before = m_connection->traffic().commands;
    for (int i = 0; i < 3; ++i)
        QVERIFY(QCoro::waitFor(run(m_connection.get(), script, {}, {})));
    QCOMPARE(m_connection->traffic().commands - before, 3);
    m_server.run({"SCRIPT", "FLUSH"});
    QVERIFY(QCoro::waitFor(run(m_connection.get(), script, {}, {})));
    QCOMPARE(m_connection->traffic().commands - before, 5);
}

void TestScript::keysAndArgumentsAreAnyBytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("NUL") << QByteArray("a\0b\0", 4);
    QTest::newRow("line breaks") << QByteArray("\r\n$3\r\n");
    QTest::newRow("not UTF-8") << QByteArray("\xff\xfe\x80");
    QTest::newRow("a megabyte") << QByteArray(1 << 20, 'x');
}

void TestScript::keysAndArgumentsAreAnyBytes()
{
    QFETCH(QByteArray, bytes);
    for (int i = 0; i < 2; ++i) { // by source, by SHA1
        const auto reply =
            QCoro::waitFor(run(m_connection.get(), echo, {bytes, "key"}, {"argument", bytes}));
        QVERIFY(reply);
        QCOMPARE(reply->elements.size(), 4u);
        QCOMPARE(reply->elements[0].text, bytes);
        QCOMPARE(reply->elements[1].text, "key");
        QCOMPARE(reply->elements[2].text, "argument");
        QCOMPARE(reply->elements[3].text, bytes);
    }
}

void TestScript::errorsPassThrough_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<int>("code");
    QTest::newRow("wrong type") << QByteArray("return redis.call('INCR', KEYS[1])")
                                << int(ErrorCode::WrongType);
    QTest::newRow("caught and returned")
        << QByteArray("return redis.pcall('GET', KEYS[1])") << int(ErrorCode::WrongType);
    QTest::newRow("does not compile") << QByteArray("return (") << int(ErrorCode::ServerError);
    QTest::newRow("fails") << QByteArray("return nil + 1") << int(ErrorCode::ServerError);
    QTest::newRow("an error of its own")
        << QByteArray("return redis.error_reply('ERR because')") << int(ErrorCode::ServerError);
}

void TestScript::errorsPassThrough()
{
    QFETCH(QByteArray, source);
    QFETCH(int, code);
    m_server.run({"RPUSH", "list", "x"});
    const Script script(source);
    for (int i = 0; i < 2; ++i) {
        const auto reply = QCoro::waitFor(run(m_connection.get(), script, {"list"}, {}));
        QVERIFY(!reply);
        QCOMPARE(int(reply.error().code), code);
        QVERIFY(!reply.error().mayHaveRun);
        QVERIFY(!reply.error().detail.isEmpty());
    }
}

void TestScript::withoutConnectionNothingRan()
{
    m_connection->close();
    const auto reply = QCoro::waitFor(run(m_connection.get(), echo, {}, {}));
    QVERIFY(!reply);
    QVERIFY(reply.error().code == ErrorCode::NotConnected);
    QVERIFY(!reply.error().mayHaveRun);
}

void TestScript::mayOutliveItsConnection()
{
    auto task = run(m_connection.get(), echo, {"a", "b"}, {"c", "d"});
    m_connection.reset();
    const auto reply = QCoro::waitFor(std::move(task));
    QVERIFY(!reply);
    QVERIFY(reply.error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestScript)
#include "tst_script.moc"
