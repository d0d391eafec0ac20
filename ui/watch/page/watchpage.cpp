// Two clocks drive the page. Snapshots bring what the server knows, at most one per frame. Between
// them a timer repaints only the cells that count down; it runs only while the page is visible, not
// paused, and something has a deadline, so that a quiet server costs nothing here either.
//
// The plot and the journal are widgets that the caller provides; both have their own headings.
//
// A pause keeps the moment of the last snapshot: nothing counts down any more, and an export has
// what is shown.

#include "ui/watch/page/watchpage.h"

#include "ui/watch/alerts/alertspanel.h"
#include "ui/watch/page/groupswitch.h"
#include "ui/watch/problems/problemsdelegate.h"
#include "ui/watch/problems/problemsmodel.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watch/rows/countersmodel.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watch/summary/summarystrip.h"
#include "ui/watch/tables/bucketsdelegate.h"
#include "ui/watch/tables/countersdelegate.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/watch/tables/locksdelegate.h"
#include "ui/watchtext/itemwording.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QHeaderView>
#include <QTimerEvent>

namespace lockstep {

namespace {

constexpr int clockMs = 100; // times are shown in tenths of a second

} // namespace

WatchPage::WatchPage(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_strip(new SummaryStrip(theme, this))
    , m_alerts(new AlertsPanel(theme, this))
    , m_plotPanel(new Panel(theme, {}, this))
    , m_journalPanel(new Panel(theme, {}, this))
{
    auto *counters = new CountersModel;
    auto *buckets = new BucketsModel;
    auto *locks = new LocksModel;
    auto *problems = new ProblemsModel;
    m_panes = {makePane(counters, new CountersDelegate(counters, theme, nullptr)),
        makePane(buckets, new BucketsDelegate(buckets, theme, nullptr)),
        makePane(locks, new LocksDelegate(locks, theme, nullptr)),
        makePane(problems, new ProblemsDelegate(problems, theme, nullptr))};
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock})
        makeArrangeable(m_panes[size_t(family)]);
    m_panes[problemsPane].table->sortByColumn(ProblemsModel::ProblemColumn, Qt::AscendingOrder);
    m_panes[problemsPane].panel->hide();
    m_alerts->hide();
    table(Family::Counter)->sortByColumn(CountersModel::ValueColumn, Qt::DescendingOrder);
    table(Family::Bucket)->sortByColumn(BucketsModel::GaugeColumn, Qt::DescendingOrder);
    table(Family::Lock)->sortByColumn(LocksModel::TimeColumn, Qt::AscendingOrder);
    m_focused = table(Family::Lock);
    m_plotPanel->hide();
    m_journalPanel->hide();
    layOut();
    nameTables();
    setAccessibleName(tr("Watch"));
    connect(m_strip, &SummaryStrip::problemsFound, this, &WatchPage::showProblems);
    connect(m_strip, &SummaryStrip::filterRequested, this, &WatchPage::filterRequested);
    connect(m_alerts, &AlertsPanel::itemChosen, this, &WatchPage::alertChosen);
    connect(theme, &Theme::changed, this, [this] { update(); });
    refreshTitles();
}

WatchPage::Pane WatchPage::makePane(ItemModel *model, ItemDelegate *delegate)
{
    Pane pane;
    pane.panel = new Panel(m_theme, wording::family(model->family()), this);
    pane.table = new ItemTable(model, delegate, m_theme, pane.panel);
    pane.panel->setContent(pane.table);
    connect(pane.table, &ItemTable::selectedKeysChanged, this,
        [this, chosen = pane.table] { chooseSelection(chosen); });
    connect(pane.table, &ItemTable::detailsRequested, this, &WatchPage::detailsRequested);
    connect(pane.table, &ItemTable::releaseRequested, this, &WatchPage::releaseRequested);
    connect(pane.table, &ItemTable::releaseRefused, this, &WatchPage::releaseRefused);
    connect(pane.table, &ItemTable::filterRequested, this, &WatchPage::filterRequested);
    connect(pane.table, &ItemTable::ruleRequested, this, &WatchPage::ruleRequested);
    connect(pane.table, &ItemTable::alertRequested, this, &WatchPage::alertRequested);
    connect(pane.table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
        &WatchPage::refreshTitles);
    connect(model, &ItemModel::arrangingChanged, this, &WatchPage::refreshTitles);
    connect(pane.table, &ItemTable::orderHeldChanged, this, [this] {
        showAttentionPanels();
        refreshTitles();
    });
    return pane;
}

