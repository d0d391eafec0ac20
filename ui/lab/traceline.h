#pragma once

#include "core/lab/trace.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep {

// The trace of what is shown, to be copied; another one can be put in its place and be replayed.
class TraceLine : public QWidget
{
    Q_OBJECT

public:
    explicit TraceLine(QWidget *parent = nullptr);

    // What is being written is kept until one of them changes. refused: what was asked for and did
    // not fit as a whole; stays in the field, with the step from which on it does not fit marked.
    // Empty: nothing was.
    void setTrace(const Trace &trace, const Trace &refused = {});
    void copy();

Q_SIGNALS:
    void replayRequested(const lockstep::Trace &trace);
    void misread(const QString &why); // what was written is no trace

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void replay();
    void showMisfit();
    void updateVerbs();
    void retranslate();

    QLabel *m_label, *m_misfit;
    QLineEdit *m_field;
    QPushButton *m_copy, *m_replay;
    QString m_shown; // the trace as it is
    QString m_refused; // in place of it; empty: none
    int m_fitting = 0; // its steps that fit
};

} // namespace lockstep
