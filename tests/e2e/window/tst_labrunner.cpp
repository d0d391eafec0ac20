// The lab page with real runs behind it, on servers of its own.

#include "app/arguments/arguments.h"
#include "core/lab/loader/scenariofile.h"
#include "core/redis/identity/productionservers.h"
#include "tests/support/ownfolders.h"
#include "tests/support/reallab.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/step/traceline.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/lab/words/replaycommandline.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QTest>

using namespace lockstep;

class TestLabRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oversellIsSeenAndTheFixHolds();
    void aViolationIsStepped();
    void aCopiedTraceBringsItsScenarioAndSettings();
    void aPastedCommandThatCannotBeTakenSaysWhy_data();
    void aPastedCommandThatCannotBeTakenSaysWhy();
    void aPastedCommandOpensAFile();
    void theStepAtTheCursorIsToldInWords();
    void theStepAtTheCursorTellsTimeMessagesAndWhoseLockItIs();
    void whatNeverEndsSaysWhereItStopped();
    void stoppingEndsTheRun();
    void aServerMarkedAsProductionMeanwhileIsRefused();

private:
    static void keep(MainWindow &window, const QString &name);
    OwnFolders m_folders;
};

void TestLabRunner::keep(MainWindow &window, const QString &name)
{
    const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
    if (!folder.isEmpty())
        QVERIFY(window.grab().save(QDir(folder).filePath(name)));
}

void TestLabRunner::oversellIsSeenAndTheFixHolds()
{
    RealLab lab;
    LabPage *page = lab.page;
    QVERIFY(page->choose(u"stock-read-then-write"_qs));
    page->bar()->action(LabBar::Action::Run)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!page->freeRuns()->isBusy(), 60'000);
    QVERIFY2(page->shownRun(), "the run failed");
    const RunPtr broken = page->shownRun();
    keep(lab.window, u"real-violated.png"_qs);
    QVERIFY2(broken->mistake.isEmpty(), qPrintable(broken->mistake));
    QCOMPARE(verdictOf(*broken).outcome, CheckOutcome::Violated);
    QVERIFY(broken->counts.at("sold") > broken->options.settings.at("stock"));

    page->bar()->action(LabBar::Action::Compare)->trigger();
    page->bar()->action(LabBar::Action::SwapFix)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!page->freeRuns()->isBusy(), 60'000);
    keep(lab.window, u"real-compare.png"_qs);
    QVERIFY(page->shownRun() && page->shownRun() != broken);
    QCOMPARE(verdictOf(*page->shownRun()).outcome, CheckOutcome::Holds);
    QCOMPARE(page->shownRun()->options.settings, broken->options.settings);
}

