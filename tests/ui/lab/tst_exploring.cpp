// Exploring, against explorations made by hand.

#include "core/lab/explore/interleavingmap.h"
#include "core/lab/json/explorationjson.h"
#include "core/lab/loader/scenariofile.h"
#include "labsample.h"
#include "shownlab.h"
#include "tests/support/contrast.h"
#include "ui/lab/explore/edgelabels.h"
#include "ui/lab/explore/exploreview.h"
#include "ui/lab/page/labexport.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/assumptionswitches.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/verdict/checkslist.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/lab/words/explorationwords.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/quiettabs.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QJsonDocument>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyleOption>
#include <QTest>
#include <QTranslator>

using namespace lockstep;

class TestExploring : public QObject, private sample::ShownLab
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theButtonAsksWithBoundsAndAssumptions();
    void howFarItIsIsShownAndItCanBeStopped();
    void aSmallMapNamesItsSteps_data();
    void aSmallMapNamesItsSteps();
    void whereARunComesFromIsSaidInTheLanguageOfTheWindow();
    void theShortestWayIsOpened();
    void whatHoldsNamesItsBounds();
    void whatHasNoCheckIsNotHeld();
    void whatEndedEarlyIsUndecided();
    void whatWasFoundBeforeItWasStoppedIsShown();
    void aLongFindingWraps();
    void theMapStandsOutFromItsGround();
    void theBoxesOfAssumptionsStandOutFromTheirGround();
    void theFixKeepsModeAndBounds();
    void whatCannotBeCountedIsSaid();
    void whatTheFixNeedsIsTakenAndSaid();
    void theNoteOfTheFixFollowsTheBounds();
    void aVerdictBelongsToItsSettings();
    void aClickInTheMapOpensThatWay();
    void theMapIsGoneThroughWithKeys();
    void aFailureIsSaidAndItWorksAgain();
    void whatEndsElsewhereIsKept();
    void whatEndsUnseenWaits();
    void theMapIsSharpInEveryScale();
    void whatWasFoundIsExported();
    void theExportNamesWhatTheModeHas();

private:
    [[nodiscard]] VerdictHeader *header() const { return stepController()->view()->header(); }
};

void TestExploring::init()
{
    QVERIFY(show());
    QTest::keyClick(m_page.get(), Qt::Key_F4);
    QCOMPARE(m_answers->opened, 0);
}

void TestExploring::theButtonAsksWithBoundsAndAssumptions()
{
    QSignalSpy asked(stepController(), &StepController::exploreRequested);
    const auto fields = stepController()->form()->findChildren<QSpinBox *>();
    for (QSpinBox *field : fields) {
        if (field->accessibleName() == u"Clients")
            field->setValue(3);
        if (field->accessibleName() == u"Crashes")
            field->setValue(1);
    }
    const auto boxes = m_page->findChild<AssumptionSwitches *>()->findChildren<QCheckBox *>();
    boxes.at(0)->click();
    QCOMPARE(m_page->bar()->action(LabBar::Action::Run)->iconText(),
        u"Find the shortest way to break it"_qs);
    QTest::keyClick(m_page.get(), Qt::Key_F5);
    QCOMPARE(asked.size(), 1);
    const auto options = asked.at(0).at(1).value<ExploreOptions>();
    QCOMPARE(options.settings.at("clients"), 3);
    QCOMPARE(options.bounds.crashes, 1);
    QCOMPARE(options.assumptions, std::vector{Assumption::WorkShorterThanLease});
    QTest::keyClick(m_page.get(), Qt::Key_F5);
    QCOMPARE(asked.size(), 1); // one at a time
}

void TestExploring::howFarItIsIsShownAndItCanBeStopped()
{
    QSignalSpy cancelled(stepController(), &StepController::cancelRequested);
    press(LabBar::Action::Run);
    stepController()->setProgress({12'345, 50'000, 31, std::chrono::milliseconds(500)});
    QCOMPARE(header()->sentence(), u"Exploring all interleavings…"_qs);
    QCOMPARE(header()->details(), u"12\u202F345 states · depth 31 · 100\u202F000 transitions/s"_qs);
    QTest::keyClick(m_page.get(), Qt::Key_Escape);
    QCOMPARE(cancelled.size(), 1);
    finish();
    QTest::keyClick(m_page.get(), Qt::Key_Escape);
    QCOMPARE(cancelled.size(), 1);
}

