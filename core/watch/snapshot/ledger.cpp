#include "core/watch/snapshot/ledger.h"

#include "core/watch/items/comparison.h"
#include "core/watch/readers/reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

// A reading after a gap in the connection is compared with nothing: what happened meanwhile is
// unseen, not invented.

namespace lockstep {

namespace {

constexpr std::size_t mostUnseen = 200; // as Snapshot::unseen says

double seriesValue(const Item &item)
{
    const Reading &reading = item.reading;
    if (item.format->family() != Family::Lock)
        return reading.value.value_or(
            reading.remaining.value_or(std::numeric_limits<double>::quiet_NaN()));
    if (const auto left = item.reading.ttl.remaining(item.readAt))
        return static_cast<double>(left->count());
    return std::numeric_limits<double>::infinity();
}

ItemPtr blank(const Recognition &recognition)
{
    auto item = std::make_shared<Item>();
    item->key = recognition.primary;
    item->name = recognition.name;
    item->format = recognition.format;
    item->confidence = recognition.confidence;
    return item;
}

ItemPtr goneSince(const Item &last, Instant instant)
{
    auto item = std::make_shared<Item>();
    item->key = last.key;
    item->name = last.name;
    item->format = last.format;
    item->confidence = last.confidence;
    item->readAt = instant;
    return item;
}

} // namespace

bool Ledger::hasRoomFor(Family family) const
{
    const auto quarters = family == Family::Counter ? 4 : family == Family::Bucket ? 5 : 6;
    return m_entries.size() < m_most * quarters / 4;
}

bool Ledger::add(const Recognition &recognition, Origin origin)
{
    auto it = m_entries.find(recognition.primary);
    if (it != m_entries.end() && it->last->format->family() != recognition.format->family()) {
        // Nothing but the key is the same. What was there all the time was not seen to come.
        origin = it->exists ? Origin::Inventory : origin;
        remove(recognition.primary);
        it = m_entries.end();
    }
    if (it == m_entries.end()) {
        if (!hasRoomFor(recognition.format->family()))
            return false;
        it = m_entries.insert({blank(recognition)}).first;
        ++m_unread;
    } else if (it->last->confidence == Confidence::Certain
        && recognition.confidence == Confidence::Possible) {
        return true; // a part of it told what it is, better than it does itself
    } else if (it->last->format != recognition.format || it->last->name != recognition.name
        || it->last->confidence != recognition.confidence) {
        auto changed = std::make_shared<Item>(*it->last);
        changed->name = recognition.name;
        changed->format = recognition.format;
        changed->confidence = recognition.confidence;
        it->last = std::move(changed);
    }
    it->isNew = origin == Origin::Feed;
    return true;
}

void Ledger::reclassify(const Recognition &recognition)
{
    const auto it = m_entries.find(recognition.primary);
    if (it == m_entries.end())
        return;
    if (it->last->format->family() != recognition.format->family()) {
        remove(recognition.primary);
        add(recognition, Origin::Inventory);
        return;
    }
    auto changed = std::make_shared<Item>(*it->last);
    changed->name = recognition.name;
    changed->confidence = recognition.confidence;
    if (changed->format != recognition.format)
        changed->reading.limit.reset(); // it was the limit of the format before
    changed->format = recognition.format;
    it->last = std::move(changed);
}

bool Ledger::apply(const QByteArray &key, const Reading &reading, Instant readAt)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end())
        return false;
    if (const auto since = m_clocksJumpedSince ? m_clocksJumpedSince() : std::nullopt)
        beginUnseen(*since, readAt, JournalEntry::Gap::Clock);
    if (m_silentSince)
        m_silence = {*std::exchange(m_silentSince, std::nullopt), readAt};
    const bool isNews = it->exists ? !isSame(it->last->reading, reading, readAt - it->last->readAt)
                                   : !(it->everRead && reading.ttl.isMissing());
    if (reading.ttl.isMissing())
        vanished(*it, readAt);
    else
        present(*it, reading, readAt);
    it->epoch = m_epoch;
    m_unread -= it->everRead ? 0 : 1;
    it->everRead = true;
    return isNews;
}

