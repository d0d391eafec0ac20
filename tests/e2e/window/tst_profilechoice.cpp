// Going to a server by its profile, and changing profiles, in the program's own window, in this
// process and offscreen, on real servers and with a real keychain.

#include "app/profiles/savedprofiles.h"
#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "core/redis/profiles/profilejson.h"
#include "core/redis/profiles/profileservers.h"
#include "core/redis/secrets/keychain.h"
#include "tests/support/filecontents.h"
#include "tests/support/ownfolders.h"
#include "tests/support/patience.h"
#include "tests/support/servers/secretservice.h"
#include "tests/support/servers/testserver.h"
#include "ui/connect/connectdialog.h"
#include "ui/connect/environmentlook.h"
#include "ui/connect/importdialog.h"
#include "ui/connect/passwordprompt.h"
#include "ui/connect/profiledialog.h"
#include "ui/connect/profilesdialog.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTest>

#include <sys/stat.h>

using namespace lockstep;

class TestProfileChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void withoutProfilesAnAddressIsTyped();
    void aCardLeadsToItsServer();
    void aProfileIsThatOfItsServer();
    void noAddressLeadsAroundProduction_data();
    void noAddressLeadsAroundProduction();
    void aFoundProfileIsNotThatOfTheNextServer();
    void aPictureHasNoNameThatWasNotGiven();
    void productionIsSeenAndMarked();
    void aServerThatDoesNotAnswerEndsNothing();
    void thePasswordComesFromTheKeychain();
    void aTypedPasswordIsKept();
    void aKeptPasswordThatIsWrongIsAskedFor();
    void anAnswerOfTheKeychainOutlivesWhatGaveIt();
    void profilesAreAddedEditedAndRemoved();
    void aTestSaysWhatAnswersAndEntersNothing();
    void aTestThatGetsNoAnswerBlocksNothing();
    void theOrderOfTheCardsIsKept();
    void aFileOfProfilesIsImported();
    void aPipeIsRefusedAsAFileOfProfiles();
    void anAddressBecomesAProfile();
    void aDamagedFileIsShownAndKept();
    void whatAnotherProgramWroteIsNotUndone();
    void anotherWindowIsAskedFor();
    void whileTheKeychainIsLockedThePasswordIsTyped(); // from here on it is not unlocked again
    void aPasswordThatCannotBeKeptIsSaid();

private:
    template <typename Widget> Widget *only() const
    {
        return m_window->window().findChild<Widget *>();
    }
    void write(const Profiles &profiles) const
    {
        QDir().mkpath(QFileInfo(ProfileFile::usualPath()).path());
        QFile file(ProfileFile::usualPath());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(profilesToJson(profiles));
    }
    static QByteArray text() { return contentsOf(ProfileFile::usualPath()); }
    static Profiles kept() { return ProfileFile().read().value_or(Profiles()); }
    Profile profileOf(const QString &name, Environment environment = Environment::Staging) const
    {
        Profile profile;
        profile.name = name;
        profile.environment = environment;
        profile.endpoint = *Endpoint::fromUri(u"redis://127.0.0.1:%1"_qs.arg(m_second->tcpPort()));
        return profile;
    }
    Endpoint withPassword(const QByteArray &password) const
    {
        Endpoint endpoint = profileOf({}).endpoint;
        endpoint.password = password;
        return endpoint;
    }
    void openProfiles()
    {
        Q_EMIT m_window->window().connectionRequested();
        QVERIFY(only<ProfilesDialog>());
    }
    void typeAddress(const QString &address, Permission permission = Permission::ReadOnly) const
    {
        Q_EMIT m_window->window().connectionRequested();
        only<ProfilesDialog>()->findChild<QPushButton *>(u"address"_qs)->click();
        QTRY_VERIFY(only<ConnectDialog>());
        only<ConnectDialog>()->findChild<QLineEdit *>(u"address"_qs)->setText(address);
        auto *access = only<ConnectDialog>()->findChild<QComboBox *>(u"permission"_qs);
        access->setCurrentIndex(access->findData(int(permission)));
        press(*only<ConnectDialog>());
        QTRY_VERIFY(!only<ConnectDialog>());
    }
    ProfileCard *card(const QString &name) const
    {
        for (ProfileCard *each : m_window->window().findChildren<ProfileCard *>()) {
            if (each->profile().name == name && !each->isHidden())
                return each;
        }
        return nullptr;
    }
    void choose(const QString &name, ProfileCard::Action action) const
    {
        QTRY_VERIFY(card(name));
        int place = 0;
        for (QAction *each : card(name)->findChild<QMenu *>()->actions()) {
            if (!each->isSeparator() && place++ == int(action))
                return each->trigger();
        }
    }
    QByteArray onlyLock() const
    {
        const auto *model = m_window->window().watchPage()->table(Family::Lock)->itemModel();
        return model->rowCount() == 1 ? model->item(0)->key : QByteArray();
    }
    QString band() const
    {
        return m_window->window().findChild<QWidget *>(u"environment"_qs)->accessibleName();
    }
    static ServerIdentity identityOf(TestServer &server)
    {
        const QByteArray info = server.run({"INFO", "server"}).text;
        const qsizetype begin = info.indexOf("run_id:");
        return {{QString::fromLatin1(info.mid(begin, info.indexOf('\r', begin) - begin))}, {}};
    }
    QString trouble() const
    {
        return only<ProfilesDialog>()->findChild<QLabel *>(u"trouble"_qs)->text();
    }
    static void press(const QDialog &dialog)
    {
        for (QPushButton *button : dialog.findChildren<QPushButton *>()) {
            if (button->isDefault())
                button->click();
        }
    }
    void type(const QString &password, bool isToBeKept) const
    {
        QTRY_VERIFY(only<PasswordPrompt>());
        for (QLineEdit *field : only<PasswordPrompt>()->findChildren<QLineEdit *>()) {
            if (field->echoMode() == QLineEdit::Password)
                field->setText(password);
        }
        only<PasswordPrompt>()->findChild<QCheckBox *>(u"keep"_qs)->setChecked(isToBeKept);
        press(*only<PasswordPrompt>());
    }
    void protect() { m_second->run({"CONFIG", "SET", "requirepass", "s3cret"}); }
    // What the keychain has, asked without a question.
    QByteArray keptPassword() const
    {
        Keychain keychain(Keychain::Questions::None);
        const auto passwords = QCoro::waitFor(keychain.read(profileOf({}).endpoint));
        return passwords ? passwords->server : QByteArray("unreadable");
    }

    OwnFolders m_folders;
    std::unique_ptr<SecretService> m_keychain; // one: its library keeps to the first that it finds
    std::unique_ptr<TestServer> m_first, m_second;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Language> m_language;
    std::unique_ptr<WatchWindow> m_window;
};

