#include "core/watch/session/clusterstatus.h"

#include <algorithm>

namespace lockstep {

namespace {

// The value of the field that all nodes have; if they differ, each value once: "7.0.15, 7.2.4".
QString common(const std::vector<NodeStatus> &nodes, QString WatchStatus::*field)
{
    QStringList texts;
    for (const NodeStatus &node : nodes) {
        const QString &text = node.status.*field;
        if (!text.isEmpty() && !texts.contains(text))
            texts << text;
    }
    texts.sort();
    return texts.join(QLatin1String(", "));
}

template <typename T> void raise(std::optional<T> &most, const std::optional<T> &value)
{
    if (value)
        most = std::max(most.value_or(*value), *value);
}

void addMissing(WatchStatus &sum, const WatchStatus &one)
{
    for (const MissingPermission &missing : one.missing) {
        const bool isKnown = std::any_of(
            sum.missing.begin(), sum.missing.end(), [&missing](const MissingPermission &known) {
                return known.command == missing.command && known.effect == missing.effect;
            });
        if (!isKnown)
            sum.missing.push_back(missing);
    }
}

void addCounts(WatchStatus &sum, const WatchStatus &one)
{
    sum.connections += one.connections;
    sum.keysSeen += one.keysSeen;
    sum.keysWatched += one.keysWatched;
    sum.objects += one.objects;
    sum.keysTooLarge += one.keysTooLarge;
    sum.objectsLeftOut += one.objectsLeftOut;
    sum.commands += one.commands;
    sum.bytes += one.bytes;
    sum.commandsPerSecond += one.commandsPerSecond;
    sum.bytesPerSecond += one.bytesPerSecond;
    sum.inventoryRunning |= one.inventoryRunning;
    sum.firstInventoryDone &= one.firstInventoryDone;
    sum.isCatchingUp |= one.isCatchingUp;
    sum.keysInDatabase = sum.keysInDatabase && one.keysInDatabase
        ? std::optional(*sum.keysInDatabase + *one.keysInDatabase)
        : std::nullopt;
    for (const QString &prefix : one.droppedPrefixes) {
        if (!sum.droppedPrefixes.contains(prefix))
            sum.droppedPrefixes << prefix;
    }
}

void takeWorst(WatchStatus &sum, const WatchStatus &one)
{
    sum.serverTimeShare = std::max(sum.serverTimeShare, one.serverTimeShare);
    sum.serverTimeShareIsMeasured &= one.serverTimeShareIsMeasured;
    sum.restOfCounters = std::max(sum.restOfCounters, one.restOfCounters);
    sum.restOfLocks = std::max(sum.restOfLocks, one.restOfLocks);
    raise(sum.latency, one.latency);
    raise(sum.expiryLagWorst, one.expiryLagWorst);
    raise(sum.expiryLagMedian, one.expiryLagMedian);
    raise(sum.waitersRound, one.waitersRound);
    raise(sum.newKeysWithin, one.newKeysWithin);
}

// Takes the mode of the node if it is slower than the one in the sum.
void takeMode(WatchStatus &sum, const WatchStatus &one)
{
    if (one.mode <= sum.mode)
        return;
    sum.mode = one.mode;
    sum.modeReason = one.modeReason;
}

void takeLink(WatchStatus &sum, const NodeStatus &node)
{
    const WatchStatus &one = node.status;
    sum.cluster->connected += isSeen(one) ? 1 : 0;
    if (one.nextAttempt)
        sum.nextAttempt = std::min(sum.nextAttempt.value_or(*one.nextAttempt), *one.nextAttempt);
    // A password that is refused is refused by all; it comes before all else.
    const bool isStopped = one.link == LinkState::Stopped;
    if (!one.trouble || (sum.trouble && !isStopped))
        return;
    sum.trouble = one.trouble;
    sum.troubledNode = node.address;
}

} // namespace

WatchStatus clusterStatus(const std::vector<NodeStatus> &nodes, int leftOut, const QString &address)
{
    WatchStatus sum;
    sum.address = address;
    sum.cluster = ClusterCoverage{static_cast<int>(nodes.size()) + leftOut, 0, leftOut};
    sum.firstInventoryDone = !nodes.empty();
    sum.serverTimeShareIsMeasured = !nodes.empty();
    sum.keysInDatabase = 0;
    std::optional<Instant> unseenSince;
    std::optional<Milliseconds> worstStaleness;
    bool isAnySeen = nodes.empty();
    bool isAnyConnected = false;
    bool isAnyStopped = false;
    for (const NodeStatus &node : nodes) {
        const WatchStatus &one = node.status;
        addCounts(sum, one);
        takeWorst(sum, one);
        takeMode(sum, one);
        takeLink(sum, node);
        addMissing(sum, one);
        sum.user = one.user;
        sum.prefix = one.prefix;
        isAnyConnected |= one.link == LinkState::Connected;
        isAnyStopped |= one.link == LinkState::Stopped;
        isAnySeen |= isSeen(one);
        if (isSeen(one) || one.staleness < unseenBeforeHiding)
            raise(sum.staleness, one.staleness);
        raise(worstStaleness, one.staleness);
        // What the others do not tell is in a gap of its own.
        if (one.lastSeen && isSeen(one))
            sum.lastSeen = std::min(sum.lastSeen.value_or(*one.lastSeen), *one.lastSeen);
        if (one.unseenSince)
            unseenSince = std::min(unseenSince.value_or(*one.unseenSince), *one.unseenSince);
    }
    if (sum.mode == WatchMode::None && !nodes.empty())
        sum.modeReason = nodes.front().status.modeReason;
    // Of the nodes that are not seen while others are, the objects are shown as unknown.
    if (!isAnySeen) {
        sum.unseenSince = unseenSince;
        sum.staleness = worstStaleness;
    }
    sum.link = isAnyConnected ? LinkState::Connected
        : isAnyStopped        ? LinkState::Stopped
                              : LinkState::Reconnecting; // it was reached once
    if (sum.link == LinkState::Connected)
        sum.nextAttempt.reset();
    sum.serverVersion = common(nodes, &WatchStatus::serverVersion);
    sum.serverProgram = common(nodes, &WatchStatus::serverProgram);
    sum.serverMode = QStringLiteral("cluster");
    sum.serverRole = QStringLiteral("master");
    return sum;
}

std::vector<UnseenSpan> unseenOfAny(
    const std::vector<std::shared_ptr<const std::vector<UnseenSpan>>> &nodes)
{
    std::vector<UnseenSpan> all;
    for (const auto &spans : nodes)
        all.insert(all.end(), spans->begin(), spans->end());
    std::sort(all.begin(), all.end(),
        [](const UnseenSpan &left, const UnseenSpan &right) { return left.from < right.from; });
    return all;
}

} // namespace lockstep
