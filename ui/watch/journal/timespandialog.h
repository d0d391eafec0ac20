#pragma once

#include "ui/watch/journal/journalfilter.h"

#include <QDialog>

class QDateTimeEdit;
class QPushButton;

namespace lockstep {

// Asks for two moments in UTC, between which the journal is to be shown.
class TimeSpanDialog : public QDialog
{
    Q_OBJECT

public:
    using Time = JournalFilter::Time;

    TimeSpanDialog(Time from, Time to, QWidget *parent = nullptr);

    [[nodiscard]] Time from() const;
    [[nodiscard]] Time to() const; // the last millisecond of the chosen second

private:
    QDateTimeEdit *m_from;
    QDateTimeEdit *m_to;
};

} // namespace lockstep
