// A vector with additional items is made only while something lingers. It is sorted by key like
// that of the snapshot, so the model that shows it needs no special case.

#include "ui/watch/rows/lingeringitems.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

bool hasKeyBefore(const ItemPtr &item, const QByteArray &key)
{
    return item->key < key;
}

bool contains(const std::vector<ItemPtr> &items, const QByteArray &key)
{
    const auto at = std::lower_bound(items.begin(), items.end(), key, hasKeyBefore);
    return at != items.end() && (*at)->key == key;
}

// freed: the lock as a free one; null where nothing tells how it became free.
ItemPtr asVanished(const Item &last, const ItemPtr &freed, Instant since, bool isUnknown)
{
    auto item = makeItem(last);
    item->reading = {}; // not held, and the key is missing
    item->reading.isUnreadable = isUnknown;
    item->readAt = since;
    item->firstSeen = freed ? freed->firstSeen : since;
    item->beginIsSeen = freed && freed->beginIsSeen;
    item->heldSince = {}; // of the last holder
    item->heldSinceIsRequest = false;
    item->heldSinceIsUnsure = false;
    item->renewals = 0;
    return item;
}

// It was free before a time in which nothing was seen, and is free after it; it may have been held
// in between.
ItemPtr asDoubted(const Item &vanished, Instant now)
{
    auto item = makeItem(vanished);
    item->heldSince = vanished.heldSince.value_or(vanished.firstSeen);
    item->heldSinceIsUnsure = true;
    item->firstSeen = now;
    return item;
}

} // namespace

bool hasVanished(const Item &item)
{
    return item.reading.ttl.isMissing();
}

bool hasLostItsPlace(const Item &vanished, Instant now)
{
    return hasVanished(vanished) && now - vanished.readAt >= LingeringItems::placeTime;
}

LingeringItems::LingeringItems(Family family)
    : m_family(family)
    , m_items(std::make_shared<const std::vector<ItemPtr>>())
    , m_shown(m_items)
{
}

LingeringItems::Shown LingeringItems::update(
    const Snapshot::Items &items, Instant now, const IsSelected &isSelected)
{
    if (items == m_items && m_vanished.empty() && !m_pinsAreNew)
        return {m_shown, {}};
    const size_t lingered = m_vanished.size();
    const bool isSame = items == m_items;
    std::vector<PlaceChange> changes;
    if (!isSame) {
        forgetReturned(*items);
        changes = changesBetween(*m_items, *items);
        noteVanished(changes, now, isSelected);
        m_items = items;
    }
    const bool pinsCame = showPinned(now);
    forgetOld(now);
    const bool anyDoubts = doubtUnseen(now);
    const bool anyMoves = endPlaces(now);
    if (isSame && m_vanished.size() == lingered && !pinsCame && !anyDoubts && !anyMoves)
        return {m_shown, {}};
    const Snapshot::Items before = m_shown;
    m_shown = m_vanished.empty() ? items : merged();
    if (lingered > 0 || !m_vanished.empty())
        changes = changesBetween(*before, *m_shown);
    return {m_shown, std::move(changes)};
}

void LingeringItems::noteVanished(
    const std::vector<PlaceChange> &changes, Instant now, const IsSelected &isSelected)
{
    for (const PlaceChange &change : changes) {
        if (change.after >= 0)
            continue;
        const ItemPtr &item = (*m_items)[size_t(change.before)];
        const bool selected = isSelected(item->key);
        const ItemPtr freed = freedOf(item->key);
        const bool isUnknown = freed && freed->reading.isUnreadable;
        const bool isFree = m_family == Family::Lock && !isUnknown;
        const bool lingers = isFree || selected || m_whenHeld;
        if ((lingers && !m_isRecorded) || m_pinned.contains(item->key))
            m_vanished[item->key] = {
                asVanished(*item, freed, now, isUnknown || m_isRecorded), now, selected};
    }
}

ItemPtr LingeringItems::freedOf(const QByteArray &key) const
{
    if (m_family != Family::Lock || !m_freed)
        return {};
    const auto at = std::lower_bound(m_freed->begin(), m_freed->end(), key, hasKeyBefore);
    return at != m_freed->end() && (*at)->key == key ? *at : ItemPtr();
}

