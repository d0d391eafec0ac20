// Every dialog and menu in every language: whether words are cut, whether it fits a small screen,
// and whether the keyboard's place is seen. With LOCKSTEP_PICTURES=folder the pictures are kept.

#include "core/redis/identity/productionservers.h"
#include "core/redis/identity/serversummary.h"
#include "labsample.h"
#include "sampleitems.h"
#include "shopsnapshot.h"
#include "stepsample.h"
#include "tests/support/widgetpicture.h"
#include "ui/connect/connectdialog.h"
#include "ui/connect/importdialog.h"
#include "ui/connect/passwordprompt.h"
#include "ui/connect/profiledialog.h"
#include "ui/connect/profilesdialog.h"
#include "ui/connect/profileuses.h"
#include "ui/connect/profilewords.h"
#include "ui/connect/recentservers.h"
#include "ui/lab/page/labglossary.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/run/serverconsent.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/server/serverpage.h"
#include "ui/text/errormessage.h"
#include "ui/text/languages.h"
#include "ui/watch/details/detailsdialog.h"
#include "ui/watch/journal/journaltable.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/journal/timespandialog.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/rules/alertsdialog.h"
#include "ui/watch/rules/rulesdialog.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/theme.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStyleOption>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QTreeView>

#include <memory>

using namespace lockstep;

