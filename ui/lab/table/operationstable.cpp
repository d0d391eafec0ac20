// Heights are fixed and widths are those of the first rows, because measuring looks at each row and
// there may be a million of them. Columns of numbers are measured at the last rows as well, which
// have the largest numbers.

#include "ui/lab/table/operationstable.h"

#include "ui/lab/table/operationsmodel.h"
#include "ui/widgets/marks.h"
#include "ui/widgets/tableheader.h"
#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

constexpr int mostCopied = 200'000; // rows, far more than a clipboard is useful for
constexpr int mostMeasured = 60; // rows, more than are visible at a time

bool isCode(int column)
{
    return column == OperationsModel::Command || column == OperationsModel::Reply;
}

// Shares a width among columns. Spare room is distributed as these columns usually need it. If
// there is too little, no column gets less than its part while another has more than it needs.
std::array<int, 3> shareWidth(int width, const std::array<int, 3> &needed)
{
    constexpr std::array usual{45, 22, 33}; // percent
    std::array<int, 3> shares = needed;
    const int spare = width - needed[0] - needed[1] - needed[2];
    if (spare >= 0) {
        for (std::size_t i = 0; i < shares.size(); ++i)
            shares[i] += spare * usual[i] / 100;
        return shares;
    }
    std::array<std::size_t, 3> order{0, 1, 2};
    std::sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return needed[a] < needed[b]; });
    int rest = width;
    for (std::size_t i = 0; i < order.size(); ++i) {
        int &share = shares[order[i]];
        share = std::min(share, rest / int(order.size() - i));
        rest -= share;
    }
    return shares;
}

class OperationDelegate : public QStyledItemDelegate
{
public:
    OperationDelegate(const Theme *theme, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        const Colours &colours = m_theme->colours();
        const bool isChosen = option.state & QStyle::State_Selected;
        const bool isMarked = index.data(OperationsModel::IsMarkedRole).toBool();
        const bool isProof = index.data(OperationsModel::IsProofRole).toBool();
        if (isChosen || isMarked)
            painter->fillRect(option.rect,
                isChosen ? colours.selection : blended(colours.selection, colours.panel, 0.45));
        if (isProof && index.column() == OperationsModel::Place)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()),
                colours.violation);
        QFont font = isCode(index.column()) ? fixedFont(option.font) : option.font;
        if (isProof)
            font.setWeight(QFont::DemiBold);
        const bool isQuiet = index.column() == OperationsModel::Line
            || (index.column() == OperationsModel::Reply
                && index.data(OperationsModel::IsLostRole).toBool());
        const double side = sidePadding(QFontMetricsF(option.font));
        const double left = index.column() == 0 ? edgePadding(QFontMetricsF(option.font)) : side;
        const QRectF area = QRectF(option.rect).adjusted(left, 0, -side, 0);
        painter->setFont(font);
        painter->setPen(isQuiet                                        ? colours.secondary
                : isProof && index.column() == OperationsModel::Effect ? colours.violation
                                                                       : colours.text);
        painter->drawText(area, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine,
            QFontMetricsF(font).elidedText(
                index.data().toString(), Qt::ElideRight, area.width() + 1));
    }

private:
    const Theme *m_theme;
};

} // namespace

OperationsTable::OperationsTable(QAbstractItemModel *model, const Theme *theme, QWidget *parent)
    : RowTable(theme, parent)
{
    auto *header = new TableHeader(theme, this);
    header->setSectionsClickable(false);
    header->setSortIndicatorShown(false);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    setHorizontalHeader(header);
    setModel(model);
    setItemDelegate(new OperationDelegate(theme, this));
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    setAccessibleName(tr("Operations"));
    applyFont();
    connect(model, &QAbstractItemModel::modelReset, this, &OperationsTable::spreadColumns);
    connect(theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void OperationsTable::showRow(int row)
{
    if (row == currentIndex().row() && row >= 0)
        return;
    m_isUpdating = true;
    if (row < 0) {
        clearSelection();
        setCurrentIndex({});
    } else {
        const QRect seen = viewport()->rect();
        const int top = rowViewportPosition(row);
        const bool isSeen = top >= 0 && top + rowHeight(row) <= seen.height();
        selectRow(row);
        if (!isSeen)
            scrollTo(model()->index(row, 0), PositionAtCenter);
    }
    m_isUpdating = false;
}

void OperationsTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    RowTable::currentChanged(current, previous);
    if (!m_isUpdating && current.isValid())
        Q_EMIT rowChosen(current.row());
}

QString OperationsTable::selectionAsTsv() const
{
    QStringList lines;
    QItemSelection ranges = selectionModel()->selection();
    std::sort(ranges.begin(), ranges.end(),
        [](const auto &a, const auto &b) { return a.top() < b.top(); });
    for (const QItemSelectionRange &range : std::as_const(ranges)) {
        for (int row = range.top(); row <= range.bottom() && lines.size() < mostCopied; ++row) {
            QStringList cells;
            for (int column = 0; column < model()->columnCount(); ++column) {
                if (hasTitle(column))
                    cells << model()->index(row, column).data(OperationsModel::RawRole).toString();
            }
            lines << cells.join(u'\t');
        }
    }
    return lines.join(u'\n');
}

void OperationsTable::copy()
{
    const QString rows = selectionAsTsv();
    if (!rows.isEmpty())
        QGuiApplication::clipboard()->setText(rows);
}

void OperationsTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && currentIndex().isValid()) {
        Q_EMIT rowChosen(currentIndex().row());
        return;
    }
    RowTable::keyPressEvent(event);
}

