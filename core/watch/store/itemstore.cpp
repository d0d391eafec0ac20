#include "core/watch/store/itemstore.h"

#include "core/watch/items/comparison.h"
#include "core/watch/store/nextitem.h"

#include <utility>

namespace lockstep {

namespace {

// A replica announces an expiry when its primary has deleted the key, some time after a look has
// found it gone.
constexpr auto expiryAnnounced = std::chrono::seconds(10);

} // namespace

ItemStore::ItemStore(std::size_t most, std::shared_ptr<SharedItems> shared)
    : m_shared(shared ? std::move(shared) : std::make_shared<SharedItems>(SharedItems::Of::Server))
    , m_histories(m_shared)
    , m_most(most)
{
    m_shared->add(this);
}

ItemStore::~ItemStore()
{
    m_shared->remove(this);
}

bool ItemStore::hasRoomFor(Family family) const
{
    const auto quarters = family == Family::Counter ? 4 : family == Family::Bucket ? 5 : 6;
    return m_shared->entries() < m_most * quarters / 4;
}

bool ItemStore::add(const Recognition &recognition, Origin origin)
{
    Entry *entry = m_entries.find(recognition.primary);
    if (!entry)
        entry = takeOver(recognition.primary);
    if (entry && entry->last->format->family() != recognition.format->family()) {
        // Nothing but the key is the same as before. What was there all the time was not seen to
        // come.
        origin = entry->exists ? Origin::Inventory : origin;
        remove(recognition.primary);
        entry = nullptr;
    }
    if (!entry) {
        if (!hasRoomFor(recognition.format->family()))
            return false;
        entry = m_entries.insert({unreadItem(recognition)});
        ++m_unread;
    } else if (entry->last->confidence == Confidence::Certain
        && recognition.confidence == Confidence::Possible) {
        return true; // a part of it told what it is, better than it does itself
    } else if (entry->last->format != recognition.format || entry->last->name != recognition.name
        || entry->last->confidence != recognition.confidence) {
        auto changed = makeItem(*entry->last);
        changed->name = recognition.name;
        changed->format = recognition.format;
        changed->confidence = recognition.confidence;
        entry->last = std::move(changed);
    }
    entry->isNew = origin == Origin::Feed;
    return true;
}

void ItemStore::reclassify(const Recognition &recognition)
{
    auto *entry = m_entries.find(recognition.primary);
    if (!entry)
        return;
    if (entry->last->format->family() != recognition.format->family()) {
        remove(recognition.primary);
        add(recognition, Origin::Inventory);
        return;
    }
    auto changed = makeItem(*entry->last);
    changed->name = recognition.name;
    changed->confidence = recognition.confidence;
    if (changed->format != recognition.format)
        changed->reading.limit.reset(); // it was the limit of the format before
    changed->format = recognition.format;
    entry->last = std::move(changed);
}

bool ItemStore::apply(const QByteArray &key, const Reading &reading, const Look &look)
{
    const Instant readAt = look.readAt;
    auto *entry = m_entries.find(key);
    if (!entry)
        return false;
    noteClockJump(readAt);
    const bool isNews = entry->exists
        ? !isSame(entry->last->reading, reading, readAt - entry->last->readAt)
        : !(entry->everRead && reading.ttl.isMissing());
    const bool isAcross = isAcrossGap(*entry, look.wantedAt);
    if (reading.ttl.isMissing())
        noteGone(*entry, look, isAcross);
    else
        noteReading(*entry, reading, look, isAcross);
    entry->lastGap = m_continuity.lastGap();
    m_unread -= entry->everRead ? 0 : 1;
    entry->everRead = true;
    letGoOfForgotten();
    return isNews;
}

void ItemStore::noteClockJump(Instant readAt)
{
    if (const auto jump = m_clockJump ? m_clockJump() : std::nullopt)
        beginUnseen(jump->since, readAt,
            jump->isSleep() ? UnseenCause::Slept : UnseenCause::ServerClockSet, jump->slept);
}

bool ItemStore::applyLater(const QByteArray &key, const Reading &reading, Instant now)
{
    noteClockJump(now);
    const Entry *const entry = m_entries.find(key);
    if (!entry || !entry->exists || isAcrossGap(*entry, now))
        return false;
    apply(key, reading, Look(now));
    return true;
}

// An object that has not changed for long would hold its histories for ever.
void ItemStore::letGoOfForgotten()
{
    for (const auto &key : m_histories.takeForgotten()) {
        for (ItemStore *store : m_shared->stores()) {
            if (store->letGoOf(key))
                break;
        }
    }
}

bool ItemStore::letGoOf(const QByteArray &key)
{
    auto *entry = m_entries.find(key);
    if (!entry)
        return false;
    if (!entry->last->series && !entry->last->holds)
        return true;
    entry->last = entry->exists ? m_histories.withoutPast(*entry->last)
                                : m_histories.withoutHistories(*entry->last);
    if (entry->exists) {
        m_shared->tables.set(entry->last);
        m_shared->alerts.replaceItem(entry->last);
    }
    return true;
}

void ItemStore::noteGone(Entry &entry, const Look &look, bool isAcross)
{
    if (!entry.exists) {
        if (!isAcross && hasComeAndGone(entry, look))
            m_histories.noteStillGone(*entry.last, look);
        if (!entry.everRead)
            entry.last = goneItem(*entry.last, look.readAt);
        m_shared->alerts.noteGone(
            entry.key(), look.readAt, isAcross, entry.last->reading.waiters.value_or(0) > 0);
        return;
    }
    const ItemPtr last = lastKnown(entry);
    m_unreadable.remove(last->key);
    entry.last = goneItem(*entry.last, look.readAt);
    entry.exists = false;
    --m_objects;
    m_shared->tables.remove(last->format->family(), last->key);
    auto freed = m_histories.noteGone(*last, *entry.last, look, {!isAcross, false});
    m_shared->alerts.noteGone(
        last->key, look.readAt, isAcross, freed && freed->reading.waiters.value_or(0) > 0);
    if (!freed)
        return;
    entry.last = freed;
    m_shared->freed.add(std::move(freed));
}

// What is announced soon after a look may be what the look has found already: each change is
// announced by two connections, and an expiry by the look itself.
bool ItemStore::hasComeAndGone(const Entry &entry, const Look &look) const
{
    if (entry.last->format->family() != Family::Lock)
        return false;
    if (!entry.everRead)
        return entry.isNew;
    if (!look.isAnnounced)
        return false;
    const Instant::duration known =
        m_histories.hasExpiredLast(entry.key()) ? expiryAnnounced : Instant::duration(seenAtOnce);
    const Instant before = entry.last->readAt; // after a stall it may be just now
    return (look.maybeMissed && look.readAt - before > seenAtOnce)
        || look.wantedAt - before > known;
}

bool ItemStore::isOtherByNow(const QByteArray &key, const Reading &reading) const
{
    const Entry *const entry = m_entries.find(key);
    return entry && m_tokens.isNoLock(*entry->last, reading);
}

void ItemStore::noteReading(Entry &entry, const Reading &reading, const Look &look, bool isAcross)
{
    if (const auto other = m_tokens.otherFormat(*entry.last, reading)) {
        auto changed = makeItem(*entry.last);
        changed->format = other->format;
        changed->confidence = other->confidence;
        entry.last = std::move(changed);
    }
    const ItemPtr last = lastKnown(entry);
    m_unreadable.remove(entry.last->key);
    const bool isComparable = entry.everRead && !isAcross;
    const bool isSeenToCome = !isAcross && (entry.everRead || entry.isNew);
    auto item = readItem(*entry.last, reading, look,
        {last.get(), entry.last->readAt, isComparable, isSeenToCome}, m_time);
    if (!reading.waiters && !entry.last->reading.waitersAreQueued
        && (isComparable || m_histories.isWaitedFor(item->key))
        && !item->format->waitersChannel(item->key).isEmpty())
        item->reading.waiters = entry.last->reading.waiters; // until they are counted again
    m_histories.noteReading(last.get(), *item, look, {isComparable, isSeenToCome});

    if (!last)
        ++m_objects;
    m_shared->freed.remove(item->key);
    entry.last = item;
    entry.exists = true;
    noteForAlerts(entry, look.readAt, isAcross);
    m_shared->tables.set(std::move(item));
}

// Most objects of most servers have no alerts, and are read time and again.
void ItemStore::noteForAlerts(Entry &entry, Instant at, bool isAcross)
{
    if (!entry.hasNoAlerts)
        entry.hasNoAlerts = !m_shared->alerts.noteItem(entry.last, at, isAcross);
}

void ItemStore::noteAlertRules()
{
    m_entries.changeAll([this](Entry &entry) {
        entry.hasNoAlerts = entry.exists && !m_shared->alerts.noteKnown(entry.last);
    });
}

bool ItemStore::noteUnreadable(const QByteArray &key, const Ttl &ttl, Instant readAt)
{
    auto *entry = m_entries.find(key);
    if (!entry || !entry->exists)
        return false;
    makeUnreadable(*entry, ttl, readAt, UnreadableItems::Why::Refused);
    return true;
}

void ItemStore::makeUnreadable(
    Entry &entry, const Ttl &ttl, Instant readAt, UnreadableItems::Why why)
{
    const Item &last = *entry.last;
    auto item = unreadableItem(last, last.reading.isUnreadable ? last.firstSeen : readAt);
    item->reading.ttl = ttl;
    item->readAt = readAt;
    item->isHidden = why == UnreadableItems::Why::Hidden;
    m_unreadable.add(entry.last, why);
    entry.last = item;
    entry.lastGap = Continuity::afterNothing;
    noteForAlerts(entry, readAt, true);
    m_shared->tables.set(std::move(item));
}

// The item of an object that exists as far as is known; else null.
ItemPtr ItemStore::lastKnown(const Entry &entry) const
{
    const ItemPtr unreadable = m_unreadable.last(entry.last->key);
    return unreadable ? unreadable : entry.item();
}

// Notes that an object left without becoming free, so that its row is not shown as a free lock.
void ItemStore::noteLeft(const Entry &entry)
{
    const ItemPtr last = lastKnown(entry);
    if (last && last->format->family() == Family::Lock)
        m_shared->freed.add(unreadableItem(*last, std::chrono::steady_clock::now()));
    else
        m_shared->freed.remove(entry.last->key);
}

void ItemStore::remove(const QByteArray &key)
{
    auto *entry = m_entries.find(key);
    if (!entry)
        return;
    noteLeft(*entry);
    m_shared->alerts.noteLeft(key);
    if (entry->exists) {
        m_shared->tables.remove(entry->last->format->family(), key);
        --m_objects;
    }
    m_unread -= entry->everRead ? 0 : 1;
    m_histories.remove(key);
    m_unreadable.remove(key);
    m_entries.erase(entry);
}

void ItemStore::replaceByOther(const QByteArray &key)
{
    const auto *entry = m_entries.find(key);
    if (const auto last = entry ? lastKnown(*entry) : ItemPtr())
        m_histories.noteReplaced(*last);
    remove(key);
}

void ItemStore::forgetOlderThan(Instant instant)
{
    std::vector<QByteArray> keys;
    for (const auto &entry : m_entries) {
        if (!entry.everRead || entry.last->readAt < instant)
            keys.push_back(entry.key());
    }
    for (const auto &key : keys)
        remove(key);
}

void ItemStore::beginUnseen(
    Instant lostAt, Instant backAt, UnseenCause cause, std::chrono::nanoseconds slept)
{
    m_continuity.beginGap();
    m_shared->alerts.beginGap();
    m_histories.beginUnseen(
        lostAt, backAt, cause, slept, [this](const auto &key) { return contains(key); });
}

void ItemStore::beginFailover(Instant lostAt, Instant backAt, const QString &slotRanges)
{
    m_continuity.beginGap();
    m_shared->alerts.beginGap();
    m_histories.beginFailover(
        lostAt, backAt, slotRanges, [this](const auto &key) { return contains(key); });
}

void ItemStore::beginSilence(Instant since, Instant now, UnseenCause cause)
{
    m_continuity.beginSilence();
    m_shared->alerts.beginGap();
    m_histories.beginUnseen(
        since, now, cause, {}, [this](const auto &key) { return contains(key); });
}

void ItemStore::endSilence(Instant now)
{
    m_continuity.endSilence(now);
    m_histories.extendUnseen(now);
}

void ItemStore::beginSwaps(Instant after, Instant now)
{
    m_continuity.beginSilence();
    beginUnseen(after, now, UnseenCause::DatabaseSwapped);
}

bool ItemStore::isAcrossGap(const Entry &entry, Instant wantedAt) const
{
    return (entry.everRead && entry.lastGap != m_continuity.lastGap())
        || m_continuity.isInSilence(entry.last->readAt, wantedAt);
}

void ItemStore::setWaiters(const QByteArray &key, std::optional<int> waiters, Instant at)
{
    auto *entry = m_entries.find(key);
    if (!entry)
        return;
    if (entry->last->reading.waitersAreQueued)
        return; // who waits in a queue need not listen to that channel
    const int waiting = waiters.value_or(0);
    if (entry->last->reading.waiters == waiters && m_histories.isWaitedFor(key) == (waiting > 0))
        return m_shared->alerts.noteWaiters(entry->last, at); // they wait for longer now
    if (!entry->exists && !m_histories.hasHolds(key))
        return; // nobody was seen to hold it
    auto item = makeItem(*entry->last);
    item->reading.waiters = waiters;
    if (item->format->family() == Family::Lock)
        m_histories.noteWaiters(*item, waiting, at);
    entry->last = item;
    m_shared->alerts.noteWaiters(item, at);
    if (entry->exists)
        m_shared->tables.set(std::move(item));
    else
        m_shared->freed.add(std::move(item));
    letGoOfForgotten();
}

void ItemStore::setPermitsInUse(const QByteArray &key, qint64 inUse, Instant at)
{
    auto *entry = m_entries.find(key);
    if (!entry || !entry->exists || entry->last->reading.isUnreadable
        || entry->last->reading.value == double(inUse))
        return;
    auto item = makeItem(*entry->last);
    item->reading.value = double(inUse);
    entry->last = item;
    noteForAlerts(*entry, at, false);
    m_shared->tables.set(std::move(item));
}

std::vector<QByteArray> ItemStore::forgetGoneBefore(Instant instant)
{
    std::vector<QByteArray> forgotten;
    m_entries.eraseIf([&](const Entry &entry) {
        const bool isWaitedFor = entry.last->reading.waiters.value_or(0) > 0;
        const bool isForgotten =
            !entry.exists && entry.everRead && entry.last->readAt < instant && !isWaitedFor;
        if (isForgotten)
            forgotten.push_back(entry.last->key);
        return isForgotten;
    });
    for (const auto &key : forgotten) {
        m_histories.remove(key);
        m_shared->freed.remove(key);
    }
    return forgotten;
}

bool ItemStore::hasNews() const
{
    return !m_shared->journal.isEmpty() || m_shared->tables.hasNews() || m_shared->freed.hasNews();
}

void ItemStore::publish(Snapshot &snapshot)
{
    m_shared->publish(snapshot);
    snapshot.unseen = m_histories.unseen();
}

} // namespace lockstep
