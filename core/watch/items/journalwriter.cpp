// Decides what is written into the journal. Every change of a lock is (lockchange.h). Windows of
// rate limits come and go all the time, so only "exhausted" is written of them. A limit that was
// reached in one window and again in the next has two lines also where nobody looked between them,
// if the length of the window is known: else nothing tells whether the end of the first window was
// only moved.

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
    case LockChange::Kind::Appeared:
        return Kind::Appeared;
    case LockChange::Kind::Renewed:
        return Kind::Renewed;
    case LockChange::Kind::DeadlineChanged:
        return Kind::DeadlineChanged;
    case LockChange::Kind::Released:
        return Kind::Released;
    case LockChange::Kind::Expired:
        return Kind::Expired;
    case LockChange::Kind::Gone:
    case LockChange::Kind::Unread: // of which no line is written
        return Kind::Gone;
    case LockChange::Kind::HandedOver:
        return Kind::HandedOver;
    }
    return Kind::Acquired;
}

// The holders of a lock: several where the key of a semaphore names them, else one, or nobody.
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

// Tells until when that holder has the lock: for a permit its own time counts, not that of the key.
std::optional<Instant> endOf(const Reading &reading, const Holder &holder)
{
    if (!reading.permits)
        return reading.ttl.deadline();
    for (const Permit &permit : *reading.permits) {
        if (permit.holder.token == holder.token)
            return permit.ends;
    }
    return {};
}

// Whether the item is a bucket that is used up.
bool isExhausted(const Item &item)
{
    return item.format->family() == Family::Bucket && bucketState(item) == BucketState::Exhausted;
}

std::optional<Instant> windowEnd(const Reading &reading)
{
    return reading.resetsAt ? std::optional<Instant>(*reading.resetsAt) : reading.ttl.deadline();
}

// Whether the reading is of a window that began when the one before was over, so that nothing of it
// was used at first. The ends are known as exactly as the errors of both deadlines say.
bool isLaterWindow(const Reading &before, const Reading &reading)
{
    const auto end = windowEnd(before);
    const auto nextEnd = windowEnd(reading);
    const auto error = before.deadlineError.value() + reading.deadlineError.value();
    return end && nextEnd && reading.window && *nextEnd - *reading.window >= *end - error;
}

WallSpan missedSpan(const Look &look)
{
    const auto wall = [now = std::chrono::system_clock::now(),
                          steadyNow = std::chrono::steady_clock::now()](Instant at) {
        return now
            - std::chrono::duration_cast<std::chrono::system_clock::duration>(steadyNow - at);
    };
    return {wall(look.maybeMissedSince), wall(look.readAt)};
}

std::optional<WallSpan> maybeMissedBy(const Look &look)
{
    return look.maybeMissed ? std::optional(missedSpan(look)) : std::nullopt;
}

bool isAmong(const std::vector<Holder> &holders, const Holder &holder)
{
    return std::any_of(holders.begin(), holders.end(),
        [&](const Holder &each) { return each.token == holder.token; });
}

} // namespace

void JournalWriter::itemAdded(const Item &item, bool seenToCome, const Look &look)
{
    const auto family = item.format->family();
    // Before the bucket was there, nothing of it was used.
    if (seenToCome && isExhausted(item))
        write(Kind::Exhausted, item);
    if (family == Family::Bucket || (family == Family::Lock && !item.reading.holder))
        return;
    const bool isAcquired = family == Family::Lock && seenToCome;
    const Kind kind = isAcquired ? Kind::Acquired : Kind::Appeared;
    // What was found is told of from then on only.
    const auto missed = isAcquired ? maybeMissedBy(look) : std::nullopt;
    for (const Holder &holder : holdersOf(item.reading))
        writeOfHolder(kind, item, holder, missed);
    if (family != Family::Counter)
        return;
    JournalEntry details;
    details.ttlAfter = item.reading.ttl.remaining(item.readAt);
    details.value = item.reading.value;
    details.largeInteger = largeInteger(item.reading);
    write(kind, item, std::move(details));
}

