#include "core/watch/readers/reader.h"
#include "core/watch/reading/itemreader.h"
#include "core/watch/reading/rereader.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"

#include <QSignalSpy>
#include <QTest>

#include <thread>

using namespace lockstep;
using namespace std::chrono_literals;
using Why = ItemReader::Why;

namespace {

constexpr int patience = 60'000; // ms

} // namespace

// What waits to be read, by itself: how long, in which order, and what is said of it.
class TestItemReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void onlyWhatIsAnnouncedCountsAsSuch();
    void everyCommandForWhatWasAnnouncedCounts_data();
    void everyCommandForWhatWasAnnouncedCounts();
    void whatCouldNotBeReadHasWaitedSinceItWasWantedFirst();
    void whatRestsIsReadBeforeSomethingOfItEnds_data();
    void whatRestsIsReadBeforeSomethingOfItEnds();
    void whatWaitsToBeReadAgainIsReadOnce();
    void whatWasReadForAnotherReasonWhileItRestsWasReadLate();

private:
    void add(const QByteArray &key, const Probe &probe);
    void addLock(const QByteArray &key);
    void addSemaphore(const QByteArray &key);
    void addLimit(const QByteArray &key);
    // The lock, and what ends soon of a key that stays for long.
    void setBoth(const QByteArray &ending, Milliseconds endsIn);
    // So far ahead of now, counted in units of so many microseconds.
    static QByteArray unixTime(Milliseconds ahead, int microseconds);
    bool readAll();
    void letAllRest();

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<ServerBudget> m_budget;
    std::unique_ptr<ItemStore> m_store;
    std::unique_ptr<ItemReader> m_reader;
    ServerTime m_time;
    int m_fresh = 0;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
};

void TestItemReader::init()
{
    m_reader.reset();
    m_server = std::make_unique<TestServer>();
    m_connection = std::make_unique<Connection>(m_server->endpoint());
    m_budget = std::make_unique<ServerBudget>(1);
    m_store = std::make_unique<ItemStore>();
    m_reader = std::make_unique<ItemReader>(
        m_connection.get(), m_store.get(), 5ms, Pacer(m_budget.get()), nullptr);
    m_time = {std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
    m_reader->setServerTime(m_time);
    m_store->setServerTime(m_time);
    m_connection->keepOpen();
    QTRY_VERIFY_WITH_TIMEOUT(m_connection->state() == Connection::State::Open, patience);
}

void TestItemReader::add(const QByteArray &key, const Probe &probe)
{
    const auto recognition = builtInCatalogue()->recognise(probe, m_time);
    QVERIFY2(recognition, key);
    QVERIFY(m_store->add(*recognition, ItemStore::Origin::Inventory));
}

void TestItemReader::addLock(const QByteArray &key)
{
    Probe probe;
    probe.key = key;
    probe.type = KeyType::String;
    probe.ttl = Ttl::until(std::chrono::steady_clock::now() + 10min);
    probe.size = m_token.size();
    probe.text = m_token;
    add(key, probe);
}

QByteArray TestItemReader::unixTime(Milliseconds ahead, int microseconds)
{
    const auto time = std::chrono::system_clock::now() + ahead;
    const auto since =
        std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch());
    return QByteArray::number(since.count() / microseconds);
}

