#include "ui/lab/step/scenariooptions.h"

#include "core/lab/explore/fixswap.h"
#include "core/lab/scenario/boundnames.h"

namespace lockstep {

namespace {

ExploreOptions fitted(const ExploreOptions &before, const Scenario &scenario)
{
    ExploreOptions options = ExploreOptions::of(scenario);
    options.settings = scenario.fitted(before.settings, options.settings);
    for (const Bound &each : allBounds)
        options.bounds.*each.value = isPossible(each, scenario) ? before.bounds.*each.value : 0;
    options.assumptions = before.assumptions;
    return options;
}

} // namespace

void ScenarioOptions::addScenario(const QString &key, const Scenario &scenario)
{
    m_usual[key] = ExploreOptions::of(scenario);
    const ExploreOptions *before = find(key);
    m_set[key] = before ? fitted(*before, scenario) : m_usual[key];
}

void ScenarioOptions::swapIn(const QString &lesson, const QString &key, const Scenario &fix)
{
    if (const ExploreOptions *options = find(lesson))
        m_set[key] = explorationOfFix(ExploreOptions(*options), fix);
}

const ExploreOptions *ScenarioOptions::find(const QString &key) const
{
    const auto found = m_set.find(key);
    return found == m_set.end() ? nullptr : &found->second;
}

bool ScenarioOptions::isUsual(const QString &key) const
{
    const auto usual = m_usual.find(key);
    const ExploreOptions *options = find(key);
    return usual != m_usual.end() && options && *options == usual->second;
}

} // namespace lockstep
