// Profiles as cards, and the dialog for one of them. What they look like is in tst_screens.

#include "tests/support/patience.h"
#include "ui/connect/profiledialog.h"
#include "ui/connect/profilesdialog.h"
#include "ui/connect/profileuses.h"
#include "ui/connect/profilewords.h"
#include "ui/connect/recentservers.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>

using namespace lockstep;

namespace {

Profile profileOf(const QString &name, const QString &uri, Environment environment)
{
    Profile profile;
    profile.name = name;
    profile.environment = environment;
    profile.endpoint = *Endpoint::fromUri(uri);
    return profile;
}

} // namespace

class TestProfilesDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aClickOpensWhatTheCardShows();
    void whatATestFoundIsShown();
    void aCardMovesPastTheNearestThatIsShown();
    void tabReachesEveryPart();
    void anArrowLeadsToTheCardThatLiesThere();
    void theMenuOffersWhatElseCanBeDone();
    void namesAddressesAndEnvironmentsAreFound();
    void returnOpensTheOnlyOneThatIsFound();
    void nothingIsOpenedWhileOneIsTried();
    void aFileThatCannotBeUsedGetsNoProfile();
    void cardsFillTheWidth();
    void aNarrowAddressTellsWhatItLeadsTo_data();
    void aNarrowAddressTellsWhatItLeadsTo();
    void whatIsWrongWithAProfileIsSaidAtOnce();
    void inProductionNothingIsReleased();
    void aPasswordIsHandedOnOnlyToBeKept();
    void whatIsTypedCanBeTested();
    void whatIsEditedKeepsTheRest();
    void lastUsesAreRemembered();
    void programsThatShareSettingsLoseNothing();

private:
    std::vector<ProfileCard *> shownCards() const
    {
        std::vector<ProfileCard *> shown;
        for (ProfileCard *card : m_dialog->findChildren<ProfileCard *>()) {
            if (!card->isHidden())
                shown.push_back(card);
        }
        return shown;
    }
    QLineEdit *search() const { return m_dialog->findChild<QLineEdit *>(u"search"_qs); }
    static QPushButton *defaultButton(const QDialog &dialog)
    {
        for (QPushButton *button : dialog.findChildren<QPushButton *>()) {
            if (button->isDefault())
                return button;
        }
        return nullptr;
    }

    Theme m_theme{qApp};
    std::unique_ptr<ProfilesDialog> m_dialog;
    const Profile m_shop =
        profileOf(u"Shop"_qs, u"rediss://reader@cache.example:6380"_qs, Environment::Production);
    const Profile m_own =
        profileOf(u"my own"_qs, u"redis://127.0.0.1:7000"_qs, Environment::Staging);
};

void TestProfilesDialog::init()
{
    m_dialog = std::make_unique<ProfilesDialog>(&m_theme, ProfilesDialog::Purpose::ThisWindow);
    m_dialog->setProfiles({{m_shop, u"opened today at 09:12"_qs}, {m_own, u"never opened"_qs}});
    m_dialog->show();
}

void TestProfilesDialog::aClickOpensWhatTheCardShows()
{
    QSignalSpy wanted(m_dialog.get(), &ProfilesDialog::actionRequested);
    ProfileCard *card = shownCards().front();
    QVERIFY(card->accessibleName().contains(u"Production"_qs));
    QVERIFY(card->accessibleDescription().contains(u"09:12"_qs));
    QTest::mouseClick(card, Qt::LeftButton);
    QTest::keyClick(shownCards().back(), Qt::Key_Space);
    QTest::keyClick(shownCards().back(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 3);
    QCOMPARE(wanted[0][0].value<ProfileCard::Action>(), ProfileCard::Action::Open);
    QCOMPARE(wanted[0][1].value<Profile>(), m_shop);
    QCOMPARE(wanted[1][1].value<Profile>(), m_own);
    QCOMPARE(wanted[2][1].value<Profile>(), m_own);
}

void TestProfilesDialog::tabReachesEveryPart()
{
    const Profile third =
        profileOf(u"third"_qs, u"redis://127.0.0.1:7001"_qs, Environment::Development);
    m_dialog->setProfiles({{m_shop, {}}, {m_own, {}}, {third, {}}}); // as after one was added
    m_dialog->activateWindow();
    QTRY_VERIFY(m_dialog->isActiveWindow());
    search()->setFocus();
    std::vector<QWidget *> stops;
    for (ProfileCard *card : shownCards()) {
        stops.push_back(card);
        stops.push_back(card->findChild<QWidget *>(u"more"_qs));
    }
    QCOMPARE(stops.size(), 6U);
    for (const QString &name : {u"new"_qs, u"import"_qs, u"address"_qs, u"cancel"_qs})
        stops.push_back(m_dialog->findChild<QWidget *>(name));
    stops.push_back(search());
    for (QWidget *stop : stops) {
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Tab);
        QCOMPARE(m_dialog->focusWidget(), stop);
    }
    std::reverse(stops.begin(), stops.end());
    for (QWidget *stop : stops) {
        QCOMPARE(m_dialog->focusWidget(), stop);
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Backtab);
    }
}

