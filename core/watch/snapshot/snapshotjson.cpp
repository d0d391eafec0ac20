// One writer for the command line and the window, so that both give the same JSON. Unknown is null
// and never a number that means something else: a lock without TTL has no -1 but null and the state
// "immortal".
//
// JSON strings are Unicode, keys are bytes. An escaped text alone would be ambiguous (a key may
// contain a backslash), hence the second, exact field; it is left out where the text is exact,
// which is nearly always. The lists holders[].keys and server.missingCommands have the texts alone:
// each of the keys has its exact field in "locks".

#include "core/watch/snapshot/snapshotjson.h"

#include "core/redis/values/bytestext.h"
#include "core/watch/snapshot/holdstatistics.h"
#include "core/watch/snapshot/itemjson.h"
#include "core/watch/snapshot/jsonids.h"
#include "core/watch/snapshot/jsonvalues.h"
#include "core/watch/snapshot/problem.h"

#include <QJsonArray>

namespace lockstep {

namespace {

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

// Lists the problems as of the moment until which the server was seen: what is not seen is no new
// problem.
QJsonArray problemsToJson(const Snapshot &snapshot)
{
    QJsonArray array;
    for (const Problem &problem : problems(snapshot, seenUntil(snapshot)))
        array.append(problemToJson(problem));
    return array;
}

QJsonArray alertsToJson(const Snapshot &snapshot)
{
    QJsonArray array;
    for (const AlertPtr &alert : *snapshot.alerts) {
        QJsonObject object;
        insertRule(object, *alert->rule);
        object.insert(QLatin1String("family"),
            alert->format ? familyId(alert->format->family()) : QJsonValue());
        object.insert(QLatin1String("library"),
            jsonText(alert->format ? alert->format->library() : QString()));
        insertHolder(object, QStringLiteral("holder"), alert->holder);
        insertBytes(object, QStringLiteral("key"), alert->key);
        object.insert(QLatin1String("value"), jsonNumber(alert->value));
        object.insert(QLatin1String("since"), utcText(alert->sinceUtc));
        object.insert(QLatin1String("sinceIs"), ageBoundId(alert->sinceIs));
        array.append(object);
    }
    return array;
}

QJsonArray holdersToJson(const Snapshot &snapshot)
{
    QJsonArray array;
    for (const HeldBy &held : holdersOf(*snapshot.locks)) {
        QJsonArray keys;
        for (const ItemPtr &item : held.locks)
            keys.append(textOrEscaped(item->key));
        QJsonObject object{
            {QStringLiteral("host"), jsonText(held.host)},
            {QStringLiteral("process"), jsonText(held.process)},
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

// Returns null where it is no Cluster, or not watched as one.
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
            {QStringLiteral("version"), jsonText(status.serverVersion)},
            {QStringLiteral("mode"), jsonText(watchModeId(status.mode))},
            {QStringLiteral("keysSeen"), status.keysSeen},
            {QStringLiteral("objects"), status.objects},
            {QStringLiteral("commands"), status.commands},
        });
    }
    return array;
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
                {QStringLiteral("address"), jsonText(status.address)},
                {QStringLiteral("primary"), jsonText(status.primary)},
                {QStringLiteral("version"), jsonText(status.serverVersion)},
                {QStringLiteral("mode"), jsonText(watchModeId(status.mode))},
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
            each(snapshot.locks, [now](const Item &item) { return lockToJson(item, now); })},
        {QStringLiteral("cost"),
            QJsonObject{
                {QStringLiteral("commands"), status.commands},
                {QStringLiteral("bytes"), status.bytes},
            }},
    };
}

} // namespace lockstep
