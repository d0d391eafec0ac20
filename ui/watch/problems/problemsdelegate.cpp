#include "ui/watch/problems/problemsdelegate.h"

#include "ui/text/wording.h"
#include "ui/watch/problems/problemsmodel.h"
#include "ui/watchtext/itemwording.h"

#include <algorithm>

namespace lockstep {

int ProblemsDelegate::columnWidth(int column) const
{
    switch (column) {
    case ProblemsModel::ProblemColumn:
        return padded(
            std::max(badgeRoom(Marks::Glyph::Cross, wording::state(BucketState::Exhausted)),
                badgeRoom(Marks::Glyph::Infinity, wording::state(LockState::Immortal))));
    case ProblemsModel::DetailsColumn:
        return padded(metrics().averageCharWidth() * 24);
    case ProblemsModel::AgeColumn:
        return padded(textWidth(QStringLiteral("59 m 59 s")));
    default:
        return padded(keyMetrics().averageCharWidth() * 24);
    }
}

bool ProblemsDelegate::staysWhole(int column) const
{
    return column == ProblemsModel::ProblemColumn || ItemDelegate::staysWhole(column);
}

bool ProblemsDelegate::isGraphic(int) const
{
    return false;
}

int ProblemsDelegate::leastWidth(int column) const
{
    if (column == ProblemsModel::DetailsColumn || column == ProblemsModel::KeyColumn)
        return padded(keyMetrics().averageCharWidth() * 10);
    return columnWidth(column);
}

double ProblemsDelegate::cellWidth(const Item &item, int column) const
{
    if (column == ProblemsModel::ProblemColumn)
        return badgeRoom(Marks::Glyph::Cross, model().text(item, column));
    return ItemDelegate::cellWidth(item, column);
}

QString ProblemsDelegate::besideKey(const Item &item) const
{
    return item.name.isEmpty() ? QString() : wording::key(item.name.toUtf8());
}

// The name of a lock's holder may be cut, the numbers of a counter or a limit may not.
void ProblemsDelegate::paintDetails(const Cell &cell) const
{
    const auto fits = [&](const QString &text) { return textWidth(text) <= cell.area.width() + 1; };
    const QString text = model().text(cell.item, cell.column);
    const bool isLock = cell.item.format && cell.item.format->family() == Family::Lock;
    if (isLock || fits(text))
        return paintLeft(cell, text, colours().text);
    noteCut();
    const QString brief = model().briefText(cell.item, cell.column);
    paintLeft(cell, fits(brief) ? brief : QString(QChar(0x2026)), colours().text);
}

void ProblemsDelegate::paintCell(const Cell &cell) const
{
    const QString text = model().text(cell.item, cell.column);
    switch (cell.column) {
    case ProblemsModel::KeyColumn:
        return paintKey(cell);
    case ProblemsModel::DetailsColumn:
        return paintDetails(cell);
    case ProblemsModel::AgeColumn:
        return paintFigures(cell);
    default:
        break;
    }
    const auto kind = ProblemsModel::problemOf(cell.item, model().now());
    if (!kind)
        return paintLeft(cell, text, colours().secondary);
    switch (*kind) {
    case ProblemKind::Immortal:
        return paintBadge(cell, Marks::Glyph::Infinity, text, colours().violation);
    case ProblemKind::Orphan:
        return paintBadge(cell, Marks::Glyph::Question, text, colours().violation);
    case ProblemKind::Exhausted:
    case ProblemKind::Stopped:
        return paintBadge(cell, Marks::Glyph::Cross, text, colours().violation);
    case ProblemKind::NotRenewed:
    case ProblemKind::HeldLong:
    case ProblemKind::WaitedFor:
        return paintBadge(cell, Marks::Glyph::Hourglass, text, colours().expiringText);
    }
}

} // namespace lockstep