void TestItemReader::addSemaphore(const QByteArray &key)
{
    Probe probe;
    probe.key = key;
    probe.type = KeyType::SortedSet;
    probe.ttl = Ttl::until(std::chrono::steady_clock::now() + 10min);
    probe.size = 1;
    probe.members = {{QByteArray(32, 'a'), unixTime(10min, 1'000).toDouble()}};
    add(key, probe);
    QCOMPARE(m_store->format(key)->id(), QStringLiteral("lockstep-semaphore"));
}

void TestItemReader::addLimit(const QByteArray &key)
{
    Probe probe;
    probe.key = key;
    probe.type = KeyType::String;
    probe.ttl = Ttl::until(std::chrono::steady_clock::now() + 10min);
    probe.size = 16;
    probe.text = unixTime(10min, 1);
    add(key, probe);
    QCOMPARE(m_store->format(key)->id(), QStringLiteral("lockstep-gcra"));
}

void TestItemReader::setBoth(const QByteArray &ending, Milliseconds endsIn)
{
    m_server->runAll({{"SET", "lock", m_token, "PX", "600000"}, {"DEL", ending}});
    if (ending == "limit") {
        m_server->run({"SET", ending, unixTime(endsIn, 1), "PX", "600000"});
    } else {
        m_server->run({"ZADD", ending, unixTime(endsIn, 1'000), QByteArray(32, 'a'),
            unixTime(10min, 1'000), QByteArray(32, 'b')});
        m_server->run({"PEXPIRE", ending, "600000"});
    }
}

bool TestItemReader::readAll()
{
    return QTest::qWaitFor([&] { return m_reader->isIdle(); }, patience);
}

// Time is an argument of the pace, so that a few thousand readings are those of some seconds.
void TestItemReader::letAllRest()
{
    auto now = std::chrono::steady_clock::now();
    m_reader->setOthers(0);
    m_reader->setLocksMayRest(true);
    m_reader->updatePace(now);
    while (m_reader->rest(Family::Lock) < ReadPace::longestRestOfALock) {
        for (int i = 0; i < 512; ++i) {
            const auto key = "lock:fresh:" + QByteArray::number(++m_fresh);
            addLock(key);
            m_reader->want(key, Why::Announced);
        }
        QVERIFY(readAll());
        m_reader->updatePace(now += 500ms);
    }
    QCOMPARE(m_reader->rest(Family::Counter), ReadPace::longestRest);
}

// What is asked for without having been announced is no use of the feed.
void TestItemReader::onlyWhatIsAnnouncedCountsAsSuch()
{
    for (const char *key : {"lock:1", "lock:2"})
        addLock(key);
    m_reader->want("lock:1");
    m_reader->want("lock:2", Why::Announced);
    m_reader->want("lock:2", Why::Announced); // read once
    QVERIFY(readAll());
    QCOMPARE(m_reader->wants(), qint64(1));
}

void TestItemReader::everyCommandForWhatWasAnnouncedCounts_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<Why>("why");
    QTest::newRow("a lock, with TIME") << QByteArray("lock") << Why::Announced;
    QTest::newRow("a limit") << QByteArray("limit") << Why::Announced;
    QTest::newRow("a lock that was asked for") << QByteArray("lock") << Why::Asked;
}

// The pace goes by it. What was sent is counted by the connection.
void TestItemReader::everyCommandForWhatWasAnnouncedCounts()
{
    QFETCH(const QByteArray, key);
    QFETCH(const Why, why);
    setBoth("limit", 10min);
    addLock("lock");
    addLimit("limit");
    const auto sent = m_connection->traffic().commands;
    m_reader->want(key, why);
    QVERIFY(readAll());
    const auto commands = m_connection->traffic().commands - sent;
    QVERIFY(commands >= 2);
    QCOMPARE(m_reader->announcements().commands, why == Why::Announced ? commands : 0);
}

void TestItemReader::whatCouldNotBeReadHasWaitedSinceItWasWantedFirst()
{
    m_server->run({"SET", "lock:1", m_token, "PX", "600000"});
    m_server->run({"CONFIG", "SET", "lua-time-limit", "10"});
    addLock("lock:1");
    std::thread busy([path = m_server->socketPath()] {
        BlockingClient(path).run({"EVAL", "while true do end", "0"});
    });
    while (!m_server->run({"PING"}).text.startsWith("BUSY"))
        std::this_thread::yield(); // the script has not begun
    QSignalSpy refused(m_reader.get(), &ItemReader::refused);
    const auto sent = m_connection->traffic().commands;
    m_server->suspend();
    m_reader->want("lock:1", Why::Announced);
    const auto wanted = std::chrono::steady_clock::now();
    const bool isSent =
        QTest::qWaitFor([&] { return m_connection->traffic().commands > sent; }, patience);
    m_reader->want("lock:1", Why::Announced); // it has changed once more
    m_server->resume();
    const bool isRefused = QTest::qWaitFor([&] { return !refused.isEmpty(); }, patience);
    const auto waitingSince = m_reader->waitingSince();
    m_server->run({"SCRIPT", "KILL"});
    busy.join();
    QVERIFY(isSent && isRefused);
    QVERIFY(waitingSince && *waitingSince <= wanted);
    QVERIFY(readAll());
    QCOMPARE(m_store->item("lock:1")->reading.holder->token, m_token);
    QVERIFY(!m_reader->waitingSince());
}

void TestItemReader::whatRestsIsReadBeforeSomethingOfItEnds_data()
{
    QTest::addColumn<QByteArray>("ending");
    QTest::addColumn<Milliseconds>("endsIn");
    QTest::addColumn<bool>("isReadEarly");
    QTest::newRow("a permit") << QByteArray("semaphore") << Milliseconds(1s) << true;
    QTest::newRow("a limit") << QByteArray("limit") << Milliseconds(2s) << true;
    QTest::newRow("a limit that is soon full again")
        << QByteArray("limit") << Milliseconds(1s) << false; // it would never rest
}

// Two that are read at about the same time, and then change. The lock, of which nothing ends soon,
// is read again first unless the end of the other one counts.
void TestItemReader::whatRestsIsReadBeforeSomethingOfItEnds()
{
    QFETCH(const QByteArray, ending);
    QFETCH(const Milliseconds, endsIn);
    QFETCH(const bool, isReadEarly);
    addLock("lock");
    ending == "limit" ? addLimit(ending) : addSemaphore(ending);
    letAllRest();
    QSignalSpy readings(m_reader.get(), &ItemReader::read);
    const auto firstRead = [&] {
        setBoth(ending, endsIn);
        for (const auto &key : {QByteArray("lock"), ending}) {
            m_reader->want(key);
            if (!readAll())
                return QByteArray();
        }
        readings.clear();
        m_reader->want("lock", Why::Announced);
        m_reader->want(ending, Why::Announced);
        return readAll() ? readings.first().first().toByteArray() : QByteArray();
    };
    // A machine that stands still for a second and more wakes both at once.
    QByteArray first;
    for (int round = 0; round < 10 && (round == 0 || first != ending) && isReadEarly; ++round)
        first = firstRead();
    if (!isReadEarly)
        first = firstRead();
    QCOMPARE(first, isReadEarly ? ending : QByteArray("lock"));
}

// Alerts ask for what is due time and again until it is read.
void TestItemReader::whatWaitsToBeReadAgainIsReadOnce()
{
    addLock("lock:order:1");
    addLock("lock:order:2");
    Rereader rereader(m_store.get(), m_reader.get(), Pacer(m_budget.get()), nullptr);
    QSignalSpy read(m_reader.get(), &ItemReader::read);
    QSignalSpy idle(&rereader, &Rereader::idle);
    const auto readings = [&read](const QByteArray &key) {
        return std::count_if(read.begin(), read.end(),
            [&key](const QVariantList &arguments) { return arguments[0].toByteArray() == key; });
    };
    rereader.read({"lock:order:1"}); // on its way; what is asked for now has to wait
    for (int times = 0; times < 3; ++times)
        rereader.read({"lock:order:2"});
    QTRY_COMPARE_WITH_TIMEOUT(idle.size(), 1, patience);
    QCOMPARE(readings("lock:order:2"), 1);
    rereader.read({"lock:order:2"});
    QTRY_COMPARE_WITH_TIMEOUT(idle.size(), 2, patience);
    QCOMPARE(readings("lock:order:2"), 2);
}

// More may have happened to it since it was announced.
void TestItemReader::whatWasReadForAnotherReasonWhileItRestsWasReadLate()
{
    m_server->run({"SET", "lock", m_token, "PX", "600000"});
    addLock("lock");
    letAllRest();
    m_reader->want("lock");
    QVERIFY(readAll());
    Snapshot before;
    m_store->publish(before);
    m_server->run({"PEXPIRE", "lock", "900000"});
    m_reader->want("lock", Why::Announced);
    QTest::qWait(int((2 * seenAtOnce).count())); // that late
    m_reader->readAlso({"lock"});
    QVERIFY(QSignalSpy(m_reader.get(), &ItemReader::caughtUp).wait(patience));
    Snapshot snapshot;
    m_store->publish(snapshot);
    QCOMPARE(snapshot.journal.size(), size_t(1));
    QCOMPARE(snapshot.journal.front().kind, JournalEntry::Kind::Renewed);
    QVERIFY(snapshot.journal.front().maybeMissed);
}

QTEST_GUILESS_MAIN(TestItemReader)
#include "tst_itemreader.moc"