// On a line each, over neither a state nor one another, at any size that the map may have.
void TestExploring::aSmallMapNamesItsSteps_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("beside the checks") << QSize(300, 130);
    QTest::newRow("large") << QSize(900, 500);
}

void TestExploring::aSmallMapNamesItsSteps()
{
    QFETCH(QSize, size);
    const auto scenario = sample::stockReadThenWrite();
    ExploreOptions options;
    options.settings = scenario->defaults();
    const ExplorationPtr found = sample::oversold(scenario, options);
    MapGeometry geometry(*found->map);
    geometry.arrange(QRectF(QPointF(), size).adjusted(15, 8, -15, -8));
    const QFontMetricsF metrics(qApp->font());
    const std::vector<EdgeLabel> labels = edgeLabels(*found->map, geometry, metrics, 8);
    QCOMPARE(labels.size(), found->map->edges.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const InterleavingMap::Edge &edge = found->map->edges[std::size_t(labels[i].edge)];
        QCOMPARE(labels[i].words, QString(QLatin1Char(edge.step.client == 0 ? 'A' : 'B')));
        for (std::size_t k = 0; k < i; ++k)
            QVERIFY(!labels[i].area.intersects(labels[k].area));
    }
}

void TestExploring::whereARunComesFromIsSaidInTheLanguageOfTheWindow()
{
    press(LabBar::Action::Run);
    finish();
    QCOMPARE(tabs()->bar()->tabText(0), u"run 1, the shortest way"_qs);
    QTranslator chinese;
    QVERIFY(chinese.load(u":/translations/lockstep_zh_CN.qm"_qs));
    QCoreApplication::installTranslator(&chinese);
    QTRY_COMPARE(tabs()->bar()->tabText(0), u"运行 1，最短路径"_qs);
    QCOMPARE(runs()->all().front().origin, u"the shortest way"_qs); // as it is kept
    QCoreApplication::removeTranslator(&chinese);
    QTRY_COMPARE(tabs()->bar()->tabText(0), u"run 1, the shortest way"_qs);
}

void TestExploring::theShortestWayIsOpened()
{
    press(LabBar::Action::Run);
    finish();
    QCOMPARE(header()->sentence(), u"4 of 6 interleavings break it"_qs);
    QVERIFY(
        header()->details().startsWith(u"shortest way: 4 step(s), 1 preemption(s) · 13 states"_qs));
    QVERIFY(tabs()->isVisible());
    QCOMPARE(traceText(runs()->shownRun()->trace), u"A1 B1 A2 B2"_qs);
    QCOMPARE(tabs()->bar()->tabText(0), u"run 1, the shortest way"_qs);
    const auto *list = m_page->findChild<ScenarioList *>()->model();
    QVERIFY(list->byId("stock-read-then-write")->verdict == CheckOutcome::Violated);
    Q_EMIT stepController()->view()->checks()->checkChosen(0);
    QCOMPARE(tabs()->bar()->count(), 1); // it is open
}

void TestExploring::whatHoldsNamesItsBounds()
{
    press(LabBar::Action::Run);
    stepController()->setExploration(
        sample::held(m_page->scenario(), stepController()->form()->options()));
    const auto labels = stepController()->view()->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *each) {
        return each->isVisible()
            && each->text() == u"Too many states for a map: it shows up to 4\u202F000."_qs;
    }));
    QCOMPARE(header()->sentence(), u"Holds in all 147\u202F111\u202F706 interleavings"_qs);
    QCOMPARE(header()->details(),
        u"2\u202F345 states · 2 client(s), no time step, no crash, no pause · redis 7.0.15"_qs);
    QVERIFY(!tabs()->isVisible());
}

