// The program's window in this process, offscreen, on real servers.

#include "app/language.h"
#include "app/watchwindow.h"
#include "tests/support/patience.h"
#include "tests/support/testserver.h"
#include "ui/watch/journalmodel.h"
#include "ui/watch/journalview.h"
#include "ui/watch/watchpage.h"

#include <QApplication>
#include <QTest>

using namespace lockstep;

class TestWatchWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherServerStartsOver_data();
    void anotherServerStartsOver();
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

QTEST_MAIN(TestWatchWindow)
#include "tst_watchwindow.moc"
