// Writes the lines of the journal, a row each (part of RecordingWriter). The writer keeps for each
// object what a reader will conclude from these rows (Told), so that writtenobjects.cpp adds only
// what they do not say.

#include "core/watch/recorder/recordingwriter.h"

#include <algorithm>

namespace lockstep {

namespace {

// Where more may have happened than the lines tell, nothing is known of that time. But the time of
// an expiry is the deadline, however late it was seen.
Lateness latenessOfLine(const JournalEntry &entry, const Lateness &ofSnapshot)
{
    if (entry.kind == JournalEntry::Kind::Expired || !entry.maybeMissed)
        return entry.kind == JournalEntry::Kind::Expired ? Lateness() : ofSnapshot;
    const auto since = std::chrono::ceil<Milliseconds>(entry.at - entry.maybeMissed->since);
    return std::max(since, ofSnapshot.value_or(Milliseconds(0)));
}

} // namespace

// A gap ends at the line that is about it; a gap without a line ends before all lines.
Result<void> RecordingWriter::writeJournal(
    const Snapshot &snapshot, std::vector<WrittenGaps::Change> &changes)
{
    for (auto &change : changes) {
        if (change.gap.until && !change.entry)
            forget(change);
    }
    for (std::size_t i = 0; i < snapshot.journal.size(); ++i) {
        for (auto &change : changes) {
            if (change.gap.until && change.entry == i)
                forget(change);
        }
        if (const auto done = writeEntry(snapshot.journal[i], snapshot); !done)
            return done;
    }
    return {};
}

void RecordingWriter::forget(WrittenGaps::Change &change)
{
    change.gap.row = m_nextRow;
    if (!change.keepsReadings) {
        auto &last = m_lastGaps[change.gap.slotRanges];
        if (change.readableFrom >= last.readableFrom)
            last = change;
    }
    for (const Family family : {Family::Counter, Family::Bucket, Family::Lock}) {
        for (auto &[key, told] : told(family)) {
            if (!change.gap.covers(key))
                continue;
            told.state.forget(family);
            Instant &from = change.keepsReadings ? told.knownFrom : told.readableFrom;
            from = std::max(from, change.readableFrom);
        }
    }
}

Result<void> RecordingWriter::writeEntry(const JournalEntry &entry, const Snapshot &snapshot)
{
    const WallMilliseconds at = SnapshotClock::wallOf(entry.at);
    const Lateness late = latenessOfLine(entry, latenessOfKey(entry.key));
    std::optional<qint64> item;
    if (!entry.key.isEmpty() && entry.isFamilyKnown) {
        const auto told = toldOf(entry, snapshot);
        if (!told)
            return tl::unexpected(told.error());
        item = (*told)->id;
        (*told)->state.apply(entry, at, late.has_value());
    } else if (!entry.key.isEmpty()) { // the line of an alert about a key that was never seen
        const auto id = m_names->add(
            {0, entry.key, entry.family, entry.name, entry.confidence, false, FormatPtr()});
        if (!id)
            return tl::unexpected(id.error());
        item = *id;
    }
    if (entry.alert) {
        if (const auto done = writeAlert(entry, item); !done)
            return done;
    }
    const auto row = rowOf(nextRow(at), entry, item, late, m_idOf);
    if (!row)
        return tl::unexpected(row.error());
    return m_database->insert("events", *row);
}

Result<void> RecordingWriter::writeAlert(const JournalEntry &entry, std::optional<qint64> item)
{
    const WallMilliseconds at = SnapshotClock::wallOf(entry.at);
    const auto [first, last] = m_firing.equal_range(entry.key);
    const auto fired = std::find_if( // several rules may have the same name
        first, last, [&](const auto &each) { return *each.second.entry.alert == *entry.alert; });
    const bool isFiring = fired != last;
    RecordedAlert alert{m_nextRow, m_session, item, at, {}, entry};
    if (entry.kind == JournalEntry::Kind::Resolved) {
        if (!isFiring)
            return {};
        alert = fired->second;
        alert.endedAt = at;
        m_firing.erase(fired);
    } else {
        if (isFiring)
            m_firing.erase(fired);
        m_firing.emplace(entry.key, alert);
    }
    const auto row = rowOf(alert, m_idOf);
    if (!row)
        return tl::unexpected(row.error());
    return m_database->insert("alerts", *row);
}

} // namespace lockstep
