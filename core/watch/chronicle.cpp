#include "core/watch/chronicle.h"

#include "core/watch/comparison.h"

// Everything here follows from pairs of readings, so the words of the journal are conclusions, and
// these are the rules. Between two readings of a lock
//     present, gone     at or past its deadline: expired. Before it, or without one: released.
//     gone, present     acquired.
//     holder a, b       handed over; that it was free for an instant in between cannot be seen.
//     deadline moved up renewed, when it cannot be the same as before (comparison.cpp).
// Rate limit windows come and go by nature; of buckets only "exhausted" is worth a line.

namespace lockstep {

using Kind = JournalEntry::Kind;

void Chronicle::appeared(const Item &item, bool seenToCome)
{
    const auto family = item.format->family();
    if (family == Family::Bucket || (family == Family::Lock && !item.reading.holder))
        return;
    const bool isAcquired = family == Family::Lock && seenToCome;
    tell(isAcquired ? Kind::Acquired : Kind::Appeared, item);
}

void Chronicle::changed(const Item &before, const Item &item)
{
    switch (item.format->family()) {
    case Family::Counter:
        return;
    case Family::Bucket:
        if (bucketState(before) != BucketState::Exhausted
            && bucketState(item) == BucketState::Exhausted)
            tell(Kind::Exhausted, item);
        return;
    case Family::Lock:
        lockChanged(before, item);
    }
}

void Chronicle::lockChanged(const Item &before, const Item &item)
{
    const auto &was = before.reading;
    const auto &is = item.reading;
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
    } else if (movedUp(was, is, item.readAt - before.readAt)) {
        JournalEntry details;
        details.ttlBefore = was.ttl.remaining(item.readAt);
        tell(Kind::Renewed, item, details);
    }
}

void Chronicle::vanished(const Item &last, bool expired)
{
    const auto family = last.format->family();
    if (family == Family::Counter)
        tell(Kind::Gone, last);
    else if (family == Family::Lock && last.reading.holder)
        tell(expired ? Kind::Expired : Kind::Released, last);
}

void Chronicle::unseen()
{
    JournalEntry entry;
    entry.kind = Kind::Unseen;
    entry.at = std::chrono::system_clock::now();
    add(std::move(entry));
}

void Chronicle::tell(Kind kind, const Item &item, JournalEntry details)
{
    details.kind = kind;
    details.family = item.format->family();
    details.at = std::chrono::system_clock::now();
    details.key = item.key;
    details.name = item.name;
    details.library = item.format->library();
    details.holder = item.reading.holder;
    if (kind != Kind::Released && kind != Kind::Expired)
        details.ttlAfter = item.reading.ttl.remaining(item.readAt);
    if (kind == Kind::Exhausted) {
        details.value = item.reading.value;
        details.limit = item.reading.limit;
    }
    add(std::move(details));
}

void Chronicle::add(JournalEntry entry)
{
    m_entries.push_back(std::move(entry));
    ++m_total;
}

} // namespace lockstep
