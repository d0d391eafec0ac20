#pragma once

#include "core/lab/freerun/clients/runcontext.h"

namespace lockstep {

// Finds out for a free run which values its keys had. Belongs to the loop's thread. Implementations
// override the functions that they need; the others do nothing.
class ChangeSource
{
public:
    struct Keys
    {
        QByteArray prefix;
        // Names and patterns. Patterns are left out where keys are read now and then.
        QList<QByteArray> names;
        // Whether the lab itself has given the key its TTL, of which so many ms are left. Such a
        // TTL is not shown. key: with the prefix.
        std::function<bool(const QByteArray &key, qint64 left)> isTtlOfLab;
    };
    // scratch: the server on which the commands are executed again, to find out the exact order of
    // execution; nothing: the keys are read now and then instead.
    static std::unique_ptr<ChangeSource> make(
        RunContext &context, const Keys &keys, const std::optional<Endpoint> &scratch);
    virtual ~ChangeSource() = default;

    // Called once before the first round; serves the loop. Errors: those of connecting,
    // CommandTimeout, Cancelled.
    virtual Result<void> open() { return {}; }
    // A connection was opened by a client, or by the setup (-1). The address is empty on a unix
    // socket. repeats: the first so many commands on it are no operations.
    virtual void addConnection(int /*node*/, const QByteArray & /*address*/, int /*client*/,
        int /*thread*/, int /*repeats*/)
    {
    }
    // See RunObserver::scriptWasUnknown().
    virtual void addUnknownScript(const Operation & /*operation*/) { }
    virtual void clear() { } // forgets what is known of the round before
    virtual void beginRound() { } // called when the keys have been set up; serves the loop
    virtual void sample() { } // called now and then during the round
    // Called when the round is over: waits for answers that are still to come, and serves the loop.
    // Errors: CommandTimeout.
    virtual Result<void> settle() = 0;
    // Writes what was found out into the history. May block. Errors: those of
    // ExecutionOrder::apply().
    virtual Result<void> apply(History & /*history*/, int /*round*/) { return {}; }
    // Called when node 0 is about to be killed and clients send nothing to it any more. Asks for
    // what it has executed and not reported yet. It may only be killed once hasLastChanges() is
    // true.
    virtual void requestLastChanges() { }
    [[nodiscard]] virtual bool hasLastChanges() const { return true; }
    // Called when node 0 is about to be lost and its replica, which will take over, receives
    // nothing from it any more, so that the replica already holds what it will have then. The
    // replica may be asked for that, and hasLastChanges() is true once it has answered.
    virtual void replicaIsCutOff(ControlConnection & /*replica*/) { }
    // Called before node 0 goes away, and when it answers again; if its replica has taken over, at
    // another endpoint.
    virtual void nodeLeaves() { }
    virtual Result<void> nodeReopened() { return {}; }
    // Whether everything that is executed from now on will be known. After nodeReopened(), no
    // client may send anything before this is true.
    [[nodiscard]] virtual bool isListening() const { return true; }
};

} // namespace lockstep
