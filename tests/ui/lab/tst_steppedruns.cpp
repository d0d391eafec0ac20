// Runs whose answers come late, and ways that are found unseen.

#include "core/lab/explore/interleavingmap.h"
#include "labsample.h"
#include "shownlab.h"
#include "tests/support/patience.h"
#include "ui/lab/explore/exploreview.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/traceline.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/quiettabs.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTranslator>

using namespace lockstep;

class TestSteppedRuns : public QObject, private sample::ShownLab
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aTraceIsKeptWhileItIsOpened();
    void whatIsPressedDuringAStepFollowsIt();
    void undoDuringAStepFollowsIt();
    void stoppingForgetsWhatWaits();
    void whatWaitsIsForgottenWithItsRun();
    void whatIsNoTraceIsSaidInTheLanguage();
    void aForkIsKeptWhileItIsOpened();
    void aForkKnowsItsSettings();
    void whatWasUndoneIsNotGoneAgain();
    void anEmptyRunIsOpenedAgainOnce();
    void aWayWithOtherSettingsIsAnotherRun();
    void whatWasFoundForOtherSettingsIsNotOpened();
    void whatWasFoundForAnotherScenarioWaitsForIt_data();
    void whatWasFoundForAnotherScenarioWaitsForIt();
    void aSearchGoesOnWhileARunIsStopped();
    void aClickInTheMapIsSeenAtOnce();
    void aViolatingStepOfTheMapIsGoneThrough();
    void runsAreThereAgainWithTheirScenario();
    void whatWasClosedIsOpenedAgain();
    void runsOfAChangedFileAreSteppedAgainAndThatIsSaid();
    void runsAreKeptForTheNextSession();

private:
    void setStock(int stock) const
    {
        const auto fields = stepController()->form()->findChildren<QSpinBox *>();
        for (QSpinBox *field : fields) {
            if (field->accessibleName() == u"Stock")
                field->setValue(stock);
        }
    }
    void pressAll(const QList<Qt::Key> &keys) const
    {
        for (const Qt::Key key : keys)
            QTest::keyClick(tabs()->pane()->timeline(), key);
    }
    // Answers the request for a step with the steps of the trace.
    void answerStep(const QSignalSpy &asked, const char *trace) const
    {
        runs()->setRun(asked.back().at(0).toInt(),
            sample::steps(
                m_page->scenario(), stepController()->form()->options(), sample::trace(trace)));
    }
    static QString askedSteps(const QSignalSpy &asked)
    {
        Trace steps;
        for (const auto &each : asked)
            steps.push_back(each.at(1).value<TraceStep>());
        return traceText(steps);
    }
    // With the settings, of the last run that was asked for.
    static QString openedWith(const QSignalSpy &opened)
    {
        const auto options = opened.back().at(2).value<ExploreOptions>();
        return traceText(opened.back().at(3).value<Trace>()) + u" of "_qs
            + QString::number(options.settings.at("stock"));
    }
};

void TestSteppedRuns::init()
{
    QVERIFY(show());
    m_page->setMode(LabMode::Step);
}

void TestSteppedRuns::aTraceIsKeptWhileItIsOpened()
{
    m_answers.reset(); // none comes
    QSignalSpy opened(runs(), &SteppedRuns::openRequested);
    runs()->openTrace(sample::trace("A1 B1"), {});
    QCOMPARE(opened.size(), 1);
    setStock(7);
    QTRY_COMPARE(opened.size(), 2);
    QCOMPARE(openedWith(opened), u"A1 B1 of 7"_qs);
}

void TestSteppedRuns::whatIsPressedDuringAStepFollowsIt()
{
    m_answers.reset(); // the test answers
    const QSignalSpy asked(runs(), &SteppedRuns::stepRequested);
    pressAll({Qt::Key_A, Qt::Key_B, Qt::Key_A});
    QCOMPARE(askedSteps(asked), u"A1"_qs);
    answerStep(asked, "A1");
    QTRY_COMPARE(askedSteps(asked), u"A1 B1"_qs);
    pressAll({Qt::Key_B}); // behind the one that waits
    answerStep(asked, "A1 B1");
    QTRY_COMPARE(askedSteps(asked), u"A1 B1 A2"_qs);
    answerStep(asked, "A1 B1 A2");
    QTRY_COMPARE(askedSteps(asked), u"A1 B1 A2 B2"_qs);
}

void TestSteppedRuns::undoDuringAStepFollowsIt()
{
    m_answers.reset();
    const QSignalSpy asked(runs(), &SteppedRuns::stepRequested);
    const QSignalSpy undone(runs(), &SteppedRuns::undoRequested);
    pressAll({Qt::Key_A});
    QTest::keyClick(tabs()->pane()->timeline(), Qt::Key_Z, Qt::ControlModifier);
    pressAll({Qt::Key_B});
    answerStep(asked, "A1");
    QTRY_COMPARE(undone.size(), 1);
    QCOMPARE(askedSteps(asked), u"A1"_qs);
    answerStep(asked, "");
    QTRY_COMPARE(askedSteps(asked), u"A1 B1"_qs);
}

