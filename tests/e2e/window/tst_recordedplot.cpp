// The plot of a recording: a real server is watched and recorded, goes away for a while, and is
// changed while nobody records. What the plot draws is compared with what the test did, and when.

#include "tests/support/openedrecordingwindow.h"
#include "tests/support/patience.h"
#include "tests/support/samples/recordedserver.h"
#include "tests/support/widgetpicture.h"
#include "ui/plot/curves/historycurve.h"
#include "ui/plot/historycanvas.h"
#include "ui/plot/historyplot.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"

#include <QApplication>
#include <QComboBox>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const QByteArray counterKey = "orders:count";
const QByteArray lockKey = "lock:order:7";
const QByteArray first = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
const QByteArray second = "22222222-9a53-4f6f-8c80-0d1c1a8e9b22";

using Did = RecordedServer::Did;

} // namespace

class TestRecordedPlot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aCounterHasTheValuesThatItHad();
    void aLockIsHeldByWhoHeldIt();
    void unseenTimesHaveNoValue();
    void thePlotEndsAtTheMoment();
    void aRowThatIsGoneIsDrawnStill();
    void playingMovesThePlot();
    void itsRangesDoNotEndNow();

private:
    std::unique_ptr<OpenedRecording> opened(Family family, const QByteArray &key)
    {
        auto window = shownRecording(m_path, m_theme.get());
        window->plot()->setSpan(10min);
        window->page()->selectItem(family, key);
        return window;
    }
    static HistoryCanvas *canvas(const OpenedRecording &window)
    {
        return window.plot()->findChild<HistoryCanvas *>();
    }
    // Waits until the plot ends at that moment, and has one curve.
    bool showMoment(OpenedRecording &window, qint64 at)
    {
        window.bar()->goTo(at);
        return QTest::qWaitFor(
            [&] {
                return canvas(window)->windowEnd() == utcInstant(at)
                    && canvas(window)->curves().size() == 1;
            },
            60'000);
    }
    static HistoryCurve curve(const OpenedRecording &window)
    {
        return canvas(window)->curves().front();
    }
    static qint64 timeOf(double x, qint64 moment) { return moment + qRound64(x * 1000); }
    static double xOf(qint64 at, qint64 moment) { return double(at - moment) / 1000; }
    void change(RecordedServer &server, int value)
    {
        m_counter.push_back({server.setCounter(counterKey, value), double(value)});
    }

    QTemporaryDir m_folder;
    QString m_path;
    std::unique_ptr<Theme> m_theme;
    struct Value
    {
        Did set;
        double value = 0; // of the counter, from then on
    };
    std::vector<Value> m_counter;
    Did m_firstHolds, m_freed, m_secondHolds, m_renewed, m_heldAgain;
    Did m_back; // the server, which was away
    qint64 m_recorderEnded = 0, m_firstEnd = 0, m_recorderBegan = 0;
    qint64 m_end = 0;
};

