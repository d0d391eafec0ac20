#pragma once

#include "ui/watch/rows/itemfilter.h"
#include "ui/watch/rows/itemgroup.h"
#include "ui/watch/rows/placechanges.h"

#include <QSet>

#include <unordered_map>

namespace lockstep {

// What a table shows of its items when names of one shape are folded into one row: an ItemGroup for
// each shape of which there have been two or more items, and the items that are not in a group.
// Only items that pass the filter count. The cost of an update grows with the number of changes,
// not of items.
//
// It may be moved to another thread and used there.
class GroupedItems
{
public:
    struct Settings
    {
        ItemFilter filter;
        QSet<QByteArray> pinned; // keys that are shown by themselves
        QSet<quint64> unfolded; // shapes of which all members are shown, after their group
    };

    explicit GroupedItems(Family family, Settings settings = {});

    // Forgets all groups and makes those of the items that pass the filter now.
    void group(const Snapshot::Items &items, Instant now);
    // changes: from the items that were given before to these. While the order is held, no item
    // moves between a row of its own and a group.
    void update(const Snapshot::Items &items, const std::vector<PlaceChange> &changes, Instant now);
    void setUnfolded(quint64 shape, bool unfolded, Instant now);
    // While rows are held none vanishes and none turns into a group. False: something waits to be
    // grouped anew.
    bool setHeld(bool held);

    [[nodiscard]] const Settings &settings() const { return m_settings; }
    [[nodiscard]] const Snapshot::Items &source() const { return m_source; }
    // Sorted by key; a group stands before an item of the same key. While no row changes it is the
    // same vector, not an equal one.
    [[nodiscard]] const Snapshot::Items &shown() const { return m_shown; }
    [[nodiscard]] qsizetype members() const
    {
        return m_members;
    } // that pass the filter, grouped or not
    // Whether that item is in a group, which its shape then names.
    [[nodiscard]] bool isInGroup(const QByteArray &key) const;

private:
    struct Group
    {
        QByteArray pattern; // once it folds
        ItemPtr only; // the first member, until a second one comes and the group folds
        int members = 0;
        bool isUnfolded = false;
        bool isDirty = false; // what is shown of it is out of date
        std::unique_ptr<GroupTally> tally; // once it folds
    };
    using Groups = std::unordered_map<quint64, Group>;
    // Rows that come, change or go (nullptr), by key, a group first.
    using Edits = std::map<std::pair<QByteArray, bool>, ItemPtr>;

    [[nodiscard]] bool passes(const Item &item, Instant now) const;
    void movePlaces(const Snapshot::Items &items, const std::vector<PlaceChange> &changes);
    void enter(const ItemPtr &item, Edits &edits);
    void leave(const ItemPtr &item, Edits &edits);
    void fold(Group &group, const ItemPtr &next, Edits &edits);
    void touch(quint64 shape, Group &group);
    void showGroups(Instant now, Edits &edits);
    [[nodiscard]] ItemPtr rowOf(quint64 shape, Group &group, Instant now) const;
    void show(Edits &edits);

    Family m_family;
    Settings m_settings;
    Snapshot::Items m_source = std::make_shared<const std::vector<ItemPtr>>();
    Snapshot::Items m_shown = m_source;
    std::vector<char> m_isMember; // by place in m_source: it passed the filter when it came
    qsizetype m_members = 0;
    Groups m_groups;
    std::vector<quint64> m_dirty; // shapes
    QSet<quint64> m_moving; // shapes of groups that say something else as time passes
    bool m_isHeld = false;
    bool m_isUnsettled = false; // while it is held: groups are not as they should be
};

} // namespace lockstep
