#include "ui/watch/tables/columnlayout.h"

#include <QHeaderView>
#include <QIODevice>
#include <QMenu>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace lockstep {

ColumnLayout::ColumnLayout(QHeaderView *header, WishOf wishOf, QObject *parent)
    : QObject(parent)
    , m_header(header)
    , m_wishOf(std::move(wishOf))
{
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionsMovable(true);
    connect(header, &QHeaderView::sectionResized, this, &ColumnLayout::noteResized);
    connect(header, &QHeaderView::sectionHandleDoubleClicked, this, [this](int column) {
        m_sizedByUser.remove(column);
        shareOut(m_available);
    });
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this] {
        if (!m_isSharing)
            shareOut(m_available);
    });
}

void ColumnLayout::setUnused(const QSet<int> &columns)
{
    m_unused = columns;
    m_leftOut.subtract(columns);
    {
        const QScopedValueRollback sharing(m_isSharing, true);
        hideUnused();
    }
    shareOut(m_available);
}

void ColumnLayout::hideUnused()
{
    for (const int column : std::as_const(m_unused))
        m_header->setSectionHidden(column, true);
}

void ColumnLayout::noteResized(int column)
{
    if (m_isSharing || m_header->isSectionHidden(column))
        return;
    m_sizedByUser.insert(column);
    shareOut(m_available);
}

void ColumnLayout::shareOut(int available)
{
    m_available = available;
    const QScopedValueRollback sharing(m_isSharing, true);
    leaveOut(available);
    std::vector<int> columns;
    std::vector<ColumnWish> wishes;
    int left = available;
    for (int column = 0; column < m_header->count(); ++column) {
        if (m_header->isSectionHidden(column))
            continue;
        if (m_sizedByUser.contains(column)) {
            left -= m_header->sectionSize(column);
            continue;
        }
        columns.push_back(column);
        wishes.push_back(m_wishOf(column));
    }
    const std::vector<int> widths = lockstep::shareOut(left, wishes);
    for (size_t i = 0; i < columns.size(); ++i)
        m_header->resizeSection(columns[i], widths[i]);
}

bool ColumnLayout::isHiddenByUser(int column) const
{
    return m_header->isSectionHidden(column) && !m_leftOut.contains(column);
}

// A column that the user has sized is wanted.
void ColumnLayout::leaveOut(int available)
{
    int needed = 0;
    std::vector<std::pair<int, int>> dispensable; // which goes first, column
    for (int column = 0; column < m_header->count(); ++column) {
        if (isHiddenByUser(column))
            continue;
        const bool isSized = m_sizedByUser.contains(column);
        const ColumnWish wish = m_wishOf(column);
        needed += isSized ? m_header->sectionSize(column) : wish.least;
        if (wish.dispensable > 0 && !isSized && column != m_header->sortIndicatorSection())
            dispensable.emplace_back(wish.dispensable, column);
    }
    std::sort(dispensable.begin(), dispensable.end());
    QSet<int> leftOut;
    for (; needed > available && !dispensable.empty(); dispensable.pop_back()) {
        const int column = dispensable.back().second;
        leftOut.insert(column);
        needed -= m_wishOf(column).least;
    }
    for (int column = 0; column < m_header->count(); ++column) {
        if (leftOut.contains(column) != m_leftOut.contains(column))
            m_header->setSectionHidden(column, leftOut.contains(column));
    }
    m_leftOut = leftOut;
}

void ColumnLayout::addActions(QMenu *menu)
{
    for (int column = 1; column < m_header->count(); ++column) {
        if (m_unused.contains(column))
            continue;
        const QString title = m_header->model()->headerData(column, Qt::Horizontal).toString();
        //: %1: the title of a column that is not shown because the table is too narrow
        QAction *action =
            menu->addAction(m_leftOut.contains(column) ? tr("%1 (no room)").arg(title) : title);
        action->setCheckable(true);
        action->setChecked(!isHiddenByUser(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            {
                const QScopedValueRollback sharing(m_isSharing, true);
                m_leftOut.remove(column);
                m_header->setSectionHidden(column, !shown);
            }
            shareOut(m_available);
        });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Reset columns")), &QAction::triggered, this, &ColumnLayout::reset);
}

void ColumnLayout::reset()
{
    m_sizedByUser.clear();
    {
        const QScopedValueRollback sharing(m_isSharing, true);
        m_leftOut.clear();
        for (int column = 0; column < m_header->count(); ++column) {
            m_header->setSectionHidden(column, false);
            m_header->moveSection(m_header->visualIndex(column), column);
        }
        hideUnused();
    }
    shareOut(m_available);
}

QByteArray ColumnLayout::state() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream.setVersion(streamVersion);
    // The header saves the columns that are left out as hidden.
    stream << qint32(m_header->count()) << m_sizedByUser << m_header->saveState() << m_leftOut;
    return state;
}

bool ColumnLayout::restore(const QByteArray &state)
{
    QDataStream stream(state);
    stream.setVersion(streamVersion);
    qint32 count = 0;
    QSet<int> sized;
    QByteArray header;
    QSet<int> leftOut;
    stream >> count >> sized >> header;
    if (!stream.atEnd()) // an older version left out no column
        stream >> leftOut;
    if (stream.status() != QDataStream::Ok || count != m_header->count())
        return false;
    {
        const QScopedValueRollback sharing(m_isSharing, true);
        if (!m_header->restoreState(header))
            return false;
        m_header->setSectionHidden(0, false);
        for (const int column : std::as_const(leftOut)) {
            if (column > 0 && column < m_header->count())
                m_header->setSectionHidden(column, false);
        }
        hideUnused();
    }
    m_leftOut.clear();
    m_sizedByUser = sized;
    shareOut(m_available);
    return true;
}

} // namespace lockstep
