#include "core/watch/session/silencegap.h"

#include "core/watch/discovery/changefeed.h"
#include "core/watch/discovery/inventory.h"
#include "core/watch/discovery/keytriage.h"
#include "core/watch/discovery/prober.h"
#include "core/watch/link/serverheartbeat.h"
#include "core/watch/link/watchlinks.h"
#include "core/watch/reading/itemreader.h"
#include "core/watch/reading/rereader.h"
#include "core/watch/session/passschedule.h"
#include "core/watch/store/itemstore.h"
#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr int mostAnnounced = 1000; // names a second

// The parts of a watch that a silence concerns. What is announced in the test is read on a
// connection of its own, so that the three of the watch can be held up.
struct SilentWatch
{
    SilentWatch(const Endpoint &ofLinks, const Endpoint &direct)
        : links(ofLinks, 5s, 1s)
        , connection(direct)
    {
    }

    WatchLinks links;
    Connection connection;
    ServerBudget budget{1};
    ItemStore store;
    ItemReader reader{&connection, &store, 5ms, Pacer(&budget), nullptr};
    Rereader rereader{&store, &reader, Pacer(&budget), nullptr};
    Prober prober{&connection, Pacer(&budget), nullptr};
    Inventory inventory{&connection, {}, Pacer(&budget), nullptr};
    KeyTriage triage{builtInCatalogue(), {}, &store, &prober, &reader, nullptr};
    ChangeFeed feed{
        links.reader(), links.scanner(), links.subscriber(), {}, mostAnnounced, nullptr};
    ServerHeartbeat heartbeat{links.scanner(), links.reader(), links.subscriber(), 1s, nullptr};
    PassSchedule passes{{&inventory, &triage, &store, &reader, &rereader}, 0ms, nullptr};
    SilenceGap gap{{&links, &store, &passes, &feed, &heartbeat}, 1s, nullptr};
};

} // namespace

// When a silence begins and when it is over, with the moments at which something came given by the
// test.
class TestSilenceGap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void whatIsLongEnoughIsASilence_data();
    void whatIsLongEnoughIsASilence();
    void itIsOverWhenAllIsHeardAndShown();
    void theNextOneIsHeardOutAnew();
    void whatIsShownAsOldDoesNotEndIt();
    void itEndsWithTheConnections();
    void whereObjectsAreReadInTurnItIsAGapOnly();
    void afterASwapNothingIsConcludedUntilNoOtherIsKnownOf();
    void aSwapOutlivesASilenceAndIsOutlivedByOne();

private:
    // Whether a lock that is announced now was seen being taken.
    bool isSeenToCome(const QByteArray &key);
    [[nodiscard]] std::vector<UnseenSpan> unseen();

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<FaultyRelay> m_relay;
    std::unique_ptr<SilentWatch> m_watch;
};

void TestSilenceGap::init()
{
    m_server = std::make_unique<TestServer>();
    m_relay = std::make_unique<FaultyRelay>(m_server->socketPath());
    m_watch = std::make_unique<SilentWatch>(m_relay->endpoint(), m_server->endpoint());
    m_watch->links.open();
    m_watch->connection.keepOpen();
    QTRY_VERIFY(m_watch->links.areOpen());
    QTRY_COMPARE(m_watch->connection.state(), Connection::State::Open);
    m_watch->passes.begin(std::chrono::steady_clock::now());
    m_watch->passes.goOn(false, true);
    QTRY_VERIFY(m_watch->passes.isFirstOver()); // what comes now is new
}

void TestSilenceGap::cleanup()
{
    m_watch->links.close();
    m_watch.reset();
}

bool TestSilenceGap::isSeenToCome(const QByteArray &key)
{
    m_server->run({"SET", key, "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11", "PX", "600000"});
    m_watch->triage.announce(key);
    [&] { QTRY_VERIFY(m_watch->store.item(key)); }();
    const auto item = m_watch->store.item(key);
    return item && item->beginIsSeen;
}

std::vector<UnseenSpan> TestSilenceGap::unseen()
{
    Snapshot snapshot;
    m_watch->store.publish(snapshot);
    return *snapshot.unseen;
}

void TestSilenceGap::whatIsLongEnoughIsASilence_data()
{
    QTest::addColumn<int>("quietMs");
    QTest::addColumn<int>("shownAsOldMs"); // before now; 0: it was not
    QTest::addColumn<int>("silentMs"); // the same; 0: it is none
    QTest::newRow("answers every second") << 1'000 << 0 << 0;
    QTest::newRow("nothing for ten seconds") << 10'000 << 0 << 10'000;
    QTest::newRow("shown as old for a moment") << 100 << 600 << 600;
    QTest::newRow("and nothing for longer") << 10'000 << 600 << 10'000;
}

void TestSilenceGap::whatIsLongEnoughIsASilence()
{
    QFETCH(const int, quietMs);
    QFETCH(const int, shownAsOldMs);
    QFETCH(const int, silentMs);
    const Instant now = std::chrono::steady_clock::now();
    QVERIFY(isSeenToCome("lock:before"));
    m_watch->gap.start(now - Milliseconds(quietMs));
    if (shownAsOldMs > 0)
        m_watch->gap.noteShown(now - Milliseconds(shownAsOldMs));
    m_watch->gap.noteHeard();
    QCOMPARE(isSeenToCome("lock:meanwhile"), silentMs == 0);
    const auto spans = unseen();
    QCOMPARE(spans.size(), size_t(silentMs > 0 ? 1 : 0));
    if (silentMs > 0)
        QVERIFY(spans.front().from == now - Milliseconds(silentMs));
}