bool LingeringItems::isUnseenSince(const QByteArray &key, Instant since) const
{
    const NodeStatus *const node = m_nodes ? nodeOf(*m_nodes, key) : nullptr;
    const auto &unseen = node ? node->unseen : m_unseen;
    return unseen && !unseen->empty() && unseen->back().to > since;
}

// Nobody reads a lock that is gone, so nothing else tells that its age is not known any more.
// Returns whether there were any.
bool LingeringItems::doubtUnseen(Instant now)
{
    bool any = false;
    for (auto &[key, vanished] : m_vanished) {
        const Item &item = *vanished.item;
        if (!item.format || item.reading.isUnreadable || !isUnseenSince(key, item.firstSeen))
            continue;
        vanished.item = asDoubted(item, now);
        any = true;
    }
    return any;
}

void LingeringItems::forgetReturned(const std::vector<ItemPtr> &items)
{
    std::erase_if(m_vanished, [&items](const auto &entry) { return contains(items, entry.first); });
}

void LingeringItems::forgetOld(Instant now)
{
    std::vector<Instant> unselected;
    for (const auto &[key, vanished] : m_vanished) {
        if (!vanished.isSelected && !wasThereWhenHeld(key) && !m_pinned.contains(key))
            unselected.push_back(vanished.since);
    }
    Instant oldest = now - lingerTime; // items that vanished then or earlier are dropped
    if (unselected.size() > mostLingering) {
        const auto last = unselected.end() - qsizetype(mostLingering) - 1;
        std::nth_element(unselected.begin(), last, unselected.end());
        oldest = std::max(oldest, *last);
    }
    std::erase_if(m_vanished, [&](const auto &entry) {
        const Vanished &vanished = entry.second;
        if (wasThereWhenHeld(entry.first) || m_pinned.contains(entry.first))
            return false;
        return vanished.since <= (vanished.isSelected ? now - lingerTime : oldest);
    });
}

// Replaces items that no longer keep their old place by copies. The table sees that as a change and
// sorts them again. Returns whether there were any.
bool LingeringItems::endPlaces(Instant now)
{
    bool any = false;
    for (auto &[key, vanished] : m_vanished) {
        if (!vanished.keepsPlace || vanished.isSelected || m_family != Family::Lock
            || !hasLostItsPlace(*vanished.item, now))
            continue;
        vanished.keepsPlace = false;
        vanished.item = makeItem(*vanished.item);
        any = true;
    }
    return any;
}

// Adds keys that were newly pinned and do not exist. Returns whether there were any.
bool LingeringItems::showPinned(Instant now)
{
    if (!std::exchange(m_pinsAreNew, false))
        return false;
    bool cameAny = false;
    for (const QByteArray &key : std::as_const(m_pinned)) {
        if (m_vanished.contains(key) || contains(*m_items, key))
            continue;
        auto item = makeItem();
        item->key = key;
        item->readAt = item->firstSeen = now;
        m_vanished[key] = {item, now, false};
        cameAny = true;
    }
    return cameAny;
}

void LingeringItems::setPinned(const QSet<QByteArray> &keys)
{
    m_pinsAreNew = m_pinsAreNew || keys != m_pinned;
    m_pinned = keys;
}

bool LingeringItems::wasThereWhenHeld(const QByteArray &key) const
{
    return m_whenHeld && contains(*m_whenHeld, key);
}

void LingeringItems::setHeld(bool held)
{
    if (held == bool(m_whenHeld))
        return;
    m_whenHeld = held ? m_shown : nullptr;
}

std::vector<ItemPtr> LingeringItems::vanished() const
{
    std::vector<ItemPtr> items;
    for (const auto &[key, vanished] : m_vanished)
        items.push_back(vanished.item);
    return items;
}

Snapshot::Items LingeringItems::merged() const
{
    auto items = std::make_shared<std::vector<ItemPtr>>();
    items->reserve(m_items->size() + m_vanished.size());
    auto from = m_items->begin();
    for (const auto &[key, vanished] : m_vanished) {
        const auto until = std::lower_bound(from, m_items->end(), key, hasKeyBefore);
        items->insert(items->end(), from, until);
        items->push_back(vanished.item);
        from = until;
    }
    items->insert(items->end(), from, m_items->end());
    return items;
}

} // namespace lockstep
