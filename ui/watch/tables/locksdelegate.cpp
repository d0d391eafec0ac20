#include "ui/watch/tables/locksdelegate.h"

#include "ui/text/wording.h"
#include "ui/watch/rows/locksmodel.h"
#include "ui/watchtext/itemwording.h"

#include <QCoreApplication>
#include <QPainter>

namespace lockstep {

int LocksDelegate::columnWidth(int column) const
{
    switch (column) {
    case LocksModel::HolderColumn:
        return padded(textWidth(QStringLiteral("285475da:52 ×2 Redisson")));
    case LocksModel::TimeColumn:
        return padded(barWidth() + figuresWidth(QStringLiteral("59 m 59 s")));
    case LocksModel::AgeColumn:
        return padded(textWidth(QStringLiteral("59 m 59 s")));
    case LocksModel::StateColumn:
        return padded(badgeRoom(Marks::Glyph::Renewed,
            QCoreApplication::translate("lockstep::LocksModel", "renewed %1×").arg(99)));
    default:
        return padded(keyMetrics().averageCharWidth() * 24);
    }
}

// No column counts as graphic: a longer bar than necessary is worth less than the end of a long
// key.
bool LocksDelegate::isGraphic(int) const
{
    return false;
}

// The state has figures, too: how often a lock was renewed, and how many wait for it.
bool LocksDelegate::staysWhole(int column) const
{
    return column == LocksModel::StateColumn || ItemDelegate::staysWhole(column);
}

int LocksDelegate::shortestFigures(int column) const
{
    return column == LocksModel::TimeColumn
        ? padded(textWidth(wording::age(std::chrono::minutes(59) + std::chrono::seconds(59))))
        : 0;
}

int LocksDelegate::widthWithBar(int column) const
{
    return column == LocksModel::TimeColumn
        ? padded(shortestBar() + figuresWidth(QStringLiteral("59 m 59 s")))
        : 0;
}

int LocksDelegate::leastWidth(int column) const
{
    switch (column) {
    case LocksModel::HolderColumn:
        return padded(metrics().averageCharWidth() * 7);
    case LocksModel::TimeColumn:
        return padded(textWidth(QStringLiteral("59.9 s")));
    case LocksModel::AgeColumn:
        return padded(textWidth(QStringLiteral("≥ 59.9 s")));
    case LocksModel::StateColumn:
        return columnWidth(column); // the number of renewals is never cut
    default:
        return padded(keyMetrics().averageCharWidth() * 9);
    }
}

double LocksDelegate::cellWidth(const Item &item, int column) const
{
    if (column == LocksModel::TimeColumn && !asGroup(item))
        return figuresWidth(LocksModel::timeText(item, model().now()));
    if (column == LocksModel::StateColumn)
        return badgeRoom(Marks::Glyph::Renewed, model().text(item, column));
    return ItemDelegate::cellWidth(item, column);
}

QString LocksDelegate::besideKey(const Item &item) const
{
    return item.name.isEmpty() ? QString() : wording::key(item.name.toUtf8());
}

// Text and length of the bar in pixels, because either may change alone.
QString LocksDelegate::timeLook(const Item &item, int column, int width) const
{
    const QString text = model().text(item, column);
    const auto left = item.reading.ttl.remaining(model().now());
    if (column != LocksModel::TimeColumn || !left || item.longestLease <= 0)
        return text;
    const bool expiring = lockState(item, model().now()) == LockState::Expiring;
    return text + QChar(expiring ? u'!' : u' ')
        + QString::number(left->count() * width / item.longestLease);
}

void LocksDelegate::paintCell(const Cell &cell) const
{
    switch (cell.column) {
    case LocksModel::KeyColumn:
        paintKey(cell);
        return;
    case LocksModel::HolderColumn:
        paintHolder(cell);
        return;
    case LocksModel::TimeColumn:
        paintTimeLeft(cell);
        return;
    case LocksModel::AgeColumn:
        paintFigures(cell);
        return;
    case LocksModel::StateColumn:
        paintState(cell);
        return;
    default:
        return;
    }
}

void LocksDelegate::paintGroupCell(const Cell &cell, const ItemGroup &group) const
{
    const QString word = model().text(group, cell.column);
    const LockState worst = LocksModel::worstState(group);
    if (cell.column == LocksModel::TimeColumn)
        paintFigures(cell);
    else if (cell.column == LocksModel::StateColumn && worst == LockState::Immortal)
        paintBadge(cell, Marks::Glyph::Infinity, word, colours().violation);
    else if (cell.column == LocksModel::StateColumn && worst == LockState::OrphanSuspected)
        paintBadge(cell, Marks::Glyph::Question, word, colours().violation);
    else if (cell.column == LocksModel::StateColumn)
        paintLeft(cell, word, colours().secondary);
    else
        ItemDelegate::paintGroupCell(cell, group);
}

double LocksDelegate::barWidth() const
{
    return std::round(metrics().height() * 5);
}

// A bar shorter than this could not be compared with others.
double LocksDelegate::shortestBar() const
{
    return std::round(metrics().height() * 2.5);
}

double LocksDelegate::figuresWidth(const QString &sample) const
{
    return textWidth(sample) + metrics().height() * 0.6;
}

// All bars of a column have the same length, because their fillings could not be compared
// otherwise. A time that is too wide for the rest of the column is written in two units.
void LocksDelegate::paintTimeLeft(const Cell &cell) const
{
    const double whole = figuresWidth(QStringLiteral("99 h 59 m 59 s"));
    const double shortened = figuresWidth(QStringLiteral("59 m 59 s"));
    const bool inFull = cell.area.width() >= barWidth() + whole;
    QRectF bar = barArea(cell.area);
    bar.setRight(cell.area.right() - (inFull ? whole : shortened));
    const Instant now = model().now();
    const Item &item = cell.item;
    const auto left = timeLeft(item, now);
    // It is not known for how long a permit was given whose key has no TTL.
    const bool isPartKnown = left && !item.reading.ttl.isPersistent();
    if (isPartKnown && bar.width() >= shortestBar()) {
        const double lease = std::max<double>(item.longestLease, double(left->count()));
        const bool expiring = lockState(item, now) == LockState::Expiring;
        marks().bar(cell.painter, bar, lease > 0 ? double(left->count()) / lease : 0,
            expiring ? Marks::Fill::Hatched : Marks::Fill::Solid);
    } else if (!left && item.reading.ttl.isPersistent() && bar.width() >= shortestBar()) {
        const bool alarming = lockState(item, now) == LockState::Immortal;
        marks().bar(
            cell.painter, bar, 1, alarming ? Marks::Fill::Endless : Marks::Fill::EndlessByDesign);
    }
    const QString text = left && !inFull ? wording::age(*left) : LocksModel::timeText(item, now);
    if (left && !inFull)
        noteCut();
    paintFigures(cell, text, text);
}

void LocksDelegate::paintHolder(const Cell &cell) const
{
    const Item &item = cell.item;
    const QString library = item.format ? wording::library(item) : QString();
    if (!item.format || item.reading.isUnreadable || !item.reading.holder)
        return paintPair(cell, LocksModel::holderText(item), library);
    const wording::Holders holders = wording::holders(item.reading);
    const QString text = holders.text();
    if (textWidth(text) <= cell.area.width() + 1)
        return paintPair(cell, text, library);
    paintLeft(cell,
        fittingName(holders.name, {holders.pattern, holders.shortPattern}, cell.area.width()),
        colours().text);
}

void LocksDelegate::paintState(const Cell &cell) const
{
    const QString word = model().text(cell.item, cell.column);
    switch (lockState(cell.item, model().now())) {
    case LockState::Expiring:
        paintBadge(cell, Marks::Glyph::Hourglass, word, colours().expiringText);
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
    case LockState::Unknown:
        break;
    }
    paintLeft(cell, word, colours().secondary);
}

} // namespace lockstep
