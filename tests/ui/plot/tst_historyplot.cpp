#include "sampleitems.h"
#include "ui/export/picture.h"
#include "ui/plot/curveitems.h"
#include "ui/plot/curves/curvescale.h"
#include "ui/plot/historycanvas.h"
#include "ui/plot/historyplot.h"
#include "ui/plot/sparkline.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

using namespace lockstep;
using std::chrono::seconds;

namespace {

// tolerance: how far the three channels may be off together; lines are drawn with soft edges.
bool isLike(QRgb pixel, const QColor &colour, int tolerance = 40)
{
    return std::abs(qRed(pixel) - colour.red()) + std::abs(qGreen(pixel) - colour.green())
        + std::abs(qBlue(pixel) - colour.blue())
        < tolerance;
}

// The topmost pixel of the colour in each column; -1 where there is none.
QList<int> skyline(const QImage &image, const QColor &colour, int fromRow, int tolerance = 40)
{
    QList<int> tops(image.width(), -1);
    for (int x = 0; x < image.width(); ++x) {
        for (int y = fromRow; y < image.height() && tops[x] < 0; ++y) {
            if (isLike(image.pixel(x, y), colour, tolerance))
                tops[x] = y;
        }
    }
    return tops;
}

int teeth(const QList<int> &tops)
{
    int count = 0;
    for (qsizetype x = 6; x < tops.size(); ++x) {
        if (tops[x] >= 0 && tops[x - 6] >= 0 && tops[x - 6] - tops[x] > 25) {
            ++count;
            x += 12;
        }
    }
    return count;
}

bool holds(const QImage &image, const QColor &colour, int tolerance = 40)
{
    const auto tops = skyline(image, colour, 0, tolerance);
    return std::any_of(tops.begin(), tops.end(), [](int top) { return top >= 0; });
}

HistoryCanvas *canvas(const HistoryPlot &plot)
{
    return plot.findChild<HistoryCanvas *>();
}

} // namespace

class HistoryPlotTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void withoutACurveItIsDrawnOnceASecond();
    void aRenewedLockIsASawTooth();
    void theCurveDoesNotCrossTheRenewalLabel_data();
    void theCurveDoesNotCrossTheRenewalLabel();
    void aLockWithoutTtlIsADoubleLine();
    void beyondTheLimitIsViolation();
    void aSemaphoreIsNamedByItsPermits();
    void severalHoldersAreCounted();
    void severalItemsUseNoStateColours();
    void theWheelZoomsWithinItsBounds();
    void aDoubleClickGoesBackToTheLastMinute();
    void aVanishedItemStaysAndIsCalledGone();
    void vectorFilesHoldLinesAndNoPictures();
    void anotherEndingIsRefused();
    void aSparklineFollowsItsSeries();
    void aYoungSparklineTakesTheWholeWidth();
    void aSteadyRiseIsAThinSparkline();
    void aSparklineOfNothingDrawsNothing();
    void labelsOfValuesHaveRoom();
    void whatIsCountedHasAScaleOfWholeNumbers_data();
    void whatIsCountedHasAScaleOfWholeNumbers();
    void thePointerTellsTimeAndValues();
    void curvesOfDifferentSizesGetTheirOwnScales();
    void theLabelIsWhereWhatIsDrawnEnds_data();
    void theLabelIsWhereWhatIsDrawnEnds();
    void theRangeSaysItselfAndStaysForTheNextRow();
    void aClickTellsTheTimeAndAMarkIsDrawn();

private:
    QImage picture(HistoryPlot &plot)
    {
        const QString file = m_folder.filePath(QStringLiteral("plot.png"));
        const auto saved = savePicture(plot, file, {.size = QSize(780, 220), .scale = 1});
        return saved ? QImage(file) : QImage();
    }

    QTemporaryDir m_folder;
    Theme *m_theme = nullptr;
    Instant m_now;
    Snapshot m_snapshot;
};

