#include "core/watch/items/look.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/faultyrelay.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <climits>
#include <thread>

using namespace lockstep;
using namespace std::chrono_literals;
using Kind = JournalEntry::Kind;

namespace {

using WallTime = std::chrono::system_clock::time_point;

// What a driver has done: it was done between `from` and `to`, by the clock of the journal.
struct Taken
{
    QByteArray key;
    QByteArray token;
    WallTime from;
    WallTime to;
};

QByteArray keyOf(int number)
{
    return "lock:order:" + QByteArray::number(number);
}

QByteArray tokenOf(int number)
{
    return QByteArray::number(number).rightJustified(32, 'a');
}

// Takes and releases each of the locks in turn, and holds each for some time, however slow the
// machine is. In the end each is held by its last token.
class FastDriver
{
public:
    FastDriver(const QString &socketPath, int locks)
        : m_client(socketPath)
        , m_locks(std::size_t(locks))
    {
    }

    // Takes each for the first time.
    void begin() { turn(INT_MAX); }
    // And then so many times more.
    void drive(int roundsOfEach)
    {
        bool isOver = false;
        while (!isOver) {
            turn(roundsOfEach);
            isOver = std::all_of(m_locks.begin(), m_locks.end(),
                [&](const State &state) { return state.rounds > roundsOfEach; });
            std::this_thread::sleep_for(5ms);
        }
    }
    [[nodiscard]] const std::vector<Taken> &taken() const { return m_taken; }
    [[nodiscard]] QByteArray lastToken(int number) const
    {
        return m_locks.at(std::size_t(number)).token;
    }

private:
    static constexpr auto span = 200ms; // of a hold, and of the time between two

    struct State
    {
        Instant next{};
        QByteArray token; // empty: free
        int rounds = 0; // times it was taken
    };

    void turn(int roundsOfEach)
    {
        const auto now = std::chrono::steady_clock::now();
        std::vector<Command> commands;
        std::vector<int> numbers;
        for (int number = 0; number < int(m_locks.size()); ++number) {
            State &state = m_locks[std::size_t(number)];
            if (state.next > now || (!state.token.isEmpty() && state.rounds > roundsOfEach))
                continue;
            numbers.push_back(number);
            state.token = state.token.isEmpty() ? tokenOf(++m_tokens) : QByteArray();
            state.rounds += state.token.isEmpty() ? 0 : 1;
            if (state.token.isEmpty())
                commands.push_back({"DEL", keyOf(number)});
            else
                commands.push_back({"SET", keyOf(number), state.token, "NX", "PX", "600000"});
        }
        const auto from = std::chrono::system_clock::now();
        const auto replies = m_client.runAll(commands);
        const auto to = std::chrono::system_clock::now();
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            State &state = m_locks[std::size_t(numbers[i])];
            state.next = std::chrono::steady_clock::now() + span;
            const bool isDone =
                state.token.isEmpty() ? replies[i].integer == 1 : replies[i].text == "OK";
            if (!isDone)
                qFatal("A lock is not as its driver left it.");
            if (!state.token.isEmpty())
                m_taken.push_back({keyOf(numbers[i]), state.token, from, to});
        }
    }

    BlockingClient m_client;
    std::vector<State> m_locks;
    std::vector<Taken> m_taken;
    int m_tokens = 0;
};

bool hasLine(const std::vector<JournalEntry> &journal, const Taken &taken)
{
    return std::any_of(journal.begin(), journal.end(), [&](const JournalEntry &entry) {
        const bool isBegin = entry.kind == Kind::Acquired || entry.kind == Kind::Appeared
            || entry.kind == Kind::HandedOver;
        return isBegin && entry.key == taken.key && entry.holder->token == taken.token;
    });
}

bool isTold(const std::vector<JournalEntry> &journal, const Taken &taken)
{
    return std::any_of(journal.begin(), journal.end(), [&](const JournalEntry &entry) {
        return entry.maybeMissed && entry.key == taken.key && entry.maybeMissed->since <= taken.to
            && taken.from <= entry.maybeMissed->until;
    });
}

