#include "tests/server/coordination/everycall.h"

#include "core/coordination/counts/boundedcounter.h"
#include "core/coordination/counts/counter.h"
#include "core/coordination/counts/dailycounter.h"
#include "core/coordination/counts/presence.h"
#include "core/coordination/counts/ratelimiter.h"
#include "core/coordination/counts/semaphore.h"
#include "core/coordination/counts/submitonce.h"

namespace lockstep {

namespace {

using namespace std::chrono_literals;
using Task = EveryCall::Task;
using Call = std::function<Task(Connection *, const QByteArray &)>;

bool isYes(bool value)
{
    return value;
}
bool isYes(qint64 value)
{
    return value != 0;
}
bool isYes(const BoundedCounter::Slot &slot)
{
    return slot.granted;
}
bool isYes(const SubmitOnce::Submission &submission)
{
    return submission.accepted;
}
bool isYes(const Decision &decision)
{
    return decision.allowed;
}
bool isYes(const Semaphore::Attempt &attempt)
{
    return attempt.granted();
}
template <typename T> bool isYes(const std::vector<T> &list)
{
    return !list.empty();
}

template <typename T> Task yes(QCoro::Task<Result<T>> task)
{
    const auto result = co_await std::move(task);
    if (!result)
        co_return tl::unexpected(result.error());
    co_return isYes(*result);
}

constexpr int counts = EveryCall::Writes | EveryCall::NeedsMemory | EveryCall::StaysForEver;
constexpr int decides = EveryCall::Writes | EveryCall::NeedsMemory | EveryCall::Script;
constexpr int gives = EveryCall::Writes | EveryCall::Script; // back
constexpr int looks = EveryCall::Script;

BoundedCounter bounded(Connection *connection, const QByteArray &key)
{
    return {connection, key, {5}};
}

Semaphore semaphore(Connection *connection, const QByteArray &key)
{
    return {connection, key, {5}};
}

DailyCounter daily(Connection *connection, const QByteArray &key)
{
    return {connection, key + ":<yyyy.m.d>"};
}

Call limiter(RateLimit limit)
{
    return [limit](Connection *connection, const QByteArray &key) {
        return yes(RateLimiter(connection, key, limit).acquire());
    };
}

// Of a permit whose name is known without asking.
Task oneKnownPermit(Connection *connection, QByteArray key)
{
    Command command{"ZADD", key, "4102444800000", "permit"}; // its lease ends in 2100
    const auto added = co_await connection->request(std::move(command));
    if (!added)
        co_return tl::unexpected(added.error());
    Command deadline{"PEXPIRE", key, "100000"};
    co_return (co_await connection->request(std::move(deadline))).has_value();
}

std::vector<EveryCall> counters()
{
    const Call increment = [](Connection *c, const QByteArray &k) {
        return yes(Counter(c, k).increment());
    };
    const Call decrement = [](Connection *c, const QByteArray &k) {
        return yes(Counter(c, k).decrement());
    };
    const Call value = [](Connection *c, const QByteArray &k) {
        return yes(Counter(c, k).value());
    };
    const Call countToday = [](Connection *c, const QByteArray &k) {
        return yes(daily(c, k).increment());
    };
    const Call today = [](Connection *c, const QByteArray &k) { return yes(daily(c, k).value()); };
    const Call acquire = [](Connection *c, const QByteArray &k) {
        return yes(bounded(c, k).acquire());
    };
    const Call release = [](Connection *c, const QByteArray &k) {
        return yes(bounded(c, k).release());
    };
    const Call used = [](Connection *c, const QByteArray &k) { return yes(bounded(c, k).used()); };
    return {{"counter increment", increment, nullptr, counts},
        {"counter decrement", decrement, nullptr, counts},
        {"counter value", value, increment, EveryCall::StaysForEver},
        {"daily increment", countToday, nullptr, decides, 3},
        {"daily value", today, countToday, EveryCall::None, 2},
        {"bounded acquire", acquire, nullptr, decides, 2},
        {"bounded release", release, acquire, gives, 2}, {"bounded used", used, acquire}};
}

std::vector<EveryCall> presences()
{
    const Call heartbeat = [](Connection *c, const QByteArray &k) {
        return yes(Presence(c, k).heartbeat("erin"));
    };
    const Call leave = [](Connection *c, const QByteArray &k) {
        return yes(Presence(c, k).leave("erin"));
    };
    const Call count = [](Connection *c, const QByteArray &k) {
        return yes(Presence(c, k).count());
    };
    const Call list = [](Connection *c, const QByteArray &k) { return yes(Presence(c, k).list()); };
    return {{"presence heartbeat", heartbeat, nullptr, decides, 2},
        {"presence leave", leave, heartbeat, EveryCall::Writes},
        {"presence count", count, heartbeat, looks, 2},
        {"presence list", list, heartbeat, looks, 2}};
}

std::vector<EveryCall> limiters()
{
    return {{"fixed window", limiter(FixedWindow{5, 100s}), nullptr, decides, 2},
        {"window by the clock", limiter(ClockWindow{5, 24h * 100}), nullptr, decides, 2},
        {"visit limit", limiter(VisitLimit{5, 100s}), nullptr, decides, 2},
        {"sliding log", limiter(SlidingLog{5, 100s}), nullptr, decides, 2},
        {"sliding window", limiter(SlidingWindow{5, 24h * 100}), nullptr, decides, 2},
        {"token bucket", limiter(TokenBucket{5, 1, 100s}), nullptr, decides, 2},
        {"GCRA", limiter(Gcra{5, 1, 100s}), nullptr, decides, 2},
        {"leaky bucket", limiter(LeakyBucket{5, 1, 100s}), nullptr, decides, 2}};
}

std::vector<EveryCall> others()
{
    const Call submit = [](Connection *c, const QByteArray &k) {
        return yes(SubmitOnce(c, k).submit({}));
    };
    const Call acquire = [](Connection *c, const QByteArray &k) {
        return yes(semaphore(c, k).acquire());
    };
    const Call extend = [](Connection *c, const QByteArray &k) {
        return yes(semaphore(c, k).extend("permit"));
    };
    const Call release = [](Connection *c, const QByteArray &k) {
        return yes(semaphore(c, k).release("permit"));
    };
    const Call holders = [](Connection *c, const QByteArray &k) {
        return yes(semaphore(c, k).holders());
    };
    return {{"submit once", submit, nullptr, decides, 2},
        {"semaphore acquire", acquire, nullptr, decides, 2},
        {"semaphore extend", extend, oneKnownPermit, gives, 2},
        {"semaphore release", release, oneKnownPermit, gives, 2},
        {"semaphore holders", holders, oneKnownPermit, looks, 2}};
}

} // namespace

const std::vector<EveryCall> &everyCall()
{
    static const std::vector<EveryCall> calls = [] {
        std::vector<EveryCall> all;
        for (const auto &part : {counters(), presences(), limiters(), others()})
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return calls;
}

} // namespace lockstep
