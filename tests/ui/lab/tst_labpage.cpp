#include "core/lab/loader/scenariofile.h"
#include "labsample.h"
#include "tests/support/markedline.h"
#include "tests/support/patience.h"
#include "ui/lab/lesson/labcourse.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labcolumns.h"
#include "ui/lab/page/labglossary.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/labslide.h"
#include "ui/lab/page/placebutton.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/program/scriptsview.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/run/runpane.h"
#include "ui/lab/run/serverconsent.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/step/traceline.h"
#include "ui/lab/step/traceopening.h"
#include "ui/lab/table/operationsmodel.h"
#include "ui/lab/table/operationstable.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/verdict/checkslist.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/watch/page/watchpage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QProxyStyle>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QSplitter>
#include <QTabBar>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextEdit>
#include <QToolButton>
#include <QTranslator>

using namespace lockstep;

class TestLabPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void runAsksForWhatIsSet();
    void itFitsIntoTheSmallestWindow();
    void stopIsThereWhileItRuns();
    void aRunIsKeptForItsScenario();
    void theFirstViolatedRoundIsShown();
    void cursorAndTableFollowEachOther();
    void theProgramShowsWhoIsWhere();
    void aLineOfTheProgramFindsItsOperations();
    void oneClientIsFilteredInTheTable();
    void settingsAreKeptForEachScenario();
    void theFixRunsWithTheSameSettings();
    void theNoteOfTheFixFollowsWhatIsSet();
    void whatIsSwappedInIsSeenInTheList_data();
    void whatIsSwappedInIsSeenInTheList();
    void comparingKeepsTheRunAndTheScale();
    void anotherServerNeedsAYes();
    void aProductionServerIsNeverOffered();
    void aFailureIsSaidAndTheListWorksOn();
    void whatCannotRunCannotBeRun();
    void columnsFoldWhereItIsNarrow();
    void everyFocusableWidgetHasAName();
    void whatWasRunElsewhereStandsAtTheSettings();
    void theStatusIsThatOfTheRunThatIsSeen();
    void theProgramIsSeenBeforeTheLesson();
    void theScriptsThatAProgramCallsAreShown();
    void titlesInALessonLeadToTheirLessons();
    void theReaderKeepsThePlaceInALesson();
    void aTraceInALessonIsReplayed();
    void whatExploringFindsIsFolded();
    void theCourseLeadsFromLessonToLesson();
    void theWordsAreExplained();
    void moreConnectionsAskAgain();
    void aYesForAServerThatIsGoneDoesNothing();
    void whatDoesNotFitTheFixIsBroughtIntoItsRange();
    void aMistakeStandsInTheBanner();
    void theBannerFollowsTheLanguage();
    void whatTheFileNamesFirstIsShown();
    void theChosenViolationIsStepped();
    void whatCannotBeSteppedSaysWhy();
    void theToolTipsOfTheActionsFollowTheLanguage_data();
    void theToolTipsOfTheActionsFollowTheLanguage();
    void aCheckIsChosenOnceByOneActOfTheUser_data();
    void aCheckIsChosenOnceByOneActOfTheUser();
    void aMistakeInARunMarksItsLine();
    void aListingOfTheLessonFitsItsColumn();
    void everyDiagramOfTheLessonsIsSeenWhole();
    void aLessonIsWrittenInOneGo();
    void theListShowsFortyCharacters();
    void theProgramShowsEightyColumns();
    void whereTheSplittersWereIsRemembered();
    void comparingGivesBackWhatItFolded();
    void presentingShowsPictureAndProgramAlone();
    void aPartIsAPictureOfItsOwn();

private:
    // Says yes to the question that is open.
    void agree() const
    {
        auto *box = m_page->findChild<QMessageBox *>();
        QVERIFY(box);
        const auto buttons = box->buttons();
        for (QAbstractButton *button : buttons) {
            if (box->buttonRole(button) == QMessageBox::AcceptRole)
                button->click();
        }
    }

    [[nodiscard]] QAction *verb(LabBar::Action verb) const { return m_page->bar()->action(verb); }
    [[nodiscard]] RunPane *pane() const { return m_page->findChild<RunPane *>(u"presentRun"_qs); }
    [[nodiscard]] quint32 chosenOperation() const
    {
        return pane()->model()->operation(pane()->table()->currentIndex().row());
    }
    [[nodiscard]] bool isOnServer() const
    {
        return m_page->bar()->place()->findChild<QMenu *>()->actions().at(1)->isChecked();
    }
    void choosePlace(int place) const
    {
        const auto actions = m_page->bar()->place()->findChild<QMenu *>()->actions();
        actions.at(place)->trigger();
    }

    Theme m_theme{qApp};
    std::unique_ptr<LabPage> m_page;
};

