#pragma once

#include "core/lab/explore/exploration.h"
#include "ui/lab/settings/settingsform.h"

class QLabel;
class QSpinBox;

namespace lockstep {

class Theme;

// What can be set before stepping and exploring: the scenario's parameters, and how much time,
// crashes and the like there may be. Says at the field why a value cannot be used.
class ExploreForm : public SettingsForm
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit ExploreForm(const Theme *theme, QWidget *parent = nullptr);

    // One of languageCodes(): for the labels that the file brings along.
    void setLanguage(const QString &language);
    // nullptr: nothing to set.
    void setScenario(const ScenarioPtr &scenario, const ExploreOptions &options);
    // The assumptions are those of setScenario().
    [[nodiscard]] ExploreOptions options() const;
    // Why it cannot be stepped like this; empty: it can.
    [[nodiscard]] QString problem() const;

Q_SIGNALS:
    void edited();

protected:
    void changeEvent(QEvent *event) override;

private:
    void addBound(int Bounds::*bound);
    void nameFields();
    void fill(const ExploreOptions &options);
    void onEdited();
    void findProblems();

    ScenarioPtr m_scenario;
    ExploreOptions m_options;
    QString m_language;
    bool m_filling = false;
    QLabel *m_heading;
    std::vector<std::pair<int Bounds::*, QSpinBox *>> m_bounds; // hidden: cannot be had
};

} // namespace lockstep