void TestProfileChoice::initTestCase()
{
    QCoreApplication::setOrganizationName(u"lockstep"_qs);
    m_keychain = std::make_unique<SecretService>();
    QVERIFY2(m_keychain->why().isEmpty(), qPrintable(m_keychain->why()));
    qputenv("DBUS_SESSION_BUS_ADDRESS", m_keychain->busAddress());
    QVERIFY2(m_keychain->startUnlocked(), qPrintable(m_keychain->why()));
}

void TestProfileChoice::init()
{
    QSettings().clear();
    QFile::remove(ProfileFile::usualPath());
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

void TestProfileChoice::cleanup()
{
    m_window.reset();
}

void TestProfileChoice::withoutProfilesAnAddressIsTyped()
{
    Q_EMIT m_window->window().connectionRequested();
    QVERIFY(only<ConnectDialog>());
    QVERIFY(!only<ProfilesDialog>());
}

void TestProfileChoice::aCardLeadsToItsServer()
{
    Profile shop = profileOf(u"shop"_qs);
    const QString rules = m_folders.filePath(u"rules.json"_qs);
    QFile file(rules);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"rules": [{"glob": "teamLock", "family": "lock"}]})");
    file.close();
    shop.rulesFile = rules;
    m_second->run({"DEL", "lock:second"});
    m_second->run({"SET", "teamLock", "token-of-the-team", "PX", "600000"});
    write({shop});
    openProfiles();
    card(u"shop"_qs)->click();
    QTRY_COMPARE(onlyLock(), QByteArray("teamLock")); // which only its rules make one
    QVERIFY(m_window->window().windowTitle().contains(u"shop"_qs));
    QCOMPARE(band(), environmentBanner(Environment::Staging));
    QCOMPARE(m_window->profile().value(), shop);
    QTRY_VERIFY(!only<ProfilesDialog>());
    // Its rules and its name are not those of the next server.
    typeAddress(u"unix://"_qs + m_first->socketPath());
    QTRY_COMPARE(onlyLock(), QByteArray("lock:first"));
    QCOMPARE(band(), QString());
    QVERIFY(!m_window->profile());
}

