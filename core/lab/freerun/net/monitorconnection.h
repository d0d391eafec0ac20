#pragma once

#include "core/lab/freerun/net/loopconnection.h"

#include <functional>

namespace lockstep {

// What a server says about the commands it executes. Belongs to the loop's thread.
class MonitorConnection : private LoopConnection::Listener
{
public:
    using Sink = std::function<void(std::string_view bytes)>;
    MonitorConnection(RunLoop &loop, Sink sink, std::function<void(const Error &)> lost);

    Result<void> open(const Endpoint &endpoint);
    void close() { m_link.close(); }
    [[nodiscard]] bool isListening() const { return m_isListening; } // the server has said OK

    // Looks out for a command with this word, see hasSeen().
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
    std::string m_tail; // of the bytes before, as long as what is expected
};

} // namespace lockstep
