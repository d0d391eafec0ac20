#include "ui/server/serverfacts.h"

#include "ui/text/errormessage.h"
#include "ui/text/wording.h"
#include "ui/watchtext/itemwording.h"
#include "ui/watchtext/statussentence.h"

#include <QCoreApplication>

#include <algorithm>
#include <climits>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ServerPage)
};

QString orUnknown(const QString &text)
{
    return text.isEmpty() ? Words::tr("unknown") : foreignWords(text);
}

QString lateness(const WatchStatus &status)
{
    if (!status.expiryLagWorst)
        return Words::tr("not seen yet");
    if (!status.expiryLagMedian)
        return Words::tr("max %1").arg(lagWords(*status.expiryLagWorst));
    return Words::tr("max %1, median %2")
        .arg(lagWords(*status.expiryLagWorst), lagWords(*status.expiryLagMedian));
}

// Other words than the server's own three are shown as it says them.
QString serverModeName(const QString &mode)
{
    if (mode == QLatin1String("standalone"))
        //: a Redis server that is part of no Cluster
        return Words::tr("standalone");
    if (mode == QLatin1String("cluster"))
        //: a Redis server that is part of a Cluster
        return Words::tr("cluster");
    if (mode == QLatin1String("sentinel"))
        //: a Redis server that is a Sentinel
        return Words::tr("sentinel");
    return orUnknown(mode);
}

QString roleName(const QString &role)
{
    if (role == QLatin1String("master"))
        return Words::tr("primary");
    if (role == QLatin1String("slave"))
        return Words::tr("replica: what it shows may be late");
    return orUnknown(role);
}

QString abilityName(MissingPermission::Effect effect)
{
    using enum MissingPermission::Effect;
    switch (effect) {
    case NoInventory:
        return Words::tr("Finding keys");
    case NoTtl:
        return Words::tr("Time left");
    case NoPush:
        return Words::tr("Changes by push");
    case NoType:
        return Words::tr("Types of keys");
    case NoValue:
        return Words::tr("Values");
    case NoTime:
        return Words::tr("Server's clock");
    case NoInfo:
        return Words::tr("Server information");
    case NoReplica:
        return Words::tr("Reading from a replica");
    case NoCluster:
        return Words::tr("Other nodes of the cluster");
    case NoEpoch:
        return Words::tr("Which Sentinel is right");
    case NoWaiters:
        return Words::tr("Waiters of locks");
    }
    return {};
}

// Whether the command was never tried: if keys or their types cannot be read, the commands that
// depend on these are not sent.
bool wasNeverAsked(MissingPermission::Effect effect, const WatchStatus &status)
{
    using enum MissingPermission::Effect;
    const auto lacks = [&](MissingPermission::Effect other) {
        return std::any_of(status.missing.begin(), status.missing.end(),
            [other](const auto &missing) { return missing.effect == other; });
    };
    const bool isOfKeys = effect == NoType || effect == NoTtl || effect == NoValue;
    return (isOfKeys && lacks(NoInventory) && status.objects == 0)
        || (effect == NoValue && lacks(NoType));
}

} // namespace

Facts connectionFacts(const WatchStatus &status, const QString &where, Instant now)
{
    const QString program = orUnknown(status.serverProgram);
    Facts facts{{Words::tr("Address"), orUnknown(where)}};
    if (!status.primary.isEmpty())
        facts.push_back({Words::tr("Primary now"), foreignWords(status.primary)});
    const Facts others{
        {Words::tr("State"), linkSentence(status, where, now)},
        {Words::tr("Server"),
            status.serverVersion.isEmpty()
                ? program
                : program + QLatin1Char(' ') + foreignWords(status.serverVersion)},
        {Words::tr("Mode"), serverModeName(status.serverMode)},
        status.cluster ? FactList::Fact{Words::tr("Cluster"), coverageWords(*status.cluster)}
                       : FactList::Fact{Words::tr("Role"), roleName(status.serverRole)},
        {Words::tr("User"),
            status.user.isEmpty() ? QStringLiteral("default") : wording::key(status.user)},
    };
    facts.insert(facts.end(), others.begin(), others.end());
    return facts;
}

Facts nodeFacts(const std::vector<NodeStatus> &nodes)
{
    Facts facts;
    for (const NodeStatus &node : nodes) {
        const WatchStatus &status = node.status;
        //: %1 hash slots of a Redis Cluster, "0-5460"
        QStringList parts{Words::tr("slots %1").arg(node.slotRanges)};
        const bool answers = status.link == LinkState::Connected && !status.unseenSince;
        if (!answers || status.trouble) {
            parts << linkSentence(status, node.address);
        } else {
            if (!status.serverVersion.isEmpty())
                parts << foreignWords(status.serverProgram + u' ' + status.serverVersion);
            parts << wording::mode(status.mode);
        }
        parts << Words::tr("%1 items", nullptr, int(std::min<qint64>(status.objects, INT_MAX)))
                     .arg(wording::number(static_cast<double>(status.objects)));
        if (answers) {
            const QString rate = wording::number(status.commandsPerSecond);
            parts << Words::tr("%1 commands a second", nullptr, rate == u"1" ? 1 : 2).arg(rate);
        }
        if (answers && status.latency)
            parts << Words::tr("%1 ms").arg(
                wording::number(static_cast<double>(status.latency->count()) / 1000));
        facts.push_back({foreignWords(node.address), parts.join(QStringLiteral(" · "))});
    }
    return facts;
}

