#include "core/redis/identity/sameserver.h"

#include <QTest>

using namespace lockstep;

class TestSameServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addressesLeadToOneServer_data();
    void addressesLeadToOneServer();
};

void TestSameServer::addressesLeadToOneServer_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<bool>("isSame");
    const auto row = [](const char *name, const char *a, const char *b, bool isSame) {
        QTest::newRow(name) << QString::fromUtf8(a) << QString::fromUtf8(b) << isSame;
    };
    row("another user", "redis://me@h:1", "redis://h:1", true);
    row("another name of the host", "redis://localhost:1", "redis://127.0.0.1:1", true);
    row("encrypted or not, on one port", "redis://127.0.0.1:1", "rediss://127.0.0.1:1", true);
    row("another host", "redis://127.0.0.1:1", "redis://127.0.0.2:1", false);
    row("another port", "redis://127.0.0.1:1", "redis://127.0.0.1:2", false);
    row("another database", "redis://h:1", "redis://h:1/2", false);
    row("one socket", "unix:///a/b", "unix:///a/../a/b?db=0", true);
    row("another database of a socket", "unix:///a/b?db=1", "unix:///a/b?db=2", false);
    row("another socket", "unix:///a/b", "unix:///a/c", false);
    row("a socket and a port", "unix:///a/b", "redis://localhost", false);
    row("Sentinels, one of them the same", "redis-sentinel://127.0.0.1:1,127.0.0.1:2?master=m",
        "redis-sentinel://127.0.0.1:3,127.0.0.1:2?master=m", true);
    row("other Sentinels", "redis-sentinel://127.0.0.1:1?master=m",
        "redis-sentinel://127.0.0.1:2?master=m", false);
    row("another primary of these Sentinels", "redis-sentinel://127.0.0.1:1?master=m",
        "redis-sentinel://127.0.0.1:1?master=n", false);
    row("nodes, one of them the same", "redis+cluster://127.0.0.1:1",
        "redis+cluster://127.0.0.1:2,127.0.0.1:1", true);
    row("a node of a Cluster by itself", "redis+cluster://127.0.0.1:1", "redis://127.0.0.1:1",
        false);
}

void TestSameServer::addressesLeadToOneServer()
{
    QFETCH(const QString, a);
    QFETCH(const QString, b);
    const auto first = Endpoint::fromUri(a);
    const auto second = Endpoint::fromUri(b);
    QVERIFY(first && second);
    QTEST(isSameServer(*first, *second), "isSame");
    QTEST(isSameServer(*second, *first), "isSame");
    // As a recording keeps them.
    const auto kept = Endpoint::fromUri(first->display());
    QVERIFY(kept);
    QTEST(isSameServer(*kept, *second), "isSame");
}

QTEST_GUILESS_MAIN(TestSameServer)
#include "tst_sameserver.moc"
