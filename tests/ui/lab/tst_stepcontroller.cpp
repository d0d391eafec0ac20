// Stepping by hand, against answers made by hand. With LOCKSTEP_PICTURES=folder a picture of the
// modes with the focus is saved there.

#include "core/lab/json/steppedrunjson.h"
#include "labsample.h"
#include "shownlab.h"
#include "tests/support/patience.h"
#include "tests/support/widgetpicture.h"
#include "ui/lab/page/labexport.h"
#include "ui/lab/page/labslide.h"
#include "ui/lab/page/modeswitch.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/program/variablesrow.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/run/runpane.h"
#include "ui/lab/settings/assumptionswitches.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/step/steppanel.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steprow.h"
#include "ui/lab/step/traceline.h"
#include "ui/lab/step/traceopening.h"
#include "ui/lab/table/operationsmodel.h"
#include "ui/lab/table/operationstable.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/lab/words/narration.h"
#include "ui/lab/words/tracewords.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/barbutton.h"
#include "ui/widgets/quiettabs.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTextBlock>
#include <QTranslator>

using namespace lockstep;

class TestStepController : public QObject, private sample::ShownLab
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keysStepTheClients();
    void fieldsAndRowsAreNeverDestroyed();
    void everyClientShowsItsNextCommand();
    void whoCannotGoOnSaysWhy();
    void lettersInAFieldStepNobody();
    void anotherWayAtAnEarlierStepIsARunOfItsOwn();
    void theSameWayAtAnEarlierStepOnlyMovesOn();
    void undoGoesBackWithoutEndAndRedoForward();
    void crashAndPauseTakeTheChosenClient();
    void aClickOnALanesHeadSteps();
    void theCursorGoesOverSteps();
    void localVariablesFollowTheCursor();
    void theLinesOfClientsAreInView();
    void aSlideOfAFewStepsIsFilledByThem();
    void aTraceIsCopiedAndReplayed();
    void aRunIsExported();
    void aViolationThatComesLaterIsOpenedStill();
    void aViolationOfAFileThatWasReadAgain();
    void aViolationThatIsLookedForCanBeGivenUp();
    void aLongSentenceIsWholeOrEndsWithAnEllipsis_data();
    void aLongSentenceIsWholeOrEndsWithAnEllipsis();
    void aViolationOfAnotherScenarioWaitsForIt();
    void theModesAreReachedByTab();
    void aTraceThatDoesNotFitIsSaidAndStaysBefore();
    void whatWasPastedStaysUntilSomethingElseIsDone();
    void whatDoesNotFitIsCountedInTheTraceThatWasGiven();
    void whatDidNotFitIsTriedAgainWithOtherSettings();
    void aStepThatFailedIsNoneThatWasRefused();
    void undoInAFieldIsTheFields();
    void undoSaysWhatItTakesBack();
    void whatLosesTheFocusGivesItToThePicture();
    void whatIsLostWhileTheWindowIsNotActiveToo();
    void anotherModeGivesTheKeysToWhatItShows();
    void whoStartsARunWithItsButtonKeepsTheKeys();
    void whatIsNoTraceIsSaid();
    void itRunsUntilSomethingIsViolated();
    void whatGoesOnByItselfIsSeenAndStopped();
    void whereNobodyGoesOnItIsSaidWhatCanBeChosen();
    void whileARunBeginsItsKeysGoNowhereElse();
    void whatABoundForbidsIsSaidWithTheBound();
    void twoRunsMarkTheirFirstDifference();
    void comparingShowsTheOtherTab();
    void otherSettingsGoTheSameWayAgain();
    void aViolationIsSteppedWithOptionsOfItsOwn();
    void usualValuesAreAllOfTheFile();
    void aMistakeThatExploringFindsIsMarked();
    void assumptionsAreSwitchedBesideTheVerdict();
    void theLastTabThatClosesMakesANewRun();
    void tenTabsNeedNoMoreRoomThanThereIs();
    void theProgramShowsWhatComesNext();
    void nothingIsAskedForWhileAnAnswerIsAwaited();
    void everyFocusableWidgetHasAName();

private:
    void press(int key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(
            m_page->focusWidget() ? m_page->focusWidget() : m_page.get(), Qt::Key(key), modifiers);
    }
    [[nodiscard]] QString traceNow() const { return traceText(runs()->shownRun()->trace); }
    [[nodiscard]] QString banner() const { return m_page->findChild<Banner *>()->text(); }
    [[nodiscard]] SteppedPane *keptPane() const
    {
        return tabs()->findChild<SteppedPane *>(u"keptSteps"_qs);
    }
    [[nodiscard]] QLineEdit *traceField() const
    {
        return tabs()->findChild<TraceLine *>()->findChild<QLineEdit *>();
    }
    [[nodiscard]] const QLabel *refusal() const
    {
        return tabs()->findChild<QLabel *>(u"refusal"_qs);
    }
    [[nodiscard]] QSpinBox *setting(const QString &name) const
    {
        const auto fields = stepController()->form()->findChildren<QSpinBox *>();
        const auto found = std::find_if(fields.begin(), fields.end(),
            [&](const QSpinBox *field) { return field->accessibleName() == name; });
        return found == fields.end() ? nullptr : *found;
    }
    void replay(const QString &trace) const
    {
        traceField()->setFocus();
        traceField()->selectAll();
        QTest::keyClicks(traceField(), trace);
        QTest::keyClick(traceField(), Qt::Key_Return);
    }
    [[nodiscard]] const StepRow *row(QChar key) const
    {
        const auto rows = stepController()->panel()->findChildren<StepRow *>();
        for (const StepRow *each : rows) {
            if (each->accessibleName().contains(key) && !each->isHidden())
                return each;
        }
        return nullptr;
    }
};

void TestStepController::init()
{
    QVERIFY(show());
    QCOMPARE(m_answers->opened, 0); // not before it is wanted
    QTest::keyClick(m_page.get(), Qt::Key_F3);
    QCOMPARE(m_answers->opened, 1);
}

// Somebody may be at one of them when a step comes back, or another scenario.
void TestStepController::fieldsAndRowsAreNeverDestroyed()
{
    const QWidget *const column[] = {stepController()->panel(), stepController()->form()};
    QList<QPointer<QWidget>> parts;
    for (const QWidget *each : column) {
        const auto all = each->findChildren<QWidget *>();
        for (QWidget *part : all)
            parts << part;
    }
    QVERIFY(parts.size() > 20);
    press(Qt::Key_A);
    press(Qt::Key_B);
    press(Qt::Key_Z, Qt::ControlModifier);
    setting(u"Clients"_qs)->setValue(3);
    QVERIFY(m_page->choose(u"stock-script"_qs));
    m_page->setMode(LabMode::Run);
    m_page->setMode(LabMode::Step);
    QVERIFY(m_page->choose(u"stock-read-then-write"_qs));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(
        std::all_of(parts.begin(), parts.end(), [](const auto &part) { return !part.isNull(); }));
    QCOMPARE(setting(u"Clients"_qs)->value(), 3);
}