namespace {

const QSize smallScreen(960, 600);

Snapshot withManyProblems()
{
    const Instant now = std::chrono::steady_clock::now();
    Snapshot snapshot = shop::snapshot(now);
    std::vector<ItemPtr> locks(*snapshot.locks);
    for (int i = 0; i < 300; ++i) {
        const QByteArray key = "lock:stuck:" + QByteArray::number(1000 + i);
        locks.push_back(makeItem(sample::lock(key, now, std::nullopt)));
    }
    std::sort(locks.begin(), locks.end(),
        [](const ItemPtr &a, const ItemPtr &b) { return a->key < b->key; });
    snapshot.locks = std::make_shared<const std::vector<ItemPtr>>(std::move(locks));
    return snapshot;
}

Rule rule(const QByteArray &glob, const QString &name)
{
    Rule rule;
    rule.glob = Glob(glob);
    rule.name = name;
    rule.bounds = {60, Milliseconds(300'000)};
    return rule;
}

AlertRule alert(const QByteArray &glob)
{
    AlertRule rule;
    rule.glob = Glob(glob);
    QString expected;
    rule.when = alertConditionFrom(QStringLiteral("held > 30s"), &expected).value();
    rule.lasts = std::chrono::seconds(5);
    rule.name = QStringLiteral("Order locked for long");
    rule.severity = Severity::Critical;
    return rule;
}

// Whether more than a text cursor is there in one picture only.
bool isSeenIn(const QImage &picture, const QImage &other)
{
    int changed = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            changed += isNear(picture.pixel(x, y), QColor(other.pixel(x, y)), 24) ? 0 : 1;
    }
    return changed >= std::min(picture.width(), 40);
}

QString foundServer(const char *namedBySentinels)
{
    ServerSummary summary;
    summary.program = QStringLiteral("redis 7.0.15");
    summary.isRoleKnown = true;
    summary.namedBySentinels = QString::fromUtf8(namedBySentinels);
    summary.roundTrip = std::chrono::microseconds(2340);
    return summarySentence(summary);
}

std::vector<ProfilesDialog::Shown> profiles()
{
    std::vector<ProfilesDialog::Shown> all;
    const auto add = [&all](const char *name, Environment environment, const char *uri,
                         const QDateTime &last) {
        Profile profile;
        profile.name = QString::fromUtf8(name);
        profile.environment = environment;
        profile.endpoint = *Endpoint::fromUri(QString::fromUtf8(uri));
        const QDateTime now(QDate(2026, 11, 27), QTime(18, 0));
        all.push_back({profile, lastUseWords(last, now)});
    };
    add("Shop", Environment::Production, "rediss://reader@cache.shop.example:6380",
        QDateTime(QDate(2026, 11, 27), QTime(9, 12)));
    add("Shop, staging", Environment::Staging, "redis://staging.shop.example:6379/2",
        QDateTime(QDate(2026, 11, 26), QTime(17, 40)));
    add("my own", Environment::Development, "redis://127.0.0.1:6379", {});
    add("Warehouse, the cluster of the north and its rather long name", Environment::Production,
        "rediss+cluster://node-1.warehouse.example:7000,node-2.warehouse.example:7001", {});
    add("Sessions", Environment::Staging, "redis-sentinel://db1,db2,db3?master=sessions",
        QDateTime(QDate(2026, 3, 3), QTime(8, 0)));
    return all;
}

// Layouts answer one another by events.
void settle()
{
    for (int i = 0; i < 5; ++i) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

// Visible words that have less room than they need.
QStringList cutWords(const QWidget &screen)
{
    QStringList cut;
    const auto want = [&cut](const QWidget *widget, const QString &text, QSize room, QSize need) {
        if (room.width() < need.width() || room.height() < need.height())
            cut << QStringLiteral("%1 “%2”: %3 × %4 for %5 × %6")
                       .arg(QLatin1String(widget->metaObject()->className()), text)
                       .arg(room.width())
                       .arg(room.height())
                       .arg(need.width())
                       .arg(need.height());
    };
    for (const QLabel *label : screen.findChildren<QLabel *>()) {
        if (!label->isVisible() || label->text().isEmpty() || label->toolTip() == label->text())
            continue;
        const QSize need = label->wordWrap() ? QSize(0, label->heightForWidth(label->width()))
                                             : label->minimumSizeHint();
        want(label, label->text(), label->size(), need);
    }
    for (const QAbstractButton *button : screen.findChildren<QAbstractButton *>()) {
        if (button->isVisible() && !button->text().isEmpty())
            want(button, button->text(), button->size(), button->minimumSizeHint());
    }
    for (const QComboBox *choice : screen.findChildren<QComboBox *>()) {
        if (choice->isVisible())
            want(choice, choice->currentText(), choice->size(), choice->minimumSizeHint());
    }
    for (const QLineEdit *field : screen.findChildren<QLineEdit *>()) {
        const int need = field->fontMetrics().horizontalAdvance(field->placeholderText());
        if (field->isVisible() && field->text().isEmpty() && field->toolTip().isEmpty())
            want(field, field->placeholderText(), field->size(), QSize(need + 8, 0));
    }
    for (const QTreeView *tree : screen.findChildren<QTreeView *>()) {
        const QHeaderView *header = tree->header();
        for (int i = 0; tree->isVisible() && i < header->count(); ++i)
            want(tree, tree->model()->headerData(i, Qt::Horizontal).toString(),
                QSize(header->sectionSize(i), 0), QSize(header->sectionSizeHint(i), 0));
    }
    return cut;
}

} // namespace

class TestScreens : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void nothingIsCutInADialog_data();
    void nothingIsCutInADialog();
    void thePlaceOfTheKeyboardIsSeen_data();
    void thePlaceOfTheKeyboardIsSeen();
    void everyWordIsTranslated();
    void scrollBarsLookAlike();

private:
    void begin(const QString &language, Theme::Choice choice);
    QWidget *open(const QString &screen);
    static QMenu *openMenu(QWidget *over, const QPoint &where);

    QTemporaryDir m_folder;
    QTranslator m_translator;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<RecentServers> m_recent;
    std::unique_ptr<ProductionServers> m_production;
    std::unique_ptr<MainWindow> m_window;
    JournalView *m_journal = nullptr;
    Snapshot m_snapshot;
    std::unique_ptr<QWidget> m_dialog;
    std::unique_ptr<sample::Answers> m_answers;
};

void TestScreens::init()
{
    m_theme = std::make_unique<Theme>(qApp);
    m_settings = std::make_unique<QSettings>(
        m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    m_settings->clear();
    m_recent = std::make_unique<RecentServers>(m_settings.get());
    m_production = std::make_unique<ProductionServers>(m_settings.get());
}

void TestScreens::cleanup()
{
    m_dialog.reset();
    m_answers.reset();
    m_window.reset();
    m_production.reset();
    m_recent.reset();
    m_settings.reset();
    m_theme.reset();
    QCoreApplication::removeTranslator(&m_translator);
    QLocale::setDefault(QLocale(QStringLiteral("en")));
}

void TestScreens::begin(const QString &language, Theme::Choice choice)
{
    QVERIFY(m_translator.load(QStringLiteral(":/translations/lockstep_%1.qm").arg(language)));
    QCoreApplication::installTranslator(&m_translator);
    QLocale::setDefault(QLocale(language));
    m_theme->setChoice(choice);
    m_window = std::make_unique<MainWindow>(m_theme.get());
    auto *server = new ServerPage(m_theme.get());
    m_window->setServerPage(server);
    connect(m_window.get(), &MainWindow::snapshotArrived, server, &ServerPage::setSnapshot);
    m_journal = new JournalView(m_theme.get());
    m_window->watchPage()->setJournal(m_journal);
    connect(m_window->watchPage(), &WatchPage::journalGrew, m_journal, &JournalView::append);
    m_window->setConnection(QStringLiteral("orders-cache"), Endpoint{});
    m_window->resize(smallScreen);
    m_snapshot = withManyProblems();
    m_window->setSnapshot(m_snapshot);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

QMenu *TestScreens::openMenu(QWidget *over, const QPoint &where)
{
    QContextMenuEvent event(QContextMenuEvent::Mouse, where, over->mapToGlobal(where));
    QCoreApplication::sendEvent(over, &event);
    return qobject_cast<QMenu *>(QApplication::activePopupWidget());
}

// By its name; nullptr: there is none of that name.
QWidget *TestScreens::open(const QString &screen)
{
    const auto show = [this](auto *dialog) {
        m_dialog.reset(dialog);
        dialog->show();
        return dialog;
    };
    const auto one = [](const Glob &) -> qsizetype { return 1234; };
    ItemTable *locks = m_window->watchPage()->table(Family::Lock);
    if (screen == u"watch")
        return m_window.get();
    if (screen.startsWith(u"server")) {
        if (screen == u"server-cluster") {
            sample::makeCluster(&m_snapshot, 44);
            m_window->setSnapshot(m_snapshot);
        }
        m_window->showPage(MainWindow::Page::Server);
        return m_window.get();
    }
    if (screen.startsWith(u"lab")) {
        m_window->showPage(MainWindow::Page::Lab);
        LabPage *page = m_window->labPage();
        page->setScenarios(sample::scenarios());
        page->choose(QStringLiteral("stock-read-then-write"));
        if (screen == u"lab-run")
            page->freeRuns()->setRun(sample::oversoldRun());
        if (screen == u"lab-step") {
            m_answers = std::make_unique<sample::Answers>(page->stepController()->runs());
            page->setMode(LabMode::Step);
        }
        return m_window.get();
    }
    if (screen == u"main-menu") {
        auto *menu = m_window->findChild<QMenu *>(QString(), Qt::FindDirectChildrenOnly);
        menu->popup({});
        return menu;
    }
    if (screen == u"lock-menu" || screen == u"lock-menu-release") {
        m_window->watchPage()->setReleaseAllowed(screen.endsWith(u"release"));
        locks->selectRow(0);
        return openMenu(locks->viewport(), locks->visualRect(locks->model()->index(0, 0)).center());
    }
    if (screen == u"counter-menu") {
        ItemTable *counters = m_window->watchPage()->table(Family::Counter);
        counters->selectRow(0);
        return openMenu(
            counters->viewport(), counters->visualRect(counters->model()->index(0, 0)).center());
    }
    if (screen == u"header-menu") {
        QWidget *header = locks->horizontalHeader()->viewport();
        return openMenu(header, QPoint(20, header->height() / 2));
    }
    if (screen == u"journal-menu") {
        JournalTable *table = m_journal->table();
        Q_EMIT table->customContextMenuRequested(
            table->visualRect(table->model()->index(0, 0)).center());
        return qobject_cast<QMenu *>(QApplication::activePopupWidget());
    }
    if (screen.startsWith(u"connect")) {
        for (int port = 6380; port < 6392; ++port)
            m_recent->remember(*Endpoint::fromUri(
                QStringLiteral("rediss://reader@cache-%1.shop.example:%1/0").arg(port)));
        m_recent->setPinned(m_recent->uris().last(), true);
        ConnectDialog *dialog =
            show(new ConnectDialog(m_recent.get(), m_production.get(), m_window.get()));
        if (screen == u"connect-trouble") {
            dialog->showFailure(
                {ErrorCode::TlsUntrusted, QStringLiteral("self-signed certificate"), false});
        }
        return dialog;
    }
    if (screen == u"watch-production") {
        m_window->setEnvironment(Environment::Production);
        return m_window.get();
    }
    if (screen == u"import" || screen == u"import-nothing") {
        ImportDialog::Preview preview;
        preview.file = QStringLiteral("/home/operator/RedisInsight_connections.json");
        preview.present = {profiles()[0].profile};
        preview.remarks = {QStringLiteral("shop-eu: it is reached through SSH, which is not "
                                          "imported. The address would lead nowhere without it")};
        if (screen == u"import") {
            for (const ProfilesDialog::Shown &each : profiles())
                preview.added.push_back(each.profile);
        }
        return show(new ImportDialog(preview, m_window.get()));
    }
    if (screen == u"profile" || screen == u"profile-tested") {
        Profile profile = profiles().front().profile;
        profile.endpoint = *Endpoint::fromUri(QStringLiteral("rediss-sentinel://a,b?master=m"));
        if (screen == u"profile")
            return show(new ProfileDialog(profile, {profile}, m_window.get()));
        ProfileDialog *dialog = show(new ProfileDialog(profile, {}, m_window.get()));
        dialog->findChild<QPushButton *>(QStringLiteral("test"))->click();
        dialog->showTest(
            profile.endpoint, {TestResult::State::Works, foundServer("db2.shop.example:6379")});
        return dialog;
    }
    if (screen.startsWith(u"profile")) {
        auto *dialog = show(
            new ProfilesDialog(m_theme.get(), ProfilesDialog::Purpose::ThisWindow, m_window.get()));
        if (screen != u"profiles-empty" && screen != u"profiles-trouble")
            dialog->setProfiles(profiles());
        else
            dialog->setProfiles({});
        if (screen == u"profiles-trouble")
            dialog->setFileTrouble(profilesTrouble({ErrorCode::BadInput,
                QStringLiteral(
                    "/home/operator/.config/lockstep/lockstep/profiles.json: it is of "
                    "version 9, and this Lockstep knows version 1: a newer one wrote it"),
                false}));
        if (screen == u"profiles-failed")
            dialog->showTrouble(errorMessage({ErrorCode::ConnectTimeout, {}, false},
                QStringLiteral("rediss://reader@cache.shop.example:6380/0")));
        if (screen.startsWith(u"profiles-tested")) {
            using enum TestResult::State;
            dialog->showTest(profiles()[3].profile, {Running, {}});
            dialog->showTest(profiles()[2].profile,
                {Fails,
                    errorMessage({ErrorCode::ConnectTimeout, {}, false},
                        profiles()[2].profile.endpoint.display())});
            dialog->showTest(profiles()[4].profile, {Works, foundServer("db2.shop.example:6379")});
            dialog->showTest(profiles()[0].profile, {Works, foundServer({})});
        }
        if (screen != u"profile-menu")
            return dialog;
        auto *card = dialog->findChild<ProfileCard *>();
        return openMenu(card, card->rect().center());
    }
    if (screen == u"password-keep") {
        auto *prompt =
            new PasswordPrompt(Endpoint{}, {ErrorCode::NoAuth, {}, false}, m_window.get());
        prompt->offerToKeep(QStringLiteral("The desktop's keychain is locked, and was left so."));
        return show(prompt);
    }
    if (screen == u"password")
        return show(
            new PasswordPrompt(Endpoint{}, {ErrorCode::WrongPass, {}, false}, m_window.get()));
    if (screen == u"rule" || screen == u"rule-trouble") {
        RuleDialog *dialog = show(new RuleDialog(
            rule("login:*", QStringLiteral("Logins")), RuleField::Limit, one, m_window.get()));
        if (screen == u"rule-trouble") {
            dialog->findChild<QLineEdit *>(QStringLiteral("limit"))->setText(QStringLiteral("x"));
            dialog->accept();
        }
        return dialog;
    }
    if (screen == u"rules" || screen == u"rules-empty") {
        const bool isEmpty = screen.endsWith(u"empty");
        std::vector<Rule> rules;
        for (int i = 0; !isEmpty && i < 9; ++i)
            rules.push_back(
                rule("login:" + QByteArray::number(i) + ":*", QStringLiteral("Logins")));
        return show(new RulesDialog(rules,
            isEmpty ? std::vector<Rule>{} : std::vector<Rule>{rule("given:*", {})},
            {QStringLiteral("/home/operator/.config/lockstep/lockstep/rules/10.0.0.1-6379-0.json"),
                isEmpty ? QString() : QStringLiteral("/srv/shop/lockstep/rules.json")},
            one, m_window.get()));
    }
    if (screen == u"alert" || screen == u"alert-trouble") {
        AlertDialog *dialog = show(new AlertDialog(alert("lock:order:*"), one, m_window.get()));
        if (screen == u"alert-trouble") {
            dialog->findChild<QComboBox *>(QStringLiteral("when"))
                ->setEditText(QStringLiteral("held < 5m"));
            dialog->accept();
        }
        return dialog;
    }
    if (screen == u"alerts" || screen == u"alerts-empty") {
        const bool isEmpty = screen.endsWith(u"empty");
        std::vector<AlertRule> alerts;
        for (int i = 0; !isEmpty && i < 9; ++i)
            alerts.push_back(alert("lock:order:" + QByteArray::number(i) + ":*"));
        return show(new AlertsDialog(alerts,
            isEmpty ? std::vector<AlertRule>{} : std::vector<AlertRule>{alert("given:*")},
            {QStringLiteral("/home/operator/.config/lockstep/lockstep/rules/10.0.0.1-6379-0.json"),
                isEmpty ? QString() : QStringLiteral("/srv/shop/lockstep/rules.json")},
            one, m_window.get()));
    }
    if (screen.startsWith(u"details")) {
        const auto &items = screen.endsWith(u"lock") ? m_snapshot.locks
            : screen.endsWith(u"limit")              ? m_snapshot.buckets
                                                     : m_snapshot.counters;
        return show(new DetailsDialog(items->front(), m_snapshot, m_window.get()));
    }
    if (screen == u"time-span") {
        const auto now = m_snapshot.takenAtUtc;
        return show(new TimeSpanDialog(now - std::chrono::hours(1), now, m_window.get()));
    }
    if (screen == u"glossary") {
        auto *dialog = new LabGlossary(m_window.get());
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        return show(dialog);
    }
    if (screen == u"consent") {
        askServerConsent(QStringLiteral("rediss://reader@cache.shop.example:6380/0"), 200,
            m_window.get(), [] {});
        return m_window->findChild<QMessageBox *>();
    }
    return nullptr;
}

void TestScreens::nothingIsCutInADialog_data()
{
    QTest::addColumn<QString>("screen");
    QTest::addColumn<QString>("language");
    QTest::addColumn<Theme::Choice>("choice");
    for (const char *screen : {"watch", "server", "server-cluster", "lab", "lab-run", "lab-step",
             "main-menu", "lock-menu", "lock-menu-release", "counter-menu", "header-menu",
             "journal-menu", "connect", "connect-trouble", "password", "password-keep", "profile",
             "profiles", "profiles-empty", "profiles-trouble", "profiles-failed", "profiles-tested",
             "profile-tested", "import", "import-nothing", "profile-menu", "watch-production",
             "rule", "rule-trouble", "rules", "rules-empty", "alert", "alert-trouble", "alerts",
             "alerts-empty", "details-lock", "details-limit", "details-counter", "time-span",
             "glossary", "consent"}) {
        for (const QString &language : languageCodes()) {
            for (const Theme::Choice choice : {Theme::Choice::Light, Theme::Choice::Dark})
                QTest::addRow("%s-%s-%s", screen, qPrintable(language),
                    choice == Theme::Choice::Dark ? "dark" : "light")
                    << QString::fromLatin1(screen) << language << choice;
        }
    }
}

void TestScreens::nothingIsCutInADialog()
{
    QFETCH(const QString, screen);
    QFETCH(const QString, language);
    QFETCH(const Theme::Choice, choice);
    begin(language, choice);
    QWidget *shown = open(screen);
    QVERIFY(shown);
    QVERIFY(QTest::qWaitForWindowExposed(shown));
    settle();
    const int scale = qRound(shown->devicePixelRatioF());
    QVERIFY(keptWhereWanted(pictureOf(*shown, scale), QLatin1String(QTest::currentDataTag())));
    if (!qobject_cast<QMenu *>(shown))
        QVERIFY2(shown->width() <= smallScreen.width() && shown->height() <= smallScreen.height(),
            qPrintable(QStringLiteral("%1 × %2").arg(shown->width()).arg(shown->height())));
    QStringList cut;
    (void)QTest::qWaitFor([&] { return (cut = cutWords(*shown)).isEmpty(); });
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
    if (auto *menu = qobject_cast<QMenu *>(shown))
        menu->close();
}

void TestScreens::thePlaceOfTheKeyboardIsSeen_data()
{
    QTest::addColumn<QString>("screen");
    QTest::addColumn<Theme::Choice>("choice");
    for (const char *screen : {"watch", "server", "lab-run", "lab-step", "connect", "password",
             "password-keep", "profile", "profiles", "import", "rule", "rules", "details-lock",
             "time-span", "glossary", "consent"}) {
        for (const Theme::Choice choice : {Theme::Choice::Light, Theme::Choice::Dark})
            QTest::addRow("%s-%s", screen, choice == Theme::Choice::Dark ? "dark" : "light")
                << QString::fromLatin1(screen) << choice;
    }
}

// Around each stop of Tab the picture differs from that when the focus has gone on.
void TestScreens::thePlaceOfTheKeyboardIsSeen()
{
    QFETCH(const QString, screen);
    QFETCH(const Theme::Choice, choice);
    begin(QStringLiteral("en"), choice);
    QWidget *shown = open(screen);
    QVERIFY(shown);
    shown->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(shown));
    settle();
    const int flash = QApplication::cursorFlashTime();
    QApplication::setCursorFlashTime(0);
    QStringList unseen;
    QList<QWidget *> stops;
    QTest::keyClick(shown, Qt::Key_Tab);
    while (!stops.contains(QApplication::focusWidget()) && stops.size() < 100) {
        QWidget *stop = QApplication::focusWidget();
        QVERIFY(stop);
        stops << stop;
        const auto picture = [stop] {
            return pictureOf(*stop->window(), 1)
                .copy(QRect(stop->mapTo(stop->window(), QPoint()), stop->size()));
        };
        const QImage with = picture();
        QTest::keyClick(stop, Qt::Key_Tab);
        const QImage without = picture();
        if (QApplication::focusWidget() != stop && !isSeenIn(with, without))
            unseen << QStringLiteral("%1 “%2” (%3)")
                          .arg(QLatin1String(stop->metaObject()->className()),
                              stop->accessibleName(), stop->objectName());
    }
    QApplication::setCursorFlashTime(flash);
    QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(u'\n')));
}