int toldLosses(const std::vector<JournalEntry> &journal)
{
    return int(std::count_if(journal.begin(), journal.end(),
        [](const JournalEntry &entry) { return entry.maybeMissed.has_value(); }));
}

} // namespace

// What happens to locks faster than they are read: whatever has no line lies in a time of which the
// journal says that something may be missing; and it says so of nothing else. The driver knows what
// it did.
class TestWatchMissed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatOfFastLocksHasNoLineIsTold_data();
    void whatOfFastLocksHasNoLineIsTold();
    void ofSlowLocksNothingIsToldAsMissed();
    void aHoldThatIsOverBeforeTheLookIsTold();
    void aNewLockThatIsGoneBeforeItIsReadIsTold();
    void whatHappensWhileTheLineStandsStillIsTold();

private:
    void pass(WatchLog &log, std::chrono::milliseconds span)
    {
        const auto begin = std::chrono::steady_clock::now();
        log.waitFor([&] { return std::chrono::steady_clock::now() - begin > span; });
    }

    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray m_other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";
};

void TestWatchMissed::init()
{
    m_server = std::make_unique<TestServer>();
}

void TestWatchMissed::whatOfFastLocksHasNoLineIsTold_data()
{
    QTest::addColumn<bool>("mayRest");
    QTest::newRow("they are read at each change") << false;
    QTest::newRow("they rest between two looks") << true;
}

void TestWatchMissed::whatOfFastLocksHasNoLineIsTold()
{
    QFETCH(const bool, mayRest);
    constexpr int locks = 80;
    constexpr int rounds = 30;
    WatchOptions options;
    options.locksMayRest = mayRest;
    FastDriver driver(m_server->socketPath(), locks);
    driver.begin(); // of a key that is new nothing is known before its name is
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    std::atomic<bool> isOver = false;
    std::thread thread([&] {
        driver.drive(rounds);
        isOver = true;
    });
    const bool isDriven = log.waitFor([&] { return isOver.load(); });
    thread.join();
    QVERIFY(isDriven);
    // Whoever is read as the last holder was read after all else.
    for (int number = 0; number < locks; ++number)
        QVERIFY(log.waitFor([&] { return log.token(keyOf(number)) == driver.lastToken(number); }));

    const auto &journal = log.journal();
    int withoutLine = 0;
    int untold = 0;
    for (const Taken &taken : driver.taken()) {
        if (hasLine(journal, taken))
            continue;
        ++withoutLine;
        untold += isTold(journal, taken) ? 0 : 1;
    }
    qInfo("%zu were taken, %d have no line, %d of these are not told; %d lines tell of losses",
        driver.taken().size(), withoutLine, untold, toldLosses(journal));
    QCOMPARE(untold, 0);
    QCOMPARE(int(driver.taken().size()), locks * (rounds + 1));
    if (mayRest)
        QVERIFY(withoutLine > 0); // else nothing was tested
}

// A machine that stands still makes a look late, and then it is right to say so. So one round of
// several has to be told of without that.
void TestWatchMissed::ofSlowLocksNothingIsToldAsMissed()
{
    m_server->run({"SET", "lock:old", m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    int least = INT_MAX;
    for (int round = 0; round < 5 && least > 0; ++round) {
        log.forgetJournal();
        const QByteArray key = "lock:slow:" + QByteArray::number(round);
        int lines = 0;
        const auto run = [&](const std::vector<Command> &commands, Kind kind) {
            m_server->runAll(commands);
            ++lines;
            return log.waitFor([&] { return log.count(kind, key) > 0; });
        };
        for (int each = 0; each < 3; ++each) {
            log.forgetJournal();
            QVERIFY(run({{"SETNX", key, m_token}, {"PEXPIRE", key, "60000"}}, Kind::Acquired));
            QVERIFY(run({{"PEXPIRE", key, "90000"}}, Kind::Renewed));
            QVERIFY(run({{"SET", key, m_other, "PX", "60000"}}, Kind::HandedOver));
            QVERIFY(run({{"DEL", key}}, Kind::Released));
            least = std::min(least, toldLosses(log.journal()));
        }
        QVERIFY(run({{"SET", key, m_token, "NX", "PX", "400"}}, Kind::Acquired));
        QVERIFY(log.waitFor([&] { return log.count(Kind::Expired, key) == 1; }));
        pass(log, 300ms); // the expiry was announced as well
        QVERIFY(run({{"SET", "lock:old", m_token, "PX", "700000"}}, Kind::Expired));
        least = std::max(least, toldLosses(log.journal()));
    }
    QCOMPARE(least, 0);
}

void TestWatchMissed::aHoldThatIsOverBeforeTheLookIsTold()
{
    const QByteArray key = "lock:brief";
    m_server->run({"SET", key, m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->run({"DEL", key});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Released, key) == 1; }));
    pass(log, 2 * seenAtOnce); // what is announced sooner may be that it is gone
    const auto from = std::chrono::system_clock::now();
    m_server->runAll({{"MULTI"}, {"SET", key, m_other, "PX", "600000"}, {"DEL", key}, {"EXEC"}});
    const auto to = std::chrono::system_clock::now();
    QVERIFY(log.waitFor([&] { return log.count(Kind::MaybeMissed, key) == 1; }));
    QVERIFY(isTold(log.journal(), {key, m_other, from, to}));
    // The lock itself knows it as well.
    m_server->run({"SET", key, m_other, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, key) == 1; }));
    QVERIFY(log.item(key)->holds->totals.maybeMissed);
}

