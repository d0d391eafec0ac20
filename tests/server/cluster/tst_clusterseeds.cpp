// An address that names several nodes of a Cluster: each is tried until one answers. And nodes that
// tell each other addresses at which nobody else reaches them. By whatever address the Cluster is
// found, the journal says what was done to it and nothing else.

#include "core/redis/connection/connection.h"
#include "core/release/locktakeover.h"
#include "tests/server/cluster/clusterscene.h"
#include "tests/support/samples/lockdriver.h"
#include "tests/support/servers/networknamespace.h"

#include <QCoreApplication>
#include <QCoroTask>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardPaths>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

// What happens while the first node is cut off from the others, and only we reach it.
enum class Meanwhile : quint8 {
    ItIsReplaced, // and it knows that it is alone
    ItIsReplacedAndRead, // as well, and is read nevertheless
    AnotherIsReplaced // of which it does not hear
};

} // namespace

class TestClusterSeeds : public ClusterScene
{
    Q_OBJECT

public:
    bool hasOwnNetwork = false;

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void cleanup() { end(); }
    void theNextOneIsTried_data();
    void theNextOneIsTried();
    void oneThatAnswersIsBelieved_data();
    void oneThatAnswersIsBelieved();
    void thatNoneAnswersIsSaidOfEach();
    void oneWithoutAClusterSaysMoreThanOneThatIsDown();
    void theWholeClusterIsWatched();
    void aLockIsReleasedThoughTheFirstNodeIsDown();
    void addressesThatOnlyTheNodesKnowAreMapped();
    void whereANodeIsToldToBeNobodyAnswers();
    void aFailoverIsFollowedThroughTheMapping();
    void byEachAddressTheJournalSaysWhatWasDone_data();
    void byEachAddressTheJournalSaysWhatWasDone();
    void aNodeThatOnlyWeReachInventsNothing_data();
    void aNodeThatOnlyWeReachInventsNothing();

private:
    static constexpr auto hidden = ClusterTestGroup::Addresses::OnlyForNodes;

    static HostPort placeOf(const TestServer &server)
    {
        return {QStringLiteral("127.0.0.1"), server.tcpPort()};
    }
    static Endpoint ofNodes(const std::vector<HostPort> &seeds)
    {
        Endpoint endpoint = *Endpoint::fromUri(u"redis+cluster://127.0.0.1"_qs);
        endpoint.seeds = seeds;
        endpoint.host = seeds.front().host;
        endpoint.port = seeds.front().port;
        return endpoint;
    }
    Endpoint mapped(const std::vector<HostPort> &seeds)
    {
        Endpoint endpoint = ofNodes(seeds);
        for (size_t i = 0; i < 2 * primaries; ++i)
            endpoint.map.push_back({m_cluster->toldAddress(i), placeOf(server(i))});
        return endpoint;
    }
    static Result<void> opened(Connection &connection) { return QCoro::waitFor(connection.open()); }
    static TestServer::Options clusterNode()
    {
        TestServer::Options options;
        options.cluster = true;
        return options;
    }
    // How often the watch and this test have asked it for the slots.
    static qint64 questionsForSlots(TestServer &server)
    {
        static const QRegularExpression calls(u"cmdstat_cluster\\|slots:calls=(\\d+)"_qs);
        const QString stats = QString::fromUtf8(server.run({"INFO", "commandstats"}).text);
        return calls.match(stats).captured(1).toLongLong();
    }
    static qsizetype refusedPasswords(TestServer &server)
    {
        qsizetype refused = 0;
        for (const Reply &entry : server.run({"ACL", "LOG"}).elements)
            refused += entry.elements.at(1).integer;
        return refused;
    }
};

void TestClusterSeeds::theNextOneIsTried_data()
{
    QTest::addColumn<QString>("first");
    QTest::newRow("gone") << u"gone"_qs;
    QTest::newRow("standing still") << u"still"_qs;
    QTest::newRow("taken out of the Cluster") << u"out"_qs;
}

