#include "ui/lab/step/steptabs.h"

#include "ui/lab/step/steppanel.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/traceline.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/lab/words/replaycommandline.h"
#include "ui/lab/words/runorigin.h"
#include "ui/lab/words/stepwords.h"
#include "ui/lab/words/tracewords.h"
#include "ui/widgets/quietsplitter.h"
#include "ui/widgets/quiettabs.h"
#include "ui/widgets/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QShortcut>
#include <QToolButton>

namespace lockstep {

namespace {

QStringList variableLines(const SteppedRun &run, int step)
{
    QStringList lines;
    const auto &clients = *run.variables[std::size_t(step)];
    for (std::size_t i = 0; i < clients.size(); ++i) {
        for (const auto &[thread, variables] : clients[i]) {
            QStringList written;
            for (const LocalVariable &each : variables)
                written << QString::fromUtf8(each.name + " = " + each.value);
            QString name = QString::fromUtf8(run.round->history.clients[i].name);
            if (thread > 0)
                name += u'~' + QString::number(thread);
            lines << name + QStringLiteral("  ") + written.join(QStringLiteral(", "));
        }
    }
    return lines;
}

} // namespace

using OpenRun = SteppedRuns::OpenRun;

StepTabs::StepTabs(const Theme *theme, SteppedRuns *runs, StepPanel *panel, QWidget *parent)
    : QWidget(parent)
    , m_runs(runs)
    , m_panel(panel)
    , m_bar(new QuietTabs(theme, this))
    , m_new(new QToolButton(this))
    , m_keptPane(new SteppedPane(theme, this))
    , m_pane(new SteppedPane(theme, this))
    , m_trace(new TraceLine(this))
    , m_split(new QuietSplitter(Qt::Horizontal, this))
{
    layOut();
    connectRuns();
    connectParts();
    retranslate();
    showRun();
}

void StepTabs::layOut()
{
    const int unit = fontMetrics().height();
    m_new->setAutoRaise(true);
    m_new->setText(QStringLiteral("+"));
    m_keptPane->setObjectName(QStringLiteral("keptSteps"));
    m_pane->setObjectName(QStringLiteral("presentSteps"));
    m_keptPane->hide();
    m_split->addWidget(m_keptPane);
    m_split->addWidget(m_pane);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(unit / 4, unit / 4, unit * 3 / 4, 0);
    row->setSpacing(unit / 4);
    row->addWidget(m_bar, 0, Qt::AlignBottom);
    row->addWidget(m_new, 0, Qt::AlignVCenter);
    row->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(m_split, 1);
    layout->addWidget(m_trace);
}

void StepTabs::connectRuns()
{
    connect(m_runs, &SteppedRuns::opened, this, &StepTabs::addTab);
    connect(m_runs, &SteppedRuns::closed, this, [this](int place) {
        const QSignalBlocker quiet(m_bar);
        m_bar->removeTab(place);
    });
    connect(m_runs, &SteppedRuns::currentChanged, this, &StepTabs::showCurrent);
    connect(m_runs, &SteppedRuns::changed, this, &StepTabs::showRun);
    connect(m_runs, &SteppedRuns::moved, this, &StepTabs::showStep);
    connect(m_runs, &SteppedRuns::stopped, this, &StepTabs::changed);
    connect(m_bar, &QTabBar::currentChanged, m_runs, &SteppedRuns::choose);
}

void StepTabs::connectParts()
{
    auto *close = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_W), this);
    close->setContext(Qt::WidgetWithChildrenShortcut);
    connect(close, &QShortcut::activated, this, [this] { m_runs->close(m_bar->currentIndex()); });
    connect(m_new, &QToolButton::clicked, m_runs, [this] { m_runs->openTrace({}, {}); });
    connect(m_panel, &StepPanel::stepChosen, this, &StepTabs::step);
    connect(m_panel, &StepPanel::lineHovered, this, &StepTabs::lineHovered);
    connect(m_trace, &TraceLine::replayRequested, this, [this](const Trace &trace) {
        m_runs->openTrace(trace, QString::fromLatin1(runOrigin::trace));
    });
    connect(m_trace, &TraceLine::misread, this, &StepTabs::halted);
    connect(m_trace, &TraceLine::commandEntered, this, &StepTabs::commandEntered);
    connect(m_trace, &TraceLine::copyRequested, this, &StepTabs::copyTrace);
    connect(m_pane, &SteppedPane::stepShown, m_runs, &SteppedRuns::moveTo);
    connect(m_pane, &SteppedPane::headChosen, this, [this](int client) { stepClient(client, 0); });
    connectPane(m_keptPane);
    connectPane(m_pane);
}

