#include "core/watch/discovery/inventory.h"
#include "core/watch/discovery/prober.h"
#include "tests/support/faultyrelay.h"
#include "tests/support/testserver.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

// The pass over all names beside what else is asked of the server.
class TestInventory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSteadyFlowOfNewNamesDoesNotPutItOffForEver();
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

QTEST_GUILESS_MAIN(TestInventory)
#include "tst_inventory.moc"
