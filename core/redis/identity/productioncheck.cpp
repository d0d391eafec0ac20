#include "core/redis/identity/productioncheck.h"

#include "core/redis/values/clusterslots.h"

#include <QPointer>

#include <algorithm>

namespace lockstep {

namespace {

constexpr qsizetype longestId = 64; // Redis' ids have 40 characters

bool isRefusal(const Error &error)
{
    return error.code == ErrorCode::NoPerm || error.code == ErrorCode::UnknownCommand
        || error.code == ErrorCode::ServerError;
}

QString infoField(const QByteArray &info, const QByteArray &name)
{
    const QList<QByteArray> lines = info.split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith(name + ':'))
            return QString::fromLatin1(line.mid(name.size() + 1).trimmed());
    }
    return {};
}

// Adds an id, unless it has other characters than letters and digits, or is all zeros, which means
// that there is no such history.
void add(QStringList &ids, const QString &kind, const QString &id)
{
    const bool isThere = std::any_of(id.begin(), id.end(), [](QChar c) { return c != u'0'; });
    const bool isId = id.size() <= longestId
        && std::all_of(id.begin(), id.end(), [](QChar c) { return c.isLetterOrNumber(); });
    if (isThere && isId)
        ids << kind + u':' + id;
}

void addNodes(ServerIdentity &identity, const ClusterSlots &slots)
{
    for (const ClusterShard &shard : slots.shards()) {
        add(identity.ofServer, QStringLiteral("node"), QString::fromLatin1(shard.primary.id));
        for (const ClusterNode &replica : shard.replicas)
            add(identity.ofServer, QStringLiteral("node"), QString::fromLatin1(replica.id));
    }
    identity.ofServer.removeDuplicates();
}

} // namespace

QCoro::Task<Result<ServerIdentity>> askIdentity(Connection *connection)
{
    const QPointer<Connection> alive(connection);
    ServerIdentity identity;
    const Command askServer{"INFO", "server"};
    const Command askReplication{"INFO", "replication"};
    auto serverAsked = connection->request(askServer); // sent before a reply is awaited
    auto replicationAsked = connection->request(askReplication);
    const Result<Reply> server = co_await serverAsked;
    const Result<Reply> replication = co_await replicationAsked;
    for (const Result<Reply> *reply : {&server, &replication}) {
        if (!*reply && !isRefusal(reply->error()))
            co_return tl::unexpected(reply->error());
    }
    const QByteArray info = (server ? server->text : QByteArray()) + '\n'
        + (replication ? replication->text : QByteArray());
    add(identity.ofServer, QStringLiteral("run_id"), infoField(info, "run_id"));
    add(identity.ofData, QStringLiteral("replid"), infoField(info, "master_replid"));
    add(identity.ofData, QStringLiteral("replid"), infoField(info, "master_replid2"));
    QString mode = infoField(info, "redis_mode");
    if (mode.isEmpty())
        mode = infoField(info, "server_mode"); // Valkey's name of the field
    if (mode != u"cluster" || !alive)
        co_return identity;
    const Command askNode{"CLUSTER", "MYID"};
    const Result<Reply> node = co_await connection->request(askNode);
    if (!node && !isRefusal(node.error()))
        co_return tl::unexpected(node.error());
    if (node)
        add(identity.ofServer, QStringLiteral("node"), QString::fromLatin1(node->text));
    if (!alive)
        co_return identity;
    // A Cluster counts as one server: a mark of one node is a mark of all.
    const Endpoint endpoint = connection->server();
    const Command askSlots{"CLUSTER", "SLOTS"};
    const Result<Reply> slots = co_await connection->request(askSlots);
    if (!slots && !isRefusal(slots.error()))
        co_return tl::unexpected(slots.error());
    const auto shards = slots ? ClusterSlots::fromReply(*slots, endpoint)
                              : Result<ClusterSlots>(tl::unexpected(slots.error()));
    if (shards)
        addNodes(identity, *shards);
    co_return identity;
}

QCoro::Task<Result<ServerIdentity>> refuseProduction(
    Connection *connection, ProductionServers marks)
{
    const QPointer<Connection> alive(connection);
    const Endpoint endpoint = connection->endpoint();
    const Result<ServerIdentity> identity = co_await askIdentity(connection);
    if (!alive) // the settings that the marks are read from may be gone, too
        co_return failure(ErrorCode::Cancelled);
    const bool isMarked =
        identity ? marks.recognise(endpoint, *identity) : marks.contains(endpoint);
    if (isMarked)
        co_return tl::unexpected(marks.refusal());
    co_return identity;
}

} // namespace lockstep
