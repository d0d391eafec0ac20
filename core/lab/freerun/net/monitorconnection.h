#pragma once

#include "core/lab/freerun/net/loopconnection.h"

#include <functional>

namespace lockstep {

// Receives by MONITOR what a server executes. Belongs to the loop's thread.
class MonitorConnection : private LoopConnection::Listener
{
public:
    using Sink = std::function<void(std::string_view bytes)>;
    MonitorConnection(RunLoop &loop, Sink sink, std::function<void(const Error &)> lost);

    Result<void> open(const Endpoint &endpoint);
    void close() { m_link.close(); }
    [[nodiscard]] bool isListening() const { return m_isListening; } // the server has said OK

    // From now on hasSeen() tells whether a command with this word was executed.
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
    std::string m_tail; // the last bytes that came, as many as the expected word has
};

} // namespace lockstep
