// The program's window in this process, offscreen, on real servers.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/support/patience.h"
#include "tests/support/testserver.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steptabs.h"
#include "ui/watch/journal/journalmodel.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/page/watchpage.h"

#include <QApplication>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lockstep;

class TestWatchWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherServerStartsOver_data();
    void anotherServerStartsOver();
    void theShopIsOpenedAgainWhereItsServerEnds();
    void theOfferGoesWithTheShop();
    void anExplorationIsExported();
    void whatCannotBeWrittenIsASentence_data();
    void whatCannotBeWrittenIsASentence();

private:
    // Chooses that file in the dialog that is open.
    static void answerDialog(MainWindow &window, const QString &file)
    {
        auto *dialog = window.findChild<QFileDialog *>();
        QVERIFY(dialog);
        Q_EMIT dialog->fileSelected(file);
        delete dialog;
    }
    static QString said(const MainWindow &window)
    {
        const auto *box = window.findChild<QMessageBox *>();
        return box ? box->text() : QString();
    }
    QTemporaryDir m_folder;
};

void TestWatchWindow::anotherServerStartsOver_data()
{
    QTest::addColumn<bool>("paused");
    QTest::newRow("while it is paused") << true;
    QTest::newRow("while it runs") << false;
}

void TestWatchWindow::anotherServerStartsOver()
{
    QFETCH(bool, paused);
    TestServer first;
    TestServer second;
    first.run({"SET", "lock:first", "token-of-the-first", "PX", "60000"});
    second.run({"SET", "lock:second", "token-of-the-second", "PX", "60000"});
    Theme theme(qApp);
    Language language(QStringLiteral("en"));
    WatchWindow main(&theme, &language, {});
    main.window().show();
    const WatchPage *page = main.window().watchPage();
    const auto *journal = main.window().findChild<JournalView *>();
    const auto shows = [&](const QByteArray &key) {
        const auto &locks = *page->shownSnapshot().locks;
        return locks.size() == 1 && locks.front()->key == key;
    };
    Source source;
    source.endpoint = first.endpoint();
    QVERIFY(main.watch(std::move(source)));
    QTRY_VERIFY(shows("lock:first") && journal->model()->rowCount() == 1);
    main.window().watchPage()->setPaused(paused);

    Source other;
    other.endpoint = second.endpoint();
    QVERIFY(main.watch(std::move(other)));
    QVERIFY(page->shownSnapshot().locks->empty());
    QCOMPARE(journal->model()->rowCount(), 0);
    QTRY_VERIFY(shows("lock:second") && journal->model()->rowCount() == 1);
    QVERIFY(!page->isPaused());
    QCOMPARE(journal->model()->entry(0).key, QByteArray("lock:second"));
}