void TestProfilesDialog::anArrowLeadsToTheCardThatLiesThere()
{
    std::vector<ProfilesDialog::Shown> profiles;
    for (int i = 0; i < 5; ++i)
        profiles.push_back(
            {profileOf(QString::number(i), QStringLiteral("redis://127.0.0.1:%1").arg(7000 + i),
                 Environment::Development),
                {}});
    m_dialog->setProfiles(profiles);
    m_dialog->activateWindow();
    QTRY_VERIFY(m_dialog->isActiveWindow());
    const std::vector<ProfileCard *> cards = shownCards();
    const auto press = [this](Qt::Key key) { QTest::keyClick(m_dialog->focusWidget(), key); };
    QCOMPARE(m_dialog->focusWidget(), cards[0]);
    press(Qt::Key_Left);
    QCOMPARE(m_dialog->focusWidget(), cards[0]);
    press(Qt::Key_Right);
    QCOMPARE(m_dialog->focusWidget(), cards[1]);
    press(Qt::Key_Down); // there are three columns
    QCOMPARE(m_dialog->focusWidget(), cards[4]);
    press(Qt::Key_Down);
    QCOMPARE(m_dialog->focusWidget(), cards[4]);
    press(Qt::Key_Left);
    press(Qt::Key_Up);
    QCOMPARE(m_dialog->focusWidget(), cards[0]);
}

void TestProfilesDialog::theMenuOffersWhatElseCanBeDone()
{
    QSignalSpy wanted(m_dialog.get(), &ProfilesDialog::actionRequested);
    QSignalSpy moved(m_dialog.get(), &ProfilesDialog::moveRequested);
    for (QAction *action : shownCards().back()->findChild<QMenu *>()->actions())
        action->trigger();
    QList<ProfileCard::Action> actions;
    for (const auto &arguments : wanted) {
        actions << arguments[0].value<ProfileCard::Action>();
        QCOMPARE(arguments[1].value<Profile>(), m_own);
    }
    using enum ProfileCard::Action;
    QCOMPARE(actions, (QList{Open, OpenInNewWindow, Test, Edit, Duplicate, Remove}));
    QCOMPARE(moved.size(), 1); // the last card only moves to an earlier place
    QCOMPARE(moved[0][0].value<Profile>(), m_own);
    QCOMPARE(moved[0][1].value<Profile>(), m_shop);
}

void TestProfilesDialog::whatATestFoundIsShown()
{
    const auto *message = m_dialog->findChild<QLabel *>(u"trouble"_qs);
    m_dialog->showTest(m_own, {TestResult::State::Running, {}});
    QCOMPARE(message->text(), u"Testing my own …"_qs);
    m_dialog->showTest(m_own, {TestResult::State::Works, u"redis 7.0.15, primary; 2 ms"_qs});
    QCOMPARE(message->text(), u"my own: redis 7.0.15, primary; 2 ms"_qs);
    QVERIFY(shownCards()[1]->accessibleDescription().contains(u"✓ redis 7.0.15"_qs));
    QVERIFY(!shownCards()[0]->accessibleDescription().contains(u"redis 7.0.15"_qs));
    m_dialog->setBusy(u"Connecting to Shop …"_qs);
    m_dialog->showTest(m_own, {TestResult::State::Fails, u"It does not answer."_qs});
    QCOMPARE(message->text(), u"Connecting to Shop …"_qs);
    QVERIFY(shownCards()[1]->toolTip().contains(u"✗ It does not answer."_qs));
}

