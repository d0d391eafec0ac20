#include "core/demo/traffic/pythonlocks.h"

#include "core/coordination/locks/companionkey.h"
#include "core/coordination/locks/lock.h"
#include "core/demo/traffic/locking.h"
#include "core/demo/traffic/tokens.h"

using namespace std::chrono_literals;

namespace lockstep {

namespace {

// A token names the host that made it by its MAC address. Worker i has that of the shop plus i; the
// addresses of the other hosts are beyond those of all workers.
constexpr quint64 shopHost = 0x02420ac80010; // a locally administered address, as containers have
constexpr quint64 crashingHost = shopHost + 0x20;
constexpr quint64 nextHost = shopHost + 0x21;
constexpr quint64 orphanHost = shopHost + 0x30;
constexpr int firstOrder = 1001;
constexpr int orderWorkers = 5;
constexpr int orders = 4; // fewer than workers, so that some wait
constexpr int stockCounters = 2;
constexpr LeaseTerms orderLease{10s, true};
constexpr LeaseTerms shippingLease{10s, false}; // not renewed, as after a crash
constexpr LeaseTerms orphanLease{2s, true};

} // namespace

PythonLocks::PythonLocks(ShopClient &client, ShopClient &listener)
    : m_client(client)
    , m_channel(std::make_unique<WakeChannel>(&client.connection(), &listener.connection()))
{
}

void PythonLocks::open()
{
    for (int worker = 0; worker < orderWorkers; ++worker)
        m_client.tasks().start(workOnOrders(shopHost + quint64(worker)));
    for (int worker = 0; worker < stockCounters; ++worker)
        m_client.tasks().start(countStock());
    m_client.tasks().start(shipAndCrash());
    m_client.tasks().start(renewForEver());
}

void PythonLocks::close()
{
    m_channel.reset();
}

LockOptions PythonLocks::options(quint64 macAddress, LeaseTerms lease)
{
    return {lease,
        pythonToken(std::chrono::system_clock::now(), macAddress,
            quint16(m_client.dice().between(0, 0x3fff)))};
}

QCoro::Task<> PythonLocks::workOnOrders(quint64 macAddress)
{
    do {
        const int order = firstOrder + m_client.dice().between(0, orders - 1);
        auto lease = co_await waitForLock(m_client, m_channel.get(),
            "lock:order:" + QByteArray::number(order), options(macAddress, orderLease));
        if (!lease)
            co_return;
        const bool goesOn =
            co_await workUnder(m_client, std::move(lease), m_client.dice().between(500ms, 6s));
        if (!goesOn)
            co_return;
    } while (co_await m_client.pause(200ms, 1500ms));
}

// Each stocktaking takes a greater fencing token than the last one, from a counter beside the lock,
// as applications do whose locks have no tokens. The tokens of a FencedLock are the server's time,
// so here that counter would seem to grow by a million a second.
QCoro::Task<> PythonLocks::countStock()
{
    const QByteArray key = "lock:stock";
    Lock lock(&m_client.connection(), key);
    do {
        Acquired lease = co_await lock.tryAcquire();
        if (!m_client.goesOn(lease))
            co_return;
        if (lease && *lease) {
            const auto fence = co_await m_client.ask("INCR", companionKey(key, "fence"));
            if (!m_client.goesOn(fence))
                co_return;
            const bool goesOn =
                co_await workUnder(m_client, std::move(*lease), m_client.dice().between(2s, 5s));
            if (!goesOn)
                co_return;
        }
    } while (co_await m_client.pause(500ms, 2s));
}

// A worker takes the lock and crashes: as long as the shop is open, its lease is neither renewed
// nor released, and the next worker waits in line until it expires.
QCoro::Task<> PythonLocks::shipAndCrash()
{
    const QByteArray key = "lock:shipment:7";
    do {
        const auto crashed =
            co_await pollLock(m_client, key, options(crashingHost, shippingLease), 500ms);
        if (!crashed)
            co_return;
        auto next =
            co_await waitForLock(m_client, m_channel.get(), key, options(nextHost, shippingLease));
        if (!next)
            co_return;
        const bool goesOn = co_await workUnder(m_client, std::move(next), 3s);
        if (!goesOn)
            co_return;
    } while (co_await m_client.pause(4s));
}

// An orphaned lock: nobody works under the lease, but it is still renewed.
QCoro::Task<> PythonLocks::renewForEver()
{
    const LockOptions orphan = options(orphanHost, orphanLease);
    std::unique_ptr<Lease> lease;
    do {
        if (!lease || !lease->isValid())
            lease = co_await pollLock(m_client, "lock:invoice", orphan, 500ms);
        if (!lease)
            co_return;
    } while (co_await m_client.pause(1s));
}

} // namespace lockstep
