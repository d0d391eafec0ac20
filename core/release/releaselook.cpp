// Looks at a key before its lock is released. A string with a matching value need not be a lock,
// and a mistyped key must not delete what merely looks like one. So what counts is what the watch
// would show, by the same catalogue and the same bounded look.

#include "core/release/releaselook.h"

#include "core/coordination/takeover/takeover.h"
#include "core/redis/values/errorclasses.h"
#include "core/watch/discovery/prober.h"
#include "core/watch/link/timereply.h"

#include <QCoroSignal>
#include <QPointer>

namespace lockstep {

namespace {

using Verdict = ReleaseLook::Verdict;

constexpr auto longestLook = std::chrono::seconds(15); // long enough for a server that is loading

Result<ServerTime> ownTime()
{
    return ServerTime{std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
}

// The server's time, or that of this machine if the user may not ask for it.
QCoro::Task<Result<ServerTime>> askTime(Connection *connection)
{
    const Command ask{"TIME"};
    const auto sent = std::chrono::steady_clock::now();
    const Result<Reply> reply = co_await connection->request(ask);
    if (!reply && reply.error().code != ErrorCode::NoPerm
        && reply.error().code != ErrorCode::UnknownCommand)
        co_return tl::unexpected(reply.error());
    const auto told =
        reply ? serverTimeFrom(*reply, sent, std::chrono::steady_clock::now()) : std::nullopt;
    co_return told ? Result<ServerTime>(*told) : ownTime();
}

// Returns an error only if another node of the Cluster serves the key; all else is left to the
// look.
QCoro::Task<Result<void>> askWhetherItIsHere(Connection *connection, QByteArray key)
{
    const Command ask{"PTTL", key};
    const Result<Reply> reply = co_await connection->request(ask);
    if (!reply && isServedElsewhere(reply.error().code))
        co_return tl::unexpected(reply.error());
    co_return {};
}

QCoro::Task<Result<Probe>> probeKey(Connection *connection, QByteArray key)
{
    const QPointer<Connection> alive(connection);
    ServerBudget all(1.0); // there is only one key, so no pacing is needed
    Prober prober(connection, Pacer(&all), nullptr);
    std::optional<MissingPermission> missing;
    QObject::connect(&prober, &Prober::denied, &prober,
        [&missing](const MissingPermission &permission) { missing = permission; });
    prober.enqueue(key);
    const auto probe = co_await qCoro(&prober, &Prober::probed, longestLook);
    if (!probe && (!alive || connection->state() != Connection::State::Open))
        co_return failure(ErrorCode::ConnectionLost);
    if (!probe)
        co_return failure(ErrorCode::CommandTimeout);
    // If something could not be read, the key could be taken for something else.
    if (missing)
        co_return failure(ErrorCode::NoPerm, missing->serverWords);
    co_return *probe;
}

// Whether locks of this format have one holder and are free without it. Permits and readers are
// counted, and a number that was accepted once stays accepted.
bool isReleasable(const Format &format)
{
    static const QStringList others{QStringLiteral("semaphore"), QStringLiteral("read-write lock"),
        QStringLiteral("shared lock"), QStringLiteral("submitted once")};
    return format.family() == Family::Lock && !others.contains(format.kind());
}

Verdict verdictOn(const Probe &probe, const std::optional<Recognition> &recognition)
{
    if (probe.type == KeyType::None)
        return Verdict::Nobody;
    if (!recognition)
        return Verdict::Unrecognised;
    // A key that is only a part of an object is not the object.
    if (!isReleasable(*recognition->format) || recognition->primary != probe.key)
        return Verdict::OtherKind;
    return recognition->confidence == Confidence::Certain ? Verdict::Lock : Verdict::PossibleLock;
}

} // namespace

QCoro::Task<Result<ReleaseLook>> lookBeforeRelease(Connection *connection,
    std::shared_ptr<const Catalogue> catalogue, ProductionServers production, QByteArray key)
{
    const QPointer<Connection> alive(connection);
    const auto server = co_await refuseProduction(connection, production);
    if (!server)
        co_return tl::unexpected(server.error());
    if (!alive)
        co_return failure(ErrorCode::Cancelled);
    const auto time = co_await askTime(connection);
    if (!time)
        co_return tl::unexpected(time.error());
    if (!alive)
        co_return failure(ErrorCode::Cancelled);
    const auto isHere = co_await askWhetherItIsHere(connection, key);
    if (!isHere)
        co_return tl::unexpected(isHere.error());
    if (!alive)
        co_return failure(ErrorCode::Cancelled);
    const auto probe = co_await probeKey(connection, key);
    if (!probe)
        co_return tl::unexpected(probe.error());
    if (!alive)
        co_return failure(ErrorCode::Cancelled);

    ReleaseLook look;
    look.server = *server;
    look.type = probe->type;
    look.recognition = catalogue->recognise(*probe, *time);
    look.verdict = verdictOn(*probe, look.recognition);
    if (look.verdict != Verdict::Lock && look.verdict != Verdict::PossibleLock)
        co_return look;
    const auto lock = co_await readLock(connection, key);
    if (!lock)
        co_return tl::unexpected(lock.error());
    look.lock = *lock;
    if (!look.lock) {
        look.verdict = Verdict::Nobody; // it was released or expired meanwhile
        co_return look;
    }
    if (!alive)
        co_return failure(ErrorCode::Cancelled);
    const auto hold =
        co_await observeHold(connection, look.recognition->format, key, look.lock->token, *time);
    if (!hold)
        co_return tl::unexpected(hold.error());
    look.hold = *hold;
    co_return look;
}

} // namespace lockstep
