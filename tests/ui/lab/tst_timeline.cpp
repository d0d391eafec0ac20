// What the timeline shows and how it answers. With LOCKSTEP_PICTURES=folder the pictures are kept.

#include "samplehistories.h"
#include "shownpart.h"
#include "tests/support/filecontents.h"
#include "tests/support/patience.h"
#include "tests/support/widgetpicture.h"
#include "ui/export/picture.h"
#include "ui/lab/drawing/operationwords.h"
#include "ui/lab/drawing/textlayoutcache.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/timeline/timelinelegend.h"
#include "ui/lab/tracks/roundtracks.h"
#include "ui/text/wording.h"
#include "ui/widgets/theme.h"
#include "writtenhistory.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QPaintEngine>
#include <QPaintEvent>
#include <QPainter>
#include <QPointer>
#include <QRegularExpression>
#include <QScreen>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

#include <memory>

using namespace lockstep;
using State = LaneSpan::State;
using Kind = TimelineLane::Kind;

namespace {

using Maker = RunPtr (*)();

RunPtr largeCrowd()
{
    return sample::crowd(500, 1'000'000);
}

// area: device-independent. Thin lines are blended with what is below them.
int pixelsOf(const QImage &image, const QRectF &area, const QColor &colour, int most = 40)
{
    const double scale = image.devicePixelRatio();
    return pixelsNear(
        image, QRectF(area.topLeft() * scale, area.size() * scale).toRect(), colour, most);
}

// Whether anything but the background is in the picture.
bool isDrawn(const QImage &image, const QColor &background)
{
    const QRectF all(QPointF(), image.deviceIndependentSize());
    return pixelsOf(image, all, background) < image.width() * image.height();
}

// A device that counts what is drawn on it.
class CountingDevice : public QPaintDevice, public QPaintEngine
{
public:
    explicit CountingDevice(QSize size)
        : QPaintEngine(AllFeatures)
        , m_size(size)
    {
    }

    int primitives = 0;
    int texts = 0;

    [[nodiscard]] QPaintEngine *paintEngine() const override
    {
        return const_cast<CountingDevice *>(this);
    }
    bool begin(QPaintDevice *) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState &) override { }
    void drawPixmap(const QRectF &, const QPixmap &, const QRectF &) override { ++primitives; }
    void drawRects(const QRectF *, int count) override { primitives += count; }
    void drawPath(const QPainterPath &) override { ++primitives; }
    void drawPolygon(const QPointF *, int, PolygonDrawMode) override { ++primitives; }
    void drawLines(const QLineF *, int count) override { primitives += count; }
    void drawEllipse(const QRectF &) override { ++primitives; }
    void drawTextItem(const QPointF &, const QTextItem &) override
    {
        ++primitives;
        ++texts;
    }
    // Textures as on a screen.
    [[nodiscard]] QPaintEngine::Type type() const override { return Raster; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return 96;
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return int(devicePixelRatioFScale());
        default:
            return 0;
        }
    }

private:
    QSize m_size;
};

struct Drawn
{
    int primitives = 0;
    int texts = 0;
};

Drawn counted(QWidget &widget)
{
    CountingDevice device(widget.size());
    QPainter painter(&device);
    widget.render(&painter, {}, {}, QWidget::DrawWindowBackground);
    painter.end();
    return {device.primitives, device.texts};
}

} // namespace

class TestTimeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void everythingIsOnThePicture_data();
    void everythingIsOnThePicture();
    void statesAreDrawnInTheirColours();
    void entriesOfTheLegendAreNeverDestroyed();
    void theLegendListsTheStatesThereAreAndFilters();
    void lanesWithNothingLeftGoAway();
    void onlySomeClientsAreShown();
    void anOperationIsFoundUnderTheMouse();
    void tooltipsTellCommandReplyAndChange();
    void foreignTextIsNoMarkup();
    void keysMoveTheCursorAndZoom();
    void theMouseZoomsPansAndChooses();
    void theWheelOverTheNamesScrolls();
    void aScreenReaderIsToldWhatIsAtTheCursor();
    void aMessageToNobodyIsToldApart();
    void aMessageThatIsNotReceivedIsToldApart();
    void whereMessagesAreNotKnownIsNoChannel();
    void aBucketWithoutANumberShowsItsValue();
    void onlyMillisecondsAreReadingsOfTheClock();
    void aReadingOfTheClockIsToldFromTheBeginning();
    void aCounterIsLabelledWithEveryDigit();
    void aReplyIsCutLast();
    void aReplyStandsBelowACommandThatHasNoRoomBesideIt();
    void nothingToShowSaysSo();
    void oddRoundsAreNoTrouble();
    void aLargeRoundIsSortedBesideTheWindow();
    void onlyTheLastRoundAskedForIsShown();
    void nothingIsShownOfWhatWasPutAway();
    void theCursorAloneIsRedrawn();
    void whatIsDrawnIsBoundedByPixels_data();
    void whatIsDrawnIsBoundedByPixels();
    void aPictureForPrintKeepsLinesAndText();
    void theHighestRateIsTheSameInEveryPicture();
    void theEndOfALeaseIsAGradient();
    void theMajorityOfTheNodesIsMarked();
    void aTimeStepIsWide();
    void aKeyAtTheLastStepKeepsTheRange();
    void keysOfOnePatternShareALane();
    void aNameThatIsCutCanBeRead();
    void keysAreCutBetweenCharacters();
    void theFirstDifferenceIsMarked();
    void whatChecksNameComesFirst();
    void whoIsNamedStandsOnTopWhereLanesAreScrolled();
    void aClickOnAViolationsWordsGoesToIt();
    void noViolationsWordsAreLeftOut();
    void spaceLetsTheCursorGoOnByItself();
    void textStandsOnItsFoot();
    void whatIsToldAndCountedIsAdmittedOnce();

private:
    [[nodiscard]] QRectF laneArea(Kind kind, quint32 index) const;
    [[nodiscard]] QPointF placeOf(Kind kind, quint32 index, qint64 microseconds) const;
    void show(const RunPtr &run, QSize size = {900, 620});

    Theme *m_theme = nullptr;
    Timeline *m_timeline = nullptr;
};

void TestTimeline::init()
{
    m_theme = new Theme(qApp);
    m_theme->setChoice(Theme::Choice::Light);
    m_timeline = new Timeline(m_theme);
}

void TestTimeline::cleanup()
{
    delete m_timeline;
    delete m_theme;
}

