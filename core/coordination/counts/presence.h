#pragma once

#include "core/coordination/counts/bounds.h"
#include "core/redis/connection/connection.h"

#include <vector>

namespace lockstep {

// The options of a Presence.
struct PresenceOptions
{
    // A member counts as online for this long after its last heartbeat. Heartbeats should come a
    // few times as often.
    std::chrono::milliseconds window{60'000};
};

// Who is online: a sorted set of members with the times of their last heartbeats. Nobody has to log
// out, so one window after any crash the count is right again. When all members are gone, the key
// is, too.
//
// Times are the server's, in ms. If its clock is set back, members whose last heartbeat is then
// less than a window in the future stay online until the clock has caught up; those further in the
// future are offline until their next heartbeat.
//
// The connection is not owned. To be called from its thread; this object may be destroyed while a
// task runs. Errors of all functions: BadInput for numbers out of bounds, and then nothing is sent;
// WrongType; those of Connection::request().
// Source: https://redis.io/docs/latest/commands/zadd/ (scores as times, ZCOUNT over a window)
class Presence
{
public:
    struct Member
    {
        QByteArray name;
        std::chrono::milliseconds since{}; // time since its last heartbeat
    };

    Presence(Connection *connection, QByteArray key, const PresenceOptions &options = {});

    // Returns how many members are online afterwards. name: any bytes.
    [[nodiscard]] QCoro::Task<Result<qint64>> heartbeat(QByteArray name) const;
    // Returns false if the member was not online.
    [[nodiscard]] QCoro::Task<Result<bool>> leave(QByteArray name) const;
    [[nodiscard]] QCoro::Task<Result<qint64>> count() const;
    // The members, the latest heartbeat first, at most 10 000 at a time. If a member has a
    // heartbeat between two calls, it moves to the front, so another member may appear twice.
    [[nodiscard]] QCoro::Task<Result<std::vector<Member>>> list(
        qint64 most = 100, qint64 offset = 0) const;

private:
    [[nodiscard]] QByteArray window() const;

    Connection *m_connection;
    QByteArray m_key;
    PresenceOptions m_options;
    Refusal m_refusal;
};

} // namespace lockstep
