#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <optional>

namespace lockstep {

// A non-blocking socket that child processes do not inherit.
struct LinkSocket
{
    int descriptor; // whoever called connect() closes it
    bool isConnected; // false: it will be connected once it can be written to

    // Begins to connect, without waiting. endpoint.host has to be a numeric address. Returns
    // nothing if the server's queue of connections is full: try again in a moment. Errors:
    // HostNotFound if the host is no numeric address, else those of linkError().
    static Result<std::optional<LinkSocket>> connect(const Endpoint &endpoint);
};

// The address of this side of the connection, as MONITOR writes it ("127.0.0.1:51312"). Empty on a
// unix socket.
QByteArray linkAddress(int descriptor);
// Why connecting, reading or writing failed, from errno. The detail is the place, which is the
// endpoint as it is displayed, and the system's words. ConnectionRefused, SocketMissing,
// SocketDenied, NoSocket, ConnectionLost; everything else is Unreachable.
Error linkError(int systemError, const QString &place);

} // namespace lockstep
