#include "core/watch/itemreader.h"

// A turn begins at once when nothing was read for the length of one, so that a single change is on
// screen without delay; under load changes gather for a turn. One batch is under way at a time: a
// slow server makes turns longer, not the queue. Timers count whole milliseconds, so a turn may
// begin a little early; what was read less than a turn ago then waits for the next millisecond. A
// key that changes while it is being read is announced again and read in the next turn.

namespace lockstep {

namespace {

constexpr std::size_t objectsPerBatch = 512;

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
    , m_turn(turn)
{
    m_time.at = std::chrono::steady_clock::now();
    m_time.server = std::chrono::system_clock::now();
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ItemReader::startBatch);
}

void ItemReader::want(const QByteArray &key)
{
    if (!m_wanted.insert(key).second)
        return;
    ++m_wants;
    if (!m_wantedSince)
        m_wantedSince = std::chrono::steady_clock::now();
    if (m_batch || m_timer.isActive())
        return;
    const auto due = m_lastStart + m_turn - std::chrono::steady_clock::now();
    m_timer.start(std::max(std::chrono::floor<Milliseconds>(due), Milliseconds(0)));
}

void ItemReader::clear()
{
    m_wanted.clear();
    m_batch.reset();
    m_timer.stop();
    m_wantedSince.reset();
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
    m_batch->sentAt = m_lastStart = std::chrono::steady_clock::now();
    m_batch->wantedSince = m_wantedSince.value_or(m_lastStart);

    const auto plans = fillBatch();
    m_wantedSince = m_wanted.empty() ? std::nullopt : std::optional(m_lastStart);
    if (m_batch->objects.empty()) {
        m_batch.reset();
        if (!m_wanted.empty())
            m_timer.start(Milliseconds(1));
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
    std::vector<QByteArray> early;
    while (!m_wanted.empty() && m_batch->objects.size() < objectsPerBatch) {
        const auto key = m_wanted.extract(m_wanted.begin()).value();
        const auto format = m_ledger->format(key);
        if (!format)
            continue;
        const auto item = m_ledger->item(key);
        if (item && item->readAt > m_lastStart - m_turn) {
            early.push_back(key);
            continue;
        }
        plans.push_back(format->plan(key, m_time));
        Object object{key, format, {}, m_lastStart};
        object.replies.resize(plans.back().commands.size());
        m_batch->objects.push_back(std::move(object));
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
    if (error.code == ErrorCode::NoPerm) {
        using Effect = MissingPermission::Effect;
        Q_EMIT denied(
            {command.words().first(), ttl ? Effect::NoTtl : Effect::NoValue, error.detail});
    } else if (error.code != ErrorCode::WrongType) {
        object.failed = true;
    }
    auto &slotReply = object.replies[slot];
    if (ttl && error.code == ErrorCode::NoPerm) {
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
        conclude(object);
    if (!m_wanted.empty() && !m_timer.isActive()) {
        // What is left over from a full batch goes at once; what came meanwhile waits for the turn.
        const bool full = batch->objects.size() == objectsPerBatch;
        const auto due = m_lastStart + m_turn - std::chrono::steady_clock::now();
        m_timer.start(full ? Milliseconds(0)
                           : std::max(std::chrono::floor<Milliseconds>(due), Milliseconds(0)));
    }
    Q_EMIT batchDone();
}

void ItemReader::conclude(const Object &object)
{
    if (object.failed || m_ledger->format(object.key) != object.format)
        return;
    auto reading = object.format->read(object.key, object.replies, object.observed, m_time);
    if (!reading) {
        m_ledger->remove(object.key);
        Q_EMIT mismatched(object.key);
        return;
    }
    if (looksGone(*reading))
        reading->ttl = Ttl::missing();
    m_ledger->apply(object.key, *reading, object.observed);
    Q_EMIT read(object.key);
}

} // namespace lockstep
