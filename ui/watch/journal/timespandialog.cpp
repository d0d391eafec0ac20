#include "ui/watch/journal/timespandialog.h"

#include "ui/watch/journal/journalsentence.h"

#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>

namespace lockstep {

namespace {

QDateTimeEdit *makeEdit(JournalFilter::Time time, QWidget *parent)
{
    auto *edit = new QDateTimeEdit(parent);
    edit->setTimeSpec(Qt::UTC);
    edit->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    edit->setDateTime(utcOf(time));
    edit->setCurrentSection(QDateTimeEdit::MinuteSection);
    return edit;
}

JournalFilter::Time secondOf(const QDateTimeEdit &edit)
{
    return JournalFilter::Time(std::chrono::seconds(edit.dateTime().toSecsSinceEpoch()));
}

} // namespace

TimeSpanDialog::TimeSpanDialog(Time from, Time to, QWidget *parent)
    : QDialog(parent)
    , m_from(makeEdit(from, this))
    , m_to(makeEdit(to, this))
{
    setWindowTitle(tr("Journal between"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("OK"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    auto *form = new QFormLayout(this);
    form->addRow(tr("From (UTC)"), m_from);
    form->addRow(tr("To (UTC)"), m_to);
    form->addRow(buttons);
    // The later moment cannot be before the earlier one, so the span is never empty.
    connect(m_from, &QDateTimeEdit::dateTimeChanged, m_to, &QDateTimeEdit::setMinimumDateTime);
    m_to->setMinimumDateTime(m_from->dateTime());
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

JournalFilter::Time TimeSpanDialog::from() const
{
    return secondOf(*m_from);
}

JournalFilter::Time TimeSpanDialog::to() const
{
    return secondOf(*m_to) + Milliseconds(999);
}

} // namespace lockstep