void TestExploring::whatHasNoCheckIsNotHeld()
{
    Exploration found = *sample::held(m_page->scenario(), stepController()->form()->options());
    found.interleavings = "1";
    QCOMPARE(verdictOf(found).sentence, u"Holds in the only interleaving"_qs);
    found.checks.clear();
    found.interleavings = "6";
    QCOMPARE(verdictOf(found).outcome, CheckOutcome::NotChecked);
    QCOMPARE(verdictOf(found).sentence,
        u"Nothing was checked: the scenario has no checks. Interleavings: 6"_qs);
    CheckFinding sum;
    sum.check.kind = Check::Kind::SumEquals;
    sum.check.name = "sold";
    sum.check.other = "seats";
    sum.verdict = found.verdict = CheckOutcome::NotChecked;
    found.checks.push_back(sum);
    QCOMPARE(verdictOf(found).outcome, CheckOutcome::NotChecked);
    QCOMPARE(verdictOf(found).sentence,
        u"Not all checks could be judged: “seats” held something that is no number"_qs);
    QCOMPARE(findingWords(sum, false), u"not checked: “seats” held something that is no number"_qs);
}

void TestExploring::whatEndedEarlyIsUndecided()
{
    press(LabBar::Action::Run);
    auto cancelled = std::make_shared<Exploration>(
        *sample::held(m_page->scenario(), stepController()->form()->options()));
    cancelled->verdict = CheckOutcome::Undecided;
    cancelled->checks.front().verdict = CheckOutcome::Undecided;
    cancelled->transitions = 5'678;
    cancelled->cancelled = true;
    stepController()->setExploration(cancelled);
    QCOMPARE(header()->sentence(), u"Undecided: stopped before all was executed"_qs);
    QVERIFY2(header()->details().startsWith(u"2\u202F345 states · 5\u202F678 transitions · "_qs),
        qPrintable(header()->details()));
    const QString finding = stepController()->view()->checks()->item(0)->toolTip();
    QVERIFY2(finding.contains(u"not violated so far"_qs), qPrintable(finding));
}

void TestExploring::whatWasFoundBeforeItWasStoppedIsShown()
{
    press(LabBar::Action::Run);
    auto cancelled = std::make_shared<Exploration>(
        *sample::oversold(m_page->scenario(), stepController()->form()->options()));
    cancelled->cancelled = true;
    stepController()->setExploration(cancelled);
    QCOMPARE(header()->sentence(), u"It can be broken; stopped before all was executed"_qs);
    QVERIFY2(header()->details().startsWith(
                 u"found so far: 4 step(s), 1 preemption(s) · 13 states · 16 transitions · "_qs),
        qPrintable(header()->details()));
    const ChecksList *checks = stepController()->view()->checks();
    const QString finding = checks->item(0)->toolTip();
    QVERIFY2(finding.contains(u"violated; found so far: 4 step(s), 1 preemption(s)"_qs),
        qPrintable(finding));
    QCOMPARE(traceText(runs()->shownRun()->trace), u"A1 B1 A2 B2"_qs);
    QCOMPARE(tabs()->bar()->tabText(0), u"run 1, a way found so far"_qs);
    runs()->close(0);
    Q_EMIT stepController()->view()->checks()->checkChosen(0);
    QCOMPARE(traceText(runs()->shownRun()->trace), u"A1 B1 A2 B2"_qs);
}

void TestExploring::aLongFindingWraps()
{
    press(LabBar::Action::Run);
    finish();
    auto *checks = stepController()->view()->checks();
    QCoreApplication::processEvents();
    const auto height = [checks] { return checks->visualItemRect(checks->item(0)).height(); };
    const int wide = height();
    QVERIFY(wide >= 2 * checks->fontMetrics().height());
    checks->setFixedWidth(checks->fontMetrics().averageCharWidth() * 20);
    QTRY_VERIFY2(height() > wide + checks->fontMetrics().height() - 2,
        qPrintable(u"%1 and %2"_qs.arg(wide).arg(height())));
}

