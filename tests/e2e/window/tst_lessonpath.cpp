// The way that a class goes through a lesson, by keys and mouse: run it, step its violation,
// explore it, swap in the fix, run that, explore that, and back. The broken one breaks, the fix
// holds, and nothing that was stepped or explored is lost on the way, nor when the program is
// started again.
//
// LOCKSTEP_ALL_LESSONS: all lessons that have a fix. Without it a tenth of them, drawn by a seed
// that is printed and that LOCKSTEP_SEED sets.

#include "core/lab/loader/scenariofile.h"
#include "tests/support/ownfolders.h"
#include "tests/support/reallab.h"
#include "tests/support/sanitized.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/run/runpane.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/verdict/checkslist.h"
#include "ui/lab/words/explorationwords.h"
#include "ui/lab/words/stepwords.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/quiettabs.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QDirIterator>
#include <QFile>
#include <QListView>
#include <QRandomGenerator>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 180'000; // ms
constexpr int mostRuns = 3; // until luck breaks a lesson

// Its fix is better, not more right; and what needs a fault that is not within the bounds.
const QList<QByteArray> holdsInSteps{"stock-watch", "wakeup-recheck"};

const QSize screen(1440, 900);

QList<QByteArray> lessons()
{
    QList<QByteArray> ids;
    for (const ScenarioPtr &each : shippedScenarios()) {
        if (!each->fix.isEmpty())
            ids << each->id;
    }
    return ids;
}

QList<QByteArray> someLessons(quint32 seed)
{
    QList<QByteArray> ids = lessons();
    if (qEnvironmentVariableIsSet("LOCKSTEP_ALL_LESSONS"))
        return ids;
    QRandomGenerator random(seed);
    std::shuffle(ids.begin(), ids.end(), random);
    ids.resize(isSanitized() ? 2 : (ids.size() + 9) / 10);
    return ids;
}

} // namespace

class TestLessonPath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void fromRunToTheFixAndBack_data();
    void fromRunToTheFixAndBack();
    void theChosenCheckIsStepped();
    void whatWasSteppedIsThereWhenTheProgramIsStartedAgain();
    void twoWindowsKeepWhatBothHaveStepped();

private:
    static void press(const RealLab &lab, Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    static bool rest(const RealLab &lab); // until nothing is under way
    static void choose(const RealLab &lab, const QByteArray &id);
    static QString traceOf(const RealLab &lab);
    static void runUntilBroken(const RealLab &lab, bool *isBroken);
    static void stepIt(const RealLab &lab, int check);

    OwnFolders m_folders;
    quint32 m_seed = 0;
};

