#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/text/wording.h"
#include "ui/watch/rows/arrangement.h"
#include "ui/watch/rows/placechanges.h"

#include <QAbstractTableModel>
#include <QFutureWatcher>

#include <functional>

namespace lockstep {

struct ItemGroup;

// The rows of one family, filtered, and sorted by a column and then by key. Snapshots come only
// through setSnapshot() and are merged: rows that stay keep their persistent indexes, and with them
// selection, current cell and scroll position. The cost of a merge grows with the number of
// changes.
//
// If there are very many items, all rows are sorted and filtered on another thread. Until that is
// done the rows stay as they are, and only the latest of the snapshots that come meanwhile is kept.
// Then the rows change at once, by a reset of the model.
class ItemModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role { RawRole = Qt::UserRole /* exact: ms, ungrouped digits */ };

    // From this number of items on, all rows are arranged on another thread.
    static constexpr size_t manyItems = 20'000;

    ItemModel(Family family, const RowOrder &order, QObject *parent = nullptr);
    ~ItemModel() override;

    void setSnapshot(const Snapshot::Items &items, Instant now);
    // changes: the differences from the last vector, if they are known already.
    void setSnapshot(
        const Snapshot::Items &items, Instant now, const std::vector<PlaceChange> &changes);
    // Sets the moment that ages and remaining times refer to. It emits nothing: who shows times
    // repaints them. The moment goes back when the server stops answering, to the moment up to
    // which everything was seen.
    void setNow(Instant now);
    // Tells since when nothing was seen of the server, and the present moment.
    struct Unseen
    {
        Instant since{};
        Instant now{};
    };
    // unseen: nothing if the server answers.
    void setUnseen(const std::optional<Unseen> &unseen) { m_unseen = unseen; }
    // Sets whether what is shown is from a recording: then time may go back, what is unknown was
    // not seen, and nothing can be asked of the user for the server. The default is no.
    void setRecorded(bool recorded) { m_isRecorded = recorded; }
    [[nodiscard]] bool isRecorded() const { return m_isRecorded; }
    void setFilter(const ItemFilter &filter);
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    // Sets the keys that stay on top, whatever the order.
    void setPinned(const QSet<QByteArray> &keys);
    // While the order is held, no row moves by itself. A changed item keeps its row, even if it
    // does not match the filter any more, and new items come last. Afterwards the rows are sorted
    // again.
    void setOrderHeld(bool held);

    [[nodiscard]] Family family() const;
    [[nodiscard]] Instant now() const;
    // The latest now() so far, because ages never fall, but in a recording.
    [[nodiscard]] Instant ageNow() const { return m_agedTo; }
    [[nodiscard]] const std::optional<Unseen> &unseen() const { return m_unseen; }
    [[nodiscard]] const ItemPtr &item(int row) const;
    [[nodiscard]] int rowOf(const QByteArray &key) const; // -1 if it is not shown
    [[nodiscard]] const ItemFilter &filter() const;
    [[nodiscard]] bool shows(const Item &item) const; // whether it matches the filter
    [[nodiscard]] int sortColumn() const;
    [[nodiscard]] Qt::SortOrder sortOrder() const;
    [[nodiscard]] bool isOrderHeld() const { return m_orderHeld; }
    [[nodiscard]] bool isArranging() const { return m_arranging; }
    [[nodiscard]] bool isPinned(const Item &item) const { return m_places.isPinned(item); }
    // Whether its row stands below that of its unfolded group.
    [[nodiscard]] bool isBelowGroup(const Item &item) const;

