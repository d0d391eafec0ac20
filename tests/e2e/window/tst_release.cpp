// Releasing a lock from the program's own window, in this process and offscreen, on a real server.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/support/patience.h"
#include "tests/support/servers/clustergroup.h"
#include "tests/support/servers/sentinelgroup.h"
#include "tests/support/servers/testserver.h"
#include "tests/support/wholetext.h"
#include "tests/support/widgetpicture.h"
#include "ui/watch/details/itemfacts.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class TestRelease : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void afterTheQuestionTheLockIsFree();
    void whatOneDecidesByIsSaid();
    void allOfTheQuestionCanBeRead_data();
    void allOfTheQuestionCanBeRead();
    void aRefusalNamesAllRights();
    void cancelIsTheDefaultAndReleasesNothing();
    void aHolderThatChangedMeanwhileIsNotTouched();
    void aConnectionThatMayNotDoesNotAsk_data();
    void aConnectionThatMayNotDoesNotAsk();
    void aRefusalIsSaid();
    void whatIsOnlyPossiblyALockIsReleasedByAWord();
    void aReleaseIsConfirmedAndTheJournalSaysWhoDidIt();
    void whatWasDoneIsSaidInTheLanguageThatIsChosen();
    void aLockThatIsHandedOverByUsIsOursInTheJournal();
    void aServerThatIsMarkedUnderAnotherNameIsRefused();
    void aLockIsReleasedHoweverItsServerIsReached_data();
    void aLockIsReleasedHoweverItsServerIsReached();
    void anotherNodeIsAskedWhereTheGivenOneIsDown();
    void whatANodeThatIsAwayHasIsNotCalledForbidden();

private:
    void watch(const Endpoint &endpoint);
    void open(Permission permission, const QByteArray &user = {}, bool isSure = true);
    void pressDelete();
    QMessageBox *box() const { return m_window->window().findChild<QMessageBox *>(); }
    QAbstractButton *releaseButton() const
    {
        for (QAbstractButton *button : box()->buttons()) {
            if (box()->buttonRole(button) == QMessageBox::DestructiveRole)
                return button;
        }
        return nullptr;
    }
    static Endpoint addressed(const TestServer &server)
    {
        Endpoint endpoint;
        endpoint.port = server.tcpPort();
        return endpoint;
    }
    QByteArray holder() { return m_server->run({"GET", "lock:a"}).text; }

    [[nodiscard]] QString notice() const
    {
        return m_window->window().findChild<Banner *>(u"notice"_qs)->text();
    }
    [[nodiscard]] QString journal() const
    {
        QStringList lines;
        for (const auto *table : m_window->window().findChildren<QTableView *>()) {
            const auto *model = table->model();
            for (int row = 0; model && row < model->rowCount(); ++row) {
                for (int column = 0; column < model->columnCount(); ++column)
                    lines << model->index(row, column).data().toString();
            }
        }
        return lines.join(u'\n');
    }

    QTemporaryDir m_home; // of settings and audit
    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Language> m_language;
    std::unique_ptr<WatchWindow> m_window;
};

void TestRelease::init()
{
    QCoreApplication::setOrganizationName(u"lockstep"_qs);
    qputenv("XDG_CONFIG_HOME", m_home.filePath(u"config"_qs).toUtf8());
    qputenv("XDG_DATA_HOME", m_home.filePath(u"data"_qs).toUtf8());
    m_server = std::make_unique<TestServer>();
    m_server->run({"SET", "lock:a", "token-of-the-first-one", "PX", "60000"});
    m_theme = std::make_unique<Theme>(qApp);
    m_language = std::make_unique<Language>(QStringLiteral("en"));
}

void TestRelease::cleanup()
{
    m_window.reset();
}

// isSure: by a rule, that lock:a is a lock. By its name and token alone it is only possibly one.
void TestRelease::open(Permission permission, const QByteArray &user, bool isSure)
{
    Arguments arguments;
    QFile rules(m_home.filePath(u"rules.json"_qs));
    QVERIFY(rules.open(QIODevice::WriteOnly));
    rules.write(isSure ? R"({"rules":[{"glob":"lock:*","family":"lock"}]})" : R"({"rules":[]})");
    rules.close();
    arguments.rulesFile = rules.fileName();
    m_window = std::make_unique<WatchWindow>(m_theme.get(), m_language.get(), arguments);
    m_window->window().show();
    Source source;
    source.endpoint = m_server->endpoint();
    source.endpoint.user = user;
    source.endpoint.password = user;
    source.permission = permission;
    QVERIFY(m_window->watch(std::move(source)));
}