void TestProfilesDialog::aCardMovesPastTheNearestThatIsShown()
{
    const Profile third =
        profileOf(u"my third"_qs, u"redis://127.0.0.1:7001"_qs, Environment::Staging);
    m_dialog->setProfiles({{m_own, {}}, {m_shop, {}}, {third, {}}});
    QSignalSpy moved(m_dialog.get(), &ProfilesDialog::moveRequested);
    const auto press = [](ProfileCard *card, Qt::Key key) {
        card->setFocus();
        QTest::keyClick(card, key, Qt::ControlModifier | Qt::ShiftModifier);
    };
    QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    press(shownCards()[0], Qt::Key_Left); // there is no earlier place
    QCOMPARE(moved.size(), 0);
    press(shownCards()[0], Qt::Key_Right);
    QCOMPARE(moved.size(), 1);
    QCOMPARE(moved[0][0].value<Profile>(), m_own);
    QCOMPARE(moved[0][1].value<Profile>(), m_shop);
    search()->setText(u"my"_qs);
    press(shownCards()[1], Qt::Key_Left);
    QCOMPARE(moved.size(), 2);
    QCOMPARE(moved[1][0].value<Profile>(), third);
    QCOMPARE(moved[1][1].value<Profile>(), m_own);
    // It keeps the keyboard where it goes.
    m_dialog->setProfiles({{third, {}}, {m_own, {}}, {m_shop, {}}});
    const auto *focused = qobject_cast<ProfileCard *>(m_dialog->focusWidget());
    QVERIFY(focused);
    QCOMPARE(focused->profile(), third);
}

void TestProfilesDialog::namesAddressesAndEnvironmentsAreFound()
{
    const auto found = [this](const QString &words) {
        search()->setText(words);
        QStringList names;
        for (const ProfileCard *card : shownCards())
            names << card->profile().name;
        return names;
    };
    QCOMPARE(found(u"SHOP"_qs), QStringList{u"Shop"_qs});
    QCOMPARE(found(u"7000"_qs), QStringList{u"my own"_qs});
    QCOMPARE(found(u"stag own"_qs), QStringList{u"my own"_qs});
    QCOMPARE(found(u"shop staging"_qs), QStringList());
    QCOMPARE(found(u""_qs), (QStringList{u"Shop"_qs, u"my own"_qs}));
}

void TestProfilesDialog::returnOpensTheOnlyOneThatIsFound()
{
    QSignalSpy wanted(m_dialog.get(), &ProfilesDialog::actionRequested);
    QTest::keyClick(search(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 0);
    search()->setText(u"own"_qs);
    QTest::keyClick(search(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][1].value<Profile>(), m_own);
    QVERIFY(m_dialog->isVisible());
}

void TestProfilesDialog::nothingIsOpenedWhileOneIsTried()
{
    QSignalSpy wanted(m_dialog.get(), &ProfilesDialog::actionRequested);
    m_dialog->setBusy(u"Connecting to Shop …"_qs);
    QTest::mouseClick(shownCards().front(), Qt::LeftButton);
    QCOMPARE(wanted.size(), 0);
    m_dialog->showTrouble(u"It did not answer."_qs);
    QCOMPARE(m_dialog->findChild<QLabel *>(u"trouble"_qs)->text(), u"It did not answer."_qs);
    QTest::mouseClick(shownCards().front(), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
}

void TestProfilesDialog::aFileThatCannotBeUsedGetsNoProfile()
{
    auto *add = m_dialog->findChild<QPushButton *>(u"new"_qs);
    const auto *import = m_dialog->findChild<QPushButton *>(u"import"_qs);
    QVERIFY(import->isEnabled());
    QVERIFY(add->isEnabled());
    m_dialog->setProfiles({});
    m_dialog->setFileTrouble(u"It is damaged."_qs);
    QVERIFY(!add->isEnabled());
    QCOMPARE(m_dialog->findChild<Banner *>(u"fileTrouble"_qs)->text(), u"It is damaged."_qs);
    QVERIFY(m_dialog->findChild<QPushButton *>(u"address"_qs)->isEnabled());
    for (const QLabel *label : m_dialog->findChildren<QLabel *>())
        QVERIFY2(!label->isVisible() || !label->text().contains(u"no profiles"_qs),
            qPrintable(label->text())); // which nobody knows
    m_dialog->showTrouble({}); // an attempt by address has ended
    QVERIFY(!add->isEnabled() && !import->isEnabled());
}

void TestProfilesDialog::cardsFillTheWidth()
{
    const int width = shownCards().front()->minimumSizeHint().width();
    m_dialog->resize(width * 3, m_dialog->height());
    QTRY_COMPARE(shownCards()[0]->y(), shownCards()[1]->y());
    m_dialog->resize(m_dialog->minimumWidth(), m_dialog->height());
    QTRY_VERIFY(shownCards()[0]->y() < shownCards()[1]->y());
    QCOMPARE(shownCards()[0]->x(), shownCards()[1]->x());
}

void TestProfilesDialog::aNarrowAddressTellsWhatItLeadsTo_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<int>("room");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const char *address, int room, const QString &shown) {
        QTest::newRow(name) << QString::fromLatin1(address) << room << shown;
    };
    const char *sentinels = "redis-sentinel://db1,db2,db3/2?master=sessions";
    row("all of it", sentinels, 80,
        u"redis-sentinel://db1:26379,db2:26379,db3:26379/2?master=sessions"_qs);
    row("all hosts", sentinels, 45, u"sessions/2 · db1:26379, db2:26379, db3:26379"_qs);
    row("two hosts", sentinels, 38, u"sessions/2 · db1:26379, db2:26379 +1"_qs);
    row("one host", sentinels, 25, u"sessions/2 · db1:26379 +2"_qs);
    row("not even that", sentinels, 10, u"sessions/2 · db1:26379 +2"_qs);
    row("a user", "rediss-sentinel://ann@db1,db2?master=m", 30, u"ann@m · db1:26379, db2:26379"_qs);
    row("a cluster", "redis+cluster://a:1,b:2,c:3", 24, u"Cluster · a:1, b:2, c:3"_qs);
    row("one server", "redis://a.name.that.is.long:1", 10, u"redis://a.name.that.is.long:1"_qs);
}