void TestLabPage::init()
{
    m_page = std::make_unique<LabPage>(&m_theme);
    m_page->resize(1216, 640);
    m_page->setScenarios(sample::scenarios());
    QVERIFY(m_page->choose(u"stock-read-then-write"_qs));
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

void TestLabPage::runAsksForWhatIsSet()
{
    QSignalSpy wanted(m_page->freeRuns(), &FreeRuns::runRequested);
    QTest::keyClick(m_page.get(), Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.at(0).at(0).value<ScenarioPtr>()->id, QByteArray("stock-read-then-write"));
    QCOMPARE(wanted.at(0).at(1).value<RunOptions>().settings.at("clients"), 50);
    QCOMPARE(wanted.at(0).at(2).toBool(), false);
    QTest::keyClick(m_page.get(), Qt::Key_F5);
    QCOMPARE(wanted.size(), 1); // one at a time
}

// The page has that room there beside the rail and between the bars.
void TestLabPage::itFitsIntoTheSmallestWindow()
{
    m_page->setMinimumSize(1, 1); // the window has one, and no part of it does
    m_page->resize(WatchPage::smallestWindow - QSize(60, 60));
    const auto *columns = m_page->findChild<LabColumns *>();
    QTRY_COMPARE(m_page->width(), WatchPage::smallestWindow.width() - 60);
    QCoreApplication::processEvents();
    for (int i = 0; i < columns->count(); ++i) {
        const QWidget *column = columns->widget(i);
        QVERIFY(!column->isVisible() || columns->rect().contains(column->geometry()));
    }
    m_page->setMode(LabMode::Step);
    QCoreApplication::processEvents();
    const auto *scrolled = m_page->findChild<QScrollArea *>(u"steps"_qs);
    QVERIFY(scrolled->widget()->width() <= scrolled->viewport()->width());
    const auto *trace = m_page->findChild<TraceLine *>();
    for (const auto *button : trace->findChildren<QPushButton *>())
        QVERIFY(!button->isVisible() || trace->rect().contains(button->geometry()));
    const auto *field = trace->findChild<QLineEdit *>();
    QVERIFY(field->width() >= field->fontMetrics().averageCharWidth() * 20);
}

void TestLabPage::stopIsThereWhileItRuns()
{
    QSignalSpy stopped(m_page.get(), &LabPage::stopRequested);
    QTest::keyClick(m_page.get(), Qt::Key_Escape);
    QCOMPARE(stopped.size(), 0);
    verb(LabBar::Action::Run)->trigger();
    RunProgress progress;
    progress.round = 3;
    progress.operations = 12'345;
    progress.counts["sold"] = 100;
    progress.waiting = 3;
    m_page->freeRuns()->setProgress(progress);
    QCOMPARE(pane()->header()->sentence(), u"Running round 4…"_qs);
    QCOMPARE(pane()->header()->details(), u"12\u202F345 operations · sold 100 · 3 waiting"_qs);
    QTest::keyClick(m_page.get(), Qt::Key_Escape);
    QCOMPARE(stopped.size(), 1);
    m_page->freeRuns()->setRun(sample::oversoldRun());
    QVERIFY(!m_page->freeRuns()->isBusy());
    QVERIFY(!verb(LabBar::Action::Stop)->isEnabled());
}

void TestLabPage::aRunIsKeptForItsScenario()
{
    verb(LabBar::Action::Run)->trigger();
    m_page->choose(u"stock-watch"_qs); // looked at meanwhile
    m_page->freeRuns()->setRun(sample::oversoldRun());
    QVERIFY(!m_page->shownRun());
    const auto *model = m_page->findChild<ScenarioList *>()->model();
    QVERIFY(model->byId("stock-read-then-write")->verdict == CheckOutcome::Violated);
    QVERIFY(!model->byId("stock-watch")->verdict);
    m_page->choose(u"stock-read-then-write"_qs);
    QVERIFY(m_page->shownRun());
}

void TestLabPage::theFirstViolatedRoundIsShown()
{
    auto run = std::make_shared<Run>(*sample::oversoldRun({6, 5, 2, 5}));
    auto &first = run->results.at(0).first;
    first->round = 3;
    first->operations = {run->history.rounds.at(3).firstOperation + 2};
    first->at = run->history.operations.at(first->operations.front()).returned;
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(run);
    QCOMPARE(m_page->shownRound(), 3);
    QCOMPARE(pane()->timeline()->cursor(), first->at);
    QCOMPARE(chosenOperation(), first->operations.front());
}

void TestLabPage::cursorAndTableFollowEachOther()
{
    const RunPtr run = sample::oversoldRun();
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(run);
    pane()->table()->setCurrentIndex(pane()->model()->index(4, 0));
    const quint32 fifth = chosenOperation(); // in the servers' order
    QCOMPARE(pane()->timeline()->cursor(), run->history.operations.at(fifth).returned);
    const quint32 first = run->history.rounds.at(0).firstOperation;
    Q_EMIT pane()->timeline()->cursorMoved(run->history.operations.at(first + 7).returned);
    QCOMPARE(chosenOperation(), first + 7);
    Q_EMIT pane()->timeline()->operationChosen(first + 5);
    QCOMPARE(chosenOperation(), first + 5);
}

void TestLabPage::theProgramShowsWhoIsWhere()
{
    const RunPtr run = sample::oversoldRun();
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(run);
    auto *program = m_page->findChild<ProgramView *>(QStringLiteral("program"));
    Q_EMIT pane()->timeline()->cursorMoved(run->history.rounds.at(0).begin);
    QCOMPARE(program->clients().size(), std::size_t(1)); // all of them are about to GET
    QCOMPARE(program->clients().at(12).size(), 6);
    Q_EMIT pane()->timeline()->cursorMoved(run->history.rounds.at(0).end);
    QVERIFY(program->clients().empty());
    Q_EMIT pane()->timeline()->operationHovered(0);
    QCOMPARE(markedLine(program, ProgramView::highlightOf(m_theme.colours())), 12);
    Q_EMIT pane()->timeline()->operationHovered(none);
    QCOMPARE(markedLine(program, ProgramView::highlightOf(m_theme.colours())), 0);
}

void TestLabPage::aLineOfTheProgramFindsItsOperations()
{
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(sample::oversoldRun());
    auto *program = m_page->findChild<ProgramView *>(QStringLiteral("program"));
    pane()->table()->setCurrentIndex(pane()->model()->index(0, 0));
    QTextCursor cursor(program->document()->findBlockByNumber(12));
    program->setTextCursor(cursor);
    QTest::keyClick(program, Qt::Key_Down);
    const QModelIndex current = pane()->table()->currentIndex();
    QCOMPARE(current.siblingAtColumn(OperationsModel::Line).data().toString(), u"14"_qs);
    QVERIFY(current.data(OperationsModel::IsMarkedRole).toBool());
    QCOMPARE(markedLine(program, ProgramView::highlightOf(m_theme.colours())), 14);
}

void TestLabPage::oneClientIsFilteredInTheTable()
{
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(sample::oversoldRun());
    auto *clients = pane()->findChild<QComboBox *>();
    QCOMPARE(clients->count(), 7);
    const int all = pane()->model()->rowCount();
    clients->setCurrentIndex(2);
    QVERIFY(pane()->model()->rowCount() < all);
    QCOMPARE(pane()->model()->index(0, OperationsModel::Client).data().toString(), u"B"_qs);
}

void TestLabPage::settingsAreKeptForEachScenario()
{
    auto *form = m_page->findChild<RunForm *>();
    RunOptions options = form->options();
    options.settings["clients"] = 7;
    options.rounds = 9;
    form->setScenario(form->scenario(), options);
    m_page->choose(u"stock-watch"_qs);
    QCOMPARE(form->options().settings.at("clients"), 2);
    m_page->choose(u"stock-read-then-write"_qs);
    QCOMPARE(form->options().settings.at("clients"), 7);
    QCOMPARE(form->options().rounds, 9);
}

void TestLabPage::theFixRunsWithTheSameSettings()
{
    QSignalSpy wanted(m_page->freeRuns(), &FreeRuns::runRequested);
    auto *form = m_page->findChild<RunForm *>();
    RunOptions options = form->options();
    options.settings["stock"] = 33;
    options.crash.line = 12;
    form->setScenario(form->scenario(), options);
    verb(LabBar::Action::SwapFix)->trigger();
    QCOMPARE(m_page->scenario()->id, QByteArray("stock-script"));
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.at(0).at(1).value<RunOptions>().settings.at("stock"), 33);
    QCOMPARE(wanted.at(0).at(1).value<RunOptions>().crash.line, 0); // a line of another file
    m_page->freeRuns()->setRun(sample::heldRun());
    QCOMPARE(verb(LabBar::Action::SwapFix)->text(), u"Swap back"_qs);
    verb(LabBar::Action::SwapFix)->trigger();
    QCOMPARE(m_page->scenario()->id, QByteArray("stock-read-then-write"));
    QCOMPARE(form->options().crash.line, 12);
    QCOMPARE(wanted.size(), 1);
}

