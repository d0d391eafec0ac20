#include "core/coordination/counts/ratelimiter.h"
#include "tests/support/patience.h"
#include "tests/support/servers/clients.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace lockstep;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

Q_DECLARE_METATYPE(lockstep::RateLimit)

namespace {

using Clock = std::chrono::steady_clock;

// Ten at a time, and then so slowly that no test sees another.
const std::vector<std::pair<const char *, RateLimit>> tenAndNoMore{
    {"fixed window", FixedWindow{10, 24h * 100}},
    {"window by the clock", ClockWindow{10, 24h * 100}},
    {"visit limit", VisitLimit{10, 24h * 100}},
    {"sliding log", SlidingLog{10, 24h * 100}},
    {"sliding window", SlidingWindow{10, 24h * 100}},
    {"token bucket", TokenBucket{10, 10, 24h * 100}},
    {"GCRA", Gcra{10, 10, 24h * 100}},
    {"leaky bucket", LeakyBucket{10, 10, 24h * 100}},
};

// How many each of them may let through within a time, its worst placed windows included.
struct Bound
{
    const char *name;
    RateLimit limit;
    double atOnce; // a
    double perWindow; // b: at most a + b · t / window
};
constexpr milliseconds brief{200};
const std::vector<Bound> bounds{
    {"fixed window", FixedWindow{10, brief}, 10, 10},
    {"window by the clock", ClockWindow{10, brief}, 20, 10},
    {"visit limit", VisitLimit{10, brief}, 10, 10},
    {"sliding log", SlidingLog{10, brief}, 10, 10},
    {"sliding window", SlidingWindow{10, brief}, 20, 10},
    {"token bucket", TokenBucket{10, 10, brief}, 10, 10},
    {"GCRA", Gcra{10, 10, brief}, 10, 10},
    {"leaky bucket", LeakyBucket{10, 10, brief}, 10, 10},
};

struct Grant
{
    Clock::time_point asked;
    Clock::time_point answered;
};

// Until then, and in any case until some windows have opened again. Empty, or the error that was
// the answer instead of a decision.
QCoro::Task<QString> askUntil(
    Connection *connection, RateLimit limit, Clock::time_point end, std::vector<Grant> *grants)
{
    const RateLimiter limiter(connection, "limit", limit);
    const auto last = end + 20s; // what is broken ends, too
    while (Clock::now() < end || (grants->size() < 20 && Clock::now() < last)) {
        const auto asked = Clock::now();
        const auto decision = co_await limiter.acquire();
        if (!decision) {
            const Error &error = decision.error();
            co_return QStringLiteral("code %1: %2").arg(int(error.code)).arg(error.detail);
        }
        if (decision->allowed)
            grants->push_back({asked, Clock::now()});
    }
    co_return QString();
}

} // namespace

class TestRateLimiter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void letsThroughUpToTheLimitAndCountsDown_data();
    void letsThroughUpToTheLimitAndCountsDown();
    void fiftyClientsGetExactlyTheLimit_data();
    void fiftyClientsGetExactlyTheLimit();
    void fiftyClientsNeverGetMoreThanTheBound_data();
    void fiftyClientsNeverGetMoreThanTheBound();
    void inAnyWindowOfTheLogAtMostTheLimit();
    void aLogThatIsOverBeforeItsDeadlineIsSetStillRefuses();
    void retryAfterIsNeitherTooEarlyNorForEver_data();
    void retryAfterIsNeitherTooEarlyNorForEver();
    void aCostIsTakenAsAWholeOrNotAtAll_data();
    void aCostIsTakenAsAWholeOrNotAtAll();
    void aKeyWithoutDeadlineGetsOne_data();
    void aKeyWithoutDeadlineGetsOne();
    void theKeyGoesWhenEverythingIsFree_data();
    void theKeyGoesWhenEverythingIsFree();
    void aClockSetBackHeals_data();
    void aClockSetBackHeals();
    void aRefusalDoesNotDelayTheRefill_data();
    void aRefusalDoesNotDelayTheRefill();
    void windowsByTheClockEndWithTheClock();
    void windowsFromTheFirstRequestAreWhole();
    void visitsOverTheLimitAreCounted();
    void theSlidingWindowWeighsTheOneBefore();
    void bucketsRefillSteadily();
    void somebodyElsesValueIsLeft_data();
    void somebodyElsesValueIsLeft();
    void numbersOutOfBoundsAreNotSent_data();
    void numbersOutOfBoundsAreNotSent();
    void mayDieWhileAsked();

