#include "core/watch/link/clientlist.h"
#include "core/watch/snapshot/holdstatistics.h"

#include <QTest>

using namespace lockstep;

// What the list of connections says, and which of them a token names.
class TestClientList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aListIsRead();
    void aTokenNamesAConnection_data();
    void aTokenNamesAConnection();
    void allConnectionsOfANameAreMeant();
    void theSameProcessIsTheSameHolder();
};

void TestClientList::aListIsRead()
{
    const auto clients = clientsFrom(
        "id=7 addr=10.0.0.5:51234 laddr=10.0.0.1:6379 fd=9 name=web-17 age=12 idle=3 flags=N db=0 "
        "cmd=set user=shop lib-name=\r\n"
        "id=9 addr=/run/redis.sock:0 name= age=1 idle=0 cmd=NULL user=default future=1\r\n\r\n"
        "what is this\n");
    QCOMPARE(clients.size(), size_t(2));
    using std::chrono::seconds;
    const ClientEntry first{7, "10.0.0.5:51234", "web-17", "shop", "set", seconds(12), seconds(3)};
    QVERIFY(clients[0] == first);
    const ClientEntry second{9, "/run/redis.sock:0", "", "default", "", seconds(1), seconds(0)};
    QVERIFY(clients[1] == second);
}

void TestClientList::aTokenNamesAConnection_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<ClientEntry>("client");
    QTest::addColumn<bool>("isNamed");
    QTest::addColumn<MatchedProperty>("property");
    using B = QByteArray;
    const auto named = [](const B &name) {
        return ClientEntry{7, "10.0.0.5:51234", name, {}, {}, {}, {}};
    };
    const ClientEntry plain = named("");
    const ClientEntry local{7, "/run/redis.sock:0", "", {}, {}, {}, {}};
    using enum MatchedProperty;
    QTest::newRow("its name") << B("web-17:4242:uuid") << named("web-17") << true << Name;
    QTest::newRow("its name and nothing else") << B("web-17") << named("web-17") << true << Name;
    QTest::newRow("the beginning of another name")
        << B("web-170") << named("web-17") << false << Name;
    QTest::newRow("the end of another name") << B("xweb-17") << named("web-17") << false << Name;
    QTest::newRow("a short name") << B("a:b") << named("b") << false << Name;
    QTest::newRow("a number as name") << B("job:4242") << named("4242") << false << Name;
    QTest::newRow("its address") << B("10.0.0.5:51234/3") << plain << true << Address;
    QTest::newRow("its host alone") << B("10.0.0.5") << plain << false << Address;
    QTest::newRow("another port") << B("10.0.0.5:512345") << plain << false << Address;
    QTest::newRow("another host") << B("110.0.0.5:51234") << plain << false << Address;
    QTest::newRow("a socket that all share") << B("/run/redis.sock:0") << local << false << Address;
    QTest::newRow("its id") << B("client-id:7 of web") << plain << true << Id;
    QTest::newRow("its id, in another way") << B("ClientId=7") << plain << true << Id;
    QTest::newRow("a number") << B("web:7") << plain << false << Id;
    QTest::newRow("another id") << B("client-id:77") << plain << false << Id;
    QTest::newRow("the number of a client") << B("client-7") << plain << false << Id;
    QTest::newRow("random") << B("6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11") << plain << false << Id;
    QTest::newRow("empty") << B() << plain << false << Id;
}

void TestClientList::aTokenNamesAConnection()
{
    QFETCH(const QByteArray, token);
    QFETCH(const ClientEntry, client);
    QFETCH(const bool, isNamed);
    Holder holder;
    holder.token = token;
    const auto matches = clientsOf(holder, {client});
    QCOMPARE(!matches.empty(), isNamed);
    if (isNamed)
        QTEST(matches.front().property, "property");
}

void TestClientList::allConnectionsOfANameAreMeant()
{
    Holder holder;
    holder.token = "web-17:1";
    const ClientEntry one{1, "10.0.0.5:1", "web-17", {}, {}, {}, {}};
    const ClientEntry two{2, "10.0.0.5:2", "web-17", {}, {}, {}, {}};
    const ClientEntry other{3, "10.0.0.5:3", "web-18", {}, {}, {}, {}};
    QCOMPARE(clientsOf(holder, {one, other, two}).size(), size_t(2));
}

void TestClientList::theSameProcessIsTheSameHolder()
{
    Holder a, b;
    QVERIFY(!isSameHolder(a, b)); // nothing is known of either
    a.token = b.token = "token";
    QVERIFY(isSameHolder(a, b));
    b.token = "other";
    QVERIFY(!isSameHolder(a, b));
    a.process = b.process = QStringLiteral("285475da");
    QVERIFY(isSameHolder(a, b));
    b.host = QStringLiteral("web-17");
    QVERIFY(!isSameHolder(a, b));

    Item semaphore;
    semaphore.reading.permits.emplace({Permit{a, 1, {}}, Permit{b, 2, {}}});
    QVERIFY(isHeldBy(semaphore, a));
    QVERIFY(isHeldBy(semaphore, b));
    QVERIFY(!isHeldBy(Item(), a));
}

QTEST_GUILESS_MAIN(TestClientList)
#include "tst_clientlist.moc"
