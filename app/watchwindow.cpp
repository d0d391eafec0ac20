#include "app/watchwindow.h"

#include "app/labrunner.h"
#include "app/language.h"
#include "ui/connect/connectdialog.h"
#include "ui/connect/passwordprompt.h"
#include "ui/connect/recentservers.h"
#include "ui/errormessage.h"
#include "ui/lab/labpage.h"
#include "ui/plot/historyplot.h"
#include "ui/server/serverpage.h"
#include "ui/watch/detailsdialog.h"
#include "ui/watch/itemtable.h"
#include "ui/watch/journalview.h"
#include "ui/watch/watchpage.h"
#include "ui/watchfeed.h"
#include "ui/wording.h"

#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

namespace lockstep {

namespace {

bool isAboutCredentials(const Error &error)
{
    return error.code == ErrorCode::NoAuth || error.code == ErrorCode::WrongPass;
}

} // namespace

WatchWindow::WatchWindow(Theme *theme, Language *language, const Arguments &arguments)
    : m_theme(theme)
    , m_language(language)
    , m_arguments(arguments)
    , m_catalogue(loadCatalogue(arguments))
    , m_window(theme)
    , m_plot(new HistoryPlot(theme))
    , m_journal(new JournalView(theme))
    , m_server(new ServerPage(theme))
{
    setLanguage(arguments.language);
    auto *page = m_window.watchPage();
    page->setPlot(m_plot);
    page->setJournal(m_journal);
    m_window.setServerPage(m_server);
    wirePage();
    connect(&m_window, &MainWindow::snapshotArrived, m_server, &ServerPage::setSnapshot);
    connect(&m_window, &MainWindow::themeChosen, theme, &Theme::setChoice);
    connect(&m_window, &MainWindow::languageChosen, this, &WatchWindow::setLanguage);
    connect(&m_window, &MainWindow::exportRequested, this, &WatchWindow::exportAs);
    connect(&m_window, &MainWindow::connectionRequested, this, &WatchWindow::chooseServer);
    connect(&m_window, &MainWindow::labPageBuilt, this, &WatchWindow::serveLab);
}

WatchWindow::~WatchWindow() = default;

void WatchWindow::wirePage()
{
    const auto *page = m_window.watchPage();
    connect(page, &WatchPage::snapshotShown, m_plot, &HistoryPlot::setSnapshot);
    connect(page, &WatchPage::pausedChanged, m_plot, &HistoryPlot::setPaused);
    connect(page, &WatchPage::selectionChosen, m_plot,
        [this](
            const QList<QByteArray> &keys, Family family) { m_plot->setSelection(family, keys); });
    connect(page, &WatchPage::journalGrew, m_journal, &JournalView::append);
    connect(page, &WatchPage::filterChanged, m_journal, &JournalView::setKeyFilter);
    connect(m_journal, &JournalView::timeChosen, m_plot, &HistoryPlot::setMark);
    connect(m_plot, &HistoryPlot::timeClicked, m_journal, &JournalView::showTime);
    connect(m_journal, &JournalView::itemChosen, this, &WatchWindow::showItem);
    connect(m_journal, &JournalView::exportRequested, this, &WatchWindow::exportJournal);
    connect(page, &WatchPage::detailsRequested, this, &WatchWindow::showDetails);
    connect(page, &WatchPage::releaseRequested, this, &WatchWindow::releaseLock);
}

Result<void> WatchWindow::watch(Source source)
{
    auto watch = makeWatch(source, m_catalogue, m_arguments);
    if (!watch)
        return tl::unexpected(watch.error());
    m_release.reset();
    m_feed.reset();
    m_watch = std::move(*watch);
    m_source = std::move(source);
    m_trouble.reset();
    if (m_shopEnded)
        m_shopEnded->deleteLater(); // this may be its button's doing

    delete m_details; // of the server before
    m_window.watchPage()->startOver();
    m_journal->clear();
    const auto name = m_source.isSandbox() ? tr("Demo shop") : QString();
    m_window.setConnection(name, m_source.endpoint, m_source.permission);
    m_server->setConnection(m_source.endpoint.display());
    if (m_lab)
        m_lab->setServer(m_source.endpoint);
    m_feed = std::make_unique<WatchFeed>(m_watch.get());
    connect(m_feed.get(), &WatchFeed::snapshotReady, this, &WatchWindow::take);
    connect(m_watch.get(), &Watch::inventoryFinished, this, &WatchWindow::inventoryFinished);
    m_watch->start();
    if (m_source.isSandbox())
        connect(m_source.sandbox.get(), &Sandbox::died, this, &WatchWindow::offerShopAgain,
            Qt::QueuedConnection);
    return {};
}

// What was seen of it is still there to be read, so a new one is not opened unasked.
void WatchWindow::offerShopAgain()
{
    if (!m_window.isVisible())
        return;
    auto *box = new QMessageBox(QMessageBox::Warning, QStringLiteral("Lockstep"),
        tr("The demo shop's private server has ended. It can be opened again, on a new one; what "
           "is seen now is gone then."),
        QMessageBox::Close, &m_window);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    m_shopEnded = box;
    auto *again = box->addButton(tr("Open it again"), QMessageBox::AcceptRole);
    box->setDefaultButton(again);
    connect(again, &QAbstractButton::clicked, this, &WatchWindow::openShopAgain);
    box->open();
}

void WatchWindow::openShopAgain()
{
    Arguments arguments = m_arguments;
    arguments.endpoint.reset();
    auto source = Source::open(arguments);
    if (!source)
        return tell(source.error());
    if (const auto watched = watch(std::move(*source)); !watched)
        tell(watched.error());
}

void WatchWindow::take(const Snapshot &snapshot)
{
    m_window.setSnapshot(snapshot);
    if (m_details)
        m_details->setSnapshot(snapshot);
    const auto &trouble = snapshot.status.trouble;
    if (trouble == m_trouble)
        return;
    m_trouble = trouble;
    if (!trouble)
        return;
    Q_EMIT troubled(*trouble);
    if (isAboutCredentials(*trouble))
        askPassword(*trouble);
}

void WatchWindow::showDetails(const ItemPtr &item)
{
    delete m_details;
    m_details = new DetailsDialog(item, m_window.watchPage()->shownSnapshot(), &m_window);
    m_details->setAttribute(Qt::WA_DeleteOnClose);
    m_details->show();
}

void WatchWindow::showItem(Family family, const QByteArray &key, bool decided)
{
    WatchPage *page = m_window.watchPage();
    if (!page->selectItem(family, key))
        m_journal->showMessage(tr("%1 is not there now").arg(wording::key(key, 24)));
    else if (decided)
        page->table(family)->setFocus();
}

void WatchWindow::askPassword(const Error &error)
{
    if (m_asking || !m_window.isVisible())
        return;
    m_asking = true;
    auto *prompt = new PasswordPrompt(m_source.endpoint, error, &m_window);
    prompt->setAttribute(Qt::WA_DeleteOnClose);
    connect(prompt, &QDialog::finished, this, [this, prompt](int result) {
        m_asking = false;
        if (result != QDialog::Accepted)
            return;
        m_source.endpoint.user = prompt->user();
        m_source.endpoint.password = prompt->password();
        m_trouble.reset();
        m_watch->setCredentials(m_source.endpoint.user, m_source.endpoint.password);
        m_release.reset();
    });
    prompt->open();
}

void WatchWindow::chooseServer()
{
    auto *settings = new QSettings(this);
    auto *recent = new RecentServers(settings);
    auto *dialog = new ConnectDialog(recent, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!m_source.isSandbox())
        dialog->setEndpoint(m_source.endpoint);
    connect(dialog, &QDialog::finished, this, [this, dialog](int result) {
        const auto endpoint = dialog->endpoint();
        if (result != QDialog::Accepted || !endpoint)
            return;
        Source source;
        source.endpoint = *endpoint;
        source.permission = dialog->permission();
        m_arguments.endpoint = *endpoint;
        m_catalogue = loadCatalogue(m_arguments); // without the demo shop's rules
        if (const auto watched = watch(std::move(source)); !watched)
            tell(watched.error());
    });
    connect(dialog, &QObject::destroyed, this, [recent, settings] {
        delete recent;
        delete settings;
    });
    dialog->open();
}

void WatchWindow::releaseLock(const ItemPtr &lock)
{
    if (!m_release)
        m_release = std::make_unique<LockRelease>(m_source.endpoint, &m_window);
    m_release->ask(lock->key, lock->reading.holder->token);
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

void WatchWindow::tell(const Error &error)
{
    tell(errorMessage(error, m_source.endpoint.display()));
}

void WatchWindow::tell(const QString &words)
{
    auto *box = new QMessageBox(
        QMessageBox::Warning, QStringLiteral("Lockstep"), words, QMessageBox::Ok, &m_window);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace lockstep
