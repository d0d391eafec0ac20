#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

namespace lockstep {

// A socket that does not block and that no child inherits.
struct LinkSocket
{
    int descriptor = -1; // the server's queue is full: try again in a moment
    bool isConnected = false; // else it is when it can be written to

    // endpoint.host is a numeric address. The caller has to close the socket. Errors: those of
    // linkError().
    static Result<LinkSocket> connect(const Endpoint &endpoint);
};

// The address of this side of the connection, as MONITOR writes it: "127.0.0.1:51312"; empty on a
// unix socket.
QByteArray linkAddress(int descriptor);
// Why connecting, reading or writing failed. place: the endpoint, for the sentence.
Error linkError(int systemError, const QString &place);

} // namespace lockstep
