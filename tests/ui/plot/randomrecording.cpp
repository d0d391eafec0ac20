#include "randomrecording.h"

#include "core/redis/values/hashslot.h"
#include "tests/support/samples/sampleitems.h"

#include <algorithm>
#include <limits>

namespace lockstep::sample {

namespace {

using Kind = JournalEntry::Kind;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

constexpr WallMilliseconds begin = 1'790'000'000'000; // some day
constexpr WallMilliseconds never = std::numeric_limits<WallMilliseconds>::max();
constexpr int mostStaleness = 4'200;

FormatPtr formatOf(const RandomRecording::Key &key)
{
    static const FormatPtr lock = format(Family::Lock, u"Plain"_s, u"lock"_s);
    static const FormatPtr semaphore = format(Family::Lock, u"Plain"_s, u"semaphore"_s);
    static const FormatPtr counter = format(Family::Counter, {}, u"string"_s);
    static const FormatPtr limit = format(Family::Bucket, u"Plain"_s, u"fixed window"_s);
    if (key.isSemaphore)
        return semaphore;
    return key.family == Family::Lock ? lock : key.family == Family::Counter ? counter : limit;
}

} // namespace

const std::vector<RandomRecording::Key> &RandomRecording::keys()
{
    static const std::vector<Key> all{{Family::Lock, "lock:a"}, {Family::Lock, "lock:b"},
        {Family::Lock, "lock:c"}, {Family::Lock, "permits:named", true},
        {Family::Lock, "permits:counted", true}, {Family::Counter, "views:a"},
        {Family::Counter, "views:b"}, {Family::Bucket, "limit:used"},
        {Family::Bucket, "limit:left"}};
    return all;
}

RandomRecording::RandomRecording(const QString &path, quint32 seed)
    : m_path(path)
    , m_random(seed)
    , m_now(begin)
{
    m_status.link = LinkState::Connected;
    m_status.mode = WatchMode::Push;
    if (below(3) == 0)
        m_places = {{u"db1:6379"_s, u"0-8191"_s, {}, {}}, {u"db2:6379"_s, u"8192-16383"_s, {}, {}}};
    else
        m_places = {{}};
}

Instant RandomRecording::instant() const
{
    return Instant(Milliseconds(m_now - begin) + 1000h);
}

bool RandomRecording::isAway(const QByteArray &key) const
{
    return std::any_of(m_places.begin(), m_places.end(), [&](const Place &place) {
        const auto bounds = place.slotRanges.split(u'-');
        const int slot = hashSlot(key);
        return place.lostSince
            && (place.slotRanges.isEmpty()
                || (bounds[0].toInt() <= slot && slot <= bounds[1].toInt()));
    });
}

// As it is after a reading of now; the caller changes what was read.
Item &RandomRecording::item(const Key &key)
{
    const auto [found, isNew] = m_items.try_emplace(key.key);
    Item &item = found->second;
    item.readAt = instant();
    m_unread.erase(key.key);
    if (isNew) {
        item.key = key.key;
        item.format = formatOf(key);
        item.firstSeen = instant();
        std::erase_if(m_freed, [&](const ItemPtr &freed) { return freed->key == key.key; });
        for (Loss &loss : m_losses) {
            if (loss.key == key.key)
                loss.until = std::min(loss.until, wall());
        }
    }
    return item;
}

void RandomRecording::journal(Kind kind, const Key &key, const std::optional<Holder> &holder)
{
    JournalEntry entry;
    entry.kind = kind;
    entry.family = key.family;
    entry.key = key.key;
    entry.library = u"Plain"_s;
    entry.at = utcInstant(wall());
    if (holder)
        entry.holder = *holder;
    const auto item = m_items.find(key.key);
    const bool isThere = kind == Kind::Appeared || kind == Kind::Acquired || kind == Kind::Renewed
        || kind == Kind::HandedOver || kind == Kind::Exhausted;
    if (isThere && item != m_items.end()) {
        if (key.family == Family::Lock)
            entry.ttlAfter = item->second.reading.ttl.remaining(instant());
        else if (item->second.reading.value)
            entry.value = *item->second.reading.value;
        if (item->second.reading.limit)
            entry.limit = *item->second.reading.limit;
    }
    if (key.family == Family::Lock && (kind == Kind::MaybeMissed || below(10) == 0))
        entry.maybeMissed = WallSpan{utcInstant(wall() - 1 - below(3'000)), utcInstant(wall())};
    m_journal.push_back(entry);
    m_moments.push_back(wall());
}

void RandomRecording::acquire(const Key &key, Kind kind)
{
    Item &lock = item(key);
    lock.reading = {};
    lock.reading.holder = holder("token-" + QByteArray::number(++m_tokens));
    lock.reading.value = 1;
    const int lease = below(4) ? 500 + below(20'000) : 0;
    lock.reading.ttl = lease ? Ttl::until(instant() + Milliseconds(lease)) : Ttl::persistent();
    lock.firstSeen = instant();
    lock.beginIsSeen = kind != Kind::Appeared;
    lock.renewals = 0;
    lock.longestLease = lease;
    journal(kind, key, *lock.reading.holder);
}

void RandomRecording::renew(const Key &key)
{
    Item &lock = item(key);
    const int lease = 5'000 + below(20'000);
    lock.reading.ttl = Ttl::until(instant() + Milliseconds(lease));
    lock.longestLease = std::max(lock.longestLease, lease);
    ++lock.renewals;
    journal(Kind::Renewed, key, *lock.reading.holder);
}

void RandomRecording::release(const Key &key, Kind kind)
{
    const Item &lock = m_items.at(key.key);
    journal(kind, key, *lock.reading.holder);
    Item freed;
    freed.key = key.key;
    freed.format = lock.format;
    freed.readAt = freed.firstSeen = instant();
    m_freed.push_back(makeItem(freed));
    m_items.erase(key.key);
    m_unread.erase(key.key);
}

void RandomRecording::leave(const Key &key)
{
    const auto found = m_items.find(key.key);
    const bool isHeld = found->second.reading.holder.has_value();
    const bool isWatched = isHeld && m_status.mode == WatchMode::Push;
    const WallMilliseconds late = m_status.staleness.value_or(0ms).count();
    if (isHeld && below(2))
        journal(Kind::MovedAway, key, *found->second.reading.holder);
    if (key.family == Family::Lock)
        m_losses.push_back({key.key, wall() - 1 - late, never, isWatched ? never : wall()});
    m_items.erase(found);
    m_unread.erase(key.key);
}

void RandomRecording::changeLock(const Key &key)
{
    const auto found = m_items.find(key.key);
    if (found == m_items.end() && below(4) == 0)
        return journal(Kind::MaybeMissed, key, {});
    if (found == m_items.end())
        return acquire(key, below(5) ? Kind::Acquired : Kind::Appeared);
    if (found->second.reading.isUnreadable || !found->second.reading.holder)
        return acquire(key, Kind::Appeared);
    switch (below(8)) {
    case 0:
    case 1:
        return renew(key);
    case 2:
        return acquire(key, Kind::HandedOver);
    case 3:
        return leave(key);
    case 4:
        return release(key, Kind::Expired);
    default:
        return release(key, Kind::Released);
    }
}

void RandomRecording::changePermits(const Key &key)
{
    const bool isNew = !m_items.contains(key.key);
    Item &semaphore = item(key);
    Permits permits = semaphore.reading.permits ? Permits(*semaphore.reading.permits) : Permits();
    semaphore.reading = {};
    semaphore.reading.limit = 3;
    const bool isTaken = permits.empty() || (permits.size() < 3 && below(2));
    Holder of;
    if (isTaken) {
        of = holder("token-" + QByteArray::number(++m_tokens));
        permits.push_back({of, 0, CompactOptional<Instant>(instant() + 60s)});
    } else {
        of = permits.front().holder;
        permits.erase(permits.begin());
    }
    semaphore.reading.permits = permits;
    semaphore.reading.value = double(permits.size());
    semaphore.reading.ttl = Ttl::persistent();
    if (!permits.empty())
        semaphore.reading.holder = permits.back().holder;
    journal(isNew ? Kind::Appeared : isTaken ? Kind::Acquired : Kind::Released, key, of);
    if (permits.empty() && below(2)) { // its key is gone
        Item freed;
        freed.key = key.key;
        freed.format = semaphore.format;
        freed.readAt = freed.firstSeen = instant();
        freed.reading.limit = 3;
        freed.reading.permits = Permits();
        m_freed.push_back(makeItem(freed));
        m_items.erase(key.key);
    }
}

void RandomRecording::changeSemaphore(const Key &key)
{
    if (key.key == "permits:named")
        return changePermits(key);
    Item &semaphore = item(key);
    semaphore.reading.limit = 5;
    semaphore.reading.value = double(below(6));
    semaphore.reading.ttl = Ttl::persistent();
    if (below(8) == 0)
        m_items.erase(key.key);
}

void RandomRecording::changeCounter(const Key &key)
{
    const bool isNew = !m_items.contains(key.key);
    if (!isNew && below(6) == 0) {
        journal(Kind::Gone, key, {});
        m_items.erase(key.key);
        m_unread.erase(key.key);
        return;
    }
    Item &counter = item(key);
    counter.reading = {};
    counter.reading.value = double(below(1'000));
    counter.reading.ttl = Ttl::persistent();
    if (isNew && below(2))
        journal(Kind::Appeared, key, {});
}

void RandomRecording::changeLimit(const Key &key)
{
    if (m_items.contains(key.key) && below(8) == 0) {
        m_items.erase(key.key);
        m_unread.erase(key.key);
        return;
    }
    Item &limit = item(key);
    limit.reading = {};
    limit.reading.ttl = Ttl::until(instant() + 10s);
    if (key.key == "limit:left") {
        limit.reading.remaining = double(below(20));
        return;
    }
    limit.reading.limit = 10;
    limit.reading.value = double(below(11));
    if (*limit.reading.value == 10)
        journal(Kind::Exhausted, key, {});
}

void RandomRecording::changeReadability(const Key &key)
{
    if (!m_items.contains(key.key))
        return;
    Item &changed = item(key);
    changed.reading.isUnreadable = !changed.reading.isUnreadable;
    changed.isHidden = changed.reading.isUnreadable && below(2);
    if (below(2)) // or it turned out to be known by another name
        changed.name = u"name %1"_s.arg(below(3));
}

// What a recording says of such a change reaches back for as long as something was not seen.
void RandomRecording::disturb()
{
    for (Loss &loss : m_losses)
        loss.undisturbedUntil = std::min(loss.undisturbedUntil, wall() - mostStaleness - 300);
}

void RandomRecording::changeStatus()
{
    disturb();
    switch (below(6)) {
    case 0:
        m_status.mode = below(4) ? WatchMode::Push : WatchMode::Polling;
        break;
    case 1:
        m_status.firstInventoryDone = true;
        break;
    case 2:
        m_status.isCatchingUp = false;
        break;
    case 3:
        m_journalTotal += 1 + below(3); // lines that nobody wrote
        break;
    case 4:
        if (below(6) == 0) // the clock is set
            m_offset += (below(2) ? 1 : -1) * (1'500 + below(4'000));
        break;
    default:
        m_status.staleness =
            below(4) ? Milliseconds(below(90)) : Milliseconds(200 + below(mostStaleness - 200));
    }
}

void RandomRecording::lose(Place &place)
{
    disturb();
    place.lostSince = instant() - Milliseconds(below(300));
}

void RandomRecording::comeBack(Place &place)
{
    disturb();
    const Instant since = *std::exchange(place.lostSince, std::nullopt);
    if (below(6) == 0)
        return; // the server only was slow
    place.unseen.push_back({since, instant()});
    if (below(4)) {
        JournalEntry entry;
        entry.kind = Kind::Unseen;
        entry.node = place.address;
        entry.since = utcInstant(
            wall() - std::chrono::duration_cast<Milliseconds>(instant() - since).count());
        entry.at = utcInstant(wall());
        m_journal.push_back(entry);
    }
    m_status.isCatchingUp = below(3) == 0;
    m_moments.push_back(wall());
    for (const auto &[key, item] : m_items)
        m_unread.insert(key);
}

void RandomRecording::readAgain(const QByteArray &key)
{
    const auto known = std::find_if(
        keys().begin(), keys().end(), [&](const Key &each) { return each.key == key; });
    if (below(3) == 0)
        return changeUnseen(*known);
    item(*known); // it is as it was
}

// It has changed in the gap.
void RandomRecording::changeUnseen(const Key &key)
{
    m_unread.erase(key.key);
    if (key.family == Family::Lock && !key.isSemaphore) {
        const auto &reading = m_items.at(key.key).reading;
        if (reading.holder && below(2))
            return release(key, Kind::Gone);
        return acquire(key, Kind::Appeared);
    }
    m_items.erase(key.key);
    if (below(2))
        return;
    if (key.isSemaphore)
        return changeSemaphore(key);
    item(key).reading.value = double(below(4));
}

void RandomRecording::step()
{
    m_now += 1 + below(below(40) ? 300 : 5'000);
    for (Place &place : m_places) {
        if (place.lostSince && below(3) == 0)
            comeBack(place);
        else if (!place.lostSince && below(120) == 0)
            lose(place);
    }
    if (below(25) == 0)
        changeStatus();
    if (!m_unread.empty() && below(3) && !isAway(*m_unread.begin()))
        readAgain(*m_unread.begin());
    const Key &key = keys()[std::size_t(below(int(keys().size())))];
    if (isAway(key.key) || m_unread.contains(key.key))
        return;
    m_moments.push_back(wall());
    if (below(15) == 0)
        return changeReadability(key);
    const auto known = m_items.find(key.key);
    if (known != m_items.end() && known->second.reading.isUnreadable && key.isSemaphore)
        m_items.erase(known);
    if (key.isSemaphore)
        changeSemaphore(key);
    else if (key.family == Family::Lock)
        changeLock(key);
    else if (key.family == Family::Counter)
        changeCounter(key);
    else
        changeLimit(key);
}

Snapshot RandomRecording::snapshot()
{
    Snapshot snapshot;
    std::vector<ItemPtr> tables[3];
    for (const auto &[key, item] : m_items)
        tables[std::size_t(item.format->family())].push_back(makeItem(item));
    snapshot.counters = std::make_shared<const std::vector<ItemPtr>>(tables[0]);
    snapshot.buckets = std::make_shared<const std::vector<ItemPtr>>(tables[1]);
    snapshot.locks = std::make_shared<const std::vector<ItemPtr>>(tables[2]);
    std::erase_if(m_freed, [this](const ItemPtr &item) {
        return item->readAt < instant() - 10s || m_items.contains(item->key);
    });
    snapshot.freed = std::make_shared<const std::vector<ItemPtr>>(m_freed);
    m_journalTotal += qint64(m_journal.size());
    snapshot.journal = std::exchange(m_journal, {});
    snapshot.journalTotal = m_journalTotal;
    snapshot.takenAt = instant();
    snapshot.takenAtUtc = utcInstant(wall());
    const auto isLost = [](const Place &place) { return place.lostSince.has_value(); };
    m_status.unseenSince.reset();
    if (std::all_of(m_places.begin(), m_places.end(), isLost))
        m_status.unseenSince = m_places.front().lostSince;
    snapshot.status = m_status;
    snapshot.unseen = std::make_shared<const std::vector<UnseenSpan>>(m_places.front().unseen);
    if (m_places.size() == 1)
        return snapshot;
    std::vector<NodeStatus> nodes;
    for (const Place &place : m_places) {
        NodeStatus node;
        node.address = place.address;
        node.place = int(nodes.size()) + 1;
        node.slotRanges = place.slotRanges;
        node.status = m_status;
        node.status.unseenSince = place.lostSince;
        node.unseen = std::make_shared<const std::vector<UnseenSpan>>(place.unseen);
        nodes.push_back(std::move(node));
    }
    snapshot.nodes = std::make_shared<const std::vector<NodeStatus>>(std::move(nodes));
    return snapshot;
}

Result<void> RandomRecording::publish(RecordingWriter *writer)
{
    const Snapshot published = snapshot();
    m_moments.push_back(wall());
    return writer ? writer->write(published) : Result<void>();
}

Result<void> RandomRecording::writeSession(int steps, const RecordingOptions &options)
{
    auto writer = RecordingWriter::open(m_path, options);
    if (!writer)
        return tl::unexpected(writer.error());
    const int mostSteps = 1 + below(12); // from one snapshot to the next
    for (int i = 0; i < steps; ++i) {
        step();
        if (below(mostSteps) == 0) {
            if (const auto done = publish(writer->get()); !done)
                return done;
        }
    }
    if (below(3) == 0)
        return {}; // it is cut off
    if (const auto done = publish(writer->get()); !done)
        return done;
    return (*writer)->finish();
}

Result<void> RandomRecording::write()
{
    RecordingOptions options;
    options.checkpointRows = 10 + below(150);
    if (below(3) == 0)
        options.keep.age = std::chrono::seconds(20 + below(40));
    const int sessions = 1 + below(4);
    for (int i = 0; i < sessions; ++i) {
        m_status.firstInventoryDone = m_status.firstInventoryDone || below(2);
        if (const auto done = writeSession(20 + below(400), options); !done)
            return done;
        disturb();
        for (int unrecorded = below(20); unrecorded > 0; --unrecorded)
            step();
        if (const auto done = publish(nullptr); !done)
            return done;
    }
    return {};
}

} // namespace lockstep::sample
