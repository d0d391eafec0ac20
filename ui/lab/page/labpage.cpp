// What is chosen, and what is shown of it. A scenario is known by its key (the file's path), never
// by a pointer into the list: an own file that changes on disk is another Scenario afterwards, and
// still the same entry, with the same settings.
//
// How runs come and go stands in labruns.cpp, how the parts are put together in lablayout.cpp, how
// the lesson is set in lablesson.cpp.

#include "ui/lab/page/labpage.h"

#include "ui/lab/page/labbar.h"
#include "ui/lab/run/runpane.h"
#include "ui/lab/scenarios/programview.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/panel.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace lockstep {

namespace {

// The line that a mistake "FILE:LINE: …" names; 0: none.
int lineOfMistake(const QString &mistake)
{
    static const QRegularExpression place(QStringLiteral(":(\\d+):"));
    return place.match(mistake).captured(1).toInt();
}

// Its folder is seen in the tooltip.
QString mistakeOf(const ScenarioEntry &entry)
{
    QString mistake = entry.mistake;
    mistake.replace(entry.path, QFileInfo(entry.path).fileName());
    return wording::key(mistake.toUtf8(), 600);
}

} // namespace

void LabPage::setLanguage(const QString &language)
{
    m_language = language;
    m_list->model()->setLanguage(language);
    m_runForm->setLanguage(language);
    m_stepController->setLanguage(language);
    stepTheScenario(); // its title
    if (entry()) {
        showLesson();
        showRun();
    }
}

void LabPage::setScenarios(const std::vector<ScenarioPtr> &scenarios)
{
    m_list->model()->setShipped(scenarios);
    if (m_key.isEmpty() && !scenarios.empty())
        choose(QString::fromUtf8(scenarios.front()->id));
}

void LabPage::setOwnFiles(OwnFiles *files)
{
    m_files = files;
    connect(files, &OwnFiles::changed, this, &LabPage::onFilesChanged);
    connect(files, &OwnFiles::opened, this, [this](const QString &path) { choose(path); });
    connect(m_list, &ScenarioList::forgetRequested, files, &OwnFiles::forget);
    onFilesChanged();
}

void LabPage::onFilesChanged()
{
    const ScenarioPtr before = scenario();
    keepOptions();
    m_list->model()->setOwn(m_files->files());
    const ScenarioEntry *present = entry();
    if (!present)
        m_banner->setText({}, true);
    else if (present->isOwn && (present->scenario != before || !present->scenario))
        showEntry(*present); // it was read again
}

void LabPage::setServer(const QString &name, Permission permission)
{
    m_bar->setServer(name,
        permission == Permission::Production ? tr("marked as production: the lab never runs there")
                                             : QString());
    m_consent.reset();
}

bool LabPage::choose(const QString &idOrPath)
{
    const ScenarioEntry *found = m_list->model()->entry(idOrPath);
    if (!found)
        found = m_list->model()->byId(idOrPath.toUtf8());
    if (!found)
        return false;
    const QString key = found->key;
    m_cameFrom.clear();
    m_list->choose(key);
    showScenario(key);
    return true;
}

void LabPage::setOptions(const RunOptions &options)
{
    const ScenarioPtr present = scenario();
    if (!present)
        return;
    m_runForm->setScenario(present, options);
    showLesson(); // says what must hold with these values
    showRun();
    updateVerbs();
}

void LabPage::showScenario(const QString &key)
{
    keepOptions();
    m_key = key;
    if (const ScenarioEntry *present = entry())
        showEntry(*present);
}

void LabPage::keepOptions()
{
    if (const ScenarioPtr present = m_runForm->scenario(); present && !m_key.isEmpty())
        m_options[m_key] = m_runForm->options();
}

void LabPage::showEntry(const ScenarioEntry &entry)
{
    m_program->setSource(entry.source);
    m_banner->setText(entry.mistake.isEmpty()
            ? QString()
            : tr("This file cannot be run. %1").arg(mistakeOf(entry)),
        true);
    RunOptions options;
    if (entry.scenario) {
        options = RunOptions::of(*entry.scenario);
        const auto kept = m_options.find(entry.key);
        if (kept != m_options.end())
            options = carriedOver(kept->second, *entry.scenario); // the file may have changed
    }
    m_runForm->setScenario(entry.scenario, options);
    stepTheScenario();
    showLesson();
    showRun();
    updateVerbs();
    openWaitingTrace();
}

void LabPage::showRun()
{
    if (m_running && m_runningKey == m_key)
        return; // its progress is shown
    const ScenarioPtr present = scenario();
    const RunPtr run = m_shelf.find(m_key);
    showMistake();
    if (run && present && run->scenario->source != present->source)
        return m_pane->setRun(run, tr("before the file was changed"));
    if (run && present)
        return m_pane->setRun(run, m_keptPanel->isHidden() ? QString() : titleOf(*run->scenario));
    if (const ScenarioEntry *own = entry(); own && !present)
        return m_pane->setNothing(QFileInfo(own->path).fileName(),
            tr("It has a mistake and cannot be run."),
            tr("Mend it and save it: it is read again then."));
    if (!present)
        return m_pane->setNothing(tr("No scenario to run"), {},
            tr("Choose one from the list, or open a file of your own."));
    QStringList must;
    const Settings settings = m_runForm->options().settings;
    for (const Check &check : present->checks)
        must << checkWords(check, settings);
    m_pane->setNothing(titleOf(*present),
        must.isEmpty() ? tr("Not run yet.")
                       : tr("Not run yet. Must hold: %1.").arg(clauseList(must)),
        tr("Run it (Ctrl+R) to see what happens."));
}

// Of the file, or of a run of it: the line that has it, not where everybody was by then.
void LabPage::showMistake()
{
    const ScenarioEntry *present = entry();
    const RunPtr run = m_shelf.find(m_key);
    const bool isOfRun =
        present && present->scenario && run && run->scenario->source == present->scenario->source;
    m_program->setMistakenLine(!present ? 0
            : isOfRun                   ? lineOfMistake(run->mistake)
                                        : lineOfMistake(present->mistake));
}

const ScenarioEntry *LabPage::entry() const
{
    return m_list->model()->entry(m_key);
}

bool LabPage::isShown(const Scenario &other) const
{
    const ScenarioPtr present = scenario();
    return present && present->source == other.source;
}

bool LabPage::isOfThisProgram(const RunPane *pane) const
{
    return pane->run() && isShown(*pane->run()->scenario);
}

ScenarioPtr LabPage::scenario() const
{
    const ScenarioEntry *present = entry();
    return present ? present->scenario : nullptr;
}

QString LabPage::titleOf(const Scenario &scenario) const
{
    const QString &title = scenario.title.in(m_language);
    return wording::key(title.isEmpty() ? scenario.id : title.toUtf8(), 120);
}

RunPtr LabPage::shownRun() const
{
    if (m_bar->mode() != LabMode::Run)
        return m_stepController->showsSteps() ? m_stepController->runs()->pane()->round() : nullptr;
    return m_pane->run() ? m_pane->run() : m_kept->run();
}

int LabPage::shownRound() const
{
    if (m_bar->mode() != LabMode::Run)
        return 0; // a stepped run has but one
    return m_pane->run() ? m_pane->round() : m_kept->round();
}

void LabPage::focusSearch()
{
    m_bar->action(LabBar::Verb::ShowList)->setChecked(true);
    m_list->focusSearch();
}

} // namespace lockstep
