#include "shopsnapshot.h"
#include "tests/support/paintedtext.h"
#include "ui/watch/alerts/alertsmodel.h"
#include "ui/watch/alerts/alertspanel.h"
#include "ui/watch/alerts/alertstable.h"
#include "ui/watch/page/watchpage.h"
#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"
#include "ui/window/rail.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <random>

using namespace lockstep;

// The list of the alerts that fire, and their number in the rail.
class TestAlertsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void rowsAreThoseOfTheSnapshot();
    void aTimeGoesOnWhileNothingIsRead();
    void aTimeThatIsNotKnownIsNotSaid();
    void theSelectedAlertStaysSelected();
    void anyTwoSnapshotsAreMerged();
    void thePanelIsThereWhileAlertsFire();
    void theRailCountsThem();
    void aRowLeadsToItsKey();
    void whatIsLeftOutIsSaid();
    void anotherDayIsReadWhole();
    void theTimeKeepsItsDistanceFromTheEdge();
    void theNameGivesWayToTheKey();
    void theKeyIsWholeInASmallWindow();
    void theToolTipTakesNothingForMarkup();

private:
    static AlertPtr alert(const AlertRulePtr &rule, const QByteArray &key, Instant since)
    {
        auto *alert = new Alert;
        alert->rule = rule;
        alert->key = key;
        alert->since = since;
        return AlertPtr(alert);
    }
    static AlertRulePtr rule(const QString &name)
    {
        AlertRule rule;
        rule.glob = Glob("*");
        rule.name = name;
        return std::make_shared<const AlertRule>(rule);
    }
    static Snapshot of(std::vector<AlertPtr> alerts)
    {
        Snapshot snapshot;
        snapshot.takenAt = Instant::clock::now();
        snapshot.takenAtUtc = std::chrono::system_clock::now();
        snapshot.alerts = std::make_shared<const std::vector<AlertPtr>>(std::move(alerts));
        return snapshot;
    }
    [[nodiscard]] QStringList column(int column) const
    {
        const AlertsModel *model = m_window->watchPage()->findChild<AlertsPanel *>()->model();
        QStringList texts;
        for (int row = 0; row < model->rowCount(); ++row)
            texts << model->index(row, column).data().toString();
        return texts;
    }

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
    Snapshot m_quiet, m_alarmed;
};

void TestAlertsPanel::init()
{
    m_window.reset();
    m_theme = std::make_unique<Theme>(qApp);
    m_window = std::make_unique<MainWindow>(m_theme.get());
    m_window->resize(1280, 720);
    m_quiet = shop::snapshot(Instant::clock::now());
    m_alarmed = shop::withAlerts(m_quiet);
    m_window->setSnapshot(m_quiet);
    m_window->show();
}

void TestAlertsPanel::rowsAreThoseOfTheSnapshot()
{
    m_window->setSnapshot(m_alarmed);
    QCOMPARE(column(AlertsModel::SeverityColumn),
        (QStringList{QStringLiteral("critical"), QStringLiteral("critical"),
            QStringLiteral("warning"), QStringLiteral("info")}));
    QCOMPARE(column(AlertsModel::KeyColumn).first(), QStringLiteral("lock:order:8812"));
    QCOMPARE(column(AlertsModel::NameColumn).first(), QStringLiteral("Order lock held"));
    QVERIFY(
        column(AlertsModel::WhatColumn).first().startsWith(QStringLiteral("held > 30s, now 3")));
    QCOMPARE(column(AlertsModel::WhatColumn).at(1), QStringLiteral("gone"));
}

// A lock that nobody touches is not read again, and so its alert is not published anew.
void TestAlertsPanel::aTimeGoesOnWhileNothingIsRead()
{
    m_window->setSnapshot(m_alarmed);
    const auto held = [this] { return column(AlertsModel::WhatColumn).first(); };
    const QString before = held();
    QTRY_VERIFY(held() != before);
    // While the server is not seen, it is not known whether it is held still.
    Snapshot unseen = m_alarmed;
    unseen.takenAt += std::chrono::seconds(20);
    unseen.status.unseenSince = m_alarmed.takenAt + std::chrono::seconds(2);
    m_window->setSnapshot(unseen);
    QCOMPARE(held(), QStringLiteral("held > 30s, now 36.0 s"));
    QTest::qWait(300);
    QCOMPARE(held(), QStringLiteral("held > 30s, now 36.0 s"));
}

