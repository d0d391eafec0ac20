#include "core/redis/identity/asksummary.h"

#include <QPointer>

namespace lockstep {

namespace {

// Whether the server has answered, be it that this user may not ask.
bool hasAnswered(const Result<Reply> &reply)
{
    return reply || reply.error().code == ErrorCode::NoPerm
        || reply.error().code == ErrorCode::UnknownCommand
        || reply.error().code == ErrorCode::ServerError;
}

QString fieldOf(const Result<Reply> &reply, const QByteArray &name)
{
    const QList<QByteArray> lines = reply ? reply->text.split('\n') : QList<QByteArray>();
    for (const QByteArray &line : lines) {
        if (line.startsWith(name + ':'))
            return QString::fromUtf8(line.mid(name.size() + 1).trimmed());
    }
    return {};
}

QString programOf(const Result<Reply> &server)
{
    const QString valkey = fieldOf(server, "valkey_version");
    if (!valkey.isEmpty())
        return QStringLiteral("valkey ") + valkey;
    const QString redis = fieldOf(server, "redis_version");
    return redis.isEmpty() ? QString() : QStringLiteral("redis ") + redis;
}

} // namespace

QCoro::Task<Result<ServerSummary>> askSummary(Connection *connection)
{
    const QPointer<Connection> alive(connection);
    const Command ask{"PING"};
    const auto sent = std::chrono::steady_clock::now();
    const Result<Reply> pong = co_await connection->request(ask);
    const auto roundTrip = std::chrono::steady_clock::now() - sent;
    if (!hasAnswered(pong))
        co_return tl::unexpected(pong.error());
    const Command askServer{"INFO", "server"};
    const Command askReplication{"INFO", "replication"};
    if (!alive)
        co_return failure(ErrorCode::Cancelled);
    auto asked = connection->request(askServer);
    auto askedToo = connection->request(askReplication);
    const Result<Reply> server = co_await asked;
    const Result<Reply> replication = co_await askedToo;
    for (const Result<Reply> *reply : {&server, &replication}) {
        if (!hasAnswered(*reply))
            co_return tl::unexpected(reply->error());
    }
    ServerSummary summary;
    summary.program = programOf(server);
    QString mode = fieldOf(server, "redis_mode");
    if (mode.isEmpty())
        mode = fieldOf(server, "server_mode"); // Valkey's name of the field
    summary.isClusterNode = mode == u"cluster";
    const QString role = fieldOf(replication, "role");
    summary.isRoleKnown = !role.isEmpty();
    summary.isReplica = role == u"slave";
    summary.namedBySentinels = alive ? connection->peer() : QString();
    summary.roundTrip = std::chrono::duration_cast<std::chrono::microseconds>(roundTrip);
    co_return summary;
}

} // namespace lockstep