void Ledger::vanished(const Entry &entry, Instant readAt)
{
    if (!entry.exists) {
        if (!entry.everRead)
            entry.last = goneSince(*entry.last, readAt);
        return;
    }
    const ItemPtr last = std::exchange(entry.last, goneSince(*entry.last, readAt));
    entry.exists = false;
    --m_objects;
    m_tables.remove(last->format->family(), last->key);
    if (last->series)
        m_series.add(last->key, {readAt, std::numeric_limits<double>::quiet_NaN()}, {});
    concludeGone(entry, *last, readAt);
}

void Ledger::concludeGone(const Entry &entry, const Item &last, Instant readAt)
{
    const auto family = last.format->family();
    const bool comparable = entry.epoch == m_epoch; // else some time in the gap; not known how
    const auto deadline = last.reading.ttl.deadline();
    const bool expired = comparable && mayHaveExpired(last.reading, readAt, readAt - last.readAt);
    if (expired)
        m_expiryLags.note(std::max(
            std::chrono::duration_cast<Milliseconds>(readAt - *deadline), Milliseconds(0)));
    if (family == Family::Counter)
        m_chronicle.gone(last);
    if (family != Family::Lock || !last.reading.holder)
        return;
    auto freed = std::make_shared<Item>(*entry.last);
    if (comparable) {
        const auto changes = lockGone(last.reading, expired, readAt);
        m_chronicle.lockChanged(last, changes);
        freed->holds = m_holds.apply(last, changes, readAt);
    } else {
        m_chronicle.gone(last);
        freed->holds = m_holds.endUnseen(last, nullptr);
    }
    if (!last.format->waitersChannel(last.key).isEmpty())
        freed->reading.waiters = last.reading.waiters; // until they are counted again
    else if (freed->holds && freed->holds->totals.waitingSince)
        freed->holds = m_holds.noteWaiters(*freed, 0, readAt);
    freed->series = m_series.find(last.key);
    entry.last = freed;
    m_freed.add(std::move(freed));
}

void Ledger::relabel(const Entry &entry, const Reading &reading) const
{
    const auto family = entry.last->format->family();
    if (!m_relabel || family != Family::Lock || !reading.holder
        || (entry.last->reading.holder && sameHolder(entry.last->reading, reading)))
        return;
    const auto recognition = m_relabel(*entry.last, reading);
    if (!recognition || recognition->format->family() != family
        || recognition->primary != entry.last->key || recognition->format == entry.last->format)
        return;
    auto changed = std::make_shared<Item>(*entry.last);
    changed->format = recognition->format;
    changed->confidence = recognition->confidence;
    entry.last = std::move(changed);
}

void Ledger::present(const Entry &entry, const Reading &reading, Instant readAt)
{
    relabel(entry, reading);
    const ItemPtr last = entry.item();
    auto item = std::make_shared<Item>();
    item->key = entry.last->key;
    item->name = entry.last->name;
    item->format = entry.last->format;
    item->confidence = entry.last->confidence;
    item->reading = reading;
    item->readAt = readAt;
    if (!reading.waiters && !item->format->waitersChannel(item->key).isEmpty())
        item->reading.waiters = entry.last->reading.waiters; // until they are counted again

    const bool comparable = entry.everRead && entry.epoch == m_epoch;
    if (last && comparable && sameHolder(last->reading, reading))
        sharpenDeadline(item->reading, last->reading, readAt - last->readAt);
    if (last && sameHolder(last->reading, reading))
        goOn(*last, *item);
    else
        beginHold(entry, *item, comparable);
    if (const auto left = item->reading.ttl.remaining(readAt))
        item->longestLease = std::max(
            item->longestLease, static_cast<int>(std::min<qint64>(left->count(), INT_MAX)));
    keepSeries(last.get(), *item, comparable);
    conclude(last.get(), *item, comparable, comparable || (!entry.everRead && entry.isNew));

    if (!last)
        ++m_objects;
    m_freed.remove(item->key);
    entry.last = item;
    entry.exists = true;
    m_tables.set(std::move(item));
}

