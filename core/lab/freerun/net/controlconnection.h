#pragma once

#include "core/lab/freerun/net/loopconnection.h"

#include <deque>
#include <functional>

namespace lockstep {

// A connection of the run itself, for what it has to know or to do beside the clients. Commands are
// pipelined; replies are told in order. Belongs to the loop's thread.
class ControlConnection : private LoopConnection::Listener
{
public:
    using Answer = std::function<void(const redisReply &)>;
    using Lost = std::function<void(const Error &)>;

    // lost: the connection broke, or was refused after it had seemed to open.
    ControlConnection(RunLoop &loop, Lost lost);

    Result<void> open(const Endpoint &endpoint); // Errors: those of LoopConnection::open()
    void close(); // answers that are still to come are dropped
    [[nodiscard]] bool isOpen() const { return m_link.isOpen(); }

    // A refusal by ACL ends the run as a lost connection does, except that of CLIENT and SUBSCRIBE:
    // they ask for tracking, without which the run gets along.
    void ask(std::string_view wire, Answer answer);
    // Asks and serves the loop until the answer is there. Never called from within the loop.
    // Errors: CommandTimeout, ConnectionLost, Cancelled when the run is stopped, and those of the
    // server.
    Result<RunReply> wait(std::string_view wire);

    // Called with each message of pub/sub. Empty where nothing is subscribed to.
    std::function<void(const redisReply &)> pushed;

private:
    void replied(LoopConnection &link, RunReply reply) override;
    void lost(LoopConnection &link, const Error &error) override;

    RunLoop &m_loop;
    LoopConnection m_link;
    Lost m_lost;
    std::optional<Error> m_error;
    struct Question
    {
        std::string command; // its name
        Answer answer; // empty: wait() takes it
    };
    std::deque<Question> m_questions;
    RunReply *m_waiting = nullptr; // where wait() takes its reply
};

} // namespace lockstep
