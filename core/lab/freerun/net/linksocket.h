#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

namespace lockstep {

// A non-blocking socket that child processes do not inherit.
struct LinkSocket
{
    int descriptor = -1; // -1: the server's queue of connections is full; try again in a moment
    bool isConnected = false; // false: it will be connected once it can be written to

    // endpoint.host has to be a numeric address. The caller has to close the socket. Errors: those
    // of linkError().
    static Result<LinkSocket> connect(const Endpoint &endpoint);
};

// The address of this side of the connection, as MONITOR writes it ("127.0.0.1:51312"). Empty on a
// unix socket.
QByteArray linkAddress(int descriptor);
// Why connecting, reading or writing failed. place: the endpoint, for the sentence.
Error linkError(int systemError, const QString &place);

} // namespace lockstep