void TestRelease::pressDelete()
{
    ItemTable *locks = m_window->window().watchPage()->table(Family::Lock);
    QTRY_COMPARE(locks->model()->rowCount(), 1);
    locks->selectKey("lock:a");
    QTest::keyClick(locks, Qt::Key_Delete);
}

void TestRelease::afterTheQuestionTheLockIsFree()
{
    open(Permission::MayRelease);
    pressDelete();
    QTRY_VERIFY(box());
    for (const QString &told : {u"lock:a"_qs, u"token-of-the-first-one"_qs, u"in 5"_qs,
             u"two will be at work at the same time"_qs})
        QVERIFY2(box()->text().contains(told), qPrintable(told));
    QCOMPARE(holder(), QByteArray("token-of-the-first-one"));
    QTest::mouseClick(releaseButton(), Qt::LeftButton);
    QTRY_COMPARE(holder(), QByteArray());
    QTRY_COMPARE(m_window->window().watchPage()->table(Family::Lock)->model()->rowCount(), 0);
}

void TestRelease::whatOneDecidesByIsSaid()
{
    m_server->run({"PEXPIRE", "lock:a", "30000"});
    open(Permission::MayRelease);
    const auto lock = [this]() -> ItemPtr {
        const auto &locks = *m_window->window().watchPage()->shownSnapshot().locks;
        return locks.empty() ? ItemPtr() : locks.front();
    };
    QTRY_VERIFY(lock());
    for (const int times : {1, 2}) {
        m_server->run({"PEXPIRE", "lock:a", "60000"});
        QTRY_COMPARE(lock()->renewals, times);
        if (times == 1)
            QTRY_VERIFY(heldFor(*lock(), std::chrono::steady_clock::now())
                > std::chrono::milliseconds(1200));
    }
    pressDelete();
    QTRY_VERIFY(box());
    for (const QString &told : {m_server->socketPath() + u", database 0"_qs, u"Renewals: 2\n"_qs,
             u"at least"_qs, u"Waiting: nobody"_qs})
        QVERIFY2(box()->text().contains(told), qPrintable(box()->text()));
}

void TestRelease::allOfTheQuestionCanBeRead_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<bool>("isSure");
    for (const bool isSure : {true, false}) {
        const char *how = isSure ? "sure" : "possible";
        QTest::addRow("%s, a UUID", how)
            << QByteArray("ecad837a-d74b-44f1-a698-e2ff88b88e13") << isSure;
        QTest::addRow("%s, short", how) << QByteArray("ab12cd34ef56ab78") << isSure;
    }
    QTest::addRow("sure, long") << QByteArray("ecad837ad74b44f1").repeated(15) << true;
}

void TestRelease::allOfTheQuestionCanBeRead()
{
    QFETCH(QByteArray, token);
    QFETCH(bool, isSure);
    m_server->run({"SET", "lock:a", token, "PX", "60000"});
    open(Permission::MayRelease, {}, isSure);
    pressDelete();
    const auto question = [this]() -> QDialog * {
        if (box())
            return box();
        return m_window->window().findChild<QInputDialog *>();
    };
    QTRY_VERIFY(question() && question()->isVisible());
    QCOMPARE(question()->screen()->size(), QSize(1280, 800));
    QVERIFY(
        keptWhereWanted(pictureOf(*question(), 1), QString::fromLatin1(QTest::currentDataTag())));
    QCOMPARE(cutTextOf(*question()), QString());
    QVERIFY(question()->width() <= question()->screen()->availableSize().width());
}

