// The fields are made once and filled for each scenario, see FieldGrid. The owner keeps the values,
// as RunOptions, so that the form has no state besides what it shows.

#include "ui/lab/settings/runform.h"

#include "ui/lab/settings/fieldgrid.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>
#include <QSpinBox>

namespace lockstep {

namespace {

constexpr int mostMs = 600'000;

std::chrono::milliseconds msOf(const QSpinBox *field)
{
    return std::chrono::milliseconds(field->isHidden() ? 0 : field->value());
}

int whole(std::chrono::milliseconds value)
{
    return int(std::clamp<qint64>(value.count(), 0, std::numeric_limits<int>::max()));
}

} // namespace

RunForm::RunForm(QWidget *parent)
    : SettingsForm(parent)
{
    makeRounds();
    makeFaults();
    finish();
}

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
    connect(m_exact, &QCheckBox::toggled, this, [this](bool isOn) {
        m_wantsExactOrder = isOn;
        onEdited();
    });
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
    name(m_duration, tr("Or run for"), tr("Rounds go on until then, however many."));
    name(m_seed, tr("Seed"), tr("The same seed draws the same faults and delays."));
    m_seed->setPlaceholderText(tr("random"));
    m_exact->setText(tr("on"));
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

void RunForm::setScenario(const ScenarioPtr &scenario, const RunOptions &options)
{
    if (!beginFilling(scenario, options.settings))
        return;
    fill(options);
    endFilling();
}

void RunForm::fillAgain()
{
    setScenario(scenario(), options());
}

void RunForm::fillUsual()
{
    setScenario(scenario(), RunOptions::of(*scenario()));
}

void RunForm::fill(const RunOptions &options)
{
    const auto lines = int(scenario()->source.count('\n')) + 1;
    m_crashLine->setMaximum(lines);
    m_pauseLine->setMaximum(lines);
    form()->setFieldVisible(m_restart, !scenario()->replica); // a replica takes over instead
    form()->setFieldVisible(m_failover, scenario()->replica);
    m_rounds->setValue(options.rounds);
    m_repeats->setValue(options.repeats);
    m_duration->setValue(options.duration ? int(options.duration->count() / 1000) : 0);
    m_seed->setText(options.seed == 0 ? QString() : QString::number(options.seed));
    m_wantsExactOrder = options.exactOrder;
    showExactOrder();
    m_crash->setValue(options.crash.probability * 100);
    m_crashLine->setValue(options.crash.line);
    m_pause->setValue(options.pause.probability * 100);
    m_pauseLine->setValue(options.pause.line);
    m_pauseLength->setValue(whole(options.pauseLength));
    m_delay->setValue(whole(options.delay));
    m_work->setValue(whole(options.work));
    m_restart->setValue(whole(options.restartAfter));
    m_failover->setValue(whole(options.failoverAfter));
}

RunOptions RunForm::options() const
{
    RunOptions options;
    if (!scenario())
        return options;
    options = RunOptions::of(*scenario());
    for (const auto &[name, value] : form()->settings())
        options.settings[name] = value;
    options.rounds = m_rounds->value();
    options.repeats = m_repeats->value();
    options.duration.reset();
    if (m_duration->value() > 0)
        options.duration = std::chrono::seconds(m_duration->value());
    options.seed = m_seed->text().toULongLong();
    options.exactOrder = m_wantsExactOrder;
    options.crash = {m_crash->value() / 100, m_crashLine->value()};
    options.pause = {m_pause->value() / 100, m_pauseLine->value()};
    options.pauseLength = msOf(m_pauseLength);
    options.delay = msOf(m_delay);
    options.work = msOf(m_work);
    options.restartAfter = msOf(m_restart);
    options.failoverAfter = msOf(m_failover);
    return options;
}

void RunForm::setExactOrderPossible(bool possible)
{
    m_isExactOrderPossible = possible;
    m_exact->setEnabled(possible);
    showExactOrder();
}

// What is wanted stays for the next run where it is possible.
void RunForm::showExactOrder()
{
    const QSignalBlocker isNotEdited(m_exact);
    m_exact->setChecked(m_wantsExactOrder && m_isExactOrderPossible);
}

void RunForm::findFieldProblems()
{
    // With a duration, the number of rounds is not used.
    m_rounds->setEnabled(m_duration->value() == 0);
    const RunOptions set = options();
    bool isNumber = true;
    m_seed->text().toULongLong(&isNumber);
    form()->setProblem(m_seed,
        isNumber || m_seed->text().isEmpty()
            ? QString()
            : tr("A seed is a number up to 18 446 744 073 709 551 615."));
    const bool pauses = m_pause->value() > 0 || m_pauseLine->value() > 0;
    form()->setProblem(m_pauseLength,
        pauses && m_pauseLength->value() == 0 ? tr("Somebody is to pause: say for how long.")
                                              : QString());
    form()->setProblem(m_work,
        std::chrono::milliseconds(m_work->value()) >= set.roundLimit
            ? tr("A round is cut off after %1 s: nothing would ever be finished.")
                  .arg(set.roundLimit.count() / 1000)
            : QString());
}

} // namespace lockstep
