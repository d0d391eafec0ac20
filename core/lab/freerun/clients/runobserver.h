#pragma once

#include "core/redis/values/error.h"

namespace lockstep {

// Is told what happens to the clients of a run while it happens. Each function is called on the
// loop's thread, in the middle of what a client does.
class RunObserver
{
public:
    virtual ~RunObserver() = default;

    // A connection of a client was opened, and begins with so many commands that it has sent
    // before; the address is empty on a unix socket.
    virtual void connected(
        int node, const QByteArray &address, int client, int thread, int repeats) = 0;
    virtual void processBegun(int process, int client) = 0;
    virtual void programMoved() = 0; // requests have changed: Program::changed()
    virtual void mistaken(const QString &mistake) = 0; // the file has this mistake
    virtual void failed(const Error &error) = 0; // ends the run
    [[nodiscard]] virtual bool hasFailed() const = 0; // then nothing needs to be waited for
};

} // namespace lockstep
