// The formats are: ShedLock, InternalRedisLockProvider.java (value "ADDED:<instant>@<host>:<uuid>";
// a job that ends early keeps the lock for the rest of lockAtLeastFor); BullMQ, worker.ts (value
// "<worker uuid>:<counter>", renewed after half its time, the job is listed as active); phpredis,
// redis_session.c (value "host|pid"; without a TTL if both redis.session.lock_expire and
// max_execution_time are 0, as the latter is in scripts); Spring Integration,
// RedisLockRegistry.java (all locks of a registry have the same UUID).

#include "core/demo/traffic/joblocks.h"

#include "core/coordination/locks/lockscripts.h"
#include "core/demo/traffic/locking.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

constexpr LeaseTerms reportLockAtMost{30s, false};
constexpr auto reportLockAtLeast = 5s;
constexpr auto mailLock = 10s;
const QByteArray mailLockMilliseconds = "10000";
constexpr LeaseTerms sessionLock{30s, false};
constexpr LeaseTerms registryLock{60s, false};

// KEYS: id, active. ARGV: token, lock ms, worker, now ms. A job and its lock are made and deleted
// together: an active job without a lock is what BullMQ calls stalled.
const Script startMail(R"(
    local id = redis.call('INCR', KEYS[1])
    local job = 'bull:mail:' .. id
    redis.call('HSET', job, 'name', 'send', 'pb', ARGV[3], 'processedOn', ARGV[4])
    redis.call('SET', job .. ':lock', ARGV[1], 'PX', ARGV[2])
    redis.call('LPUSH', KEYS[2], id)
    return tostring(id))");

// KEYS: active, the job, its lock. ARGV: token, id.
const Script finishMail(R"(
    if redis.call('GET', KEYS[3]) ~= ARGV[1] then
        return 0
    end
    redis.call('LREM', KEYS[1], 1, ARGV[2])
    redis.call('DEL', KEYS[2], KEYS[3])
    return 1)");

QByteArray instant()
{
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1();
}

} // namespace

JobLocks::JobLocks(ShopClient &client)
    : m_client(client)
{
}

void JobLocks::open()
{
    m_client.tasks().start(reportNightly());
    for (const char *worker : {"mailer-1", "mailer-2"})
        m_client.tasks().start(sendMail(worker));
    for (int session = 0; session < 4; ++session)
        m_client.tasks().start(serveSession(m_client.dice().bytes(16).toHex()));
    m_client.tasks().start(importAndCrash());
    const QByteArray registry = m_client.dice().uuid4();
    for (int worker = 0; worker < 3; ++worker)
        m_client.tasks().start(handleOrders(registry));
}

QCoro::Task<> JobLocks::reportNightly()
{
    const QByteArray key = "job-lock:default:nightly-report";
    do {
        const QByteArray token =
            "ADDED:" + instant() + "@batch-1.shop.example:" + m_client.dice().uuid4();
        const LockOptions options{reportLockAtMost, token};
        const auto lease = co_await pollLock(m_client, key, options, 1s);
        if (!lease)
            co_return;
        co_await m_client.pause(6s, 14s);
        if (!m_client.goesOn(co_await lease->extend(reportLockAtLeast)))
            co_return;
        while (lease->isValid() && co_await m_client.pause(500ms)) { }
    } while (co_await m_client.pause(2s));
}

QCoro::Task<> JobLocks::sendMail(QByteArray workerName)
{
    const QByteArray worker = m_client.dice().uuid4();
    const QByteArrayList keys{"bull:mail:id", "bull:mail:active"};
    // Jobs of an earlier shop on the same server no longer have a worker.
    co_await m_client.ask("DEL", "bull:mail:active");
    int counter = 0;
    do {
        const QByteArray token = worker + ':' + QByteArray::number(counter++);
        const QByteArrayList arguments{token, mailLockMilliseconds, workerName,
            QByteArray::number(QDateTime::currentMSecsSinceEpoch())};
        const auto started = co_await run(&m_client.connection(), startMail, keys, arguments);
        if (!m_client.goesOn(started))
            co_return;
        const bool open = !started || co_await workOnMail(started->text, token);
        if (!open)
            co_return;
    } while (co_await m_client.pause(500ms, 3s));
}

QCoro::Task<bool> JobLocks::workOnMail(QByteArray job, QByteArray token)
{
    const QByteArray key = "bull:mail:" + job;
    const QByteArrayList lock{key + ":lock"};
    const QByteArrayList extension{token, mailLockMilliseconds};
    const int renewals = m_client.dice().between(0, 4);
    for (int renewal = 0; renewal < renewals; ++renewal) {
        co_await m_client.pause(mailLock / 2);
        if (!m_client.goesOn(co_await m_client.succeeds(&lockExtend(), lock, extension)))
            co_return false;
    }
    co_await m_client.pause(1s, 4s);
    const QByteArrayList keys{"bull:mail:active", key, key + ":lock"};
    const QByteArrayList arguments{token, job};
    co_return m_client.goesOn(co_await m_client.succeeds(&finishMail, keys, arguments));
}

QCoro::Task<> JobLocks::serveSession(QByteArray session)
{
    const QByteArray key = "PHPREDIS_SESSION:" + session;
    do {
        const int host = m_client.dice().between(1, 3);
        const QByteArray holder = "web-" + QByteArray::number(host) + '|'
            + QByteArray::number(m_client.dice().between(2000, 32000));
        const LockOptions options{sessionLock, holder};
        auto lease = co_await pollLock(m_client, key + "_LOCK", options, 20ms);
        if (!lease)
            co_return;
        co_await m_client.ask("SET", key, "cart|i:3;", "EX", qint64(60));
        const bool open =
            co_await workUnder(m_client, std::move(lease), m_client.dice().between(300ms, 2s));
        if (!open)
            co_return;
    } while (co_await m_client.pause(300ms, 2s));
}

// A PHP script was killed while its session was open, so its lock never expires.
QCoro::Task<> JobLocks::importAndCrash()
{
    const QByteArray holder = "cron-1|" + QByteArray::number(m_client.dice().between(2000, 32000));
    do {
        const auto set = co_await m_client.ask("SET", "import:nightly_LOCK", holder, "NX");
        if (!m_client.goesOn(set))
            co_return;
    } while (co_await m_client.pause(10s));
}

QCoro::Task<> JobLocks::handleOrders(QByteArray registry)
{
    const LockOptions options{registryLock, registry};
    do {
        const int order = m_client.dice().between(1, 5);
        const QByteArray key = "order-locks:" + QByteArray::number(order);
        auto lease = co_await pollLock(m_client, key, options, 100ms);
        if (!lease)
            co_return;
        const bool open =
            co_await workUnder(m_client, std::move(lease), m_client.dice().between(1s, 5s));
        if (!open)
            co_return;
    } while (co_await m_client.pause(500ms, 2s));
}

} // namespace lockstep
