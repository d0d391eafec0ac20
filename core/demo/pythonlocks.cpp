#include "core/demo/pythonlocks.h"

#include "core/demo/locking.h"
#include "core/demo/tokens.h"

using namespace std::chrono_literals;

namespace lockstep {

namespace {

constexpr quint64 shopHost = 0x02420ac80010; // locally administered addresses, as containers have
constexpr int orderWorkers = 5;
constexpr int openOrders = 4; // fewer than workers, so that some wait
constexpr auto orderLease = 10s;
constexpr auto pythonRetry = 100ms; // redis-py asks again every 0.1 s
constexpr auto crashedLease = 10s;
constexpr auto orphanLease = 2s;
constexpr auto orphanRenewal = 600ms;
constexpr auto orphanedSince = std::chrono::seconds(6h + 23min);

} // namespace

PythonLocks::PythonLocks(Desk &desk)
    : m_desk(desk)
{
}

void PythonLocks::open()
{
    for (int worker = 0; worker < orderWorkers; ++worker)
        m_desk.shift().work(workOnOrders(shopHost + quint64(worker)));
    m_desk.shift().work(shipAndCrash());
    m_desk.shift().work(renewForEver());
    m_desk.shift().work(keepStuck());
}

QByteArray PythonLocks::newToken(quint64 macAddress, std::chrono::seconds ago)
{
    return pythonToken(std::chrono::system_clock::now() - ago, macAddress,
        quint16(m_desk.dice().between(0, 0x3fff)));
}

QCoro::Task<> PythonLocks::workOnOrders(quint64 macAddress)
{
    while (true) {
        const int order = 1001 + m_desk.dice().between(0, openOrders - 1);
        const QByteArray key = "lock:order:" + QByteArray::number(order);
        const QByteArray token = newToken(macAddress);
        const bool got = co_await acquireAtLast(m_desk, key, token, orderLease, pythonRetry);
        if (!got)
            co_return;
        co_await m_desk.pause(500ms, 4s);
        const std::optional<bool> released = co_await release(m_desk, key, token);
        if (!released)
            co_return;
        co_await m_desk.pause(200ms, 1500ms);
    }
}

// One worker takes the lock and is never seen again; whoever comes next waits for the end of the
// lease.
QCoro::Task<> PythonLocks::shipAndCrash()
{
    const QByteArray key = "lock:shipment:7";
    while (true) {
        const QByteArray crashing = newToken(shopHost + 0x20);
        const bool taken = co_await acquireAtLast(m_desk, key, crashing, crashedLease, 500ms);
        if (!taken)
            co_return;
        const QByteArray next = newToken(shopHost + 0x21);
        const bool inherited = co_await acquireAtLast(m_desk, key, next, crashedLease, 500ms);
        if (!inherited)
            co_return;
        co_await m_desk.pause(3s);
        const std::optional<bool> released = co_await release(m_desk, key, next);
        if (!released)
            co_return;
        co_await m_desk.pause(4s);
    }
}

// The work was forgotten, the thread that renews the lease was not. The token tells since when.
QCoro::Task<> PythonLocks::renewForEver()
{
    const QByteArray key = "lock:invoice";
    const QByteArray token = newToken(shopHost + 0x30, orphanedSince);
    do {
        const std::optional<bool> extended = co_await extend(m_desk, key, token, orphanLease);
        if (!extended)
            co_return;
        if (!*extended)
            co_await m_desk.ask("SET", key, token, "PX", qint64(2000));
    } while (co_await m_desk.pause(orphanRenewal));
}

QCoro::Task<> PythonLocks::keepStuck()
{
    do {
        const std::optional<Reply> set = co_await m_desk.ask("SET", "lock:stuck", "zhuge", "NX");
        if (!set)
            co_return;
    } while (co_await m_desk.pause(10s));
}

} // namespace lockstep
