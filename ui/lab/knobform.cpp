#include "ui/lab/knobform.h"

#include "ui/lab/parameterwords.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>

namespace lockstep {

KnobForm::KnobForm(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this))
{
    const int unit = fontMetrics().height();
    m_layout->setContentsMargins(unit * 3 / 4, unit / 3, unit * 3 / 4, unit / 2);
    m_layout->setHorizontalSpacing(unit / 2);
    m_layout->setVerticalSpacing(unit / 4);
    m_layout->setColumnStretch(0, 1);
    m_layout->setColumnMinimumWidth(2, fontMetrics().averageCharWidth() * 14);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
}

void KnobForm::addHeading(const QString &words)
{
    auto *heading = new QLabel(words, this);
    heading->setTextFormat(Qt::PlainText);
    heading->setForegroundRole(QPalette::PlaceholderText);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    heading->setFont(bold);
    heading->setContentsMargins(0, m_next > 0 ? fontMetrics().height() / 2 : 0, 0, 0);
    heading->setMinimumHeight(heading->sizeHint().height());
    m_layout->addWidget(heading, m_next++, 0, 1, 3);
}

void KnobForm::addField(const QString &name, const QString &range, QWidget *field)
{
    auto *label = new QLabel(name, this);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    label->setBuddy(field);
    auto *possible = new QLabel(range, this);
    possible->setVisible(!range.isEmpty());
    possible->setTextFormat(Qt::PlainText);
    possible->setForegroundRole(QPalette::PlaceholderText);
    possible->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *problem = new QLabel(this);
    problem->setTextFormat(Qt::PlainText);
    problem->setWordWrap(true);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    problem->setFont(bold);
    problem->hide();
    field->setParent(this);
    field->setAccessibleName(name);
    field->setAccessibleDescription(range);
    field->setFocusPolicy(Qt::StrongFocus);
    field->setMinimumHeight(field->sizeHint().height());
    field->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    field->installEventFilter(this);
    m_layout->addWidget(label, m_next, 0, 1, range.isEmpty() ? 2 : 1);
    if (!range.isEmpty())
        m_layout->addWidget(possible, m_next, 1);
    m_layout->setRowMinimumHeight(m_next, field->sizeHint().height());
    m_layout->addWidget(field, m_next++, 2);
    m_layout->addWidget(problem, m_next++, 0, 1, 3);
    m_rows.push_back({field, problem});
}

QSpinBox *KnobForm::addParameter(const Parameter &parameter, const QString &language)
{
    auto *field = new QSpinBox;
    field->setRange(int(std::max<qint64>(parameter.minimum, std::numeric_limits<int>::min())),
        int(std::min<qint64>(parameter.maximum, std::numeric_limits<int>::max())));
    field->setAlignment(Qt::AlignRight);
    if (!parameter.unit.isEmpty())
        field->setSuffix(u' ' + QString::fromUtf8(parameter.unit));
    addField(parameterLabel(parameter, language), parameterRange(parameter), field);
    return field;
}

void KnobForm::setProblem(QWidget *field, const QString &problem)
{
    const auto row = std::find_if(
        m_rows.begin(), m_rows.end(), [field](const Row &r) { return r.field == field; });
    if (row == m_rows.end() || row->problem->text() == problem)
        return;
    row->problem->setText(problem);
    row->problem->setVisible(!problem.isEmpty());
}

bool KnobForm::hasProblem() const
{
    return !problem().isEmpty();
}

QString KnobForm::problem() const
{
    for (const Row &row : m_rows) {
        if (!row.problem->text().isEmpty())
            return row.problem->text();
    }
    return {};
}

// As high as it wants to be: what does not fit is scrolled.
QSize KnobForm::minimumSizeHint() const
{
    return {0, m_layout->sizeHint().height()};
}

void KnobForm::finish()
{
    m_layout->setRowStretch(m_next, 1);
}

void KnobForm::clear()
{
    while (QLayoutItem *item = m_layout->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater(); // one of them may be what called us
        }
        delete item;
    }
    for (int row = 0; row < m_layout->rowCount(); ++row) {
        m_layout->setRowMinimumHeight(row, 0);
        m_layout->setRowStretch(row, 0);
    }
    m_rows.clear();
    m_next = 0;
}

// Turning the wheel scrolls the form; only the field that has the focus takes it.
bool KnobForm::eventFilter(QObject *watched, QEvent *event)
{
    const auto *field = qobject_cast<QWidget *>(watched);
    if (event->type() == QEvent::Wheel && field && !field->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lockstep
