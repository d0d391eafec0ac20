#include "core/watch/discovery/keytriage.h"
#include "core/watch/discovery/prober.h"
#include "core/watch/formats/rules.h"
#include "core/watch/reading/itemreader.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

// What becomes of names, by itself: without passes and announcements but those of the test.
class TestKeyTriage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatIsAnnouncedHasJustComeIntoBeing();
    void whatWasPassedOverIsNotNewWhenItIsAnnouncedOnceMore();
    void whatIsAnnouncedIsLookedAtInItsOrderAndBeforeOthers();
    void whatRulesSayAnewIsLookedAtAgainAfterALostConnection();

private:
    bool isRead(const QByteArray &key);
    void takeLock(const QByteArray &key) { m_server->run({"SET", key, m_token, "PX", "600000"}); }

    // Deleted in the opposite order.
    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<ServerBudget> m_budget;
    std::unique_ptr<ItemStore> m_store;
    std::unique_ptr<ItemReader> m_reader;
    std::unique_ptr<Prober> m_prober;
    std::unique_ptr<KeyTriage> m_triage;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
};

void TestKeyTriage::init()
{
    m_triage.reset();
    m_prober.reset();
    m_reader.reset();
    m_server = std::make_unique<TestServer>();
    m_connection = std::make_unique<Connection>(m_server->endpoint());
    m_budget = std::make_unique<ServerBudget>(1);
    m_store = std::make_unique<ItemStore>();
    m_reader = std::make_unique<ItemReader>(
        m_connection.get(), m_store.get(), 5ms, Pacer(m_budget.get()), nullptr);
    m_prober = std::make_unique<Prober>(m_connection.get(), Pacer(m_budget.get()), nullptr);
    m_triage = std::make_unique<KeyTriage>(
        builtInCatalogue(), QByteArray(), m_store.get(), m_prober.get(), m_reader.get(), nullptr);
    m_triage->startPass();
    m_triage->setAnnouncedIsNew(true); // that pass is over
    m_connection->keepOpen();
    QVERIFY(
        QTest::qWaitFor([&] { return m_connection->state() == Connection::State::Open; }, 60'000));
}

bool TestKeyTriage::isRead(const QByteArray &key)
{
    return QTest::qWaitFor([&] { return m_store->item(key) != nullptr; }, 60'000);
}

void TestKeyTriage::whatIsAnnouncedHasJustComeIntoBeing()
{
    takeLock("lock:1");
    m_triage->announce("lock:1");
    QVERIFY(isRead("lock:1"));
    QVERIFY(m_store->item("lock:1")->beginIsSeen);
}

// Names of another database are announced, too, and after a while such names are looked at once a
// second only.
void TestKeyTriage::whatWasPassedOverIsNotNewWhenItIsAnnouncedOnceMore()
{
    QSignalSpy missed(m_triage.get(), &KeyTriage::missed);
    QByteArray key;
    for (int number = 0; missed.isEmpty() && number < 10'000;) {
        key = "lock:elsewhere:" + QByteArray::number(++number);
        m_triage->announce(key);
        QVERIFY(QTest::qWaitFor([&] { return m_prober->isIdle(); }, 60'000));
    }
    QVERIFY(!missed.isEmpty());
    takeLock(key); // it was passed over; had it come then, nobody would know
    QVERIFY(QTest::qWaitFor(
        [&] {
            m_triage->announce(key);
            return m_store->item(key) != nullptr;
        },
        60'000));
    QVERIFY(!m_store->item(key)->beginIsSeen);

    // The next pass may have been past it already; the one after it meets all.
    m_triage->startPass();
    takeLock("lock:elsewhere:20001");
    m_triage->announce("lock:elsewhere:20001");
    QVERIFY(isRead("lock:elsewhere:20001"));
    QVERIFY(!m_store->item("lock:elsewhere:20001")->beginIsSeen);
    m_triage->startPass();
    takeLock("lock:elsewhere:20002");
    m_triage->announce("lock:elsewhere:20002");
    QVERIFY(isRead("lock:elsewhere:20002"));
    QVERIFY(m_store->item("lock:elsewhere:20002")->beginIsSeen);
}

// Others have every other batch at most.
void TestKeyTriage::whatIsAnnouncedIsLookedAtInItsOrderAndBeforeOthers()
{
    QByteArrayList seenOld;
    QByteArrayList seenNew;
    bool othersAreAhead = false;
    connect(m_prober.get(), &Prober::probed, this, [&](const Probe &probe) {
        (probe.key.startsWith("new:") ? seenNew : seenOld).append(probe.key);
        othersAreAhead |= seenOld.size() > seenNew.size();
    });
    QByteArrayList allOld;
    QByteArrayList allNew;
    for (int number = 0; number < 1'500; ++number) { // several batches
        const auto name = QByteArray::number(number);
        m_prober->enqueue("old:" + name);
        m_prober->enqueue("new:" + name, Prober::Priority::Urgent);
        allOld.append("old:" + name);
        allNew.append("new:" + name);
    }
    QVERIFY(QTest::qWaitFor([&] { return m_prober->isIdle(); }, 60'000));
    QCOMPARE(seenNew, allNew);
    QCOMPARE(seenOld, allOld);
    QVERIFY(!othersAreAhead);
}

// A key that the store holds would go on as what the rules before said that it is.
void TestKeyTriage::whatRulesSayAnewIsLookedAtAgainAfterALostConnection()
{
    takeLock("lock:1");
    m_triage->announce("lock:1");
    QVERIFY(isRead("lock:1"));
    QVERIFY(m_store->item("lock:1")->name.isEmpty());

    Rule rule;
    rule.glob = Glob("lock:*");
    rule.name = QStringLiteral("the lock");
    m_triage->setCatalogue(builtInCatalogue()->withRules({{rule}, {}}));
    // As when the connection is lost before the look is answered.
    m_prober->clear();
    m_triage->stop();
    QCOMPARE(m_store->item("lock:1")->name.text(), QString());
    m_triage->startPass();
    m_triage->meet("lock:1");
    QVERIFY(QTest::qWaitFor([&] { return m_prober->isIdle() && m_reader->isIdle(); }, 60'000));
    QCOMPARE(m_store->item("lock:1")->name.text(), QStringLiteral("the lock"));
}

QTEST_GUILESS_MAIN(TestKeyTriage)
#include "tst_keytriage.moc"