Facts watchingFacts(const WatchStatus &status, const std::vector<NodeStatus> &nodes)
{
    const QString keys = wording::number(static_cast<double>(status.keysSeen));
    const auto many = [](qint64 count) { return int(std::min<qint64>(count, INT_MAX)); };
    // As many as all objects may consist of, but the server has no more than it says.
    const qint64 mostKeys = std::min(
        status.keysWatched, std::max(status.keysInDatabase.value_or(INT64_MAX), status.objects));
    QStringList dropped;
    for (const QString &prefix : status.droppedPrefixes)
        dropped.append(wording::key(prefix.toUtf8()));
    Facts facts{
        {Words::tr("How"), modeSentence(status, nodes)},
        {Words::tr("Key scan"),
            status.inventoryRunning
                ? Words::tr("running (%1 keys so far)", nullptr, many(status.keysSeen)).arg(keys)
                : !status.firstInventoryDone
                ? Words::tr("not complete (%1 keys so far)", nullptr, many(status.keysSeen))
                      .arg(keys)
                : Words::tr("complete (%1 keys at last scan)", nullptr, many(status.keysSeen))
                      .arg(keys)},
        {Words::tr("Watched now"),
            //: %1 counters, rate limits and locks, %2 the keys that they may consist of
            Words::tr("%1 (%2)").arg(Words::tr("%1 items", nullptr, many(status.objects))
                                         .arg(wording::number(static_cast<double>(status.objects))),
                Words::tr("%1 keys at most", nullptr, many(mostKeys))
                    .arg(wording::number(static_cast<double>(mostKeys))))},
        {Words::tr("Lag"),
            !status.staleness ? Words::tr("unknown")
                : *status.staleness < Milliseconds(1)
                ? Words::tr("less than 1 ms")
                : Words::tr("%1 at most").arg(lagWords(*status.staleness))},
    };
    if (status.keysTooLarge > 0) {
        facts.push_back({Words::tr("Too large"),
            Words::tr("%n keys are not read, because reading them would cost too much.", nullptr,
                many(status.keysTooLarge))});
    }
    if (status.objectsLeftOut > 0) {
        facts.push_back({Words::tr("Left out"),
            Words::tr("%n counters or limits are not shown, because there are too many.", nullptr,
                many(status.objectsLeftOut))});
    }
    if (status.waitersRound) {
        //: %1 a length of time
        facts.push_back({Words::tr("Waiters"),
            Words::tr("Each lock's waiters are counted every %1, because there are many locks.")
                .arg(lagWords(*status.waitersRound))});
    }
    if (status.restOfLocks > Milliseconds(0)) {
        facts.push_back({Words::tr("Frequent changes"),
            //: %1, %2: lengths of time
            Words::tr("To spare this server, a counter or limit that changes all the time is read "
                      "every %1, a lock every %2.")
                .arg(lagWords(status.restOfCounters), lagWords(status.restOfLocks))});
    } else if (status.restOfCounters > Milliseconds(0)) {
        facts.push_back({Words::tr("Frequent changes"),
            //: %1 a length of time
            Words::tr("To spare this server, a counter or limit that changes all the time is read "
                      "every %1.")
                .arg(lagWords(status.restOfCounters))});
    }
    if (!dropped.isEmpty()) {
        facts.push_back({Words::tr("Too busy to follow"),
            Words::tr("%1: new keys there are found by the key scan only, because their "
                      "announcements would cost too much.")
                .arg(dropped.join(QLatin1String(", ")))});
    }
    return facts;
}

Facts costFacts(const WatchStatus &status)
{
    return {
        {Words::tr("Commands"),
            Words::tr("%1 per second, %2 since the start")
                .arg(wording::number(status.commandsPerSecond),
                    wording::number(static_cast<double>(status.commands)))},
        {Words::tr("Traffic"),
            Words::tr("%1 per second, %2 since the start")
                .arg(wording::bytes(status.bytesPerSecond),
                    wording::bytes(static_cast<double>(status.bytes)))},
        {Words::tr("Our share of server time"), shareWords(status)},
        {Words::tr("Round trip"),
            status.latency ? Words::tr("%1 ms").arg(
                wording::number(static_cast<double>(status.latency->count()) / 1000))
                           : Words::tr("unknown")},
        {Words::tr("Expiry-notification delay"), lateness(status)},
        {QString(),
            Words::tr("Keys are read at their deadline. A key that is read when its time is over "
                      "vanishes at once, so watching makes it vanish earlier for everybody.")},
    };
}

Facts permissionFacts(const WatchStatus &status)
{
    using Effect = MissingPermission::Effect;
    Facts facts;
    const QString rules = aclRules(status.user, status.missing);
    if (!rules.isEmpty())
        facts.push_back({Words::tr("To permit all"), rules});
    for (const Effect effect : allPermissionEffects) {
        QStringList troubles;
        for (const MissingPermission &missing : status.missing) {
            if (missing.effect == effect)
                troubles.append(missingPermissionSentence(missing));
        }
        const bool isOfCluster = effect == Effect::NoReplica || effect == Effect::NoCluster;
        const bool isOfSentinels = effect == Effect::NoEpoch;
        if ((isOfCluster || isOfSentinels) && troubles.isEmpty())
            continue; // it matters only for nodes of a Cluster, or where there are Sentinels
        const bool isKnown = status.link == LinkState::Connected && !wasNeverAsked(effect, status);
        const QString works = isKnown ? Words::tr("✓ works") : Words::tr("unknown");
        facts.push_back({abilityName(effect),
            troubles.isEmpty() ? works : QStringLiteral("✕ ") + troubles.join(QLatin1Char('\n'))});
    }
    return facts;
}

} // namespace lockstep
