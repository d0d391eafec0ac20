#pragma once

#include "core/redis/profiles/profile.h"
#include "core/watch/snapshot/snapshot.h"
#include "ui/connect/permission.h"
#include "ui/lab/page/labslide.h"
#include "ui/widgets/theme.h"

#include <QMainWindow>
#include <QTimer>

#include <optional>

class QActionGroup;
class QMenu;
class QStackedWidget;

namespace lockstep {

class Banner;
class EnvironmentFrame;
class LabPage;
class Rail;
class StatusLine;
class TopBar;
class WatchPage;

// Rail, top bar, banner, pages and status line around what a snapshot says. Never touches a socket:
// snapshots come in, wishes go out as signals.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    enum class Page : quint8 { Watch, Lab, Server };
    enum class ExportKind : quint8 { Csv, Json, TraceText, Png, Svg, Pdf };
    Q_ENUM(ExportKind)

    static constexpr QSize smallest{640, 480}; // in device-independent pixels

    // theme: outlives this.
    explicit MainWindow(Theme *theme, QWidget *parent = nullptr);

    // What pictures show while the lab is seen; nothing: the whole window.
    [[nodiscard]] std::optional<LabPart> exportedPart() const;
    // Takes ownership. Wire it to snapshotArrived.
    void setServerPage(QWidget *page);
    // Which entry of the language menu is checked: one of languageCodes(); empty for the system's.
    void setLanguage(const QString &language);
    void showPage(Page page);
    [[nodiscard]] Page page() const;

    // Above the page for some seconds, or until it is closed: what was done. Plain text.
    void showNotice(const QString &text);
    // Why the rules of the server cannot be used, with a button to read them again; empty: they
    // can.
    void setRulesTrouble(const QString &text);
    // While the demo shop is watched: what that is, and the way to a server of the user's.
    void setDemo(bool isDemo);

    // What the server is used for, around all of the window; nothing: that is not known. A server
    // that is marked as production is shown as such whatever is said here.
    void setEnvironment(std::optional<Environment> environment);

    [[nodiscard]] QString filter() const; // of the watch page's keys, as typed
    void clearFilter();
    [[nodiscard]] WatchPage *watchPage() const;
    // Builds it the first time, so that the window is there sooner: see labPageBuilt.
    LabPage *labPage();

public Q_SLOTS:
    void setSnapshot(const lockstep::Snapshot &snapshot);
    void setConnection(const QString &name, const lockstep::Endpoint &endpoint,
        lockstep::Permission permission = lockstep::Permission::ReadOnly);

Q_SIGNALS:
    void snapshotArrived(const lockstep::Snapshot &snapshot); // every one, also while paused
    void retryRequested(); // the user wants to connect at once
    void connectionRequested(); // the user wants to choose a server
    void windowRequested(); // or one for another window
    void rulesRequested(); // the user wants to see the rules of this server
    void alertsRequested(); // or what he wants to be told of
    void rulesToBeRead(); // once more, after a mistake in them
    void demoRequested(); // the user wants to see the demo shop
    void exportRequested(lockstep::MainWindow::ExportKind kind);
    void labPageBuilt(lockstep::LabPage *page); // nothing is in it yet
    void languageChosen(const QString &language);
    void themeChosen(lockstep::Theme::Choice choice);

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildMenu();
    void buildPageActions();
    void buildWatchActions();
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
    void showDemo();
    void showEnvironment();

    Theme *m_theme;
    QMenu *m_menu, *m_exportMenu;
    Rail *m_rail;
    TopBar *m_bar;
    Banner *m_banner; // what is wrong
    Banner *m_notice; // what was done
    Banner *m_rules; // what is wrong with the rules
    Banner *m_demo; // that it is the demo shop
    EnvironmentFrame *m_frame;
    QStackedWidget *m_pages;
    WatchPage *m_watch;
    LabPage *m_lab = nullptr;
    QWidget *m_labPlace; // in the stack, until the page is there
    StatusLine *m_status;
    QActionGroup *m_languages = nullptr;
    QList<QAction *> m_pageActions;
    QList<QAction *> m_exportTexts; // as CSV, as JSON, the trace
    QMenu *m_exportParts = nullptr; // of the lab
    std::optional<LabPart> m_exportedPart; // see exportedPart()
    QAction *m_afterLabActions = nullptr; // in the menu
    QString m_language;
    QString m_serverName;
    Endpoint m_endpoint;
    Permission m_permission = Permission::ReadOnly;
    WatchStatus m_lastStatus;
    QTimer m_countdown; // of the banner
    QTimer m_noticeEnd;
    std::optional<Environment> m_environment; // as it was said
    bool m_isDemo = false;
};

} // namespace lockstep
