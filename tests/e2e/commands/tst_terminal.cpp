// What the program asks in a terminal (a pseudo terminal of the test's own): for a password, and
// whether a lock is to be released.

#include "tests/e2e/commands/terminal.h"
#include "tests/support/servers/testserver.h"

using namespace lockstep;

namespace {

// Of BullMQ, for the key bull:mail:7:lock: recognised for certain.
constexpr auto job = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:3";

} // namespace

class TestTerminal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void thePasswordIsTakenAndNotShown();
    void ctrlCEndsTheQuestionAndTheProgram();
    void aSignalEndsTheQuestionAndTheProgram_data();
    void aSignalEndsTheQuestionAndTheProgram();
    void aLockIsReleasedOnlyAfterYes_data();
    void aLockIsReleasedOnlyAfterYes();
    void whatIsNearlyYesIsNoYes_data();
    void whatIsNearlyYesIsNoYes();

private:
    QByteArrayList line() const
    {
        return {"watch", "--uri", "unix://alice@" + m_server->socketPath().toUtf8(), "--once",
            "--json"};
    }

    std::unique_ptr<TestServer> m_server;
};

void TestTerminal::init()
{
    m_server = std::make_unique<TestServer>();
    m_server->run({"ACL", "SETUSER", "alice", "on", ">s3cr3t", "~*", "&*", "+@all"});
}

void TestTerminal::thePasswordIsTakenAndNotShown()
{
    Terminal terminal(line());
    QTRY_VERIFY(terminal.shown().contains("Password for "));
    QTRY_VERIFY(!terminal.echoes());
    terminal.type("s3cr3t\n");
    QTRY_VERIFY(terminal.hasEnded());
    QCOMPARE(terminal.exitCode(), 0);
    QVERIFY(terminal.shown().contains("\"keysSeen\""));
    QVERIFY(!terminal.shown().contains("s3cr3t"));
    QVERIFY(terminal.echoes());
}

void TestTerminal::ctrlCEndsTheQuestionAndTheProgram()
{
    Terminal terminal(line());
    QTRY_VERIFY(terminal.shown().contains("Password for "));
    QTRY_VERIFY(!terminal.echoes());
    terminal.type("s3c\x03");
    QTRY_VERIFY(terminal.hasEnded());
    QVERIFY(terminal.exitCode() != 0);
    QVERIFY(!terminal.shown().contains("s3c"));
    QVERIFY(terminal.echoes());
}

void TestTerminal::aSignalEndsTheQuestionAndTheProgram_data()
{
    QTest::addColumn<QByteArrayList>("arguments");
    QTest::addColumn<int>("signal");
    for (const auto &[name, signal] :
        {std::pair("SIGINT", SIGINT), std::pair("SIGTERM", SIGTERM), std::pair("SIGHUP", SIGHUP)}) {
        QTest::addRow("watch, %s", name) << QByteArrayList{"watch"} << signal;
        QTest::addRow("unlock, %s", name) << QByteArrayList{"unlock"} << signal;
    }
}

void TestTerminal::aSignalEndsTheQuestionAndTheProgram()
{
    QFETCH(QByteArrayList, arguments);
    QFETCH(int, signal);
    if (arguments.first() == "watch")
        arguments = line();
    else
        arguments += {"--uri", "unix://alice@" + m_server->socketPath().toUtf8(), "--key", "lock:a",
            "--token", "t"};
    Terminal terminal(arguments);
    QTRY_VERIFY(terminal.shown().contains("Password for "));
    QTRY_VERIFY(!terminal.echoes());
    terminal.send(signal);
    QTRY_VERIFY(terminal.hasEnded());
    QCOMPARE(terminal.shellStatus(), 128 + signal);
    QVERIFY(terminal.echoes());
}

void TestTerminal::aLockIsReleasedOnlyAfterYes_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("changedMeanwhile");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("left");
    QTest::newRow("yes") << QByteArray("yes\n") << false << 0 << QByteArray();
    QTest::newRow("no") << QByteArray("no\n") << false << 1 << QByteArray(job);
    QTest::newRow("nothing") << QByteArray("\n") << false << 1 << QByteArray(job);
    QTest::newRow("end of input") << QByteArray("\x04") << false << 1 << QByteArray(job);
    QTest::newRow("yes, but it is another's by now")
        << QByteArray("yes\n") << true << 1 << QByteArray("token-2");
}

void TestTerminal::aLockIsReleasedOnlyAfterYes()
{
    QFETCH(QByteArray, answer);
    QFETCH(bool, changedMeanwhile);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, left);
    m_server->run({"SET", "bull:mail:7:lock", job, "PX", "60000"});
    Terminal terminal({"unlock", "--uri", "unix://" + m_server->socketPath().toUtf8(), "--key",
        "bull:mail:7:lock", "--token", job, "--lang", "en"});
    QTRY_VERIFY(terminal.shown().contains("Type yes"));
    for (const char *told : {"bull:mail:7:lock", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11",
             "Ends: in 5", "two will be at work at the same time"})
        QVERIFY2(terminal.shown().contains(told), told);
    if (changedMeanwhile)
        m_server->run({"SET", "bull:mail:7:lock", "token-2", "PX", "60000"});
    terminal.type(answer);
    QTRY_VERIFY(terminal.hasEnded());
    QCOMPARE(terminal.exitCode(), exitCode);
    QCOMPARE(m_server->run({"GET", "bull:mail:7:lock"}).text, left);
}

void TestTerminal::whatIsNearlyYesIsNoYes_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("isTold");
    QTest::newRow("y") << QByteArray("y\n") << true;
    QTest::newRow("Yes") << QByteArray("Yes\n") << true;
    QTest::newRow("a space after it") << QByteArray("yes \n") << true;
    QTest::newRow("no") << QByteArray("no\n") << false;
}

void TestTerminal::whatIsNearlyYesIsNoYes()
{
    QFETCH(QByteArray, answer);
    QFETCH(bool, isTold);
    Terminal terminal({"lab", "run", "counter-incr", "--uri",
        "unix://" + m_server->socketPath().toUtf8(), "--lang", "en"});
    QTRY_VERIFY_WITH_TIMEOUT(terminal.shown().contains("Type yes"), 30'000);
    terminal.type(answer);
    QTRY_VERIFY_WITH_TIMEOUT(terminal.hasEnded(), 30'000);
    QCOMPARE(terminal.exitCode(), 1);
    QCOMPARE(terminal.shown().contains("Only the word yes counts"), isTold);
    QVERIFY(terminal.shown().contains("Nothing was played"));
    QVERIFY(!m_server->run({"INFO", "commandstats"}).text.contains("cmdstat_incr"));
}

QTEST_GUILESS_MAIN(TestTerminal)
#include "tst_terminal.moc"
