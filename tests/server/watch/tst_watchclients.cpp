#include "core/watch/link/allowlist.h"
#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/blockingclient.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

using namespace lockstep;

// Which connection a holder's is, on a real server with real connections.
class TestWatchClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theConnectionThatATokenNamesIsFound();
    void theListIsReadOnlyWhenItIsAskedFor();
    void aMissingRightIsNamed_data();
    void aMissingRightIsNamed();
    void tooManyConnectionsAreNotListed();
    void withoutAConnectionThatIsSaid();

private:
    Endpoint userWith(const QByteArrayList &rules);
    std::optional<ClientList> listOf(WatchLog &log);

    std::unique_ptr<TestServer> m_server;
};

void TestWatchClients::init()
{
    m_server = std::make_unique<TestServer>();
}

Endpoint TestWatchClients::userWith(const QByteArrayList &rules)
{
    const auto line = aclLine("watcher").replace("<password>", "secret") + ' ' + rules.join(' ');
    const auto reply = m_server->run(Command(line.trimmed().split(' ')));
    if (reply.isError())
        qFatal("%s", reply.text.constData());
    // As `acl` says; before 7.2 it is refused, and the command is not known either.
    m_server->run({"ACL", "SETUSER", "watcher", "+client|no-touch"});
    auto endpoint = m_server->endpoint();
    endpoint.user = "watcher";
    endpoint.password = "secret";
    return endpoint;
}

std::optional<ClientList> TestWatchClients::listOf(WatchLog &log)
{
    std::optional<ClientList> answer;
    const auto connection = connect(&log.watch(), &Watch::clientsListed, this,
        [&answer](const ClientList &list) { answer = list; });
    log.watch().listClients();
    const bool came = log.waitFor([&answer] { return answer.has_value(); });
    disconnect(connection);
    return came ? answer : std::nullopt;
}

void TestWatchClients::theConnectionThatATokenNamesIsFound()
{
    BlockingClient worker(m_server->socketPath());
    worker.run({"CLIENT", "SETNAME", "web-17:4242"});
    const qint64 id = worker.run({"CLIENT", "ID"}).integer;
    worker.run({"SET", "lock:order:7", "web-17:4242:0d1c1a8e9b11", "PX", "600000"});
    worker.run({"SET", "lock:order:8", "client-id:" + QByteArray::number(id), "PX", "600000"});
    worker.run({"SET", "lock:order:9", "0d1c1a8e9b110d1c1a8e9b110d1c1a8e", "PX", "600000"});
    WatchLog log(userWith({}));
    QVERIFY(log.startAndWait());
    const auto list = listOf(log);
    QVERIFY(list);
    QVERIFY(!list->trouble);
    QVERIFY(list->clients.size() >= 4); // the worker, and three of the watch

    const auto matches = [&](const QByteArray &key) {
        return clientsOf(*log.item(key)->reading.holder, list->clients);
    };
    const auto byName = matches("lock:order:7");
    QCOMPARE(byName.size(), size_t(1));
    QCOMPARE(byName[0].client.id, id);
    QCOMPARE(byName[0].property, MatchedProperty::Name);
    QCOMPARE(byName[0].client.lastCommand, QByteArray("set"));
    QCOMPARE(matches("lock:order:8").front().client.id, id);
    QCOMPARE(matches("lock:order:8").front().property, MatchedProperty::Id);
    QVERIFY(matches("lock:order:9").empty());
    QVERIFY(m_server->run({"ACL", "LOG"}).elements.empty());
}

void TestWatchClients::theListIsReadOnlyWhenItIsAskedFor()
{
    m_server->run({"SET", "lock:a", "web-17:4242:0d1c1a8e9b11", "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const auto calls = [this] {
        const QByteArray text = m_server->run({"INFO", "commandstats"}).text;
        const auto at = text.indexOf("cmdstat_client|list:calls=");
        return at < 0 ? 0 : text.mid(at + 26, text.indexOf(',', at) - at - 26).toInt();
    };
    QCOMPARE(calls(), 0);
    QVERIFY(listOf(log));
    QCOMPARE(calls(), 1);
}

void TestWatchClients::aMissingRightIsNamed_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<QByteArray>("refused");
    QTest::newRow("CLIENT LIST") << QByteArrayList{"-client|list"} << QByteArray("CLIENT LIST");
    QTest::newRow("INFO") << QByteArrayList{"-info"} << QByteArray("INFO");
}

void TestWatchClients::aMissingRightIsNamed()
{
    QFETCH(const QByteArrayList, rules);
    m_server->run({"SET", "lock:a", "web-17:4242:0d1c1a8e9b11", "PX", "600000"});
    WatchLog log(userWith(rules));
    QVERIFY(log.startAndWait());
    const auto list = listOf(log);
    QVERIFY(list);
    QVERIFY(list->trouble);
    QCOMPARE(list->trouble->code, ErrorCode::NoPerm);
    QTEST(list->refused, "refused");
    QVERIFY(list->clients.empty());
    QVERIFY(log.item("lock:a"));
}

void TestWatchClients::tooManyConnectionsAreNotListed()
{
    BlockingClient one(m_server->socketPath());
    one.run({"PING"});
    WatchOptions options;
    options.mostClients = 3; // the watch has three itself
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    const auto list = listOf(log);
    QVERIFY(list);
    QVERIFY(list->tooMany);
    QVERIFY(list->connected >= 4);
    QVERIFY(list->clients.empty());
    QVERIFY(!m_server->run({"INFO", "commandstats"}).text.contains("cmdstat_client|list"));
}

void TestWatchClients::withoutAConnectionThatIsSaid()
{
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server.reset();
    QVERIFY(log.waitFor([&] { return log.status().link != LinkState::Connected; }));
    const auto list = listOf(log);
    QVERIFY(list);
    QVERIFY(list->trouble);
}

QTEST_GUILESS_MAIN(TestWatchClients)
#include "tst_watchclients.moc"
