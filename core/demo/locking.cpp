#include "core/demo/locking.h"

#include "core/demo/caller.h"

namespace lockstep {

namespace {

const QByteArray releaseIfHeld = R"(
    if redis.call('GET', KEYS[1]) == ARGV[1] then
        return redis.call('DEL', KEYS[1])
    end
    return 0)";

const QByteArray extendIfHeld = R"(
    if redis.call('GET', KEYS[1]) == ARGV[1] then
        return redis.call('PEXPIRE', KEYS[1], ARGV[2])
    end
    return 0)";

} // namespace

QCoro::Task<std::optional<bool>> acquire(
    Desk &desk, QByteArray key, QByteArray token, std::chrono::milliseconds lease)
{
    Command command;
    command << "SET" << key << token << "NX"
            << "PX" << qint64(lease.count());
    return desk.succeeds(std::move(command));
}

QCoro::Task<std::optional<bool>> extend(
    Desk &desk, QByteArray key, QByteArray token, std::chrono::milliseconds lease)
{
    return desk.succeeds(Script(extendIfHeld, {key}) << token << qint64(lease.count()));
}

QCoro::Task<std::optional<bool>> release(Desk &desk, QByteArray key, QByteArray token)
{
    return desk.succeeds(Script(releaseIfHeld, {key}) << token);
}

QCoro::Task<bool> acquireAtLast(Desk &desk, QByteArray key, QByteArray token,
    std::chrono::milliseconds lease, std::chrono::milliseconds retry)
{
    while (true) {
        const std::optional<bool> got = co_await acquire(desk, key, token, lease);
        if (!got || *got)
            co_return got.has_value();
        const bool open = co_await desk.pause(retry);
        if (!open)
            co_return false;
    }
}

} // namespace lockstep
