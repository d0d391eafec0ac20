#pragma once

#include "core/lab/history/history.h"
#include "core/redis/values/error.h"

namespace lockstep {

// Notified of what happens to the clients of a run while it happens. Each function is called on the
// loop's thread, in the middle of what a client does.
class RunObserver
{
public:
    virtual ~RunObserver() = default;

    // A connection of a client was opened. The first `repeats` commands on it were sent before and
    // are no operations. The address is empty on a unix socket.
    virtual void connected(
        int node, const QByteArray &address, int client, int thread, int repeats) = 0;
    // The server did not know the script of the operation, which is sent with its source.
    virtual void scriptWasUnknown(const Operation &operation) = 0;
    virtual void processBegun(int process, int client) = 0;
    virtual void programMoved() = 0; // threads have new requests, see Program::changed()
    virtual void mistaken(const QString &mistake) = 0; // the file has this mistake
    virtual void failed(const Error &error) = 0; // the run cannot go on
    [[nodiscard]] virtual bool hasFailed() const = 0; // whether failed() was called
};

} // namespace lockstep
