// The lab page with real runs behind it, on servers of its own.

#include "app/window/labrunner.h"
#include "core/lab/loader/scenariofile.h"
#include "core/redis/identity/productionservers.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

// The lab in its window, with what executes its wishes.
struct RealLab
{
    RealLab()
    {
        theme.setChoice(Theme::Choice::Light);
        window.resize(1280, 720);
        window.show();
        window.showPage(MainWindow::Page::Lab);
    }

    Theme theme{qApp};
    MainWindow window{&theme};
    LabRunner runner{window.labPage()};
};

} // namespace

class TestLabRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oversellIsSeenAndTheFixHolds();
    void aViolationIsStepped();
    void whatNeverEndsSaysWhereItStopped();
    void stoppingEndsTheRun();
    void aServerMarkedAsProductionMeanwhileIsRefused();

private:
    static void keep(MainWindow &window, const QString &name);
    QTemporaryDir m_folder;
};

void TestLabRunner::initTestCase()
{
    qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8()); // own settings
}

void TestLabRunner::keep(MainWindow &window, const QString &name)
{
    const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
    if (!folder.isEmpty())
        QVERIFY(window.grab().save(QDir(folder).filePath(name)));
}

void TestLabRunner::oversellIsSeenAndTheFixHolds()
{
    RealLab lab;
    LabPage *page = lab.window.labPage();
    QVERIFY(page->choose(u"stock-read-then-write"_qs));
    page->bar()->action(LabBar::Verb::Run)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!page->freeRuns()->isBusy(), 60'000);
    QVERIFY2(page->shownRun(), "the run failed");
    const RunPtr broken = page->shownRun();
    keep(lab.window, u"real-violated.png"_qs);
    QVERIFY2(broken->mistake.isEmpty(), qPrintable(broken->mistake));
    QCOMPARE(verdictOf(*broken).outcome, CheckOutcome::Violated);
    QVERIFY(broken->counts.at("sold") > broken->options.settings.at("stock"));

    page->bar()->action(LabBar::Verb::Compare)->trigger();
    page->bar()->action(LabBar::Verb::SwapFix)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!page->freeRuns()->isBusy(), 60'000);
    keep(lab.window, u"real-compare.png"_qs);
    QVERIFY(page->shownRun() && page->shownRun() != broken);
    QCOMPARE(verdictOf(*page->shownRun()).outcome, CheckOutcome::Holds);
    QCOMPARE(page->shownRun()->options.settings, broken->options.settings);
}

void TestLabRunner::aViolationIsStepped()
{
    RealLab lab;
    LabPage *page = lab.window.labPage();
    QVERIFY(page->choose(u"stock-read-then-write"_qs));
    const QAction *stepIt = page->bar()->action(LabBar::Verb::StepViolation);
    QVERIFY(!stepIt->isEnabled());
    page->bar()->action(LabBar::Verb::Run)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!page->freeRuns()->isBusy(), 60'000);
    QVERIFY(stepIt->isEnabled());
    page->bar()->action(LabBar::Verb::StepViolation)->trigger();
    QVERIFY(!stepIt->isEnabled()); // it is being done
    const SteppedRuns *runs = page->stepController()->runs();
    QTRY_VERIFY_WITH_TIMEOUT(runs->shownRun() && !runs->shownRun()->steps.empty(), 60'000);
    QCOMPARE(page->bar()->mode(), LabMode::Step);
    const SteppedRunPtr stepped = runs->shownRun();
    QVERIFY(stepped->steps.back().violated != 0);
    QVERIFY(stepped->options.settings.at("clients") < 5); // not all fifty
    keep(lab.window, u"real-stepped.png"_qs);
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
    LabPage *page = lab.window.labPage();
    page->setScenarios({*endless});
    QVERIFY(page->choose(u"endless"_qs));
    page->setMode(LabMode::Step);
    const SteppedRuns *runs = page->stepController()->runs();
    QTRY_VERIFY_WITH_TIMEOUT(runs->shownRun(), 60'000);
    page->bar()->action(LabBar::Verb::Run)->trigger();
    QVERIFY(runs->isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(!runs->isRunning(), 60'000);
    QCOMPARE(int(runs->shownRun()->steps.size()), 2000);
    const QString said = page->findChild<Banner *>()->text();
    QVERIFY2(said.startsWith(u"Nothing was violated in 2000 step"_qs), qPrintable(said));
    keep(lab.window, u"real-endless.png"_qs);
    page->bar()->action(LabBar::Verb::Undo)->trigger();
    QCOMPARE(page->findChild<Banner *>()->text(), QString());
}

void TestLabRunner::stoppingEndsTheRun()
{
    Theme theme(qApp);
    LabPage page(&theme);
    LabRunner runner(&page);
    page.setScenarios(shippedScenarios());
    QVERIFY(page.choose(u"stock-read-then-write"_qs));
    page.bar()->action(LabBar::Verb::Run)->trigger();
    page.bar()->action(LabBar::Verb::Stop)->trigger();
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
