#pragma once

#include "core/lab/counterexample/violationtrace.h"
#include "core/lab/explore/exploration.h"
#include "core/lab/step/keptruns.h"
#include "core/lab/step/steppedrun.h"
#include "ui/lab/step/labmode.h"
#include "ui/lab/step/scenariooptions.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/widgets/banner.h"

#include <QObject>

#include <map>
#include <set>

namespace lockstep {

class AssumptionSwitches;
class ExploreForm;
class ExploreView;
class StepKeys;
class StepPanel;
class SteppedRuns;
class StepTabs;
class Theme;

// Controls the two modes in which each step is chosen, by the user or by a search. It makes their
// parts, which the page puts in place, and keeps what is set for each scenario.
class StepController : public QObject
{
    Q_OBJECT

public:
    // theme must outlive this. page owns this; the keys for stepping work anywhere on it.
    StepController(const Theme *theme, QWidget *page);

    // language: one of languageCodes(), in which the texts of the scenario's file are shown.
    void setLanguage(const QString &language);
    // key: under which the settings and runs of this scenario are kept. scenario: nullptr if there
    // is nothing to step.
    void setScenario(const QString &key, const ScenarioPtr &scenario, const QString &title);
    void setMode(LabMode mode);
    // Replaces what is set for the current scenario.
    void setOptions(const ExploreOptions &options);
    // Shows a violation of the current scenario as steps. They are taken with options of their own;
    // what is set for the scenario stays.
    void openTraced(const TracedViolation &traced, const QString &from);
    // Gives a fix that replaces its lesson the options that are set for the lesson. lesson, key:
    // the keys of the lesson and of the fix.
    void swapIn(const QString &lesson, const QString &key, const Scenario &fix);

    // What is set for each scenario, and its runs. Restore it before the first scenario is set.
    [[nodiscard]] KeptLab kept() const;
    void restore(const KeptLab &lab);

    void run(); // depending on the mode, steps by chance until a check is violated, or explores
    void stop();
    void undo(); // after what was pressed before
    void redo();
    // In the mode that is shown: whether a run goes on by itself, something is explored, or keys
    // that were pressed wait for the step that is executed.
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] bool showsSteps() const; // whether the tabs with runs are visible
    // The exploration of the current scenario with the current options; nullptr if there is
    // none.
    [[nodiscard]] ExplorationPtr exploration() const;
    // Whether it was explored in this session, with whatever settings.
    [[nodiscard]] bool hasExplored(const QString &key) const
    {
        return m_explorations.contains(key);
    }
    // What is wrong with the settings. While it is not empty, run() does nothing.
    [[nodiscard]] QString problem() const;
    // "step 3 of 8", "run 3". Empty if nothing is shown.
    [[nodiscard]] QString statusWords() const;

    [[nodiscard]] QWidget *column() const { return m_column; }
    [[nodiscard]] StepPanel *panel() const { return m_panel; }
    [[nodiscard]] ExploreForm *form() const { return m_form; }
    [[nodiscard]] SteppedRuns *runs() const { return m_runs; }
    [[nodiscard]] StepTabs *tabs() const { return m_tabs; }
    [[nodiscard]] ExploreView *view() const { return m_view; }

public Q_SLOTS:
    void setProgress(const lockstep::ExploreProgress &progress);
    void setExploration(const lockstep::ExplorationPtr &exploration);
    void setFailure(const lockstep::Error &error); // the exploration could not be done

Q_SIGNALS:
    void exploreRequested(
        const lockstep::ScenarioPtr &scenario, const lockstep::ExploreOptions &options);
    void cancelRequested();
    // The scenario of that key was explored.
    void found(const QString &key, lockstep::CheckOutcome verdict);
    void failed(const lockstep::Error &error);
    void halted(const lockstep::Saying &why);
    void begun(); // something begins that may fail, so an earlier error should be hidden
    void changed(); // what is shown has changed, or what can be done

private:
    void connectParts();
    void apply();
    void explore();
    void showExploration();
    void openUnseen();
    void exploreAgain();
    void openWay(const Trace &trace, const QString &from);
    void showParts();

    QWidget *m_column;
    StepPanel *m_panel;
    ExploreForm *m_form;
    AssumptionSwitches *m_assumptions;
    ExploreView *m_view;
    SteppedRuns *m_runs;
    StepTabs *m_tabs;
    StepKeys *m_keys;
    LabMode m_mode = LabMode::Run;
    QString m_key;
    ScenarioPtr m_scenario;
    QString m_title;
    ScenarioOptions m_options;
    std::map<QString, ExplorationPtr> m_explorations; // of this session, by key
    std::set<QString> m_toExplore; // keys of scenarios that an earlier session had explored
    ExplorationPtr m_unseen; // its counterexample is opened once the user sees it; nullptr if none
    QString m_exploring; // the key of the scenario; empty if nothing is being explored
    bool m_hasWay = false; // whether the steps of a counterexample are shown
};

} // namespace lockstep
