#include "core/lab/freerun/net/monitorconnection.h"

#include "core/lab/freerun/net/runloop.h"
#include "core/lab/wire/requestwire.h"

namespace lockstep {

MonitorConnection::MonitorConnection(
    RunLoop &loop, Sink sink, std::function<void(const Error &)> lost)
    : m_link(loop, *this)
    , m_sink(std::move(sink))
    , m_lost(std::move(lost))
{
}

Result<void> MonitorConnection::open(const Endpoint &endpoint)
{
    m_isListening = false;
    const auto opening = m_link.open(endpoint);
    if (!opening)
        return tl::unexpected(opening.error());
    m_link.send(wireOf({"MONITOR"}));
    return {};
}

void MonitorConnection::expect(std::string word)
{
    m_expected = std::move(word);
    m_hasSeen = false;
    m_tail.clear();
}

bool MonitorConnection::received(LoopConnection &, std::string_view bytes)
{
    if (!m_isListening) {
        m_isListening = true;
        constexpr std::string_view ok =
            "+OK\r\n"; // arrives in one piece: it is the first that is sent
        bytes.remove_prefix(std::min(ok.size(), bytes.size()));
    }
    m_sink(bytes);
    if (!m_expected.empty() && !m_hasSeen) {
        m_tail.append(bytes);
        m_hasSeen = m_tail.find(m_expected) != std::string::npos;
        if (m_tail.size() > m_expected.size())
            m_tail.erase(0, m_tail.size() - m_expected.size());
    }
    return true;
}

} // namespace lockstep
