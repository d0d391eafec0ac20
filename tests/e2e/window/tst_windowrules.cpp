// Rules that are made in the program's own window, in this process and offscreen, on a real server.

#include "app/terminal/language.h"
#include "app/window/watchwindow.h"
#include "core/watch/formats/serverrulefiles.h"
#include "tests/support/filecontents.h"
#include "tests/support/patience.h"
#include "tests/support/servers/testserver.h"
#include "ui/watch/details/detailsdialog.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watch/rules/alertsdialog.h"
#include "ui/watch/rules/rulesdialog.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/banner.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace lockstep;

class TestWindowRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aLimitIsSetByOneClickAndRemembered();
    void aLimitIsSetFromTheDetails();
    void aRowIsNamedByKeyboard();
    void ignoredKeysComeBackFromTheRules();
    void theMenuOfARowOffersRules();
    void aRuleOfARowReplacesTheOneBefore();
    void theUsersRulesComeBeforeTheGivenOnes();
    void theDialogsNameTheFilesInForce();
    void anAlertIsMadeFromARowAndKeepsTheRestOfTheFile();
    void alertsAreDeletedInTheirDialog();
    void aDamagedFileIsToldAndLeftAlone();
    void theServerIsKnownByAnotherName();
    void aPictureUsesNoRulesOfTheWindow();

private:
    void open(const Endpoint &endpoint, const QByteArray &givenRules = {},
        Arguments::Command command = Arguments::Command::Window);
    [[nodiscard]] ItemTable *table(Family family) const
    {
        return m_window->window().watchPage()->table(family);
    }
    [[nodiscard]] ItemPtr item(Family family, const QByteArray &key) const
    {
        const ItemModel *model = table(family)->itemModel();
        const int row = model->rowOf(key);
        return row < 0 ? ItemPtr() : model->item(row);
    }
    [[nodiscard]] std::optional<double> limitOf(const QByteArray &key) const
    {
        const ItemPtr bucket = item(Family::Bucket, key);
        return bucket ? std::optional<double>(bucket->reading.limit) : std::nullopt;
    }
    template <typename T> [[nodiscard]] T *dialog() const
    {
        return m_window->window().findChild<T *>();
    }
    template <typename T> static T *field(const QDialog *dialog, const char *name)
    {
        return dialog->findChild<T *>(QString::fromLatin1(name));
    }
    [[nodiscard]] QString trouble() const
    {
        return m_window->window().findChild<Banner *>(QStringLiteral("rulesTrouble"))->text();
    }
    [[nodiscard]] static QString fileOf(const Endpoint &endpoint)
    {
        QSettings settings;
        return ServerRuleFiles(&settings).fileOf(endpoint);
    }
    static void put(const QString &path, const QByteArray &contents)
    {
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size())
            qFatal("cannot write %s", qPrintable(path));
    }
    void requestRule(Family family, const QByteArray &key, RuleField field)
    {
        Q_EMIT m_window->window().watchPage()->ruleRequested(item(family, key), field);
    }

    std::unique_ptr<QTemporaryDir> m_home; // of settings and rules
    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Language> m_language;
    std::unique_ptr<WatchWindow> m_window;
};

void TestWindowRules::init()
{
    QCoreApplication::setOrganizationName(QStringLiteral("lockstep"));
    QCoreApplication::setApplicationName(QStringLiteral("lockstep"));
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CONFIG_HOME", m_home->filePath(QStringLiteral("config")).toUtf8());
    QSettings::setPath(
        QSettings::NativeFormat, QSettings::UserScope, m_home->filePath(QStringLiteral("config")));
    TestServer::Options options;
    options.tcp = true;
    m_server = std::make_unique<TestServer>(options);
    m_server->run({"SET", "rlflx:ann:1", "4", "PX", "600000"});
    m_server->run({"SET", "rlflx:ann:2", "3", "PX", "600000"});
    m_server->run({"SET", "lock:order:7", "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11", "PX", "600000"});
    m_theme = std::make_unique<Theme>(qApp);
    m_language = std::make_unique<Language>(QStringLiteral("en"));
}

void TestWindowRules::cleanup()
{
    m_window.reset();
}

