// There is no menu bar, because three pages would not fill it. Every command is an action of the
// one menu at the bottom of the rail (F10), which shows its shortcut; those that are used all the
// time are in the top bar as well. Actions belong to the window, so that their shortcuts work
// before the menu was ever opened.
//
// Space pauses only while the focus is inside the Watch page: elsewhere buttons need it, and the
// filter.

#include "ui/window/mainwindow.h"

#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/text/errormessage.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/watchtext/statussentence.h"
#include "ui/watchtext/takeoverwords.h"
#include "ui/window/environmentframe.h"
#include "ui/window/rail.h"
#include "ui/window/statusline.h"
#include "ui/window/topbar.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockstep {

MainWindow::MainWindow(Theme *theme, QWidget *parent)
    : QMainWindow(parent)
    , m_theme(theme)
    , m_menu(new QMenu(this))
    , m_exportMenu(new QMenu(this))
    , m_rail(new Rail(theme, m_menu, this))
    , m_bar(new TopBar(theme, m_exportMenu, this))
    , m_banner(new Banner(theme, this))
    , m_notice(new Banner(theme, this))
    , m_rules(new Banner(theme, this))
    , m_recordingTrouble(new Banner(theme, this))
    , m_demo(new Banner(theme, this))
    , m_frame(new EnvironmentFrame(theme, this))
    , m_pages(new QStackedWidget(this))
    , m_watch(new WatchPage(theme, this))
    , m_labPlace(new QWidget(this))
    , m_status(new StatusLine(theme, this))
{
    layOut();
    connectParts();
    buildMenu();
    setWindowTitle(QStringLiteral("Lockstep"));
    setMinimumSize(WatchPage::smallestWindow);
    resize(fontMetrics().averageCharWidth() * 180, fontMetrics().height() * 50);
    m_watch->table(Family::Lock)->setFocus();
}

void MainWindow::layOut()
{
    m_pages->addWidget(m_watch);
    m_pages->addWidget(m_labPlace);
    m_rail->addPage(QStringLiteral("watch"), tr("Watch"), QStringLiteral("Ctrl+1"));
    m_rail->addPage(QStringLiteral("lab"), tr("Lab"), QStringLiteral("Ctrl+2"));
    auto *column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_banner);
    column->addWidget(m_notice);
    column->addWidget(m_rules);
    column->addWidget(m_recordingTrouble);
    column->addWidget(m_demo);
    m_banner->setObjectName(QStringLiteral("trouble"));
    m_notice->setObjectName(QStringLiteral("notice"));
    m_rules->setObjectName(QStringLiteral("rulesTrouble"));
    m_rules->setAction(tr("Read again"));
    m_recordingTrouble->setObjectName(QStringLiteral("recordingTrouble"));
    m_demo->setObjectName(QStringLiteral("demo"));
    column->addWidget(m_pages, 1);
    column->addWidget(m_status);
    auto *layout = new QHBoxLayout(m_frame);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addLayout(column, 1);
    setCentralWidget(m_frame);
}

void MainWindow::connectParts()
{
    connect(m_rail, &Rail::pageChosen, this, [this](int page) { showPage(Page(page)); });
    connect(m_bar, &TopBar::connectionClicked, this, &MainWindow::connectionRequested);
    connect(m_bar, &TopBar::filterEdited, m_watch, &WatchPage::setFilter);
    connect(m_bar, &TopBar::filterEdited, this, &MainWindow::nameExports);
    connect(m_bar, &TopBar::filterLeft, this, [this] { m_watch->focusedTable()->setFocus(); });
    connect(m_bar, &TopBar::recordClicked, this, &MainWindow::recordToggled);
    connect(m_bar, &TopBar::pauseToggled, m_watch, &WatchPage::setPaused);
    connect(m_watch, &WatchPage::filterRequested, this, [this](const QString &text) {
        m_bar->setFilter(m_bar->filter() == text ? QString() : text);
    });
    connect(m_watch, &WatchPage::pausedChanged, m_bar, &TopBar::setPaused);
    connect(m_watch, &WatchPage::releaseRefused, this, &MainWindow::sayWhyNothingIsReleased);
    // Builds the page, whose actions are in the menu.
    connect(m_menu, &QMenu::aboutToShow, this, &MainWindow::labPage);
    m_countdown.setInterval(1000);
    connect(&m_countdown, &QTimer::timeout, this, &MainWindow::showBanner);
    m_noticeEnd.setSingleShot(true);
    m_noticeEnd.setInterval(std::chrono::seconds(15));
    connect(&m_noticeEnd, &QTimer::timeout, m_notice, [this] { m_notice->setText({}, true); });
    connect(m_banner, &Banner::actionTriggered, this, [this] {
        if (m_lastStatus.link == LinkState::Stopped)
            Q_EMIT retryRequested();
        else
            showPage(Page::Server);
    });
    connect(m_rules, &Banner::actionTriggered, this, &MainWindow::rulesToBeRead);
    connect(m_demo, &Banner::actionTriggered, this, &MainWindow::connectionRequested);
}

