#pragma once

#include "ui/lab/scenarios/scenariolistmodel.h"

namespace lockstep {

// Which scenario the Lab page shows, and in which language. It is known by its key, the path of its
// file, never by a pointer: a file of the user's that changes on disk becomes another Scenario, but
// stays the same entry of the list with the same settings.
class ShownScenario
{
public:
    // scenarios must outlive this.
    explicit ShownScenario(const ScenarioListModel *scenarios);

    void setKey(const QString &key);
    // Sets the language in which the texts of files are shown, one of languageCodes().
    void setLanguage(const QString &language);

    [[nodiscard]] QString key() const { return m_key; }
    [[nodiscard]] QString language() const { return m_language; }
    [[nodiscard]] const ScenarioListModel &scenarios() const { return *m_scenarios; }
    // nullptr if there is none, or if it has left the list. Valid until the list changes.
    [[nodiscard]] const ScenarioEntry *entry() const;
    // nullptr also if its file has a mistake.
    [[nodiscard]] ScenarioPtr scenario() const;
    // Its fix in the list; nullptr if it has none.
    [[nodiscard]] const ScenarioEntry *fix() const;
    // The entry whose exercise it is a solution of: its own, or, if it is a copy, its original's.
    // nullptr if there is no exercise.
    [[nodiscard]] const ScenarioEntry *exercise() const;
    // Whether the other scenario has the same text. Each reading of a file makes another Scenario,
    // so pointers cannot be compared.
    [[nodiscard]] bool hasTextOf(const Scenario &other) const;
    [[nodiscard]] QString titleOf(const Scenario &scenario) const;

private:
    const ScenarioListModel *m_scenarios;
    QString m_key;
    QString m_language;
};

} // namespace lockstep
