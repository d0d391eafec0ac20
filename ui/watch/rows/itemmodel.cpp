// What views ask of the model. itemmerge.cpp has how a snapshot becomes rows.

#include "ui/watch/rows/itemmodel.h"

#include "ui/watch/rows/itemgroup.h"

#include <QTextDocument>

#include <algorithm>

namespace lockstep {

ItemModel::ItemModel(Family family, const RowOrder &order, QObject *parent)
    : QAbstractTableModel(parent)
    , m_family(family)
    , m_order(order)
    , m_now(std::chrono::steady_clock::now())
{
    connect(&m_arrangement, &QFutureWatcherBase::finished, this, [this] {
        if (!m_arrangement.isCanceled())
            applyArrangement(m_arrangement.result());
    });
}

ItemModel::~ItemModel()
{
    m_arrangement.cancel();
}

void ItemModel::setNow(Instant now)
{
    m_now = now;
    m_agedTo = m_isRecorded ? now : std::max(m_agedTo, now);
}

Family ItemModel::family() const
{
    return m_family;
}

Instant ItemModel::now() const
{
    return m_now;
}

const ItemPtr &ItemModel::item(int row) const
{
    return m_rows.at(size_t(row)).item;
}

int ItemModel::rowOf(const QByteArray &key) const
{
    const auto at = std::lower_bound(m_source->begin(), m_source->end(), key,
        [](const ItemPtr &item, const QByteArray &wanted) { return item->key < wanted; });
    return at != m_source->end() && (*at)->key == key ? m_rowAt[size_t(at - m_source->begin())]
                                                      : -1;
}

const ItemFilter &ItemModel::filter() const
{
    return m_filter;
}

bool ItemModel::isBelowGroup(const Item &item) const
{
    return !asGroup(item) && m_places.blockOf(item);
}

int ItemModel::sortColumn() const
{
    return m_sortColumn;
}

Qt::SortOrder ItemModel::sortOrder() const
{
    return m_sortOrder;
}

QString ItemModel::readValueText(const Reading &reading, wording::Figures figures)
{
    const auto large = largeInteger(reading);
    return large && figures == wording::Figures::Whole ? wording::integer(*large)
                                                       : wording::number(*reading.value, figures);
}

int ItemModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ItemModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Item &shown = *item(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(shown, index.column());
    case Qt::ToolTipRole: // escapes keys that look like markup
        return Qt::convertFromPlainText(index.column() == 0 && isPinned(shown)
                ? toolTip(shown, 0) + u'\n' + tr("Pinned: it stays on top. Ctrl+P unpins it.")
                : toolTip(shown, index.column()));
    case Qt::AccessibleTextRole:
        return index.column() == 0 && isPinned(shown)
            ? tr("%1, pinned", "a row's key").arg(text(shown, 0))
            : text(shown, index.column());
    case Qt::TextAlignmentRole:
        return int((isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case RawRole:
        return rawText(shown, index.column());
    default:
        return {};
    }
}

QString ItemModel::countOf(const ItemGroup &group)
{
    return tr("%n keys", nullptr, group.members);
}

QString ItemModel::groupTitle(const ItemGroup &group)
{
    return (group.isUnfolded ? tr("%1, %2, unfolded") : tr("%1, %2, folded"))
        .arg(wording::key(group.key), countOf(group));
}

QString ItemModel::groupToolTip(const ItemGroup &group)
{
    return wording::key(group.key, 400) + u'\n' + countOf(group) + u'\n'
        + (group.isUnfolded ? tr("A click on the triangle, or ←, folds them into one row.")
                            : tr("A click on the triangle, or →, shows each of them."));
}

QVariant ItemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole)
        return columnTitle(section);
    if (role == Qt::TextAlignmentRole)
        return int((isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace lockstep
