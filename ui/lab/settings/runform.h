#pragma once

#include "core/lab/history/run.h"
#include "ui/lab/settings/settingsform.h"

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace lockstep {

// The settings of a free run: the scenario's parameters, the number of rounds, and faults. If a
// value cannot be used, the reason is shown at its field.
class RunForm : public SettingsForm
{
    Q_OBJECT

public:
    explicit RunForm(QWidget *parent = nullptr);

    // scenario: nullptr leaves nothing to set.
    void setScenario(const ScenarioPtr &scenario, const RunOptions &options);
    [[nodiscard]] RunOptions options() const;
    // The exact order needs MONITOR, which is used only on the lab's own servers. Elsewhere it is
    // shown as not on, and options() keeps what was wanted.
    void setExactOrderPossible(bool possible);

private:
    void nameFields() override;
    void fillAgain() override;
    void fillUsual() override;
    void findFieldProblems() override;
    void fill(const RunOptions &options);
    void showExactOrder();
    void makeRounds();
    void makeFaults();
    QDoubleSpinBox *addPercent();

    QLabel *m_roundsHeading, *m_faultsHeading;
    QSpinBox *m_rounds, *m_repeats, *m_duration;
    QLineEdit *m_seed;
    QDoubleSpinBox *m_crash, *m_pause;
    QSpinBox *m_crashLine, *m_pauseLine, *m_pauseLength;
    QSpinBox *m_delay, *m_work;
    QSpinBox *m_restart, *m_failover; // hidden unless the scenario has such servers
    QCheckBox *m_exact;
    bool m_wantsExactOrder = false;
    bool m_isExactOrderPossible = true;
};

} // namespace lockstep