void TestWindowRules::open(
    const Endpoint &endpoint, const QByteArray &givenRules, Arguments::Command command)
{
    m_window.reset();
    Arguments arguments;
    arguments.command = command;
    arguments.endpoint = endpoint;
    if (!givenRules.isEmpty()) {
        arguments.rulesFile = m_home->filePath(QStringLiteral("given.json"));
        put(arguments.rulesFile, givenRules);
    }
    m_window = std::make_unique<WatchWindow>(m_theme.get(), m_language.get(), arguments);
    m_window->window().show();
    Source source;
    source.endpoint = endpoint;
    QVERIFY(m_window->watch(std::move(source)));
    QTRY_VERIFY(
        m_window->window().watchPage()->shownSnapshot().status.link == LinkState::Connected);
}

void TestWindowRules::aLimitIsSetFromTheDetails()
{
    open(m_server->endpoint());
    ItemTable *limits = table(Family::Bucket);
    QTRY_COMPARE(limits->itemModel()->rowCount(), 2);
    limits->selectKey("rlflx:ann:1");
    QTest::keyClick(limits, Qt::Key_Return);
    const auto *details = dialog<DetailsDialog>();
    QVERIFY(details);
    const auto buttons = details->findChildren<QPushButton *>();
    const auto setLimit = std::find_if(buttons.begin(), buttons.end(),
        [](const QPushButton *button) { return button->text() == u"Set limit…"_qs; });
    QVERIFY(setLimit != buttons.end());
    (*setLimit)->click();
    auto *asked = dialog<RuleDialog>();
    QVERIFY(asked);
    QTest::keyClicks(field<QLineEdit>(asked, "limit"), QStringLiteral("8"));
    QTest::keyClick(asked, Qt::Key_Return);
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(8.0));
}

void TestWindowRules::aLimitIsSetByOneClickAndRemembered()
{
    open(m_server->endpoint());
    QTRY_COMPARE(table(Family::Bucket)->itemModel()->rowCount(), 2);
    ItemTable *limits = table(Family::Bucket);
    const ItemModel *model = limits->itemModel();
    const QModelIndex cell = model->index(model->rowOf("rlflx:ann:1"), BucketsModel::GaugeColumn);
    QCOMPARE(cell.data().toString(), QStringLiteral("Set limit…"));
    QTest::mouseClick(limits->viewport(), Qt::LeftButton, {}, limits->visualRect(cell).center());
    auto *asked = dialog<RuleDialog>();
    QVERIFY(asked);
    QCOMPARE(field<QLineEdit>(asked, "glob")->text(), QStringLiteral("rlflx:ann:*"));
    QTest::keyClicks(field<QLineEdit>(asked, "limit"), QStringLiteral("8"));
    QTest::keyClick(asked, Qt::Key_Return);
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(8.0));
    QTRY_COMPARE(limitOf("rlflx:ann:2"), std::optional(8.0));
    QTRY_COMPARE(cell.data().toString(), QStringLiteral("50 %"));
    QCOMPARE(limits->selectedKeys(), QList<QByteArray>{"rlflx:ann:1"}); // stays chosen

    open(m_server->endpoint()); // the next start
    QTRY_COMPARE(limitOf("rlflx:ann:2"), std::optional(8.0));
    const TestServer other; // has rules of its own
    QVERIFY(fileOf(other.endpoint()) != fileOf(m_server->endpoint()));
    QCOMPARE(rulesFromJson(contentsOf(fileOf(m_server->endpoint())), {}).value().rules.size(), 1U);
}

void TestWindowRules::aRowIsNamedByKeyboard()
{
    open(m_server->endpoint());
    QTRY_VERIFY(item(Family::Lock, "lock:order:7"));
    table(Family::Lock)->selectKey("lock:order:7");
    QTest::keyClick(table(Family::Lock), Qt::Key_F2);
    auto *asked = dialog<RuleDialog>();
    QVERIFY(asked);
    QCOMPARE(asked->focusWidget(), field<QLineEdit>(asked, "name"));
    QTest::keyClicks(asked->focusWidget(), QStringLiteral("Orders"));
    QTest::keyClick(asked, Qt::Key_Return);
    QTRY_COMPARE(QString(item(Family::Lock, "lock:order:7")->name), QStringLiteral("Orders"));
    const ItemModel *model = table(Family::Lock)->itemModel();
    QVERIFY(model->index(model->rowOf("lock:order:7"), 0)
                .data()
                .toString()
                .startsWith(QStringLiteral("lock:order:7")));
    QCOMPARE(table(Family::Lock)->selectedKeys(), QList<QByteArray>{"lock:order:7"});
}

