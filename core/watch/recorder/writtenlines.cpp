// Writes the lines of the journal, a row each (part of RecordingWriter). The writer keeps for each
// object what a reader will conclude from these rows (Told), so that writtenobjects.cpp adds only
// what they do not say.

#include "core/watch/recorder/recordingwriter.h"

#include <algorithm>

namespace lockstep {

namespace {

// Where more may have happened than the lines tell, nothing is known of that time. Else the time of
// an expiry is the deadline, however late it was seen.
Lateness latenessOfLine(const JournalEntry &entry, const Lateness &ofSnapshot)
{
    const Lateness usual = entry.kind == JournalEntry::Kind::Expired ? Lateness() : ofSnapshot;
    if (!entry.maybeMissed || entry.at <= entry.maybeMissed->since)
        return usual;
    const auto since = std::chrono::ceil<Milliseconds>(entry.at - entry.maybeMissed->since);
    return std::max(since, usual.value_or(Milliseconds(0)));
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
        if (const auto done = tellPermits(**told, entry, snapshot); !done)
            return done;
        (*told)->state.apply(entry, at, late.has_value());
    } else if (!entry.key.isEmpty()) {
        const auto id = itemNeverSeen(entry);
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

// The line of an alert may be about a key that was never seen.
Result<qint64> RecordingWriter::itemNeverSeen(const JournalEntry &entry)
{
    return m_names->add(
        {0, entry.key, entry.family, entry.name, entry.confidence, false, FormatPtr()});
}

RecordingWriter::Firing::iterator RecordingWriter::firing(const JournalEntry &entry)
{
    const auto [first, last] = m_firing.equal_range(entry.key);
    const auto found = std::find_if( // several rules may have the same name
        first, last, [&](const auto &each) { return *each.second.entry.alert == *entry.alert; });
    return found == last ? m_firing.end() : found;
}

Result<void> RecordingWriter::writeAlert(const JournalEntry &entry, std::optional<qint64> item)
{
    const WallMilliseconds at = SnapshotClock::wallOf(entry.at);
    const auto fired = firing(entry);
    if (entry.kind == JournalEntry::Kind::Resolved)
        return fired == m_firing.end() ? Result<void>() : endAlert(fired, at);
    if (fired != m_firing.end())
        m_firing.erase(fired);
    return beginAlert({m_nextRow, m_session, item, at, {}, entry});
}

Result<void> RecordingWriter::beginAlert(const RecordedAlert &alert)
{
    m_firing.emplace(alert.entry.key, alert);
    const auto row = rowOf(alert, m_idOf);
    return row ? m_database->insert("alerts", *row) : tl::unexpected(row.error());
}

Result<void> RecordingWriter::endAlert(Firing::iterator fired, WallMilliseconds at)
{
    RecordedAlert alert = fired->second;
    m_firing.erase(fired);
    alert.endedAt = at;
    const auto row = rowOf(alert, m_idOf);
    return row ? m_database->insert("alerts", *row) : tl::unexpected(row.error());
}

// An alert of which no line told fires at the begin of a session, or where lines were lost. Its id
// is below zero, because there is no line that has it.
Result<void> RecordingWriter::writeUntoldAlerts(const Snapshot &snapshot, WallMilliseconds at)
{
    std::unordered_multimap<QByteArray, const AlertRule *> fires;
    for (const AlertPtr &alert : *snapshot.alerts) {
        fires.emplace(alert->key, alert->rule.get());
        const JournalEntry entry = lineOf(*alert);
        if (firing(entry) != m_firing.end())
            continue;
        Result<qint64> item = 0;
        if (entry.isFamilyKnown) {
            const auto told = toldOf(entry, snapshot);
            item = told ? Result<qint64>((*told)->id) : tl::unexpected(told.error());
        } else {
            item = itemNeverSeen(entry);
        }
        if (!item)
            return tl::unexpected(item.error());
        if (const auto done = beginAlert({--m_lowestAlert, m_session, *item, at, {}, entry}); !done)
            return done;
    }
    for (auto each = m_firing.begin(); each != m_firing.end();) {
        const auto fired = each++;
        const auto [first, last] = fires.equal_range(fired->first);
        const AlertRule &rule = *fired->second.entry.alert;
        if (std::any_of(first, last, [&](const auto &one) { return *one.second == rule; }))
            continue;
        if (const auto done = endAlert(fired, at); !done)
            return done;
    }
    return {};
}

} // namespace lockstep
