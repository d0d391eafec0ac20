#include "core/watch/snapshot/holdstatistics.h"

#include "core/watch/items/holdstore.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lockstep {

namespace {

constexpr auto rateSpan = std::chrono::minutes(1);

std::vector<Milliseconds> seenTimes(const std::vector<Hold> &holds)
{
    std::vector<Milliseconds> times;
    for (const Hold &hold : holds) {
        const bool isSeen = hold.beginIsSeen && !hold.mayBeSeveral && hold.end != HoldEnd::None
            && hold.end != HoldEnd::Unseen;
        if (isSeen)
            times.push_back(std::chrono::duration_cast<Milliseconds>(hold.to - hold.from));
    }
    std::sort(times.begin(), times.end());
    return times;
}

// The smallest of the sorted times that is not exceeded by that share of them.
std::optional<Milliseconds> percentile(const std::vector<Milliseconds> &sorted, int percent)
{
    if (sorted.empty())
        return {};
    const auto rank = (sorted.size() * static_cast<std::size_t>(percent) + 99) / 100;
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

// The median; of an even number the mean of the two in the middle.
std::optional<Milliseconds> medianOf(const std::vector<Milliseconds> &sorted)
{
    if (sorted.empty())
        return {};
    return (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
}

// Where more holds began within the minute than are kept, their pace is that of those kept.
std::optional<double> perMinute(const HoldHistory &history, Instant now)
{
    const auto &holds = history.holds;
    const auto from = now - rateSpan;
    if (history.totals.since > from)
        return {};
    if (history.totals.unseenAt && *history.totals.unseenAt >= from)
        return {};
    if (history.totals.maybeMissed && history.totals.maybeMissed->to >= from)
        return {};
    const auto count = std::count_if(holds.begin(), holds.end(),
        [&](const Hold &hold) { return hold.beginIsSeen && hold.from >= from; });
    if (count == 0 || std::size_t(count) < HoldStore::mostHolds)
        return double(count);
    const auto span = std::max<std::chrono::duration<double>>(
        now - holds.front().from, std::chrono::milliseconds(1));
    return double(count) * std::chrono::duration<double>(rateSpan) / span;
}

// Host, process and, where the token tells neither, the token. All empty: it tells nothing.
using Identity = std::tuple<QString, QString, QByteArray>;

Identity identityOf(const Holder &holder)
{
    const bool isTold = !holder.host.isEmpty() || !holder.process.isEmpty();
    return {holder.host.text(), holder.process.text(), isTold ? QByteArray() : holder.token};
}

} // namespace

std::optional<HoldStatistics> holdStatistics(const Item &item, Instant now)
{
    if (!item.holds)
        return {};
    const auto &holds = item.holds->holds;
    const HoldTotals &totals = item.holds->totals;
    const auto times = seenTimes(holds);
    HoldStatistics result;
    result.since = totals.since;
    result.released = totals.released;
    result.expired = totals.expired;
    result.handedOver = totals.handedOver;
    result.unseen = totals.unseen;
    result.renewals = totals.renewals;
    result.holds = totals.released + totals.expired + totals.handedOver + totals.unseen
        + std::count_if(
            holds.begin(), holds.end(), [](const Hold &hold) { return hold.end == HoldEnd::None; });
    result.maybeMissed = totals.maybeMissed;
    result.perMinute = perMinute(*item.holds, now);
    result.median = medianOf(times);
    result.percentile99 = percentile(times, 99);
    if (totals.longest > Milliseconds(0))
        result.longest = totals.longest;
    result.waited = totals.waited;
    if (totals.waitingSince)
        result.waited += std::chrono::duration_cast<Milliseconds>(now - *totals.waitingSince);
    return result;
}

bool isSameHolder(const Holder &a, const Holder &b)
{
    const Identity identity = identityOf(a);
    return identity != Identity() && identity == identityOf(b);
}

bool isHeldBy(const Item &lock, const Holder &holder)
{
    const Reading &reading = lock.reading;
    if (!reading.permits)
        return reading.holder && isSameHolder(*reading.holder, holder);
    return std::any_of(reading.permits->begin(), reading.permits->end(),
        [&holder](const Permit &permit) { return isSameHolder(permit.holder, holder); });
}

std::vector<HeldBy> holdersOf(const std::vector<ItemPtr> &locks)
{
    std::map<Identity, HeldBy> all;
    const auto add = [&](const Holder &holder, const ItemPtr &item) {
        const Identity identity = identityOf(holder);
        if (identity == Identity())
            return; // held by somebody, and that is all
        HeldBy &place = all[identity];
        std::tie(place.host, place.process, place.token) = identity;
        if (place.locks.empty() || place.locks.back() != item)
            place.locks.push_back(item);
    };
    for (const ItemPtr &item : locks) {
        if (item->reading.permits) {
            for (const Permit &permit : *item->reading.permits)
                add(permit.holder, item);
        } else if (item->reading.holder) {
            add(*item->reading.holder, item);
        }
    }
    std::vector<HeldBy> result;
    for (auto &[identity, held] : all)
        result.push_back(std::move(held));
    std::stable_sort(result.begin(), result.end(),
        [](const HeldBy &a, const HeldBy &b) { return a.locks.size() > b.locks.size(); });
    return result;
}

} // namespace lockstep