void MainWindow::setServerPage(QWidget *page)
{
    m_pages->addWidget(page);
    m_rail->addPage(QStringLiteral("server"), tr("Server"), QStringLiteral("Ctrl+3"));
    m_pageActions.at(int(Page::Server))->setVisible(true);
    m_pageActions.at(int(Page::Server))->setEnabled(true);
}

void MainWindow::showPage(Page page)
{
    if (int(page) >= m_pages->count())
        return;
    if (page == Page::Lab)
        labPage();
    else if (m_lab)
        m_lab->bar()->action(LabBar::Action::Present)->setChecked(false);
    m_pages->setCurrentIndex(int(page));
    m_rail->setCurrentPage(int(page));
    showActions();
    showStatus();
    showBanner();
}

void MainWindow::showStatus()
{
    if (page() == Page::Lab)
        m_status->showWords(m_lab->statusWords());
    else
        m_status->showWatching();
}

void MainWindow::showActions()
{
    const Page shown = page();
    m_bar->setActions(shown == Page::Watch ? TopBar::Actions::Watch
            : shown == Page::Lab           ? TopBar::Actions::Lab
                                           : TopBar::Actions::None);
    if (m_lab)
        m_lab->bar()->setOnPage(shown == Page::Lab);
    nameExports();
}

MainWindow::Page MainWindow::page() const
{
    return Page(m_pages->currentIndex());
}

void MainWindow::clearFilter()
{
    m_bar->setFilter({});
}

QString MainWindow::filter() const
{
    return m_bar->filter();
}

WatchPage *MainWindow::watchPage() const
{
    return m_watch;
}

LabPage *MainWindow::labPage()
{
    if (m_lab)
        return m_lab;
    m_lab = new LabPage(m_theme, this);
    m_pages->insertWidget(int(Page::Lab), m_lab);
    delete m_labPlace;
    m_bar->setLabBar(m_lab->bar());
    m_menu->insertActions(m_afterLabActions, m_lab->actions());
    connect(m_lab, &LabPage::statusChanged, this, &MainWindow::showStatus);
    connect(m_lab, &LabPage::modeChanged, this, &MainWindow::nameExports);
    connect(m_lab, &LabPage::presentingChanged, this, [this](bool on) {
        for (QWidget *each : {static_cast<QWidget *>(m_rail), static_cast<QWidget *>(m_bar),
                 static_cast<QWidget *>(m_status)})
            each->setHidden(on);
    });
    m_lab->setServer(m_serverName, m_permission);
    showActions();
    Q_EMIT labPageBuilt(m_lab);
    return m_lab;
}

void MainWindow::setConnection(const QString &name, const Endpoint &endpoint, Permission permission)
{
    m_endpoint = endpoint;
    m_endpoint.password.clear(); // not needed in the window
    m_serverName = name.isEmpty() ? endpoint.display() : name;
    m_permission = permission;
    m_bar->setConnection(m_serverName, m_endpoint, permission);
    m_watch->setReleaseAllowed(permission == Permission::MayRelease);
    if (m_lab)
        m_lab->setServer(m_serverName, permission);
    QString title = m_serverName;
    if (endpoint.database > 0)
        title += QStringLiteral(" db %1").arg(endpoint.database);
    if (permission == Permission::Production)
        title.prepend(tr("PRODUCTION") + QStringLiteral(" · "));
    setWindowTitle(title + QStringLiteral(" — Lockstep"));
    showEnvironment();
}