// The same holder as in the last reading, or the same counter or limit.
void Ledger::goOn(const Item &last, Item &item) const
{
    const Reading &reading = item.reading;
    item.firstSeen = last.firstSeen;
    item.beginIsSeen = last.beginIsSeen;
    item.heldSince = last.heldSince;
    item.heldSinceIsRequest = last.heldSinceIsRequest;
    item.longestLease = last.longestLease;
    item.renewals = last.renewals;
    if (item.format->stopsAtLimit() && !reading.limit && reading.value) {
        item.reading.limit = std::max(last.reading.limit.value_or(0), *reading.value);
        item.reading.limitIsInferred = true;
    }
}

void Ledger::beginHold(const Entry &entry, Item &item, bool comparable) const
{
    item.firstSeen = item.readAt;
    item.beginIsSeen = comparable || (!entry.everRead && entry.isNew);
    const auto &holder = item.reading.holder;
    if (item.beginIsSeen || !holder || !holder->since)
        return;
    // The clock of who wrote it may be ahead of the server's: then it tells nothing.
    const Instant since = item.readAt
        + std::chrono::duration_cast<Instant::duration>(
            *holder->since - serverNow(m_time, item.readAt));
    if (since < item.firstSeen) {
        item.heldSince = since;
        item.heldSinceIsRequest = holder->sinceIsRequest;
    }
}

// What follows from this reading and the one before goes into the journal and the history.
void Ledger::conclude(const Item *last, Item &item, bool comparable, bool seenToCome)
{
    const auto family = item.format->family();
    if (!last) {
        m_chronicle.appeared(item, seenToCome);
        if (family == Family::Lock)
            item.holds = m_holds.begin(item);
        return;
    }
    if (family == Family::Bucket && comparable)
        m_chronicle.bucketChanged(*last, item);
    if (family != Family::Lock)
        return;
    if (comparable) {
        const auto changes = lockChanges(last->reading, item.reading, last->readAt, item.readAt);
        m_chronicle.lockChanged(item, changes);
        item.renewals += static_cast<int>(std::count_if(changes.begin(), changes.end(),
            [](const LockChange &change) { return change.kind == LockChange::Kind::Renewed; }));
        item.holds = m_holds.apply(*last, changes, item.readAt);
    } else {
        m_chronicle.lockChangedUnseen(*last, item);
        item.holds = sameHolder(last->reading, item.reading) ? m_holds.find(item.key)
                                                             : m_holds.endUnseen(*last, &item);
    }
    if (item.reading.waiters.has_value())
        item.holds = m_holds.noteWaiters(item, *item.reading.waiters, item.readAt);
}

// Of a lock the series holds the time that is left, which tells by itself what happened meanwhile.
bool Ledger::isAcrossSilence(const Item &before) const
{
    return m_silence && before.readAt < m_silence->to && before.format->family() != Family::Lock;
}

void Ledger::keepSeries(const Item *before, Item &item, bool comparable)
{
    const auto known = m_series.find(item.key);
    const bool changed = before
        && (before->reading.value != item.reading.value
            || movedUp(before->reading, item.reading, item.readAt - before->readAt)
            || !sameHolder(before->reading, item.reading));
    const bool isBack = known && (!before || !comparable);
    if (!changed && !isBack) {
        item.series = known;
        return;
    }
    // What was before a gap is not compared with what comes after it. It may have been read when
    // the gap had begun, but nobody knew that yet.
    const bool isBroken = before && (!comparable || isAcrossSilence(*before));
    if (known && isBroken) {
        const Instant from = comparable ? m_silence->from : m_unseen->back().from;
        m_series.add(item.key,
            {std::max(from, known->back().at), std::numeric_limits<double>::quiet_NaN()}, {});
    }
    const SeriesPoint now{item.readAt, seriesValue(item)};
    item.series = before && !isBroken
        ? m_series.add(item.key, now, SeriesPoint{before->readAt, seriesValue(*before)})
        : m_series.add(item.key, now, {});
}

void Ledger::remove(const QByteArray &key)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end())
        return;
    if (it->exists) {
        m_tables.remove(it->last->format->family(), key);
        --m_objects;
    }
    m_unread -= it->everRead ? 0 : 1;
    m_series.remove(key);
    m_holds.remove(key);
    m_freed.remove(key);
    m_entries.erase(it);
}

