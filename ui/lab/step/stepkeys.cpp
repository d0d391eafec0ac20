#include "ui/lab/step/stepkeys.h"

#include "ui/lab/step/steptabs.h"

#include <QShortcut>

namespace lockstep {

StepKeys::StepKeys(StepTabs *tabs, QWidget *page)
    : QObject(page)
    , m_tabs(tabs)
{
    const auto add = [this, page](const QKeySequence &keys, auto act) {
        auto *key = new QShortcut(keys, page);
        key->setContext(Qt::WidgetWithChildrenShortcut);
        key->setAutoRepeat(false);
        connect(key, &QShortcut::activated, this, [this, act] { press(act); });
        m_keys << key;
    };
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
        const int key = Qt::Key_A + (letter - 'A');
        add(QKeySequence(Qt::SHIFT | Qt::Key(key)), [this, letter] { stepClient(letter, 1); });
        if (letter == 'T')
            add(QKeySequence(key), [this] { m_tabs->stepEnvironment(TraceStep::Kind::Time); });
        else if (letter == 'X')
            add(QKeySequence(key), [this] { m_tabs->stepEnvironment(TraceStep::Kind::Crash); });
        else if (letter == 'P')
            add(QKeySequence(key), [this] { m_tabs->stepEnvironment(TraceStep::Kind::Pause); });
        else
            add(QKeySequence(key), [this, letter] { stepClient(letter, 0); });
    }
    const SteppedRuns *runs = tabs->runs();
    // Queued: what an answer changes is shown first, and a failure is told after the change.
    connect(runs, &SteppedRuns::changed, this, &StepKeys::doWaiting, Qt::QueuedConnection);
    connect(runs, &SteppedRuns::failed, this, &StepKeys::forget);
    connect(runs, &SteppedRuns::halted, this, &StepKeys::forget);
    connect(runs, &SteppedRuns::currentChanged, this, &StepKeys::forget);
    setEnabled(false);
}

void StepKeys::setEnabled(bool enabled)
{
    for (QShortcut *key : std::as_const(m_keys))
        key->setEnabled(enabled);
    if (!enabled)
        forget();
}

void StepKeys::undo()
{
    press([runs = m_tabs->runs()] { runs->undo(); });
}

void StepKeys::redo()
{
    press([runs = m_tabs->runs()] { runs->redo(); });
}

void StepKeys::forget()
{
    if (m_waiting.empty())
        return;
    m_waiting.clear();
    Q_EMIT waitingChanged();
}

// Where a run goes on by itself, a key would come as a surprise when it has stopped.
void StepKeys::press(const std::function<void()> &act)
{
    if (m_tabs->runs()->isRunning())
        return;
    m_waiting.push_back(act);
    doWaiting();
    if (m_waiting.size() == 1)
        Q_EMIT waitingChanged();
}

void StepKeys::doWaiting()
{
    const bool wereWaiting = areWaiting();
    while (!m_waiting.empty() && !m_tabs->runs()->isAwaiting()) {
        const auto act = m_waiting.front();
        m_waiting.pop_front();
        act();
    }
    if (wereWaiting && !areWaiting())
        Q_EMIT waitingChanged();
}

void StepKeys::stepClient(char letter, int thread)
{
    const SteppedRunPtr run = m_tabs->runs()->shownRun();
    if (!run)
        return;
    const auto &clients = run->round->history.clients;
    for (std::size_t i = 0; i < clients.size(); ++i) {
        if (clients[i].name == QByteArray(1, letter))
            return m_tabs->stepClient(int(i), thread);
    }
}

} // namespace lockstep
