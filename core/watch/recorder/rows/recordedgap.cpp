#include "core/watch/recorder/rows/recordedgap.h"

#include "core/redis/values/hashslot.h"

#include <QStringList>

#include <algorithm>

namespace lockstep {

bool RecordedGap::isIncomplete() const
{
    return cause == incompleteCause();
}

bool RecordedGap::covers(const QByteArray &key) const
{
    if (isOfAll())
        return true;
    const int slot = hashSlot(key);
    const QStringList ranges = slotRanges.split(u' ', Qt::SkipEmptyParts);
    return std::any_of(ranges.begin(), ranges.end(), [slot](const QString &range) {
        const int first = range.section(u'-', 0, 0).toInt();
        return first <= slot && slot <= range.section(u'-', -1).toInt();
    });
}

QVariantList rowOf(const RecordedGap &gap)
{
    const auto text = [](const QString &words) { return words.isEmpty() ? QVariant() : words; };
    return {gap.id, gap.session, gap.row ? QVariant(*gap.row) : QVariant(), gap.since,
        gap.until ? QVariant(*gap.until) : QVariant(), text(gap.cause), text(gap.node),
        text(gap.slotRanges)};
}

RecordedGap gapFrom(const QVariantList &row)
{
    const auto number = [&row](int column) {
        return row[column].isNull() ? std::nullopt : std::optional(row[column].toLongLong());
    };
    return {row[0].toLongLong(), row[1].toLongLong(), number(2), row[3].toLongLong(), number(4),
        row[5].toString(), row[6].toString(), row[7].toString()};
}

} // namespace lockstep
