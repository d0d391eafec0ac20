#pragma once

#include "core/lab/history/run.h"
#include "ui/lab/run/recentruns.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/widgets/banner.h"

#include <QObject>

#include <map>
#include <optional>

class QSplitter;

namespace lockstep {

class Panel;
class RunForm;
class RunPane;
class Theme;

// The mode of the lab in which the clients run freely. It makes the widgets, which the page lays
// out, and keeps the settings and the last run of each scenario.
class FreeRuns : public QObject
{
    Q_OBJECT

public:
    // theme must outlive this. page: owns this, and is the parent of questions to the user.
    FreeRuns(const Theme *theme, QWidget *page);

    // Sets the language in which the texts of files are shown, one of languageCodes().
    void setLanguage(const QString &language);
    // Sets the present scenario. key: identifies its settings and its run. scenario: nullptr if
    // there is none to run, because the file has a mistake. file: its name, for the message about
    // that.
    void setScenario(const QString &key, const ScenarioPtr &scenario, const QString &file);
    // Replaces the settings of the present scenario.
    void setOptions(const RunOptions &options);
    // Applies the settings of the present scenario to its fix. key: that of the fix.
    void swapIn(const QString &key, const Scenario &fix);
    // Sets where the next run goes: to the connected server of that name, or to private servers if
    // empty.
    void setPlace(const QString &server);
    void forgetConsent(); // to be called when the connection changes

    void run(); // asks first if it is a server of the user's
    void compare(bool on); // keeps the present run beside the next ones
    void showRun(); // shows the run of the present scenario, or why there is none
    void goToLine(int line);

    [[nodiscard]] bool isBusy() const { return m_running != nullptr; }
    // Whether the present scenario is the running one, so that its progress is shown.
    [[nodiscard]] bool showsProgress() const { return m_running && m_runningKey == m_key; }
    [[nodiscard]] bool isComparing() const;
    [[nodiscard]] RunPtr shownRun() const; // nullptr if there is none
    [[nodiscard]] int shownRound() const; // counted from 0
    // The last run of the present scenario, unless its file has changed since; nullptr if there is
    // none.
    [[nodiscard]] RunPtr lastRun() const;
    // The violation that the user looks at, as an index in the results of pane()->run(). -1 if
    // there is none, or if the run is of another text than the present scenario.
    [[nodiscard]] int violation() const;
    [[nodiscard]] QString problem() const; // why it cannot run; empty if it can
    // "private server · redis 7.0.15 · round 3 of 10 · seed 7"; empty if nothing was run.
    [[nodiscard]] QString statusWords() const;

    [[nodiscard]] QWidget *panes() const;
    [[nodiscard]] RunForm *form() const { return m_form; }
    [[nodiscard]] RunPane *pane() const { return m_pane; } // the pane of the present run

public Q_SLOTS:
    void setProgress(const lockstep::RunProgress &progress);
    void setRun(const lockstep::RunPtr &run);
    void setFailure(const lockstep::Error &error);

Q_SIGNALS:
    // onConnectedServer: the user has agreed to that.
    void runRequested(const lockstep::ScenarioPtr &scenario, const lockstep::RunOptions &options,
        bool onConnectedServer);
    // The verdict of a run that has ended. key: that of its scenario.
    void found(const QString &key, lockstep::CheckOutcome verdict);
    void halted(const lockstep::Saying &why);
    void begun(); // a run was started, so messages about the last one are outdated
    void ended(); // the run has ended and is shown
    void changed(); // what can be done has changed
    void statusChanged();
    // Where the clients are: their letters by line of the present scenario's file.
    void placesChanged(const std::map<int, QStringList> &places);
    void lineHovered(int line); // 0 if there is no operation under the mouse
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
    RunPane *m_kept, *m_pane; // the left pane, used while comparing, and that of the present run
    QSplitter *m_panes;
    Panel *m_keptPanel;
    QString m_language;
    QString m_key;
    ScenarioPtr m_scenario;
    QString m_file; // the name of the file, if it has a mistake
    std::map<QString, RunOptions> m_options; // by scenario, for this session
    RecentRuns m_recentRuns;
    ScenarioPtr m_running; // nullptr if nothing runs
    QString m_runningKey;
    RunOptions m_runningOptions;
    int m_runningRound = 0;
    QString m_place; // see setPlace()
    // Where the last run of each scenario went; no entry for private servers.
    std::map<QString, QString> m_places;
    struct Consent
    {
        QString server;
        int connections = 0;
    };
    std::optional<Consent> m_consent;
    bool m_following = false; // while the range of one pane is set to that of the other
};

} // namespace lockstep
