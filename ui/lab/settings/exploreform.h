#pragma once

#include "core/lab/explore/exploration.h"
#include "ui/lab/settings/settingsform.h"

class QLabel;
class QSpinBox;

namespace lockstep {

// The settings for stepping and exploring: the scenario's parameters, and bounds on time, crashes
// and the like. If a value cannot be used, the reason is shown at its field.
class ExploreForm : public SettingsForm
{
    Q_OBJECT

public:
    explicit ExploreForm(QWidget *parent = nullptr);

    // nullptr leaves nothing to set.
    void setScenario(const ScenarioPtr &scenario, const ExploreOptions &options);
    // Takes over the user's choice of assumptions, whose switches are outside of this form and
    // follow options().
    void setAssumptions(const std::vector<Assumption> &assumptions);
    [[nodiscard]] ExploreOptions options() const;

private:
    void nameFields() override;
    void fillAgain() override;
    void fillUsual() override;
    void fill(const Bounds &bounds);

    ExploreOptions m_options; // as given to setScenario(), with the assumptions of setAssumptions()
    QLabel *m_heading;
    // A hidden field stands for a bound that does not apply.
    std::vector<std::pair<int Bounds::*, QSpinBox *>> m_bounds;
};

} // namespace lockstep
