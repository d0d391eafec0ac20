// Connects the parts of the window with each other and with the watch. Watching another server
// makes a new source and a new watch first, and drops the present ones only if that succeeds, so
// that a failure changes nothing.

#include "app/window/watchwindow.h"

#include "app/lab/labrunner.h"
#include "app/profiles/savedprofiles.h"
#include "app/recording/openedrecording.h"
#include "app/terminal/language.h"
#include "app/window/warningbox.h"
#include "core/redis/identity/servernames.h"
#include "core/redis/profiles/profileservers.h"
#include "ui/lab/page/labpage.h"
#include "ui/server/serverpage.h"
#include "ui/text/errormessage.h"
#include "ui/watch/page/watchfeed.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watchtext/takeoverwords.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

namespace lockstep {

namespace {

// The name under which the pinned rows of a server are saved. User and encryption are left out,
// because the rows are the same. The demo shop's server has another address each time, so it has a
// fixed name.
QString serverName(const Source &source)
{
    if (source.isPrivateServer())
        return QStringLiteral("demo");
    return ServerNames::addressOf(source.endpoint)
        + QStringLiteral(" %1").arg(source.endpoint.database);
}

} // namespace

WatchWindow::WatchWindow(Theme *theme, Language *language, const Arguments &arguments)
    : m_theme(theme)
    , m_language(language)
    , m_arguments(arguments)
    , m_catalogue(loadCatalogue(arguments))
    , m_window(theme)
    , m_page(&m_window, theme)
    , m_server(new ServerPage(theme))
    , m_export(&m_window, m_page.journal())
    , m_credentials(&m_window)
    , m_choice(&m_window)
    , m_profiles(&m_window, theme)
    , m_rules(&m_window)
    , m_recording(&m_window)
{
    m_window.setLanguage(arguments.language);
    m_window.setServerPage(m_server);
    const auto *page = m_window.watchPage();
    connect(page, &WatchPage::ruleRequested, &m_rules, &RuleEditing::editRule);
    connect(page, &WatchPage::alertRequested, &m_rules, &RuleEditing::addAlert);
    connect(page, &WatchPage::releaseRequested, this, &WatchWindow::releaseLock);
    connect(&m_page, &WatchPageParts::ruleRequested, &m_rules, &RuleEditing::editRule);
    connect(&m_window, &MainWindow::snapshotArrived, m_server, &ServerPage::setSnapshot);
    connect(&m_window, &MainWindow::themeChosen, theme, &Theme::setChoice);
    connect(&m_window, &MainWindow::languageChosen, this, &WatchWindow::setLanguage);
    connect(&m_window, &MainWindow::retryRequested, this, [this] {
        m_troubles.noteRetry();
        m_watch->retry();
    });
    connect(&m_window, &MainWindow::rulesRequested, &m_rules, &RuleEditing::showRules);
    connect(&m_window, &MainWindow::alertsRequested, &m_rules, &RuleEditing::showAlerts);
    connect(&m_window, &MainWindow::rulesToBeRead, &m_rules, &RuleEditing::readAgain);
    connect(&m_rules, &RuleEditing::catalogueChanged, this, [this] {
        m_watch->setCatalogue(m_rules.catalogue());
        m_release.reset();
    });
    connect(&m_window, &MainWindow::recordingToBeOpened, this,
        [this] { chooseRecording(m_theme, &m_window); });
    connect(&m_window, &MainWindow::demoRequested, this, &WatchWindow::openDemo);
    connect(&m_credentials, &CredentialsPrompt::given, this, &WatchWindow::setCredentials);
    wireChoices();
    connect(&m_identity, &ServerCheck::finished, this, &WatchWindow::onIdentified);
    connect(&m_window, &MainWindow::labPageBuilt, this, &WatchWindow::serveLab);
}

// The runner saves the stepped runs when it is deleted, and reads them from the page, so it must be
// deleted before m_window.
WatchWindow::~WatchWindow()
{
    delete m_lab;
}

void WatchWindow::wireChoices()
{
    using enum ProfileChoice::Purpose;
    connect(
        &m_window, &MainWindow::connectionRequested, this, [this] { chooseServer(ThisWindow); });
    connect(&m_window, &MainWindow::windowRequested, this, [this] { chooseServer(NewWindow); });
    connect(&m_choice, &ServerChoice::chosen, this,
        [this](const Endpoint &endpoint, Permission permission) {
            watchServer(endpoint, permission);
        });
    connect(&m_choice, &ServerChoice::profileRequested, &m_profiles, &ProfileChoice::add);
    connect(&m_choice, &ServerChoice::importRequested, &m_profiles, &ProfileChoice::import);
    connect(&m_choice, &ServerChoice::windowRequested, this, &WatchWindow::serverWindowRequested);
    connect(&m_profiles, &ProfileChoice::chosen, this,
        [this](const Endpoint &endpoint, Permission permission, const Profile &profile) {
            watchServer(endpoint, permission, profile);
        });
    connect(&m_profiles, &ProfileChoice::addressRequested, this, &WatchWindow::typeAddress);
    connect(
        &m_profiles, &ProfileChoice::windowRequested, this, &WatchWindow::profileWindowRequested);
    connect(&m_profiles, &ProfileChoice::noticed, &m_window, &MainWindow::showNotice);
}

// If there are no profiles, an address is the only choice.
void WatchWindow::chooseServer(ProfileChoice::Purpose purpose)
{
    if (m_profiles.hasAny())
        m_profiles.open(purpose);
    else
        typeAddress(purpose);
}

void WatchWindow::typeAddress(ProfileChoice::Purpose purpose)
{
    if (purpose == ProfileChoice::Purpose::NewWindow)
        m_choice.openForNewWindow();
    else
        m_choice.open(m_source.isPrivateServer() ? nullptr : &m_source);
}

Result<void> WatchWindow::watch(Source source)
{
    return watch(std::move(source), m_arguments, m_catalogue);
}

// Watches another server than that of the arguments; the other arguments stay.
Result<void> WatchWindow::watchOther(Source source)
{
    Arguments arguments = m_arguments;
    arguments.endpoint.reset();
    if (arguments.profile && arguments.rulesFile == arguments.profile->rulesFile)
        arguments.rulesFile.clear(); // the rules of that profile are for its server only
    arguments.profile = source.profile;
    arguments.keychainTrouble.clear();
    if (source.profile && !source.profile->rulesFile.isEmpty())
        arguments.rulesFile = source.profile->rulesFile;
    if (!source.isPrivateServer())
        arguments.endpoint = source.endpoint;
    return watch(std::move(source), arguments, loadCatalogue(arguments));
}

Result<void> WatchWindow::watch(
    Source source, const Arguments &arguments, const LoadingCatalogue &catalogue)
{
    auto watch = makeWatch(source, catalogue, arguments);
    if (!watch)
        return tl::unexpected(watch.error());
    forgetServer();
    m_arguments = arguments;
    m_catalogue = catalogue;
    m_watch = std::move(*watch);
    m_source = std::move(source);
    showServer();
    startWatch();
    return {};
}

// Drops everything that is known and shown of the server that was watched until now.
void WatchWindow::forgetServer()
{
    m_release.reset();
    m_feed.reset();
    m_troubles.forget();
    m_credentials.close();
    m_isToBeKept = false;
    m_identity.stop();
    m_foundProfile.reset();
    m_connections = 0;
    m_ownReleases.clear();
    m_notifier.forget();
    if (m_shopEnded)
        m_shopEnded->deleteLater(); // not deleted at once: one of its buttons may be the caller
    m_page.startOver();
}

void WatchWindow::showServer()
{
    const bool isShop = m_source.isPrivateServer();
    showConnection();
    m_window.setDemo(isShop && m_arguments.command == Arguments::Command::Window);
    m_server->setConnection(m_source.endpoint.display());
    m_export.setServer(m_source.endpoint.display());
    // The shop's server has another address each time.
    const QString address = isShop ? QStringLiteral("demo") : m_source.endpoint.display();
    m_recording.setServer(
        m_source.profile ? m_source.profile->name : address, address, m_arguments.prefix);
    if (m_lab)
        m_lab->setServer(m_source.endpoint);
    m_page.setServer(serverName(m_source));
    beginRules();
}

void WatchWindow::showConnection()
{
    const auto &profile = m_source.profile ? m_source.profile : m_foundProfile;
    const QString name = m_source.isPrivateServer() ? tr("Demo shop")
        : profile                                   ? profile->name
                                                    : QString();
    m_window.setConnection(name, m_source.endpoint, m_source.permission);
    m_window.setEnvironment(profile ? std::optional(profile->environment) : std::nullopt);
}

void WatchWindow::startWatch()
{
    m_page.setWatch(m_watch.get());
    m_feed = std::make_unique<WatchFeed>(m_watch.get());
    connect(m_feed.get(), &WatchFeed::snapshotReady, this, &WatchWindow::show);
    connect(m_watch.get(), &Watch::inventoryFinished, this, &WatchWindow::inventoryFinished);
    m_watch->start();
    if (m_source.isPrivateServer())
        connect(m_source.privateServer.get(), &PrivateServer::died, this,
            &WatchWindow::offerShopAgain, Qt::QueuedConnection);
}

// For a picture, only the rules of the command line are used: it must not depend on what the user
// has saved.
void WatchWindow::beginRules()
{
    const auto &given = m_catalogue.get();
    if (m_arguments.command == Arguments::Command::Window)
        m_rules.begin(m_source.isPrivateServer() ? nullptr : &m_source.endpoint, *given,
            m_arguments.rulesFile);
    else
        m_rules.beginWithout(*given);
}

// Offers to open the demo shop again after it has ended. It is not opened without asking, because a
// new one replaces what is shown, which can still be read.
void WatchWindow::offerShopAgain()
{
    if (!m_window.isVisible())
        return;
    auto *box = new QMessageBox(QMessageBox::Warning, QStringLiteral("Lockstep"),
        tr("The demo shop's private server has ended. The shop can be opened again on a new one; "
           "what you see now is lost then."),
        QMessageBox::Close, &m_window);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    m_shopEnded = box;
    auto *again = box->addButton(tr("Open it again"), QMessageBox::AcceptRole);
    box->setDefaultButton(again);
    connect(again, &QAbstractButton::clicked, this, &WatchWindow::openShop);
    box->open();
}

void WatchWindow::openShop()
{
    Arguments arguments = m_arguments;
    arguments.endpoint.reset();
    auto source = Source::open(arguments);
    if (!source)
        return showWarning(source.error());
    if (const auto watched = watchOther(std::move(*source)); !watched)
        showWarning(watched.error());
}

void WatchWindow::openDemo()
{
    if (m_source.isPrivateServer())
        return;
    openShop();
    if (m_source.isPrivateServer())
        Q_EMIT demoOpened();
}

void WatchWindow::show(const Snapshot &snapshot)
{
    m_recording.take(snapshot);
    if (m_ownReleases.isWaiting()) {
        Snapshot marked = snapshot;
        m_ownReleases.mark(marked);
        m_window.setSnapshot(marked);
    } else {
        m_window.setSnapshot(snapshot);
    }
    m_page.showInDetails(snapshot);
    notifyOfAlerts(snapshot);
    noteLink(snapshot.status);
    noteTroubles(snapshot.status);
}

// Notifies only if no window of the program is active: otherwise the user sees the alerts there.
void WatchWindow::notifyOfAlerts(const Snapshot &snapshot)
{
    if (m_arguments.command != Arguments::Command::Window)
        return;
    if (QApplication::activeWindow())
        m_notifier.forget();
    else
        m_notifier.note(snapshot.journal);
}

// A connection may have been lost and made again since the last snapshot.
void WatchWindow::noteLink(const WatchStatus &status)
{
    if (status.link != LinkState::Connected)
        return;
    m_credentials.close(); // the credentials were right
    const bool isNew = std::exchange(m_connections, status.connections) != status.connections;
    if (isNew && !m_source.isPrivateServer())
        onReached();
}

void WatchWindow::noteTroubles(const WatchStatus &status)
{
    if (!m_troubles.note(status))
        return;
    m_credentials.setTrouble(m_source.endpoint, m_troubles.current(), m_source.profile.has_value(),
        m_arguments.keychainTrouble);
}

void WatchWindow::setCredentials(
    const QByteArray &user, const QByteArray &password, bool isToBeKept)
{
    m_isToBeKept = isToBeKept;
    m_source.endpoint.user = user;
    m_source.endpoint.password = password;
    m_troubles.forget();
    m_watch->setCredentials(user, password);
    m_release.reset();
}

void WatchWindow::watchServer(
    const Endpoint &endpoint, Permission permission, const std::optional<Profile> &profile)
{
    Source source;
    source.profile = profile;
    source.endpoint = endpoint;
    source.permission = permission;
    if (const auto watched = watchOther(std::move(source)); !watched)
        showWarning(watched.error());
}

// Another server may answer at a known address, so the server is identified at each connection.
void WatchWindow::onReached()
{
    m_identity.start(m_source.endpoint);
    if (std::exchange(m_isToBeKept, false))
        m_profiles.keepPassword(m_source.endpoint);
    Q_EMIT reached(m_source.endpoint);
}

void WatchWindow::onIdentified(const Endpoint &endpoint, const Result<ServerIdentity> &identity)
{
    if (!identity)
        return;
    m_rules.identify(*identity);
    // Also in a window on production: its mark learns by what other names the server is known.
    const bool isMarked =
        learnServer(m_source.profile ? &*m_source.profile : nullptr, endpoint, *identity);
    if (!m_source.profile && m_arguments.command == Arguments::Command::Window)
        findProfile(endpoint, *identity); // a picture must not depend on what the user has saved
    if (!isMarked || m_source.permission == Permission::Production)
        return;
    m_source.permission = Permission::Production;
    showConnection();
}

// A profile is that of its server, whatever address leads there. One that was not chosen gives its
// name and its environment; what it permits and its rules are for whoever opens it by its name.
// Production forbids to release anything, whether or not the mark knows the server by this address,
// and does so still if another server answers here later: the first may be back any time.
void WatchWindow::findProfile(const Endpoint &endpoint, const ServerIdentity &identity)
{
    QSettings settings;
    const Profiles profiles = ProfileFile().read().value_or(Profiles());
    const Profile *found = ProfileServers(&settings).find(profiles, endpoint, identity);
    const auto before = std::exchange(m_foundProfile, found ? std::optional(*found) : std::nullopt);
    if (m_foundProfile == before)
        return;
    if (found && found->environment == Environment::Production)
        m_source.permission = Permission::Production;
    showConnection();
}

void WatchWindow::offerProfiles()
{
    if (m_profiles.hasAny())
        m_profiles.open(ProfileChoice::Purpose::ThisWindow);
}

void WatchWindow::releaseLock(const ItemPtr &lock)
{
    if (!m_release) {
        m_release = std::make_unique<LockRelease>(m_source.endpoint,
            m_window.watchPage()->shownSnapshot(), m_rules.catalogue(), &m_window);
        connect(m_release.get(), &LockRelease::releasing, this,
            [this](const QByteArray &key, const QByteArray &token) {
                m_ownReleases.begin(key, token);
            });
        connect(m_release.get(), &LockRelease::notReleased, this,
            [this](const QByteArray &key) { m_ownReleases.cancel(key); });
        connect(m_release.get(), &LockRelease::released, this, [this](const QByteArray &key) {
            m_window.showNotice([key] { return takeoverSentence(key, Takeover::Released); });
        });
        connect(m_release.get(), &LockRelease::refusedAsProduction, this, [this] {
            m_source.permission = Permission::Production;
            showConnection();
        });
    }
    m_release->ask(lock);
}

void WatchWindow::setLanguage(const QString &language)
{
    m_language->choose(language);
    m_window.setLanguage(language);
    if (m_lab)
        m_window.labPage()->setLanguage(m_language->name());
}

void WatchWindow::serveLab(LabPage *page)
{
    m_lab = new LabRunner(page, this);
    m_lab->setServer(m_source.endpoint);
    page->setLanguage(m_language->name());
}

void WatchWindow::showWarning(const Error &error)
{
    openWarning(&m_window, errorMessage(error, m_source.endpoint.display()));
}

} // namespace lockstep
