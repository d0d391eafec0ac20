#include "core/watch/snapshot/itemstore.h"

#include "core/watch/items/comparison.h"
#include "core/watch/snapshot/nextitem.h"

#include <utility>

namespace lockstep {

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
        // Nothing but the key is the same. What was there all the time was not seen to come.
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

// The key has come here from another node of the Cluster, or a node that has been removed had it.
// What happened on the way was not seen.
ItemStore::Entry *ItemStore::takeOver(const QByteArray &key)
{
    ItemStore *const other = isAlone() ? nullptr : m_shared->storeOf(key);
    return other ? takeFrom(other, key) : nullptr;
}

// The other store has the key, and this one has not.
ItemStore::Entry *ItemStore::takeFrom(ItemStore *other, const QByteArray &key)
{
    const Entry *const found = other->m_entries.find(key);
    Entry entry = *found;
    other->m_entries.erase(found);
    other->m_objects -= entry.exists ? 1 : 0;
    other->m_unread -= entry.everRead ? 0 : 1;
    if (auto readable = other->m_unreadable.extract(key))
        m_unreadable.insert(std::move(readable));
    if (other->m_taken)
        other->m_taken(key);
    entry.metIn = 0;
    entry.lastGap = Continuity::afterNothing;
    m_objects += entry.exists ? 1 : 0;
    m_unread += entry.everRead ? 0 : 1;
    return m_entries.insert(std::move(entry));
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
        vanished(*entry, look, isAcross);
    else
        present(*entry, reading, look, isAcross);
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

void ItemStore::vanished(Entry &entry, const Look &look, bool isAcross)
{
    if (!entry.exists) {
        if (!entry.everRead)
            entry.last = goneItem(*entry.last, look.readAt);
        m_shared->alerts.noteGone(
            entry.key(), look.readAt, isAcross, entry.last->reading.waiters.value_or(0) > 0);
        return;
    }
    const ItemPtr last = lastKnown(entry);
    m_unreadable.erase(last->key);
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

bool ItemStore::isOtherByNow(const QByteArray &key, const Reading &reading) const
{
    const Entry *const entry = m_entries.find(key);
    return entry && m_tokens.isNoLock(*entry->last, reading);
}

void ItemStore::present(Entry &entry, const Reading &reading, const Look &look, bool isAcross)
{
    if (const auto other = m_tokens.otherFormat(*entry.last, reading)) {
        auto changed = makeItem(*entry.last);
        changed->format = other->format;
        changed->confidence = other->confidence;
        entry.last = std::move(changed);
    }
    const ItemPtr last = lastKnown(entry);
    m_unreadable.erase(entry.last->key);
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
    makeUnreadable(*entry, ttl, readAt, Why::Refused);
    return true;
}

void ItemStore::makeUnreadable(Entry &entry, const Ttl &ttl, Instant readAt, Why why)
{
    const Item &last = *entry.last;
    auto item = unreadableItem(last, last.reading.isUnreadable ? last.firstSeen : readAt);
    item->reading.ttl = ttl;
    item->readAt = readAt;
    item->isHidden = why == Why::Hidden;
    m_unreadable.try_emplace(last.key, Unreadable{entry.last, why}).first->second.why = why;
    entry.last = item;
    entry.lastGap = Continuity::afterNothing;
    noteForAlerts(entry, readAt, true);
    m_shared->tables.set(std::move(item));
}

std::vector<QByteArray> ItemStore::unreadable(Why why) const
{
    std::vector<QByteArray> keys;
    for (const auto &[key, unreadable] : m_unreadable) {
        if (unreadable.why == why)
            keys.push_back(key);
    }
    return keys;
}

std::vector<QByteArray> ItemStore::unreadable() const
{
    return unreadable(Why::Refused);
}

std::vector<QByteArray> ItemStore::hidden() const
{
    return unreadable(Why::Hidden);
}

// The item of an object that exists as far as is known; else null.
ItemPtr ItemStore::lastKnown(const Entry &entry) const
{
    const auto unreadable = m_unreadable.find(entry.last->key);
    return unreadable != m_unreadable.end() ? unreadable->second.last : entry.item();
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
    m_unreadable.erase(key);
    m_entries.erase(entry);
}

void ItemStore::replaceByOther(const QByteArray &key)
{
    const auto *entry = m_entries.find(key);
    if (const auto last = entry ? lastKnown(*entry) : ItemPtr())
        m_histories.noteReplaced(*last);
    remove(key);
}

void ItemStore::moveAway(const QByteArray &key)
{
    auto *entry = m_entries.find(key);
    if (!entry)
        return;
    if (m_shared->isOfCluster()) {
        entry->lastGap = Continuity::afterNothing;
        return;
    }
    if (const auto last = lastKnown(*entry))
        m_histories.noteMovedAway(*last);
    remove(key);
}

std::map<ItemStore *, std::vector<QByteArray>> ItemStore::handOver(const StoreFor &storeFor)
{
    std::map<ItemStore *, std::vector<QByteArray>> moving;
    for (const auto &entry : m_entries) {
        if (ItemStore *const to = storeFor(entry.key()); to != this)
            moving[to].push_back(entry.key());
    }
    for (const auto &[to, keys] : moving) {
        for (const auto &key : keys)
            to->takeFrom(this, key)->isNew = false;
    }
    return moving;
}

void ItemStore::hideAll(Instant now)
{
    for (const auto &key : someKeys(m_entries.size())) {
        auto *entry = m_entries.find(key);
        if (entry->everRead && !entry->last->reading.isUnreadable)
            makeUnreadable(*entry, Ttl::unknown(), now, Why::Hidden);
    }
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

std::optional<QByteArray> ItemStore::anyKey() const
{
    if (m_entries.empty())
        return std::nullopt;
    return m_entries.begin()->last->key;
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

FormatPtr ItemStore::format(const QByteArray &key) const
{
    auto *entry = m_entries.find(key);
    return entry ? entry->last->format : FormatPtr();
}

ItemPtr ItemStore::item(const QByteArray &key) const
{
    auto *entry = m_entries.find(key);
    return entry ? entry->item() : ItemPtr();
}

std::optional<Instant> ItemStore::readAt(const QByteArray &key) const
{
    auto *entry = m_entries.find(key);
    if (!entry || !entry->everRead)
        return {};
    return entry->last->readAt;
}

bool ItemStore::markMet(const QByteArray &key, quint32 pass)
{
    auto *entry = m_entries.find(key);
    if (!entry)
        return false;
    entry->metIn = pass;
    return true;
}

bool ItemStore::wasMet(const QByteArray &key, quint32 pass) const
{
    const auto *entry = m_entries.find(key);
    return entry && entry->metIn == pass;
}

void ItemStore::setGuessedWithoutTtl(const QByteArray &key, bool isGuessed)
{
    auto *entry = m_entries.find(key);
    if (entry)
        entry->isGuessedWithoutTtl = isGuessed;
}

bool ItemStore::isGuessedWithoutTtl(const QByteArray &key) const
{
    auto *entry = m_entries.find(key);
    return entry && entry->isGuessedWithoutTtl;
}

std::vector<QByteArray> ItemStore::keys(Instant goneSince) const
{
    std::vector<QByteArray> keys;
    keys.reserve(m_entries.size());
    for (const auto &entry : m_entries) {
        if (entry.exists || !entry.everRead || entry.last->readAt >= goneSince)
            keys.push_back(entry.last->key);
    }
    return keys;
}

std::vector<QByteArray> ItemStore::someKeys(std::size_t most) const
{
    std::vector<QByteArray> keys;
    for (auto it = m_entries.begin(); it != m_entries.end() && keys.size() < most; ++it) {
        if (it->exists)
            keys.push_back(it->last->key);
    }
    return keys;
}

std::vector<QByteArray> ItemStore::notMet(quint32 pass) const
{
    std::vector<QByteArray> keys;
    for (const auto &entry : m_entries) {
        if (entry.exists && entry.metIn != pass)
            keys.push_back(entry.last->key);
    }
    return keys;
}

std::vector<QByteArray> ItemStore::keysToCountWaitersOf() const
{
    std::vector<QByteArray> keys;
    for (const auto &entry : m_entries) {
        const Item &last = *entry.last;
        if ((entry.exists || last.reading.waiters.value_or(0) > 0)
            && last.format->family() == Family::Lock
            && !last.format->waitersChannel(last.key).isEmpty())
            keys.push_back(last.key);
    }
    return keys;
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
