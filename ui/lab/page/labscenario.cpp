// A part of LabPage: which scenario is chosen, and what is shown of it.

#include "ui/lab/page/labpage.h"

#include "core/lab/loader/scenariofile.h"
#include "ui/lab/explore/exploreview.h"
#include "ui/lab/lesson/lessonview.h"
#include "ui/lab/page/editaction.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/placebutton.h"
#include "ui/lab/page/programcolumn.h"
#include "ui/lab/page/scenarioediting.h"
#include "ui/lab/page/swapwords.h"
#include "ui/lab/program/programview.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/run/runpane.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/step/traceopening.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/text/wording.h"
#include "ui/widgets/banner.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace lockstep {

namespace {

// The line that a mistake "FILE:LINE: …" names; 0 if it names none.
int lineOfMistake(const QString &mistake)
{
    static const QRegularExpression place(QStringLiteral(":(\\d+):"));
    return place.match(mistake).captured(1).toInt();
}

// The mistake without the folder of the file, which the tool tip shows.
QString mistakeOf(const ScenarioEntry &entry)
{
    QString mistake = entry.mistake;
    mistake.replace(entry.path, QFileInfo(entry.path).fileName());
    return wording::key(mistake.toUtf8(), 600);
}

} // namespace

void LabPage::setLanguage(const QString &language)
{
    m_shown.setLanguage(language);
    m_list->model()->setLanguage(language);
    m_freeRuns->setLanguage(language);
    m_stepController->setLanguage(language);
    stepTheScenario(); // translates its title
    if (m_shown.entry()) {
        showLesson();
        showRun();
    }
}

void LabPage::setScenarios(const std::vector<ScenarioPtr> &scenarios)
{
    m_list->model()->setShipped(scenarios);
    if (m_shown.key().isEmpty() && !scenarios.empty())
        choose(QString::fromUtf8(scenarios.front()->id));
}

void LabPage::setOwnFiles(OwnFiles *files, const QString &folder)
{
    m_files = files;
    m_editing->setFiles(files, folder, scenarioFromText);
    connect(files, &OwnFiles::changed, this, &LabPage::onFilesChanged);
    connect(files, &OwnFiles::opened, this, [this](const QString &path) {
        if (choose(path))
            m_edit->noteOpened(path);
    });
    connect(m_list, &ScenarioList::forgetRequested, files, &OwnFiles::forget);
    onFilesChanged();
}

void LabPage::onFilesChanged()
{
    const ScenarioPtr before = scenario();
    m_list->model()->setOwn(m_files->files());
    const ScenarioEntry *current = m_shown.entry();
    if (!current)
        m_banner->setText({}, true);
    else if (current->isOwn && (current->scenario != before || !current->scenario))
        showEntry(*current); // its file was read again
    updateActions();
}

void LabPage::setServer(const QString &name, Permission permission)
{
    m_bar->place()->setServer(name,
        permission == Permission::Production ? tr("marked as production: the lab never runs there")
                                             : QString());
    m_freeRuns->forgetConsent();
}

bool LabPage::choose(const QString &idOrPath)
{
    const ScenarioEntry *found = m_list->model()->entry(idOrPath);
    if (!found)
        found = m_list->model()->byId(idOrPath.toUtf8());
    if (!found)
        return false;
    const QString key = found->key;
    if (!mayLeave(key))
        return false;
    m_cameFrom.clear();
    m_list->choose(key);
    showScenario(key);
    return true;
}

void LabPage::setOptions(const RunOptions &options)
{
    const ScenarioPtr current = scenario();
    if (!current)
        return;
    m_freeRuns->setOptions(options);
    showLesson(); // it shows the checks with these values
    showMistake();
    updateActions();
}

// Whether another scenario may be shown. Returns false if the edits cannot be saved, after the page
// has said so.
bool LabPage::mayLeave(const QString &key)
{
    return m_editing->path() == key || m_editing->end();
}

void LabPage::showScenario(const QString &key)
{
    m_shown.setKey(key);
    if (const ScenarioEntry *current = m_shown.entry())
        showEntry(*current);
}

