// A connection whose address is that of Sentinels: it leads to the primary, wherever it is.

#include "core/redis/connection/connection.h"
#include "core/redis/connection/sentinellookup.h"
#include "tests/support/patience.h"
#include "tests/support/servers/sentinelgroup.h"
#include "tests/support/servers/testcertificates.h"

#include <QCoroTask>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

class TestSentinels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theyLeadToThePrimary();
    void oneThatIsLeftIsEnough_data();
    void oneThatIsLeftIsEnough();
    void oneThatNamesAnotherIsOutvoted();
    void aReplicaIsNotTakenForThePrimary();
    void anAddressThatOnlyTheServersKnowIsMapped_data();
    void anAddressThatOnlyTheServersKnowIsMapped();
    void theySpeakTlsLikeTheirServers();
    void whatIsWrongIsSaid();
    void theyMayHaveAPasswordOfTheirOwn();
    void afterAFailoverItLeadsToTheNewPrimary_data();
    void afterAFailoverItLeadsToTheNewPrimary();
    void theSentinelThatLeadsAFailoverTellsOfItAtOnce();
    void aSentinelThatIsListenedToMayBeLost();

private:
    static std::optional<Error> failureAt(const Endpoint &endpoint)
    {
        Connection connection(endpoint);
        const auto opened = QCoro::waitFor(connection.open());
        return opened ? std::nullopt : std::optional(opened.error());
    }

    std::unique_ptr<SentinelTestGroup> m_group;
};

void TestSentinels::init()
{
    m_group = std::make_unique<SentinelTestGroup>();
}

void TestSentinels::cleanup()
{
    m_group.reset();
}