void StepTabs::connectPane(SteppedPane *pane)
{
    const auto isOfThisProgram = [this, pane] {
        return pane == m_pane || (m_kept && m_kept->scenario == m_runs->scenario());
    };
    connect(pane, &SteppedPane::lineHovered, this, [this, isOfThisProgram](int line) {
        if (isOfThisProgram())
            Q_EMIT lineHovered(line);
    });
    connect(pane, &SteppedPane::lineChosen, this, [this, pane, isOfThisProgram](int line) {
        pane->markLine(line);
        if (isOfThisProgram())
            Q_EMIT lineChosen(line);
    });
}

void StepTabs::addTab()
{
    const QSignalBlocker quiet(m_bar);
    auto *closer = new QToolButton(m_bar);
    closer->setAutoRaise(true);
    closer->setFocusPolicy(Qt::NoFocus); // Ctrl+W closes the current one
    closer->setText(QStringLiteral("✕"));
    const int number = m_runs->all().back().number;
    connect(closer, &QToolButton::clicked, m_runs, [this, number] {
        const auto &all = m_runs->all();
        const auto run = std::find_if(all.begin(), all.end(),
            [number](const OpenRun &each) { return each.number == number; });
        if (run != all.end())
            m_runs->close(int(run - all.begin()));
    });
    m_bar->setTabButton(m_bar->addTab({}), QTabBar::RightSide, closer);
}

QString StepTabs::nameOf(const OpenRun &run)
{
    if (run.from > 0)
        return tr("run %1, from run %2 at step %3").arg(run.number).arg(run.from).arg(run.fromStep);
    return run.origin.isEmpty() ? tr("run %1").arg(run.number)
                                : tr("run %1, %2", "number, where it comes from")
                                      .arg(QString::number(run.number), originWords(run.origin));
}

// Only the current run is named in full, because many runs leave no room for that.
void StepTabs::nameTabs()
{
    const auto &all = m_runs->all();
    for (int i = 0; i < int(all.size()); ++i) {
        const OpenRun &run = all[std::size_t(i)];
        const QString name = nameOf(run);
        m_bar->setTabText(i, i == m_runs->currentPlace() ? name : tr("run %1").arg(run.number));
        m_bar->setTabToolTip(i, name);
        m_bar->tabButton(i, QTabBar::RightSide)->setAccessibleName(tr("Close this run"));
    }
}

void StepTabs::showCurrent()
{
    {
        const QSignalBlocker quiet(m_bar);
        m_bar->setCurrentIndex(m_runs->currentPlace());
    }
    nameTabs();
    showRun();
}

void StepTabs::showRun()
{
    const OpenRun *run = m_runs->currentRun();
    const bool hasScenario = m_runs->scenario() != nullptr;
    if (!hasScenario)
        m_pane->setNothing(tr("No scenario to step"), {},
            tr("Choose one from the list, or open a file of your own."));
    else if (!run || !run->stepped)
        m_pane->setNothing(m_title,
            run && run->id != 0 && run->awaited == 0 ? tr("It could not be begun.")
                                                     : tr("Starting…"),
            {});
    else
        m_pane->setRun(run->stepped, run->step, m_kept ? m_title : QString());
    m_pane->header()->setNote(run && run->stepped
            ? ownOptionsWords(*run->stepped->scenario, run->asked, run->set)
            : QString());
    if (run && run->stepped)
        m_trace->setTrace(
            run->stepped->trace, run->refused, firstRefusedStep(*run->stepped, run->refused));
    else
        m_trace->setTrace({}, run ? run->wanted : Trace{});
    m_trace->setEnabled(hasScenario);
    showKept();
    showPanel();
    Q_EMIT changed();
}

void StepTabs::showStep()
{
    m_pane->setStep(m_runs->shownStep());
    showPanel();
    Q_EMIT changed();
}

