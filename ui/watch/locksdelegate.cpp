#include "ui/watch/locksdelegate.h"

#include "ui/watch/locksmodel.h"
#include "ui/wording.h"

#include <QCoreApplication>
#include <QPainter>

namespace lockstep {

double LocksDelegate::columnWidth(int column) const
{
    switch (column) {
    case LocksModel::HolderColumn:
        return 25;
    case LocksModel::TimeColumn:
        return 25;
    case LocksModel::AgeColumn:
        return 9.5;
    case LocksModel::StateColumn:
        return 16;
    default:
        return 0;
    }
}

void LocksDelegate::paintCell(const Cell &cell) const
{
    const Item &item = cell.item;
    switch (cell.column) {
    case LocksModel::KeyColumn:
        paintKey(cell,
            item.confidence == Confidence::Possible
                ? QCoreApplication::translate("LocksDelegate", "possible")
                : QString());
        return;
    case LocksModel::HolderColumn:
        paintPair(cell, LocksModel::holderText(item), wording::library(item));
        return;
    case LocksModel::TimeColumn:
        paintTimeLeft(cell);
        return;
    case LocksModel::AgeColumn:
        paintRight(cell, model().text(item, cell.column), colours().text);
        return;
    case LocksModel::StateColumn:
        paintState(cell);
        return;
    default:
        return;
    }
}

void LocksDelegate::paintTimeLeft(const Cell &cell) const
{
    const double figures = metrics().averageCharWidth() * 10.5;
    QRectF bar = barArea(cell.area);
    bar.setRight(cell.area.right() - figures);
    const Instant now = model().now();
    const Item &item = cell.item;
    const auto left = item.reading.ttl.remaining(now);
    if (left && bar.width() > 8) {
        const double whole = std::max<double>(item.longestLease, double(left->count()));
        const bool expiring = lockState(item, now) == LockState::Expiring;
        marks().bar(cell.painter, bar, whole > 0 ? double(left->count()) / whole : 0,
            expiring ? Marks::Fill::Hatched : Marks::Fill::Solid);
    } else if (item.reading.ttl.isPersistent() && bar.width() > 8) {
        const bool alarming = lockState(item, now) == LockState::Immortal;
        marks().bar(
            cell.painter, bar, 1, alarming ? Marks::Fill::Endless : Marks::Fill::EndlessByDesign);
    }
    paintRight(cell, LocksModel::timeText(item, now), colours().text);
}

void LocksDelegate::paintState(const Cell &cell) const
{
    const QString word = model().text(cell.item, cell.column);
    switch (lockState(cell.item, model().now())) {
    case LockState::Expiring:
        paintBadge(cell, Marks::Glyph::Hourglass, word, colours().expiring);
        return;
    case LockState::Immortal:
        paintBadge(cell, Marks::Glyph::Infinity, word, colours().violation);
        return;
    case LockState::OrphanSuspected:
        paintBadge(cell, Marks::Glyph::Question, word, colours().violation);
        return;
    case LockState::Held:
        if (cell.item.renewals > 0) {
            paintBadge(cell, Marks::Glyph::Renewed, word, colours().holding);
            return;
        }
        break;
    case LockState::Free:
        break;
    }
    paintLeft(cell, word, colours().secondary);
}

} // namespace lockstep
