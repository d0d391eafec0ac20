#include "core/redis/identity/productionservers.h"
#include "core/redis/values/endpointuri.h"
#include "sampleitems.h"
#include "ui/connect/connectdialog.h"
#include "ui/connect/passwordprompt.h"
#include "ui/connect/recentservers.h"
#include "ui/text/languages.h"
#include "ui/watch/details/detailsdialog.h"
#include "ui/watch/details/holderpanel.h"
#include "ui/watch/details/itemfacts.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProxyStyle>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

using namespace lockstep;

class DialogsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theAddressIsCheckedWhileItIsTyped();
    void aPasswordLeavesTheAddressAndIsNeverStored();
    void thePasswordOfSentinelsLeavesTheAddressAsWell();
    void sentinelsMayHaveAUserOfTheirOwn();
    void theAddressGivesTheEndpointBack_data();
    void theAddressGivesTheEndpointBack();
    void recentServersAreTheNewestTen();
    void aServerIsOnlyReadUnlessSomethingElseIsChosen();
    void theDialogShowsWhatIsConnectedToNow();
    void nothingIsAddedToWhatIsTyped();
    void aFailureStaysInTheDialogWithWhatWasTyped();
    void serversArePinnedAndRemoved();
    void aLongAddressDoesNotWidenTheDialog();
    void aNewWindowIsAnnounced();
    void theDialogKeepsItsSizeWhileOneTypes_data();
    void theDialogKeepsItsSizeWhileOneTypes();
    void productionIsRememberedForTheServer();
    void oneAddressIsOneServerHoweverItIsWritten();
    void aPasswordPromptWantsAPassword();
    void detailsShowEveryByteAsPlainText();
    void detailsOfALimitSayWhatIsNotTold();
    void detailsOfALockSayWhatIsNotKnown();
    void detailsOfASemaphoreSpeakOfEachHolder();
    void theAddressDialogOffersToImport();
    void detailsOfARecordingSayWhatItHasNot();
    void detailsFollowTheirItemUntilItIsGone();
    void aLockOfTheHolderIsChosenOnce();

private:
    static void pressConnect(const ConnectDialog &dialog)
    {
        for (QPushButton *button : dialog.findChildren<QPushButton *>()) {
            if (button->isDefault())
                button->click();
        }
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<RecentServers> m_recent;
    std::unique_ptr<ProductionServers> m_production;
};

void DialogsTest::init()
{
    m_settings = std::make_unique<QSettings>(
        m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction())), QSettings::IniFormat);
    m_recent = std::make_unique<RecentServers>(m_settings.get());
    m_production = std::make_unique<ProductionServers>(m_settings.get());
}

void DialogsTest::theAddressIsCheckedWhileItIsTyped()
{
    ConnectDialog dialog(m_recent.get(), m_production.get());
    auto *address = dialog.findChild<QLineEdit *>(QStringLiteral("address"));
    const auto accepts = [&dialog] {
        for (const QPushButton *button : dialog.findChildren<QPushButton *>()) {
            if (button->isDefault())
                return button->isEnabled();
        }
        return false;
    };
    QVERIFY(accepts());
    address->setText(QStringLiteral("redis://host:99999"));
    QVERIFY(!accepts());
    bool told = false;
    for (const QLabel *label : dialog.findChildren<QLabel *>())
        told = told || label->text().startsWith(QLatin1String("This address cannot be used"));
    QVERIFY(told);
    address->setText(QStringLiteral("unix:///run/redis.sock?db=1"));
    QVERIFY(accepts());
    QCOMPARE(dialog.endpoint()->path, QStringLiteral("/run/redis.sock"));
}

void DialogsTest::aPasswordLeavesTheAddressAndIsNeverStored()
{
    ConnectDialog dialog(m_recent.get(), m_production.get());
    auto *address = dialog.findChild<QLineEdit *>(QStringLiteral("address"));
    address->setText(QStringLiteral("redis://reader:s3cret@host:6380/2"));
    pressConnect(dialog);
    m_recent->remember(*dialog.endpoint());
    QVERIFY(!address->text().contains(QLatin1String("s3cret")));
    QCOMPARE(dialog.endpoint()->password, QByteArray("s3cret"));
    QCOMPARE(dialog.endpoint()->user, QByteArray("reader"));
    QCOMPARE(m_recent->uris(), QStringList{QStringLiteral("redis://reader@host:6380/2")});
    m_settings->sync();
    QFile file(m_settings->fileName());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("s3cret"));
}

