// One writer for the command line and the window, so that both give the same JSON. Unknown is null
// and never a number that means something else: a lock without TTL has no -1 but null and the state
// "immortal".
//
// JSON strings are Unicode, keys are bytes. An escaped text alone would be ambiguous (a key may
// contain a backslash), hence the second, exact field; it is left out where the text is exact,
// which is nearly always.

#include "core/watch/snapshot/snapshotjson.h"

#include "core/redis/values/bytestext.h"
#include "core/watch/snapshot/holdstatistics.h"
#include "core/watch/snapshot/jsonids.h"
#include "core/watch/snapshot/problem.h"

#include <QJsonArray>

#include <cmath>

namespace lockstep {

namespace {

QJsonValue number(double value)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (std::abs(value) <= exact && std::trunc(value) == value)
        return static_cast<qint64>(value);
    return std::isfinite(value) ? QJsonValue(value) : QJsonValue();
}

QJsonValue number(const std::optional<double> &value)
{
    return value ? number(*value) : QJsonValue();
}

QJsonValue number(const std::optional<double> &value, const std::optional<qint64> &large)
{
    return large ? QJsonValue(*large) : number(value);
}

QJsonValue valueOf(const Reading &reading)
{
    return number(reading.value, largeInteger(reading));
}

QJsonValue milliseconds(const std::optional<Milliseconds> &duration)
{
    return duration ? QJsonValue(static_cast<qint64>(duration->count())) : QJsonValue();
}

QJsonValue orNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

void insertHolder(QJsonObject &object, const QString &field, const CowOptional<Holder> &holder)
{
    if (holder)
        insertBytes(object, field, holder->token);
    else
        object.insert(field, QJsonValue());
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
        object.insert(QLatin1String("ttlMs"), milliseconds(left));
        array.append(object);
    }
    return array;
}

// Of a time that is over, both ends as how long ago they were.
QJsonValue spanToJson(const std::optional<UnseenSpan> &span, Instant now)
{
    if (!span)
        return {};
    return QJsonObject{
        {QStringLiteral("sinceMs"), milliseconds(between(span->from, now))},
        {QStringLiteral("untilMs"), milliseconds(between(span->to, now))},
    };
}

QJsonValue statisticsToJson(const Item &item, Instant now)
{
    const auto statistics = holdStatistics(item, now);
    if (!statistics)
        return {};
    return QJsonObject{
        {QStringLiteral("sinceMs"), milliseconds(between(statistics->since, now))},
        {QStringLiteral("holds"), statistics->holds},
        {QStringLiteral("holdsPerMinute"), number(statistics->perMinute)},
        {QStringLiteral("medianMs"), milliseconds(statistics->median)},
        {QStringLiteral("p99Ms"), milliseconds(statistics->percentile99)},
        {QStringLiteral("longestMs"), milliseconds(statistics->longest)},
        {QStringLiteral("waitedMs"), milliseconds(statistics->waited)},
        {QStringLiteral("released"), statistics->released},
        {QStringLiteral("expired"), statistics->expired},
        {QStringLiteral("handedOver"), statistics->handedOver},
        {QStringLiteral("unseen"), statistics->unseen},
        {QStringLiteral("renewals"), statistics->renewals},
        {QStringLiteral("maybeMissed"), spanToJson(statistics->maybeMissed, now)},
    };
}

QJsonObject problemToJson(const Problem &problem)
{
    QJsonArray kinds;
    for (const ProblemKind kind : allProblemKinds) {
        if (problem.kinds.testFlag(kind))
            kinds.append(problemId(kind));
    }
    QJsonObject object{
        {QStringLiteral("problems"), kinds},
        {QStringLiteral("family"), familyId(problem.item->format->family())},
    };
    insertBytes(object, QStringLiteral("key"), problem.item->key);
    return object;
}

QJsonArray problemsToJson(const Snapshot &snapshot)
{
    QJsonArray array;
    for (const Problem &problem : problems(snapshot, seenUntil(snapshot)))
        array.append(problemToJson(problem));
    return array;
}