// The note under the verdict tells the lesson's values only while they are the fix's too.
void TestLabPage::theNoteOfTheFixFollowsWhatIsSet()
{
    verb(LabBar::Action::SwapFix)->trigger();
    m_page->freeRuns()->setRun(sample::heldRun());
    const auto note = [this] { return pane()->header()->note(); };
    QVERIFY2(note().contains(u"what was set there"), qPrintable(note()));
    const auto fields = m_page->findChild<RunForm *>()->findChildren<QSpinBox *>();
    const auto rounds = std::find_if(fields.begin(), fields.end(),
        [](const QSpinBox *each) { return each->accessibleName() == u"Rounds"; });
    QVERIFY(rounds != fields.end());
    (*rounds)->stepUp();
    QVERIFY2(!note().contains(u"what was set there"), qPrintable(note()));
    QVERIFY2(note().startsWith(u"In place of “"_qs), qPrintable(note()));
    (*rounds)->stepDown();
    QVERIFY2(note().contains(u"what was set there"), qPrintable(note()));
}

void TestLabPage::whatIsSwappedInIsSeenInTheList_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize &size : {QSize(1216, 640), QSize(1280, 720), QSize(1440, 900)})
        QTest::addRow("%d × %d", size.width(), size.height()) << size;
}

// Its neighbours in the list get other marks meanwhile, and then its verdict.
void TestLabPage::whatIsSwappedInIsSeenInTheList()
{
    QFETCH(const QSize, size);
    m_page->resize(size);
    m_page->setScenarios(shippedScenarios());
    const auto *list = m_page->findChild<ScenarioList *>()->findChild<QListView *>();
    QTRY_VERIFY(list->isVisible());
    const auto isSeen = [list] {
        QCoreApplication::processEvents();
        return list->viewport()->rect().contains(list->visualRect(list->currentIndex()));
    };
    for (const ScenarioPtr &lesson : shippedScenarios()) {
        if (lesson->fix.isEmpty())
            continue;
        QVERIFY(m_page->choose(QString::fromUtf8(lesson->id)));
        QTRY_VERIFY2(isSeen(), lesson->id.constData());
        verb(LabBar::Action::SwapFix)->trigger();
        QVERIFY(m_page->scenario()->id != lesson->id);
        QTRY_VERIFY2(isSeen(), lesson->id.constData());
        m_page->freeRuns()->setRun(sample::heldRun());
        QTRY_VERIFY2(isSeen(), lesson->id.constData());
        verb(LabBar::Action::SwapFix)->trigger();
        QVERIFY(m_page->scenario()->id == lesson->id);
        QTRY_VERIFY2(isSeen(), lesson->id.constData());
    }
}

void TestLabPage::comparingKeepsTheRunAndTheScale()
{
    QVERIFY(!verb(LabBar::Action::Compare)->isEnabled());
    verb(LabBar::Action::Run)->trigger();
    const RunPtr broken = sample::oversoldRun();
    m_page->freeRuns()->setRun(broken);
    verb(LabBar::Action::Compare)->trigger();
    const QList<RunPane *> panes{m_page->findChild<RunPane *>(u"keptRun"_qs), pane()};
    QVERIFY(panes.at(0)->isVisible());
    QCOMPARE(panes.at(0)->run(), broken);
    verb(LabBar::Action::SwapFix)->trigger();
    const RunPtr mended = sample::heldRun();
    m_page->freeRuns()->setRun(mended);
    QCOMPARE(panes.at(0)->run(), broken);
    QCOMPARE(panes.at(1)->run(), mended);
    const auto length = [](const RunPane *pane) {
        const TimeScale &time = pane->timeline()->shownGeometry().time;
        return time.until - time.from;
    };
    QCOMPARE(length(panes.at(0)), length(panes.at(1)));
    panes.at(0)->showRange(0, length(panes.at(0)) / 3);
    QCOMPARE(length(panes.at(0)), length(panes.at(1)));
    verb(LabBar::Action::Compare)->trigger();
    QVERIFY(!panes.at(0)->isVisible());
    QCOMPARE(m_page->shownRun(), mended);
}

void TestLabPage::anotherServerNeedsAYes()
{
    QSignalSpy wanted(m_page->freeRuns(), &FreeRuns::runRequested);
    m_page->setServer(u"redis://stage:6379"_qs, Permission::ReadOnly);
    choosePlace(1);
    verb(LabBar::Action::Run)->trigger();
    QCOMPARE(wanted.size(), 0);
    auto *box = m_page->findChild<QMessageBox *>();
    QVERIFY(box);
    QVERIFY(box->text().contains(u"redis://stage:6379"));
    QVERIFY(box->text().contains(u"50 connections"));
    QVERIFY(box->text().contains(u"{lab:"));
    QCOMPARE(box->textFormat(), Qt::PlainText);
    box->reject();
    QCOMPARE(wanted.size(), 0);
    QTRY_VERIFY(!m_page->findChild<QMessageBox *>());
    verb(LabBar::Action::Run)->trigger();
    box = m_page->findChild<QMessageBox *>();
    const auto buttons = box->buttons();
    for (QAbstractButton *button : buttons) {
        if (box->buttonRole(button) == QMessageBox::AcceptRole)
            button->click();
    }
    QCOMPARE(wanted.size(), 1);
    QVERIFY(wanted.at(0).at(2).toBool());
    QVERIFY(!wanted.at(0).at(1).value<RunOptions>().exactOrder);
    m_page->freeRuns()->setRun(sample::oversoldRun());
    verb(LabBar::Action::Run)->trigger(); // as many connections as agreed to
    QCOMPARE(wanted.size(), 2);
    m_page->freeRuns()->setRun(sample::oversoldRun());
    m_page->setServer(u"redis://other:6379"_qs, Permission::ReadOnly);
    QVERIFY(!isOnServer());
}

void TestLabPage::aProductionServerIsNeverOffered()
{
    m_page->setServer(u"redis://live:6379"_qs, Permission::Production);
    const QAction *place = m_page->bar()->place()->findChild<QMenu *>()->actions().at(1);
    QVERIFY(place->isVisible());
    QVERIFY(!place->isEnabled());
    QVERIFY(place->text().contains(u"production"));
    choosePlace(1);
    QVERIFY(!isOnServer());
    // Marked while it is chosen.
    m_page->setServer(u"redis://live:6379"_qs, Permission::ReadOnly);
    choosePlace(1);
    QVERIFY(isOnServer());
    m_page->setServer(u"redis://live:6379"_qs, Permission::Production);
    QVERIFY(!isOnServer());
}

void TestLabPage::aFailureIsSaidAndTheListWorksOn()
{
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setFailure(
        {ErrorCode::BadInput, u"5000 clients need 5100 open files"_qs, false});
    auto *banner = m_page->findChild<Banner *>();
    QVERIFY(banner->isVisible());
    QVERIFY(banner->text().contains(u"5000 clients need 5100 open files"));
    QVERIFY(verb(LabBar::Action::Run)->isEnabled());
    QVERIFY(m_page->choose(u"stock-watch"_qs));
    QVERIFY(banner->isHidden());
}

void TestLabPage::whatCannotRunCannotBeRun()
{
    auto *form = m_page->findChild<RunForm *>();
    RunOptions options = form->options();
    options.pause.probability = 0.5;
    form->setScenario(form->scenario(), options);
    Q_EMIT form->edited();
    QVERIFY(!verb(LabBar::Action::Run)->isEnabled());
    QCOMPARE(verb(LabBar::Action::Run)->toolTip(), form->problem());
}

void TestLabPage::columnsFoldWhereItIsNarrow()
{
    auto *list = m_page->findChild<ScenarioList *>();
    QVERIFY(list->isVisible());
    m_page->resize(880, 500);
    QVERIFY(!list->isVisible());
    m_page->focusSearch();
    QVERIFY(list->isVisible());
    QTest::keyClick(m_page.get(), Qt::Key_F8);
    QVERIFY(!list->isVisible());
    m_page->resize(1216, 640);
    QVERIFY(list->isVisible());
}

void TestLabPage::everyFocusableWidgetHasAName()
{
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(sample::oversoldRun());
    m_page->bar()->show();
    const auto widgets = m_page->findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        const bool isEditor = qobject_cast<QAbstractSpinBox *>(widget->parentWidget());
        if (isEditor || !widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
            continue;
        const QAccessibleInterface *access = QAccessible::queryAccessibleInterface(widget);
        QVERIFY2(access && !access->text(QAccessible::Name).isEmpty(),
            qPrintable(QLatin1String(widget->metaObject()->className()) + u' '
                + QLatin1String(widget->parentWidget()->metaObject()->className())));
    }
}

void TestLabPage::whatWasRunElsewhereStandsAtTheSettings()
{
    auto *form = m_page->findChild<RunForm *>();
    RunOptions options = form->options();
    options.settings["stock"] = 3;
    options.rounds = 4;
    options.seed = 7;
    m_page->setOptions(options);
    QCOMPARE(form->options().settings, options.settings);
    QCOMPARE(form->options().rounds, 4);
    QCOMPARE(form->options().seed, quint64(7));
    QVERIFY(m_page->choose(u"stock-script"_qs));
    QVERIFY(m_page->choose(u"stock-read-then-write"_qs));
    QCOMPARE(form->options().seed, quint64(7)); // as if it had been set by hand
}

void TestLabPage::theStatusIsThatOfTheRunThatIsSeen()
{
    QSignalSpy changed(m_page.get(), &LabPage::statusChanged);
    QCOMPARE(m_page->statusWords(), QString());
    verb(LabBar::Action::Run)->trigger();
    QVERIFY(!changed.isEmpty());
    RunProgress progress;
    progress.round = 2;
    auto *form = m_page->findChild<RunForm *>();
    RunOptions edited = form->options();
    edited.rounds = 99; // of the next run, not of this one
    form->setScenario(form->scenario(), edited);
    m_page->freeRuns()->setProgress(progress);
    QVERIFY(!m_page->statusWords().contains(u"99"));
    m_page->freeRuns()->setRun(sample::oversoldRun());
    QCOMPARE(m_page->statusWords(), u"private server · redis 7.0.15 · round 1 of 3 · seed 4711"_qs);
    changed.clear();
    pane()->showRoundNumber(1);
    QVERIFY(!changed.isEmpty());
    QVERIFY(m_page->statusWords().contains(u"round 2 of 3"));
    QVERIFY(pane()->header()->details().contains(u"seed 4711"));
    QVERIFY(m_page->choose(u"stock-script"_qs));
    QCOMPARE(m_page->statusWords(), QString()); // was not run
}

void TestLabPage::theProgramIsSeenBeforeTheLesson()
{
    auto *program = m_page->findChild<ProgramView *>(QStringLiteral("program"));
    QByteArray source = "return {\n  lesson = { en = [[\n";
    for (int line = 0; line < 60; ++line)
        source += "words\n";
    source += "]], zh_CN = [[\nwords\n]] },\n  params = { clients = { 2, 1, 5000 } },\n";
    source += "  client = function(p, me)\n";
    for (int line = 0; line < 60; ++line)
        source += "    redis.call(\"GET\", \"stock\")\n";
    source += "  end,\n}\n";
    program->setSource(source);
    const auto yOf = [program](int line) {
        return program->cursorRect(QTextCursor(program->document()->findBlockByNumber(line - 1)))
            .top();
    };
    QVERIFY(!program->document()->findBlockByNumber(10).isVisible());
    QVERIFY(program->document()->findBlockByNumber(66).isVisible());
    const int height = program->viewport()->height();
    QVERIFY2(yOf(67) >= 0 && yOf(67) <= height / 2, qPrintable(QString::number(yOf(67))));
    m_page->resize(1216, 900); // it was not touched: it stays in place
    QVERIFY(yOf(67) <= program->viewport()->height() / 2);
    program->setMistakenLine(10);
    QVERIFY(program->document()->findBlockByNumber(10).isVisible());
    QVERIFY(yOf(10) >= 0 && yOf(10) < program->viewport()->height());
}

void TestLabPage::theScriptsThatAProgramCallsAreShown()
{
    const auto *tabs = m_page->findChild<QTabBar *>(u"programTabs"_qs);
    const auto *scripts = m_page->findChild<ScriptsView *>();
    m_page->setScenarios(shippedScenarios());
    QVERIFY(m_page->choose(u"stock-read-then-write"_qs)); // it calls none
    QVERIFY(!tabs->isTabVisible(2));
    QVERIFY(m_page->choose(u"wakeup-lost"_qs));
    QVERIFY(tabs->isTabVisible(2));
    QCOMPARE(scripts->names(), QStringList{u"release-and-publish"_qs});
    QVERIFY(m_page->choose(u"fence-read-and-write"_qs));
    const QStringList inTheirOrder{
        u"lock-with-fence"_qs, u"fenced-read"_qs, u"fenced-write"_qs, u"compare-and-delete"_qs};
    QCOMPARE(scripts->names(), inTheirOrder);

    auto *program = m_page->findChild<ProgramView *>(QStringLiteral("program"));
    const QTextCursor name = program->document()->find(u"fenced-write"_qs);
    QVERIFY(!name.isNull());
    program->setTextCursor(name);
    program->ensureCursorVisible();
    QTextCursor middle = name;
    middle.setPosition(name.selectionStart() + 4);
    const QPoint at = program->cursorRect(middle).center();
    QTextCursor nothing = name;
    nothing.clearSelection();
    program->setTextCursor(nothing);
    QTest::mouseMove(program->viewport(), at);
    QTest::mouseClick(program->viewport(), Qt::LeftButton, Qt::NoModifier, at);
    QCOMPARE(tabs->currentIndex(), 2);
    QCOMPARE(scripts->shown(), u"fenced-write"_qs);
    QVERIFY(scripts->isVisible());
    QVERIFY(scripts->text()->toPlainText().contains(u"redis.call"_qs));
    QVERIFY(m_page->choose(u"stock-read-then-write"_qs)); // nothing is left to be seen
    QCOMPARE(tabs->currentIndex(), 0);
    QVERIFY(!scripts->isVisible());
}

namespace {

// Clicks on the link with these words. False: there is none.
bool clickLink(QTextBrowser *text, const QString &words)
{
    QTextCursor found = text->document()->find(words);
    while (!found.isNull() && !found.charFormat().isAnchor())
        found = text->document()->find(words, found);
    if (found.isNull())
        return false;
    found.setPosition(found.selectionStart() + 1);
    text->setTextCursor(found);
    text->ensureCursorVisible();
    QTest::mouseClick(
        text->viewport(), Qt::LeftButton, Qt::NoModifier, text->cursorRect().center());
    return true;
}

} // namespace

void TestLabPage::titlesInALessonLeadToTheirLessons()
{
    m_page->setScenarios(shippedScenarios());
    auto *lesson = m_page->findChild<QTextBrowser *>(u"lesson"_qs);
    m_page->findChild<QTabBar *>(u"programTabs"_qs)->setCurrentIndex(1);
    QVERIFY(m_page->choose(u"lock-watchdog-set-xx"_qs));
    QVERIFY(clickLink(lesson, u"A watchdog that renews by script"_qs));
    QTRY_COMPARE(m_page->scenario()->id, "lock-watchdog-script");
    QVERIFY(lesson->isVisible());
    m_page->setLanguage(u"zh_CN"_qs);
    QVERIFY(m_page->choose(u"lock-watchdog-set-xx"_qs));
    QVERIFY(clickLink(lesson, u"用脚本续期的看门狗"_qs));
    QTRY_COMPARE(m_page->scenario()->id, "lock-watchdog-script");
}

// A hint, the verdict on a solution and another width set the text again.
void TestLabPage::theReaderKeepsThePlaceInALesson()
{
    m_page->setScenarios(shippedScenarios());
    auto *lesson = m_page->findChild<QTextBrowser *>(u"lesson"_qs);
    m_page->findChild<QTabBar *>(u"programTabs"_qs)->setCurrentIndex(1);
    m_page->resize(1280, 500);
    QVERIFY(m_page->choose(u"counter-get-set"_qs));
    const auto *bar = lesson->verticalScrollBar();
    const auto first = [lesson] { return lesson->cursorForPosition({0, 0}).block().text(); };
    const auto isInSight = [lesson](const QString &words) {
        const QTextCursor found = lesson->document()->find(words);
        return !found.isNull() && lesson->viewport()->rect().contains(lesson->cursorRect(found));
    };
    QVERIFY(clickLink(lesson, u"Show hint 1 of 3"_qs));
    QString before = first();
    int value = bar->value();
    QVERIFY(value > 0);
    QTRY_VERIFY(lesson->toPlainText().contains(u"Hint 1: "));
    QCOMPARE(bar->value(), value);
    QCOMPARE(first(), before);
    QVERIFY(isInSight(u"Hint 1: "_qs));
    m_page->setSolved({u"counter-get-set"_qs});
    QVERIFY(lesson->toPlainText().contains(u"solved"));
    QCOMPARE(bar->value(), value);
    QCOMPARE(first(), before);
    m_page->resize(1000, 500);
    QCOMPARE(first(), before);
    QVERIFY(m_page->choose(u"fence-none"_qs));
    QCOMPARE(bar->value(), 0);
}

void TestLabPage::aTraceInALessonIsReplayed()
{
    m_page->setScenarios(shippedScenarios());
    auto *lesson = m_page->findChild<QTextBrowser *>(u"lesson"_qs);
    m_page->findChild<QTabBar *>(u"programTabs"_qs)->setCurrentIndex(1);
    QVERIFY(m_page->choose(u"fence-none"_qs));
    QVERIFY(!lesson->toPlainText().contains(u"A1 T B1 B2 B2' B3 A2"));
    QVERIFY(clickLink(lesson, u"What exploring finds"_qs));
    QTRY_VERIFY(lesson->toPlainText().contains(u"A1 T B1 B2 B2' B3 A2"));
    const QSignalSpy entered(m_page.get(), &LabPage::commandEntered);
    QVERIFY(clickLink(lesson, u"A1 T B1 B2 B2' B3 A2"_qs));
    QTRY_COMPARE(entered.size(), 1);
    const QString line = entered[0][0].toString();
    QVERIFY2(line.startsWith(u"lockstep lab replay fence-none ")
            && line.endsWith(u" \"A1 T B1 B2 B2' B3 A2\""),
        qPrintable(line));
}

// In every lesson, and as much in each language.
void TestLabPage::whatExploringFindsIsFolded()
{
    m_page->setScenarios(shippedScenarios());
    const auto *lesson = m_page->findChild<QTextBrowser *>(u"lesson"_qs);
    int folded = 0;
    for (const ScenarioPtr &each : shippedScenarios()) {
        m_page->setLanguage(u"en"_qs);
        QVERIFY(m_page->choose(QString::fromUtf8(each->id)));
        QVERIFY(!lesson->toPlainText().contains(u"What the search finds"));
        const auto offers = lesson->toPlainText().count(u"What exploring finds");
        QCOMPARE(offers, each->lesson.en.count(spoilerMark));
        folded += int(offers);
        m_page->setLanguage(u"zh_CN"_qs);
        QVERIFY2(!lesson->toPlainText().contains(u"探索结果"), each->id.constData());
        QCOMPARE(lesson->toPlainText().count(u"What exploring finds"), offers);
    }
    QVERIFY(folded > 50);
}

void TestLabPage::theCourseLeadsFromLessonToLesson()
{
    m_page->setScenarios(shippedScenarios());
    auto *lesson = m_page->findChild<QTextBrowser *>(u"lesson"_qs);
    m_page->findChild<QTabBar *>(u"programTabs"_qs)->setCurrentIndex(1);
    QVERIFY(m_page->choose(u"redlock"_qs)); // not part of it
    QVERIFY(lesson->toPlainText().contains(u"New here? Start with: "));
    for (std::size_t i = 0; i < labCourse.size(); ++i) {
        lesson->moveCursor(QTextCursor::End);
        lesson->ensureCursorVisible();
        QTextCursor last(lesson->document());
        last.movePosition(QTextCursor::End);
        QVERIFY(last.charFormat().isAnchor());
        last.movePosition(QTextCursor::Left, QTextCursor::MoveAnchor, 2);
        lesson->setTextCursor(last);
        QTest::mouseClick(
            lesson->viewport(), Qt::LeftButton, Qt::NoModifier, lesson->cursorRect().center());
        QTRY_COMPARE(m_page->scenario()->id, labCourse.at(i));
    }
    QVERIFY(lesson->toPlainText().endsWith(u"Course: lesson 10 of 10."_qs));
}

