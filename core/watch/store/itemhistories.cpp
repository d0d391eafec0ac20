// A reading after a gap in the connection is compared with nothing: what happened meanwhile is
// unseen, not invented.

#include "core/watch/store/itemhistories.h"

#include "core/watch/items/comparison.h"

#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

constexpr std::size_t mostUnseen = 200; // as Snapshot::unseen says
constexpr auto betweenSteps = std::chrono::seconds(5); // of a clock that is being set
// Enough for a rate, and for problem.cpp to tell that a counter has stopped.
constexpr std::size_t pointsWithoutPast = 12;
constexpr double absent = std::numeric_limits<double>::quiet_NaN();

JournalEntry::Gap gapOf(UnseenCause cause)
{
    switch (cause) {
    case UnseenCause::ConnectionLost:
        return JournalEntry::Gap::Connection;
    case UnseenCause::Slept:
    case UnseenCause::ServerClockSet:
        return JournalEntry::Gap::Clock;
    case UnseenCause::Silence:
        return JournalEntry::Gap::Silence;
    case UnseenCause::PrimaryLost:
        return JournalEntry::Gap::Primary;
    case UnseenCause::DatabaseSwapped:
        return JournalEntry::Gap::Swap;
    case UnseenCause::DatasetReplaced:
        return JournalEntry::Gap::OtherData;
    case UnseenCause::NotPermitted:
        return JournalEntry::Gap::Permissions;
    case UnseenCause::NotificationsOff:
        return JournalEntry::Gap::Notifications;
    }
    return JournalEntry::Gap::Connection;
}

double seriesValue(const Item &item, Instant at)
{
    const Reading &reading = item.reading;
    if (item.format->family() != Family::Lock)
        return reading.value.value_or(reading.remaining.value_or(absent));
    if (const auto left = reading.ttl.remaining(at))
        return static_cast<double>(left->count());
    return item.reading.ttl.isPersistent() ? std::numeric_limits<double>::infinity() : absent;
}

// Whether nothing can have happened to the lock if it is as before: whoever takes it anew has
// another token, or a later deadline.
bool isOneHold(const Item &item)
{
    return item.reading.holder && !isPermits(item.reading) && item.reading.ttl.deadline();
}

} // namespace

void ItemHistories::noteReading(const Item *last, Item &item, const Look &look, Pair pair)
{
    keepSeries(last, item, pair);
    if (!last)
        m_shared->journal.itemAdded(item, pair.isSeenToCome, look);
    else if (pair.isComparable)
        m_shared->journal.bucketChanged(*last, item);
    if (item.format->family() == Family::Lock)
        compareLocks(last, item, look, pair);
}

void ItemHistories::compareLocks(const Item *last, Item &item, const Look &look, Pair pair)
{
    if (!last) {
        item.holds = m_shared->holds.begin(item);
        if (look.maybeMissed && pair.isSeenToCome)
            item.holds = m_shared->holds.noteMaybeMissed(item, look);
    } else if (pair.isComparable) {
        const auto changes = lockChanges(last->reading, item.reading, last->readAt, look);
        m_shared->journal.lockChanged(*last, item, changes, look);
        item.renewals += static_cast<int>(std::count_if(changes.begin(), changes.end(),
            [](const LockChange &change) { return change.kind == LockChange::Kind::Renewed; }));
        item.holds = m_shared->holds.apply(*last, changes, item.readAt);
        const bool isMissed =
            look.maybeMissed && (!changes.empty() || (look.isAnnounced && !isOneHold(item)));
        if (isMissed && changes.empty())
            m_shared->journal.maybeMissed(item, look);
        if (isMissed)
            item.holds = m_shared->holds.noteMaybeMissed(item, look);
    } else {
        m_shared->journal.lockChangedUnseen(*last, item);
        item.holds = m_shared->holds.compareUnseen(*last, &item, item.readAt);
    }
    if (item.reading.waiters.has_value())
        noteWaiters(item, *item.reading.waiters, item.readAt);
}