void insertRule(QJsonObject &object, const AlertRule &rule)
{
    object.insert(QLatin1String("alert"), rule.name);
    object.insert(QLatin1String("severity"), severityId(rule.severity));
    object.insert(QLatin1String("when"), rule.when.text());
}

QJsonArray alertsToJson(const Snapshot &snapshot)
{
    QJsonArray array;
    for (const AlertPtr &alert : *snapshot.alerts) {
        QJsonObject object;
        insertRule(object, *alert->rule);
        object.insert(QLatin1String("family"),
            alert->format ? familyId(alert->format->family()) : QJsonValue());
        object.insert(
            QLatin1String("library"), orNull(alert->format ? alert->format->library() : QString()));
        insertHolder(object, QStringLiteral("holder"), alert->holder);
        insertBytes(object, QStringLiteral("key"), alert->key);
        object.insert(QLatin1String("value"), number(alert->value));
        object.insert(QLatin1String("since"), utcText(alert->sinceUtc));
        object.insert(QLatin1String("sinceIs"), ageBoundId(alert->sinceIs));
        array.append(object);
    }
    return array;
}

// What only the line of an alert has.
void insertAlert(QJsonObject &object, const JournalEntry &entry)
{
    insertRule(object, *entry.alert);
    object.insert(QLatin1String("since"), utcText(entry.since));
    object.insert(QLatin1String("sinceIs"), ageBoundId(entry.sinceIs));
    object.insert(QLatin1String("confidence"), QJsonValue());
    if (!entry.isFamilyKnown)
        object.insert(QLatin1String("family"), QJsonValue());
    if (entry.kind == JournalEntry::Kind::Resolved)
        object.insert(QLatin1String("end"), alertEndId(entry.alertEnd));
}

QJsonArray holdersToJson(const Snapshot &snapshot)
{
    QJsonArray array;
    for (const HeldBy &held : holdersOf(*snapshot.locks)) {
        QJsonArray keys;
        for (const ItemPtr &item : held.locks)
            keys.append(textOrEscaped(item->key));
        QJsonObject object{
            {QStringLiteral("host"), orNull(held.host)},
            {QStringLiteral("process"), orNull(held.process)},
            {QStringLiteral("token"), QJsonValue()},
            {QStringLiteral("keys"), keys},
        };
        if (!held.token.isEmpty())
            insertBytes(object, QStringLiteral("token"), held.token);
        array.append(object);
    }
    return array;
}

QJsonArray missingCommands(const WatchStatus &status)
{
    QStringList names;
    for (const MissingPermission &missing : status.missing)
        names.append(textOrEscaped(missing.command));
    names.removeDuplicates();
    return QJsonArray::fromStringList(names);
}

// Null where it is no Cluster, or not watched as one.
QJsonValue nodesToJson(const Snapshot &snapshot)
{
    if (!snapshot.status.cluster)
        return {};
    QJsonArray array;
    for (const NodeStatus &node : *snapshot.nodes) {
        const WatchStatus &status = node.status;
        array.append(QJsonObject{
            {QStringLiteral("address"), node.address},
            {QStringLiteral("slots"), node.slotRanges},
            {QStringLiteral("connected"),
                status.link == LinkState::Connected && !status.unseenSince},
            {QStringLiteral("version"), orNull(status.serverVersion)},
            {QStringLiteral("mode"), orNull(watchModeId(status.mode))},
            {QStringLiteral("keysSeen"), status.keysSeen},
            {QStringLiteral("objects"), status.objects},
            {QStringLiteral("commands"), status.commands},
        });
    }
    return array;
}

QJsonObject counterToJson(const Item &item, Instant now)
{
    QJsonObject object;
    insertBytes(object, QStringLiteral("key"), item.key);
    object.insert(QLatin1String("kind"), orNull(item.format ? item.format->kind() : QString()));
    object.insert(QLatin1String("value"), valueOf(item.reading));
    object.insert(QLatin1String("ttlMs"), milliseconds(item.reading.ttl.remaining(now)));
    object.insert(QLatin1String("confidence"), confidenceId(item.confidence));
    object.insert(QLatin1String("presence"), item.format && item.format->countsPresence());
    object.insert(QLatin1String("changePerSecond"),
        item.reading.value && isRateKnown(item, now) ? number(changePerSecond(item, now))
                                                     : QJsonValue());
    object.insert(QLatin1String("stoppedMs"), milliseconds(between(stoppedSince(item, now), now)));
    return object;
}