void DialogsTest::thePasswordOfSentinelsLeavesTheAddressAsWell()
{
    ConnectDialog dialog(m_recent.get(), m_production.get());
    auto *address = dialog.findChild<QLineEdit *>(QStringLiteral("address"));
    for (const char *both : {"", "reader:s3cret@"}) {
        address->setText(QStringLiteral("redis-sentinel://%1a?master=m&sentinel-password=theirs")
                             .arg(QLatin1String(both)));
        pressConnect(dialog);
        QVERIFY2(!address->text().contains(u"theirs"), qPrintable(address->text()));
        QCOMPARE(dialog.endpoint()->sentinels.password, QByteArray("theirs"));
        dialog.showFailure({ErrorCode::NoSentinel, {}});
    }
    QCOMPARE(dialog.endpoint()->password, QByteArray("s3cret"));
}

void DialogsTest::sentinelsMayHaveAUserOfTheirOwn()
{
    ConnectDialog dialog(m_recent.get(), m_production.get());
    auto *address = dialog.findChild<QLineEdit *>(QStringLiteral("address"));
    auto *user = dialog.findChild<QLineEdit *>(QStringLiteral("sentinelUser"));
    auto *password = dialog.findChild<QLineEdit *>(QStringLiteral("sentinelPassword"));
    address->setText(QStringLiteral("redis://a"));
    QVERIFY(!user->isEnabled() && !password->isEnabled());
    address->setText(QStringLiteral("redis-sentinel://a?master=m"));
    QVERIFY(user->isEnabled() && password->isEnabled());
    user->setText(QStringLiteral("guard"));
    password->setText(QStringLiteral("theirs"));
    const Endpoint endpoint = *dialog.endpoint();
    QCOMPARE(endpoint.sentinels.user, QByteArray("guard"));
    QCOMPARE(endpoint.sentinels.password, QByteArray("theirs"));
    QVERIFY(endpoint.user.isEmpty() && endpoint.password.isEmpty());

    ConnectDialog again(m_recent.get(), m_production.get());
    again.setConnection(endpoint, Permission::ReadOnly);
    QCOMPARE(again.endpoint()->sentinels.user, QByteArray("guard"));
    QVERIFY(again.endpoint()->sentinels.password.isEmpty());
}

void DialogsTest::theAddressGivesTheEndpointBack_data()
{
    QTest::addColumn<QString>("uri");
    for (const char *uri :
        {"redis://127.0.0.1:6379/0", "redis://a%40b@host:6380/3", "redis://[::1]:6379/0",
            "redis://[fe80::1%25eth0]:6379/0", "unix:///run/my%20redis.sock?db=2",
            "rediss://host:6380/0?cacert=/etc/ca%26x.pem&sni=other.example",
            "redis-sentinel://a:1,b:2/0?master=m&sentinel-user=s&map=[::1]:1=c:2,d:3=e:4",
            "redis+cluster://a:1,[::1]:2/0?map=b:1=c:2", "rediss+cluster://u@a:1/0?sni=x"})
        QTest::newRow(uri) << QString::fromLatin1(uri);
}

void DialogsTest::theAddressGivesTheEndpointBack()
{
    QFETCH(QString, uri);
    const auto endpoint = Endpoint::fromUri(uri);
    QVERIFY(endpoint);
    const auto again = Endpoint::fromUri(uriWithoutPassword(*endpoint));
    QVERIFY2(again, qPrintable(uriWithoutPassword(*endpoint)));
    QCOMPARE(*again == *endpoint, true);
}

void DialogsTest::recentServersAreTheNewestTen()
{
    for (quint16 port = 7000; port < 7015; ++port) {
        Endpoint endpoint;
        endpoint.port = port;
        m_recent->remember(endpoint);
    }
    Endpoint again;
    again.port = 7010;
    m_recent->remember(again);
    QCOMPARE(m_recent->uris().size(), 10);
    QVERIFY(m_recent->uris().first().contains(QLatin1String("7010")));
    QCOMPARE(m_recent->uris().filter(QStringLiteral("7010")).size(), 1);
}

