#include "core/lab/history/lanespans.h"
#include "tests/support/samples/writtenhistory.h"

#include <QTest>

using namespace lockstep;
using State = LaneSpan::State;

namespace {

// "0-100 Outside, 100-300 Holding"
QByteArray lane(const WrittenHistory &written, quint32 client, qint64 allowed = -1)
{
    static const char *const names[] = {
        "outside", "waiting", "holding", "expired", "violation", "paused", "crashed"};
    std::vector<CheckResult> results;
    if (allowed >= 0) {
        CheckResult result;
        result.check.kind = Check::Kind::HoldersAtMost;
        result.check.name = "lock";
        result.outcome = CheckOutcome::Violated;
        result.first = Violation();
        result.first->allowed = allowed;
        results.push_back(result);
    }
    QByteArray text;
    for (const LaneSpan &span : laneSpans(written.history, 0, results)) {
        if (span.client != client)
            continue;
        text += (text.isEmpty() ? "" : ", ") + QByteArray::number(span.from / 1'000'000) + '-'
            + QByteArray::number(span.until / 1'000'000) + ' ' + names[int(span.state)];
    }
    return text;
}

} // namespace

class TestLanes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoDoesNothingIsOutside();
    void waitsThenHolds();
    void theLeaseRunsOut();
    void theKeyBecomesSomebodyElses();
    void tooManyInsideAreAViolation();
    void pausesAndCrashesAreStronger();
    void aPauseKeepsTheBelief();
    void whatBecameOfTheLockIsKnown_data();
    void whatBecameOfTheLockIsKnown();
    void aLockThatNobodyLookedAtIsNotSaidToBeGone();
    void onlyLocksCanBeLost();
    void aMillionMarksAreCutQuickly();
};

void TestLanes::whoDoesNothingIsOutside()
{
    const WrittenHistory written(2);
    QCOMPARE(lane(written, 0), "0-1000 outside");
    QCOMPARE(lane(written, 1), "0-1000 outside");
}

void TestLanes::waitsThenHolds()
{
    WrittenHistory written(1);
    written.wait(0, 100, 200);
    written.enter(0, 250);
    written.leave(0, 400);
    written.wait(0, 900, -1);
    QCOMPARE(lane(written, 0),
        "0-100 outside, 100-200 waiting, 200-250 outside, 250-400 holding, 400-900 outside, "
        "900-1000 waiting");
}

void TestLanes::theLeaseRunsOut()
{
    WrittenHistory written(1);
    const quint32 acquire = written.operation(0, 90, 110);
    written.set("lock", 100, 1, acquire, 300);
    written.gone("lock", 300, none);
    written.enter(0, 110, acquire);
    written.leave(0, 500);
    QCOMPARE(lane(written, 0), "0-110 outside, 110-300 holding, 300-500 expired, 500-1000 outside");
}

void TestLanes::theKeyBecomesSomebodyElses()
{
    WrittenHistory written(2);
    const quint32 first = written.operation(0, 90, 110);
    const quint32 second = written.operation(1, 390, 410);
    written.set("lock", 100, 1, first, 300);
    written.gone("lock", 300, none);
    written.set("lock", 400, 2, second, 600);
    written.enter(0, 110, first);
    written.enter(1, 410, second);
    written.leave(0, 500);
    written.leave(1, 550);
    QCOMPARE(lane(written, 0), "0-110 outside, 110-300 holding, 300-500 expired, 500-1000 outside");
    QCOMPARE(lane(written, 1), "0-410 outside, 410-550 holding, 550-1000 outside");
}

void TestLanes::tooManyInsideAreAViolation()
{
    WrittenHistory written(2);
    written.enter(0, 100);
    written.enter(1, 200);
    written.leave(0, 300);
    written.leave(1, 400);
    QCOMPARE(
        lane(written, 0, 1), "0-100 outside, 100-200 holding, 200-300 violation, 300-1000 outside");
    QCOMPARE(
        lane(written, 1, 1), "0-200 outside, 200-300 violation, 300-400 holding, 400-1000 outside");
    QCOMPARE(lane(written, 1), "0-200 outside, 200-400 holding, 400-1000 outside");
}

void TestLanes::pausesAndCrashesAreStronger()
{
    WrittenHistory written(2);
    written.enter(0, 100);
    written.incident(Incident::Kind::Pause, 0, 200);
    written.enter(1, 250);
    written.incident(Incident::Kind::Resume, 0, 300);
    written.incident(Incident::Kind::Crash, 1, 350);
    written.leave(0, 400);
    QCOMPARE(lane(written, 0),
        "0-100 outside, 100-200 holding, 200-300 paused, 300-400 holding, 400-1000 outside");
    QCOMPARE(lane(written, 1), "0-250 outside, 250-350 holding, 350-1000 crashed");
}

void TestLanes::aPauseKeepsTheBelief()
{
    WrittenHistory written(2);
    written.enter(0, 100);
    written.incident(Incident::Kind::Pause, 0, 200);
    written.enter(1, 250);
    written.leave(1, 300);
    written.incident(Incident::Kind::Resume, 0, 400);
    written.leave(0, 500);
    CheckResult result;
    result.check.kind = Check::Kind::HoldersAtMost;
    result.check.name = "lock";
    result.outcome = CheckOutcome::Violated;
    result.first = Violation();
    result.first->allowed = 1;
    QList<int> beliefs;
    for (const LaneSpan &span : laneSpans(written.history, 0, {result})) {
        if (span.client == 0 && span.state == LaneSpan::State::Paused)
            beliefs << int(span.belief());
    }
    QCOMPARE(beliefs,
        (QList<int>{int(LaneSpan::State::Holding), int(LaneSpan::State::TooMany),
            int(LaneSpan::State::Holding)}));
}

