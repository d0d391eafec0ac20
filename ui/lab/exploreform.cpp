// Built anew for each scenario, as the knobs of a free run are: which fields there are depends on
// it. A bound of a kind that the scenario cannot have (a restart with one server) has no field.

#include "ui/lab/exploreform.h"

#include "ui/errormessage.h"
#include "ui/lab/knobform.h"

#include <QEvent>
#include <QSpinBox>

namespace lockstep {

ExploreForm::ExploreForm(const Theme *theme, QWidget *parent)
    : FormFrame(theme, parent)
{
    connect(this, &FormFrame::usualWanted, this, [this] {
        fill(usual(*m_scenario));
        onEdited();
    });
    setAccessibleName(tr("Settings of the steps"));
}

ExploreOptions ExploreForm::usual(const Scenario &scenario)
{
    ExploreOptions options;
    options.settings = scenario.defaults();
    options.bounds = scenario.bounds;
    options.assumptions = scenario.assumptions;
    return options;
}

void ExploreForm::setLanguage(const QString &language)
{
    if (language == m_language)
        return;
    m_language = language;
    setScenario(m_scenario, options());
}

void ExploreForm::setScenario(const ScenarioPtr &scenario, const ExploreOptions &options)
{
    m_scenario = scenario;
    m_options = options;
    setUsable(scenario != nullptr);
    form()->clear();
    m_parameters.clear();
    m_bounds.clear();
    if (!scenario)
        return;
    build();
    fill(options);
    findProblems();
}

void ExploreForm::build()
{
    for (const Parameter &parameter : m_scenario->parameters) {
        QSpinBox *field = form()->addParameter(parameter, m_language);
        connect(field, &QSpinBox::valueChanged, this, &ExploreForm::onEdited);
        m_parameters.emplace_back(parameter.name, field);
    }
    form()->addHeading(tr("At most"));
    const auto add = [this](int Bounds::*bound, const QString &name, const QString &words) {
        m_bounds.emplace_back(bound, addBound(name, words));
    };
    add(&Bounds::time, tr("Time steps"),
        tr("How often time may jump to the next deadline, of a key or of a client."));
    add(&Bounds::crashes, tr("Crashes"), tr("How many clients may crash, between two commands."));
    add(&Bounds::pauses, tr("Pauses"), tr("How often a client may stand still for a while."));
    if (m_scenario->nodes > 1)
        add(&Bounds::restarts, tr("Restarts"), tr("How often a server may restart empty."));
    if (m_scenario->replica)
        add(&Bounds::failovers, tr("Failovers"), tr("How often the replica may take over."));
    if (m_scenario->nodes > 1 || m_scenario->bounds.lostRequests > 0)
        add(&Bounds::lostRequests, tr("Lost requests"), tr("How many requests may never arrive."));
    form()->finish();
}

QSpinBox *ExploreForm::addBound(const QString &name, const QString &explanation)
{
    auto *field = new QSpinBox;
    field->setRange(0, Bounds::most);
    field->setAlignment(Qt::AlignRight);
    field->setSpecialValueText(tr("none"));
    field->setToolTip(explanation);
    connect(field, &QSpinBox::valueChanged, this, &ExploreForm::onEdited);
    form()->addField(name, {}, field);
    return field;
}

void ExploreForm::fill(const ExploreOptions &options)
{
    m_filling = true;
    for (const auto &[name, field] : m_parameters) {
        const auto found = options.settings.find(name);
        if (found != options.settings.end())
            field->setValue(
                int(std::clamp<qint64>(found->second, field->minimum(), field->maximum())));
    }
    for (const auto &[bound, field] : m_bounds)
        field->setValue(options.bounds.*bound);
    m_filling = false;
}

ExploreOptions ExploreForm::options() const
{
    ExploreOptions options = m_options;
    for (const auto &[name, field] : m_parameters)
        options.settings[name] = field->value();
    for (const auto &[bound, field] : m_bounds)
        options.bounds.*bound = field->value();
    return options;
}

QString ExploreForm::problem() const
{
    return m_scenario ? form()->problem() : QString();
}

void ExploreForm::onEdited()
{
    if (m_filling)
        return;
    findProblems();
    Q_EMIT edited();
}

void ExploreForm::findProblems()
{
    for (const auto &[name, field] : m_parameters)
        form()->setProblem(field, {});
    const auto fits = checkSettings(*m_scenario, options().settings);
    if (!fits && !m_parameters.empty()) {
        const QString detail = fits.error().detail;
        const auto named = std::find_if(m_parameters.begin(), m_parameters.end(),
            [&](const auto &each) { return detail.contains(QString::fromUtf8(each.first)); });
        form()->setProblem((named == m_parameters.end() ? m_parameters.front() : *named).second,
            foreignWords(detail));
    }
    showProblem();
}

void ExploreForm::changeEvent(QEvent *event)
{
    FormFrame::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    setAccessibleName(tr("Settings of the steps"));
    setScenario(m_scenario, options());
}

} // namespace lockstep
