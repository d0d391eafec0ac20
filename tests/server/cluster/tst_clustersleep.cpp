// This machine sleeps while a Cluster is watched, which is simulated: the clocks that go on in a
// sleep are set ahead for this program, all others stand.

#include "core/watch/session/clusterwatch.h"
#include "tests/server/cluster/clusterscene.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <ctime>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

std::atomic<qint64> sleptSeconds = 0;

} // namespace

// In the place of libc's, for all that this program is made of.
extern "C" int clock_gettime(clockid_t clock, timespec *time) noexcept
{
    const auto outcome = int(syscall(SYS_clock_gettime, clock, time));
    if (outcome == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_BOOTTIME))
        time->tv_sec += sleptSeconds;
    return outcome;
}

class TestClusterSleep : public ClusterScene
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aSleepBeforeANewSessionIsInItsGap();
    void aSleepBeforeAClusterIsFoundIsInItsGap();
    void whatWasSeenBeforeALossIsNotInTheGapOfASleepAfterIt();

private:
    // Published so far.
    [[nodiscard]] std::vector<JournalEntry> gaps() const
    {
        std::vector<JournalEntry> found;
        std::copy_if(m_journal.begin(), m_journal.end(), std::back_inserter(found),
            [](const JournalEntry &entry) { return entry.kind == Kind::Unseen; });
        return found;
    }
    void start(const WatchOptions &options);

    std::unique_ptr<ClusterWatch> m_watch;
    Snapshot m_now;
    std::vector<JournalEntry> m_journal;
    int m_inventories = 0;
};

void TestClusterSleep::init()
{
    begin();
    m_journal.clear();
    m_inventories = 0;
}

void TestClusterSleep::cleanup()
{
    m_watch.reset();
    end();
}

void TestClusterSleep::start(const WatchOptions &options)
{
    const auto slots = ClusterSlots::fromReply(server(1).run({"CLUSTER", "SLOTS"}), {});
    QVERIFY(slots);
    m_watch = std::make_unique<ClusterWatch>(at(server(1)), *slots, builtInCatalogue(), options);
    connect(m_watch.get(), &ClusterWatch::published, this, [this](const Snapshot &snapshot) {
        m_now = snapshot;
        m_journal.insert(m_journal.end(), snapshot.journal.begin(), snapshot.journal.end());
    });
    connect(m_watch.get(), &ClusterWatch::inventoryFinished, this, [this] { ++m_inventories; });
    m_watch->start();
    QTRY_COMPARE_WITH_TIMEOUT(m_inventories, 1, 60'000);
    m_journal.clear();
}

void TestClusterSleep::aSleepBeforeANewSessionIsInItsGap()
{
    start(quick());
    const auto before = WallTime::clock::now();
    sleptSeconds += 3600;
    m_watch->signIn(at(server(1))); // before anything has noticed it
    QTRY_COMPARE_WITH_TIMEOUT(gaps().size(), primaries, 60'000);
    for (const JournalEntry &gap : gaps()) {
        QVERIFY2(gap.since <= before, qPrintable(gap.node));
        QVERIFY2(gap.since > before - 60s, qPrintable(gap.node));
    }
}

// It was watched alone, for want of a permission, and is found to be a node of a Cluster after its
// connection was lost.
void TestClusterSleep::aSleepBeforeAClusterIsFoundIsInItsGap()
{
    server(0).run({"ACL", "SETUSER", "default", "-cluster|slots"});
    WatchLog log(at(server(0)), quick());
    QVERIFY(log.startAndWait());
    QVERIFY(!log.status().cluster);
    log.forgetJournal();
    const auto before = WallTime::clock::now();
    server(0).suspend();
    sleptSeconds += 3600;
    server(0).resume();
    server(0).run({"ACL", "SETUSER", "default", "+cluster|slots"});
    server(0).run({"CLIENT", "KILL", "TYPE", "NORMAL"});
    QVERIFY(log.waitFor([&] { return log.status().cluster.has_value(); }));
    QVERIFY(log.waitFor([&] { return log.count(Kind::Unseen) > 0; }));
    const JournalEntry &gap = log.journal().front();
    QCOMPARE(gap.kind, Kind::Unseen);
    QVERIFY(gap.since <= before);
    QVERIFY(gap.since > before - 60s);
}

void TestClusterSleep::whatWasSeenBeforeALossIsNotInTheGapOfASleepAfterIt()
{
    auto options = quick();
    options.heartbeat = 500ms; // so that the time is asked every fifteen seconds
    options.inventoryEvery = 1h;
    start(options);
    QTest::qWait(6'000); // in which nothing asks for it
    const auto before = WallTime::clock::now();
    server(0).kill9();
    QTRY_VERIFY_WITH_TIMEOUT(
        nodeAt(m_now, server(0))->status.link == LinkState::Reconnecting, 60'000);
    sleptSeconds += 3600;
    server(0).restart();
    QTRY_VERIFY_WITH_TIMEOUT(!gaps().empty(), 60'000);
    for (const JournalEntry &gap : gaps()) {
        if (gap.node != addressOf(server(0)))
            continue;
        QVERIFY(gap.since <= before + 2s);
        QVERIFY2(gap.since > before - 3s,
            QByteArray::number(qint64((before - gap.since) / 1s)).constData());
        return;
    }
    QFAIL("No gap of that node is told.");
}

QTEST_GUILESS_MAIN(TestClusterSleep)
#include "tst_clustersleep.moc"