void TestSilenceGap::itIsOverWhenAllIsHeardAndShown()
{
    QSignalSpy heardAll(&m_watch->gap, &SilenceGap::heardAll);
    m_relay->hold(FaultyRelay::Way::Replies);
    m_watch->gap.start(std::chrono::steady_clock::now() - 10s);
    m_watch->gap.noteHeard();
    m_watch->gap.noteShown(std::chrono::steady_clock::now() - 600ms);
    m_watch->gap.noteHeard(); // more of the same silence
    QVERIFY(!isSeenToCome("lock:1"));
    m_watch->gap.noteShown({});
    QVERIFY(!isSeenToCome("lock:2")); // more may be on its way
    QCOMPARE(heardAll.size(), 0);
    m_relay->resume();
    QTRY_COMPARE(heardAll.size(), 1);
    QVERIFY(!isSeenToCome("lock:3")); // nobody has been shown that yet
    m_watch->gap.noteShown({});
    QVERIFY(isSeenToCome("lock:4"));
    QCOMPARE(unseen().size(), size_t(1));
    QCOMPARE(heardAll.size(), 1);
}

void TestSilenceGap::theNextOneIsHeardOutAnew()
{
    itIsOverWhenAllIsHeardAndShown();
    m_relay->hold(FaultyRelay::Way::Replies);
    m_watch->gap.noteShown(std::chrono::steady_clock::now() - 600ms);
    m_watch->gap.noteHeard();
    m_watch->gap.noteShown({});
    QVERIFY(!isSeenToCome("lock:5"));
    m_relay->resume();
}

void TestSilenceGap::whatIsShownAsOldDoesNotEndIt()
{
    QSignalSpy heardAll(&m_watch->gap, &SilenceGap::heardAll);
    m_watch->gap.start(std::chrono::steady_clock::now() - 10s);
    m_watch->gap.noteHeard();
    QTRY_COMPARE(heardAll.size(), 1);
    m_watch->gap.noteShown(std::chrono::steady_clock::now() - 600ms);
    QVERIFY(!isSeenToCome("lock:1"));
    m_watch->gap.noteShown({});
    QVERIFY(isSeenToCome("lock:2"));
}

void TestSilenceGap::itEndsWithTheConnections()
{
    m_relay->hold(FaultyRelay::Way::Replies);
    m_watch->gap.start(std::chrono::steady_clock::now() - 10s);
    m_watch->gap.noteHeard();
    QVERIFY(!isSeenToCome("lock:1"));
    m_watch->gap.stop();
    QVERIFY(isSeenToCome("lock:2"));
}

void TestSilenceGap::whereObjectsAreReadInTurnItIsAGapOnly()
{
    // Neither tracking nor notifications.
    m_server->run({"ACL", "SETUSER", "default", "resetchannels"});
    QSignalSpy decided(&m_watch->feed, &ChangeFeed::modeDecided);
    m_watch->feed.start();
    QTRY_COMPARE(decided.size(), 1);
    QCOMPARE(m_watch->feed.mode(), WatchMode::Polling);
    const Instant since = std::chrono::steady_clock::now() - 10s;
    m_watch->gap.start(since);
    m_watch->gap.noteHeard();
    const auto spans = unseen();
    QCOMPARE(spans.size(), size_t(1));
    QVERIFY(spans.front().from == since);
    QVERIFY(isSeenToCome("lock:1"));
}

void TestSilenceGap::afterASwapNothingIsConcludedUntilNoOtherIsKnownOf()
{
    QVERIFY(isSeenToCome("lock:before"));
    const Instant asked = std::chrono::steady_clock::now();
    m_watch->gap.noteSwapped(asked - 4s);
    QVERIFY(!isSeenToCome("lock:1"));
    m_watch->gap.confirmNoSwap(asked); // was asked before the swap was known
    QVERIFY(!isSeenToCome("lock:2"));
    m_watch->gap.noteSwapped(asked);
    QVERIFY(!isSeenToCome("lock:3"));
    m_watch->gap.confirmNoSwap(std::chrono::steady_clock::now());
    QVERIFY(isSeenToCome("lock:4"));
    QCOMPARE(unseen().size(), size_t(2)); // each has its line in the journal
    m_watch->gap.noteSwapped(std::chrono::steady_clock::now());
    QVERIFY(!isSeenToCome("lock:5"));
    m_watch->gap.stop(); // what comes after another connection is another gap's
    QVERIFY(isSeenToCome("lock:6"));
}

void TestSilenceGap::aSwapOutlivesASilenceAndIsOutlivedByOne()
{
    QSignalSpy heardAll(&m_watch->gap, &SilenceGap::heardAll);
    m_watch->gap.start(std::chrono::steady_clock::now() - 10s);
    m_watch->gap.noteHeard();
    m_watch->gap.noteSwapped(std::chrono::steady_clock::now());
    QTRY_COMPARE(heardAll.size(), 1);
    m_watch->gap.noteShown({});
    QVERIFY(!isSeenToCome("lock:1")); // the silence is over, the swap is not
    m_watch->gap.confirmNoSwap(std::chrono::steady_clock::now());
    QVERIFY(isSeenToCome("lock:2"));

    m_watch->gap.noteShown(std::chrono::steady_clock::now() - 600ms);
    m_watch->gap.noteHeard();
    m_watch->gap.noteSwapped(std::chrono::steady_clock::now());
    m_watch->gap.confirmNoSwap(std::chrono::steady_clock::now());
    QVERIFY(!isSeenToCome("lock:3")); // the other way round
    QTRY_COMPARE(heardAll.size(), 2);
    m_watch->gap.noteShown({});
    QVERIFY(isSeenToCome("lock:4"));
}

QTEST_GUILESS_MAIN(TestSilenceGap)
#include "tst_silencegap.moc"
