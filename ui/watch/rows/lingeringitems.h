#pragma once

#include "ui/watch/rows/placechanges.h"

#include <QSet>

#include <functional>
#include <map>

namespace lockstep {

// What a table shows of successive snapshots: their items and, for a while, those that have
// vanished from them. A contended lock is free for some milliseconds between two holds: a row that
// went and came back each time could be neither aimed at nor studied.
//
// A vanished item is shown as one whose key is missing: its reading says nothing but that. Locks
// stay for lingerTime, items of other families only if they are selected, and what is pinned stays.
// A pinned key that was never there is shown as an item that has no format.
class LingeringItems
{
public:
    static constexpr std::chrono::seconds lingerTime{10};
    // For how long it keeps its old place, unless it is selected: see ItemModel::replace().
    static constexpr std::chrono::seconds placeTime{1};
    // How many vanished items that are not selected are shown; beyond that the oldest ones go.
    static constexpr size_t mostLingering = 500;

    using IsSelected = std::function<bool(const QByteArray &key)>;

    explicit LingeringItems(Family family);

    // What is to be shown, sorted by key, and how it differs from what was shown before.
    struct Shown
    {
        Snapshot::Items items; // the very vector that was given where nothing lingers
        std::vector<PlaceChange> changes;
    };
    // isSelected is called only for keys that vanished.
    Shown update(const Snapshot::Items &items, Instant now, const IsSelected &isSelected);
    // While they are held, items that were there when that began stay beyond their time, so that no
    // row below them moves up.
    void setHeld(bool held);
    // freed: see Snapshot::freed; used by the next update. A lock that went, but did not become
    // free, lingers only if it is selected or pinned, and its state is unknown then.
    void setFreed(const Snapshot::Items &freed) { m_freed = freed; }
    // Takes effect with the next update.
    void setPinned(const QSet<QByteArray> &keys);

    // What the latest update returned, with those that have vanished and linger.
    [[nodiscard]] const Snapshot::Items &shown() const { return m_shown; }
    [[nodiscard]] qsizetype present() const { return qsizetype(m_items->size()); }
    // The items that have vanished and are still shown.
    [[nodiscard]] std::vector<ItemPtr> vanished() const;

private:
    struct Vanished
    {
        ItemPtr item;
        Instant since;
        bool isSelected = false;
        bool keepsPlace = true;
    };
    void noteVanished(
        const std::vector<PlaceChange> &changes, Instant now, const IsSelected &isSelected);
    void forgetReturned(const std::vector<ItemPtr> &items);
    void forgetOld(Instant now);
    bool endPlaces(Instant now);
    bool showPinned(Instant now);
    [[nodiscard]] bool wasThereWhenHeld(const QByteArray &key) const;
    [[nodiscard]] Snapshot::Items merged() const;

    Family m_family;
    std::map<QByteArray, Vanished> m_vanished;
    [[nodiscard]] bool hasBecomeUnknown(const QByteArray &key) const;

    Snapshot::Items m_items, m_shown; // of the latest snapshot; with the vanished ones
    Snapshot::Items m_freed; // nothing: it is not told
    QSet<QByteArray> m_pinned;
    bool m_pinsAreNew = false;
    Snapshot::Items m_whenHeld; // what was shown when it began; nothing: not held
};

// Whether the item's key is gone, so that what is shown of it is what was known last.
bool hasVanished(const Item &item);
// Whether it went so long ago that its place in the table is not kept for it any more.
bool hasLostItsPlace(const Item &vanished, Instant now);

} // namespace lockstep
