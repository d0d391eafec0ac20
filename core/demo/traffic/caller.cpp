#include "core/demo/traffic/caller.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace lockstep {

namespace {

constexpr double hurriesFromTheStart = 0.15;
constexpr double fallsIntoHurry = 0.06; // probability after each call
constexpr int longestHurry = 60; // calls
constexpr int refusalsUntilRest = 4;

QCoro::Task<> callAgainAndAgain(ShopClient &client, std::chrono::milliseconds ease, Call call)
{
    Dice &dice = client.dice();
    const std::chrono::milliseconds haste = std::min<std::chrono::milliseconds>(250ms, ease / 10);
    // Every client begins with a few quick calls, and some with a whole burst, so that there is
    // something to see from the start.
    int hurried = dice.chance(hurriesFromTheStart) ? longestHurry : dice.between(1, 3);
    int refusals = 0;
    while (true) {
        const Result<bool> granted = co_await call();
        if (!client.goesOn(granted))
            co_return;
        std::chrono::milliseconds rest = dice.between(ease / 2, ease * 3 / 2);
        if (!granted.value_or(true) && ++refusals == refusalsUntilRest) {
            refusals = 0;
            hurried = 0;
            rest = dice.between(8s, 20s);
        } else if (hurried > 0) {
            --hurried;
            rest = dice.between(haste / 2, haste * 3 / 2);
        } else if (dice.chance(fallsIntoHurry)) {
            hurried = longestHurry;
        }
        const bool open = co_await client.pause(rest);
        if (!open)
            co_return;
    }
}

} // namespace

void keepCalling(ShopClient &client, std::chrono::milliseconds ease, Call call)
{
    client.tasks().start(callAgainAndAgain(client, ease, std::move(call)));
}

void keepCalling(
    ShopClient &client, std::chrono::milliseconds ease, QByteArray key, const RateLimit &limit)
{
    const RateLimiter limiter(&client.connection(), std::move(key), limit);
    keepCalling(client, ease, [limiter] { return isAllowed(limiter); });
}

QCoro::Task<Result<bool>> isAllowed(RateLimiter limiter)
{
    const Result<Decision> decision = co_await limiter.acquire();
    if (!decision)
        co_return tl::unexpected(decision.error());
    co_return decision->allowed;
}

} // namespace lockstep
