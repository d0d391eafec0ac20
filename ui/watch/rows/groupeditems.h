#pragma once

#include "ui/watch/rows/itemfilter.h"
#include "ui/watch/rows/itemgroup.h"
#include "ui/watch/rows/placechanges.h"

#include <QSet>

#include <unordered_map>

namespace lockstep {

// What a table shows of its items when names of one shape share a row: an ItemGroup for each shape
// that has had two or more items, and the items that are in no group. Only items that match the
// filter count. The cost of an update grows with the number of changes, not of items.
//
// It may be moved to another thread and used there.
class GroupedItems
{
public:
    struct Settings
    {
        ItemFilter filter;
        QSet<QByteArray> pinned; // keys that have a row of their own
        QSet<quint64> unfolded; // shapes whose members are all shown, below their group
    };

    explicit GroupedItems(Family family, Settings settings = {});

    // Forgets all groups and makes new ones of the items that match the filter now.
    void group(const Snapshot::Items &items, Instant now);
    // changes: the differences from the last items to these. While rows are held, no item moves
    // between a row of its own and a group.
    void update(const Snapshot::Items &items, const std::vector<PlaceChange> &changes, Instant now);
    void setUnfolded(quint64 shape, bool unfolded, Instant now);
    // While rows are held, none vanishes and none turns into a group. Returns false if something
    // has to be grouped again.
    bool setHeld(bool held);

    [[nodiscard]] const Settings &settings() const { return m_settings; }
    [[nodiscard]] const Snapshot::Items &source() const { return m_source; }
    // Sorted by key; a group stands before an item with the same key. As long as no row changes it
    // is the same vector, not an equal one.
    [[nodiscard]] const Snapshot::Items &shown() const { return m_shown; }
    // The items that match the filter, grouped or not.
    [[nodiscard]] qsizetype members() const { return m_members; }
    // Whether the item with that key is in a group.
    [[nodiscard]] bool isInGroup(const QByteArray &key) const;

private:
    struct Group
    {
        QByteArray pattern; // set once it folds
        ItemPtr only; // the first member; cleared when a second one comes and the group folds
        int members = 0;
        bool isUnfolded = false;
        bool isDirty = false; // its row is outdated
        std::unique_ptr<GroupTally> tally; // set once it folds
    };
    using Groups = std::unordered_map<quint64, Group>;
    // Rows to insert, replace or remove (nullptr), by key; a group comes before an item.
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
    // Whether each item of m_source matched the filter when it came, by its index.
    std::vector<char> m_isMember;
    qsizetype m_members = 0;
    Groups m_groups;
    std::vector<quint64> m_dirty; // shapes
    QSet<quint64> m_moving; // shapes of groups whose row changes as time passes
    bool m_isHeld = false;
    bool m_isUnsettled = false; // whether groups have become outdated while rows are held
};

} // namespace lockstep
