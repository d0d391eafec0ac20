// Formats: ShedLock InternalRedisLockProvider.java (value "ADDED:<instant>@<host>:<uuid>"; a job
// that ends early leaves the lock for the rest of lockAtLeastFor); BullMQ worker.ts (value "<worker
// uuid>:<counter>", renewed at half its time, the job listed as active); phpredis redis_session.c
// (value "host|pid"); Spring Integration RedisLockRegistry.java (the same UUID on all locks of one
// registry).

#include "core/demo/joblocks.h"

#include "core/demo/caller.h"
#include "core/demo/locking.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

constexpr auto reportLockAtMost = 30s;
constexpr qint64 reportLockAtLeast = 5000; // ms
constexpr auto mailLock = 10s;
constexpr auto sessionLock = 30s;
constexpr auto registryLock = 60s;

// KEYS: id, active. ARGV: token, lock ms, worker, now ms. A job and its lock come and go together:
// an active job without lock is what BullMQ calls stalled.
const QByteArray startMail = R"(
    local id = redis.call('INCR', KEYS[1])
    local job = 'bull:mail:' .. id
    redis.call('HSET', job, 'name', 'send', 'pb', ARGV[3], 'processedOn', ARGV[4])
    redis.call('SET', job .. ':lock', ARGV[1], 'PX', ARGV[2])
    redis.call('LPUSH', KEYS[2], id)
    return tostring(id))";

// KEYS: active, the job, its lock. ARGV: token, id.
const QByteArray finishMail = R"(
    if redis.call('GET', KEYS[3]) ~= ARGV[1] then
        return 0
    end
    redis.call('LREM', KEYS[1], 1, ARGV[2])
    redis.call('DEL', KEYS[2], KEYS[3])
    return 1)";

QByteArray instant()
{
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1();
}

} // namespace

JobLocks::JobLocks(Desk &desk)
    : m_desk(desk)
{
}

void JobLocks::open()
{
    m_desk.shift().work(reportNightly());
    for (const char *worker : {"mailer-1", "mailer-2"})
        m_desk.shift().work(sendMail(worker));
    for (int session = 0; session < 4; ++session)
        m_desk.shift().work(serveSession(m_desk.dice().bytes(16).toHex()));
    const QByteArray registry = m_desk.dice().uuid4();
    for (int worker = 0; worker < 3; ++worker)
        m_desk.shift().work(handleOrders(registry));
}

QCoro::Task<> JobLocks::reportNightly()
{
    const QByteArray key = "job-lock:default:nightly-report";
    while (true) {
        const QByteArray token =
            "ADDED:" + instant() + "@batch-1.shop.example:" + m_desk.dice().uuid4();
        const bool got = co_await acquireAtLast(m_desk, key, token, reportLockAtMost, 1s);
        if (!got)
            co_return;
        co_await m_desk.pause(6s, 14s);
        const std::optional<Reply> ended =
            co_await m_desk.ask("SET", key, token, "XX", "PX", reportLockAtLeast);
        if (!ended)
            co_return;
        co_await m_desk.pause(7s);
    }
}

QCoro::Task<> JobLocks::sendMail(QByteArray workerName)
{
    const QByteArray worker = m_desk.dice().uuid4();
    // Jobs of an earlier shop on the same server have no worker any more.
    co_await m_desk.ask("DEL", "bull:mail:active");
    for (int counter = 0;; ++counter) {
        const QByteArray token = worker + ':' + QByteArray::number(counter);
        Command start = Script(startMail, {"bull:mail:id", "bull:mail:active"})
            << token << qint64(std::chrono::milliseconds(mailLock).count()) << workerName
            << QDateTime::currentMSecsSinceEpoch();
        const std::optional<Reply> started = co_await m_desk.send(std::move(start));
        if (!started)
            co_return;
        if (started->isText()) {
            const bool open = co_await workOnMail(started->text, token);
            if (!open)
                co_return;
        }
        const bool open = co_await m_desk.pause(500ms, 3s);
        if (!open)
            co_return;
    }
}

QCoro::Task<bool> JobLocks::workOnMail(QByteArray job, QByteArray token)
{
    const QByteArray key = "bull:mail:" + job;
    const QByteArray lock = key + ":lock";
    const int renewals = m_desk.dice().between(0, 4);
    for (int renewal = 0; renewal < renewals; ++renewal) {
        co_await m_desk.pause(mailLock / 2);
        const std::optional<bool> extended = co_await extend(m_desk, lock, token, mailLock);
        if (!extended)
            co_return false;
    }
    co_await m_desk.pause(1s, 4s);
    Command finish = Script(finishMail, {"bull:mail:active", key, lock}) << token << job;
    const std::optional<bool> finished = co_await m_desk.succeeds(std::move(finish));
    co_return finished.has_value();
}

QCoro::Task<> JobLocks::serveSession(QByteArray session)
{
    const QByteArray key = "PHPREDIS_SESSION:" + session;
    while (true) {
        const int host = m_desk.dice().between(1, 3);
        const QByteArray holder = "web-" + QByteArray::number(host) + '|'
            + QByteArray::number(m_desk.dice().between(2000, 32000));
        const bool got = co_await acquireAtLast(m_desk, key + "_LOCK", holder, sessionLock, 20ms);
        if (!got)
            co_return;
        co_await m_desk.ask("SET", key, "cart|i:3;", "EX", qint64(60));
        co_await m_desk.pause(300ms, 2s);
        const std::optional<bool> released = co_await release(m_desk, key + "_LOCK", holder);
        if (!released)
            co_return;
        co_await m_desk.pause(300ms, 2s);
    }
}

QCoro::Task<> JobLocks::handleOrders(QByteArray registry)
{
    while (true) {
        const int order = m_desk.dice().between(1, 5);
        const QByteArray key = "orders-registry:" + QByteArray::number(order);
        const bool got = co_await acquireAtLast(m_desk, key, registry, registryLock, 100ms);
        if (!got)
            co_return;
        co_await m_desk.pause(1s, 5s);
        const std::optional<bool> released = co_await release(m_desk, key, registry);
        if (!released)
            co_return;
        co_await m_desk.pause(500ms, 2s);
    }
}

} // namespace lockstep
