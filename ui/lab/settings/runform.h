#pragma once

#include "core/lab/history/run.h"
#include "ui/lab/settings/settingsform.h"

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace lockstep {

class Theme;

// Everything that can be set before a run: the scenario's parameters, how many rounds, which
// faults. Says at the field why a value cannot be used.
class RunForm : public SettingsForm
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit RunForm(const Theme *theme, QWidget *parent = nullptr);

    // One of languageCodes(): for the labels that the file brings along.
    void setLanguage(const QString &language);
    // scenario: nullptr: nothing to set.
    void setScenario(const ScenarioPtr &scenario, const RunOptions &options);
    [[nodiscard]] ScenarioPtr scenario() const { return m_scenario; }
    [[nodiscard]] RunOptions options() const;
    // Why there cannot be a run like this; empty: there can.
    [[nodiscard]] QString problem() const;
    // MONITOR is used on the lab's own servers only.
    void setExactOrderPossible(bool possible);

Q_SIGNALS:
    void edited();

protected:
    void changeEvent(QEvent *event) override;

private:
    // runformfields.cpp
    void makeRounds();
    void makeFaults();
    void nameFields();
    QSpinBox *addNumber(int least, int most);
    QDoubleSpinBox *addPercent();

    void fill(const RunOptions &options);
    void onEdited();
    void findProblems();

    ScenarioPtr m_scenario;
    QString m_language;
    bool m_filling = false;

    QLabel *m_roundsHeading, *m_faultsHeading;
    QSpinBox *m_rounds, *m_repeats, *m_duration;
    QLineEdit *m_seed;
    QDoubleSpinBox *m_crash, *m_pause;
    QSpinBox *m_crashLine, *m_pauseLine, *m_pauseLength;
    QSpinBox *m_delay, *m_work;
    QSpinBox *m_restart, *m_failover; // hidden: no such servers
    QCheckBox *m_exact;
};

} // namespace lockstep