private:
    static void eachOfTen()
    {
        QTest::addColumn<RateLimit>("limit");
        for (const auto &[name, limit] : tenAndNoMore)
            QTest::newRow(name) << limit;
    }
    [[nodiscard]] Decision ask(const RateLimit &limit, qint64 cost = 1)
    {
        const auto decision =
            QCoro::waitFor(RateLimiter(m_connection.get(), "limit", limit).acquire(cost));
        if (!decision)
            qFatal("No decision: %s", qPrintable(decision.error().detail));
        return *decision;
    }
    struct Refusal
    {
        Decision decision;
        Clock::time_point asked;
    };
    // Asks for more than there is. All at once: one after the other, on a slow machine something
    // would have come back before the next.
    [[nodiscard]] Refusal exhaust(const RateLimit &limit)
    {
        const RateLimiter limiter(m_connection.get(), "limit", limit);
        while (true) {
            const auto asked = Clock::now();
            std::vector<QCoro::Task<Result<Decision>>> tasks;
            for (int i = 0; i < 21; ++i)
                tasks.push_back(limiter.acquire());
            Result<Decision> last = Decision();
            for (auto &task : tasks)
                last = QCoro::waitFor(std::move(task));
            if (!last)
                qFatal("No decision: %s", qPrintable(last.error().detail));
            if (!last->allowed)
                return {*last, asked};
        }
    }
    [[nodiscard]] qint64 deadline() { return m_server.run({"PTTL", "limit"}).integer; }
    [[nodiscard]] qint64 now() // of the server, µs
    {
        const auto time = m_server.run({"TIME"}).elements;
        return time.at(0).text.toLongLong() * 1'000'000 + time.at(1).text.toLongLong();
    }

    TestServer m_server;
    std::unique_ptr<Connection> m_connection;
};

void TestRateLimiter::init()
{
    m_server.run({"FLUSHALL"});
    m_connection = std::make_unique<Connection>(m_server.endpoint());
    QVERIFY(QCoro::waitFor(m_connection->open()));
}

void TestRateLimiter::letsThroughUpToTheLimitAndCountsDown_data()
{
    eachOfTen();
}

void TestRateLimiter::letsThroughUpToTheLimitAndCountsDown()
{
    QFETCH(RateLimit, limit);
    for (int i = 1; i <= 10; ++i) {
        const Decision decision = ask(limit);
        QVERIFY(decision.allowed);
        QCOMPARE(decision.remaining, 10 - i);
        QCOMPARE(decision.retryAfter, 0ms);
        QVERIFY(decision.resetAfter > 0ms && decision.resetAfter <= 24h * 200);
    }
    for (int i = 0; i < 3; ++i) {
        const Decision decision = ask(limit);
        QVERIFY(!decision.allowed);
        QCOMPARE(decision.remaining, 0);
        QVERIFY(decision.retryAfter > 0ms && decision.retryAfter <= 24h * 200);
        QVERIFY(decision.resetAfter >= decision.retryAfter);
    }
}

void TestRateLimiter::fiftyClientsGetExactlyTheLimit_data()
{
    eachOfTen();
}

