// What a free run takes of this machine's memory, whatever its programs do: measured as the most
// that this process has had at once. The servers are processes of their own.

#include "tests/server/freerun/runtrial.h"
#include "tests/support/sanitized.h"
#include "tests/support/servers/testserver.h"

#include <QFile>
#include <QRegularExpression>

using namespace lockstep;

namespace {

constexpr int slack = isSanitized() ? 4 : 1;

QByteArray scenarioOf(const QByteArray &client)
{
    return "return { id = \"large\", family = \"stock\", title = { en = \"t\" }, lesson = { en = "
           "\"l\" },\nparams = { clients = { 60, 1, 5000 } }, keys = { \"k:*\" },\n"
           "client = function(p, me)\n"
        + client + "\nend }";
}

qint64 kilobytes(const char *fact)
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        qFatal("no /proc/self/status");
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith(fact))
            return line.simplified().split(' ').at(1).toLongLong();
    }
    qFatal("/proc/self/status does not say %s", fact);
}

// Of the work, in MiB, above what there was before it.
class PeakMemory
{
public:
    PeakMemory()
    {
        QFile reset(QStringLiteral("/proc/self/clear_refs"));
        if (!reset.open(QIODevice::WriteOnly) || reset.write("5") != 1)
            qFatal("no /proc/self/clear_refs");
        reset.close();
        m_before = kilobytes("VmRSS:");
    }
    [[nodiscard]] qint64 mebibytes() const { return (kilobytes("VmHWM:") - m_before) / 1024; }

private:
    qint64 m_before = 0;
};

} // namespace

class TestFreeRunMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void commandsCountForAllClientsTogether_data();
    void commandsCountForAllClientsTogether();
    void repliesCountForAllClientsTogether_data();
    void repliesCountForAllClientsTogether();
    void messagesThatNobodyReceivesCount();
    void largeCommandsOneAfterTheOtherWork();
    void thousandsOfClientsWork();
};

void TestFreeRunMemory::commandsCountForAllClientsTogether_data()
{
    QTest::addColumn<QByteArray>("client");
    QTest::newRow("one command") << QByteArray(
        "local w = {} for i = 1, 7 do w[i] = (\"x\"):rep(1000000) end\n"
        "redis.call(\"RPUSH\", \"k:\" .. me.index, table.unpack(w)) sleep(60000)");
    QTest::newRow("a transaction") << QByteArray(
        "local w = (\"x\"):rep(1000000) redis.call(\"MULTI\")\n"
        "for i = 1, 7 do redis.call(\"SET\", \"k:\" .. me.index, w) end redis.call(\"EXEC\")");
    QTest::newRow("transactions that stay open") << QByteArray(
        "local w = (\"x\"):rep(1000000) redis.call(\"MULTI\") for i = 1, 7 do\n"
        "redis.call(\"SET\", \"k:\" .. me.index, w) end sleep(60000) redis.call(\"EXEC\")");
    QTest::newRow("a script") << QByteArray(
        "local w = {} for i = 1, 7 do w[i] = (\"x\"):rep(1000000) end\n"
        "redis.script(\"compare-and-delete\", { \"k:\" .. me.index }, w)");
    QTest::newRow("marks") << QByteArray(
        "local n = (\"x\"):rep(900)\nwhile true do event(n, n) end");
}

void TestFreeRunMemory::commandsCountForAllClientsTogether()
{
    QFETCH(QByteArray, client);
    TestServer server;
    RunTrial trial(scenarioOf(client));
    trial.place = placeOn(server.endpoint());
    const PeakMemory peak;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    qInfo("%lld MiB", qlonglong(peak.mebibytes()));
    const QString mistake = trial.result->mistake;
    static const QRegularExpression sentence(
        QStringLiteral("^trial\\.lua:5: the program needs too much memory; at most [67]\\d MiB for "
                       "all clients together, their commands included"));
    QVERIFY2(mistake.contains(sentence), qPrintable(mistake));
    QVERIFY2(peak.mebibytes() < 200 * slack, QByteArray::number(peak.mebibytes()).constData());
}