void TestLabPage::theWordsAreExplained()
{
    QTest::keyClick(m_page->findChild<ProgramView *>(QStringLiteral("program")), Qt::Key_F1);
    auto *const glossary = m_page->findChild<LabGlossary *>();
    QVERIFY(glossary && glossary->isVisible());
    const QString text = glossary->findChild<QTextBrowser *>()->toPlainText();
    for (const char *word : {"interleaving", "preemption", "A1'", "X(A)", "N(0)", "Ctrl+Shift+C"})
        QVERIFY2(text.contains(QString::fromLatin1(word)), word);
    const auto *close = glossary->findChild<QPushButton *>();
    QVERIFY(close && close->icon().isNull()); // Qt's own is black, in a dark theme too
    QTest::keyClick(glossary, Qt::Key_Escape);
    QTRY_VERIFY(!m_page->findChild<LabGlossary *>());
}

void TestLabPage::moreConnectionsAskAgain()
{
    QSignalSpy wanted(m_page->freeRuns(), &FreeRuns::runRequested);
    m_page->setServer(u"redis://stage:6379"_qs, Permission::ReadOnly);
    choosePlace(1);
    verb(LabBar::Action::Run)->trigger();
    agree();
    QCOMPARE(wanted.size(), 1);
    m_page->freeRuns()->setRun(sample::oversoldRun());
    QTRY_VERIFY(!m_page->findChild<QMessageBox *>());
    RunOptions options = m_page->findChild<RunForm *>()->options();
    options.settings["clients"] = 51;
    m_page->setOptions(options);
    verb(LabBar::Action::Run)->trigger();
    QCOMPARE(wanted.size(), 1);
    agree();
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(wanted.at(1).at(1).value<RunOptions>().settings.at("clients"), 51);
}

void TestLabPage::aYesForAServerThatIsGoneDoesNothing()
{
    QSignalSpy wanted(m_page->freeRuns(), &FreeRuns::runRequested);
    m_page->setServer(u"redis://stage:6379"_qs, Permission::ReadOnly);
    choosePlace(1);
    verb(LabBar::Action::Run)->trigger();
    m_page->setServer(u"redis://other:6379"_qs, Permission::ReadOnly);
    choosePlace(1);
    agree();
    QCOMPARE(wanted.size(), 0);
    QTRY_VERIFY(!m_page->findChild<QMessageBox *>()); // nor is anything asked at once
}

void TestLabPage::whatDoesNotFitTheFixIsBroughtIntoItsRange()
{
    auto scenarios = sample::scenarios();
    for (ScenarioPtr &each : scenarios) {
        if (each->id != "stock-script")
            continue;
        auto narrow = std::make_shared<Scenario>(*each);
        for (Parameter &parameter : narrow->parameters)
            parameter.maximum = std::min<qint64>(parameter.maximum, 10);
        each = narrow;
    }
    m_page->setScenarios(scenarios);
    auto *form = m_page->findChild<RunForm *>();
    RunOptions options = form->options();
    options.settings["stock"] = 33;
    m_page->setOptions(options);
    verb(LabBar::Action::SwapFix)->trigger();
    QCOMPARE(m_page->scenario()->id, QByteArray("stock-script"));
    QCOMPARE(form->options().settings.at("stock"), 10);
}

void TestLabPage::aMistakeStandsInTheBanner()
{
    auto run = std::make_shared<Run>(*sample::oversoldRun());
    run->mistake = u"mine.lua:7: no such function"_qs;
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(run);
    const auto *banner = m_page->findChild<Banner *>();
    QVERIFY(banner->isVisible());
    QVERIFY(banner->text().contains(u"mine.lua:7: no such function"));
}

void TestLabPage::theBannerFollowsTheLanguage()
{
    const auto *banner = m_page->findChild<Banner *>();
    QTranslator chinese;
    QVERIFY(chinese.load(u":/translations/lockstep_zh_CN.qm"_qs));
    const auto sayings = {
        std::function<void()>([this] { m_page->findChild<TraceOpening *>()->request({}, 0); }),
        std::function<void()>([this] {
            m_page->freeRuns()->setFailure({ErrorCode::Loading, {}, false});
        }),
        std::function<void()>([this] {
            m_page->setCommandFailure({ErrorCode::Loading, {}, false});
        }),
    };
    for (const auto &say : sayings) {
        say();
        const QString english = banner->text();
        QVERIFY(!english.isEmpty());
        QVERIFY(QCoreApplication::installTranslator(&chinese));
        QTRY_VERIFY2(banner->text() != english, qPrintable(english));
        QVERIFY2(banner->text().contains(u'。'), qPrintable(banner->text()));
        QVERIFY(QCoreApplication::removeTranslator(&chinese));
        QTRY_COMPARE(banner->text(), english);
    }
    // What was closed stays closed.
    banner->findChild<QToolButton *>()->click();
    QVERIFY(banner->text().isEmpty());
    QVERIFY(QCoreApplication::installTranslator(&chinese));
    QCoreApplication::processEvents();
    QVERIFY(banner->text().isEmpty());
    QVERIFY(QCoreApplication::removeTranslator(&chinese));
    // What it was about does not live on: it may be a run of many rounds.
    const auto run = std::make_shared<int>(0);
    auto *shown = m_page->findChild<Banner *>();
    for (int time = 0; time < 2; ++time) {
        shown->setSaying([run] { return u"It has failed."_qs; }, true);
        shown->findChild<QToolButton *>()->click();
        QCOMPARE(run.use_count(), 1L);
    }
}

void TestLabPage::whatTheFileNamesFirstIsShown()
{
    auto run = std::make_shared<Run>(*sample::oversoldRun({6, 5, 2, 5}));
    CheckResult &first = run->results.at(0);
    first.first->round = 3;
    CheckResult earlier = first;
    earlier.first->round = 2;
    earlier.first->at = run->history.rounds.at(2).begin;
    earlier.first->operations.clear();
    run->results.push_back(earlier);
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(run);
    QCOMPARE(m_page->shownRound(), 3);
}

void TestLabPage::whatCannotBeSteppedSaysWhy()
{
    const QAction *step = verb(LabBar::Action::StepViolation);
    auto run = std::make_shared<Run>(*sample::oversoldRun());
    run->history.orderKind = OrderKind::Sampled;
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(run);
    QVERIFY(!step->isEnabled());
    QVERIFY2(step->toolTip().contains(u"order in which the server executed"),
        qPrintable(step->toolTip()));
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(sample::oversoldRun());
    QVERIFY(step->isEnabled());
    QVERIFY2(
        step->toolTip().startsWith(u"Step through this violation"), qPrintable(step->toolTip()));
}

void TestLabPage::theToolTipsOfTheActionsFollowTheLanguage_data()
{
    QTest::addColumn<OrderKind>("order");
    QTest::addColumn<QString>("english"); // what the tool tip has
    QTest::newRow("a violation that can be stepped") << OrderKind::Exact << u"never"_qs;
    QTest::newRow("one that cannot") << OrderKind::Sampled << u"order in which the server"_qs;
}