void TestStepController::keysStepTheClients()
{
    press(Qt::Key_A);
    press(Qt::Key_B);
    press(Qt::Key_A);
    QCOMPARE(traceNow(), u"A1 B1 A2"_qs);
    press(Qt::Key_Z); // nobody
    QCOMPARE(traceNow(), u"A1 B1 A2"_qs);
}

void TestStepController::everyClientShowsItsNextCommand()
{
    QVERIFY(row(u'A')->accessibleName().contains(u"GET stock"_qs));
    press(Qt::Key_A);
    QVERIFY(row(u'A')->accessibleName().contains(u"SET stock 0"_qs));
    QVERIFY(row(u'B')->accessibleName().contains(u"GET stock"_qs));
}

void TestStepController::whoCannotGoOnSaysWhy()
{
    press(Qt::Key_A);
    press(Qt::Key_A);
    QVERIFY(!row(u'A')->isEnabled());
    QCOMPARE(row(u'A')->accessibleDescription(), u"finished"_qs);
    press(Qt::Key_A);
    QCOMPARE(traceNow(), u"A1 A2"_qs);
}

void TestStepController::lettersInAFieldStepNobody()
{
    auto *field = tabs()->findChild<TraceLine *>()->findChild<QLineEdit *>();
    field->setFocus();
    QTest::keyClicks(field, u"ABT"_qs);
    QCOMPARE(field->text(), u"ABT"_qs);
    QCOMPARE(traceNow(), QString());
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(field->text(), QString());
}

void TestStepController::anotherWayAtAnEarlierStepIsARunOfItsOwn()
{
    press(Qt::Key_A);
    press(Qt::Key_A);
    press(Qt::Key_Left);
    QCOMPARE(runs()->shownStep(), 1);
    press(Qt::Key_B);
    QCOMPARE(m_answers->forked, 1);
    QCOMPARE(traceNow(), u"A1 B1"_qs);
    QCOMPARE(tabs()->bar()->count(), 2);
    QCOMPARE(tabs()->bar()->tabText(1), u"run 2, from run 1 at step 1"_qs);
    tabs()->bar()->setCurrentIndex(0);
    QCOMPARE(traceNow(), u"A1 A2"_qs);
    runs()->close(0);
    QCOMPARE(m_answers->closed, 1);
    QCOMPARE(traceNow(), u"A1 B1"_qs);
}

void TestStepController::theSameWayAtAnEarlierStepOnlyMovesOn()
{
    press(Qt::Key_A);
    press(Qt::Key_A);
    press(Qt::Key_Home);
    QCOMPARE(runs()->shownStep(), 0);
    press(Qt::Key_A);
    QCOMPARE(runs()->shownStep(), 1);
    QCOMPARE(m_answers->forked, 0);
}

void TestStepController::undoGoesBackWithoutEndAndRedoForward()
{
    for (const int key : {Qt::Key_A, Qt::Key_B, Qt::Key_A})
        press(key);
    for (int i = 0; i < 5; ++i)
        press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(traceNow(), QString());
    QVERIFY(!m_page->bar()->action(LabBar::Action::Undo)->isEnabled());
    press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(traceNow(), u"A1 B1"_qs);
}

void TestStepController::crashAndPauseTakeTheChosenClient()
{
    const auto fields = stepController()->form()->findChildren<QSpinBox *>();
    for (QSpinBox *field : fields) {
        if (field->accessibleName() == u"Crashes" || field->accessibleName() == u"Pauses"
            || field->accessibleName() == u"Time steps")
            field->setValue(2);
    }
    QTRY_COMPARE(m_answers->opened, 2);
    tabs()->pane()->timeline()->setFocus();
    press(Qt::Key_A);
    press(Qt::Key_B);
    press(Qt::Key_P);
    QCOMPARE(traceNow(), u"A1 B1 P(B)"_qs);
    QCOMPARE(row(u'B')->accessibleDescription(), u"paused"_qs);
    press(Qt::Key_P);
    press(Qt::Key_T);
    press(Qt::Key_X);
    QCOMPARE(traceNow(), u"A1 B1 P(B) U(B) T X(B)"_qs);
    QCOMPARE(row(u'B')->accessibleDescription(), u"crashed"_qs);
}

void TestStepController::aClickOnALanesHeadSteps()
{
    Timeline *timeline = tabs()->pane()->timeline();
    QCoreApplication::processEvents(); // it finds its place
    for (const TimelineLane &lane : timeline->shownGeometry().stack.lanes) {
        if (lane.kind != TimelineLane::Kind::Client || lane.index != 0)
            continue;
        const double y = timeline->shownGeometry().stack.top(lane) + lane.height / 2;
        QTest::mouseClick(timeline, Qt::LeftButton, {}, QPoint(12, int(y)));
        break;
    }
    QCOMPARE(traceNow(), u"A1"_qs);
}

void TestStepController::theCursorGoesOverSteps()
{
    for (const int key : {Qt::Key_A, Qt::Key_B, Qt::Key_A, Qt::Key_B})
        press(key);
    QCOMPARE(runs()->shownStep(), 4);
    QCOMPARE(tabs()->pane()->header()->sentence(), u"Oversold by 1 at step 4"_qs);
    QVERIFY(tabs()->pane()->header()->details().contains(u"2 client(s), no time step"_qs));
    press(Qt::Key_Left);
    QCOMPARE(runs()->shownStep(), 3);
    QCOMPARE(tabs()->pane()->header()->sentence(), u"Nothing is violated up to step 3"_qs);
    QCOMPARE(tabs()->pane()->table()->currentIndex().row(), 2);
    press(Qt::Key_Home);
    QCOMPARE(runs()->shownStep(), 0);
    press(Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(runs()->shownStep(), 4);
    press(Qt::Key_Home);
    press(Qt::Key_End);
    QCOMPARE(runs()->shownStep(), 4);
    const auto *model = tabs()->pane()->table()->model();
    QCOMPARE(model->index(3, OperationsModel::Effect).data().toString(), u"stock 0 → 0"_qs);
    QVERIFY(model->index(3, 0).data(OperationsModel::IsProofRole).toBool());
}

void TestStepController::aTraceIsCopiedAndReplayed()
{
    press(Qt::Key_A);
    press(Qt::Key_B);
    m_page->bar()->action(LabBar::Action::CopyTrace)->trigger();
    QCOMPARE(QApplication::clipboard()->text(),
        u"lockstep lab replay stock-read-then-write --clients 2 \"A1 B1\""_qs);
    auto *field = tabs()->findChild<TraceLine *>()->findChild<QLineEdit *>();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"B1 B2  A1"_qs);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(traceNow(), u"B1 B2 A1"_qs);
    QCOMPARE(tabs()->bar()->count(), 2);
    QCOMPARE(tabs()->bar()->tabText(1), u"run 2, a trace"_qs);
}

