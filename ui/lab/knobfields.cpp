// The fields of a scenario, in groups: what the file brings, how often, and which faults.

#include "ui/lab/knobs.h"

#include "ui/lab/knobform.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSpinBox>

namespace lockstep {

namespace {

constexpr int mostMs = 600'000;

} // namespace

void Knobs::build()
{
    buildParameters();
    buildRounds();
    buildFaults();
    form()->finish();
    QWidget *before = nullptr;
    const auto fields = form()->findChildren<QWidget *>(Qt::FindDirectChildrenOnly);
    for (QWidget *field : fields) {
        if (field->focusPolicy() == Qt::NoFocus || field->isHidden())
            continue;
        if (before)
            setTabOrder(before, field);
        before = field;
    }
    if (before)
        setTabOrder(before, usualButton());
}

void Knobs::buildParameters()
{
    for (const Parameter &parameter : m_scenario->parameters) {
        QSpinBox *field = form()->addParameter(parameter, m_language);
        connect(field, &QSpinBox::valueChanged, this, &Knobs::onEdited);
        m_parameters.emplace_back(parameter.name, field);
    }
}

void Knobs::buildRounds()
{
    form()->addHeading(tr("Rounds"));
    m_rounds = addNumber(tr("Rounds"), 1, 1'000'000, {});
    m_repeats = addNumber(tr("Repeats"), 1, 1'000'000, {});
    m_duration = addNumber(tr("Or for a time"), 0, 3600, tr(" s"), tr("off"));
    m_seed = new QLineEdit;
    m_seed->setAlignment(Qt::AlignRight);
    m_seed->setPlaceholderText(tr("by chance"));
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{0,20}")), m_seed));
    connect(m_seed, &QLineEdit::textChanged, this, &Knobs::onEdited);
    form()->addField(tr("Seed"), {}, m_seed);
    m_repeats->setToolTip(tr("How often each client runs its program in a round."));
    m_duration->setToolTip(tr("Rounds go on until then, however many."));
    m_seed->setToolTip(tr("The same seed draws the same faults and delays."));
    m_exact = new QCheckBox(tr("find out"));
    connect(m_exact, &QCheckBox::toggled, this, &Knobs::onEdited);
    form()->addField(tr("Exact order"), {}, m_exact);
    m_exact->setToolTip(tr("The order in which the server executed the commands, from MONITOR. "
                           "Costs up to half of the speed."));
}

void Knobs::buildFaults()
{
    const auto lines = int(m_scenario->source.count('\n')) + 1;
    form()->addHeading(tr("Faults and network"));
    m_crash = addPercent(tr("Crash chance"));
    m_crashLine = addNumber(tr("Crash at line"), 0, lines, {}, tr("none"));
    m_pause = addPercent(tr("Pause chance"));
    m_pauseLine = addNumber(tr("Pause at line"), 0, lines, {}, tr("none"));
    m_pauseLength = addNumber(tr("Pause length"), 0, mostMs, tr(" ms"));
    m_delay = addNumber(tr("Network delay"), 0, mostMs, tr(" ms"), tr("none"));
    m_work = addNumber(tr("Work inside"), 0, mostMs, tr(" ms"), tr("none"));
    const auto explain = [](QWidget *field, const QString &words) { field->setToolTip(words); };
    explain(
        m_crash, tr("At each command of a client. Its connection closes and it never goes on."));
    explain(m_pause, tr("At each command of a client. It stands still for the pause's length."));
    explain(m_crashLine, tr("Whoever is about to send this line of the program crashes."));
    explain(m_pauseLine, tr("Whoever is about to send this line of the program stands still."));
    explain(m_delay, tr("At most this long; drawn anew for each command."));
    explain(m_work, tr("Before each command while a client is inside something."));
    m_restart = m_scenario->nodes > 1
        ? addNumber(tr("Restart after"), 0, mostMs, tr(" ms"), tr("never"))
        : nullptr;
    m_failover = m_scenario->replica
        ? addNumber(tr("Failover after"), 0, mostMs, tr(" ms"), tr("never"))
        : nullptr;
}

QSpinBox *Knobs::addNumber(
    const QString &name, int least, int most, const QString &unit, const QString &wordForLeast)
{
    auto *field = new QSpinBox;
    field->setRange(least, most);
    field->setSuffix(unit);
    field->setSpecialValueText(wordForLeast);
    field->setAlignment(Qt::AlignRight);
    field->setGroupSeparatorShown(false);
    connect(field, &QSpinBox::valueChanged, this, &Knobs::onEdited);
    form()->addField(name, {}, field);
    return field;
}

QDoubleSpinBox *Knobs::addPercent(const QString &name)
{
    auto *field = new QDoubleSpinBox;
    field->setRange(0, 100);
    field->setDecimals(2);
    field->setSuffix(tr(" %"));
    field->setSpecialValueText(tr("none"));
    field->setAlignment(Qt::AlignRight);
    connect(field, &QDoubleSpinBox::valueChanged, this, &Knobs::onEdited);
    form()->addField(name, {}, field);
    return field;
}

} // namespace lockstep
