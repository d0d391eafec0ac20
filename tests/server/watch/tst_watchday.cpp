#include "core/watch/snapshot/holdstatistics.h"
#include "core/watch/snapshot/jsonids.h"
#include "core/watch/snapshot/snapshotjson.h"
#include "drivenlocks.h"
#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"

#include <QJsonArray>
#include <QTest>

#include <atomic>
#include <map>
#include <thread>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;
using Unseen = DrivenLock::Unseen;

// A day of eight libraries in some seconds: they hold, renew, hand over, crash and let go, the
// connections of the watch are cut, the server restarts and loses everything. What the journal, the
// holds, the statistics and the JSON say is compared with what was done: nothing is missing,
// nothing is invented, and times are right. LOCKSTEP_DAY_SECONDS makes the day longer,
// LOCKSTEP_SEED makes it the same again.
//
// A key is driven on as soon as what was done to it last has been told, so a busy machine makes the
// day shorter and not wrong. What it does to times is measured: see Stall.

namespace {

// How long a thread that is ready had to wait for a processor, at worst.
class Stall
{
public:
    Stall()
        : m_thread([this](const std::stop_token &stop) {
            constexpr auto nap = 5ms;
            while (!stop.stop_requested()) {
                const auto begin = std::chrono::steady_clock::now();
                std::this_thread::sleep_for(nap);
                const auto late = std::chrono::duration_cast<Milliseconds>(
                    std::chrono::steady_clock::now() - begin - nap);
                if (late.count() > m_worst)
                    m_worst = late.count();
            }
        })
    {
    }
    [[nodiscard]] Milliseconds worst() const { return Milliseconds(m_worst.load()); }

private:
    std::atomic<qint64> m_worst = 0;
    std::jthread m_thread; // last: it uses the others
};

qint64 numberFromEnvironment(const char *name, qint64 otherwise)
{
    bool isNumber = false;
    const auto number = qEnvironmentVariable(name).toLongLong(&isNumber);
    return isNumber ? number : otherwise;
}

} // namespace

class TestWatchDay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsToldIsWhatWasDone();

private:
    struct Lane
    {
        DrivenLock lock;
        Instant nextAt{};
    };

    void begin();
    void driveFor(std::chrono::milliseconds time);
    void driveOn(Lane &lane);
    [[nodiscard]] bool isTold(const Lane &lane);
    bool waitUntilAllIsTold();
    void holdEverything();
    void cutTheWatch();
    void restartTheServer();
    bool waitUntilReadAgain();
    void compareAges();
    void compareJournal();
    void compareHolds();
    void compareHold(const DrivenLock &lock, const DrivenHold &done, const Hold &said);
    void compareJson();
    void compareNumbers();
    [[nodiscard]] Milliseconds tolerance() const { return 100ms + 3 * m_stall.worst(); }
    [[nodiscard]] bool isWithin(Instant said, const Sent &done) const
    {
        return said >= done.from - 30ms && said <= done.to + tolerance(); // PTTL is not exact
    }
    int chance(int most) { return int(m_random() % unsigned(most)); }

    std::mt19937 m_random;
    Stall m_stall;
    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<BlockingClient> m_client;
    std::unique_ptr<WatchLog> m_log;
    std::vector<Lane> m_lanes;
    std::map<QByteArray, std::vector<DrivenLock::Told>> m_told; // by the journal
    std::size_t m_sorted = 0; // entries of the journal that are in m_told
    int m_gaps = 0;
    int m_views = 0;
    int m_requests = 0;
    int m_acted = 0;
};

void TestWatchDay::begin()
{
    const auto seed = numberFromEnvironment("LOCKSTEP_SEED", std::random_device()());
    qInfo("LOCKSTEP_SEED=%lld", seed);
    m_random.seed(unsigned(seed));
    m_server = std::make_unique<TestServer>();
    m_client = std::make_unique<BlockingClient>(m_server->socketPath());
    m_log = std::make_unique<WatchLog>(m_server->endpoint());
    for (const LockLibrary &library : lockLibraries()) {
        for (int number = 0; number < 3; ++number)
            m_lanes.push_back({DrivenLock(&library, number, m_client.get()), {}});
    }
    m_client->run({"SET", "page_view", "0"});
    QVERIFY(m_log->startAndWait());
}

