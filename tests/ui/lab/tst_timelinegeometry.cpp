#include "shownpart.h"
#include "ui/lab/drawing/timelinegeometry.h"
#include "ui/lab/tracks/intervalsums.h"
#include "ui/lab/tracks/stepcurve.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lockstep;
using Kind = TimelineLane::Kind;

namespace {

TimeScale scale()
{
    return {.begin = 0,
        .end = 1'000'000'000,
        .from = 0,
        .until = 1'000'000'000,
        .left = 100,
        .right = 1100};
}

LaneStack stack(int keys, int clients, int counts)
{
    LaneStack stack;
    for (int i = 0; i < keys; ++i)
        stack.lanes.push_back({.kind = Kind::Key, .index = quint32(i)});
    for (int i = 0; i < clients; ++i)
        stack.lanes.push_back({.kind = Kind::Client, .index = quint32(i)});
    for (int i = 0; i < counts; ++i)
        stack.lanes.push_back({.kind = Kind::Count, .index = quint32(i)});
    return stack;
}

constexpr double unit = 16;

} // namespace

class TestTimelineGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wideStepsTakeTwice();
    void timeAndPlaceAreEachOthersInverse();
    void zoomingKeepsTheMomentUnderTheMouse();
    void nothingOutsideOfTheRoundIsShown();
    void zoomingInEndsAtAMicrosecond();
    void revealingPansAsLittleAsNeeded();
    void aMomentFarAwayCanBeDrawn();
    void fewClientsAreRoomyAndDoNotScroll();
    void manyClientsShrinkToALineOfTextAndScroll();
    void keysAndPlotsStayWhileClientsScroll();
    void ofManyClientsAFewAreEnoughInLittleRoom();
    void everythingScrollsWhereKeysAloneFillTheWindow();
    void everyLaneIsFoundAtItsPlace_data();
    void everyLaneIsFoundAtItsPlace();
    void timesBeforeAMomentAreSummedUp();
    void boundsOfManyValues();
};

void TestTimelineGeometry::timeAndPlaceAreEachOthersInverse()
{
    TimeScale time = scale();
    QCOMPARE(time.x(0), 100.0);
    QCOMPARE(time.x(500'000'000), 600.0);
    QCOMPARE(time.at(600), 500'000'000);
    time.show(250'000'000, 260'000'000);
    QCOMPARE(time.x(255'000'000), 600.0);
    QCOMPARE(time.at(time.x(251'234'567)), 251'234'567);
}

void TestTimelineGeometry::zoomingKeepsTheMomentUnderTheMouse()
{
    TimeScale time = scale();
    for (int i = 0; i < 12; ++i) {
        const Moment before = time.at(350);
        time.zoom(1.7, 350);
        QVERIFY(std::abs(time.at(350) - before) <= 2);
    }
    QVERIFY(!showsAll(time));
    for (int i = 0; i < 20; ++i)
        time.zoom(1 / 1.7, 350);
    QVERIFY(showsAll(time));
}

