// The Watch page in a small window with all that it can show: no part covers another, each table
// has a row, and the status line cuts no word. With LOCKSTEP_PICTURES=folder the pictures are kept.

#include "shopsnapshot.h"
#include "tests/support/paintedtext.h"
#include "tests/support/patience.h"
#include "tests/support/widgetpicture.h"
#include "ui/plot/historyplot.h"
#include "ui/replay/replaywindow.h"
#include "ui/text/languages.h"
#include "ui/watch/alerts/alertspanel.h"
#include "ui/watch/alerts/alertstable.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"
#include "ui/window/statusline.h"
#include "ui/window/topbar.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>
#include <QTextDocumentFragment>
#include <QTranslator>

#include <memory>

using namespace lockstep;

namespace {

QString described(const QWidget &widget)
{
    const QRect at = widget.geometry();
    return QStringLiteral("%1 “%2” at %3,%4 %5 × %6")
        .arg(QLatin1String(widget.metaObject()->className()), widget.accessibleName())
        .arg(at.x())
        .arg(at.y())
        .arg(at.width())
        .arg(at.height());
}

// Which visible widgets with the same parent cover each other, and which stick out of it. A scroll
// area arranges its own parts, and a ring around what has the focus covers it.
void findOverlaps(const QWidget &parent, QStringList &found)
{
    if (qobject_cast<const QAbstractScrollArea *>(&parent)
        || qobject_cast<const QLineEdit *>(&parent) || qobject_cast<const HistoryPlot *>(&parent))
        return;
    QList<const QWidget *> children;
    for (const QObject *child : parent.children()) {
        const auto *widget = qobject_cast<const QWidget *>(child);
        if (widget && widget->isVisible() && !widget->isHidden() && !widget->isWindow()
            && !widget->testAttribute(Qt::WA_TransparentForMouseEvents))
            children << widget;
    }
    for (qsizetype i = 0; i < children.size(); ++i) {
        if (!parent.rect().contains(children[i]->geometry()))
            found << described(*children[i]) + QStringLiteral(" sticks out of ")
                    + described(parent);
        for (qsizetype j = i + 1; j < children.size(); ++j) {
            if (children[i]->geometry().intersects(children[j]->geometry()))
                found << described(*children[i]) + QStringLiteral(" and ")
                        + described(*children[j]);
        }
        findOverlaps(*children[i], found);
    }
}

} // namespace

class TestSmallWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void noPartCoversAnother_data();
    void noPartCoversAnother();
    void eachTableHasAWholeRowInProduction_data();
    void eachTableHasAWholeRowInProduction();
    void theAddressKeepsItsPort();
    void theAddressIsWholeInProduction();
    void aRecordingFitsTheSmallestWindow_data();
    void aRecordingFitsTheSmallestWindow();
    void theStatusLineCutsNoWord_data();
    void theStatusLineCutsNoWord();

private:
    static void addLanguages();
    void open(const QString &language, QSize size);

    QTranslator m_translator;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
    JournalView *m_journal = nullptr;
    HistoryPlot *m_plot = nullptr;
    Snapshot m_snapshot;
};

void TestSmallWindow::init()
{
    m_theme = std::make_unique<Theme>(qApp);
    m_theme->setChoice(Theme::Choice::Light);
}

void TestSmallWindow::cleanup()
{
    m_window.reset();
    m_theme.reset();
    QCoreApplication::removeTranslator(&m_translator);
    QLocale::setDefault(QLocale(QStringLiteral("en")));
}

void TestSmallWindow::addLanguages()
{
    QTest::addColumn<QString>("language");
    for (const QString &language : languageCodes())
        QTest::newRow(qPrintable(language)) << language;
}

