// The form is built anew for each scenario: which fields there are depends on it, and so do their
// names, limits and units. What was set is kept by whoever owns this (values of a run are a
// RunOptions), so that the form holds no state but what it shows.

#include "ui/lab/knobs.h"

#include "ui/errormessage.h"
#include "ui/lab/knobform.h"
#include "ui/lab/parameterwords.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int mostMs = 600'000;

std::chrono::milliseconds msOf(const QSpinBox *field)
{
    return std::chrono::milliseconds(field ? field->value() : 0);
}

int clamped(std::chrono::milliseconds value)
{
    return int(std::clamp<qint64>(value.count(), 0, mostMs));
}

} // namespace

Knobs::Knobs(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_form(new KnobForm)
    , m_usual(new QPushButton(this))
{
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus); // its fields have it
    const auto applyColours = [theme, scroll] {
        scroll->verticalScrollBar()->setStyleSheet(theme->scrollBarStyleSheet());
    };
    applyColours();
    connect(theme, &Theme::changed, this, applyColours);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    auto *foot = new QHBoxLayout;
    const int unit = fontMetrics().height();
    foot->setContentsMargins(unit * 3 / 4, unit / 3, unit * 3 / 4, unit / 3);
    foot->addStretch(1);
    foot->addWidget(m_usual);
    layout->addLayout(foot);
    m_usual->setText(tr("Usual values"));
    m_usual->setEnabled(false);
    connect(m_usual, &QPushButton::clicked, this, [this] {
        fill(RunOptions::of(*m_scenario));
        onEdited();
    });
    setAccessibleName(tr("Settings of the run"));
}

void Knobs::setLanguage(const QString &language)
{
    if (language == m_language)
        return;
    m_language = language;
    if (m_scenario)
        setScenario(m_scenario, options());
}

void Knobs::setScenario(const ScenarioPtr &scenario, const RunOptions &options)
{
    m_scenario = scenario;
    m_usual->setEnabled(scenario != nullptr);
    m_form->clear();
    m_parameters.clear();
    if (!scenario)
        return;
    build();
    fill(options);
    findProblems();
}

void Knobs::build()
{
    buildParameters();
    buildRounds();
    buildFaults();
    m_form->finish();
    QWidget *before = nullptr;
    const auto fields = m_form->findChildren<QWidget *>(Qt::FindDirectChildrenOnly);
    for (QWidget *field : fields) {
        if (field->focusPolicy() == Qt::NoFocus || field->isHidden())
            continue;
        if (before)
            setTabOrder(before, field);
        before = field;
    }
    if (before)
        setTabOrder(before, m_usual);
}

void Knobs::buildParameters()
{
    for (const Parameter &parameter : m_scenario->parameters) {
        auto *field = new QSpinBox;
        field->setRange(int(std::max<qint64>(parameter.minimum, std::numeric_limits<int>::min())),
            int(std::min<qint64>(parameter.maximum, std::numeric_limits<int>::max())));
        field->setAlignment(Qt::AlignRight);
        if (!parameter.unit.isEmpty())
            field->setSuffix(u' ' + QString::fromUtf8(parameter.unit));
        m_form->addField(parameterLabel(parameter, m_language), parameterRange(parameter), field);
        connect(field, &QSpinBox::valueChanged, this, &Knobs::onEdited);
        m_parameters.emplace_back(parameter.name, field);
    }
}

void Knobs::buildRounds()
{
    m_form->addHeading(tr("Rounds"));
    m_rounds = addNumber(tr("Rounds"), 1, 1'000'000, {});
    m_repeats = addNumber(tr("Repeats"), 1, 1'000'000, {});
    m_duration = addNumber(tr("Or for a time"), 0, 3600, tr(" s"), tr("off"));
    m_seed = new QLineEdit;
    m_seed->setAlignment(Qt::AlignRight);
    m_seed->setPlaceholderText(tr("by chance"));
    m_seed->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{0,20}")), m_seed));
    connect(m_seed, &QLineEdit::textChanged, this, &Knobs::onEdited);
    m_form->addField(tr("Seed"), {}, m_seed);
    m_repeats->setToolTip(tr("How often each client runs its program in a round."));
    m_duration->setToolTip(tr("Rounds go on until then, however many."));
    m_seed->setToolTip(tr("The same seed draws the same faults and delays."));
    m_exact = new QCheckBox(tr("find out"));
    connect(m_exact, &QCheckBox::toggled, this, &Knobs::onEdited);
    m_form->addField(tr("Exact order"), {}, m_exact);
    m_exact->setToolTip(tr("The order in which the server executed the commands, from MONITOR. "
                           "Costs about a quarter of the speed."));
}

