#pragma once

#include "core/lab/explore/exploration.h"
#include "ui/lab/settings/settingsform.h"

class QLabel;
class QSpinBox;

namespace lockstep {

// What can be set before stepping and exploring: the scenario's parameters, and how much time,
// crashes and the like there may be. Says at the field why a value cannot be used.
class ExploreForm : public SettingsForm
{
    Q_OBJECT

public:
    explicit ExploreForm(QWidget *parent = nullptr);

    // nullptr: nothing to set.
    void setScenario(const ScenarioPtr &scenario, const ExploreOptions &options);
    // By the user: they have switches of their own, which follow options().
    void setAssumptions(const std::vector<Assumption> &assumptions);
    [[nodiscard]] ExploreOptions options() const;

private:
    void nameFields() override;
    void fillAgain() override;
    void fillUsual() override;
    void fill(const Bounds &bounds);

    ExploreOptions m_options; // that were to be shown
    QLabel *m_heading;
    std::vector<std::pair<int Bounds::*, QSpinBox *>> m_bounds; // hidden: cannot be had
};

} // namespace lockstep
