#include "core/lab/freerun/rounds/monitoredchanges.h"

#include "core/lab/wire/requestwire.h"
#include "core/redis/values/coretext.h"

#include <algorithm>
#include <functional>

namespace lockstep {

namespace {

constexpr auto streamTimeLimit = ControlConnection::patienceWithOurs;

} // namespace

MonitoredChanges::MonitoredChanges(
    RunContext &context, QByteArray prefix, const QList<QByteArray> &keys, Endpoint scratch)
    : m_context(context)
    , m_scratch(std::move(scratch))
    , m_order(std::move(prefix), keys)
{
}

Result<void> MonitoredChanges::open()
{
    for (int node = 0; node < int(m_context.nodes.size()); ++node) {
        m_monitors.push_back(std::make_unique<MonitorConnection>(
            m_context.loop,
            [this, node](std::string_view bytes) {
                m_order.feed(node, {bytes.data(), qsizetype(bytes.size())});
            },
            [this](const Error &error) { m_context.observer.failed(error); }));
        if (const auto opened = m_monitors.back()->open(m_context.nodes[size_t(node)].endpoint);
            !opened)
            return opened;
    }
    if (!m_context.loop.serve([this] { return isListening(); }, streamTimeLimit))
        return tl::unexpected(unanswered(&MonitorConnection::isListening));
    return {};
}

// hasAnswered: what is not true of one of the monitors.
Error MonitoredChanges::unanswered(bool (MonitorConnection::*hasAnswered)() const) const
{
    if (m_context.loop.isStopped())
        return {ErrorCode::Cancelled, {}};
    size_t node = 0;
    while (node + 1 < m_monitors.size() && std::invoke(hasAnswered, *m_monitors[node]))
        ++node;
    return {ErrorCode::CommandTimeout,
        CoreText::tr("%1 has not answered %2")
            .arg(m_context.nodes[node].endpoint.display(), QStringLiteral("MONITOR"))};
}

void MonitoredChanges::addConnection(
    int node, const QByteArray &address, int client, int thread, int repeats)
{
    const quint32 whose = client < 0 ? none : quint32(client);
    m_order.addConnection(node, address, whose, quint8(thread), repeats);
}

void MonitoredChanges::mark(size_t node)
{
    const std::string word = "all-until-" + std::to_string(++m_marks);
    m_monitors[node]->expect(word);
    m_context.nodes[node].waits->queries().ask(wireOf({"ECHO", word}), [](const redisReply &) {});
}

Result<void> MonitoredChanges::settle()
{
    for (size_t node = 0; node < m_monitors.size(); ++node)
        mark(node);
    const auto allSeen = [this] {
        return m_context.observer.hasFailed()
            || std::all_of(m_monitors.begin(), m_monitors.end(),
                [](const auto &each) { return each->hasSeen(); });
    };
    if (!m_context.loop.serve(allSeen, streamTimeLimit) && !m_context.loop.isStopped())
        return tl::unexpected(unanswered(&MonitorConnection::hasSeen));
    return {};
}

Result<void> MonitoredChanges::apply(History &history, int round)
{
    const auto applied = m_order.apply(history, round, m_scratch,
        [this] { return !m_context.loop.isStopped() && !m_context.loop.isPatienceOver(); });
    if (applied && m_context.loop.isStopped())
        return failure(ErrorCode::Cancelled);
    // The program does not use the scratch server. So if it does not answer, no script of the
    // program is to blame, and mayHaveRun does not apply.
    if (!applied && applied.error().code == ErrorCode::CommandTimeout)
        return failure(ErrorCode::ConnectionLost, applied.error().detail);
    return applied;
}

Result<void> MonitoredChanges::nodeReopened()
{
    const auto opened = m_monitors[0]->open(m_context.nodes[0].endpoint);
    m_order.nodeRestarted(0);
    return opened;
}

bool MonitoredChanges::isListening() const
{
    return std::all_of(
        m_monitors.begin(), m_monitors.end(), [](const auto &each) { return each->isListening(); });
}

} // namespace lockstep
