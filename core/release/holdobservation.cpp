#include "core/release/holdobservation.h"

#include "core/watch/readers/reader.h"

#include <QPointer>

namespace lockstep {

namespace {

// The server's answer, which may be an error reply. Nothing if there is none because the connection
// is not open.
QCoro::Task<std::optional<Result<Reply>>> answer(Connection *connection, Command command)
{
    const QPointer<Connection> alive(connection);
    const Result<Reply> reply = co_await connection->request(command);
    if (!reply && (!alive || connection->state() != Connection::State::Open))
        co_return std::nullopt;
    co_return reply;
}

std::optional<Milliseconds> ageOf(const Holder &holder, const ServerTime &time, Instant now)
{
    if (!holder.since)
        return std::nullopt;
    const auto age = std::chrono::duration_cast<Milliseconds>(serverNow(time, now) - *holder.since);
    return age.count() < 0 ? std::nullopt // an age by a clock that is ahead means nothing
                           : std::optional(age); // a clock that is ahead tells nothing
}

} // namespace

HoldObservation observed(const Item &item, Instant now)
{
    HoldObservation hold;
    hold.isRead = true;
    hold.age = heldFor(item, now);
    hold.ageBound = ageBound(item);
    hold.renewals = item.renewals;
    hold.waiters = item.reading.waiters.value_or(0);
    return hold;
}

QCoro::Task<Result<HoldObservation>> observeHold(
    Connection *connection, FormatPtr format, QByteArray key, QByteArray token, ServerTime time)
{
    HoldObservation hold;
    std::vector<Reply> replies;
    const ReadPlan plan = format->plan(key, time);
    for (const Command &command : plan.commands) {
        const auto reply = co_await answer(connection, command);
        if (!reply)
            co_return failure(ErrorCode::ConnectionLost);
        if (!*reply)
            co_return hold;
        replies.push_back(**reply);
    }
    const auto now = std::chrono::steady_clock::now();
    const auto reading = format->read(key, replies, now, time);
    const QByteArray shown = token.left(Holder::mostToken);
    if (!reading || !reading->holder || reading->holder->token != shown)
        co_return hold;
    hold.isRead = true;
    hold.age = ageOf(*reading->holder, time, now);
    hold.ageBound = reading->holder->sinceIsRequest ? AgeBound::AtMost : AgeBound::ByToken;
    if (hold.age && hold.ageBound == AgeBound::AtMost)
        *hold.age += std::chrono::ceil<Milliseconds>(time.error);
    hold.waiters = reading->waiters.value_or(0);
    const QByteArray channel = format->waitersChannel(key);
    if (channel.isEmpty())
        co_return hold;
    const Command askWaiters{"PUBSUB", "NUMSUB", channel};
    const auto counted = co_await answer(connection, askWaiters);
    if (!counted)
        co_return failure(ErrorCode::ConnectionLost);
    const bool isTold = *counted && (*counted)->elements.size() == 2;
    hold.waiters = isTold ? std::optional(int((*counted)->elements[1].integer)) : std::nullopt;
    co_return hold;
}

} // namespace lockstep
