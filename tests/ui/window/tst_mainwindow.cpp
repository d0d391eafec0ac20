#include "labsample.h"
#include "shopsnapshot.h"
#include "tests/support/patience.h"
#include "tests/support/widgetpicture.h"
#include "ui/connect/environmentlook.h"
#include "ui/lab/page/labbar.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/run/freeruns.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watch/summary/summarytile.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"
#include "ui/window/statusline.h"
#include "ui/window/topbar.h"

#include <QAccessible>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>
#include <QToolButton>

#include <memory>

using namespace lockstep;

class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void summaryCountsWhatTheTablesShow();
    void filterIsReachedAndLeftByKeyboard();
    void aFigureWithABadgeFiltersByIt();
    void halfAScreenShowsStateAndAge_data();
    void halfAScreenShowsStateAndAge();
    void spacePausesInThePageButTypesInTheFilter();
    void aPauseFreezesTheRowsAndKeepsTheJournal();
    void pagesChangeByShortcut();
    void theLabIsBuiltWhenItIsWanted();
    void whatIsOpenedDependsOnThePage();
    void theStatusLineSpeaksOfThePage();
    void everyFocusableWidgetHasAName();
    void tabReachesEveryTable();
    void choosingInOneTableLetsGoOfTheOthers();
    void bannerSaysWhyAndWhenItTriesAgain();
    void missingPermissionsAreNamedAndCanBeClosed();
    void manyMissingPermissionsAreOneLine();
    void emptyTablesSayWhy();
    void emptyTablesSayWhetherThereWereAny();
    void passwordIsNeverShown();
    void theEnvironmentLiesAroundTheWindow_data();
    void theEnvironmentLiesAroundTheWindow();
    void productionIsShownWhateverTheProfileSays();
    void themeChangesWhileItRuns();
    void systemThemeFollowsTheDesktop();
    void systemThemeComesToRest();

private:
    [[nodiscard]] Snapshot later() const;
    [[nodiscard]] ItemTable *locks() const { return m_window->watchPage()->table(Family::Lock); }

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
    Snapshot m_snapshot;
};

void TestMainWindow::init()
{
    m_theme = std::make_unique<Theme>(qApp);
    m_theme->setChoice(Theme::Choice::Light);
    m_window = std::make_unique<MainWindow>(m_theme.get());
    m_window->setServerPage(new QWidget);
    m_window->resize(1280, 800);
    m_snapshot = shop::snapshot(std::chrono::steady_clock::now());
    m_window->setSnapshot(m_snapshot);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestMainWindow::cleanup()
{
    m_window.reset();
    m_theme.reset();
}

// The same but for one lock less.
Snapshot TestMainWindow::later() const
{
    Snapshot snapshot = m_snapshot;
    std::vector<ItemPtr> fewer(m_snapshot.locks->begin() + 1, m_snapshot.locks->end());
    snapshot.locks = std::make_shared<const std::vector<ItemPtr>>(std::move(fewer));
    return snapshot;
}

void TestMainWindow::summaryCountsWhatTheTablesShow()
{
    QStringList said;
    const auto tiles = m_window->findChildren<SummaryTile *>();
    for (const SummaryTile *tile : tiles)
        said << tile->figure() + u'|' + tile->caption() + u'|' + tile->accessibleDescription();
    QVERIFY(said.contains(u"1\u202F284|users online|"_qs));
    QVERIFY(said.contains(u"12|locks held (1 possible) · 3 waiting|1 immortal"_qs));
    QVERIFY(said.contains(u"7|rate limits|2 exhausted"_qs));
    QVERIFY(said.contains(u"2 ms|lag at most · push|"_qs));
    auto *line = m_window->findChild<StatusLine *>();
    QVERIFY(line->text().contains(u"64 items watched"));
    Snapshot unseen = m_snapshot;
    unseen.takenAt += std::chrono::seconds(10);
    unseen.status.unseenSince = m_snapshot.takenAt;
    line->setSnapshot(unseen);
    QVERIFY2(!line->text().contains(u"items watched"), qPrintable(line->text()));
}

void TestMainWindow::filterIsReachedAndLeftByKeyboard()
{
    auto *filter = m_window->findChild<QLineEdit *>();
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    QVERIFY(filter->hasFocus());
    QTest::keyClicks(filter, u"lock:order:*"_qs);
    QCOMPARE(locks()->itemModel()->rowCount(), 5);
    QTest::keyClick(filter, Qt::Key_Return);
    QVERIFY(locks()->hasFocus());
    QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
    QTest::keyClick(filter, Qt::Key_Escape);
    QCOMPARE(locks()->itemModel()->rowCount(), 12);
}

void TestMainWindow::aFigureWithABadgeFiltersByIt()
{
    const auto *filter = m_window->findChild<QLineEdit *>();
    for (SummaryTile *tile : m_window->findChildren<SummaryTile *>()) {
        if (tile->accessibleDescription() == u"1 immortal"_qs)
            QTest::mouseClick(tile, Qt::LeftButton);
    }
    QCOMPARE(filter->text(), u"state:immortal"_qs);
    QCOMPARE(locks()->itemModel()->rowCount(), 1);
    QCOMPARE(lockState(*locks()->itemModel()->item(0), m_snapshot.takenAt), LockState::Immortal);
}

void TestMainWindow::halfAScreenShowsStateAndAge_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("960 × 600") << QSize(960, 600);
    QTest::newRow("half of 1366 × 768") << QSize(683, 728);
}