void WatchPage::makeArrangeable(Pane &pane)
{
    pane.table->setArrangeable(true);
    pane.groups = new GroupSwitch(m_theme, pane.panel);
    pane.panel->setCorner(pane.groups);
    ItemTable *table = pane.table;
    connect(pane.groups, &GroupSwitch::toggled, table, &ItemTable::setGrouped);
    connect(table, &ItemTable::groupedChanged, pane.groups,
        [table, groups = pane.groups] { groups->setChecked(table->isGrouped()); });
    connect(table, &ItemTable::groupedChanged, this, &WatchPage::refreshTitles);
    connect(table, &ItemTable::pinnedChanged, this,
        [this, table] { Q_EMIT pinnedChanged(table->itemModel()->family(), table->pinned()); });
}

void WatchPage::setPinned(Family family, const QSet<QByteArray> &keys)
{
    table(family)->setPinned(keys);
}

void WatchPage::setPlot(QWidget *plot)
{
    m_plotPanel->setContent(plot);
    m_plotPanel->show();
}

void WatchPage::setJournal(QWidget *journal)
{
    m_journalPanel->setContent(journal);
    m_journalPanel->show();
}

void WatchPage::setSnapshot(const Snapshot &snapshot)
{
    m_latest = snapshot;
    m_latest.journal.clear();
    noteFamilies(snapshot);
    if (m_paused) {
        m_kept.append(snapshot.journal);
        m_kept.dropOldest(m_kept.excess());
        return;
    }
    show(m_latest);
    if (!snapshot.journal.empty())
        Q_EMIT journalGrew(snapshot.journal, snapshot.journalTotal);
}

// The journal also tells of what came and went between two snapshots.
void WatchPage::noteFamilies(const Snapshot &snapshot)
{
    m_hasSeen[size_t(Family::Counter)] |= !snapshot.counters->empty();
    m_hasSeen[size_t(Family::Bucket)] |= !snapshot.buckets->empty();
    m_hasSeen[size_t(Family::Lock)] |= !snapshot.locks->empty();
    for (const JournalEntry &entry : snapshot.journal) {
        if (!entry.key.isEmpty() && entry.isFamilyKnown)
            m_hasSeen[size_t(entry.family)] = true;
    }
}

void WatchPage::show(const Snapshot &snapshot)
{
    // While the server does not answer its state is unknown, so the tables stand still.
    const auto &unseenSince = snapshot.status.unseenSince;
    for (const Pane &pane : m_panes) {
        pane.table->setUnseen(unseenSince
                ? std::optional(ItemModel::Unseen{*unseenSince, snapshot.takenAt})
                : std::nullopt);
    }
    const Instant now = seenUntil(snapshot);
    m_shown = snapshot;
    for (const Pane &pane : m_panes)
        pane.table->setTime({snapshot.takenAt, snapshot.takenAtUtc});
    table(Family::Counter)->setSnapshot(snapshot.counters, now);
    table(Family::Bucket)->setSnapshot(snapshot.buckets, now);
    table(Family::Lock)->setFreed(snapshot.freed);
    table(Family::Lock)->setGaps(snapshot);
    table(Family::Lock)->setSnapshot(snapshot.locks, now);
    m_alerts->setSnapshot(snapshot);
    showAttentionPanels();
    m_strip->setSnapshot(snapshot);
    refreshTitles();
    Q_EMIT snapshotShown(m_shown);
    runClock();
    if (m_clock.isActive()) // it has shown a later moment than that of the snapshot
        m_alerts->showTime(Instant::clock::now());
}

void WatchPage::showProblems(const Snapshot::Items &problems, Instant now)
{
    const Pane &pane = m_panes[problemsPane];
    pane.table->setSnapshot(problems, now);
    showAttentionPanels();
    refreshPane(pane);
}

// Alerts and problems take their room from the locks, and give it back, but not while the user aims
// at a row of the locks or the problems. Meanwhile the heading of the locks says that there are
// problems, and the rail that there are alerts.
void WatchPage::showAttentionPanels()
{
    const bool isHeld = table(Family::Lock)->itemModel()->isOrderHeld()
        || problemsTable()->itemModel()->isOrderHeld();
    if (!isHeld) {
        m_alerts->fitToAlerts();
        m_panes[problemsPane].panel->setVisible(problemsTable()->itemModel()->rowCount() > 0);
        arrange();
    }
    refreshPane(m_panes[size_t(Family::Lock)]);
}

