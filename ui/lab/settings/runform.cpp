// The fields are made once and filled for each scenario (why: see FieldGrid). What was set is kept
// by whoever owns this (values of a run are a RunOptions), so that the form holds no state but what
// it shows. Which fields there are stands in runformfields.cpp.

#include "ui/lab/settings/runform.h"

#include "ui/lab/settings/fieldgrid.h"
#include "ui/text/errormessage.h"

#include <QCheckBox>
#include <QEvent>
#include <QLineEdit>
#include <QSpinBox>

namespace lockstep {

namespace {

std::chrono::milliseconds msOf(const QSpinBox *field)
{
    return std::chrono::milliseconds(field->isHidden() ? 0 : field->value());
}

int whole(std::chrono::milliseconds value)
{
    return int(std::clamp<qint64>(value.count(), 0, std::numeric_limits<int>::max()));
}

} // namespace

RunForm::RunForm(const Theme *theme, QWidget *parent)
    : SettingsForm(theme, parent)
{
    connect(this, &SettingsForm::usualWanted, this, [this] {
        fill(RunOptions::of(*m_scenario));
        onEdited();
    });
    makeRounds();
    makeFaults();
    form()->finish();
    nameFields();
    connect(form(), &FieldGrid::parameterEdited, this, &RunForm::onEdited);
}

void RunForm::setLanguage(const QString &language)
{
    if (language == m_language)
        return;
    m_language = language;
    if (m_scenario)
        setScenario(m_scenario, options());
}

void RunForm::setScenario(const ScenarioPtr &scenario, const RunOptions &options)
{
    m_scenario = scenario;
    setUsable(scenario != nullptr);
    if (!scenario)
        return;
    fill(options);
    orderTabs();
    findProblems();
}

void RunForm::fill(const RunOptions &options)
{
    m_filling = true;
    form()->setParameters(m_scenario->parameters, m_language);
    form()->setSettings(options.settings);
    const auto lines = int(m_scenario->source.count('\n')) + 1;
    m_crashLine->setMaximum(lines);
    m_pauseLine->setMaximum(lines);
    form()->setFieldVisible(m_restart, m_scenario->nodes > 1);
    form()->setFieldVisible(m_failover, m_scenario->replica);
    m_rounds->setValue(options.rounds);
    m_repeats->setValue(options.repeats);
    m_duration->setValue(options.duration ? int(options.duration->count() / 1000) : 0);
    m_seed->setText(options.seed == 0 ? QString() : QString::number(options.seed));
    m_exact->setChecked(options.exactOrder);
    m_crash->setValue(options.crash.probability * 100);
    m_crashLine->setValue(options.crash.line);
    m_pause->setValue(options.pause.probability * 100);
    m_pauseLine->setValue(options.pause.line);
    m_pauseLength->setValue(whole(options.pauseLength));
    m_delay->setValue(whole(options.delay));
    m_work->setValue(whole(options.work));
    m_restart->setValue(whole(options.restartAfter));
    m_failover->setValue(whole(options.failoverAfter));
    m_filling = false;
}

RunOptions RunForm::options() const
{
    RunOptions options;
    if (!m_scenario)
        return options;
    options = RunOptions::of(*m_scenario);
    for (const auto &[name, value] : form()->settings())
        options.settings[name] = value;
    options.rounds = m_rounds->value();
    options.repeats = m_repeats->value();
    options.duration.reset();
    if (m_duration->value() > 0)
        options.duration = std::chrono::seconds(m_duration->value());
    options.seed = m_seed->text().toULongLong();
    options.exactOrder = m_exact->isChecked();
    options.crash = {m_crash->value() / 100, m_crashLine->value()};
    options.pause = {m_pause->value() / 100, m_pauseLine->value()};
    options.pauseLength = msOf(m_pauseLength);
    options.delay = msOf(m_delay);
    options.work = msOf(m_work);
    options.restartAfter = msOf(m_restart);
    options.failoverAfter = msOf(m_failover);
    return options;
}

QString RunForm::problem() const
{
    return m_scenario ? form()->problem() : QString();
}

void RunForm::setExactOrderPossible(bool possible)
{
    m_exact->setEnabled(possible);
}

void RunForm::onEdited()
{
    if (m_filling)
        return;
    findProblems();
    Q_EMIT edited();
}

void RunForm::findProblems()
{
    m_rounds->setEnabled(m_duration->value() == 0); // then the time counts
    const RunOptions set = options();
    const auto fits = checkSettings(*m_scenario, set.settings);
    form()->setSettingsProblem(fits ? QString() : foreignWords(fits.error().detail));
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
    showProblem();
}

void RunForm::changeEvent(QEvent *event)
{
    SettingsForm::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    nameFields();
    if (m_scenario)
        setScenario(m_scenario, options());
}

} // namespace lockstep
