#include "ui/watch/tables/columnlayout.h"

#include <QHeaderView>
#include <QIODevice>
#include <QMenu>
#include <QScopedValueRollback>

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

void ColumnLayout::addActions(QMenu *menu)
{
    for (int column = 1; column < m_header->count(); ++column) {
        QAction *action =
            menu->addAction(m_header->model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_header->isSectionHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            {
                const QScopedValueRollback sharing(m_isSharing, true);
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
        for (int column = 0; column < m_header->count(); ++column) {
            m_header->setSectionHidden(column, false);
            m_header->moveSection(m_header->visualIndex(column), column);
        }
    }
    shareOut(m_available);
}

QByteArray ColumnLayout::state() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream.setVersion(streamVersion);
    stream << qint32(m_header->count()) << m_sizedByUser << m_header->saveState();
    return state;
}

bool ColumnLayout::restore(const QByteArray &state)
{
    QDataStream stream(state);
    stream.setVersion(streamVersion);
    qint32 count = 0;
    QSet<int> sized;
    QByteArray header;
    stream >> count >> sized >> header;
    if (stream.status() != QDataStream::Ok || count != m_header->count())
        return false;
    {
        const QScopedValueRollback sharing(m_isSharing, true);
        if (!m_header->restoreState(header))
            return false;
        m_header->setSectionHidden(0, false);
    }
    m_sizedByUser = sized;
    shareOut(m_available);
    return true;
}

} // namespace lockstep
