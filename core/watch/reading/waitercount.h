#pragma once

#include "core/redis/values/command.h"
#include "core/redis/values/reply.h"
#include "core/watch/snapshot/snapshot.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace lockstep {

class Connection;
class ItemStore;

// Counts who waits for locks whose waiters subscribe to a channel: once soon, then every few
// seconds; where there are many of them, some each time, all in turn. Who waits in a queue is told
// by reading the lock, which time alone can change.
//
// In a Cluster a message reaches the subscribers of all nodes, so each node is asked for all
// channels. A sharded channel belongs to the node that has its slot, which is the lock's. While one
// of the nodes is away its subscribers are not known, and nothing is counted.
class WaiterCount : public QObject
{
    Q_OBJECT

public:
    // Both are borrowed.
    struct Node
    {
        Connection *connection; // an open one
        ItemStore *store; // with the locks of this node; the counts go into it
        // It may be asked for them: a Cluster of version 7.0 or later that has not refused it.
        bool hasShardedChannels = false;
    };
    struct Nodes
    {
        std::vector<Node> connected;
        bool areAll = true; // false if some of the nodes that may have subscribers are missing
    };
    // nodes: asked for whenever something is counted.
    WaiterCount(std::function<Nodes()> nodes, QObject *parent);

    void start();
    void stop();
    // Begins the first count, of the locks that are known by now, with a few commands at most.
    // Returns false if it was begun before or there is nothing to count; else counted() follows.
    [[nodiscard]] bool countFirst();
    // How long it took to count each lock once. Nothing: all of them are counted each time.
    [[nodiscard]] std::optional<Milliseconds> round() const { return m_roundTook; }

Q_SIGNALS:
    void counted(); // the first count is over, also where it was refused
    // Somebody waits for these locks in a queue; who has given up may still be counted.
    void queuesMayBeOld(const std::vector<QByteArray> &locks);
    // by: the connection of the node that has refused it.
    void denied(const lockstep::MissingPermission &missing, lockstep::Connection *by);
    void shardedRefused(lockstep::Connection *by); // for whatever reason; it may pass later

private:
    struct Question; // one of locks, to all nodes

    void ask();
    void collect();
    void forgetCounts(const std::vector<QByteArray> &keys);
    void send(const std::shared_ptr<Question> &question, const Node &node, const Command &command,
        const std::vector<std::size_t> &places);
    void conclude(const Question &question);
    [[nodiscard]] static bool isComplete(const Question &question, const Nodes &now);

    std::function<Nodes()> m_nodes;
    std::vector<QByteArray> m_keys; // of this round
    std::size_t m_next = 0; // of m_keys
    int m_pending = 0; // questions
    int m_unasked = 0; // in a row, because not all nodes are connected
    bool m_hasBegun = false; // the first count
    std::optional<Milliseconds> m_roundTook;
    QTimer m_timer;
};

} // namespace lockstep
