#include "core/watch/snapshot/itemstore.h"

#include "core/watch/items/comparison.h"
#include "core/watch/readers/reader.h"

#include <algorithm>

namespace lockstep {

namespace {

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

bool ItemStore::hasRoomFor(Family family) const
{
    const auto quarters = family == Family::Counter ? 4 : family == Family::Bucket ? 5 : 6;
    return m_entries.size() < m_most * quarters / 4;
}

bool ItemStore::add(const Recognition &recognition, Origin origin)
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

void ItemStore::reclassify(const Recognition &recognition)
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

bool ItemStore::apply(const QByteArray &key, const Reading &reading, Instant readAt)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end())
        return false;
    if (const auto since = m_clocksJumpedSince ? m_clocksJumpedSince() : std::nullopt)
        beginUnseen(*since, readAt, JournalEntry::Gap::Clock);
    m_histories.noteAnswer(readAt);
    const bool isNews = it->exists ? !isSame(it->last->reading, reading, readAt - it->last->readAt)
                                   : !(it->everRead && reading.ttl.isMissing());
    if (reading.ttl.isMissing())
        vanished(*it, readAt);
    else
        present(*it, reading, readAt);
    it->epoch = m_epoch;
    m_unread -= it->everRead ? 0 : 1;
    it->everRead = true;
    letGoOfForgotten();
    return isNews;
}

// An object that has not changed for long would hold its histories for ever.
void ItemStore::letGoOfForgotten()
{
    for (const auto &key : m_histories.takeForgotten()) {
        const auto it = m_entries.find(key);
        if (it == m_entries.end() || (!it->last->series && !it->last->holds))
            continue;
        it->last = it->exists ? m_histories.withoutPast(*it->last)
                              : m_histories.withoutHistories(*it->last);
        if (it->exists)
            m_tables.set(it->last);
    }
}

void ItemStore::vanished(const Entry &entry, Instant readAt)
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
    auto freed = m_histories.noteGone(*last, *entry.last, {isComparable(entry), false});
    if (!freed)
        return;
    entry.last = freed;
    m_freed.add(std::move(freed));
}

void ItemStore::relabel(const Entry &entry, const Reading &reading) const
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

void ItemStore::present(const Entry &entry, const Reading &reading, Instant readAt)
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

    const bool comparable = isComparable(entry);
    const bool seenToCome = comparable || (!entry.everRead && entry.isNew);
    if (!reading.waiters && (comparable || m_histories.isWaitedFor(item->key))
        && !item->format->waitersChannel(item->key).isEmpty())
        item->reading.waiters = entry.last->reading.waiters; // until they are counted again
    if (last && comparable && sameHolder(last->reading, reading))
        sharpenDeadline(item->reading, last->reading, readAt - last->readAt);
    if (last && sameHolder(last->reading, reading))
        goOn(*last, *item);
    else
        beginHold(*item, seenToCome);
    if (const auto left = item->reading.ttl.remaining(readAt))
        item->longestLease = std::max(
            item->longestLease, static_cast<int>(std::min<qint64>(left->count(), INT_MAX)));
    m_histories.noteReading(last.get(), *item, {comparable, seenToCome});

    if (!last)
        ++m_objects;
    m_freed.remove(item->key);
    entry.last = item;
    entry.exists = true;
    m_tables.set(std::move(item));
}

// The same holder as in the last reading, or the same counter or limit.
void ItemStore::goOn(const Item &last, Item &item) const
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

void ItemStore::beginHold(Item &item, bool beginIsSeen) const
{
    item.firstSeen = item.readAt;
    item.beginIsSeen = beginIsSeen;
    const auto &holder = item.reading.holder;
    if (item.beginIsSeen || !holder || !holder->since)
        return;
    const Instant since = item.readAt
        + std::chrono::duration_cast<Instant::duration>(
            *holder->since - serverNow(m_time, item.readAt));
    // The clock of who wrote it may be ahead of the server's: then it tells nothing.
    if (since >= item.firstSeen)
        return;
    // What is told as the longest possible age must not be less than the real one.
    item.heldSince = holder->sinceIsRequest ? since - m_time.error : since;
    item.heldSinceIsRequest = holder->sinceIsRequest;
}