QJsonObject bucketToJson(const Item &item, Instant now)
{
    QJsonObject object;
    insertBytes(object, QStringLiteral("key"), item.key);
    object.insert(QLatin1String("library"), orNull(libraryOf(item)));
    object.insert(QLatin1String("confidence"), confidenceId(item.confidence));
    object.insert(QLatin1String("used"), valueOf(item.reading));
    object.insert(QLatin1String("limit"), number(item.reading.limit));
    object.insert(QLatin1String("remaining"), number(item.reading.remaining));
    object.insert(QLatin1String("windowMs"), milliseconds(item.reading.window));
    object.insert(QLatin1String("ttlMs"), milliseconds(item.reading.ttl.remaining(now)));
    object.insert(QLatin1String("state"), bucketStateId(bucketState(item)));
    return object;
}

QJsonObject lockToJson(const Item &item, const Snapshot &snapshot)
{
    const Reading &reading = item.reading;
    const auto age = reading.holder ? std::optional(heldFor(item, snapshot.takenAt)) : std::nullopt;
    QJsonObject object;
    insertBytes(object, QStringLiteral("key"), item.key);
    object.insert(QLatin1String("library"), orNull(libraryOf(item)));
    object.insert(QLatin1String("confidence"), confidenceId(item.confidence));
    insertHolder(object, QStringLiteral("holder"), reading.holder);
    object.insert(QLatin1String("count"), number(reading.value));
    object.insert(QLatin1String("ttlMs"), milliseconds(reading.ttl.remaining(snapshot.takenAt)));
    const auto expires = hasLease(item);
    object.insert(QLatin1String("expires"), expires ? QJsonValue(*expires) : QJsonValue());
    object.insert(QLatin1String("ageMs"), milliseconds(age));
    object.insert(QLatin1String("ageKnown"),
        reading.holder ? QJsonValue(ageBound(item) == AgeBound::Exact) : QJsonValue());
    object.insert(QLatin1String("ageIs"),
        reading.holder ? QJsonValue(ageBoundId(ageBound(item))) : QJsonValue());
    object.insert(QLatin1String("renewals"),
        isFollowed(item, snapshot.takenAt) ? QJsonValue(item.renewals) : QJsonValue());
    object.insert(
        QLatin1String("waiters"), reading.waiters ? QJsonValue(*reading.waiters) : QJsonValue());
    object.insert(QLatin1String("state"), lockStateId(lockState(item, snapshot.takenAt)));
    object.insert(QLatin1String("permits"), permitsToJson(reading.permits, snapshot.takenAt));
    object.insert(QLatin1String("statistics"), statisticsToJson(item, snapshot.takenAt));
    return object;
}

template <typename Writer> QJsonArray each(const Snapshot::Items &items, Writer write)
{
    QJsonArray array;
    for (const ItemPtr &item : *items)
        array.append(write(*item));
    return array;
}

} // namespace

QJsonObject snapshotToJson(const Snapshot &snapshot)
{
    const WatchStatus &status = snapshot.status;
    const Instant now = snapshot.takenAt;
    return {
        {QStringLiteral("at"), utcText(snapshot.takenAtUtc)},
        {QStringLiteral("problems"), problemsToJson(snapshot)},
        {QStringLiteral("alerts"), alertsToJson(snapshot)},
        {QStringLiteral("holders"), holdersToJson(snapshot)},
        {QStringLiteral("server"),
            QJsonObject{
                {QStringLiteral("address"), orNull(status.address)},
                {QStringLiteral("primary"), orNull(status.primary)},
                {QStringLiteral("version"), orNull(status.serverVersion)},
                {QStringLiteral("mode"), orNull(watchModeId(status.mode))},
                {QStringLiteral("keysSeen"), status.keysSeen},
                {QStringLiteral("keysTooLarge"), status.keysTooLarge},
                {QStringLiteral("objectsLeftOut"), status.objectsLeftOut},
                {QStringLiteral("alertsLeftOut"), snapshot.alertsLeftOut},
                {QStringLiteral("missingCommands"), missingCommands(status)},
                {QStringLiteral("nodes"), nodesToJson(snapshot)},
            }},
        {QStringLiteral("counters"),
            each(snapshot.counters, [now](const Item &item) { return counterToJson(item, now); })},
        {QStringLiteral("buckets"),
            each(snapshot.buckets, [now](const Item &item) { return bucketToJson(item, now); })},
        {QStringLiteral("locks"),
            each(snapshot.locks,
                [&snapshot](const Item &item) { return lockToJson(item, snapshot); })},
        {QStringLiteral("cost"),
            QJsonObject{
                {QStringLiteral("commands"), status.commands},
                {QStringLiteral("bytes"), status.bytes},
            }},
    };
}