void TestRateLimiter::fiftyClientsGetExactlyTheLimit()
{
    QFETCH(RateLimit, limit);
    const Clients clients(m_server.endpoint());
    const auto decisions = clients.allAtOnce(4, [limit](Connection *connection) {
        return RateLimiter(connection, "limit", limit).acquire();
    });
    int allowed = 0;
    for (const auto &decision : decisions) {
        QVERIFY(decision);
        allowed += decision->allowed ? 1 : 0;
    }
    QCOMPARE(allowed, 10);
    QVERIFY(deadline() > 0);
}

void TestRateLimiter::fiftyClientsNeverGetMoreThanTheBound_data()
{
    QTest::addColumn<RateLimit>("limit");
    QTest::addColumn<double>("atOnce");
    QTest::addColumn<double>("perWindow");
    for (const Bound &bound : bounds)
        QTest::newRow(bound.name) << bound.limit << bound.atOnce << bound.perWindow;
}

// By the longest time that any two grants may lie apart, so that a slow machine does no harm.
void TestRateLimiter::fiftyClientsNeverGetMoreThanTheBound()
{
    QFETCH(RateLimit, limit);
    QFETCH(double, atOnce);
    QFETCH(double, perWindow);
    const Clients clients(m_server.endpoint());
    std::vector<Grant> grants;
    const auto start = Clock::now();
    const auto errors = clients.allAtOnce(1,
        [&](Connection *connection) { return askUntil(connection, limit, start + 1s, &grants); });
    for (const QString &error : errors)
        QVERIFY2(error.isEmpty(), qPrintable(error));
    const double windows = std::chrono::duration<double>(Clock::now() - start) / brief;
    const double most = atOnce + perWindow * windows;
    QVERIFY2(double(grants.size()) <= most,
        qPrintable(QStringLiteral("%1 of %2").arg(grants.size()).arg(most)));
    QVERIFY(grants.size() >= 20); // and they do open again
}

void TestRateLimiter::inAnyWindowOfTheLogAtMostTheLimit()
{
    const Clients clients(m_server.endpoint());
    std::vector<Grant> grants;
    const auto end = Clock::now() + 1s;
    const auto errors = clients.allAtOnce(1, [&](Connection *connection) {
        return askUntil(connection, SlidingLog{10, brief}, end, &grants);
    });
    for (const QString &error : errors)
        QVERIFY2(error.isEmpty(), qPrintable(error));
    std::sort(grants.begin(), grants.end(),
        [](const Grant &one, const Grant &other) { return one.answered < other.answered; });
    for (size_t last = 10; last < grants.size(); ++last) {
        auto first = grants[last].asked;
        for (size_t i = last - 10; i < last; ++i)
            first = std::min(first, grants[i].asked);
        QVERIFY2(grants[last].answered - first >= brief, "11 within a window");
    }
}