void DialogsTest::aServerIsOnlyReadUnlessSomethingElseIsChosen()
{
    ConnectDialog dialog(m_recent.get(), m_production.get());
    auto *address = dialog.findChild<QLineEdit *>(QStringLiteral("address"));
    auto *permission = dialog.findChild<QComboBox *>(QStringLiteral("permission"));
    address->setText(QStringLiteral("redis://host:6380/2"));
    QVERIFY(dialog.permission() == Permission::ReadOnly);
    permission->setCurrentIndex(permission->findData(int(Permission::MayRelease)));
    QVERIFY(dialog.permission() == Permission::MayRelease);
    // The choice was for that address.
    address->setText(QStringLiteral("redis://host:6381/2"));
    QVERIFY(dialog.permission() == Permission::ReadOnly);
    permission->setCurrentIndex(permission->findData(int(Permission::MayRelease)));
    ConnectDialog again(m_recent.get(), m_production.get());
    QVERIFY(again.permission() == Permission::ReadOnly);
}

void DialogsTest::theDialogShowsWhatIsConnectedToNow()
{
    const Endpoint now = *Endpoint::fromUri(QStringLiteral("redis://host:6380/2"));
    ConnectDialog dialog(m_recent.get(), m_production.get());
    dialog.setConnection(now, Permission::MayRelease);
    QVERIFY(dialog.permission() == Permission::MayRelease);
    dialog.findChild<QLineEdit *>(QStringLiteral("address"))
        ->setText(QStringLiteral("redis://host:6380/3"));
    QVERIFY(dialog.permission() == Permission::ReadOnly);
}

// Another database is another address, and the first Return means what stands there.
void DialogsTest::nothingIsAddedToWhatIsTyped()
{
    m_recent->remember(*Endpoint::fromUri(QStringLiteral("unix:///run/a.sock?db=2")));
    ConnectDialog dialog(m_recent.get(), m_production.get());
    dialog.show();
    auto *address = dialog.findChild<QLineEdit *>(QStringLiteral("address"));
    QSignalSpy requested(&dialog, &ConnectDialog::connectionRequested);
    address->clear();
    QTest::keyClicks(address, QStringLiteral("unix:///run/a.sock"));
    QTest::keyClick(address, Qt::Key_Return);
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested.at(0).at(0).value<Endpoint>().database, 0);
}

void DialogsTest::aFailureStaysInTheDialogWithWhatWasTyped()
{
    ConnectDialog dialog(m_recent.get(), m_production.get());
    dialog.show();
    auto *address = dialog.findChild<QLineEdit *>(QStringLiteral("address"));
    address->setText(QStringLiteral("redis://typo.example"));
    pressConnect(dialog);
    QVERIFY(!address->isEnabled());
    dialog.showFailure({ErrorCode::HostNotFound, {}, false});
    QVERIFY(dialog.isVisible());
    QVERIFY(address->isEnabled());
    QCOMPARE(address->text(), QStringLiteral("redis://typo.example"));
    QVERIFY(dialog.findChild<QLabel *>(QStringLiteral("trouble"))
                ->text()
                .contains(QLatin1String("typo.example")));
    QCOMPARE(m_recent->uris(), QStringList());
}

void DialogsTest::serversArePinnedAndRemoved()
{
    const auto at = [](int port) {
        return *Endpoint::fromUri(QStringLiteral("redis://host:%1/0").arg(port));
    };
    m_recent->remember(at(1));
    ConnectDialog dialog(m_recent.get(), m_production.get());
    auto *list = dialog.findChild<QListWidget *>();
    auto *pin = dialog.findChild<QPushButton *>(QStringLiteral("pin"));
    auto *remove = dialog.findChild<QPushButton *>(QStringLiteral("remove"));
    QVERIFY(!pin->isEnabled());
    list->setCurrentRow(0);
    QTest::mouseClick(pin, Qt::LeftButton);
    for (int port = 2; port < 20; ++port)
        m_recent->remember(at(port));
    QCOMPARE(m_recent->uris().size(), 11);
    QCOMPARE(m_recent->uris().first(), QStringLiteral("redis://host:1/0"));
    list->setCurrentRow(0);
    QTest::mouseClick(remove, Qt::LeftButton);
    QVERIFY(!m_recent->uris().contains(QStringLiteral("redis://host:1/0")));
}