void TestStepController::aRunIsExported()
{
    runs()->openTrace(sample::trace("A1 B1 A2 B2"), {});
    const auto text = [this](LabText as) {
        const auto made = labText(*m_page, as);
        return made ? (*made)() : QByteArray();
    };
    QCOMPARE(text(LabText::TraceText), "A1 B1 A2 B2\n");
    QCOMPARE(text(LabText::Json),
        QJsonDocument(steppedRunToJson(*runs()->shownRun())).toJson(QJsonDocument::Compact) + '\n');
    const auto lines = text(LabText::Csv).split('\n');
    QCOMPARE(lines.at(0), "number,step,client,command,reply,changes,line,violated\r");
    QCOMPARE(lines.at(1), "1,A1,A,GET stock,1,,12,\r");
    QVERIFY2(lines.at(4).startsWith("4,B2,B,SET stock 0,OK,stock: 0 → 0,14,\"count_at_most("),
        lines.at(4).constData());
    QCOMPARE(lines.size(), 6);
}

void TestStepController::aViolationThatComesLaterIsOpenedStill()
{
    for (const LabMode mode : {LabMode::Run, LabMode::Step, LabMode::Explore}) {
        m_page->setMode(mode);
        m_page->traces()->setTrace(
            {m_page->scenario(), stepController()->form()->options(), sample::trace("A1 B1")});
        QCOMPARE(m_page->bar()->mode(), LabMode::Step);
        QCOMPARE(traceNow(), u"A1 B1"_qs);
        QCOMPARE(banner(), QString());
    }
}

// A file that is read again is another scenario, with the same text or with another.
void TestStepController::aViolationOfAFileThatWasReadAgain()
{
    const ExploreOptions options = stepController()->form()->options();
    auto readAgain = std::make_shared<Scenario>(*m_page->scenario());
    m_page->setMode(LabMode::Run);
    m_page->traces()->setTrace({readAgain, options, sample::trace("A1 B1")});
    QCOMPARE(m_page->bar()->mode(), LabMode::Step);
    QCOMPARE(traceNow(), u"A1 B1"_qs);

    auto changed = std::make_shared<Scenario>(*m_page->scenario());
    changed->source += "\n";
    m_page->setMode(LabMode::Run);
    m_page->traces()->setTrace({changed, options, sample::trace("A1")});
    QCOMPARE(m_page->bar()->mode(), LabMode::Run);
    QVERIFY2(banner().contains(u"The file was changed"_qs), qPrintable(banner()));
}

// Where there is no room for it, the tool tip has the rest.
void TestStepController::aLongSentenceIsWholeOrEndsWithAnEllipsis_data()
{
    QTest::addColumn<int>("largerLetters"); // times
    QTest::addColumn<bool>("isWhole");
    QTest::newRow("two lines") << 1 << true;
    QTest::newRow("more, for which there is room") << 2 << true;
    QTest::newRow("too many") << 5 << false;
}

void TestStepController::aLongSentenceIsWholeOrEndsWithAnEllipsis()
{
    QFETCH(const int, largerLetters);
    QFETCH(const bool, isWhole);
    const ScenarioPtr scenario = sample::stockReadThenWrite();
    const SteppedRunPtr run =
        sample::steps(scenario, ExploreOptions::of(*scenario), sample::trace("A1 B1 A2 B2"));
    const QString sentence = narration(*run, 3);
    SteppedPane pane(&m_theme);
    auto *words = pane.findChild<QLabel *>(u"narration"_qs);
    QFont font = words->font();
    font.setPointSizeF(font.pointSizeF() * largerLetters);
    words->setFont(font);
    pane.resize(400, 500);
    pane.setRun(run, 3, {});
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    QTRY_VERIFY(words->isVisible());
    QTRY_VERIFY2(words->heightForWidth(words->width()) <= words->height(),
        qPrintable(u"%1 > %2"_qs.arg(words->heightForWidth(words->width())).arg(words->height())));
    QTRY_COMPARE(words->text() == sentence, isWhole);
    QVERIFY2(isWhole || words->text().endsWith(u'…'), qPrintable(words->text()));
    QVERIFY(words->toolTip().contains(sentence.toHtmlEscaped()));
}

