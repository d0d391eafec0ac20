#include "core/watch/items/holdstore.h"

#include "core/watch/items/comparison.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = LockChange::Kind;

Hold holdOf(const Item &item, const Boxed<Holder> &holder, const Sparse<Milliseconds> &lease)
{
    Hold hold;
    hold.holder = holder;
    hold.from = item.firstSeen;
    hold.beginIsSeen = item.beginIsSeen;
    hold.lease = lease;
    return hold;
}

// What a history counts for: its holds, and one for itself, as it may have none.
std::size_t sizeOf(const HoldHistory &history)
{
    return history.holds.size() + 1;
}

// The holds that the item is by itself: one, or one for each permit.
std::vector<Hold> presentHolds(const Item &item)
{
    const Reading &reading = item.reading;
    std::vector<Hold> holds;
    const bool namesNobody = isPermits(reading) && !reading.permits; // it only counts
    if (item.format->family() != Family::Lock || !reading.holder || namesNobody)
        return holds;
    if (!reading.permits)
        return {holdOf(item, reading.holder, Sparse(reading.ttl.remaining(item.firstSeen)))};
    for (const Permit &permit : *reading.permits)
        holds.push_back(holdOf(item, permit.holder,
            permit.ends
                ? Sparse(std::chrono::duration_cast<Milliseconds>(*permit.ends - item.readAt))
                : Sparse<Milliseconds>()));
    return holds;
}

// The hold of that token that is not over; nothing: there is none.
Hold *running(HoldHistory &history, const Boxed<Holder> &holder)
{
    const auto isMeant = [&](const Hold &hold) {
        return hold.end == HoldEnd::None && hold.holder.has_value() == holder.has_value()
            && (!holder || hold.holder->token == holder->token);
    };
    const auto it = std::find_if(history.holds.rbegin(), history.holds.rend(), isMeant);
    return it == history.holds.rend() ? nullptr : &*it;
}

void end(HoldHistory &history, Hold *hold, HoldEnd how, Instant at)
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
    if (how != HoldEnd::Unseen)
        totals.longest =
            std::max(totals.longest, std::chrono::duration_cast<Milliseconds>(at - hold->from));
}

void begin(HoldHistory &history, const LockChange &change, Instant at)
{
    Hold hold;
    hold.holder = change.holder;
    hold.from = at;
    hold.beginIsSeen = true;
    hold.lease = change.ttlAfter;
    history.holds.push_back(std::move(hold));
}

void renew(HoldHistory &history, const LockChange &change, Instant at)
{
    Hold *hold = running(history, change.holder);
    if (!hold)
        return;
    ++history.totals.renewals;
    ++hold->renewalCount;
    hold->renewals.push_back({at, change.ttlBefore.value_or(Milliseconds(0)),
        change.ttlAfter.value_or(Milliseconds(0))});
    if (hold->renewals.size() > Hold::mostRenewals)
        hold->renewals.erase(hold->renewals.begin());
}

void applyTo(HoldHistory &history, const LockChange &change, Instant at)
{
    switch (change.kind) {
    case Kind::Acquired:
        return begin(history, change, at);
    case Kind::Renewed:
        return renew(history, change, at);
    case Kind::Released:
        return end(history, running(history, change.holder), HoldEnd::Released, at);
    case Kind::Expired:
        return end(history, running(history, change.holder), HoldEnd::Expired, at);
    case Kind::Gone:
        return end(history, running(history, change.holder), HoldEnd::Unseen, at);
    case Kind::HandedOver:
        end(history, running(history, change.previous), HoldEnd::HandedOver, at);
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
        return find(last.key);
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

HoldHistoryPtr HoldStore::endUnseen(const Item &last, const Item *item)
{
    auto history = copyOf(last);
    for (Hold &hold : history->holds) {
        if (hold.end == HoldEnd::None)
            end(*history, &hold, HoldEnd::Unseen, last.readAt);
    }
    if (item) {
        const auto holds = presentHolds(*item);
        history->holds.insert(history->holds.end(), holds.begin(), holds.end());
    }
    return put(last.key, std::move(history), item ? item->readAt : last.readAt);
}

HoldHistoryPtr HoldStore::noteWaiters(const Item &item, int waiters, Instant at)
{
    const HoldHistoryPtr known = find(item.key);
    const bool somebodyWaited = known && known->totals.waitingSince;
    if (somebodyWaited == (waiters > 0))
        return known;
    auto history = copyOf(item);
    HoldTotals &totals = history->totals;
    if (waiters > 0) {
        totals.waitingSince = at;
    } else {
        totals.waited += std::chrono::duration_cast<Milliseconds>(at - *totals.waitingSince);
        totals.waitingSince.reset();
    }
    return put(item.key, std::move(history), at);
}

HoldHistoryPtr HoldStore::find(const QByteArray &key) const
{
    const auto it = m_histories.find(key);
    return it == m_histories.end() ? HoldHistoryPtr() : it->second.history;
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
    if (const auto known = find(last.key))
        return std::make_unique<HoldHistory>(*known);
    auto history = std::make_unique<HoldHistory>();
    history->holds = presentHolds(last);
    history->totals.since = last.firstSeen;
    return history;
}

HoldHistoryPtr HoldStore::put(
    const QByteArray &key, std::unique_ptr<HoldHistory> history, Instant at)
{
    auto &holds = history->holds;
    if (holds.size() > mostHolds)
        holds.erase(holds.begin(), holds.end() - mostHolds);
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
    std::vector<Instant> changed;
    changed.reserve(m_histories.size());
    for (const auto &[key, entry] : m_histories)
        changed.push_back(entry.changedAt);
    const auto quarter = changed.begin() + static_cast<std::ptrdiff_t>(changed.size() / 4);
    std::nth_element(changed.begin(), quarter, changed.end());
    std::erase_if(m_histories, [this, limit = *quarter](const auto &each) {
        if (each.second.changedAt > limit)
            return false;
        m_size -= sizeOf(*each.second.history);
        return true;
    });
}

} // namespace lockstep
