// Here the parts of the page are made, placed and connected. labscenario.cpp has which scenario is
// shown, labmodes.cpp the three modes and what can be done in each.

#include "ui/lab/page/labpage.h"

#include "ui/lab/lesson/lessonview.h"
#include "ui/lab/lesson/solutiongrading.h"
#include "ui/lab/page/editaction.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labcolumns.h"
#include "ui/lab/page/labglossary.h"
#include "ui/lab/page/placebutton.h"
#include "ui/lab/page/programcolumn.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/program/variablesrow.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steppanel.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/step/traceopening.h"
#include "ui/text/errormessage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/panel.h"

#include <QAction>
#include <QEvent>
#include <QPointer>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockstep {

LabPage::LabPage(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_bar(new LabBar(theme, this))
    , m_banner(new Banner(theme, this))
    , m_list(new ScenarioList(theme))
    , m_shown(m_list->model())
    , m_freeRuns(new FreeRuns(theme, this))
    , m_stepController(new StepController(theme, this))
    , m_programColumn(new ProgramColumn(theme, &m_shown,
          {m_freeRuns->form(), m_stepController->form(), m_stepController->panel()}))
    , m_editing(new ScenarioEditing(m_programColumn->program(), m_programColumn->editRow(), this))
    , m_edit(new EditAction(m_bar, &m_shown, m_programColumn, m_editing, this))
    , m_grading(new SolutionGrading(&m_shown, this))
    , m_traces(new TraceOpening(&m_shown, this))
    , m_focusFallback(
          [this, bar = QPointer(m_bar)](const QWidget *widget) { // the window may destroy it first
              return isVisible() && (isAncestorOf(widget) || (bar && bar->isAncestorOf(widget)));
          },
          [this] { takeKeys(); })
{
    layOut();
    connectParts();
    connectModes();
    connectFreeRuns();
    retranslate();
    showRun();
    updateActions();
}

void LabPage::layOut()
{
    auto *list = new Panel(m_theme, {});
    list->setContent(m_list);
    layOutModes();
    m_columns = new LabColumns(list, m_programColumn, m_modes,
        m_bar->action(LabBar::Action::ShowList), m_bar->action(LabBar::Action::ShowProgram));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    auto *around = new QVBoxLayout;
    around->setContentsMargins(10, 10, 10, 10);
    around->addWidget(m_columns);
    layout->addLayout(around, 1);
}

void LabPage::connectParts()
{
    using Action = LabBar::Action;
    addActions(m_bar->labActions());
    const auto on = [this](Action which, auto act) {
        connect(m_bar->action(which), &QAction::triggered, this, act);
    };
    on(Action::Run, [this] { perform(); });
    on(Action::Stop, [this] { stopIt(); });
    on(Action::SwapFix, [this] { swapFix(); });
    on(Action::Compare, [this](bool checked) { compare(checked); });
    connect(m_bar->action(Action::Present), &QAction::toggled, this, &LabPage::setPresenting);
    on(Action::OpenFile, [this] { Q_EMIT openFileRequested(); });
    connect(m_bar->place(), &PlaceButton::chosen, this, [this](bool onServer) {
        m_freeRuns->setPlace(onServer ? m_bar->place()->server() : QString());
        updateActions();
    });
    auto *glossary = new QShortcut(QKeySequence(Qt::Key_F1), this);
    connect(glossary, &QShortcut::activated, this, [this] {
        auto *const dialog = new LabGlossary(this);
        dialog->open();
    });
    connect(m_list, &ScenarioList::openRequested, this, &LabPage::openFileRequested);
    connect(m_list, &ScenarioList::scenarioChosen, this, [this](const QString &key) {
        if (!mayLeave(key)) { // after the click has changed the list
            QMetaObject::invokeMethod(
                this, [this] { m_list->choose(m_shown.key()); }, Qt::QueuedConnection);
            return;
        }
        m_cameFrom.clear();
        showScenario(key);
    });
    connect(m_programColumn->lesson(), &LessonView::lessonChosen, this, &LabPage::choose);
    connect(m_programColumn->lesson(), &LessonView::stepsChosen, this, &LabPage::commandEntered);
    connect(m_programColumn->lesson(), &LessonView::checkRequested, this,
        [this] { m_editing->apply([this] { m_grading->request(); }); });
    connect(m_programColumn->lesson(), &LessonView::copyRequested, m_bar->action(Action::Edit),
        &QAction::trigger);
    const auto tell = [this](const Saying &sentence) { m_banner->setSaying(sentence, true); };
    connect(m_edit, &EditAction::told, this, tell);
    connect(m_edit, &EditAction::changed, this, &LabPage::updateActions);
    connect(m_grading, &SolutionGrading::told, this, tell);
    connect(m_grading, &SolutionGrading::mistakeFound, this, &LabPage::showMistakeOf);
    connect(m_grading, &SolutionGrading::changed, this, &LabPage::updateActions);
    connect(m_traces, &TraceOpening::told, this, tell);
    connect(m_traces, &TraceOpening::changed, this, &LabPage::updateActions);
    connect(m_traces, &TraceOpening::opened, this, &LabPage::openTrace);
    connect(m_programColumn->program(), &ProgramView::lineChosen, this, [this](int line) {
        m_programColumn->program()->setHighlightedLine(line);
        m_bar->mode() == LabMode::Run ? m_freeRuns->goToLine(line)
                                      : m_stepController->tabs()->goToLine(line);
    });
}

void LabPage::layOutModes()
{
    auto *scrolled = new QScrollArea; // in a low window not all parts have room
    scrolled->setObjectName(QStringLiteral("steps"));
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled->setFocusPolicy(Qt::NoFocus);
    scrolled->setWidgetResizable(true);
    scrolled->setWidget(m_stepController->column());
    scrolled->widget()->setMinimumWidth(1); // it is as narrow as the window: only heights scroll
    scrolled->viewport()->setAutoFillBackground(false);
    scrolled->widget()->setAutoFillBackground(false);
    auto *steps = new Panel(m_theme, {});
    steps->setContent(scrolled);
    m_modes = new QStackedWidget;
    m_modes->addWidget(m_freeRuns->panes());
    m_modes->addWidget(steps);
}

void LabPage::connectModes()
{
    using Action = LabBar::Action;
    const SteppedRuns *runs = m_stepController->runs();
    const StepTabs *tabs = m_stepController->tabs();
    connect(m_bar, &LabBar::modeChosen, this, &LabPage::showMode);
    connect(
        m_bar->action(Action::StepViolation), &QAction::triggered, this, &LabPage::stepViolation);
    connect(
        m_bar->action(Action::Undo), &QAction::triggered, m_stepController, &StepController::undo);
    connect(
        m_bar->action(Action::Redo), &QAction::triggered, m_stepController, &StepController::redo);
    connect(m_bar->action(Action::CopyTrace), &QAction::triggered, tabs, &StepTabs::copyTrace);
    connect(m_bar->action(Action::ReopenRun), &QAction::triggered, runs, &SteppedRuns::reopen);
    connect(m_stepController, &StepController::changed, this, [this] {
        updateActions();
        if (hasFocus())
            takeKeys(); // there may be a picture now
    });
    connect(m_stepController, &StepController::failed, this, [this](const Error &error) {
        m_banner->setSaying([error] { return errorMessage(error, {}); }, true);
        showMistakeOf(error);
    });
    connect(m_stepController, &StepController::halted, this,
        [this](const Saying &why) { m_banner->setSaying(why, true); });
    connect(m_stepController, &StepController::found, this,
        [this](const QString &key, CheckOutcome outcome) {
            m_list->model()->setVerdict(key, outcome);
            if (key == m_shown.key())
                showLesson(); // now it shows what exploring finds
        });
    connect(m_stepController, &StepController::begun, this, [this] {
        m_banner->setText({}, true);
        showMistake();
    });
    connect(tabs, &StepTabs::placesChanged, this, [this](const std::map<int, QStringList> &places) {
        if (m_bar->mode() != LabMode::Run)
            m_programColumn->program()->setClients(places);
    });
    connect(tabs, &StepTabs::variablesChanged, this, [this](const QStringList &lines) {
        m_programColumn->variables()->setLines(
            m_bar->mode() == LabMode::Run ? QStringList() : lines);
    });
    connect(tabs, &StepTabs::commandEntered, this, &LabPage::commandEntered);
    connect(
        tabs, &StepTabs::lineHovered, m_programColumn->program(), &ProgramView::setHighlightedLine);
    connect(
        tabs, &StepTabs::lineChosen, m_programColumn->program(), &ProgramView::setHighlightedLine);
}

void LabPage::connectFreeRuns()
{
    connect(m_freeRuns, &FreeRuns::changed, this, &LabPage::updateActions);
    connect(m_freeRuns, &FreeRuns::statusChanged, this, &LabPage::statusChanged);
    connect(m_freeRuns, &FreeRuns::halted, this,
        [this](const Saying &why) { m_banner->setSaying(why, true); });
    connect(m_freeRuns, &FreeRuns::begun, this, [this] { m_banner->setText({}, true); });
    connect(m_freeRuns, &FreeRuns::ended, this, [this] {
        showMistake();
        updateActions();
        if (hasFocus())
            takeKeys(); // there may be a picture now
    });
    connect(m_freeRuns, &FreeRuns::found, this, [this](const QString &key, CheckOutcome outcome) {
        m_list->model()->setVerdict(key, outcome);
    });
    connect(m_freeRuns, &FreeRuns::placesChanged, this,
        [this](const std::map<int, QStringList> &places) {
            if (m_bar->mode() == LabMode::Run)
                m_programColumn->program()->setClients(places);
        });
    connect(m_freeRuns, &FreeRuns::lineHovered, m_programColumn->program(),
        &ProgramView::setHighlightedLine);
    connect(m_freeRuns, &FreeRuns::lineChosen, m_programColumn->program(),
        &ProgramView::setHighlightedLine);
}

void LabPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (std::exchange(m_wasSeen, true))
        return;
    Q_EMIT scenariosWanted();
    m_list->focusList();
}

void LabPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_columns->fit(width(), !m_freeRuns->isComparing() && !m_stepController->tabs()->isComparing());
}

QByteArray LabPage::layoutState() const
{
    return m_columns->layoutState();
}

void LabPage::restoreLayout(const QByteArray &state)
{
    m_columns->restoreLayout(state);
}

void LabPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    if (m_shown.entry()) {
        showLesson();
        showRun();
    }
    Q_EMIT statusChanged();
}

void LabPage::retranslate()
{
    setAccessibleName(tr("Lab"));
}

} // namespace lockstep