void ItemHistories::keepSeries(const Item *last, Item &item, Pair pair)
{
    const auto known = m_shared->series.find(item.key);
    const bool changed = last
        && (last->reading.value != item.reading.value
            || hasOtherDeadline(last->reading, item.reading, item.readAt - last->readAt)
            || !sameHolder(last->reading, item.reading));
    const bool isBack = known && (!last || !pair.isComparable);
    if (!changed && !isBack) {
        item.series = known || !last || !pair.isComparable ? known : last->series;
        return;
    }
    // What was before a gap is not compared with what comes after it. It may have been read when
    // the gap had begun, but nobody knew that yet.
    const bool isBroken = last && !pair.isComparable;
    if (isBroken) {
        const SeriesPoint before{last->readAt, seriesValue(*last, last->readAt)};
        const Instant from =
            std::max(unseenSince(last->readAt), known ? known->back().at : before.at);
        m_shared->series.add(item.key, {from, absent}, before);
    }
    // What is new has been so since it was announced.
    const Instant at = last ? item.readAt : item.firstSeen;
    const SeriesPoint now{at, seriesValue(item, at)};
    item.series = last && !isBroken ? m_shared->series.add(
                      item.key, now, SeriesPoint{last->readAt, seriesValue(*last, last->readAt)})
                                    : m_shared->series.add(item.key, now, {});
}

NewItemPtr ItemHistories::noteGone(const Item &last, const Item &gone, const Look &look, Pair pair)
{
    if (last.series) {
        const Instant since = pair.isComparable
            ? gone.readAt
            : std::max(unseenSince(last.readAt), last.series->back().at);
        m_shared->series.add(last.key, {since, absent}, {});
    }
    if (pair.isComparable && hasExpired(last.reading, last.readAt, look))
        m_expiryLags.note(std::max(
            std::chrono::duration_cast<Milliseconds>(gone.readAt - *last.reading.ttl.deadline()),
            Milliseconds(0)));
    if (last.format->family() == Family::Counter)
        m_shared->journal.gone(last);
    if (last.format->family() != Family::Lock || !last.reading.holder)
        return {};
    auto freed = makeItem(gone);
    freed->beginIsSeen = pair.isComparable && !look.isLate;
    freed->reading.limit = last.reading.limit; // it is drawn as the semaphore it was
    if (last.reading.permits)
        freed->reading.permits = Permits();
    if (pair.isComparable) {
        const auto changes = lockGone(last.reading, last.readAt, look);
        m_shared->journal.lockChanged(last, last, changes, look);
        freed->holds = m_shared->holds.apply(last, changes, gone.readAt);
        if (look.maybeMissed)
            freed->holds = m_shared->holds.noteMaybeMissed(*freed, look);
    } else {
        m_shared->journal.gone(last); // some time in the gap; not known how
        freed->holds = m_shared->holds.compareUnseen(last, nullptr, gone.readAt);
    }
    if (!last.format->waitersChannel(last.key).isEmpty()) {
        if (pair.isComparable || isWaitedFor(last.key))
            freed->reading.waiters = last.reading.waiters; // until they are counted again
    } else if (isWaitedFor(last.key)) {
        noteWaiters(*freed, 0, gone.readAt);
    }
    freed->series = m_shared->series.find(last.key);
    return freed;
}

void ItemHistories::noteStillGone(const Item &gone, const Look &look)
{
    m_shared->journal.maybeMissed(gone, look);
    if (hasHolds(gone.key))
        m_shared->holds.noteMaybeMissed(gone, look);
}

bool ItemHistories::hasExpiredLast(const QByteArray &key) const
{
    const auto history = m_shared->holds.find(key);
    return history && !history->holds.empty() && history->holds.back().end == HoldEnd::Expired;
}

void ItemHistories::remove(const QByteArray &key)
{
    m_shared->series.remove(key);
    m_shared->holds.remove(key);
}

std::vector<QByteArray> ItemHistories::takeForgotten()
{
    auto forgotten = m_shared->series.takeForgotten();
    const auto holds = m_shared->holds.takeForgotten();
    forgotten.insert(forgotten.end(), holds.begin(), holds.end());
    return forgotten;
}

