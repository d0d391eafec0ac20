#pragma once

#include "core/lab/explore/exploration.h"

#include <QString>

#include <map>

namespace lockstep {

// The options with which each scenario is stepped and explored, by the scenario's key. They are
// those of its file until the user sets others.
class ScenarioOptions
{
public:
    // Adapts options that were set earlier to the scenario, because its file may have changed
    // since.
    void addScenario(const QString &key, const Scenario &scenario);
    void set(const QString &key, const ExploreOptions &options) { m_set[key] = options; }
    // Gives a fix that replaces its lesson the options that were set for the lesson, if there are
    // any. lesson, key: the keys of the lesson and of the fix.
    void swapIn(const QString &lesson, const QString &key, const Scenario &fix);

    // nullptr if nothing was set and the scenario was not added.
    [[nodiscard]] const ExploreOptions *find(const QString &key) const;
    // Whether the options are those of the scenario's file. False if the scenario was not added.
    [[nodiscard]] bool isUsual(const QString &key) const;
    [[nodiscard]] const std::map<QString, ExploreOptions> &all() const { return m_set; }

private:
    std::map<QString, ExploreOptions> m_set;
    std::map<QString, ExploreOptions>
        m_usual; // those of the files, for the scenarios that were added
};

} // namespace lockstep
