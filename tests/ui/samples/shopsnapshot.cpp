#include "shopsnapshot.h"

#include "core/watch/formats/formatdata.h"
#include "core/watch/snapshot/presencecounters.h"
#include "tests/support/samples/plainformat.h"

#include <algorithm>
#include <cmath>

namespace lockstep::shop {

namespace {

// Reads with one command and understands nothing.
class ShownReader : public Reader
{
public:
    explicit ShownReader(QByteArray command)
        : m_command(std::move(command))
    {
    }

    [[nodiscard]] std::vector<Command> commands(
        const QByteArray &key, const LimitBounds &, WallTime) const override
    {
        return {Command(QByteArrayList{m_command, key})};
    }
    [[nodiscard]] std::optional<Reading> read(const ReadContext &) const override
    {
        return std::nullopt;
    }

private:
    QByteArray m_command;
};

using std::chrono::milliseconds;
using std::chrono::seconds;

SeriesPtr wave(Instant now, double base, double height, double slope)
{
    Series series;
    for (int second = -60; second <= 0; second += 2)
        series.push_back({now + seconds(second),
            std::round(base + height * std::sin(second / 5.0) + slope * second)});
    return makeSeries(std::move(series));
}

class Shop
{
public:
    explicit Shop(Instant now)
        : m_now(now)
    {
    }

    Item &counter(const QByteArray &key, const QString &kind, double value, float rate)
    {
        const bool presence = kind != u"string" && kind != u"HyperLogLog";
        Item &item = add(key, {Family::Counter, {}, kind, presence, "GET"});
        item.reading.ttl = Ttl::persistent();
        item.reading.value = value;
        item.series = makeSeries(
            Series{{m_now - std::chrono::seconds(5), value - 5 * double(rate)}, {m_now, value}});
        return item;
    }

    Item &bucket(const QByteArray &key, const QString &library, double used,
        std::optional<double> limit, int turnsInMs)
    {
        Item &item =
            add(key, {Family::Bucket, library, QStringLiteral("fixed window"), false, "GET"});
        item.reading.value = used;
        item.reading.limit = limit;
        item.reading.ttl =
            turnsInMs > 0 ? Ttl::until(m_now + milliseconds(turnsInMs)) : Ttl::persistent();
        return item;
    }

    Item &lock(const QByteArray &key, const QString &library, const QByteArray &token, int leftMs,
        int leaseMs, milliseconds age)
    {
        Item &item = add(key, {Family::Lock, library, QStringLiteral("lock"), false, "GET"});
        item.reading.holder = Holder();
        item.reading.holder->token = token;
        item.reading.value = 1;
        item.reading.ttl =
            leftMs > 0 ? Ttl::until(m_now + milliseconds(leftMs)) : Ttl::persistent();
        item.longestLease = leaseMs;
        item.firstSeen = m_now - age;
        return item;
    }

    std::vector<Item> items;

private:
    Item &add(const QByteArray &key, const Words &words)
    {
        Item item;
        item.key = key;
        item.format = format(words);
        item.readAt = m_now;
        item.firstSeen = m_now - seconds(90);
        items.push_back(std::move(item));
        return items.back();
    }