void JournalWriter::bucketChanged(const Item &before, const Item &item)
{
    // A limit that was not known before says nothing of when it was reached.
    if (!before.reading.limit || !isExhausted(item))
        return;
    if (!isExhausted(before) || isLaterWindow(before.reading, item.reading))
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
    const bool areMore = item.reading.permits && item.reading.permits->areMoreInUse();
    for (const Holder &holder : before) {
        if (!isAmong(now, holder) && !areMore) // else it may not be read any more
            writeOfHolder(Kind::Gone, last, holder);
    }
    for (const Holder &holder : now) {
        if (!isAmong(before, holder))
            writeOfHolder(Kind::Appeared, item, holder);
    }
}

void JournalWriter::lockChanged(
    const Item &last, const Item &item, const std::vector<LockChange> &changes, const Look &look)
{
    const auto missed = maybeMissedBy(look);
    for (const LockChange &change : changes) {
        if (change.kind == LockChange::Kind::Unread)
            continue;
        JournalEntry details;
        details.holder = change.holder;
        details.previous = change.previous;
        details.ttlBefore = change.ttlBefore;
        details.ttlAfter = change.ttlAfter;
        details.maybeMissed = missed;
        if (change.kind == LockChange::Kind::Expired && change.holder)
            details.at = expiredAt(last, *change.holder);
        write(journalKind(change.kind), item, std::move(details));
    }
}

void JournalWriter::maybeMissed(const Item &lock, const Look &look)
{
    JournalEntry details;
    details.maybeMissed = missedSpan(look);
    write(Kind::MaybeMissed, lock, std::move(details));
}

void JournalWriter::movedAway(const Item &last)
{
    if (last.format->family() == Family::Bucket)
        return;
    JournalEntry details;
    details.holder = last.reading.holder;
    write(Kind::MovedAway, last, std::move(details));
}

void JournalWriter::unseen(
    JournalEntry::Gap gap, std::chrono::system_clock::time_point since, const QString &node)
{
    JournalEntry entry;
    entry.kind = Kind::Unseen;
    entry.gap = gap;
    entry.since = since;
    entry.node = node;
    writeOfServer(std::move(entry));
}

void JournalWriter::restarted(
    const QString &primary, const QString &node, const QString &slotRanges)
{
    JournalEntry entry;
    entry.kind = Kind::Restarted;
    entry.primary = primary;
    entry.node = node;
    entry.slotRanges = slotRanges;
    writeOfServer(std::move(entry));
}

void JournalWriter::writeOfHolder(
    Kind kind, const Item &item, const Holder &holder, const std::optional<WallSpan> &maybeMissed)
{
    JournalEntry details;
    details.holder = holder;
    details.maybeMissed = maybeMissed;
    if (kind != Kind::Gone) {
        if (const auto end = endOf(item.reading, holder))
            details.ttlAfter = std::max(
                std::chrono::duration_cast<Milliseconds>(*end - item.readAt), Milliseconds(0));
    }
    write(kind, item, std::move(details));
}

void JournalWriter::writeOfServer(JournalEntry entry)
{
    entry.at = std::chrono::system_clock::now();
    add(std::move(entry));
}

void JournalWriter::write(Kind kind, const Item &item, JournalEntry details)
{
    details.kind = kind;
    details.family = item.format->family();
    details.confidence = item.confidence;
    if (details.at == std::chrono::system_clock::time_point())
        details.at = std::chrono::system_clock::now();
    details.key = item.key;
    details.name = item.name;
    details.library = item.format->library();
    if (kind == Kind::Exhausted) {
        details.value = item.reading.value;
        details.largeInteger = largeInteger(item.reading);
        details.limit = item.reading.limit;
    }
    add(std::move(details));
}

// A server that stood still, or a connection that hung, tells an expiry late. The deadline was
// known before, so the journal tells that.
std::chrono::system_clock::time_point JournalWriter::expiredAt(
    const Item &last, const Holder &holder) const
{
    const auto now = std::chrono::system_clock::now();
    const auto end = endOf(last.reading, holder);
    if (!end)
        return now;
    const auto ago = std::chrono::steady_clock::now() - *end;
    const auto at = now - std::chrono::duration_cast<std::chrono::system_clock::duration>(ago);
    return std::min(std::max(at, m_lastAt), now);
}

void JournalWriter::add(JournalEntry entry)
{
    m_lastAt = std::max(m_lastAt, entry.at);
    m_entries.push_back(std::move(entry));
    ++m_total;
}

} // namespace lockstep
