#include "core/watch/items/holdstore.h"

#include "core/watch/items/comparison.h"
#include "core/watch/items/oldestquarter.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

using Kind = LockChange::Kind;

struct Lease
{
    CompactOptional<Milliseconds> left;
    Instant at;
};

// The TTL that was left when the hold began, or, if a renewal was not seen, when it was read.
Lease leaseOf(const Item &item, Instant from)
{
    const auto range = deadlineRange(item.reading, item.readAt - from);
    if (!range)
        return {{}, from};
    // longestLease is in whole milliseconds, and holds at most the largest int.
    const bool isCut = item.longestLease == std::numeric_limits<int>::max();
    const auto longest = Milliseconds(item.longestLease + qint64(1));
    const bool wasMoved = !isCut && range->earliest - from > longest;
    const Instant at = wasMoved ? item.readAt : from;
    return {*item.reading.ttl.remaining(at), at};
}

Lease leaseOf(const Permit &permit, Instant from)
{
    if (!permit.ends)
        return {{}, from};
    return {std::chrono::duration_cast<Milliseconds>(*permit.ends - from), from};
}

// How much of mostOfAll a history takes: its holds, and one for itself, because it may have none.
std::size_t sizeOf(const HoldHistory &history)
{
    return history.holds.size() + 1;
}

// The oldest that are over, as long as there are more than most holds.
void forgetOver(HoldHistory &history, std::size_t most)
{
    std::vector<Hold> kept;
    std::size_t excess = history.holds.size() - std::min(history.holds.size(), most);
    for (Hold &hold : history.holds) {
        if (excess == 0 || hold.end == HoldEnd::None) {
            kept.push_back(std::move(hold));
            continue;
        }
        --excess;
        const Instant until =
            hold.end == HoldEnd::Unseen ? history.totals.unseenAt.value_or(hold.to) : hold.to;
        history.forgottenUntil = std::max(history.forgottenUntil.value_or(until), until);
    }
    history.holds = std::move(kept);
}

// Who holds the item now: one hold, or one for each permit. All of them begin at from.
std::vector<Hold> presentHolds(const Item &item, Instant from, bool beginIsSeen)
{
    const Reading &reading = item.reading;
    std::vector<Hold> holds;
    const bool namesNobody = isPermits(reading) && !reading.permits; // only their number is known
    if (item.format->family() != Family::Lock || !reading.holder || namesNobody)
        return holds;
    const auto add = [&](const CowOptional<Holder> &holder, const Lease &lease) {
        Hold &hold = holds.emplace_back();
        hold.holder = holder;
        hold.from = from;
        hold.beginIsSeen = beginIsSeen;
        hold.mayBeSeveral = item.heldSinceIsUnsure && from < item.firstSeen;
        hold.lease = lease.left;
        hold.leaseAt = lease.at;
    };
    if (!reading.permits) {
        add(reading.holder, leaseOf(item, from));
        holds.back().leaseIsUnknown = reading.ttl.kind() == Ttl::Kind::Unknown;
    }
    for (const Permit &permit : reading.permits ? *reading.permits : Permits())
        add(permit.holder, leaseOf(permit, from));
    return holds;
}

std::vector<Hold> presentHolds(const Item &item)
{
    const Instant from =
        item.heldSinceIsUnsure ? item.heldSince.value_or(item.firstSeen) : item.firstSeen;
    return presentHolds(item, from, item.beginIsSeen);
}

bool isSameHolder(const Hold &a, const CowOptional<Holder> &holder)
{
    return a.holder.has_value() == holder.has_value()
        && (!holder || a.holder->token == holder->token);
}

// The hold of that holder that is not over; nullptr: there is none.
Hold *running(HoldHistory &history, const CowOptional<Holder> &holder)
{
    const auto isMeant = [&](const Hold &hold) {
        return hold.end == HoldEnd::None && isSameHolder(hold, holder);
    };
    const auto it = std::find_if(history.holds.rbegin(), history.holds.rend(), isMeant);
    return it == history.holds.rend() ? nullptr : &*it;
}