void TestProfilesDialog::aNarrowAddressTellsWhatItLeadsTo()
{
    QFETCH(const QString, address);
    QFETCH(const int, room);
    const auto fits = [room](const QString &text) { return text.size() <= room; };
    QTEST(narrowAddress(*Endpoint::fromUri(address), fits), "shown");
}

void TestProfilesDialog::whatIsWrongWithAProfileIsSaidAtOnce()
{
    ProfileDialog dialog(Profile(), {m_shop});
    auto *name = dialog.findChild<QLineEdit *>(u"name"_qs);
    auto *address = dialog.findChild<QLineEdit *>(u"address"_qs);
    const auto *trouble = dialog.findChild<QLabel *>(u"trouble"_qs);
    const auto *save = defaultButton(dialog);
    QVERIFY(!save->isEnabled());
    QVERIFY2(trouble->text().contains(u"needs a name"_qs), qPrintable(trouble->text()));
    name->setText(u"shop"_qs);
    QVERIFY2(trouble->text().contains(u"already"_qs), qPrintable(trouble->text()));
    name->setText(u"shop 2"_qs);
    QVERIFY(save->isEnabled());
    QVERIFY(trouble->text().isEmpty());
    address->setText(u"redis://a:99999"_qs);
    QVERIFY(!save->isEnabled());
    QVERIFY(!trouble->text().isEmpty());
}

void TestProfilesDialog::inProductionNothingIsReleased()
{
    Profile profile = m_own;
    profile.mayRelease = true;
    ProfileDialog dialog(profile, {});
    auto *environment = dialog.findChild<QComboBox *>(u"environment"_qs);
    QVERIFY(dialog.profile()->mayRelease);
    environment->setCurrentIndex(environment->findData(int(Environment::Production)));
    QVERIFY(!dialog.findChild<QCheckBox *>(u"mayRelease"_qs)->isEnabled());
    QVERIFY(!dialog.profile()->mayRelease);
    QVERIFY(defaultButton(dialog)->isEnabled());
}

void TestProfilesDialog::aPasswordIsHandedOnOnlyToBeKept()
{
    ProfileDialog dialog(m_own, {});
    auto *keeps = dialog.findChild<QCheckBox *>(u"keepsPassword"_qs);
    QVERIFY(!keeps->isEnabled());
    dialog.findChild<QLineEdit *>(u"address"_qs)->setText(u"redis://:s3cret@127.0.0.1:7000"_qs);
    QVERIFY(keeps->isEnabled());
    QSignalSpy saved(&dialog, &ProfileDialog::saveRequested);
    defaultButton(dialog)->click();
    QCOMPARE(saved.size(), 1);
    QCOMPARE(saved[0][0].value<Profile>().endpoint.password, QByteArray("s3cret"));
    QVERIFY(!dialog.findChild<QLineEdit *>(u"address"_qs)->text().contains(u"s3cret"_qs));
    keeps->setChecked(false);
    defaultButton(dialog)->click();
    QCOMPARE(saved[1][0].value<Profile>().endpoint.password, QByteArray());
}

