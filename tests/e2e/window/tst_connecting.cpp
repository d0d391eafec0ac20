// Going from one server to another in the program's own window, in this process and offscreen, on
// real servers.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"
#include "ui/connect/connectdialog.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class TestConnecting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aMistypedAddressEndsNothing();
    void aServerThatAnswersTakesThePlace();
    void aServerThatWantsAPasswordIsAskedAgainInTheDialog();
    void aMarkIsKeptUnderAnotherName();

private:
    QLineEdit *address() const { return dialog()->findChild<QLineEdit *>(u"address"_qs); }
    ConnectDialog *dialog() const { return m_window->window().findChild<ConnectDialog *>(); }
    QString trouble() const { return dialog()->findChild<QLabel *>(u"trouble"_qs)->text(); }
    QString badge() const
    {
        return m_window->window().findChild<QWidget *>(u"permission"_qs)->accessibleName();
    }
    QByteArray onlyLock() const
    {
        const auto *model = m_window->window().watchPage()->table(Family::Lock)->itemModel();
        return model->rowCount() == 1 ? model->item(0)->key : QByteArray();
    }
    void openDialog()
    {
        Q_EMIT m_window->window().connectionRequested();
        QVERIFY(dialog());
    }
    void connectTo(const QString &uri, Permission permission = Permission::ReadOnly)
    {
        address()->setText(uri);
        auto *choice = dialog()->findChild<QComboBox *>(u"permission"_qs);
        choice->setCurrentIndex(choice->findData(int(permission)));
        for (QPushButton *button : dialog()->findChildren<QPushButton *>()) {
            if (button->isDefault())
                button->click();
        }
    }

    QTemporaryDir m_home;
    std::unique_ptr<TestServer> m_first, m_second;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Language> m_language;
    std::unique_ptr<WatchWindow> m_window;
};

void TestConnecting::init()
{
    QCoreApplication::setOrganizationName(u"lockstep"_qs);
    qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
    QSettings().clear();
    TestServer::Options options;
    options.tcp = true;
    m_first = std::make_unique<TestServer>();
    m_second = std::make_unique<TestServer>(options);
    m_first->run({"SET", "lock:first", "token-of-the-first-one", "PX", "600000"});
    m_second->run({"SET", "lock:second", "token-of-the-second", "PX", "600000"});
    m_theme = std::make_unique<Theme>(qApp);
    m_language = std::make_unique<Language>(u"en"_qs);
    m_window = std::make_unique<WatchWindow>(m_theme.get(), m_language.get(), Arguments());
    m_window->window().show();
    Source source;
    source.endpoint = m_first->endpoint();
    QVERIFY(m_window->watch(std::move(source)));
    QTRY_COMPARE(onlyLock(), QByteArray("lock:first"));
}

void TestConnecting::cleanup()
{
    m_window.reset();
}

void TestConnecting::aMistypedAddressEndsNothing()
{
    openDialog();
    connectTo(u"unix:///nowhere/redis.sock"_qs);
    QTRY_VERIFY(address()->isEnabled());
    QVERIFY2(trouble().contains(u"/nowhere/redis.sock"_qs), qPrintable(trouble()));
    QVERIFY(dialog()->isVisible());
    QCOMPARE(onlyLock(), QByteArray("lock:first"));
    // It goes on: what happens there is seen.
    m_first->run({"DEL", "lock:first"});
    m_first->run({"SET", "lock:again", "token-of-the-first-one", "PX", "600000"});
    const auto *model = m_window->window().watchPage()->table(Family::Lock)->itemModel();
    const auto isSeen = [&] {
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->item(row)->key == "lock:again")
                return true;
        }
        return false;
    };
    QTRY_VERIFY(isSeen());
}

void TestConnecting::aServerThatAnswersTakesThePlace()
{
    openDialog();
    connectTo(u"unix://"_qs + m_second->socketPath());
    QTRY_VERIFY(!dialog());
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
}

void TestConnecting::aServerThatWantsAPasswordIsAskedAgainInTheDialog()
{
    m_second->run({"CONFIG", "SET", "requirepass", "right"});
    openDialog();
    connectTo(u"unix://"_qs + m_second->socketPath());
    QTRY_VERIFY2(trouble().contains(u"requires a password"_qs), qPrintable(trouble()));
    QVERIFY(address()->isEnabled());
    QCOMPARE(onlyLock(), QByteArray("lock:first"));
    for (QLineEdit *field : dialog()->findChildren<QLineEdit *>()) {
        if (field->echoMode() == QLineEdit::Password)
            field->setText(u"right"_qs);
    }
    connectTo(u"unix://"_qs + m_second->socketPath());
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
    QSettings settings;
    settings.sync();
    QFile kept(settings.fileName());
    QVERIFY(!kept.open(QIODevice::ReadOnly) || !kept.readAll().contains("right"));
}

void TestConnecting::aMarkIsKeptUnderAnotherName()
{
    openDialog();
    connectTo(u"unix://"_qs + m_second->socketPath(), Permission::Production);
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
    QCOMPARE(badge(), u"PRODUCTION"_qs);
    openDialog();
    connectTo(u"redis://127.0.0.1:%1"_qs.arg(m_second->tcpPort()), Permission::MayRelease);
    QTRY_VERIFY(!dialog());
    QCOMPARE(badge(), u"PRODUCTION"_qs);
    // Who sees the mark and chooses otherwise takes it away.
    openDialog();
    connectTo(u"redis://127.0.0.1:%1"_qs.arg(m_second->tcpPort()), Permission::MayRelease);
    QTRY_VERIFY(!dialog());
    QCOMPARE(badge(), u"RELEASE ENABLED"_qs);
}

QTEST_MAIN(TestConnecting)
#include "tst_connecting.moc"