void StepTabs::showPanel()
{
    const SteppedRunPtr run = m_runs->shownRun();
    const int step = m_runs->shownStep();
    std::map<int, QStringList> places;
    if (!run) {
        m_panel->setRun(nullptr, 0, {});
        Q_EMIT variablesChanged({});
        return Q_EMIT placesChanged(places);
    }
    const int steps = int(run->steps.size());
    m_panel->setRun(run, step,
        step < steps
            ? tr("After step %1 of %2. Another choice makes a run of its own.").arg(step).arg(steps)
            : QString());
    for (const StepAhead &each : aheadAt(*run, step)) {
        if (each.step.kind == TraceStep::Kind::Client && each.line > 0)
            places[each.line] << QString::fromUtf8(
                run->round->history.clients[std::size_t(each.client)].name);
    }
    Q_EMIT placesChanged(places);
    Q_EMIT variablesChanged(variableLines(*run, step));
}

void StepTabs::step(const TraceStep &step)
{
    if (m_runs->isAwaiting())
        return;
    if (step.kind == TraceStep::Kind::Client)
        m_panel->chooseClient(step.client);
    m_runs->step(step);
}

void StepTabs::stepClient(int client, int thread)
{
    const SteppedRunPtr run = m_runs->shownRun();
    if (!run)
        return;
    m_panel->chooseClient(client);
    for (const StepAhead &each : aheadAt(*run, m_runs->shownStep())) {
        if (each.step.kind == TraceStep::Kind::Client && each.step.client == client
            && each.step.thread == thread && each.isPossible())
            return m_runs->step(each.step);
    }
}

void StepTabs::stepEnvironment(TraceStep::Kind kind)
{
    m_runs->stepEnvironment(kind, m_panel->chosenClient());
}

QString StepTabs::undoWords() const
{
    const SteppedRunPtr run = m_runs->shownRun();
    if (!run || run->steps.empty())
        return tr("Undo: no step has been taken yet");
    const int last = int(run->steps.size());
    const int step = m_runs->shownStep();
    const QString word = traceWord(run->trace.back());
    if (step == last)
        return tr("Undo step %1, %2").arg(QString::number(last), word);
    return step == 0 ? tr("Undo step %1, %2: the last one; selected is the beginning")
                           .arg(QString::number(last), word)
                     : tr("Undo step %1, %2: the last one, not step %3, which is selected")
                           .arg(QString::number(last), word, QString::number(step));
}

void StepTabs::copyTrace()
{
    if (const SteppedRunPtr run = m_runs->shownRun())
        QGuiApplication::clipboard()->setText(
            replayCommand({run->scenario, run->options, run->trace}, scenarioWord(*run->scenario)));
}

void StepTabs::setTableShown(bool shown)
{
    m_pane->setTableShown(shown);
    m_trace->setVisible(shown);
}

void StepTabs::goToLine(int line)
{
    m_pane->goToLine(line);
}

void StepTabs::compare(bool on)
{
    const OpenRun *run = m_runs->currentRun();
    m_kept = on ? m_runs->shownRun() : nullptr;
    m_keptPane->setVisible(m_kept != nullptr);
    if (m_kept) {
        m_keptPane->setRun(m_kept, run->step, m_title + QStringLiteral(", ") + nameOf(*run));
        m_keptPane->header()->setNote(ownOptionsWords(*m_kept->scenario, run->asked, run->set));
        m_split->setSizes({1000, 1000});
        if (const int other = m_runs->placeBesideCurrent(); other >= 0)
            return m_runs->choose(other);
    }
    showRun();
}

void StepTabs::showKept()
{
    const SteppedRunPtr current = m_pane->run();
    const int difference = m_kept && current ? firstDifference(*m_kept, *current) : 0;
    m_keptPane->setDifference(difference);
    m_pane->setDifference(difference);
    const int room =
        m_kept && current ? int(std::max(m_kept->steps.size(), current->steps.size())) : 0;
    m_keptPane->makeRoom(room);
    m_pane->makeRoom(room);
}

void StepTabs::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    nameTabs();
    showRun();
}

void StepTabs::retranslate()
{
    m_bar->setAccessibleName(tr("Runs"));
    m_new->setAccessibleName(tr("New run"));
    m_new->setToolTip(tr("A new run from the beginning"));
}

} // namespace lockstep
