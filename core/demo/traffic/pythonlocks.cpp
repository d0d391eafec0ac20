#include "core/demo/traffic/pythonlocks.h"

#include "core/coordination/locks/companionkey.h"
#include "core/coordination/locks/lock.h"
#include "core/demo/traffic/locking.h"
#include "core/demo/traffic/tokens.h"

using namespace std::chrono_literals;

namespace lockstep {

namespace {

constexpr quint64 shopHost = 0x02420ac80010; // locally administered addresses, as containers have
constexpr int orderWorkers = 5;
constexpr int openOrders = 4; // fewer than workers, so that some wait
constexpr int stockCounters = 2;
constexpr LeaseTerms orderLease{10s, true};
constexpr LeaseTerms crashedLease{10s, false};
constexpr LeaseTerms orphanLease{2s, true};

} // namespace

PythonLocks::PythonLocks(Desk &desk, Desk &ear)
    : m_desk(desk)
    , m_channel(std::make_unique<WakeChannel>(&desk.connection(), &ear.connection()))
{
}

void PythonLocks::open()
{
    for (int worker = 0; worker < orderWorkers; ++worker)
        m_desk.shift().work(workOnOrders(shopHost + quint64(worker)));
    for (int worker = 0; worker < stockCounters; ++worker)
        m_desk.shift().work(countStock());
    m_desk.shift().work(shipAndCrash());
    m_desk.shift().work(renewForEver());
}

void PythonLocks::close()
{
    m_channel.reset();
}

LockOptions PythonLocks::options(quint64 macAddress, LeaseTerms lease)
{
    return {lease,
        pythonToken(std::chrono::system_clock::now(), macAddress,
            quint16(m_desk.dice().between(0, 0x3fff)))};
}

QCoro::Task<> PythonLocks::workOnOrders(quint64 macAddress)
{
    do {
        const int order = 1001 + m_desk.dice().between(0, openOrders - 1);
        auto lease = co_await waitForLock(m_desk, m_channel.get(),
            "lock:order:" + QByteArray::number(order), options(macAddress, orderLease));
        if (!lease)
            co_return;
        const bool open =
            co_await workUnder(m_desk, std::move(lease), m_desk.dice().between(500ms, 6s));
        if (!open)
            co_return;
    } while (co_await m_desk.pause(200ms, 1500ms));
}

// Each count has a greater number than the one before. It is counted as applications do that have
// no better lock: a FencedLock's number is a time, whose rate says nothing to who looks at the
// demo.
QCoro::Task<> PythonLocks::countStock()
{
    const QByteArray key = "lock:stock";
    Lock lock(&m_desk.connection(), key);
    do {
        Acquired lease = co_await lock.tryAcquire();
        if (!m_desk.goesOn(lease))
            co_return;
        if (lease && *lease) {
            const auto fence = co_await m_desk.ask("INCR", companionKey(key, "fence"));
            if (!m_desk.goesOn(fence))
                co_return;
            const bool open =
                co_await workUnder(m_desk, std::move(*lease), m_desk.dice().between(2s, 5s));
            if (!open)
                co_return;
        }
    } while (co_await m_desk.pause(500ms, 2s));
}

// One worker takes the lock and is never seen again: its lease is neither renewed nor released.
// Whoever comes next waits in line for its end.
QCoro::Task<> PythonLocks::shipAndCrash()
{
    const QByteArray key = "lock:shipment:7";
    do {
        const auto crashed =
            co_await pollLock(m_desk, key, options(shopHost + 0x20, crashedLease), 500ms);
        if (!crashed)
            co_return;
        auto next = co_await waitForLock(
            m_desk, m_channel.get(), key, options(shopHost + 0x21, crashedLease));
        if (!next)
            co_return;
        const bool open = co_await workUnder(m_desk, std::move(next), 3s);
        if (!open)
            co_return;
    } while (co_await m_desk.pause(4s));
}

// The work was forgotten, the lease that renews itself was not.
QCoro::Task<> PythonLocks::renewForEver()
{
    const LockOptions orphan = options(shopHost + 0x30, orphanLease);
    std::unique_ptr<Lease> lease;
    do {
        if (!lease || !lease->isValid())
            lease = co_await pollLock(m_desk, "lock:invoice", orphan, 500ms);
        if (!lease)
            co_return;
    } while (co_await m_desk.pause(1s));
}

} // namespace lockstep
