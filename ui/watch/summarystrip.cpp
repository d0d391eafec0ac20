#include "ui/watch/summarystrip.h"

#include "core/watch/presencecounters.h"
#include "ui/watch/summarytile.h"
#include "ui/wording.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QTextDocument>
#include <QTimerEvent>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int restMs = 200;

} // namespace

SummaryStrip::SummaryStrip(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_users(new SummaryTile(theme, this))
    , m_locks(new SummaryTile(theme, this))
    , m_buckets(new SummaryTile(theme, this))
    , m_staleness(new SummaryTile(theme, this))
    , m_cost(new SummaryTile(theme, this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    for (SummaryTile *tile : {m_users, m_locks, m_buckets, m_staleness, m_cost})
        layout->addWidget(tile, 1);
    setAccessibleName(tr("Summary"));
    m_users->installEventFilter(this);
    m_users->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_users, &QWidget::customContextMenuRequested, this,
        [this](const QPoint &at) { chooseUsers(m_users->mapToGlobal(at)); });
    refresh();
}

void SummaryStrip::setSnapshot(const Snapshot &snapshot)
{
    m_snapshot.counters = snapshot.counters;
    m_snapshot.buckets = snapshot.buckets;
    m_snapshot.locks = snapshot.locks;
    m_snapshot.status = snapshot.status;
    m_snapshot.takenAt = snapshot.takenAt;
    m_pending = true;
    if (!m_rest.isActive())
        refresh();
}

void SummaryStrip::setPaused(bool paused)
{
    m_paused = paused;
    showCost();
}

void SummaryStrip::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_rest.timerId())
        return;
    m_rest.stop();
    if (m_pending)
        refresh();
}

void SummaryStrip::refresh()
{
    if (m_pending)
        m_rest.start(restMs, this);
    m_pending = false;
    showUsers();
    showLocks();
    showBuckets();
    showCost();
}

void SummaryStrip::showUsers()
{
    const ItemPtr users = usersOnline(*m_snapshot.counters, m_usersChoice.keys());
    if (!users)
        return showNoUsers();
    QString figure = wording::number(*users->reading.value);
    if (users->reading.valueIsEstimate)
        figure.prepend(QStringLiteral("≈ "));
    m_users->setFigure(figure, tr("users online"));
    // Plain text in disguise: a tool tip would take a key like <b> for markup.
    m_users->setToolTip(Qt::convertFromPlainText(
        tr("As counted by %1. Click to choose another counter.").arg(wording::title(*users))));
    m_users->setSeries(users->series, m_snapshot.takenAt);
}

// Counters of presence are not added up, because one user may be in several.
void SummaryStrip::showNoUsers()
{
    const auto count = int(presenceCounters(*m_snapshot.counters).size());
    m_users->setSeries({}, m_snapshot.takenAt);
    if (count == 0) {
        m_users->setFigure(QStringLiteral("–"), tr("users online"));
        m_users->setToolTip(tr("No counter that counts presence was found."));
        return;
    }
    m_users->setFigure(QStringLiteral("?"), tr("users online: choose a counter"));
    m_users->setToolTip(
        tr("%n counters count presence. Click to choose which one tells how many users are online.",
            nullptr, count));
}

void SummaryStrip::chooseUsers(const QPoint &at)
{
    const auto counters = presenceCounters(*m_snapshot.counters);
    if (counters.empty())
        return;
    const ItemPtr now = usersOnline(*m_snapshot.counters, m_usersChoice.keys());
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const ItemPtr &item : counters) {
        QString title = wording::title(*item);
        title.replace(u'&', QStringLiteral("&&")); // a key is no mnemonic
        auto *action = menu->addAction(
            //: a counter and its value
            tr("%1: %2").arg(title, wording::number(*item->reading.value)));
        action->setCheckable(true);
        action->setChecked(now && item->key == now->key);
        connect(action, &QAction::triggered, this, [this, key = item->key] {
            m_usersChoice.choose(key);
            showUsers();
        });
    }
    menu->popup(at);
}

bool SummaryStrip::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_users && event->type() == QEvent::MouseButtonRelease
        && static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton) {
        chooseUsers(static_cast<QMouseEvent *>(event)->globalPosition().toPoint());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SummaryStrip::showLocks()
{
    int held = 0;
    int waiting = 0;
    int immortal = 0;
    int orphans = 0;
    for (const ItemPtr &item : *m_snapshot.locks) {
        const LockState state = lockState(*item, m_snapshot.takenAt);
        held += state != LockState::Free;
        immortal += state == LockState::Immortal;
        orphans += state == LockState::OrphanSuspected;
        waiting += item->reading.waiters.value_or(0);
    }
    QString caption = tr("locks held", nullptr, held);
    if (waiting > 0)
        caption += tr(" · %1 waiting").arg(wording::number(waiting));
    m_locks->setFigure(wording::number(held), caption);
    SummaryTile::Badge badge;
    if (immortal > 0)
        badge = {Marks::Glyph::Infinity, tr("%1 immortal").arg(wording::number(immortal))};
    else if (orphans > 0)
        badge = {Marks::Glyph::Question, tr("%1 orphan?").arg(wording::number(orphans))};
    m_locks->setBadge(badge);
    m_locks->setToolTip(tr("Immortal: no time to live. Orphan suspected: renewed for very long."));
}

void SummaryStrip::showBuckets()
{
    const auto &buckets = *m_snapshot.buckets;
    const auto exhausted = std::count_if(buckets.begin(), buckets.end(),
        [](const ItemPtr &item) { return bucketState(*item) == BucketState::Exhausted; });
    m_buckets->setFigure(wording::number(double(buckets.size())), tr("buckets"));
    m_buckets->setBadge(exhausted == 0
            ? SummaryTile::Badge{}
            : SummaryTile::Badge{
                Marks::Glyph::Cross, tr("%1 exhausted").arg(wording::number(double(exhausted)))});
}

void SummaryStrip::showCost()
{
    const WatchStatus &status = m_snapshot.status;
    const QString mode = wording::mode(status.mode);
    const QString age = status.staleness
        ? tr("%1 ms").arg(wording::number(double(status.staleness->count())))
        : QStringLiteral("–");
    if (m_paused)
        m_staleness->setFigure(tr("paused"), tr("not kept up to date"));
    else
        m_staleness->setFigure(age, tr("old at most · %1").arg(mode));
    m_staleness->setToolTip(tr("Age of the oldest change that was not read yet."));
    m_cost->setFigure(
        tr("%1/s").arg(wording::number(std::round(status.commandsPerSecond * 10) / 10)),
        tr("commands we cost · %1/s").arg(wording::bytes(status.bytesPerSecond)));
    m_cost->setToolTip(tr("Commands that this program sends to the server, and bytes both ways."));
}

} // namespace lockstep