void TestStepController::aViolationThatIsLookedForCanBeGivenUp()
{
    m_page->setMode(LabMode::Run);
    m_page->bar()->action(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(sample::oversoldRun());
    QSignalSpy wanted(m_page->traces(), &TraceOpening::traceRequested);
    QSignalSpy cancelled(m_page->traces(), &TraceOpening::traceCancelled);
    m_page->bar()->action(LabBar::Action::StepViolation)->trigger();
    QCOMPARE(wanted.size(), 1);
    QVERIFY2(banner().contains(u"Looking for the steps"_qs), qPrintable(banner()));
    press(Qt::Key_Escape);
    QCOMPARE(cancelled.size(), 1);
    m_page->traces()->setFailure({ErrorCode::Cancelled, {}});
    QCOMPARE(banner(), QString());
    QVERIFY(m_page->bar()->action(LabBar::Action::StepViolation)->isEnabled());
    QVERIFY(!m_page->bar()->action(LabBar::Action::Stop)->isEnabled());
}

void TestStepController::aViolationOfAnotherScenarioWaitsForIt()
{
    const ScenarioPtr first = m_page->scenario();
    const ExploreOptions options = stepController()->form()->options();
    QVERIFY(m_page->choose(u"stock-script"_qs));
    m_page->setMode(LabMode::Explore);
    m_page->traces()->setTrace({first, options, sample::trace("A1 B1 B2")});
    QCOMPARE(m_page->bar()->mode(), LabMode::Explore);
    QVERIFY2(banner().contains(u"is ready to be stepped"_qs), qPrintable(banner()));
    QVERIFY(m_page->choose(u"stock-read-then-write"_qs));
    QCOMPARE(m_page->bar()->mode(), LabMode::Step);
    QCOMPARE(traceNow(), u"A1 B1 B2"_qs);
    QVERIFY(m_page->choose(u"stock-script"_qs)); // once
    m_page->setMode(LabMode::Run);
    QVERIFY(m_page->choose(u"stock-read-then-write"_qs));
    QCOMPARE(m_page->bar()->mode(), LabMode::Run);
}

void TestStepController::theModesAreReachedByTab()
{
    MainWindow window(&m_theme);
    window.labPage()->setScenarios(sample::scenarios());
    window.showPage(MainWindow::Page::Lab);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QVERIFY(window.focusWidget());
    auto *modes = window.findChild<ModeSwitch *>();
    QSet<QWidget *> seen;
    while (!seen.contains(window.focusWidget())) {
        seen << window.focusWidget();
        if (window.focusWidget() == modes)
            break;
        QTest::keyClick(window.focusWidget(), Qt::Key_Tab);
    }
    QVERIFY2(modes->hasFocus(), qPrintable(QString::number(seen.size())));
    const QImage with = window.grab().toImage();
    QTest::keyClick(window.focusWidget(), Qt::Key_Right);
    QCOMPARE(window.labPage()->bar()->mode(), LabMode::Step);
    QVERIFY(modes->hasFocus()); // to go on to the next one
    QTest::keyClick(window.focusWidget(), Qt::Key_Right);
    QCOMPARE(window.labPage()->bar()->mode(), LabMode::Explore);
    window.labPage()->stepController()->form()->setFocus();
    QTest::mouseClick(modes, Qt::LeftButton, {}, modes->tabRect(1).center());
    QCOMPARE(window.labPage()->bar()->mode(), LabMode::Step);
    QVERIFY(!modes->hasFocus()); // the letters step
    QVERIFY(keptWhereWanted(with, u"modes-focus"_qs));
}

void TestStepController::aTraceThatDoesNotFitIsSaidAndStaysBefore()
{
    auto *field = tabs()->findChild<TraceLine *>()->findChild<QLineEdit *>();
    field->setFocus();
    QTest::keyClicks(field, u"A1 A2 A3 B1"_qs);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(banner(),
        u"The trace does not fit from step 3 on. A3 cannot be taken: not now, finished. "
        "Possible: B1."_qs);
    QCOMPARE(traceNow(), u"A1 A2"_qs);
    tabs()->pane()->timeline()->setFocus();
    press(Qt::Key_B); // from there it goes on
    QCOMPARE(traceNow(), u"A1 A2 B1"_qs);
    QCOMPARE(banner(), QString());
}

void TestStepController::whatWasPastedStaysUntilSomethingElseIsDone()
{
    const auto *line = tabs()->findChild<TraceLine *>();
    auto *field = line->findChild<QLineEdit *>();
    const auto *refusal = line->findChild<QLabel *>(u"refusal"_qs);
    field->setFocus();
    QTest::keyClicks(field, u"A1 A2 A3 B1"_qs);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(field->text(), u"A1 A2 A3 B1"_qs);
    QCOMPARE(field->selectedText(), u" A3 B1"_qs);
    QVERIFY(refusal->isVisible());
    QCOMPARE(refusal->text(), u"does not fit from step 3 on"_qs);
    tabs()->pane()->timeline()->setFocus();
    press(Qt::Key_Left); // to look is no change
    QCOMPARE(field->text(), u"A1 A2 A3 B1"_qs);
    tabs()->bar()->setCurrentIndex(0);
    QCOMPARE(field->text(), QString());
    QVERIFY(!refusal->isVisible());
    tabs()->bar()->setCurrentIndex(1);
    QCOMPARE(field->text(), u"A1 A2 A3 B1"_qs);
    m_page->bar()->action(LabBar::Action::CopyTrace)->trigger();
    QVERIFY(QApplication::clipboard()->text().endsWith(u" \"A1 A2\"")); // that is what there is
    m_page->bar()->action(LabBar::Action::Undo)->trigger();
    QCOMPARE(field->text(), u"A1"_qs);
    QVERIFY(!refusal->isVisible());

    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"B2"_qs);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(field->text(), u"B2"_qs);
    QTest::keyClicks(field, u" A1"_qs);
    QVERIFY(!refusal->isVisible()); // of another trace it is not known yet
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(field->text(), QString());

    disconnect(runs(), &SteppedRuns::openRequested, m_answers.get(), nullptr);
    const QSignalSpy wanted(runs(), &SteppedRuns::openRequested);
    QTest::keyClicks(field, u"B1 A1"_qs);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(field->text(), u"B1 A1"_qs); // while it is not known
    QVERIFY(!refusal->isVisible());
    runs()->setFailure(wanted.at(0).at(0).toInt(), {ErrorCode::ConnectionLost, u"gone"_qs, false});
    QCOMPARE(field->text(), u"B1 A1"_qs); // nor when it will never be
}

// A run leaves out steps by which a thread goes on, where it has gone on already.
void TestStepController::whatDoesNotFitIsCountedInTheTraceThatWasGiven()
{
    SteppedRun run;
    run.trace = sample::trace("A1 A2");
    const Trace refused = sample::trace("A1 A1' A2 A3 B1");
    QCOMPARE(firstRefusedStep(run, refused), 4);
    QVERIFY(refusalWords(run, refused).startsWith(u"The trace does not fit from step 4 on. A3"_qs));
    QCOMPARE(firstRefusedStep(run, sample::trace("A1 A1' A2")), 0);
    StepAhead ahead;
    ahead.step = refused[3];
    run.ahead.push_back(ahead);
    QCOMPARE(firstRefusedStep(run, refused), 0); // refused for another reason
    TraceLine line;
    line.setTrace(run.trace, refused, 4);
    QCOMPARE(line.findChild<QLabel *>(u"refusal"_qs)->text(), u"does not fit from step 4 on"_qs);
    QCOMPARE(line.findChild<QLineEdit *>()->selectedText(), u" A3 B1"_qs);
}

void TestStepController::whatDidNotFitIsTriedAgainWithOtherSettings()
{
    const QSignalSpy opened(runs(), &SteppedRuns::openRequested);
    replay(u"B2"_qs);
    QCOMPARE(opened.size(), 1);
    QVERIFY(setting(u"Stock"_qs));
    setting(u"Stock"_qs)->setValue(7);
    QTRY_COMPARE(opened.size(), 2); // what is said is said of these settings
    QCOMPARE(opened.at(1).at(3).value<Trace>(), sample::trace("B2"));
    QVERIFY2(
        banner().startsWith(u"The trace does not fit from step 1 on."_qs), qPrintable(banner()));
    QCOMPARE(traceField()->text(), u"B2"_qs);
    QVERIFY(refusal()->isVisible());

    setting(u"Crashes"_qs)->setValue(0);
    replay(u"A1 X(A) B1"_qs);
    QCOMPARE(traceNow(), u"A1"_qs);
    const int count = tabs()->bar()->count();
    const auto before = opened.size();
    setting(u"Crashes"_qs)->setValue(1);
    QTRY_COMPARE(opened.size(), before + 1);
    QCOMPARE(tabs()->bar()->count(), count + 1);
    QCOMPARE(traceNow(), u"A1 X(A) B1"_qs);
    QVERIFY(!refusal()->isVisible());
    QCOMPARE(banner(), QString());
}