void TestWatchWindow::theShopIsOpenedAgainWhereItsServerEnds()
{
    Theme theme(qApp);
    Language language(QStringLiteral("en"));
    WatchWindow main(&theme, &language, {});
    main.window().show();
    auto source = Source::open({});
    QVERIFY(source);
    const auto server = pid_t(source->sandbox->processId());
    QVERIFY(main.watch(std::move(*source)));
    const WatchPage *page = main.window().watchPage();
    const auto hasLocks = [page] { return !page->shownSnapshot().locks->empty(); };
    QTRY_VERIFY_WITH_TIMEOUT(hasLocks(), 30'000);
    QVERIFY(!main.window().findChild<QMessageBox *>());
    QCOMPARE(kill(server, SIGKILL), 0);
    QTRY_VERIFY_WITH_TIMEOUT(main.window().findChild<QMessageBox *>(), 30'000);
    auto *box = main.window().findChild<QMessageBox *>();
    QVERIFY(box->text().startsWith(QStringLiteral("The demo shop's private server has ended.")));
    box->defaultButton()->click();
    QVERIFY(page->shownSnapshot().locks->empty());
    QTRY_VERIFY_WITH_TIMEOUT(hasLocks(), 30'000);
    QTRY_VERIFY(!main.window().findChild<QMessageBox *>());
}

// Nobody is asked about a shop that is no longer watched.
void TestWatchWindow::theOfferGoesWithTheShop()
{
    Theme theme(qApp);
    Language language(QStringLiteral("en"));
    WatchWindow main(&theme, &language, {});
    main.window().show();
    auto shop = Source::open({});
    QVERIFY(shop);
    const auto server = pid_t(shop->sandbox->processId());
    QVERIFY(main.watch(std::move(*shop)));
    QCOMPARE(kill(server, SIGKILL), 0);
    QTRY_VERIFY_WITH_TIMEOUT(main.window().findChild<QMessageBox *>(), 30'000);
    const TestServer other;
    Source source;
    source.endpoint = other.endpoint();
    QVERIFY(main.watch(std::move(source)));
    QTRY_VERIFY(!main.window().findChild<QMessageBox *>());
}

void TestWatchWindow::anExplorationIsExported()
{
    Theme theme(qApp);
    Language language(QStringLiteral("en"));
    WatchWindow main(&theme, &language, {});
    MainWindow &window = main.window();
    window.show();
    window.showPage(MainWindow::Page::Lab);
    LabPage *page = window.labPage();
    QVERIFY(page->choose(QStringLiteral("counter-get-set")));
    page->setMode(LabMode::Explore);
    Q_EMIT window.exportRequested(MainWindow::ExportKind::Json);
    QVERIFY(!window.findChild<QFileDialog *>());
    QCOMPARE(said(window),
        QStringLiteral(
            "There is nothing to be exported: it has not been explored with these settings yet."));
    delete window.findChild<QMessageBox *>();

    page->stepping()->run();
    QTRY_VERIFY_WITH_TIMEOUT(page->stepping()->exploration(), 60'000);
    const QString file = m_folder.filePath(QStringLiteral("found.json"));
    Q_EMIT window.exportRequested(MainWindow::ExportKind::Json);
    answerDialog(window, file);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), 30'000);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QJsonObject found = QJsonDocument::fromJson(written.readAll()).object();
    QCOMPARE(found[QStringLiteral("scenario")].toString(), QStringLiteral("counter-get-set"));
    QCOMPARE(found[QStringLiteral("verdict")].toString(), QStringLiteral("violated"));
    QCOMPARE(said(window), QString());
}

void TestWatchWindow::whatCannotBeWrittenIsASentence_data()
{
    QTest::addColumn<MainWindow::ExportKind>("kind");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("why");
    const QString nowhere = QStringLiteral("/nowhere/x.");
    const QString missing = QStringLiteral("No such file or directory");
    using Kind = MainWindow::ExportKind;
    QTest::newRow("steps, no folder") << Kind::Json << nowhere + QStringLiteral("json") << missing;
    QTest::newRow("picture, no folder") << Kind::Png << nowhere + QStringLiteral("png") << missing;
    QTest::newRow("trace, full") << Kind::TraceText << QStringLiteral("/dev/full")
                                 << QStringLiteral("No space left on device");
    QTest::newRow("table, full") << Kind::Csv << QStringLiteral("/dev/full")
                                 << QStringLiteral("No space left on device");
}

void TestWatchWindow::whatCannotBeWrittenIsASentence()
{
    QFETCH(const MainWindow::ExportKind, kind);
    QFETCH(const QString, file);
    QFETCH(const QString, why);
    Theme theme(qApp);
    Language language(QStringLiteral("en"));
    WatchWindow main(&theme, &language, {});
    MainWindow &window = main.window();
    window.show();
    window.showPage(MainWindow::Page::Lab);
    QVERIFY(window.labPage()->choose(QStringLiteral("counter-get-set")));
    window.labPage()->setMode(LabMode::Step);
    QTRY_VERIFY_WITH_TIMEOUT(window.labPage()->stepping()->runs()->shownRun(), 60'000);
    Q_EMIT window.exportRequested(kind);
    answerDialog(window, file);
    QTRY_COMPARE_WITH_TIMEOUT(
        said(window), QStringLiteral("Cannot read or write %1: %2").arg(file, why), 30'000);
}

QTEST_MAIN(TestWatchWindow)
#include "tst_watchwindow.moc"
