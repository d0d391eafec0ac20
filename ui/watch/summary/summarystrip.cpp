#include "ui/watch/summary/summarystrip.h"

#include "core/watch/snapshot/presencecounters.h"
#include "ui/text/wording.h"
#include "ui/watch/summary/summarytile.h"
#include "ui/watchtext/itemwording.h"
#include "ui/watchtext/statussentence.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QPromise>
#include <QTextDocument>
#include <QThreadPool>
#include <QTimerEvent>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int restMs = 200; // between two refreshes
constexpr int restPerCost = 20; // so counting takes a twentieth of the time at most
constexpr size_t manyItems = 20'000; // from here on counting is done on another thread

// words: with %1 for the number, which alone is shown where they have no room.
SummaryTile::Badge badge(
    Marks::Glyph glyph, const QString &words, int number, const QString &filter)
{
    const QString digits = wording::number(number);
    return {glyph, words.arg(digits), digits, filter};
}

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
    for (SummaryTile *tile : {m_users, m_locks, m_buckets, m_staleness, m_cost})
        connect(tile, &SummaryTile::filterRequested, this, &SummaryStrip::filterRequested);
    setAccessibleName(tr("Summary"));
    m_users->installEventFilter(this);
    m_users->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_users, &QWidget::customContextMenuRequested, this,
        [this](const QPoint &at) { chooseUsers(m_users->mapToGlobal(at)); });
    connect(&m_counting, &QFutureWatcherBase::finished, this, [this] {
        m_isCounting = false;
        show(m_counting.result());
    });
    refresh();
}

void SummaryStrip::setSnapshot(const Snapshot &snapshot)
{
    m_snapshot.counters = snapshot.counters;
    m_snapshot.presence = snapshot.presence;
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

void SummaryStrip::setRecorded()
{
    m_staleness->hide();
    m_cost->hide();
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
    m_pending = false;
    showUsers();
    showCost();
    if (m_snapshot.locks->size() + m_snapshot.buckets->size() + m_snapshot.counters->size()
        < manyItems)
        show(summarize(m_snapshot));
    else if (!m_isCounting)
        count();
    else
        m_pending = true; // counted again when that count is done
}

void SummaryStrip::count()
{
    m_isCounting = true;
    auto promise = std::make_shared<QPromise<Summary>>();
    promise->start();
    m_counting.setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, snapshot = m_snapshot] {
        promise->addResult(summarize(snapshot));
        promise->finish();
    });
}

void SummaryStrip::show(const Summary &summary)
{
    if (m_snapshot.takenAt != Instant{})
        m_rest.start(std::max(restMs, summary.took * restPerCost), this);
    if (isSeen(m_snapshot.status)) {
        showLocks(summary.counts);
        showBuckets(summary.counts);
    } else {
        showUnknown(m_locks, tr("locks held", nullptr, 0));
        showUnknown(m_buckets, tr("rate limits"));
    }
    Q_EMIT problemsFound(summary.problems, summary.counts.now);
}

// The tables go on showing what was seen last, pale. A figure tells how many there are now.
void SummaryStrip::showUnknown(SummaryTile *tile, const QString &caption)
{
    tile->setFigure(QStringLiteral("–"), caption);
    tile->setBadge({});
    tile->setToolTip(tr("Not known: the server is not seen."));
}

void SummaryStrip::showUsers()
{
    const ItemPtr users = usersOnline(*m_snapshot.presence, m_usersChoice.keys());
    if (!users)
        return showNoUsers();
    m_users->setSeries(users->series, m_snapshot.takenAt, m_snapshot.status.unseenSince);
    if (!isSeen(m_snapshot.status))
        return showUnknown(m_users, tr("users online"));
    QString figure = wording::number(*users->reading.value);
    if (users->reading.valueIsEstimate)
        figure.prepend(QStringLiteral("≈ "));
    m_users->setFigure(figure, tr("users online"));
    // Escaped, because a tool tip would interpret a key like <b> as markup.
    m_users->setToolTip(Qt::convertFromPlainText(
        tr("As counted by %1. Click to choose another counter.").arg(wording::title(*users))));
}

// Counters of presence are not added up, because a user may be in several of them.
void SummaryStrip::showNoUsers()
{
    const auto count = int(m_snapshot.presence->size());
    m_users->setSeries({}, m_snapshot.takenAt);
    if (count == 0) {
        m_users->setFigure(QStringLiteral("–"), tr("users online"));
        const QString unknown = completenessSentence(m_snapshot.status, Family::Counter, 0);
        m_users->setToolTip(
            unknown.isEmpty() ? tr("No counter that counts presence was found.") : unknown);
        return;
    }
    m_users->setFigure(QStringLiteral("?"), tr("users online: choose a counter"));
    m_users->setToolTip(
        tr("%n counters count presence. Click to choose which one tells how many users are online.",
            nullptr, count));
}