void TestSteppedRuns::stoppingForgetsWhatWaits()
{
    m_answers.reset();
    const QSignalSpy asked(runs(), &SteppedRuns::stepRequested);
    pressAll({Qt::Key_A, Qt::Key_B, Qt::Key_A, Qt::Key_Escape});
    answerStep(asked, "A1");
    QCoreApplication::processEvents();
    QCOMPARE(askedSteps(asked), u"A1"_qs);
}

void TestSteppedRuns::whatWaitsIsForgottenWithItsRun()
{
    m_answers.reset();
    const QSignalSpy asked(runs(), &SteppedRuns::stepRequested);
    pressAll({Qt::Key_A, Qt::Key_B});
    runs()->setFailure(asked.back().at(0).toInt(), {ErrorCode::ConnectionLost, u"gone"_qs, false});
    QCoreApplication::processEvents();
    QCOMPARE(askedSteps(asked), u"A1"_qs);
    pressAll({Qt::Key_A, Qt::Key_B});
    QCOMPARE(askedSteps(asked), u"A1 A1"_qs);
    m_page->setMode(LabMode::Run);
    m_page->setMode(LabMode::Step);
    answerStep(asked, "A1");
    QCoreApplication::processEvents();
    QCOMPARE(askedSteps(asked), u"A1 A1"_qs);
}

void TestSteppedRuns::whatIsNoTraceIsSaidInTheLanguage()
{
    auto *field = tabs()->findChild<TraceLine *>()->findChild<QLineEdit *>();
    QTest::keyClicks(field, u"zz"_qs);
    QTest::keyClick(field, Qt::Key_Return);
    const auto *banner = m_page->findChild<Banner *>();
    const QString english = banner->text();
    QVERIFY(!english.isEmpty());
    QTranslator chinese;
    QVERIFY(chinese.load(u":/translations/lockstep_zh_CN.qm"_qs));
    QVERIFY(QCoreApplication::installTranslator(&chinese));
    QTRY_VERIFY(banner->text() != english);
    QVERIFY(QCoreApplication::removeTranslator(&chinese));
    QTRY_COMPARE(banner->text(), english);
}

void TestSteppedRuns::aForkIsKeptWhileItIsOpened()
{
    runs()->openTrace(sample::trace("A1 A2"), {});
    QTest::keyClick(tabs()->pane()->timeline(), Qt::Key_Left);
    m_answers.reset();
    QSignalSpy opened(runs(), &SteppedRuns::openRequested);
    tabs()->stepClient(1, 0);
    setStock(7);
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(openedWith(opened), u"A1 B1 of 7"_qs);
}

// It is made while settings are being turned, of a run that has the old ones.
void TestSteppedRuns::aForkKnowsItsSettings()
{
    runs()->openTrace(sample::trace("A1 A2"), {});
    QTest::keyClick(tabs()->pane()->timeline(), Qt::Key_Left);
    QSignalSpy opened(runs(), &SteppedRuns::openRequested);
    setStock(7);
    tabs()->stepClient(1, 0);
    QCOMPARE(opened.size(), 0);
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(openedWith(opened), u"A1 B1 of 7"_qs);
}

void TestSteppedRuns::whatWasUndoneIsNotGoneAgain()
{
    runs()->openTrace(sample::trace("A1"), {});
    runs()->undo();
    QCOMPARE(traceText(runs()->shownRun()->trace), QString());
    QSignalSpy opened(runs(), &SteppedRuns::openRequested);
    setStock(7);
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(openedWith(opened), u" of 7"_qs);
}

void TestSteppedRuns::anEmptyRunIsOpenedAgainOnce()
{
    QSignalSpy opened(runs(), &SteppedRuns::openRequested);
    setStock(7);
    QTRY_COMPARE(opened.size(), 1);
    m_page->setMode(LabMode::Run);
    m_page->setMode(LabMode::Step);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(tabs()->bar()->count(), 1);
}

void TestSteppedRuns::aWayWithOtherSettingsIsAnotherRun()
{
    m_page->setMode(LabMode::Explore);
    press(LabBar::Action::Run);
    finish();
    const int before = tabs()->bar()->count();
    press(LabBar::Action::Run);
    finish();
    QCOMPARE(tabs()->bar()->count(), before); // it is open
    setStock(2);
    press(LabBar::Action::Run);
    finish();
    QCOMPARE(tabs()->bar()->count(), before + 1);
    QCOMPARE(runs()->shownRun()->options.settings.at("stock"), 2);
}

