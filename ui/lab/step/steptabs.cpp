// A run is known by a number that is never used again, so that an answer that comes after its tab
// was closed finds nobody. While an answer is awaited no other step is asked for: its number would
// be that of the step before.
//
// To go another way from an earlier step asks for a fork and for its first step in one go; both are
// done in that order, and what is shown in between is a run that ends where it was forked.
//
// How the tabs look and are named stands in steppedtabs.cpp, what comes of a step in
// steppedanswers.cpp.

#include "ui/lab/step/steptabs.h"

#include "ui/lab/step/steppanel.h"
#include "ui/lab/words/stepwords.h"
#include "ui/widgets/quiettabs.h"

namespace lockstep {

void StepTabs::setScenario(const ScenarioPtr &scenario, const ExploreOptions &options)
{
    if (scenario == m_scenario && options == m_options)
        return;
    const bool isOther = scenario != m_scenario;
    m_scenario = scenario;
    m_options = options;
    if (!isOther) {
        m_settling.start();
        return;
    }
    stop();
    closeAll();
    if (m_isActive && scenario)
        open({}, {});
    showTab();
}

void StepTabs::setActive(bool active)
{
    m_isActive = active;
    if (!active)
        return stop();
    if (m_scenario && m_open.empty())
        return open({}, {});
    settle(); // what was set meanwhile
    showTab();
}

// The settings have been turned: the present run goes its way again with them. So does a way of
// which they did not allow all.
void StepTabs::settle()
{
    Tab *tab = present();
    if (!tab || !m_isActive || tab->asked == m_options)
        return;
    stop();
    if (tab->stepped && !tab->stepped->steps.empty())
        return open(
            tab->refused.empty() ? tab->stepped->trace : tab->refused, tr("other settings"));
    if (!tab->refused.empty())
        tab->wanted = std::exchange(tab->refused, {});
    const int run = tab->run;
    Q_EMIT closeRequested(run);
    tab->run = ++m_lastRun;
    tab->asked = m_options;
    tab->stepped.reset();
    tab->awaited = 1;
    const int again = tab->run;
    const Trace wanted = tab->wanted;
    Q_EMIT begun();
    Q_EMIT openRequested(again, m_scenario, m_options, wanted);
}

void StepTabs::open(const Trace &trace, const QString &origin)
{
    Tab &tab = addTab();
    tab.origin = origin;
    tab.asked = m_options;
    tab.wanted = trace;
    tab.awaited = 1;
    const int run = tab.run;
    m_tabs->setCurrentIndex(int(m_open.size()) - 1);
    nameTabs();
    showTab();
    Q_EMIT begun();
    Q_EMIT openRequested(run, m_scenario, m_options, trace);
}

void StepTabs::openTrace(const Trace &trace, const QString &from)
{
    if (!m_scenario)
        return;
    stop();
    open(trace, from);
}

void StepTabs::showTrace(const Trace &trace, const QString &from)
{
    const auto gone = std::find_if(m_open.begin(), m_open.end(), [&](const Tab &tab) {
        return tab.asked == m_options && (tab.stepped ? tab.stepped->trace : tab.wanted) == trace;
    });
    if (gone == m_open.end())
        return openTrace(trace, from);
    m_tabs->setCurrentIndex(int(gone - m_open.begin()));
    moveTo(int(trace.size()));
}

void StepTabs::closeAll()
{
    for (const Tab &tab : m_open)
        Q_EMIT closeRequested(tab.run);
    m_open.clear();
    m_lastNumber = 0;
    const QSignalBlocker quiet(m_tabs);
    while (m_tabs->count() > 0)
        m_tabs->removeTab(0);
}

void StepTabs::closeTab(int tab)
{
    if (tab < 0 || tab >= int(m_open.size()))
        return;
    stop();
    Q_EMIT closeRequested(m_open[std::size_t(tab)].run);
    m_open.erase(m_open.begin() + tab);
    {
        const QSignalBlocker quiet(m_tabs);
        m_tabs->removeTab(tab);
    }
    if (m_open.empty() && m_scenario)
        return open({}, {});
    nameTabs();
    showTab();
}

void StepTabs::step(const TraceStep &step)
{
    Tab *tab = present();
    if (!tab || !tab->stepped || tab->awaited > 0)
        return;
    m_panel->chooseClient(
        step.kind == TraceStep::Kind::Client ? step.client : m_panel->chosenClient());
    const auto &trace = tab->stepped->trace;
    if (tab->step == int(trace.size()))
        return request(*tab, step);
    if (trace[std::size_t(tab->step)] == step)
        return moveTo(tab->step + 1); // that is the way it went
    fork(*tab, step);
}

void StepTabs::request(Tab &tab, const TraceStep &step)
{
    ++tab.awaited;
    tab.refused.clear();
    const int run = tab.run;
    Q_EMIT begun();
    Q_EMIT stepRequested(run, step);
}

void StepTabs::fork(const Tab &from, const TraceStep &step)
{
    const int run = from.run;
    const int number = from.number;
    const int at = from.step;
    const ExploreOptions options = from.asked;
    Trace wanted(from.stepped->trace.begin(), from.stepped->trace.begin() + at);
    wanted.push_back(step);
    Tab &tab = addTab();
    tab.from = number;
    tab.fromStep = at;
    tab.asked = options;
    tab.wanted = std::move(wanted);
    tab.awaited = 1;
    const int forked = tab.run;
    m_tabs->setCurrentIndex(int(m_open.size()) - 1);
    nameTabs();
    Q_EMIT forkRequested(run, at, forked);
    request(m_open.back(), step);
}

void StepTabs::stepClient(int client, int thread)
{
    const Tab *tab = present();
    if (!tab || !tab->stepped)
        return;
    m_panel->chooseClient(client);
    for (const StepAhead &each : aheadAt(*tab->stepped, tab->step)) {
        if (each.step.kind == TraceStep::Kind::Client && each.step.client == client
            && each.step.thread == thread && each.isPossible())
            return step(TraceStep(each.step));
    }
}

void StepTabs::act(TraceStep::Kind kind)
{
    const Tab *tab = present();
    if (!tab || !tab->stepped)
        return;
    using Kind = TraceStep::Kind;
    const bool isOfClient = kind == Kind::Crash || kind == Kind::Pause || kind == Kind::LostRequest;
    const StepAhead *hindered = nullptr;
    for (const StepAhead &each : aheadAt(*tab->stepped, tab->step)) {
        const bool isIt =
            each.step.kind == kind || (kind == Kind::Pause && each.step.kind == Kind::Resume);
        if (!isIt || (isOfClient && each.step.client != m_panel->chosenClient()))
            continue;
        if (each.isPossible())
            return step(TraceStep(each.step));
        if (!hindered)
            hindered = &each;
    }
    if (hindered && tab->awaited == 0)
        Q_EMIT halted(refusalWords(*tab->stepped, *hindered));
}

void StepTabs::undo()
{
    Tab *tab = present();
    if (!tab || !canUndo())
        return;
    stop();
    ++tab->awaited;
    tab->refused.clear();
    Q_EMIT begun();
    Q_EMIT undoRequested(tab->run);
}

void StepTabs::redo()
{
    Tab *tab = present();
    if (!tab || !canRedo())
        return;
    ++tab->awaited;
    tab->refused.clear();
    Q_EMIT begun();
    Q_EMIT redoRequested(tab->run);
}

bool StepTabs::canUndo() const
{
    const Tab *tab = present();
    return tab && tab->stepped && tab->awaited == 0 && !tab->stepped->steps.empty();
}

QString StepTabs::undoWords() const
{
    const Tab *tab = present();
    if (!tab || !tab->stepped || tab->stepped->steps.empty())
        return tr("Undo: no step has been taken yet");
    const int last = int(tab->stepped->steps.size());
    const QString word = traceWord(tab->stepped->trace.back());
    if (tab->step == last)
        return tr("Undo step %1, %2").arg(QString::number(last), word);
    return tab->step == 0 ? tr("Undo step %1, %2: the last one; selected is the beginning")
                                .arg(QString::number(last), word)
                          : tr("Undo step %1, %2: the last one, not step %3, which is selected")
                                .arg(QString::number(last), word, QString::number(tab->step));
}

bool StepTabs::canRedo() const
{
    const Tab *tab = present();
    return tab && tab->stepped && tab->awaited == 0 && tab->stepped->undone > 0;
}

StepTabs::Tab *StepTabs::present()
{
    const int at = m_tabs->currentIndex();
    return at >= 0 && at < int(m_open.size()) ? &m_open[std::size_t(at)] : nullptr;
}

const StepTabs::Tab *StepTabs::present() const
{
    return const_cast<StepTabs *>(this)->present();
}

StepTabs::Tab *StepTabs::tabOf(int run)
{
    const auto found = std::find_if(
        m_open.begin(), m_open.end(), [run](const Tab &tab) { return tab.run == run; });
    return found == m_open.end() ? nullptr : &*found;
}

SteppedRunPtr StepTabs::shownRun() const
{
    const Tab *tab = present();
    return tab ? tab->stepped : nullptr;
}

int StepTabs::shownStep() const
{
    const Tab *tab = present();
    return tab ? tab->step : 0;
}

} // namespace lockstep