void TestTimelineGeometry::nothingOutsideOfTheRoundIsShown()
{
    TimeScale time = scale();
    time.show(-5'000'000'000, 7'000'000'000);
    QCOMPARE(time.from, 0);
    QCOMPARE(time.until, 1'000'000'000);
    time.show(900'000'000, 1'100'000'000);
    QCOMPARE(time.from, 800'000'000);
    QCOMPARE(time.until, 1'000'000'000);
    time.pan(1e7);
    QCOMPARE(time.from, 0);
    QCOMPARE(time.until, 200'000'000);
}

void TestTimelineGeometry::zoomingInEndsAtAMicrosecond()
{
    TimeScale time = scale();
    for (int i = 0; i < 100; ++i)
        time.zoom(3, 700);
    QCOMPARE(time.until - time.from, TimeScale::shortest);
    time.show(10, 10);
    QCOMPARE(time.until - time.from, TimeScale::shortest);
}

void TestTimelineGeometry::revealingPansAsLittleAsNeeded()
{
    TimeScale time = scale();
    time.show(100'000'000, 200'000'000);
    time.reveal(150'000'000);
    QCOMPARE(time.from, 100'000'000);
    time.reveal(300'000'000);
    QCOMPARE(time.until, 305'000'000);
    QCOMPARE(time.from, 205'000'000);
    time.reveal(0);
    QCOMPARE(time.from, 0);
}

void TestTimelineGeometry::aMomentFarAwayCanBeDrawn()
{
    TimeScale time = scale();
    time.show(0, TimeScale::shortest);
    QVERIFY(time.x(never) < 1e5);
    QVERIFY(time.x(never) > time.right);
}

void TestTimelineGeometry::fewClientsAreRoomyAndDoNotScroll()
{
    LaneStack lanes = stack(2, 2, 1);
    lanes.arrange(30, 500, unit);
    QCOMPARE(lanes.maximumOffset(), 0.0);
    QVERIFY(lanes.lanes[2].height > 2.5 * unit);
    QVERIFY(lanes.top(lanes.lanes[4]) >= lanes.top(lanes.lanes[3]) + lanes.lanes[3].height);
}

void TestTimelineGeometry::manyClientsShrinkToALineOfTextAndScroll()
{
    LaneStack lanes = stack(1, 5000, 1);
    lanes.arrange(30, 500, unit);
    QVERIFY(lanes.lanes[1].height >= unit);
    QVERIFY(lanes.lanes[1].height < 1.5 * unit);
    QVERIFY(lanes.maximumOffset() > 4000 * unit);
    const auto seen = lanes.seenScrolling();
    QVERIFY(seen.last - seen.first < 40);
    lanes.scrollTo(1e9);
    QVERIFY(isInView(lanes, lanes.lanes[5000]));
    QCOMPARE(lanes.seenScrolling().last, std::size_t(5001));
}

void TestTimelineGeometry::keysAndPlotsStayWhileClientsScroll()
{
    LaneStack lanes = stack(1, 500, 1);
    lanes.arrange(30, 500, unit);
    const double key = lanes.top(lanes.lanes.front());
    const double count = lanes.top(lanes.lanes.back());
    lanes.scrollTo(1000);
    QCOMPARE(lanes.top(lanes.lanes.front()), key);
    QCOMPARE(lanes.top(lanes.lanes.back()), count);
    QVERIFY(count >= lanes.scrollTop + lanes.scrollHeight);
    QVERIFY(count + lanes.lanes.back().height <= 30 + 500 + 1);
}

// In little room clients give some of theirs before what they came to goes out of sight.
void TestTimelineGeometry::ofManyClientsAFewAreEnoughInLittleRoom()
{
    LaneStack lanes = stack(1, 50, 3);
    lanes.arrange(30, 15 * unit, unit);
    QVERIFY(!lanes.lanes.back().scrolls);
    QVERIFY(isInView(lanes, lanes.lanes.back()));
    QVERIFY(lanes.scrollHeight >= 3 * 1.3 * unit);
}

void TestTimelineGeometry::everythingScrollsWhereKeysAloneFillTheWindow()
{
    LaneStack lanes = stack(40, 3, 2);
    lanes.arrange(30, 400, unit);
    QVERIFY(lanes.lanes.front().scrolls);
    QVERIFY(lanes.lanes.back().scrolls);
    lanes.scrollTo(lanes.maximumOffset());
    QVERIFY(isInView(lanes, lanes.lanes.back()));
    QVERIFY(!isInView(lanes, lanes.lanes.front()));
}

void TestTimelineGeometry::everyLaneIsFoundAtItsPlace_data()
{
    QTest::addColumn<int>("keys");
    QTest::addColumn<int>("clients");
    QTest::addColumn<int>("counts");
    QTest::addColumn<double>("offset");
    QTest::newRow("few") << 2 << 3 << 1 << 0.0;
    QTest::newRow("many clients") << 2 << 300 << 2 << 777.0;
    QTest::newRow("many keys") << 60 << 300 << 2 << 333.0;
    QTest::newRow("no keys") << 0 << 300 << 0 << 50.0;
    QTest::newRow("no clients") << 2 << 0 << 1 << 0.0;
}

void TestTimelineGeometry::everyLaneIsFoundAtItsPlace()
{
    QFETCH(int, keys);
    QFETCH(int, clients);
    QFETCH(int, counts);
    QFETCH(double, offset);
    LaneStack lanes = stack(keys, clients, counts);
    lanes.arrange(30, 480, unit);
    lanes.scrollTo(offset);
    int seen = 0;
    for (std::size_t i = 0; i < lanes.lanes.size(); ++i) {
        const TimelineLane &lane = lanes.lanes[i];
        const double middle = lanes.top(lane) + lane.height / 2;
        const bool visible = !lane.scrolls
            || (middle >= lanes.scrollTop && middle < lanes.scrollTop + lanes.scrollHeight);
        if (!visible)
            continue;
        ++seen;
        QCOMPARE(lanes.laneAt(middle), int(i));
        QVERIFY(isInView(lanes, lane));
    }
    QVERIFY(seen > 2);
    QCOMPARE(lanes.laneAt(10), -1);
    QCOMPARE(lanes.laneAt(2000), -1);
}

void TestTimelineGeometry::timesBeforeAMomentAreSummedUp()
{
    IntervalSums stretches;
    QCOMPARE(IntervalSums::Sweep(stretches).timesBefore(5)[1], 0);
    for (int i = 0; i < 1000; ++i)
        stretches.add(i * 10, i * 10 + 10, quint8(i % 2));
    IntervalSums::Sweep sweep(stretches);
    for (const Moment at : {0, 5, 10, 17, 639, 640, 641, 645, 1280, 9999, 10'000, 99'999}) {
        qint64 expected = 0;
        for (Moment t = 0; t < std::min<Moment>(at, 10'000); ++t)
            expected += (t / 10) % 2;
        QCOMPARE(sweep.timesBefore(at)[1], expected);
        QCOMPARE(IntervalSums::Sweep(stretches).timesBefore(at)[1], expected);
    }
    QCOMPARE(stretches.firstEndingAfter(9999), std::size_t(999));
    QCOMPARE(stretches.firstEndingAfter(10'000), stretches.size());
}

void TestTimelineGeometry::boundsOfManyValues()
{
    StepCurve values;
    QVERIFY(values.bounds(0, 0).isEmpty());
    for (int i = 0; i < 1000; ++i)
        values.add(
            i * 10, i % 100 == 99 ? std::numeric_limits<double>::quiet_NaN() : (i * 37) % 501);
    for (const auto &[first, last] :
        {std::pair{0, 1000}, {3, 61}, {64, 128}, {60, 700}, {99, 100}}) {
        StepCurve::Bounds expected;
        for (int i = first; i < last; ++i) {
            if (std::isnan(values.value(std::size_t(i))))
                continue;
            expected.include(values.value(std::size_t(i)));
        }
        const auto bounds = values.bounds(std::size_t(first), std::size_t(last));
        QCOMPARE(bounds.isEmpty(), expected.isEmpty());
        QCOMPARE(bounds.low, expected.low);
        QCOMPARE(bounds.high, expected.high);
    }
    QVERIFY(std::isnan(values.valueAt(-1)));
    QCOMPARE(values.valueAt(25), 74.0);
}

void TestTimelineGeometry::wideStepsTakeTwice()
{
    constexpr Moment step = stepLength;
    TimeScale time{.begin = 0,
        .end = 8 * step,
        .from = 0,
        .until = 8 * step,
        .left = 0,
        .right = 1000,
        .wide = {2 * step, 5 * step}};
    QCOMPARE(time.x(step), 100.0);
    QCOMPARE(time.x(2 * step), 200.0);
    QCOMPARE(time.x(2 * step + step / 2), 300.0);
    QCOMPARE(time.x(3 * step), 400.0);
    QCOMPARE(time.x(8 * step), 1000.0);
    for (Moment at = 0; at <= 8 * step; at += step / 7)
        QVERIFY(std::abs(time.at(time.x(at)) - at) <= 1);
    time.show(2 * step, 4 * step); // a wide and a narrow one
    QVERIFY(std::abs(time.x(3 * step) - 2000.0 / 3) < 0.01);
    for (Moment at = 2 * step; at <= 4 * step; at += step / 7)
        QVERIFY(std::abs(time.at(time.x(at)) - at) <= 1);
    time.zoom(2, 500);
    QCOMPARE(time.until - time.from, step);
}

QTEST_GUILESS_MAIN(TestTimelineGeometry)
#include "tst_timelinegeometry.moc"
