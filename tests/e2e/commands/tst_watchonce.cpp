#include "tests/e2e/commands/programrun.h"
#include "tests/support/servers/clustergroup.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScopeGuard>
#include <QTest>

#include <future>

using namespace lockstep;
using namespace Qt::StringLiterals;

// What `lockstep watch --once` prints: of what was asked for, and where a part of it is away.
class TestWatchOnce : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void alertsAreChosenLikeTheirObjects_data();
    void alertsAreChosenLikeTheirObjects();
    void aNodeThatIsAwayIsNamedBesideWhatTheOthersHave();
    void aNodeThatGoesAwayAfterItsKeysWereFoundIsNamed();
    void aNodeThatRefusesIsNamedBesideWhatTheOthersHave();
    void aClusterThatDoesNotAnswerHasNoSnapshot();

private:
    static Outcome once(const QString &uri, const QStringList &words)
    {
        return lockstepRun(
            QStringList{u"watch"_s, u"--uri"_s, uri, u"--once"_s, u"--lang"_s, u"en"_s} + words);
    }
    static QString uriOf(const ClusterTestGroup &group)
    {
        QStringList addresses;
        for (size_t i = 0; i < ClusterTestGroup::primaries; ++i)
            addresses << group.toldAddress(i).display();
        return u"redis+cluster://"_s + addresses.join(u',');
    }
    // What the server was asked, but for what asks for it, and for what is asked again and again.
    static QByteArray askedOf(TestServer &server)
    {
        QByteArrayList asked;
        for (const QByteArray &line :
            server.run({"INFO", "commandstats"}).text.replace('\r', "").split('\n')) {
            const auto name = line.left(line.indexOf(':'));
            if (name.startsWith("cmdstat_") && name != "cmdstat_info" && name != "cmdstat_ping"
                && !name.startsWith("cmdstat_cluster") && !name.startsWith("cmdstat_repl"))
                asked << line;
        }
        return asked.join('\n');
    }
    // So many locks, each on the primary that has its slot. Returns how many each of them has.
    static std::array<int, ClusterTestGroup::primaries> setLocks(ClusterTestGroup &group, int count)
    {
        std::array<int, ClusterTestGroup::primaries> locks{};
        for (int i = 0; i < count; ++i) {
            const QByteArray key = "lock:" + QByteArray::number(i);
            const size_t owner = group.ownerOf(key);
            group.server(owner).run({"SET", key, token, "PX", "600000"});
            ++locks[owner];
        }
        return locks;
    }
    static constexpr auto token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
};

void TestWatchOnce::alertsAreChosenLikeTheirObjects_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("keys");
    const QString lock = u"lock:a"_s;
    const QString counter = u"counter:a"_s;
    const QString gone = u"gone:a"_s;
    const auto row = [](const char *name, const QStringList &words, const QStringList &keys) {
        QTest::newRow(name) << words << keys;
    };
    row("all", {}, {counter, gone, lock});
    row("no key has that name", {u"--filter"_s, u"nothing-like-it"_s}, {});
    row("a name", {u"--filter"_s, u"lock"_s}, {lock});
    row("the name of a key that is gone", {u"--filter"_s, u"gone"_s}, {gone});
    row("a holder", {u"--filter"_s, u"holder:6f1b4c0e"_s}, {lock});
    row("another holder", {u"--filter"_s, u"holder:7f1b4c0e"_s}, {});
    row("a family", {u"--family"_s, u"counter"_s}, {counter, gone}); // which may have been one
    row("both", {u"--family"_s, u"lock"_s, u"--filter"_s, u"counter"_s}, {});
}

void TestWatchOnce::alertsAreChosenLikeTheirObjects()
{
    QFETCH(const QStringList, words);
    QFETCH(const QStringList, keys);
    const QTemporaryDir folder;
    QFile rules(folder.filePath(u"rules.json"_s));
    QVERIFY(rules.open(QIODevice::WriteOnly));
    rules.write(R"({"alerts": [
        {"glob": "lock:*", "when": "immortal", "name": "Endless"},
        {"glob": "counter:*", "when": "value > 1", "name": "Many"},
        {"glob": "gone:a", "when": "gone", "name": "Gone"}
    ]})");
    rules.close();
    TestServer server;
    server.run({"HSET", "lock:a", QByteArray(token) + ":1", "1"});
    server.run({"SET", "counter:a", "5"});
    const auto told =
        once(uri(server), QStringList{u"--json"_s, u"--rules"_s, rules.fileName()} + words);
    QVERIFY2(told.status == 0, told.err.constData());
    QStringList alerts;
    const QJsonObject snapshot = QJsonDocument::fromJson(told.out).object();
    for (const QJsonValue alert : snapshot[u"alerts"].toArray())
        alerts << alert[u"key"].toString();
    alerts.sort();
    QCOMPARE(alerts, keys);
}

