#include "ui/watch/journalmodel.h"

#include "ui/watch/journalsentence.h"
#include "ui/wording.h"

namespace lockstep {

void JournalModel::append(const std::vector<JournalEntry> &entries)
{
    const auto fresh = static_cast<int>(std::min<std::size_t>(entries.size(), capacity));
    if (fresh == 0)
        return;
    const int excess = static_cast<int>(m_entries.size()) + fresh - capacity;
    if (excess > 0) {
        const auto size = static_cast<int>(m_entries.size());
        beginRemoveRows({}, size - excess, size - 1);
        m_entries.resize(m_entries.size() - static_cast<std::size_t>(excess));
        endRemoveRows();
    }
    beginInsertRows({}, 0, fresh - 1);
    m_entries.insert(m_entries.begin(), entries.rbegin(), entries.rbegin() + fresh);
    endInsertRows();
}

void JournalModel::clear()
{
    beginResetModel();
    m_entries.clear();
    endResetModel();
}

const JournalEntry &JournalModel::entry(int row) const
{
    return m_entries.at(static_cast<std::size_t>(row));
}

int JournalModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int JournalModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant JournalModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::DisplayRole)
        return {};
    const JournalEntry &shown = entry(index.row());
    switch (index.column()) {
    case Time:
        return journalTime(shown);
    case Key:
        return shown.name.isEmpty() ? wording::key(shown.key) : shown.name;
    case What:
        return journalSentence(shown);
    default:
        return {};
    }
}

QVariant JournalModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time (UTC)");
    case Key:
        return tr("Key");
    case What:
        return tr("What happened");
    default:
        return {};
    }
}

JournalFilter::JournalFilter(JournalModel *model, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(model);
}

void JournalFilter::setKeys(const KeyFilter &keys)
{
    if (keys == m_keys)
        return;
    m_keys = keys;
    invalidateFilter();
}

void JournalFilter::setKind(std::optional<JournalEntry::Kind> kind)
{
    if (kind == m_kind)
        return;
    m_kind = kind;
    invalidateFilter();
}

bool JournalFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    if (parent.isValid())
        return false;
    const JournalEntry &entry = m_model->entry(row);
    if (m_kind && entry.kind != *m_kind)
        return false;
    return entry.key.isEmpty() || m_keys.isEmpty() || m_keys.matches(entry.key);
}

} // namespace lockstep