void TestSteppedRuns::whatWasFoundForOtherSettingsIsNotOpened()
{
    m_page->setMode(LabMode::Explore);
    press(LabBar::Action::Run);
    m_page->setMode(LabMode::Step);
    finish();
    setStock(7);
    QSignalSpy opened(runs(), &SteppedRuns::openRequested);
    m_page->setMode(LabMode::Explore);
    QVERIFY(!stepController()->view()->exploration());
    QVERIFY(!tabs()->isVisible());
    for (const auto &each : std::as_const(opened))
        QCOMPARE(traceText(each.at(3).value<Trace>()), QString());
}

void TestSteppedRuns::whatWasFoundForAnotherScenarioWaitsForIt_data()
{
    QTest::addColumn<LabMode>("meanwhile");
    QTest::newRow("stepping") << LabMode::Step;
    QTest::newRow("exploring") << LabMode::Explore;
}

void TestSteppedRuns::whatWasFoundForAnotherScenarioWaitsForIt()
{
    QFETCH(LabMode, meanwhile);
    m_page->setMode(LabMode::Explore);
    press(LabBar::Action::Run);
    const ScenarioPtr explored = m_page->scenario();
    const ExploreOptions options = stepController()->form()->options();
    m_page->setMode(meanwhile);
    QVERIFY(m_page->choose(u"stock-script"_qs));
    stepController()->setExploration(sample::oversold(explored, options));
    QVERIFY(m_page->choose(u"stock-read-then-write"_qs));
    if (meanwhile != LabMode::Explore)
        m_page->setMode(LabMode::Explore);
    QVERIFY(runs()->shownRun());
    QCOMPARE(traceText(runs()->shownRun()->trace), u"A1 B1 A2 B2"_qs);
}

void TestSteppedRuns::aSearchGoesOnWhileARunIsStopped()
{
    QSignalSpy cancelled(stepController(), &StepController::cancelRequested);
    m_page->setMode(LabMode::Explore);
    press(LabBar::Action::Run);
    m_page->setMode(LabMode::Step);
    m_answers.reset();
    press(LabBar::Action::Run);
    QVERIFY(runs()->isRunning());
    press(LabBar::Action::Stop);
    QVERIFY(!runs()->isRunning());
    QCOMPARE(cancelled.size(), 0);
    m_page->setMode(LabMode::Explore);
    press(LabBar::Action::Stop);
    QCOMPARE(cancelled.size(), 1);
}

void TestSteppedRuns::aClickInTheMapIsSeenAtOnce()
{
    m_page->setMode(LabMode::Explore);
    press(LabBar::Action::Run);
    finish();
    m_answers.reset(); // its run is not there yet
    const InterleavingMap &all = *stepController()->view()->exploration()->map;
    int node = 0;
    for (int i = 0; i < int(all.nodes.size()); ++i) {
        if (traceText(all.traceTo(i)) == u"B1 A1 B2")
            node = i;
    }
    QCoreApplication::processEvents();
    QTest::mouseClick(map(), Qt::LeftButton, {}, map()->placeOf(node).toPoint());
    QVERIFY2(map()->accessibleDescription().contains(u"After B1 A1 B2"_qs),
        qPrintable(map()->accessibleDescription()));
}

// A step may be a violation by itself, without the state that it leads to, which is also reached
// by a way that is as short and breaks nothing.
void TestSteppedRuns::aViolatingStepOfTheMapIsGoneThrough()
{
    const auto step = [](int client) { return TraceStep{TraceStep::Kind::Client, client, 0, 1}; };
    auto merged = std::make_shared<InterleavingMap>();
    merged->nodes = {{0, 0, Ending::Open, true, 0, 2, -1}, {1, 0, Ending::Open, true, 2, 1, 0},
        {1, 0, Ending::Open, true, 3, 1, 1}, {2, 0, Ending::Complete, true, 4, 0, 2}};
    merged->edges = {
        {0, 1, step(0), 0}, {0, 2, step(1), 0}, {1, 3, step(1), 0}, {2, 3, step(0), 1}};
    auto exploration = std::make_shared<Exploration>(
        *sample::oversold(m_page->scenario(), stepController()->form()->options()));
    exploration->map = merged;
    InterleavingMapView alone(&m_theme);
    alone.resize(400, 200);
    alone.setExploration(exploration);
    QVERIFY(alone.accessibleDescription().contains(u"1 of them violating"_qs));
    QSignalSpy chosen(&alone, &InterleavingMapView::wayChosen);
    QTest::mouseClick(&alone, Qt::LeftButton, {}, alone.placeOf(3).toPoint());
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(traceText(chosen.at(0).at(0).value<Trace>()), u"B1 A1"_qs);
}