    Instant m_now;
};

void addCounters(Shop &shop, Instant now)
{
    shop.counter("online_users", QStringLiteral("set"), 1284, 2.1F).series =
        wave(now, 1284, 6, 0.6);
    shop.counter("presence:room:7", QStringLiteral("sorted set"), 318, 0).series =
        wave(now, 318, 2, 0);
    shop.counter("page_view", QStringLiteral("string"), 88'120, 41).series =
        wave(now, 88'120, 0, 41);
    shop.counter("peter::2026.11.20", QStringLiteral("string"), 57, 0.2F).series =
        wave(now, 57, 0, 0.2);
    shop.counter("ar:north", QStringLiteral("string"), 59, 0).reading.limit = 60;
    shop.counter("visitors:hll", QStringLiteral("HyperLogLog"), 9312, 3).reading.valueIsEstimate =
        true;
}

void addBuckets(Shop &shop)
{
    shop.bucket("10.0.0.7:1795217360", {}, 11, 10, 400);
    shop.bucket("rlflx:login:203.0.113.9", QStringLiteral("rate-limiter-flexible"), 5, 5, 48'000);
    shop.bucket("rate:{api}:search", QStringLiteral("redis_rate"), 86, 100, 1200);
    shop.bucket("request_rate_limiter.{bob}", QStringLiteral("Spring"), 6, 10, 2600);
    shop.bucket("LIMITS:LIMITER/u42/5/1/minute", QStringLiteral("limits"), 2, 5, 31'000);
    shop.bucket("zhanghantest", {}, 3, {}, 598'000);
    shop.bucket("api:visits:7", {}, 13, 20, 0);
}

void addLocks(Shop &shop, Instant now)
{
    shop.lock(
            "lock:product_101", QStringLiteral("redis-py"), "w", 700, 30'000, milliseconds(29'300))
        .reading.holder->host = QStringLiteral("worker-7");
    Item &mine = shop.lock("myLock", QStringLiteral("Redisson"),
        "285475da-8a77-4c34-b8f9-52a5d1a6d1e9:52", 26'400, 30'000, seconds(252));
    mine.reading.holder->process = QStringLiteral("285475da-8a77-4c34-b8f9-52a5d1a6d1e9");
    mine.reading.holder->thread = QStringLiteral("52");
    mine.reading.value = 2;
    mine.renewals = 25;
    Hold hold;
    hold.holder = mine.reading.holder;
    hold.from = now - seconds(56);
    hold.leaseAt = hold.from;
    hold.lease = milliseconds(30'000);
    for (int second = -46; second < 0; second += 10)
        hold.deadlineChanges.push_back(
            {now + seconds(second), Milliseconds(seconds(20)), Milliseconds(seconds(30))});
    hold.deadlineChanges.push_back(
        {now - milliseconds(3600), milliseconds(27'600), Milliseconds(seconds(30))});
    hold.renewalCount = static_cast<int>(hold.deadlineChanges.size());
    auto *history = new HoldHistory;
    history->holds.push_back(std::move(hold));
    mine.holds = HoldHistoryPtr(history);
    shop.lock(
        "job-lock:nightly", QStringLiteral("ShedLock"), "batch-2", 38'000, 60'000, seconds(1260));
    const char *const tokens[] = {"a81c22b9-0001-4c34-b8f9-52a5d1a6e831",
        "33fe6d0b17a84c1d9f2209c2", "c0de6d0b17a84c1d9f2277aa", "9b1c6d0b17a84c1d9f22ee10",
        "44106d0b17a84c1d9f22ab3d"};
    const int left[] = {4500, 9700, 7100, 6000, 5200};
    for (int i = 0; i < 5; ++i)
        shop.lock("lock:order:" + QByteArray::number(8812 + i), {}, tokens[i], left[i], 10'000,
            milliseconds(10'000 - left[i]));
    shop.items[shop.items.size() - 5].reading.waiters = 3;
    shop.lock("bull:mail:412:lock", QStringLiteral("BullMQ"), "worker 5d2e", 24'900, 30'000,
            milliseconds(5100))
        .renewals = 1;
    shop.lock("session:41", QStringLiteral("phpredis"), "host9|2231", 10'500, 30'000,
            milliseconds(19'500))
        .confidence = Confidence::Possible;
    Item &orphan = shop.lock(
        "lock:invoice", {}, "7f0d6d0b17a84c1d9f2211aa", 27'700, 30'000, std::chrono::hours(147));
    orphan.renewals = 18'000;
    shop.lock("lock:stuck", {}, "zhuge", 0, 0, seconds(7685));
}

std::vector<JournalEntry> journal(std::chrono::system_clock::time_point utc)
{
    using Kind = JournalEntry::Kind;
    std::vector<JournalEntry> entries;
    const auto add = [&](int agoMs, Family family, Kind kind, const QByteArray &key) -> auto &
    {
        JournalEntry &entry = entries.emplace_back();
        entry.kind = kind;
        entry.family = family;
        entry.key = key;
        entry.at = utc - milliseconds(agoMs);
        return entry;
    };
    JournalEntry &exhausted = add(2542, Family::Bucket, Kind::Exhausted, "10.0.0.7:1795217360");
    exhausted.value = 11;
    exhausted.limit = 10;
    add(2411, Family::Lock, Kind::Expired, "lock:product_100");
    JournalEntry &acquired = add(1292, Family::Lock, Kind::Acquired, "lock:product_101");
    acquired.holder.emplace().host = QStringLiteral("worker-7");
    acquired.ttlAfter = milliseconds(30'000);
    JournalEntry &renewed = add(14, Family::Lock, Kind::Renewed, "myLock");
    renewed.ttlBefore = milliseconds(20'000);
    renewed.ttlAfter = milliseconds(30'000);
    JournalEntry &handed = add(0, Family::Lock, Kind::HandedOver, "lock:order:8812");
    handed.previous.emplace().token = "a81c";
    handed.holder.emplace().token = "33fe";
    return entries;
}

} // namespace

FormatPtr format(const Words &words)
{
    FormatData data;
    data.id = data.kind = words.kind;
    data.library = words.library;
    data.family = words.family;
    data.countsPresence = words.countsPresence;
    data.persistentIsNormal = words.family == Family::Counter;
    data.reader = std::make_shared<const ShownReader>(words.readCommand);
    return FormatPtr(new Format(std::make_shared<const FormatData>(std::move(data))));
}

Snapshot snapshot(Instant now)
{
    Shop shop(now);
    shop.items.reserve(64);
    addCounters(shop, now);
    addBuckets(shop);
    addLocks(shop, now);
    std::array<std::vector<ItemPtr>, 3> families;
    for (Item &item : shop.items)
        families.at(size_t(item.format->family())).push_back(makeItem(std::move(item)));
    for (auto &family : families)
        std::sort(family.begin(), family.end(),
            [](const ItemPtr &a, const ItemPtr &b) { return a->key < b->key; });
    std::vector<ItemPtr> presence;
    std::copy_if(families[0].begin(), families[0].end(), std::back_inserter(presence),
        [](const ItemPtr &item) { return isPresenceCounter(*item); });
    Snapshot result;
    result.presence = std::make_shared<const std::vector<ItemPtr>>(std::move(presence));
    result.counters = std::make_shared<const std::vector<ItemPtr>>(std::move(families[0]));
    result.buckets = std::make_shared<const std::vector<ItemPtr>>(std::move(families[1]));
    result.locks = std::make_shared<const std::vector<ItemPtr>>(std::move(families[2]));
    result.takenAtUtc = std::chrono::system_clock::time_point(milliseconds(1'795'212'067'412));
    WatchStatus &status = result.status;
    status.link = LinkState::Connected;
    status.serverProgram = QStringLiteral("redis");
    status.serverVersion = QStringLiteral("7.0.15");
    status.mode = WatchMode::Push;
    status.modeReason = ModeReason::TrackingWorks;
    status.keysSeen = 1'020'004;
    status.firstInventoryDone = true;
    status.keysInDatabase = 1'020'004;
    status.objects = 64;
    status.keysWatched = 130; // the queue of a lock, for one, need not exist
    status.commandsPerSecond = 0.4;
    status.bytesPerSecond = 31;
    status.serverTimeShare = 0.0001;
    status.serverTimeShareIsMeasured = true;
    status.staleness = Milliseconds(2);
    status.expiryLagWorst = Milliseconds(19'800);
    result.journal = journal(result.takenAtUtc);
    result.journalTotal = 1204;
    result.takenAt = now;
    return result;
}

Snapshot withAlerts(Snapshot snapshot)
{
    struct Shown
    {
        const char *glob;
        const char *when;
        const char *name;
        Severity severity;
        const char *key;
        std::optional<Family> family;
        std::optional<double> value;
        int ageSeconds;
    };
    const Shown all[] = {
        {"lock:order:*", "held > 30s", "Order lock held", Severity::Critical, "lock:order:8812",
            Family::Lock, 31'200, 4},
        {"leader", "gone", "No leader", Severity::Critical, "leader", {}, {}, 1},
        {"rl*", "used >= 90%", "Limit nearly used up by one of the customers", Severity::Warning,
            "rlflx:login:203.0.113.9", Family::Bucket, 100, 40},
        {"page_view", "rate > 50/s", "Many <b>views</b>", Severity::Info, "page_view",
            Family::Counter, 52, 9},
    };
    auto alerts = std::make_shared<std::vector<AlertPtr>>();
    for (const Shown &each : all) {
        AlertRule rule;
        rule.glob = Glob(each.glob);
        QString expected;
        rule.when = alertConditionFrom(QString::fromLatin1(each.when), &expected).value();
        rule.name = QString::fromLatin1(each.name);
        rule.severity = each.severity;
        auto *alert = new Alert;
        alert->rule = std::make_shared<const AlertRule>(rule);
        alert->key = each.key;
        alert->format = each.family ? plainFormat(*each.family) : FormatPtr();
        alert->since = snapshot.takenAt - seconds(each.ageSeconds);
        alert->sinceUtc = snapshot.takenAtUtc - seconds(each.ageSeconds);
        alert->value = each.value;
        alerts->push_back(AlertPtr(alert));
        JournalEntry entry;
        entry.kind = JournalEntry::Kind::Firing;
        entry.at = snapshot.takenAtUtc - seconds(each.ageSeconds);
        entry.since = entry.at;
        entry.key = alert->key;
        entry.family = each.family.value_or(Family::Counter);
        entry.isFamilyKnown = each.family.has_value();
        entry.alert = alert->rule;
        entry.value = each.value;
        snapshot.journal.push_back(std::move(entry));
    }
    std::sort(snapshot.journal.begin(), snapshot.journal.end(),
        [](const JournalEntry &a, const JournalEntry &b) { return a.at < b.at; });
    snapshot.alerts = std::move(alerts);
    return snapshot;
}

} // namespace lockstep::shop
