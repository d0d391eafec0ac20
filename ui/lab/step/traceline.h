#pragma once

#include "core/lab/statespace/trace.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep {

// A field with the trace of what is shown, to be copied, or replaced by another to be replayed.
class TraceLine : public QWidget
{
    Q_OBJECT

public:
    explicit TraceLine(QWidget *parent = nullptr);

    // What somebody writes stays until one of these changes. wanted: a trace that was asked for,
    // shown in place of `trace`; empty: none was. It is not known yet whether it can be replayed;
    // if it is refused, it is marked from the first step on that cannot be taken.
    void setTrace(const Trace &trace, const Trace &wanted = {}, bool isRefused = false);

Q_SIGNALS:
    void replayRequested(const lockstep::Trace &trace);
    void commandEntered(const QString &line); // lockstep lab replay …, in place of a trace
    void copyRequested();
    void misread(const QString &why); // what was written is no trace

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void replay();
    void showRefusal();
    void updateActions();
    void retranslate();

    QLabel *m_label, *m_refusal;
    QLineEdit *m_field;
    QPushButton *m_copy, *m_replay;
    QString m_shown; // the trace as it is
    QString m_wanted; // in place of it; empty: none
    int m_refusedFrom = 0; // step of it, from 1, from which on it does not fit; 0: none is known
};

} // namespace lockstep
