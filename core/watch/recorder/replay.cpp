#include "core/watch/recorder/replay.h"

#include <algorithm>

namespace lockstep {

namespace {

using Kind = JournalEntry::Kind;

// Whether the line alone says who holds the lock, so that earlier rows do not count any more. A
// line about a semaphore is about one of its permits only.
bool isDecisive(const RecordedItem &item, const QVariantList &reading, JournalEntry::Kind kind)
{
    const bool isOfPermits = !reading.isEmpty() && rowHasPermits(reading);
    const LineEffect effect = effectOf(kind);
    return item.family == Family::Lock && !isOfPermits
        && (effect == LineEffect::HoldBegins || effect == LineEffect::HoldEnds);
}

} // namespace

void Replay::forget(const RecordedGap &gap)
{
    for (auto &[id, rows] : m_objects) {
        if (gap.covers(rows.item->key))
            rows.events.emplace_back();
    }
}

void Replay::doubt(const RecordedItem &item, bool isUnlessThere)
{
    Rows &rows = m_objects[item.id];
    rows.item = &item;
    (isUnlessThere ? rows.isDoubtedUnlessThere : rows.isDoubted) = true;
}

void Replay::takeReading(const RecordedItem &item, const QVariantList &row)
{
    Rows &rows = m_objects[item.id];
    rows.item = &item;
    rows.reading = row;
    rows.events.clear();
}

void Replay::takeEvent(const RecordedItem &item, const QVariantList &row)
{
    if (effectOf(rowKind(row)) == LineEffect::None)
        return;
    Rows &rows = m_objects[item.id];
    rows.item = &item;
    if (isDecisive(item, rows.reading, rowKind(row)))
        rows.events.clear();
    rows.events.push_back(row);
}

std::optional<WallMilliseconds> Replay::toldAt(const Rows &rows)
{
    const QVariantList &last = rows.events.empty() ? rows.reading : rows.events.back();
    return last.isEmpty() ? std::nullopt : std::optional(rowTime(last));
}

Result<ObjectState> Replay::stateOf(const Rows &rows, const HolderWithId &holderOf)
{
    ObjectState state;
    if (!rows.reading.isEmpty()) {
        auto read = stateFrom(rows.reading, holderOf);
        if (!read)
            return read;
        state = std::move(*read);
    }
    for (const QVariantList &row : rows.events) {
        if (row.isEmpty()) {
            state.forget(rows.item->family);
            continue;
        }
        const auto entry = entryFrom(row, rows.item, holderOf);
        if (!entry)
            return tl::unexpected(entry.error());
        state.apply(*entry, rowTime(row), latenessOf(row).has_value());
    }
    return state;
}

Result<std::vector<Replay::Replayed>> Replay::objects(const HolderWithId &holderOf) const
{
    std::vector<Replayed> objects;
    objects.reserve(m_objects.size());
    for (const auto &[id, rows] : m_objects) {
        auto state = stateOf(rows, holderOf);
        if (!state)
            return tl::unexpected(state.error());
        objects.push_back({rows.item, std::move(*state), toldAt(rows),
            !rows.reading.isEmpty() || !rows.events.empty(), rows.isDoubted,
            rows.isDoubtedUnlessThere});
    }
    std::sort(objects.begin(), objects.end(),
        [](const Replayed &a, const Replayed &b) { return a.item->id < b.item->id; });
    return objects;
}

} // namespace lockstep
