#pragma once

#include "core/redis/values/hashslot.h"
#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/clustergroup.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <vector>

// Else the test ends with what the server said.
#define VERIFY_OK(answer)                                                                          \
    do {                                                                                           \
        const Reply said = answer;                                                                 \
        QVERIFY2(said.text == "OK", said.text);                                                    \
    } while (false)

namespace lockstep {

// What the tests of a watched Cluster begin with: a lock and a counter at each of its primaries.
// They move slots as redis-cli does.
class ClusterScene : public QObject
{
protected:
    using Kind = JournalEntry::Kind;

    static constexpr size_t primaries = ClusterTestGroup::primaries;

    void begin(ClusterTestGroup::Addresses addresses = ClusterTestGroup::Addresses::Reached)
    {
        m_cluster = std::make_unique<ClusterTestGroup>(addresses);
        m_locks.clear();
        m_counters.clear();
        for (size_t i = 0; i < primaries; ++i) {
            m_locks.push_back(lockOf(i));
            m_counters.push_back(lockOf(i, "page_view:"));
            server(i).run({"SET", m_locks.back(), m_token, "PX", "600000"});
            server(i).run({"SET", m_counters.back(), "5"});
        }
    }
    void end() { m_cluster.reset(); }

    static Endpoint at(const TestServer &server)
    {
        Endpoint endpoint;
        endpoint.port = server.tcpPort();
        return endpoint;
    }
    static WatchOptions quick()
    {
        WatchOptions options;
        options.heartbeat = std::chrono::milliseconds(100);
        options.inventoryEvery = std::chrono::seconds(1);
        return options;
    }
    static QString addressOf(const TestServer &server)
    {
        return QStringLiteral("127.0.0.1:%1").arg(server.tcpPort());
    }
    static QByteArray id(TestServer &server) { return server.run({"CLUSTER", "MYID"}).text; }
    static bool isPrimary(TestServer &server)
    {
        return server.run({"INFO", "replication"}).text.contains("role:master");
    }
    TestServer &server(size_t which) { return m_cluster->server(which); }
    // How soon the nodes that run take one that does not answer for dead.
    void giveUpAfter(const char *milliseconds)
    {
        for (size_t i = 0; i < 2 * primaries; ++i) {
            if (server(i).isRunning())
                server(i).run({"CONFIG", "SET", "cluster-node-timeout", milliseconds});
        }
    }
    // A lock's name whose slot that primary got at the beginning.
    QByteArray lockOf(size_t primary, const QByteArray &start = "lock:")
    {
        for (int i = 0;; ++i) {
            const QByteArray key = start + QByteArray::number(i);
            if (m_cluster->ownerOf(key) == primary)
                return key;
        }
    }
    // One of Redisson's at that primary, whose waiters are counted.
    QByteArray addAwaitedLock(size_t primary)
    {
        const QByteArray key = lockOf(primary, "crown-");
        server(primary).run({"HSET", key, m_token + ":42", "1"});
        server(primary).run({"PEXPIRE", key, "600000"});
        return key;
    }

    static void beginMove(const QByteArray &key, TestServer &from, TestServer &to)
    {
        const auto slot = QByteArray::number(hashSlot(key));
        VERIFY_OK(to.run({"CLUSTER", "SETSLOT", slot, "IMPORTING", id(from)}));
        VERIFY_OK(from.run({"CLUSTER", "SETSLOT", slot, "MIGRATING", id(to)}));
    }
    static void migrate(const QByteArray &key, TestServer &from, TestServer &to)
    {
        VERIFY_OK(from.run(
            {"MIGRATE", "127.0.0.1", QByteArray::number(to.tcpPort()), key, "0", "60000"}));
    }
    void endMove(const QByteArray &key, TestServer &to)
    {
        const auto slot = QByteArray::number(hashSlot(key));
        const auto node = id(to);
        VERIFY_OK(to.run({"CLUSTER", "SETSLOT", slot, "NODE", node}));
        for (size_t i = 0; i < primaries; ++i) {
            if (server(i).isRunning() && isPrimary(server(i)))
                VERIFY_OK(server(i).run({"CLUSTER", "SETSLOT", slot, "NODE", node}));
        }
    }
    void move(const QByteArray &key, TestServer &from, TestServer &to)
    {
        beginMove(key, from, to);
        if (!QTest::currentTestFailed())
            migrate(key, from, to);
        if (!QTest::currentTestFailed())
            endMove(key, to);
    }

    static QByteArray linesOf(const std::vector<JournalEntry> &journal)
    {
        QByteArray lines;
        for (const JournalEntry &entry : journal)
            lines +=
                QByteArray::number(int(entry.kind)) + ' ' + entry.key + entry.node.toUtf8() + '\n';
        return lines;
    }
    // nullptr: it is not watched.
    static const NodeStatus *nodeAt(const Snapshot &snapshot, const TestServer &server)
    {
        const auto found = std::find_if(snapshot.nodes->begin(), snapshot.nodes->end(),
            [&server](const NodeStatus &node) { return node.address == addressOf(server); });
        return found == snapshot.nodes->end() ? nullptr : &*found;
    }

    std::unique_ptr<ClusterTestGroup> m_cluster;
    std::vector<QByteArray> m_locks; // one of each primary
    std::vector<QByteArray> m_counters;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
    const QByteArray m_other = "00000000-9a53-4f6f-8c80-0d1c1a8e9b22";
};

} // namespace lockstep