void TestRelease::aRefusalNamesAllRights()
{
    m_server->run({"ACL", "SETUSER", "weak", "on", ">weak", "%R~*", "&__redis__:invalidate",
        "+@all", "-@scripting"});
    open(Permission::MayRelease, "weak");
    pressDelete();
    QTRY_VERIFY(box());
    QTest::mouseClick(releaseButton(), Qt::LeftButton);
    QTRY_VERIFY(box() && !releaseButton());
    QCOMPARE(cutTextOf(*box()), QString());
    const QString said = box()->text();
    QVERIFY2(said.contains(u"Nothing was released"_qs), qPrintable(said));
    const QByteArray line = said.mid(said.indexOf(u"ACL SETUSER weak"_qs)).toUtf8();
    const Reply added = m_server->run(Command(line.trimmed().split(' ')));
    QVERIFY2(!added.isError(), qPrintable(said + u'\n' + QString::fromUtf8(added.text)));
    QTest::keyClick(box(), Qt::Key_Return);
    QTRY_VERIFY(!box());
    QTest::keyClick(m_window->window().watchPage()->table(Family::Lock), Qt::Key_Delete);
    QTRY_VERIFY(box() && releaseButton());
    QTest::mouseClick(releaseButton(), Qt::LeftButton);
    QTRY_COMPARE(holder(), QByteArray());
}

void TestRelease::cancelIsTheDefaultAndReleasesNothing()
{
    open(Permission::MayRelease);
    pressDelete();
    QTRY_VERIFY(box());
    QVERIFY(box()->defaultButton() == box()->button(QMessageBox::Cancel));
    QTest::keyClick(box(), Qt::Key_Return);
    QTRY_VERIFY(!box());
    QCOMPARE(holder(), QByteArray("token-of-the-first-one"));
}

void TestRelease::aHolderThatChangedMeanwhileIsNotTouched()
{
    open(Permission::MayRelease);
    pressDelete();
    QTRY_VERIFY(box());
    m_server->run({"SET", "lock:a", "another-token-by-now", "PX", "60000"});
    QTest::mouseClick(releaseButton(), Qt::LeftButton);
    QTRY_VERIFY(box() && !releaseButton());
    QVERIFY(box()->text().contains(u"Nothing was released"_qs));
    QCOMPARE(holder(), QByteArray("another-token-by-now"));
}

void TestRelease::aConnectionThatMayNotDoesNotAsk_data()
{
    QTest::addColumn<Permission>("permission");
    QTest::addColumn<QString>("said");
    QTest::newRow("read-only") << Permission::ReadOnly << u"connected read-only"_qs;
    QTest::newRow("production") << Permission::Production << u"marked as production"_qs;
}

void TestRelease::aConnectionThatMayNotDoesNotAsk()
{
    QFETCH(const Permission, permission);
    QFETCH(const QString, said);
    open(permission);
    m_server->run({"CONFIG", "RESETSTAT"});
    pressDelete();
    QVERIFY2(notice().contains(said), qPrintable(notice()));
    m_server->run({"SET", "lock:a", "another-token-by-now", "PX", "60000"});
    ItemTable *locks = m_window->window().watchPage()->table(Family::Lock);
    // What was asked for before this would have been answered before it is seen.
    QTRY_COMPARE(locks->chosenItem() && locks->chosenItem()->reading.holder
            ? locks->chosenItem()->reading.holder->token
            : QByteArray(),
        QByteArray("another-token-by-now"));
    QVERIFY(!box());
    QVERIFY(!m_server->run({"INFO", "commandstats"}).text.contains("evalsha"));
}

void TestRelease::aRefusalIsSaid()
{
    m_server->run(
        {"ACL", "SETUSER", "reader", "on", ">reader", "~*", "&*", "+@all", "-@scripting"});
    open(Permission::MayRelease, "reader");
    pressDelete();
    QTRY_VERIFY(box());
    QTest::mouseClick(releaseButton(), Qt::LeftButton);
    QTRY_VERIFY(box() && !releaseButton());
    QVERIFY2(box()->text().contains(u"evalsha"_qs), qPrintable(box()->text()));
    QCOMPARE(holder(), QByteArray("token-of-the-first-one"));
}

void TestRelease::whatIsOnlyPossiblyALockIsReleasedByAWord()
{
    open(Permission::MayRelease, {}, false);
    pressDelete();
    const auto dialog = [this] { return m_window->window().findChild<QInputDialog *>(); };
    QTRY_VERIFY(dialog());
    QVERIFY(!box());
    QVERIFY(dialog()->labelText().contains(u"may not be a lock"_qs));
    auto *field = dialog()->findChild<QLineEdit *>();
    const auto releaseIsEnabled = [&] {
        for (const QPushButton *button : dialog()->findChildren<QPushButton *>()) {
            if (button->text() == dialog()->okButtonText())
                return button->isEnabled();
        }
        return false;
    };
    QTest::keyClicks(field, u"yes"_qs);
    QVERIFY(!releaseIsEnabled());
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(holder(), QByteArray("token-of-the-first-one"));
    field->clear();
    QTest::keyClicks(field, u"release"_qs);
    QVERIFY(releaseIsEnabled());
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(holder(), QByteArray());
}

