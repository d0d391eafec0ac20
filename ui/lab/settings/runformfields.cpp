// Part of RunForm. The fields beside the scenario's own, in groups: how often, and which faults.

#include "ui/lab/settings/runform.h"

#include "ui/lab/settings/fieldgrid.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QSpinBox>

namespace lockstep {

namespace {

constexpr int mostMs = 600'000;

} // namespace

void RunForm::makeRounds()
{
    m_roundsHeading = form()->addHeading();
    m_rounds = addNumber(1, 1'000'000);
    m_repeats = addNumber(1, 1'000'000);
    m_duration = addNumber(0, 3600);
    m_seed = new QLineEdit;
    m_seed->setAlignment(Qt::AlignRight);
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{0,20}")), m_seed));
    connect(m_seed, &QLineEdit::textChanged, this, &RunForm::onEdited);
    form()->addField(m_seed);
    m_exact = new QCheckBox;
    connect(m_exact, &QCheckBox::toggled, this, &RunForm::onEdited);
    form()->addField(m_exact);
}

void RunForm::makeFaults()
{
    m_faultsHeading = form()->addHeading();
    m_crash = addPercent();
    m_crashLine = addNumber(0, 0);
    m_pause = addPercent();
    m_pauseLine = addNumber(0, 0);
    m_pauseLength = addNumber(0, mostMs);
    m_delay = addNumber(0, mostMs);
    m_work = addNumber(0, mostMs);
    m_restart = addNumber(0, mostMs);
    m_failover = addNumber(0, mostMs);
}

void RunForm::nameFields()
{
    setAccessibleName(tr("Settings of the run"));
    m_roundsHeading->setText(tr("Rounds"));
    m_faultsHeading->setText(tr("Faults and network"));
    const auto name = [this](QWidget *field, const QString &words, const QString &toolTip = {}) {
        form()->setName(field, words);
        field->setToolTip(toolTip);
    };
    name(m_rounds, tr("Rounds"));
    name(m_repeats, tr("Repeats"), tr("How often each client runs its program in a round."));
    name(m_duration, tr("Or for a time"), tr("Rounds go on until then, however many."));
    name(m_seed, tr("Seed"), tr("The same seed draws the same faults and delays."));
    m_seed->setPlaceholderText(tr("by chance"));
    m_exact->setText(tr("find out"));
    name(m_exact, tr("Exact order"),
        tr("The order in which the server executed the commands, from MONITOR. "
           "Costs up to half of the speed."));
    name(m_crash, tr("Crash chance"),
        tr("At each command of a client. Its connection closes and it never goes on."));
    name(m_crashLine, tr("Crash at line"),
        tr("Whoever is about to send this line of the program crashes."));
    name(m_pause, tr("Pause chance"),
        tr("At each command of a client. It stands still for the pause's length."));
    name(m_pauseLine, tr("Pause at line"),
        tr("Whoever is about to send this line of the program stands still."));
    name(m_pauseLength, tr("Pause length"));
    name(m_delay, tr("Network delay"), tr("At most this long; drawn anew for each command."));
    name(m_work, tr("Work inside"), tr("Before each command while a client is inside something."));
    name(m_restart, tr("Restart after"));
    name(m_failover, tr("Failover after"));
    m_duration->setSuffix(tr(" s"));
    m_duration->setSpecialValueText(tr("off"));
    for (QDoubleSpinBox *chance : {m_crash, m_pause}) {
        chance->setSuffix(tr(" %"));
        chance->setSpecialValueText(tr("none"));
    }
    for (QSpinBox *length : {m_pauseLength, m_delay, m_work, m_restart, m_failover})
        length->setSuffix(tr(" ms"));
    for (QSpinBox *field : {m_crashLine, m_pauseLine, m_delay, m_work})
        field->setSpecialValueText(tr("none"));
    for (QSpinBox *field : {m_restart, m_failover})
        field->setSpecialValueText(tr("never"));
}

QSpinBox *RunForm::addNumber(int least, int most)
{
    auto *field = new QSpinBox;
    field->setRange(least, most);
    field->setAlignment(Qt::AlignRight);
    field->setGroupSeparatorShown(false);
    connect(field, &QSpinBox::valueChanged, this, &RunForm::onEdited);
    form()->addField(field);
    return field;
}

QDoubleSpinBox *RunForm::addPercent()
{
    auto *field = new QDoubleSpinBox;
    field->setRange(0, 100);
    field->setDecimals(2);
    field->setAlignment(Qt::AlignRight);
    connect(field, &QDoubleSpinBox::valueChanged, this, &RunForm::onEdited);
    form()->addField(field);
    return field;
}

} // namespace lockstep
