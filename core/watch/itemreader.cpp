#include "core/watch/itemreader.h"

#include "core/watch/passing.h"
#include "core/watch/refused.h"

// A turn begins at once when nothing was read for the length of one, so that a single change is on
// screen without delay; under load changes gather for a turn. One batch is under way at a time: a
// slow server makes turns longer, not the queue. What does not fit into a batch follows at once, as
// part of the same turn. A key is read once in a turn; if it changes while it is being read, it is
// announced again and read in the next one.
//
// A server whose tracking table is full (tracking-table-max-keys) drops names and announces them as
// changed; reading those drops others, and so on for ever. Turns in which most of what was
// announced turns out to be as it was are therefore made longer, until something is new.

namespace lockstep {

namespace {

constexpr std::size_t objectsPerBatch = 512;
constexpr qsizetype bytesPerBatch = 2 * 1024 * 1024; // a slow link has to carry them in time
constexpr auto longestTurn = Milliseconds(1000);
constexpr int fewestToJudge = 8; // announced objects in a turn
constexpr auto firstRetry = Milliseconds(100); // while the server is busy, loading, down
constexpr auto longestRetry = Milliseconds(2000);

// Without PTTL a key that is gone cannot be told from an empty one by every command; nothing at all
// means gone.
bool looksGone(const Reading &reading)
{
    return reading.ttl.kind() == Ttl::Kind::Unknown && reading.raw.isEmpty() && !reading.holder
        && reading.value.value_or(0) == 0;
}

} // namespace

ItemReader::ItemReader(Connection *connection, Ledger *ledger, Milliseconds turn, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_ledger(ledger)
    , m_shortestTurn(turn)
    , m_turn(turn)
    , m_retryPause(firstRetry, longestRetry, 1)
{
    m_time.at = std::chrono::steady_clock::now();
    m_time.server = std::chrono::system_clock::now();
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ItemReader::startBatch);
}

void ItemReader::want(const QByteArray &key, Why why)
{
    if (!m_wanted.try_emplace(key, why).second)
        return;
    ++m_wants;
    if (!m_wantedSince)
        m_wantedSince = std::chrono::steady_clock::now();
    if (m_batch || m_timer.isActive())
        return;
    m_timer.start(untilNextTurn());
}

void ItemReader::clear()
{
    m_wanted.clear();
    m_batch.reset();
    m_timer.stop();
    m_wantedSince.reset();
    m_turnGoesOn = false;
    m_refusal.reset();
    m_retryPause.reset();
}

std::optional<Instant> ItemReader::waitingSince() const
{
    return m_batch ? std::optional(m_batch->wantedSince) : m_wantedSince;
}

void ItemReader::startBatch()
{
    if (m_batch || m_wanted.empty())
        return;
    m_batch = std::make_shared<Batch>();
    m_batch->sentAt = std::chrono::steady_clock::now();
    m_batch->wantedSince = m_wantedSince.value_or(m_batch->sentAt);
    if (!m_turnGoesOn)
        m_turnStart = m_batch->sentAt;

    const auto plans = fillBatch();
    m_wantedSince = m_wanted.empty() ? std::nullopt : std::optional(m_batch->sentAt);
    if (m_batch->objects.empty()) {
        m_batch.reset();
        m_turnGoesOn = false;
        if (!m_wanted.empty())
            m_timer.start(untilNextTurn());
        return;
    }
    for (std::size_t i = 0; i < plans.size(); ++i)
        m_batch->pending += static_cast<int>(plans[i].commands.size());
    for (std::size_t i = 0; m_batch && i < plans.size(); ++i)
        ask(i, plans[i]);
}

std::vector<ReadPlan> ItemReader::fillBatch()
{
    std::vector<ReadPlan> plans;
    std::vector<std::pair<QByteArray, Why>> early;
    qsizetype bytes = 0;
    while (!m_wanted.empty() && !m_batch->isFull) {
        const auto next = m_wanted.extract(m_wanted.begin());
        const auto &key = next.key();
        const auto format = m_ledger->format(key);
        if (!format)
            continue;
        const auto item = m_ledger->item(key);
        if (item && m_turnGoesOn && item->readAt >= m_turnStart) {
            early.emplace_back(key, next.mapped());
            continue;
        }
        plans.push_back(format->plan(key, m_time));
        Object object{key, format, {}, m_batch->sentAt, next.mapped()};
        m_batch->announced += object.why == Why::Announced ? 1 : 0;
        object.replies.resize(plans.back().commands.size());
        m_batch->objects.push_back(std::move(object));
        bytes += key.size() * qsizetype(plans.back().commands.size());
        const std::size_t most = m_refusal ? 1 : objectsPerBatch;
        m_batch->isFull = m_batch->objects.size() == most || bytes >= bytesPerBatch;
    }
    m_wanted.insert(early.begin(), early.end());
    return plans;
}

void ItemReader::ask(std::size_t object, const ReadPlan &plan)
{
    QList<QByteArray> parts;
    const auto key = m_batch->objects[object].key;
    for (std::size_t slot = 0; slot < plan.commands.size(); ++slot) {
        const auto &command = plan.commands[slot];
        const auto &part = command.words().at(1);
        if (part != key && !parts.contains(part))
            parts.append(part);
        m_connection->send(command,
            [this, batch = std::weak_ptr(m_batch), object, slot, command](
                const Result<Reply> &reply) {
                const auto mine = batch.lock();
                if (!mine || mine != m_batch)
                    return; // cleared meanwhile
                take(mine->objects[object], slot, command, reply);
                if (--mine->pending == 0)
                    finish();
            });
    }
    if (!parts.isEmpty())
        Q_EMIT partsKnown(key, parts);
}

void ItemReader::take(
    Object &object, std::size_t slot, const Command &command, const Result<Reply> &reply)
{
    const bool ttl = command.words().first() == "PTTL";
    if (ttl)
        object.observed = std::chrono::steady_clock::now();
    if (reply) {
        object.replies[slot] = *reply;
        return;
    }
    const auto &error = reply.error();
    using Effect = MissingPermission::Effect;
    const auto missing =
        missingFor(command.words().first(), ttl ? Effect::NoTtl : Effect::NoValue, error);
    if (missing && !isRefusedByName(command.words().at(1), error)) {
        Q_EMIT denied(*missing);
    } else if (isServedElsewhere(error.code)) {
        object.movedAway = error;
    } else if (willPass(error.code)) {
        object.failed = true;
        m_batch->refusal = error;
        // Replies come in order: the first that is missing is the one that was too large.
        if (error.code == ErrorCode::ReplyTooLarge)
            Q_EMIT tooLarge(object.key);
    }
    auto &slotReply = object.replies[slot];
    if (ttl && missing) {
        slotReply.kind = Reply::Kind::Integer;
        slotReply.integer = -3; // unknown, see Ttl::fromPttl
    } else {
        slotReply.kind = Reply::Kind::Error;
        slotReply.text = error.detail.toUtf8();
    }
}

void ItemReader::finish()
{
    const auto batch = std::exchange(m_batch, nullptr);
    m_busy += std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - batch->sentAt);
    for (const auto &object : batch->objects)
        conclude(object, *batch);
    adaptTurn(*batch);
    m_turnGoesOn = !m_wanted.empty() && batch->isFull && m_turn == m_shortestTurn;
    if (batch->someFailed)
        m_wantedSince = batch->wantedSince;
    if (!batch->refusal)
        m_retryPause.reset();
    if (std::exchange(m_refusal, batch->refusal) != batch->refusal)
        Q_EMIT refused(m_refusal);
    if (!m_wanted.empty() && (!m_timer.isActive() || batch->someFailed))
        m_timer.start(pauseAfter(*batch));
    Q_EMIT batchDone();
}

