#include "tests/e2e/commands/programrun.h"
#include "tests/support/servers/clustergroup.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

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
    std::array<int, ClusterTestGroup::primaries> locks{};
    for (int i = 0; i < 30; ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i);
        const size_t owner = group.ownerOf(key);
        group.server(owner).run({"SET", key, token, "PX", "600000"});
        ++locks[owner];
    }
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

// What is not whole refuses all commands on keys.
void TestWatchOnce::aClusterThatDoesNotAnswerHasNoSnapshot()
{
    ClusterTestGroup group;
    for (size_t i = 0; i < 2 * ClusterTestGroup::primaries; ++i) {
        group.server(i).run({"CONFIG", "SET", "cluster-node-timeout", "2000"});
        group.server(i).run({"CONFIG", "SET", "cluster-replica-no-failover", "yes"});
        group.server(i).run({"CONFIG", "SET", "cluster-require-full-coverage", "yes"});
    }
    for (int i = 0; i < 30; ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i);
        group.server(group.ownerOf(key)).run({"SET", key, token, "PX", "600000"});
    }
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