// Also where another address leads to it, or to its replica.
void TestProfileChoice::aProfileIsThatOfItsServer()
{
    TestServer replica;
    replica.run({"REPLICAOF", "127.0.0.1", QByteArray::number(m_second->tcpPort())});
    QTRY_VERIFY(replica.run({"EXISTS", "lock:second"}).integer == 1);
    const Profile shop = profileOf(u"shop"_qs);
    Profile other = shop;
    other.name = u"other"_qs;
    other.environment = Environment::Development;
    other.endpoint = *Endpoint::fromUri(u"unix:///nowhere/redis.sock"_qs);
    write({other, shop});
    openProfiles();
    card(u"shop"_qs)->click();
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
    QTRY_VERIFY(QSettings().contains(u"profileServers"_qs));
    QTRY_VERIFY(!only<ProfilesDialog>());
    typeAddress(u"unix://"_qs + m_first->socketPath());
    QTRY_COMPARE(onlyLock(), QByteArray("lock:first"));
    typeAddress(u"unix://"_qs + m_second->socketPath());
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
    QTRY_COMPARE(band(), environmentBanner(Environment::Staging));
    QVERIFY(m_window->window().windowTitle().contains(u"shop"_qs));
    QVERIFY(!m_window->profile()); // it was not opened by it
    typeAddress(u"unix://"_qs + m_first->socketPath());
    QTRY_COMPARE(band(), QString());
    typeAddress(u"unix://"_qs + replica.socketPath());
    QTRY_COMPARE(band(), environmentBanner(Environment::Staging));
}

void TestProfileChoice::noAddressLeadsAroundProduction_data()
{
    QTest::addColumn<bool>("isProductionLater");
    QTest::newRow("of a profile that was opened as production") << false;
    QTest::newRow("of a profile that became production after it was opened") << true;
}

// The profile is opened without a card, as --profile does in a new window: by its mark alone.
void TestProfileChoice::noAddressLeadsAroundProduction()
{
    QFETCH(bool, isProductionLater);
    const Profile production = profileOf(u"shop"_qs, Environment::Production);
    Source source;
    source.profile = isProductionLater ? profileOf(u"shop"_qs) : production;
    source.endpoint = production.endpoint;
    write({*source.profile});
    QVERIFY(markProfilesOfProduction());
    source.permission = isProductionLater ? Permission::ReadOnly : Permission::Production;
    QVERIFY(m_window->watch(std::move(source)));
    QTRY_VERIFY(QSettings().contains(u"profileServers"_qs));
    write({production});
    QVERIFY(markProfilesOfProduction());
    if (!isProductionLater) { // then whoever changes the server by another address is refused
        QSettings settings;
        const ProductionServers marks(&settings);
        QVERIFY(marks.contains(m_second->endpoint(), identityOf(*m_second)));
    }
    typeAddress(u"unix://"_qs + m_first->socketPath());
    QTRY_COMPARE(onlyLock(), QByteArray("lock:first"));
    typeAddress(u"unix://"_qs + m_second->socketPath(), Permission::MayRelease);
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
    QTRY_VERIFY2(m_window->window().windowTitle().startsWith(u"PRODUCTION · shop"_qs),
        qPrintable(m_window->window().windowTitle()));
    QCOMPARE(band(), environmentBanner(Environment::Production));
}

// Another server answers at an address where a replica of the profile's server was.
void TestProfileChoice::aFoundProfileIsNotThatOfTheNextServer()
{
    TestServer::Options options;
    options.tcp = true;
    TestServer replica(options);
    replica.run({"REPLICAOF", "127.0.0.1", QByteArray::number(m_second->tcpPort())});
    QTRY_VERIFY(replica.run({"EXISTS", "lock:second"}).integer == 1);
    write({profileOf(u"shop"_qs)});
    openProfiles();
    card(u"shop"_qs)->click();
    QTRY_VERIFY(QSettings().contains(u"profileServers"_qs));
    const QVariant learnt = QSettings().value(u"profileServers"_qs);
    QTRY_VERIFY(!only<ProfilesDialog>());
    typeAddress(u"redis://127.0.0.1:%1"_qs.arg(replica.tcpPort()));
    QTRY_COMPARE(band(), environmentBanner(Environment::Staging));
    replica.terminate();
    QVERIFY(QFile::remove(replica.folder() + u"/dump.rdb"_qs)); // tells whose data it had
    replica.restart();
    QTRY_COMPARE(band(), QString());
    QVERIFY(!m_window->window().windowTitle().contains(u"shop"_qs));
    QCOMPARE(QSettings().value(u"profileServers"_qs), learnt);
    replica.run({"REPLICAOF", "127.0.0.1", QByteArray::number(m_second->tcpPort())});
    QTRY_VERIFY(replica.run({"EXISTS", "lock:second"}).integer == 1);
    replica.run({"CLIENT", "KILL", "TYPE", "normal"}); // so that it is identified again
    QTRY_COMPARE(band(), environmentBanner(Environment::Staging));
    QVERIFY(m_window->window().windowTitle().contains(u"shop"_qs));
    QCOMPARE(QSettings().value(u"profileServers"_qs), learnt);
}