void HistoryPlotTest::init()
{
    if (!m_theme)
        m_theme = new Theme(qApp);
    m_theme->setChoice(Theme::Choice::Light);
    m_now = Instant::clock::now();
    m_snapshot = sample::everything(m_now);
}

void HistoryPlotTest::withoutACurveItIsDrawnOnceASecond()
{
    HistoryPlot plot(m_theme);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    plot.setSnapshot(m_snapshot);
    QCoreApplication::processEvents();
    const QSignalSpy drawn(plot.findChild<HistoryCanvas *>(), &QCustomPlot::afterReplot);
    for (int i = 0; i < 40; ++i) { // two seconds
        m_snapshot.takenAt += Milliseconds(50);
        plot.setSnapshot(m_snapshot);
        QCoreApplication::processEvents();
    }
    QCOMPARE(drawn.size(), 2);
}

void HistoryPlotTest::aRenewedLockIsASawTooth()
{
    HistoryPlot plot(m_theme);
    plot.setSnapshot(m_snapshot);
    plot.setSelection(Family::Lock, {"myLock"});
    const QImage image = picture(plot);
    const int found = teeth(skyline(image, m_theme->colours().holding, 40));
    QVERIFY2(found >= 5 && found <= 7, qPrintable(QString::number(found)));
    QVERIFY(holds(image, m_theme->colours().expiring, 100)); // renewal due
    QVERIFY(plot.title().startsWith(QLatin1String("myLock")));

    plot.setSelection(Family::Lock, {"lock:order:8812"});
    const QImage still = picture(plot);
    QCOMPARE(teeth(skyline(still, m_theme->colours().holding, 40)), 0);
    QVERIFY(!holds(still, m_theme->colours().expiring, 100));
}

void HistoryPlotTest::theCurveDoesNotCrossTheRenewalLabel_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<bool>("isLabelled");
    QTest::newRow("high") << 220 << true;
    QTest::newRow("low") << 75 << false;
}

// Nor does the axis, in a low plot.
void HistoryPlotTest::theCurveDoesNotCrossTheRenewalLabel()
{
    QFETCH(const int, height);
    QFETCH(const bool, isLabelled);
    HistoryPlot plot(m_theme);
    plot.resize(400, height);
    plot.setSnapshot(m_snapshot);
    plot.setSelection(Family::Lock, {"myLock"});
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    HistoryCanvas *drawn = canvas(plot);
    drawn->replot();
    const QCPItemText *label = nullptr;
    for (int i = 0; i < drawn->itemCount(); ++i) {
        const auto *text = qobject_cast<QCPItemText *>(drawn->item(i));
        if (text && text->text().startsWith(QStringLiteral("renewal due")))
            label = text;
    }
    QVERIFY(label);
    QCOMPARE(label->visible(), isLabelled);
    if (!isLabelled)
        return;
    const QRectF area(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition());
    QVERIFY(QRectF(drawn->axisRect()->rect()).contains(area));
    const auto points = drawn->graph(0)->data();
    QVERIFY(points->size() > 5);
    for (const QCPGraphData &point : *points) {
        const QPointF at(
            drawn->xAxis->coordToPixel(point.key), drawn->yAxis->coordToPixel(point.value));
        QVERIFY(!area.contains(at));
    }
}

void HistoryPlotTest::aLockWithoutTtlIsADoubleLine()
{
    HistoryPlot plot(m_theme);
    plot.setSnapshot(m_snapshot);
    plot.setSelection(Family::Lock, {"lock:stuck"});
    const QImage image = picture(plot);
    const int x = image.width() - 60;
    int lines = 0;
    bool inside = false;
    for (int y = 36; y < 90; ++y) {
        const bool now = isLike(image.pixel(x, y), m_theme->colours().violation, 130);
        lines += now && !inside ? 1 : 0;
        inside = now;
    }
    QCOMPARE(lines, 2);
}

