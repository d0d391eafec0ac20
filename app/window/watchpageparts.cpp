#include "app/window/watchpageparts.h"

#include "core/watch/session/watch.h"
#include "ui/plot/historyplot.h"
#include "ui/text/wording.h"
#include "ui/watch/details/detailsdialog.h"
#include "ui/watch/journal/journalview.h"
#include "ui/watch/page/pinnedrows.h"
#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/window/mainwindow.h"

#include <QSettings>

namespace lockstep {

WatchPageParts::WatchPageParts(MainWindow *window, Theme *theme)
    : m_window(window)
    , m_plot(new HistoryPlot(theme))
    , m_journal(new JournalView(theme))
{
    window->watchPage()->setPlot(m_plot);
    window->watchPage()->setJournal(m_journal);
    connectPage();
}

void WatchPageParts::connectPage()
{
    const auto *page = m_window->watchPage();
    connect(page, &WatchPage::snapshotShown, m_plot, &HistoryPlot::setSnapshot);
    connect(page, &WatchPage::pausedChanged, m_plot, &HistoryPlot::setPaused);
    connect(page, &WatchPage::selectionChosen, m_plot,
        [this](
            const QList<QByteArray> &keys, Family family) { m_plot->setSelection(family, keys); });
    connect(page, &WatchPage::journalGrew, m_journal, &JournalView::append);
    connect(page, &WatchPage::snapshotShown, m_journal,
        [this](const Snapshot &snapshot) { m_journal->setStatus(snapshot.status); });
    connect(page, &WatchPage::filterChanged, m_journal, &JournalView::setKeyFilter);
    connect(m_journal, &JournalView::timeChosen, m_plot, &HistoryPlot::setMark);
    connect(m_plot, &HistoryPlot::timeClicked, m_journal, &JournalView::showTime);
    connect(m_journal, &JournalView::itemChosen, this, &WatchPageParts::showItem);
    connect(page, &WatchPage::alertChosen, this, &WatchPageParts::showItem);
    connect(page, &WatchPage::detailsRequested, this, &WatchPageParts::showDetails);
    connect(
        page, &WatchPage::pinnedChanged, this, [this](Family family, const QSet<QByteArray> &keys) {
            QSettings settings;
            PinnedRows(&settings, m_server).setKeys(family, keys);
        });
}

void WatchPageParts::setServer(const QString &name)
{
    m_server = name;
    QSettings settings;
    const PinnedRows pinned(&settings, name);
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock})
        m_window->watchPage()->setPinned(family, pinned.keys(family));
}

void WatchPageParts::showInDetails(const Snapshot &snapshot)
{
    if (m_details)
        m_details->setSnapshot(snapshot);
}

void WatchPageParts::startOver()
{
    m_watch = nullptr;
    delete m_details;
    m_window->watchPage()->startOver();
    m_journal->clear();
}

void WatchPageParts::showDetails(const ItemPtr &item)
{
    delete m_details;
    m_details = new DetailsDialog(item, m_window->watchPage()->shownSnapshot(), m_window);
    m_details->setAttribute(Qt::WA_DeleteOnClose);
    DetailsDialog *details = m_details;
    connect(details, &DetailsDialog::lockChosen, this, &WatchPageParts::showLock);
    connect(details, &DetailsDialog::ruleRequested, this, &WatchPageParts::ruleRequested);
    connect(details, &DetailsDialog::clientsRequested, m_watch, &Watch::listClients);
    connect(m_watch, &Watch::clientsListed, details, &DetailsDialog::setClients);
    m_details->show();
}

void WatchPageParts::showItem(Family family, const QByteArray &key, bool takesFocus)
{
    WatchPage *page = m_window->watchPage();
    if (!page->selectItem(family, key))
        m_journal->showMessage(tr("%1 is not there now").arg(wording::key(key, 24)));
    else if (takesFocus)
        page->table(family)->setFocus();
}

// Selects the lock, and clears the filter if that hides it.
void WatchPageParts::showLock(const QByteArray &key)
{
    if (!m_window->watchPage()->selectItem(Family::Lock, key) && !m_window->filter().isEmpty())
        m_window->clearFilter();
    showItem(Family::Lock, key, false);
}

} // namespace lockstep
