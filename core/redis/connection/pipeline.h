#pragma once

#include "core/redis/connection/connection.h"
#include "core/redis/values/command.h"

#include <chrono>
#include <deque>
#include <optional>
#include <vector>

namespace lockstep {

// The commands of one connection in their order: encoded and not yet written, written and not yet
// answered. Knows nothing of sockets.
class Pipeline
{
public:
    using Clock = std::chrono::steady_clock;

    struct Unanswered
    {
        Connection::ReplyCallback done;
        bool written = false; // it was written, so it may have run
    };

    // What an incoming reply belongs to.
    struct Answer
    {
        enum class Kind : quint8 {
            Reply, // of a command: call done
            Part, // one of several confirmations
            Push, // a message of pub/sub
            Unasked // answers nothing
        };
        Kind kind = Kind::Unasked;
        Connection::ReplyCallback done;
    };

    void add(const Command &command, Connection::ReplyCallback done, Clock::time_point now);

    [[nodiscard]] bool hasUnwritten() const { return !m_outgoing.isEmpty(); }
    // The bytes to write now; from here on their commands count as written.
    [[nodiscard]] QByteArray takeUnwritten();

    [[nodiscard]] Answer accept(const Reply &reply);

    [[nodiscard]] qsizetype size() const { return static_cast<qsizetype>(m_waiting.size()); }
    // Whether a command that counts as written has no reply yet.
    [[nodiscard]] bool hasUnanswered() const { return size() > m_unwritten; }
    [[nodiscard]] std::optional<Clock::time_point> oldest() const;

    // Empties the pipeline and returns all commands without a reply.
    [[nodiscard]] std::vector<Unanswered> takeAll();

private:
    struct Waiting
    {
        Connection::ReplyCallback done;
        Clock::time_point since;
        // 1; for a subscription, minus the number of confirmations still to come
        qint32 replies = 1;
    };

    std::deque<Waiting> m_waiting;
    QByteArray m_outgoing;
    qsizetype m_unwritten = 0; // commands at the end of m_waiting
    bool m_subscribed = false;
};

} // namespace lockstep