void OperationsTable::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *action = menu->addAction(tr("Copy rows"), this, &OperationsTable::copy);
    action->setShortcut(QKeySequence::Copy);
    action->setEnabled(selectionModel()->hasSelection());
    menu->popup(event->globalPos());
}

void OperationsTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        applyFont();
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Operations"));
}

void OperationsTable::resizeEvent(QResizeEvent *event)
{
    const int row = currentIndex().row();
    const bool wasSeen =
        row >= 0 && rowViewportPosition(row) + rowHeight(row) <= event->oldSize().height();
    QTableView::resizeEvent(event);
    spreadColumns();
    if (wasSeen && rowViewportPosition(row) + rowHeight(row) > viewport()->height())
        scrollTo(currentIndex());
}

void OperationsTable::applyFont()
{
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(qRound(fontMetrics().height() * 1.45));
    horizontalHeader()->setMinimumSectionSize(fontMetrics().averageCharWidth() * 4);
    spreadColumns();
}

bool OperationsTable::hasTitle(int column) const
{
    return model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).isValid();
}

int OperationsTable::neededWidth(int column) const
{
    QFont font = isCode(column) ? fixedFont(this->font()) : this->font();
    font.setWeight(QFont::DemiBold); // the weight of rows that prove something
    const QFontMetricsF metrics(font);
    double widest = metrics.horizontalAdvance(
        model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    const auto measure = [&](int from, int until) {
        for (int row = from; row < until; ++row)
            widest = std::max(
                widest, metrics.horizontalAdvance(model()->index(row, column).data().toString()));
    };
    const int rows = model()->rowCount();
    measure(0, std::min(rows, mostMeasured));
    if (column < OperationsModel::Command)
        measure(std::max(mostMeasured, rows - mostMeasured), rows);
    return int(std::ceil(widest + 2 * sidePadding(QFontMetricsF(this->font()))));
}

// Command, reply and effect share what the narrow columns leave. A column without a name is not
// shown, nor are the lines of the program where the others take all the room.
void OperationsTable::spreadColumns()
{
    const int unit = fontMetrics().averageCharWidth();
    const QFontMetricsF metrics(font());
    const int edge = int(std::ceil(edgePadding(metrics) - sidePadding(metrics)));
    int rest = viewport()->width();
    const auto give = [&](int column, int width, bool isWanted = true) {
        const bool isThere = isWanted && hasTitle(column);
        setColumnHidden(column, !isThere);
        setColumnWidth(column, width);
        rest -= isThere ? width : 0;
    };
    give(OperationsModel::Place, std::max(unit * 9, neededWidth(OperationsModel::Place) + edge));
    give(OperationsModel::Sent, std::max(unit * 11, neededWidth(OperationsModel::Sent)));
    give(OperationsModel::Replied, std::max(unit * 13, neededWidth(OperationsModel::Replied)));
    give(OperationsModel::Client,
        std::clamp(neededWidth(OperationsModel::Client), unit * 8, unit * 18));
    const int leastShared = unit * 30;
    const int line = std::max(unit * 6, neededWidth(OperationsModel::Line));
    give(OperationsModel::Line, line, rest - line >= leastShared);
    const int shared = std::max(rest, leastShared);
    const auto widths = shareWidth(shared,
        {neededWidth(OperationsModel::Command), neededWidth(OperationsModel::Reply),
            neededWidth(OperationsModel::Effect)});
    give(OperationsModel::Command, widths[0]);
    give(OperationsModel::Reply, widths[1]);
    give(OperationsModel::Effect, shared - widths[0] - widths[1]);
}

} // namespace lockstep
