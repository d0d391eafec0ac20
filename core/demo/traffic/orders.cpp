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

QCoro::Task<> submit(Desk &desk)
{
    const Counter orders(&desk.connection(), "orders:count");
    const SubmitOnce once(&desk.connection(), "orders:once:", {6s});
    do {
        const auto number = co_await orders.increment();
        if (!desk.goesOn(number))
            co_return;
        for (int click = number ? desk.dice().between(1, 2) : 0; click > 0; --click) {
            if (!desk.goesOn(co_await once.submit(QByteArray::number(*number))))
                co_return;
            co_await desk.pause(400ms);
        }
    } while (co_await desk.pause(4s, 8s));
}

QCoro::Task<> pay(Desk &desk)
{
    const BoundedCounter slots(&desk.connection(), "slots:tills", {tills, 60s});
    do {
        const auto slot = co_await slots.acquire();
        if (!desk.goesOn(slot))
            co_return;
        if (slot && slot->granted) {
            co_await desk.pause(1s, 4s);
            if (!desk.goesOn(co_await slots.release()))
                co_return;
        }
    } while (co_await desk.pause(300ms, 2s));
}

QCoro::Task<> print(Desk &desk)
{
    const Semaphore permits(&desk.connection(), "permits:printers", {printers, 10s});
    do {
        const auto permit = co_await permits.acquire();
        if (!desk.goesOn(permit))
            co_return;
        if (permit && permit->granted() && !desk.dice().chance(crashesWithPermit)) {
            co_await desk.pause(1s, 5s);
            if (!desk.goesOn(co_await permits.release(permit->permit)))
                co_return;
        }
    } while (co_await desk.pause(300ms, 3s));
}

} // namespace

void openOrders(Desk &desk)
{
    desk.shift().work(submit(desk));
    for (int payer = 0; payer < payers; ++payer)
        desk.shift().work(pay(desk));
    for (int clerk = 0; clerk < clerks; ++clerk)
        desk.shift().work(print(desk));
}

} // namespace lockstep