void WatchPage::nameTables()
{
    for (size_t i = 0; i < m_panes.size(); ++i) {
        const Pane &pane = m_panes[i];
        const QString name =
            i == problemsPane ? tr("Problems") : wording::family(pane.table->itemModel()->family());
        pane.panel->setTitle(name);
        pane.table->setAccessibleName(name);
    }
}

void WatchPage::setPaused(bool paused)
{
    if (paused == m_paused)
        return;
    m_paused = paused;
    m_strip->setPaused(paused);
    if (!paused) {
        show(m_latest);
        if (m_kept.size() > 0)
            Q_EMIT journalGrew(
                std::exchange(m_kept, JournalStore()).entries(), m_latest.journalTotal);
    }
    runClock();
    Q_EMIT pausedChanged(paused);
}

void WatchPage::startOver()
{
    m_kept.clear();
    m_latest = {};
    m_hasSeen = {};
    for (const Pane &pane : m_panes)
        pane.table->startOver();
    m_panes[problemsPane].panel->hide();
    arrange();
    table(Family::Lock)->setFocus();
    if (m_paused)
        setPaused(false);
    else
        show(m_latest);
}

void WatchPage::bringUpToDate()
{
    m_strip->refresh();
}

bool WatchPage::selectItem(Family family, const QByteArray &key)
{
    ItemTable *wanted = table(family);
    wanted->selectKey(key);
    return wanted->selectedKeys() == QList<QByteArray>{key};
}

void WatchPage::setRecorded()
{
    m_isRecorded = true;
    m_strip->setRecorded();
    for (const Pane &pane : m_panes)
        pane.table->setRecorded();
}

void WatchPage::setReleaseAllowed(bool allowed)
{
    for (const Pane &pane : m_panes)
        pane.table->setReleaseAllowed(allowed);
}

void WatchPage::setFilter(const QString &text)
{
    m_filter = ItemFilter(text);
    for (const Pane &pane : m_panes)
        pane.table->setFilter(m_filter);
    refreshTitles();
    Q_EMIT filterChanged(m_filter.keyWords());
}

bool WatchPage::isPaused() const
{
    return m_paused;
}

const Snapshot &WatchPage::shownSnapshot() const
{
    return m_shown;
}

ItemTable *WatchPage::table(Family family) const
{
    return m_panes[size_t(family)].table;
}

ItemTable *WatchPage::problemsTable() const
{
    return m_panes[problemsPane].table;
}

ItemTable *WatchPage::focusedTable() const
{
    return m_focused;
}

void WatchPage::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_clock.timerId())
        return;
    const Instant now = std::chrono::steady_clock::now();
    for (const Pane &pane : m_panes)
        pane.table->showTime(now);
    m_alerts->showTime(now);
}

void WatchPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    runClock();
}

void WatchPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    runClock();
}

void WatchPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    nameTables();
    for (const Pane &pane : m_panes) {
        if (pane.groups)
            pane.groups->retranslate();
    }
    refreshTitles();
}

void WatchPage::runClock()
{
    const bool anyTime = !m_shown.locks->empty() || !m_shown.buckets->empty();
    const bool needed =
        isVisible() && !m_paused && !m_isRecorded && !m_shown.status.unseenSince && anyTime;
    if (!needed)
        m_clock.stop();
    else if (!m_clock.isActive())
        m_clock.start(clockMs, this);
}

// There is only one selection on the page: selecting in one table clears that of the others.
void WatchPage::chooseSelection(ItemTable *chosen)
{
    if (m_choosing)
        return;
    const QList<QByteArray> keys = chosen->selectedKeys();
    if (keys.isEmpty() && chosen != m_focused)
        return;
    m_choosing = true;
    m_focused = chosen;
    for (const Pane &pane : m_panes) {
        if (pane.table != chosen)
            pane.table->clearSelection();
    }
    m_choosing = false;
    const ItemPtr item = chosen->chosenItem(); // the problem table has items of several families
    Q_EMIT selectionChosen(
        keys, item && item->format ? item->format->family() : chosen->itemModel()->family());
}

} // namespace lockstep