// It must not depend on what its user has saved. A mark is safety, so it counts there, too; here it
// tells that the server was identified.
void TestProfileChoice::aPictureHasNoNameThatWasNotGiven()
{
    write({profileOf(u"shop"_qs)});
    QSettings settings;
    ProfileServers(&settings).learn(profileOf(u"shop"_qs), identityOf(*m_second));
    ProductionServers(&settings).mark(profileOf({}).endpoint, identityOf(*m_second));
    Arguments arguments;
    arguments.command = Arguments::Command::Shot;
    m_window = std::make_unique<WatchWindow>(m_theme.get(), m_language.get(), arguments);
    Source source;
    source.endpoint = m_second->endpoint();
    QVERIFY(m_window->watch(std::move(source)));
    const auto title = [this] { return m_window->window().windowTitle(); };
    QTRY_VERIFY(title().startsWith(u"PRODUCTION"_qs));
    QVERIFY2(!title().contains(u"shop"_qs), qPrintable(title()));
}

void TestProfileChoice::productionIsSeenAndMarked()
{
    write({profileOf(u"shop"_qs, Environment::Production)});
    openProfiles();
    card(u"shop"_qs)->click();
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
    QCOMPARE(band(), environmentBanner(Environment::Production));
    QSettings settings;
    QVERIFY(ProductionServers(&settings).contains(profileOf({}).endpoint));
    QVERIFY(m_window->window().windowTitle().startsWith(u"PRODUCTION"_qs));
}

void TestProfileChoice::aServerThatDoesNotAnswerEndsNothing()
{
    Profile gone = profileOf(u"gone"_qs);
    gone.endpoint = *Endpoint::fromUri(u"unix:///nowhere/redis.sock"_qs);
    write({gone});
    openProfiles();
    card(u"gone"_qs)->click();
    QTRY_VERIFY2(trouble().contains(u"/nowhere/redis.sock"_qs), qPrintable(trouble()));
    QVERIFY(card(u"gone"_qs)->isEnabled());
    QCOMPARE(onlyLock(), QByteArray("lock:first"));
}

void TestProfileChoice::thePasswordComesFromTheKeychain()
{
    protect();
    Keychain keychain(Keychain::Questions::None);
    QVERIFY(QCoro::waitFor(keychain.keep(withPassword("s3cret"))));
    write({profileOf(u"shop"_qs)});
    openProfiles();
    card(u"shop"_qs)->click();
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
    QVERIFY(!text().contains("s3cret"));
}

void TestProfileChoice::aTypedPasswordIsKept()
{
    Keychain keychain(Keychain::Questions::None);
    QVERIFY(QCoro::waitFor(keychain.forget(withPassword({}))));
    protect();
    write({profileOf(u"shop"_qs)});
    openProfiles();
    card(u"shop"_qs)->click();
    type(u"wrong"_qs, true);
    QTRY_VERIFY(only<PasswordPrompt>() && only<PasswordPrompt>()->isVisible());
    QCOMPARE(keptPassword(), QByteArray());
    type(u"s3cret"_qs, true);
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
    QTRY_COMPARE(keptPassword(), QByteArray("s3cret"));
    const auto *notice = m_window->window().findChild<Banner *>(u"notice"_qs);
    QTRY_VERIFY2(notice->text().contains(u"is kept"_qs), qPrintable(notice->text()));
}

// The keyring of the test has nobody to ask, which it takes for a refusal.
void TestProfileChoice::whileTheKeychainIsLockedThePasswordIsTyped()
{
    protect();
    Keychain keychain(Keychain::Questions::None);
    QVERIFY(QCoro::waitFor(keychain.keep(withPassword("s3cret"))));
    QVERIFY2(m_keychain->lock(), qPrintable(m_keychain->why()));
    write({profileOf(u"shop"_qs)});
    openProfiles();
    card(u"shop"_qs)->click();
    QTRY_VERIFY(only<PasswordPrompt>());
    QString said;
    for (const QLabel *label : only<PasswordPrompt>()->findChildren<QLabel *>())
        said += label->text();
    QVERIFY2(said.contains(u"not unlocked"_qs), qPrintable(said));
    type(u"s3cret"_qs, false);
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
}

void TestProfileChoice::aPasswordThatCannotBeKeptIsSaid()
{
    protect();
    QVERIFY2(m_keychain->lock(), qPrintable(m_keychain->why()));
    write({profileOf(u"shop"_qs)});
    openProfiles();
    choose(u"shop"_qs, ProfileCard::Action::Edit);
    QTRY_VERIFY(only<ProfileDialog>());
    for (QLineEdit *field : only<ProfileDialog>()->findChildren<QLineEdit *>()) {
        if (field->echoMode() == QLineEdit::Password && field->isVisible())
            field->setText(u"s3cret"_qs);
    }
    press(*only<ProfileDialog>());
    QTRY_VERIFY2(trouble().contains(u"was not kept"_qs), qPrintable(trouble()));
    card(u"shop"_qs)->click();
    type(u"s3cret"_qs, true);
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
    QTRY_VERIFY(only<QMessageBox>());
    QVERIFY2(only<QMessageBox>()->text().contains(u"was not kept"_qs),
        qPrintable(only<QMessageBox>()->text()));
}