void TestLanes::whatBecameOfTheLockIsKnown_data()
{
    QTest::addColumn<OrderKind>("order");
    QTest::addColumn<int>("how");
    QTest::addColumn<int>("loss");
    QTest::addColumn<quint32>("by");
    using Loss = LaneSpan::Loss;
    constexpr OrderKind exact = OrderKind::Exact;
    constexpr OrderKind sampled = OrderKind::Sampled;
    QTest::newRow("its lease is over") << exact << 0 << int(Loss::Expired) << none;
    QTest::newRow("another deletes it") << exact << 1 << int(Loss::Deleted) << 1U;
    QTest::newRow("another overwrites it") << exact << 2 << int(Loss::Replaced) << 1U;
    QTest::newRow("its server loses it") << exact << 3 << int(Loss::Lost) << none;
    QTest::newRow("looked at: its lease is over") << sampled << 0 << int(Loss::Expired) << none;
    QTest::newRow("looked at: another deletes it") << sampled << 1 << int(Loss::Gone) << none;
    QTest::newRow("looked at: its server loses it") << sampled << 3 << int(Loss::Gone) << none;
}

void TestLanes::whatBecameOfTheLockIsKnown()
{
    QFETCH(OrderKind, order);
    QFETCH(int, how);
    WrittenHistory written(2, order);
    const quint32 acquire = written.operation(0, 90, 110);
    const quint32 second = written.operation(1, 290, 310);
    const bool isKnown = order != OrderKind::Sampled; // who did what to the key
    const quint32 foreign = isKnown ? second : none;
    written.set("lock", 100, "A-1", isKnown ? acquire : none, how == 0 ? 300 : 900);
    written.enter(0, 110, acquire);
    if (how == 2)
        written.set("lock", 300, "B-1", foreign, 900);
    else
        written.gone("lock", 300, how == 1 ? foreign : none);
    written.leave(0, 500);
    const auto spans = laneSpans(written.history, 0, {});
    const auto expired = std::find_if(spans.begin(), spans.end(),
        [](const LaneSpan &span) { return span.state == LaneSpan::State::Expired; });
    QVERIFY(expired != spans.end());
    QCOMPARE(expired->from, WrittenHistory::ms(300));
    QCOMPARE(expired->until, WrittenHistory::ms(500));
    QTEST(int(expired->loss), "loss");
    QTEST(expired->lostTo, "by");
}

// The key is looked at now and then, and this one came and went in between.
void TestLanes::aLockThatNobodyLookedAtIsNotSaidToBeGone()
{
    WrittenHistory written(2, OrderKind::Sampled);
    const quint32 acquire = written.operation(0, 90, 110);
    written.enter(0, 110, acquire);
    written.leave(0, 200);
    written.set("lock", 300, "B-1", none, 900);
    written.gone("lock", 400, none);
    const auto spans = laneSpans(written.history, 0, {});
    QVERIFY(std::none_of(spans.begin(), spans.end(),
        [](const LaneSpan &span) { return span.state == LaneSpan::State::Expired; }));
    const auto holding = std::find_if(spans.begin(), spans.end(),
        [](const LaneSpan &span) { return span.state == LaneSpan::State::Holding; });
    QVERIFY(holding != spans.end());
    QCOMPARE(holding->from, WrittenHistory::ms(110));
    QCOMPARE(holding->until, WrittenHistory::ms(200));
}

// Of a sorted set that has the name of what is entered, everybody has a member.
void TestLanes::onlyLocksCanBeLost()
{
    WrittenHistory written(2);
    const quint32 first = written.operation(0, 90, 110);
    written.set("lock", 100, 1, first);
    written.enter(1, 200);
    written.leave(1, 400);
    const auto spans = laneSpans(written.history, 0, {}, [](quint32) { return false; });
    QVERIFY(std::none_of(spans.begin(), spans.end(),
        [](const LaneSpan &span) { return span.state == LaneSpan::State::Expired; }));
}

void TestLanes::aMillionMarksAreCutQuickly()
{
    WrittenHistory written(50);
    written.history.rounds[0].end = WrittenHistory::ms(2'000'000);
    const quint32 lock = written.history.texts.add("lock");
    for (quint32 i = 0; i < 1'000'000; ++i) {
        MarkRecord mark;
        mark.at = i * 1'000'000LL;
        mark.name = lock;
        mark.client = (i / 2) % 50;
        mark.kind = i % 2 == 0 ? MarkRecord::Kind::Enter : MarkRecord::Kind::Leave;
        written.history.marks.push_back(mark);
    }
    const std::vector<LaneSpan> spans = laneSpans(written.history, 0, {});
    QCOMPARE(spans.size(), 1'000'049U);
    for (size_t i = 1; i < spans.size(); ++i) {
        QVERIFY(spans[i].client == spans[i - 1].client + 1
            || (spans[i].client == spans[i - 1].client && spans[i].from == spans[i - 1].until));
    }
}

QTEST_GUILESS_MAIN(TestLanes)
#include "tst_lanes.moc"