// Its node does not answer, or a recording has a gap: the lock may be free.
void TestAlertsPanel::aTimeThatIsNotKnownIsNotSaid()
{
    auto *unknown = new Alert(*m_alarmed.alerts->front());
    unknown->value.reset();
    m_window->setSnapshot(of({AlertPtr(unknown)}));
    QCOMPARE(column(AlertsModel::WhatColumn), QStringList{QStringLiteral("held > 30s")});
}

void TestAlertsPanel::theSelectedAlertStaysSelected()
{
    m_window->setSnapshot(m_alarmed);
    const auto *panel = m_window->watchPage()->findChild<AlertsPanel *>();
    panel->table()->selectRow(2);
    Snapshot fewer = m_alarmed;
    std::vector<AlertPtr> alerts = *m_alarmed.alerts;
    alerts.erase(alerts.begin());
    fewer.alerts = std::make_shared<const std::vector<AlertPtr>>(alerts);
    m_window->setSnapshot(fewer);
    const QModelIndexList selected = panel->table()->selectionModel()->selectedRows();
    QCOMPARE(selected.size(), 1);
    QCOMPARE(selected.first().row(), 1);
    m_window->setSnapshot(m_alarmed);
    QCOMPARE(panel->table()->selectionModel()->selectedRows().first().row(), 2);
}

void TestAlertsPanel::anyTwoSnapshotsAreMerged()
{
    AlertsModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const AlertRulePtr watched = rule(QStringLiteral("watched"));
    const Instant begin = Instant::clock::now();
    std::minstd_rand random(1);
    for (int round = 0; round < 300; ++round) {
        std::vector<AlertPtr> alerts;
        for (int i = 0; i < 12; ++i) {
            // The same key may have ended and begun anew meanwhile.
            const auto since = begin + std::chrono::milliseconds(int(random() % 2) * 7 + i);
            if (random() % 2)
                alerts.push_back(alert(watched, "key:" + QByteArray::number(i), since));
        }
        std::sort(alerts.begin(), alerts.end(),
            [](const AlertPtr &a, const AlertPtr &b) { return a->since < b->since; });
        const Snapshot snapshot = of(alerts);
        model.setSnapshot(snapshot);
        QCOMPARE(model.rowCount(), int(alerts.size()));
        for (int row = 0; row < model.rowCount(); ++row)
            QVERIFY(&model.alert(row) == alerts[size_t(row)].get());
    }
}

void TestAlertsPanel::thePanelIsThereWhileAlertsFire()
{
    const auto *panel = m_window->watchPage()->findChild<AlertsPanel *>();
    QVERIFY(!panel->isVisible());
    m_window->setSnapshot(m_alarmed);
    QVERIFY(panel->isVisible());
    m_window->setSnapshot(m_quiet);
    QVERIFY(!panel->isVisible());
    m_window->setSnapshot(m_alarmed);
    m_window->watchPage()->startOver();
    QVERIFY(!panel->isVisible());
}

void TestAlertsPanel::theRailCountsThem()
{
    const auto *rail = m_window->findChild<Rail *>();
    const auto nameOfFirst = [rail] {
        for (const auto *button : rail->findChildren<QAbstractButton *>()) {
            if (button->text() == QStringLiteral("Watch"))
                return button->accessibleName();
        }
        return QString();
    };
    QCOMPARE(nameOfFirst(), QStringLiteral("Watch"));
    m_window->setSnapshot(m_alarmed);
    QVERIFY2(nameOfFirst().startsWith(QStringLiteral("Watch, 4")), qPrintable(nameOfFirst()));
    m_window->setSnapshot(m_quiet);
    QCOMPARE(nameOfFirst(), QStringLiteral("Watch"));
}

void TestAlertsPanel::aRowLeadsToItsKey()
{
    m_window->setSnapshot(m_alarmed);
    auto *page = m_window->watchPage();
    QSignalSpy chosen(page, &WatchPage::alertChosen);
    AlertsTable *table = page->findChild<AlertsPanel *>()->table();
    table->setFocus();
    table->setCurrentIndex(page->findChild<AlertsPanel *>()->model()->index(2, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].value<Family>(), Family::Bucket);
    QCOMPARE(chosen[0][1].toByteArray(), QByteArray("rlflx:login:203.0.113.9"));
    QVERIFY(chosen[0][2].toBool());
}

