#pragma once

#include "core/watch/snapshot.h"
#include "ui/watch/keyfilter.h"

#include <QAbstractTableModel>

#include <functional>

namespace lockstep {

// The rows of one family, filtered, sorted by a column and, where that says the same, by key.
// Snapshots come in through one door and are merged: rows that stay keep their persistent indexes,
// and with them selection, current cell and scroll position. What a merge costs grows with what
// changed.
class ItemModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role { RawRole = Qt::UserRole /* exact: ms, ungrouped digits */ };

    explicit ItemModel(Family family, QObject *parent = nullptr);

    void setSnapshot(const Snapshot::Items &items, Instant now);
    // The moment that times are told for; nothing is emitted, whoever shows them repaints them.
    void setNow(Instant now);
    void setFilter(const KeyFilter &filter);
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    // While it is held no row moves by itself: what changes keeps its row, also where it no longer
    // passes the filter, and what is new comes last. Afterwards the order is taken again.
    void setOrderHeld(bool held);

    [[nodiscard]] Family family() const;
    [[nodiscard]] Instant now() const;
    [[nodiscard]] std::chrono::system_clock::time_point wallNow() const;
    [[nodiscard]] const ItemPtr &item(int row) const;
    [[nodiscard]] qsizetype total() const; // unfiltered
    [[nodiscard]] const KeyFilter &filter() const;
    [[nodiscard]] bool shows(const Item &item) const; // it passes the filter
    [[nodiscard]] int sortColumn() const;
    [[nodiscard]] Qt::SortOrder sortOrder() const;
    [[nodiscard]] bool isOrderHeld() const { return m_orderHeld; }

    // What a cell says, for people and screen readers, and exactly, for copies.
    [[nodiscard]] virtual QString text(const Item &item, int column) const = 0;
    [[nodiscard]] virtual QString rawText(const Item &item, int column) const = 0;
    [[nodiscard]] virtual QString toolTip(const Item &item, int column) const = 0;
    [[nodiscard]] virtual QString columnTitle(int column) const = 0;
    [[nodiscard]] virtual bool isNumeric(int column) const = 0;
    // Says something else as time passes, without a new reading.
    [[nodiscard]] virtual bool tellsTime(int column) const = 0;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

protected:
    // The order of a column: by rank, then by compareWords. Both may depend on the item only, not
    // on the time: a row's place is found again by them.
    [[nodiscard]] virtual double rank(const Item &item, int column) const = 0;
    [[nodiscard]] virtual int compareWords(const Item &a, const Item &b, int column) const;
    // What wall clocks said at the zero of our monotonic clock; fixed for a model's life, see
    // rank().
    [[nodiscard]] std::chrono::system_clock::duration clockOffset() const;

private:
    struct Row
    {
        ItemPtr item;
        double rank = 0;
        int place = 0; // in m_source; -1: about to be removed
        int before = 0; // row, while rows are rearranged
        bool changed = false; // in this merge; may be out of order
    };
    struct Difference;

    [[nodiscard]] Row rowFor(int place) const;
    [[nodiscard]] bool isBefore(const Row &a, const Row &b) const;
    [[nodiscard]] bool isInPlace(int row) const;
    [[nodiscard]] bool staysShown(int row, const Item &item);

    [[nodiscard]] Difference differenceTo(const std::vector<ItemPtr> &items);
    void filterAnew();
    void apply(const Difference &difference);
    bool replace(const Difference &difference);
    void remove(const std::vector<int> &rows);
    void insert(const std::vector<int> &places);
    void append(const std::vector<Row> &rows);
    void insertScattered(const std::vector<Row> &rows);
    void settle();
    void rearrange(const std::function<void()> &arrange);
    void gatherAtEnd(const std::vector<int> &rows);
    void indexRows();
    void announceChanges(const Difference &difference);

    Family m_family;
    Snapshot::Items m_source = std::make_shared<const std::vector<ItemPtr>>();
    std::vector<Row> m_rows; // what is shown, in order
    std::vector<int> m_rowAt; // by place in m_source; -1: filtered out
    std::vector<Row> m_spare; // keeps its memory between merges
    KeyFilter m_filter;
    int m_sortColumn = 0;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_orderHeld = false;
    bool m_orderIsStale = false; // while it is held: rows are not where they belong
    Instant m_now{};
    std::chrono::system_clock::duration m_clockOffset;
};

} // namespace lockstep
