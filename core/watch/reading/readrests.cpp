#include "core/watch/reading/readrests.h"

#include "core/watch/items/lockchange.h"
#include "core/watch/store/itemstore.h"

#include <algorithm>

namespace lockstep {

namespace {

// Rests of objects that are announced and found unchanged. The first one is twice the batch time,
// each further one twice the one before.
constexpr int unchangedBeforeRest = 8; // announcements in a row that led to nothing new
constexpr int mostDoublings = 8; // of a usual batch time, seven make more than the longest rest
constexpr auto longestUnchangedRest = Milliseconds(1000);
constexpr auto longestUnchangedRestOfALock = Milliseconds(150);

constexpr int restGrid = 16; // parts of a rest; rests that end within the same part end together
// A rest ends so long before the deadline that a key which is gone by then was certainly released;
// later it might have expired. Of all deadlines the end of a permit is known the least exactly.
constexpr auto beforeTurn = Milliseconds(40);
static_assert(beforeTurn > permitEndError);
constexpr auto settling = std::chrono::seconds(1); // time for the EXPIRE that follows a SETNX
constexpr std::size_t mostUnchanged = 65'536; // objects; with more, the counts of all are forgotten

// When the item changes next by the passing of time. A rate limit that is full again moments after
// each use would never rest, so for it only the TTL counts.
std::optional<Instant> turnOf(const Item &item, Instant restEnd)
{
    const auto turn = nextTurn(item);
    const bool isSoon = turn && *turn - item.readAt < (restEnd - item.readAt) / 2;
    return isSoon && item.format->family() == Family::Bucket ? item.reading.ttl.deadline() : turn;
}

} // namespace

ReadRests::ReadRests(const ItemStore *store, const ReadPace *pace, Milliseconds batchTime)
    : m_store(store)
    , m_pace(pace)
    , m_batchTime(batchTime)
{
}

void ReadRests::noteUnchanged(const QByteArray &key, Instant readAt)
{
    if (m_unchanged.size() >= mostUnchanged)
        m_unchanged.clear();
    auto &reads = m_unchanged[key];
    ++reads.inSuccession;
    reads.readAt = readAt;
}

std::optional<Instant> ReadRests::end(const QByteArray &key) const
{
    auto end = unchangedEnd(key);
    if (const auto byPace = paceEnd(key))
        end = std::max(end.value_or(*byPace), *byPace);
    const auto item = m_store->item(key);
    const auto turn = end && item ? turnOf(*item, *end) : std::nullopt;
    return turn ? std::min(*end, *turn - beforeTurn) : end;
}

std::optional<Instant> ReadRests::unchangedEnd(const QByteArray &key) const
{
    const auto it = m_unchanged.find(key);
    if (it == m_unchanged.end() || it->second.inSuccession < unchangedBeforeRest)
        return {};
    const auto format = m_store->format(key);
    const bool isLock = format && format->family() == Family::Lock;
    const int doublings =
        std::min(it->second.inSuccession - unchangedBeforeRest + 1, mostDoublings);
    const auto rest = std::max(m_batchTime, Milliseconds(1)) * (1 << doublings);
    return it->second.readAt
        + std::min(rest, isLock ? longestUnchangedRestOfALock : longestUnchangedRest);
}

// Rests end on a grid of time, because reading many objects together costs the server less than
// reading each on its own.
std::optional<Instant> ReadRests::paceEnd(const QByteArray &key) const
{
    const auto format = m_store->format(key);
    const auto readAt = m_store->readAt(key);
    const auto rest = format ? m_pace->rest(format->family()) : Milliseconds(0);
    if (!readAt || rest == Milliseconds(0))
        return {};
    const auto item = m_store->item(key);
    if (item && item->reading.ttl.isPersistent() && *readAt - item->firstSeen < settling)
        return {}; // its TTL may follow
    const auto grid = Instant::duration(rest) / restGrid;
    const auto earliest = (*readAt + rest - grid).time_since_epoch();
    return Instant(grid * ((earliest + grid - Instant::duration(1)) / grid));
}

} // namespace lockstep