void DialogsTest::aLongAddressDoesNotWidenTheDialog()
{
    ConnectDialog before(m_recent.get(), m_production.get());
    const int width = before.sizeHint().width();
    m_recent->remember(*Endpoint::fromUri(
        QStringLiteral("unix:///") + QString(400, u'x') + QStringLiteral(".sock")));
    ConnectDialog after(m_recent.get(), m_production.get());
    QCOMPARE(after.sizeHint().width(), width);
}

void DialogsTest::aNewWindowIsAnnounced()
{
    ConnectDialog dialog(m_recent.get(), m_production.get());
    const auto mainButton = [&dialog] {
        for (const QPushButton *button : dialog.findChildren<QPushButton *>()) {
            if (button->isDefault())
                return button->text();
        }
        return QString();
    };
    QCOMPARE(dialog.windowTitle(), QStringLiteral("Connect to a server"));
    QCOMPARE(mainButton(), QStringLiteral("Connect"));
    dialog.setForNewWindow();
    QVERIFY(dialog.windowTitle().contains(QLatin1String("new window")));
    QCOMPARE(mainButton(), QStringLiteral("Open window"));
}

void DialogsTest::theDialogKeepsItsSizeWhileOneTypes_data()
{
    QTest::addColumn<QString>("language");
    for (const QString &language : languageCodes())
        QTest::newRow(qPrintable(language)) << language;
}

// Whatever is wrong with what stands there so far.
void DialogsTest::theDialogKeepsItsSizeWhileOneTypes()
{
    QFETCH(const QString, language);
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/translations/lockstep_%1.qm").arg(language)));
    QCoreApplication::installTranslator(&translator);
    ConnectDialog dialog(m_recent.get(), m_production.get());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    auto *address = dialog.findChild<QLineEdit *>(QStringLiteral("address"));
    const QSize before = dialog.size();
    for (const char *whole : {"rediss://reader:s3cret@cache.shop.example:99999/0?db=x",
             "redis+cluster://node-1.warehouse.example:7000,node-2.warehouse.example:70010",
             "redis-sentinel://db1,db2,db3?mastre=mymaster&sentinel-password=theirs",
             "unix:///run/redis/redis.sock?db=99999999999&unknown-parameter-with-a-long-name=1"}) {
        address->clear();
        for (const char *typed = whole; *typed; ++typed) {
            QTest::keyClick(address, *typed);
            QCoreApplication::processEvents();
            QVERIFY2(dialog.size() == before,
                qPrintable(QStringLiteral("%1: %2 × %3 for %4 × %5")
                               .arg(address->text())
                               .arg(dialog.width())
                               .arg(dialog.height())
                               .arg(before.width())
                               .arg(before.height())));
        }
    }
}

void DialogsTest::productionIsRememberedForTheServer()
{
    ConnectDialog dialog(m_recent.get(), m_production.get());
    auto *address = dialog.findChild<QLineEdit *>(QStringLiteral("address"));
    auto *permission = dialog.findChild<QComboBox *>(QStringLiteral("permission"));
    address->setText(QStringLiteral("redis://host:6380/2"));
    permission->setCurrentIndex(permission->findData(int(Permission::Production)));
    QVERIFY(!dialog.takesMarkAway());
    m_production->mark(*dialog.endpoint());

    ConnectDialog again(m_recent.get(), m_production.get());
    auto *typed = again.findChild<QLineEdit *>(QStringLiteral("address"));
    typed->setText(QStringLiteral("rediss://somebody@HOST:6380/0"));
    QVERIFY(again.permission() == Permission::Production);
    typed->setText(QStringLiteral("redis://host:6381"));
    QVERIFY(again.permission() == Permission::ReadOnly);
    QVERIFY(m_production->contains(*Endpoint::fromUri(QStringLiteral("redis://host:6380"))));
    QVERIFY(m_production->contains(*Endpoint::fromUri(QStringLiteral("redis://host.:6380"))));

    typed->setText(QStringLiteral("redis://host:6380"));
    auto *choice = again.findChild<QComboBox *>(QStringLiteral("permission"));
    QVERIFY(!again.takesMarkAway());
    choice->setCurrentIndex(choice->findData(int(Permission::ReadOnly)));
    QVERIFY(again.takesMarkAway());
    m_production->unmark(*again.endpoint());
    QVERIFY(!m_production->contains(*Endpoint::fromUri(QStringLiteral("redis://host:6380"))));
}

