#include "ui/lab/scenarios/shownscenario.h"

#include "ui/lab/words/parameterwords.h"

namespace lockstep {

ShownScenario::ShownScenario(const ScenarioListModel *scenarios)
    : m_scenarios(scenarios)
{
}

void ShownScenario::setKey(const QString &key)
{
    m_key = key;
}

void ShownScenario::setLanguage(const QString &language)
{
    m_language = language;
}

const ScenarioEntry *ShownScenario::entry() const
{
    return m_scenarios->entry(m_key);
}

ScenarioPtr ShownScenario::scenario() const
{
    const ScenarioEntry *shown = entry();
    return shown ? shown->scenario : nullptr;
}

const ScenarioEntry *ShownScenario::fix() const
{
    const ScenarioPtr shown = scenario();
    const ScenarioEntry *fix = shown ? m_scenarios->byId(shown->fix) : nullptr;
    return fix && fix->scenario ? fix : nullptr;
}

// The checks of the original count, not those of the copy.
const ScenarioEntry *ShownScenario::exercise() const
{
    const ScenarioEntry *shown = entry();
    if (!shown || !shown->scenario)
        return nullptr;
    if (shown->scenario->exercise && shown->scenario->copyOf.isEmpty())
        return shown;
    const ScenarioEntry *original = m_scenarios->byId(shown->scenario->copyOf);
    return original && original->scenario && original->scenario->exercise ? original : nullptr;
}

bool ShownScenario::hasTextOf(const Scenario &other) const
{
    const ScenarioPtr shown = scenario();
    return shown && shown->source == other.source;
}

QString ShownScenario::titleOf(const Scenario &scenario) const
{
    return scenarioTitle(scenario, m_language);
}

} // namespace lockstep
