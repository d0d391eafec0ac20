// A turn begins at once when nothing was read for the length of one, so that a single change is on
// screen without delay; under load changes gather for a turn. One batch is under way at a time: a
// slow server makes turns longer, not the queue. What does not fit into a batch follows at once, as
// part of the same turn. A key is read once in a turn; if it changes while it is being read, it is
// announced again and read in the next one, unless it has to rest (readrests.h).

#include "core/watch/reading/itemreader.h"

#include "core/redis/values/errorclasses.h"
#include "core/watch/link/missingpermission.h"
#include "core/watch/link/timereply.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t alsoPerBatch = 256; // objects; others are waiting meanwhile
constexpr auto firstRetry = Milliseconds(100); // while the server is busy, loading, down
constexpr auto longestRetry = Milliseconds(2000);

// Without PTTL not every command tells a key that is gone from an empty one. A reading that holds
// nothing at all is taken for gone.
bool looksGone(const Reading &reading)
{
    return reading.ttl.kind() == Ttl::Kind::Unknown && reading.raw().isEmpty() && !reading.holder
        && reading.value.value_or(0) == 0;
}

} // namespace

ItemReader::ItemReader(
    Connection *connection, ItemStore *store, Milliseconds turn, Pacer pacer, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_store(store)
    , m_turn(turn)
    , m_pacer(pacer)
    , m_rests(store, &m_pace, turn)
    , m_falling(store, this)
    , m_unread(connection, store, pacer, this)
    , m_retryPause(firstRetry, longestRetry, 1)
{
    m_time.at = std::chrono::steady_clock::now();
    m_time.server = std::chrono::system_clock::now();
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ItemReader::startBatch);
}

void ItemReader::setServerTime(const ServerTime &time)
{
    m_time = time;
    m_falling.setServerTime(time);
    m_unread.setServerTime(time);
}

void ItemReader::want(const QByteArray &key, Why why, Instant since)
{
    m_falling.forget(key); // its last reading may be out of date
    m_unread.forget(key);
    if (m_queue.contains(key))
        return;
    const bool isAnnounced = why == Why::Announced;
    m_wants += isAnnounced ? 1 : 0;
    m_queue.add({key, isAnnounced ? Source::Announced : Source::Asked, since},
        isAnnounced ? m_rests.end(key) : std::nullopt);
    schedule();
}

void ItemReader::readAlso(std::vector<QByteArray> keys)
{
    m_also.insert(
        m_also.end(), std::make_move_iterator(keys.begin()), std::make_move_iterator(keys.end()));
    schedule();
}

void ItemReader::clear()
{
    m_queue.clear();
    m_pace.reset();
    m_also.clear();
    m_rests.clear();
    m_falling.clear();
    m_unread.clear();
    m_mayAskTime = true;
    m_batch.reset();
    m_timer.stop();
    m_waits.reset();
    m_retryAt.reset();
    m_turnGoesOn = false;
    m_refusal.reset();
    m_retryPause.reset();
}

std::optional<Instant> ItemReader::waitingSince() const
{
    auto oldest = m_queue.oldest();
    if (m_batch && m_batch->wantedSince)
        oldest = std::min(oldest.value_or(*m_batch->wantedSince), *m_batch->wantedSince);
    return oldest;
}

// Sets when the next batch begins: for what is wanted at the next turn, for the rest at once.
void ItemReader::schedule()
{
    if (m_batch)
        return;
    const auto now = std::chrono::steady_clock::now();
    std::optional<Instant> at;
    const auto consider = [&at](Instant instant) { at = std::min(at.value_or(instant), instant); };
    if (!m_also.empty() || (m_turnGoesOn && m_queue.hasReady()))
        consider(now);
    else if (m_queue.hasReady())
        consider(m_turnStart + turn());
    if (const auto wake = m_queue.nextWake())
        consider(std::max(*wake, m_turnStart + turn()));
    if (!at)
        return m_timer.stop();
    if (m_retryAt)
        at = std::max(*at, *m_retryAt);
    if (m_timer.isActive() && m_timerEnds == *at)
        return;
    m_timerEnds = *at;
    m_timer.start(std::max(std::chrono::ceil<Milliseconds>(*at - now), Milliseconds(0)));
}

