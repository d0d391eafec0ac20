// Part of StepTabs. What comes of what was asked for: steps that were taken, one by one or by
// themselves, and why there are no more of them.

#include "core/lab/step/randomstepper.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/words/stepwords.h"
#include "ui/lab/words/tracewords.h"
#include "ui/text/listwords.h"
#include "ui/widgets/quiettabs.h"

namespace lockstep {

void StepTabs::runUntilViolation()
{
    Tab *tab = present();
    if (!tab || !tab->stepped || tab->awaited > 0)
        return;
    m_running = tab->run;
    m_ranFrom = int(tab->stepped->steps.size());
    ++tab->awaited;
    tab->refused.clear();
    moveTo(m_ranFrom);
    Q_EMIT begun();
    Q_EMIT runOnRequested(m_running, ++m_seed);
}

void StepTabs::stop()
{
    if (m_running == 0)
        return;
    Q_EMIT stopRequested(std::exchange(m_running, 0));
    Q_EMIT changed();
}

void StepTabs::setRun(int run, const SteppedRunPtr &stepped)
{
    Tab *tab = tabOf(run);
    if (!tab)
        return;
    tab->awaited = std::max(0, tab->awaited - 1);
    if (tab->awaited == 0) {
        const Trace wanted = std::exchange(tab->wanted, {});
        if (wanted.size() > stepped->trace.size())
            tab->refused = wanted;
    }
    const bool ranOn = run == m_running;
    if (ranOn)
        m_running = 0;
    setProgress(run, stepped);
    if (ranOn)
        sayWhyItEnded(*stepped);
}

void StepTabs::setProgress(int run, const SteppedRunPtr &stepped)
{
    Tab *tab = tabOf(run);
    if (!tab)
        return;
    tab->stepped = stepped;
    tab->step = int(stepped->steps.size());
    if (tab == present())
        showTab();
}

// A violation and an end stand in the verdict.
void StepTabs::sayWhyItEnded(const SteppedRun &run)
{
    const int steps = int(run.steps.size());
    if (violatedAt(run, steps) != 0 || run.ending != Ending::Open)
        return;
    const int taken = steps - m_ranFrom;
    if (taken >= RandomStepper::mostSteps)
        return Q_EMIT halted(
            tr("Nothing was violated in %n step(s) by chance, and the run is not over. Run it on "
               "from here, or explore: that looks at all interleavings, not at one.",
                nullptr, taken));
    QStringList possible;
    for (const StepAhead &each : run.ahead) {
        if (each.isPossible())
            possible << actionWords(run, each);
    }
    Q_EMIT halted(
        tr("No client can go on by itself from here. You can choose: %1.").arg(nameList(possible)));
}

void StepTabs::setFailure(int run, const Error &error)
{
    stop();
    Tab *tab = tabOf(run);
    if (tab) {
        tab->awaited = 0;
        if (tab->stepped)
            tab->wanted.clear(); // it stands where it is; nobody has refused the rest
        if (tab == present())
            showTab();
    }
    const QString misfit =
        tab && tab->stepped ? misfitWords(*tab->stepped, tab->refused) : QString();
    if (misfit.isEmpty() || error.code != ErrorCode::BadInput)
        Q_EMIT failed(error);
    else
        Q_EMIT halted(misfit);
}

} // namespace lockstep
