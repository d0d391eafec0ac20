// One class serves all limits: they take a key, some numbers and a cost, and return the same four
// numbers; only the scripts differ. A class for each behind an interface was rejected, because
// eight headers would say the same and nothing is virtual.
//
// The arguments of the script are made once, when the limiter is made, so that each request is
// cheap.

#include "core/coordination/counts/ratelimiter.h"

#include "core/coordination/counts/bounds.h"
#include "core/coordination/counts/numbers.h"
#include "core/redis/connection/scriptfile.h"

#include <cmath>

namespace lockstep {

namespace {

using Call = RateLimiter::Call;
using std::chrono::microseconds;
using std::chrono::milliseconds;

QByteArray text(qint64 number)
{
    return QByteArray::number(number);
}

QByteArray inMilliseconds(milliseconds span)
{
    return text(span.count());
}

QByteArray inMicroseconds(milliseconds span)
{
    return text(microseconds(span).count());
}

// The first refusal, if there is one.
Refusal anyOf(std::initializer_list<Refusal> refusals)
{
    for (const Refusal &refusal : refusals) {
        if (refusal)
            return refusal;
    }
    return {};
}

Result<Call> callUnless(const Refusal &refusal, Call call)
{
    if (refusal)
        return tl::unexpected(*refusal);
    return call;
}

// A bucket of that capacity takes capacity / amount periods from full to empty, which must be a
// span within bounds.
Refusal refuseBucket(const char *capacityName, qint64 capacity, const char *amountName,
    qint64 amount, milliseconds period)
{
    const Refusal refusal = anyOf({checkAmount(capacityName, capacity),
        checkAmount(amountName, amount), checkSpan("period", period)});
    if (refusal)
        return refusal;
    const double span = double(capacity) / double(amount) * double(period.count());
    if (span <= double(longestSpan.count()))
        return {};
    return Error{ErrorCode::BadInput,
        QStringLiteral("%1 is %2, with %3 %4 a period of %5 ms it takes %6 days; possible are 366.")
            .arg(QString::fromLatin1(capacityName), QString::number(capacity),
                QString::fromLatin1(amountName), QString::number(amount),
                QString::number(period.count()), QString::number(std::ceil(span / 86'400'000)))};
}

Result<Call> callOf(const FixedWindow &limit)
{
    static const Script script = scriptFile(QStringLiteral("fixed-window"));
    return callUnless(anyOf({checkAmount("limit", limit.limit), checkSpan("window", limit.window)}),
        {&script, {text(limit.limit), inMilliseconds(limit.window)}, {"0"}, limit.limit});
}

Result<Call> callOf(const ClockWindow &limit)
{
    auto call = callOf(FixedWindow{limit.limit, limit.window});
    if (call)
        call->behind = {"1"};
    return call;
}

Result<Call> callOf(const VisitLimit &limit)
{
    static const Script script = scriptFile(QStringLiteral("visit-limit"));
    return callUnless(
        anyOf({checkAmount("visits", limit.visits), checkSpan("period", limit.period)}),
        {&script, {text(limit.visits), inMilliseconds(limit.period)}, {}, 1});
}

Result<Call> callOf(const SlidingLog &limit)
{
    static const Script script = scriptFile(QStringLiteral("sliding-log"));
    return callUnless(
        anyOf({checkAmount("limit", limit.limit, mostListed), checkSpan("window", limit.window)}),
        {&script, {text(limit.limit), inMicroseconds(limit.window)}, {}, limit.limit});
}

Result<Call> callOf(const SlidingWindow &limit)
{
    static const Script script = scriptFile(QStringLiteral("sliding-window"));
    return callUnless(anyOf({checkAmount("limit", limit.limit), checkSpan("window", limit.window)}),
        {&script, {text(limit.limit), inMicroseconds(limit.window)}, {}, limit.limit});
}

Result<Call> callOf(const TokenBucket &limit)
{
    static const Script script = scriptFile(QStringLiteral("token-bucket"));
    return callUnless(
        refuseBucket("capacity", limit.capacity, "refill", limit.refill, limit.period),
        {&script, {text(limit.capacity), text(limit.refill), inMicroseconds(limit.period)}, {},
            limit.capacity});
}

Result<Call> callOf(const Gcra &limit)
{
    static const Script script = scriptFile(QStringLiteral("gcra"));
    if (const auto refusal =
            refuseBucket("burst", limit.burst, "amount", limit.amount, limit.period))
        return tl::unexpected(*refusal);
    const qint64 period = microseconds(limit.period).count();
    const qint64 distance = (period + limit.amount - 1) / limit.amount;
    return Call{&script, {text(limit.burst), text(distance)}, {}, limit.burst};
}

Result<Call> callOf(const LeakyBucket &limit)
{
    static const Script script = scriptFile(QStringLiteral("leaky-bucket"));
    return callUnless(refuseBucket("capacity", limit.capacity, "leak", limit.leak, limit.period),
        {&script, {text(limit.capacity), text(limit.leak), inMicroseconds(limit.period)}, {},
            limit.capacity});
}

QCoro::Task<Result<Decision>> decide(
    Connection *connection, QByteArray key, Result<Call> call, qint64 cost)
{
    if (!call)
        co_return tl::unexpected(call.error());
    if (const auto refusal = checkAmount("cost", cost, call->mostCost))
        co_return tl::unexpected(*refusal);
    const QByteArrayList keys{key};
    const QByteArrayList arguments = call->before + QByteArrayList{text(cost)} + call->behind;
    const auto answer = integers<4>(co_await run(connection, *call->script, keys, arguments));
    if (!answer)
        co_return tl::unexpected(answer.error());
    const auto [allowed, remaining, retryAfter, resetAfter] = *answer;
    co_return Decision{allowed != 0, remaining, milliseconds(retryAfter), milliseconds(resetAfter)};
}

} // namespace

RateLimiter::RateLimiter(Connection *connection, QByteArray key, const RateLimit &limit)
    : m_connection(connection)
    , m_key(std::move(key))
    , m_call(std::visit([](const auto &which) { return callOf(which); }, limit))
{
}

QCoro::Task<Result<Decision>> RateLimiter::acquire(qint64 cost) const
{
    return decide(m_connection, m_key, m_call, cost);
}

} // namespace lockstep
