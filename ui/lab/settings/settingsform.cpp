#include "ui/lab/settings/settingsform.h"

#include "ui/lab/settings/fieldgrid.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace lockstep {

SettingsForm::SettingsForm(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_form(new FieldGrid)
    , m_problem(new QLabel(this))
    , m_usual(new QPushButton(this))
{
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus); // its fields have it
    scroll->viewport()->setBackgroundRole(QPalette::Base); // while there is no form
    const auto applyColours = [theme, scroll] {
        scroll->verticalScrollBar()->setStyleSheet(theme->scrollBarStyleSheet());
    };
    applyColours();
    connect(theme, &Theme::changed, this, applyColours);
    const int unit = fontMetrics().height();
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(unit * 3 / 4, unit / 3, unit * 3 / 4, unit / 3);
    foot->addWidget(m_problem, 1);
    foot->addWidget(m_usual, 0, Qt::AlignTop);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addLayout(foot);
    m_usual->setText(tr("Usual values"));
    setUsable(false);
    connect(m_usual, &QPushButton::clicked, this, &SettingsForm::usualWanted);
}

void SettingsForm::showProblem()
{
    m_problem->setText(m_form->problem());
}

void SettingsForm::setUsable(bool usable)
{
    m_usual->setEnabled(usable);
    m_form->setVisible(usable);
    m_problem->clear();
}

void SettingsForm::orderTabs()
{
    const QList<QWidget *> fields = m_form->fields();
    for (qsizetype i = 0; i < fields.size(); ++i)
        setTabOrder(fields.at(i), i + 1 < fields.size() ? fields.at(i + 1) : m_usual);
}

void SettingsForm::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        m_usual->setText(tr("Usual values"));
}

} // namespace lockstep