void TestFreeRunMemory::repliesCountForAllClientsTogether_data()
{
    QTest::addColumn<QByteArray>("fill");
    QTest::addColumn<QByteArray>("ask");
    QTest::newRow("texts") << QByteArray("SETRANGE k 30000000 x") << QByteArray("GET");
    // No more than the server sends to all clients in a second: a run does not wait for it for
    // ever.
    QTest::newRow("lists") << QByteArray("RPUSH k") + QByteArray(" x").repeated(300'000)
                           << QByteArray("LRANGE");
}

void TestFreeRunMemory::repliesCountForAllClientsTogether()
{
    QFETCH(QByteArray, fill);
    QFETCH(QByteArray, ask);
    TestServer server;
    QVERIFY(!server.run(Command(fill.split(' '))).isError());
    // The run's key is made from it, under its prefix, by somebody who knows more than the program.
    RunTrial trial(scenarioOf("subscribe(\"go\") receive(\"go\")\nredis.pcall(\"" + ask
        + "\", \"k:1\"" + (ask == "GET" ? "" : ", 0, -1") + ")"));
    trial.options.delay = std::chrono::milliseconds(200);
    trial.place = placeOn(server.endpoint());
    const PeakMemory peak;
    QVERIFY(trial.begin());
    QByteArray channel;
    QTRY_VERIFY(!server.run({"PUBSUB", "CHANNELS", "{lab:*"}).elements.empty());
    channel = server.run({"PUBSUB", "CHANNELS", "{lab:*"}).elements[0].text;
    QTRY_COMPARE(server.run({"PUBSUB", "NUMSUB", channel}).elements[1].integer, 60);
    server.run({"RENAME", "k", channel.chopped(2) + "k:1"});
    server.run({"PUBLISH", channel, "go"});
    QVERIFY(QTest::qWaitFor([&] { return trial.isOver(); }, 60'000));
    qInfo("%lld MiB", qlonglong(peak.mebibytes()));
    QVERIFY2(trial.result, trial.error ? qPrintable(trial.error->detail) : "");
    const QString mistake = trial.result->mistake;
    QVERIFY2(mistake.startsWith(QStringLiteral("trial.lua:5: the reply is too large; all replies "
                                               "that are on their way")),
        qPrintable(mistake));
    QVERIFY2(peak.mebibytes() < 300 * slack, QByteArray::number(peak.mebibytes()).constData());
}

void TestFreeRunMemory::messagesThatNobodyReceivesCount()
{
    TestServer server;
    RunTrial trial(scenarioOf("subscribe(\"news\")\nlocal w = (\"x\"):rep(10000)\n"
                              "if me.name ~= \"A\" then sleep(600000) redis.call(\"PING\") end\n"
                              "while true do redis.call(\"PUBLISH\", \"news\", w) end"));
    trial.place = placeOn(server.endpoint());
    const PeakMemory peak;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    qInfo("%lld MiB", qlonglong(peak.mebibytes()));
    QVERIFY2(trial.result->mistake.startsWith(
                 QStringLiteral("trial.lua:4: messages are sent faster than they are received")),
        qPrintable(trial.result->mistake));
    QVERIFY2(peak.mebibytes() < 300 * slack, QByteArray::number(peak.mebibytes()).constData());
}

void TestFreeRunMemory::largeCommandsOneAfterTheOtherWork()
{
    TestServer server;
    RunTrial trial(
        scenarioOf("local w = {} for i = 1, 7 do w[i] = (\"x\"):rep(1000000) end\n"
                   "for i = 1, 20 do redis.call(\"DEL\", \"k:1\") "
                   "redis.call(\"RPUSH\", \"k:1\", table.unpack(w)) end count(\"done\")"));
    trial.options.settings["clients"] = 1;
    trial.place = placeOn(server.endpoint());
    const PeakMemory peak;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    qInfo("%lld MiB", qlonglong(peak.mebibytes()));
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.count("done"), 1);
    QVERIFY2(peak.mebibytes() < 200 * slack, QByteArray::number(peak.mebibytes()).constData());
}

void TestFreeRunMemory::thousandsOfClientsWork()
{
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 5000;
    trial.options.repeats = 5;
    trial.options.exactOrder = false;
    trial.options.roundLimit = std::chrono::minutes(2);
    const PeakMemory peak;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    qInfo("%lld MiB", qlonglong(peak.mebibytes()));
    QCOMPARE(trial.result->mistake, QString());
    QVERIFY2(peak.mebibytes() < 600 * slack, QByteArray::number(peak.mebibytes()).constData());
}

QTEST_GUILESS_MAIN(TestFreeRunMemory)
#include "tst_freerunmemory.moc"