void TestStepController::aStepThatFailedIsNoneThatWasRefused()
{
    press(Qt::Key_A);
    press(Qt::Key_A);
    press(Qt::Key_Left);
    m_answers.reset();
    const QSignalSpy asked(runs(), &SteppedRuns::stepRequested);
    press(Qt::Key_B);
    QCOMPARE(asked.size(), 1);
    const int fork = asked.at(0).at(0).toInt();
    const ExploreOptions options = stepController()->form()->options();
    runs()->setRun(fork, sample::steps(m_page->scenario(), options, sample::trace("A1")));
    runs()->setFailure(fork, {ErrorCode::ConnectionLost, u"gone"_qs, false});
    QCOMPARE(traceField()->text(), u"A1"_qs);
    m_page->bar()->action(LabBar::Action::Undo)->trigger();
    runs()->setRun(fork, sample::steps(m_page->scenario(), options, {}));
    QCOMPARE(traceNow(), QString());
    QCOMPARE(traceField()->text(), QString());
    QVERIFY(!refusal()->isVisible());
}

void TestStepController::undoInAFieldIsTheFields()
{
    press(Qt::Key_A);
    auto *trace = tabs()->findChild<TraceLine *>()->findChild<QLineEdit *>();
    m_page->focusSearch();
    auto *search = qobject_cast<QLineEdit *>(m_page->focusWidget());
    QVERIFY(search);
    for (QLineEdit *field : {trace, search}) {
        const QString before = field->text();
        field->setFocus();
        field->end(false);
        QTest::keyClicks(field, u" T"_qs);
        QCOMPARE(field->text(), before + u" T"_qs);
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(field->text(), before);
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(field->text(), before + u" T"_qs);
        field->undo();
        QCOMPARE(traceNow(), u"A1"_qs);
    }
    auto *number = stepController()->form()->findChildren<QSpinBox *>().first();
    const QString before = number->text();
    number->setFocus();
    number->selectAll();
    QTest::keyClicks(number, u"3"_qs);
    QVERIFY(number->text() != before);
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(number->text(), before);
    QCOMPARE(traceNow(), u"A1"_qs);
    tabs()->pane()->timeline()->setFocus();
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(traceNow(), QString());
    for (QWidget *reader :
        {static_cast<QWidget *>(m_page->findChild<ProgramView *>(QStringLiteral("program"))),
            m_page->findChild<QWidget *>(u"lesson"_qs)}) { // in which nothing is written
        press(Qt::Key_A);
        m_page->findChild<QTabBar *>(u"programTabs"_qs)
            ->setCurrentIndex(reader->objectName() == u"lesson" ? 1 : 0);
        reader->setFocus();
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(traceNow(), QString());
    }
}

void TestStepController::undoSaysWhatItTakesBack()
{
    const QAction *undo = m_page->bar()->action(LabBar::Action::Undo);
    QVERIFY(!undo->isEnabled());
    QCOMPARE(undo->toolTip(), u"Undo: no step has been taken yet (Ctrl+Z)"_qs);
    press(Qt::Key_A);
    press(Qt::Key_B);
    QCOMPARE(undo->toolTip(), u"Undo step 2, B1 (Ctrl+Z)"_qs);
    press(Qt::Key_Left);
    QCOMPARE(undo->toolTip(),
        u"Undo step 2, B1: the last one, not step 1, which is selected (Ctrl+Z)"_qs);
    press(Qt::Key_Left);
    QCOMPARE(
        undo->toolTip(), u"Undo step 2, B1: the last one; selected is the beginning (Ctrl+Z)"_qs);
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(traceNow(), u"A1"_qs);
    QCOMPARE(undo->toolTip(), u"Undo step 1, A1 (Ctrl+Z)"_qs);
    {
        QTranslator chinese; // the language that is chosen until it is destroyed
        QVERIFY(chinese.load(u":/translations/lockstep_zh_CN.qm"_qs));
        QVERIFY(QCoreApplication::installTranslator(&chinese));
        QTRY_VERIFY2(!undo->text().contains(u"Undo"_qs), qPrintable(undo->text()));
        QVERIFY2(undo->text().contains(u"A1"_qs), qPrintable(undo->text()));
    }
    QTRY_COMPARE(undo->toolTip(), u"Undo step 1, A1 (Ctrl+Z)"_qs);
    m_page->setMode(LabMode::Run);
    QVERIFY(!undo->isEnabled());
}

void TestStepController::whatLosesTheFocusGivesItToThePicture()
{
    const QWidget *timeline = tabs()->pane()->timeline();
    auto *last = const_cast<StepRow *>(row(u'B'));
    last->setFocus();
    QTest::keyClick(last, Qt::Key_Space);
    QCOMPARE(m_page->focusWidget(), last);
    QTest::keyClick(last, Qt::Key_Space); // B has finished
    QVERIFY(!last->isEnabled());
    QCOMPARE(m_page->focusWidget(), timeline);
    press(Qt::Key_A);
    QCOMPARE(traceNow(), u"B1 B2 A1"_qs);

    auto *field = tabs()->findChild<TraceLine *>()->findChild<QLineEdit *>();
    field->setText(u"A1"_qs);
    Q_EMIT field->textEdited(field->text());
    const auto buttons = tabs()->findChild<TraceLine *>()->findChildren<QPushButton *>();
    QPushButton *replay = buttons.last();
    QVERIFY(replay->isEnabled());
    replay->setFocus();
    QTest::keyClick(replay, Qt::Key_Space);
    QCOMPARE(traceNow(), u"A1"_qs);
    QVERIFY(!replay->isEnabled());
    QCOMPARE(m_page->focusWidget(), timeline);

    const auto all = m_page->bar()->findChildren<BarButton *>();
    const auto undo = std::find_if(
        all.begin(), all.end(), [](const BarButton *each) { return each->text() == u"Undo"; });
    QVERIFY(undo != all.end());
    (*undo)->setFocus();
    QTest::keyClick(*undo, Qt::Key_Space);
    QCOMPARE(traceNow(), QString());
    QVERIFY(!(*undo)->isEnabled());
    QCOMPARE(m_page->focusWidget(), timeline);

    // Who only goes on is not called back.
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Tab);
    QVERIFY(m_page->focusWidget() != timeline);
}

void TestStepController::whatIsLostWhileTheWindowIsNotActiveToo()
{
    const QWidget *timeline = tabs()->pane()->timeline();
    auto *last = const_cast<StepRow *>(row(u'B'));
    last->setFocus();
    QWidget other;
    other.show();
    other.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&other, 20'000));
    tabs()->stepClient(1, 0);
    tabs()->stepClient(1, 0); // B has finished
    QVERIFY(!last->isEnabled());
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get(), 20'000));
    QTRY_COMPARE(m_page->focusWidget(), timeline);

    // Who has lost nothing goes on where it was.
    auto *first = const_cast<StepRow *>(row(u'A'));
    first->setFocus();
    other.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&other, 20'000));
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get(), 20'000));
    QTRY_VERIFY(first->hasFocus());
}