void LabPage::showEntry(const ScenarioEntry &entry)
{
    if (!m_editing->noteFile({entry.path, entry.scenario, entry.source, entry.mistake}))
        m_programColumn->program()->setSource(entry.source);
    m_programColumn->setScriptsOf(entry.scenario);
    Saying mistake;
    if (!entry.mistake.isEmpty())
        mistake = [words = mistakeOf(entry)] {
            return tr("This file cannot be run. %1").arg(words);
        };
    m_banner->setSaying(mistake, true);
    m_freeRuns->setScenario(entry.key, entry.scenario, QFileInfo(entry.path).fileName());
    stepTheScenario();
    showLesson();
    showMistake();
    updateActions();
    m_traces->openWaiting();
}

void LabPage::swapFix()
{
    if ((m_freeRuns->isBusy() && m_bar->mode() == LabMode::Run) || !m_editing->end())
        return;
    const ScenarioPtr current = scenario();
    if (!current)
        return;
    if (!m_cameFrom.isEmpty()) {
        const QString back = m_cameFrom;
        m_cameFrom.clear();
        choose(back);
        return;
    }
    const ScenarioEntry *fix = m_shown.fix();
    if (!fix)
        return;
    const QString from = m_shown.key();
    const QString to = fix->key;
    m_freeRuns->swapIn(to, *fix->scenario);
    m_stepController->swapIn(from, to, *fix->scenario);
    choose(to);
    m_cameFrom = from;
    m_swappedRun = m_freeRuns->form()->options();
    m_swappedExploration = m_stepController->form()->options();
    updateActions();
    if (m_bar->mode() == LabMode::Run)
        m_freeRuns->run();
}

// Shows the settings of a swapped-in fix beside the verdicts.
void LabPage::noteSwap()
{
    const ScenarioPtr fix = scenario();
    const ScenarioEntry *lesson =
        m_cameFrom.isEmpty() ? nullptr : m_list->model()->entry(m_cameFrom);
    QString note;
    if (fix && lesson && lesson->scenario) {
        const RunOptions run = m_freeRuns->form()->options();
        const ExploreOptions exploration = m_stepController->form()->options();
        const bool isRun = m_bar->mode() == LabMode::Run;
        note = swapWords(*lesson->scenario, m_shown.titleOf(*lesson->scenario), *fix,
            isRun ? run.settings : exploration.settings, m_bar->mode(),
            isRun ? run != m_swappedRun : exploration != m_swappedExploration);
    }
    m_freeRuns->pane()->header()->setNote(note);
    m_stepController->view()->header()->setNote(note);
}

void LabPage::showRun()
{
    m_freeRuns->showRun();
    showMistake();
}

// Shows the mistake of the file, or of its run, at its line. The clients' places are not shown
// then.
void LabPage::showMistake()
{
    if (m_freeRuns->showsProgress())
        return;
    const ScenarioEntry *current = m_shown.entry();
    const RunPtr run = m_freeRuns->lastRun();
    m_programColumn->program()->setMistakenLine(!current ? 0
            : run                                        ? lineOfMistake(run->mistake)
                                                         : lineOfMistake(current->mistake));
}

void LabPage::showMistakeOf(const Error &error)
{
    if (const int line = lineOfMistake(error.detail); line > 0 && error.code == ErrorCode::BadInput)
        m_programColumn->program()->setMistakenLine(line);
}

ScenarioPtr LabPage::scenario() const
{
    return m_shown.scenario();
}

void LabPage::setSolved(const QStringList &ids)
{
    m_list->model()->setSolved(ids);
    if (m_shown.entry())
        showLesson();
}

void LabPage::showLesson()
{
    m_programColumn->lesson()->showLesson(
        m_freeRuns->form()->options().settings, m_stepController->hasExplored(m_shown.key()));
}

RunPtr LabPage::shownRun() const
{
    if (m_bar->mode() != LabMode::Run)
        return m_stepController->showsSteps() ? m_stepController->tabs()->pane()->round() : nullptr;
    return m_freeRuns->shownRun();
}

int LabPage::shownRound() const
{
    if (m_bar->mode() != LabMode::Run)
        return 0; // a stepped run has only one round
    return m_freeRuns->shownRound();
}

void LabPage::focusSearch()
{
    if (m_programColumn->openSearch())
        return;
    m_bar->action(LabBar::Action::ShowList)->setChecked(true);
    m_list->focusSearch();
}

} // namespace lockstep