void TestAlertsPanel::whatIsLeftOutIsSaid()
{
    m_window->setSnapshot(m_alarmed);
    const auto *panel = m_window->watchPage()->findChild<AlertsPanel *>();
    QCOMPARE(panel->note(), QStringLiteral("4 firing"));
    m_alarmed.alertsLeftOut = 3;
    m_window->setSnapshot(m_alarmed);
    QCOMPARE(panel->note(), QStringLiteral("4 firing · 3 not told"));
}

void TestAlertsPanel::theTimeKeepsItsDistanceFromTheEdge()
{
    m_window->resize(1280, 1000); // no scroll bar
    m_window->setSnapshot(m_alarmed);
    AlertsTable *table = m_window->watchPage()->findChild<AlertsPanel *>()->table();
    const QImage picture = table->viewport()->grab().toImage();
    const QRect cell = table->visualRect(table->model()->index(0, AlertsModel::SinceColumn));
    QVERIFY(picture.rect().contains(cell));
    const QRgb ground = picture.pixel(cell.topRight());
    int right = cell.right(); // where the text ends
    const auto isEmpty = [&](int x) {
        for (int y = cell.top(); y <= cell.bottom(); ++y) {
            if (picture.pixel(x, y) != ground)
                return false;
        }
        return true;
    };
    while (right > cell.left() && isEmpty(right))
        --right;
    QVERIFY(right > cell.center().x());
    const double distance = sidePadding(QFontMetricsF(table->font()));
    QVERIFY2(cell.right() - right >= distance, QByteArray::number(cell.right() - right));
}

void TestAlertsPanel::theNameGivesWayToTheKey()
{
    auto *named = new Alert(*m_alarmed.alerts->front());
    named->key = "rl:login:10.0.0.7";
    named->name = QStringLiteral("Login");
    m_window->setSnapshot(of({AlertPtr(named)}));
    AlertsTable *table = m_window->watchPage()->findChild<AlertsPanel *>()->table();
    const auto paintedIn = [table](int characters) {
        const QFontMetrics metrics(fixedFont(table->font()));
        table->setColumnWidth(AlertsModel::KeyColumn, metrics.averageCharWidth() * characters);
        return paintedBy(*table);
    };
    QVERIFY(paintedIn(40).contains(QStringLiteral("rl:login:10.0.0.7Login")));
    QVERIFY(paintedIn(22).contains(QStringLiteral("rl:login:10.0.0.7")));
    const QString narrow = paintedIn(14);
    QVERIFY2(narrow.contains(QRegularExpression(QStringLiteral("rl:\\S*…\\S*0\\.7"))),
        qPrintable(narrow));
    QVERIFY2(!narrow.contains(QStringLiteral("Login")), qPrintable(narrow));
}

void TestAlertsPanel::theKeyIsWholeInASmallWindow()
{
    m_window->resize(640, 480);
    auto *alarm = new Alert(*m_alarmed.alerts->front());
    alarm->key = "rl:login:10.0.0.7";
    m_window->setSnapshot(of({AlertPtr(alarm)}));
    QCoreApplication::processEvents(); // everything finds its place
    AlertsTable *table = m_window->watchPage()->findChild<AlertsPanel *>()->table();
    const QString painted = paintedBy(*table);
    QVERIFY2(painted.contains(QStringLiteral("rl:login:10.0.0.7")), qPrintable(painted));
}

void TestAlertsPanel::anotherDayIsReadWhole()
{
    auto *old = new Alert(*m_alarmed.alerts->front());
    old->since -= std::chrono::hours(72);
    old->sinceUtc -= std::chrono::hours(72);
    m_window->setSnapshot(of({AlertPtr(old)}));
    AlertsTable *table = m_window->watchPage()->findChild<AlertsPanel *>()->table();
    const QModelIndex index = table->model()->index(0, AlertsModel::SinceColumn);
    QVERIFY(index.data().toString().contains(QLatin1Char('-')));
    QVERIFY(table->columnWidth(AlertsModel::SinceColumn) >= table->sizeHintForIndex(index).width());
}

void TestAlertsPanel::theToolTipTakesNothingForMarkup()
{
    m_window->setSnapshot(m_alarmed);
    const auto *model = m_window->watchPage()->findChild<AlertsPanel *>()->model();
    const QString tip = model->index(3, 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("&lt;b&gt;views")), qPrintable(tip));
}

QTEST_MAIN(TestAlertsPanel)
#include "tst_alertspanel.moc"