void TestClusterSeeds::theNextOneIsTried()
{
    QFETCH(const QString, first);
    TestServer other(clusterNode());
    TestServer node(clusterNode());
    QVERIFY(!node.run({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"}).isError());
    if (first == u"gone")
        other.kill9();
    else if (first == u"still")
        other.suspend();
    ConnectionOptions options;
    options.connectTimeout = 1s;
    Connection connection(ofNodes({placeOf(other), placeOf(node)}), options);
    QVERIFY(opened(connection));
    QCOMPARE(connection.server().display(), u"redis://"_qs + addressOf(node));
    QCOMPARE(connection.endpoint().seeds.size(), size_t(2));
}

void TestClusterSeeds::oneThatAnswersIsBelieved_data()
{
    QTest::addColumn<bool>("isCluster"); // else a single server; with a password that is wrong
    QTest::newRow("no cluster") << false;
    QTest::newRow("a wrong password") << true;
}

void TestClusterSeeds::oneThatAnswersIsBelieved()
{
    QFETCH(const bool, isCluster);
    TestServer::Options options;
    options.cluster = isCluster;
    options.tcp = !isCluster;
    TestServer first(options);
    TestServer node(clusterNode());
    QVERIFY(!node.run({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"}).isError());
    Endpoint endpoint = ofNodes({placeOf(first), placeOf(node)});
    if (isCluster) {
        endpoint.user = "somebody";
        endpoint.password = "wrong";
    }
    Connection connection(endpoint);
    const auto outcome = opened(connection);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, isCluster ? ErrorCode::WrongPass : ErrorCode::NoCluster);
    if (isCluster) {
        QCOMPARE(refusedPasswords(first), qsizetype(1));
        QCOMPARE(refusedPasswords(node), qsizetype(0));
    }
}

void TestClusterSeeds::thatNoneAnswersIsSaidOfEach()
{
    TestServer first(clusterNode());
    TestServer second(clusterNode());
    first.kill9();
    second.kill9();
    Connection connection(ofNodes({placeOf(first), placeOf(second)}));
    auto outcome = opened(connection);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::NoClusterNode);
    QVERIFY2(outcome.error().detail.contains(addressOf(first)), qPrintable(outcome.error().detail));
    QVERIFY2(
        outcome.error().detail.contains(addressOf(second)), qPrintable(outcome.error().detail));

    Connection toOne(ofNodes({placeOf(first)}));
    outcome = opened(toOne);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::ConnectionRefused);
}

// And the watch waits for it.
void TestClusterSeeds::oneWithoutAClusterSaysMoreThanOneThatIsDown()
{
    TestServer out(clusterNode());
    TestServer down(clusterNode());
    down.kill9();
    Connection connection(ofNodes({placeOf(out), placeOf(down)}));
    const auto outcome = opened(connection);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::ClusterDown);
}

void TestClusterSeeds::theWholeClusterIsWatched()
{
    begin();
    server(3).kill9();
    WatchLog log(ofNodes({placeOf(server(3)), placeOf(server(1))}), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().cluster, (ClusterCoverage{3, 3, 0}));
    QCOMPARE(log.status().objects, qint64(6));
    QVERIFY(log.status().address.startsWith(u"redis+cluster://"));
}

void TestClusterSeeds::aLockIsReleasedThoughTheFirstNodeIsDown()
{
    begin();
    server(3).kill9();
    LockTakeover takeover(ofNodes({placeOf(server(3)), placeOf(server(1))}), builtInCatalogue());
    QSignalSpy known(&takeover, &LockTakeover::known);
    QSignalSpy ended(&takeover, &LockTakeover::ended);
    takeover.look(m_locks[0]);
    QTRY_COMPARE_WITH_TIMEOUT(known.size(), 1, 60'000);
    const auto look = known.last().at(1).value<Result<ReleaseLook>>();
    QVERIFY2(look, look ? "" : qPrintable(look.error().detail));
    QVERIFY(look->lock);
    takeover.take(m_locks[0], *look->lock);
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60'000);
    QCOMPARE(server(0).run({"EXISTS", m_locks[0]}).integer, qint64(0));
}

void TestClusterSeeds::addressesThatOnlyTheNodesKnowAreMapped()
{
    begin(hidden);
    WatchLog log(mapped({placeOf(server(4))}), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().cluster, (ClusterCoverage{3, 3, 0}));
    QCOMPARE(log.status().objects, qint64(6));
    QVERIFY(!log.status().trouble);
    QCOMPARE(log.now().nodes->front().address, m_cluster->toldAddress(0).display());

    LockTakeover takeover(mapped({placeOf(server(4))}), builtInCatalogue());
    QSignalSpy known(&takeover, &LockTakeover::known);
    takeover.look(m_locks[2]);
    QTRY_COMPARE_WITH_TIMEOUT(known.size(), 1, 60'000);
    const auto look = known.last().at(1).value<Result<ReleaseLook>>();
    QVERIFY2(look && look->lock, look ? "" : qPrintable(look.error().detail));
}

void TestClusterSeeds::whereANodeIsToldToBeNobodyAnswers()
{
    begin(hidden);
    Endpoint partly = mapped({placeOf(server(1))});
    partly.map.erase(partly.map.begin());
    WatchLog log(partly, quick());
    log.start();
    const QString told = m_cluster->toldAddress(0).display();
    QVERIFY(log.waitFor([&] {
        const auto &trouble = log.status().trouble;
        return trouble && trouble->code == ErrorCode::NodeUnreachable
            && trouble->detail.startsWith(told);
    }));
    QCOMPARE(log.status().troubledNode, told);
    QVERIFY(log.waitFor([&] { return log.status().cluster == ClusterCoverage{3, 2, 0}; }));
    QVERIFY(log.waitFor([&] { return log.token(m_locks[1]) == m_token; }));

    LockTakeover takeover(partly, builtInCatalogue());
    QSignalSpy known(&takeover, &LockTakeover::known);
    takeover.look(m_locks[0]);
    QTRY_COMPARE_WITH_TIMEOUT(known.size(), 1, 60'000);
    const auto look = known.last().at(1).value<Result<ReleaseLook>>();
    QVERIFY(!look);
    QCOMPARE(look.error().code, ErrorCode::NodeUnreachable);
    QVERIFY2(look.error().detail.startsWith(told), qPrintable(look.error().detail));
}

void TestClusterSeeds::aFailoverIsFollowedThroughTheMapping()
{
    begin(hidden);
    QTRY_COMPARE_WITH_TIMEOUT(server(3).run({"DBSIZE"}).integer, qint64(2), 60'000);
    WatchLog log(mapped({placeOf(server(1))}), quick());
    QVERIFY(log.startAndWait());
    log.forgetJournal();
    server(0).kill9();
    QVERIFY(!server(3).run({"CLUSTER", "FAILOVER", "TAKEOVER"}).isError());
    QVERIFY(log.waitFor([&] { return log.count(Kind::Restarted) == 1; }));
    QCOMPARE(log.journal().front().primary, m_cluster->toldAddress(3).display());
    server(3).run({"INCR", m_counters[0]});
    QVERIFY(log.waitFor([&] { return log.value(m_counters[0]) == 6; }));
}

void TestClusterSeeds::byEachAddressTheJournalSaysWhatWasDone_data()
{
    QTest::addColumn<bool>("isReplica"); // else a primary
    QTest::addColumn<bool>("isMapped"); // the nodes tell addresses that only they know
    QTest::addColumn<bool>("isOneUnknown"); // where the first one is, nobody has said
    QTest::newRow("of a primary") << false << false << false;
    QTest::newRow("of a replica") << true << false << false;
    QTest::newRow("of a primary, all mapped") << false << true << false;
    QTest::newRow("of a replica, all mapped") << true << true << false;
    QTest::newRow("of a primary, all but one mapped") << false << true << true;
}

void TestClusterSeeds::byEachAddressTheJournalSaysWhatWasDone()
{
    QFETCH(const bool, isReplica);
    QFETCH(const bool, isMapped);
    QFETCH(const bool, isOneUnknown);
    begin(isMapped ? hidden : ClusterTestGroup::Addresses::Reached);
    TestServer &given = server(isReplica ? 4 : 1);
    Endpoint endpoint = isMapped ? mapped({placeOf(given)}) : at(given);
    if (isOneUnknown)
        endpoint.map.erase(endpoint.map.begin());
    WatchLog log(endpoint, quick());
    log.start();
    const int reached = int(primaries) - (isOneUnknown ? 1 : 0);
    QVERIFY(log.waitFor([&] {
        return log.status().cluster == ClusterCoverage{int(primaries), reached, 0}
        && log.status().objects == 2 * reached;
    }));
    QVERIFY(log.waitFor([&] {
        return std::all_of(log.now().nodes->begin(), log.now().nodes->end(), [](const auto &node) {
            return node.status.firstInventoryDone || node.status.link != LinkState::Connected;
        });
    }));
    LockDriver driver(&log);
    for (int round = 0; round < 2; ++round) {
        if (isOneUnknown) { // nobody sees what happens there
            server(0).run({"SET", m_locks[0], m_other, "PX", "600000"});
            server(0).run({"DEL", m_locks[0]});
        }
        for (size_t i = isOneUnknown ? 1 : 0; i < primaries; ++i)
            QVERIFY(driver.drive(server(i), lockOf(i, "lock:driven:")));
    }
    const QByteArray difference = driver.difference();
    QVERIFY2(difference.isEmpty(), difference);
}

void TestClusterSeeds::aNodeThatOnlyWeReachInventsNothing_data()
{
    QTest::addColumn<Meanwhile>("meanwhile");
    QTest::newRow("its replica is elected") << Meanwhile::ItIsReplaced;
    QTest::newRow("its replica is elected, and it may be read") << Meanwhile::ItIsReplacedAndRead;
    QTest::newRow("another primary is replaced") << Meanwhile::AnotherIsReplaced;
}

// The others are right about who serves what, because they are the most.
void TestClusterSeeds::aNodeThatOnlyWeReachInventsNothing()
{
    QFETCH(const Meanwhile, meanwhile);
    if (!hasOwnNetwork)
        QSKIP("this system does not let us make a network namespace and cut addresses off there");
    const bool isReplaced = meanwhile != Meanwhile::AnotherIsReplaced;
    const size_t replaced = isReplaced ? 0 : 1;
    QVERIFY(addSecondAddress());
    begin(ClusterTestGroup::Addresses::SecondOfFirst);
    TestServer &cutOff = server(0);
    TestServer &promoted = server(primaries + replaced);
    WatchLog log(mapped({placeOf(server(2))}), quick());
    QVERIFY(log.startAndWait());
    QCOMPARE(log.status().cluster, (ClusterCoverage{3, 3, 0}));
    if (meanwhile == Meanwhile::ItIsReplacedAndRead)
        cutOff.run({"CONFIG", "SET", "cluster-allow-reads-when-down", "yes"});
    LockDriver driver(&log);
    std::vector<QByteArray> driven;
    for (size_t i = 0; i < primaries; ++i)
        driven.push_back(lockOf(i, "lock:driven:"));
    QVERIFY(driver.acquire(server(replaced), driven[replaced]));
    const qint64 keys = server(replaced).run({"DBSIZE"}).integer;
    QTRY_COMPARE_WITH_TIMEOUT(promoted.run({"DBSIZE"}).integer, keys, 60'000);

    QVERIFY(cutSecondAddressOff());
    if (isReplaced) {
        giveUpAfter("5000");
        QTRY_VERIFY_WITH_TIMEOUT(isPrimary(promoted), 120'000);
        QTRY_VERIFY_WITH_TIMEOUT(
            cutOff.run({"CLUSTER", "INFO"}).text.contains("cluster_state:fail"), 60'000);
        giveUpAfter("120000");
        QVERIFY(cutOff.run({"DEL", driven[0]}).isError());
    } else {
        bool isAccepted = false; // only once
        const auto failOver = [&] {
            isAccepted = isAccepted || !promoted.run({"CLUSTER", "FAILOVER"}).isError();
            return isAccepted;
        };
        QTRY_VERIFY_WITH_TIMEOUT(failOver(), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(isPrimary(promoted), 60'000);
    }
    QVERIFY(isPrimary(cutOff)); // as it believes
    QVERIFY(log.waitFor([&] { return log.count(Kind::Restarted) == 1; }));
    QVERIFY(driver.waitUntilSeen());
    if (!isReplaced) {
        const qint64 before = questionsForSlots(cutOff);
        QVERIFY(log.waitFor([&] { return questionsForSlots(cutOff) > before + 3; }));
        QVERIFY(driver.drive(cutOff, driven[0]));
        const auto told = cutOff.run({"CLUSTER", "NODES"}).text;
        const auto own = told.mid(told.indexOf(id(promoted))).split('\n').first();
        QVERIFY2(own.contains("slave"), told); // what was true before
    }
    QVERIFY(driver.release(promoted, driven[replaced]));
    QVERIFY(driver.drive(promoted, driven[replaced]));
    QVERIFY(driver.drive(server(2), driven[2]));

    QVERIFY(addSecondAddress()); // and it learns what was decided
    QTRY_VERIFY_WITH_TIMEOUT(
        isPrimary(cutOff) != isReplaced && !cutOff.run({"CLUSTER", "NODES"}).text.contains("fail"),
        120'000);
    QVERIFY(driver.drive(isReplaced ? promoted : cutOff, driven[0]));
    QVERIFY(driver.drive(isReplaced ? server(1) : promoted, driven[1]));
    const QByteArray difference = driver.difference({Kind::Restarted});
    QVERIFY2(difference.isEmpty(), difference);
    QCOMPARE(log.count(Kind::Restarted), 1);
    QCOMPARE(log.status().cluster, (ClusterCoverage{3, 3, 0}));
}

int main(int argc, char *argv[])
{
    const bool hasOwnNetwork = enterNetworkNamespace() && prepareToCutOff();
    const QCoreApplication application(argc, argv);
    TestClusterSeeds test;
    test.hasOwnNetwork = hasOwnNetwork;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_clusterseeds.moc"
