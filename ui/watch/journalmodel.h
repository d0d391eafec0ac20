#pragma once

#include "core/watch/journal.h"
#include "ui/watch/keyfilter.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <deque>
#include <vector>

namespace lockstep {

// The last entries of the journal, the newest in row 0.
class JournalModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Key, What, ColumnCount };
    static constexpr int capacity = 10'000;

    using QAbstractTableModel::QAbstractTableModel;

    // entries: oldest first, all newer than those there are.
    void append(const std::vector<JournalEntry> &entries);
    void clear();
    [[nodiscard]] const JournalEntry &entry(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    std::deque<JournalEntry> m_entries;
};

// Lets entries through by key and kind. Entries without a key (the connection was lost) pass every
// filter of keys: they concern all of them.
class JournalFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit JournalFilter(JournalModel *model, QObject *parent = nullptr);

    void setKeys(const KeyFilter &keys);
    void setKind(std::optional<JournalEntry::Kind> kind); // nothing: all
    [[nodiscard]] std::optional<JournalEntry::Kind> kind() const { return m_kind; }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    JournalModel *m_model;
    KeyFilter m_keys;
    std::optional<JournalEntry::Kind> m_kind;
};

} // namespace lockstep