void TestRelease::aReleaseIsConfirmedAndTheJournalSaysWhoDidIt()
{
    open(Permission::MayRelease);
    pressDelete();
    QTRY_VERIFY(box());
    QTest::mouseClick(releaseButton(), Qt::LeftButton);
    QTRY_COMPARE(holder(), QByteArray());
    QTRY_VERIFY(notice().contains(u"lock:a"_qs));
    QTRY_VERIFY2(journal().contains(u"released by you"_qs), qPrintable(journal()));
    QFile audit(m_home.filePath(u"data/lockstep/tst_release/releases.jsonl"_qs));
    QVERIFY(audit.open(QIODevice::ReadOnly));
    QVERIFY(audit.readAll().contains("\"outcome\":\"released\""));
    // Somebody else's release is not ours.
    m_server->run({"SET", "lock:b", "token-of-the-second", "PX", "60000"});
    QTRY_VERIFY(journal().contains(u"lock:b"_qs));
    m_server->run({"DEL", "lock:b"});
    QTRY_COMPARE(journal().count(u"released"_qs), 2);
    QCOMPARE(journal().count(u"released by you"_qs), 1);
}

void TestRelease::whatWasDoneIsSaidInTheLanguageThatIsChosen()
{
    open(Permission::MayRelease);
    pressDelete();
    QTRY_VERIFY(box());
    QTest::mouseClick(releaseButton(), Qt::LeftButton);
    QTRY_VERIFY(!notice().isEmpty());
    const QString said = notice();
    Q_EMIT m_window->window().languageChosen(u"zh_CN"_qs);
    QTRY_VERIFY2(notice().contains(QRegularExpression(u"\\p{Han}"_qs)), qPrintable(notice()));
    QVERIFY(notice().contains(u"lock:a"));
    Q_EMIT m_window->window().languageChosen(u"en"_qs);
    QTRY_COMPARE(notice(), said);
}

void TestRelease::aLockThatIsHandedOverByUsIsOursInTheJournal()
{
    OwnReleases ours;
    ours.begin("lock:a", "first");
    Snapshot snapshot;
    JournalEntry entry;
    entry.kind = JournalEntry::Kind::HandedOver;
    entry.key = "lock:a";
    Holder first;
    first.token = "first";
    Holder second;
    second.token = "second";
    entry.previous = first;
    entry.holder = second;
    snapshot.journal = {entry};
    snapshot.journalTotal = 7;
    ours.mark(snapshot);
    QCOMPARE(snapshot.journal.size(), size_t(2));
    QVERIFY(snapshot.journal[0].kind == JournalEntry::Kind::ReleasedByHand);
    QCOMPARE(snapshot.journal[0].holder->token, QByteArray("first"));
    QVERIFY(snapshot.journal[1].kind == JournalEntry::Kind::HandedOver);
    QCOMPARE(snapshot.journal[1].previous->token, QByteArray("first"));
    QCOMPARE(snapshot.journalTotal, qint64(8));
}

void TestRelease::aServerThatIsMarkedUnderAnotherNameIsRefused()
{
    QSettings settings;
    Endpoint elsewhere;
    elsewhere.host = u"elsewhere.example"_qs;
    const QByteArray info = m_server->run({"INFO", "server"}).text;
    const auto at = info.indexOf("run_id:");
    const auto runId = QString::fromLatin1(info.mid(at, info.indexOf('\r', at) - at));
    ProductionServers(&settings).mark(elsewhere, {{runId}, {}});
    open(Permission::MayRelease);
    // Connected to it, the window knows.
    QTRY_VERIFY(m_window->window().findChild<QWidget *>(u"permission"_qs)->accessibleName()
        == u"PRODUCTION");
    pressDelete();
    QCOMPARE(holder(), QByteArray("token-of-the-first-one"));
    QVERIFY(!box());
    ProductionServers(&settings).unmark(elsewhere);
}

// lock:* are locks in it.
// Instead of the server of its own.
void TestRelease::watch(const Endpoint &endpoint)
{
    open(Permission::MayRelease);
    Source source;
    source.endpoint = endpoint;
    source.permission = Permission::MayRelease;
    QVERIFY(m_window->watch(std::move(source)));
}

