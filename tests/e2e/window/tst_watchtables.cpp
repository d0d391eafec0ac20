// What an operator does with the tables of the Watch page while a real server's keys change under
// the hands.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"
#include "ui/plot/historycanvas.h"
#include "ui/watch/details/detailsdialog.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/problems/problemsmodel.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/barbutton.h"
#include "ui/widgets/panel.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <random>

using namespace lockstep;

namespace {

// A field of a lock of Redisson's: its form alone says what the key is.
const QByteArray redisson = "285475da-8a77-4c34-b8f9-52a5d1a6d1e9:52";

} // namespace

class TestWatchTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void keysActOnTheLockThatWasClickedOrOnNone();
    void aLockThatIsFreeForAMomentKeepsItsRow();
    void noRowMovesUnderThePointer();
    void whatIsFreeComesLast();
    void aNewProblemIsSaidWhileThePointerRests();
    void aPointerOverTheCountersKeepsNoProblemAway();
    void noRowMovesWhileOneIsSelectedByKeyboard();
    void numbersInKeysSortAsNumbers();
    void theDetailsOfALongKeyStopNothing();
    void wordsFilterByWhatAKeyIs();
    void whatIsDisconnectedStandsStill();
    void whatIsNotSeenIsNotDrawnAsSeen();
    void aSilentServerRaisesNoProblem();
    void problemsAreListedWorstFirst();
    void whatTheUserArrangedComesBack();
    void detailsTellHowALockHasBeenUsed();
    void keysOfOneShapeBecomeOneRow();
    void pinsAreRememberedForTheServer();
    void whatAHolderHoldsIsFiltered();
    void noFrameShowsAKeyTwice();
    void detailsListWhatTheHolderHolds();
    void detailsFindTheHoldersConnection();

private:
    void hold(const QByteArray &key, const QByteArray &token, int ms)
    {
        m_server->run({"SET", key, token, "PX", QByteArray::number(ms)});
    }
    [[nodiscard]] ItemTable *locks() const
    {
        return m_main->window().watchPage()->table(Family::Lock);
    }
    [[nodiscard]] ItemModel *model() const { return locks()->itemModel(); }
    [[nodiscard]] QByteArrayList keys() const
    {
        QByteArrayList keys;
        for (int row = 0; row < model()->rowCount(); ++row)
            keys << model()->item(row)->key;
        return keys;
    }
    [[nodiscard]] bool isLive(const QByteArray &key) const
    {
        const auto &items = *m_main->window().watchPage()->shownSnapshot().locks;
        return std::any_of(
            items.begin(), items.end(), [&key](const ItemPtr &item) { return item->key == key; });
    }
    [[nodiscard]] QByteArray tokenOf(const QByteArray &key) const
    {
        for (const ItemPtr &item : *m_main->window().watchPage()->shownSnapshot().locks) {
            if (item->key == key && item->reading.holder)
                return item->reading.holder->token;
        }
        return {};
    }
    [[nodiscard]] QRect rectOf(const QByteArray &key) const
    {
        return locks()->visualRect(model()->index(int(keys().indexOf(key)), 0));
    }
    void click(const QByteArray &key)
    {
        QTest::mouseClick(
            locks()->viewport(), Qt::LeftButton, Qt::NoModifier, rectOf(key).center());
    }
    void point(bool atTheRows)
    {
        const QPoint at = rectOf(keys().first()).center();
        if (atTheRows) {
            QEnterEvent enter(at, at, at);
            QCoreApplication::sendEvent(locks()->viewport(), &enter);
        } else {
            QEvent leave(QEvent::Leave);
            QCoreApplication::sendEvent(locks()->viewport(), &leave);
        }
    }

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Language> m_language;
    std::unique_ptr<WatchWindow> m_main;
};

