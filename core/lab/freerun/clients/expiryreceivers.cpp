#include "core/lab/freerun/clients/expiryreceivers.h"

#include "core/lab/wire/replywire.h"
#include "core/lab/wire/requestwire.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::string_view keyspaceChannel = "__keyspace@0__:";

} // namespace

ExpiryReceivers::ExpiryReceivers(ControlConnection &queries, QByteArray prefix)
    : m_queries(queries)
    , m_prefix(std::move(prefix))
{
}

// The keys are found by the names of the keyspace channels that have subscribers. The run itself
// subscribes to keyevent channels only.
void ExpiryReceivers::poll()
{
    if (m_asked != 0)
        return;
    ++m_asked;
    const std::string all = std::string(keyspaceChannel) + std::string(viewOf(m_prefix)) + '*';
    m_queries.ask(wireOf({"PUBSUB", "CHANNELS", all}), [this](const redisReply &channels) {
        --m_asked;
        m_ttls.clear();
        for (size_t i = 0; i < channels.elements; ++i) {
            const QByteArray key =
                bytesOf(*channels.element[i]).sliced(qsizetype(keyspaceChannel.size()));
            ++m_asked;
            m_queries.ask(wireOf({"PTTL", viewOf(key)}), [this, key](const redisReply &ttl) {
                --m_asked;
                m_ttls[key] = ttl.integer;
            });
        }
    });
}

bool ExpiryReceivers::noKeyCanExpire() const
{
    return m_asked == 0 && std::all_of(m_ttls.begin(), m_ttls.end(), [](const auto &each) {
        return each.second < 0;
    });
}

} // namespace lockstep
