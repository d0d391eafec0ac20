#pragma once

#include "ui/watch/rows/placechanges.h"

#include <QSet>

#include <functional>
#include <map>

namespace lockstep {

// What a table shows of successive snapshots: their items and, for a while, items that have
// vanished. A contended lock is free for some milliseconds between two holds, and a row that comes
// and goes could be neither clicked nor read.
//
// A vanished item is shown as one whose key is missing. Locks stay for lingerTime, items of other
// families only if they are selected, and pinned items stay always. A pinned key that was never
// there is shown as an item without a format.
class LingeringItems
{
public:
    static constexpr std::chrono::seconds lingerTime{10};
    // How long a vanished item keeps its old place in the order, unless it is selected; see
    // ItemModel::replace().
    static constexpr std::chrono::seconds placeTime{1};
    // The number of vanished items that are shown without being selected; beyond it the oldest are
    // dropped.
    static constexpr size_t mostLingering = 500;

    using IsSelected = std::function<bool(const QByteArray &key)>;

    explicit LingeringItems(Family family);

    // The items to show, sorted by key, and the differences from those shown before.
    struct Shown
    {
        Snapshot::Items items; // the same vector that was given, if no item has vanished
        std::vector<PlaceChange> changes;
    };
    // isSelected is called only for keys that vanished.
    Shown update(const Snapshot::Items &items, Instant now, const IsSelected &isSelected);
    // While rows are held, items that were there at the beginning stay beyond their time, so that
    // no row below them moves up.
    void setHeld(bool held);
    // freed: see Snapshot::freed; used by the next update. A lock that vanished without becoming
    // free lingers only if it is selected or pinned, and its state is unknown then.
    void setFreed(const Snapshot::Items &freed) { m_freed = freed; }
    // When nothing was seen of the keys of all nodes, or of a server that is no Cluster (see
    // Snapshot); used by the next update. What was free before is not certain to have been free all
    // the time.
    void setGaps(std::shared_ptr<const std::vector<UnseenSpan>> unseen,
        std::shared_ptr<const std::vector<NodeStatus>> nodes)
    {
        m_unseen = std::move(unseen);
        m_nodes = std::move(nodes);
    }
    // Whether each update shows another moment of a recording: then nothing lingers, because what
    // is not there any more need not have vanished in between.
    void setRecorded(bool recorded) { m_isRecorded = recorded; }
    // Takes effect with the next update.
    void setPinned(const QSet<QByteArray> &keys);

    // The result of the latest update, including vanished items.
    [[nodiscard]] const Snapshot::Items &shown() const { return m_shown; }
    [[nodiscard]] qsizetype itemsInSnapshot() const { return qsizetype(m_items->size()); }
    // Items that have vanished and are still shown.
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
    bool doubtUnseen(Instant now);
    [[nodiscard]] ItemPtr freedOf(const QByteArray &key) const; // null: it is not among them
    [[nodiscard]] bool isUnseenSince(const QByteArray &key, Instant since) const;
    [[nodiscard]] bool wasThereWhenHeld(const QByteArray &key) const;
    [[nodiscard]] Snapshot::Items merged() const;

    Family m_family;
    std::map<QByteArray, Vanished> m_vanished;

    // M_items is of the latest snapshot; m_shown also has the vanished ones.
    Snapshot::Items m_items, m_shown;
    Snapshot::Items m_freed; // nullptr if unknown
    std::shared_ptr<const std::vector<UnseenSpan>> m_unseen; // nullptr if unknown
    std::shared_ptr<const std::vector<NodeStatus>> m_nodes; // nullptr if unknown
    QSet<QByteArray> m_pinned;
    bool m_pinsAreNew = false;
    bool m_isRecorded = false;
    Snapshot::Items m_whenHeld; // what was shown when holding began; nullptr if rows are not held
};

// Whether the key of the item is gone, so that only its last state is shown.
bool hasVanished(const Item &item);
// Whether it vanished so long ago that its place in the table is not kept any more.
bool hasLostItsPlace(const Item &vanished, Instant now);

} // namespace lockstep
