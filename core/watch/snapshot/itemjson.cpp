#include "core/watch/snapshot/itemjson.h"

#include "core/redis/values/bytestext.h"
#include "core/watch/snapshot/holdstatistics.h"
#include "core/watch/snapshot/jsonids.h"
#include "core/watch/snapshot/jsonvalues.h"

#include <QJsonArray>

namespace lockstep {

namespace {

QJsonValue valueOf(const Reading &reading)
{
    return jsonNumber(reading.value, largeInteger(reading));
}

QString libraryOf(const Item &item)
{
    return item.format ? item.format->library() : QString();
}

std::optional<Milliseconds> between(std::optional<Instant> from, Instant to)
{
    if (!from)
        return {};
    return std::max(std::chrono::duration_cast<Milliseconds>(to - *from), Milliseconds(0));
}

QJsonValue permitsToJson(const CowOptional<Permits> &permits, Instant now)
{
    if (!permits)
        return {};
    QJsonArray array;
    for (const Permit &permit : *permits) {
        QJsonObject object;
        insertBytes(object, QStringLiteral("holder"), permit.holder.token);
        const auto left = permit.ends ? between(now, *permit.ends) : std::nullopt;
        object.insert(QLatin1String("ttlMs"), jsonMilliseconds(left));
        array.append(object);
    }
    return array;
}

// Where the time is over, both ends say how long ago they were.
QJsonValue spanToJson(const std::optional<UnseenSpan> &span, Instant now)
{
    if (!span)
        return {};
    return QJsonObject{
        {QStringLiteral("sinceMs"), jsonMilliseconds(between(span->from, now))},
        {QStringLiteral("untilMs"), jsonMilliseconds(between(span->to, now))},
    };
}

QJsonValue statisticsToJson(const Item &item, Instant now)
{
    const auto statistics = holdStatistics(item, now);
    if (!statistics)
        return {};
    return QJsonObject{
        {QStringLiteral("sinceMs"), jsonMilliseconds(between(statistics->since, now))},
        {QStringLiteral("holds"), statistics->holds},
        {QStringLiteral("holdsPerMinute"), jsonNumber(statistics->perMinute)},
        {QStringLiteral("medianMs"), jsonMilliseconds(statistics->median)},
        {QStringLiteral("p99Ms"), jsonMilliseconds(statistics->percentile99)},
        {QStringLiteral("longestMs"), jsonMilliseconds(statistics->longest)},
        {QStringLiteral("waitedMs"), jsonMilliseconds(statistics->waited)},
        {QStringLiteral("released"), statistics->released},
        {QStringLiteral("expired"), statistics->expired},
        {QStringLiteral("handedOver"), statistics->handedOver},
        {QStringLiteral("unseen"), statistics->unseen},
        {QStringLiteral("renewals"), statistics->renewals},
        {QStringLiteral("maybeMissed"), spanToJson(statistics->maybeMissed, now)},
    };
}

} // namespace

QJsonObject counterToJson(const Item &item, Instant now)
{
    QJsonObject object;
    insertBytes(object, QStringLiteral("key"), item.key);
    object.insert(QLatin1String("kind"), jsonText(item.format ? item.format->kind() : QString()));
    object.insert(QLatin1String("value"), valueOf(item.reading));
    object.insert(QLatin1String("ttlMs"), jsonMilliseconds(item.reading.ttl.remaining(now)));
    object.insert(QLatin1String("confidence"), confidenceId(item.confidence));
    object.insert(QLatin1String("presence"), item.format && item.format->countsPresence());
    object.insert(QLatin1String("changePerSecond"),
        item.reading.value && isRateKnown(item, now) ? jsonNumber(changePerSecond(item, now))
                                                     : QJsonValue());
    object.insert(
        QLatin1String("stoppedMs"), jsonMilliseconds(between(stoppedSince(item, now), now)));
    return object;
}

QJsonObject bucketToJson(const Item &item, Instant now)
{
    QJsonObject object;
    insertBytes(object, QStringLiteral("key"), item.key);
    object.insert(QLatin1String("library"), jsonText(libraryOf(item)));
    object.insert(QLatin1String("confidence"), confidenceId(item.confidence));
    object.insert(QLatin1String("used"), valueOf(item.reading));
    object.insert(QLatin1String("limit"), jsonNumber(item.reading.limit));
    object.insert(QLatin1String("remaining"), jsonNumber(item.reading.remaining));
    object.insert(QLatin1String("windowMs"), jsonMilliseconds(item.reading.window));
    object.insert(QLatin1String("ttlMs"), jsonMilliseconds(item.reading.ttl.remaining(now)));
    object.insert(QLatin1String("state"), bucketStateId(bucketState(item)));
    return object;
}

QJsonObject lockToJson(const Item &item, Instant now)
{
    const Reading &reading = item.reading;
    const auto age = reading.holder ? std::optional(heldFor(item, now)) : std::nullopt;
    QJsonObject object;
    insertBytes(object, QStringLiteral("key"), item.key);
    object.insert(QLatin1String("library"), jsonText(libraryOf(item)));
    object.insert(QLatin1String("confidence"), confidenceId(item.confidence));
    insertHolder(object, QStringLiteral("holder"), reading.holder);
    object.insert(QLatin1String("count"), jsonNumber(reading.value));
    object.insert(QLatin1String("ttlMs"), jsonMilliseconds(reading.ttl.remaining(now)));
    object.insert(QLatin1String("timeLeftMs"), jsonMilliseconds(timeLeft(item, now)));
    const auto expires = hasLease(item);
    object.insert(QLatin1String("expires"), expires ? QJsonValue(*expires) : QJsonValue());
    object.insert(QLatin1String("ageMs"), jsonMilliseconds(age));
    object.insert(QLatin1String("ageKnown"),
        reading.holder ? QJsonValue(ageBound(item) == AgeBound::Exact) : QJsonValue());
    object.insert(QLatin1String("ageIs"),
        reading.holder ? QJsonValue(ageBoundId(ageBound(item))) : QJsonValue());
    object.insert(QLatin1String("renewals"),
        isFollowed(item, now) ? QJsonValue(item.renewals) : QJsonValue());
    object.insert(
        QLatin1String("waiters"), reading.waiters ? QJsonValue(*reading.waiters) : QJsonValue());
    object.insert(QLatin1String("state"), lockStateId(lockState(item, now)));
    object.insert(QLatin1String("permits"), permitsToJson(reading.permits, now));
    object.insert(QLatin1String("statistics"), statisticsToJson(item, now));
    return object;
}

} // namespace lockstep