void DialogsTest::oneAddressIsOneServerHoweverItIsWritten()
{
    QFile socket(m_folder.filePath(QStringLiteral("redis.sock")));
    QVERIFY(socket.open(QIODevice::WriteOnly));
    const auto at = [](const QString &uri) { return *Endpoint::fromUri(uri); };
    m_production->mark(at(u"unix://"_qs + m_folder.path() + u"/redis.sock"_qs));
    m_production->mark(at(u"redis://127.0.0.1"_qs));
    QVERIFY(m_production->contains(at(u"unix://"_qs + m_folder.path() + u"/../"_qs
        + QFileInfo(m_folder.path()).fileName() + u"/./redis.sock"_qs)));
    for (const auto &uri : {u"redis://localhost"_qs, u"redis://[::1]:6379/3"_qs,
             u"redis://LOCALHOST.:6379"_qs, u"redis://127.0.1.1"_qs})
        QVERIFY2(m_production->contains(at(uri)), qPrintable(uri));
    QVERIFY(!m_production->contains(at(u"redis://localhost:6380"_qs)));
    QVERIFY(!m_production->contains(at(u"redis://10.0.0.1"_qs)));
}

void DialogsTest::aPasswordPromptWantsAPassword()
{
    Endpoint endpoint;
    endpoint.user = "reader";
    endpoint.password = "old";
    PasswordPrompt prompt(endpoint, {ErrorCode::WrongPass, {}, false});
    QCOMPARE(prompt.user(), QByteArray("reader"));
    QCOMPARE(prompt.password(), QByteArray());
    for (QLineEdit *field : prompt.findChildren<QLineEdit *>()) {
        if (field->echoMode() == QLineEdit::Password)
            field->setText(QStringLiteral("pässword"));
    }
    QCOMPARE(prompt.password(), QByteArray("p\xc3\xa4ssword"));
}

