#pragma once

#include "core/watch/recorder/histories/historybuilder.h"
#include "core/watch/recorder/rows/recordedgap.h"
#include "core/watch/recorder/rows/recordingrows.h"

namespace lockstep {

// What a part of one session has of one key, as it was read from the file.
struct SessionPart
{
    struct Row
    {
        const RecordedItem *item = nullptr;
        bool isLine = false; // of the journal; else a reading
        QVariantList columns;

        [[nodiscard]] qint64 id() const { return columns.front().toLongLong(); }
    };
    struct Checkpoint
    {
        qint64 firstRow = 0;
        WallMilliseconds at = 0;
    };
    Family family = Family::Lock;
    WallMilliseconds from = 0;
    WallMilliseconds until = 0;
    std::optional<WallMilliseconds> completeAt; // all keys had been looked at; nothing: never
    // The rows begin at the checkpoint before the part. Rows after the part may tell that something
    // was so in it already.
    std::vector<Row> rows;
    std::vector<RecordedGap> gaps; // that cover the key
    std::vector<RecordedGap> incomplete; // see RecordedGap::isIncomplete()
    std::vector<Checkpoint> checkpoints;
    struct Line
    {
        qint64 id = 0;
        bool isRelease = false; // it says that the lock was free
    };
    std::optional<Line> lineBefore; // the last one before the rows that says anything of the lock
};

// Tells the builder what RecordingReader::at() says of each moment of the part. Errors: of the
// rows.
Result<void> tellPart(
    HistoryBuilder &builder, const SessionPart &part, const HolderWithId &holderOf);

} // namespace lockstep
