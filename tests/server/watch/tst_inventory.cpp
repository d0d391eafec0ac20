#include "core/watch/discovery/inventory.h"
#include "core/watch/discovery/prober.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

#include <thread>

using namespace lockstep;
using namespace std::chrono_literals;

// The pass over all names beside what else is asked of the server.
class TestInventory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSteadyFlowOfNewNamesDoesNotPutItOffForEver();
    void whatItFoundIsKnownHoweverFastNewLocksCome();
};

// Each answer takes long, so the looks at the new names alone take all of the budget.
void TestInventory::aSteadyFlowOfNewNamesDoesNotPutItOffForEver()
{
    constexpr int names = 3'000;
    TestServer server;
    std::vector<Command> fill;
    for (int i = 0; i < names; ++i)
        fill.push_back({"SET", "name:" + QByteArray::number(i), "1"});
    server.runAll(fill);
    FaultyRelay relay(server.socketPath());
    relay.delay(5ms);
    Connection connection(relay.endpoint());
    ServerBudget budget(ServerBudget::usualShare);
    Prober prober(&connection, Pacer(&budget), nullptr);
    Inventory inventory(&connection, {}, Pacer(&budget), nullptr);
    connection.keepOpen();
    QVERIFY(QTest::qWaitFor([&] { return connection.state() == Connection::State::Open; }, 60'000));

    int newNames = 0;
    const auto announce = [&] {
        prober.enqueue("new:" + QByteArray::number(++newNames), Prober::Priority::Urgent);
    };
    int looksAtOld = 0;
    int looksAtNew = 0;
    connect(&prober, &Prober::probed, this, [&](const Probe &probe) {
        const bool isNew = probe.key.startsWith("new:");
        ++(isNew ? looksAtNew : looksAtOld);
        if (isNew)
            announce();
    });
    bool isOver = false;
    connect(&inventory, &Inventory::passFinished, this, [&] { isOver = true; });
    connect(&inventory, &Inventory::found, this, [&](const std::vector<Reply> &found) {
        for (const auto &name : found)
            prober.enqueue(name.text);
    });
    announce();
    announce();
    // They have been coming for a while.
    QVERIFY(QTest::qWaitFor([&] { return looksAtNew >= 50; }, 60'000));
    inventory.startPass();
    QVERIFY2(QTest::qWaitFor([&] { return isOver && looksAtOld >= names; }, 120'000),
        qPrintable(QStringLiteral("over: %1, %2 of its names and %3 new ones looked at")
                       .arg(isOver)
                       .arg(looksAtOld)
                       .arg(looksAtNew)));
}

// Looks at new locks are under way all the time, and some of these are not read yet.
void TestInventory::whatItFoundIsKnownHoweverFastNewLocksCome()
{
    constexpr int locks = 100;
    const QByteArray token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    TestServer server;
    std::vector<Command> fill;
    for (int i = 0; i < locks; ++i)
        fill.push_back({"SET", "lock:old:" + QByteArray::number(i), token});
    server.runAll(fill);
    FaultyRelay relay(server.socketPath());
    relay.delay(20ms);
    const std::jthread writer([&](const std::stop_token &end) {
        BlockingClient client(server.socketPath());
        for (int i = 0; !end.stop_requested(); ++i) {
            client.run({"SET", "lock:new:" + QByteArray::number(i), token, "PX", "600000"});
            std::this_thread::sleep_for(5ms);
        }
    });
    WatchLog log(relay.endpoint());
    log.start();
    QVERIFY(log.waitFor([&] { return log.inventoried(); }, 60s));
    for (int i = 0; i < locks; ++i)
        QCOMPARE(log.token("lock:old:" + QByteArray::number(i)), token);
    QVERIFY(log.waitFor([&] { return log.token("lock:new:0") == token; }));
}

QTEST_GUILESS_MAIN(TestInventory)
#include "tst_inventory.moc"