void Knobs::buildFaults()
{
    const auto lines = int(m_scenario->source.count('\n')) + 1;
    m_form->addHeading(tr("Faults and network"));
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
    m_form->addField(name, {}, field);
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
    m_form->addField(name, {}, field);
    return field;
}

void Knobs::fill(const RunOptions &options)
{
    m_filling = true;
    for (const auto &[name, field] : m_parameters) {
        const auto found = options.settings.find(name);
        if (found != options.settings.end())
            field->setValue(
                int(std::clamp<qint64>(found->second, field->minimum(), field->maximum())));
    }
    m_rounds->setValue(options.rounds);
    m_repeats->setValue(options.repeats);
    m_duration->setValue(options.duration ? int(options.duration->count() / 1000) : 0);
    m_seed->setText(options.seed == 0 ? QString() : QString::number(options.seed));
    m_exact->setChecked(options.exactOrder);
    m_exact->setEnabled(m_exactPossible);
    m_crash->setValue(options.crash.probability * 100);
    m_crashLine->setValue(options.crash.line);
    m_pause->setValue(options.pause.probability * 100);
    m_pauseLine->setValue(options.pause.line);
    m_pauseLength->setValue(clamped(options.pauseLength));
    m_delay->setValue(clamped(options.delay));
    m_work->setValue(clamped(options.work));
    if (m_restart)
        m_restart->setValue(clamped(options.restartAfter));
    if (m_failover)
        m_failover->setValue(clamped(options.failoverAfter));
    m_filling = false;
}

RunOptions Knobs::options() const
{
    RunOptions options;
    if (!m_scenario)
        return options;
    options = RunOptions::of(*m_scenario);
    for (const auto &[name, field] : m_parameters)
        options.settings[name] = field->value();
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

QString Knobs::problem() const
{
    return m_scenario ? m_form->problem() : QString();
}

void Knobs::setExactOrderPossible(bool possible)
{
    m_exactPossible = possible;
    if (m_scenario)
        m_exact->setEnabled(possible);
}

void Knobs::onEdited()
{
    if (m_filling)
        return;
    findProblems();
    Q_EMIT edited();
}

void Knobs::findProblems()
{
    for (const auto &[name, field] : m_parameters)
        m_form->setProblem(field, {});
    m_rounds->setEnabled(m_duration->value() == 0); // then the time counts
    const RunOptions set = options();
    if (const auto fits = checkSettings(*m_scenario, set.settings); !fits)
        m_form->setProblem(fieldFor(fits.error().detail), foreignWords(fits.error().detail));
    bool isNumber = true;
    m_seed->text().toULongLong(&isNumber);
    m_form->setProblem(m_seed,
        isNumber || m_seed->text().isEmpty()
            ? QString()
            : tr("A seed is a number up to 18 446 744 073 709 551 615."));
    const bool pauses = m_pause->value() > 0 || m_pauseLine->value() > 0;
    m_form->setProblem(m_pauseLength,
        pauses && m_pauseLength->value() == 0 ? tr("Somebody is to pause: say for how long.")
                                              : QString());
    m_form->setProblem(m_work,
        std::chrono::milliseconds(m_work->value()) >= set.roundLimit
            ? tr("A round is cut off after %1 s: nothing would ever be finished.")
                  .arg(set.roundLimit.count() / 1000)
            : QString());
}

QWidget *Knobs::fieldFor(const QString &detail) const
{
    QWidget *found = m_parameters.empty() ? m_rounds : m_parameters.front().second;
    qsizetype place = -1;
    for (const auto &[name, field] : m_parameters) {
        const qsizetype at = detail.indexOf(QString::fromUtf8(name));
        if (at >= 0 && (place < 0 || at < place)) {
            place = at;
            found = field;
        }
    }
    return found;
}

void Knobs::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    m_usual->setText(tr("Usual values"));
    setAccessibleName(tr("Settings of the run"));
    if (m_scenario)
        setScenario(m_scenario, options());
}

} // namespace lockstep
