#pragma once

#include "core/redis/connection/connection.h"

namespace lockstep {

// A server script in Lua: its source, and the SHA1 by which a server that has seen it knows it.
class Script
{
public:
    explicit Script(QByteArray source);

    [[nodiscard]] const QByteArray &source() const { return m_source; }
    [[nodiscard]] const QByteArray &sha1() const { return m_sha1; } // 40 hex digits, lower case

    // The EVALSHA that calls it. In a Cluster all keys must be in one slot.
    [[nodiscard]] Command evalsha(
        const QByteArrayList &keys, const QByteArrayList &arguments) const;
    [[nodiscard]] Command eval(const QByteArrayList &keys, const QByteArrayList &arguments) const;

private:
    QByteArray m_source;
    QByteArray m_sha1;
};

// Runs the script by its SHA1 and, where the server does not know it, by its source, which makes it
// known. NOSCRIPT is the one reply after which something is sent a second time: it says that
// nothing ran. The script is borrowed until the task is done. Errors: as Connection::request().
// Source: https://redis.io/docs/latest/commands/evalsha/
QCoro::Task<Result<Reply>> run(
    Connection *connection, const Script &script, QByteArrayList keys, QByteArrayList arguments);

} // namespace lockstep
