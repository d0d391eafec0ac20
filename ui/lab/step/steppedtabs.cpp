// Part of StepTabs. What is seen of the stepped runs: tabs, one pane or two of them, the trace.

#include "ui/lab/step/steppanel.h"
#include "ui/lab/step/steppedpane.h"
#include "ui/lab/step/steptabs.h"
#include "ui/lab/step/traceline.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/words/stepwords.h"
#include "ui/widgets/quietsplitter.h"
#include "ui/widgets/quiettabs.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QShortcut>
#include <QToolButton>

namespace lockstep {

StepTabs::StepTabs(const Theme *theme, StepPanel *panel, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_panel(panel)
    , m_tabs(new QuietTabs(theme, this))
    , m_new(new QToolButton(this))
    , m_keptPane(new SteppedPane(theme, this))
    , m_pane(new SteppedPane(theme, this))
    , m_trace(new TraceLine(this))
    , m_split(new QuietSplitter(Qt::Horizontal, this))
{
    m_settling.setSingleShot(true);
    m_settling.setInterval(400);
    layOut();
    connectParts();
    retranslate();
    showTab();
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
    row->addWidget(m_tabs, 0, Qt::AlignBottom);
    row->addWidget(m_new, 0, Qt::AlignVCenter);
    row->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(m_split, 1);
    layout->addWidget(m_trace);
}

void StepTabs::connectParts()
{
    connect(&m_settling, &QTimer::timeout, this, &StepTabs::settle);
    connect(m_tabs, &QTabBar::currentChanged, this, [this] {
        stop();
        nameTabs();
        showTab();
    });
    auto *close = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_W), this);
    close->setContext(Qt::WidgetWithChildrenShortcut);
    connect(close, &QShortcut::activated, this, [this] { closeTab(m_tabs->currentIndex()); });
    connect(m_new, &QToolButton::clicked, this, [this] { openTrace({}, {}); });
    connect(m_panel, &StepPanel::stepChosen, this, &StepTabs::step);
    connect(m_panel, &StepPanel::lineHovered, this, &StepTabs::lineHovered);
    connect(m_trace, &TraceLine::replayRequested, this,
        [this](const Trace &trace) { openTrace(trace, tr("a trace")); });
    connect(m_trace, &TraceLine::misread, this, &StepTabs::halted);
    connect(m_pane, &SteppedPane::stepShown, this, &StepTabs::moveTo);
    connect(m_pane, &SteppedPane::headChosen, this, [this](int client) { stepClient(client, 0); });
    for (SteppedPane *pane : {m_keptPane, m_pane}) {
        const auto isOfThisProgram = [this, pane] {
            return pane == m_pane || (m_kept && m_kept->scenario == m_scenario);
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
}

StepTabs::Tab &StepTabs::addTab()
{
    const QSignalBlocker quiet(m_tabs);
    Tab tab;
    tab.run = ++m_lastRun;
    tab.number = ++m_lastNumber;
    m_open.push_back(tab);
    m_tabs->setTabButton(m_tabs->addTab({}), QTabBar::RightSide, makeCloser(tab.number));
    return m_open.back();
}

QWidget *StepTabs::makeCloser(int number)
{
    auto *closer = new QToolButton(m_tabs);
    closer->setAutoRaise(true);
    closer->setFocusPolicy(Qt::NoFocus); // Ctrl+W closes the present one
    closer->setText(QStringLiteral("✕"));
    connect(closer, &QToolButton::clicked, this, [this, number] {
        const auto tab = std::find_if(m_open.begin(), m_open.end(),
            [number](const Tab &each) { return each.number == number; });
        if (tab != m_open.end())
            closeTab(int(tab - m_open.begin()));
    });
    return closer;
}

QString StepTabs::nameOf(const Tab &tab) const
{
    if (tab.from > 0)
        return tr("run %1, from run %2 at step %3").arg(tab.number).arg(tab.from).arg(tab.fromStep);
    return tab.origin.isEmpty() ? tr("run %1").arg(tab.number)
                                : tr("run %1, %2", "number, where it comes from")
                                      .arg(QString::number(tab.number), tab.origin);
}

// In full for the present one: of many runs there is no room for all of it.
void StepTabs::nameTabs()
{
    for (int i = 0; i < int(m_open.size()); ++i) {
        const QString name = nameOf(m_open[std::size_t(i)]);
        m_tabs->setTabText(i,
            i == m_tabs->currentIndex() ? name : tr("run %1").arg(m_open[std::size_t(i)].number));
        m_tabs->setTabToolTip(i, name);
        m_tabs->tabButton(i, QTabBar::RightSide)->setAccessibleName(tr("Close this run"));
    }
}

void StepTabs::showTab()
{
    const Tab *tab = present();
    if (!m_scenario)
        m_pane->setNothing(tr("No scenario to step"), {},
            tr("Choose one from the list, or open a file of your own."));
    else if (!tab || !tab->stepped)
        m_pane->setNothing(
            m_title, tab && tab->awaited == 0 ? tr("It could not be begun.") : tr("Starting…"), {});
    else
        m_pane->setRun(tab->stepped, tab->step, m_kept ? m_title : QString());
    if (tab && tab->stepped)
        m_trace->setTrace(tab->stepped->trace, tab->refused, true);
    else
        m_trace->setTrace({}, tab ? tab->wanted : Trace{});
    m_trace->setEnabled(m_scenario != nullptr);
    showKept();
    showPanel();
    Q_EMIT changed();
}

void StepTabs::showPanel()
{
    const Tab *tab = present();
    if (!tab || !tab->stepped) {
        m_panel->setRun(nullptr, 0, {});
        Q_EMIT placesChanged({});
        return;
    }
    const SteppedRun &run = *tab->stepped;
    const int steps = int(run.steps.size());
    m_panel->setRun(tab->stepped, tab->step,
        tab->step < steps ? tr("After step %1 of %2. Another choice makes a run of its own.")
                                .arg(tab->step)
                                .arg(steps)
                          : QString());
    std::map<int, QStringList> places;
    for (const StepAhead &each : aheadAt(run, tab->step)) {
        if (each.step.kind == TraceStep::Kind::Client && each.line > 0)
            places[each.line] << QString::fromUtf8(
                run.history.clients[std::size_t(each.client)].name);
    }
    Q_EMIT placesChanged(places);
}

void StepTabs::moveTo(int step)
{
    Tab *tab = present();
    if (!tab || !tab->stepped)
        return;
    tab->step = std::clamp(step, 0, int(tab->stepped->steps.size()));
    m_pane->setStep(tab->step);
    showPanel();
    Q_EMIT changed();
}

void StepTabs::copyTrace()
{
    m_trace->copy();
}

void StepTabs::goToLine(int line)
{
    m_pane->goToLine(line);
}

void StepTabs::compare(bool on)
{
    const Tab *tab = present();
    m_kept = on && tab ? tab->stepped : nullptr;
    m_keptStep = tab ? tab->step : 0;
    m_keptTitle = tab ? m_title + QStringLiteral(", ") + nameOf(*tab) : QString();
    m_keptPane->setVisible(m_kept != nullptr);
    if (m_kept) {
        m_keptPane->setRun(m_kept, m_keptStep, m_keptTitle);
        m_split->setSizes({1000, 1000});
    }
    showTab();
}

void StepTabs::showKept()
{
    const SteppedRunPtr present = m_pane->run();
    const int difference = m_kept && present ? firstDifference(*m_kept, *present) : 0;
    m_keptPane->setDifference(difference);
    m_pane->setDifference(difference);
    const int room =
        m_kept && present ? int(std::max(m_kept->steps.size(), present->steps.size())) : 0;
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
    showTab();
}

void StepTabs::retranslate()
{
    m_tabs->setAccessibleName(tr("Runs"));
    m_new->setAccessibleName(tr("New run"));
    m_new->setToolTip(tr("A new run from the beginning"));
}

} // namespace lockstep
