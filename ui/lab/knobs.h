#pragma once

#include "core/lab/run.h"
#include "ui/lab/formframe.h"

class QAbstractSpinBox;
class QCheckBox;
class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;

namespace lockstep {

class Theme;

// Everything that can be set before a run: the scenario's parameters, how many rounds, which
// faults. Says at the field why a value cannot be used.
class Knobs : public FormFrame
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit Knobs(const Theme *theme, QWidget *parent = nullptr);

    // "en", "zh_CN": of the labels that the file brings along.
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
    void build();
    void buildParameters();
    void buildRounds();
    void buildFaults();
    QSpinBox *addNumber(const QString &name, int least, int most, const QString &unit,
        const QString &wordForLeast = {});
    QDoubleSpinBox *addPercent(const QString &name);
    void fill(const RunOptions &options);
    void onEdited();
    void findProblems();
    [[nodiscard]] QWidget *fieldFor(const QString &detail) const;

    ScenarioPtr m_scenario;
    QString m_language;
    bool m_exactPossible = true;
    bool m_filling = false;

    std::vector<std::pair<QByteArray, QSpinBox *>> m_parameters;
    QSpinBox *m_rounds = nullptr, *m_repeats = nullptr, *m_duration = nullptr;
    QLineEdit *m_seed = nullptr;
    QDoubleSpinBox *m_crash = nullptr, *m_pause = nullptr;
    QSpinBox *m_crashLine = nullptr, *m_pauseLine = nullptr, *m_pauseLength = nullptr;
    QSpinBox *m_delay = nullptr, *m_work = nullptr;
    QSpinBox *m_restart = nullptr, *m_failover = nullptr; // nullptr: no such servers
    QCheckBox *m_exact = nullptr;
};

} // namespace lockstep