void DialogsTest::detailsShowEveryByteAsPlainText()
{
    const Instant now = Instant::clock::now();
    const Snapshot all = sample::everything(now);
    for (const Snapshot::Items &items : {all.counters, all.buckets, all.locks}) {
        for (const ItemPtr &item : *items) {
            DetailsDialog dialog(item, all);
            const QString text = dialog.copyText();
            const bool isPlain = std::all_of(
                item->key.begin(), item->key.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
            QCOMPARE(text.contains(QString::fromLatin1(item->key.toHex(' '))), !isPlain);
            for (const QLabel *label : dialog.findChildren<QLabel *>())
                QVERIFY(label->textFormat() == Qt::PlainText || !label->text().contains(u'<'));
            for (const QChar c : text)
                QVERIFY(c == u'\n' || c.category() != QChar::Other_Control);
        }
    }
    QCOMPARE(hexDump("\x01"
                     "a"),
        QStringLiteral("0000  01 61%1.a").arg(QString(44, u' ')));
}

void DialogsTest::detailsOfALimitSayWhatIsNotTold()
{
    const Instant now = Instant::clock::now();
    const auto details = [now](const Item &item) {
        const Snapshot snapshot = sample::snapshot({item}, now);
        return DetailsDialog(snapshot.buckets->front(), snapshot).copyText();
    };
    Item item = sample::bucket("b", now, 7, std::nullopt);
    QVERIFY(details(item).contains(QLatin1String("Used: 7\nLimit: unknown\n")));
    item.reading.limit = 7;
    item.reading.limitIsInferred = true;
    QVERIFY(details(item).contains(QLatin1String("Limit: at least 7, the largest value seen\n")));
    item.reading.limitIsInferred = false;
    item.reading.value.reset();
    QVERIFY(details(item).contains(QLatin1String("Used: unknown\nLimit: 7\n")));
}

void DialogsTest::detailsOfALockSayWhatIsNotKnown()
{
    const Instant now = Instant::clock::now();
    Item item = sample::lock("l", now, 30);
    item.reading.ttl = Ttl::unknown(); // PTTL is not permitted
    item.beginIsSeen = false;
    item.heldSince.reset();
    const Snapshot snapshot = sample::snapshot({item}, now);
    const QString text = DetailsDialog(snapshot.locks->front(), snapshot).copyText();
    QVERIFY2(text.contains(QLatin1String("Time left: unknown: PTTL is not permitted\n")),
        qPrintable(text));
    QVERIFY2(text.contains(QLatin1String(" at least: it was held when it was first seen\n")),
        qPrintable(text));
    auto *history = new HoldHistory;
    history->totals.since = now - std::chrono::minutes(1);
    history->totals.maybeMissed = {now - std::chrono::seconds(3), now - std::chrono::seconds(1)};
    item.holds = HoldHistoryPtr(history);
    const Snapshot fast = sample::snapshot({item}, now);
    const QString missed = DetailsDialog(fast.locks->front(), fast).copyText();
    QVERIFY2(missed.contains(QLatin1String("Perhaps missed: It changed faster than it was read")),
        qPrintable(missed));
    item.holds = {};
    item.beginIsSeen = true;
    const Snapshot seen = sample::snapshot({item}, now);
    QVERIFY(
        !DetailsDialog(seen.locks->front(), seen).copyText().contains(QLatin1String("at least")));
}

// Its permits have come and gone for 50 s; the newest was taken 5 s ago and ends in 3 s.
void DialogsTest::detailsOfASemaphoreSpeakOfEachHolder()
{
    const Instant now = Instant::clock::now();
    Item item = sample::lock("semaphore:gpu", now, 0);
    item.reading.ttl = Ttl::persistent();
    item.reading.value = 2;
    item.reading.holder.emplace().token = "gpu-2";
    item.reading.resetsAt = now + std::chrono::seconds(60);
    item.firstSeen = now - std::chrono::seconds(50);
    item.beginIsSeen = false;
    item.heldSince.reset();
    auto *history = new HoldHistory;
    Permits permits;
    for (const auto &[token, age, left] :
        {std::tuple("gpu-1", 20, 40), std::tuple("gpu-2", 5, 55)}) {
        Permit &permit = permits.emplace_back();
        permit.holder.token = token;
        permit.ends = now + std::chrono::seconds(left);
        Hold &hold = history->holds.emplace_back();
        hold.holder = permit.holder;
        hold.from = now - std::chrono::seconds(age);
        hold.beginIsSeen = true;
    }
    item.reading.permits = permits;
    item.holds = HoldHistoryPtr(history);
    QString text;
    for (const auto &[name, value] : itemFacts(item, {now, std::chrono::system_clock::now()}))
        text += name + QLatin1String(": ") + value + u'\n';
    for (const char *line :
        {"Permits in use: 2\n", "Time left: 1 m 00 s (60000 ms); the key itself never expires\n",
            "Last permit ends at: ", "First seen in use: ",
            "In use for: 50.0 s (50000 ms) at least",
            "Holder: gpu-1, 40.0 s left, held for 20.0 s\n",
            "Holder: gpu-2, 55.0 s left, held for 5.0 s\n"})
        QVERIFY2(
            text.contains(QLatin1String(line)), qPrintable(QLatin1String(line) + u'\n' + text));
    QVERIFY2(!text.contains(QLatin1String("This holder")), qPrintable(text));
    // Since when each of them has his permit is not recorded.
    item.holds = {};
    for (const auto &[name, value] : itemFacts(item, {now, std::chrono::system_clock::now(), true}))
        QVERIFY2(name != QLatin1String("Holder") || !value.contains(QLatin1String("50.0 s")),
            qPrintable(value));
    const Snapshot snapshot = sample::snapshot({item}, now);
    DetailsDialog dialog(snapshot.locks->front(), snapshot);
    QVERIFY(dialog.findChild<HolderPanel *>()->isHidden()); // which of them would it be about?
}

// Without any profile it is the dialog that opens.
void DialogsTest::theAddressDialogOffersToImport()
{
    ConnectDialog dialog(m_recent.get(), m_production.get());
    auto *import = dialog.findChild<QPushButton *>(QStringLiteral("import"));
    QVERIFY(import);
    QSignalSpy requested(&dialog, SIGNAL(importRequested()));
    import->click();
    QCOMPARE(requested.size(), 1);
}

void DialogsTest::detailsOfARecordingSayWhatItHasNot()
{
    const Instant now = Instant::clock::now();
    const Snapshot snapshot = sample::snapshot({sample::lock("l", now, 30)}, now);
    DetailsDialog dialog(snapshot.locks->front(), snapshot);
    QVERIFY(dialog.copyText().contains(QLatin1String("Last read: ")));
    QVERIFY(dialog.copyText().contains(QLatin1String("Format id: ")));
    QVERIFY(!dialog.findChild<QPlainTextEdit *>()->isHidden());
    dialog.setRecorded();
    QVERIFY(!dialog.copyText().contains(QLatin1String("Last read: ")));
    QVERIFY(!dialog.copyText().contains(QLatin1String("Format id: ")));
    QVERIFY(dialog.findChild<QPlainTextEdit *>()->isHidden());
    const auto labels = dialog.findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->text() == QLatin1String("Raw values are not recorded.");
    }));
}

