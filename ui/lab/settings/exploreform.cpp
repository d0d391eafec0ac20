// A bound of a kind that the scenario cannot have (a restart with one server) has no field that is
// seen.

#include "ui/lab/settings/exploreform.h"

#include "core/lab/scenario/bounds.h"
#include "ui/lab/settings/fieldgrid.h"
#include "ui/text/errormessage.h"

#include <QEvent>
#include <QLabel>
#include <QSpinBox>

#include <array>

namespace lockstep {

ExploreForm::ExploreForm(const Theme *theme, QWidget *parent)
    : SettingsForm(theme, parent)
{
    connect(this, &SettingsForm::usualWanted, this, [this] {
        fill(ExploreOptions::of(*m_scenario));
        onEdited();
    });
    m_heading = form()->addHeading();
    for (const Bound &each : allBounds)
        addBound(each.value);
    form()->finish();
    nameFields();
    connect(form(), &FieldGrid::parameterEdited, this, &ExploreForm::onEdited);
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
    if (!scenario)
        return;
    fill(options);
    orderTabs();
    findProblems();
}

void ExploreForm::addBound(int Bounds::*bound)
{
    auto *field = new QSpinBox;
    field->setRange(0, Bounds::most);
    field->setAlignment(Qt::AlignRight);
    connect(field, &QSpinBox::valueChanged, this, &ExploreForm::onEdited);
    form()->addField(field);
    m_bounds.emplace_back(bound, field);
}

void ExploreForm::nameFields()
{
    setAccessibleName(tr("Settings of the steps"));
    m_heading->setText(tr("At most"));
    const std::array<std::pair<QString, QString>, 6> words{{
        {tr("Time steps"),
            tr("How often time may jump to the next deadline, of a key or of a client.")},
        {tr("Crashes"), tr("How many clients may crash, between two commands.")},
        {tr("Pauses"), tr("How often a client may stand still for a while.")},
        {tr("Restarts"), tr("How often a server may restart empty.")},
        {tr("Failovers"), tr("How often the replica may take over.")},
        {tr("Lost requests"), tr("How many requests may never arrive.")},
    }};
    for (std::size_t i = 0; i < words.size(); ++i) {
        QSpinBox *field = m_bounds.at(i).second;
        form()->setName(field, words[i].first);
        field->setToolTip(words[i].second);
        field->setSpecialValueText(tr("none"));
    }
}

void ExploreForm::fill(const ExploreOptions &options)
{
    m_filling = true;
    form()->setParameters(m_scenario->parameters, m_language);
    form()->setSettings(options.settings);
    const bool hasSeveral = m_scenario->nodes > 1;
    for (const auto &[bound, field] : m_bounds) {
        const bool cannotBe = (bound == &Bounds::restarts && !hasSeveral)
            || (bound == &Bounds::failovers && !m_scenario->replica)
            || (bound == &Bounds::lostRequests && !hasSeveral
                && m_scenario->bounds.lostRequests == 0);
        form()->setFieldVisible(field, !cannotBe);
        field->setValue(options.bounds.*bound);
    }
    m_filling = false;
}

ExploreOptions ExploreForm::options() const
{
    ExploreOptions options = m_options;
    for (const auto &[name, value] : form()->settings())
        options.settings[name] = value;
    for (const auto &[bound, field] : m_bounds) {
        if (!field->isHidden())
            options.bounds.*bound = field->value();
    }
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
    const auto fits = checkSettings(*m_scenario, options().settings);
    form()->setSettingsProblem(fits ? QString() : foreignWords(fits.error().detail));
    showProblem();
}

void ExploreForm::changeEvent(QEvent *event)
{
    SettingsForm::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    nameFields();
    setScenario(m_scenario, options());
}

} // namespace lockstep
