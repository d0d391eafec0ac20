#pragma once

#include "core/watch/recorder/rows/objectstate.h"

#include <QVariantList>

namespace lockstep {

// What a row of `items` says of a key: what it is, so that it can be shown without a catalogue.
struct RecordedItem
{
    qint64 id = 0;
    QByteArray key;
    Family family = Family::Lock;
    QString name;
    Confidence confidence = Confidence::Certain;
    bool isFamilyKnown = true;
    FormatPtr format; // made from the row: it describes the object, but cannot read a key
};
QVariantList rowOf(const RecordedItem &item);
RecordedItem itemFrom(const QVariantList &row);

// HolderId returns the id of a holder in the file, and writes the holder if it is not there yet.
// HolderWithId returns the holder that has an id.
using HolderId = std::function<Result<qint64>(const Holder &)>;
using HolderWithId = std::function<Result<Holder>(qint64)>;

QVariantList rowOf(qint64 id, const Holder &holder);
Holder holderFrom(const QVariantList &row);

// The longest time for which a change may have waited before it was seen, so that it may have
// happened so long before the time of its row. Empty: it was seen at once.
using Lateness = std::optional<Milliseconds>;

// A line of the journal. item: the id of its object; empty where the line is about no key.
Result<QVariantList> rowOf(qint64 id, const JournalEntry &entry, std::optional<qint64> item,
    const Lateness &late, const HolderId &idOf);
// item: the object of the row; nullptr where the row is about no key.
Result<JournalEntry> entryFrom(
    const QVariantList &row, const RecordedItem *item, const HolderWithId &holderOf);

// A reading. at: the moment at which the object was so.
Result<QVariantList> rowOf(qint64 id, WallMilliseconds at, qint64 item, const ObjectState &state,
    const Lateness &late, const HolderId &idOf);
Result<ObjectState> stateFrom(const QVariantList &row, const HolderWithId &holderOf);

// An alert that fires or has fired: a row of `alerts`.
struct RecordedAlert
{
    qint64 id = 0; // of the line of the journal
    qint64 session = 0;
    std::optional<qint64> item;
    WallMilliseconds firedAt = 0;
    std::optional<WallMilliseconds> endedAt;
    JournalEntry entry; // Firing
};
Result<QVariantList> rowOf(const RecordedAlert &alert, const HolderId &idOf);
Result<RecordedAlert> alertFrom(const QVariantList &row, const HolderWithId &holderOf);

// The time of day that a row of events or readings has.
inline WallMilliseconds rowTime(const QVariantList &row)
{
    return row[1].toLongLong();
}

inline JournalEntry::Kind rowKind(const QVariantList &event)
{
    return JournalEntry::Kind(event[3].toInt());
}
// row: of events or readings.
Lateness latenessOf(const QVariantList &row);
// Whether the reading is of a semaphore that names its holders.
bool rowHasPermits(const QVariantList &reading);

} // namespace lockstep