// What is said of the object now rests on these: its rate, whether it has stopped, how long locks
// of this key are held. They are as many for each object, however long it lives.
NewItemPtr ItemHistories::withoutPast(const Item &item) const
{
    auto present = makeItem(item);
    present->series = m_shared->series.find(item.key);
    if (!present->series && item.series) {
        const auto kept = std::min(item.series->size(), pointsWithoutPast);
        present->series =
            makeSeries(Series(item.series->end() - std::ptrdiff_t(kept), item.series->end()));
    }
    present->holds = m_shared->holds.find(item.key);
    if (!present->holds && item.holds)
        present->holds = HoldStore::withoutPast(*item.holds);
    return present;
}

NewItemPtr ItemHistories::withoutHistories(const Item &item) const
{
    auto present = makeItem(item);
    present->series = m_shared->series.find(item.key);
    present->holds = m_shared->holds.find(item.key);
    return present;
}

void ItemHistories::noteMovedAway(const Item &last)
{
    m_shared->journal.movedAway(last);
}

void ItemHistories::noteReplaced(const Item &last)
{
    m_shared->journal.gone(last);
}

void ItemHistories::beginUnseen(Instant lostAt, Instant backAt, UnseenCause cause,
    std::chrono::nanoseconds slept, const IsOwn &isOwn)
{
    // A clock that is being set in many steps makes one gap, and so does a sleep with what it makes
    // of the difference of the clocks. A second sleep is one of its own.
    const bool goesOn = cause == UnseenCause::ServerClockSet
        && (m_lastCause == UnseenCause::Slept || m_lastCause == UnseenCause::ServerClockSet)
        && !m_unseen->empty() && lostAt - m_unseen->back().to < betweenSteps;
    m_lastCause = cause;
    if (goesOn) {
        extendUnseen(backAt);
        m_shared->holds.endWaits(lostAt, isOwn);
        return;
    }
    addUnseen({lostAt, backAt}, isOwn);
    const auto ago = std::chrono::steady_clock::now() - lostAt + slept;
    const auto since = WallTime::clock::now() - std::chrono::duration_cast<WallTime::duration>(ago);
    if (cause != UnseenCause::Slept)
        return m_shared->journal.unseen(gapOf(cause), since, m_node);
    // All nodes of a Cluster notice the same sleep.
    auto &sleptUntil = m_shared->sleptUntil;
    if (sleptUntil && m_shared->isOfCluster() && lostAt < *sleptUntil)
        return;
    sleptUntil = backAt;
    m_shared->journal.unseen(gapOf(cause), since, {});
}

void ItemHistories::beginFailover(
    Instant lostAt, Instant backAt, const QString &slotRanges, const IsOwn &isOwn)
{
    m_lastCause = UnseenCause::ConnectionLost;
    addUnseen({lostAt, backAt}, isOwn);
    m_shared->journal.restarted(m_node, m_node, slotRanges);
}

void ItemHistories::addUnseen(const UnseenSpan &span, const IsOwn &isOwn)
{
    auto spans = std::make_shared<std::vector<UnseenSpan>>(*m_unseen);
    spans->push_back(span);
    if (spans->size() > mostUnseen)
        spans->erase(spans->begin());
    m_unseen = std::move(spans);
    m_shared->holds.endWaits(span.from, isOwn);
}

void ItemHistories::extendUnseen(Instant to)
{
    auto spans = std::make_shared<std::vector<UnseenSpan>>(*m_unseen);
    spans->back().to = to;
    m_unseen = std::move(spans);
}

Instant ItemHistories::unseenSince(Instant readAt) const
{
    const auto gap = std::partition_point(m_unseen->begin(), m_unseen->end(),
        [readAt](const UnseenSpan &span) { return span.to <= readAt; });
    return gap == m_unseen->end() ? readAt : gap->from;
}

bool ItemHistories::isWaitedFor(const QByteArray &key) const
{
    const auto history = m_shared->holds.find(key);
    return history && history->totals.waitingSince;
}

void ItemHistories::noteWaiters(Item &item, int waiters, Instant at)
{
    item.holds = m_shared->holds.noteWaiters(item, waiters, at);
}

} // namespace lockstep
