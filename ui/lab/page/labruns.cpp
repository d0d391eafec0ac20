// How runs come and go. A run belongs to the scenario it was started for, also when another one is
// looked at by the time it ends: it goes on the shelf under that key, and its verdict into the
// list.
//
// To run on the connected server there has to be a yes that names it, and it is good for as many
// connections as it named: more of them ask again. It is forgotten when the connection changes.

#include "ui/lab/page/labpage.h"

#include "core/lab/explore/fixswap.h"
#include "ui/lab/explore/exploreview.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/swapwords.h"
#include "ui/lab/run/runpane.h"
#include "ui/lab/run/serverconsent.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/exploreform.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/text/errormessage.h"
#include "ui/text/wording.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/panel.h"

#include <QAction>
#include <QScopedValueRollback>
#include <QSplitter>

namespace lockstep {

void LabPage::run()
{
    const ScenarioPtr present = scenario();
    if (m_running || !present || !m_runForm->problem().isEmpty())
        return;
    const int connections = present->clientCount(m_runForm->options().settings);
    const bool agreed =
        m_consent && m_consent->server == m_bar->server() && m_consent->connections >= connections;
    if (!m_bar->isOnServer() || agreed)
        return start(m_bar->isOnServer());
    const QString server = m_bar->server();
    askServerConsent(server, connections, this, [this, server, connections, key = m_key] {
        if (!m_bar->isOnServer() || m_bar->server() != server)
            return; // it is another one by now
        m_consent = Consent{server, connections};
        if (key == m_key)
            run();
    });
}

void LabPage::start(bool onServer)
{
    m_running = scenario();
    m_runningKey = m_key;
    m_banner->setText({}, true);
    RunOptions options = m_runForm->options();
    options.exactOrder = options.exactOrder && !onServer;
    m_runningOptions = options;
    m_runningRound = 0;
    m_servers[m_key] = onServer ? m_bar->server() : QString();
    m_pane->setProgress({});
    updateVerbs();
    Q_EMIT runRequested(m_running, options, onServer);
}

void LabPage::setProgress(const RunProgress &progress)
{
    m_runningRound = progress.round;
    if (!m_running || m_runningKey != m_key)
        return;
    m_pane->setProgress(progress);
    Q_EMIT statusChanged();
}

void LabPage::setRun(const RunPtr &run)
{
    const QString key = m_running ? m_runningKey : m_key;
    m_shelf.put(key, run);
    m_list->model()->setVerdict(key, verdictOf(*run).kind);
    if (!run->mistake.isEmpty())
        m_banner->setText(verdictOf(*run).sentence, true);
    end();
    if (key == m_key)
        alignPanes();
}

void LabPage::setFailure(const Error &error)
{
    m_banner->setText(errorMessage(error, m_bar->isOnServer() ? m_bar->server() : QString()), true);
    end();
}

void LabPage::end()
{
    m_running.reset();
    m_runningKey.clear();
    showRun();
    updateVerbs();
    if (hasFocus())
        takeKeys(); // there may be a picture by now
}

// The same values where the other scenario has a parameter of that name, and they fit it.
RunOptions LabPage::carriedOver(const RunOptions &from, const Scenario &to)
{
    RunOptions options = from;
    options.settings = RunOptions::of(to).settings;
    for (const auto &[name, value] : from.settings) {
        if (const Parameter *parameter = to.parameter(name))
            options.settings[name] = std::clamp(value, parameter->minimum, parameter->maximum);
    }
    const auto lines = int(to.source.count('\n')) + 1;
    for (RunOptions::Fault *fault : {&options.crash, &options.pause}) {
        if (fault->line > lines)
            fault->line = 0;
    }
    return options;
}

void LabPage::swapFix()
{
    const ScenarioPtr present = scenario();
    if (!present || (m_running && m_bar->mode() == LabMode::Run))
        return;
    if (!m_cameFrom.isEmpty()) {
        const QString back = m_cameFrom;
        m_cameFrom.clear();
        choose(back);
        return;
    }
    const ScenarioEntry *fix = m_list->model()->byId(present->fix);
    if (!fix || !fix->scenario)
        return;
    const QString from = m_key;
    const QString to = fix->key;
    m_options[to] = runOfFix(m_runForm->options(), *present, *fix->scenario);
    m_stepController->swapIn(from, to, *fix->scenario);
    choose(to);
    m_cameFrom = from;
    updateVerbs();
    if (m_bar->mode() == LabMode::Run)
        run();
}

void LabPage::compare(bool on)
{
    if (on && m_pane->run()) {
        const RunPtr run = m_pane->run();
        const int round = m_pane->round();
        m_keptPanel->show();
        m_kept->setRun(run, titleOf(*run->scenario));
        m_kept->showRoundNumber(round);
        m_pane->setNothing(tr("The next run appears here"), {},
            tr("Change a setting or swap in the fix, and press Run."));
        m_runs->setSizes({1000, 1000});
    } else {
        m_keptPanel->hide();
        const RunPtr run = m_kept->run();
        m_kept->setNothing({}, {}, {});
        if (!m_pane->run() && run && !m_running)
            m_pane->setRun(run, {});
        else if (!m_running)
            showRun();
    }
    foldWhileComparing(on);
    alignPanes();
    updateVerbs();
}

void LabPage::foldWhileComparing(bool on)
{
    const bool hasRoom = width() > fontMetrics().averageCharWidth() * 240;
    for (const auto verb : {LabBar::Verb::ShowList, LabBar::Verb::ShowProgram})
        m_bar->action(verb)->setChecked(
            hasRoom || (!on && (verb == LabBar::Verb::ShowProgram || !m_wasNarrow)));
}

// The longer of the two rounds is the scale of both.
void LabPage::alignPanes()
{
    if (m_keptPanel->isHidden() || !m_kept->run() || !m_pane->run())
        return;
    const auto length = std::max(m_kept->roundLength(), m_pane->roundLength());
    m_kept->makeRoom(length);
    m_pane->makeRoom(length);
    followRange(nullptr, 0, length.count());
}

// Both show the same stretch of their rounds. from: the pane that was zoomed; nullptr: none was.
void LabPage::followRange(const RunPane *zoomed, Moment from, Moment until)
{
    if (m_following || m_keptPanel->isHidden())
        return;
    const QScopedValueRollback following(m_following, true);
    for (RunPane *pane : {m_kept, m_pane}) {
        if (pane != zoomed)
            pane->showRange(from, until);
    }
}

// Of a fix that was swapped in.
void LabPage::noteSwap()
{
    const ScenarioPtr fix = scenario();
    const ScenarioEntry *lesson =
        m_cameFrom.isEmpty() ? nullptr : m_list->model()->entry(m_cameFrom);
    QString note;
    if (fix && lesson && lesson->scenario)
        note = swapWords(*lesson->scenario, titleOf(*lesson->scenario), *fix,
            m_bar->mode() == LabMode::Run ? m_runForm->options().settings
                                          : m_stepController->form()->options().settings,
            m_bar->mode());
    m_pane->header()->setNote(note);
    m_stepController->view()->header()->setNote(note);
}

void LabPage::updateVerbs()
{
    using Verb = LabBar::Verb;
    const ScenarioPtr present = scenario();
    const QString problem = present ? m_runForm->problem() : QString();
    if (m_cameFrom == m_key)
        m_cameFrom.clear();
    noteSwap();
    const ScenarioEntry *fix = present ? m_list->model()->byId(present->fix) : nullptr;
    m_bar->setBroken(fix != nullptr);
    if (m_bar->mode() != LabMode::Run)
        return updateStepVerbs();
    m_bar->action(Verb::Run)->setEnabled(!m_running && present && problem.isEmpty());
    m_bar->setRunProblem(problem);
    m_bar->action(Verb::Stop)->setEnabled(m_running != nullptr || m_tracing);
    m_bar->setSwapped(!m_cameFrom.isEmpty());
    m_bar->action(Verb::SwapFix)
        ->setEnabled(!m_running && (!m_cameFrom.isEmpty() || (fix && fix->scenario)));
    const RunPtr shown = m_pane->run();
    m_bar->action(Verb::StepViolation)
        ->setEnabled(
            !m_running && !m_tracing && isOfThisProgram(m_pane) && earliestViolation(*shown) >= 0);
    m_bar->action(Verb::Compare)->setEnabled(!m_keptPanel->isHidden() || m_pane->run());
    m_bar->setPlaceChangeable(!m_running);
    m_runForm->setExactOrderPossible(!m_bar->isOnServer());
    Q_EMIT statusChanged();
}

// Of the run that is seen: where it went, how far it is, and what it takes to have it again.
QString LabPage::statusWords() const
{
    if (m_bar->mode() != LabMode::Run)
        return m_stepController->statusWords();
    const bool isRunning = m_running && m_runningKey == m_key;
    const RunPtr run = isRunning ? nullptr : m_pane->run();
    if (!isRunning && !run)
        return {};
    const RunOptions &options = isRunning ? m_runningOptions : run->options;
    const auto rounds = run ? int(run->history.rounds.size())
        : options.duration  ? 0
                            : options.rounds;
    const int round = (isRunning ? m_runningRound : m_pane->round()) + 1;
    const auto server = m_servers.find(m_key);
    const bool isSandbox = server == m_servers.end() || server->second.isEmpty();
    QStringList parts{
        isSandbox ? tr("private sandbox") : wording::key(server->second.toUtf8(), 40)};
    if (run)
        parts << wording::key(run->server, 40);
    if (rounds > 1)
        parts << tr("round %1 of %2").arg(wording::number(round), wording::number(rounds));
    else if (isRunning && rounds == 0)
        parts << tr("round %1").arg(wording::number(round));
    if (options.seed != 0)
        parts << tr("seed %1").arg(options.seed);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace lockstep