// Each function begins without what those before it have stepped.
void TestLessonPath::init()
{
    QDirIterator kept(
        m_folders.path(), {u"lab-runs.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (kept.hasNext())
        QVERIFY(QFile::remove(kept.next()));
}

void TestLessonPath::press(const RealLab &lab, Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QWidget *focused = QApplication::focusWidget();
    QTest::keyClick(focused ? focused : lab.page, key, modifiers);
}

bool TestLessonPath::rest(const RealLab &lab)
{
    const StepController *stepping = lab.page->stepController();
    return QTest::qWaitFor(
        [&] {
            const SteppedRuns::OpenRun *run = stepping->runs()->currentRun();
            return !lab.page->freeRuns()->isBusy() && !stepping->isBusy()
                && (!stepping->showsSteps() || (run && run->awaited == 0));
        },
        patience);
}

void TestLessonPath::choose(const RealLab &lab, const QByteArray &id)
{
    auto *list = lab.page->findChild<ScenarioList *>()->findChild<QListView *>();
    const auto *model = list->model();
    for (int row = 0; row < model->rowCount(); ++row) {
        const QModelIndex index = model->index(row, 0);
        if (!(index.flags() & Qt::ItemIsSelectable))
            continue;
        list->scrollTo(index);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(index).center());
        if (lab.page->scenario() && lab.page->scenario()->id == id)
            return;
    }
    QFAIL(("no such lesson in the list: " + id).constData());
}

QString TestLessonPath::traceOf(const RealLab &lab)
{
    const SteppedRunPtr run = lab.page->stepController()->runs()->shownRun();
    return run ? traceText(run->trace) : QString();
}

void TestLessonPath::runUntilBroken(const RealLab &lab, bool *isBroken)
{
    *isBroken = false;
    press(lab, Qt::Key_F2);
    for (int i = 0; i < mostRuns && !*isBroken; ++i) {
        press(lab, Qt::Key_F5);
        QVERIFY(rest(lab));
        QVERIFY2(lab.page->shownRun(), qPrintable(lab.banner()));
        *isBroken = lab.page->freeRuns()->violation() >= 0;
    }
}

// check: that the button is to step. Where that is known to be impossible, the button says so;
// where it is found out, the banner does.
void TestLessonPath::stepIt(const RealLab &lab, int check)
{
    const QAction *step = lab.page->bar()->action(LabBar::Action::StepViolation);
    if (!step->isEnabled()) {
        QVERIFY2(
            step->toolTip().startsWith(u"It cannot be stepped. "), qPrintable(step->toolTip()));
        return;
    }
    press(lab, Qt::Key_T, Qt::ControlModifier);
    QVERIFY(QTest::qWaitFor(
        [&] {
            return lab.page->bar()->mode() == LabMode::Step
                || (!lab.banner().isEmpty() && !lab.banner().startsWith(u"Looking for"));
        },
        patience));
    if (lab.page->bar()->mode() != LabMode::Step)
        QVERIFY2(lab.banner().startsWith(u"It cannot be stepped. "), qPrintable(lab.banner()));
    QVERIFY(rest(lab));
    if (lab.page->bar()->mode() != LabMode::Step)
        return;
    const SteppedRunPtr run = lab.page->stepController()->runs()->shownRun();
    QVERIFY(run);
    QVERIFY2((violatedAt(*run, int(run->steps.size())) >> check & 1) != 0,
        qPrintable(traceText(run->trace)));
}

void TestLessonPath::fromRunToTheFixAndBack_data()
{
    QTest::addColumn<QByteArray>("id");
    m_seed = quint32(qEnvironmentVariable("LOCKSTEP_SEED", u"1"_s).toUInt());
    for (const QByteArray &id : someLessons(m_seed))
        QTest::addRow("%s", id.constData()) << id;
}

void TestLessonPath::fromRunToTheFixAndBack()
{
    QFETCH(QByteArray, id);
    qInfo("LOCKSTEP_SEED=%u", m_seed);
    RealLab lab(screen);
    const StepController *stepping = lab.page->stepController();
    choose(lab, id);
    const ScenarioPtr lesson = lab.page->scenario();
    bool isBroken = false;
    runUntilBroken(lab, &isBroken);
    if (isBroken)
        stepIt(lab, lab.page->freeRuns()->violation());
    const QString stepped = traceOf(lab);
    const RunPtr broken = lab.page->freeRuns()->pane()->run();

    press(lab, Qt::Key_F4);
    press(lab, Qt::Key_F5);
    QVERIFY(rest(lab));
    const ExplorationPtr found = stepping->exploration();
    QVERIFY2(found, qPrintable(lab.banner()));
    QCOMPARE(found->options, ExploreOptions::of(*lesson)); // not those of the steps
    const auto expected = holdsInSteps.contains(id) ? CheckOutcome::Holds : CheckOutcome::Violated;
    QVERIFY2(found->verdict == expected, qPrintable(verdictOf(*found).sentence));

    press(lab, Qt::Key_B, Qt::ControlModifier);
    QCOMPARE(lab.page->scenario()->id, lesson->fix);
    press(lab, Qt::Key_F2);
    press(lab, Qt::Key_F5);
    QVERIFY(rest(lab));
    const RunPtr fixed = lab.page->shownRun();
    QVERIFY2(fixed, qPrintable(lab.banner()));
    QVERIFY2(
        verdictOf(*fixed).outcome == CheckOutcome::Holds, qPrintable(verdictOf(*fixed).sentence));
    press(lab, Qt::Key_F4);
    press(lab, Qt::Key_F5);
    QVERIFY(rest(lab));
    QVERIFY2(stepping->exploration(), qPrintable(lab.banner()));
    QVERIFY2(stepping->exploration()->verdict == CheckOutcome::Holds,
        qPrintable(verdictOf(*stepping->exploration()).sentence));

    press(lab, Qt::Key_B, Qt::ControlModifier);
    QCOMPARE(lab.page->scenario(), lesson);
    QCOMPARE(stepping->exploration(), found);
    press(lab, Qt::Key_F2);
    QCOMPARE(lab.page->shownRun(), broken);
    press(lab, Qt::Key_F3);
    QVERIFY(rest(lab));
    const auto &runs = stepping->runs()->all();
    const bool isThere =
        std::any_of(runs.begin(), runs.end(), [&](const SteppedRuns::OpenRun &run) {
            return traceText(run.stepped ? run.stepped->trace : run.wanted) == stepped;
        });
    QVERIFY(stepped.isEmpty() || isThere); // luck may break nothing, and then nothing is stepped
    QVERIFY(!QApplication::activeModalWidget());
}

void TestLessonPath::theChosenCheckIsStepped()
{
    RealLab lab(screen);
    choose(lab, "lock-lease-expires");
    const FreeRuns *runs = lab.page->freeRuns();
    const auto violated = [&] {
        const RunPtr run = runs->pane()->run();
        return run ? int(std::count_if(run->results.begin(), run->results.end(),
                   [](const CheckResult &each) { return each.outcome == CheckOutcome::Violated; }))
                   : 0;
    };
    press(lab, Qt::Key_F2);
    for (int i = 0; i < 10 && violated() < 2; ++i) {
        press(lab, Qt::Key_F5);
        QVERIFY(rest(lab));
    }
    QCOMPARE(violated(), 2);
    runs->pane()->findChild<QuietTabs *>()->setCurrentIndex(1);
    auto *checks = runs->pane()->findChild<ChecksList *>();
    QTest::mouseClick(
        checks->viewport(), Qt::LeftButton, {}, checks->visualItemRect(checks->item(1)).center());
    stepIt(lab, 1);
    QCOMPARE(lab.page->bar()->mode(), LabMode::Step);
    const SteppedRunPtr sold = lab.page->stepController()->runs()->shownRun();
    QVERIFY(sold);
    press(lab, Qt::Key_F2);
    QTest::mouseClick(
        checks->viewport(), Qt::LeftButton, {}, checks->visualItemRect(checks->item(0)).center());
    stepIt(lab, 0);
    QVERIFY(traceOf(lab) != traceText(sold->trace));
}

void TestLessonPath::whatWasSteppedIsThereWhenTheProgramIsStartedAgain()
{
    QStringList names;
    {
        RealLab lab(screen);
        choose(lab, "stock-read-then-write");
        press(lab, Qt::Key_F3);
        for (const auto key : {Qt::Key_A, Qt::Key_B, Qt::Key_B, Qt::Key_A}) {
            QVERIFY(rest(lab));
            press(lab, key);
        }
        QVERIFY(rest(lab));
        QCOMPARE(traceOf(lab), u"A1 B1 B2 A2"_s);
        press(lab, Qt::Key_Home);
        press(lab, Qt::Key_B); // another way
        QVERIFY(rest(lab));
        press(lab, Qt::Key_A);
        QVERIFY(rest(lab));
        QCOMPARE(traceOf(lab), u"B1 A1"_s);
        press(lab, Qt::Key_Left);
        press(lab, Qt::Key_F4);
        press(lab, Qt::Key_F5);
        QVERIFY(rest(lab));
        QVERIFY(lab.page->stepController()->exploration());
        press(lab, Qt::Key_F3);
        QVERIFY(rest(lab));
        const auto *tabs = lab.page->stepController()->tabs()->bar();
        for (int i = 0; i < tabs->count(); ++i)
            names << tabs->tabToolTip(i);
    }
    RealLab lab(screen);
    choose(lab, "stock-read-then-write");
    press(lab, Qt::Key_F3);
    QVERIFY(rest(lab));
    QuietTabs *tabs = lab.page->stepController()->tabs()->bar();
    QStringList again;
    for (int i = 0; i < tabs->count(); ++i)
        again << tabs->tabToolTip(i);
    QCOMPARE(again, names);
    tabs->setCurrentIndex(1);
    QVERIFY(rest(lab));
    QCOMPARE(traceOf(lab), u"B1 A1"_s);
    QCOMPARE(lab.page->stepController()->runs()->shownStep(), 1); // the cursor
    press(lab, Qt::Key_End);
    press(lab, Qt::Key_Z, Qt::ControlModifier); // goes on from there
    QVERIFY(rest(lab));
    QCOMPARE(traceOf(lab), u"B1"_s);
    press(lab, Qt::Key_F4); // what had been explored is found again
    QVERIFY(rest(lab));
    QTRY_VERIFY_WITH_TIMEOUT(lab.page->stepController()->exploration(), patience);
    QCOMPARE(lab.page->stepController()->exploration()->verdict, CheckOutcome::Violated);
}

void TestLessonPath::twoWindowsKeepWhatBothHaveStepped()
{
    const auto stepFirst = [](const RealLab &lab, const QByteArray &id) {
        lab.page->activateWindow();
        QApplication::setActiveWindow(lab.page->window());
        choose(lab, id);
        press(lab, Qt::Key_F3);
        QVERIFY(rest(lab));
        press(lab, Qt::Key_A);
        QVERIFY(rest(lab));
        QCOMPARE(traceOf(lab), u"A1"_s);
    };
    {
        RealLab one(screen);
        RealLab other(screen);
        stepFirst(one, "lock-setnx");
        stepFirst(other, "lock-blind-delete");
    }
    RealLab lab(screen);
    for (const char *id : {"lock-setnx", "lock-blind-delete"}) {
        choose(lab, id);
        press(lab, Qt::Key_F3);
        QVERIFY(rest(lab));
        QCOMPARE(traceOf(lab), u"A1"_s);
    }
}

QTEST_MAIN(TestLessonPath)
#include "tst_lessonpath.moc"