// The question for the time is the first command of the reading, so what is sent in its place comes
// after the first look at the new name, and before the lock is read.
void TestWatchMissed::aNewLockThatIsGoneBeforeItIsReadIsTold()
{
    FaultyRelay relay(m_server->socketPath());
    WatchOptions options;
    options.heartbeat = 1h; // it asks for the time as well
    WatchLog log(relay.endpoint(), options);
    QVERIFY(log.startAndWait());
    const QByteArray key = "lock:new";
    relay.replaceNext("TIME", {"DEL", key});
    const auto from = std::chrono::system_clock::now();
    m_server->run({"SET", key, m_token, "PX", "600000"});
    const auto to = std::chrono::system_clock::now();
    QVERIFY(log.waitFor([&] { return log.count(Kind::MaybeMissed, key) == 1; }));
    QVERIFY(isTold(log.journal(), {key, m_token, from, to}));
    QCOMPARE(m_server->run({"EXISTS", key}).integer, 0);
    QCOMPARE(log.journal().size(), size_t(1));
}

// For less than two seconds, else it is a gap. A machine that stands still makes one of it: then
// the next round is looked at.
void TestWatchMissed::whatHappensWhileTheLineStandsStillIsTold()
{
    FaultyRelay relay(m_server->socketPath());
    WatchOptions options;
    options.heartbeat = 100ms;
    WatchLog log(relay.endpoint(), options);
    QVERIFY(log.startAndWait());
    bool isTested = false;
    for (int round = 0; round < 10 && !isTested; ++round) {
        const QByteArray key = "lock:order:" + QByteArray::number(round);
        m_server->run({"SET", key, m_token, "PX", "600000"});
        QVERIFY(log.waitFor([&] { return log.token(key) == m_token; }));
        pass(log, 300ms);
        log.forgetJournal();
        relay.hold(FaultyRelay::Way::Replies);
        pass(log, 200ms);
        const auto from = std::chrono::system_clock::now();
        m_server->run({"DEL", key});
        const auto to = std::chrono::system_clock::now();
        pass(log, 1s);
        relay.resume();
        QVERIFY(log.waitFor([&] { return log.token(key).isEmpty(); }));
        pass(log, 300ms);
        if (log.count(Kind::Unseen) > 0)
            continue;
        QCOMPARE(log.count(Kind::Released, key), 1);
        QVERIFY(isTold(log.journal(), {key, m_token, from, to}));
        log.forgetJournal();
        m_server->run({"SET", key, m_other, "PX", "600000"});
        QVERIFY(log.waitFor([&] { return log.count(Kind::Acquired, key) == 1; }));
        isTested = toldLosses(log.journal()) == 0; // of what comes later there is no doubt
    }
    QVERIFY(isTested);
}

QTEST_GUILESS_MAIN(TestWatchMissed)
#include "tst_watchmissed.moc"
