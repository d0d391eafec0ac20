#include "core/watch/ledger.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Everything here follows from pairs of readings, so the words of the journal are conclusions, and
// these are the rules. Between two readings of a lock
//     present, gone     at or past its deadline: expired. Before it, or without one: released.
//     gone, present     acquired.
//     holder a, b       handed over; that it was free for an instant in between cannot be seen.
//     deadline moved up renewed, when by more than the error of two PTTL readings.
// A reading after a gap in the connection is compared with nothing: what happened meanwhile is
// unseen, not invented. Rate limit windows come and go by nature; of buckets only "exhausted" is
// worth a line.

namespace lockstep {

namespace {

// PTTL is rounded to 1 ms and taken half a round trip ago; a busy machine adds some. Deadlines
// closer together than this are the same.
constexpr auto deadlineError = Milliseconds(30);

bool isPermits(const Reading &reading)
{
    return reading.limit.has_value(); // a semaphore: several holders at a time
}

bool sameHolder(const Reading &a, const Reading &b)
{
    if (isPermits(a) || isPermits(b))
        return true;
    return a.holder.has_value() == b.holder.has_value()
        && (!a.holder || a.holder->token == b.holder->token);
}

bool movedUp(const Ttl &before, const Ttl &after)
{
    const auto from = before.deadline();
    const auto to = after.deadline();
    return from && to && *to - *from > deadlineError;
}

bool isSame(const Reading &a, const Reading &b)
{
    const auto from = a.ttl.deadline();
    const auto to = b.ttl.deadline();
    const bool sameDeadline =
        from && to ? std::chrono::abs(*to - *from) <= deadlineError : a.ttl == b.ttl;
    return sameDeadline && a.value == b.value && a.limit == b.limit && a.holder == b.holder
        && a.raw == b.raw;
}

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

void Ledger::add(const Recognition &recognition, Origin origin)
{
    auto it = m_entries.find(recognition.primary);
    if (it == m_entries.end()) {
        it = m_entries.insert({blank(recognition)}).first;
        ++m_unread;
    } else if (it->last->confidence == Confidence::Certain
        && recognition.confidence == Confidence::Possible) {
        return; // a part of it told what it is, better than it does itself
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
}

bool Ledger::apply(const QByteArray &key, const Reading &reading, Instant readAt)
{
    const auto it = m_entries.find(key);
    if (it == m_entries.end())
        return false;
    const bool isNews = it->exists ? !isSame(it->last->reading, reading)
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
    const bool expired = deadline && readAt >= *deadline - deadlineError;
    if (expired)
        m_expiryLags.note(std::max(
            std::chrono::duration_cast<Milliseconds>(readAt - *deadline), Milliseconds(0)));
    if (family == Family::Counter)
        tell(JournalEntry::Kind::Gone, *last);
    else if (family == Family::Lock && last->reading.holder)
        tell(expired ? JournalEntry::Kind::Expired : JournalEntry::Kind::Released, *last);
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
    if (last && sameHolder(last->reading, reading)) {
        item->firstSeen = last->firstSeen;
        if (!reading.waiters && !item->format->waitersChannel(item->key).isEmpty())
            item->reading.waiters = last->reading.waiters;
        item->longestLease = last->longestLease;
        item->renewals =
            last->renewals + (comparable && movedUp(last->reading.ttl, reading.ttl) ? 1 : 0);
        if (item->format->stopsAtLimit() && !reading.limit && reading.value) {
            item->reading.limit = std::max(last->reading.limit.value_or(0), *reading.value);
            item->reading.limitIsInferred = true;
        }
    }
    if (const auto left = reading.ttl.remaining(readAt))
        item->longestLease = std::max(
            item->longestLease, static_cast<int>(std::min<qint64>(left->count(), INT_MAX)));
    keepSeries(last.get(), *item);

    if (!last)
        tellFirst(entry, *item, comparable);
    else if (comparable)
        tellChange(*last, *item);

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
            || movedUp(before->reading.ttl, item.reading.ttl)
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

void Ledger::tellFirst(const Entry &entry, const Item &item, bool comparable)
{
    const auto family = item.format->family();
    if (family == Family::Bucket || (family == Family::Lock && !item.reading.holder))
        return;
    const bool seenToCome = comparable || (!entry.everRead && entry.isNew);
    if (family == Family::Counter)
        tell(JournalEntry::Kind::Appeared, item);
    else
        tell(seenToCome ? JournalEntry::Kind::Acquired : JournalEntry::Kind::Appeared, item);
}

void Ledger::tellChange(const Item &before, const Item &item)
{
    using Kind = JournalEntry::Kind;
    const auto &was = before.reading;
    const auto &is = item.reading;
    if (item.format->family() == Family::Bucket) {
        if (bucketState(before) != BucketState::Exhausted
            && bucketState(item) == BucketState::Exhausted)
            tell(Kind::Exhausted, item);
        return;
    }
    if (item.format->family() != Family::Lock)
        return;
    if (isPermits(is)) {
        if (is.value > was.value)
            tell(Kind::Acquired, item);
        else if (is.value < was.value)
            tell(Kind::Released, before);
    } else if (was.holder && !is.holder) {
        tell(Kind::Expired, before); // its value says that its time is over
    } else if (!was.holder && is.holder) {
        tell(Kind::Acquired, item);
    } else if (!sameHolder(was, is)) {
        JournalEntry details;
        details.previous = was.holder;
        tell(Kind::HandedOver, item, details);
    } else if (movedUp(was.ttl, is.ttl)) {
        JournalEntry details;
        details.ttlBefore = was.ttl.remaining(item.readAt);
        tell(Kind::Renewed, item, details);
    }
}

void Ledger::tell(JournalEntry::Kind kind, const Item &item, JournalEntry details)
{
    details.kind = kind;
    details.family = item.format->family();
    details.at = std::chrono::system_clock::now();
    details.key = item.key;
    details.name = item.name;
    details.library = item.format->library();
    details.holder = item.reading.holder;
    if (kind != JournalEntry::Kind::Released && kind != JournalEntry::Kind::Expired)
        details.ttlAfter = item.reading.ttl.remaining(item.readAt);
    if (kind == JournalEntry::Kind::Exhausted) {
        details.value = item.reading.value;
        details.limit = item.reading.limit;
    }
    m_journal.push_back(std::move(details));
    ++m_journalTotal;
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
    JournalEntry entry;
    entry.kind = JournalEntry::Kind::Unseen;
    entry.at = std::chrono::system_clock::now();
    m_journal.push_back(std::move(entry));
    ++m_journalTotal;
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
    return !m_journal.empty() || m_tables.hasNews();
}

void Ledger::publish(Snapshot &snapshot)
{
    m_tables.publish(snapshot);
    snapshot.journal = std::exchange(m_journal, {});
    snapshot.journalTotal = m_journalTotal;
}

} // namespace lockstep
