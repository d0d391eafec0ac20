#pragma once

#include "core/lab/statespace/trace.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep {

// A field with the trace of the shown run. The user can copy it, or enter another one to replay.
class TraceLine : public QWidget
{
    Q_OBJECT

public:
    explicit TraceLine(QWidget *parent = nullptr);

    // Text that the user has entered stays until an argument changes. wanted: a requested trace,
    // shown in place of trace; empty if there is none. If isRefused is set, wanted could not be
    // replayed and is marked from its first impossible step on; otherwise that is not known yet.
    void setTrace(const Trace &trace, const Trace &wanted = {}, bool isRefused = false);

Q_SIGNALS:
    void replayRequested(const lockstep::Trace &trace);
    void commandEntered(const QString &line); // "lockstep lab replay …" in place of a trace
    void copyRequested();
    void misread(const QString &why); // the entered text is not a trace

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
    QString m_shown; // the trace of the shown run
    QString m_wanted; // the trace shown in its place; empty if there is none
    int m_refusedFrom = 0; // the first step of m_wanted that cannot be taken, from 1; 0 if unknown
};

} // namespace lockstep