// With everything that it has: alerts, problems, a plot of a lock, and a journal.
void TestSmallWindow::open(const QString &language, QSize size)
{
    QVERIFY(m_translator.load(QStringLiteral(":/translations/lockstep_%1.qm").arg(language)));
    QCoreApplication::installTranslator(&m_translator);
    QLocale::setDefault(QLocale(language));
    m_window = std::make_unique<MainWindow>(m_theme.get());
    m_window->setServerPage(new QWidget);
    WatchPage *page = m_window->watchPage();
    m_plot = new HistoryPlot(m_theme.get());
    page->setPlot(m_plot);
    connect(page, &WatchPage::snapshotShown, m_plot, &HistoryPlot::setSnapshot);
    connect(page, &WatchPage::selectionChosen, m_plot,
        [this](
            const QList<QByteArray> &keys, Family family) { m_plot->setSelection(family, keys); });
    m_journal = new JournalView(m_theme.get());
    page->setJournal(m_journal);
    connect(page, &WatchPage::journalGrew, m_journal, &JournalView::append);
    m_window->setConnection(QStringLiteral("orders-cache"), Endpoint{});
    m_window->resize(size);
    m_window->show();
    m_snapshot = shop::snapshot(std::chrono::steady_clock::now());
    m_window->setSnapshot(shop::withAlerts(m_snapshot));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_COMPARE(m_window->size(), size);
}

void TestSmallWindow::noPartCoversAnother_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("hasBanners");
    for (const QString &language : languageCodes()) {
        for (const QSize size : {QSize(640, 480), QSize(640, 720), QSize(800, 500), QSize(960, 600),
                 QSize(1280, 500), QSize(1280, 720)}) {
            for (const bool hasBanners : {false, true})
                QTest::addRow("%s-%dx%d%s", qPrintable(language), size.width(), size.height(),
                    hasBanners ? "-banners" : "")
                    << language << size << hasBanners;
        }
    }
}

void TestSmallWindow::noPartCoversAnother()
{
    QFETCH(const QString, language);
    QFETCH(const QSize, size);
    QFETCH(const bool, hasBanners);
    open(language, size);
    WatchPage *page = m_window->watchPage();
    if (hasBanners) {
        m_window->setEnvironment(Environment::Production);
        m_window->setDemo(true);
        m_window->setRulesTrouble(
            [] { return QStringLiteral("The rules of this server are not used."); });
    }
    page->table(Family::Lock)->selectRow(0);
    QTRY_VERIFY(page->findChild<AlertsPanel *>()->isVisible());
    QTRY_VERIFY(page->problemsTable()->isVisible());
    QStringList found;
    const auto areApart = [&] {
        found.clear();
        findOverlaps(*m_window, found);
        return found.isEmpty();
    };
    (void)QTest::qWaitFor(areApart);
    QVERIFY(keptWhereWanted(pictureOf(*m_window, 2), QLatin1String(QTest::currentDataTag())));
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    if (hasBanners)
        return;
    for (const QTableView *table : page->findChildren<QTableView *>()) {
        if (!table->isVisible() || table->model()->rowCount() == 0)
            continue;
        QVERIFY2(table->viewport()->height() >= table->verticalHeader()->defaultSectionSize(),
            qPrintable(described(*table)));
        if (qobject_cast<const ItemTable *>(table)) // no column is cut at the edge
            QVERIFY2(table->horizontalScrollBar()->maximum() == 0, qPrintable(described(*table)));
    }
}

void TestSmallWindow::eachTableHasAWholeRowInProduction_data()
{
    addLanguages();
}

