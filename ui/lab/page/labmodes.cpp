// A part of LabPage: its modes. FreeRuns has what belongs to free runs, StepController what belongs
// to stepping and exploring. This file decides which of them is shown, and to which of them the
// actions of the bar apply.

#include "ui/lab/explore/exploreview.h"
#include "ui/lab/explore/interleavingmapview.h"
#include "ui/lab/lesson/solutiongrading.h"
#include "ui/lab/page/editaction.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labcolumns.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/page/placebutton.h"
#include "ui/lab/page/programcolumn.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/program/variablesrow.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/run/runpane.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/step/traceopening.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/words/replaycommandline.h"
#include "ui/lab/words/runorigin.h"
#include "ui/text/errormessage.h"
#include "ui/widgets/banner.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QStackedWidget>

namespace lockstep {

void LabPage::setMode(LabMode mode)
{
    m_bar->setMode(mode);
    showMode();
}

void LabPage::showMode()
{
    const LabMode mode = m_bar->mode();
    const bool steps = mode != LabMode::Run;
    m_modes->setCurrentIndex(steps ? 1 : 0);
    m_programColumn->setMode(mode);
    m_programColumn->program()->setClients({});
    m_programColumn->program()->setHighlightedLine(0);
    m_programColumn->variables()->setLines({});
    const bool comparing =
        steps ? m_stepController->tabs()->isComparing() : m_freeRuns->isComparing();
    m_bar->action(LabBar::Action::Compare)->setChecked(comparing);
    m_stepController->setMode(mode);
    if (!steps)
        showRun();
    if (!m_bar->isChoosingMode())
        takeKeys();
    m_editing->apply();
    updateActions();
    Q_EMIT modeChanged();
}

void LabPage::stepTheScenario()
{
    const ScenarioPtr current = scenario();
    m_stepController->setScenario(
        m_shown.key(), current, current ? m_shown.titleOf(*current) : QString());
}

// Gives the focus to the visible picture, or to the page itself if there is none: the keys of
// stepping work there as well. While the mode changes, its picture may not be visible yet.
void LabPage::takeKeys()
{
    SteppedPane *steps = m_stepController->tabs()->pane();
    if (m_stepController->showsSteps() && steps->isVisible())
        return steps->takeKeys();
    QWidget *picture = m_freeRuns->pane()->timeline();
    if (m_bar->mode() == LabMode::Explore)
        picture = m_stepController->view()->map();
    picture->isVisible() ? picture->setFocus() : setFocus();
}

void LabPage::perform()
{
    m_editing->apply([this] { performNow(); });
}

void LabPage::performNow()
{
    if (m_bar->mode() != LabMode::Run)
        m_stepController->run();
    else if (scenario()) // a file of the user's may have left the list
        m_freeRuns->run();
}

void LabPage::stopIt()
{
    if (m_grading->isBusy())
        m_grading->cancel();
    else if (m_bar->mode() == LabMode::Run && m_traces->isBusy())
        m_traces->cancel();
    else if (m_bar->mode() == LabMode::Run && m_freeRuns->isBusy())
        Q_EMIT stopRequested();
    else if (m_stepController->isBusy())
        m_stepController->stop();
    else
        m_bar->action(LabBar::Action::Present)->setChecked(false);
}

// Shows only what a class looks at, in letters that can be read from the last row.
void LabPage::setPresenting(bool on)
{
    constexpr double larger = 1.5;
    if (on && !m_fontBeforePresenting) {
        m_fontBeforePresenting = font();
        QFont font = this->font();
        font.setPointSizeF(font.pointSizeF() * larger);
        setFont(font);
    } else if (!on && m_fontBeforePresenting) {
        setFont(*std::exchange(m_fontBeforePresenting, std::nullopt));
    }
    // The listing has a font of its own, which it adapts to the page's when it gets this event.
    QEvent fontChange(QEvent::FontChange);
    QCoreApplication::sendEvent(m_programColumn->program(), &fontChange);
    m_columns->setPresenting(on);
    m_freeRuns->pane()->setTableShown(!on);
    m_stepController->tabs()->setTableShown(!on);
    takeKeys();
    updateActions();
    Q_EMIT presentingChanged(on);
}

void LabPage::compare(bool on)
{
    if (m_bar->mode() == LabMode::Run)
        m_freeRuns->compare(on);
    else
        m_stepController->tabs()->compare(on);
    m_columns->setComparing(on);
    updateActions();
}

void LabPage::stepViolation()
{
    if (const int check = m_freeRuns->violation(); check >= 0)
        m_traces->request(m_freeRuns->pane()->run(), check);
}

bool LabPage::openReplay(const TracedViolation &traced)
{
    m_banner->setText({}, true);
    if (!m_editing->end())
        return true; // the banner says why the text cannot be saved
    m_traces->openWhenShown(traced, QString::fromLatin1(runOrigin::trace));
    return choose(scenarioWord(*traced.scenario));
}

void LabPage::setCommandFailure(const Error &error)
{
    m_banner->setSaying(
        [error] {
            return error.code == ErrorCode::BadInput ? error.detail : errorMessage(error, {});
        },
        true);
}

// Shows the steps, in whatever mode the page is.
void LabPage::openTrace(const TracedViolation &traced, const QString &origin)
{
    m_stepController->openTraced(traced, origin);
    setMode(LabMode::Step);
}

QString LabPage::statusWords() const
{
    return m_bar->mode() == LabMode::Run ? m_freeRuns->statusWords()
                                         : m_stepController->statusWords();
}

void LabPage::updateActions()
{
    if (m_cameFrom == m_shown.key())
        m_cameFrom.clear();
    noteSwap();
    m_bar->setBroken(m_shown.fix() != nullptr);
    m_bar->mode() == LabMode::Run ? updateRunActions() : updateStepActions();
    m_edit->update();
    Q_EMIT statusChanged();
}

void LabPage::updateRunActions()
{
    using Action = LabBar::Action;
    const ScenarioPtr current = scenario();
    const QString problem = current ? m_freeRuns->problem() : QString();
    const bool busy = m_freeRuns->isBusy();
    m_bar->action(Action::Run)->setEnabled(!busy && current && problem.isEmpty());
    m_bar->setRunProblem(problem);
    m_bar->action(Action::Stop)
        ->setEnabled(
            busy || m_traces->isBusy() || m_grading->isBusy() || m_columns->isPresenting());
    m_bar->setSwapped(!m_cameFrom.isEmpty());
    m_bar->action(Action::SwapFix)->setEnabled(!busy && (!m_cameFrom.isEmpty() || m_shown.fix()));
    updateStepViolation();
    m_bar->action(Action::Compare)
        ->setEnabled(m_freeRuns->isComparing() || m_freeRuns->pane()->run());
    m_bar->place()->setEnabled(!busy);
}

void LabPage::updateStepViolation()
{
    const int violation = m_freeRuns->violation();
    const RunPtr run = m_freeRuns->pane()->run();
    QString check;
    QString problem;
    if (violation >= 0) {
        check = checkWords(run->results[std::size_t(violation)].check, run->options.settings);
        if (const auto possible = canBeTraced(*run, std::size_t(violation)); !possible)
            problem = TraceOpening::problemWords(possible.error());
    }
    m_bar->action(LabBar::Action::StepViolation)
        ->setEnabled(
            violation >= 0 && problem.isEmpty() && !m_freeRuns->isBusy() && !m_traces->isBusy());
    m_bar->setViolationWords(check, problem);
}

void LabPage::updateStepActions()
{
    using Action = LabBar::Action;
    const SteppedRuns &runs = *m_stepController->runs();
    const StepTabs &tabs = *m_stepController->tabs();
    const ScenarioPtr current = scenario();
    const QString problem = current ? m_stepController->problem() : QString();
    const bool busy = m_stepController->isBusy();
    m_bar->action(Action::Run)->setEnabled(current && problem.isEmpty() && !busy);
    m_bar->setRunProblem(problem);
    m_bar->action(Action::Stop)
        ->setEnabled(busy || m_grading->isBusy() || m_columns->isPresenting());
    const bool steps = m_stepController->showsSteps();
    // What is pressed while a step is executed is done after it.
    const bool mayWait = runs.shownRun() && runs.isAwaiting() && !runs.isRunning();
    m_bar->action(Action::Undo)->setEnabled(steps && (mayWait || runs.canUndo()));
    m_bar->action(Action::Redo)->setEnabled(steps && (mayWait || runs.canRedo()));
    m_bar->setUndoWords(steps ? tabs.undoWords() : QString());
    m_bar->action(Action::ReopenRun)->setEnabled(steps && runs.canReopen());
    m_bar->action(Action::CopyTrace)->setEnabled(steps && runs.shownRun());
    m_bar->setSwapped(!m_cameFrom.isEmpty());
    m_bar->action(Action::SwapFix)->setEnabled(!busy && (!m_cameFrom.isEmpty() || m_shown.fix()));
    m_bar->action(Action::Compare)->setEnabled(steps && (tabs.isComparing() || runs.shownRun()));
}

} // namespace lockstep
