// Groups items by the shape of their keys, which ProbeSampler defines; a group is named by the glob
// for that shape.
//
// A shape with only one item is not a group, because a row that says "1" and has to be unfolded
// helps nobody. Once there were two items it stays a group until the last one is gone or everything
// is grouped again, because rows that fold and unfold by themselves cannot be read.
//
// A member is subtracted from the totals with exactly the reading that was added. Whether an item
// was added is stored for each item, because the filter may match it at another time than now.

#include "ui/watch/rows/groupeditems.h"

#include "core/watch/discovery/probesampler.h"
#include "core/watch/values/glob.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

bool isGroup(const ItemPtr &item)
{
    return asGroup(*item) != nullptr;
}

std::pair<QByteArrayView, bool> orderOf(const ItemPtr &item)
{
    return {item->key, !isGroup(item)};
}

} // namespace

GroupedItems::GroupedItems(Family family, Settings settings)
    : m_family(family)
    , m_settings(std::move(settings))
{
}

bool GroupedItems::passes(const Item &item, Instant now) const
{
    return m_settings.filter.matches(item, now);
}

bool GroupedItems::isInGroup(const QByteArray &key) const
{
    if (m_settings.pinned.contains(key))
        return false;
    const auto at = m_groups.find(groupIdOf(key));
    return at != m_groups.end() && at->second.tally;
}

void GroupedItems::group(const Snapshot::Items &items, Instant now)
{
    m_source = items;
    m_isMember.assign(items->size(), 0);
    m_members = 0;
    m_groups.clear();
    m_dirty.clear();
    m_moving.clear();
    m_isUnsettled = false;
    // The group of each item, by the item's index; nullptr where it has none.
    std::vector<std::pair<quint64, Group *>> groupOf(items->size());
    for (size_t place = 0; place < items->size(); ++place) {
        const ItemPtr &item = (*items)[place];
        if (!passes(*item, now))
            continue;
        m_isMember[place] = 1;
        ++m_members;
        if (m_settings.pinned.contains(item->key))
            continue;
        const quint64 shape = groupIdOf(item->key);
        Group &group = m_groups[shape];
        groupOf[place] = {shape, &group};
        if (group.members++ == 0)
            group.only = item;
    }
    Edits none;
    std::vector<ItemPtr> shown;
    for (size_t place = 0; place < items->size(); ++place) {
        const ItemPtr &item = (*items)[place];
        const auto &[shape, group] = groupOf[place];
        if (m_isMember[place] && group && group->members > 1) {
            if (!group->tally)
                fold(*group, {}, none);
            group->isUnfolded = m_settings.unfolded.contains(shape);
            group->tally->add(item);
        }
        if (m_isMember[place] && (!group || !group->tally || group->isUnfolded))
            shown.push_back(item);
    }
    for (auto &[shape, group] : m_groups) {
        if (group.tally)
            shown.push_back(rowOf(shape, group, now));
        if (group.tally && group.tally->dependsOnTime())
            m_moving.insert(shape);
    }
    std::sort(shown.begin(), shown.end(),
        [](const ItemPtr &a, const ItemPtr &b) { return orderOf(a) < orderOf(b); });
    m_shown = std::make_shared<const std::vector<ItemPtr>>(std::move(shown));
}

void GroupedItems::update(
    const Snapshot::Items &items, const std::vector<PlaceChange> &changes, Instant now)
{
    Edits edits;
    std::vector<std::pair<int, bool>> entered; // indexes in items
    for (const auto &[before, after] : changes) {
        const bool wasMember = before >= 0 && m_isMember[size_t(before)];
        const bool isMember =
            after >= 0 && (passes(*(*items)[size_t(after)], now) || (wasMember && m_isHeld));
        if (wasMember)
            leave((*m_source)[size_t(before)], edits);
        if (isMember)
            enter((*items)[size_t(after)], edits);
        if (after >= 0)
            entered.emplace_back(after, isMember);
    }
    if (items != m_source)
        movePlaces(items, changes);
    for (const auto &[place, isMember] : entered)
        m_isMember[size_t(place)] = isMember ? 1 : 0;
    m_source = items;
    showGroups(now, edits);
    show(edits);
}

// Moves the membership flags to the items' places in the new vector. If no item came or went, the
// places are the same.
void GroupedItems::movePlaces(const Snapshot::Items &items, const std::vector<PlaceChange> &changes)
{
    const bool moved = std::any_of(changes.begin(), changes.end(),
        [](const PlaceChange &change) { return change.before < 0 || change.after < 0; });
    if (!moved)
        return;
    std::vector<char> isMember;
    isMember.reserve(items->size());
    auto from = m_isMember.cbegin();
    for (const auto &[before, after] : changes) {
        // Copies the flags up to the changed item. For an inserted item, the number of items before
        // it in the new vector tells how many.
        const auto until = before >= 0 ? m_isMember.cbegin() + before
                                       : from + (after - qsizetype(isMember.size()));
        isMember.insert(isMember.end(), from, until);
        from = before >= 0 ? until + 1 : until;
        if (after >= 0)
            isMember.push_back(0);
    }
    isMember.insert(isMember.end(), from, m_isMember.cend());
    m_isMember.swap(isMember);
}