void HistoryPlotTest::beyondTheLimitIsViolation()
{
    HistoryPlot plot(m_theme);
    plot.setSnapshot(m_snapshot);
    plot.setSelection(Family::Bucket, {"10.0.0.7:1795217360"});
    QVERIFY(holds(picture(plot), m_theme->colours().violation));
    plot.setSelection(Family::Bucket, {"LIMITS:u42"});
    QVERIFY(!holds(picture(plot), m_theme->colours().violation));
}

void HistoryPlotTest::aSemaphoreIsNamedByItsPermits()
{
    Item semaphore = sample::lock("semaphore:gpu", m_now, 0);
    semaphore.reading.permits.emplace().emplace_back().holder.token = "gpu-1";
    HistoryPlot plot(m_theme);
    plot.setSnapshot(sample::snapshot({semaphore, sample::lock("lock:a", m_now, 30)}, m_now));
    plot.setSelection(Family::Lock, {"lock:a"});
    QCOMPARE(plot.title(), u"lock:a — time left"_qs);
    plot.setSelection(Family::Lock, {"semaphore:gpu"});
    QCOMPARE(plot.title(), u"semaphore:gpu — permits in use"_qs);
    // Another language is chosen, and nothing is drawn anew, as while it is paused.
    QEvent languageChange(QEvent::LanguageChange);
    QCoreApplication::sendEvent(&plot, &languageChange);
    QCOMPARE(plot.title(), u"semaphore:gpu — permits in use"_qs);
}

void HistoryPlotTest::severalHoldersAreCounted()
{
    Item semaphore = sample::lock("semaphore:gpu", m_now, 30);
    semaphore.reading.holder = sample::holder("gpu-1");
    semaphore.reading.permits = Permits(3);
    HistoryPlot plot(m_theme);
    plot.setSnapshot(sample::snapshot({semaphore}, m_now));
    plot.setSelection(Family::Lock, {"semaphore:gpu"});
    QCOMPARE(plot.accessibleDescription(), u"holders gpu-1 and 2 more"_qs);
}

void HistoryPlotTest::severalItemsUseNoStateColours()
{
    HistoryPlot plot(m_theme);
    plot.setSnapshot(m_snapshot);
    plot.setSelection(Family::Lock, {"myLock", "lock:order:8812", "lock:stuck"});
    const QImage image = picture(plot);
    QVERIFY(holds(image, m_theme->colours().accent));
    QVERIFY(!holds(image, m_theme->colours().holding));
    QVERIFY(!holds(image, m_theme->colours().violation));
    QVERIFY(plot.title().contains(QLatin1Char('3')));
}

