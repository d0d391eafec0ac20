#include "ui/lab/settings/settingsform.h"

#include "ui/lab/settings/fieldgrid.h"
#include "ui/text/errormessage.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

namespace lockstep {

SettingsForm::SettingsForm(QWidget *parent)
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
    scroll->setFocusPolicy(Qt::NoFocus); // its fields take the focus
    scroll->viewport()->setBackgroundRole(QPalette::Base); // visible while there is no form
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
    m_usual->setEnabled(false);
    m_form->setVisible(false);
    connect(m_form, &FieldGrid::parameterEdited, this, &SettingsForm::onEdited);
    connect(m_usual, &QPushButton::clicked, this, [this] {
        fillUsual();
        Q_EMIT edited();
    });
}

QSpinBox *SettingsForm::addNumber(int least, int most)
{
    auto *field = new QSpinBox;
    field->setRange(least, most);
    field->setAlignment(Qt::AlignRight);
    connect(field, &QSpinBox::valueChanged, this, &SettingsForm::onEdited);
    m_form->addField(field);
    return field;
}

void SettingsForm::finish()
{
    m_form->finish();
    nameFields();
}

void SettingsForm::setLanguage(const QString &language)
{
    if (language == m_language)
        return;
    m_language = language;
    if (m_scenario)
        fillAgain();
}

bool SettingsForm::beginFilling(const ScenarioPtr &scenario, const Settings &settings)
{
    m_scenario = scenario;
    m_usual->setEnabled(scenario != nullptr);
    m_form->setVisible(scenario != nullptr);
    m_problem->clear();
    if (!scenario)
        return false;
    m_isFilling = true;
    m_form->setParameters(scenario->parameters, m_language);
    m_form->setSettings(settings);
    return true;
}

void SettingsForm::endFilling()
{
    m_isFilling = false;
    orderTabs();
    findProblems();
}

void SettingsForm::onEdited()
{
    if (m_isFilling)
        return;
    findProblems();
    Q_EMIT edited();
}

void SettingsForm::findProblems()
{
    const auto fits = checkSettings(*m_scenario, m_form->settings());
    m_form->setSettingsProblem(fits ? QString() : foreignWords(fits.error().detail));
    findFieldProblems();
    m_problem->setText(m_form->problem());
}

QString SettingsForm::problem() const
{
    return m_scenario ? m_form->problem() : QString();
}

// Tab goes through the fields in the order in which they are visible now.
void SettingsForm::orderTabs()
{
    const QList<QWidget *> fields = m_form->fields();
    for (qsizetype i = 0; i < fields.size(); ++i)
        setTabOrder(fields.at(i), i + 1 < fields.size() ? fields.at(i + 1) : m_usual);
}

void SettingsForm::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    m_usual->setText(tr("Usual values"));
    nameFields();
    if (m_scenario)
        fillAgain();
}

} // namespace lockstep