void TestWindowRules::ignoredKeysComeBackFromTheRules()
{
    open(m_server->endpoint());
    QTRY_VERIFY(item(Family::Bucket, "rlflx:ann:2"));
    requestRule(Family::Bucket, "rlflx:ann:2", RuleField::Ignore);
    auto *asked = dialog<RuleDialog>();
    QVERIFY(asked);
    QTest::keyClick(asked, Qt::Key_Return);
    QTRY_VERIFY(!item(Family::Bucket, "rlflx:ann:1") && !item(Family::Bucket, "rlflx:ann:2"));
    QVERIFY(item(Family::Lock, "lock:order:7"));
    QVERIFY(m_window->window()
                .findChild<Banner *>(QStringLiteral("notice"))
                ->text()
                .contains(QStringLiteral("rlflx:ann:*")));

    m_window->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_window->window()));
    QTest::keyClick(&m_window->window(), Qt::Key_L, Qt::ControlModifier);
    QTRY_VERIFY(dialog<RulesDialog>());
    auto *rules = dialog<RulesDialog>();
    QCOMPARE(rules->rules().size(), 1U);
    rules->activateWindow(); // no window manager does it here
    QTRY_COMPARE(QApplication::activeWindow(), rules); // not only its parent
    QTest::keyClick(field<QTreeWidget>(rules, "rules"), Qt::Key_Delete);
    QVERIFY(rules->rules().empty());
    QTest::keyClick(rules, Qt::Key_Return);
    QTRY_VERIFY(item(Family::Bucket, "rlflx:ann:1") && item(Family::Bucket, "rlflx:ann:2"));
}

void TestWindowRules::theMenuOfARowOffersRules()
{
    open(m_server->endpoint());
    const auto offered = [this](Family family, const QByteArray &key) {
        table(family)->selectKey(key);
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(), QPoint());
        QApplication::sendEvent(table(family), &event);
        auto *menu = table(family)->findChild<QMenu *>();
        QStringList texts;
        for (const QAction *action : menu->actions())
            texts << action->text();
        menu->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return texts;
    };
    QTRY_VERIFY(item(Family::Bucket, "rlflx:ann:1") && item(Family::Lock, "lock:order:7"));
    const QStringList ofLimit = offered(Family::Bucket, "rlflx:ann:1");
    for (const QString &text :
        {QStringLiteral("Set limit…"), QStringLiteral("Name…"), QStringLiteral("Ignore…")})
        QVERIFY2(ofLimit.contains(text), qPrintable(text));
    const QStringList ofLock = offered(Family::Lock, "lock:order:7");
    QVERIFY(!ofLock.contains(QStringLiteral("Set limit…"))); // one holder at a time
    QVERIFY(ofLock.contains(QStringLiteral("Ignore…")));
}

void TestWindowRules::aRuleOfARowReplacesTheOneBefore()
{
    open(m_server->endpoint());
    QTRY_VERIFY(item(Family::Bucket, "rlflx:ann:1"));
    requestRule(Family::Bucket, "rlflx:ann:1", RuleField::Limit);
    field<QLineEdit>(dialog<RuleDialog>(), "limit")->setText(QStringLiteral("8"));
    dialog<RuleDialog>()->accept();
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(8.0));
    QTRY_VERIFY(!dialog<RuleDialog>());
    // The name goes into the same rule, for only one counts.
    requestRule(Family::Bucket, "rlflx:ann:1", RuleField::Name);
    QCOMPARE(field<QLineEdit>(dialog<RuleDialog>(), "limit")->text(), QStringLiteral("8"));
    field<QLineEdit>(dialog<RuleDialog>(), "name")->setText(QStringLiteral("Ann"));
    dialog<RuleDialog>()->accept();
    QTRY_COMPARE(QString(item(Family::Bucket, "rlflx:ann:1")->name), QStringLiteral("Ann"));
    QCOMPARE(limitOf("rlflx:ann:1"), std::optional(8.0));
    QTRY_VERIFY(!dialog<RuleDialog>());
    // For one key alone it is a rule of its own, before the other.
    requestRule(Family::Bucket, "rlflx:ann:1", RuleField::Limit);
    field<QLineEdit>(dialog<RuleDialog>(), "glob")->setText(QStringLiteral("rlflx:ann:1"));
    field<QLineEdit>(dialog<RuleDialog>(), "limit")->setText(QStringLiteral("16"));
    dialog<RuleDialog>()->accept();
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(16.0));
    QCOMPARE(limitOf("rlflx:ann:2"), std::optional(8.0));
    const auto written = rulesFromJson(contentsOf(fileOf(m_server->endpoint())), {});
    QVERIFY(written);
    QCOMPARE(written->rules.size(), 2U);
    QCOMPARE(written->rules.front().glob.pattern(), QByteArray("rlflx:ann:1"));
}

