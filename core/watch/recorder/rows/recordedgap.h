#pragma once

#include "core/watch/items/journal.h"
#include "core/watch/recorder/rows/objectstate.h"

#include <QVariantList>

namespace lockstep {

// A time, from `since` until `until`, in which nothing is known of the keys that it covers.
struct RecordedGap
{
    qint64 id = 0;
    qint64 session = 0;
    // The first row of events and readings that was written after its end; empty: it lasts.
    std::optional<qint64> row;
    WallMilliseconds since = 0;
    std::optional<WallMilliseconds> until; // empty: it lasts until the session ends
    QString cause; // as gapId() has it; "overflow": more happened than could be written in time;
                   // see isIncomplete()
    QString node; // of a Cluster; empty: all that is watched
    QString slotRanges; // of that node: "0-5460 9000"; empty: all keys

    [[nodiscard]] bool contains(WallMilliseconds at) const
    {
        return since <= at && (!until || at < *until);
    }
    // Whether this is no gap, but a time in which not all keys had been looked at. Those that had
    // been looked at are known.
    [[nodiscard]] bool isIncomplete() const;
    [[nodiscard]] bool isOfAll() const { return slotRanges.isEmpty(); } // all keys
    [[nodiscard]] bool covers(const QByteArray &key) const;
};

inline QString clockSetCause() // the clock of the computer that recorded was set
{
    return QStringLiteral("clockSet");
}
// A node of a Cluster had not been heard of again when another one told the last thing that was
// recorded.
inline QString unheardCause()
{
    return QStringLiteral("unheard");
}
inline QString incompleteCause()
{
    return QStringLiteral("incomplete");
}

// No gap: what was recorded after it is in the log. The row is in the file itself, and the log has
// deleted it, so only who reads the file without its log finds it (RecordingWriter::moveLog()).
inline QString logNoteCause()
{
    return QStringLiteral("log");
}

QVariantList rowOf(const RecordedGap &gap);
RecordedGap gapFrom(const QVariantList &row);

} // namespace lockstep