void GroupedItems::enter(const ItemPtr &item, Edits &edits)
{
    ++m_members;
    const bool isPinned = m_settings.pinned.contains(item->key);
    const quint64 shape = isPinned ? 0 : groupIdOf(item->key);
    Group *group = isPinned ? nullptr : &m_groups[shape];
    if (group) {
        ++group->members;
        if (!group->only && !group->tally)
            group->only = item;
        if (!group->tally && group->members > 1) {
            if (m_isHeld)
                m_isUnsettled = true;
            else
                fold(*group, item, edits);
        }
    }
    if (group && group->tally) {
        group->tally->add(item);
        touch(shape, *group);
    }
    if (!group || !group->tally || group->isUnfolded)
        edits[{item->key, true}] = item;
}

void GroupedItems::leave(const ItemPtr &item, Edits &edits)
{
    --m_members;
    const bool isPinned = m_settings.pinned.contains(item->key);
    const quint64 shape = isPinned ? 0 : groupIdOf(item->key);
    const auto at = isPinned ? m_groups.end() : m_groups.find(shape);
    if (at != m_groups.end()) {
        Group &group = at->second;
        --group.members;
        if (group.only == item)
            group.only.reset();
        if (group.tally) {
            group.tally->remove(item);
            touch(shape, group);
        } else if (group.members == 0) {
            edits[{item->key, true}] = nullptr;
            m_groups.erase(at);
            return;
        }
    }
    if (at == m_groups.end() || !at->second.tally || at->second.isUnfolded)
        edits[{item->key, true}] = nullptr;
}

// Makes a group of a shape that had one member, which is added here. next: the member that the
// caller is about to add.
void GroupedItems::fold(Group &group, const ItemPtr &next, Edits &edits)
{
    const ItemPtr first = std::exchange(group.only, ItemPtr());
    group.tally = std::make_unique<GroupTally>(m_family);
    group.pattern = ProbeSampler::globOf(first->key);
    group.isUnfolded = m_settings.unfolded.contains(groupIdOf(first->key));
    if (!next || first == next)
        return;
    group.tally->add(first);
    if (!group.isUnfolded)
        edits[{first->key, true}] = nullptr;
}

void GroupedItems::touch(quint64 shape, Group &group)
{
    if (!std::exchange(group.isDirty, true))
        m_dirty.push_back(shape);
}

ItemPtr GroupedItems::rowOf(quint64 shape, Group &group, Instant now) const
{
    auto row = group.tally->total(now);
    row->key = group.pattern;
    row->shape = shape;
    row->isUnfolded = group.isUnfolded;
    return row;
}

void GroupedItems::showGroups(Instant now, Edits &edits)
{
    for (const quint64 shape : std::as_const(m_moving)) {
        if (const auto at = m_groups.find(shape); at != m_groups.end())
            touch(shape, at->second);
    }
    for (const quint64 shape : std::exchange(m_dirty, {})) {
        const auto at = m_groups.find(shape);
        if (at == m_groups.end())
            continue;
        Group &group = at->second;
        group.isDirty = false;
        if (group.members == 0 && !m_isHeld) {
            edits[{group.pattern, false}] = nullptr;
            m_moving.remove(shape);
            m_groups.erase(at);
            continue;
        }
        m_isUnsettled = m_isUnsettled || group.members == 0;
        edits[{group.pattern, false}] = rowOf(shape, group, now);
        if (group.tally->dependsOnTime())
            m_moving.insert(shape);
        else
            m_moving.remove(shape);
    }
}

// Merges the edits into the sorted rows.
void GroupedItems::show(Edits &edits)
{
    if (edits.empty())
        return;
    auto shown = std::make_shared<std::vector<ItemPtr>>();
    shown->reserve(m_shown->size() + edits.size());
    auto from = m_shown->begin();
    for (auto &[order, item] : edits) {
        const std::pair<QByteArrayView, bool> wanted(order.first, order.second);
        const auto until = std::lower_bound(from, m_shown->end(), wanted,
            [](const ItemPtr &each, const auto &value) { return orderOf(each) < value; });
        shown->insert(shown->end(), from, until);
        from = until != m_shown->end() && orderOf(*until) == wanted ? until + 1 : until;
        if (item)
            shown->push_back(std::move(item));
    }
    shown->insert(shown->end(), from, m_shown->end());
    m_shown = std::move(shown);
}

void GroupedItems::setUnfolded(quint64 shape, bool unfolded, Instant now)
{
    if (unfolded)
        m_settings.unfolded.insert(shape);
    else
        m_settings.unfolded.remove(shape);
    const auto at = m_groups.find(shape);
    if (at == m_groups.end() || !at->second.tally || at->second.isUnfolded == unfolded)
        return;
    Group &group = at->second;
    group.isUnfolded = unfolded;
    touch(shape, group);
    Edits edits;
    // All keys of this shape begin with the literal beginning of its pattern.
    const QByteArray begin = Glob(group.pattern).literalPrefix();
    const auto first = std::lower_bound(m_source->begin(), m_source->end(), begin,
        [](const ItemPtr &item, const QByteArray &key) { return item->key < key; });
    for (auto item = first; item != m_source->end() && (*item)->key.startsWith(begin); ++item) {
        if (m_isMember[size_t(item - m_source->begin())]
            && !m_settings.pinned.contains((*item)->key) && groupIdOf((*item)->key) == shape)
            edits[{(*item)->key, true}] = unfolded ? *item : ItemPtr();
    }
    showGroups(now, edits);
    show(edits);
}

bool GroupedItems::setHeld(bool held)
{
    m_isHeld = held;
    return held || !m_isUnsettled;
}

} // namespace lockstep