void TestLabPage::theToolTipsOfTheActionsFollowTheLanguage()
{
    QFETCH(const OrderKind, order);
    QFETCH(const QString, english);
    const QAction *step = verb(LabBar::Action::StepViolation);
    auto run = std::make_shared<Run>(*sample::oversoldRun());
    run->results.at(0).check.kind = Check::Kind::ValueAtLeast;
    run->results.at(0).check.name = "stock";
    run->history.orderKind = order;
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(run);
    const QString before = step->toolTip();
    QVERIFY2(before.contains(english), qPrintable(before));
    QTranslator chinese;
    QVERIFY(chinese.load(u":/translations/lockstep_zh_CN.qm"_qs));
    QVERIFY(QCoreApplication::installTranslator(&chinese));
    static const QRegularExpression englishWords(QStringLiteral("[a-z]{2,} [a-z]{2,}"));
    QTRY_VERIFY2(!step->toolTip().contains(englishWords), qPrintable(step->toolTip()));
    QVERIFY(QCoreApplication::removeTranslator(&chinese));
    QTRY_COMPARE(step->toolTip(), before);
}

void TestLabPage::theChosenViolationIsStepped()
{
    auto run = std::make_shared<Run>(*sample::oversoldRun({6, 5, 2, 5}));
    CheckResult other = run->results.at(0);
    other.check.kind = Check::Kind::ValueAtLeast;
    other.check.name = "stock";
    other.first->round = 2;
    other.first->at = run->history.rounds.at(2).begin;
    other.first->operations.clear();
    run->results.push_back(other);
    CheckResult held = other;
    held.outcome = CheckOutcome::Holds;
    held.first.reset();
    run->results.push_back(held);
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(run);
    QSignalSpy wanted(m_page->traces(), &TraceOpening::traceRequested);
    const auto step = [&] {
        verb(LabBar::Action::StepViolation)->trigger();
        m_page->traces()->setFailure({ErrorCode::Cancelled, {}});
        return wanted.last().at(1).toInt();
    };
    QCOMPARE(step(), 0);
    auto *tabs = pane()->findChild<QTabBar *>();
    tabs->setCurrentIndex(1);
    auto *checks = pane()->findChild<ChecksList *>();
    const auto click = [checks](int row) {
        QTest::mouseClick(checks->viewport(), Qt::LeftButton, {},
            checks->visualItemRect(checks->item(row)).center());
    };
    click(1);
    QCOMPARE(m_page->shownRound(), 2);
    QCOMPARE(step(), 1);
    QVERIFY(verb(LabBar::Action::StepViolation)->toolTip().contains(u"stock is never below"));
    click(2); // it holds: there is nothing to step
    QCOMPARE(step(), 1);
    click(0);
    QCOMPARE(step(), 0);
}

// Some desktops activate an item with one click, others with two.
class ActivatingStyle : public QProxyStyle
{
public:
    explicit ActivatingStyle(bool withOneClick)
        : m_withOneClick(withOneClick)
    {
    }
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
        QStyleHintReturn *data) const override
    {
        return hint == SH_ItemView_ActivateItemOnSingleClick
            ? int(m_withOneClick)
            : QProxyStyle::styleHint(hint, option, widget, data);
    }

private:
    bool m_withOneClick;
};

void TestLabPage::aCheckIsChosenOnceByOneActOfTheUser_data()
{
    QTest::addColumn<bool>("withOneClick");
    QTest::newRow("a click activates") << true;
    QTest::newRow("a double click activates") << false;
}

void TestLabPage::aCheckIsChosenOnceByOneActOfTheUser()
{
    QFETCH(const bool, withOneClick);
    const Theme theme(qApp);
    ActivatingStyle style(withOneClick);
    ChecksList checks(&theme);
    checks.setStyle(&style);
    checks.resize(400, 300);
    checks.setRun(sample::oversoldRun());
    checks.show();
    QSignalSpy chosen(&checks, &ChecksList::checkChosen);
    const QPoint place = checks.visualItemRect(checks.item(0)).center();
    QTest::mouseClick(checks.viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(chosen.size(), 1);
    QTest::mouseDClick(checks.viewport(), Qt::LeftButton, {}, place); // the second of two clicks
    QCOMPARE(chosen.size(), 1);
    QTest::keyClick(&checks, Qt::Key_Return);
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen.last().at(0).toInt(), 0);
}

void TestLabPage::aMistakeInARunMarksItsLine()
{
    auto run = std::make_shared<Run>(*sample::oversoldRun());
    run->scenario = m_page->scenario();
    run->mistake = u"stock-read-then-write.lua:14: attempt to add a nil value"_qs;
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(run);
    const auto *program = m_page->findChild<ProgramView *>(QStringLiteral("program"));
    const auto marks = program->extraSelections();
    QVERIFY(std::any_of(marks.begin(), marks.end(),
        [](const QTextEdit::ExtraSelection &mark) { return mark.cursor.blockNumber() == 13; }));
    QCOMPARE(program->textCursor().blockNumber(), 13);
}

void TestLabPage::aListingOfTheLessonFitsItsColumn()
{
    auto scenario = std::make_shared<Scenario>(*sample::stockScript());
    scenario->id = "wide";
    scenario->path = u"/wide.lua"_qs;
    scenario->lesson.en = u"Words.\n\n    A: GET stock -> 1            B: GET stock -> 1\n"
                          "    A: SET stock 0               B: SET stock 0"_qs;
    m_page->setScenarios({scenario});
    QVERIFY(m_page->choose(u"wide"_qs));
    m_page->findChild<QTabBar *>(u"programTabs"_qs)->setCurrentIndex(1);
    const auto *lesson = m_page->findChild<QTextEdit *>(u"lesson"_qs);
    QCoreApplication::processEvents();
    QVERIFY(lesson->isVisible());
    QCOMPARE(lesson->horizontalScrollBar()->maximum(), 0);
}

// On a screen of 1440 × 900, in letters that are not much smaller than those of the program.
void TestLabPage::everyDiagramOfTheLessonsIsSeenWhole()
{
    constexpr double leastScale = 0.7;
    m_page->setScenarios(shippedScenarios());
    m_page->resize(QSize(1440, 900) - QSize(64, 80)); // without rail and bars
    m_page->findChild<QTabBar *>(u"programTabs"_qs)->setCurrentIndex(1);
    const auto *lesson = m_page->findChild<QTextEdit *>(u"lesson"_qs);
    for (const QString &language : {u"en"_qs, u"zh_CN"_qs}) {
        m_page->setLanguage(language);
        for (const ScenarioPtr &scenario : shippedScenarios()) {
            QVERIFY(m_page->choose(QString::fromUtf8(scenario->id)));
            QCoreApplication::processEvents();
            QVERIFY2(lesson->horizontalScrollBar()->maximum() == 0, scenario->id.constData());
            for (QTextBlock block = lesson->document()->begin(); block.isValid();
                 block = block.next()) {
                if (!block.blockFormat().nonBreakableLines())
                    continue;
                const double size = block.begin().fragment().charFormat().font().pointSizeF();
                QVERIFY2(size >= leastScale * lesson->font().pointSizeF(),
                    qPrintable(QString::fromUtf8(scenario->id) + u": "_qs + block.text()));
            }
        }
    }
}