// The other tests reach it by its unix socket.
void TestRelease::aLockIsReleasedHoweverItsServerIsReached_data()
{
    QTest::addColumn<bool>("bySentinels");
    QTest::newRow("by its port") << false;
    QTest::newRow("by its Sentinels") << true;
}

void TestRelease::aLockIsReleasedHoweverItsServerIsReached()
{
    QFETCH(const bool, bySentinels);
    std::optional<SentinelTestGroup> group;
    std::optional<TestServer> alone;
    TestServer::Options options;
    options.tcp = true;
    if (bySentinels)
        group.emplace();
    else
        alone.emplace(options);
    TestServer &server = bySentinels ? group->server(0) : *alone;
    server.run({"SET", "lock:a", "first", "PX", "600000"});
    watch(bySentinels ? group->endpoint() : addressed(server));
    pressDelete();
    QTRY_VERIFY_WITH_TIMEOUT(box(), 60'000);
    QVERIFY2(releaseButton(), qPrintable(box()->text()));
    QTest::mouseClick(releaseButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(server.run({"EXISTS", "lock:a"}).integer, qint64(0), 60'000);
}

void TestRelease::anotherNodeIsAskedWhereTheGivenOneIsDown()
{
    ClusterTestGroup cluster;
    TestServer &given = cluster.server(ClusterTestGroup::primaries); // a replica
    TestServer &owner = cluster.server(cluster.ownerOf("lock:a"));
    owner.run({"SET", "lock:a", "first", "PX", "600000"});
    watch(addressed(given));
    const auto isWatched = [this] {
        const auto &status = m_window->window().watchPage()->shownSnapshot().status;
        return status.cluster && status.firstInventoryDone;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isWatched(), 60'000);
    given.kill9();
    pressDelete();
    QTRY_VERIFY_WITH_TIMEOUT(box(), 60'000);
    QVERIFY2(releaseButton(), qPrintable(box()->text()));
    QTest::mouseClick(releaseButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(owner.run({"EXISTS", "lock:a"}).integer, qint64(0), 60'000);
}

void TestRelease::whatANodeThatIsAwayHasIsNotCalledForbidden()
{
    ClusterTestGroup cluster;
    const size_t owner = cluster.ownerOf("lock:a");
    cluster.server(owner).run({"SET", "lock:a", "first", "PX", "600000"});
    watch(addressed(cluster.server((owner + 1) % ClusterTestGroup::primaries)));
    const auto lock = [this]() -> ItemPtr {
        const auto &locks = *m_window->window().watchPage()->shownSnapshot().locks;
        return locks.size() == 1 ? locks.front() : ItemPtr();
    };
    QTRY_VERIFY_WITH_TIMEOUT(lock() && lock()->reading.holder, 60'000);
    cluster.server(owner).kill9();
    QTRY_VERIFY_WITH_TIMEOUT(lock() && lock()->reading.isUnreadable, 60'000);
    const LocksModel model;
    const QString toolTip = model.toolTip(*lock(), LocksModel::AgeColumn);
    QVERIFY2(toolTip.contains(u"no node of the cluster answers"_qs), qPrintable(toolTip));
    QString facts;
    for (const auto &[name, text] :
        itemFacts(*lock(), {std::chrono::steady_clock::now(), std::chrono::system_clock::now()}))
        facts += name + u": "_qs + text + u'\n';
    QVERIFY2(facts.contains(u"Time left: unknown: no node of the cluster answers for it\n"_qs),
        qPrintable(facts));
    QVERIFY2(!facts.contains(u"First seen free"_qs), qPrintable(facts));
}

// The screen is as wide as people have it: how a question is laid out depends on it.
int main(int argc, char **argv)
{
    QTemporaryDir folder;
    QFile screen(folder.filePath(QStringLiteral("screen.json")));
    if (qgetenv("QT_QPA_PLATFORM") == "offscreen" && screen.open(QIODevice::WriteOnly)) {
        screen.write(R"({"screens":[{"name":"wide","x":0,"y":0,"width":1280,"height":800,)"
                     R"("logicalDpi":96,"logicalBaseDpi":96,"dpr":1}]})");
        screen.close();
        qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screen.fileName().toUtf8());
    }
    QApplication application(argc, argv);
    TestRelease test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_release.moc"