// at: when the hold ended, or was last read. noticed: for Unseen, when it was found to be over.
void end(HoldHistory &history, Hold *hold, HoldEnd how, Instant at, Instant noticed)
{
    if (!hold)
        return;
    HoldTotals &totals = history.totals;
    hold->end = how;
    hold->to = at;
    (how == HoldEnd::Released         ? totals.released
            : how == HoldEnd::Expired ? totals.expired
            : how == HoldEnd::Unseen  ? totals.unseen
                                      : totals.handedOver) += 1;
    if (how == HoldEnd::Unseen)
        totals.unseenAt = noticed;
    else if (!hold->mayBeSeveral)
        totals.longest =
            std::max(totals.longest, std::chrono::duration_cast<Milliseconds>(at - hold->from));
}

void begin(HoldHistory &history, const LockChange &change, Instant at)
{
    Hold hold;
    hold.holder = change.holder;
    hold.from = at;
    hold.beginIsSeen = change.kind != Kind::Appeared;
    hold.lease = change.ttlAfter;
    hold.leaseIsUnknown = change.ttlIsUnknown;
    hold.leaseAt = at;
    history.holds.push_back(std::move(hold));
}

void changeDeadline(HoldHistory &history, const LockChange &change, Instant at)
{
    Hold *hold = running(history, change.holder);
    if (!hold)
        return;
    const bool isRenewal = change.kind == Kind::Renewed;
    hold->mayBeSeveral |= change.mayBeTakenAnew;
    history.totals.renewals += isRenewal ? 1 : 0;
    hold->renewalCount += isRenewal ? 1 : 0;
    auto &changes = hold->deadlineChanges;
    changes.push_back({at, change.ttlBefore, change.ttlAfter, isRenewal});
    if (changes.size() > Hold::mostDeadlineChanges) {
        changes.erase(changes.begin());
        hold->someAreForgotten = true;
    }
}

// The same holder has it after a gap as before. Returns whether that is news.
bool noteDoubt(Hold &hold, const Item &last, const Item &item)
{
    const auto permitOf = [&](const Reading &reading) {
        const Permits permits = reading.permits ? *reading.permits : Permits();
        const auto it = std::find_if(permits.begin(), permits.end(), [&](const Permit &permit) {
            return hold.holder && permit.holder.token == hold.holder->token;
        });
        return it == permits.end() ? std::nullopt : std::optional(*it);
    };
    const bool isCertain = item.reading.permits
        ? permitOf(last.reading) == permitOf(item.reading)
        : !item.heldSinceIsUnsure || item.firstSeen != item.readAt;
    return !isCertain && !std::exchange(hold.mayBeSeveral, true);
}

void endWait(HoldTotals &totals, Instant at)
{
    const Instant until = std::max(at, *totals.waitingSince);
    totals.waited += std::chrono::duration_cast<Milliseconds>(until - *totals.waitingSince);
    totals.waitingSince.reset();
}

void applyTo(HoldHistory &history, const LockChange &change, Instant at)
{
    switch (change.kind) {
    case Kind::Acquired:
    case Kind::Appeared:
        return begin(history, change, at);
    case Kind::Renewed:
    case Kind::DeadlineChanged:
        return changeDeadline(history, change, at);
    case Kind::Released:
        return end(history, running(history, change.holder), HoldEnd::Released, at, at);
    case Kind::Expired:
        return end(history, running(history, change.holder), HoldEnd::Expired, at, at);
    case Kind::Gone:
        return end(history, running(history, change.holder), HoldEnd::Unseen, at, at);
    case Kind::Unread: // not counted: it may well go on
        end(history, running(history, change.holder), HoldEnd::Unseen, at, at);
        --history.totals.unseen;
        return;
    case Kind::HandedOver:
        end(history, running(history, change.previous), HoldEnd::HandedOver, at, at);
        return begin(history, change, at);
    }
}

} // namespace

std::vector<Hold> holdsOf(const Item &item)
{
    return item.holds ? item.holds->holds : presentHolds(item);
}

HoldHistoryPtr HoldStore::apply(
    const Item &last, const std::vector<LockChange> &changes, Instant at)
{
    const bool namesNobody = isPermits(last.reading) && !last.reading.permits;
    if (changes.empty() || namesNobody)
        return historyOf(last);
    auto history = copyOf(last);
    for (const LockChange &change : changes)
        applyTo(*history, change, at);
    return put(last.key, std::move(history), at);
}

HoldHistoryPtr HoldStore::begin(const Item &item)
{
    if (!m_histories.contains(item.key))
        return {};
    auto history = copyOf(item);
    const auto holds = presentHolds(item);
    history->holds.insert(history->holds.end(), holds.begin(), holds.end());
    return put(item.key, std::move(history), item.readAt);
}

