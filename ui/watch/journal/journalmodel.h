#pragma once

#include "core/watch/items/journalstore.h"
#include "ui/watch/journal/journalfilter.h"

#include <QAbstractTableModel>
#include <QBasicTimer>

#include <deque>

namespace lockstep {

// The lines of the journal that match a filter, the newest in row 0. The cost of appending depends
// only on what is appended. A new filter is applied from the newest line on, in slices of a few
// milliseconds between which the event loop runs, so the newest matches appear immediately.
class JournalModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Key, What, ColumnCount };

    explicit JournalModel(JournalLimits limits = {}, QObject *parent = nullptr);

    // entries: oldest first, all of them newer than those in the model.
    void append(const std::vector<JournalEntry> &entries);
    void clear(); // keeps the filter
    void setFilter(const JournalFilter &filter);
    [[nodiscard]] const JournalFilter &filter() const { return m_filter; }
    // Whether lines still have to be examined; isFilteringChanged() tells when all have been.
    [[nodiscard]] bool isFiltering() const { return m_unexamined > m_store.first(); }

    [[nodiscard]] const JournalStore &store() const { return m_store; }
    [[nodiscard]] const JournalEntry &entry(int row) const { return m_store.at(number(row)); }
    // The name that a rule gives the key; empty if none does.
    [[nodiscard]] static QString nameOfKey(const JournalEntry &entry);
    // The number of the line in the store.
    [[nodiscard]] quint64 number(int row) const;
    // The first row, counted from the newest, that is not newer than that line or time; rowCount()
    // if there is none.
    [[nodiscard]] int rowOf(quint64 number) const;
    [[nodiscard]] int rowAt(JournalFilter::Time time) const;
    [[nodiscard]] const JournalMatcher &matcher() const { return m_matcher; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void isFilteringChanged();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    void examineAnew();
    void examineSlice();
    void dropOldest();

    JournalStore m_store;
    JournalFilter m_filter;
    JournalMatcher m_matcher;
    std::deque<quint64> m_shown; // numbers of lines in the store, by row
    quint64 m_unexamined = 0; // lines below this number still have to be examined
    QBasicTimer m_timer;
};

} // namespace lockstep