void MainWindow::setEnvironment(std::optional<Environment> environment)
{
    m_environment = environment;
    showEnvironment();
}

void MainWindow::showEnvironment()
{
    m_frame->setEnvironment(m_permission == Permission::Production
            ? std::optional(Environment::Production)
            : m_environment);
}

void MainWindow::setSnapshot(const Snapshot &snapshot)
{
    m_watch->setSnapshot(snapshot);
    m_status->setSnapshot(snapshot);
    m_bar->setStatus(snapshot.status);
    const auto &alerts = *snapshot.alerts;
    m_rail->setAlerts(int(Page::Watch), int(alerts.size()),
        alerts.empty() ? Severity::Info : alerts.front()->rule->severity);
    const bool changed = snapshot.status.link != m_lastStatus.link
        || snapshot.status.trouble != m_lastStatus.trouble
        || snapshot.status.nextAttempt != m_lastStatus.nextAttempt
        || snapshot.status.missing != m_lastStatus.missing;
    m_lastStatus = snapshot.status;
    if (changed)
        showBanner();
    Q_EMIT snapshotArrived(snapshot);
}

void MainWindow::showBanner()
{
    const bool troubled = m_lastStatus.link == LinkState::Reconnecting
        || m_lastStatus.link == LinkState::Stopped || m_lastStatus.trouble.has_value();
    const bool isCounted = m_lastStatus.nextAttempt && m_lastStatus.link != LinkState::Connected;
    if (isCounted)
        m_countdown.start();
    else
        m_countdown.stop();
    if (troubled) {
        m_banner->setAction(m_lastStatus.link == LinkState::Stopped ? tr("Retry") : QString());
        m_banner->setText(
            linkSentence(m_lastStatus, m_endpoint.display()), false, Banner::Tone::Error);
        return;
    }
    const auto &missing = m_lastStatus.missing;
    const bool isList = missing.size() > 1;
    m_banner->setAction(isList && page() != Page::Server ? tr("Show") : QString());
    m_banner->setText(isList  ? missingPermissionsSentence(missing)
            : missing.empty() ? QString()
                              : missingPermissionSentence(missing.front()),
        true);
}

void MainWindow::showNotice(const Saying &saying)
{
    m_notice->setText({}, true); // so that the same text is shown again, even if it was closed
    m_notice->setSaying(saying, true);
    m_noticeEnd.start();
}

void MainWindow::sayWhyNothingIsReleased()
{
    const QString server = m_endpoint.display();
    if (m_permission == Permission::Production)
        return showNotice([server] { return productionSentence(server); });
    showNotice([server] {
        return tr("Nothing was released: %1 is connected read-only. Releasing locks is allowed "
                  "where you connect to it.")
            .arg(foreignWords(server));
    });
}

void MainWindow::setRulesTrouble(const Saying &why)
{
    m_rules->setSaying(why, false, Banner::Tone::Error);
}

void MainWindow::setRecording(const ShownRecording &recording)
{
    m_recordingStage = recording.stage;
    m_bar->setRecording(recording);
    showRecordAction();
}

void MainWindow::setRecordingTrouble(const Saying &why)
{
    m_recordingTrouble->setText({}, true); // so that the same text is shown again
    m_recordingTrouble->setSaying(why, true, Banner::Tone::Error);
}

void MainWindow::setDemo(bool isDemo)
{
    m_isDemo = isDemo;
    showDemo();
}

void MainWindow::showDemo()
{
    m_demo->setAction(tr("Connect to a server…"));
    m_demo->setText(m_isDemo ? tr("This is a demo: a small shop on a private Redis server that "
                                  "Lockstep has started and that ends with it. Nothing here is "
                                  "yours.")
                             : QString(),
        true);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    m_rail->setPageTitle(int(Page::Watch), tr("Watch"));
    m_rail->setPageTitle(int(Page::Lab), tr("Lab"));
    if (m_pages->count() > int(Page::Server))
        m_rail->setPageTitle(int(Page::Server), tr("Server"));
    buildMenu();
    showBanner();
    showDemo();
    m_rules->setAction(tr("Read again"));
}

} // namespace lockstep
