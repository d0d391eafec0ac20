#include "core/coordination/takeover/takeover.h"

#include "core/coordination/locks/lockscripts.h"
#include "core/coordination/locks/redissonname.h"
#include "core/redis/connection/scriptfile.h"

#include <QPointer>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

using Standing = Result<std::optional<StandingLock>>;

const Script &lockTakeAway()
{
    static const Script script = scriptFile(QStringLiteral("lock-take-away"));
    return script;
}

constexpr qint64 longestToken = 64 * 1024; // bytes; tokens of libraries have a few dozen

Standing wrongType(const QString &what)
{
    return failure(ErrorCode::WrongType, what);
}

// Only known names of types are passed on, because the name is the server's word.
Standing wrongType(const QByteArray &type)
{
    for (const char *const known : {"list", "set", "zset", "stream"}) {
        if (type == known)
            return wrongType(QString::fromLatin1(known));
    }
    return wrongType(wrongtype::otherType);
}

Standing lockFrom(const Reply &value, const Reply &ttl)
{
    constexpr qint64 isGone = -2;
    if (ttl.integer == isGone) // it expired between the two commands
        return Standing();
    StandingLock lock;
    if (ttl.integer >= 0)
        lock.ttl = std::chrono::milliseconds(ttl.integer);
    lock.isHash = value.isArray();
    if (!lock.isHash) {
        lock.token = value.text;
        return Standing(lock);
    }
    if (value.elements.empty())
        return Standing();
    if (value.elements.size() != 2)
        return wrongType(wrongtype::severalHolders);
    lock.token = value.elements[0].text;
    bool isNumber = false;
    lock.holds = value.elements[1].text.toLongLong(&isNumber);
    return isNumber ? Standing(lock) : wrongType(wrongtype::noCount);
}

bool isHeldBy(const Standing &now, const QByteArray &token)
{
    return now && *now && (*now)->token == token;
}

} // namespace

namespace {

// Returns an error if the value is too large to be read, otherwise nothing. A hash is read even if
// the user may not ask for its memory, because it has only one field.
QCoro::Task<Standing> refusedForItsSize(Connection *connection, QByteArray key, bool isHash)
{
    const QPointer<Connection> alive(connection);
    const Command askSize{isHash ? "HLEN" : "STRLEN", key};
    const Result<Reply> size = co_await connection->request(askSize);
    if (!size)
        co_return tl::unexpected(size.error());
    if (!isHash && size->integer > longestToken)
        co_return wrongType(wrongtype::longString);
    if (isHash && size->integer > 1)
        co_return wrongType(wrongtype::severalHolders);
    if (!isHash)
        co_return Standing();
    if (!alive)
        co_return failure(ErrorCode::Cancelled);
    const Command askMemory{"MEMORY", "USAGE", key};
    const Result<Reply> memory = co_await connection->request(askMemory);
    if (memory && memory->integer > longestToken + key.size())
        co_return wrongType(wrongtype::largeHash);
    co_return Standing();
}

} // namespace

QCoro::Task<Result<std::optional<StandingLock>>> readLock(Connection *connection, QByteArray key)
{
    const QPointer<Connection> alive(connection);
    const Command askType{"TYPE", key};
    const Result<Reply> type = co_await connection->request(askType);
    if (!type)
        co_return tl::unexpected(type.error());
    if (type->text == "none")
        co_return Standing();
    const bool isHash = type->text == "hash";
    if (type->text != "string" && !isHash)
        co_return wrongType(type->text);
    if (!alive)
        co_return failure(ErrorCode::Cancelled);
    const Standing refused = co_await refusedForItsSize(connection, key, isHash);
    if (!refused)
        co_return refused;
    if (!alive)
        co_return failure(ErrorCode::Cancelled);

    // Both commands are sent in one turn, so the server executes them one right after the other.
    const Command askString{"GETRANGE", key, "0", QByteArray::number(longestToken - 1)};
    const Command askHash{"HGETALL", key};
    const Command askTtl{"PTTL", key};
    auto value = connection->request(isHash ? askHash : askString);
    auto ttl = connection->request(askTtl);
    const Result<Reply> held = co_await value;
    const Result<Reply> left = co_await ttl;
    if (!held)
        co_return tl::unexpected(held.error());
    if (!left)
        co_return tl::unexpected(left.error());
    co_return lockFrom(*held, *left);
}

namespace {

// Whether the lock is a FencedLock: then its counter exists, which is never deleted and from which
// the next holder needs a number.
QCoro::Task<Result<bool>> isFenced(Connection *connection, QByteArray key)
{
    const Command ask{"EXISTS", LockKeys(key, true).fence};
    const Result<Reply> reply = co_await connection->request(ask);
    if (!reply)
        co_return tl::unexpected(reply.error());
    co_return reply->integer == 1;
}

QCoro::Task<Result<Reply>> takeHash(Connection *connection, QByteArray key, QByteArray token)
{
    const QPointer<Connection> alive(connection);
    QByteArrayList keys{key, redissonName("redisson_lock_queue", key)};
    const QByteArrayList arguments{token, redissonName("redisson_lock__channel", key)};
    const Result<Reply> reply = co_await run(connection, lockTakeAway(), keys, arguments);
    if (reply || reply.error().code != ErrorCode::CrossSlot || !alive)
        co_return reply;
    // For a name with a brace but no hash tag there is no fair lock in a Cluster: Redisson's own
    // scripts are refused for the same reason.
    keys.removeLast();
    co_return co_await run(connection, lockTakeAway(), keys, arguments);
}

QCoro::Task<Result<Reply>> takeString(Connection *connection, QByteArray key, QByteArray token)
{
    const QPointer<Connection> alive(connection);
    const Result<bool> fenced = co_await isFenced(connection, key);
    if (!fenced)
        co_return tl::unexpected(fenced.error());
    if (!alive)
        co_return failure(ErrorCode::Cancelled);
    const QByteArrayList arguments{token};
    co_return co_await run(connection, lockRelease(), LockKeys(key, *fenced).list(), arguments);
}

} // namespace

QCoro::Task<Result<Takeover>> takeLockAway(
    Connection *connection, QByteArray key, StandingLock lock)
{
    const QPointer<Connection> alive(connection);
    // The task is kept in a variable: if the conditional expression is awaited directly, g++ 12
    // destroys it twice.
    auto taking = lock.isHash ? takeHash(connection, key, lock.token)
                              : takeString(connection, key, lock.token);
    const Result<Reply> reply = co_await taking;
    if (reply) {
        constexpr std::array outcomes{
            Takeover::NotHeld, Takeover::Released, Takeover::ReleasedUnheard};
        co_return outcomes[size_t(std::clamp<qint64>(reply->integer, 0, 2))];
    }
    // If a script fails half-way, the lock is released but its waiters are not notified.
    const bool byServer =
        !reply.error().mayHaveRun && alive && connection->state() == Connection::State::Open;
    if (byServer) {
        const Standing now = co_await readLock(connection, key);
        if (now && !isHeldBy(now, lock.token))
            co_return Takeover::ReleasedUnheard;
    }
    co_return tl::unexpected(reply.error());
}

} // namespace lockstep
