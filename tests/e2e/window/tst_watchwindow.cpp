// The program's window in this process, offscreen, on real servers.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"
#include "ui/connect/passwordprompt.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/step/steptabs.h"
#include "ui/watch/details/detailsdialog.h"
#include "ui/watch/journal/journalmodel.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/page/watchpage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/factlist.h"

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
    void aPasswordThatIsNoLongerWantedEndsTheQuestion();
    void afterTheQuestionItIsTriedAgainOnRequest();
    void aPasswordThatNobodySetCanBeLeftOut();
    void theQuestionForAPasswordWaitsForAnotherBox();
    void manyMissingPermissionsAreALineAndARule();
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
    // Whose server wants a password that was not given.
    static Source locked(TestServer &server)
    {
        server.run({"CONFIG", "SET", "requirepass", "secret"});
        Source source;
        source.endpoint = server.endpoint();
        return source;
    }
    static void unlock(TestServer &server)
    {
        BlockingClient admin(server.socketPath());
        admin.run({"AUTH", "secret"});
        admin.run({"CONFIG", "SET", "requirepass", ""});
    }
    static bool isConnected(WatchWindow &main)
    {
        return main.window().watchPage()->shownSnapshot().status.link == LinkState::Connected;
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
    Q_EMIT main.window().watchPage()->detailsRequested(page->shownSnapshot().locks->front());
    QVERIFY(main.window().findChild<DetailsDialog *>());
    main.window().watchPage()->setPaused(paused);

    Source other;
    other.endpoint = second.endpoint();
    QVERIFY(main.watch(std::move(other)));
    QVERIFY(page->shownSnapshot().locks->empty());
    QVERIFY(!main.window().findChild<DetailsDialog *>()); // a key may have that name there, too
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
    const auto server = pid_t(source->privateServer->processId());
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
    const auto server = pid_t(shop->privateServer->processId());
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

    page->stepController()->run();
    QTRY_VERIFY_WITH_TIMEOUT(page->stepController()->exploration(), 60'000);
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

void TestWatchWindow::aPasswordThatIsNoLongerWantedEndsTheQuestion()
{
    TestServer server;
    Theme theme(qApp);
    Language language(QStringLiteral("en"));
    WatchWindow main(&theme, &language, {});
    main.window().show();
    QVERIFY(main.watch(locked(server)));
    const auto prompt = [&] { return main.window().findChild<PasswordPrompt *>(); };
    QTRY_VERIFY(prompt());
    unlock(server);
    auto *retry = main.window().findChild<Banner *>(u"trouble"_qs)->findChild<QPushButton *>();
    retry->click();
    QTRY_VERIFY(isConnected(main) && !prompt());
}

void TestWatchWindow::afterTheQuestionItIsTriedAgainOnRequest()
{
    TestServer server;
    Theme theme(qApp);
    Language language(QStringLiteral("en"));
    WatchWindow main(&theme, &language, {});
    main.window().show();
    QVERIFY(main.watch(locked(server)));
    const auto prompt = [&] { return main.window().findChild<PasswordPrompt *>(); };
    QTRY_VERIFY(prompt());
    prompt()->reject();
    QTRY_VERIFY(!prompt());
    const auto *banner = main.window().findChild<Banner *>(u"trouble"_qs);
    auto *retry = banner->findChild<QPushButton *>();
    QVERIFY(retry->isVisible());
    QVERIFY2(banner->text().contains(u"Trying again in"_qs), qPrintable(banner->text()));
    retry->click(); // still locked: it asks once more
    QTRY_VERIFY(prompt());
    prompt()->reject();
    QTRY_VERIFY(!prompt());
    unlock(server);
    retry->click();
    QTRY_VERIFY(isConnected(main));
    QVERIFY(!prompt());
    QVERIFY(banner->isHidden());
}

void TestWatchWindow::aPasswordThatNobodySetCanBeLeftOut()
{
    TestServer server;
    Theme theme(qApp);
    Language language(QStringLiteral("en"));
    WatchWindow main(&theme, &language, {});
    main.window().show();
    Source source;
    source.endpoint = server.endpoint();
    source.endpoint.password = "not wanted";
    QVERIFY(main.watch(std::move(source)));
    const auto prompt = [&] { return main.window().findChild<PasswordPrompt *>(); };
    QTRY_VERIFY(prompt());
    const QString said = main.window().findChild<Banner *>(u"trouble"_qs)->text();
    QVERIFY2(said.contains(u"none is set"_qs), qPrintable(said));
    prompt()->accept(); // nothing was typed
    QTRY_VERIFY(isConnected(main));
}

void TestWatchWindow::theQuestionForAPasswordWaitsForAnotherBox()
{
    TestServer server;
    Theme theme(qApp);
    Language language(QStringLiteral("en"));
    WatchWindow main(&theme, &language, {});
    main.window().show();
    auto *box =
        new QMessageBox(QMessageBox::Warning, {}, u"read me"_qs, QMessageBox::Ok, &main.window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
    QVERIFY(main.watch(locked(server)));
    const auto prompt = [&] { return main.window().findChild<PasswordPrompt *>(); };
    QTRY_VERIFY(main.window().watchPage()->shownSnapshot().status.link == LinkState::Stopped);
    QVERIFY(!prompt());
    box->accept();
    QTRY_VERIFY(prompt());
}

void TestWatchWindow::manyMissingPermissionsAreALineAndARule()
{
    TestServer server;
    server.run({"SET", "page_view", "1"});
    server.run({"ACL", "SETUSER", "weak", "on", ">weak", "%R~*", "-@all", "+scan", "+type", "+ping",
        "+select"});
    Theme theme(qApp);
    Language language(QStringLiteral("en"));
    WatchWindow main(&theme, &language, {});
    main.window().show();
    Source source;
    source.endpoint = server.endpoint();
    source.endpoint.user = "weak";
    source.endpoint.password = "weak";
    QVERIFY(main.watch(std::move(source)));
    const auto status = [&]() -> const WatchStatus & {
        return main.window().watchPage()->shownSnapshot().status;
    };
    auto *banner = main.window().findChild<Banner *>(u"trouble"_qs);
    QTRY_VERIFY(status().missing.size() > 4);
    QTRY_VERIFY2(banner->text().startsWith(QString::number(status().missing.size())),
        qPrintable(banner->text()));
    QVERIFY(!banner->text().contains(u'\n'));
    banner->findChild<QPushButton *>()->click();
    QVERIFY(main.window().page() == MainWindow::Page::Server);
    const auto rules = [&] {
        for (const auto *list : main.window().findChildren<FactList *>()) {
            for (const auto &fact : list->facts()) {
                if (fact.value.startsWith(u"ACL SETUSER weak"_qs))
                    return fact.value;
            }
        }
        return QString();
    };
    // What it may do now shows what else it would need.
    const auto value = [&] {
        const auto &counters = *main.window().watchPage()->shownSnapshot().counters;
        return counters.empty() ? 0 : counters.front()->reading.value.value_or(0);
    };
    for (int round = 2; round < 6; ++round) {
        const QString told = rules();
        if (!told.isEmpty()) {
            const Reply added = server.run(Command(told.toUtf8().split(' ')));
            QVERIFY2(!added.isError(), qPrintable(told + QString::fromUtf8(added.text)));
        }
        server.run({"CLIENT", "KILL", "USER", "weak"});
        server.run({"INCR", "page_view"});
        QTRY_COMPARE(value(), double(round));
    }
    QVERIFY(rules().isEmpty());
    QTRY_COMPARE(status().missing.size(), size_t(0));
    QTRY_COMPARE(status().mode, WatchMode::Push);
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
    QTRY_VERIFY_WITH_TIMEOUT(window.labPage()->stepController()->runs()->shownRun(), 60'000);
    Q_EMIT window.exportRequested(kind);
    answerDialog(window, file);
    QTRY_COMPARE_WITH_TIMEOUT(
        said(window), QStringLiteral("Cannot write %1: %2").arg(file, why), 30'000);
}

QTEST_MAIN(TestWatchWindow)
#include "tst_watchwindow.moc"
