// The functions of SteppedServer for what happens to a node without a command: its keys expire, or
// another process takes its place.

#include "core/lab/node/steppedserver.h"
#include "core/redis/values/coretext.h"

#include "core/lab/wire/requestwire.h"

#include <algorithm>

namespace lockstep {

// Redis publishes an expiry only if the key outlives the command that sets its deadline. So the
// clock is put back, the deadlines are set to a moment shortly before the present one, and the keys
// expire when the clock shows the present again. No other key is due before that.
Result<Answer> SteppedServer::expire(const Execution &execution, quint32 after)
{
    if (const auto done = m_subscriptions.prepare(m_endpoint, execution.subscriptions); !done)
        return tl::unexpected(done.error());
    const auto admin = connection(-1, 0);
    if (!admin)
        return tl::unexpected(admin.error());
    Execution nobodys = execution; // on no thread's connection, so all clean WATCHes are opened
    nobodys.process = -1;
    nobodys.thread = 0;
    std::string wire;
    const auto commands = prepare(nobodys, *admin, &wire, true);
    if (!commands)
        return tl::unexpected(commands.error());
    if (const auto prepared = send(*admin, &wire, *commands); !prepared)
        return tl::unexpected(prepared.error());
    std::vector<quint32> keys;
    for (const KeyHeld &each : m_datasets[execution.dataset]) {
        if (!m_datasets.find(after, each.key))
            keys.push_back(each.key);
    }
    for (const quint32 key : keys)
        m_keys.appendDeadline(&wire, key, execution.clock - earlier / 2);
    m_clock->set(execution.clock - earlier);
    if (const auto set = send(*admin, &wire, int(keys.size())); !set)
        return tl::unexpected(set.error());
    m_clock->set(execution.clock);
    for (const quint32 key : keys)
        wire += wireOf({"EXISTS", viewOf(m_datasets.keyName(key))});
    if (const auto touched = send(*admin, &wire, int(keys.size())); !touched)
        return tl::unexpected(touched.error());
    for (const quint32 key : keys)
        m_keys.forget(key);
    if (const auto asks = appendClientList(&wire); !asks)
        return tl::unexpected(asks.error());
    (*admin)->append(wire);
    if (const auto read = readClientList(*admin); !read)
        return tl::unexpected(read.error());
    Answer answer;
    answer.dirty = m_watches.dirtyOf(execution.watches);
    auto messages = m_subscriptions.drain();
    if (!messages)
        return tl::unexpected(messages.error());
    answer.messages = std::move(*messages);
    return answer;
}

void SteppedServer::disconnect()
{
    m_connections.clear();
    m_subscriptions.forget();
    m_watches.forget();
    m_deadlineEvents.reset();
    m_keys.forget();
}

Result<void> SteppedServer::empty()
{
    disconnect(); // replies may be on their way
    const auto emptied = ask(wireOf({"FLUSHALL"}));
    return emptied ? Result<void>() : tl::unexpected(emptied.error());
}

Result<void> SteppedServer::replaced(Endpoint endpoint, quint32 dataset, qint64 clock)
{
    if (const auto taken = takeServer(std::move(endpoint)); !taken)
        return taken;
    m_clock->set(clock);
    const auto admin = connection(-1, 0);
    if (!admin)
        return tl::unexpected(admin.error());
    m_keys.assume(dataset, clock);
    const std::vector<quint32> keys = m_keys.keysToRead(dataset);
    std::string wire;
    m_keys.appendRead(&wire, keys);
    (*admin)->append(wire);
    const auto seen = m_keys.read(*admin, keys);
    if (!seen)
        return tl::unexpected(seen.error());
    for (const HeldKeys::Seen &each : *seen) {
        const KeyHeld *const wanted = m_datasets.find(dataset, each.key);
        const bool isRight = wanted ? each.value == m_datasets.value(wanted->value)
                && std::max<qint64>(-1, each.pttl) == wanted->ttl
                                    : each.value.isEmpty();
        if (each.wrongType || !isRight)
            return failure(ErrorCode::BadInput,
                CoreText::tr("the server that came in place of another does not hold %1 as it "
                             "should")
                    .arg(QString::fromUtf8(m_datasets.keyName(each.key))));
    }
    return {};
}

} // namespace lockstep
