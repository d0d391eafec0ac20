#pragma once

#include "core/lab/freerun/clients/runcontext.h"

namespace lockstep {

// How a free run finds out which values the keys had. Belongs to the loop's thread.
class ChangeSource
{
public:
    struct Keys // see KeySamples
    {
        QByteArray prefix;
        QList<QByteArray> names;
        std::function<bool(const QByteArray &key, qint64 left)> isTtlOfLab;
    };
    // scratch: the exact order is wanted, and found out there. hasFailed: nothing more is to be
    // waited for.
    static std::unique_ptr<ChangeSource> make(RunContext &context, const Keys &keys,
        const std::optional<Endpoint> &scratch, std::function<bool()> hasFailed);
    virtual ~ChangeSource() = default;

    // Serves the loop. Errors: of connecting, CommandTimeout, Cancelled.
    virtual Result<void> open() = 0;
    // A connection of a client, or of the setup (-1); the address is empty on a unix socket.
    // repeats: with how many commands it begins that are no operations.
    virtual void addConnection(
        int node, const QByteArray &address, int client, int thread, int repeats) = 0;
    virtual void clear() = 0; // what is known of the round before
    virtual void beginRound() = 0; // the keys are set up; serves the loop
    virtual void look() = 0; // now and then
    // The round is over: whatever is still to come. Serves the loop. Errors: CommandTimeout.
    virtual Result<void> settle(int round) = 0;
    // Writes down what was found out. May block. Errors: those of ExecutionOrder::apply().
    virtual Result<void> apply(History &history, int round) = 0;
    // Node 0 goes away; answers again, at another endpoint where its replica took over.
    virtual void nodeLeaves() = 0;
    virtual Result<void> nodeReopened() = 0;
};

} // namespace lockstep
