// Where Tab leads in the dialogs for servers and on the Watch page: to
// everything, in the order in which it is read, and back to where it began.

#include "core/redis/identity/productionservers.h"
#include "shopsnapshot.h"
#include "tests/support/tabring.h"
#include "tests/support/widgetpicture.h"
#include "ui/connect/connectdialog.h"
#include "ui/connect/profiledialog.h"
#include "ui/connect/recentservers.h"
#include "ui/plot/historyplot.h"
#include "ui/watch/alerts/alertspanel.h"
#include "ui/watch/alerts/alertstable.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QLineEdit>
#include <QListWidget>
#include <QSettings>
#include <QTemporaryDir>

#include <memory>

using namespace lockstep;

class TestTabOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tabGoesRoundTheDialogForAnAddress_data();
    void tabGoesRoundTheDialogForAnAddress();
    void tabGoesRoundTheDialogForAProfile();
    void tabGoesThroughTheWatchPage();

private:
    static void addAddresses()
    {
        QTest::addColumn<QString>("address");
        QTest::newRow("plain") << QStringLiteral("redis://host:6379");
        QTest::newRow("TLS") << QStringLiteral("rediss://host:6380");
        QTest::newRow("Sentinels") << QStringLiteral("redis-sentinel://a?master=m");
        QTest::newRow("none") << QStringLiteral("nonsense");
    }
    static void goRound(QWidget &dialog);

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
};

void TestTabOrder::init()
{
    m_settings = std::make_unique<QSettings>(
        m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction())), QSettings::IniFormat);
}

void TestTabOrder::goRound(QWidget &dialog)
{
    dialog.show();
    dialog.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    const QList<QWidget *> ring = tabRing();
    QVERIFY2(ring.size() > 2 && ring.first() == ring.last(), qPrintable(nameOf(ring.last())));
    for (const QWidget *stop : tabStops(dialog))
        QVERIFY2(ring.contains(stop), qPrintable(nameOf(stop)));
    int jumpsBack = 0; // once, from the last one to the first
    for (qsizetype i = 1; i < ring.size(); ++i) {
        if (isReadAfter(*ring.at(i), *ring.at(i - 1)))
            continue;
        ++jumpsBack;
        QVERIFY2(jumpsBack == 1,
            qPrintable(nameOf(ring.at(i - 1)) + QStringLiteral(" → ") + nameOf(ring.at(i))));
    }
    // Shift+Tab goes the same way back.
    for (qsizetype i = ring.size() - 2; i >= 0; --i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab, Qt::ShiftModifier);
        QVERIFY2(QApplication::focusWidget() == ring.at(i), qPrintable(nameOf(ring.at(i))));
    }
}

void TestTabOrder::tabGoesRoundTheDialogForAnAddress_data()
{
    addAddresses();
}

void TestTabOrder::tabGoesRoundTheDialogForAnAddress()
{
    QFETCH(const QString, address);
    RecentServers recent(m_settings.get());
    const ProductionServers production(m_settings.get());
    recent.remember(*Endpoint::fromUri(QStringLiteral("redis://one")));
    recent.remember(*Endpoint::fromUri(QStringLiteral("redis://other")));
    ConnectDialog dialog(&recent, &production);
    auto *list = dialog.findChild<QListWidget *>(QStringLiteral("recent"));
    list->setCurrentRow(0); // which enables the buttons beside it
    dialog.findChild<QLineEdit *>(QStringLiteral("address"))->setText(address);
    goRound(dialog);
}

void TestTabOrder::tabGoesRoundTheDialogForAProfile()
{
    Profile profile;
    profile.name = QStringLiteral("Shop");
    profile.endpoint = *Endpoint::fromUri(QStringLiteral("rediss://host:6380"));
    ProfileDialog dialog(profile, {});
    goRound(dialog);
}

void TestTabOrder::tabGoesThroughTheWatchPage()
{
    Theme theme(qApp);
    MainWindow window(&theme);
    window.resize(1280, 800);
    WatchPage *page = window.watchPage();
    auto *plot = new HistoryPlot(&theme);
    auto *journal = new JournalView(&theme);
    page->setPlot(plot);
    page->setJournal(journal);
    window.setSnapshot(shop::withAlerts(shop::snapshot(Instant::clock::now())));
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTRY_VERIFY(page->problemsTable()->isVisible());
    const QList<QWidget *> ring = tabRing();
    QVERIFY2(ring.first() == ring.last(), qPrintable(nameOf(ring.last())));
    for (const QWidget *stop : tabStops(window))
        QVERIFY2(ring.contains(stop), qPrintable(nameOf(stop)));
    // From one of them on, because the ring begins where the focus was.
    const QList<const QWidget *> wanted{page->table(Family::Counter), page->table(Family::Bucket),
        page->findChild<AlertsTable *>(), page->problemsTable(), page->table(Family::Lock), plot};
    QList<const QWidget *> found;
    const qsizetype begin = ring.indexOf(page->table(Family::Counter));
    for (qsizetype i = 0; i + 1 < ring.size(); ++i) {
        QWidget *stop = ring.at((begin + i) % (ring.size() - 1));
        if (wanted.contains(stop))
            found << stop;
    }
    for (qsizetype i = 0; i < wanted.size(); ++i)
        QVERIFY2(found.value(i) == wanted.at(i), qPrintable(nameOf(wanted.at(i))));
    // The plot moves with the time, but not at its edge.
    plot->setFocus();
    const QColor with = pictureOf(*plot, 1).pixelColor(0, plot->height() / 2);
    page->table(Family::Lock)->setFocus();
    QVERIFY(pictureOf(*plot, 1).pixelColor(0, plot->height() / 2) != with);
}

QTEST_MAIN(TestTabOrder)
#include "tst_taborder.moc"