void TestWindowRules::theUsersRulesComeBeforeTheGivenOnes()
{
    const QByteArray given = R"({"rules":[{"glob":"rlflx:*","limit":5,"name":"given"}]})";
    open(m_server->endpoint(), given);
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(5.0));
    requestRule(Family::Bucket, "rlflx:ann:1", RuleField::Limit);
    auto *asked = dialog<RuleDialog>();
    QCOMPARE(field<QLineEdit>(asked, "name")->text(), QStringLiteral("given"));
    field<QLineEdit>(asked, "limit")->setText(QStringLiteral("40"));
    asked->accept();
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(40.0));
    QCOMPARE(contentsOf(m_home->filePath(QStringLiteral("given.json"))), given);
    open(m_server->endpoint(), given);
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(40.0));
}

void TestWindowRules::theDialogsNameTheFilesInForce()
{
    const auto saysWhere = [](const QDialog *dialog) {
        return dialog->findChild<QLabel *>(QStringLiteral("place"))->text();
    };
    for (const QByteArray given : {"", R"({"rules":[{"glob":"lock:*","family":"lock"}]})"}) {
        open(m_server->endpoint(), given);
        const QString kept = QDir::toNativeSeparators(fileOf(m_server->endpoint()));
        const QString file = m_home->filePath(QStringLiteral("given.json"));
        const auto check = [&](const QDialog *dialog) {
            QVERIFY(dialog);
            const QString said = saysWhere(dialog);
            QVERIFY2(said.contains(kept), qPrintable(said));
            QVERIFY2(said.contains(file) == !given.isEmpty(), qPrintable(said));
            QVERIFY2(said.contains(QStringLiteral("left as it is")) == !given.isEmpty(),
                qPrintable(said));
        };
        Q_EMIT m_window->window().rulesRequested();
        check(dialog<RulesDialog>());
        delete dialog<RulesDialog>();
        Q_EMIT m_window->window().alertsRequested();
        check(dialog<AlertsDialog>());
        delete dialog<AlertsDialog>();
    }
}

void TestWindowRules::anAlertIsMadeFromARowAndKeepsTheRestOfTheFile()
{
    const QString path = fileOf(m_server->endpoint());
    put(path,
        R"({"about":"mine","rules":[{"glob":"rlflx:*","limit":5}],
            "alerts":[{"glob":"leader","when":"gone","name":"No leader"}]})");
    open(m_server->endpoint());
    QTRY_VERIFY(item(Family::Lock, "lock:order:7"));
    const auto &alerts = m_window->window().watchPage()->shownSnapshot().alerts;
    QTRY_COMPARE(alerts->size(), std::size_t(1)); // there is no leader
    Q_EMIT m_window->window().watchPage()->alertRequested(item(Family::Lock, "lock:order:7"));
    auto *asked = dialog<AlertDialog>();
    QVERIFY(asked);
    QCOMPARE(field<QLineEdit>(asked, "glob")->text(), QStringLiteral("lock:order:*"));
    field<QComboBox>(asked, "when")->setEditText(QStringLiteral("held > 500ms"));
    field<QLineEdit>(asked, "name")->setText(QStringLiteral("Order lock held"));
    QTest::keyClick(asked, Qt::Key_Return);
    QTRY_COMPARE(alerts->size(), std::size_t(2));
    const QByteArray written = contentsOf(path);
    QVERIFY2(written.contains(R"("about":"mine")"), written);
    const RuleSet set = rulesFromJson(written, {}).value();
    QCOMPARE(set.rules.size(), 1U);
    QCOMPARE(set.rules.front().bounds.limit, std::optional(5.0));
    QCOMPARE(set.alerts.size(), 2U);
    QCOMPARE(set.alerts.front().name, QStringLiteral("No leader"));
    QCOMPARE(set.alerts.back().when.text(), QStringLiteral("held > 500ms"));
}

