#pragma once

#include "core/watch/items/item.h"
#include "ui/watch/rows/exactsum.h"

#include <array>
#include <map>
#include <set>

namespace lockstep {

// Many items with names of one shape, shown as one row. Models and delegates handle it like an
// item: its key is the shape as a glob, see ProbeSampler. Nothing can be done with it except to
// unfold it.
struct ItemGroup : Item
{
    Family family = Family::Lock;
    quint64 shape = 0; // groupIdOf() of its members' keys
    bool isUnfolded = false; // whether its members have rows of their own
    int members = 0;
    int vanished = 0; // members whose key is gone
    // Members by LockState or BucketState, as of their last reading. No lock is counted as
    // Expiring, because that depends on the present moment.
    std::array<int, 6> states{};
    int waiters = 0; // of all members together
    int endless = 0; // Lock: members held without a TTL
    std::optional<Instant> endsFirst; // the earliest deadline, or end of a window
    // Lock: since when the oldest hold lasts. Counter: when the first member was first seen.
    std::optional<Instant> begunFirst;
    // Whether the beginning of that hold was seen; otherwise it may be older.
    bool beginIsKnown = false;
    std::optional<double> sum; // Counter: of the values; Bucket: of what is used
    // The largest value of counters, or the largest used share of limits.
    std::optional<double> largest;
    double changePerSecond = 0; // Counter: of all members
    bool isRateKnown = false; // Counter: of each member that has changed recently
    // Counter: some count presence, and a user may be in several of them.
    bool mayCountTwice = false;
};

// The same number for all keys of one group, that is, with the same ProbeSampler::globOf(), which
// also suggests patterns for rules. A key without a group has a number as well.
quint64 groupIdOf(const QByteArray &key);

// The item as a group; nullptr if it is none.
const ItemGroup *asGroup(const Item &item);

int membersIn(const ItemGroup &group, LockState state);
int membersIn(const ItemGroup &group, BucketState state);

// The totals of a group's members. What a member adds depends only on its reading, so that it can
// be subtracted again, and a change costs the same with two members as with a million.
class GroupTally
{
public:
    explicit GroupTally(Family family);

    void add(const ItemPtr &item);
    void remove(const ItemPtr &item); // item: must have been added
    [[nodiscard]] int members() const { return m_members; }
    // Whether the totals change although no member does.
    [[nodiscard]] bool dependsOnTime() const { return !m_moving.empty(); }
    // The row of the group as of now, without the key.
    [[nodiscard]] QExplicitlySharedDataPointer<ItemGroup> total(Instant now);

private:
    void count(const Item &item, int by);
    void countLock(const Item &item, int by);
    void countBucket(const Item &item, int by);
    void countCounter(const Item &item, int by);
    void countValue(double value, int by);
    void rate(Instant now);

    Family m_family;
    int m_members = 0;
    int m_vanished = 0;
    int m_waiters = 0;
    int m_endless = 0;
    int m_presence = 0;
    int m_withValue = 0;
    ExactSum m_sum;
    std::array<int, 6> m_states{};
    std::multiset<Instant> m_ends;
    // The bool says whether the beginning was seen.
    std::multiset<std::pair<Instant, bool>> m_begins;
    std::multiset<double> m_largest;
    std::map<QByteArray, ItemPtr> m_moving; // counters that have changed recently
    double m_rate = 0; // as of m_ratedAt
    bool m_isRateKnown = true; // the same
    Instant m_ratedAt{};
};

} // namespace lockstep
