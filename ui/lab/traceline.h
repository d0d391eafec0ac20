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

    // What is being written is kept until the trace changes.
    void setTrace(const Trace &trace);
    void copy();

Q_SIGNALS:
    void replayRequested(const lockstep::Trace &trace);
    void misread(const lockstep::Error &error); // what was written is no trace

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void replay();
    void updateVerbs();
    void retranslate();

    QLabel *m_label;
    QLineEdit *m_field;
    QPushButton *m_copy, *m_replay;
    QString m_shown; // the trace as it is
};

} // namespace lockstep
