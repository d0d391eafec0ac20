#include "core/watch/reading/waitercount.h"

#include "core/redis/connection/connection.h"
#include "core/watch/link/missingpermission.h"
#include "core/watch/snapshot/itemstore.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto every = std::chrono::seconds(5);
constexpr std::size_t mostChannels = 256;
constexpr int mostFirstQuestions = 16;

} // namespace

WaiterCount::WaiterCount(Connection *connection, ItemStore *store, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_store(store)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &WaiterCount::ask);
}

void WaiterCount::start()
{
    m_timer.start(every);
}

void WaiterCount::stop()
{
    m_timer.stop();
    m_keys.clear();
    m_next = 0;
    m_pending = 0;
    m_hasBegun = false;
}

bool WaiterCount::countFirst()
{
    for (int i = 0; i < mostFirstQuestions && !m_hasBegun; ++i) {
        ask();
        m_hasBegun = m_next == m_keys.size();
    }
    m_hasBegun = true;
    return m_pending > 0;
}

void WaiterCount::collect()
{
    m_keys = m_store->keysToCountWaitersOf();
    m_next = 0;
    const auto questions = static_cast<qint64>((m_keys.size() + mostChannels - 1) / mostChannels);
    m_roundTook = questions > 1 ? std::optional<Milliseconds>(questions * every) : std::nullopt;
}

void WaiterCount::ask()
{
    if (m_next == m_keys.size())
        collect();
    std::vector<QByteArray> keys;
    std::vector<QByteArray> queued;
    Command command{"PUBSUB", "NUMSUB"};
    for (; m_next < m_keys.size() && keys.size() < mostChannels; ++m_next) {
        const QByteArray &key = m_keys[m_next];
        const auto format = m_store->format(key);
        const auto channel = format ? format->waitersChannel(key) : QByteArray();
        if (channel.isEmpty())
            continue; // forgotten, or something else, since the round began
        if (const auto item = m_store->item(key); item && item->reading.waitersAreQueued) {
            queued.push_back(key);
            continue;
        }
        keys.push_back(key);
        command << channel;
    }
    if (!queued.empty())
        Q_EMIT queuesMayBeOld(queued);
    if (keys.empty())
        return;
    ++m_pending;
    m_connection->send(command, [this, keys](const Result<Reply> &reply) { take(keys, reply); });
}

void WaiterCount::take(const std::vector<QByteArray> &keys, const Result<Reply> &reply)
{
    m_pending = std::max(m_pending - 1, 0); // stop() may have been called since it was asked
    if (!reply) {
        const auto missing =
            missingFor({"PUBSUB", "NUMSUB"}, MissingPermission::Effect::NoWaiters, reply.error());
        if (missing)
            Q_EMIT denied(*missing);
    }
    const auto now = std::chrono::steady_clock::now();
    for (std::size_t i = 0; reply && i < keys.size() && 2 * i + 1 < reply->elements.size(); ++i)
        m_store->setWaiters(keys[i], static_cast<int>(reply->elements[2 * i + 1].integer), now);
    Q_EMIT counted();
}

} // namespace lockstep
