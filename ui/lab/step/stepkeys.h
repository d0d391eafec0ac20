#pragma once

#include <QObject>

class QShortcut;
class QWidget;

namespace lockstep {

class StepTabs;

// The keys for stepping. They work anywhere on the page except in a text field: a client's letter
// steps it (with Shift its second thread), T lets time pass, X crashes and P pauses the chosen
// client.
class StepKeys : public QObject
{
    Q_OBJECT

public:
    // tabs must outlive this. page: the widget on which the keys work.
    StepKeys(StepTabs *tabs, QWidget *page);

    void setEnabled(bool enabled);

private:
    void stepClient(char letter, int thread);

    StepTabs *m_tabs;
    QList<QShortcut *> m_keys;
};

} // namespace lockstep
