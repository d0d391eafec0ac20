#pragma once

#include "core/lab/explore/exploration.h"

#include <QString>

#include <map>

namespace lockstep {

// With what each scenario is stepped and explored, by the scenario's key: what its file says until
// something else is set.
class ScenarioOptions
{
public:
    // What was set is fitted to the scenario, whose file may have been changed since.
    void addScenario(const QString &key, const Scenario &scenario);
    void set(const QString &key, const ExploreOptions &options) { m_set[key] = options; }
    // A fix was swapped in for its lesson: sets for the fix what is set for the lesson, if anything
    // is. Both keys.
    void swapIn(const QString &lesson, const QString &key, const Scenario &fix);

    // nullptr: nothing was set, and no such scenario was added.
    [[nodiscard]] const ExploreOptions *find(const QString &key) const;
    // Whether they are those of the scenario's file. No, if the scenario was not added.
    [[nodiscard]] bool isUsual(const QString &key) const;
    [[nodiscard]] const std::map<QString, ExploreOptions> &all() const { return m_set; }

private:
    std::map<QString, ExploreOptions> m_set;
    std::map<QString, ExploreOptions> m_usual; // of the scenarios that were added
};

} // namespace lockstep