void HistoryPlotTest::theWheelZoomsWithinItsBounds()
{
    HistoryPlot plot(m_theme);
    plot.resize(600, 200);
    auto *canvas = plot.findChild<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
    for (QWidget *child : plot.findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
        if (child->inherits("QCustomPlot"))
            canvas = child;
    }
    const auto turn = [canvas](int delta) {
        const QPointF middle(300, 60);
        QWheelEvent event(middle, canvas->mapToGlobal(middle), {}, QPoint(0, delta), Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas, &event);
    };
    turn(120);
    QVERIFY(plot.span() < seconds(60));
    for (int i = 0; i < 40; ++i)
        turn(120);
    QCOMPARE(plot.span(), Milliseconds(10'000));
    for (int i = 0; i < 60; ++i)
        turn(-120);
    QCOMPARE(plot.span(), Milliseconds(600'000));
}

void HistoryPlotTest::aDoubleClickGoesBackToTheLastMinute()
{
    HistoryPlot plot(m_theme);
    plot.resize(600, 200);
    plot.show();
    plot.setSpan(seconds(300));
    QTest::mouseDClick(plot.childAt(300, 120), Qt::LeftButton);
    QCOMPARE(plot.span(), Milliseconds(60'000));
}

void HistoryPlotTest::aVanishedItemStaysAndIsCalledGone()
{
    HistoryPlot plot(m_theme);
    plot.setSnapshot(m_snapshot);
    plot.setSelection(Family::Lock, {"myLock"});
    plot.setSnapshot(sample::snapshot({}, m_now));
    QCOMPARE(plot.accessibleDescription(), QStringLiteral("gone"));
    QVERIFY(teeth(skyline(picture(plot), m_theme->colours().holding, 40)) >= 5);
}

void HistoryPlotTest::vectorFilesHoldLinesAndNoPictures()
{
    HistoryPlot plot(m_theme);
    plot.resize(780, 220);
    plot.setSnapshot(m_snapshot);
    plot.setSelection(Family::Lock, {"myLock"});
    const QString svg = m_folder.filePath(QStringLiteral("plot.svg"));
    QVERIFY(savePicture(plot, svg, {.size = plot.size()}));
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(!text.contains("<image"));
    QVERIFY(text.contains("<polyline") || text.contains("<path"));
    QVERIFY(text.contains("renewal due at 20 s"));

    const QString pdf = m_folder.filePath(QStringLiteral("plot.pdf"));
    QVERIFY(savePicture(plot, pdf, {.size = plot.size(), .scale = 2}));
    QFile document(pdf);
    QVERIFY(document.open(QIODevice::ReadOnly));
    const QByteArray bytes = document.readAll();
    QVERIFY(bytes.startsWith("%PDF"));
    QVERIFY(!bytes.contains("/Subtype /Image"));
}

void HistoryPlotTest::anotherEndingIsRefused()
{
    HistoryPlot plot(m_theme);
    const auto result =
        savePicture(plot, m_folder.filePath(QStringLiteral("plot.gif")), {.size = plot.size()});
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::BadInput);
}

void HistoryPlotTest::aSparklineFollowsItsSeries()
{
    QImage image(100, 20, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const Series series{{m_now - seconds(90), 5}, {m_now - seconds(70), std::nan("")},
        {m_now - seconds(50), 0}, {m_now - seconds(30), 10}, {m_now - seconds(10), std::nan("")}};
    paintSparkline(painter, QRectF(0, 0, 100, 20), series, m_now, seconds(60), Qt::black);
    painter.end();
    const auto tops = skyline(image, Qt::black, 0, 400);
    QCOMPARE(tops[5], -1); // before the first point
    QVERIFY(tops[30] > 15); // low
    QVERIFY(tops[65] >= 0 && tops[65] < 4); // high
    QCOMPARE(tops[95], -1); // gone
}

void HistoryPlotTest::aYoungSparklineTakesTheWholeWidth()
{
    QImage image(100, 20, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const Series series{{m_now - seconds(8), 0}, {m_now - seconds(4), 10}};
    paintSparkline(painter, QRectF(0, 0, 100, 20), series, m_now, seconds(60), Qt::black);
    painter.end();
    const auto tops = skyline(image, Qt::black, 0, 400);
    QVERIFY(tops[5] > 15); // low, from the left edge on
    QVERIFY(tops[45] > 15);
    QVERIFY(tops[55] >= 0 && tops[55] < 4); // high, from the middle on
}

void HistoryPlotTest::aSteadyRiseIsAThinSparkline()
{
    QImage image(100, 20, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    Series series;
    for (int i = 0; i <= 1200; ++i)
        series.push_back({m_now - seconds(60) + std::chrono::milliseconds(50 * i), double(i)});
    paintSparkline(painter, QRectF(0, 0, 100, 20), series, m_now, seconds(60), Qt::black);
    painter.end();
    for (int x = 2; x < 98; ++x) {
        int thickness = 0;
        for (int y = 0; y < image.height(); ++y)
            thickness += qGray(image.pixel(x, y)) < 128 ? 1 : 0;
        QVERIFY2(thickness <= 2, qPrintable(QStringLiteral("column %1: %2").arg(x).arg(thickness)));
    }
}

void HistoryPlotTest::labelsOfValuesHaveRoom()
{
    HistoryPlot plot(m_theme);
    for (int inUse = 1; inUse <= 12; ++inUse) {
        Item semaphore = sample::lock("semaphore:gpu", m_now, 30);
        semaphore.reading.permits = Permits(std::size_t(inUse));
        semaphore.reading.value = inUse;
        plot.setSnapshot(sample::snapshot({semaphore}, m_now));
        plot.setSelection(Family::Lock, {"semaphore:gpu"});
        for (int height = 90; height <= 300; height += 10) {
            QVERIFY(savePicture(plot, m_folder.filePath(QStringLiteral("plot.png")),
                {.size = QSize(500, height), .scale = 1}));
            const QCPAxis *axis = canvas(plot)->yAxis;
            const QVector<double> ticks = axis->tickVector();
            const int line = QFontMetrics(axis->tickLabelFont()).height();
            for (qsizetype i = 1; i < ticks.size(); ++i) {
                const double gap = axis->coordToPixel(ticks[i - 1]) - axis->coordToPixel(ticks[i]);
                QVERIFY2(gap >= line,
                    qPrintable(QStringLiteral("%1 in use, %2 pixels high: %3 < %4")
                                   .arg(inUse)
                                   .arg(height)
                                   .arg(gap)
                                   .arg(line)));
            }
        }
    }
}

void HistoryPlotTest::whatIsCountedHasAScaleOfWholeNumbers_data()
{
    QTest::addColumn<Family>("family");
    QTest::addColumn<QList<double>>("values"); // the last one is the present one
    QTest::addColumn<bool>("areCounted");
    for (int inUse = 0; inUse <= 12; ++inUse)
        QTest::addRow("%d permits", inUse) << Family::Lock << QList<double>{double(inUse)} << true;
    QTest::newRow("a counter") << Family::Counter << QList<double>{4, 5, 6} << true;
    QTest::newRow("a counter that stands") << Family::Counter << QList<double>{7} << true;
    QTest::newRow("a counter of fractions")
        << Family::Counter << QList<double>{4, 4.25, 5} << false;
    QTest::newRow("a limit") << Family::Bucket << QList<double>{0, 1, 2} << true;
    QTest::newRow("a limit of tokens") << Family::Bucket << QList<double>{0.5, 1.5} << false;
}

void HistoryPlotTest::whatIsCountedHasAScaleOfWholeNumbers()
{
    QFETCH(const Family, family);
    QFETCH(const QList<double>, values);
    QFETCH(const bool, areCounted);
    Item item = family == Family::Counter ? sample::counter("it", m_now, values.last())
        : family == Family::Bucket        ? sample::bucket("it", m_now, values.last(), {})
                                          : sample::lock("it", m_now, 30);
    if (family == Family::Lock) {
        item.reading.permits = Permits(std::size_t(values.last()));
        item.reading.value = values.last();
    } else {
        Series series;
        for (qsizetype i = 0; i < values.size(); ++i)
            series.push_back({m_now - seconds(5 * (values.size() - i)), values[i]});
        item.series = makeSeries(std::move(series));
    }
    HistoryPlot plot(m_theme);
    plot.setSnapshot(sample::snapshot({item}, m_now));
    plot.setSelection(family, {"it"});
    bool areAllWhole = true;
    for (int height = 90; height <= 300; height += 10) {
        QVERIFY(savePicture(plot, m_folder.filePath(QStringLiteral("plot.png")),
            {.size = QSize(500, height), .scale = 1}));
        const QVector<double> ticks = canvas(plot)->yAxis->tickVector();
        QVERIFY(!ticks.isEmpty());
        for (const double tick : ticks)
            areAllWhole = areAllWhole && tick == std::round(tick);
    }
    QCOMPARE(areAllWhole, areCounted);
}

void HistoryPlotTest::thePointerTellsTimeAndValues()
{
    HistoryPlot plot(m_theme);
    plot.resize(780, 220);
    m_snapshot.takenAtUtc = std::chrono::system_clock::time_point(seconds(1'795'212'067));
    plot.setSnapshot(m_snapshot);
    plot.setPaused(true);
    plot.setSelection(Family::Lock, {"myLock"});
    canvas(plot)->setCursor(-10.0);
    const double behind =
        std::chrono::duration<double>(Instant::clock::now() - m_snapshot.takenAt).count();
    QVERIFY(behind < 60); // else the machine is too slow for what follows
    // Held for 30 s at a time and renewed every 10 s: 20 s to 30 s are left at any moment.
    const QStringList words = canvas(plot)->cursorWords().split(QLatin1Char('\n'));
    QCOMPARE(words.size(), 2);
    QVERIFY2(words.at(0).startsWith(QLatin1String("22:0")), qPrintable(words.at(0)));
    QVERIFY2(words.at(1).endsWith(QLatin1String("s left")), qPrintable(words.at(1)));
    QVERIFY2(words.at(1).startsWith(QLatin1String("held by web-3:")), qPrintable(words.at(1)));
    const double left = words.at(1).section(QLatin1Char(' '), -3, -3).toDouble();
    QVERIFY2(left >= 19.9 && left <= 30.0, qPrintable(words.at(1)));
    // What it tells is not drawn under the curve.
    int layer = -1;
    for (int i = 0; i < canvas(plot)->itemCount(); ++i) {
        const auto *text = qobject_cast<QCPItemText *>(canvas(plot)->item(i));
        if (text && text->text() == canvas(plot)->cursorWords())
            layer = text->layer()->index();
    }
    QVERIFY(layer > canvas(plot)->graph(0)->layer()->index());
    canvas(plot)->setCursor({});
    QVERIFY(canvas(plot)->cursorWords().isEmpty());
    QTest::keyClick(&plot, Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(!canvas(plot)->cursorWords().isEmpty());

    plot.setSelection(Family::Counter, {"online_users", "page_view"});
    canvas(plot)->setCursor(-10.0);
    const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
    if (!folder.isEmpty())
        QVERIFY(savePicture(plot, folder + QStringLiteral("/plot-several.png"),
            {.size = QSize(780, 220), .scale = 1}));
    QCOMPARE(canvas(plot)->cursorWords().count(QLatin1Char('\n')), 2);
    QVERIFY(canvas(plot)->cursorWords().contains(QLatin1String("online_users: ")));
}

void HistoryPlotTest::curvesOfDifferentSizesGetTheirOwnScales()
{
    HistoryCurve small;
    small.line = {{-10, 0}, {-5, 2}, {0, 4}};
    small.highest = 4;
    HistoryCurve large = small;
    large.line = {{-10, 50'000}, {0, 90'000}};
    large.lowest = 50'000;
    large.highest = 90'000;
    const CurveScales apart = curveScales({small, large}, false);
    QVERIFY(apart.areSeparate);
    const HistoryCurve shown = scaled(small, apart.ranges.at(0));
    QVERIFY(shown.highest - shown.lowest > 0.6); // of the height
    QVERIFY(shown.lowest > 0 && shown.highest < 1);
    large.line = {{-10, 0}, {0, 9}};
    large.lowest = 0;
    large.highest = 9;
    QVERIFY(!curveScales({small, large}, false).areSeparate);
    QVERIFY(!curveScales({small}, true).areSeparate);

    HistoryPlot plot(m_theme);
    plot.setSnapshot(m_snapshot);
    plot.setSelection(Family::Counter, {"online_users", "page_view"});
    QVERIFY(!picture(plot).isNull());
    QCOMPARE(plot.accessibleDescription(),
        canvas(plot)->hasOwnScales() ? QStringLiteral("each on its own scale") : QString());
}

void HistoryPlotTest::theLabelIsWhereWhatIsDrawnEnds_data()
{
    QTest::addColumn<HistoryCurve>("curve");
    QTest::addColumn<double>("place"); // 0 is the top, where a hold without a TTL is drawn
    const double end = std::nan("");
    HistoryCurve lease;
    lease.line = {{-60, 10}, {-52, 2}};
    QTest::newRow("a lease") << lease << 0.8;
    HistoryCurve noLonger = lease;
    noLonger.line.emplace_back(-52, end);
    noLonger.endless = {{-52, -40}};
    QTest::newRow("a lease that was made endless") << noLonger << 0.05;
    HistoryCurve refused = lease;
    refused.unknownTtl = {{-52, -40}};
    QTest::newRow("a lease whose TTL may not be read any more") << refused << 0.05;
    HistoryCurve again;
    again.endless = {{-60, -50}};
    again.line = {{-50, 10}, {-45, 5}};
    QTest::newRow("an endless hold that got a TTL") << again << 0.5;
    QTest::newRow("nothing") << HistoryCurve() << 0.5;
}

void HistoryPlotTest::theLabelIsWhereWhatIsDrawnEnds()
{
    QFETCH(const HistoryCurve, curve);
    QCustomPlot plot;
    plot.xAxis->setRange(-60, -40); // earlier than now, as when the plot is moved
    plot.yAxis->setRange(0, 10);
    CurveItems items(
        &plot, {.name = QStringLiteral("lock"), .isOnly = false, .colours = m_theme->colours()});
    items.setCurve(curve, {});
    QVERIFY(items.wishedLabelPlace());
    QTEST(*items.wishedLabelPlace(), "place");
}

void HistoryPlotTest::theRangeSaysItselfAndStaysForTheNextRow()
{
    HistoryPlot plot(m_theme);
    plot.resize(780, 220);
    plot.setSnapshot(m_snapshot);
    plot.setSelection(Family::Lock, {"myLock"});
    QCOMPARE(plot.range(), QStringLiteral("last 60 s"));
    plot.setSpan(seconds(10));
    plot.setSelection(Family::Counter, {"page_view"});
    QCOMPARE(plot.range(), QStringLiteral("last 10 s"));
    QTest::keyClick(&plot, Qt::Key_Left);
    QVERIFY2(plot.range().startsWith(QLatin1String("10 s until ")), qPrintable(plot.range()));
    QTest::keyClick(&plot, Qt::Key_Home);
    QCOMPARE(plot.range(), QStringLiteral("last 60 s"));
    QVERIFY(canvas(plot)->toolTip().isEmpty()); // nothing covers the curve
}

void HistoryPlotTest::aClickTellsTheTimeAndAMarkIsDrawn()
{
    HistoryPlot plot(m_theme);
    plot.resize(780, 220);
    plot.show();
    plot.setSnapshot(m_snapshot);
    plot.setPaused(true);
    plot.setSelection(Family::Lock, {"lock:order:8812"});
    QSignalSpy clicked(&plot, &HistoryPlot::timeClicked);
    QTest::mouseClick(canvas(plot), Qt::LeftButton, {}, canvas(plot)->rect().center());
    QCOMPARE(clicked.size(), 1);
    const auto moment = clicked.at(0).at(0).value<std::chrono::system_clock::time_point>();
    QVERIFY(moment > m_snapshot.takenAtUtc - seconds(60) && moment < canvas(plot)->windowEnd());
    const QImage before = picture(plot);
    plot.setMark(moment);
    QVERIFY(picture(plot) != before);
    plot.setMark({});
    QCOMPARE(picture(plot), before);
}

void HistoryPlotTest::aSparklineOfNothingDrawsNothing()
{
    QImage image(40, 20, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintSparkline(painter, QRectF(0, 0, 40, 20), {}, m_now, seconds(60), Qt::black);
    const Series gone{{m_now - seconds(9), std::nan("")}};
    paintSparkline(painter, QRectF(0, 0, 40, 20), gone, m_now, seconds(60), Qt::black);
    painter.end();
    QVERIFY(!holds(image, Qt::black, 400));
}

QTEST_MAIN(HistoryPlotTest)
#include "tst_historyplot.moc"