HoldHistoryPtr HoldStore::compareUnseen(const Item &last, const Item *item, Instant at)
{
    auto history = copyOf(last);
    const auto present = item ? presentHolds(*item, item->readAt, false) : std::vector<Hold>();
    const auto goesOn = [&](const Hold &hold) {
        return std::any_of(present.begin(), present.end(),
            [&](const Hold &each) { return isSameHolder(each, hold.holder); });
    };
    bool hasChanged = false;
    for (Hold &hold : history->holds) {
        if (hold.end != HoldEnd::None)
            continue;
        if (goesOn(hold)) {
            // A history does not begin with a doubt alone.
            hasChanged |= noteDoubt(hold, last, *item) && historyOf(last);
            continue;
        }
        end(*history, &hold, HoldEnd::Unseen, last.readAt, at);
        hasChanged = true;
    }
    for (const Hold &hold : present) {
        if (running(*history, hold.holder))
            continue;
        history->holds.push_back(hold);
        hasChanged = true;
    }
    if (!hasChanged)
        return historyOf(last);
    return put(last.key, std::move(history), at);
}

void HoldStore::endWaits(Instant at, const std::function<bool(const QByteArray &key)> &isAmong)
{
    for (auto &[key, entry] : m_histories) {
        if (!entry.history->totals.waitingSince || !isAmong(key))
            continue;
        auto history = std::make_unique<HoldHistory>(*entry.history);
        endWait(history->totals, at);
        entry.history = HoldHistoryPtr(history.release());
    }
}

HoldHistoryPtr HoldStore::noteWaiters(const Item &item, int waiters, Instant at)
{
    const HoldHistoryPtr known = historyOf(item);
    const bool somebodyWaited = known && known->totals.waitingSince;
    if (somebodyWaited == (waiters > 0))
        return known;
    auto history = copyOf(item);
    HoldTotals &totals = history->totals;
    if (waiters > 0) {
        totals.waitingSince = at;
    } else {
        endWait(totals, at);
    }
    return put(item.key, std::move(history), at);
}

HoldHistoryPtr HoldStore::noteMaybeMissed(const Item &item, const Look &look)
{
    auto history = copyOf(item);
    history->totals.maybeMissed = {look.maybeMissedSince, look.readAt};
    return put(item.key, std::move(history), look.readAt);
}

HoldHistoryPtr HoldStore::find(const QByteArray &key) const
{
    const auto it = m_histories.find(key);
    return it == m_histories.end() ? HoldHistoryPtr() : it->second.history;
}

HoldHistoryPtr HoldStore::historyOf(const Item &last) const
{
    const auto known = find(last.key);
    return known ? known : last.holds;
}

HoldHistoryPtr HoldStore::withoutPast(const HoldHistory &history)
{
    auto present = std::make_unique<HoldHistory>(history);
    present->totals.waitingSince
        .reset(); // endWaits() does not reach it; the next count begins it anew
    forgetOver(*present, 0);
    return HoldHistoryPtr(present.release());
}

void HoldStore::remove(const QByteArray &key)
{
    const auto it = m_histories.find(key);
    if (it == m_histories.end())
        return;
    m_size -= sizeOf(*it->second.history);
    m_histories.erase(it);
}

std::unique_ptr<HoldHistory> HoldStore::copyOf(const Item &last)
{
    if (const auto known = historyOf(last))
        return std::make_unique<HoldHistory>(*known);
    auto history = std::make_unique<HoldHistory>();
    history->holds = presentHolds(last);
    history->totals.since = last.firstSeen;
    return history;
}

HoldHistoryPtr HoldStore::put(
    const QByteArray &key, std::unique_ptr<HoldHistory> history, Instant at)
{
    if (history->holds.size() > mostHolds)
        forgetOver(*history, mostHolds);
    Entry &entry = m_histories[key];
    m_size += sizeOf(*history);
    m_size -= entry.history ? sizeOf(*entry.history) : 0;
    entry = {HoldHistoryPtr(history.release()), at};
    const HoldHistoryPtr result = entry.history;
    if (m_size > mostOfAll)
        forgetOldest();
    return result;
}

void HoldStore::forgetOldest()
{
    for (auto &node :
        takeOldestQuarter(m_histories, [](const Entry &entry) { return entry.changedAt; })) {
        m_size -= sizeOf(*node.mapped().history);
        m_forgotten.push_back(std::move(node.key()));
    }
}

} // namespace lockstep