void TestLabRunner::aViolationIsStepped()
{
    RealLab lab;
    LabPage *page = lab.page;
    QVERIFY(page->choose(u"stock-read-then-write"_qs));
    const QAction *stepIt = page->bar()->action(LabBar::Action::StepViolation);
    QVERIFY(!stepIt->isEnabled());
    page->bar()->action(LabBar::Action::Run)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!page->freeRuns()->isBusy(), 60'000);
    QVERIFY(stepIt->isEnabled());
    page->bar()->action(LabBar::Action::StepViolation)->trigger();
    QVERIFY(!stepIt->isEnabled()); // it is being done
    const SteppedRuns *runs = page->stepController()->runs();
    QTRY_VERIFY_WITH_TIMEOUT(runs->shownRun() && !runs->shownRun()->steps.empty(), 60'000);
    QCOMPARE(page->bar()->mode(), LabMode::Step);
    const SteppedRunPtr stepped = runs->shownRun();
    QVERIFY(stepped->steps.back().violated != 0);
    QVERIFY(stepped->options.settings.at("clients") < 5); // not all fifty
    keep(lab.window, u"real-stepped.png"_qs);
}

namespace {

QLineEdit *traceField(LabPage *page)
{
    return page->stepController()->tabs()->findChild<TraceLine *>()->findChild<QLineEdit *>();
}

void paste(LabPage *page, const QString &line)
{
    QLineEdit *const field = traceField(page);
    field->setText(line);
    QTest::keyClick(field, Qt::Key_Return);
}

// The runs of a scenario that is stepped, when the first of them is there.
auto *steppedRuns(LabPage *page, const QString &scenario)
{
    if (!page->choose(scenario))
        qFatal("There is no scenario %s.", qPrintable(scenario));
    page->setMode(LabMode::Step);
    auto *const runs = page->stepController()->runs();
    if (!QTest::qWaitFor([runs] { return bool(runs->shownRun()); }, 60'000))
        qFatal("The scenario %s cannot be stepped.", qPrintable(scenario));
    return runs;
}

} // namespace

void TestLabRunner::aCopiedTraceBringsItsScenarioAndSettings()
{
    RealLab lab;
    LabPage *page = lab.page;
    auto *const runs = steppedRuns(page, u"lock-lease-expires"_qs);
    paste(page,
        u"lockstep lab replay lock-blind-delete --clients 3 --set lease=4000 --time 2 "
        "--no-assumptions \"A1 T B1\""_qs);
    QTRY_VERIFY_WITH_TIMEOUT(page->scenario()->id == "lock-blind-delete" && runs->shownRun()
            && runs->shownRun()->steps.size() == 3,
        60'000);
    const ExploreOptions options = runs->shownRun()->options;
    QCOMPARE(options.settings.at("clients"), 3);
    QCOMPARE(options.settings.at("lease"), 4000);
    QCOMPARE(options.bounds.time, 2);
    QVERIFY(options.assumptions.empty());
    page->bar()->action(LabBar::Action::CopyTrace)->trigger();
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY(page->choose(u"redlock"_qs));
    QTRY_VERIFY_WITH_TIMEOUT(runs->shownRun() && runs->scenario()->id == "redlock", 60'000);
    paste(page, copied);
    QTRY_VERIFY_WITH_TIMEOUT(runs->scenario()->id == "lock-blind-delete" && runs->shownRun()
            && runs->shownRun()->steps.size() == 3,
        60'000);
    QVERIFY(runs->shownRun()->options == options);
    // A shell takes the same line.
    const auto words = shellWords(copied);
    QVERIFY(words);
    const auto parsed = Arguments::parse(words->mid(1));
    QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().detail));
    QCOMPARE(traceText(*parsed->lab.trace), u"A1 T B1"_qs);
}

void TestLabRunner::aPastedCommandThatCannotBeTakenSaysWhy_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const char *line, const char *says) {
        QTest::newRow(name) << QString::fromUtf8(line) << QString::fromUtf8(says);
    };
    row("another command", "lockstep lab run redlock", "only “lockstep lab replay”");
    row("no such scenario", "lockstep lab replay redlok A1", "there is no scenario “redlok”");
    row("an open quote", "lockstep lab replay redlock \"A1 B1", "quotation mark");
    row("a value out of range", "lockstep lab replay redlock --clients 0 A1", "--clients");
    row("a word that is no step", "lockstep lab replay redlock A1 xyz", "xyz");
}

void TestLabRunner::aPastedCommandThatCannotBeTakenSaysWhy()
{
    QFETCH(QString, line);
    QFETCH(QString, says);
    RealLab lab;
    LabPage *page = lab.page;
    steppedRuns(page, u"stock-read-then-write"_qs);
    paste(page, line);
    auto *const banner = page->findChild<Banner *>();
    QTRY_VERIFY2_WITH_TIMEOUT(banner->text().contains(says), qPrintable(banner->text()), 60'000);
    QCOMPARE(page->scenario()->id, "stock-read-then-write");
}

void TestLabRunner::aPastedCommandOpensAFile()
{
    const QString path = m_folders.filePath(u"my own.lua"_qs);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "return { id = 'own', family = 'lock', title = { en = 'My own' }, lesson = { en = 'l' "
        "}, params = { clients = 2 }, keys = { 'n' }, client = function() "
        "redis.call('INCR', 'n') end }");
    file.close();
    RealLab lab;
    LabPage *page = lab.page;
    auto *const runs = steppedRuns(page, u"stock-read-then-write"_qs);
    paste(page, u"lockstep lab replay '%1' B1"_qs.arg(path));
    QTRY_VERIFY_WITH_TIMEOUT(
        runs->scenario() && runs->scenario()->id == "own" && runs->shownRun(), 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(traceText(runs->shownRun()->trace), u"B1"_qs, 60'000);
    page->bar()->action(LabBar::Action::CopyTrace)->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(),
        u"lockstep lab replay '%1' --clients 2 \"B1\""_qs.arg(path));
}

void TestLabRunner::theStepAtTheCursorIsToldInWords()
{
    RealLab lab;
    LabPage *page = lab.page;
    auto *const runs = steppedRuns(page, u"stock-read-then-write"_qs);
    paste(page, u"A1 B1 A2 B2"_qs);
    QTRY_VERIFY_WITH_TIMEOUT(runs->shownRun() && runs->shownRun()->steps.size() == 4, 60'000);
    const auto *words =
        page->stepController()->tabs()->pane()->findChild<QLabel *>(u"narration"_qs);
    const auto wordsAt = [&](int step) {
        runs->moveTo(step);
        return words->text();
    };
    QCOMPARE(wordsAt(0), QString());
    QCOMPARE(wordsAt(1), u"A reads stock: 1."_qs);
    QCOMPARE(wordsAt(3),
        u"A changes stock from 1 to 0. What B read from stock before, 1, is out of date now. A "
        "counts “sold”."_qs);
    QCOMPARE(wordsAt(4),
        u"B sets stock to 0, which it was already. B had read 1 before; A has made it 0 "
        "since. B counts “sold”."_qs);
    QVERIFY(words->isVisible());
}

void TestLabRunner::theStepAtTheCursorTellsTimeMessagesAndWhoseLockItIs()
{
    RealLab lab;
    LabPage *page = lab.window.labPage();
    const auto toldAfter = [&](const QString &lesson, const QString &trace, int step) {
        auto *const runs = steppedRuns(page, lesson);
        paste(page, trace);
        if (!QTest::qWaitFor(
                [&] {
                    const SteppedRunPtr run = runs->shownRun();
                    return run && traceText(run->trace) == trace;
                },
                60'000))
            return u"not stepped"_qs;
        runs->moveTo(step);
        return page->stepController()->tabs()->pane()->findChild<QLabel *>(u"narration"_qs)->text();
    };
    const QString renewal = u"A1 A1' T A~0' A~1 A~1' T B1 B1' A~2"_qs;
    const QString extend = u"lock-watchdog-check-then-extend"_qs;
    QCOMPARE(toldAfter(extend, renewal, 3), u"Time passes: 10.0 s."_qs);
    QCOMPARE(toldAfter(u"lock-setnx"_qs, u"A1 X(A) B0"_qs, 3),
        u"B starts only now. B waits until lock is gone."_qs);
    QCOMPARE(toldAfter(u"online-presence"_qs, u"A0 A1 X(A) B0 B1 T B2"_qs, 7),
        u"B changes online from {A-1: +0ms, B-1: +0ms} to {A-1: +0ms}."_qs);
    QCOMPARE(toldAfter(extend, renewal, 10),
        u"A, thread 2 renews lock, to the deadline that it had already. lock had been set by B, "
        "not by A."_qs);
    QCOMPARE(page->stepController()->tabs()->pane()->header()->sentence(),
        u"A renewed B's lock at step 10"_qs);
    QCOMPARE(toldAfter(u"wakeup-lost"_qs, u"A1 A2 B1 A3 B2"_qs, 4),
        u"A deletes lock. Nobody listens on free: the message is lost."_qs);
    QCOMPARE(toldAfter(u"wakeup-lost"_qs, u"A1 A2 B1 A3 B2"_qs, 5),
        u"B listens on free from now on."_qs);
    QCOMPARE(toldAfter(u"wakeup-lost"_qs, u"A1 A2 B1 B2 A3"_qs, 5),
        u"A deletes lock. The message on free reaches B."_qs);
    QCOMPARE(toldAfter(u"limit-sliding-log-separate"_qs, u"A1 A2 A3"_qs, 3),
        u"A sets log to {A-1: +0ms}."_qs);
}

void TestLabRunner::whatNeverEndsSaysWhereItStopped()
{
    const auto endless = scenarioFromText(
        "return { id = \"endless\", family = \"counter\", title = { en = \"Endless\" },"
        "lesson = { en = \"It counts for ever.\" }, params = { clients = 2 }, keys = { \"n\" },"
        "client = function() while true do redis.call(\"INCR\", \"n\") end end,"
        "always = { count_at_most(\"none\", 1) } }",
        u"endless.lua"_qs);
    QVERIFY2(endless, endless ? "" : qPrintable(endless.error().detail));
    RealLab lab;
    LabPage *page = lab.page;
    page->setScenarios({*endless});
    QVERIFY(page->choose(u"endless"_qs));
    page->setMode(LabMode::Step);
    const SteppedRuns *runs = page->stepController()->runs();
    QTRY_VERIFY_WITH_TIMEOUT(runs->shownRun(), 60'000);
    page->bar()->action(LabBar::Action::Run)->trigger();
    QVERIFY(runs->isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(!runs->isRunning(), 60'000);
    QCOMPARE(int(runs->shownRun()->steps.size()), 2000);
    const QString said = page->findChild<Banner *>()->text();
    QVERIFY2(said.startsWith(u"Nothing was violated in 2000 step"_qs), qPrintable(said));
    keep(lab.window, u"real-endless.png"_qs);
    page->bar()->action(LabBar::Action::Undo)->trigger();
    QCOMPARE(page->findChild<Banner *>()->text(), QString());
}

void TestLabRunner::stoppingEndsTheRun()
{
    Theme theme(qApp);
    LabPage page(&theme);
    LabRunner runner(&page);
    page.setScenarios(shippedScenarios());
    QVERIFY(page.choose(u"stock-read-then-write"_qs));
    page.bar()->action(LabBar::Action::Run)->trigger();
    page.bar()->action(LabBar::Action::Stop)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!page.freeRuns()->isBusy(), 60'000);
}

void TestLabRunner::aServerMarkedAsProductionMeanwhileIsRefused()
{
    Theme theme(qApp);
    LabPage page(&theme);
    LabRunner runner(&page);
    Endpoint live;
    live.host = u"live.example"_qs;
    runner.setServer(live);
    QSettings settings;
    ProductionServers(&settings).mark(live);
    page.setScenarios(shippedScenarios());
    QVERIFY(page.choose(u"stock-read-then-write"_qs));
    // As if the user had said yes before the server was marked.
    Q_EMIT page.freeRuns()->runRequested(page.scenario(), RunOptions::of(*page.scenario()), true);
    QVERIFY(!page.freeRuns()->isBusy());
    QVERIFY(!page.shownRun());
    QVERIFY(page.findChild<Banner *>()->text().contains(u"production"));
}

QTEST_MAIN(TestLabRunner)
#include "tst_labrunner.moc"