void TestSentinels::theyLeadToThePrimary()
{
    Connection connection(m_group->endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    QCOMPARE(connection.peer(), addressOf(m_group->server(0)));
    const Command set{"SET", "k", "v"};
    QVERIFY(QCoro::waitFor(connection.request(set)));
    QCOMPARE(m_group->server(0).run({"GET", "k"}).text, QByteArray("v"));
}

void TestSentinels::oneThatIsLeftIsEnough_data()
{
    QTest::addColumn<bool>("isKilled"); // the other two; else they stand still
    QTest::newRow("killed") << true;
    QTest::newRow("silent") << false;
}

void TestSentinels::oneThatIsLeftIsEnough()
{
    QFETCH(const bool, isKilled);
    for (size_t i = 0; i < 2; ++i) {
        if (isKilled)
            m_group->sentinel(i).kill9();
        else
            m_group->sentinel(i).suspend();
    }
    Connection connection(m_group->endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    QCOMPARE(connection.peer(), addressOf(m_group->server(0)));
}

void TestSentinels::oneThatNamesAnotherIsOutvoted()
{
    // Cut off from the others, and mistaken.
    const auto other = QByteArray::number(m_group->server(1).tcpPort());
    m_group->sentinel(0).runAll({{"SENTINEL", "REMOVE", SentinelTestGroup::name},
        {"SENTINEL", "MONITOR", SentinelTestGroup::name, "127.0.0.1", other, "3"}});
    Connection connection(m_group->endpoint());
    QVERIFY(QCoro::waitFor(connection.open()));
    QCOMPARE(connection.peer(), addressOf(m_group->server(0)));
}

void TestSentinels::aReplicaIsNotTakenForThePrimary()
{
    TestServer::Options alone;
    alone.tcp = true;
    alone.sentinel = true;
    TestServer mistaken(alone);
    const auto replica = QByteArray::number(m_group->server(1).tcpPort());
    mistaken.run({"SENTINEL", "MONITOR", "wrong", "127.0.0.1", replica, "1"});
    Endpoint endpoint;
    endpoint.sentinels = {
        {{QStringLiteral("127.0.0.1"), mistaken.tcpPort()}}, QStringLiteral("wrong"), {}, {}};
    const auto error = failureAt(endpoint);
    QVERIFY(error);
    QCOMPARE(error->code, ErrorCode::NotPrimary);
    QCOMPARE(error->detail, addressOf(m_group->server(1)));
}

void TestSentinels::anAddressThatOnlyTheServersKnowIsMapped_data()
{
    QTest::addColumn<QString>("host"); // that nobody can reach from here
    QTest::newRow("nothing listens") << QStringLiteral("127.0.0.1");
    QTest::newRow("another network") << QStringLiteral("192.0.2.1"); // RFC 5737: nobody's
}

void TestSentinels::anAddressThatOnlyTheServersKnowIsMapped()
{
    QFETCH(const QString, host);
    TestServer::Options alone;
    alone.tcp = true;
    alone.sentinel = true;
    TestServer far(alone);
    const HostPort told{host, 1};
    far.run({"SENTINEL", "MONITOR", "far", told.host.toUtf8(), QByteArray::number(told.port), "1"});
    Endpoint endpoint;
    endpoint.sentinels = {
        {{QStringLiteral("127.0.0.1"), far.tcpPort()}}, QStringLiteral("far"), {}, {}};
    const auto error = failureAt(endpoint);
    QVERIFY(error);
    QCOMPARE(error->code, ErrorCode::PrimaryUnreachable);
    QVERIFY2(error->detail.startsWith(told.display()), qPrintable(error->detail));

    endpoint.map = {{told, {QStringLiteral("127.0.0.1"), m_group->server(0).tcpPort()}}};
    Connection connection(endpoint);
    QVERIFY(QCoro::waitFor(connection.open()));
    QCOMPARE(connection.peer(), told.display()); // as everybody calls it
    const Command set{"SET", "k", "v"};
    QVERIFY(QCoro::waitFor(connection.request(set)));
    QCOMPARE(m_group->server(0).run({"GET", "k"}).text, QByteArray("v"));
}

void TestSentinels::theySpeakTlsLikeTheirServers()
{
    const TestCertificates certificates;
    const auto pair = certificates.server();
    m_group = std::make_unique<SentinelTestGroup>(
        TestServer::Tls{pair.certificate, pair.key, certificates.authority(), false});
    Endpoint mistrusted = m_group->endpoint();
    mistrusted.tls.caFile = certificates.strangeAuthority();
    const auto error = failureAt(mistrusted);
    QVERIFY(error);
    QCOMPARE(error->code, ErrorCode::NoSentinel);
    QVERIFY2(error->detail.contains(u"certificate"), qPrintable(error->detail));

    Connection connection(m_group->endpoint());
    connection.keepOpen();
    QTRY_VERIFY(connection.state() == Connection::State::Open);
    QCOMPARE(connection.peer(), addressOf(m_group->server(0)));
    m_group->giveUpSoon();
    m_group->server(0).kill9();
    QTRY_VERIFY_WITH_TIMEOUT(connection.state() == Connection::State::Open
            && connection.peer() != addressOf(m_group->server(0)),
        120'000);
}

void TestSentinels::whatIsWrongIsSaid()
{
    Endpoint unknown = m_group->endpoint();
    unknown.sentinels.primary = QStringLiteral("nobody");
    auto error = failureAt(unknown);
    QVERIFY(error);
    QCOMPARE(error->code, ErrorCode::PrimaryUnknown);
    QCOMPARE(error->detail, QStringLiteral("nobody"));

    Endpoint dead = m_group->endpoint();
    for (size_t i = 0; i < 3; ++i)
        m_group->sentinel(i).kill9();
    error = failureAt(dead);
    QVERIFY(error);
    QCOMPARE(error->code, ErrorCode::NoSentinel);
    for (const HostPort &each : dead.sentinels.addresses)
        QVERIFY2(error->detail.contains(each.display()), qPrintable(error->detail));
}

void TestSentinels::theyMayHaveAPasswordOfTheirOwn()
{
    for (size_t i = 0; i < 3; ++i)
        m_group->sentinel(i).run({"ACL", "SETUSER", "default", "resetpass", ">theirs"});
    Endpoint endpoint = m_group->endpoint();
    auto error = failureAt(endpoint);
    QVERIFY(error);
    QCOMPARE(error->code, ErrorCode::NoSentinel); // a person is not asked for the server's
    QVERIFY2(error->detail.contains(u"Authentication required"), qPrintable(error->detail));
    endpoint.sentinels.password = "wrong";
    error = failureAt(endpoint);
    QVERIFY(error);
    QCOMPARE(error->code, ErrorCode::NoSentinel);
    QVERIFY2(error->detail.contains(u"invalid username-password"), qPrintable(error->detail));
    endpoint.sentinels.password = "theirs";
    QVERIFY(!failureAt(endpoint));
}

void TestSentinels::afterAFailoverItLeadsToTheNewPrimary_data()
{
    QTest::addColumn<int>("how");
    QTest::newRow("planned") << 0;
    QTest::newRow("killed") << 1;
    QTest::newRow("silent") << 2; // and its connections stay open
}

void TestSentinels::afterAFailoverItLeadsToTheNewPrimary()
{
    QFETCH(const int, how);
    Connection connection(m_group->endpoint());
    const QSignalSpy lost(&connection, &Connection::lost);
    connection.keepOpen();
    QTRY_VERIFY(connection.state() == Connection::State::Open);
    const QString before = connection.peer();
    QCOMPARE(before, addressOf(m_group->server(0)));
    const Command failover{"SENTINEL", "FAILOVER", SentinelTestGroup::name};
    Reply answer;
    if (how == 0) // refused as long as they do not know enough of the replicas
        QTRY_VERIFY2(!(answer = m_group->sentinel(1).run(failover)).isError()
                || answer.text.startsWith("INPROG"),
            answer.text.constData());
    else
        m_group->giveUpSoon();
    if (how == 1)
        m_group->server(0).kill9();
    else if (how == 2)
        m_group->server(0).suspend();
    QTRY_VERIFY_WITH_TIMEOUT(connection.state() == Connection::State::Open && lost.count() > 0
            && connection.peer() != before,
        120'000);
    m_group->giveUpLate();
    // Sentinels may close the connections of whom they have promoted, ours as well.
    const auto isPrimary = [&connection] {
        const auto role = QCoro::waitFor(connection.request(Command{"ROLE"}));
        return role && role->elements.at(0).text == "master";
    };
    QTRY_VERIFY(isPrimary());
}

// It says +switch-master only when the other replica follows as well, or is given up after ten
// seconds: until then it is in the midst of the failover.
void TestSentinels::theSentinelThatLeadsAFailoverTellsOfItAtOnce()
{
    Endpoint leader = m_group->endpoint();
    leader.sentinels.addresses = {leader.sentinels.addresses.at(1)};
    SentinelLookup lookup(leader, SentinelLookup::Subscribe::ToOne);
    QString found;
    connect(&lookup, &SentinelLookup::found, this,
        [&found](const HostPort &primary) { found = primary.display(); });
    lookup.ask();
    QTRY_COMPARE(found, addressOf(m_group->server(0)));
    const QByteArray name = SentinelTestGroup::name;
    m_group->sentinel(1).run({"SENTINEL", "SET", name, "failover-timeout", "180000"});
    m_group->server(2).suspend();
    Reply answer;
    QTRY_VERIFY2(!(answer = m_group->sentinel(1).run({"SENTINEL", "FAILOVER", name})).isError()
            || answer.text.startsWith("INPROG"),
        answer.text.constData());
    QTRY_COMPARE_WITH_TIMEOUT(found, addressOf(m_group->server(1)), 60'000);
    const Reply known = m_group->sentinel(1).run({"SENTINEL", "MASTER", name});
    QVERIFY(std::any_of(known.elements.begin(), known.elements.end(),
        [](const Reply &each) { return each.text.contains("failover_in_progress"); }));
}

// Whoever is listened to after that tells of the failover of a primary that answers nothing.
void TestSentinels::aSentinelThatIsListenedToMayBeLost()
{
    Connection connection(m_group->endpoint());
    connection.keepOpen();
    QTRY_VERIFY(connection.state() == Connection::State::Open);
    const auto listening = [this](size_t which) {
        const auto clients = m_group->sentinel(which).run({"CLIENT", "LIST"}).text;
        return clients.count("name=lockstep ");
    };
    size_t listened = 0;
    QTRY_VERIFY(listening(0) + listening(1) + listening(2) == 1);
    while (listening(listened) == 0)
        ++listened;
    m_group->sentinel(listened).kill9();
    const size_t others[] = {(listened + 1) % 3, (listened + 2) % 3};
    QTRY_VERIFY(listening(others[0]) + listening(others[1]) == 1);
    QVERIFY(connection.state() == Connection::State::Open);
    m_group->giveUpSoon();
    m_group->server(0).suspend();
    QTRY_VERIFY_WITH_TIMEOUT(connection.state() == Connection::State::Open
            && connection.peer() != addressOf(m_group->server(0)),
        120'000);
}

QTEST_GUILESS_MAIN(TestSentinels)
#include "tst_sentinels.moc"