void ItemReader::startBatch()
{
    if (m_batch)
        return;
    const auto now = std::chrono::steady_clock::now();
    m_retryAt.reset();
    m_queue.wake(now);
    m_batch = std::make_shared<ReadBatch>(now, m_refusal ? 1 : ReadBatch::usualObjects);

    std::vector<ReadPlan> plans;
    fillBatch(plans);
    if (m_batch->objects.empty()) {
        m_batch.reset();
        m_turnGoesOn = false;
        schedule();
        if (m_also.empty())
            Q_EMIT caughtUp(); // the store has none of what was to be read
        return;
    }
    for (const auto &plan : plans)
        m_batch->pending += static_cast<int>(plan.commands.size());
    if (m_batch->hasLocks && m_mayAskTime)
        askTime();
    m_batch->commands = m_batch->pending;
    for (std::size_t i = 0; m_batch && i < plans.size(); ++i)
        ask(i, plans[i]);
}

// PTTL goes by the server's clock, and setting that clock looks as if all locks were renewed, or
// released before their time. So the time is asked for in the pipeline of what is read, and first:
// then it is known at least as exactly as any deadline of the batch.
void ItemReader::askTime()
{
    ++m_batch->pending;
    m_announcements.commands += m_batch->hasAnnouncedLocks ? 1 : 0;
    m_connection->send(
        {"TIME"}, [this, batch = std::weak_ptr(m_batch)](const Result<Reply> &reply) {
            const auto mine = batch.lock();
            if (!mine || mine != m_batch)
                return; // cleared meanwhile
            using Effect = MissingPermission::Effect;
            if (const auto missing =
                    reply ? std::nullopt : missingFor({"TIME"}, Effect::NoTime, reply.error())) {
                m_mayAskTime = false;
                Q_EMIT denied(*missing);
            }
            const auto now = std::chrono::steady_clock::now();
            if (const auto time = reply ? serverTimeFrom(*reply, mine->sentAt, now) : std::nullopt)
                Q_EMIT timeTold(*time);
            if (--mine->pending == 0)
                finish();
        });
}

void ItemReader::fillBatch(std::vector<ReadPlan> &plans)
{
    const bool turnIsDue = m_turnGoesOn || m_batch->sentAt >= m_turnStart + turn();
    if (turnIsDue && !m_turnGoesOn && m_queue.hasReady())
        m_turnStart = m_batch->sentAt;
    std::vector<Wanted> early; // read in this turn already
    while (turnIsDue && m_queue.hasReady() && !m_batch->isFull()) {
        auto wanted = m_queue.take();
        const auto format = m_store->format(wanted.key);
        const auto item = m_store->item(wanted.key);
        if (!format)
            continue;
        if (item && m_turnGoesOn && item->readAt >= m_turnStart) {
            early.push_back(std::move(wanted));
        } else {
            m_batch->noteWanted(wanted.since);
            addToBatch(std::move(wanted), format, plans);
        }
    }
    m_queue.putBack(std::move(early));
    for (std::size_t i = 0; i < alsoPerBatch && !m_also.empty() && !m_batch->isFull(); ++i) {
        const auto key = std::move(m_also.front());
        m_also.pop_front();
        const auto since = m_queue.wantedSince(key).value_or(m_batch->sentAt); // it may rest
        if (const auto format = m_store->format(key))
            addToBatch({key, Source::Also, since}, format, plans);
    }
}

void ItemReader::addToBatch(Wanted wanted, const FormatPtr &format, std::vector<ReadPlan> &plans)
{
    plans.push_back(format->plan(wanted.key, m_time));
    const auto commands = plans.back().commands.size();
    if (wanted.source == Source::Announced)
        m_announcements.commands += static_cast<qint64>(commands);
    m_batch->add(std::move(wanted), format, commands);
}

void ItemReader::ask(std::size_t object, const ReadPlan &plan)
{
    QList<QByteArray> parts;
    const auto key = m_batch->objects[object].wanted.key;
    for (std::size_t place = 0; place < plan.commands.size(); ++place) {
        const auto &command = plan.commands[place];
        const auto &part = command.words().at(1);
        if (part != key && !parts.contains(part))
            parts.append(part);
        m_connection->send(command,
            [this, batch = std::weak_ptr(m_batch), object, place, command](
                const Result<Reply> &reply) {
                const auto mine = batch.lock();
                if (!mine || mine != m_batch)
                    return; // cleared meanwhile
                ObjectReplies &replies = mine->objects[object].replies;
                if (const auto missing = replies.take(place, command, reply))
                    Q_EMIT denied(*missing);
                if (replies.failure())
                    mine->refusal = replies.failure();
                if (--mine->pending == 0)
                    finish();
            });
    }
    if (!parts.isEmpty())
        Q_EMIT partsKnown(key, parts);
}