void ItemStore::remove(const QByteArray &key)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end())
        return;
    if (it->exists) {
        m_tables.remove(it->last->format->family(), key);
        --m_objects;
    }
    m_unread -= it->everRead ? 0 : 1;
    m_histories.remove(key);
    m_freed.remove(key);
    m_entries.erase(it);
}

void ItemStore::moveAway(const QByteArray &key)
{
    if (const auto last = item(key))
        m_histories.noteMovedAway(*last);
    remove(key);
}

std::optional<QByteArray> ItemStore::anyKey() const
{
    if (m_entries.empty())
        return std::nullopt;
    return m_entries.begin()->last->key;
}

void ItemStore::beginUnseen(Instant lostAt, Instant backAt, JournalEntry::Gap gap)
{
    ++m_epoch;
    m_histories.beginUnseen(lostAt, backAt, gap);
}

FormatPtr ItemStore::format(const QByteArray &key) const
{
    const auto it = m_entries.find(key);
    return it == m_entries.end() ? nullptr : it->last->format;
}

ItemPtr ItemStore::item(const QByteArray &key) const
{
    const auto it = m_entries.find(key);
    return it == m_entries.end() ? nullptr : it->item();
}

std::optional<Instant> ItemStore::readAt(const QByteArray &key) const
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end() || !it->everRead)
        return {};
    return it->last->readAt;
}

bool ItemStore::markMet(const QByteArray &key, quint32 pass)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end())
        return false;
    it->metIn = pass;
    return true;
}

void ItemStore::setGuessedWithoutTtl(const QByteArray &key, bool isGuessed)
{
    const auto it = m_entries.find(key);
    if (it != m_entries.end())
        it->isGuessedWithoutTtl = isGuessed;
}

bool ItemStore::isGuessedWithoutTtl(const QByteArray &key) const
{
    const auto it = m_entries.find(key);
    return it != m_entries.end() && it->isGuessedWithoutTtl;
}

std::vector<QByteArray> ItemStore::keys(Instant goneSince) const
{
    std::vector<QByteArray> keys;
    keys.reserve(m_entries.size());
    for (const auto &entry : m_entries) {
        if (entry.exists || !entry.everRead || entry.last->readAt >= goneSince)
            keys.push_back(entry.last->key);
    }
    return keys;
}

std::vector<QByteArray> ItemStore::someKeys(std::size_t most) const
{
    std::vector<QByteArray> keys;
    for (auto it = m_entries.begin(); it != m_entries.end() && keys.size() < most; ++it) {
        if (it->exists)
            keys.push_back(it->last->key);
    }
    return keys;
}

std::vector<QByteArray> ItemStore::notMet(quint32 pass) const
{
    std::vector<QByteArray> keys;
    for (const auto &entry : m_entries) {
        if (entry.exists && entry.metIn != pass)
            keys.push_back(entry.last->key);
    }
    return keys;
}

std::vector<QByteArray> ItemStore::keysToCountWaitersOf() const
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

void ItemStore::setWaiters(const QByteArray &key, int waiters, Instant at)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end())
        return;
    if (it->last->reading.waiters == waiters && m_histories.isWaitedFor(key) == (waiters > 0))
        return;
    if (!it->exists && !m_histories.hasHolds(key))
        return; // nobody was seen to hold it
    auto item = std::make_shared<Item>(*it->last);
    item->reading.waiters = waiters;
    if (item->format->family() == Family::Lock)
        m_histories.noteWaiters(*item, waiters, at);
    it->last = item;
    if (it->exists)
        m_tables.set(std::move(item));
    else
        m_freed.add(std::move(item));
    letGoOfForgotten();
}

std::vector<QByteArray> ItemStore::forgetGoneBefore(Instant instant)
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

bool ItemStore::hasNews() const
{
    return m_histories.hasNews() || m_tables.hasNews() || m_freed.hasNews();
}

void ItemStore::publish(Snapshot &snapshot)
{
    m_tables.publish(snapshot);
    snapshot.freed = m_freed.publish(snapshot.takenAt);
    m_histories.publish(snapshot);
}

} // namespace lockstep
