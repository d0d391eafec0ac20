#include "sampleitems.h"

#include "core/watch/session/clusterstatus.h"

#include "core/watch/snapshot/presencecounters.h"
#include "plainformat.h"

#include <cmath>
#include <limits>

namespace lockstep::sample {

namespace {

using std::chrono::seconds;

SeriesPtr waves(Instant now, double base, double height)
{
    Series series;
    for (int second = -120; second <= 0; second += 3) {
        const double value = base + std::round(height * std::sin(second / 9.0));
        series.push_back({now + seconds(second), value});
    }
    return makeSeries(std::move(series));
}

} // namespace

FormatPtr format(Family family, const QString &library, const QString &kind)
{
    FormatData data = plainData(family);
    data.id = data.kind = kind;
    data.library = library;
    data.countsPresence = data.persistentIsNormal = family == Family::Counter;
    return plainFormat(std::move(data));
}

Holder holder(const QByteArray &token, const QString &host, const QString &process)
{
    Holder holder;
    holder.token = token;
    holder.host = host;
    holder.process = process;
    return holder;
}

HoldHistoryPtr history(std::vector<Hold> holds)
{
    auto *history = new HoldHistory;
    history->holds = std::move(holds);
    return HoldHistoryPtr(history);
}

Item renewedLock(const QByteArray &key, Instant now, int leaseSeconds)
{
    Item item = lock(key, now, leaseSeconds);
    const int every = leaseSeconds / 3;
    const Milliseconds lease = seconds(leaseSeconds);
    Hold hold;
    hold.holder = item.reading.holder;
    hold.from = now - seconds(60 + every / 2);
    hold.leaseAt = hold.from;
    hold.lease = lease;
    for (int second = -60 - every / 2 + every; second < 0; second += every)
        hold.deadlineChanges.push_back({now + seconds(second), lease - seconds(every), lease});
    hold.renewalCount = static_cast<int>(hold.deadlineChanges.size());
    item.renewals = hold.renewalCount;
    item.firstSeen = hold.from;
    item.readAt = hold.deadlineChanges.back().at;
    item.reading.ttl = Ttl::until(item.readAt + lease);
    item.holds = history({std::move(hold)});
    return item;
}

Item lock(const QByteArray &key, Instant now, std::optional<int> leaseSeconds)
{
    Item item;
    item.key = key;
    item.format = format(Family::Lock, QStringLiteral("Redisson"), QStringLiteral("lock"));
    item.reading.ttl = leaseSeconds ? Ttl::until(now + seconds(*leaseSeconds)) : Ttl::persistent();
    item.reading.value = 1;
    item.reading.holder = holder("285475da-8a77-4c34-b8f9-52a5d1a6d1e9:52", QStringLiteral("web-3"),
        QStringLiteral("285475da"));
    item.reading.setRaw("\x01\x02raw");
    item.readAt = now;
    item.firstSeen = now - seconds(25);
    item.longestLease = leaseSeconds.value_or(0) * 1000;
    return item;
}

Item takenLock(const QByteArray &key, const QByteArray &token, const FormatPtr &format, Instant at,
    bool beginIsSeen)
{
    Item item = lock(key, at, 30);
    item.format = format;
    item.reading.holder = holder(token);
    item.firstSeen = at;
    item.heldSince = {};
    item.beginIsSeen = beginIsSeen;
    item.renewals = 0;
    item.series = {};
    item.holds = {};
    return item;
}

Item freedLock(const QByteArray &key, const FormatPtr &format, Instant at)
{
    Item item;
    item.key = key;
    item.format = format;
    item.readAt = item.firstSeen = at;
    return item;
}

Item bucket(const QByteArray &key, Instant now, double used, std::optional<double> limit)
{
    Item item;
    item.key = key;
    item.format = format(Family::Bucket, QStringLiteral("limits"), QStringLiteral("fixed window"));
    item.reading.ttl = Ttl::until(now + seconds(42));
    item.reading.value = used;
    item.reading.limit = limit;
    item.reading.window = Milliseconds(60'000);
    item.readAt = now;
    item.firstSeen = now - seconds(18);
    Series series;
    for (int i = 0; i <= static_cast<int>(used); ++i)
        series.push_back({now - seconds(55) + Milliseconds(50'000 * i / std::max(1, int(used))),
            static_cast<double>(i)});
    item.series = makeSeries(std::move(series));
    return item;
}

Item counter(const QByteArray &key, Instant now, double value)
{
    Item item;
    item.key = key;
    item.format = format(Family::Counter, {}, QStringLiteral("string"));
    item.reading.ttl = Ttl::persistent();
    item.reading.value = value;
    item.readAt = now;
    item.firstSeen = now - seconds(300);
    item.series = waves(now, value, 20);
    return item;
}

WatchStatus connectedStatus()
{
    WatchStatus status;
    status.link = LinkState::Connected;
    status.serverVersion = QStringLiteral("7.0.15");
    status.serverProgram = QStringLiteral("redis");
    status.serverMode = QStringLiteral("standalone");
    status.serverRole = QStringLiteral("master");
    status.user = "watcher";
    status.mode = WatchMode::Push;
    status.modeReason = ModeReason::TrackingWorks;
    status.keysSeen = 1'020'004;
    status.firstInventoryDone = true;
    status.keysInDatabase = 1'020'004;
    status.keysWatched = 65;
    status.objects = 61;
    status.commands = 4312;
    status.bytes = 812'345;
    status.commandsPerSecond = 0.4;
    status.bytesPerSecond = 31;
    status.serverTimeShare = 0.0001;
    status.serverTimeShareIsMeasured = true;
    status.staleness = Milliseconds(2);
    status.latency = std::chrono::microseconds(184);
    status.expiryLagMedian = Milliseconds(27);
    status.expiryLagWorst = Milliseconds(19'800);
    return status;
}

void makeCluster(Snapshot *snapshot, int leftOut)
{
    auto nodes = std::make_shared<std::vector<NodeStatus>>();
    const auto add = [&nodes](const QString &address, const QString &slotRanges) {
        NodeStatus node;
        node.address = address;
        node.slotRanges = slotRanges;
        node.status = connectedStatus();
        node.status.serverMode = QStringLiteral("cluster");
        nodes->push_back(node);
        return &nodes->back().status;
    };
    add(QStringLiteral("10.0.0.5:6379"), QStringLiteral("0-4095"));
    WatchStatus *polled =
        add(QStringLiteral("10.0.0.6:6379"), QStringLiteral("4096-8000 8002 8005-8191"));
    polled->mode = WatchMode::Polling;
    polled->modeReason = ModeReason::TrackingUnknown;
    WatchStatus *gone =
        add(QStringLiteral("warehouse-node-3.north.example:6379"), QStringLiteral("8192-12287"));
    gone->link = LinkState::Reconnecting;
    gone->trouble = Error{ErrorCode::ConnectionRefused, {}, false};
    gone->nextAttempt = snapshot->takenAt + seconds(4);
    gone->unseenSince = snapshot->takenAt - seconds(9);
    gone->latency.reset();
    WatchStatus *down = add(QStringLiteral("10.0.0.8:6379"), QStringLiteral("12288-16383"));
    down->trouble = Error{ErrorCode::ClusterDown, {}, false};
    snapshot->status =
        clusterStatus(*nodes, leftOut, QStringLiteral("redis+cluster://10.0.0.5:6379"));
    snapshot->nodes = std::move(nodes);
}

Snapshot snapshot(std::vector<Item> items, Instant now)
{
    std::array<std::vector<ItemPtr>, 3> families;
    for (Item &item : items) {
        const auto family = static_cast<std::size_t>(item.format->family());
        families.at(family).push_back(makeItem(std::move(item)));
    }
    for (auto &family : families) {
        std::sort(family.begin(), family.end(),
            [](const ItemPtr &a, const ItemPtr &b) { return a->key < b->key; });
    }
    std::vector<ItemPtr> presence;
    std::copy_if(families[0].begin(), families[0].end(), std::back_inserter(presence),
        [](const ItemPtr &item) { return isPresenceCounter(*item); });
    Snapshot result;
    result.presence = std::make_shared<const std::vector<ItemPtr>>(std::move(presence));
    result.counters = std::make_shared<const std::vector<ItemPtr>>(std::move(families[0]));
    result.buckets = std::make_shared<const std::vector<ItemPtr>>(std::move(families[1]));
    result.locks = std::make_shared<const std::vector<ItemPtr>>(std::move(families[2]));
    result.status = connectedStatus();
    result.takenAt = now;
    result.takenAtUtc = std::chrono::system_clock::time_point(seconds(1'795'212'067));
    return result;
}

JournalEntry entry(JournalEntry::Kind kind, const QByteArray &key)
{
    JournalEntry entry;
    entry.kind = kind;
    entry.at = std::chrono::system_clock::time_point(Milliseconds(1'795'212'067'412));
    entry.key = key;
    entry.library = QStringLiteral("Redisson");
    return entry;
}

Snapshot everything(Instant now)
{
    Item binary = lock(QByteArray("lock:\xff\x00\x1b", 8), now, 9);
    binary.reading.holder = holder("\xfe\xedtoken");
    Item hostile = counter("=HYPERLINK(\"http://x\"),<b>bold</b>\n\xe2\x80\xaeright", now, 318);
    return snapshot(
        {counter("online_users", now, 1284), counter("page_view", now, 88'120), std::move(hostile),
            bucket("10.0.0.7:1795217360", now, 11, 10), bucket("LIMITS:u42", now, 2, 5),
            bucket("zhanghantest", now, 3, {}), renewedLock("myLock", now),
            lock("lock:order:8812", now, 5), lock("lock:stuck", now, {}), std::move(binary)},
        now);
}

} // namespace lockstep::sample
