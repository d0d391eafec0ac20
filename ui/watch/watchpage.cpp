#include "ui/watch/watchpage.h"

#include "ui/panel.h"
#include "ui/quietsplitter.h"
#include "ui/theme.h"
#include "ui/watch/bucketsdelegate.h"
#include "ui/watch/bucketsmodel.h"
#include "ui/watch/countersdelegate.h"
#include "ui/watch/countersmodel.h"
#include "ui/watch/itemtable.h"
#include "ui/watch/locksdelegate.h"
#include "ui/watch/locksmodel.h"
#include "ui/watch/summarystrip.h"
#include "ui/wording.h"

#include <QHeaderView>
#include <QTimerEvent>
#include <QVBoxLayout>

#include <algorithm>

// Two clocks drive the page. Snapshots bring what the server knows, at most one a frame. Between
// them a clock of its own repaints the cells that count down, and only those; it runs only while
// the page is visible, not paused, and something has a deadline, so that a quiet server costs
// nothing here either.
//
// The plot and the journal are widgets that are given to the page; both have headings of their own.
//
// A pause keeps the last snapshot's moment: nothing counts down any more, and what is exported is
// what is seen.

namespace lockstep {

namespace {

constexpr int clockMs = 66; // 15 a second
constexpr int gap = 10;

bool anyDeadline(const std::vector<ItemPtr> &items)
{
    return std::any_of(items.begin(), items.end(),
        [](const ItemPtr &item) { return item->reading.ttl.deadline() || item->reading.resetsAt; });
}

} // namespace

WatchPage::WatchPage(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_strip(new SummaryStrip(theme, this))
    , m_plotPanel(new Panel(theme, {}, this))
    , m_journalPanel(new Panel(theme, {}, this))
{
    auto *counters = new CountersModel;
    auto *buckets = new BucketsModel;
    auto *locks = new LocksModel;
    m_panes = {makePane(counters, new CountersDelegate(counters, theme, nullptr)),
        makePane(buckets, new BucketsDelegate(buckets, theme, nullptr)),
        makePane(locks, new LocksDelegate(locks, theme, nullptr))};
    table(Family::Counter)->sortByColumn(CountersModel::ValueColumn, Qt::DescendingOrder);
    table(Family::Bucket)->sortByColumn(BucketsModel::GaugeColumn, Qt::DescendingOrder);
    table(Family::Lock)->sortByColumn(LocksModel::TimeColumn, Qt::AscendingOrder);
    m_focused = table(Family::Lock);
    m_plotPanel->hide();
    m_journalPanel->hide();
    layOut();
    setAccessibleName(tr("Watch"));
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
    connect(pane.table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
        &WatchPage::refreshTitles);
    connect(pane.table, &ItemTable::orderHeldChanged, this, &WatchPage::refreshTitles);
    return pane;
}

void WatchPage::layOut()
{
    auto *left = new QuietSplitter(Qt::Vertical, this);
    left->addWidget(m_panes[size_t(Family::Counter)].panel);
    left->addWidget(m_panes[size_t(Family::Bucket)].panel);
    left->setStretchFactor(0, 46);
    left->setStretchFactor(1, 55);
    auto *tables = new QuietSplitter(Qt::Horizontal, this);
    tables->addWidget(left);
    tables->addWidget(m_panes[size_t(Family::Lock)].panel);
    tables->setStretchFactor(0, 45);
    tables->setStretchFactor(1, 55);
    auto *below = new QuietSplitter(Qt::Horizontal, this);
    below->addWidget(m_plotPanel);
    below->addWidget(m_journalPanel);
    below->setStretchFactor(0, 60);
    below->setStretchFactor(1, 40);
    auto *rows = new QuietSplitter(Qt::Vertical, this);
    rows->addWidget(tables);
    rows->addWidget(below);
    rows->setStretchFactor(0, 72);
    rows->setStretchFactor(1, 28);
    // Stretch factors share out what is left over a size hint; these hints would not be equal to
    // them.
    for (QuietSplitter *splitter : {left, tables, below, rows}) {
        for (int i = 0; i < splitter->count(); ++i)
            splitter->widget(i)->setMinimumSize(120, 60);
    }
    left->setSizes({460, 540});
    tables->setSizes({450, 550});
    below->setSizes({600, 400});
    rows->setSizes({715, 285});

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 9, 12, 9);
    layout->setSpacing(gap);
    layout->addWidget(m_strip);
    layout->addWidget(rows, 1);
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
    if (m_paused) {
        m_kept.append(snapshot.journal);
        m_kept.dropOldest(m_kept.excess());
        return;
    }
    show(m_latest);
    if (!snapshot.journal.empty())
        Q_EMIT journalGrew(snapshot.journal, snapshot.journalTotal);
}

void WatchPage::show(const Snapshot &snapshot)
{
    m_shown = snapshot;
    table(Family::Counter)->setSnapshot(snapshot.counters, snapshot.takenAt);
    table(Family::Bucket)->setSnapshot(snapshot.buckets, snapshot.takenAt);
    table(Family::Lock)->setSnapshot(snapshot.locks, snapshot.takenAt);
    m_strip->setSnapshot(snapshot);
    refreshTitles();
    Q_EMIT snapshotShown(m_shown);
    runClock();
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
    for (const Pane &pane : m_panes)
        pane.table->startOver();
    if (m_paused)
        setPaused(false);
    else
        show(m_latest);
}

bool WatchPage::selectItem(Family family, const QByteArray &key)
{
    ItemTable *wanted = table(family);
    wanted->selectKey(key);
    return wanted->selectedKeys() == QList<QByteArray>{key};
}

void WatchPage::setReleaseAllowed(bool allowed)
{
    table(Family::Lock)->setReleaseAllowed(allowed);
}

void WatchPage::setFilter(const QString &text)
{
    for (const Pane &pane : m_panes)
        pane.table->setFilter(KeyFilter(text));
    refreshTitles();
    Q_EMIT filterChanged(text);
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
    for (const Pane &pane : m_panes)
        pane.panel->setTitle(wording::family(pane.table->itemModel()->family()));
    refreshTitles();
}

void WatchPage::runClock()
{
    const bool needed =
        isVisible() && !m_paused && (anyDeadline(*m_shown.locks) || anyDeadline(*m_shown.buckets));
    if (!needed)
        m_clock.stop();
    else if (!m_clock.isActive())
        m_clock.start(clockMs, this);
}

// One selection on the page: choosing in one table lets go of the others.
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
    Q_EMIT selectionChosen(keys, chosen->itemModel()->family());
}

} // namespace lockstep