void ItemReader::finish()
{
    if (!m_batch->refusal || !isConnectionLost(m_batch->refusal->code))
        Q_EMIT answered();
    const auto batch = std::exchange(m_batch, nullptr);
    charge(*batch);
    for (const auto &object : batch->objects)
        conclude(object, *batch);
    if (batch->someFailed)
        returnToQueue(*batch);
    else if (batch->wantedSince)
        noteWait(*batch->wantedSince);
    if (!batch->refusal)
        m_retryPause.reset();
    m_turnGoesOn =
        m_queue.hasReady() && batch->isFull() && batch->wantedSince && !batch->someFailed;
    if (std::exchange(m_refusal, batch->refusal) != batch->refusal)
        Q_EMIT refused(m_refusal);
    schedule();
    Q_EMIT batchDone();
    if (m_also.empty())
        Q_EMIT caughtUp();
}

void ItemReader::noteWait(Instant since)
{
    const auto now = std::chrono::steady_clock::now();
    m_waits.note(now - since, now);
}

void ItemReader::charge(const ReadBatch &batch)
{
    const auto now = std::chrono::steady_clock::now();
    const auto busy = std::chrono::duration_cast<std::chrono::microseconds>(now - batch.sentAt);
    m_busy += busy;
    if (batch.unannounced == 0)
        return;
    const auto all = static_cast<qint64>(batch.objects.size());
    m_pacer.note(busy * batch.unannounced / all, 1,
        static_cast<std::size_t>(batch.commands * batch.unannounced / all), now);
}

void ItemReader::returnToQueue(const ReadBatch &batch)
{
    m_retryAt = std::chrono::steady_clock::now() + m_retryPause.next();
    std::vector<Wanted> unread;
    for (const Object *object : batch.unread()) {
        if (object->wanted.source == Source::Also)
            m_also.push_front(object->wanted.key);
        else
            unread.push_back(object->wanted);
    }
    m_queue.putBack(std::move(unread));
}

void ItemReader::conclude(const Object &object, ReadBatch &batch)
{
    const auto &key = object.wanted.key;
    if (m_store->format(key) != object.format)
        return;
    const ObjectReplies &replies = object.replies;
    if (replies.movedAway()) {
        m_store->moveAway(key);
        Q_EMIT movedAway(key, *replies.movedAway());
        return;
    }
    if (replies.isTooLarge()) {
        Q_EMIT tooLarge(key);
        return;
    }
    if (replies.failure()) {
        batch.someFailed = true;
        return;
    }
    const Instant observed = replies.observed();
    m_lastReading = std::max(m_lastReading.value_or(observed), observed);
    auto reading = object.format->read(key, replies.all(), observed, m_time);
    if (!reading && concludeUnreadable(object, batch))
        return;
    if (!reading || m_store->isOtherByNow(key, *reading)) {
        m_store->replaceByOther(key);
        m_rests.noteChanged(key);
        Q_EMIT mismatched(key);
        return;
    }
    // One millisecond more, because PTTL leaves out what has passed of the present one.
    reading->deadlineError = CoarseTime::atLeast(
        std::chrono::ceil<std::chrono::microseconds>(observed - batch.sentAt + Milliseconds(1)));
    if (looksGone(*reading))
        reading->ttl = Ttl::missing();
    const bool isNews = m_store->apply(key, *reading, lookOf(object, batch));
    noteAnnounced(object, isNews);
    if (!m_queue.contains(key)) {
        m_falling.noteRead(key, replies.all(), observed);
        m_unread.noteRead(key);
    }
    Q_EMIT read(key);
}

Look ItemReader::lookOf(const Object &object, const ReadBatch &batch)
{
    return m_timing.lookOf(object, batch, m_store->readAt(object.wanted.key), m_pacer.roundTrip());
}

// Handles an object that may not be read: it has neither changed its kind nor gone, unless PTTL
// says so. Returns false if it is no such object.
bool ItemReader::concludeUnreadable(const Object &object, const ReadBatch &batch)
{
    const auto ttl = object.replies.ttlOfUnreadable();
    if (!ttl)
        return false;
    const auto &key = object.wanted.key;
    if (ttl->isMissing())
        m_store->apply(key, {}, lookOf(object, batch));
    else if (!m_store->noteUnreadable(key, *ttl, object.replies.observed()))
        return false;
    noteAnnounced(object, true);
    Q_EMIT read(key);
    return true;
}

void ItemReader::noteAnnounced(const Object &object, bool isNews)
{
    if (isNews)
        m_rests.noteChanged(object.wanted.key);
    if (object.wanted.source != Source::Announced)
        return;
    ++m_announcements.read;
    if (isNews)
        return;
    ++m_announcements.inVain;
    m_rests.noteUnchanged(object.wanted.key, object.replies.observed());
}

} // namespace lockstep
