#include "core/watch/ledger.h"

#include "core/watch/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

// A reading after a gap in the connection is compared with nothing: what happened meanwhile is
// unseen, not invented.

namespace lockstep {

namespace {

double seriesValue(const Item &item)
{
    if (item.format->family() != Family::Lock)
        return item.reading.value.value_or(std::numeric_limits<double>::quiet_NaN());
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
        const auto family = it->last->format->family();
        if (it->exists && family != recognition.format->family()) {
            m_tables.remove(family, it->last->key);
            it->exists = false;
            --m_objects;
        }
        it->last = std::move(changed);
    }
    it->isNew = origin == Origin::Feed;
    return true;
}

bool Ledger::apply(const QByteArray &key, const Reading &reading, Instant readAt)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end())
        return false;
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
    const auto &key = last->key;
    entry.exists = false;
    --m_objects;
    const auto family = last->format->family();
    m_tables.remove(family, key);
    if (last->series)
        m_series.add(key, {readAt, std::numeric_limits<double>::quiet_NaN()}, {});
    if (entry.epoch != m_epoch)
        return; // some time in the gap; not known how

    const auto deadline = last->reading.ttl.deadline();
    const bool expired = mayHaveExpired(last->reading, readAt, readAt - last->readAt);
    if (expired)
        m_expiryLags.note(std::max(
            std::chrono::duration_cast<Milliseconds>(readAt - *deadline), Milliseconds(0)));
    m_chronicle.vanished(*last, expired);
}

void Ledger::present(const Entry &entry, const Reading &reading, Instant readAt)
{
    const ItemPtr last = entry.item();
    auto item = std::make_shared<Item>();
    item->key = entry.last->key;
    item->name = entry.last->name;
    item->format = entry.last->format;
    item->confidence = entry.last->confidence;
    item->reading = reading;
    item->readAt = readAt;
    item->firstSeen = readAt;

    const bool comparable = entry.everRead && entry.epoch == m_epoch;
    const auto between = last ? readAt - last->readAt : Instant::duration(0);
    if (last && comparable && sameHolder(last->reading, reading))
        sharpenDeadline(item->reading, last->reading, between);
    if (last && sameHolder(last->reading, reading)) {
        item->firstSeen = last->firstSeen;
        if (!reading.waiters && !item->format->waitersChannel(item->key).isEmpty())
            item->reading.waiters = last->reading.waiters;
        item->longestLease = last->longestLease;
        item->renewals =
            last->renewals + (comparable && movedUp(last->reading, reading, between) ? 1 : 0);
        if (item->format->stopsAtLimit() && !reading.limit && reading.value) {
            item->reading.limit = std::max(last->reading.limit.value_or(0), *reading.value);
            item->reading.limitIsInferred = true;
        }
    }
    if (const auto left = item->reading.ttl.remaining(readAt))
        item->longestLease = std::max(
            item->longestLease, static_cast<int>(std::min<qint64>(left->count(), INT_MAX)));
    keepSeries(last.get(), *item);

    if (!last)
        m_chronicle.appeared(*item, comparable || (!entry.everRead && entry.isNew));
    else if (comparable)
        m_chronicle.changed(*last, *item);

    if (!last)
        ++m_objects;
    entry.last = item;
    entry.exists = true;
    m_tables.set(std::move(item));
}

void Ledger::keepSeries(const Item *before, Item &item)
{
    const auto known = m_series.find(item.key);
    const bool changed = before
        && (before->reading.value != item.reading.value
            || movedUp(before->reading, item.reading, item.readAt - before->readAt)
            || !sameHolder(before->reading, item.reading));
    if (!changed && !(known && !before)) {
        item.series = known;
        return;
    }
    const SeriesPoint now{item.readAt, seriesValue(item)};
    item.series = before
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
    m_entries.erase(it);
}

void Ledger::beginUnseen()
{
    ++m_epoch;
    m_chronicle.unseen();
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

void Ledger::setWaiters(const QByteArray &key, int waiters)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end() || !it->exists || it->last->reading.waiters == waiters)
        return;
    auto item = std::make_shared<Item>(*it->last);
    item->reading.waiters = waiters;
    it->last = item;
    m_tables.set(std::move(item));
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
    return !m_chronicle.isEmpty() || m_tables.hasNews();
}

void Ledger::publish(Snapshot &snapshot)
{
    m_tables.publish(snapshot);
    snapshot.journal = m_chronicle.take();
    snapshot.journalTotal = m_chronicle.total();
}

} // namespace lockstep
