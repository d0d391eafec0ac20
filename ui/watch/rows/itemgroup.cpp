// Deadlines and ages are kept as instants, so that nothing has to be counted again as time passes.
// Only the rates of counters fall by themselves; there are few that move, and they are updated
// twice a second.

#include "ui/watch/rows/itemgroup.h"

#include "core/watch/discovery/probesampler.h"
#include "core/watch/formats/formatdata.h"
#include "ui/watch/rows/bucketsmodel.h"
#include "ui/watch/rows/lingeringitems.h"
#include "ui/watch/rows/locksmodel.h"

#include <iterator>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds rateEvery{500};

// The format that marks an item as the row of a group. It has no reader, because nothing is read
// with it.
const FormatPtr &groupFormat()
{
    static const FormatPtr format = [] {
        FormatData data;
        data.persistentIsNormal = true;
        data.heldForever = true;
        return FormatPtr(new Format(std::make_shared<const FormatData>(std::move(data))));
    }();
    return format;
}

template <typename T> void keep(std::multiset<T> &values, const T &value, int by)
{
    if (by > 0)
        values.insert(value);
    else
        values.erase(values.find(value));
}

} // namespace

quint64 groupIdOf(const QByteArray &key)
{
    return qHash(ProbeSampler::globOf(key));
}

const ItemGroup *asGroup(const Item &item)
{
    return item.format == groupFormat() ? static_cast<const ItemGroup *>(&item) : nullptr;
}

int membersIn(const ItemGroup &group, LockState state)
{
    return group.states[size_t(state)];
}

int membersIn(const ItemGroup &group, BucketState state)
{
    return group.states[size_t(state)];
}

GroupTally::GroupTally(Family family)
    : m_family(family)
{
}

void GroupTally::add(const ItemPtr &item)
{
    count(*item, 1);
    if (m_family == Family::Counter && changePerSecond(*item, item->readAt) != 0)
        m_moving[item->key] = item;
}

void GroupTally::remove(const ItemPtr &item)
{
    count(*item, -1);
    m_moving.erase(item->key);
}

void GroupTally::count(const Item &item, int by)
{
    m_members += by;
    m_vanished += hasVanished(item) ? by : 0;
    m_waiters += by * item.reading.waiters.value_or(0);
    switch (m_family) {
    case Family::Counter:
        return countCounter(item, by);
    case Family::Bucket:
        return countBucket(item, by);
    case Family::Lock:
        return countLock(item, by);
    }
}

void GroupTally::countLock(const Item &item, int by)
{
    const LockState state = lockState(item, item.readAt);
    m_states[size_t(state == LockState::Expiring ? LockState::Held : state)] += by;
    if (state == LockState::Free || state == LockState::Unknown)
        return;
    const auto end = lockEndsAt(item);
    m_endless += item.reading.ttl.isPersistent() && !end ? by : 0;
    if (end)
        keep(m_ends, *end, by);
    keep(m_begins, {item.firstSeen, ageBound(item) == AgeBound::Exact}, by);
}

void GroupTally::countBucket(const Item &item, int by)
{
    m_states[size_t(bucketState(item))] += by;
    if (const auto turn = BucketsModel::turnsAt(item))
        keep(m_ends, *turn, by);
    const auto share = BucketsModel::usedShare(item);
    if (share && !item.reading.limitIsInferred)
        keep(m_largest, *share, by);
    if (item.reading.value)
        countValue(*item.reading.value, by);
}

void GroupTally::countCounter(const Item &item, int by)
{
    m_presence += item.format && item.format->countsPresence() ? by : 0;
    if (!item.reading.value)
        return;
    keep(m_begins, {item.firstSeen, item.beginIsSeen}, by);
    countValue(*item.reading.value, by);
    keep(m_largest, double(*item.reading.value), by);
}

void GroupTally::countValue(double value, int by)
{
    m_withValue += by;
    if (by > 0)
        m_sum.add(value);
    else
        m_sum.subtract(value);
}

void GroupTally::rate(Instant now)
{
    if (now - m_ratedAt < rateEvery)
        return;
    m_ratedAt = now;
    m_rate = 0;
    m_isRateKnown = true;
    for (auto at = m_moving.begin(); at != m_moving.end();) {
        const double change = changePerSecond(*at->second, now);
        m_rate += change;
        m_isRateKnown = m_isRateKnown && (change == 0 || isRateKnown(*at->second, now));
        at = change == 0 ? m_moving.erase(at) : std::next(at);
    }
}

QExplicitlySharedDataPointer<ItemGroup> GroupTally::total(Instant now)
{
    const QExplicitlySharedDataPointer group(new ItemGroup);
    group->format = groupFormat();
    group->family = m_family;
    group->readAt = now;
    group->members = m_members;
    group->vanished = m_vanished;
    group->states = m_states;
    group->waiters = m_waiters;
    group->endless = m_endless;
    if (!m_ends.empty())
        group->endsFirst = *m_ends.begin();
    if (!m_begins.empty()) {
        group->begunFirst = m_begins.begin()->first;
        group->beginIsKnown = m_begins.begin()->second;
        group->firstSeen = *group->begunFirst; // so that isFollowed() works for a group, too
        group->beginIsSeen = group->beginIsKnown;
    }
    if (m_withValue > 0)
        group->sum = m_sum.total();
    if (!m_largest.empty())
        group->largest = *m_largest.rbegin();
    group->mayCountTwice = m_presence > 0;
    rate(now);
    group->changePerSecond = m_rate;
    group->isRateKnown = m_isRateKnown;
    // The key of a group counts as missing only if those of all its members are.
    group->reading.ttl = m_vanished < m_members ? Ttl::persistent() : Ttl();
    return group;
}

} // namespace lockstep
