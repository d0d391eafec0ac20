// Writes readings of objects (part of RecordingWriter). A reading is written only if a reader would
// not conclude the same from the rows so far (ObjectState::tells): if a counter has another value,
// somebody waits for a lock, or an object is seen for the first time. So a change of a lock, which
// the journal describes completely, takes one row.
//
// Something may become known of an object between two readings of it: that permits which were not
// read have ended, or who waits. That has the time of the snapshot, which is half a second late at
// most.
//
// A reader begins at the last checkpoint, which has a reading of each object. After a gap, an
// object is unknown until it has been read again, and then gets a reading even if it has not
// changed. A gap in which announcements were only late is an exception: what was not announced is
// as it was, so the object gets that reading at the end of the gap.

#include "core/watch/formats/formatdata.h"
#include "core/watch/recorder/recordingwriter.h"

#include <algorithm>

namespace lockstep {

namespace {

using Knowledge = ObjectState::Knowledge;

constexpr int rowsPerObject = 8; // from one checkpoint to the next; see checkpointRows
constexpr int partsKept = 8; // a limit is divided into so many parts; whole parts are deleted
constexpr qint64 bytesPerRow = 80; // about

ItemPtr itemIn(const Snapshot::Items &items, const QByteArray &key)
{
    const auto found = std::lower_bound(items->begin(), items->end(), key,
        [](const ItemPtr &item, const QByteArray &wanted) { return item->key < wanted; });
    return found != items->end() && (*found)->key == key ? *found : ItemPtr();
}

const Snapshot::Items &tableOf(const Snapshot &snapshot, Family family)
{
    return family == Family::Counter ? snapshot.counters
        : family == Family::Bucket   ? snapshot.buckets
                                     : snapshot.locks;
}

ItemPtr freedIn(const Snapshot &snapshot, const QByteArray &key)
{
    for (const ItemPtr &item : *snapshot.freed) {
        if (item->key == key)
            return item;
    }
    return {};
}

} // namespace

Result<RecordingWriter::Told *> RecordingWriter::toldOf(
    const JournalEntry &entry, const Snapshot &snapshot)
{
    Told &told = this->told(entry.family)[entry.key];
    told.touchedIn = m_checkpoints;
    if (told.id)
        return &told;
    ItemPtr item = itemIn(tableOf(snapshot, entry.family), entry.key);
    if (!item && entry.family == Family::Lock)
        item = freedIn(snapshot, entry.key);
    if (item) {
        if (const auto done = identify(told, *item); !done)
            return tl::unexpected(done.error());
        return &told;
    }
    auto data = std::make_shared<FormatData>();
    data->family = entry.family;
    data->library = entry.library;
    const auto id = m_names->add({0, entry.key, entry.family, entry.name, entry.confidence, true,
        FormatPtr(new Format(std::move(data)))});
    if (!id)
        return tl::unexpected(id.error());
    told.id = *id;
    return &told;
}

// A line names one holder. That there may be several has to be told before it: else a reader takes
// each for the successor of the one before, until there is a reading that has all of them.
Result<void> RecordingWriter::tellPermits(
    Told &told, const JournalEntry &entry, const Snapshot &snapshot)
{
    const ItemPtr lock =
        entry.family == Family::Lock ? itemIn(snapshot.locks, entry.key) : ItemPtr();
    if (told.state.hasPermits || effectOf(entry.kind) != LineEffect::HoldBegins || !lock
        || !lock->reading.permits)
        return {};
    ObjectState nobody;
    nobody.knowledge = Knowledge::Known;
    nobody.hasPermits = true;
    nobody.limit = lock->reading.limit;
    nobody.since = SnapshotClock::wallOf(entry.at);
    nobody.beginIsSeen = entry.kind != JournalEntry::Kind::Appeared;
    return writeReading(told, nobody, nobody.since, latenessOfKey(entry.key));
}

// Writes the row of `items` which says what the object is, if there is none yet or that has
// changed.
Result<void> RecordingWriter::identify(Told &told, const Item &item)
{
    const bool isSame = told.id && told.isFormatKnown && told.format == item.format
        && told.name == item.name.text() && told.confidence == item.confidence;
    if (isSame)
        return {};
    const auto id = m_names->add(
        {0, item.key, item.format->family(), item.name, item.confidence, true, item.format});
    if (!id)
        return tl::unexpected(id.error());
    told.id = *id;
    told.format = item.format;
    told.name = item.name;
    told.confidence = item.confidence;
    told.isFormatKnown = true;
    // A reader does not apply the readings of the former row to the new one.
    if (told.state.knowledge == Knowledge::Known)
        told.state = {};
    return {};
}

// Both tables are sorted by key, and equal pointers mean that nothing changed.
Result<void> RecordingWriter::writeTable(Family family, const Snapshot &snapshot)
{
    const Snapshot::Items &items = tableOf(snapshot, family);
    const auto last = std::exchange(m_last[static_cast<std::size_t>(family)], items);
    if (last == items && !m_comparesAll)
        return {};
    auto before = last->begin();
    auto now = items->begin();
    while (before != last->end() || now != items->end()) {
        Result<void> done;
        if (before == last->end()) {
            done = writeItem(**now++);
        } else if (now == items->end()) {
            done = writeAbsence(family, (*before++)->key, snapshot);
        } else if (*before == *now && !m_comparesAll) {
            ++before;
            ++now;
        } else if ((*before)->key < (*now)->key) {
            done = writeAbsence(family, (*before++)->key, snapshot);
        } else {
            before += (*before)->key == (*now)->key ? 1 : 0;
            done = writeItem(**now++);
        }
        if (!done)
            return done;
    }
    return {};
}

// Of an object that is not told yet, and was known to the watch before a gap.
bool RecordingWriter::isReadSinceGaps(const Item &item) const
{
    return std::none_of(m_lastGaps.begin(), m_lastGaps.end(), [&](const auto &each) {
        return item.readAt < each.second.readableFrom && each.second.gap.covers(item.key);
    });
}

Result<void> RecordingWriter::writeItem(const Item &item)
{
    ToldByKey &objects = told(item.format->family());
    if (!objects.contains(item.key) && !isReadSinceGaps(item))
        return {};
    Told &told = objects[item.key];
    told.touchedIn = m_checkpoints;
    const bool isUnknown =
        told.state.knowledge == Knowledge::Unseen || told.state.knowledge == Knowledge::Absent;
    if (isUnknown && item.readAt < told.readableFrom)
        return {}; // not read since the gap
    const bool isReading = std::exchange(told.readAt, item.readAt) != item.readAt;
    if (const auto done = identify(told, item); !done)
        return done;
    ObjectState state = ObjectState::of(item, *m_clock);
    state.takeLateBegin(told.state);
    // The begin keeps the time of day that it had when it was first seen: the clock may have been
    // set since, or the steady clock have stopped while the machine slept.
    const bool isSameHold = state.holder && told.state.holder && told.firstSeen == item.firstSeen;
    told.firstSeen = item.firstSeen;
    if (isSameHold)
        state.since = told.state.since;
    if (told.state.tells(state))
        return {};
    const Instant at = isUnknown ? std::max(item.readAt, told.knownFrom)
        : isReading              ? item.readAt
                                 : m_takenAt;
    // That it is hidden is no change that was seen late: the gap of its node covers the time
    // before.
    const Lateness late = state.knowledge == Knowledge::Hidden
        ? Lateness()
        : latenessOfReading(item.key, isUnknown ? item.readAt : at);
    return writeReading(told, state, m_clock->wall(at), late);
}

// The journal has a line for a lock that was released or expired. An object that disappeared from
// its table without a line gets a reading which says that it is absent.
Result<void> RecordingWriter::writeAbsence(
    Family family, const QByteArray &key, const Snapshot &snapshot)
{
    const auto found = told(family).find(key);
    if (found == told(family).end())
        return {};
    Told &told = found->second;
    const auto freed = family == Family::Lock ? freedIn(snapshot, key) : ItemPtr();
    const bool isKnownFree = told.state.knowledge == Knowledge::Known && family == Family::Lock
        && !told.state.holder && freed && !freed->reading.isUnreadable;
    if (isKnownFree || told.state.knowledge == Knowledge::Absent)
        return {};
    ObjectState state;
    state.knowledge = Knowledge::Absent;
    if (freed && !freed->reading.isUnreadable) {
        state = ObjectState::of(*freed, *m_clock);
        state.ttl = Ttl::Kind::Missing;
    }
    const Instant at = freed ? freed->readAt : snapshot.takenAt;
    return writeReading(told, state, m_clock->wall(at), latenessOfReading(key, at));
}

Result<void> RecordingWriter::writeReading(
    Told &told, const ObjectState &state, WallMilliseconds at, const Lateness &late)
{
    const auto row = rowOf(nextRow(at), at, told.id, state, late, m_idOf);
    if (!row)
        return tl::unexpected(row.error());
    told.state = state;
    return m_database->insert("readings", *row);
}

bool RecordingWriter::isCheckpointDue(const Snapshot &snapshot) const
{
    const qint64 rows = m_nextRow - m_checkpointRow;
    const auto objects =
        qint64(snapshot.counters->size() + snapshot.buckets->size() + snapshot.locks->size());
    const RecordingKeep &keep = m_options.keep;
    const bool isPartFull =
        keep.bytes && rows > objects && rows * bytesPerRow > *keep.bytes / partsKept;
    const bool isPartOver = keep.age
        && m_now - m_checkpointAt > std::chrono::milliseconds(*keep.age).count() / partsKept;
    return m_mustCheckpoint || isPartFull || isPartOver
        || rows >= std::max(m_options.checkpointRows, rowsPerObject * objects);
}

// Writes a reading of each known object of the snapshot. A session begins with the checkpoint of an
// empty snapshot, because nothing is known then.
Result<void> RecordingWriter::writeCheckpoint(const Snapshot &snapshot)
{
    // A checkpoint is never earlier than a row before it, but where the session begins anew.
    const bool isBegin = m_checkpoints == 0 || m_beginsAnew;
    const WallMilliseconds at = isBegin ? m_beganAt : std::max(m_now, m_batchTo);
    const bool isClockSet = m_mustCheckpoint && m_checkpoints > 0;
    m_batchFrom = m_batchTo = at;
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock}) {
        for (const ItemPtr &item : *tableOf(snapshot, family)) {
            const auto found = told(family).find(item->key);
            if (found == told(family).end())
                continue; // not read yet since a gap, and unknown before it
            found->second.touchedIn = m_checkpoints + 1;
            ObjectState state = found->second.state;
            if (isClockSet)
                state.takeTimes(ObjectState::of(*item, *m_clock), isBegin ? at : INT64_MAX);
            if (const auto done = writeReading(found->second, state, at, {}); !done)
                return done;
        }
        std::erase_if(told(family),
            [this](const auto &each) { return each.second.touchedIn < m_checkpoints; });
        for (auto &each : told(family)) { // of these a reader who begins here knows nothing
            if (each.second.touchedIn <= m_checkpoints)
                each.second.state = {};
        }
    }
    m_mustCheckpoint = false;
    ++m_checkpoints;
    m_checkpointAt = at;
    if (const auto done = writeBatch(true); !done)
        return done;
    m_checkpointRow = m_nextRow;
    return {};
}

} // namespace lockstep