void SummaryStrip::chooseUsers(const QPoint &at)
{
    const auto &counters = *m_snapshot.presence;
    if (counters.empty())
        return;
    const ItemPtr now = usersOnline(*m_snapshot.presence, m_usersChoice.keys());
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const ItemPtr &item : counters) {
        QString title = wording::title(*item);
        title.replace(u'&', QStringLiteral("&&")); // an ampersand in a key is not a mnemonic
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

void SummaryStrip::showLocks(const SummaryCounts &counts)
{
    QString caption = tr("locks held", nullptr, counts.held);
    if (counts.possibleLocks > 0)
        caption +=
            tr(" (%1 possible)", "behind: locks held").arg(wording::number(counts.possibleLocks));
    if (const int waiting = counts.waiting.value_or(0); waiting > 0)
        caption += tr(" · %1 waiting").arg(wording::number(waiting));
    m_locks->setFigure(figure(counts.held, Family::Lock), caption);
    if (counts.immortal > 0)
        m_locks->setBadge(badge(Marks::Glyph::Infinity, tr("%1 immortal"), counts.immortal,
            QStringLiteral("state:immortal")));
    else if (counts.orphans > 0)
        m_locks->setBadge(badge(Marks::Glyph::Question, tr("%1 orphan?"), counts.orphans,
            QStringLiteral("state:orphan")));
    else
        m_locks->setBadge({});
    m_locks->setToolTip(toolTip(tr("Immortal: certainly a lock, and without a time to live. Orphan "
                                   "suspected: renewed for very long."),
        counts.held, counts.possibleLocks, Family::Lock));
}

void SummaryStrip::showBuckets(const SummaryCounts &counts)
{
    QString caption = tr("rate limits");
    if (counts.possibleBuckets > 0)
        caption += tr(" · %1 possible").arg(wording::number(counts.possibleBuckets));
    m_buckets->setFigure(figure(counts.buckets, Family::Bucket), caption);
    m_buckets->setToolTip(toolTip(
        {}, counts.buckets + counts.possibleBuckets, counts.possibleBuckets, Family::Bucket));
    if (counts.exhausted > 0)
        m_buckets->setBadge(badge(Marks::Glyph::Cross, tr("%1 exhausted"), counts.exhausted,
            QStringLiteral("state:exhausted")));
    else
        m_buckets->setBadge({});
}

QString SummaryStrip::figure(int found, Family family) const
{
    return foundNumber(found, completeness(m_snapshot.status, family));
}

QString SummaryStrip::toolTip(
    const QString &explanation, int found, int possible, Family family) const
{
    QStringList sentences{explanation};
    if (possible > 0)
        sentences << tr("Possible: the name or the value looks like one, and nothing proves it.");
    sentences << completenessSentence(m_snapshot.status, family, found);
    sentences.removeAll(QString());
    return sentences.join(u'\n');
}

void SummaryStrip::showCost()
{
    const WatchStatus &status = m_snapshot.status;
    const bool connected = status.link == LinkState::Connected;
    const bool answers = connected && !status.unseenSince;
    for (SummaryTile *tile : {m_users, m_locks, m_buckets, m_cost})
        tile->setEnabled(answers);
    if (m_paused)
        m_staleness->setFigure(tr("paused"), tr("the view is frozen"));
    else if (!connected)
        m_staleness->setFigure(QStringLiteral("–"), tr("disconnected"));
    else if (status.staleness && status.staleness->count() == 0)
        m_staleness->setFigure(tr("up to date"), wording::mode(status.mode));
    else
        m_staleness->setFigure(status.staleness
                ? tr("%1 ms").arg(wording::number(double(status.staleness->count())))
                : QStringLiteral("–"),
            answers ? tr("lag at most · %1").arg(wording::mode(status.mode))
                    : tr("lag · no answer"));
    m_staleness->setToolTip(tr(
        "How long a change waited until it was read, at most: now, or in the last two seconds."));
    if (!answers)
        m_cost->setFigure(QStringLiteral("–"), tr("our load"));
    else
        m_cost->setFigure(
            tr("%1 cmd/s").arg(wording::number(std::round(status.commandsPerSecond * 10) / 10)),
            tr("our load · %1/s").arg(wording::bytes(status.bytesPerSecond)));
    m_cost->setToolTip(tr("Commands that this program sends to the server, and bytes both ways."));
}

} // namespace lockstep
