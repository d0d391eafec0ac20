#pragma once

#include "core/lab/history/run.h"
#include "ui/lab/run/recentruns.h"
#include "ui/lab/words/verdictwords.h"

#include <QObject>

#include <map>
#include <optional>

class QSplitter;

namespace lockstep {

class Panel;
class RunForm;
class RunPane;
class Theme;

// The mode of the lab in which the clients run freely. Makes its parts, which the page puts in
// place, and keeps what is set and what was run last for each scenario.
class FreeRuns : public QObject
{
    Q_OBJECT

public:
    // theme: outlives this. page: over which the user is asked; owns this.
    FreeRuns(const Theme *theme, QWidget *page);

    // language: one of languageCodes(), in which the texts of files are shown.
    void setLanguage(const QString &language);
    // key: by which its settings and its run are kept. scenario: nullptr: there is none to run, for
    // the file of that name has a mistake.
    void setScenario(const QString &key, const ScenarioPtr &scenario, const QString &file);
    // Replaces what is set for the present scenario.
    void setOptions(const RunOptions &options);
    // A fix was swapped in: sets for it what is set for the present scenario. key: the fix's.
    void swapIn(const QString &key, const Scenario &fix);
    // Where the next run goes to: the connected server of that name; empty: private servers.
    void setPlace(const QString &server);
    void forgetConsent(); // it may be another server by now

    void run(); // asks before it goes to a server that is not the lab's
    void compare(bool on); // the present run stays beside the next ones
    void showRun(); // of the present scenario, or why there is none
    void goToLine(int line);

    [[nodiscard]] bool isBusy() const { return m_running != nullptr; }
    // Whether the present scenario is the one that runs, so that its progress is shown.
    [[nodiscard]] bool showsProgress() const { return m_running && m_runningKey == m_key; }
    [[nodiscard]] bool isComparing() const;
    [[nodiscard]] RunPtr shownRun() const; // nullptr: none
    [[nodiscard]] int shownRound() const; // from 0
    // The last run of the present scenario, if its file has not changed since; nullptr: none.
    [[nodiscard]] RunPtr lastRun() const;
    // The violation that is looked at, of a run whose lines are those of the present scenario: its
    // place among the results of pane()->run(); -1: there is none.
    [[nodiscard]] int violation() const;
    [[nodiscard]] QString problem() const; // why it cannot run; empty: it can
    // "private server · redis 7.0.15 · round 3 of 10 · seed 7"; empty: nothing was run.
    [[nodiscard]] QString statusWords() const;

    [[nodiscard]] QWidget *panes() const;
    [[nodiscard]] RunForm *form() const { return m_form; }
    [[nodiscard]] RunPane *pane() const { return m_pane; } // of the present run

public Q_SLOTS:
    void setProgress(const lockstep::RunProgress &progress);
    void setRun(const lockstep::RunPtr &run);
    void setFailure(const lockstep::Error &error);

Q_SIGNALS:
    // onConnectedServer: the user has said yes to that.
    void runRequested(const lockstep::ScenarioPtr &scenario, const lockstep::RunOptions &options,
        bool onConnectedServer);
    // The verdict of a run that is over, of the scenario of that key.
    void found(const QString &key, lockstep::CheckOutcome verdict);
    void halted(const QString &why);
    void begun(); // what was said of the last time is over
    void ended(); // and is shown
    void changed(); // what can be done
    void statusChanged();
    // Where each client is, by line of the present scenario's file.
    void placesChanged(const std::map<int, QStringList> &places);
    void lineHovered(int line); // 0: none
    void lineChosen(int line);

private:
    Panel *makePanel(const Theme *theme, RunPane *pane);
    void connectPane(RunPane *pane);
    void start();
    void end();
    void keepOptions();
    void alignPanes();
    void followRange(const RunPane *zoomed, Moment from, Moment until);
    [[nodiscard]] bool isOfThisProgram(const RunPane *pane) const;
    [[nodiscard]] QString titleOf(const Scenario &scenario) const;

    QWidget *m_page;
    RunForm *m_form;
    RunPane *m_kept, *m_pane; // the left one while comparing, and the present one
    QSplitter *m_panes;
    Panel *m_keptPanel;
    QString m_language;
    QString m_key;
    ScenarioPtr m_scenario;
    QString m_file; // of the present key, where it has a mistake
    std::map<QString, RunOptions> m_options; // by scenario, for this session
    RecentRuns m_recentRuns;
    ScenarioPtr m_running; // nullptr: nothing runs
    QString m_runningKey;
    RunOptions m_runningOptions;
    int m_runningRound = 0;
    QString m_place; // see setPlace()
    std::map<QString, QString> m_places; // by scenario: of its last run; none: private servers
    struct Consent
    {
        QString server;
        int connections = 0;
    };
    std::optional<Consent> m_consent;
    bool m_following = false; // one pane's range follows the other's
};

} // namespace lockstep