// Of Qt's own words too, whether or not its translations are installed.
void TestScreens::everyWordIsTranslated()
{
    begin(QStringLiteral("zh_CN"), Theme::Choice::Light);
    QMessageBox box(QMessageBox::Warning, QStringLiteral("Lockstep"), {},
        QMessageBox::Ok | QMessageBox::Cancel | QMessageBox::Close);
    for (const QAbstractButton *button : box.buttons())
        QVERIFY2(button->text().contains(QRegularExpression(QStringLiteral("\\p{Han}"))),
            qPrintable(button->text()));
    QLineEdit field(QStringLiteral("x"));
    const std::unique_ptr<QMenu> menu(field.createStandardContextMenu());
    for (const QAction *action : menu->actions())
        QVERIFY2(action->isSeparator()
                || action->text().contains(QRegularExpression(QStringLiteral("\\p{Han}"))),
            qPrintable(action->text()));
}

// No scroll bar has the arrows of the desktop's style, whose colours are not those of the theme.
void TestScreens::scrollBarsLookAlike()
{
    begin(QStringLiteral("en"), Theme::Choice::Dark);
    for (const char *screen : {"server", "connect", "rules", "details-lock", "glossary"}) {
        QWidget *shown = open(QString::fromLatin1(screen));
        QVERIFY(shown);
        const auto bars = shown->findChildren<QScrollBar *>();
        QVERIFY2(!bars.isEmpty(), screen);
        for (const QScrollBar *bar : bars) {
            QStyleOptionSlider option;
            option.initFrom(bar);
            option.orientation = bar->orientation();
            for (const auto arrow : {QStyle::SC_ScrollBarAddLine, QStyle::SC_ScrollBarSubLine})
                QVERIFY2(bar->style()
                             ->subControlRect(QStyle::CC_ScrollBar, &option, arrow, bar)
                             .isEmpty(),
                    screen);
        }
    }
}

QTEST_MAIN(TestScreens)
#include "tst_screens.moc"