// Nobody gives it up, so the others answer as before.
void TestWatchOnce::aNodeThatIsAwayIsNamedBesideWhatTheOthersHave()
{
    ClusterTestGroup group;
    const auto locks = setLocks(group, 30);
    group.server(2).kill9();
    const QString away = group.toldAddress(2).display();

    const auto told = once(uriOf(group), {u"--json"_s});
    QCOMPARE(told.status, 1);
    const QByteArray named = "The snapshot is incomplete: " + away.toUtf8() + " could not be";
    QVERIFY2(told.err.contains(named), told.err.constData());
    const QJsonObject snapshot = QJsonDocument::fromJson(told.out).object();
    QCOMPARE(snapshot[u"locks"].toArray().size(), qsizetype(locks[0] + locks[1]));
    const QJsonArray nodes = snapshot[u"server"][u"nodes"].toArray();
    QCOMPARE(nodes.size(), qsizetype(ClusterTestGroup::primaries));
    for (const QJsonValue node : nodes)
        QCOMPARE(node[u"connected"].toBool(), node[u"address"].toString() != away);

    const auto text = once(uriOf(group), {});
    QCOMPARE(text.status, 1);
    QVERIFY2(text.err.contains(named), text.err.constData());
    QVERIFY2(text.out.contains(away.toUtf8()), text.out.constData());
    QVERIFY2(text.out.contains(
                 QByteArray("≥ ") + QByteArray::number(locks[0] + locks[1]) + " locks held"),
        text.out.constData());
    QVERIFY2(!text.out.contains("Still searching"), text.out.constData());
}

// All nodes have done their first inventory then, but not at one time.
void TestWatchOnce::aNodeThatGoesAwayAfterItsKeysWereFoundIsNamed()
{
    ClusterTestGroup group;
    setLocks(group, 30);
    group.server(1).suspend(); // so that the others are looked through before it
    QProcess program;
    program.setProcessEnvironment(withoutDisplay());
    program.start(
        programPath(), {u"watch"_s, u"--uri"_s, uriOf(group), u"--once"_s, u"--lang"_s, u"en"_s});
    QByteArray asked;
    const auto isLookedThrough = [&] {
        const QByteArray before = std::exchange(asked, askedOf(group.server(0)));
        return asked.contains("cmdstat_scan") && asked.contains("cmdstat_pttl") && asked == before;
    };
    while (!isLookedThrough() && program.state() != QProcess::NotRunning)
        QTest::qWait(500);
    group.server(0).kill9();
    group.server(1).resume();
    QVERIFY(program.waitForFinished(240'000));
    const QByteArray told = program.readAllStandardError();
    QVERIFY2(program.exitCode() == 1, told.constData());
    // On a machine so slow that the wait for the suspended node was over first it is that one.
    QVERIFY2(told.contains("The snapshot is incomplete: "), told.constData());
}

// It is connected, but has told nothing of its keys.
void TestWatchOnce::aNodeThatRefusesIsNamedBesideWhatTheOthersHave()
{
    ClusterTestGroup group;
    const auto locks = setLocks(group, 30);
    group.server(2).run({"CONFIG", "SET", "lua-time-limit", "10"});
    const auto busy = std::async(std::launch::async, [path = group.server(2).socketPath()] {
        BlockingClient(path).run({"EVAL", "while true do end", "0"});
    });
    const auto endScript = qScopeGuard([&] { group.server(2).run({"SCRIPT", "KILL"}); });
    QTRY_VERIFY(group.server(2).run({"PING"}).text.startsWith("BUSY"));
    const QString refusing = group.toldAddress(2).display();

    const auto json = once(uriOf(group), {u"--json"_s});
    QCOMPARE(json.status, 1);
    QVERIFY2(json.err.contains("The snapshot is incomplete: " + refusing.toUtf8()),
        json.err.constData());
    const QJsonObject snapshot = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(snapshot[u"locks"].toArray().size(), qsizetype(locks[0] + locks[1]));
    const QJsonArray nodes = snapshot[u"server"][u"nodes"].toArray();
    for (const QJsonValue node : nodes)
        QCOMPARE(node[u"connected"].toBool(), node[u"address"].toString() != refusing);

    const auto text = once(uriOf(group), {});
    QCOMPARE(text.status, 1);
    QVERIFY2(text.out.contains(
                 QByteArray("≥ ") + QByteArray::number(locks[0] + locks[1]) + " locks held"),
        text.out.constData());
}

// What is not whole refuses all commands on keys.
void TestWatchOnce::aClusterThatDoesNotAnswerHasNoSnapshot()
{
    ClusterTestGroup group;
    for (size_t i = 0; i < 2 * ClusterTestGroup::primaries; ++i) {
        group.server(i).run({"CONFIG", "SET", "cluster-node-timeout", "2000"});
        group.server(i).run({"CONFIG", "SET", "cluster-replica-no-failover", "yes"});
        group.server(i).run({"CONFIG", "SET", "cluster-require-full-coverage", "yes"});
    }
    setLocks(group, 30);
    group.server(2).kill9();
    const auto isDown = [&] {
        return group.server(0).run({"CLUSTER", "INFO"}).text.contains("cluster_state:fail");
    };
    QVERIFY(QTest::qWaitFor(isDown, 120'000));
    const auto told = once(uriOf(group), {u"--json"_s});
    QCOMPARE(told.status, 1);
    QCOMPARE(told.out, QByteArray());
    QVERIFY2(told.err.contains("There is no snapshot"), told.err.constData());
}

QTEST_GUILESS_MAIN(TestWatchOnce)
#include "tst_watchonce.moc"