void ItemReader::adaptTurn(const Batch &batch)
{
    const bool inVain = batch.announced >= fewestToJudge && batch.news * 10 < batch.announced;
    if (inVain)
        m_turn = std::clamp(2 * m_turn, Milliseconds(1), longestTurn);
    else if (batch.announced > 0)
        m_turn = m_shortestTurn;
}

// What is left over from a full batch goes at once; what came meanwhile waits for the turn.
Milliseconds ItemReader::pauseAfter(const Batch &batch)
{
    if (batch.someFailed)
        return m_retryPause.next();
    return m_turnGoesOn ? Milliseconds(0) : untilNextTurn();
}

Milliseconds ItemReader::untilNextTurn() const
{
    const auto due = m_turnStart + m_turn - std::chrono::steady_clock::now();
    return std::max(std::chrono::ceil<Milliseconds>(due), Milliseconds(0));
}

void ItemReader::conclude(const Object &object, Batch &batch)
{
    if (m_ledger->format(object.key) != object.format)
        return;
    if (object.movedAway) {
        m_ledger->moveAway(object.key);
        Q_EMIT movedAway(object.key, *object.movedAway);
        return;
    }
    if (object.failed) {
        batch.someFailed = true;
        m_wanted.try_emplace(object.key, object.why);
        return;
    }
    auto reading = object.format->read(object.key, object.replies, object.observed, m_time);
    if (!reading) {
        m_ledger->remove(object.key);
        Q_EMIT mismatched(object.key);
        return;
    }
    if (looksGone(*reading))
        reading->ttl = Ttl::missing();
    const bool isNews = m_ledger->apply(object.key, *reading, object.observed);
    batch.news += isNews && object.why == Why::Announced ? 1 : 0;
    Q_EMIT read(object.key);
}

} // namespace lockstep