// Its scroll bar comes and goes while it is written, and with that the width it is written for: to
// begin anew in the middle destroyed what Qt was working on.
void TestLabPage::aLessonIsWrittenInOneGo()
{
    m_page->setScenarios(shippedScenarios());
    m_page->findChild<QTabBar *>(u"programTabs"_qs)->setCurrentIndex(1);
    const auto *lesson = m_page->findChild<QTextEdit *>(u"lesson"_qs);
    for (const ScenarioPtr &scenario : shippedScenarios()) {
        QVERIFY(m_page->choose(QString::fromUtf8(scenario->id)));
        const QStringList lines = lesson->toPlainText().split(u'\n');
        QCOMPARE(lines.count(u"What must hold"_qs), scenario->checks.empty() ? 0 : 1);
        QCOMPARE(lines.count(lines.first()), 1);
    }
}

void TestLabPage::theListShowsFortyCharacters()
{
    const auto *list = m_page->findChild<ScenarioList *>();
    QVERIFY(list->isVisible());
    QVERIFY(list->width() >= 39 * m_page->fontMetrics().averageCharWidth());
}

void TestLabPage::theProgramShowsEightyColumns()
{
    const auto *program = m_page->findChild<ProgramView *>(QStringLiteral("program"));
    const double letter = QFontMetricsF(program->font()).horizontalAdvance(u'0');
    const auto columns = [&](QSize window) {
        m_page->resize(window - QSize(64, 80)); // without rail and bars
        QCoreApplication::sendPostedEvents();
        return program->viewport()->width() / letter;
    };
    QVERIFY2(columns({1440, 900}) >= 80, qPrintable(QString::number(columns({1440, 900}))));
    const auto *timeline = pane();
    QVERIFY(timeline->width() >= m_page->fontMetrics().averageCharWidth() * 70);
}

void TestLabPage::whereTheSplittersWereIsRemembered()
{
    const auto sizes = [](LabPage &page) {
        return page.findChild<QSplitter *>(u"columns"_qs)->sizes();
    };
    const QList<int> usual = sizes(*m_page);
    auto *columns = m_page->findChild<QSplitter *>(u"columns"_qs);
    auto *handle = columns->handle(2);
    const QPoint from = handle->rect().center();
    QTest::mousePress(handle, Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, from - QPoint(60, 0),
        handle->mapToGlobal(from - QPoint(60, 0)), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(handle, &move);
    QTest::mouseRelease(handle, Qt::LeftButton, {}, from - QPoint(60, 0));
    const QList<int> moved = sizes(*m_page);
    QVERIFY(moved != usual);
    verb(LabBar::Action::ShowProgram)->setChecked(false);
    const QByteArray state = m_page->layoutState();
    LabPage again(&m_theme);
    again.resize(m_page->size());
    again.restoreLayout(state);
    QVERIFY(!again.bar()->action(LabBar::Action::ShowProgram)->isChecked());
    again.bar()->action(LabBar::Action::ShowProgram)->setChecked(true);
    again.show();
    QVERIFY(QTest::qWaitForWindowExposed(&again));
    QCOMPARE(sizes(again), moved);
    for (const QByteArray &damaged : {QByteArray(), QByteArray("x"), state.first(state.size() / 2)})
        again.restoreLayout(damaged);
    QCOMPARE(sizes(again), moved);
}

void TestLabPage::comparingGivesBackWhatItFolded()
{
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(sample::oversoldRun());
    verb(LabBar::Action::ShowList)->setChecked(false);
    verb(LabBar::Action::Compare)->trigger();
    QVERIFY(!verb(LabBar::Action::ShowProgram)->isChecked());
    verb(LabBar::Action::Compare)->trigger();
    QVERIFY(verb(LabBar::Action::ShowProgram)->isChecked());
    QVERIFY(!verb(LabBar::Action::ShowList)->isChecked()); // as it was
}

void TestLabPage::presentingShowsPictureAndProgramAlone()
{
    MainWindow window(&m_theme);
    LabPage *page = window.labPage();
    page->setScenarios(sample::scenarios());
    window.showPage(MainWindow::Page::Lab);
    window.resize(1440, 900);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    page->bar()->action(LabBar::Action::Run)->trigger();
    page->freeRuns()->setRun(sample::oversoldRun());
    const auto *run = page->findChild<RunPane *>(u"presentRun"_qs);
    const auto isSeen = [&] {
        return QList<bool>{run->timeline()->isVisible(),
            page->findChild<ProgramView *>(QStringLiteral("program"))->isVisible(),
            page->findChild<ScenarioList *>()->isVisible(), run->table()->isVisible(),
            page->findChild<RunForm *>()->isVisible(), page->bar()->isVisible()};
    };
    const QList<bool> usual = isSeen();
    const double size = run->timeline()->font().pointSizeF();
    const auto *program = page->findChild<ProgramView *>(QStringLiteral("program"));
    const double programSize = program->font().pointSizeF();
    QTest::keyClick(window.focusWidget(), Qt::Key_F11);
    QCOMPARE(isSeen(), (QList<bool>{true, true, false, false, false, false}));
    QCOMPARE(run->timeline()->font().pointSizeF(), size * 1.5);
    QCOMPARE(program->font().pointSizeF(), programSize * 1.5);
    QVERIFY(run->timeline()->hasFocus());
    QTest::keyClick(run->timeline(), Qt::Key_Escape);
    QCOMPARE(isSeen(), usual);
    QCOMPARE(run->timeline()->font().pointSizeF(), size);
    QTest::keyClick(window.focusWidget(), Qt::Key_F11);
    window.showPage(MainWindow::Page::Watch); // where there would be no bar to come back with
    window.showPage(MainWindow::Page::Lab);
    QCOMPARE(isSeen(), usual);
}

void TestLabPage::aPartIsAPictureOfItsOwn()
{
    const auto refused = LabSlide::make(*m_page, LabPart::Timeline);
    QVERIFY(!refused && refused.error().detail.contains(u"no run"));
    verb(LabBar::Action::Run)->trigger();
    m_page->freeRuns()->setRun(sample::oversoldRun());
    QVERIFY(!LabSlide::make(*m_page, LabPart::Map));
    {
        const auto slide = LabSlide::make(*m_page, LabPart::Timeline);
        QVERIFY(slide);
        QVERIFY(pane()->timeline()->isVisible() && !pane()->table()->isVisible());
        QVERIFY2(
            pane()->header()->note().contains(u"Stock 5"_qs), qPrintable(pane()->header()->note()));
    }
    QVERIFY(pane()->table()->isVisible());
    QCOMPARE(pane()->header()->note(), QString());
    const auto slide = LabSlide::make(*m_page, LabPart::Table);
    QVERIFY(slide);
    QVERIFY(!pane()->timeline()->isVisible() && pane()->table()->isVisible());
}

QTEST_MAIN(TestLabPage)
#include "tst_labpage.moc"