// A key so long that finding it takes the server longer than the window: as for a server that is
// held up in the last millisecond of a log.
void TestRateLimiter::aLogThatIsOverBeforeItsDeadlineIsSetStillRefuses()
{
    const QByteArray key(16 << 20, 'k');
    const QByteArray ahead = QByteArray::number(now() + 3'600'000'000); // counts as let through now
    m_server.run({"ZADD", key, ahead, "a"});
    const auto decision =
        QCoro::waitFor(RateLimiter(m_connection.get(), key, SlidingLog{1, 1ms}).acquire());
    QVERIFY2(decision, qPrintable(decision ? QString() : decision.error().detail));
    QVERIFY(!decision->allowed);
    QCOMPARE(decision->remaining, 0);
    QCOMPARE(decision->retryAfter, 1ms);
    QCOMPARE(decision->resetAfter, 1ms);
    QCOMPARE(m_server.run({"EXISTS", key}).integer, 0);
}

void TestRateLimiter::retryAfterIsNeitherTooEarlyNorForEver_data()
{
    QTest::addColumn<RateLimit>("limit");
    for (const Bound &bound : bounds)
        QTest::newRow(bound.name) << bound.limit;
}

void TestRateLimiter::retryAfterIsNeitherTooEarlyNorForEver()
{
    QFETCH(RateLimit, limit);
    const auto [decision, asked] = exhaust(limit);
    const auto earliest = asked + decision.retryAfter - 1ms;
    QVERIFY(decision.retryAfter > 0ms && decision.retryAfter <= 2 * brief);
    QVERIFY(decision.resetAfter >= decision.retryAfter && decision.resetAfter <= 2 * brief + 1ms);
    Clock::time_point opened;
    QTRY_VERIFY(
        (opened == Clock::time_point() && ask(limit).allowed ? opened = Clock::now() : opened)
        != Clock::time_point());
    QVERIFY(opened >= earliest);
}

void TestRateLimiter::aCostIsTakenAsAWholeOrNotAtAll_data()
{
    eachOfTen();
}

void TestRateLimiter::aCostIsTakenAsAWholeOrNotAtAll()
{
    QFETCH(RateLimit, limit);
    const RateLimiter limiter(m_connection.get(), "limit", limit);
    if (std::holds_alternative<VisitLimit>(limit)) {
        QVERIFY(QCoro::waitFor(limiter.acquire(2)).error().code == ErrorCode::BadInput);
        return;
    }
    QCOMPARE(ask(limit, 7).remaining, 3);
    const Decision refused = ask(limit, 4);
    QVERIFY(!refused.allowed);
    QCOMPARE(refused.remaining, 3);
    QVERIFY(refused.retryAfter > 0ms);
    QVERIFY(ask(limit, 3).allowed);
    QVERIFY(!ask(limit, 1).allowed);
    m_server.run({"DEL", "limit"});
    QVERIFY(ask(limit, 10).allowed);
}

void TestRateLimiter::aKeyWithoutDeadlineGetsOne_data()
{
    eachOfTen();
}

void TestRateLimiter::aKeyWithoutDeadlineGetsOne()
{
    QFETCH(RateLimit, limit);
    QVERIFY(ask(limit).allowed);
    m_server.run({"PERSIST", "limit"});
    QCOMPARE(deadline(), -1);
    QVERIFY(ask(limit).allowed);
    QVERIFY(deadline() > 0);
    while (ask(limit).allowed) { }
    m_server.run({"PERSIST", "limit"});
    QVERIFY(!ask(limit).allowed);
    QVERIFY(deadline() > 0);
}

void TestRateLimiter::theKeyGoesWhenEverythingIsFree_data()
{
    retryAfterIsNeitherTooEarlyNorForEver_data();
}

void TestRateLimiter::theKeyGoesWhenEverythingIsFree()
{
    QFETCH(RateLimit, limit);
    static_cast<void>(exhaust(limit));
    QTRY_COMPARE(m_server.run({"EXISTS", "limit"}).integer, 0);
    if (!std::holds_alternative<VisitLimit>(limit))
        QVERIFY(ask(limit, 10).allowed);
}

void TestRateLimiter::aClockSetBackHeals_data()
{
    QTest::addColumn<RateLimit>("limit");
    QTest::addColumn<QByteArray>("value"); // %1: an hour from now, µs
    QTest::addColumn<qint64>("remaining"); // after one more
    const auto row = [](const char *name, const RateLimit &limit, const char *value,
                         qint64 remaining) {
        QTest::newRow(name) << limit << QByteArray(value) << remaining;
    };
    // As the keys look after the clock was set back by an hour; window and period are a second.
    row("fixed window", FixedWindow{10, 1s}, "4", 5);
    row("window by the clock", ClockWindow{10, 1s}, "4", 5);
    row("visit limit", VisitLimit{10, 1s}, "4", 5);
    row("sliding log", SlidingLog{10, 1s}, "", 5);
    row("sliding window", SlidingWindow{10, 1s}, "%1 4 0", 5);
    row("token bucket", TokenBucket{10, 10, 1s}, "6 %1", 5);
    row("GCRA", Gcra{10, 10, 1s}, "%1", 0);
    row("leaky bucket", LeakyBucket{10, 10, 1s}, "4 %1", 5);
    row("fixed window, used up", FixedWindow{10, 1s}, "10", 0);
    row("sliding log, used up", SlidingLog{4, 1s}, "", 0);
    row("sliding window, used up", SlidingWindow{10, 1s}, "%1 10 0", 0);
    row("token bucket, empty", TokenBucket{10, 10, 1s}, "0 %1", 0);
    row("leaky bucket, full", LeakyBucket{10, 10, 1s}, "10 %1", 0);
}

// What was used stays used, and nobody waits an hour.
void TestRateLimiter::aClockSetBackHeals()
{
    QFETCH(RateLimit, limit);
    QFETCH(QByteArray, value);
    QFETCH(qint64, remaining);
    const qint64 ahead = (now() / 1'000'000 + 3600) * 1'000'000;
    if (value.isEmpty()) {
        for (const char *entry : {"a", "b", "c", "d"})
            m_server.run({"ZADD", "limit", QByteArray::number(ahead), entry});
        m_server.run({"PEXPIRE", "limit", "3601000"});
    } else {
        m_server.run(
            {"SET", "limit", value.replace("%1", QByteArray::number(ahead)), "PX", "3601000"});
    }
    const Decision decision = ask(limit);
    QCOMPARE(decision.remaining, remaining);
    QCOMPARE(decision.allowed, remaining > 0);
    QVERIFY(decision.resetAfter <= 2001ms);
    QVERIFY(deadline() <= 2001);
    bool free = false;
    if (std::holds_alternative<VisitLimit>(limit))
        QTRY_COMPARE(m_server.run({"EXISTS", "limit"}).integer, 0);
    else
        QTRY_VERIFY(free = free || ask(limit, 4).allowed);
}

void TestRateLimiter::aRefusalDoesNotDelayTheRefill_data()
{
    retryAfterIsNeitherTooEarlyNorForEver_data();
}

// Asked again and again without a pause, it opens all the same.
void TestRateLimiter::aRefusalDoesNotDelayTheRefill()
{
    QFETCH(RateLimit, limit);
    static_cast<void>(exhaust(limit));
    const auto start = Clock::now();
    while (!ask(limit).allowed)
        QVERIFY(Clock::now() - start < 20s);
}

void TestRateLimiter::windowsByTheClockEndWithTheClock()
{
    const ClockWindow limit{10, 1h};
    const qint64 before = now() / 1000;
    const Decision decision = ask(limit);
    const qint64 after = now() / 1000;
    const qint64 hour = 3'600'000;
    const qint64 left = decision.resetAfter.count() - 1;
    QVERIFY(before / hour != after / hour
        || (left <= hour - before % hour && left >= hour - after % hour));
    const qint64 ends = m_server.run({"PEXPIRETIME", "limit"}).integer;
    QCOMPARE(ends % hour, 0);
}

void TestRateLimiter::windowsFromTheFirstRequestAreWhole()
{
    const FixedWindow limit{2, 1h};
    QCOMPARE(ask(limit).resetAfter, 1h + 1ms);
    const qint64 ends = m_server.run({"PEXPIRETIME", "limit"}).integer;
    QVERIFY(ask(limit).allowed);
    QVERIFY(!ask(limit).allowed);
    QCOMPARE(m_server.run({"PEXPIRETIME", "limit"}).integer, ends); // no request moves it
}

// 10 calls, at most 2 in 600 s: 2 pass, 8 are refused.
void TestRateLimiter::visitsOverTheLimitAreCounted()
{
    const VisitLimit limit{2, 600s};
    int passed = 0;
    for (int i = 0; i < 10; ++i)
        passed += ask(limit).allowed ? 1 : 0;
    QCOMPARE(passed, 2);
    QCOMPARE(m_server.run({"GET", "limit"}).text, "10");
    QVERIFY(deadline() <= 600'000);
}

void TestRateLimiter::theSlidingWindowWeighsTheOneBefore()
{
    // Windows of 100 days; of the ten in the one before counts what its share is now.
    const milliseconds window = 24h * 100;
    const qint64 length = window.count() * 1000;
    const qint64 elapsed = now() % length;
    const qint64 start = now() - elapsed;
    const auto state = [&](qint64 in, qint64 before) {
        return QByteArray::number(start) + ' ' + QByteArray::number(in) + ' '
            + QByteArray::number(before);
    };
    const double share = double(length - elapsed) / double(length);
    m_server.run({"SET", "limit", state(0, 1'000'000), "EX", "1000"});
    const Decision decision = ask(SlidingWindow{2'000'000, window});
    QVERIFY(decision.allowed);
    const double estimate = 1 + 1'000'000 * share;
    QVERIFY(qAbs(double(decision.remaining) - (2'000'000 - estimate)) <= 2);

    m_server.run({"SET", "limit", state(0, 1000), "EX", "1000"});
    const Decision refused = ask(SlidingWindow{1000, window}, 1000);
    QVERIFY(!refused.allowed);
    const double left = double(length - elapsed) / 1000;
    QVERIFY(qAbs(double(refused.retryAfter.count()) - left) < 60'000); // when nothing is left of it
    m_server.run({"SET", "limit", state(1000, 0), "EX", "1000"});
    const Decision later = ask(SlidingWindow{1000, window}, 500);
    QVERIFY(!later.allowed); // when half of this one is left, in the middle of the next
    QVERIFY(qAbs(double(later.retryAfter.count()) - left - double(window.count()) / 2) < 60'000);
}

void TestRateLimiter::bucketsRefillSteadily()
{
    // Half an hour ago empty; one an hour comes back, of two.
    const qint64 halfAnHourAgo = now() - 1'800'000'000;
    const QByteArray then = QByteArray::number(halfAnHourAgo);
    m_server.run({"SET", "limit", "0 " + then, "EX", "10000"});
    const Decision tokens = ask(TokenBucket{2, 1, 1h});
    QVERIFY(!tokens.allowed);
    QVERIFY(tokens.retryAfter > 29min && tokens.retryAfter <= 30min);
    QVERIFY(tokens.resetAfter > 89min && tokens.resetAfter <= 90min);
    m_server.run({"SET", "limit", "2 " + then, "EX", "10000"});
    const Decision level = ask(LeakyBucket{2, 1, 1h});
    QVERIFY(!level.allowed);
    QVERIFY(level.retryAfter > 29min && level.retryAfter <= 30min);
    QVERIFY(level.resetAfter > 89min && level.resetAfter <= 90min);
    m_server.run(
        {"SET", "limit", QByteArray::number(halfAnHourAgo + 2 * 3'600'000'000LL), "EX", "10000"});
    const Decision arrival = ask(Gcra{2, 1, 1h});
    QVERIFY(!arrival.allowed);
    QVERIFY(arrival.retryAfter > 29min && arrival.retryAfter <= 30min);
    QVERIFY(arrival.resetAfter > 89min && arrival.resetAfter <= 90min);
}

void TestRateLimiter::somebodyElsesValueIsLeft_data()
{
    QTest::addColumn<RateLimit>("limit");
    for (const auto &[name, limit] : tenAndNoMore) {
        if (!std::holds_alternative<SlidingLog>(limit)) // no text at all
            QTest::newRow(name) << limit;
    }
}

void TestRateLimiter::somebodyElsesValueIsLeft()
{
    QFETCH(RateLimit, limit);
    for (const char *value : {"abc", "-1x", "1.5", ""}) {
        m_server.run({"SET", "limit", value, "EX", "1000"});
        const auto decision =
            QCoro::waitFor(RateLimiter(m_connection.get(), "limit", limit).acquire());
        QVERIFY2(!decision, value);
        QVERIFY(decision.error().code == ErrorCode::ServerError);
        QCOMPARE(m_server.run({"GET", "limit"}).text, value);
    }
}

void TestRateLimiter::numbersOutOfBoundsAreNotSent_data()
{
    QTest::addColumn<RateLimit>("limit");
    QTest::addColumn<qint64>("cost");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const RateLimit &limit, qint64 cost, const char *says) {
        QTest::newRow(name) << limit << cost << QString::fromLatin1(says);
    };
    const qint64 huge = std::numeric_limits<qint64>::max();
    row("limit 0", FixedWindow{0, 1s}, 1, "limit is 0; possible is 1 to 1000000000.");
    row("limit -1", ClockWindow{-1, 1s}, 1, "limit is -1; possible is 1 to 1000000000.");
    row("limit too large", SlidingWindow{huge, 1s}, 1, "possible is 1 to 1000000000.");
    row("log too long", SlidingLog{10'001, 1s}, 1, "limit is 10001; possible is 1 to 10000.");
    row("no visits", VisitLimit{0, 1s}, 1, "visits is 0; possible is 1 to 1000000000.");
    row("no window", FixedWindow{1, 0s}, 1, "window is 0; possible is 1 ms to 366 days.");
    row("window -1", SlidingLog{1, -1ms}, 1, "window is -1; possible is 1 ms to 366 days.");
    row("window too long", ClockWindow{1, milliseconds::max()}, 1, "possible is 1 ms to 366 days.");
    row("period too long", VisitLimit{1, milliseconds::min()}, 1, "possible is 1 ms to 366 days.");
    row("no capacity", TokenBucket{0, 1, 1s}, 1, "capacity is 0; possible is 1 to 1000000000.");
    row("no refill", TokenBucket{1, 0, 1s}, 1, "refill is 0; possible is 1 to 1000000000.");
    row("no leak", LeakyBucket{1, -5, 1s}, 1, "leak is -5; possible is 1 to 1000000000.");
    row("no burst", Gcra{0, 1, 1s}, 1, "burst is 0; possible is 1 to 1000000000.");
    row("no period", Gcra{1, 1, 0s}, 1, "period is 0; possible is 1 ms to 366 days.");
    row("fills for too long", TokenBucket{1'000'000, 1, 1h}, 1,
        "capacity is 1000000, with refill 1 a period of 3600000 ms it takes 41667 days; possible "
        "are 366.");
    row("cost 0", FixedWindow{5, 1s}, 0, "cost is 0; possible is 1 to 5.");
    row("cost -1", TokenBucket{5, 1, 1s}, -1, "cost is -1; possible is 1 to 5.");
    row("cost above the limit", Gcra{5, 1, 1s}, 6, "cost is 6; possible is 1 to 5.");
    row("cost too large", SlidingLog{5, 1s}, huge, "possible is 1 to 5.");
    row("several visits", VisitLimit{5, 1s}, 2, "cost is 2; possible is 1 to 1.");
}

void TestRateLimiter::numbersOutOfBoundsAreNotSent()
{
    QFETCH(RateLimit, limit);
    QFETCH(qint64, cost);
    QFETCH(QString, says);
    const qint64 sent = m_connection->traffic().commands;
    const auto decision =
        QCoro::waitFor(RateLimiter(m_connection.get(), "limit", limit).acquire(cost));
    QVERIFY(!decision);
    QVERIFY(decision.error().code == ErrorCode::BadInput);
    QVERIFY2(decision.error().detail.endsWith(says), qPrintable(decision.error().detail));
    QCOMPARE(m_connection->traffic().commands, sent);
}

void TestRateLimiter::mayDieWhileAsked()
{
    auto limiter = std::make_unique<RateLimiter>(m_connection.get(), "limit", FixedWindow{1, 1s});
    auto first = limiter->acquire();
    limiter.reset();
    QVERIFY(QCoro::waitFor(std::move(first))->allowed);
    auto second = RateLimiter(m_connection.get(), "limit", FixedWindow{1, 1s}).acquire();
    m_connection.reset();
    QVERIFY(QCoro::waitFor(std::move(second)).error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestRateLimiter)
#include "tst_ratelimiter.moc"