void TestStepController::anotherModeGivesTheKeysToWhatItShows()
{
    const auto *pane = m_page->findChild<RunPane *>(u"presentRun"_qs);
    const std::vector<QWidget *> before{
        setting(u"Stock"_qs), traceField(), tabs()->pane()->timeline()};
    for (QWidget *each : before) {
        each->setFocus();
        press(Qt::Key_F2);
        QCOMPARE(m_page->focusWidget(), m_page.get()); // there is no picture yet
        press(Qt::Key_F3);
        QCOMPARE(m_page->focusWidget(), tabs()->pane()->timeline());
        each->setFocus();
        press(Qt::Key_F4);
        QVERIFY(!tabs()->isVisible());
        QVERIFY(m_page->focusWidget()->isVisible());
        press(Qt::Key_F3);
    }
    m_page->setMode(LabMode::Run);
    m_page->bar()->action(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(sample::oversoldRun());
    for (QWidget *each : before) {
        press(Qt::Key_F3);
        each->setFocus();
        press(Qt::Key_F2);
        QCOMPARE(m_page->focusWidget(), pane->timeline());
    }
    press(Qt::Key_F4);
    QVERIFY(m_page->focusWidget()->isVisible());
    QVERIFY(m_page->focusWidget() != pane->timeline());
}

void TestStepController::whoStartsARunWithItsButtonKeepsTheKeys()
{
    const auto all = m_page->bar()->findChildren<BarButton *>();
    const auto run = std::find_if(all.begin(), all.end(),
        [](const BarButton *each) { return each->text() == u"Run until violation"; });
    QVERIFY(run != all.end());
    BarButton *button = *run;
    m_page->setMode(LabMode::Run);
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QVERIFY(m_page->freeRuns()->isBusy());
    QCOMPARE(m_page->focusWidget(), m_page.get()); // there is no picture
    m_page->freeRuns()->setRun(sample::oversoldRun());
    const auto *pane = m_page->findChild<RunPane *>(u"presentRun"_qs);
    QCOMPARE(m_page->focusWidget(), pane->timeline());
    QTest::keyClick(m_page->focusWidget(), Qt::Key_F5); // and once more, from the picture
    QCOMPARE(m_page->focusWidget(), m_page.get());
    m_page->freeRuns()->setRun(sample::oversoldRun());
    QCOMPARE(m_page->focusWidget(), pane->timeline());

    m_page->setMode(LabMode::Explore);
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QVERIFY(stepController()->isBusy());
    QCOMPARE(m_page->focusWidget(), m_page.get());
    finish();
    QCOMPARE(m_page->focusWidget(), tabs()->pane()->timeline()); // of the way that was found
}

void TestStepController::whatIsNoTraceIsSaid()
{
    auto *field = tabs()->findChild<TraceLine *>()->findChild<QLineEdit *>();
    field->setFocus();
    QTest::keyClicks(field, u"<b>hello</b>"_qs);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY2(
        banner().startsWith(u"“<b>hello</b>”, word 1 of the trace, is not a step. Steps are A1"_qs),
        qPrintable(banner()));
    QCOMPARE(field->text(), u"<b>hello</b>"_qs);
    QCOMPARE(m_answers->opened, 1);
}

void TestStepController::itRunsUntilSomethingIsViolated()
{
    m_page->bar()->action(LabBar::Action::Run)->trigger();
    QVERIFY(!runs()->isRunning());
    QCOMPARE(traceNow(), u"A1 B1 A2 B2"_qs);
    QCOMPARE(tabs()->pane()->header()->sentence(), u"Oversold by 1 at step 4"_qs);
    QCOMPARE(banner(), QString());
}

void TestStepController::whatGoesOnByItselfIsSeenAndStopped()
{
    disconnect(runs(), &SteppedRuns::runOnRequested, m_answers.get(), nullptr);
    const QSignalSpy wanted(runs(), &SteppedRuns::runOnRequested);
    const QSignalSpy stopped(runs(), &SteppedRuns::stopRequested);
    m_page->bar()->action(LabBar::Action::Run)->trigger();
    QVERIFY(runs()->isRunning());
    QVERIFY(!m_page->bar()->action(LabBar::Action::Run)->isEnabled());
    const int run = wanted.at(0).at(0).toInt();
    const auto after = [&](const char *trace) {
        return sample::steps(
            runs()->shownRun()->scenario, runs()->shownRun()->options, sample::trace(trace));
    };
    runs()->setProgress(run, after("A1 B1"));
    QCOMPARE(runs()->shownStep(), 2);
    QVERIFY(runs()->isRunning());
    press(Qt::Key_A); // not while it goes on
    QCOMPARE(traceNow(), u"A1 B1"_qs);
    m_page->bar()->action(LabBar::Action::Stop)->trigger();
    QCOMPARE(stopped.size(), 1);
    QCOMPARE(stopped.at(0).at(0).toInt(), run);
    runs()->setRun(run, after("A1 B1 A2"));
    QCOMPARE(traceNow(), u"A1 B1 A2"_qs);
    QCOMPARE(banner(), QString()); // the user knows why
    const QSignalSpy stepped(runs(), &SteppedRuns::stepRequested);
    press(Qt::Key_B);
    QCOMPARE(stepped.size(), 1);
}

void TestStepController::whileARunBeginsItsKeysGoNowhereElse()
{
    disconnect(runs(), &SteppedRuns::openRequested, m_answers.get(), nullptr);
    const QSignalSpy wanted(runs(), &SteppedRuns::openRequested);
    QCOMPARE(m_page->focusWidget(), tabs()->pane()->timeline());
    runs()->openTrace({}, {});
    press(Qt::Key_A); // it waits
    QCOMPARE(tabs()->findChild<TraceLine *>()->findChild<QLineEdit *>()->text(), QString());
    runs()->setRun(wanted.at(0).at(0).toInt(),
        sample::steps(m_page->scenario(), stepController()->form()->options(), {}));
    QCOMPARE(m_page->focusWidget(), tabs()->pane()->timeline());

    m_page->setMode(LabMode::Run);
    QVERIFY(m_page->choose(u"stock-script"_qs));
    m_page->findChild<ProgramView *>(QStringLiteral("program"))->setFocus();
    m_page->setMode(LabMode::Step);
    QVERIFY(m_page->focusWidget()->isVisible());
    press(Qt::Key_A);
    runs()->setRun(wanted.last().at(0).toInt(),
        sample::steps(m_page->scenario(), stepController()->form()->options(), {}));
    QCOMPARE(m_page->focusWidget(), tabs()->pane()->timeline());

    // Who writes elsewhere goes on there.
    m_page->focusSearch();
    const QWidget *field = m_page->focusWidget();
    QVERIFY(qobject_cast<const QLineEdit *>(field));
    runs()->openTrace({}, {});
    QCOMPARE(m_page->focusWidget(), field);
    runs()->setRun(wanted.last().at(0).toInt(),
        sample::steps(m_page->scenario(), stepController()->form()->options(), {}));
    QCOMPARE(m_page->focusWidget(), field);
}

void TestStepController::whereNobodyGoesOnItIsSaidWhatCanBeChosen()
{
    auto *form = stepController()->form();
    ExploreOptions options = form->options();
    options.bounds.pauses = 1;
    stepController()->setOptions(options);
    runs()->openTrace(sample::trace("A1 P(A) B1 B2"), {});
    m_page->bar()->action(LabBar::Action::Run)->trigger();
    QVERIFY(!runs()->isRunning());
    QCOMPARE(banner(), u"No client can go on by itself from here. You can choose: resume A."_qs);
    press(Qt::Key_P);
    QCOMPARE(traceNow(), u"A1 P(A) B1 B2 U(A)"_qs);
    QCOMPARE(banner(), QString());
}

void TestStepController::whatABoundForbidsIsSaidWithTheBound()
{
    auto *form = stepController()->form();
    ExploreOptions options = form->options();
    options.bounds.crashes = options.bounds.pauses = 0;
    stepController()->setOptions(options);
    runs()->openTrace(sample::trace("A1"), {});
    press(Qt::Key_X);
    QCOMPARE(traceNow(), u"A1"_qs);
    QCOMPARE(banner(),
        u"Not possible now: crash A. The bound “Crashes” in the settings, under “At most”, is used "
        "up; a larger one allows it."_qs);
    press(Qt::Key_P);
    QVERIFY2(banner().contains(u"pause A. The bound “Pauses”"_qs), qPrintable(banner()));
    press(Qt::Key_B);
    QCOMPARE(traceNow(), u"A1 B1"_qs);
    QCOMPARE(banner(), QString());

    replay(u"A1 X(A) B1"_qs);
    QCOMPARE(banner(),
        u"The trace does not fit from step 2 on. Not possible now: crash A. The bound “Crashes” in "
        "the settings, under “At most”, is used up; a larger one allows it. Possible: A2, B1."_qs);
}

void TestStepController::twoRunsMarkTheirFirstDifference()
{
    for (const int key : {Qt::Key_A, Qt::Key_B, Qt::Key_A})
        press(key);
    m_page->bar()->action(LabBar::Action::Compare)->trigger();
    QVERIFY(tabs()->isComparing());
    QVERIFY(keptPane()->isVisible());
    press(Qt::Key_Home);
    press(Qt::Key_Right);
    press(Qt::Key_A); // A2 where the other one has B1
    QCOMPARE(traceNow(), u"A1 A2"_qs);
    const auto first = [](const SteppedPane *pane, int row) {
        return pane->table()->model()->index(row, 0).data().toString();
    };
    QCOMPARE(first(tabs()->pane(), 1), u"≠ 2"_qs);
    QCOMPARE(first(keptPane(), 1), u"≠ 2"_qs);
    QCOMPARE(first(tabs()->pane(), 0), u"1"_qs);
    m_page->bar()->action(LabBar::Action::Compare)->trigger();
    QVERIFY(!keptPane()->isVisible());
    QCOMPARE(first(tabs()->pane(), 1), u"2"_qs);
}

void TestStepController::comparingShowsTheOtherTab()
{
    replay(u"A1 B1"_qs);
    replay(u"B1 A1 A2"_qs);
    QCOMPARE(tabs()->bar()->count(), 3);
    m_page->bar()->action(LabBar::Action::Compare)->trigger();
    QCOMPARE(traceText(keptPane()->run()->trace), u"B1 A1 A2"_qs);
    QCOMPARE(traceNow(), u"A1 B1"_qs);
    QCOMPARE(tabs()->bar()->currentIndex(), 1);
}

// What had to be given up to step what a free run has shown is said, and given up for that only.
void TestStepController::aViolationIsSteppedWithOptionsOfItsOwn()
{
    const auto boxes = m_page->findChild<AssumptionSwitches *>()->findChildren<QCheckBox *>();
    boxes.at(0)->click();
    const ExploreOptions set = stepController()->form()->options();
    QCOMPARE(set.assumptions, std::vector{Assumption::WorkShorterThanLease});
    ExploreOptions own = set;
    own.assumptions.clear();
    own.settings["stock"] = 7;
    m_page->traces()->setTrace({m_page->scenario(), own, sample::trace("A1 B1")});
    QCOMPARE(m_answers->options, own);
    QCOMPARE(stepController()->form()->options(), set);
    const QString note = tabs()->pane()->header()->note();
    QVERIFY2(
        note.contains(u"This run does not assume what is set: work is shorter than the lease."_qs)
            && note.contains(u"Stock 7"_qs),
        qPrintable(note));
    const int opened = m_answers->opened;
    m_page->setMode(LabMode::Explore);
    QSignalSpy wanted(stepController(), &StepController::exploreRequested);
    m_page->bar()->action(LabBar::Action::Run)->trigger();
    QCOMPARE(wanted.at(0).at(1).value<ExploreOptions>(), set);
    m_page->setMode(LabMode::Step);
    QCOMPARE(m_answers->opened, opened); // it stays as it is
    QCOMPARE(traceNow(), u"A1 B1"_qs);
    tabs()->bar()->setCurrentIndex(0);
    QCOMPARE(tabs()->pane()->header()->note(), QString());
}

void TestStepController::usualValuesAreAllOfTheFile()
{
    const auto boxes = m_page->findChild<AssumptionSwitches *>()->findChildren<QCheckBox *>();
    boxes.at(0)->click();
    setting(u"Stock"_qs)->setValue(7);
    setting(u"Crashes"_qs)->setValue(2);
    stepController()->form()->findChild<QPushButton *>()->click();
    QCOMPARE(stepController()->form()->options(), ExploreOptions::of(*m_page->scenario()));
    QVERIFY(!boxes.at(0)->isChecked());
    QTRY_COMPARE(m_answers->options, ExploreOptions::of(*m_page->scenario()));
}

void TestStepController::aMistakeThatExploringFindsIsMarked()
{
    m_page->setMode(LabMode::Explore);
    m_page->bar()->action(LabBar::Action::Run)->trigger();
    const auto *program = m_page->findChild<ProgramView *>(QStringLiteral("program"));
    stepController()->setFailure(
        {ErrorCode::BadInput, u"stock-read-then-write.lua:14: attempt to add a nil value"_qs});
    QCOMPARE(program->textCursor().blockNumber(), 13);
    const auto isMarked = [program] {
        const auto marks = program->extraSelections();
        return std::any_of(marks.begin(), marks.end(),
            [](const QTextEdit::ExtraSelection &mark) { return mark.cursor.blockNumber() == 13; });
    };
    QVERIFY(isMarked());
    m_page->bar()->action(LabBar::Action::Run)->trigger();
    QVERIFY(!isMarked());
}

void TestStepController::otherSettingsGoTheSameWayAgain()
{
    press(Qt::Key_A);
    press(Qt::Key_B);
    const auto fields = stepController()->form()->findChildren<QSpinBox *>();
    const auto stock = std::find_if(fields.begin(), fields.end(),
        [](const QSpinBox *field) { return field->accessibleName() == u"Stock"; });
    QVERIFY(stock != fields.end());
    (*stock)->setValue(7);
    QTRY_COMPARE(m_answers->opened, 2);
    QCOMPARE(m_answers->options.settings.at("stock"), 7);
    QCOMPARE(traceNow(), u"A1 B1"_qs);
    QCOMPARE(tabs()->bar()->tabText(1), u"run 2, other settings"_qs);
}

void TestStepController::assumptionsAreSwitchedBesideTheVerdict()
{
    const auto boxes = m_page->findChild<AssumptionSwitches *>()->findChildren<QCheckBox *>();
    QCOMPARE(boxes.size(), 2);
    boxes.at(1)->click();
    QTRY_COMPARE(m_answers->opened, 2);
    QCOMPARE(m_answers->options.assumptions, std::vector{Assumption::TimersOnTime});
    QVERIFY(tabs()->pane()->header()->details().contains(u"assumed: timers fire on time"_qs));
}

void TestStepController::theLastTabThatClosesMakesANewRun()
{
    press(Qt::Key_A);
    runs()->close(0);
    QCOMPARE(tabs()->bar()->count(), 1);
    QCOMPARE(traceNow(), QString());
}

void TestStepController::tenTabsNeedNoMoreRoomThanThereIs()
{
    for (int i = 1; i < 10; ++i)
        runs()->openTrace({}, u"a rather long story of its origin"_qs);
    QCOMPARE(tabs()->bar()->count(), 10);
    QVERIFY(tabs()->bar()->minimumSizeHint().width() < 640);
    QTRY_VERIFY(tabs()->bar()->tabRect(9).right() <= tabs()->bar()->width());
}

void TestStepController::theProgramShowsWhatComesNext()
{
    const auto *program = m_page->findChild<ProgramView *>(QStringLiteral("program"));
    QCOMPARE(program->clients(), (std::map<int, QStringList>{{12, {u"A"_qs, u"B"_qs}}}));
    press(Qt::Key_A);
    QCOMPARE(program->clients(), (std::map<int, QStringList>{{12, {u"B"_qs}}, {14, {u"A"_qs}}}));
    press(Qt::Key_F2);
    QVERIFY(program->clients().empty());
    press(Qt::Key_F3);
    QCOMPARE(program->clients().size(), 2U);
}

void TestStepController::nothingIsAskedForWhileAnAnswerIsAwaited()
{
    m_answers.reset();
    QSignalSpy asked(runs(), &SteppedRuns::stepRequested);
    press(Qt::Key_A);
    press(Qt::Key_A);
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(asked.size(), 1);
    runs()->setFailure(asked.at(0).at(0).toInt(), {ErrorCode::ConnectionLost, u"gone"_qs, false});
    QVERIFY(!banner().isEmpty());
    press(Qt::Key_A);
    QCOMPARE(asked.size(), 2);
}

void TestStepController::everyFocusableWidgetHasAName()
{
    press(Qt::Key_A);
    const auto widgets = m_page->findChildren<QWidget *>();
    for (const QWidget *widget : widgets) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus)
            continue;
        const bool isNamed = !widget->accessibleName().isEmpty()
            || !widget->property("text").toString().isEmpty()
            || widget->objectName().startsWith(u"qt_");
        QVERIFY2(isNamed,
            qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u" in "_qs
                + QString::fromLatin1(widget->parentWidget()->metaObject()->className())));
    }
}