QJsonObject journalEntryToJson(const JournalEntry &entry)
{
    const bool ofAKey =
        entry.kind != JournalEntry::Kind::Unseen && entry.kind != JournalEntry::Kind::Restarted;
    QJsonObject object{
        {QStringLiteral("at"), utcText(entry.at)},
        {QStringLiteral("event"), journalKindId(entry.kind)},
        {QStringLiteral("family"), ofAKey ? QJsonValue(familyId(entry.family)) : QJsonValue()},
        {QStringLiteral("key"), QJsonValue()},
        {QStringLiteral("confidence"),
            ofAKey ? QJsonValue(confidenceId(entry.confidence)) : QJsonValue()},
        {QStringLiteral("library"), orNull(entry.library)},
        {QStringLiteral("ttlBeforeMs"), milliseconds(entry.ttlBefore)},
        {QStringLiteral("ttlAfterMs"), milliseconds(entry.ttlAfter)},
        {QStringLiteral("value"), number(entry.value, entry.largeInteger)},
        {QStringLiteral("limit"), number(entry.limit)},
    };
    if (ofAKey)
        insertBytes(object, QStringLiteral("key"), entry.key);
    insertHolder(object, QStringLiteral("holder"), entry.holder);
    insertHolder(object, QStringLiteral("previous"), entry.previous);
    if (!entry.primary.isEmpty())
        object.insert(QStringLiteral("primary"), entry.primary);
    if (!entry.node.isEmpty())
        object.insert(QStringLiteral("node"), entry.node);
    if (!entry.slotRanges.isEmpty())
        object.insert(QStringLiteral("slots"), entry.slotRanges);
    if (entry.kind == JournalEntry::Kind::Unseen) {
        const bool isSinceKnown = entry.gap != JournalEntry::Gap::Permissions;
        object.insert(QStringLiteral("cause"), gapId(entry.gap));
        object.insert(QStringLiteral("since"),
            isSinceKnown ? QJsonValue(utcText(entry.since)) : QJsonValue());
    }
    if (entry.maybeMissed)
        object.insert(QStringLiteral("maybeMissed"),
            QJsonObject{{QStringLiteral("since"), utcText(entry.maybeMissed->since)},
                {QStringLiteral("until"), utcText(entry.maybeMissed->until)}});
    if (entry.alert)
        insertAlert(object, entry);
    return object;
}

JournalEntry counterChange(const Item &item, const Snapshot &snapshot)
{
    JournalEntry entry;
    entry.family = Family::Counter;
    entry.confidence = item.confidence;
    entry.at = snapshot.takenAtUtc
        - std::chrono::duration_cast<std::chrono::system_clock::duration>(
            snapshot.takenAt - item.readAt);
    entry.key = item.key;
    entry.library = libraryOf(item);
    entry.value = item.reading.value;
    entry.largeInteger = largeInteger(item.reading);
    entry.limit = item.reading.limit;
    return entry;
}

QJsonObject counterChangeToJson(const Item &item, const Snapshot &snapshot)
{
    QJsonObject object = journalEntryToJson(counterChange(item, snapshot));
    object.insert(QLatin1String("event"), QLatin1String("changed"));
    return object;
}

} // namespace lockstep