void TestTimeline::show(const RunPtr &run, QSize size)
{
    m_timeline->resize(size);
    m_timeline->setRun(run, 0);
    m_timeline->show();
    m_timeline->setFocus();
    QVERIFY(QTest::qWaitForWindowExposed(m_timeline));
    QTRY_VERIFY_WITH_TIMEOUT(!m_timeline->isSorting(), 30'000);
}

QRectF TestTimeline::laneArea(Kind kind, quint32 index) const
{
    const TimelineGeometry &geometry = m_timeline->shownGeometry();
    for (const TimelineLane &lane : geometry.stack.lanes) {
        if (lane.kind == kind && lane.index == index)
            return {geometry.time.left, geometry.stack.top(lane),
                geometry.time.right - geometry.time.left, lane.height};
    }
    return {};
}

QPointF TestTimeline::placeOf(Kind kind, quint32 index, qint64 microseconds) const
{
    return {m_timeline->shownGeometry().time.x(microseconds * 1000),
        laneArea(kind, index).center().y()};
}

void TestTimeline::everythingIsOnThePicture_data()
{
    QTest::addColumn<Maker>("maker");
    QTest::addColumn<Theme::Choice>("choice");
    QTest::addColumn<int>("scale");
    const std::pair<const char *, Maker> rounds[] = {{"lease", sample::leaseExpires},
        {"stepped", sample::stepped}, {"sale", sample::flashSale}, {"watchdog", sample::watchdog},
        {"limiter", sample::limiter}, {"slow", sample::slowLease}, {"redlock", sample::redlock},
        {"windows", sample::windows}, {"crowd", largeCrowd}};
    for (const auto &[name, maker] : rounds) {
        QTest::addRow("%s-light", name) << maker << Theme::Choice::Light << 1;
        QTest::addRow("%s-dark", name) << maker << Theme::Choice::Dark << 1;
    }
    QTest::newRow("lease-light-2x") << Maker(sample::leaseExpires) << Theme::Choice::Light << 2;
    QTest::newRow("watchdog-dark-2x") << Maker(sample::watchdog) << Theme::Choice::Dark << 2;
}

void TestTimeline::everythingIsOnThePicture()
{
    QFETCH(Maker, maker);
    QFETCH(Theme::Choice, choice);
    QFETCH(int, scale);
    m_theme->setChoice(choice);
    const RunPtr run = maker();
    show(run);
    m_timeline->setCursorAt(run->history.rounds.front().end * 8 / 10);
    const QImage image = pictureOf(*m_timeline, scale);
    QVERIFY(keptWhereWanted(image, QLatin1String(QTest::currentDataTag())));

    const Colours &colours = m_theme->colours();
    const auto legend = m_timeline->findChild<TimelineLegend *>();
    QVERIFY(pixelsOf(image, m_timeline->rect(), colours.accent) > 500); // cursor and its flag
    QVERIFY(pixelsOf(image, legend->geometry(), colours.outside) > 20);
    for (const TimelineLane &lane : m_timeline->shownGeometry().stack.lanes) {
        const QRectF area = laneArea(lane.kind, lane.index);
        const LaneStack &stack = m_timeline->shownGeometry().stack;
        if (lane.scrolls
            && (area.top() < stack.scrollTop
                || area.bottom() > stack.scrollTop + stack.scrollHeight))
            continue;
        const QRectF name(0, area.top(), area.left() - 8, area.height());
        QVERIFY(pixelsOf(image, name, colours.text) > 4); // whose it is
        const int blank = pixelsOf(image, area, colours.panel);
        QVERIFY(blank < area.width() * area.height() * scale * scale);
    }
}

void TestTimeline::statesAreDrawnInTheirColours()
{
    show(sample::leaseExpires());
    const QImage image = pictureOf(*m_timeline, 1);
    const Colours &colours = m_theme->colours();
    const TimeScale &time = m_timeline->shownGeometry().time;
    const auto part = [&](quint32 client, double from, double until) {
        QRectF area = laneArea(Kind::Client, client);
        area.setLeft(time.x(Moment(from * 4e6)) + 3);
        area.setRight(time.x(Moment(until * 4e6)) - 3);
        return area;
    };
    const auto share = [&](const QRectF &area, const QColor &colour, int most = 40) {
        return pixelsOf(image, area, colour, most) / (area.width() * area.height());
    };
    QVERIFY(share(part(0, 1, 3.9), colours.holding) > 0.5);
    QCOMPARE(share(part(0, 1, 3.9), colours.violation), 0.0);
    QVERIFY(share(part(0, 3.9, 5), colours.expiring) > 0.1);
    QVERIFY(share(part(0, 5, 8.9), colours.violation, 200) > 0.1);
    QVERIFY(share(part(1, 2, 5), colours.waiting) > 0.02);
    QVERIFY(share(part(1, 0, 2), colours.outside) > 0.02);
    QCOMPARE(share(part(1, 0, 2), colours.holding), 0.0);
    // The key's bar shrinks: there is more of it at the left.
    QRectF key = laneArea(Kind::Key, 0);
    key.setLeft(time.x(Moment(1 * 4e6)));
    key.setRight(time.x(Moment(3.9 * 4e6)));
    const double half = key.width() / 2;
    const int left = pixelsOf(image, key.adjusted(0, 0, -half, 0), colours.holding);
    const int right = pixelsOf(image, key.adjusted(half, 0, 0, 0), colours.holding);
    QVERIFY(left > right * 3 / 2);
    QVERIFY(right > 100);
    // More sold than there were is in the pattern of violations.
    QVERIFY(pixelsOf(image, laneArea(Kind::Count, 0), colours.violation) > 100);
}

// Somebody may be at one of them when the next round comes.
void TestTimeline::entriesOfTheLegendAreNeverDestroyed()
{
    show(sample::leaseExpires());
    const auto legend = m_timeline->findChild<TimelineLegend *>();
    QList<QPointer<QAbstractButton>> entries;
    const auto all = legend->findChildren<QAbstractButton *>();
    for (QAbstractButton *entry : all)
        entries << entry;
    m_timeline->setRun(nullptr, 0);
    m_theme->setChoice(Theme::Choice::Dark);
    QEvent language(QEvent::LanguageChange);
    QCoreApplication::sendEvent(m_timeline, &language);
    show(sample::leaseExpires());
    QVERIFY(std::all_of(
        entries.begin(), entries.end(), [](const auto &entry) { return !entry.isNull(); }));
    QCOMPARE(legend->findChildren<QAbstractButton *>().size(), all.size());
}

void TestTimeline::theLegendListsTheStatesThereAreAndFilters()
{
    show(sample::leaseExpires());
    const auto legend = m_timeline->findChild<TimelineLegend *>();
    const auto entries = legend->findChildren<QAbstractButton *>();
    QStringList words;
    for (const QAbstractButton *entry : entries) {
        if (entry->isVisible())
            words << entry->text();
    }
    QCOMPARE(words,
        QStringList(
            {QStringLiteral("outside"), QStringLiteral("waiting"), QStringLiteral("holding"),
                QStringLiteral("lock gone, still working"), QStringLiteral("violation")}));
    const QRectF lanes = laneArea(Kind::Client, 0);
    QVERIFY(pixelsOf(pictureOf(*m_timeline, 1), lanes, m_theme->colours().holding) > 1000);
    QTest::mouseClick(entries.at(2), Qt::LeftButton);
    QCOMPARE(pixelsOf(pictureOf(*m_timeline, 1), lanes, m_theme->colours().holding), 0);
    QVERIFY(!entries.at(2)->isChecked());
    QTest::keyClick(entries.at(2), Qt::Key_Space);
    QVERIFY(pixelsOf(pictureOf(*m_timeline, 1), lanes, m_theme->colours().holding) > 1000);
    QTest::mouseClick(entries.at(4), Qt::LeftButton, Qt::ShiftModifier);
    QVERIFY(!entries.at(0)->isChecked());
    QVERIFY(entries.at(4)->isChecked());
    QTest::mouseClick(entries.at(4), Qt::LeftButton, Qt::ShiftModifier);
    QVERIFY(entries.at(0)->isChecked());
}

void TestTimeline::lanesWithNothingLeftGoAway()
{
    show(sample::watchdog());
    m_timeline->findChild<TimelineLegend *>()->setShown({State::Paused});
    QVERIFY(laneArea(Kind::Client, 0).isEmpty());
    QVERIFY(!laneArea(Kind::Client, 2).isEmpty());
    m_timeline->findChild<TimelineLegend *>()->setShown(StateSet::all());
    QVERIFY(!laneArea(Kind::Client, 0).isEmpty());
}

void TestTimeline::onlySomeClientsAreShown()
{
    show(sample::flashSale());
    m_timeline->setShownClients({3, 40});
    QVERIFY(laneArea(Kind::Client, 0).isEmpty());
    QVERIFY(!laneArea(Kind::Client, 3).isEmpty());
    QVERIFY(!laneArea(Kind::Client, 40).isEmpty());
    m_timeline->setShownClients({});
    QVERIFY(!laneArea(Kind::Client, 0).isEmpty());
}

void TestTimeline::anOperationIsFoundUnderTheMouse()
{
    show(sample::leaseExpires());
    QCOMPARE(m_timeline->operationAt(placeOf(Kind::Client, 0, 8000)), 1U);
    QCOMPARE(m_timeline->operationAt(placeOf(Kind::Client, 1, 20'000)), 2U);
    QCOMPARE(m_timeline->operationAt(placeOf(Kind::Client, 1, 10'000)), none);
    QCOMPARE(m_timeline->operationAt(placeOf(Kind::Key, 0, 4000)), 0U);
    QCOMPARE(m_timeline->operationAt({2, 2}), none);
    QSignalSpy hovered(m_timeline, &Timeline::operationHovered);
    QTest::mouseMove(m_timeline, placeOf(Kind::Client, 0, 8000).toPoint());
    QTRY_COMPARE(hovered.size(), 1);
    QCOMPARE(hovered.at(0).at(0).toUInt(), 1U);
}

void TestTimeline::tooltipsTellCommandReplyAndChange()
{
    show(sample::leaseExpires());
    const QString words = m_timeline->wordsAt(placeOf(Kind::Client, 1, 30'000));
    QVERIFY2(words.contains(QStringLiteral("B: SET stock 0")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("→ OK")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("stock: 1 → 0")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("line 21")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("violation")), qPrintable(words));
    const QString key = m_timeline->wordsAt(placeOf(Kind::Key, 0, 6000));
    QVERIFY2(key.contains(QStringLiteral("A:1")), qPrintable(key));
    QVERIFY2(key.contains(QStringLiteral("9.6 ms left (9 ms)")), qPrintable(key));
}

void TestTimeline::foreignTextIsNoMarkup()
{
    WrittenHistory b(1, OrderKind::Exact, 1000);
    b.scenario.keys = {"<b>k</b>"};
    const auto op = b.operation(0, 500, 580, "SET <b>k</b> <i>\n\x01", "<u>OK</u>");
    b.set("<b>k</b>", 500, "<i>\xff", op);
    show(b.finish(1000));
    const QString words = m_timeline->wordsAt(placeOf(Kind::Client, 0, 500));
    QVERIFY2(words.contains(QStringLiteral("<b>k</b>")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("\\x01")), qPrintable(words));
    // Markup would be underlined, or make the tags vanish.
    const QImage foreign = pictureOf(*m_timeline, 1);
    const QRectF lane = laneArea(Kind::Client, 0);
    QVERIFY(pixelsOf(foreign, lane, m_theme->colours().text) > 100);
}

void TestTimeline::keysMoveTheCursorAndZoom()
{
    const RunPtr run = sample::leaseExpires();
    show(run);
    QSignalSpy moved(m_timeline, &Timeline::cursorMoved);
    QSignalSpy chosen(m_timeline, &Timeline::operationChosen);
    const auto press = [this](Qt::Key key, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(m_timeline, key, with);
    };
    for (const Operation &operation : run->history.operations) {
        press(Qt::Key_Right);
        QCOMPARE(m_timeline->cursor(), operation.called);
    }
    press(Qt::Key_Right); // there is none after the last
    QCOMPARE(m_timeline->cursor(), run->history.operations.back().called);
    press(Qt::Key_Left);
    QCOMPARE(m_timeline->cursor(), run->history.operations.at(4).called);
    press(Qt::Key_Return);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.at(0).at(0).toUInt(), 4U);
    press(Qt::Key_Home);
    QCOMPARE(m_timeline->cursor(), 0);
    press(Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(m_timeline->cursor(), 20'000'000);
    press(Qt::Key_End);
    QCOMPARE(m_timeline->cursor(), 40'000'000);
    press(Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(m_timeline->cursor(), 20'000'000);
    QVERIFY(moved.size() > 8);
    press(Qt::Key_Plus);
    const TimeScale &time = m_timeline->shownGeometry().time;
    QVERIFY(!showsAll(time));
    QVERIFY(time.from < 20'000'000 && time.until > 20'000'000);
    press(Qt::Key_Minus);
    press(Qt::Key_Plus);
    press(Qt::Key_Plus);
    press(Qt::Key_0);
    QVERIFY(showsAll(time));
}

void TestTimeline::theMouseZoomsPansAndChooses()
{
    show(sample::leaseExpires());
    const TimeScale &time = m_timeline->shownGeometry().time;
    QSignalSpy range(m_timeline, &Timeline::rangeChanged);
    const QPointF middle = placeOf(Kind::Client, 1, 20'000);
    QWheelEvent wheel(middle, m_timeline->mapToGlobal(middle), {}, {0, 240}, Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(m_timeline, &wheel);
    QCOMPARE(range.size(), 1);
    QVERIFY(!showsAll(time));
    QVERIFY(std::abs(time.x(20'000'000) - middle.x()) < 1);
    const Moment before = time.from;
    QTest::mousePress(m_timeline, Qt::LeftButton, {}, middle.toPoint());
    QTest::mouseMove(m_timeline, middle.toPoint() + QPoint(60, 0));
    QTest::mouseRelease(m_timeline, Qt::LeftButton, {}, middle.toPoint() + QPoint(60, 0));
    QVERIFY(time.from < before);
    QTest::mouseDClick(m_timeline, Qt::LeftButton, {}, middle.toPoint());
    QVERIFY(showsAll(time));
    const QPoint from = placeOf(Kind::Client, 0, 10'000).toPoint();
    const QPoint until = placeOf(Kind::Client, 0, 20'000).toPoint();
    QTest::mousePress(m_timeline, Qt::LeftButton, Qt::ShiftModifier, from);
    QTest::mouseMove(m_timeline, until);
    QTest::mouseRelease(m_timeline, Qt::LeftButton, Qt::ShiftModifier, until);
    QVERIFY(std::abs(time.from - 10'000'000) < 100'000);
    QVERIFY(std::abs(time.until - 20'000'000) < 100'000);
    m_timeline->zoomToAll();
    QSignalSpy chosen(m_timeline, &Timeline::operationChosen);
    QTest::mouseClick(m_timeline, Qt::LeftButton, {}, placeOf(Kind::Client, 0, 8000).toPoint());
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(m_timeline->cursor(), 8'000'000);
}

void TestTimeline::theWheelOverTheNamesScrolls()
{
    show(sample::flashSale());
    const LaneStack &stack = m_timeline->shownGeometry().stack;
    QVERIFY(stack.maximumOffset() > 0);
    const QPointF name(10, stack.scrollTop + 20);
    QWheelEvent wheel(name, m_timeline->mapToGlobal(name), {}, {0, -120}, Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(m_timeline, &wheel);
    QVERIFY(stack.offset > 0);
    QTest::keyClick(m_timeline, Qt::Key_PageDown);
    QTest::keyClick(m_timeline, Qt::Key_PageDown);
    QTest::keyClick(m_timeline, Qt::Key_PageDown);
    QVERIFY(isInView(stack, stack.lanes.at(50)));
}

void TestTimeline::aMessageToNobodyIsToldApart()
{
    WrittenHistory b(2);
    const quint32 lost = b.operation(0, 10, 12, "PUBLISH free x", "0");
    const quint32 subscribed = b.operation(1, 11, 14, "subscribe free", "OK");
    const quint32 heard = b.operation(0, 20, 22, "PUBLISH free y", "1");
    for (const quint32 each : {lost, subscribed, heard})
        b.history.operations[each].order = each;
    const quint32 channel = b.history.texts.add("free");
    const auto publish = [&](int at, quint32 operation, const char *text) {
        b.history.messages.push_back(
            {WrittenHistory::ms(at), operation, channel, b.history.texts.add(text)});
    };
    publish(13, lost, "x"); // before the subscription, though its reply is about to come
    publish(21, heard, "y");
    b.history.receipts.push_back({WrittenHistory::ms(23), 1, channel});
    show(b.finish(40));
    QVERIFY(!laneArea(Kind::Channel, 0).isEmpty());
    m_timeline->setCursorAt(WrittenHistory::ms(15));
    QVERIFY2(m_timeline->summary().contains(u"A: “x”, nobody listens"),
        qPrintable(m_timeline->summary()));
    m_timeline->setCursorAt(WrittenHistory::ms(30));
    QVERIFY2(m_timeline->summary().contains(u"free: B listening; A: “y” → B"),
        qPrintable(m_timeline->summary()));
}

void TestTimeline::aMessageThatIsNotReceivedIsToldApart()
{
    WrittenHistory b(2, OrderKind::Stepped);
    b.operation(1, 10, 12, "subscribe free", "OK");
    const quint32 told = b.operation(0, 20, 22, "PUBLISH free x", "1");
    b.history.messages.push_back(
        {WrittenHistory::ms(21), told, b.history.texts.add("free"), b.history.texts.add("x")});
    const RoundTracks tracks(b.finish(40), 0);
    QCOMPARE(tracks.channels.size(), std::size_t(1));
    QCOMPARE(messageWords(tracks, tracks.channels.front().messages.front()),
        QStringLiteral("A: “x” → B (not received)"));
    b = WrittenHistory(2, OrderKind::Stepped);
    b.operation(1, 10, 12, "subscribe free", "OK");
    const quint32 late = b.operation(0, 20, 22, "PUBLISH free x", "0");
    b.history.processes = {{0, never, 0}, {0, WrittenHistory::ms(12), 1}};
    b.history.messages.push_back(
        {WrittenHistory::ms(21), late, b.history.texts.add("free"), b.history.texts.add("x")});
    const RoundTracks ended(b.finish(40), 0);
    QCOMPARE(messageWords(ended, ended.channels.front().messages.front()),
        QStringLiteral("A: “x”, nobody listens"));
}

// What the servers publish of themselves is in no order of execution; nothing is, where the keys
// are only looked at.
void TestTimeline::whereMessagesAreNotKnownIsNoChannel()
{
    const auto channelsOf = [](OrderKind order, const QByteArray &name) {
        WrittenHistory b(2, order);
        b.operation(0, 10, 12, "subscribe " + name, "OK");
        b.history.receipts.push_back({WrittenHistory::ms(23), 0, b.history.texts.add(name)});
        return RoundTracks(b.finish(40), 0).channels.size();
    };
    QCOMPARE(channelsOf(OrderKind::Exact, "free"), std::size_t(1));
    QCOMPARE(channelsOf(OrderKind::Exact, "__keyspace@0__:lock"), std::size_t(0));
    QCOMPARE(channelsOf(OrderKind::Stepped, "__keyspace@0__:lock"), std::size_t(1));
    QCOMPARE(channelsOf(OrderKind::Sampled, "free"), std::size_t(0));
}

void TestTimeline::aBucketWithoutANumberShowsItsValue()
{
    WrittenHistory b(1);
    b.scenario.keys = {"bucket"};
    b.scenario.purposes["bucket"].role = KeyRole::Tokens;
    KeyChange change;
    change.at = WrittenHistory::ms(10);
    change.key = b.history.texts.add("bucket");
    change.value = b.history.texts.add("level");
    change.exists = change.isHash = true;
    b.history.changes.push_back(change);
    show(b.finish(40));
    m_timeline->setCursorAt(WrittenHistory::ms(20));
    const QString words = m_timeline->summary();
    QVERIFY2(words.contains(u"bucket: level") && !words.contains(u"tokens"), qPrintable(words));
}

void TestTimeline::onlyMillisecondsAreReadingsOfTheClock()
{
    WrittenHistory b(1);
    b.scenario.clock = true;
    b.event(0, 10, 1'700'000'000'000'123);
    b.event(0, 900, 1'700'000'000'500'123);
    show(b.finish(1800));
    const QTemporaryDir folder;
    const QString name = folder.filePath(QStringLiteral("events.svg"));
    QVERIFY(savePicture(*m_timeline, name, {.size = {}, .scale = 1}));
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray drawing = file.readAll();
    QVERIFY(drawing.contains("1700000000000123"));
    QVERIFY(drawing.contains("1700000000500123"));
}

void TestTimeline::aReadingOfTheClockIsToldFromTheBeginning()
{
    constexpr qint64 beginning = 1'767'225'600'000; // of every stepped run
    const QByteArray reading = QByteArray::number(beginning + 6000);
    WrittenHistory b(1, OrderKind::Stepped);
    const quint32 number =
        b.operation(0, 10, 12, "ZADD log " + reading + " A-1", "[" + reading + "]");
    const RunPtr run = b.finish(40);
    const RoundTracks tracks(run, 0);
    const LaneFonts fonts(qApp->font());
    const Operation &operation = run->history.operations[number];
    QCOMPARE(fittingWords(tracks, operation, fonts.small, 1000, false).command,
        QStringLiteral("ZADD log +6.0s A-1 → [+6.0s]"));
    QCOMPARE(tracks.clock.sinceBeginning(beginning), QStringLiteral("0 ms"));
    QCOMPARE(tracks.clock.sinceBeginning(beginning - 60'000), QStringLiteral("−1 m 00 s"));
    QCOMPARE(tracks.clock.shortened(QStringLiteral("1767225600000123 12 x1767225600000")),
        QStringLiteral("1767225600000123 12 x+0ms"));
    // A free run without a clock has no beginning.
    WrittenHistory free(1);
    const quint32 other = free.operation(0, 10, 12, "ZADD log " + reading + " A-1", "1");
    const RunPtr freeRun = free.finish(40);
    QCOMPARE(fittingWords(RoundTracks(freeRun, 0), freeRun->history.operations[other], fonts.small,
                 1000, false)
                 .command,
        QStringLiteral("ZADD log %1 A-1 → 1").arg(beginning + 6000));
}

void TestTimeline::aCounterIsLabelledWithEveryDigit()
{
    WrittenHistory b(1);
    b.set("full", 10, std::numeric_limits<qint64>::max(), none);
    show(b.finish(40));
    const QTemporaryDir folder;
    const QString name = folder.filePath(QStringLiteral("full.svg"));
    QVERIFY(savePicture(*m_timeline, name, {.size = {}, .scale = 1}));
    QFile file(name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString drawing = QString::fromUtf8(file.readAll());
    QVERIFY(drawing.contains(wording::integer(std::numeric_limits<qint64>::max())));
}

void TestTimeline::aReplyIsCutLast()
{
    WrittenHistory b(1);
    const quint32 number = b.operation(0, 10, 12, "ZREMRANGEBYSCORE log -inf 12345", "0");
    const RunPtr run = b.finish(40);
    const RoundTracks tracks(run, 0);
    const LaneFonts fonts(qApp->font());
    const QString reply = QStringLiteral("→ 0");
    QSet<QString> seen;
    for (double width = 400; width > 0; --width) {
        const CommandWords words =
            fittingWords(tracks, run->history.operations[number], fonts.small, width, false);
        seen.insert(words.command);
        QVERIFY2(fonts.small.of(words.command) <= width, qPrintable(words.command));
        QVERIFY(words.reply.isEmpty());
        if (fonts.small.of(reply) <= width)
            QVERIFY2(words.command.endsWith(reply), qPrintable(words.command));
    }
    QVERIFY(seen.contains(QStringLiteral("ZREMRANGEBYSCORE log -inf 12345 → 0")));
    QVERIFY(seen.contains(QStringLiteral("ZREMRANGEBYSCORE → 0")));
    QVERIFY(seen.contains(reply));
}

void TestTimeline::aReplyStandsBelowACommandThatHasNoRoomBesideIt()
{
    WrittenHistory b(1);
    const quint32 number = b.operation(0, 10, 12, "ZREMRANGEBYSCORE log -inf 12345", "0");
    const RunPtr run = b.finish(40);
    const RoundTracks tracks(run, 0);
    const LaneFonts fonts(qApp->font());
    const auto wordsIn = [&](double width) {
        return fittingWords(tracks, run->history.operations[number], fonts.small, width, true);
    };
    const double whole = fonts.small.of(QStringLiteral("ZREMRANGEBYSCORE → 0"));
    QCOMPARE(wordsIn(whole).command, QStringLiteral("ZREMRANGEBYSCORE → 0"));
    QCOMPARE(wordsIn(whole).reply, QString());
    QCOMPARE(wordsIn(whole - 3).command, QStringLiteral("ZREMRANGEBYSCORE"));
    QCOMPARE(wordsIn(whole - 3).reply, QStringLiteral("→ 0"));
    const double half = fonts.small.of(QStringLiteral("ZREMRANG"));
    QVERIFY(wordsIn(half).command.startsWith(QStringLiteral("ZR")));
    QVERIFY(fonts.small.of(wordsIn(half).command) <= half);
    QCOMPARE(wordsIn(half).reply, QStringLiteral("→ 0"));
}

void TestTimeline::aScreenReaderIsToldWhatIsAtTheCursor()
{
    show(sample::leaseExpires());
    m_timeline->setCursorAt(18'000'000);
    const QString words = m_timeline->accessibleDescription();
    QVERIFY2(words.contains(QStringLiteral("2 clients, 6 commands, 40 ms")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("Violated at 20.000 ms: lock: 2 holders, at most 1")),
        qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("A expired, still working")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("B waits for lock")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("stock: 1")), qPrintable(words));
    QVERIFY(!m_timeline->accessibleName().isEmpty());
}

void TestTimeline::nothingToShowSaysSo()
{
    m_timeline->resize(600, 300);
    QVERIFY(
        pixelsOf(pictureOf(*m_timeline, 1), m_timeline->rect(), m_theme->colours().secondary) > 20);
    m_timeline->setRun(sample::leaseExpires(), 7);
    QTest::keyClick(m_timeline, Qt::Key_Right);
    QTest::mouseClick(m_timeline, Qt::LeftButton);
    QVERIFY(m_timeline->wordsAt({100, 100}).isEmpty());
    QCOMPARE(m_timeline->operationAt({100, 100}), none);
    QVERIFY(!m_timeline->summary().isEmpty());
}

void TestTimeline::oddRoundsAreNoTrouble()
{
    const QColor background = m_theme->colours().panel;
    show(WrittenHistory(0).finish(0));
    QVERIFY(isDrawn(pictureOf(*m_timeline, 1), background)); // the axis
    WrittenHistory one(1);
    one.operation(0, 0, 0, "");
    one.operation(0, 0, -1);
    m_timeline->setRun(one.finish(0), 0);
    const QRectF only = laneArea(Kind::Client, 0);
    const QRectF name(0, only.top(), only.left() - 8, only.height());
    QVERIFY(pixelsOf(pictureOf(*m_timeline, 1), name, m_theme->colours().text) > 4);
    QTest::keyClick(m_timeline, Qt::Key_Right);
    QTest::keyClick(m_timeline, Qt::Key_End);
    m_timeline->setRun(sample::crowd(5000, 40'000), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!m_timeline->isSorting(), 30'000);
    for (const QSize size : {QSize(1, 1), QSize(60, 40), QSize(300, 3000)}) {
        m_timeline->resize(size);
        const bool hasRoom = size.width() > 1;
        QCOMPARE(isDrawn(pictureOf(*m_timeline, 1), background), hasRoom);
    }
    m_timeline->showRange(5000, 5001);
    QVERIFY(isDrawn(pictureOf(*m_timeline, 1), background));
}

void TestTimeline::aLargeRoundIsSortedBesideTheWindow()
{
    const RunPtr run = sample::crowd(20, 200'000);
    m_timeline->setRun(run, 0);
    QVERIFY(m_timeline->isSorting());
    QCOMPARE(m_timeline->shownGeometry().time.end, run->history.rounds.front().end);
    m_timeline->setCursorAt(5'000'000); // before there is anything
    m_timeline->showRange(4'000'000, 6'000'000);
    QCOMPARE(m_timeline->operationAt({300, 200}), none);
    QVERIFY(m_timeline->summary().contains(QStringLiteral("Sorting")));
    // It is also written where the lanes will be.
    QVERIFY(
        pixelsOf(pictureOf(*m_timeline, 1), m_timeline->rect(), m_theme->colours().secondary) > 20);
    QTRY_VERIFY_WITH_TIMEOUT(!m_timeline->isSorting(), 30'000);
    QCOMPARE(m_timeline->cursor(), 5'000'000);
    QCOMPARE(m_timeline->shownGeometry().time.from, 4'000'000);
    QVERIFY(!laneArea(Kind::Client, 19).isEmpty());
    QVERIFY(m_timeline->summary().contains(QStringLiteral("200000 commands")));
}

void TestTimeline::onlyTheLastRoundAskedForIsShown()
{
    RoundSorter sorter;
    QSignalSpy sorted(&sorter, &RoundSorter::sorted);
    RoundSorter::Tracks last;
    connect(&sorter, &RoundSorter::sorted, this,
        [&last](const RoundSorter::Tracks &tracks) { last = tracks; });
    const RunPtr first = sample::crowd(20, 200'000);
    const RunPtr second = sample::crowd(10, 100'000);
    for (const RunPtr &run : {first, second, first, second})
        QVERIFY(!sorter.sort(run, 0));
    QTRY_VERIFY_WITH_TIMEOUT(!sorter.isSorting(), 30'000);
    QCOMPARE(sorted.size(), 1);
    QCOMPARE(last->run, second);
    QVERIFY(!sorter.sort(first, 0));
    QVERIFY(sorter.sort(sample::leaseExpires(), 0)); // a small one comes first
    QVERIFY(!sorter.isSorting());
    QVERIFY(!sorter.sort(second, 0));
    QTRY_VERIFY_WITH_TIMEOUT(!sorter.isSorting(), 30'000);
    QCOMPARE(sorted.size(), 2);
    QCOMPARE(last->run, second);
}

void TestTimeline::nothingIsShownOfWhatWasPutAway()
{
    m_timeline->setRun(sample::crowd(20, 200'000), 0);
    m_timeline->setRun(nullptr, 0);
    QVERIFY(!m_timeline->isSorting());
    show(sample::leaseExpires());
    QVERIFY(laneArea(Kind::Client, 19).isEmpty());
    QVERIFY(!laneArea(Kind::Client, 1).isEmpty());
    auto closed = std::make_unique<Timeline>(m_theme); // while it is sorted
    closed->setRun(sample::crowd(20, 200'000), 0);
}

void TestTimeline::theCursorAloneIsRedrawn()
{
    show(sample::leaseExpires());
    class Painted : public QObject
    {
    public:
        qint64 area = 0;

    protected:
        bool eventFilter(QObject *, QEvent *event) override
        {
            if (event->type() == QEvent::Paint) {
                for (const QRect &part : static_cast<QPaintEvent *>(event)->region())
                    area += qint64(part.width()) * part.height();
            }
            return false;
        }
    } painted;
    m_timeline->repaint();
    m_timeline->installEventFilter(&painted);
    const qint64 whole = qint64(m_timeline->width()) * m_timeline->height();
    const auto isAsDrawnAnew = [&] {
        const QImage onScreen = m_timeline->screen()
                                    ->grabWindow(m_timeline->winId())
                                    .toImage()
                                    .convertToFormat(QImage::Format_RGB32);
        return onScreen == pictureOf(*m_timeline, 1);
    };
    QVERIFY(isAsDrawnAnew());
    for (const Moment at : {6'000'000, 21'000'000, 39'000'000, 2'000'000}) {
        painted.area = 0;
        m_timeline->setCursorAt(at);
        QTRY_VERIFY(painted.area > 0);
        QVERIFY2(painted.area < whole / 2, qPrintable(QString::number(painted.area)));
        QVERIFY(isAsDrawnAnew());
    }
    for (int i = 0; i < 6; ++i) { // the ring goes from lane to lane
        painted.area = 0;
        QTest::keyClick(m_timeline, Qt::Key_Right);
        QTRY_VERIFY(painted.area > 0);
        QVERIFY(isAsDrawnAnew());
    }
    m_timeline->markLine(13); // changes more than the cursor
    QTRY_VERIFY(isAsDrawnAnew());
    m_timeline->setCursorAt(30'000'000);
    QTRY_VERIFY(isAsDrawnAnew());
}

void TestTimeline::whatIsDrawnIsBoundedByPixels_data()
{
    QTest::addColumn<int>("clients");
    QTest::addColumn<int>("operations");
    QTest::newRow("500 lanes, a million operations") << 500 << 1'000'000;
    QTest::newRow("one lane, 200,000 operations") << 1 << 200'000;
    QTest::newRow("5,000 lanes") << 5000 << 200'000;
}

void TestTimeline::whatIsDrawnIsBoundedByPixels()
{
    QFETCH(int, clients);
    QFETCH(int, operations);
    const RunPtr run = sample::crowd(clients, operations);
    show(run, {1280, 720});
    const TimeScale &time = m_timeline->shownGeometry().time;
    const double columns = time.right - time.left;
    const LaneStack &stack = m_timeline->shownGeometry().stack;
    int lanes = 0;
    for (const TimelineLane &lane : stack.lanes)
        lanes += isInView(stack, lane);
    QVERIFY(lanes < 60);
    const Drawn all = counted(*m_timeline);
    QVERIFY2(all.primitives < lanes * columns * 4, qPrintable(QString::number(all.primitives)));
    QVERIFY2(all.texts < 400, qPrintable(QString::number(all.texts)));
    const Moment end = run->history.rounds.front().end;
    for (Moment length = end; length > 10'000; length /= 7) {
        m_timeline->showRange(end / 2, end / 2 + length);
        const Drawn part = counted(*m_timeline);
        QVERIFY2(
            part.primitives < lanes * columns * 4, qPrintable(QString::number(part.primitives)));
    }
}

void TestTimeline::aPictureForPrintKeepsLinesAndText()
{
    show(sample::leaseExpires());
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("timeline.svg"));
    QVERIFY(savePicture(*m_timeline, file, {.size = {}, .scale = 1}).has_value());
    QFile svg(file);
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QByteArray document = svg.readAll();
    QVERIFY(!document.contains("<image"));
    for (const char *words :
        {">lock<", ">stock<", ">waits for lock<", ">lock gone, still working<"})
        QVERIFY2(document.contains(words), words);
    QVERIFY(savePicture(
        *m_timeline, folder.filePath(QStringLiteral("timeline.pdf")), {.size = {}, .scale = 1})
                .has_value());
}

// It is one of the round, whatever the bars of the picture stand for.
void TestTimeline::theHighestRateIsTheSameInEveryPicture()
{
    static const QRegularExpression sentence(QStringLiteral(">(highest[^<]*)<"));
    const RunPtr run = sample::crowd(20, 3000);
    show(run);
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("timeline.svg"));
    QStringList told;
    const auto tell = [&](QSize size) {
        QVERIFY(savePicture(*m_timeline, file, {.size = size, .scale = 1}).has_value());
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        told << sentence.match(QString::fromUtf8(svg.readAll())).captured(1);
    };
    for (const int width : {700, 1000, 1400, 1900})
        tell({width, 700});
    const Moment end = run->history.rounds.front().end;
    m_timeline->showRange(end / 2, end / 2 + end / 20);
    tell({1000, 700});
    QVERIFY(!told.first().isEmpty());
    told.removeDuplicates();
    QVERIFY2(told.size() == 1, qPrintable(told.join(QStringLiteral(" / "))));
}

// Sent at 10 ms, answered at 30 ms: certainly valid until 110 ms, certainly gone after 130 ms.
void TestTimeline::theEndOfALeaseIsAGradient()
{
    show(sample::slowLease());
    const QImage image = pictureOf(*m_timeline, 1);
    const TimeScale &time = m_timeline->shownGeometry().time;
    const QRectF lane = laneArea(Kind::Client, 0);
    // Of six rows between the command and the state's word, as many as a pattern has.
    const int middle = int(lane.center().y());
    const auto lightness = [&](double from, double until) {
        double sum = 0;
        int count = 0;
        for (int x = int(time.x(Moment(from * 1e6))); x < time.x(Moment(until * 1e6)); ++x) {
            for (int y = middle - 3; y < middle + 3; ++y, ++count)
                sum += qGray(image.pixel(x, y));
        }
        return count == 0 ? -1 : sum / count;
    };
    const double held = qGray(m_theme->colours().holding.rgb());
    QCOMPARE(lightness(80, 109), held);
    QVERIFY(lightness(111, 114) > held + 4); // although the server's key is there until 120 ms
    QVERIFY(lightness(111, 114) < lightness(115, 118));
    QVERIFY(lightness(115, 118) < lightness(121, 124));
    QVERIFY(lightness(121, 124) < lightness(126, 129));
    QVERIFY(lightness(126, 129) < lightness(140, 200) + 4);
    QVERIFY(pixelsOf(image, lane, m_theme->colours().expiring) > 300);
    const QString words = m_timeline->wordsAt(placeOf(Kind::Client, 0, 115'000));
    QVERIFY2(words.contains(QStringLiteral("valid until 110.000 ms")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("gone after 130.000 ms")), qPrintable(words));
    const QString later = m_timeline->wordsAt(placeOf(Kind::Client, 0, 150'000));
    QVERIFY2(!later.contains(QStringLiteral("certainly")), qPrintable(later));
    m_timeline->findChild<TimelineLegend *>()->setShown({State::Holding});
    QCOMPARE(pixelsOf(pictureOf(*m_timeline, 1), lane, m_theme->colours().expiring), 0);
}

void TestTimeline::theMajorityOfTheNodesIsMarked()
{
    show(sample::redlock());
    const auto &lanes = m_timeline->shownGeometry().stack.lanes;
    QCOMPARE(lanes.at(3).kind, Kind::Majority); // below the three nodes
    for (std::size_t node = 0; node < 3; ++node) {
        QCOMPARE(lanes.at(node).kind, Kind::Key);
        QVERIFY(lanes.at(node).height < laneArea(Kind::Client, 0).height());
    }
    // Each tells which node it is.
    const QImage image = pictureOf(*m_timeline, 1);
    const auto name = [&](std::size_t lane) {
        const QRectF area = laneArea(lanes.at(lane).kind, lanes.at(lane).index);
        return image.copy(QRectF(0, area.top(), area.left() - 8, area.height()).toRect());
    };
    QVERIFY(name(0) != name(1));
    QVERIFY(name(1) != name(2));
    const TimeScale &time = m_timeline->shownGeometry().time;
    const auto isHeld = [&](qint64 from, qint64 until) {
        QRectF area = laneArea(Kind::Majority, 0);
        area.setLeft(time.x(from * 1'000'000) + 2);
        area.setRight(time.x(until * 1'000'000) - 3);
        return pixelsOf(image, area, m_theme->colours().holding) / (area.width() * area.height());
    };
    QCOMPARE(isHeld(0, 10), 0.0); // one of three is none
    QVERIFY(isHeld(10, 40) > 0.5);
    QCOMPARE(isHeld(40, 50), 0.0); // one each
    QVERIFY(isHeld(50, 80) > 0.5);
    QCOMPARE(isHeld(80, 100), 0.0);
    const auto words = [&](qint64 at) {
        return m_timeline->wordsAt(placeOf(Kind::Majority, 0, at * 1000));
    };
    QVERIFY2(words(20).contains(QStringLiteral("A-1 has a majority")), qPrintable(words(20)));
    QVERIFY2(words(45).contains(QStringLiteral("nobody")), qPrintable(words(45)));
    QVERIFY2(words(60).contains(QStringLiteral("B-1 has a majority")), qPrintable(words(60)));
}

void TestTimeline::aTimeStepIsWide()
{
    show(sample::stepped());
    const TimeScale &time = m_timeline->shownGeometry().time;
    const auto edge = [&](int step) { return time.x(step * stepLength); };
    for (const int step : {1, 2, 3, 5, 6, 7, 8})
        QVERIFY(std::abs((edge(step) - edge(step - 1)) * 2 - (edge(4) - edge(3))) < 0.01);
    // Its ground is another one, and the axis is broken there.
    const QImage image = pictureOf(*m_timeline, 1);
    const QRgb panel = m_theme->colours().panel.rgb();
    const int y = int(laneArea(Kind::Client, 0).top() + 1);
    QCOMPARE(image.pixel(int(edge(3)) - 4, y), panel);
    QVERIFY(image.pixel(int(edge(3)) + 4, y) != panel);
    const double middle = time.x(3 * stepLength + stepLength / 2);
    const double axis = m_timeline->fontMetrics().height() * 1.9;
    const auto strokes = [&](double x) {
        return pixelsOf(image, {x - 8, axis + 1, 16, 4}, m_theme->colours().secondary, 120);
    };
    QVERIFY(strokes(middle) > 2);
    QCOMPARE(strokes(time.x(stepLength * 5 / 2)), 0);
    // Nothing of that where time passes by itself.
    m_timeline->setRun(sample::leaseExpires(), 0);
    QVERIFY(time.isEven());
}

// Beside a longer run there is room behind the last step.
void TestTimeline::aKeyAtTheLastStepKeepsTheRange()
{
    const RunPtr run = sample::stepped();
    show(run);
    const Moment last = run->history.rounds.front().end / stepLength * stepLength;
    m_timeline->makeRoomUntil(3 * last);
    const TimeScale &time = m_timeline->shownGeometry().time;
    m_timeline->showRange(last / 2, last + stepLength / 2);
    const TimeScale before = time;
    for (const Qt::Key key : {Qt::Key_End, Qt::Key_Right}) {
        QTest::keyClick(m_timeline, key);
        QCOMPARE(m_timeline->cursor(), last);
        QCOMPARE(time.from, before.from);
        QCOMPARE(time.until, before.until);
    }
}

void TestTimeline::keysOfOnePatternShareALane()
{
    show(sample::windows());
    const auto &lanes = m_timeline->shownGeometry().stack.lanes;
    QCOMPARE(lanes.at(0).kind, Kind::Fold);
    QCOMPARE(lanes.at(1).kind, Kind::Key); // config is not of the pattern
    QCOMPARE(std::count_if(lanes.begin(), lanes.end(),
                 [](const TimelineLane &lane) { return lane.kind == Kind::Key; }),
        1);
    const QRectF limiter = laneArea(Kind::Limiter, 0);
    QVERIFY(limiter.bottom() < m_timeline->height()); // in view, without scrolling
    QCOMPARE(m_timeline->shownGeometry().stack.maximumOffset(), 0.0);
    // Every window has a line of its own.
    const QImage image = pictureOf(*m_timeline, 1);
    const TimeScale &time = m_timeline->shownGeometry().time;
    for (qint64 window = 0; window < 10; ++window) {
        QRectF area = laneArea(Kind::Fold, 0);
        area.setLeft(time.x((window * 100 + 10) * 1'000'000));
        area.setRight(time.x((window * 100 + 90) * 1'000'000));
        QVERIFY(pixelsOf(image, area, m_theme->colours().text) > 40);
    }
    const QString words = m_timeline->wordsAt(placeOf(Kind::Fold, 0, 450'000));
    QVERIFY2(words.contains(QStringLiteral("calls:17104: 6")), qPrintable(words));
    QVERIFY2(!words.contains(QStringLiteral("calls:17103")), qPrintable(words));
}

// Where there is room it is not cut, and where it is cut the tooltip has all of it.
void TestTimeline::aNameThatIsCutCanBeRead()
{
    const QByteArray name = "limits:{alice}:checkout:a-minute";
    WrittenHistory b(1);
    b.scenario.keys = {name};
    b.set(name, 100, 1, b.operation(0, 99, 101, "INCR " + name, "1", 7));
    const RunPtr run = b.finish(1000);
    const auto drawnTexts = [&] {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("timeline.svg"));
        return savePicture(*m_timeline, path, {.size = {}, .scale = 1}) ? contentsOf(path)
                                                                        : QByteArray();
    };
    const auto wordsBeside = [&] {
        return m_timeline->wordsAt({20, laneArea(Kind::Key, 0).center().y()});
    };
    show(run, {600, 620});
    QVERIFY(!drawnTexts().contains('>' + name + '<'));
    QVERIFY2(wordsBeside().startsWith(QString::fromUtf8(name) + QStringLiteral(" (counter)")),
        qPrintable(wordsBeside()));
    show(run, {2400, 620});
    QVERIFY(drawnTexts().contains('>' + name + '<'));
    QVERIFY2(!wordsBeside().contains(QStringLiteral("(counter)")), qPrintable(wordsBeside()));
}

// Their first two characters are the same, and two bytes of the third.
void TestTimeline::keysAreCutBetweenCharacters()
{
    WrittenHistory b(1);
    b.scenario.keys = {"用户:*"};
    int at = 0;
    for (const char *key : {"用户:张", "用户:弟", "用户:弛", "用户:弓"}) {
        at += 200;
        const auto op = b.operation(0, at - 1, at + 1, QByteArray("INCR ") + key, "1", 7);
        b.set(key, at, 1, op);
    }
    show(b.finish(1000));
    QCOMPARE(m_timeline->shownGeometry().stack.lanes.at(0).kind, Kind::Fold);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("timeline.svg"));
    QVERIFY(savePicture(*m_timeline, path, {.size = {}, .scale = 1}).has_value());
    QFile svg(path);
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QString texts = QString::fromUtf8(svg.readAll());
    texts.remove(QRegularExpression(QStringLiteral("<[^>]*>|\\s")));
    QVERIFY2(texts.contains(QStringLiteral("…弟:1")), qPrintable(texts));
}

void TestTimeline::theFirstDifferenceIsMarked()
{
    show(sample::stepped());
    m_timeline->clearFocus();
    const auto accents = [&](int step) {
        const double x = m_timeline->shownGeometry().time.x((step - 1) * stepLength);
        const QRectF lanes = laneArea(Kind::Client, 1);
        return pixelsOf(pictureOf(*m_timeline, 1), {x - 2, lanes.top(), 4, lanes.height()},
            m_theme->colours().accent);
    };
    QCOMPARE(accents(6), 0);
    m_timeline->setDifference(6);
    QVERIFY(accents(6) > 8);
    QCOMPARE(accents(3), 0);
    const auto isTold = [&] {
        return m_timeline->accessibleDescription().contains(
            QStringLiteral("The runs differ from step 6 on."));
    };
    QVERIFY(isTold());
    m_timeline->setDifference(0);
    QCOMPARE(accents(6), 0);
    QVERIFY(!isTold());
    m_timeline->setDifference(6);
    m_timeline->setRun(sample::stepped(), 0); // another run, another comparison
    QCOMPARE(accents(6), 0);
}

void TestTimeline::whatChecksNameComesFirst()
{
    WrittenHistory b(1);
    b.scenario.keys = {"stock", "lock"};
    b.set("stock", 1, 5, none);
    b.set("lock", 2, "A:1", none);
    b.check(Check::Kind::HoldersAtMost, "lock", 1);
    const RoundTracks tracks(b.finish(10), 0);
    QCOMPARE(tracks.history().texts[tracks.keys.at(0).key], QByteArrayView("lock"));
    QCOMPARE(tracks.history().texts[tracks.keys.at(1).key], QByteArrayView("stock"));
}

void TestTimeline::whoIsNamedStandsOnTopWhereLanesAreScrolled()
{
    const auto clients = [this] {
        QList<quint32> order;
        for (const TimelineLane &lane : m_timeline->shownGeometry().stack.lanes) {
            if (lane.kind == Kind::Client)
                order << lane.index;
        }
        return order;
    };
    show(sample::flashSale());
    const QList<quint32> usual = clients();
    QTest::keyClick(m_timeline, Qt::Key_PageDown);
    m_timeline->setFirstClients({40, 36});
    QCOMPARE(clients().first(3), (QList<quint32>{40, 36, 0}));
    QCOMPARE(clients().size(), usual.size());
    QCOMPARE(m_timeline->shownGeometry().stack.offset, 0.0);
    m_timeline->setRun(sample::flashSale(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!m_timeline->isSorting(), 30'000);
    QCOMPARE(clients(), usual);
    show(sample::leaseExpires()); // all are seen
    m_timeline->setFirstClients({1});
    QCOMPARE(clients(), (QList<quint32>{0, 1}));
}

void TestTimeline::aClickOnAViolationsWordsGoesToIt()
{
    show(sample::leaseExpires());
    QSignalSpy chosen(m_timeline, &Timeline::violationChosen);
    const RunPtr run = sample::leaseExpires();
    const double y = m_timeline->shownGeometry().stack.viewTop - m_timeline->fontMetrics().height();
    std::map<int, QPoint> places; // by check: the last point of its words
    for (int x = 0; x < m_timeline->width(); x += 2) {
        const QString words = m_timeline->wordsAt(QPointF(x, y));
        if (words.startsWith(u"lock: 2 holders"))
            places[0] = QPoint(x, int(y));
        else if (words.startsWith(u"sold: 2"))
            places[1] = QPoint(x, int(y));
    }
    QCOMPARE(places.size(), std::size_t(2));
    for (const auto &[check, place] : places) {
        QTest::mouseClick(m_timeline, Qt::LeftButton, {}, place);
        QCOMPARE(chosen.last().at(0).toInt(), check);
        QCOMPARE(m_timeline->cursor(), run->results.at(std::size_t(check)).first->at);
    }
}

void TestTimeline::noViolationsWordsAreLeftOut()
{
    for (const int width : {1000, 520, 380}) {
        show(sample::leaseExpires(), {width, 500});
        const double y =
            m_timeline->shownGeometry().stack.viewTop - m_timeline->fontMetrics().height();
        QSet<QString> seen;
        for (int x = 0; x < m_timeline->width(); x += 2)
            seen << m_timeline->wordsAt(QPointF(x, y));
        seen.remove(QString());
        QVERIFY2(seen.size() == 2, qPrintable(QStringLiteral("%1 px").arg(width)));
    }
}

void TestTimeline::spaceLetsTheCursorGoOnByItself()
{
    constexpr int patience = 60'000; // ms
    show(sample::stepped());
    QSignalSpy moved(m_timeline, &Timeline::cursorMoved);
    QTest::keyClick(m_timeline, Qt::Key_Space);
    QCOMPARE(m_timeline->cursor(), stepLength); // the first step at once
    QTRY_COMPARE_WITH_TIMEOUT(m_timeline->cursor(), 3 * stepLength, patience);
    QCOMPARE(moved.size(), 3);
    QTest::keyClick(m_timeline, Qt::Key_Space);
    QVERIFY(!m_timeline->isPlaying());
    QTest::keyClick(m_timeline, Qt::Key_End);
    const Moment end = m_timeline->cursor();
    QTest::keyClick(m_timeline, Qt::Key_Space); // from the end, from the beginning
    QCOMPARE(m_timeline->cursor(), 0);
    QVERIFY(m_timeline->isPlaying());
    QTest::keyClick(m_timeline, Qt::Key_End); // anything else stops it
    QVERIFY(!m_timeline->isPlaying());
    QTest::keyClick(m_timeline, Qt::Key_Left);
    QTest::keyClick(m_timeline, Qt::Key_Space);
    QCOMPARE(m_timeline->cursor(), end);
    QTRY_VERIFY_WITH_TIMEOUT(!m_timeline->isPlaying(), patience);
    QTest::keyClick(m_timeline, Qt::Key_Space);
    QTest::mousePress(m_timeline, Qt::LeftButton, {}, {200, 100});
    QVERIFY(!m_timeline->isPlaying());
    QTest::mouseRelease(m_timeline, Qt::LeftButton, {}, {200, 100});
    show(sample::leaseExpires()); // of a free run: from command to command
    QTest::keyClick(m_timeline, Qt::Key_Space);
    QCOMPARE(m_timeline->cursor(), 4'000'000);
    QTRY_COMPARE_WITH_TIMEOUT(m_timeline->cursor(), 8'000'000, patience);
}

void TestTimeline::textStandsOnItsFoot()
{
    const TextLayoutCache texts(m_timeline->font());
    for (const QString &words : {QStringLiteral("lock gpÅ"), QStringLiteral("锁 gp"),
             QStringLiteral("<b>x</b>"), QString()}) {
        const auto drawn = [&](auto draw) {
            QImage image(200, 60, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.setFont(texts.font);
            draw(painter);
            painter.end();
            return image;
        };
        const QPointF foot(10, 30);
        const QImage plain = drawn([&](QPainter &painter) { painter.drawText(foot, words); });
        for (int again = 0; again < 2; ++again)
            QCOMPARE(drawn([&](QPainter &painter) { texts.draw(painter, foot, words); }), plain);
        QCOMPARE(texts.of(words), texts.metrics.horizontalAdvance(words));
    }
}

void TestTimeline::whatIsToldAndCountedIsAdmittedOnce()
{
    const auto admitted = [](bool isTold, bool isCounted) {
        WrittenHistory b(1);
        b.check(Check::Kind::AdmittedAtMost, "admitted", 2).check.window.number = 100;
        for (int i = 0; i < 3; ++i) {
            if (isTold)
                b.event(0, 10 * i, 1, none, "admitted");
            if (isCounted)
                b.mark(MarkRecord::Kind::Count, 0, 10 * i, "admitted", 2);
            b.mark(MarkRecord::Kind::Count, 0, 10 * i + 5, "refused", 1);
        }
        const RoundTracks tracks(b.finish(1000), 0);
        return tracks.limiters.at(0).worst;
    };
    QCOMPARE(admitted(true, true), 3);
    QCOMPARE(admitted(true, false), 3);
    QCOMPARE(admitted(false, true), 6); // each counts two
}

QTEST_MAIN(TestTimeline)
#include "tst_timeline.moc"