void DialogsTest::detailsFollowTheirItemUntilItIsGone()
{
    const Instant now = Instant::clock::now();
    const Snapshot before = sample::snapshot({sample::counter("n", now, 1)}, now);
    DetailsDialog dialog(before.counters->front(), before);
    QVERIFY(dialog.copyText().contains(QLatin1String("Value: 1\n")));
    dialog.setSnapshot(sample::snapshot({sample::counter("n", now, 2)}, now));
    QVERIFY(dialog.copyText().contains(QLatin1String("Value: 2\n")));
    QVERIFY(!dialog.isGone());
    dialog.setSnapshot(sample::snapshot({}, now));
    QVERIFY(dialog.isGone());
    QVERIFY(dialog.copyText().contains(QLatin1String("Value: 2\n")));
}

// Also where one click activates, as on some desktops.
void DialogsTest::aLockOfTheHolderIsChosenOnce()
{
    class ActivatingStyle : public QProxyStyle
    {
    public:
        int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
            QStyleHintReturn *data) const override
        {
            return hint == SH_ItemView_ActivateItemOnSingleClick
                ? 1
                : QProxyStyle::styleHint(hint, option, widget, data);
        }
    };
    const Instant now = Instant::clock::now();
    Item one = sample::lock("lock:1", now, 30);
    Item other = sample::lock("lock:2", now, 30);
    one.reading.holder = other.reading.holder = sample::holder("token");
    const Snapshot snapshot = sample::snapshot({one, other}, now);
    DetailsDialog dialog(snapshot.locks->front(), snapshot);
    dialog.show();
    auto *locks = dialog.findChild<QListWidget *>();
    QVERIFY(locks && locks->count() > 0);
    QSignalSpy chosen(&dialog, &DetailsDialog::lockChosen);
    const QPoint first = locks->visualItemRect(locks->item(0)).center();
    QTest::mouseClick(locks->viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(chosen.size(), 1);
    QTest::keyClick(locks, Qt::Key_Return);
    QCOMPARE(chosen.size(), 2);
    QVERIFY(dialog.isVisible());
    ActivatingStyle style;
    locks->setStyle(&style);
    QTest::mouseClick(locks->viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(chosen.size(), 3);
    locks->setStyle(nullptr);
    QTest::mouseClick(locks->viewport(), Qt::LeftButton, {}, first);
    QTest::mouseDClick(locks->viewport(), Qt::LeftButton, {}, first); // the second press
    QTest::mouseRelease(locks->viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(chosen.size(), 4);
    const auto row = chosen.first().first().toByteArray();
    QVERIFY2(row == "lock:1" || row == "lock:2", row);
}

QTEST_MAIN(DialogsTest)
#include "tst_dialogs.moc"