void TestExploring::theMapStandsOutFromItsGround()
{
    press(LabBar::Action::Run);
    auto safe = std::make_shared<Exploration>(
        *sample::oversold(m_page->scenario(), stepController()->form()->options()));
    auto states = std::make_shared<InterleavingMap>(*safe->map);
    for (InterleavingMap::Node &node : states->nodes)
        node.violated = 0;
    safe->verdict = CheckOutcome::Holds;
    safe->counterexample.reset();
    safe->map = states;
    stepController()->setExploration(safe);
    QCoreApplication::processEvents();
    for (const Theme::Choice choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
        m_theme.setChoice(choice);
        const QImage image = map()->grab().toImage();
        for (int node = 0; node < int(states->nodes.size()); ++node) {
            const QPoint at = (map()->placeOf(node) * image.devicePixelRatio()).toPoint();
            const double contrast = contrastOf(image.pixelColor(at), m_theme.colours().panel);
            QVERIFY2(contrast >= 3, qPrintable(QString::number(contrast)));
        }
    }
    m_theme.setChoice(Theme::Choice::Light);
}

void TestExploring::theBoxesOfAssumptionsStandOutFromTheirGround()
{
    for (const Theme::Choice choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
        m_theme.setChoice(choice);
        const auto boxes = m_page->findChild<AssumptionSwitches *>()->findChildren<QCheckBox *>();
        QCOMPARE(boxes.size(), 2);
        for (QCheckBox *box : boxes) {
            QStyleOptionButton option;
            option.initFrom(box);
            const QRect indicator =
                box->style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, box);
            const QPixmap picture = box->grab();
            const double scale = picture.devicePixelRatio();
            const QPoint edge(int(indicator.left() * scale), int(indicator.center().y() * scale));
            const double contrast =
                contrastOf(picture.toImage().pixelColor(edge), m_theme.colours().ground);
            QVERIFY2(contrast >= 3, qPrintable(QString::number(contrast)));
        }
    }
    m_theme.setChoice(Theme::Choice::Light);
}

void TestExploring::theFixKeepsModeAndBounds()
{
    const auto fields = stepController()->form()->findChildren<QSpinBox *>();
    for (QSpinBox *field : fields) {
        if (field->accessibleName() == u"Pauses")
            field->setValue(2);
    }
    press(LabBar::Action::Run);
    finish();
    QSignalSpy asked(stepController(), &StepController::exploreRequested);
    press(LabBar::Action::SwapFix);
    QCOMPARE(m_page->scenario()->id, QByteArray("stock-script"));
    QCOMPARE(m_page->bar()->mode(), LabMode::Explore);
    QCOMPARE(asked.size(), 0); // press again
    QCOMPARE(m_page->bar()->action(LabBar::Action::Run)->iconText(), u"Explore all"_qs);
    press(LabBar::Action::Run);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.at(0).at(0).value<ScenarioPtr>()->id, QByteArray("stock-script"));
    QCOMPARE(asked.at(0).at(1).value<ExploreOptions>().bounds.pauses, 2);
}

void TestExploring::whatCannotBeCountedIsSaid()
{
    Exploration found = *sample::held(m_page->scenario(), stepController()->form()->options());
    found.interleavings = mostInterleavings;
    QCOMPARE(verdictOf(found).sentence, u"Holds in all interleavings, more than 3.4 × 10^38"_qs);
    found.verdict = CheckOutcome::Violated;
    found.violating = "12";
    QCOMPARE(verdictOf(found).sentence, u"12 of more than 3.4 × 10^38 interleavings break it"_qs);
    found.counterexample = Counterexample{0, 1, 4, {}, false};
    QVERIFY(verdictOf(found).details.startsWith(u"of the fewest steps, as there was no memory"_qs));
}

// Of each bound the larger one, and what the fix assumes; the checks that differ are named.
void TestExploring::whatTheFixNeedsIsTakenAndSaid()
{
    m_page->setScenarios(shippedScenarios());
    QVERIFY(m_page->choose(u"lock-setnx"_qs));
    QCOMPARE(header()->note(), QString());
    press(LabBar::Action::SwapFix);
    const ScenarioPtr fix = m_page->scenario();
    QCOMPARE(fix->id, QByteArray("lock-set-nx-px"));
    const ExploreOptions options = stepController()->form()->options();
    QCOMPARE(options.bounds.time, fix->bounds.time);
    QVERIFY(options.bounds.time > 0);
    QCOMPARE(options.assumptions, fix->assumptions);
    QVERIFY(header()->note().startsWith(u"In place of “"_qs));
    QVERIFY2(header()->note().contains(u" No longer checked: at most 1 inside lock at a time."_qs),
        qPrintable(header()->note()));
    press(LabBar::Action::SwapFix); // back
    QCOMPARE(header()->note(), QString());
}

