// What the watch page looks like, checked for content. With LOCKSTEP_PICTURES=folder the pictures
// are kept.

#include "shopsnapshot.h"
#include "tests/support/widgetpicture.h"
#include "ui/plot/historyplot.h"
#include "ui/watch/alerts/alertspanel.h"
#include "ui/watch/alerts/alertstable.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemdelegate.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/watchtext/itemwording.h"
#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"
#include "ui/window/rail.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTest>
#include <QTranslator>

#include <memory>

using namespace lockstep;

class TestWatchPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStateIsOnThePicture_data();
    void everyStateIsOnThePicture();
    void alertsAreOnThePicture_data();
    void alertsAreOnThePicture();
};

void TestWatchPicture::everyStateIsOnThePicture_data()
{
    QTest::addColumn<Theme::Choice>("choice");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    const QSize usual(1280, 800);
    const QSize low(1280, 720);
    QTest::newRow("light") << Theme::Choice::Light << usual << 1;
    QTest::newRow("dark") << Theme::Choice::Dark << usual << 1;
    QTest::newRow("light-2x") << Theme::Choice::Light << usual << 2;
    QTest::newRow("dark-2x") << Theme::Choice::Dark << usual << 2;
    QTest::newRow("light-720") << Theme::Choice::Light << low << 1;
    QTest::newRow("dark-720") << Theme::Choice::Dark << low << 1;
}

void TestWatchPicture::everyStateIsOnThePicture()
{
    QFETCH(Theme::Choice, choice);
    QFETCH(QSize, size);
    QFETCH(int, scale);
    Theme theme(qApp);
    theme.setChoice(choice);
    MainWindow window(&theme);
    window.setServerPage(new QWidget);
    auto *plot = new HistoryPlot(&theme);
    window.watchPage()->setPlot(plot);
    connect(window.watchPage(), &WatchPage::snapshotShown, plot, &HistoryPlot::setSnapshot);
    connect(window.watchPage(), &WatchPage::selectionChosen, plot,
        [plot](const QList<QByteArray> &keys, Family family) { plot->setSelection(family, keys); });
    auto *journal = new JournalView(&theme);
    window.watchPage()->setJournal(journal);
    connect(window.watchPage(), &WatchPage::journalGrew, journal, &JournalView::append);
    window.setConnection(QStringLiteral("orders-cache"), Endpoint{});
    window.resize(size);
    window.show();
    window.setSnapshot(shop::snapshot(std::chrono::steady_clock::now()));
    ItemTable *locks = window.watchPage()->table(Family::Lock);
    for (int row = 0; row < locks->itemModel()->rowCount(); ++row) {
        if (locks->itemModel()->item(row)->key == "myLock")
            locks->selectRow(row);
    }
    Snapshot now = shop::snapshot(std::chrono::steady_clock::now());
    now.journal.clear();
    window.setSnapshot(now);
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCoreApplication::processEvents();
    const QImage image = pictureOf(window, scale);
    QVERIFY(keptWhereWanted(image, QLatin1String(QTest::currentDataTag())));

    const Colours &colours = theme.colours();
    const auto areaOf = [&](QWidget *widget) {
        return QRect(widget->mapTo(&window, QPoint()) * scale, widget->size() * scale);
    };
    const QRect inLocks = areaOf(locks->viewport());
    QVERIFY(pixelsNear(image, inLocks, colours.holding) > 2000 * scale);
    QVERIFY(pixelsNear(image, inLocks, colours.violation) > 150);
    QVERIFY(pixelsNear(image, inLocks, colours.expiringText) > 40);
    QVERIFY(pixelsNear(image, inLocks, colours.selection) > 2000);
    const QRect inBuckets = areaOf(window.watchPage()->table(Family::Bucket)->viewport());
    QVERIFY(pixelsNear(image, inBuckets, colours.violation) > 800);
    QVERIFY(pixelsNear(image, inBuckets, colours.expiring) > 150);

    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock}) {
        const ItemTable *table = window.watchPage()->table(family);
        const QFontMetricsF metrics(fixedFont(table->font()));
        const double room = table->columnWidth(0) - sidePadding(QFontMetricsF(table->font()))
            - edgePadding(QFontMetricsF(table->font()));
        for (int row = 0; row < table->itemModel()->rowCount(); ++row) {
            const QString key = wording::title(*table->itemModel()->item(row));
            QVERIFY2(metrics.horizontalAdvance(key) <= room + 1, qPrintable(key));
        }
    }
}

void TestWatchPicture::alertsAreOnThePicture_data()
{
    QTest::addColumn<Theme::Choice>("choice");
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("scale");
    for (const auto choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
        for (const char *const language : {"en", "zh_CN"}) {
            for (const int scale : {1, 2})
                QTest::addRow("alerts-%s-%s-%dx", choice == Theme::Choice::Light ? "light" : "dark",
                    language, scale)
                    << choice << QString::fromLatin1(language) << scale;
        }
    }
}

void TestWatchPicture::alertsAreOnThePicture()
{
    QFETCH(Theme::Choice, choice);
    QFETCH(QString, language);
    QFETCH(int, scale);
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/translations/lockstep_%1.qm").arg(language)));
    QCoreApplication::installTranslator(&translator);
    Theme theme(qApp);
    theme.setChoice(choice);
    MainWindow window(&theme);
    window.setServerPage(new QWidget);
    window.watchPage()->setPlot(new HistoryPlot(&theme));
    auto *journal = new JournalView(&theme);
    window.watchPage()->setJournal(journal);
    connect(window.watchPage(), &WatchPage::journalGrew, journal, &JournalView::append);
    window.setConnection(QStringLiteral("orders-cache"), Endpoint{});
    window.resize(1280, 720);
    window.show();
    window.setSnapshot(shop::withAlerts(shop::snapshot(std::chrono::steady_clock::now())));
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCoreApplication::processEvents();
    const QImage image = pictureOf(window, scale);
    QVERIFY(keptWhereWanted(image, QLatin1String(QTest::currentDataTag())));
    QCoreApplication::removeTranslator(&translator);

    const Colours &colours = theme.colours();
    const auto areaOf = [&](QWidget *widget) {
        return QRect(widget->mapTo(&window, QPoint()) * scale, widget->size() * scale);
    };
    const AlertsPanel *panel = window.watchPage()->findChild<AlertsPanel *>();
    QVERIFY(panel->isVisible());
    const QRect inAlerts = areaOf(panel->table()->viewport());
    QVERIFY(pixelsNear(image, inAlerts, colours.violation) > 30 * scale);
    QVERIFY(pixelsNear(image, inAlerts, colours.expiringText) > 20 * scale);
    const QRect inRail = areaOf(window.findChild<Rail *>());
    QVERIFY(pixelsNear(image, inRail, colours.violation) > 30 * scale);
    // Each alert has its row, and the locks keep some.
    QVERIFY(panel->table()->viewport()->height()
        >= 4 * panel->table()->verticalHeader()->defaultSectionSize());
    QVERIFY(window.watchPage()->table(Family::Lock)->viewport()->height() > 60);
}

QTEST_MAIN(TestWatchPicture)
#include "tst_watchpicture.moc"