void TestWatchTables::init()
{
    m_server = std::make_unique<TestServer>();
    m_theme = std::make_unique<Theme>(qApp);
    m_language = std::make_unique<Language>(QStringLiteral("en"));
    m_main = std::make_unique<WatchWindow>(m_theme.get(), m_language.get(), Arguments{});
    m_main->window().resize(1280, 800);
    m_main->window().show();
    m_main->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_main->window()));
    hold("lock:a", "first-token-of-a", 600'000);
    hold("lock:b", "token-of-b", 700'000);
    hold("lock:c", "token-of-c", 800'000);
    Source source;
    source.endpoint = m_server->endpoint();
    source.permission = Permission::MayRelease;
    QVERIFY(m_main->watch(std::move(source)));
    QTRY_COMPARE(keys().size(), 3);
    locks()->sortByColumn(LocksModel::KeyColumn, Qt::AscendingOrder);
    locks()->setFocus();
}

void TestWatchTables::cleanup()
{
    m_main.reset();
    m_language.reset();
    m_theme.reset();
    m_server.reset();
}

void TestWatchTables::keysActOnTheLockThatWasClickedOrOnNone()
{
    QSignalSpy released(m_main->window().watchPage(), &WatchPage::releaseRequested);
    QSignalSpy detailed(m_main->window().watchPage(), &WatchPage::detailsRequested);
    m_main->disconnect(m_main->window().watchPage()); // nobody is asked
    m_main->window().watchPage()->disconnect(m_main.get());
    click("lock:a");
    QCOMPARE(locks()->selectedKeys(), QList<QByteArray>{"lock:a"});
    m_server->run({"DEL", "lock:a"});
    QTRY_VERIFY(!isLive("lock:a"));
    QTest::keyClick(locks(), Qt::Key_Delete);
    QCOMPARE(released.size(), 0); // nobody holds it
    QTest::keyClick(locks(), Qt::Key_Return);
    for (const QList<QVariant> &request : std::as_const(detailed))
        QCOMPARE(request.first().value<ItemPtr>()->key, QByteArray("lock:a"));

    hold("lock:a", "second-token-of-a", 600'000);
    QTRY_VERIFY(isLive("lock:a"));
    QTest::keyClick(locks(), Qt::Key_Delete);
    QCOMPARE(released.size(), 1);
    QCOMPARE(released.first().first().value<ItemPtr>()->key, QByteArray("lock:a"));
    QCOMPARE(released.first().first().value<ItemPtr>()->reading.holder->token,
        QByteArray("second-token-of-a"));

    locks()->clearSelection(); // the current cell is still there, but nobody sees which it is
    QTest::keyClick(locks(), Qt::Key_Delete);
    QTest::keyClick(locks(), Qt::Key_Return);
    QCOMPARE(released.size(), 1);
}

void TestWatchTables::aLockThatIsFreeForAMomentKeepsItsRow()
{
    QSignalSpy chosen(m_main->window().watchPage(), &WatchPage::selectionChosen);
    click("lock:b");
    point(false);
    m_server->run({"DEL", "lock:b"});
    QTRY_VERIFY(!isLive("lock:b"));
    QCOMPARE(keys(), (QByteArrayList{"lock:a", "lock:b", "lock:c"}));
    QCOMPARE(model()->index(1, LocksModel::StateColumn).data().toString(), u"free"_qs);
    QCOMPARE(locks()->selectedKeys(), QList<QByteArray>{"lock:b"});
    QCOMPARE(locks()->total(), 2); // the heading counts what is there
    hold("lock:b", "another-token-of-b", 700'000);
    QTRY_COMPARE(tokenOf("lock:b"), QByteArray("another-token-of-b"));
    QCOMPARE(locks()->selectedKeys(), QList<QByteArray>{"lock:b"});
    QCOMPARE(locks()->total(), 3);
    QCOMPARE(chosen.size(), 1);
    // It does not stay for ever.
    m_server->run({"DEL", "lock:b"});
    QTRY_COMPARE(keys(), (QByteArrayList{"lock:a", "lock:c"}));
    QVERIFY(locks()->selectedKeys().isEmpty());
}

void TestWatchTables::noRowMovesUnderThePointer()
{
    locks()->sortByColumn(LocksModel::TimeColumn, Qt::AscendingOrder);
    const QByteArrayList before{"lock:a", "lock:b", "lock:c"};
    QCOMPARE(keys(), before);
    point(true);
    m_server->run({"PEXPIRE", "lock:a", "3000000"});
    m_server->run({"DEL", "lock:b"});
    hold("lock:0", "token-of-0", 100'000);
    QTRY_VERIFY(isLive("lock:0") && !isLive("lock:b"));
    QTRY_COMPARE(keys(), before + QByteArrayList{"lock:0"});
    QVERIFY(model()->isOrderHeld());
    point(false);
    QVERIFY(!model()->isOrderHeld());
    const QByteArrayList after{"lock:0", "lock:c", "lock:a"};
    QByteArrayList live = keys();
    live.removeAll("lock:b"); // its time may be over or not
    QCOMPARE(live, after);
}

void TestWatchTables::whatIsFreeComesLast()
{
    locks()->sortByColumn(LocksModel::TimeColumn, Qt::AscendingOrder);
    m_server->run({"SET", "lock:z-for-ever", "token-of-z"});
    QTRY_COMPARE(keys(), (QByteArrayList{"lock:a", "lock:b", "lock:c", "lock:z-for-ever"}));
    m_server->run({"DEL", "lock:a"});
    QTRY_COMPARE(keys(), (QByteArrayList{"lock:b", "lock:c", "lock:z-for-ever", "lock:a"}));
}

void TestWatchTables::aNewProblemIsSaidWhileThePointerRests()
{
    const WatchPage *page = m_main->window().watchPage();
    ItemTable *problems = page->problemsTable();
    const auto note = [&] {
        const QWidget *panel = locks();
        while (panel && !qobject_cast<const Panel *>(panel))
            panel = panel->parentWidget();
        return panel ? qobject_cast<const Panel *>(panel)->note() : QString();
    };
    point(true);
    const int top = locks()->mapToGlobal(QPoint()).y();
    m_server->run({"HSET", "lock:stuck", redisson, "1"}); // no TTL
    QTRY_VERIFY2(note().contains(u"1 new problem"), qPrintable(note()));
    QVERIFY(!problems->isVisible());
    QCOMPARE(locks()->mapToGlobal(QPoint()).y(), top); // no row has moved
    point(false);
    QTRY_VERIFY(problems->isVisible());
    QVERIFY2(!note().contains(u"problem"), qPrintable(note()));
    m_server->run({"DEL", "lock:stuck"});
    QTRY_VERIFY(!problems->isVisible());
}

void TestWatchTables::aPointerOverTheCountersKeepsNoProblemAway()
{
    const WatchPage *page = m_main->window().watchPage();
    ItemTable *counters = page->table(Family::Counter);
    const QPoint middle = counters->viewport()->rect().center();
    QEnterEvent enter(middle, middle, counters->viewport()->mapToGlobal(middle));
    QCoreApplication::sendEvent(counters->viewport(), &enter);
    QTRY_VERIFY(counters->itemModel()->isOrderHeld());
    m_server->run({"HSET", "lock:stuck", redisson, "1"}); // no TTL
    QTRY_VERIFY(page->problemsTable()->isVisible());
    QVERIFY(counters->itemModel()->isOrderHeld());
}

void TestWatchTables::noRowMovesWhileOneIsSelectedByKeyboard()
{
    locks()->sortByColumn(LocksModel::TimeColumn, Qt::AscendingOrder);
    QTest::keyClick(locks(), Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(locks(), Qt::Key_Down);
    QCOMPARE(locks()->selectedKeys(), QList<QByteArray>{"lock:b"});
    m_server->run({"PEXPIRE", "lock:a", "3000000"});
    hold("lock:0", "token-of-0", 100'000);
    QTRY_VERIFY(isLive("lock:0"));
    QCOMPARE(keys(), (QByteArrayList{"lock:a", "lock:b", "lock:c", "lock:0"}));
    QTest::keyClick(locks(), Qt::Key_Escape);
    QVERIFY(locks()->selectedKeys().isEmpty());
    QTRY_COMPARE(keys(), (QByteArrayList{"lock:0", "lock:b", "lock:c", "lock:a"}));
}

void TestWatchTables::numbersInKeysSortAsNumbers()
{
    hold("lock:order:10", "token-of-10", 600'000);
    hold("lock:order:9", "token-of-9", 600'000);
    hold("lock:order:100", "token-of-100", 600'000);
    QTRY_COMPARE(keys(),
        (QByteArrayList{
            "lock:a", "lock:b", "lock:c", "lock:order:9", "lock:order:10", "lock:order:100"}));
}

void TestWatchTables::theDetailsOfALongKeyStopNothing()
{
    const QByteArray longKey = "lock:" + QByteArray(1'000'000, 'M');
    hold(longKey, "token-of-the-long-one", 600'000);
    QTRY_VERIFY(isLive(longKey));
    locks()->selectKey(longKey);
    QTest::keyClick(locks(), Qt::Key_Return);
    QPointer<DetailsDialog> details = m_main->window().findChild<DetailsDialog *>();
    QVERIFY(details);
    const auto labels = details->findChildren<QLabel *>();
    for (const QLabel *label : labels)
        QVERIFY2(label->text().size() < 10'000, qPrintable(label->text().left(100)));
    QVERIFY(details->copyText().contains(QString::fromLatin1(longKey)));

    // Another server may have a key of the same name.
    const TestServer other;
    Source source;
    source.endpoint = other.endpoint();
    QVERIFY(m_main->watch(std::move(source)));
    QVERIFY(!details);
}

void TestWatchTables::wordsFilterByWhatAKeyIs()
{
    m_server->run({"SET", "lock:d", "worker@db1.example.com:1881:7f0011"});
    m_server->run({"HSET", "lock:e", redisson, "1"});
    QTRY_COMPARE(keys().size(), 5);
    auto *filter = m_main->window().findChild<QLineEdit *>();
    const auto shown = [&](const QString &text) {
        filter->setText(text);
        return keys();
    };
    // What only looks like a lock may well be meant to have no TTL.
    QCOMPARE(shown(u"state:immortal"_qs), QByteArrayList{"lock:e"});
    QCOMPARE(
        shown(u"state:held lock:*"_qs), (QByteArrayList{"lock:a", "lock:b", "lock:c", "lock:d"}));
    QCOMPARE(shown(u"holder:db1.example"_qs), QByteArrayList{"lock:d"});
    QCOMPARE(shown(u"lock:a state:imm"_qs), QByteArrayList());
    QCOMPARE(shown(u"state:immortl"_qs), QByteArrayList());
    QVERIFY(locks()->accessibleDescription().contains(u"There is no state “immortl”"_qs));
    QCOMPARE(shown(QString()).size(), 5);
    // A lock that loses its deadline comes by itself.
    m_server->run({"PEXPIRE", "lock:e", "600000"});
    shown(u"state:immortal"_qs);
    QTRY_COMPARE(keys(), QByteArrayList());
    m_server->run({"PERSIST", "lock:e"});
    QTRY_COMPARE(keys(), QByteArrayList{"lock:e"});
}

void TestWatchTables::whatIsDisconnectedStandsStill()
{
    const WatchPage *page = m_main->window().watchPage();
    m_server->kill9();
    QTRY_VERIFY(page->shownSnapshot().status.link != LinkState::Connected);
    const auto texts = [this] {
        return QStringList{model()->index(0, LocksModel::TimeColumn).data().toString(),
            model()->index(0, LocksModel::AgeColumn).data().toString()};
    };
    const QStringList before = texts();
    const Instant then = page->shownSnapshot().takenAt;
    QTRY_VERIFY(page->shownSnapshot().takenAt - then > std::chrono::milliseconds(2500));
    QCOMPARE(texts(), before);
    m_server->restart();
    hold("lock:a", "token-after-the-restart", 600'000);
    QTRY_COMPARE(tokenOf("lock:a"), QByteArray("token-after-the-restart"));
    QTRY_VERIFY(texts() != before);
}

// The plot's curve ends where the connection was lost, and what the pointer reads there says so.
void TestWatchTables::whatIsNotSeenIsNotDrawnAsSeen()
{
    const WatchPage *page = m_main->window().watchPage();
    auto *canvas = m_main->window().findChild<HistoryCanvas *>();
    locks()->selectKey("lock:a");
    QTRY_COMPARE(canvas->selected(), 1);
    canvas->refresh();
    canvas->setCursor(-0.001);
    QTRY_VERIFY2(canvas->cursorWords().contains(u"held"), qPrintable(canvas->cursorWords()));
    m_server->kill9();
    QTRY_VERIFY(page->shownSnapshot().status.link != LinkState::Connected);
    const auto saysSo = [canvas] {
        canvas->refresh();
        canvas->setCursor(-0.001);
        return canvas->cursorWords().contains(u"not seen");
    };
    QTRY_VERIFY2(saysSo(), qPrintable(canvas->cursorWords()));
}

void TestWatchTables::aSilentServerRaisesNoProblem()
{
    const WatchPage *page = m_main->window().watchPage();
    ItemTable *problems = page->problemsTable();
    const auto stateOf = [this](const QByteArray &key) {
        return model()->index(int(keys().indexOf(key)), LocksModel::StateColumn).data().toString();
    };
    // This key was released before, so a lease that runs out would be called "not renewed".
    hold("lock:short", "first-token", 600'000);
    QTRY_COMPARE(tokenOf("lock:short"), QByteArray("first-token"));
    m_server->run({"DEL", "lock:short"});
    QTRY_VERIFY(!isLive("lock:short"));
    hold("lock:short", "second-token", 4'000);
    QTRY_COMPARE(tokenOf("lock:short"), QByteArray("second-token"));
    m_server->suspend();
    const Instant silentFrom = Instant::clock::now();
    QTRY_VERIFY_WITH_TIMEOUT(page->shownSnapshot().status.unseenSince, 30'000);
    QCOMPARE(page->shownSnapshot().status.link, LinkState::Connected);
    const QString connection = [this] {
        for (const auto *button : m_main->window().findChildren<BarButton *>()) {
            if (button->accessibleName().startsWith(u"Connection:"))
                return button->accessibleName();
        }
        return QString();
    }();
    QVERIFY2(connection.contains(u"no answer for"), qPrintable(connection));
    const auto ageOf = [this](const QByteArray &key) {
        return model()
            ->index(int(keys().indexOf(key)), LocksModel::AgeColumn)
            .data(ItemModel::RawRole)
            .toLongLong();
    };
    const qint64 age = ageOf("lock:a");
    // Past the deadline that was seen last, and past the loss of the connection.
    QTRY_VERIFY_WITH_TIMEOUT(page->shownSnapshot().status.link != LinkState::Connected
            && page->shownSnapshot().takenAt - silentFrom > std::chrono::seconds(8),
        60'000);
    QTRY_COMPARE_WITH_TIMEOUT(problems->itemModel()->rowCount(), 0, 60'000);
    QVERIFY2(!stateOf("lock:short").contains(u"expiring"), qPrintable(stateOf("lock:short")));
    QVERIFY(ageOf("lock:a") >= age);
    m_server->resume();
    QTRY_VERIFY_WITH_TIMEOUT(!page->shownSnapshot().status.unseenSince, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(!isLive("lock:short"), 60'000);
}

void TestWatchTables::problemsAreListedWorstFirst()
{
    ItemTable *problems = m_main->window().watchPage()->problemsTable();
    QVERIFY(!problems->isVisible());
    m_server->run({"SET", "ratelimit:login:10.0.0.9", "1", "EX", "600"});
    m_server->run({"HSET", "lock:stuck", redisson, "1"}); // no TTL
    m_server->run({"HSET", "lock:waited", redisson, "1"});
    m_server->run({"PEXPIRE", "lock:waited", "600000"});
    const auto listed = [problems] {
        QByteArrayList keys;
        for (int row = 0; row < problems->itemModel()->rowCount(); ++row)
            keys << problems->itemModel()->item(row)->key;
        return keys;
    };
    QTRY_COMPARE(listed(), QByteArrayList{"lock:stuck"});
    QTRY_VERIFY(problems->isVisible());
    QCOMPARE(problems->itemModel()->index(0, ProblemsModel::ProblemColumn).data().toString(),
        u"immortal"_qs);
    QSignalSpy chosen(m_main->window().watchPage(), &WatchPage::selectionChosen);
    problems->selectKey("lock:stuck");
    QCOMPARE(chosen.last().at(0).value<QList<QByteArray>>(), QList<QByteArray>{"lock:stuck"});
    QCOMPARE(chosen.last().at(1).value<Family>(), Family::Lock);
    m_server->run({"PEXPIRE", "lock:stuck", "600000"});
    QTRY_COMPARE(listed(), QByteArrayList());
    QVERIFY(!problems->isVisible());
}

void TestWatchTables::whatTheUserArrangedComesBack()
{
    WatchPage *page = m_main->window().watchPage();
    locks()->sortByColumn(LocksModel::AgeColumn, Qt::DescendingOrder);
    locks()->horizontalHeader()->setSectionHidden(LocksModel::HolderColumn, true);
    locks()->horizontalHeader()->moveSection(LocksModel::StateColumn, 1);
    locks()->horizontalHeader()->resizeSection(LocksModel::StateColumn, 177);
    const QByteArray state = page->layoutState();

    WatchPage next(m_theme.get());
    next.resize(1200, 700);
    next.restoreLayout("no such state");
    next.restoreLayout(state);
    const ItemTable *table = next.table(Family::Lock);
    QCOMPARE(table->itemModel()->sortColumn(), int(LocksModel::AgeColumn));
    QCOMPARE(table->itemModel()->sortOrder(), Qt::DescendingOrder);
    QVERIFY(table->isColumnHidden(LocksModel::HolderColumn));
    QCOMPARE(table->horizontalHeader()->visualIndex(LocksModel::StateColumn), 1);
    QCOMPARE(table->columnWidth(LocksModel::StateColumn), 177);
    QVERIFY(!next.table(Family::Bucket)->isColumnHidden(BucketsModel::GaugeColumn));
}

void TestWatchTables::detailsTellHowALockHasBeenUsed()
{
    for (int i = 0; i < 3; ++i) {
        m_server->run({"DEL", "lock:a"});
        QTRY_VERIFY(!isLive("lock:a"));
        hold("lock:a", "token-" + QByteArray::number(i), 600'000);
        QTRY_VERIFY(isLive("lock:a"));
    }
    locks()->selectKey("lock:a");
    QTest::keyClick(locks(), Qt::Key_Return);
    const auto *details = m_main->window().findChild<DetailsDialog *>();
    QVERIFY(details);
    const QString text = details->copyText();
    QVERIFY2(text.contains(u"Holds: 4 seen"_qs), qPrintable(text));
    QVERIFY2(text.contains(u"Expired without release: 0"_qs), qPrintable(text));
    QVERIFY2(text.contains(u"Hold times: median "_qs), qPrintable(text));
}

void TestWatchTables::keysOfOneShapeBecomeOneRow()
{
    for (int i = 1; i <= 30; ++i) {
        m_server->run({"HSET", "lock:order:" + QByteArray::number(i), redisson, "1"});
        m_server->run({"PEXPIRE", "lock:order:" + QByteArray::number(i), "600000"});
    }
    QTRY_COMPARE(keys().size(), 33);
    QTest::keyClick(locks(), Qt::Key_G, Qt::ControlModifier);
    QCOMPARE(keys(), (QByteArrayList{"lock:a", "lock:b", "lock:c", "lock:order:*"}));
    const auto group = [this](int column) { return model()->text(*model()->item(3), column); };
    QCOMPARE(group(LocksModel::HolderColumn), u"30 held"_qs);
    QCOMPARE(group(LocksModel::StateColumn), u"held"_qs);
    m_server->run({"PERSIST", "lock:order:7"});
    QTRY_COMPARE(group(LocksModel::StateColumn), u"1 immortal"_qs);
    m_server->run({"DEL", "lock:order:8"});
    QTRY_COMPARE(group(LocksModel::HolderColumn), u"29 held · 1 free"_qs);

    auto *filter = m_main->window().findChild<QLineEdit *>();
    filter->setText(u"state:immortal"_qs);
    QCOMPARE(keys(), QByteArrayList{"lock:order:7"}); // one alone is no group
    filter->clear();
    locks()->selectKey("lock:order:9"); // as a click on its line in the journal does
    QCOMPARE(locks()->selectedKeys(), QList<QByteArray>{"lock:order:9"});
    QVERIFY(keys().size() > 30);
    hold("lock:order:31", "token-of-31", 600'000);
    QTRY_VERIFY(keys().contains("lock:order:31"));
    QCOMPARE(locks()->selectedKeys(), QList<QByteArray>{"lock:order:9"});
}

void TestWatchTables::pinsAreRememberedForTheServer()
{
    locks()->selectKey("lock:c");
    QTest::keyClick(locks(), Qt::Key_P, Qt::ControlModifier);
    QCOMPARE(keys(), (QByteArrayList{"lock:c", "lock:a", "lock:b"}));
    m_server->run({"DEL", "lock:c"});
    QTRY_VERIFY(!isLive("lock:c"));

    const auto open = [this](const TestServer &server) {
        Source source;
        source.endpoint = server.endpoint();
        QVERIFY(m_main->watch(std::move(source)));
    };
    const TestServer other;
    open(other);
    QTRY_COMPARE(keys(), QByteArrayList());
    open(*m_server);
    QTRY_COMPARE(keys(), (QByteArrayList{"lock:c", "lock:a", "lock:b"}));
    QCOMPARE(model()->text(*model()->item(0), LocksModel::StateColumn), u"not seen"_qs);
    hold("lock:c", "token-of-c", 800'000);
    QTRY_VERIFY(isLive("lock:c"));
    QTRY_COMPARE(model()->text(*model()->item(0), LocksModel::StateColumn), u"held"_qs);
    locks()->selectKey("lock:c");
    QTest::keyClick(locks(), Qt::Key_P, Qt::ControlModifier);
    open(*m_server);
    QTRY_COMPARE(keys(), (QByteArrayList{"lock:a", "lock:b", "lock:c"}));
}

void TestWatchTables::whatAHolderHoldsIsFiltered()
{
    const QByteArray token = "wild*[card]\"of-x";
    hold("lock:x", token, 600'000);
    hold("lock:y", token, 600'000);
    QTRY_COMPARE(keys().size(), 5);
    auto *filter = m_main->window().findChild<QLineEdit *>();
    for (const auto &[key, held] :
        {std::pair(QByteArray("lock:x"), QByteArrayList{"lock:x", "lock:y"}),
            std::pair(QByteArray("lock:a"), QByteArrayList{"lock:a"})}) {
        locks()->selectKey(key);
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, QPoint(5, 5), QPoint(5, 5));
        QCoreApplication::sendEvent(locks()->viewport(), &menu);
        QAction *entry = nullptr;
        const auto actions = locks()->findChildren<QAction *>();
        for (QAction *action : actions) {
            if (action->text() == u"What this holder holds")
                entry = action;
        }
        QVERIFY(entry);
        entry->trigger();
        qobject_cast<QWidget *>(entry->parent())->close();
        QCOMPARE(keys(), held);
        filter->clear();
    }
}

namespace {

// Some of two hundred locks that many want are taken, handed over, renewed and released.
std::vector<Command> someOfHotLocks(std::mt19937 &random)
{
    std::vector<Command> some;
    for (int i = 0; i < 60; ++i) {
        const QByteArray key = "lock:order:" + QByteArray::number(random() % 200);
        const QByteArray token = "worker-" + QByteArray::number(random() % 1000);
        const QByteArray lease = QByteArray::number(5'000 + random() % 30'000);
        some.push_back(
            random() % 3 == 0 ? Command{"DEL", key} : Command{"SET", key, token, "PX", lease});
    }
    return some;
}

} // namespace

// What stands on the screen, not what would be painted anew. LOCKSTEP_FRAMES: how many are looked
// at.
void TestWatchTables::noFrameShowsAKeyTwice()
{
    const int frames = std::max(200, qEnvironmentVariableIntValue("LOCKSTEP_FRAMES"));
    MainWindow &window = m_main->window();
    const auto shownAt = [&window] { return window.watchPage()->shownSnapshot().takenAt; };
    std::mt19937 random(1);
    locks()->sortByColumn(LocksModel::TimeColumn, Qt::AscendingOrder);
    int looked = 0;
    for (int frame = 0; frame < frames; ++frame) {
        const Instant before = shownAt();
        m_server->runAll(someOfHotLocks(random));
        QTRY_VERIFY(shownAt() != before);
        const auto inOrder = keys();
        QCOMPARE(QSet<QByteArray>(inOrder.begin(), inOrder.end()).size(), inOrder.size());
        // The frame is finished, with what is to be painted of it and no more: on a busy machine
        // its time may not have come yet, and then it shows the rows of before, and none in new
        // places.
        QEvent paintsWhatIsDirty(QEvent::UpdateRequest);
        QCoreApplication::sendEvent(&window, &paintsWhatIsDirty);
        const QImage screen = window.screen()->grabWindow(window.winId()).toImage();
        const QPoint origin = locks()->viewport()->mapTo(&window, QPoint());
        const QSize cell(locks()->columnWidth(LocksModel::KeyColumn), locks()->rowHeight(0));
        const int rows =
            std::min(int(inOrder.size()), locks()->viewport()->height() / cell.height());
        QSet<QByteArray> painted;
        for (int row = 0; row < rows; ++row) {
            const QRect inside = QRect(origin + QPoint(0, row * cell.height()), cell)
                                     .adjusted(2, 2, -2, -4); // without the lines between rows
            const QImage part = screen.copy(inside).convertToFormat(QImage::Format_RGB32);
            const QByteArray pixels(
                reinterpret_cast<const char *>(part.constBits()), part.sizeInBytes());
            if (pixels == pixels.left(4).repeated(pixels.size() / 4))
                continue; // one colour: a new row that is not painted yet
            QVERIFY2(!painted.contains(pixels), "two rows of one frame show the same key");
            painted.insert(pixels);
            ++looked;
        }
    }
    QVERIFY(looked > 5 * frames); // else nothing was looked at
}

void TestWatchTables::detailsListWhatTheHolderHolds()
{
    // Redisson's: one client, two threads.
    m_server->run({"HSET", "one", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:42", "1"});
    m_server->run({"HSET", "two", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:43", "1"});
    m_server->run({"PEXPIRE", "one", "600000"});
    m_server->run({"PEXPIRE", "two", "600000"});
    for (const QByteArray key : {"three:10", "three:9"}) {
        m_server->run({"HSET", key, "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:45", "1"});
        m_server->run({"PEXPIRE", key, "600000"});
        QTRY_VERIFY(isLive(key));
    }
    QTRY_VERIFY(isLive("one") && isLive("two"));
    m_main->window().findChild<QLineEdit *>()->setText(u"one"_qs);
    locks()->selectKey("one");
    QTest::keyClick(locks(), Qt::Key_Return);
    QPointer<DetailsDialog> details = m_main->window().findChild<DetailsDialog *>();
    QVERIFY(details);
    auto *list = details->findChild<QListWidget *>();
    const auto listed = [list] {
        QStringList keys;
        for (int row = 0; row < list->count(); ++row)
            keys << list->item(row)->text();
        return keys;
    };
    QCOMPARE(listed(), (QStringList{u"one"_qs, u"three:9"_qs, u"three:10"_qs, u"two"_qs}));
    m_server->run({"DEL", "three:9", "three:10"});
    m_server->run({"HSET", "three", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11:44", "1"});
    m_server->run({"PEXPIRE", "three", "600000"});
    QTRY_COMPARE(listed(), (QStringList{u"one"_qs, u"three"_qs, u"two"_qs}));
    list->setCurrentRow(2);
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(locks()->selectedKeys(), QList<QByteArray>{"two"}); // the filter gave way
    m_server->run({"DEL", "three", "one"});
    QTRY_VERIFY(details->isGone());
    QVERIFY(details->copyText().contains(u"two"_qs));
}

void TestWatchTables::detailsFindTheHoldersConnection()
{
    m_server->run({"CLIENT", "SETNAME", "web-17:4242"});
    hold("lock:x", "web-17:4242:0d1c1a8e9b11", 600'000);
    QTRY_VERIFY(isLive("lock:x"));
    locks()->selectKey("lock:x");
    QTest::keyClick(locks(), Qt::Key_Return);
    const auto *details = m_main->window().findChild<DetailsDialog *>();
    QVERIFY(details);
    const auto buttons = details->findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->text() == u"Find its connection")
            button->click();
    }
    QTRY_VERIFY(details->copyText().contains(u"The token contains its name “web-17:4242”."_qs));
}

QTEST_MAIN(TestWatchTables)
#include "tst_watchtables.moc"
