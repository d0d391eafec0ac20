// What the lane of a lock's key shows of its lease in a stepped run, where time stands still but in
// steps of its own.

#include "samplehistories.h"
#include "tests/support/filecontents.h"
#include "ui/export/picture.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/tracks/leaselevels.h"
#include "ui/lab/tracks/roundtracks.h"
#include "ui/widgets/theme.h"
#include "writtenhistory.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 column = 1000; // ms
constexpr Moment millisecond = 1'000'000;

// Renewed every 10 s of a lease of 30 s; then the server restarts.
RunPtr renewed()
{
    WrittenHistory b(1, OrderKind::Stepped);
    b.scenario.keys = {"lock"};
    const auto operation = [&](int step, QByteArrayView words) {
        return b.operation(0, (step - 1) * column, step * column, words, "OK", 1);
    };
    b.set("lock", 500, "A-1", operation(1, "SET lock A-1 NX PX 30000"), 30'000);
    b.set("lock", 1500, "A-1", operation(2, "PEXPIRE lock 30000"), 30'000);
    b.letPass(2 * column, 2500, 10'000);
    b.set("lock", 3500, "A-1", operation(4, "PEXPIRE lock 30000"), 40'000);
    b.letPass(4 * column, 4500, 10'000);
    b.letPass(5 * column, 5500, 15'000);
    b.incident(Incident::Kind::Restart, 0, 6500);
    b.gone("lock", 6500, none);
    return b.finish(7500);
}

} // namespace

class TestLeaseLane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void theClockRunsInTimeStepsOnly();
    void levelsAreWhatIsLeftBetweenTimeSteps();
    void numbersAreOnThePicture();
    void theBarFallsWhileTimePasses();
    void tooltipsTellWhatIsLeft();
    void whatIsLostWithItsServerHasNotExpired();
    void whatExpiresIsGoneFromTheReplicaToo();
    void aReplicaOfAFreeRunIsKnownFromItsReadingOn();
    void whereNoReplicaTakesOverItFollowsToTheEnd();

private:
    void show(const RunPtr &run);
    [[nodiscard]] QByteArray drawing() const; // SVG
    [[nodiscard]] QRectF lane() const; // of the lock
    [[nodiscard]] double x(qint64 ms) const;
    [[nodiscard]] QString wordsAt(qint64 ms) const;

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Timeline> m_timeline;
};

void TestLeaseLane::init()
{
    m_theme = std::make_unique<Theme>(qApp);
    m_theme->setChoice(Theme::Choice::Light);
    m_timeline = std::make_unique<Timeline>(m_theme.get());
}

void TestLeaseLane::cleanup()
{
    m_timeline.reset();
    m_theme.reset();
}

void TestLeaseLane::show(const RunPtr &run)
{
    m_timeline->resize(1400, 620);
    m_timeline->setRun(run, 0);
    m_timeline->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_timeline.get()));
    QTRY_VERIFY_WITH_TIMEOUT(!m_timeline->isSorting(), 30'000);
}

QByteArray TestLeaseLane::drawing() const
{
    const QTemporaryDir folder;
    const QString name = folder.filePath(u"lane.svg"_s);
    if (!savePicture(*m_timeline, name, {.size = {}, .scale = 1}))
        return {};
    return contentsOf(name);
}

QRectF TestLeaseLane::lane() const
{
    const TimelineGeometry &geometry = m_timeline->shownGeometry();
    const TimelineLane &first = geometry.stack.lanes.front();
    return {geometry.time.left, geometry.stack.top(first), geometry.time.right - geometry.time.left,
        first.height};
}

double TestLeaseLane::x(qint64 ms) const
{
    return m_timeline->shownGeometry().time.x(ms * millisecond);
}

QString TestLeaseLane::wordsAt(qint64 ms) const
{
    return m_timeline->wordsAt({x(ms), lane().center().y()});
}

void TestLeaseLane::theClockRunsInTimeStepsOnly()
{
    const RunPtr run = renewed();
    const History &history = run->history;
    const std::map<qint64, qint64> clocks{{0, 0}, {2000, 0}, {2250, 5000}, {2500, 10'000},
        {4000, 10'000}, {4500, 20'000}, {5000, 20'000}, {5100, 23'000}, {7500, 35'000}};
    for (const auto &[at, clock] : clocks)
        QCOMPARE(history.clockAt(at * millisecond), clock * millisecond);
    QCOMPARE(history.timeLeft(history.changes[0], 2250 * millisecond), 25'000 * millisecond);
    QCOMPARE(history.timeLeft(history.changes[0], 7000 * millisecond), Moment(0));
    const RunPtr free = sample::leaseExpires();
    QCOMPARE(free->history.clockAt(12'345), Moment(12'345));
}

void TestLeaseLane::levelsAreWhatIsLeftBetweenTimeSteps()
{
    const RoundTracks tracks(renewed(), 0);
    QCOMPARE(tracks.keys.size(), std::size_t(1));
    const KeyTrack &track = tracks.keys.front();
    QCOMPARE(track.keySpans.size(), std::size_t(1));
    const auto levelsIn = [&](qint64 from, qint64 until) {
        std::vector<std::array<qint64, 3>> all;
        for (const LeaseLevel &each : leaseLevels(tracks.history(), track, track.keySpans.front(),
                 from * millisecond, until * millisecond))
            all.push_back(
                {each.from / millisecond, each.until / millisecond, each.left / millisecond});
        return all;
    };
    using Levels = std::vector<std::array<qint64, 3>>;
    // The first renewal, before time has passed, parts nothing.
    const Levels all{{500, 2000, 30'000}, {2500, 3500, 20'000}, {3500, 4000, 30'000},
        {4500, 5000, 20'000}, {5500, 6500, 5000}};
    QCOMPARE(levelsIn(0, 7500), all);
    QCOMPARE(levelsIn(2600, 3600), Levels(all.begin() + 1, all.begin() + 3));
}

void TestLeaseLane::numbersAreOnThePicture()
{
    show(sample::stepped());
    const QByteArray expired = drawing();
    QVERIFY(expired.contains(">30.0 s → 0<"));
    QCOMPARE(expired.count(">30.0 s<"), 1); // B's lease is full to the end
    show(renewed());
    const QByteArray lost = drawing();
    QVERIFY(lost.contains(">20.0 s<"));
    QVERIFY(lost.contains(">30.0 s<"));
    QVERIFY(lost.contains(">5.0 s<"));
    QVERIFY(!lost.contains(" → 0<"));
}

void TestLeaseLane::theBarFallsWhileTimePasses()
{
    show(sample::stepped());
    QImage image(m_timeline->size(), QImage::Format_RGB32);
    m_timeline->render(&image);
    const QRgb holding = m_theme->colours().holding.rgb();
    const auto heightAt = [&](qint64 ms) {
        int rows = 0;
        for (int y = int(lane().top()); y < int(lane().bottom()); ++y)
            rows += image.pixel(int(x(ms)), y) == holding;
        return rows;
    };
    const int full = heightAt(2600);
    QVERIFY(full > 10);
    QCOMPARE(heightAt(2900), full); // nothing passes in a step of a client
    QVERIFY(std::abs(heightAt(3250) * 2 - full) <= 3);
    QVERIFY(heightAt(3400) < full / 3 && heightAt(3400) > 0);
    QCOMPARE(heightAt(3700), 0);
    QVERIFY(std::abs(heightAt(6200) - full) <= 1); // another shape, which ends on whole pixels
    QVERIFY(std::abs(heightAt(8200) - full) <= 1);
}

void TestLeaseLane::tooltipsTellWhatIsLeft()
{
    show(sample::stepped());
    QVERIFY2(wordsAt(2000).contains(u"A:1, 30.0 s left (30000 ms)"_s), qPrintable(wordsAt(2000)));
    QVERIFY2(wordsAt(3250).contains(u"A:1, 15"_s) || wordsAt(3250).contains(u"A:1, 14.9 s left"_s),
        qPrintable(wordsAt(3250)));
    QVERIFY2(wordsAt(3750).contains(u"lock: not there"_s), qPrintable(wordsAt(3750)));
    QVERIFY2(wordsAt(8000).contains(u"B:1, 30.0 s left"_s), qPrintable(wordsAt(8000)));
}

void TestLeaseLane::whatIsLostWithItsServerHasNotExpired()
{
    const RoundTracks lost(renewed(), 0);
    QCOMPARE(lost.keys.front().keySpans.front().end, KeySpan::End::Lost);
    const RoundTracks expired(sample::stepped(), 0);
    QCOMPARE(expired.keys.front().keySpans.front().end, KeySpan::End::Expired);
}

void TestLeaseLane::whatExpiresIsGoneFromTheReplicaToo()
{
    WrittenHistory b(1, OrderKind::Stepped);
    b.scenario.keys = {"lock", "done"};
    b.scenario.replica = true;
    b.set("lock", 500, "A-1", b.operation(0, 0, column, "SET lock A-1 PX 30000"), 30'000);
    b.set("done", 1500, 1, b.operation(0, column, 2 * column, "INCR done"));
    b.letPass(2 * column, 2500, 30'000);
    b.gone("lock", 2500, none);
    const RoundTracks tracks(b.finish(3500), 0);
    const ReplicaTrack &lock = tracks.replicas.front();
    QCOMPARE(tracks.history().texts[lock.key], "lock");
    const auto isHeldAt = [&](qint64 ms) {
        const auto at = std::find_if(lock.stretches.begin(), lock.stretches.end(),
            [&](const ReplicaTrack::Stretch &each) { return each.until > ms * millisecond; });
        return at->held.exists;
    };
    QVERIFY(!isHeldAt(1400)); // the replica lacks the last write
    QVERIFY(isHeldAt(1600));
    QVERIFY(isHeldAt(2400));
    QVERIFY(!isHeldAt(2600));
    QVERIFY(!isHeldAt(3400));
}

void TestLeaseLane::aReplicaOfAFreeRunIsKnownFromItsReadingOn()
{
    WrittenHistory b(1, OrderKind::Sampled);
    b.scenario.keys = {"lock"};
    b.scenario.replica = true;
    b.set("lock", 10, "A-1", b.operation(0, 5, 10, "SET lock A-1"));
    b.set("lock", 60, "A-2", b.operation(0, 55, 60, "SET lock A-2"));
    b.incident(Incident::Kind::Failover, 0, 200);
    KeyChange held = b.history.changes.front();
    held.value = b.history.texts.add("A-0"); // the server never held it: it is the replica's alone
    held.at = 100 * millisecond;
    held.deadline = 150 * millisecond;
    b.history.replicaReadings.push_back(held);
    const RunPtr run = b.finish(300);
    const RoundTracks tracks(run, 0);
    QCOMPARE(tracks.replicas.size(), std::size_t(1));
    const auto &stretches = tracks.replicas.front().stretches;
    QCOMPARE(stretches.size(), std::size_t(3));
    QVERIFY(!stretches[0].isKnown);
    QCOMPARE(stretches[1].from, 100 * millisecond);
    QCOMPARE(tracks.history().texts[stretches[1].held.value], "A-0");
    QCOMPARE(stretches[1].until, 150 * millisecond); // there it expires
    QVERIFY(stretches[2].isKnown && !stretches[2].held.exists);
    QCOMPARE(stretches[2].until, 200 * millisecond);
    show(run);
    const QByteArray picture = drawing();
    QVERIFY(picture.contains(">follows the server<"));
    QVERIFY(picture.contains(">A-0<"));
    QVERIFY(picture.contains(">takes over, without it<")); // it has expired
}

void TestLeaseLane::whereNoReplicaTakesOverItFollowsToTheEnd()
{
    WrittenHistory b(1, OrderKind::Sampled);
    b.scenario.keys = {"lock"};
    b.scenario.replica = true;
    b.set("lock", 10, "A-1", b.operation(0, 5, 10, "SET lock A-1"));
    const RunPtr run = b.finish(300);
    const RoundTracks tracks(run, 0);
    QCOMPARE(tracks.replicas.size(), std::size_t(1));
    const auto &stretches = tracks.replicas.front().stretches;
    QCOMPARE(stretches.size(), std::size_t(1));
    QVERIFY(!stretches[0].isKnown);
    QCOMPARE(stretches[0].until, tracks.round.end);
    show(run);
    QVERIFY(drawing().contains(">follows the server<"));
    QVERIFY(!drawing().contains("takes over"));
}

QTEST_MAIN(TestLeaseLane)
#include "tst_leaselane.moc"