bool TestWatchDay::isTold(const Lane &lane)
{
    const auto &journal = m_log->journal();
    for (; m_sorted < journal.size(); ++m_sorted) {
        const JournalEntry &entry = journal[m_sorted];
        if (entry.family == Family::Lock && !entry.key.isEmpty())
            m_told[entry.key].emplace_back(
                entry.kind, entry.holder ? entry.holder->token : QByteArray());
    }
    return m_told[lane.lock.key()].size() >= lane.lock.told().size();
}

bool TestWatchDay::waitUntilAllIsTold()
{
    return m_log->waitFor([this] {
        return std::all_of(
            m_lanes.begin(), m_lanes.end(), [this](const Lane &lane) { return isTold(lane); });
    });
}

// Long leases for those who renew and let go, short ones for those who crash.
void TestWatchDay::driveOn(Lane &lane)
{
    ++m_acted;
    DrivenLock &lock = lane.lock;
    if (!lock.isHeld()) {
        const bool crashes = chance(5) == 0;
        lock.acquire(m_random, crashes ? Milliseconds(4'000 + chance(800)) : 30s);
        if (crashes)
            lock.abandon();
    } else if (const int what = chance(10); what < 4) {
        lock.renew(lock.holds().back().lease + 5s);
    } else if (what < 6) {
        lock.handOver(m_random, 30s);
    } else {
        lock.release();
    }
}

void TestWatchDay::driveFor(std::chrono::milliseconds time)
{
    const auto until = std::chrono::steady_clock::now() + time;
    QVERIFY(m_log->waitFor(
        [&] {
            const auto now = std::chrono::steady_clock::now();
            for (Lane &lane : m_lanes) {
                if (now < lane.nextAt || !isTold(lane))
                    continue;
                driveOn(lane);
                lane.nextAt = now + Milliseconds(30 + chance(300));
            }
            m_client->run({"INCR", "page_view"});
            ++m_views;
            m_client->runAll({{"SET", "rlflx:bob", "0", "EX", "3600", "NX"},
                {"INCRBY", "rlflx:bob", "1"}, {"PTTL", "rlflx:bob"}});
            ++m_requests;
            compareAges();
            return now >= until;
        },
        time + 2min));
    QVERIFY(waitUntilAllIsTold());
}

// Ages are compared while they grow.
void TestWatchDay::compareAges()
{
    const Snapshot &snapshot = m_log->now();
    for (const Lane &lane : m_lanes) {
        const auto item = m_log->item(lane.lock.key());
        if (!item || !item->reading.holder || !lane.lock.isHeld()
            || item->reading.holder->token != lane.lock.token())
            continue; // it is about to be told
        const DrivenHold &hold = lane.lock.holds().back();
        const auto age = heldFor(*item, snapshot.takenAt);
        QVERIFY(age <= snapshot.takenAt - hold.begin.from + tolerance());
        if (hold.beginIsSeen) {
            const bool isUnsure = hold.isRenewedUnseen && !lane.lock.library().tellsTime;
            QCOMPARE(ageBound(*item), isUnsure ? AgeBound::Unsure : AgeBound::Exact);
            QVERIFY2(age >= snapshot.takenAt - hold.begin.to - tolerance(), item->key);
        }
    }
}

void TestWatchDay::holdEverything()
{
    QVERIFY(waitUntilAllIsTold());
    for (Lane &lane : m_lanes) {
        if (!lane.lock.isHeld())
            lane.lock.acquire(m_random, 60s);
    }
    QVERIFY(waitUntilAllIsTold());
}

// What was wanted at the reconnect was read in one batch: so a lock that is there says it for all.
bool TestWatchDay::waitUntilReadAgain()
{
    ++m_gaps;
    return m_log->waitFor([this] {
        if (m_log->count(Kind::Unseen) < m_gaps || int(m_log->now().unseen->size()) < m_gaps
            || !m_log->status().staleness || *m_log->status().staleness > 0ms)
            return false;
        const Instant back = m_log->now().unseen->back().to;
        return std::all_of(m_lanes.begin(), m_lanes.end(), [&](const Lane &lane) {
            const auto item = m_log->item(lane.lock.key());
            if (!lane.lock.isHeld())
                return !item;
            return item && item->readAt >= back && item->reading.holder
                && item->reading.holder->token == lane.lock.token();
        });
    });
}

void TestWatchDay::cutTheWatch()
{
    holdEverything();
    // Some are free while the connection breaks.
    for (std::size_t i = 0; i < m_lanes.size(); i += 4)
        m_lanes[i].lock.release();
    QVERIFY(waitUntilAllIsTold());
    std::vector<Command> all{{"CLIENT", "KILL", "TYPE", "pubsub"},
        {"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}, {"MULTI"}};
    std::vector<Unseen> done;
    for (Lane &lane : m_lanes) {
        constexpr Unseen whileHeld[] = {
            Unseen::Nothing, Unseen::Renew, Unseen::Release, Unseen::HandOver};
        const bool isHeld = lane.lock.isHeld();
        done.push_back(
            isHeld ? whileHeld[chance(4)] : (chance(2) == 0 ? Unseen::Acquire : Unseen::Nothing));
        const auto commands = lane.lock.commandsUnseen(done.back(), m_random);
        all.insert(all.end(), commands.begin(), commands.end());
    }
    all.push_back({"EXEC"});
    Sent sent{std::chrono::steady_clock::now(), {}};
    const auto replies = m_client->runAll(all);
    sent.to = std::chrono::steady_clock::now();
    QVERIFY(replies.back().isArray());
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        m_lanes[i].lock.doneUnseen(done[i], sent);
    QVERIFY(waitUntilReadAgain());
    QVERIFY(waitUntilAllIsTold());
}

void TestWatchDay::restartTheServer()
{
    holdEverything();
    const Sent sent{std::chrono::steady_clock::now(), std::chrono::steady_clock::now() + 1min};
    m_server->kill9();
    m_server->restart();
    m_client->close();
    for (Lane &lane : m_lanes)
        lane.lock.lostByTheServer(sent);
    m_client->run({"SET", "page_view", "0"});
    m_views = m_requests = 0;
    QVERIFY(waitUntilReadAgain());
}

void TestWatchDay::compareJournal()
{
    for (const Lane &lane : m_lanes) {
        const auto &done = lane.lock.told();
        const auto &said = m_told[lane.lock.key()];
        for (std::size_t i = 0; i < std::max(done.size(), said.size()); ++i) {
            const auto text = [&](const std::vector<DrivenLock::Told> &all) {
                return i < all.size() ? QStringLiteral("%1 %2").arg(
                           journalKindId(all[i].first), QString::fromLatin1(all[i].second))
                                      : QStringLiteral("nothing");
            };
            QVERIFY2(text(done) == text(said),
                qPrintable(QStringLiteral("%1, entry %2: done %3, said %4")
                               .arg(QString::fromLatin1(lane.lock.key()))
                               .arg(i)
                               .arg(text(done), text(said))));
        }
    }
}

void TestWatchDay::compareHold(const DrivenLock &lock, const DrivenHold &done, const Hold &said)
{
    QCOMPARE(said.holder->token, done.token);
    QCOMPARE(int(said.end), int(done.end));
    QCOMPARE(said.beginIsSeen, done.beginIsSeen);
    QCOMPARE(said.renewalCount, done.renewals);
    if (done.beginIsSeen)
        QVERIFY2(isWithin(said.from, done.begin), lock.key());
    if (done.end == HoldEnd::None || done.end == HoldEnd::Unseen)
        return;
    QVERIFY2(isWithin(said.to, done.ended), lock.key());
    if (!done.beginIsSeen)
        return;
    const auto shortest = done.ended.from - done.begin.to - tolerance();
    const auto longest = done.ended.to - done.begin.from + tolerance();
    const auto time = said.to - said.from;
    QVERIFY2(time >= shortest && time <= longest, lock.key());
}

void TestWatchDay::compareHolds()
{
    for (const Lane &lane : m_lanes) {
        const DrivenLock &lock = lane.lock;
        const auto item = m_log->item(lock.key());
        QVERIFY(item);
        const auto said = holdsOf(*item);
        const auto &done = lock.holds();
        QCOMPARE(said.size(), std::min(done.size(), std::size_t(256)));
        for (std::size_t i = 0; i < said.size(); ++i)
            compareHold(lock, done[done.size() - said.size() + i], said[i]);
        const auto statistics = holdStatistics(*item, m_log->now().takenAt);
        QCOMPARE(statistics->holds, qint64(done.size()));
        const auto count = [&](HoldEnd how) {
            return qint64(std::count_if(
                done.begin(), done.end(), [&](const DrivenHold &hold) { return hold.end == how; }));
        };
        QCOMPARE(statistics->released, count(HoldEnd::Released));
        QCOMPARE(statistics->expired, count(HoldEnd::Expired));
        QCOMPARE(statistics->handedOver, count(HoldEnd::HandedOver));
        QCOMPARE(statistics->unseen, count(HoldEnd::Unseen));
    }
    QCOMPARE(int(m_log->now().unseen->size()), m_gaps);
}

void TestWatchDay::compareJson()
{
    const auto json = snapshotToJson(m_log->now());
    QCOMPARE(json[u"locks"].toArray().size(), qsizetype(m_lanes.size()));
    for (const QJsonValue &problem : json[u"problems"].toArray()) // a slow machine holds them long
        QCOMPARE(problem[u"problems"].toArray(), QJsonArray{QStringLiteral("heldLong")});
    std::map<QByteArray, QJsonObject> said;
    for (const QJsonValue &each : json[u"locks"].toArray())
        said[each[u"key"].toString().toLatin1()] = each.toObject();
    for (const Lane &lane : m_lanes) {
        const QJsonObject &object = said[lane.lock.key()];
        QCOMPARE(object[u"holder"].toString().toLatin1(), lane.lock.token());
        const bool ageIsTold = lane.lock.library().tellsTime;
        const DrivenHold &hold = lane.lock.holds().back();
        QCOMPARE(
            object[u"ageKnown"].toBool(), ageIsTold || (hold.beginIsSeen && !hold.isRenewedUnseen));
        QCOMPARE(object[u"statistics"][u"holds"].toInteger(), qint64(lane.lock.holds().size()));
        const QString library = QString::fromLatin1(lane.lock.library().name);
        if (!library.isEmpty())
            QCOMPARE(object[u"library"].toString(), library);
    }
}

void TestWatchDay::compareNumbers()
{
    QVERIFY(m_log->waitFor([this] { return m_log->value("page_view") == m_views; }));
    QVERIFY(m_log->waitFor([this] { return m_log->value("rlflx:bob") == m_requests; }));
    QCOMPARE(m_log->count(Kind::Exhausted), 0);
    // Where it was read before it was set anew.
    QVERIFY(m_log->count(Kind::Gone, "page_view") <= 1);
    QCOMPARE(m_log->count(Kind::Unseen), m_gaps);
}

void TestWatchDay::whatIsToldIsWhatWasDone()
{
    const std::chrono::seconds day(numberFromEnvironment("LOCKSTEP_DAY_SECONDS", 12));
    begin();
    constexpr int parts = 4;
    for (int part = 0; part < parts && !QTest::currentTestFailed(); ++part) {
        driveFor(day / parts);
        if (part == 1)
            restartTheServer();
        else if (part < parts - 1)
            cutTheWatch();
    }
    holdEverything();
    if (QTest::currentTestFailed())
        return;
    compareJournal();
    compareHolds();
    compareJson();
    compareNumbers();
    qInfo("%d actions, worst stall %lld ms", m_acted, qint64(m_stall.worst().count()));
}

QTEST_GUILESS_MAIN(TestWatchDay)
#include "tst_watchday.moc"
