#pragma once

#include "core/coordination/counts/bounds.h"
#include "core/redis/connection/connection.h"

#include <vector>

namespace lockstep {

struct PresenceOptions
{
    // Who was heard of within it is online. Heartbeats come a few times as often.
    std::chrono::milliseconds window{60'000};
};

// Who is online: a sorted set of members with the time of their last heartbeat. Nobody has to say
// goodbye, so the count is right again one window after any crash; when all are gone the key goes.
//
// Times are the server's, in ms. If its clock is set back, members from less than a window ahead
// stay until it has caught up; those from further ahead are gone until their next heartbeat.
//
// The connection is borrowed. Call from its thread; the object may go while a task runs.
// Errors of all: BadInput for numbers out of bounds, nothing is sent then; WrongType; those of
// Connection::request().
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

    // Returns how many are online afterwards. The name may be any bytes.
    [[nodiscard]] QCoro::Task<Result<qint64>> heartbeat(QByteArray name) const;
    // Returns false if the member was not there.
    [[nodiscard]] QCoro::Task<Result<bool>> leave(QByteArray name) const;
    [[nodiscard]] QCoro::Task<Result<qint64>> count() const;
    // The members, latest heartbeat first, at most 10 000 at a time. A member with a heartbeat
    // between two pages moves to the front, so somebody else may be seen twice.
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