void TestExploring::theNoteOfTheFixFollowsTheBounds()
{
    press(LabBar::Action::SwapFix);
    const auto note = [this] { return header()->note(); };
    QVERIFY2(note().contains(u"the larger one"), qPrintable(note()));
    const auto fields = stepController()->form()->findChildren<QSpinBox *>();
    const auto pauses = std::find_if(fields.begin(), fields.end(),
        [](const QSpinBox *each) { return each->accessibleName() == u"Pauses"; });
    QVERIFY(pauses != fields.end());
    (*pauses)->stepUp();
    QVERIFY2(!note().contains(u"the larger one"), qPrintable(note()));
    QVERIFY2(note().startsWith(u"In place of “"_qs), qPrintable(note()));
    (*pauses)->stepDown();
    QVERIFY2(note().contains(u"the larger one"), qPrintable(note()));
    m_page->findChild<AssumptionSwitches *>()->findChildren<QCheckBox *>().at(0)->click();
    QVERIFY2(!note().contains(u"the larger one"), qPrintable(note()));
}

void TestExploring::aVerdictBelongsToItsSettings()
{
    press(LabBar::Action::Run);
    finish();
    const auto boxes = m_page->findChild<AssumptionSwitches *>()->findChildren<QCheckBox *>();
    boxes.at(0)->click();
    QVERIFY(!stepController()->view()->exploration());
    QVERIFY(!tabs()->isVisible());
    boxes.at(0)->click();
    QVERIFY(stepController()->view()->exploration());
}

void TestExploring::aClickInTheMapOpensThatWay()
{
    press(LabBar::Action::Run);
    finish();
    const InterleavingMap &all = *stepController()->view()->exploration()->map;
    int node = 0;
    for (int i = 0; i < int(all.nodes.size()); ++i) {
        if (traceText(all.traceTo(i)) == u"B1 A1 B2 A2")
            node = i;
    }
    QVERIFY(node > 0);
    QCoreApplication::processEvents();
    QTest::mouseClick(map(), Qt::LeftButton, {}, map()->placeOf(node).toPoint());
    QCOMPARE(traceText(runs()->shownRun()->trace), u"B1 A1 B2 A2"_qs);
    QCOMPARE(tabs()->bar()->tabText(1), u"run 2, from the map"_qs);
    QVERIFY(map()->accessibleDescription().contains(u"4 of them violating"_qs));
}

void TestExploring::theMapIsGoneThroughWithKeys()
{
    press(LabBar::Action::Run);
    finish();
    QSignalSpy chosen(map(), &InterleavingMapView::wayChosen);
    map()->setFocus();
    QTest::keyClick(map(), Qt::Key_Home);
    QTest::keyClick(map(), Qt::Key_PageDown);
    QVERIFY(map()->accessibleDescription().contains(u"violated"_qs));
    QTest::keyClick(map(), Qt::Key_Return);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.at(0).at(0).value<Trace>().size(), 4U);
}

void TestExploring::aFailureIsSaidAndItWorksAgain()
{
    QSignalSpy asked(stepController(), &StepController::exploreRequested);
    press(LabBar::Action::Run);
    stepController()->setFailure({ErrorCode::ConnectionLost, u"gone"_qs, false});
    QVERIFY(!m_page->findChild<Banner *>()->text().isEmpty());
    press(LabBar::Action::Run);
    QCOMPARE(asked.size(), 2);
    QCOMPARE(m_page->findChild<Banner *>()->text(), QString());
}

void TestExploring::whatEndsElsewhereIsKept()
{
    press(LabBar::Action::Run);
    const ScenarioPtr explored = m_page->scenario();
    const ExploreOptions options = stepController()->form()->options();
    QVERIFY(m_page->choose(u"stock-script"_qs));
    stepController()->setExploration(sample::oversold(explored, options));
    QVERIFY(!stepController()->view()->exploration());
    QCOMPARE(m_answers->opened, 0);
    QVERIFY(m_page->choose(u"stock-read-then-write"_qs));
    QVERIFY(stepController()->view()->exploration());
}

