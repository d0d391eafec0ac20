// Of locks every change is told (lockchange.h). Rate limit windows come and go by nature; of them
// only "exhausted" is worth a line.

#include "core/watch/items/journalwriter.h"

#include "core/watch/items/comparison.h"

#include <algorithm>

namespace lockstep {

using Kind = JournalEntry::Kind;

namespace {

Kind journalKind(LockChange::Kind kind)
{
    switch (kind) {
    case LockChange::Kind::Acquired:
        return Kind::Acquired;
    case LockChange::Kind::Renewed:
        return Kind::Renewed;
    case LockChange::Kind::Released:
        return Kind::Released;
    case LockChange::Kind::Expired:
        return Kind::Expired;
    case LockChange::Kind::Gone:
        return Kind::Gone;
    case LockChange::Kind::HandedOver:
        return Kind::HandedOver;
    }
    return Kind::Acquired;
}

// Of a lock: several of a semaphore whose key names them, else one, or nobody.
std::vector<Holder> holdersOf(const Reading &reading)
{
    std::vector<Holder> holders;
    if (reading.permits) {
        for (const Permit &permit : *reading.permits)
            holders.push_back(permit.holder);
    } else if (reading.holder) {
        holders.push_back(*reading.holder);
    }
    return holders;
}

// A bucket that is.
bool isExhausted(const Item &item)
{
    return item.format->family() == Family::Bucket && bucketState(item) == BucketState::Exhausted;
}

bool isAmong(const std::vector<Holder> &holders, const Holder &holder)
{
    return std::any_of(holders.begin(), holders.end(),
        [&](const Holder &each) { return each.token == holder.token; });
}

} // namespace

void JournalWriter::itemAdded(const Item &item, bool seenToCome)
{
    const auto family = item.format->family();
    // Before it was there nothing was used of it.
    if (seenToCome && isExhausted(item))
        write(Kind::Exhausted, item);
    if (family == Family::Bucket || (family == Family::Lock && !item.reading.holder))
        return;
    const bool isAcquired = family == Family::Lock && seenToCome;
    const Kind kind = isAcquired ? Kind::Acquired : Kind::Appeared;
    for (const Holder &holder : holdersOf(item.reading))
        writeOfHolder(kind, item, holder);
    if (family != Family::Counter)
        return;
    JournalEntry details;
    details.ttlAfter = item.reading.ttl.remaining(item.readAt);
    details.value = item.reading.value;
    write(kind, item, std::move(details));
}

void JournalWriter::bucketChanged(const Item &before, const Item &item)
{
    // A limit that was not known before says nothing of when it was reached.
    if (before.reading.limit && !isExhausted(before) && isExhausted(item))
        write(Kind::Exhausted, item);
}

void JournalWriter::gone(const Item &last)
{
    if (last.format->family() == Family::Counter)
        return write(Kind::Gone, last);
    for (const Holder &holder : holdersOf(last.reading))
        writeOfHolder(Kind::Gone, last, holder);
}

void JournalWriter::lockChangedUnseen(const Item &last, const Item &item)
{
    const bool isSemaphore = last.reading.permits || item.reading.permits;
    if (!isSemaphore && sameHolder(last.reading, item.reading))
        return;
    const auto before = holdersOf(last.reading);
    const auto now = holdersOf(item.reading);
    for (const Holder &holder : before) {
        // Who holds a lock alone has lost it to the next holder.
        if (!isAmong(now, holder) && (isSemaphore || now.empty()))
            writeOfHolder(Kind::Gone, last, holder);
    }
    for (const Holder &holder : now) {
        if (!isAmong(before, holder))
            writeOfHolder(Kind::Appeared, item, holder);
    }
}

void JournalWriter::lockChanged(const Item &item, const std::vector<LockChange> &changes)
{
    for (const LockChange &change : changes) {
        JournalEntry details;
        details.holder = change.holder;
        details.previous = change.previous;
        details.ttlBefore = change.ttlBefore;
        details.ttlAfter = change.ttlAfter;
        write(journalKind(change.kind), item, std::move(details));
    }
}

void JournalWriter::movedAway(const Item &last)
{
    if (last.format->family() == Family::Bucket)
        return;
    JournalEntry details;
    details.holder = last.reading.holder;
    write(Kind::MovedAway, last, std::move(details));
}

void JournalWriter::unseen(JournalEntry::Gap gap)
{
    writeOfServer(Kind::Unseen, gap);
}

void JournalWriter::restarted()
{
    writeOfServer(Kind::Restarted);
}

void JournalWriter::writeOfHolder(Kind kind, const Item &item, const Holder &holder)
{
    JournalEntry details;
    details.holder = holder;
    if (kind != Kind::Gone)
        details.ttlAfter = item.reading.ttl.remaining(item.readAt);
    write(kind, item, std::move(details));
}

void JournalWriter::writeOfServer(Kind kind, JournalEntry::Gap gap)
{
    JournalEntry entry;
    entry.kind = kind;
    entry.gap = gap;
    entry.at = std::chrono::system_clock::now();
    add(std::move(entry));
}

void JournalWriter::write(Kind kind, const Item &item, JournalEntry details)
{
    details.kind = kind;
    details.family = item.format->family();
    details.at = std::chrono::system_clock::now();
    details.key = item.key;
    details.name = item.name;
    details.library = item.format->library();
    if (kind == Kind::Exhausted) {
        details.value = item.reading.value;
        details.limit = item.reading.limit;
    }
    add(std::move(details));
}

void JournalWriter::add(JournalEntry entry)
{
    m_entries.push_back(std::move(entry));
    ++m_total;
}

} // namespace lockstep
