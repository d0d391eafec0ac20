#pragma once

#include "core/lab/freerun/clients/runcontext.h"

namespace lockstep {

// How a free run finds out which values the keys had. Belongs to the loop's thread. A source
// overrides the functions that it needs; the others do nothing.
class ChangeSource
{
public:
    struct Keys
    {
        QByteArray prefix;
        QList<QByteArray> names; // and patterns, which are left out where keys are looked at
        // Whether the lab itself gave the TTL of which so many ms are left to the key, which is
        // named with its prefix. Such a TTL is not shown.
        std::function<bool(const QByteArray &key, qint64 left)> isTtlOfLab;
    };
    // scratch: the server on which the exact order is found out; nothing: it is not wanted.
    static std::unique_ptr<ChangeSource> make(
        RunContext &context, const Keys &keys, const std::optional<Endpoint> &scratch);
    virtual ~ChangeSource() = default;

    // Serves the loop. Errors: of connecting, CommandTimeout, Cancelled.
    virtual Result<void> open() { return {}; }
    // A connection of a client, or of the setup (-1); the address is empty on a unix socket.
    // repeats: with how many commands it begins that are no operations.
    virtual void addConnection(int /*node*/, const QByteArray & /*address*/, int /*client*/,
        int /*thread*/, int /*repeats*/)
    {
    }
    virtual void clear() { } // forgets what is known of the round before
    virtual void beginRound() { } // the keys are set up; serves the loop
    virtual void sample() { } // called now and then during the round
    // The round is over: waits for what is still to come. Serves the loop. Errors: CommandTimeout.
    virtual Result<void> settle() = 0;
    // Writes down what was found out. May block. Errors: those of ExecutionOrder::apply().
    virtual Result<void> apply(History & /*history*/, int /*round*/) { return {}; }
    // Node 0 is about to be killed, and clients send nothing to it any more. Asks for what it has
    // executed and not told yet; only when hasRest() is true may it be killed.
    virtual void askForRest() { }
    [[nodiscard]] virtual bool hasRest() const { return true; }
    // Node 0 is about to be lost, and its replica, which will take over, gets nothing from it any
    // more: what the replica holds by now is what it will have. It may be asked for that, and
    // hasRest() tells when it has answered.
    virtual void replicaIsCutOff(ControlConnection & /*replica*/) { }
    // Node 0 goes away; it answers again, at another endpoint where its replica took over.
    virtual void nodeLeaves() { }
    virtual Result<void> nodeReopened() { return {}; }
    // Whether everything that is executed from now on will be known. Until it is so after
    // nodeReopened(), no client may send anything.
    [[nodiscard]] virtual bool isListening() const { return true; }
};

} // namespace lockstep
