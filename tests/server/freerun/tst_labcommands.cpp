#include "core/lab/wire/commandrefusal.h"
#include "core/lab/wire/commandtable.h"
#include "core/lab/wire/requestwire.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

using namespace lockstep;

class TestLabCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsTheKeysOfThisServer();
    void refusesWhatARunCannotHave();
    void saysTheReasonOfARefusal();
    void refusesAnIdOfTheServersOnly_data();
    void refusesAnIdOfTheServersOnly();
    void refusesOtherReplies();

private:
    TestServer m_server;
};

void TestLabCommands::knowsTheKeysOfThisServer()
{
    const CommandTable table = CommandTable::fromReply(m_server.run({"COMMAND"})).value();
    const auto keysOf = [&](const std::vector<std::string_view> &words) {
        return table.place(words[0]).in(words).value();
    };
    QCOMPARE(keysOf({"set", "k", "v", "NX"}), (std::vector<int>{1}));
    QCOMPARE(keysOf({"MGET", "a", "b"}), (std::vector<int>{1, 2}));
    QCOMPARE(keysOf({"MSET", "a", "1", "b", "2"}), (std::vector<int>{1, 3}));
    QCOMPARE(keysOf({"EVALSHA", "x", "2", "a", "b", "c"}), (std::vector<int>{3, 4}));
    QCOMPARE(keysOf({"ZINTERSTORE", "d", "2", "a", "b"}), (std::vector<int>{1, 3, 4}));
    QCOMPARE(keysOf({"XREAD", "STREAMS", "a", "b", "0", "0"}), (std::vector<int>{2, 3}));
    QCOMPARE(keysOf({"OBJECT", "ENCODING", "a"}), (std::vector<int>{2}));
    QVERIFY(keysOf({"PING"}).empty());
    QCOMPARE(table.place("publish").channelAt, 1);
    QVERIFY(table.place("SET").writes);
    QVERIFY(!table.place("GET").writes);
    QVERIFY(!table.place("NOSUCH").known);
}

void TestLabCommands::refusesWhatARunCannotHave()
{
    const CommandTable table = CommandTable::fromReply(m_server.run({"COMMAND"})).value();
    for (const char *const name : {"RESTORE", "LASTSAVE", "SPOP", "RANDOMKEY", "BLPOP", "WAIT",
             "SUBSCRIBE", "MONITOR", "CLIENT", "CONFIG", "DEBUG", "SHUTDOWN", "SELECT", "AUTH",
             "SCRIPT", "FLUSHALL", "SWAPDB", "REPLICAOF", "SORT", "KEYS", "SCAN", "MIGRATE"})
        QVERIFY2(table.place(name).refusal, name);
    for (const char *const name :
        {"GET", "SET", "INCR", "EVAL", "EVALSHA", "PUBLISH", "PEXPIRE", "PTTL", "TIME", "PEXPIREAT",
            "WATCH", "ZADD", "XADD", "XREAD", "SMEMBERS", "HGETALL", "PFADD", "PING"})
        QVERIFY2(!table.place(name).refusal, name);
}

void TestLabCommands::saysTheReasonOfARefusal()
{
    const CommandTable table = CommandTable::fromReply(m_server.run({"COMMAND"})).value();
    QVERIFY(QByteArray(table.place("MONITOR").refusal).contains("administration"));
    QVERIFY(QByteArray(table.place("CLIENT").refusal).contains("asks for the connection"));
    QVERIFY(QByteArray(table.place("COPY").refusal).contains("another database"));
    QVERIFY(QByteArray(table.place("SUBSCRIBE").refusal).contains("receive(channel, timeout)"));
}

void TestLabCommands::refusesAnIdOfTheServersOnly_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<bool>("isRefused");
    for (const auto &[words, isRefused] : {std::pair("XADD s * f 1", true),
             std::pair("xadd s NOMKSTREAM maxlen ~ 5 LIMIT 3 * f 1", true),
             std::pair("XADD s MINID = 1-1 * f 1", true), std::pair("XADD s 1-1 f *", false),
             std::pair("XADD s MAXLEN 5 1-1 * *", false), std::pair("XADD s MAXLEN", false)})
        QTest::newRow(words) << QByteArray(words) << isRefused;
}

void TestLabCommands::refusesAnIdOfTheServersOnly()
{
    QFETCH(QByteArray, words);
    QFETCH(bool, isRefused);
    const QByteArrayList list = words.split(' ');
    std::vector<std::string_view> views;
    for (const QByteArray &each : list)
        views.push_back(viewOf(each));
    QCOMPARE(refusalOfOptions(views) != nullptr, isRefused);
}

void TestLabCommands::refusesOtherReplies()
{
    QCOMPARE(
        CommandTable::fromReply(m_server.run({"PING"})).error().code, ErrorCode::ProtocolError);
}

QTEST_GUILESS_MAIN(TestLabCommands)
#include "tst_labcommands.moc"
