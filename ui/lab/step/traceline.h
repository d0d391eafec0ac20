#pragma once

#include "core/lab/statespace/state/trace.h"
#include "ui/widgets/banner.h"

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
    // shown in place of trace; empty if there is none. refusedFrom: the first step of wanted that
    // cannot be taken, from 1, from which on it is marked; 0 if all can be, or that is not known
    // yet.
    void setTrace(const Trace &trace, const Trace &wanted = {}, int refusedFrom = 0);

Q_SIGNALS:
    void replayRequested(const lockstep::Trace &trace);
    void commandEntered(const QString &line); // "lockstep lab replay …" in place of a trace
    void copyRequested();
    void misread(const lockstep::Saying &why); // the entered text is not a trace

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void replay();
    void showRefusal();
    void updateActions();
    void giveFieldRoom();
    void retranslate();

    QLabel *m_label, *m_refusal;
    QLineEdit *m_field;
    QPushButton *m_copy, *m_replay;
    QString m_shown; // the trace of the shown run
    QString m_wanted; // the trace shown in its place; empty if there is none
    int m_refusedFrom = 0; // as given to setTrace()
};

} // namespace lockstep