void TestSteppedRuns::runsAreThereAgainWithTheirScenario()
{
    runs()->openTrace(sample::trace("A1 B1 A2"), u"a trace"_qs);
    runs()->openTrace(sample::trace("B1 A1"), {});
    runs()->moveTo(1);
    const QStringList names{
        tabs()->bar()->tabToolTip(0), tabs()->bar()->tabToolTip(1), tabs()->bar()->tabToolTip(2)};
    const int opened = m_answers->opened;
    press(LabBar::Action::SwapFix);
    QCOMPARE(m_page->scenario()->id, "stock-script");
    QCOMPARE(tabs()->bar()->count(), 1);
    QCOMPARE(m_answers->opened, opened + 1);
    press(LabBar::Action::SwapFix);
    QCOMPARE(tabs()->bar()->count(), 3);
    for (int i = 0; i < 3; ++i)
        QCOMPARE(tabs()->bar()->tabToolTip(i), names.at(i));
    QCOMPARE(m_answers->opened, opened + 2); // only the one that is looked at
    QCOMPARE(traceText(runs()->shownRun()->trace), u"B1 A1"_qs);
    QCOMPARE(runs()->shownStep(), 1);
    tabs()->bar()->setCurrentIndex(1);
    QCOMPARE(m_answers->opened, opened + 3);
    QCOMPARE(traceText(runs()->shownRun()->trace), u"A1 B1 A2"_qs);
    press(LabBar::Action::Undo);
    QCOMPARE(traceText(runs()->shownRun()->trace), u"A1 B1"_qs);
}

void TestSteppedRuns::whatWasClosedIsOpenedAgain()
{
    const QAction *reopen = m_page->bar()->action(LabBar::Action::ReopenRun);
    QVERIFY(!reopen->isEnabled());
    runs()->openTrace(sample::trace("A1 B1 A2"), u"a trace"_qs);
    runs()->openTrace(sample::trace("B1"), {});
    runs()->close(1);
    runs()->close(1);
    runs()->close(0); // nobody has stepped it
    QCOMPARE(tabs()->bar()->count(), 1);
    for (const char *const trace : {"B1", "A1 B1 A2"}) {
        QVERIFY(reopen->isEnabled());
        press(LabBar::Action::ReopenRun);
        QCOMPARE(traceText(runs()->shownRun()->trace), QString::fromLatin1(trace));
    }
    QVERIFY(!reopen->isEnabled());
    QCOMPARE(tabs()->bar()->tabToolTip(2), u"run 2, a trace"_qs);
}

void TestSteppedRuns::runsOfAChangedFileAreSteppedAgainAndThatIsSaid()
{
    runs()->openTrace(sample::trace("A1 B1 A2"), {});
    auto changed = std::make_shared<Scenario>(*m_page->scenario());
    QSignalSpy halted(runs(), &SteppedRuns::halted);
    const ExploreOptions options = stepController()->form()->options();
    stepController()->setScenario(u"its key"_qs, changed, {});
    runs()->openTrace(sample::trace("A1 B1 A2"), {});
    auto readAgain = std::make_shared<Scenario>(*changed);
    stepController()->setScenario(u"its key"_qs, readAgain, {});
    QCOMPARE(halted.size(), 0); // it says the same
    QCOMPARE(traceText(runs()->shownRun()->trace), u"A1 B1 A2"_qs);
    auto other = std::make_shared<Scenario>(*changed);
    other->source += "\n";
    stepController()->setScenario(u"its key"_qs, other, {});
    QCOMPARE(halted.size(), 1);
    QVERIFY(halted.at(0).at(0).value<Saying>()().startsWith(u"The file was changed"_qs));
    QCOMPARE(traceText(runs()->shownRun()->trace), u"A1 B1 A2"_qs);
    QCOMPARE(stepController()->form()->options(), options);
}

void TestSteppedRuns::runsAreKeptForTheNextSession()
{
    runs()->openTrace(sample::trace("A1 B1 A2"), {});
    setStock(7);
    QTRY_COMPARE(tabs()->bar()->count(), 3);
    const KeptLab kept = stepController()->kept();
    QCOMPARE(kept.size(), std::size_t(1));
    m_answers.reset();
    m_page = std::make_unique<LabPage>(&m_theme);
    m_answers = std::make_unique<sample::Answers>(runs());
    stepController()->restore(kept);
    QVERIFY(stepController()->kept() == kept);
    m_page->setScenarios(sample::scenarios());
    QVERIFY(m_page->choose(u"stock-read-then-write"_qs));
    m_page->setMode(LabMode::Step);
    QCOMPARE(m_answers->opened, 1);
    QCOMPARE(tabs()->bar()->count(), 3);
    QCOMPARE(traceText(runs()->shownRun()->trace), u"A1 B1 A2"_qs);
    QCOMPARE(m_answers->options.settings.at("stock"), 7);
    QVERIFY(stepController()->kept() == kept);
}

QTEST_MAIN(TestSteppedRuns)
#include "tst_steppedruns.moc"
