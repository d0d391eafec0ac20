#pragma once

#include "core/lab/freerun/net/loopconnection.h"

#include <deque>
#include <functional>

namespace lockstep {

// A connection of the run itself, for what it has to ask or to do besides its clients. Commands are
// pipelined, and the answers come in the same order. Belongs to the loop's thread.
class ControlConnection : private LoopConnection::Listener
{
public:
    using Answer = std::function<void(const redisReply &)>;
    using Lost = std::function<void(const Error &)>;

    // The longest that is waited for one reply. The lab's own servers are always there, however
    // long a busy machine lets them stand still.
    static constexpr std::chrono::seconds patienceWithOurs{20}, patienceWithOthers{5};

    // lost is called when the connection broke, or was refused after it had seemed to open.
    ControlConnection(
        RunLoop &loop, Lost lost, std::chrono::milliseconds patience = patienceWithOurs);

    Result<void> open(const Endpoint &endpoint); // Errors: those of LoopConnection::open()
    void close(); // the answers that are still awaited will not be called
    [[nodiscard]] bool isOpen() const { return m_link.isOpen(); }

    // Sends a command; answer is called with the reply. If an ACL refuses the command, the run ends
    // as by a lost connection; except CLIENT and SUBSCRIBE, which ask for client tracking: the run
    // can do without.
    void ask(std::string_view wire, Answer answer);
    // Sends a command and serves the loop until the reply has come. Must not be called from within
    // the loop.
    // Errors: CommandTimeout, ConnectionLost, Cancelled when the run is stopped, and those of the
    // server.
    Result<RunReply> wait(std::string_view wire);
    // A CommandTimeout; its detail names the server and the oldest command that it has not
    // answered.
    [[nodiscard]] Error unanswered() const;

    // Called with each pub/sub message. May be empty if nothing is subscribed to.
    std::function<void(const redisReply &)> pushed;

private:
    void replied(LoopConnection &link, RunReply reply) override;
    void lost(LoopConnection &link, const Error &error) override;

    RunLoop &m_loop;
    LoopConnection m_link;
    Lost m_lost;
    const std::chrono::milliseconds m_patience;
    QString m_place; // the endpoint, for error messages
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