void TestRecordedPlot::initTestCase()
{
    m_theme = std::make_unique<Theme>(qApp);
    m_path = m_folder.filePath(u"night.lockstep"_s);
    RecordedServer server(m_path);
    server.beginSession();
    change(server, 5);
    m_firstHolds = server.hold(lockKey, first, 60'000);
    change(server, 12);
    m_freed = server.release(lockKey);
    change(server, 30);
    m_secondHolds = server.hold(lockKey, second, 60'000);
    m_renewed = server.renew(lockKey, 90'000);
    server.goAway();
    m_back = server.comeBack();
    change(server, 3);
    m_heldAgain = server.hold(lockKey, first, 60'000);
    m_firstEnd = server.endSession();
    m_recorderEnded = RecordedServer::now();
    server.setUnrecorded(counterKey, 500);
    server.setUnrecorded(counterKey, 77);
    m_recorderBegan = RecordedServer::now();
    server.beginSession();
    const Did seen = server.seeRecorded(Family::Counter, counterKey, "77");
    m_counter.push_back({{m_recorderBegan, seen.to}, 77});
    m_end = server.endSession();
}

void TestRecordedPlot::aCounterHasTheValuesThatItHad()
{
    const auto window = opened(Family::Counter, counterKey);
    QVERIFY(showMoment(*window, m_end));
    std::vector<std::pair<qint64, double>> steps; // each value, and when it begins
    for (const QPointF &point : curve(*window).line) {
        if (!std::isnan(point.y()) && (steps.empty() || steps.back().second != point.y()))
            steps.emplace_back(timeOf(point.x(), m_end), point.y());
    }
    QCOMPARE(steps.size(), m_counter.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].second, m_counter[i].value);
        const Did &set = m_counter[i].set;
        QVERIFY2(steps[i].first >= set.from - 1 && steps[i].first <= set.to + 1,
            qPrintable(
                u"%1: %2 of %3 to %4"_s.arg(i).arg(steps[i].first).arg(set.from).arg(set.to)));
    }
    // Just before each change it still had the value before, where that was seen.
    for (const std::size_t i : {std::size_t(1), std::size_t(2)}) {
        const auto before = valueAt(curve(*window), xOf(m_counter[i].set.from - 2, m_end));
        QVERIFY2(
            before == m_counter[i - 1].value, qPrintable(QString::number(before.value_or(-1))));
    }
    QCOMPARE(valueAt(curve(*window), 0), std::optional(77.0));
}

void TestRecordedPlot::aLockIsHeldByWhoHeldIt()
{
    const auto window = opened(Family::Lock, lockKey);
    QVERIFY(showMoment(*window, m_recorderEnded));
    const HistoryCurve drawn = curve(*window);
    const auto at = [&](double x) { return timeOf(x, m_recorderEnded); };
    const auto isWithin = [](qint64 time, const Did &did) {
        return did.from - 1 <= time && time <= did.to + 1;
    };
    QCOMPARE(drawn.holds.size(), 3U);
    QCOMPARE(drawn.holds[0].holder->token, first);
    QVERIFY(isWithin(at(drawn.holds[0].from), m_firstHolds));
    QVERIFY(isWithin(at(drawn.holds[0].to), m_freed));
    QCOMPARE(drawn.holds[1].holder->token, second);
    QVERIFY(isWithin(at(drawn.holds[1].from), m_secondHolds));
    QVERIFY(at(drawn.holds[1].to) >= m_renewed.to);
    QVERIFY(at(drawn.holds[1].to) <= m_back.from); // the server was away
    QCOMPARE(drawn.holds[2].holder->token, first);
    QVERIFY(isWithin(at(drawn.holds[2].from), m_heldAgain));
    QCOMPARE(at(drawn.holds[2].to), m_firstEnd + 1); // from then on nobody knows

    const auto isFree = [&](qint64 time) {
        const double x = xOf(time, m_recorderEnded);
        return std::any_of(drawn.free.begin(), drawn.free.end(),
            [&](const auto &stretch) { return stretch.from <= x && x <= stretch.to; });
    };
    QVERIFY(isFree((m_freed.to + m_secondHolds.from) / 2));
    QVERIFY(!isFree((m_firstHolds.to + m_freed.from) / 2));
    QVERIFY(!isFree(m_back.from - 100));

    QCOMPARE(drawn.renewals.size(), 1U);
    QVERIFY(isWithin(at(drawn.renewals[0].x()), m_renewed));
    QVERIFY(std::abs(drawn.renewals[0].y() - 90) < 1);
    // The time left falls one second a second, from what the test gave it.
    const auto left = valueAt(drawn, xOf(m_freed.from - 100, m_recorderEnded));
    QVERIFY(left);
    const double passed = double(m_freed.from - 100 - m_firstHolds.from) / 1000;
    QVERIFY2(std::abs(*left - (60 - passed)) < 0.5, qPrintable(QString::number(*left)));
}

void TestRecordedPlot::unseenTimesHaveNoValue()
{
    for (const Family family : {Family::Counter, Family::Lock}) {
        const auto window = opened(family, family == Family::Lock ? lockKey : counterKey);
        QVERIFY(showMoment(*window, m_end));
        const HistoryCurve drawn = curve(*window);
        const auto isUnseen = [&](qint64 at) {
            const double x = xOf(at, m_end);
            return std::any_of(drawn.unseen.begin(), drawn.unseen.end(),
                [&](const auto &stretch) { return stretch.from <= x && x <= stretch.to; });
        };
        const qint64 unrecorded = (m_recorderEnded + m_recorderBegan) / 2;
        for (const qint64 at : {m_back.from - 200, m_back.from, unrecorded}) {
            QVERIFY(isUnseen(at));
            QVERIFY(!valueAt(drawn, xOf(at, m_end)));
        }
        for (const qint64 at : {m_counter[0].set.to + 1'000, m_freed.from, m_renewed.to + 500,
                 m_heldAgain.to + 1'000, m_end - 100}) {
            QVERIFY2(!isUnseen(at), qPrintable(QString::number(at - m_end)));
        }
    }
}

void TestRecordedPlot::thePlotEndsAtTheMoment()
{
    const auto window = opened(Family::Counter, counterKey);
    for (const qint64 at : {m_freed.from, m_end, m_secondHolds.to}) {
        QVERIFY(showMoment(*window, at));
        const HistoryCurve drawn = curve(*window);
        QVERIFY(std::all_of(drawn.line.begin(), drawn.line.end(),
            [](const QPointF &point) { return point.x() <= 0; }));
        double before = 0;
        for (const Value &each : m_counter) {
            if (each.set.to < at)
                before = each.value;
        }
        const double highest = at == m_end ? 77 : at > m_counter[2].set.from ? 30 : 12;
        QVERIFY(drawn.highest <= highest);
        QVERIFY(valueAt(drawn, 0) >= before || at == m_end);
        QVERIFY2(window->plot()->range().contains(u"until"_s), qPrintable(window->plot()->range()));
    }
    // While the server was away nothing is known at the end.
    QVERIFY(showMoment(*window, m_back.from - 200));
    QVERIFY(!valueAt(curve(*window), 0));
}

void TestRecordedPlot::aRowThatIsGoneIsDrawnStill()
{
    const auto window = opened(Family::Lock, lockKey);
    QVERIFY(showMoment(*window, m_firstHolds.to));
    QCOMPARE(curve(*window).holds.size(), 1U);
    const qint64 whileFree = m_freed.to + 700;
    QVERIFY(showMoment(*window, whileFree));
    QCOMPARE(curve(*window).holds.size(), 1U);
    QCOMPARE(curve(*window).free.size(), 2U); // it was free before, too
    QCOMPARE(curve(*window).free[1].to, 0.0);
    QVERIFY(window->plot()->title().contains(QString::fromLatin1(lockKey)));
    QVERIFY(showMoment(*window, m_secondHolds.to));
    QCOMPARE(curve(*window).holds.size(), 2U);
}

void TestRecordedPlot::playingMovesThePlot()
{
    const auto window = opened(Family::Counter, counterKey);
    QVERIFY(showMoment(*window, m_freed.from));
    auto *const speed = window->bar()->findChild<QComboBox *>();
    speed->setCurrentIndex(speed->findData(2));
    window->bar()->setPlaying(true);
    QTRY_VERIFY(canvas(*window)->windowEnd() > utcInstant(m_counter[2].set.to));
    window->bar()->setPlaying(false);
    QTRY_COMPARE(canvas(*window)->windowEnd(), utcInstant(window->bar()->moment()));
    QCOMPARE(curve(*window).highest, 30.0);
}

// They end at the moment that is shown.
void TestRecordedPlot::itsRangesDoNotEndNow()
{
    const auto window = opened(Family::Counter, counterKey);
    QVERIFY(showMoment(*window, m_end));
    const auto *menu = window->plot()->findChild<QMenu *>();
    QVERIFY(menu && menu->actions().size() > 1);
    QVERIFY(keptWhereWanted(pictureOf(*window->plot(), 2), u"recorded-plot"_s));
    QMenu shown;
    shown.addActions(menu->actions());
    shown.resize(shown.sizeHint());
    QVERIFY(keptWhereWanted(pictureOf(shown, 2), u"recorded-ranges"_s));
    for (QAction *range : menu->actions()) {
        QVERIFY2(!range->text().contains(u"last"_s), qPrintable(range->text()));
        range->trigger();
        QVERIFY2(window->plot()->range().startsWith(range->text() + u" until "_s),
            qPrintable(window->plot()->range()));
    }
    const auto *corner = window->plot()->findChild<QToolButton *>();
    QVERIFY2(!corner->toolTip().contains(u"last"_s), qPrintable(corner->toolTip()));
}

QTEST_MAIN(TestRecordedPlot)
#include "tst_recordedplot.moc"
