#include "core/demo/traffic/orders.h"

#include "core/coordination/counts/boundedcounter.h"
#include "core/coordination/counts/counter.h"
#include "core/coordination/counts/semaphore.h"
#include "core/coordination/counts/submitonce.h"

using namespace std::chrono_literals;

namespace lockstep {

namespace {

constexpr int tills = 3;
constexpr int payers = 4; // more than tills, so that some are refused
constexpr int printers = 4;
constexpr int clerks = 5;
constexpr double crashesWithPermit = 0.03;

QCoro::Task<> submit(ShopClient &client)
{
    const Counter orders(&client.connection(), "orders:count");
    const SubmitOnce once(&client.connection(), "orders:once:", {6s});
    do {
        const auto number = co_await orders.increment();
        if (!client.goesOn(number))
            co_return;
        for (int click = number ? client.dice().between(1, 2) : 0; click > 0; --click) {
            if (!client.goesOn(co_await once.submit(QByteArray::number(*number))))
                co_return;
            co_await client.pause(400ms);
        }
    } while (co_await client.pause(4s, 8s));
}

QCoro::Task<> pay(ShopClient &client)
{
    const BoundedCounter slots(&client.connection(), "slots:tills", {tills, 60s});
    do {
        const auto slot = co_await slots.acquire();
        if (!client.goesOn(slot))
            co_return;
        if (slot && slot->granted) {
            co_await client.pause(1s, 4s);
            if (!client.goesOn(co_await slots.release()))
                co_return;
        }
    } while (co_await client.pause(300ms, 2s));
}

QCoro::Task<> print(ShopClient &client)
{
    const Semaphore permits(&client.connection(), "permits:printers", {printers, 10s});
    do {
        const auto permit = co_await permits.acquire();
        if (!client.goesOn(permit))
            co_return;
        if (permit && permit->granted() && !client.dice().chance(crashesWithPermit)) {
            co_await client.pause(1s, 5s);
            if (!client.goesOn(co_await permits.release(permit->permit)))
                co_return;
        }
    } while (co_await client.pause(300ms, 3s));
}

} // namespace

void openOrders(ShopClient &client)
{
    client.tasks().start(submit(client));
    for (int payer = 0; payer < payers; ++payer)
        client.tasks().start(pay(client));
    for (int clerk = 0; clerk < clerks; ++clerk)
        client.tasks().start(print(client));
}

} // namespace lockstep