void TestMainWindow::halfAScreenShowsStateAndAge()
{
    QFETCH(const QSize, size);
    m_window->resize(size);
    QTRY_COMPARE(m_window->size(), size);
    QCoreApplication::processEvents();
    for (const int column : {LocksModel::StateColumn, LocksModel::AgeColumn}) {
        const int right = locks()->columnViewportPosition(column) + locks()->columnWidth(column);
        QVERIFY2(right <= locks()->viewport()->width(), qPrintable(QString::number(right)));
    }
}

void TestMainWindow::spacePausesInThePageButTypesInTheFilter()
{
    locks()->setFocus();
    QTest::keyClick(locks(), Qt::Key_Space);
    QVERIFY(m_window->watchPage()->isPaused());
    QTest::keyClick(locks(), Qt::Key_Space);
    QVERIFY(!m_window->watchPage()->isPaused());
    auto *filter = m_window->findChild<QLineEdit *>();
    filter->setFocus();
    QTest::keyClick(filter, Qt::Key_Space);
    QVERIFY(!m_window->watchPage()->isPaused());
    QCOMPARE(filter->text(), u" "_qs);
}

void TestMainWindow::aPauseFreezesTheRowsAndKeepsTheJournal()
{
    WatchPage *page = m_window->watchPage();
    QSignalSpy journal(page, &WatchPage::journalGrew);
    page->setPaused(true);
    Snapshot snapshot = later();
    snapshot.journal.resize(3);
    m_window->setSnapshot(snapshot);
    snapshot.journal.resize(20'000);
    m_window->setSnapshot(snapshot);
    QCOMPARE(locks()->itemModel()->rowCount(), 12);
    QCOMPARE(journal.size(), 0);
    page->setPaused(false);
    QCOMPARE(locks()->shown(), 11);
    QCOMPARE(journal.size(), 1);
    QCOMPARE(journal.at(0).at(0).value<std::vector<JournalEntry>>().size(), size_t(20'003));
}

void TestMainWindow::pagesChangeByShortcut()
{
    auto *pages = m_window->findChild<QStackedWidget *>();
    QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(m_window->page(), MainWindow::Page::Server);
    QVERIFY(!m_window->findChild<QLineEdit *>()->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(m_window->page(), MainWindow::Page::Lab);
    QVERIFY(m_window->labPage()->bar()->isVisible());
    QVERIFY(!m_window->findChild<QLineEdit *>()->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(pages->currentIndex(), 0);
    QVERIFY(!m_window->labPage()->bar()->isVisible());
}

// The window is there sooner without it; its actions are in the menu all the same.
void TestMainWindow::theLabIsBuiltWhenItIsWanted()
{
    QSignalSpy built(m_window.get(), &MainWindow::labPageBuilt);
    QVERIFY(!m_window->findChild<LabPage *>());
    m_window->showPage(MainWindow::Page::Server);
    auto *menu = m_window->findChild<QMenu *>(QString(), Qt::FindDirectChildrenOnly);
    menu->popup({});
    QCOMPARE(built.size(), 1);
    QCOMPARE(m_window->page(), MainWindow::Page::Server);
    const QList<QAction *> wanted = m_window->labPage()->actions();
    QVERIFY(!wanted.isEmpty());
    for (QAction *each : wanted)
        QVERIFY(menu->actions().contains(each));
    menu->close();
    m_window->showPage(MainWindow::Page::Lab);
    QCOMPARE(built.size(), 1);
    QVERIFY(m_window->labPage()->isVisible());
}

void TestMainWindow::whatIsOpenedDependsOnThePage()
{
    QSignalSpy servers(m_window.get(), &MainWindow::connectionRequested);
    QSignalSpy files(m_window->labPage(), &LabPage::openFileRequested);
    QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
    QCOMPARE(servers.size(), 1);
    m_window->showPage(MainWindow::Page::Lab);
    QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
    QCOMPARE(files.size(), 1);
    QCOMPARE(servers.size(), 1);
}

void TestMainWindow::theStatusLineSpeaksOfThePage()
{
    const auto *status = m_window->findChild<StatusLine *>();
    QVERIFY(status->text().contains(u"keys") && status->text().contains(u"UTC"));
    const int height = status->height();
    m_window->showPage(MainWindow::Page::Lab);
    QCOMPARE(status->text(), QString());
    m_window->setSnapshot(later());
    QCOMPARE(status->text(), QString());
    m_window->labPage()->setScenarios({sample::stockReadThenWrite()});
    m_window->labPage()->freeRuns()->setRun(sample::oversoldRun());
    QCOMPARE(status->text(), m_window->labPage()->statusWords());
    QVERIFY(status->text().contains(u"seed 4711"));
    QTRY_COMPARE(status->height(), height);
    m_window->showPage(MainWindow::Page::Watch);
    QVERIFY(status->text().contains(u"UTC"));
}

void TestMainWindow::everyFocusableWidgetHasAName()
{
    const auto widgets = m_window->findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
            continue;
        const QAccessibleInterface *access = QAccessible::queryAccessibleInterface(widget);
        QVERIFY2(access && !access->text(QAccessible::Name).isEmpty(),
            widget->metaObject()->className());
    }
}

void TestMainWindow::tabReachesEveryTable()
{
    QSet<QWidget *> seen;
    m_window->findChild<QLineEdit *>()->setFocus();
    for (int i = 0; i < 20; ++i) {
        seen << QApplication::focusWidget();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock})
        QVERIFY(seen.contains(m_window->watchPage()->table(family)));
}

void TestMainWindow::choosingInOneTableLetsGoOfTheOthers()
{
    QSignalSpy chosen(m_window->watchPage(), &WatchPage::selectionChosen);
    locks()->selectRow(0);
    ItemTable *counters = m_window->watchPage()->table(Family::Counter);
    counters->selectRow(1);
    QVERIFY(locks()->selectedKeys().isEmpty());
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen.at(1).at(0).value<QList<QByteArray>>(), counters->selectedKeys());
    QCOMPARE(chosen.at(1).at(1).value<Family>(), Family::Counter);
}

void TestMainWindow::bannerSaysWhyAndWhenItTriesAgain()
{
    auto *banner = m_window->findChild<Banner *>();
    QVERIFY(banner->isHidden());
    Snapshot snapshot = later();
    snapshot.status.link = LinkState::Reconnecting;
    snapshot.status.trouble = Error{ErrorCode::ConnectionRefused, {}, false};
    snapshot.status.nextAttempt = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    m_window->setSnapshot(snapshot);
    QVERIFY(banner->isVisible());
    QVERIFY(!banner->text().isEmpty());
    QVERIFY(!banner->findChild<QToolButton *>()->isVisible());
    snapshot.status = m_snapshot.status;
    m_window->setSnapshot(snapshot);
    QVERIFY(banner->isHidden());
}

void TestMainWindow::missingPermissionsAreNamedAndCanBeClosed()
{
    auto *banner = m_window->findChild<Banner *>();
    Snapshot snapshot = later();
    MissingPermission pttl;
    pttl.command = "PTTL";
    pttl.effect = MissingPermission::Effect::NoTtl;
    snapshot.status.missing = {pttl};
    m_window->setSnapshot(snapshot);
    QVERIFY(banner->text().contains(u"PTTL", Qt::CaseInsensitive));
    QTest::mouseClick(banner->findChild<QToolButton *>(), Qt::LeftButton);
    QVERIFY(banner->isHidden());
    m_window->setSnapshot(snapshot);
    QVERIFY(banner->isHidden()); // closed stays closed
}

void TestMainWindow::manyMissingPermissionsAreOneLine()
{
    auto *banner = m_window->findChild<Banner *>(u"trouble"_qs);
    Snapshot snapshot = later();
    for (const char *command : {"PTTL", "HLEN", "LLEN", "ZCARD", "TIME"})
        snapshot.status.missing.push_back(
            {command, MissingPermission::Effect::NoValue, {}, {}, {}});
    m_window->setSnapshot(snapshot);
    QVERIFY2(banner->text().startsWith(u"5 permissions are missing"), qPrintable(banner->text()));
    QVERIFY(!banner->text().contains(u'\n'));
    QVERIFY(banner->findChild<QPushButton *>()->isVisible());
}

void TestMainWindow::emptyTablesSayWhy()
{
    m_window->watchPage()->startOver();
    Snapshot empty;
    empty.status.link = LinkState::Connected;
    empty.status.keysSeen = 2'000;
    empty.status.keysInDatabase = 14'850;
    m_window->setSnapshot(empty);
    QTRY_COMPARE(locks()->accessibleDescription(),
        u"Still searching: 2\u202F000 of 14\u202F850 keys so far."_qs);
    empty.status.prefix = "lock:"; // of these alone it is not known how many there are
    m_window->setSnapshot(empty);
    QTRY_COMPARE(locks()->accessibleDescription(), u"Still searching: 2\u202F000 keys so far."_qs);
    empty.status.firstInventoryDone = true;
    empty.takenAt = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    m_window->setSnapshot(empty);
    QTRY_VERIFY(locks()->accessibleDescription().startsWith(u"No locks seen on this server"));
    MissingPermission scan;
    scan.command = "SCAN";
    scan.effect = MissingPermission::Effect::NoInventory;
    empty.status.missing = {scan};
    m_window->setSnapshot(empty);
    QTRY_VERIFY(locks()->accessibleDescription().contains(u"may not list keys"));
}

void TestMainWindow::emptyTablesSayWhetherThereWereAny()
{
    WatchPage *page = m_window->watchPage();
    Snapshot empty;
    empty.status.link = LinkState::Connected;
    empty.status.firstInventoryDone = true;
    empty.takenAt = Instant::clock::now() + std::chrono::seconds(1);
    const auto words = [page](
                           Family family) { return page->table(family)->accessibleDescription(); };
    m_window->setSnapshot(empty); // the shop was seen before
    QTRY_COMPARE(words(Family::Counter), u"There are no counters at the moment."_qs);
    QTRY_COMPARE(words(Family::Bucket), u"There are no rate limits at the moment."_qs);
    QTRY_VERIFY(words(Family::Lock).startsWith(u"There are no locks at the moment."));
    page->startOver(); // another server
    m_window->setSnapshot(empty);
    QTRY_COMPARE(words(Family::Counter), u"No counters seen on this server."_qs);
    QTRY_COMPARE(words(Family::Bucket), u"No rate limits seen on this server."_qs);
    QTRY_VERIFY(words(Family::Lock).startsWith(u"No locks seen on this server."));
    // Only the journal tells of a lock that was there for less time than between two snapshots.
    Snapshot brief = empty;
    JournalEntry entry;
    entry.kind = JournalEntry::Kind::Unseen;
    brief.journal = {entry};
    m_window->setSnapshot(brief);
    QTRY_VERIFY(words(Family::Lock).startsWith(u"No locks seen on this server."));
    entry.kind = JournalEntry::Kind::Acquired;
    entry.key = "lock:order:7";
    brief.journal = {entry};
    page->setPaused(true);
    m_window->setSnapshot(brief);
    page->setPaused(false);
    QTRY_VERIFY(words(Family::Lock).startsWith(u"There are no locks at the moment."));
    QTRY_COMPARE(words(Family::Bucket), u"No rate limits seen on this server."_qs);
}

void TestMainWindow::passwordIsNeverShown()
{
    Endpoint endpoint;
    endpoint.host = u"redis.example"_qs;
    endpoint.user = "watcher";
    endpoint.password = "s3cr3t";
    m_window->setConnection({}, endpoint);
    const auto widgets = m_window->findChildren<QWidget *>();
    for (const QWidget *widget : widgets) {
        for (const QString &text : {widget->accessibleName(), widget->accessibleDescription(),
                 widget->toolTip(), widget->windowTitle()})
            QVERIFY(!text.contains(u"s3cr3t"));
    }
    QVERIFY(!m_window->windowTitle().contains(u"s3cr3t"));
    QVERIFY(m_window->windowTitle().contains(u"redis.example"));
}

void TestMainWindow::theEnvironmentLiesAroundTheWindow_data()
{
    QTest::addColumn<int>("environment");
    QTest::addColumn<bool>("dark");
    for (const Environment each : allEnvironments) {
        for (const bool dark : {false, true})
            QTest::addRow("%s, %s", qPrintable(environmentName(each)), dark ? "dark" : "light")
                << int(each) << dark;
    }
}

void TestMainWindow::theEnvironmentLiesAroundTheWindow()
{
    QFETCH(int, environment);
    QFETCH(bool, dark);
    m_theme->setChoice(dark ? Theme::Choice::Dark : Theme::Choice::Light);
    m_window->setEnvironment(Environment(environment));
    QCoreApplication::processEvents();
    const QImage image = pictureOf(*m_window, 1);
    const QColor colour = environmentColour(Environment(environment), dark);
    for (const QPoint &at : {QPoint(1, image.height() / 2), QPoint(image.width() - 2, 300),
             QPoint(image.width() / 2, image.height() - 2)})
        QCOMPARE(image.pixelColor(at), colour);
    const auto *frame = m_window->findChild<QWidget *>(u"environment"_qs);
    // From across the room it is the height of the band that counts, and that it is no even area.
    const bool isProduction = Environment(environment) == Environment::Production;
    const QRect band(0, 0, image.width(), frame->contentsMargins().top());
    QCOMPARE(band.height() > 30, isProduction);
    const int even = pixelsNear(image, band, colour, 1) * 100 / (band.width() * band.height());
    QVERIFY2(isProduction ? even > 40 && even < 70 : even > 90, qPrintable(QString::number(even)));
    QCOMPARE(frame->accessibleName(), environmentBanner(Environment(environment)));
    QVERIFY(keptWhereWanted(image, u"environment-%1-%2"_qs.arg(environment).arg(dark)));
    m_window->setEnvironment({}); // a server of which nothing is known
    QCoreApplication::processEvents();
    QCOMPARE(pixelsNear(pictureOf(*m_window, 1), {0, 0, 3, image.height()}, colour), 0);
}

void TestMainWindow::productionIsShownWhateverTheProfileSays()
{
    m_window->setConnection({}, Endpoint(), Permission::Production);
    m_window->setEnvironment(Environment::Development);
    const auto *frame = m_window->findChild<QWidget *>(u"environment"_qs);
    QCOMPARE(frame->accessibleName(), u"PRODUCTION"_qs);
    m_window->setConnection({}, Endpoint(), Permission::ReadOnly);
    QCOMPARE(frame->accessibleName(), u"DEVELOPMENT"_qs);
}

void TestMainWindow::themeChangesWhileItRuns()
{
    const QColor before = m_window->grab().toImage().pixelColor(700, 112);
    m_theme->setChoice(Theme::Choice::Dark);
    QCoreApplication::processEvents();
    const QImage after = m_window->grab().toImage();
    QCOMPARE(before, Colours::light().panel);
    QCOMPARE(after.pixelColor(700, 112), Colours::darkColours().panel);
    QCOMPARE(after.pixelColor(700, 102), Colours::darkColours().ground);
}

void TestMainWindow::systemThemeFollowsTheDesktop()
{
    m_theme->setChoice(Theme::Choice::System);
    const QPalette desktop = qApp->style()->standardPalette();
    const bool dark = desktop.color(QPalette::Window).lightness() < 128;
    QCOMPARE(m_theme->colours().dark, dark);
}

// Setting our palette makes the same events as the desktop's change does: they must not answer each
// other.
void TestMainWindow::systemThemeComesToRest()
{
    struct Counter : QObject
    {
        int changes = 0;
        bool eventFilter(QObject *, QEvent *event) override
        {
            changes += event->type() == QEvent::ApplicationPaletteChange;
            return false;
        }
    } counter;
    m_theme->setChoice(Theme::Choice::System);
    qApp->installEventFilter(&counter);
    m_window->setPalette(m_window->palette()); // anything that makes widgets look at their palette
    qApp->setPalette(QPalette(Qt::black)); // a desktop that turns dark
    for (int i = 0; i < 50; ++i)
        QCoreApplication::processEvents();
    const int settled = counter.changes;
    for (int i = 0; i < 50; ++i)
        QCoreApplication::processEvents();
    QCOMPARE(counter.changes, settled);
    QVERIFY2(settled > 0, "the application's palette change was not seen");
    const QColor window = qApp->palette().color(QPalette::Window);
    QCOMPARE(window, m_theme->colours().ground);
}

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