// In the window there is room for the next steps; the keyboard's ring is for who types.
void TestStepController::localVariablesFollowTheCursor()
{
    const auto *row = m_page->findChild<VariablesRow *>(QStringLiteral("variables"));
    QVERIFY(row);
    QVERIFY(row->isHidden());
    press(Qt::Key_A);
    press(Qt::Key_B);
    const auto &steps = runs()->shownRun()->steps;
    const QString ofA = u"A  read = "_qs + QString::fromUtf8(steps[0].reply);
    const QString ofB = u"B  read = "_qs + QString::fromUtf8(steps[1].reply);
    QCOMPARE(row->lines(), (QStringList{ofA, ofB}));
    QVERIFY(row->isVisible());
    press(Qt::Key_Left);
    QCOMPARE(row->lines(), QStringList{ofA});
    press(Qt::Key_Home);
    QVERIFY(row->lines().isEmpty());
    QVERIFY(row->isHidden());
    press(Qt::Key_End);
    m_page->setMode(LabMode::Run);
    QVERIFY2(row->isHidden(), "a free run has none");
}

void TestStepController::theLinesOfClientsAreInView()
{
    m_page->resize(1200, 560); // the program has room for some lines
    auto *program = m_page->findChild<ProgramView *>();
    program->setSource(QByteArray("x = 1\n").repeated(80));
    const auto isInView = [program](int line) {
        const QTextCursor cursor(program->document()->findBlockByNumber(line - 1));
        return program->viewport()->rect().contains(program->cursorRect(cursor));
    };
    QVERIFY(!isInView(70));
    program->setClients({{70, {u"A"_qs}}});
    QVERIFY(isInView(70));
    program->setClients({{2, {u"B"_qs}}, {70, {u"A"_qs}}}); // too far apart
    QVERIFY(isInView(2));
    program->setClients({{69, {u"B"_qs}}, {70, {u"A"_qs}}});
    QVERIFY(isInView(70));
    m_page->resize(1200, 480);
    QVERIFY(isInView(70));
}

void TestStepController::aSlideOfAFewStepsIsFilledByThem()
{
    runs()->openTrace(sample::trace("A1 B1"), {});
    Timeline *timeline = tabs()->pane()->timeline();
    timeline->setFocus();
    const auto lastStep = [timeline] { return timeline->shownGeometry().time.x(2 * stepLength); };
    QTRY_VERIFY(lastStep() > 0 && lastStep() < timeline->width() / 2);
    {
        const auto slide = LabSlide::make(*m_page, LabPart::Timeline);
        QVERIFY(slide);
        QVERIFY(lastStep() > timeline->width() * 2 / 3);
        QVERIFY(!timeline->hasFocus());
    }
    QVERIFY(lastStep() < timeline->width() / 2);
    QVERIFY(timeline->hasFocus());
    const auto slide = LabSlide::make(*m_page, LabPart::Table);
    QVERIFY(slide);
    QTRY_VERIFY(tabs()->pane()->table()->height() > tabs()->pane()->height() * 2 / 3);
}

QTEST_MAIN(TestStepController)
#include "tst_stepcontroller.moc"