void Ledger::moveAway(const QByteArray &key)
{
    if (const auto last = item(key))
        m_chronicle.movedAway(*last);
    remove(key);
}

std::optional<QByteArray> Ledger::anyKey() const
{
    if (m_entries.empty())
        return std::nullopt;
    return m_entries.begin()->last->key;
}

void Ledger::beginUnseen(Instant lostAt, Instant backAt, JournalEntry::Gap gap)
{
    ++m_epoch;
    auto spans = std::make_shared<std::vector<UnseenSpan>>(*m_unseen);
    if (spans->size() >= mostUnseen)
        spans->erase(spans->begin());
    spans->push_back({lostAt, backAt});
    m_unseen = std::move(spans);
    m_chronicle.unseen(gap);
}

FormatPtr Ledger::format(const QByteArray &key) const
{
    const auto it = m_entries.find(key);
    return it == m_entries.end() ? nullptr : it->last->format;
}

ItemPtr Ledger::item(const QByteArray &key) const
{
    const auto it = m_entries.find(key);
    return it == m_entries.end() ? nullptr : it->item();
}

std::optional<Instant> Ledger::readAt(const QByteArray &key) const
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end() || !it->everRead)
        return {};
    return it->last->readAt;
}

bool Ledger::markMet(const QByteArray &key, quint32 pass)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end())
        return false;
    it->metIn = pass;
    return true;
}

std::vector<QByteArray> Ledger::keys(Instant goneSince) const
{
    std::vector<QByteArray> keys;
    keys.reserve(m_entries.size());
    for (const auto &entry : m_entries) {
        if (entry.exists || !entry.everRead || entry.last->readAt >= goneSince)
            keys.push_back(entry.last->key);
    }
    return keys;
}

std::vector<QByteArray> Ledger::someKeys(std::size_t most) const
{
    std::vector<QByteArray> keys;
    for (auto it = m_entries.begin(); it != m_entries.end() && keys.size() < most; ++it) {
        if (it->exists)
            keys.push_back(it->last->key);
    }
    return keys;
}

std::vector<QByteArray> Ledger::notMet(quint32 pass) const
{
    std::vector<QByteArray> keys;
    for (const auto &entry : m_entries) {
        if (entry.exists && entry.metIn != pass)
            keys.push_back(entry.last->key);
    }
    return keys;
}

std::vector<QByteArray> Ledger::keysToCountWaitersOf() const
{
    std::vector<QByteArray> keys;
    for (const auto &entry : m_entries) {
        const Item &last = *entry.last;
        if ((entry.exists || last.reading.waiters.value_or(0) > 0)
            && last.format->family() == Family::Lock
            && !last.format->waitersChannel(last.key).isEmpty())
            keys.push_back(last.key);
    }
    return keys;
}

void Ledger::setWaiters(const QByteArray &key, int waiters, Instant at)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end() || it->last->reading.waiters == waiters)
        return;
    if (!it->exists && !m_holds.find(key))
        return; // nobody was seen to hold it
    auto item = std::make_shared<Item>(*it->last);
    item->reading.waiters = waiters;
    if (item->format->family() == Family::Lock)
        item->holds = m_holds.noteWaiters(*item, waiters, at);
    it->last = item;
    if (it->exists)
        m_tables.set(std::move(item));
    else
        m_freed.add(std::move(item));
}

std::vector<QByteArray> Ledger::forgetGoneBefore(Instant instant)
{
    std::vector<QByteArray> forgotten;
    for (const auto &entry : m_entries) {
        if (!entry.exists && entry.everRead && entry.last->readAt < instant)
            forgotten.push_back(entry.last->key);
    }
    for (const auto &key : forgotten)
        remove(key);
    return forgotten;
}

bool Ledger::hasNews() const
{
    return !m_chronicle.isEmpty() || m_tables.hasNews() || m_freed.hasNews();
}

void Ledger::publish(Snapshot &snapshot)
{
    m_tables.publish(snapshot);
    snapshot.freed = m_freed.publish(snapshot.takenAt);
    snapshot.unseen = m_unseen;
    snapshot.journal = m_chronicle.take();
    snapshot.journalTotal = m_chronicle.total();
}

} // namespace lockstep
