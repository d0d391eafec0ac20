#pragma once

#include <QObject>

#include <deque>
#include <functional>

class QShortcut;
class QWidget;

namespace lockstep {

class StepTabs;

// The keys for stepping. They work anywhere on the page except in a text field: a client's letter
// steps it (with Shift its second thread), T lets time pass, X crashes and P pauses the chosen
// client. Undo and redo, which have actions of their own, go the same way. What is pressed while a
// step is executed is done after it, in the order of the keys, as if it had been pressed then; it
// is forgotten as soon as a step fails or is refused, or another run is shown. A key that is held
// down counts once, so that nothing goes on after it is released.
class StepKeys : public QObject
{
    Q_OBJECT

public:
    // tabs must outlive this. page: the widget on which the keys work.
    StepKeys(StepTabs *tabs, QWidget *page);

    void setEnabled(bool enabled);
    // Undoes what was pressed last, after the step that is executed and what was pressed before.
    void undo();
    void redo();
    void forget(); // what was pressed and is not done yet
    [[nodiscard]] bool areWaiting() const { return !m_waiting.empty(); }

Q_SIGNALS:
    void waitingChanged(); // areWaiting() has changed

private:
    void press(const std::function<void()> &act);
    void doWaiting();
    void stepClient(char letter, int thread);

    StepTabs *m_tabs;
    QList<QShortcut *> m_keys;
    std::deque<std::function<void()>> m_waiting; // what was pressed and not done yet
};

} // namespace lockstep