void TestWindowRules::alertsAreDeletedInTheirDialog()
{
    const QString path = fileOf(m_server->endpoint());
    put(path, R"({"alerts":[{"glob":"leader","when":"gone","name":"No leader"}]})");
    open(m_server->endpoint());
    const auto &alerts = m_window->window().watchPage()->shownSnapshot().alerts;
    QTRY_COMPARE(alerts->size(), std::size_t(1));
    Q_EMIT m_window->window().alertsRequested();
    auto *asked = dialog<AlertsDialog>();
    QVERIFY(asked);
    field<QPushButton>(asked, "delete")->click();
    asked->accept();
    QTRY_VERIFY(alerts->empty());
    QVERIFY(rulesFromJson(contentsOf(path), {}).value().alerts.empty());
}

void TestWindowRules::aDamagedFileIsToldAndLeftAlone()
{
    const QString path = fileOf(m_server->endpoint());
    const QByteArray damaged = R"({"rules":[{"glob":"rlflx:*","limit":"many"}]})";
    put(path, damaged);
    open(m_server->endpoint());
    QTRY_VERIFY(item(Family::Bucket, "rlflx:ann:1"));
    QVERIFY2(trouble().contains(path), qPrintable(trouble()));
    QVERIFY2(trouble().contains(QStringLiteral("limit")), qPrintable(trouble()));
    requestRule(Family::Bucket, "rlflx:ann:1", RuleField::Limit);
    QVERIFY(!dialog<RuleDialog>());
    QVERIFY(dialog<QMessageBox>());
    QVERIFY(dialog<QMessageBox>()->text().contains(path));
    dialog<QMessageBox>()->close();
    QCOMPARE(contentsOf(path), damaged);

    put(path, R"({"rules":[{"glob":"rlflx:*","limit":9}]})");
    auto *banner = m_window->window().findChild<Banner *>(QStringLiteral("rulesTrouble"));
    banner->findChild<QPushButton *>()->click();
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(9.0));
    QCOMPARE(trouble(), QString());

    // What somebody else writes while a dialog is open is not overwritten either.
    requestRule(Family::Bucket, "rlflx:ann:1", RuleField::Limit);
    QVERIFY(dialog<RuleDialog>());
    const QByteArray theirs = R"({"rules":[{"glob":"rlflx:*","limit":11}]})";
    put(path, theirs);
    field<QLineEdit>(dialog<RuleDialog>(), "limit")->setText(QStringLiteral("10"));
    dialog<RuleDialog>()->accept();
    QTRY_VERIFY(dialog<QMessageBox>());
    QCOMPARE(contentsOf(path), theirs);
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(11.0));
}

void TestWindowRules::theServerIsKnownByAnotherName()
{
    open(m_server->endpoint());
    QTRY_VERIFY(item(Family::Bucket, "rlflx:ann:1"));
    requestRule(Family::Bucket, "rlflx:ann:1", RuleField::Limit);
    field<QLineEdit>(dialog<RuleDialog>(), "limit")->setText(QStringLiteral("8"));
    dialog<RuleDialog>()->accept();
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(8.0));
    // Who it is comes by a connection of its own, some time after the first snapshot.
    open(m_server->endpoint());
    QSettings settings;
    QTRY_VERIFY([&] {
        settings.sync();
        settings.beginGroup(QStringLiteral("ruleFiles"));
        QString all;
        for (const QString &name : settings.childKeys())
            all += settings.value(name).toStringList().join(u' ');
        settings.endGroup();
        return all.contains(QStringLiteral("run_id:"));
    }());
    open(m_server->tcpEndpoint());
    QTRY_COMPARE(limitOf("rlflx:ann:1"), std::optional(8.0));
}

void TestWindowRules::aPictureUsesNoRulesOfTheWindow()
{
    put(fileOf(m_server->endpoint()), R"({"rules":[{"glob":"rlflx:*","limit":9}]})");
    open(m_server->endpoint(), {}, Arguments::Command::Shot);
    QTRY_VERIFY(item(Family::Bucket, "rlflx:ann:1"));
    QCOMPARE(limitOf("rlflx:ann:1"), std::optional<double>());
}

QTEST_MAIN(TestWindowRules)
#include "tst_windowrules.moc"
