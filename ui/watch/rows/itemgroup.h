#pragma once

#include "core/watch/items/item.h"

#include <array>
#include <map>
#include <set>

namespace lockstep {

// Many items of one shape of name, shown as one row. It goes through models and delegates like an
// item: its key is the shape as a glob, see ProbeSampler. Nothing can be done with it but to unfold
// it.
struct ItemGroup : Item
{
    Family family = Family::Lock;
    quint64 shape = 0; // groupIdOf() its members' keys
    bool isUnfolded = false; // its members have rows of their own
    int members = 0;
    int vanished = 0; // of the members: their key is gone
    // Members by LockState or BucketState, as of their last reading: nobody is Expiring, for that
    // depends on the moment.
    std::array<int, 6> states{};
    int waiters = 0; // for all members
    int endless = 0; // Lock: held without a time to live
    std::optional<Instant> endsFirst; // the earliest deadline, or turn of a window
    // Lock: since when the oldest hold lasts. Counter: since when the first of them has been seen.
    std::optional<Instant> begunFirst;
    bool beginIsKnown = false; // of that one; else it may be older
    std::optional<double> sum; // Counter: of the values. Bucket: of what is used
    std::optional<double> largest; // Counter: value. Bucket: share of the limit that is used
    double changePerSecond = 0; // Counter: of all members
    bool mayCountTwice = false; // Counter: some count who is online, and one may be in several
};

// The same for keys that are in one group: those with one ProbeSampler::globOf(), by which rules
// are suggested, too. A key that stands alone has one as well.
quint64 groupIdOf(const QByteArray &key);

// The item as a group; nullptr: it is none.
const ItemGroup *asGroup(const Item &item);

int membersIn(const ItemGroup &group, LockState state);
int membersIn(const ItemGroup &group, BucketState state);

// What the members of a group say together. What one adds depends on its reading alone, so that it
// can be taken away again exactly, and a change costs as much with two members as with a million.
class GroupTally
{
public:
    explicit GroupTally(Family family);

    void add(const ItemPtr &item);
    void remove(const ItemPtr &item); // that was added
    [[nodiscard]] int members() const { return m_members; }
    // Whether what the group says changes although no member does.
    [[nodiscard]] bool dependsOnTime() const { return !m_moving.empty(); }
    // The row of the group as of now, without the name of its shape.
    [[nodiscard]] QExplicitlySharedDataPointer<ItemGroup> total(Instant now);

private:
    void count(const Item &item, int by);
    void countLock(const Item &item, int by);
    void countBucket(const Item &item, int by);
    void countCounter(const Item &item, int by);
    [[nodiscard]] double changePerSecondOfAll(Instant now);

    Family m_family;
    int m_members = 0;
    int m_vanished = 0;
    int m_waiters = 0;
    int m_endless = 0;
    int m_presence = 0;
    int m_withValue = 0;
    double m_sum = 0;
    std::array<int, 6> m_states{};
    std::multiset<Instant> m_ends;
    std::multiset<std::pair<Instant, bool>> m_begins; // and whether the begin was seen
    std::multiset<double> m_largest;
    std::map<QByteArray, ItemPtr> m_moving; // counters that have changed lately
    double m_rate = 0; // as of m_ratedAt
    Instant m_ratedAt{};
};

} // namespace lockstep