void TestSmallWindow::eachTableHasAWholeRowInProduction()
{
    QFETCH(const QString, language);
    open(language, WatchPage::smallestWindow);
    m_window->setEnvironment(Environment::Production);
    const WatchPage *page = m_window->watchPage();
    QTRY_VERIFY(page->findChild<AlertsPanel *>()->isVisible());
    QTRY_VERIFY(page->problemsTable()->isVisible());
    QStringList found;
    const auto areWhole = [this, page, &found] {
        found.clear();
        findOverlaps(*m_window, found);
        for (const QTableView *table : page->findChildren<QTableView *>()) {
            if (table->isVisible()
                && table->viewport()->height() < table->verticalHeader()->defaultSectionSize())
                found << described(*table);
        }
        return found.isEmpty();
    };
    (void)QTest::qWaitFor(areWhole);
    QVERIFY(keptWhereWanted(pictureOf(*m_window, 1), QLatin1String(QTest::currentDataTag())));
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

// Two servers of one machine differ in the port alone.
void TestSmallWindow::theAddressKeepsItsPort()
{
    open(QStringLiteral("en"), {640, 480});
    m_window->setConnection(QStringLiteral("redis://127.0.0.1:26379"), Endpoint{});
    auto *bar = m_window->findChild<TopBar *>();
    QVERIFY(bar);
    const QString painted = paintedBy(*bar);
    QVERIFY2(painted.contains(QStringLiteral(":26379")), qPrintable(painted));
}

void TestSmallWindow::theAddressIsWholeInProduction()
{
    open(QStringLiteral("en"), WatchPage::smallestWindow);
    m_window->setConnection(
        QStringLiteral("redis://127.0.0.1:26379"), Endpoint{}, Permission::Production);
    m_window->setEnvironment(Environment::Production);
    auto *bar = m_window->findChild<TopBar *>();
    QTRY_VERIFY2(
        paintedBy(*bar).contains(QStringLiteral("127.0.0.1:26379")), qPrintable(paintedBy(*bar)));
    m_window->resize(1280, 720);
    QTRY_VERIFY2(paintedBy(*bar).contains(QStringLiteral("redis://127.0.0.1:26379")),
        qPrintable(paintedBy(*bar)));
}

void TestSmallWindow::aRecordingFitsTheSmallestWindow_data()
{
    addLanguages();
}

// With a long name, and all that it can say above its page.
void TestSmallWindow::aRecordingFitsTheSmallestWindow()
{
    QFETCH(const QString, language);
    QVERIFY(m_translator.load(QStringLiteral(":/translations/lockstep_%1.qm").arg(language)));
    QCoreApplication::installTranslator(&m_translator);
    ReplayWindow window(QString(80, u'x') + QStringLiteral(".lockstep"), m_theme.get());
    RecordedTimes times;
    times.from = 0;
    times.to = 3'600'000;
    window.setTimes(times);
    window.setTrouble(QStringLiteral("A trouble. ").repeated(20));
    window.setNotice(QStringLiteral("A notice. ").repeated(20));
    window.resize(WatchPage::smallestWindow);
    window.show();
    window.showMoment(shop::withAlerts(shop::snapshot(std::chrono::steady_clock::now())), {}, false,
        QStringLiteral("A note. ").repeated(20));
    QTRY_VERIFY(window.page()->problemsTable()->isVisible());
    for (int i = 0; i < 5; ++i) // layouts answer one another by events
        QCoreApplication::processEvents();
    QVERIFY(keptWhereWanted(pictureOf(window, 1), QLatin1String(QTest::currentDataTag())));
    QCOMPARE(window.size(), WatchPage::smallestWindow);
}

void TestSmallWindow::theStatusLineCutsNoWord_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("width");
    for (const QString &language : languageCodes()) {
        for (const int width : {640, 700, 800, 960, 1280, 1920})
            QTest::addRow("%s-%d", qPrintable(language), width) << language << width;
    }
}

// What it has no room for is in its tool tip.
void TestSmallWindow::theStatusLineCutsNoWord()
{
    QFETCH(const QString, language);
    QFETCH(const int, width);
    open(language, QSize(width, 600));
    Snapshot later = m_snapshot;
    later.takenAt += std::chrono::minutes(1);
    later.status.mode = WatchMode::Notifications;
    later.status.firstInventoryDone = false;
    later.status.keysSeen = 123'456;
    later.status.keysInDatabase = 1'234'567;
    later.status.expiryLagWorst = Milliseconds(1'234);
    m_window->setSnapshot(later);
    auto *line = m_window->findChild<StatusLine *>();
    QStringList left;
    const auto isWhole = [&] {
        left = line->text().split(u'\n');
        for (const QLabel *label : line->findChildren<QLabel *>()) {
            if (!label->isVisible() || label->text().isEmpty())
                continue;
            if (label->width() < label->sizeHint().width())
                return false;
            left.removeOne(label->text());
        }
        return true;
    };
    QTRY_VERIFY2(isWhole(), qPrintable(line->text()));
    QCOMPARE(line->text().split(u'\n').size(), 5);
    QVERIFY(left.size() < 4); // not all is left out
    const QString toolTip = QTextDocumentFragment::fromHtml(line->toolTip()).toPlainText();
    for (const QString &part : std::as_const(left))
        QVERIFY2(toolTip.contains(part), qPrintable(part));
    if (width >= 1920)
        QVERIFY2(left.isEmpty(), qPrintable(left.join(u'\n')));
}

QTEST_MAIN(TestSmallWindow)
#include "tst_smallwindow.moc"