void TestProfileChoice::aKeptPasswordThatIsWrongIsAskedFor()
{
    protect();
    Keychain keychain(Keychain::Questions::None);
    QVERIFY(QCoro::waitFor(keychain.keep(withPassword("of yesterday"))));
    write({profileOf(u"shop"_qs)});
    openProfiles();
    card(u"shop"_qs)->click();
    type(u"s3cret"_qs, true);
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
    QTRY_COMPARE(keptPassword(), QByteArray("s3cret"));
}

// Whatever deletes between two passes of the event loop, as QTRY_VERIFY does now and then, deletes
// what has answered before whoever asked can go on.
void TestProfileChoice::anAnswerOfTheKeychainOutlivesWhatGaveIt()
{
    const auto hasEnded = [](const auto &task) {
        const QDeadlineTimer limit(20'000);
        while (!task.isReady() && !limit.hasExpired()) {
            QCoreApplication::processEvents();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        return task.isReady();
    };
    Keychain keychain(Keychain::Questions::Allowed);
    const auto keeping = keychain.keep(withPassword("of today"));
    QVERIFY(hasEnded(keeping));
    QCOMPARE(keptPassword(), QByteArray("of today"));
    const auto reading = keychain.read(withPassword({}));
    QVERIFY(hasEnded(reading));
    const auto forgetting = keychain.forget(withPassword({}));
    QVERIFY(hasEnded(forgetting));
    QCOMPARE(keptPassword(), QByteArray());
}

void TestProfileChoice::profilesAreAddedEditedAndRemoved()
{
    write({profileOf(u"a"_qs)});
    openProfiles();
    const auto save = [this](const QString &name) {
        QTRY_VERIFY(only<ProfileDialog>());
        only<ProfileDialog>()->findChild<QLineEdit *>(u"name"_qs)->setText(name);
        press(*only<ProfileDialog>());
        QTRY_VERIFY(!only<ProfileDialog>());
    };
    only<ProfilesDialog>()->findChild<QPushButton *>(u"new"_qs)->click();
    save(u"b"_qs);
    QCOMPARE(namesOf(kept()), (QStringList{u"a"_qs, u"b"_qs}));
    choose(u"a"_qs, ProfileCard::Action::Edit);
    save(u"A"_qs);
    QCOMPARE(namesOf(kept()), (QStringList{u"A"_qs, u"b"_qs}));
    choose(u"A"_qs, ProfileCard::Action::Duplicate);
    QTRY_VERIFY(only<ProfileDialog>());
    QCOMPARE(only<ProfileDialog>()->findChild<QLineEdit *>(u"name"_qs)->text(), u"A 2"_qs);
    auto *address = only<ProfileDialog>()->findChild<QLineEdit *>(u"address"_qs);
    address->setText(u"redis://:s3cret@127.0.0.1:%1"_qs.arg(m_second->tcpPort()));
    press(*only<ProfileDialog>());
    QTRY_COMPARE(namesOf(kept()), (QStringList{u"A"_qs, u"b"_qs, u"A 2"_qs}));
    QTRY_COMPARE(keptPassword(), QByteArray("s3cret"));
    QVERIFY(!text().contains("s3cret"));
    const auto removeIt = [this](const QString &name) {
        choose(name, ProfileCard::Action::Remove);
        QTRY_VERIFY(only<QMessageBox>());
        only<QMessageBox>()->findChild<QPushButton *>(u"remove"_qs)->click();
        QTRY_VERIFY(!only<QMessageBox>());
    };
    removeIt(u"A 2"_qs);
    QTRY_COMPARE(namesOf(kept()), (QStringList{u"A"_qs, u"b"_qs}));
    QCOMPARE(keptPassword(), QByteArray("s3cret")); // A is of the same server
    removeIt(u"A"_qs);
    QTRY_COMPARE(namesOf(kept()), QStringList{u"b"_qs});
    QTRY_COMPARE(keptPassword(), QByteArray());
}

void TestProfileChoice::aTestSaysWhatAnswersAndEntersNothing()
{
    using enum ProfileCard::Action;
    Profile gone = profileOf(u"gone"_qs);
    gone.endpoint = *Endpoint::fromUri(u"unix:///nowhere/redis.sock"_qs);
    write({profileOf(u"shop"_qs), gone});
    openProfiles();
    const QByteArray info = m_second->run({"INFO", "server"}).text;
    static const QRegularExpression version(u"(?:redis|valkey)_version:(\\S+)"_qs);
    QString real; // the last one is the server's own, should it tell two
    for (const auto &each : version.globalMatch(QString::fromUtf8(info)))
        real = each.captured(1);
    QVERIFY(!real.isEmpty());
    choose(u"shop"_qs, Test);
    QTRY_VERIFY2(trouble().contains(u" %1, primary; "_qs.arg(real)), qPrintable(trouble()));
    QVERIFY2(
        trouble().startsWith(u"shop: "_qs) && trouble().endsWith(u" ms"_qs), qPrintable(trouble()));
    choose(u"gone"_qs, Test);
    QTRY_VERIFY2(trouble().contains(u"/nowhere/redis.sock"_qs), qPrintable(trouble()));
    QVERIFY(card(u"shop"_qs)->accessibleDescription().contains(u"✓"_qs));
    QVERIFY(card(u"gone"_qs)->accessibleDescription().contains(u"✗"_qs));
    protect();
    choose(u"shop"_qs, Edit); // where a password can be typed
    QTRY_VERIFY(only<ProfileDialog>());
    const auto *said = only<ProfileDialog>()->findChild<QLabel *>(u"trouble"_qs);
    auto *address = only<ProfileDialog>()->findChild<QLineEdit *>(u"address"_qs);
    const auto test = [&](const QString &password) {
        address->setText(u"redis://:%1@127.0.0.1:%2"_qs.arg(password).arg(m_second->tcpPort()));
        only<ProfileDialog>()->findChild<QPushButton *>(u"test"_qs)->click();
    };
    test(u"wrong"_qs);
    QTRY_VERIFY2(said->text().contains(u"✗"_qs), qPrintable(said->text()));
    test(u"s3cret"_qs);
    QTRY_VERIFY2(said->text().contains(u"✓"_qs), qPrintable(said->text()));
    only<ProfileDialog>()->reject();
    Keychain keychain(Keychain::Questions::None);
    QVERIFY(QCoro::waitFor(keychain.forget(withPassword({}))));
    choose(u"shop"_qs, Test);
    QTRY_VERIFY2(trouble().contains(u"password"_qs), qPrintable(trouble()));
    QVERIFY(!only<PasswordPrompt>());
    QVERIFY(QCoro::waitFor(keychain.keep(withPassword("s3cret"))));
    choose(u"shop"_qs, Test);
    QTRY_VERIFY2(trouble().contains(real), qPrintable(trouble()));
    QVERIFY(only<ProfilesDialog>()->isVisible());
    QCOMPARE(onlyLock(), QByteArray("lock:first"));
}

void TestProfileChoice::aTestThatGetsNoAnswerBlocksNothing()
{
    QTcpServer silent; // accepts and says nothing
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    Profile profile = profileOf(u"silent"_qs);
    profile.endpoint = *Endpoint::fromUri(u"redis://127.0.0.1:%1"_qs.arg(silent.serverPort()));
    write({profile, profileOf(u"shop"_qs)});
    openProfiles();
    choose(u"silent"_qs, ProfileCard::Action::Test);
    QTRY_VERIFY(silent.hasPendingConnections());
    QVERIFY2(trouble().contains(u"Testing silent"_qs), qPrintable(trouble()));
    choose(u"shop"_qs, ProfileCard::Action::Test); // beside it
    QTRY_VERIFY(card(u"shop"_qs)->accessibleDescription().contains(u"✓"_qs));
    QVERIFY(card(u"silent"_qs)->accessibleDescription().contains(u"Testing"_qs));
    only<ProfilesDialog>()->reject();
    QTRY_VERIFY(!only<ProfilesDialog>());
    openProfiles(); // in which nothing of it is left
    QVERIFY(!card(u"silent"_qs)->accessibleDescription().contains(u"Testing"_qs));
    QCOMPARE(trouble(), QString());
    card(u"shop"_qs)->click();
    QTRY_COMPARE(onlyLock(), QByteArray("lock:second"));
}

void TestProfileChoice::theOrderOfTheCardsIsKept()
{
    using enum ProfileCard::Action;
    write({profileOf(u"a"_qs), profileOf(u"b"_qs), profileOf(u"hidden"_qs), profileOf(u"c b"_qs)});
    openProfiles();
    choose(u"b"_qs, MoveEarlier);
    QCOMPARE(namesOf(kept()), (QStringList{u"b"_qs, u"a"_qs, u"hidden"_qs, u"c b"_qs}));
    choose(u"b"_qs, MoveEarlier); // it is the first
    choose(u"c b"_qs, MoveLater); // it is the last
    QCOMPARE(namesOf(kept()), (QStringList{u"b"_qs, u"a"_qs, u"hidden"_qs, u"c b"_qs}));
    only<ProfilesDialog>()->findChild<QLineEdit *>(u"search"_qs)->setText(u"b"_qs);
    QTRY_VERIFY(!card(u"hidden"_qs));
    choose(u"b"_qs, MoveLater);
    QCOMPARE(namesOf(kept()), (QStringList{u"a"_qs, u"hidden"_qs, u"c b"_qs, u"b"_qs}));
    // What another program wrote is kept, and the change asked for again.
    write({profileOf(u"b"_qs), profileOf(u"c b"_qs), profileOf(u"theirs"_qs)});
    choose(u"b"_qs, MoveEarlier);
    QVERIFY2(trouble().contains(u"another program"_qs), qPrintable(trouble()));
    QCOMPARE(namesOf(kept()), (QStringList{u"b"_qs, u"c b"_qs, u"theirs"_qs}));
    choose(u"b"_qs, MoveLater);
    QCOMPARE(namesOf(kept()), (QStringList{u"c b"_qs, u"b"_qs, u"theirs"_qs}));
    QCOMPARE(trouble(), QString());
}

void TestProfileChoice::aFileOfProfilesIsImported()
{
    Keychain keychain(Keychain::Questions::None);
    QVERIFY(QCoro::waitFor(keychain.forget(withPassword({}))));
    write({profileOf(u"shop"_qs)});
    openProfiles();
    const auto choose = [this](const QByteArray &contents) {
        const QString path = m_folders.filePath(u"import.txt"_qs);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(contents);
        file.close();
        only<ProfilesDialog>()->findChild<QPushButton *>(u"import"_qs)->click();
        QTRY_VERIFY(only<QFileDialog>());
        Q_EMIT only<QFileDialog>()->fileSelected(path);
        only<QFileDialog>()->reject();
        QTRY_VERIFY(!only<QFileDialog>());
    };
    const QByteArray port = QByteArray::number(m_second->tcpPort());
    choose("shop redis://127.0.0.1:" + port + "\nnew redis://:s3cret@127.0.0.1:" + port
        + "\nother redis://b.example\nnonsense\n");
    QTRY_VERIFY(only<ImportDialog>());
    const QStringList rows =
        only<ImportDialog>()->findChild<QPlainTextEdit *>(u"list"_qs)->toPlainText().split(u'\n');
    QVERIFY2(rows.size() == 4 && rows[0].startsWith(u"• New: new ("_qs)
            && rows[1].startsWith(u"• New: other ("_qs)
            && rows[2].startsWith(u"• Left out: shop ("_qs)
            && rows[3].contains(u"line 4: there is"_qs),
        qPrintable(rows.join(u'\n')));
    QVERIFY(!rows.join(u'\n').contains(u"s3cret"_qs));
    QCOMPARE(namesOf(kept()), QStringList{u"shop"_qs});
    press(*only<ImportDialog>()); // cannot be, before it is said what they are used for
    QVERIFY(only<ImportDialog>()->isVisible());
    auto *environment = only<ImportDialog>()->findChild<QComboBox *>(u"environment"_qs);
    environment->setCurrentIndex(environment->findData(int(Environment::Production)));
    press(*only<ImportDialog>());
    QTRY_COMPARE(namesOf(kept()), (QStringList{u"shop"_qs, u"new"_qs, u"other"_qs}));
    QCOMPARE(kept()[2].environment, Environment::Production);
    QCOMPARE(kept()[0].environment, Environment::Staging);
    QCOMPARE(trouble(), u"2 profiles added."_qs);
    QVERIFY(card(u"other"_qs));
    QTRY_COMPARE(keptPassword(), QByteArray("s3cret"));
    QVERIFY(!text().contains("s3cret"));
    QTRY_VERIFY(!only<ImportDialog>());
    choose(profilesToJson({profileOf(u"own"_qs)})); // which says what it is used for
    QTRY_VERIFY(only<ImportDialog>());
    press(*only<ImportDialog>());
    QTRY_COMPARE(kept().size(), 4U);
    QCOMPARE(kept()[3].environment, Environment::Staging);
    QTRY_VERIFY(!only<ImportDialog>());
    choose("nothing of use\n");
    QTRY_VERIFY2(trouble().contains(u"nothing in it can be imported"_qs), qPrintable(trouble()));
    QVERIFY(!only<ImportDialog>());
}

// Nobody writes to it, so that opening it would never end.
void TestProfileChoice::aPipeIsRefusedAsAFileOfProfiles()
{
    const QString path = m_folders.filePath(u"pipe"_qs);
    QCOMPARE(mkfifo(QFile::encodeName(path), 0600), 0);
    write({profileOf(u"shop"_qs)});
    openProfiles();
    only<ProfilesDialog>()->findChild<QPushButton *>(u"import"_qs)->click();
    QTRY_VERIFY(only<QFileDialog>());
    Q_EMIT only<QFileDialog>()->fileSelected(path);
    QTRY_VERIFY2(trouble().contains(u"a pipe or a device"_qs), qPrintable(trouble()));
}

void TestProfileChoice::anAddressBecomesAProfile()
{
    Q_EMIT m_window->window().connectionRequested();
    auto *dialog = only<ConnectDialog>();
    dialog->findChild<QLineEdit *>(u"address"_qs)->setText(u"redis://a.example:1/2"_qs);
    auto *access = dialog->findChild<QComboBox *>(u"permission"_qs);
    access->setCurrentIndex(access->findData(int(Permission::MayRelease)));
    dialog->findChild<QPushButton *>(u"keep"_qs)->click();
    QTRY_VERIFY(only<ProfileDialog>());
    only<ProfileDialog>()->findChild<QLineEdit *>(u"name"_qs)->setText(u"shop"_qs);
    press(*only<ProfileDialog>());
    QTRY_COMPARE(kept().size(), 1U);
    QCOMPARE(kept().front().endpoint, *Endpoint::fromUri(u"redis://a.example:1/2"_qs));
    QVERIFY(kept().front().mayRelease);
}

void TestProfileChoice::aDamagedFileIsShownAndKept()
{
    for (const QByteArray &damaged : {QByteArray("{\"version\": 1, \"profi"),
             QByteArray(R"({"version": 9, "profiles": []})"), QByteArray()}) {
        write({});
        QFile file(ProfileFile::usualPath());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(damaged);
        file.close();
        openProfiles();
        const auto *banner = only<ProfilesDialog>()->findChild<Banner *>(u"fileTrouble"_qs);
        QVERIFY2(banner->text().contains(u"left as it is"_qs), qPrintable(banner->text()));
        QVERIFY(!only<ProfilesDialog>()->findChild<QPushButton *>(u"new"_qs)->isEnabled());
        only<ProfilesDialog>()->reject();
        QTRY_VERIFY(!only<ProfilesDialog>());
        QCOMPARE(text(), damaged);
    }
}

void TestProfileChoice::whatAnotherProgramWroteIsNotUndone()
{
    write({profileOf(u"a"_qs)});
    openProfiles();
    choose(u"a"_qs, ProfileCard::Action::Edit);
    QTRY_VERIFY(only<ProfileDialog>());
    write({profileOf(u"a"_qs), profileOf(u"theirs"_qs)});
    only<ProfileDialog>()->findChild<QLineEdit *>(u"name"_qs)->setText(u"ours"_qs);
    press(*only<ProfileDialog>());
    const auto *said = only<ProfileDialog>()->findChild<QLabel *>(u"trouble"_qs);
    QVERIFY2(said->text().contains(u"another program"_qs), qPrintable(said->text()));
    QCOMPARE(namesOf(kept()), (QStringList{u"a"_qs, u"theirs"_qs}));
    press(*only<ProfileDialog>()); // once more, as it asks for
    QTRY_VERIFY(!only<ProfileDialog>());
    QCOMPARE(namesOf(kept()), (QStringList{u"ours"_qs, u"theirs"_qs}));
}

void TestProfileChoice::anotherWindowIsAskedFor()
{
    write({profileOf(u"shop"_qs)});
    QSignalSpy byProfile(m_window.get(), &WatchWindow::profileWindowRequested);
    QSignalSpy byAddress(m_window.get(), &WatchWindow::serverWindowRequested);
    Q_EMIT m_window->window().windowRequested();
    QVERIFY(only<ProfilesDialog>());
    card(u"shop"_qs)->click();
    QCOMPARE(byProfile.size(), 1);
    QCOMPARE(byProfile[0][0].value<Profile>().name, u"shop"_qs);
    QTRY_VERIFY(!only<ProfilesDialog>());
    openProfiles(); // for this one, but the menu says otherwise
    choose(u"shop"_qs, ProfileCard::Action::OpenInNewWindow);
    QCOMPARE(byProfile.size(), 2);
    QTRY_VERIFY(!only<ProfilesDialog>());
    Q_EMIT m_window->window().windowRequested();
    only<ProfilesDialog>()->findChild<QPushButton *>(u"address"_qs)->click();
    QTRY_VERIFY(only<ConnectDialog>());
    only<ConnectDialog>()->findChild<QLineEdit *>(u"address"_qs)->setText(u"redis://:p@a:1"_qs);
    press(*only<ConnectDialog>());
    QCOMPARE(byAddress.size(), 1);
    QCOMPARE(byAddress[0][0].value<Endpoint>(), *Endpoint::fromUri(u"redis://:p@a:1"_qs));
    QCOMPARE(onlyLock(), QByteArray("lock:first"));
}

QTEST_MAIN(TestProfileChoice)
#include "tst_profilechoice.moc"
