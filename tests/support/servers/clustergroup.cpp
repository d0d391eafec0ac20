#include "tests/support/servers/clustergroup.h"

#include "tests/support/servers/networknamespace.h"

#include <QElapsedTimer>
#include <QThread>

#include <algorithm>

namespace lockstep {

namespace {

constexpr const char *hiddenHost = "127.0.0.9";

// Of the first slot that a primary gets.
int beginOf(size_t primary)
{
    return int(primary * ClusterTestGroup::slotCount / ClusterTestGroup::primaries);
}

// Neither being met nor given up by anybody.
bool knowsAll(TestServer &server)
{
    const auto nodes = server.run({"CLUSTER", "NODES"}).text;
    return nodes.count('\n') == qsizetype(2 * ClusterTestGroup::primaries)
        && !nodes.contains("handshake") && !nodes.contains("noaddr");
}

bool isOk(TestServer &server)
{
    return server.run({"CLUSTER", "INFO"}).text.contains("cluster_state:ok");
}

bool hasItsPrimary(TestServer &server)
{
    const auto info = server.run({"INFO", "replication"}).text;
    return info.contains("role:master") || info.contains("master_link_status:up");
}

bool tellsHiddenHost(TestServer &server)
{
    const auto nodes = server.run({"CLUSTER", "NODES"}).text;
    const auto info = server.run({"INFO", "replication"}).text;
    return nodes.count(QByteArray(hiddenHost) + ':') == qsizetype(2 * ClusterTestGroup::primaries)
        && (info.contains("role:master") || info.contains(QByteArray("master_host:") + hiddenHost));
}

bool tellsSecondAddress(TestServer &server)
{
    return server.run({"CLUSTER", "NODES"}).text.contains(QByteArray(secondAddress) + ':');
}

// As each of them knows it.
bool seesReplicas(TestServer &server)
{
    const auto nodes = server.run({"CLUSTER", "NODES"}).text;
    return nodes.count("slave ") == qsizetype(ClusterTestGroup::primaries)
        && !nodes.contains("disconnected");
}

} // namespace

ClusterTestGroup::ClusterTestGroup(Addresses addresses)
    : m_addresses(addresses)
{
    for (size_t i = 0; i < 2 * primaries; ++i)
        m_servers.push_back(std::make_unique<TestServer>(optionsOf(i)));
    for (size_t i = 0; i < 2 * primaries; ++i)
        server(i).run({"CLUSTER", "SET-CONFIG-EPOCH", QByteArray::number(i + 1)});
    for (size_t i = 0; i < primaries; ++i) {
        Command add{"CLUSTER", "ADDSLOTS"};
        for (int slot = beginOf(i); slot < beginOf(i + 1); ++slot)
            add << QByteArray::number(slot);
        server(i).run(add);
    }
    const auto port = QByteArray::number(server(0).tcpPort());
    for (size_t i = 1; i < 2 * primaries; ++i)
        server(i).run({"CLUSTER", "MEET", "127.0.0.1", port});
    waitUntil("know each other", knowsAll);
    waitUntil("agree on the slots", isOk);
    if (addresses == Addresses::SecondOfFirst)
        waitUntil("tell the second address", tellsSecondAddress);
    for (const auto &each : m_servers)
        each->run({"CONFIG", "SET", "cluster-node-timeout", "120000"});
    for (size_t i = 0; i < primaries; ++i)
        server(primaries + i)
            .run({"CLUSTER", "REPLICATE", server(i).run({"CLUSTER", "MYID"}).text});
    waitUntil("have their primaries", hasItsPrimary);
    waitUntil("see the replicas", seesReplicas);
    if (addresses == Addresses::OnlyForNodes)
        hideFromClients();
}

TestServer::Options ClusterTestGroup::optionsOf(size_t which) const
{
    TestServer::Options node;
    node.cluster = true;
    node.arguments = {QStringLiteral("--repl-diskless-sync-delay"), QStringLiteral("0")};
    if (m_addresses == Addresses::OnlyForNodes)
        node.arguments << QStringLiteral("--bind") << QStringLiteral("127.0.0.1")
                       << QString::fromLatin1(hiddenHost);
    if (m_addresses == Addresses::SecondOfFirst) {
        // Told, because the others come to the first one from its own address.
        node.arguments << QStringLiteral("--cluster-announce-ip") << toldHost(which)
                       << QStringLiteral("--protected-mode") << QStringLiteral("no");
        if (which == 0)
            node.arguments << QStringLiteral("--bind") << QStringLiteral("127.0.0.1")
                           << QString::fromLatin1(secondAddress)
                           << QStringLiteral("--bind-source-addr")
                           << QString::fromLatin1(secondAddress);
    }
    return node;
}

// The bus stays on both addresses, and so do the connections of the replicas.
void ClusterTestGroup::hideFromClients()
{
    for (const auto &each : m_servers)
        each->run({"CONFIG", "SET", "cluster-announce-ip", hiddenHost});
    waitUntil("tell the other address", tellsHiddenHost);
    waitUntil("have their primaries there", hasItsPrimary);
    for (const auto &each : m_servers)
        each->run({"CONFIG", "SET", "bind", "127.0.0.1"});
}

QString ClusterTestGroup::toldHost(size_t which) const
{
    if (m_addresses == Addresses::OnlyForNodes)
        return QString::fromLatin1(hiddenHost);
    if (m_addresses == Addresses::SecondOfFirst && which == 0)
        return QString::fromLatin1(secondAddress);
    return QStringLiteral("127.0.0.1");
}

HostPort ClusterTestGroup::toldAddress(size_t which) const
{
    return {toldHost(which), m_servers[which]->tcpPort()};
}

size_t ClusterTestGroup::ownerOf(const QByteArray &key)
{
    const auto slot = server(0).run({"CLUSTER", "KEYSLOT", key}).integer;
    size_t owner = 0;
    while (owner + 1 < primaries && slot >= beginOf(owner + 1))
        ++owner;
    return owner;
}

void ClusterTestGroup::waitUntil(const char *what, bool (*holds)(TestServer &server))
{
    QElapsedTimer waiting;
    waiting.start();
    const auto all = [&] {
        return std::all_of(
            m_servers.begin(), m_servers.end(), [holds](const auto &each) { return holds(*each); });
    };
    while (!all()) {
        if (waiting.hasExpired(120'000))
            qFatal("The nodes of a Cluster do not %s.", what);
        QThread::msleep(20);
    }
}

} // namespace lockstep