    // The value of a reading, which must have one.
    [[nodiscard]] static QString readValueText(
        const Reading &reading, wording::Figures figures = wording::Figures::Whole);
    // The text of a cell: for people and screen readers, and exact for copying.
    [[nodiscard]] virtual QString text(const Item &item, int column) const = 0;
    [[nodiscard]] virtual QString rawText(const Item &item, int column) const = 0;
    // The same as text() with brief numbers, for a cell that has no room for all their digits.
    [[nodiscard]] virtual QString briefText(const Item &item, int column) const
    {
        return text(item, column);
    }
    [[nodiscard]] virtual QString toolTip(const Item &item, int column) const = 0;
    [[nodiscard]] virtual QString columnTitle(int column) const = 0;
    [[nodiscard]] virtual bool isNumeric(int column) const = 0;
    // Where there is no room for all columns, the one with the highest number tells least and is
    // left out first; 0: it never is.
    [[nodiscard]] virtual int dispensable(int column) const = 0;
    // Whether the column is empty in each row: a moment of a recording does not tell what follows
    // from several readings of an object.
    [[nodiscard]] bool isAlwaysEmpty(int column) const
    {
        return m_isRecorded && needsSeveralReadings(column);
    }
    // Whether the texts of the column change as time passes, without a new reading.
    [[nodiscard]] virtual bool tellsTime(int column) const = 0;
    // Whether the cell is a link by which the user can give the limit in a rule.
    [[nodiscard]] virtual bool asksForLimit(const Item &, int) const { return false; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void arrangingChanged(); // arranging on another thread has begun or ended

protected:
    // Whether the column shows what follows from several readings of an object.
    [[nodiscard]] virtual bool needsSeveralReadings(int) const { return false; }
    // Says, for example, "180 keys".
    [[nodiscard]] static QString countOf(const ItemGroup &group);
    // The text of a group in the first column, for people and screen readers, and its tool tip.
    [[nodiscard]] static QString groupTitle(const ItemGroup &group);
    [[nodiscard]] static QString groupToolTip(const ItemGroup &group);

private:
    using Row = ItemRow;
    struct Difference;

    [[nodiscard]] Row rowFor(int place) const;
    [[nodiscard]] bool isBefore(const Row &a, const Row &b) const;
    [[nodiscard]] Arranging arranging() const;
    void filterWhenDue();
    [[nodiscard]] bool isTooMuchAtOnce(
        const std::vector<ItemPtr> &items, const std::vector<PlaceChange> &changes) const;
    void arrangeAll(const Snapshot::Items &items);
    void applyArrangement(const ArrangementPtr &arrangement);
    void clear();
    [[nodiscard]] bool isInPlace(int row) const;
    [[nodiscard]] bool staysShown(int row, const Item &item);

    [[nodiscard]] Difference differenceTo(
        const std::vector<ItemPtr> &items, const std::vector<PlaceChange> &changes);
    void movePlaces(const std::vector<PlaceChange> &changes);
    void filterAnew();
    void apply(const Difference &difference);
    bool replace(const Difference &difference);
    void noteBlocks(const std::vector<ItemPtr> &items, const std::vector<PlaceChange> &changes);
    void renewBlocks();
    void remove(const std::vector<int> &rows);
    void insert(const std::vector<int> &places);
    void append(const std::vector<Row> &rows);
    void insertHeld(std::vector<Row> rows);
    void insertScattered(const std::vector<Row> &rows);
    void settle();
    void rearrange(const std::function<void()> &arrange);
    void gatherAtEnd(const std::vector<int> &rows);
    void indexRows();
    void announceChanges(const Difference &difference);

    Family m_family;
    RowOrder m_order;
    Snapshot::Items m_source = std::make_shared<const std::vector<ItemPtr>>();
    std::vector<Row> m_rows; // in the order in which they are shown
    std::vector<int> m_rowAt; // by index in m_source; -1 if filtered out
    std::vector<Row> m_spare; // reused between merges to save allocations
    ItemFilter m_filter;
    RowPlaces m_places;
    int m_sortColumn = 0;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_orderHeld = false;
    bool m_orderIsStale = false; // while the order is held: rows are out of order
    Instant m_now{};
    Instant m_agedTo{};
    std::optional<Unseen> m_unseen;
    bool m_isRecorded = false;
    bool m_arranging = false; // the rows are outdated until applyArrangement()
    Snapshot::Items m_latest; // the latest snapshot; used only while arranging
    // Emits finished() in a later turn of the event loop, and only for the last arrangement.
    QFutureWatcher<ArrangementPtr> m_arrangement;
    Instant m_filteredAt{};
};

} // namespace lockstep
