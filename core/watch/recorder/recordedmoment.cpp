// Finds the state of all objects at one moment (part of RecordingReader). It replays the rows from
// the last checkpoint before the moment on, in their order, and leaves out those of a later time.

#include "core/watch/recorder/recordingreader.h"
#include "core/watch/snapshot/presencecounters.h"

#include <algorithm>

namespace lockstep {

namespace {

using Family = lockstep::Family;

ItemPtr shownItem(const Replay::Replayed &replayed, WallMilliseconds at)
{
    Item item = replayed.state.toItem(at);
    item.key = replayed.item->key;
    item.name = replayed.item->name;
    item.format = replayed.item->format;
    item.confidence = replayed.item->confidence;
    // A counter is not recorded each time that it changes, so its value is as old as its last row.
    if (replayed.item->family == Family::Counter && replayed.toldAt)
        item.readAt = replayedInstant(*replayed.toldAt);
    return makeItem(std::move(item));
}

// The latest id wins, and doubts are about the object, whatever it was known as.
void replace(Replay::Replayed &known, const Replay::Replayed &later)
{
    const bool isDoubted = known.isDoubted || later.isDoubted;
    const bool isDoubtedUnlessThere = known.isDoubtedUnlessThere || later.isDoubtedUnlessThere;
    if (later.hasRows)
        known = later;
    known.isDoubted = isDoubted;
    known.isDoubtedUnlessThere = isDoubtedUnlessThere;
}

bool isUnknown(const Replay::Replayed &replayed, Family family)
{
    return replayed.isDoubted
        || (replayed.isDoubtedUnlessThere
            && (!replayed.hasRows || !replayed.state.isObject(family)));
}

} // namespace

Result<RecordedMoment> RecordingReader::at(WallMilliseconds moment, const WantedKeys &wanted)
{
    const auto reading = beginReading();
    if (!reading)
        return tl::unexpected(reading.error());
    RecordedMoment result;
    const RecordedSession *session = sessionAt(moment);
    if (!session) {
        for (const RecordedSession &each : m_sessions) {
            const auto end = each.endedAt.value_or(each.seenUntil);
            if (end < moment)
                result.recordedUntil = std::max(result.recordedUntil.value_or(end), end);
            else
                result.recordedFrom =
                    std::min(result.recordedFrom.value_or(each.keptFrom), each.keptFrom);
        }
        return result;
    }
    result.session = *session;
    result.knowledge = RecordedMoment::Knowledge::Seen;
    result.isComplete = session->completeAt && *session->completeAt <= moment;
    for (const RecordedGap &each : m_incomplete) {
        if (each.session == session->id && each.contains(moment))
            result.isComplete = false;
    }
    const auto rows = rowsFor(*session, moment);
    auto replayed = rows ? replay(*rows, moment, *session) : Result<Replay>(Replay());
    if (!replayed)
        return tl::unexpected(replayed.error());
    for (const RecordedGap &gap : m_gaps) {
        if (gap.session != session->id || !gap.contains(moment))
            continue;
        result.knowledge = RecordedMoment::Knowledge::Gap;
        result.gap = gap;
        replayed->forget(gap);
    }
    Snapshot &snapshot = result.snapshot;
    snapshot.takenAt = replayedInstant(moment);
    snapshot.takenAtUtc = utcInstant(moment);
    snapshot.status.address = session->address;
    snapshot.status.prefix = session->prefix;
    snapshot.status.serverProgram = session->server.section(u' ', 0, 0);
    snapshot.status.serverVersion = session->server.section(u' ', 1);
    snapshot.status.link = LinkState::Connected;
    snapshot.status.firstInventoryDone = result.isComplete && !result.gap;
    if (const auto added = addDoubts(result, *replayed, moment, wanted); !added)
        return tl::unexpected(added.error());
    if (const auto added = addItems(result, *replayed, moment, wanted); !added)
        return tl::unexpected(added.error());
    if (const auto added = addAlerts(result, moment, wanted); !added)
        return tl::unexpected(added.error());
    return result;
}

Result<Replay> RecordingReader::replay(
    const Rows &rows, WallMilliseconds moment, const RecordedSession &session)
{
    Replay replay;
    std::vector<const RecordedGap *> gaps;
    for (const RecordedGap &gap : m_gaps) {
        // Of one that has just ended, the first row after it may not have been written by then.
        if (gap.session == session.id && gap.row && *gap.row >= rows.first && gap.since <= moment)
            gaps.push_back(&gap);
    }
    std::sort(gaps.begin(), gaps.end(), [](auto *a, auto *b) { return *a->row < *b->row; });
    auto gap = gaps.begin();
    const QVariantList bounds{rows.first, rows.last};
    // Two statements, merged by id below, because lines and readings have different columns.
    auto events = m_database->select(
        QStringLiteral("SELECT * FROM events WHERE id BETWEEN ? AND ? ORDER BY id"), bounds);
    if (!events)
        return tl::unexpected(events.error());
    auto readings = m_database->select(
        QStringLiteral("SELECT * FROM readings WHERE id BETWEEN ? AND ? ORDER BY id"), bounds);
    if (!readings)
        return tl::unexpected(readings.error());
    const int eventColumns = events->record().count();
    const int readingColumns = readings->record().count();
    bool hasEvent = events->next();
    bool hasReading = readings->next();
    while (hasEvent || hasReading) {
        const bool isEvent = hasEvent
            && (!hasReading || events->value(0).toLongLong() < readings->value(0).toLongLong());
        const auto row = isEvent ? m_database->checkedRow(*events, eventColumns, "events")
                                 : m_database->checkedRow(*readings, readingColumns, "readings");
        if (!row)
            return tl::unexpected(row.error());
        for (; gap != gaps.end() && *(*gap)->row <= row->front().toLongLong(); ++gap)
            replay.forget(**gap);
        const auto item = this->item((*row)[2]);
        if (!item)
            return tl::unexpected(item.error());
        if (*item && rowTime(*row) <= moment) {
            if (isEvent)
                replay.takeEvent(**item, *row);
            else
                replay.takeReading(**item, *row);
        }
        if (isEvent)
            hasEvent = events->next();
        else
            hasReading = readings->next();
    }
    for (; gap != gaps.end(); ++gap)
        replay.forget(**gap);
    if (events->lastError().isValid() || readings->lastError().isValid())
        return tl::unexpected(m_database->unreadableRows());
    return replay;
}

// A key can have several rows of `items`, because it turned out to be something else than was
// thought. The one with the highest id is shown.
Result<void> RecordingReader::addItems(
    RecordedMoment &moment, const Replay &replay, WallMilliseconds at, const WantedKeys &wanted)
{
    const auto objects = replay.objects(m_holderOf);
    if (!objects)
        return tl::unexpected(objects.error());
    std::map<std::pair<Family, QByteArray>, Replay::Replayed> latest;
    for (const Replay::Replayed &replayed : *objects) {
        if (wanted && !wanted(replayed.item->key))
            continue;
        const auto [place, isFirst] =
            latest.try_emplace({replayed.item->family, replayed.item->key}, replayed);
        if (!isFirst)
            replace(place->second, replayed);
    }
    std::vector<ItemPtr> shown[3];
    for (auto &[name, replayed] : latest) {
        if (isUnknown(replayed, name.first))
            replayed.state = {};
        if (replayed.state.isObject(name.first))
            shown[std::size_t(name.first)].push_back(shownItem(replayed, at));
    }
    Snapshot &snapshot = moment.snapshot;
    Snapshot::Items *const tables[] = {&snapshot.counters, &snapshot.buckets, &snapshot.locks};
    for (std::size_t i = 0; i < 3; ++i) {
        snapshot.status.objects += qint64(shown[i].size());
        *tables[i] = std::make_shared<const std::vector<ItemPtr>>(std::move(shown[i]));
    }
    std::vector<ItemPtr> presence;
    std::copy_if(snapshot.counters->begin(), snapshot.counters->end(), std::back_inserter(presence),
        [](const ItemPtr &item) { return isPresenceCounter(*item); });
    snapshot.presence = std::make_shared<const std::vector<ItemPtr>>(std::move(presence));
    std::erase_if(moment.doubts, [&](const RecordedDoubt &doubt) {
        return std::none_of(
            std::begin(tables), std::end(tables), [&](const Snapshot::Items *table) {
                return std::any_of((*table)->begin(), (*table)->end(), [&](const ItemPtr &item) {
                    return item->key == doubt.key && item->reading.isUnreadable;
                });
            });
    });
    return {};
}

Result<std::vector<RecordedRelease>> RecordingReader::releasesBefore(
    const RecordedSession &session, WallMilliseconds moment, const WantedKeys &wanted)
{
    const auto reading = beginReading();
    if (!reading)
        return tl::unexpected(reading.error());
    std::vector<RecordedRelease> releases;
    const auto first = std::find_if(m_batches.begin(), m_batches.end(),
        [&](const Batch &batch) { return batch.session == session.id; });
    const auto rows = rowsFor(session, moment);
    if (first == m_batches.end() || !rows)
        return releases;
    // This holds for each key the id of its latest row, and what that says.
    std::map<QByteArray, std::pair<qint64, RecordedRelease>> latest;
    for (const auto &[id, item] : m_items) {
        if (item.family != Family::Lock || !wanted(item.key))
            continue;
        const auto read = m_database->each("events",
            QStringLiteral("SELECT * FROM events WHERE item = ? AND id BETWEEN ? AND ? AND at <= ? "
                           "AND kind < 10 ORDER BY id DESC LIMIT 1"),
            {id, first->first, rows->last, moment}, [&](const QVariantList &row) -> Result<void> {
                const auto entry = entryFrom(row, &item, m_holderOf);
                if (!entry)
                    return tl::unexpected(entry.error());
                auto &place = latest[item.key];
                const qint64 number = row.front().toLongLong();
                if (number < place.first)
                    return {};
                place = {number, {*entry, {}}};
                for (const RecordedGap &gap : m_gaps) {
                    const bool isUnseen = gap.cause != clockSetCause();
                    const bool isSince = gap.session == session.id && isUnseen
                        && gap.since <= moment && (!gap.row || *gap.row > number)
                        && gap.covers(item.key);
                    if (isSince)
                        place.second.gap = gap;
                }
                return {};
            });
        if (!read)
            return tl::unexpected(read.error());
    }
    for (auto &[key, release] : latest) {
        if (effectOf(release.second.entry.kind) == LineEffect::HoldEnds)
            releases.push_back(std::move(release.second));
    }
    return releases;
}

} // namespace lockstep
