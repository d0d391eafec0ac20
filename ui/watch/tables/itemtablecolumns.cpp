// A part of ItemTable: its columns, how wide they are, which are shown, and what is remembered of
// that.

#include "ui/watch/tables/itemtable.h"

#include "ui/watch/tables/columnlayout.h"
#include "ui/watch/tables/itemdelegate.h"
#include "ui/widgets/tableheader.h"

#include <QHeaderView>
#include <QIODevice>
#include <QMenu>

#include <algorithm>

namespace lockstep {

void ItemTable::buildColumns()
{
    QHeaderView *header = horizontalHeader();
    m_contents.assign(size_t(m_model->columnCount()), 0);
    m_columns = new ColumnLayout(
        header, [this](int column) { return wishOf(column); }, this);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, [this, header](const QPoint &at) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        m_columns->addActions(menu);
        menu->popup(header->mapToGlobal(at));
    });
}

void ItemTable::setRecorded()
{
    m_model->setRecorded(true);
    m_lingering.setRecorded(true);
    QSet<int> unused;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (m_model->isAlwaysEmpty(column))
            unused.insert(column);
    }
    m_columns->setUnused(unused);
}

ColumnWish ItemTable::wishOf(int column) const
{
    const int least = std::max(m_delegate->leastWidth(column), m_header->titleWidth(column));
    const int dispensable = m_model->dispensable(column);
    const int usual = m_delegate->columnWidth(column);
    if (m_delegate->isGraphic(column))
        return {.least = least,
            .needed = least,
            .comfortable = std::max(usual, m_contents[size_t(column)]),
            .dispensable = dispensable};
    const int measured = m_contents[size_t(column)];
    const int contents = measured == 0 ? usual : std::max(least, measured);
    // One very long text must not take the width of all other columns.
    const int needed = std::min(contents, 2 * usual);
    // The word for an uncertain item belongs to the key, and so gets its width before any bar.
    if (column == 0)
        return {.least = least,
            .needed = needed + m_guess,
            .comfortable = contents + m_besideKey,
            .readable = std::min(needed, m_delegate->readableKeyWidth()) + m_guess};
    return {.least = least,
        .needed = needed,
        .comfortable = std::max(usual, contents),
        .number = m_delegate->staysWhole(column)
            ? needed
            : std::min(needed, m_delegate->shortestFigures(column)),
        .bar = m_delegate->widthWithBar(column),
        .dispensable = dispensable};
}

// Measures only the visible rows, and only widens columns, so that they do not jump.
void ItemTable::measureContents()
{
    const auto [first, last] = visibleRows();
    if (first == last)
        return;
    m_measuredAt = m_model->now();
    std::vector<int> contents = m_contents;
    int besideKey = m_besideKey;
    int guess = m_guess;
    for (int row = first; row < last; ++row) {
        for (int column = 0; column < m_model->columnCount(); ++column) {
            int &widest = contents[size_t(column)];
            widest = std::max(widest, m_delegate->contentsWidth(*m_model->item(row), column));
        }
        besideKey = std::max(besideKey, m_delegate->besideKeyWidth(*m_model->item(row)));
        guess = std::max(guess, m_delegate->guessWidth(*m_model->item(row)));
    }
    if (contents == m_contents && besideKey == m_besideKey && guess == m_guess)
        return;
    m_contents.swap(contents);
    m_besideKey = besideKey;
    m_guess = guess;
    m_columns->shareOut(viewport()->width());
}

void ItemTable::forgetContents()
{
    m_contents.assign(m_contents.size(), 0);
    m_besideKey = m_guess = 0;
    m_measuredAt = {};
    m_columns->shareOut(viewport()->width());
    measureContents();
}

void ItemTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    m_columns->shareOut(viewport()->width());
    measureContents();
}

QByteArray ItemTable::layoutState() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream.setVersion(ColumnLayout::streamVersion);
    stream << m_columns->state() << m_isGrouped;
    return state;
}

void ItemTable::restoreLayout(const QByteArray &state)
{
    QDataStream stream(state);
    stream.setVersion(ColumnLayout::streamVersion);
    QByteArray columns;
    bool grouped = false;
    stream >> columns >> grouped;
    if (stream.status() != QDataStream::Ok || !m_columns->restore(columns))
        return;
    sortByColumn(
        horizontalHeader()->sortIndicatorSection(), horizontalHeader()->sortIndicatorOrder());
    if (m_isArrangeable)
        setGrouped(grouped);
}

} // namespace lockstep
