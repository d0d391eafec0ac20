#pragma once

#include "core/redis/profiles/profile.h"
#include "core/watch/snapshot/snapshot.h"
#include "ui/connect/permission.h"
#include "ui/lab/page/labslide.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/theme.h"
#include "ui/window/shownrecording.h"

#include <QMainWindow>
#include <QTimer>

#include <optional>

class QActionGroup;
class QMenu;
class QStackedWidget;

namespace lockstep {

class EnvironmentFrame;
class LabPage;
class Rail;
class StatusLine;
class TopBar;
class WatchPage;

// The main window: rail, top bar, banners, pages and status line. It never touches a socket:
// snapshots come in, and what the user wants goes out as signals.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    enum class Page : quint8 { Watch, Lab, Server };
    enum class ExportKind : quint8 { Csv, Json, TraceText, Png, Svg, Pdf };
    Q_ENUM(ExportKind)

    // theme must outlive this.
    explicit MainWindow(Theme *theme, QWidget *parent = nullptr);

    // The part of the Lab page that pictures show; nothing for the whole window.
    [[nodiscard]] std::optional<LabPart> exportedPart() const;
    // Takes ownership. The caller connects the page to snapshotArrived().
    void setServerPage(QWidget *page);
    // Checks an entry of the language menu. language: one of languageCodes(); empty for the
    // system's.
    void setLanguage(const QString &language);
    void showPage(Page page);
    [[nodiscard]] Page page() const;

    // Shows above the page what was done, for some seconds or until it is closed.
    void showNotice(const lockstep::Saying &saying);
    // Says why the rules of the server cannot be used, with a button to read them again; nullptr
    // hides that.
    void setRulesTrouble(const lockstep::Saying &why);
    void setRecording(const ShownRecording &recording);
    // Says why nothing is recorded any more; the user can close it. nullptr hides that.
    void setRecordingTrouble(const lockstep::Saying &why);
    // Shows or hides a banner that says what the demo shop is and leads to a server of the user's.
    void setDemo(bool isDemo);

    // Sets the frame around the window; nothing if the environment is unknown. A server that is
    // marked as production is shown as such in any case.
    void setEnvironment(std::optional<Environment> environment);

    [[nodiscard]] QString filter() const; // of the keys on the Watch page, as it was typed
    void clearFilter();
    [[nodiscard]] WatchPage *watchPage() const;
    // The first call builds the page and emits labPageBuilt(); it is not built at the start, so
    // that the window opens sooner.
    LabPage *labPage();

public Q_SLOTS:
    void setSnapshot(const lockstep::Snapshot &snapshot);
    void setConnection(const QString &name, const lockstep::Endpoint &endpoint,
        lockstep::Permission permission = lockstep::Permission::ReadOnly);

Q_SIGNALS:
    // Emitted for every snapshot, also while the page is paused.
    void snapshotArrived(const lockstep::Snapshot &snapshot);
    void retryRequested(); // the user wants to connect at once
    void connectionRequested(); // the user wants to choose a server
    void windowRequested(); // the user wants to choose a server for another window
    void rulesRequested(); // the user wants to see the rules of this server
    void alertsRequested(); // the user wants to see the alerts
    void rulesToBeRead(); // the user wants them read again, after a mistake in them
    void recordToggled(); // the user wants to begin or to end a recording
    void recordingToBeOpened(); // the user wants to look at a recording
    void demoRequested(); // the user wants to see the demo shop
    void exportRequested(lockstep::MainWindow::ExportKind kind);
    void labPageBuilt(lockstep::LabPage *page); // emitted once, while the page is still empty
    void languageChosen(const QString &language);
    void themeChosen(lockstep::Theme::Choice choice);

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildMenu();
    void buildPageActions();
    void buildWatchActions();
    void showRecordAction();
    void buildExportMenu();
    void buildExportParts();
    void showActions();
    void nameExports();
    void showStatus();
    void buildThemeMenu();
    void buildLanguageMenu();
    void layOut();
    void connectParts();
    void showBanner();
    void sayWhyNothingIsReleased();
    void showDemo();
    void showEnvironment();

    Theme *m_theme;
    QMenu *m_menu, *m_exportMenu;
    Rail *m_rail;
    TopBar *m_bar;
    Banner *m_banner; // says what is wrong
    Banner *m_notice; // says what was done
    Banner *m_rules; // says what is wrong with the rules
    Banner *m_recordingTrouble; // says why the recording has ended
    Banner *m_demo; // says that this is the demo shop
    EnvironmentFrame *m_frame;
    QStackedWidget *m_pages;
    WatchPage *m_watch;
    LabPage *m_lab = nullptr;
    QWidget *m_labPlace; // the place of m_lab in the stack until that is built
    StatusLine *m_status;
    QActionGroup *m_languages = nullptr;
    QList<QAction *> m_pageActions;
    QList<QAction *> m_exportTexts; // CSV, JSON and the trace
    QMenu *m_exportParts = nullptr; // the submenu with the parts of the lab
    std::optional<LabPart> m_exportedPart; // see exportedPart()
    // The entry of the menu before which the lab's actions are inserted.
    QAction *m_afterLabActions = nullptr;
    QAction *m_record = nullptr;
    ShownRecording::Stage m_recordingStage = ShownRecording::Stage::None;
    QString m_language;
    QString m_serverName;
    Endpoint m_endpoint;
    Permission m_permission = Permission::ReadOnly;
    WatchStatus m_lastStatus;
    QTimer m_countdown; // updates the seconds in the banner
    QTimer m_noticeEnd; // hides m_notice
    std::optional<Environment> m_environment; // as set, without regard to the mark of production
    bool m_isDemo = false;
};

} // namespace lockstep