void TestExploring::whatEndsUnseenWaits()
{
    QSignalSpy cancelled(stepController(), &StepController::cancelRequested);
    press(LabBar::Action::Run);
    QVERIFY(!m_page->bar()->action(LabBar::Action::CopyTrace)->isEnabled()); // no way is seen
    m_page->setMode(LabMode::Step);
    QTest::keyClick(m_page.get(), Qt::Key_Escape);
    QCOMPARE(cancelled.size(), 0); // it is not what is seen
    finish();
    QCOMPARE(traceText(runs()->shownRun()->trace), QString());
    m_page->setMode(LabMode::Explore);
    QCOMPARE(traceText(runs()->shownRun()->trace), u"A1 B1 A2 B2"_qs);
    QVERIFY(m_page->bar()->action(LabBar::Action::CopyTrace)->isEnabled());
    QCOMPARE(m_page->shownRun()->history.rounds.size(), 1U);
}

void TestExploring::theMapIsSharpInEveryScale()
{
    press(LabBar::Action::Run);
    finish();
    map()->setExploration(stepController()->exploration()); // without a way
    map()->resize(300, 120);
    (void)map()->grab(); // in the scale of this screen
    QImage image(map()->size() * 2, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2);
    map()->render(&image);
    int ownPixels = 0; // that are not those of a smaller picture, twice as large
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2)
            ownPixels += image.pixel(x, y) != image.pixel(x + 1, y + 1);
    }
    QVERIFY2(ownPixels > 50, qPrintable(QString::number(ownPixels)));
}

void TestExploring::whatWasFoundIsExported()
{
    const auto early = labText(*m_page, LabText::Json);
    QVERIFY(!early);
    QCOMPARE(early.error().detail,
        u"There is nothing to be exported: it has not been explored with these settings yet."_qs);
    QVERIFY(!labText(*m_page, LabText::TraceText)); // no way is shown
    press(LabBar::Action::Run);
    finish();
    const ExplorationPtr found = stepController()->exploration();
    const auto text = labText(*m_page, LabText::Json);
    QVERIFY(text);
    QCOMPARE(
        (*text)(), QJsonDocument(explorationToJson(*found)).toJson(QJsonDocument::Compact) + '\n');
    const auto way = labText(*m_page, LabText::TraceText);
    QVERIFY(way);
    QCOMPARE((*way)(), "A1 B1 A2 B2\n");
    const auto boxes = m_page->findChild<AssumptionSwitches *>()->findChildren<QCheckBox *>();
    boxes.at(0)->click();
    QVERIFY(!labText(*m_page, LabText::Json)); // that is about other settings
}

void TestExploring::theExportNamesWhatTheModeHas()
{
    MainWindow window(&m_theme);
    window.showPage(MainWindow::Page::Lab);
    const auto names = [&window] {
        const auto menus = window.findChildren<QMenu *>();
        const auto menu = std::find_if(menus.begin(), menus.end(),
            [](const QMenu *each) { return each->title() == u"Export"; });
        QStringList shown;
        const auto actions = (*menu)->actions();
        for (const QAction *each : actions) {
            if (each->isVisible() && !each->isSeparator())
                shown << each->text();
        }
        return shown;
    };
    const QStringList pictures{u"Picture as PNG…"_qs, u"Picture as SVG…"_qs, u"Picture as PDF…"_qs};
    const QStringList parts = pictures + QStringList{u"Pictures show"_qs};
    QCOMPARE(names(), QStringList({u"Operations as CSV…"_qs, u"Operations as JSON…"_qs}) + parts);
    window.labPage()->setMode(LabMode::Step);
    QCOMPARE(names(),
        QStringList({u"Steps as CSV…"_qs, u"Steps as JSON…"_qs, u"Trace as text…"_qs}) + parts);
    window.labPage()->setMode(LabMode::Explore);
    QCOMPARE(names(),
        QStringList({u"Steps as CSV…"_qs, u"Exploration as JSON…"_qs, u"Trace as text…"_qs})
            + parts);
    window.showPage(MainWindow::Page::Watch);
    QCOMPARE(names(), QStringList({u"All rows as CSV…"_qs, u"All rows as JSON…"_qs}) + pictures);
}

QTEST_MAIN(TestExploring)
#include "tst_exploring.moc"
