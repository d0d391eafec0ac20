#pragma once

#include "core/lab/history/history.h"
#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <functional>
#include <memory>

namespace lockstep {

// Finds out from the output of MONITOR in which order the servers executed a round's commands, and
// from that order the exact values: the same commands are executed again, in the same order, on a
// real server in a database of their own, and every key is read back after each.
//
// MONITOR names the client's address and not its number, so it needs TCP (on a unix socket all
// clients have one address). The commands inside a script are executed again in place of the
// script, so what a script read from the clock does not matter; aborted transactions do not appear.
// A random choice within a script cannot be repeated: the values from then on are not known.
class ExecutionOrder
{
public:
    // prefix: of the run's keys. keys: names or globs of those whose changes are noted; empty: all.
    ExecutionOrder(QByteArray prefix, QList<QByteArray> keys);
    ~ExecutionOrder();
    Q_DISABLE_COPY_MOVE(ExecutionOrder)

    // address: as MONITOR writes it, "127.0.0.1:51312". client: none for the setup. repeats: how
    // many of its first commands belong to no operation.
    void addConnection(
        int node, const QByteArray &address, quint32 client, quint8 thread, int repeats = 0);
    // The server did not know the script of this operation, which was then sent with its source.
    void addUnknownScript(const Operation &operation);
    // Takes the next bytes of a node's MONITOR stream, in any portions.
    void feed(int node, QByteArrayView bytes);
    // Called when the node has restarted, without its keys, at this place of its stream.
    void nodeRestarted(int node);

    // Numbers the operations of the round by the k-th line of each connection being its k-th
    // command, executes them again on scratch (databases 8 and up, emptied before and after) and
    // puts the key changes in place of those that the round has. shouldContinue: asked now and
    // then; false ends it early. Blocks. Lines of connections that were not added are ignored.
    // Errors: of connecting, BadInput where lines and operations do not fit, Cancelled after
    // shouldContinue said no: then the round may have its numbers, but not its changes.
    Result<void> apply(History &history, int round, const Endpoint &scratch,
        const std::function<bool()> &shouldContinue);
    // Forgets the lines and connections, for the next round.
    void clear();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockstep
