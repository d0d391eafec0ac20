// What the plot of a lock draws, compared with what was done to the lock on a real server. Every
// step of the driver lies between two moments of its own clock, the one before it sent the command
// and the one at which the watch had told of it, so no load on the machine can make it fail.

#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/testserver.h"
#include "ui/plot/curves/historycurve.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

// When something was done, as narrowly as the driver knows.
struct Interval
{
    Instant before;
    Instant after;

    [[nodiscard]] bool contains(Instant at) const { return before <= at && at <= after; }
};

struct DrivenHold
{
    QByteArray token;
    Interval begin;
    std::vector<Interval> renewals;
    Interval end;
    bool isHandedOver = false; // at its end
};

} // namespace

class PlottedHoldsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyHoldOfAHotLockIsDrawnAsItWas();
    void aLostConnectionIsAGapInTheCurve();

private:
    static constexpr auto key = "lock:hot";

    [[nodiscard]] HistoryCurve curveNow() const
    {
        const Instant now = Instant::clock::now();
        ItemPtr item = m_log->item(key);
        for (const ItemPtr &freed : *m_log->now().freed) {
            if (!item && freed->key == key)
                item = freed;
        }
        return historyCurve(*item, {now - 10min, now, now, *m_log->now().unseen});
    }

    // Does something, and waits until the watch has told of it.
    template <typename Act, typename Seen> Interval perform(Act act, Seen isSeen)
    {
        Interval interval{Instant::clock::now(), {}};
        act();
        if (!m_log->waitFor(isSeen))
            m_isLost = true;
        interval.after = Instant::clock::now();
        return interval;
    }

    std::unique_ptr<WatchLog> m_log;
    bool m_isLost = false;
};

void PlottedHoldsTest::everyHoldOfAHotLockIsDrawnAsItWas()
{
    TestServer server;
    m_log = std::make_unique<WatchLog>(server.endpoint());
    QVERIFY(m_log->startAndWait());
    using Kind = JournalEntry::Kind;
    std::vector<DrivenHold> driven;
    constexpr int holds = 12;
    for (int i = 0; i < holds; ++i) {
        DrivenHold hold;
        hold.token = "token-of-the-worker-number-" + QByteArray::number(i).rightJustified(2, '0');
        const bool takesOver = i > 0 && driven.back().isHandedOver;
        hold.begin = perform(
            [&] {
                takesOver ? server.run({"SET", key, hold.token, "PX", "60000"})
                          : server.run({"SET", key, hold.token, "NX", "PX", "60000"});
            },
            [&] { return m_log->token(key) == hold.token; });
        if (takesOver)
            driven.back().end = hold.begin;
        for (int n = 0; n < (i % 4 == 1 ? 2 : 0); ++n) {
            const int seen = m_log->count(Kind::Renewed, key);
            hold.renewals.push_back(perform(
                [&] {
                    server.run({"PEXPIRE", key, QByteArray::number(120'000 + 60'000 * n)});
                },
                [&] { return m_log->count(Kind::Renewed, key) > seen; }));
        }
        hold.isHandedOver = i % 3 == 2;
        if (!hold.isHandedOver)
            hold.end = perform(
                [&] {
                    server.run({"DEL", key});
                },
                [&] { return m_log->token(key).isEmpty(); });
        driven.push_back(hold);
    }
    QVERIFY(!m_isLost);
    QVERIFY(driven.back().isHandedOver); // by nobody: it is held still

    const Instant now = Instant::clock::now();
    const HistoryCurve curve = historyCurve(*m_log->item(key), {now - 10min, now, now});
    const auto at = [now](double x) {
        return now
            + std::chrono::duration_cast<Instant::duration>(std::chrono::duration<double>(x));
    };
    const auto isWithin = [&](double x, const Interval &interval) {
        return interval.contains(at(x)) || interval.contains(at(x) + 1us)
            || interval.contains(at(x) - 1us); // of the arithmetic with doubles
    };
    QCOMPARE(curve.holds.size(), driven.size());
    std::size_t renewal = 0;
    std::size_t handOver = 0;
    std::size_t free = 0;
    for (std::size_t i = 0; i < driven.size(); ++i) {
        const DrivenHold &did = driven[i];
        const HistoryCurve::HoldStretch &drawn = curve.holds[i];
        QCOMPARE(drawn.holder->token, did.token);
        QVERIFY(isWithin(drawn.from, did.begin));
        QVERIFY(i + 1 == driven.size() ? drawn.to == 0 : isWithin(drawn.to, did.end));
        const auto left = valueAt(curve, (drawn.from + drawn.to) / 2);
        QVERIFY2(left && *left > 0, did.token.constData());
        for (const Interval &renewed : did.renewals) {
            QVERIFY(renewal < curve.renewals.size());
            QVERIFY(isWithin(curve.renewals[renewal++].x(), renewed));
        }
        if (i + 1 == driven.size())
            break;
        if (did.isHandedOver) {
            QVERIFY(handOver < curve.handOvers.size());
            QVERIFY(isWithin(curve.handOvers[handOver++].x(), did.end));
        } else {
            QVERIFY(free < curve.free.size());
            QCOMPARE(curve.free[free].from, drawn.to);
            QCOMPARE(curve.free[free].to, curve.holds[i + 1].from);
            QVERIFY(!valueAt(curve, (curve.free[free].from + curve.free[free].to) / 2));
            ++free;
        }
    }
    QCOMPARE(renewal, curve.renewals.size()); // and none besides
    QCOMPARE(handOver, curve.handOvers.size());
    QCOMPARE(free, curve.free.size());
    QVERIFY(curve.unseen.empty());
    m_log.reset();
}

void PlottedHoldsTest::aLostConnectionIsAGapInTheCurve()
{
    TestServer server;
    m_log = std::make_unique<WatchLog>(server.endpoint());
    QVERIFY(m_log->startAndWait());
    const Instant before = Instant::clock::now();
    server.run({"SET", key, "token-of-the-first-worker", "PX", "600000"});
    QVERIFY(m_log->waitFor([&] { return m_log->token(key) == "token-of-the-first-worker"; }));
    // Both in one turn of the server, so what is done is done while nobody watches.
    server.runAll({{"MULTI"}, {"CLIENT", "KILL", "TYPE", "pubsub"},
        {"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"},
        {"SET", key, "token-of-the-other-worker", "PX", "600000"}, {"EXEC"}});
    QVERIFY(m_log->waitFor([&] { return m_log->token(key) == "token-of-the-other-worker"; }));
    QVERIFY(m_log->waitFor([&] { return !m_log->now().unseen->empty(); }));
    const Instant after = Instant::clock::now();

    const HistoryCurve curve = curveNow();
    QVERIFY(!curve.unseen.empty());
    const Instant now = Instant::clock::now();
    const double earliest = std::chrono::duration<double>(before - now).count() - 1;
    const double latest = std::chrono::duration<double>(after - now).count() + 1;
    for (const auto &unseen : curve.unseen)
        QVERIFY(unseen.from >= earliest && unseen.to <= latest && unseen.from <= unseen.to);
    QCOMPARE(curve.holds.size(), std::size_t(2));
    QVERIFY(curve.handOvers.empty()); // how it went on is not known
    QVERIFY(curve.renewals.empty());
    QVERIFY(curve.free.empty());
    for (const auto &unseen : curve.unseen) {
        if (unseen.to - unseen.from > 0.002)
            QVERIFY(!valueAt(curve, (unseen.from + unseen.to) / 2));
    }
    m_log.reset();
}

QTEST_GUILESS_MAIN(PlottedHoldsTest)
#include "tst_plottedholds.moc"
