// The field of a bound that the scenario cannot use, such as failovers without a replica, is
// hidden.

#include "ui/lab/settings/exploreform.h"

#include "core/lab/scenario/boundnames.h"
#include "ui/lab/settings/fieldgrid.h"

#include <QLabel>
#include <QSpinBox>

#include <array>

namespace lockstep {

ExploreForm::ExploreForm(QWidget *parent)
    : SettingsForm(parent)
    , m_heading(form()->addHeading())
{
    for (const Bound &each : allBounds)
        m_bounds.emplace_back(each.value, addNumber(0, Bounds::most));
    finish();
}

void ExploreForm::setScenario(const ScenarioPtr &scenario, const ExploreOptions &options)
{
    m_options = options;
    if (!beginFilling(scenario, options.settings))
        return;
    fill(options.bounds);
    endFilling();
}

void ExploreForm::fillAgain()
{
    setScenario(scenario(), options());
}

void ExploreForm::fillUsual()
{
    setScenario(scenario(), ExploreOptions::of(*scenario()));
}

void ExploreForm::setAssumptions(const std::vector<Assumption> &assumptions)
{
    m_options.assumptions = assumptions;
    onEdited();
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

void ExploreForm::fill(const Bounds &bounds)
{
    for (std::size_t i = 0; i < allBounds.size(); ++i) {
        const Bound &bound = allBounds[i];
        QSpinBox *field = m_bounds.at(i).second;
        form()->setFieldVisible(field, isPossible(bound, *scenario()));
        field->setValue(bounds.*bound.value);
    }
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

} // namespace lockstep
