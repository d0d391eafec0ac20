// Releasing a lock from the program's own window, in this process and offscreen, on a real server.

#include "app/language.h"
#include "app/watchwindow.h"
#include "tests/support/patience.h"
#include "tests/support/testserver.h"
#include "ui/watch/itemtable.h"
#include "ui/watch/watchpage.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

using namespace lockstep;

class TestRelease : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void afterTheQuestionTheLockIsFree();
    void cancelIsTheDefaultAndReleasesNothing();
    void aHolderThatChangedMeanwhileIsNotTouched();
    void aConnectionThatMayNotDoesNotAsk_data();
    void aConnectionThatMayNotDoesNotAsk();
    void aRefusalIsSaid();

private:
    void open(Permission permission, const QByteArray &user = {});
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
    QByteArray holder() { return m_server->run({"GET", "lock:a"}).text; }

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Language> m_language;
    std::unique_ptr<WatchWindow> m_window;
};

void TestRelease::init()
{
    m_server = std::make_unique<TestServer>();
    m_server->run({"SET", "lock:a", "token-of-the-first-one", "PX", "60000"});
    m_theme = std::make_unique<Theme>(qApp);
    m_language = std::make_unique<Language>(QStringLiteral("en"));
}

void TestRelease::cleanup()
{
    m_window.reset();
}

void TestRelease::open(Permission permission, const QByteArray &user)
{
    m_window = std::make_unique<WatchWindow>(m_theme.get(), m_language.get(), Arguments());
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
    for (const QString &told :
        {u"lock:a"_qs, u"token-of-the-first-one"_qs, u"in 5"_qs, u"two work at the same time"_qs})
        QVERIFY2(box()->text().contains(told), qPrintable(told));
    QCOMPARE(holder(), QByteArray("token-of-the-first-one"));
    QTest::mouseClick(releaseButton(), Qt::LeftButton);
    QTRY_COMPARE(holder(), QByteArray());
    QTRY_COMPARE(m_window->window().watchPage()->table(Family::Lock)->model()->rowCount(), 0);
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
    QTest::newRow("read-only") << Permission::ReadOnly;
    QTest::newRow("production") << Permission::Production;
}

void TestRelease::aConnectionThatMayNotDoesNotAsk()
{
    QFETCH(Permission, permission);
    open(permission);
    m_server->run({"CONFIG", "RESETSTAT"});
    pressDelete();
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

QTEST_MAIN(TestRelease)
#include "tst_release.moc"
