#pragma once

#include "core/lab/freerun/net/loopconnection.h"

#include <functional>

namespace lockstep {

// Receives all commands that a server executes, by MONITOR. Belongs to the loop's thread.
class MonitorConnection : private LoopConnection::Listener
{
public:
    // sink is called with the output of MONITOR as it arrives, in pieces of any length. lost is
    // called when the connection broke.
    using Sink = std::function<void(std::string_view bytes)>;
    MonitorConnection(RunLoop &loop, Sink sink, std::function<void(const Error &)> lost);

    Result<void> open(const Endpoint &endpoint);
    void close() { m_link.close(); }
    // Whether the server has answered MONITOR, so that nothing executed from now on is missed.
    [[nodiscard]] bool isListening() const { return m_isListening; }

    // From now on hasSeen() says whether MONITOR has reported a command with this word.
    void expect(std::string word);
    [[nodiscard]] bool hasSeen() const { return m_hasSeen; }

private:
    bool received(LoopConnection &link, std::string_view bytes) override;
    void replied(LoopConnection &, RunReply) override { }
    void lost(LoopConnection &, const Error &error) override { m_lost(error); }

    LoopConnection m_link;
    Sink m_sink;
    std::function<void(const Error &)> m_lost;
    bool m_isListening = false;
    bool m_hasSeen = false;
    std::string m_expected;
    std::string m_tail; // the last bytes that arrived, in which the expected word may have begun
};

} // namespace lockstep
