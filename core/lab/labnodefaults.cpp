// What befalls a node: its keys expire, another process comes in its place.

#include "core/lab/labnode.h"

#include "core/lab/requestwire.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace lockstep {

namespace {

constexpr double longestExpiry = 5000; // ms

std::string command(std::initializer_list<std::string_view> words)
{
    std::string wire;
    appendHeader(&wire, int(words.size()));
    for (const std::string_view word : words)
        appendWord(&wire, {}, word);
    return wire;
}

} // namespace

Result<void> LabNode::vanish(const std::vector<quint32> &keys)
{
    for (const quint32 key : keys) {
        if (const auto done = awaitExpiry(key); !done)
            return done;
    }
    return {};
}

// A deadline of no time deletes a key at once, which Redis tells as a DEL; one of a millisecond is
// looked at until it has struck, which it tells as an expiry.
Result<void> LabNode::awaitExpiry(quint32 key)
{
    const auto admin = connection(-1, 0);
    if (!admin)
        return tl::unexpected(admin.error());
    (*admin)->append(command({"PEXPIRE", name(key), "1"}));
    if (const auto reply = (*admin)->readPlain(); !reply)
        return tl::unexpected(reply.error());
    for (const double begun = now(); now() - begun < longestExpiry;) {
        (*admin)->append(command({"EXISTS", name(key)}));
        const auto reply = (*admin)->readPlain();
        if (!reply)
            return tl::unexpected(reply.error());
        if ((*reply)->integer == 0)
            return {};
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return failure(
        ErrorCode::CommandTimeout, QStringLiteral("a key whose deadline is over does not expire"));
}

Result<Answer> LabNode::expire(const Execution &execution, quint32 after)
{
    if (const auto done = prepareSubscriptions(execution.subscriptions); !done)
        return tl::unexpected(done.error());
    const auto admin = connection(-1, 0);
    if (!admin)
        return tl::unexpected(admin.error());
    Execution nobodys = execution; // all clean WATCHes are others'
    nobodys.process = -1;
    nobodys.thread = 0;
    std::string wire;
    const auto commands = prepare(nobodys, *admin, &wire);
    if (!commands)
        return tl::unexpected(commands.error());
    if (const auto prepared = send(*admin, &wire, *commands); !prepared)
        return tl::unexpected(prepared.error());
    std::vector<quint32> keys;
    for (const KeyHeld &each : m_contents[execution.contents]) {
        if (!m_contents.find(after, each.key))
            keys.push_back(each.key);
    }
    if (const auto done = vanish(keys); !done)
        return tl::unexpected(done.error());
    for (const quint32 key : keys)
        held(key) = {};
    if (const auto asks = appendClientList(&wire); !asks)
        return tl::unexpected(asks.error());
    (*admin)->append(wire);
    if (const auto read = readClientList(*admin); !read)
        return tl::unexpected(read.error());
    Answer answer;
    answer.doomed = doomedOf(execution);
    auto messages = drain();
    if (!messages)
        return tl::unexpected(messages.error());
    answer.messages = std::move(*messages);
    return answer;
}

void LabNode::disconnect()
{
    m_connections.clear();
    m_subscribers.clear();
    m_subscriptions.clear();
    m_watching.clear();
    m_asked.clear();
    m_written.clear();
    std::fill(m_held.begin(), m_held.end(), Held());
}

Result<void> LabNode::empty()
{
    disconnect(); // replies may be on their way
    const auto emptied = ask(command({"FLUSHALL"}));
    return emptied ? Result<void>() : tl::unexpected(emptied.error());
}

Result<void> LabNode::replaced(Endpoint endpoint, quint32 contents, qint64)
{
    m_endpoint = std::move(endpoint);
    disconnect();
    const auto admin = connection(-1, 0);
    if (!admin)
        return tl::unexpected(admin.error());
    for (const KeyHeld &each : m_contents[contents]) {
        held(each.key) = {each.value, each.ttl, false, 0, 0}; // deadlines are written anew
        m_types[each.key] = canonical::typeOf(m_contents.value(each.value));
    }
    const std::vector<quint32> keys = keysToRead(contents);
    std::string wire;
    appendReadBack(&wire, keys);
    (*admin)->append(wire);
    const auto seen = readBack(*admin, keys);
    if (!seen)
        return tl::unexpected(seen.error());
    for (const Seen &each : *seen) {
        const KeyHeld *const wanted = m_contents.find(contents, each.key);
        const bool isRight = wanted ? each.value == m_contents.value(wanted->value)
                && (each.pttl >= 0) == (wanted->ttl >= 0)
                                    : each.value.isEmpty();
        if (each.wrongType || !isRight)
            return failure(ErrorCode::ProtocolError,
                QStringLiteral("the server that came in place of another does not hold %1 as it "
                               "should")
                    .arg(QString::fromUtf8(m_contents.keyName(each.key))));
    }
    return {};
}

} // namespace lockstep
