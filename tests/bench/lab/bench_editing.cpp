// How long it takes from Ctrl+E to the new verdict: in the window, with real servers, for every
// shipped scenario a copy is made, a key is written in it, and it is explored. 2 s each, the floor
// is what the search itself took. Searches that are longer by nature are named.

#include "app/lab/labrunner.h"
#include "core/lab/loader/scenariofile.h"
#include "tests/bench/figure.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

namespace {

constexpr int patience = 120'000; // ms
constexpr double mostSeconds = 2;

struct Edited
{
    double seconds = 0; // from Ctrl+E to the verdict
    double search = 0; // of these: the exploration
};

// Nothing: it did not come to a verdict.
std::optional<Edited> editAndExplore(LabPage *page, const Scenario &scenario)
{
    StepController *const stepping = page->stepController();
    if (!page->choose(QString::fromUtf8(scenario.id)))
        return std::nullopt;
    page->setMode(LabMode::Explore);
    QElapsedTimer time;
    time.start();
    page->bar()->action(LabBar::Action::Edit)->trigger();
    if (!QTest::qWaitFor([page] { return page->editing()->isEditing(); }, patience))
        return std::nullopt;
    auto *const program = page->findChild<ProgramView *>(QStringLiteral("program"));
    QTest::keyClick(program, Qt::Key_End);
    QTest::keyClick(program, Qt::Key_Space);
    page->bar()->action(LabBar::Action::Run)->trigger();
    const bool isFound = QTest::qWaitFor(
        [&] { return stepping->exploration() && page->scenario()->source == program->source(); },
        patience);
    Edited edited;
    edited.seconds = double(time.nsecsElapsed()) / 1e9;
    if (isFound)
        edited.search = std::chrono::duration<double>(stepping->exploration()->took).count();
    page->bar()->action(LabBar::Action::Edit)->trigger();
    return isFound ? std::optional(edited) : std::nullopt;
}

} // namespace

int main(int argc, char **argv)
{
    const QTemporaryDir home;
    qputenv("XDG_CONFIG_HOME", home.filePath(QStringLiteral("config")).toUtf8());
    qputenv("XDG_DATA_HOME", home.filePath(QStringLiteral("data")).toUtf8());
    QApplication application(argc, argv);
    Theme theme(&application);
    MainWindow window(&theme);
    const LabRunner runner(window.labPage()); // the page asks it for scenarios when it is shown
    window.resize(1280, 720);
    window.show();
    window.showPage(MainWindow::Page::Lab);
    Edited slowest;
    double longestOverhead = 0;
    int longer = 0;
    for (const ScenarioPtr &scenario : shippedScenarios()) {
        const auto edited = editAndExplore(window.labPage(), *scenario);
        if (!edited) {
            std::fprintf(stderr, "%s: no verdict\n", scenario->id.constData());
            return 1;
        }
        longestOverhead = std::max(longestOverhead, edited->seconds - edited->search);
        if (edited->search > mostSeconds / 2) {
            ++longer;
            std::fprintf(
                stderr, "%s: its search takes %.1f s\n", scenario->id.constData(), edited->search);
        } else if (edited->seconds > slowest.seconds) {
            slowest = *edited;
        }
    }
    print({"from Ctrl+E to the new verdict, the slowest lesson", slowest.seconds, "s",
        slowest.search, "value <= 2", slowest.seconds <= mostSeconds});
    print({"the same without the search, of all lessons", longestOverhead, "s", 0, "value <= 2",
        longestOverhead <= mostSeconds});
    print({"lessons whose search takes more than a second", double(longer), "", 0, "", true});
    return 0;
}