void TestProfilesDialog::whatIsTypedCanBeTested()
{
    ProfileDialog dialog(m_own, {});
    auto *test = dialog.findChild<QPushButton *>(u"test"_qs);
    auto *address = dialog.findChild<QLineEdit *>(u"address"_qs);
    const auto *trouble = dialog.findChild<QLabel *>(u"trouble"_qs);
    QSignalSpy wanted(&dialog, &ProfileDialog::testRequested);
    dialog.findChild<QLineEdit *>(u"name"_qs)->clear(); // it needs no name yet
    address->setText(u"redis://:s3cret@127.0.0.1:7000"_qs);
    dialog.findChild<QCheckBox *>(u"keepsPassword"_qs)->setChecked(false);
    test->click();
    test->click(); // once is enough
    QCOMPARE(wanted.size(), 1);
    const auto tested = wanted[0][0].value<Endpoint>();
    QCOMPARE(tested.password, QByteArray("s3cret"));
    dialog.showTest(tested, {TestResult::State::Works, u"redis 7.0.15"_qs});
    QCOMPARE(trouble->text(), u"✓ redis 7.0.15"_qs);
    test->click();
    QCOMPARE(wanted.size(), 2);
    address->setText(u"redis://127.0.0.1:7001"_qs);
    dialog.showTest(tested, {TestResult::State::Works, u"redis 7.0.15"_qs});
    QVERIFY2(!trouble->text().contains(u"7.0.15"_qs), qPrintable(trouble->text()));
    QVERIFY(test->isEnabled());
    address->setText(u"redis://a:99999"_qs);
    QVERIFY(!test->isEnabled());
}

void TestProfilesDialog::whatIsEditedKeepsTheRest()
{
    Profile profile = profileOf(u"group"_qs,
        u"rediss-sentinel://u@a:1,b:2/3?master=m&sentinel-user=w&map=10.0.0.1:1=db:2"
        "&cacert=/ca.pem&cert=/c.pem&key=/k.pem&sni=db"_qs,
        Environment::Staging);
    profile.rulesFile = u"/rules.json"_qs;
    profile.mayRelease = true;
    ProfileDialog dialog(profile, {});
    QCOMPARE(dialog.profile().value(), profile);
    dialog.findChild<QLineEdit *>(u"name"_qs)->setText(u"other"_qs);
    profile.name = u"other"_qs;
    QCOMPARE(dialog.profile().value(), profile);
}

void TestProfilesDialog::lastUsesAreRemembered()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"s.ini"_qs), QSettings::IniFormat);
    ProfileUses uses(&settings);
    const QDateTime now(QDate(2026, 11, 27), QTime(18, 0));
    QCOMPARE(lastUseWords(uses.last(u"shop"_qs), now), u"never opened"_qs);
    uses.note(u"Shop"_qs, now.addSecs(-3600));
    QCOMPARE(lastUseWords(uses.last(u"shop"_qs), now), u"opened today at 17:00"_qs);
    QCOMPARE(lastUseWords(uses.last(u"shop"_qs), now.addDays(1)), u"opened yesterday at 17:00"_qs);
    QCOMPARE(lastUseWords(uses.last(u"shop"_qs), now.addDays(2)), u"opened on 2026-11-27"_qs);
    uses.rename(u"shop"_qs, u"store"_qs);
    QVERIFY(!uses.last(u"shop"_qs).isValid());
    QCOMPARE(uses.last(u"store"_qs), now.addSecs(-3600));
    uses.forget(u"store"_qs);
    QVERIFY(!uses.last(u"store"_qs).isValid());
}

// Settings that are opened by different paths know nothing of each other, as in two programs.
void TestProfilesDialog::programsThatShareSettingsLoseNothing()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(u"one"_qs));
    QVERIFY(QFile::link(folder.filePath(u"one"_qs), folder.filePath(u"two"_qs)));
    const QDateTime now(QDate(2026, 11, 27), QTime(18, 0));
    constexpr int each = 10;
    const auto run = [&](const QString &program) {
        QSettings settings(folder.filePath(program + u"/s.ini"_qs), QSettings::IniFormat);
        for (int i = 0; i < each; ++i) {
            const QString name = program + QString::number(i);
            ProfileUses(&settings).note(name, now);
            RecentServers(&settings).setPinned(u"redis://"_qs + name, true);
        }
    };
    const std::unique_ptr<QThread> other(QThread::create([&run] { run(u"two"_qs); }));
    other->start();
    run(u"one"_qs);
    QVERIFY(other->wait());
    const QSettings settings(folder.filePath(u"one/s.ini"_qs), QSettings::IniFormat);
    QCOMPARE(settings.value(u"profileUses"_qs).toMap().size(), 2 * each);
    QCOMPARE(settings.value(u"pinnedServers"_qs).toStringList().size(), 2 * each);
}

QTEST_MAIN(TestProfilesDialog)
#include "tst_profilesdialog.moc"
