#include "core/watch/metrics/keyseries.h"
#include "core/watch/metrics/summarycounts.h"
#include "core/watch/metrics/watchmetrics.h"
#include "sampleitems.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

Q_DECLARE_METATYPE(lockstep::WatchStatus)

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

const Instant now = Instant::clock::now();

std::vector<Rule> rulesOf(const QByteArray &json)
{
    auto rules = rulesFromJson("{\"rules\":[" + json + "]}", u"rules.json"_s);
    if (!rules)
        qFatal("%s", qPrintable(rules.error().detail));
    return std::move(rules->rules);
}

QByteArray metrics(const Snapshot &snapshot, const QByteArray &rules = {},
    MetricsFormat format = MetricsFormat::OpenMetrics)
{
    return metricsOf(snapshot, {}, rulesOf(rules), format);
}

// Whether the text has this line.
bool has(const QByteArray &text, const QByteArray &line)
{
    return ('\n' + text).contains('\n' + line + '\n');
}

// Whether the text has a sample of that name.
bool tells(const QByteArray &text, const QByteArray &name)
{
    const QByteArray lines = '\n' + text;
    return lines.contains('\n' + name + ' ') || lines.contains('\n' + name + '{');
}

QSet<QString> sampleNames(const QByteArray &text)
{
    QSet<QString> names;
    static const QRegularExpression sample(u"^(\\w+)[ {]"_s, QRegularExpression::MultilineOption);
    for (auto each = sample.globalMatch(QString::fromUtf8(text)); each.hasNext();)
        names << each.next().captured(1);
    return names;
}

// Every text in a file of JSON that is the value of that field.
void collect(const QJsonValue &value, const QString &field, QStringList *found)
{
    for (const QJsonValue &each : value.toArray())
        collect(each, field, found);
    const QJsonObject object = value.toObject();
    for (auto each = object.begin(); each != object.end(); ++each) {
        if (each.key() == field && each->isString())
            *found << each->toString();
        collect(*each, field, found);
    }
}

const QByteArray allKeys = R"({"glob":"*","metrics":true})";

} // namespace

class TestWatchMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothFormatsAreAsTheirSpecificationsSay();
    void theFiguresAreThoseOfTheWatchPage();
    void whatIsNotSeenIsLeftOut();
    void whatMayNotHaveBeenFoundIsALowerBound();
    void whatIsNotWatchedMakesALowerBound_data();
    void whatIsNotWatchedMakesALowerBound();
    void whatCannotBeToldIsLeftOut();
    void withoutTimesToLiveNothingIsSaidOfRenewals();
    void whoIsOnlineIsNotKnownBeforeAllCountersAre();
    void onlyTheAgeOfAHoldIsTold();
    void theJournalAddsUp();
    void onlyKeysThatRulesNameHaveSeries();
    void noKeyBreaksTheText();
    void theSeriesOfKeysAreBounded();
    void theDashboardNamesMetricsThatExist();
    void aFigureOfTheDashboardIsThePresentOne();
};

void TestWatchMetrics::bothFormatsAreAsTheirSpecificationsSay()
{
    constexpr MetricFamily counted{"a_seconds", MetricType::Counter, "seconds", "What a counts."};
    constexpr MetricFamily unused{"b", MetricType::Gauge, "", "Nothing."};
    constexpr MetricFamily labelled{"c", MetricType::Gauge, "", "What c is."};
    const auto write = [&](MetricsFormat format) {
        MetricsText text(format);
        text.begin(counted);
        text.add(0.25);
        text.begin(unused);
        text.add(std::numeric_limits<double>::quiet_NaN());
        text.begin(labelled);
        text.add(1e6, {{"x", "q\"b\\n\n"}, {"y", ""}, {"z", "1"}});
        text.add(9007199254740991.0);
        return text.finish();
    };
    QCOMPARE(write(MetricsFormat::OpenMetrics),
        QByteArray("# TYPE a_seconds counter\n"
                   "# UNIT a_seconds seconds\n"
                   "# HELP a_seconds What a counts.\n"
                   "a_seconds_total 0.25\n"
                   "# TYPE c gauge\n"
                   "# HELP c What c is.\n"
                   "c{x=\"q\\\"b\\\\n\\n\",z=\"1\"} 1e+06\n"
                   "c 9007199254740991\n"
                   "# EOF\n"));
    QCOMPARE(write(MetricsFormat::PrometheusText),
        QByteArray("# TYPE a_seconds_total counter\n"
                   "# HELP a_seconds_total What a counts.\n"
                   "a_seconds_total 0.25\n"
                   "# TYPE c gauge\n"
                   "# HELP c What c is.\n"
                   "c{x=\"q\\\"b\\\\n\\n\",z=\"1\"} 1e+06\n"
                   "c 9007199254740991\n"));
}

void TestWatchMetrics::theFiguresAreThoseOfTheWatchPage()
{
    Item waitedFor = sample::lock("lock:waited", now, 30);
    waitedFor.reading.waiters = 3;
    waitedFor.firstSeen = now - std::chrono::seconds(90);
    const Snapshot snapshot = sample::snapshot(
        {std::move(waitedFor), sample::lock("lock:stuck", now, {}),
            sample::bucket("LIMITS:u1", now, 5, 5), sample::bucket("LIMITS:u2", now, 2, 5),
            sample::counter("online_users", now, 1284)},
        now);
    const QByteArray text = metrics(snapshot);
    for (const QByteArrayView line :
        {"lockstep_connected 1", "lockstep_locks_held 2", "lockstep_locks_immortal 1",
            "lockstep_lock_waiters 3", "lockstep_oldest_hold_seconds 90", "lockstep_buckets 2",
            "lockstep_buckets_exhausted 1", "lockstep_counters 1", "lockstep_users_online 1284",
            "lockstep_commands_total 4312", "lockstep_traffic_bytes_total 812345",
            "lockstep_server_time_ratio 1e-04", "lockstep_staleness_seconds 0.002",
            "lockstep_watch_mode{mode=\"push\"} 1", "lockstep_watch_mode{mode=\"polling\"} 0",
            "lockstep_complete{family=\"lock\"} 1", "lockstep_gaps_total 0",
            "lockstep_renewals_total 0"})
        QVERIFY2(has(text, line.toByteArray()), line.data());
    QVERIFY(text.endsWith("\n# EOF\n"));
    const SummaryCounts counts = countItems(snapshot);
    QCOMPARE(counts.held, 2);
    QCOMPARE(counts.oldestHold, std::chrono::milliseconds(90'000));
}

void TestWatchMetrics::whatIsNotSeenIsLeftOut()
{
    Snapshot lost = sample::everything(now);
    lost.status.link = LinkState::Reconnecting;
    Snapshot silent = sample::everything(now);
    silent.status.unseenSince = now - std::chrono::seconds(3);
    for (const Snapshot &snapshot : {Snapshot(), lost, silent}) {
        const QByteArray text = metrics(snapshot, allKeys);
        QVERIFY(has(text, "lockstep_connected 0"));
        for (const char *const name : {"lockstep_locks_held", "lockstep_locks_immortal",
                 "lockstep_buckets", "lockstep_users_online", "lockstep_watch_mode",
                 "lockstep_complete", "lockstep_key_held", "lockstep_server_time_ratio"})
            QVERIFY2(!tells(text, name), name);
        QVERIFY(tells(text, "lockstep_commands_total"));
    }
}

void TestWatchMetrics::whatMayNotHaveBeenFoundIsALowerBound()
{
    Snapshot searching = sample::snapshot({sample::lock("lock:a", now, 30)}, now);
    searching.status.firstInventoryDone = false;
    const QByteArray text = metrics(searching);
    QVERIFY(has(text, "lockstep_complete{family=\"lock\"} 0"));
    QVERIFY(has(text, "lockstep_locks_held 1"));
    QVERIFY(!tells(text, "lockstep_locks_immortal"));
    QVERIFY(!tells(text, "lockstep_buckets"));
    searching.status.firstInventoryDone = true;
    QVERIFY(has(metrics(searching), "lockstep_locks_immortal 0"));
    QVERIFY(has(metrics(searching), "lockstep_buckets 0"));
}

void TestWatchMetrics::whatIsNotWatchedMakesALowerBound_data()
{
    QTest::addColumn<WatchStatus>("status");
    const auto row = [](const char *name, const auto &change) {
        WatchStatus status = sample::connectedStatus();
        change(&status);
        QTest::newRow(name) << status;
    };
    row("a primary of a Cluster is away", [](WatchStatus *status) {
        status->cluster = ClusterCoverage{3, 2, 0};
    });
    row("primaries of a Cluster are left out", [](WatchStatus *status) {
        status->cluster = ClusterCoverage{300, 256, 44};
    });
    row("objects are left out", [](WatchStatus *status) { status->objectsLeftOut = 1; });
    row("a key is too large", [](WatchStatus *status) { status->keysTooLarge = 1; });
    row("the connection is there again", [](WatchStatus *status) { status->isCatchingUp = true; });
}

void TestWatchMetrics::whatIsNotWatchedMakesALowerBound()
{
    QFETCH(const WatchStatus, status);
    Snapshot snapshot = sample::snapshot({sample::lock("lock:a", now, 30)}, now);
    QVERIFY(has(metrics(snapshot), "lockstep_complete{family=\"lock\"} 1"));
    snapshot.status = status;
    const QByteArray text = metrics(snapshot);
    QVERIFY(has(text, "lockstep_connected 1"));
    for (const char *const family : {"counter", "bucket", "lock"})
        QVERIFY(has(text, "lockstep_complete{family=\"" + QByteArray(family) + "\"} 0"));
    QVERIFY(has(text, "lockstep_locks_held 1"));
    for (const char *const name : {"lockstep_locks_immortal", "lockstep_locks_orphan_suspected",
             "lockstep_buckets", "lockstep_buckets_exhausted", "lockstep_counters"})
        QVERIFY2(!tells(text, name), name);
    snapshot.status.cluster = ClusterCoverage{3, 3, 0};
    snapshot.status.objectsLeftOut = snapshot.status.keysTooLarge = 0;
    snapshot.status.isCatchingUp = false;
    QVERIFY(has(metrics(snapshot), "lockstep_complete{family=\"lock\"} 1"));
}

void TestWatchMetrics::whatCannotBeToldIsLeftOut()
{
    Snapshot snapshot =
        sample::snapshot({sample::lock("lock:a", now, 30), sample::counter("online:a", now, 5),
                             sample::counter("online:b", now, 7)},
            now);
    MissingPermission noTtl;
    noTtl.effect = MissingPermission::Effect::NoTtl;
    snapshot.status.missing = {noTtl};
    snapshot.status.serverTimeShareIsMeasured = false;
    snapshot.status.staleness.reset();
    const QByteArray text = metrics(snapshot);
    QVERIFY(has(text, "lockstep_locks_held 1"));
    for (const char *const name :
        {"lockstep_locks_immortal", "lockstep_locks_orphan_suspected", "lockstep_lock_waiters",
            "lockstep_users_online", "lockstep_server_time_ratio", "lockstep_staleness_seconds"})
        QVERIFY2(!tells(text, name), name);
    // Nobody waits where there is no lock.
    QVERIFY(has(metrics(sample::snapshot({}, now)), "lockstep_lock_waiters 0"));
    QVERIFY(!tells(metrics(sample::snapshot({}, now)), "lockstep_oldest_hold_seconds"));
}

void TestWatchMetrics::withoutTimesToLiveNothingIsSaidOfRenewals()
{
    Item unknown = sample::lock("lock:unknown", now, 30);
    unknown.reading.ttl = Ttl::unknown();
    const QByteArray text =
        metrics(sample::snapshot({std::move(unknown), sample::lock("lock:known", now, 30),
                                     sample::lock("lock:persistent", now, {})},
                    now),
            allKeys);
    QVERIFY(has(text, "lockstep_key_hold_renewals{key=\"lock:known\"} 0"));
    QVERIFY(has(text, "lockstep_key_hold_renewals{key=\"lock:persistent\"} 0"));
    QVERIFY(!text.contains("lockstep_key_hold_renewals{key=\"lock:unknown\"}"));
    QVERIFY(has(text, "lockstep_key_held{key=\"lock:unknown\"} 1"));
}

void TestWatchMetrics::whoIsOnlineIsNotKnownBeforeAllCountersAre()
{
    Snapshot snapshot = sample::snapshot({sample::counter("online_users", now, 5)}, now);
    QVERIFY(has(metrics(snapshot), "lockstep_users_online 5"));
    snapshot.status.firstInventoryDone = false; // there may be another one
    QVERIFY(!tells(metrics(snapshot), "lockstep_users_online"));
}

void TestWatchMetrics::onlyTheAgeOfAHoldIsTold()
{
    // Its permits have come and gone since then.
    Item named = sample::lock("lock:semaphore:named", now, 30);
    Permit permit;
    permit.holder = *named.reading.holder;
    named.reading.permits = Permits{permit};
    Item counted = sample::lock("lock:semaphore:counted", now, 30);
    counted.reading.limit = 3;
    Item guessed = sample::lock("lock:guessed", now, 30);
    guessed.confidence = Confidence::Possible;
    for (Item *const item : {&named, &counted, &guessed})
        item->firstSeen = now - std::chrono::hours(1);
    const QByteArray text =
        metrics(sample::snapshot({std::move(named), std::move(counted), std::move(guessed),
                                     sample::lock("lock:real", now, 30)},
                    now),
            allKeys);
    QVERIFY(has(text, "lockstep_locks_held 4"));
    QVERIFY(has(text, "lockstep_oldest_hold_seconds 25"));
    QVERIFY(has(text, "lockstep_key_hold_seconds{key=\"lock:real\"} 25"));
    // Who asked for that key by a rule knows what it is.
    QVERIFY(has(text, "lockstep_key_hold_seconds{key=\"lock:guessed\"} 3600"));
    QVERIFY(!text.contains("lockstep_key_hold_seconds{key=\"lock:semaphore"));
    QVERIFY(!text.contains("lockstep_key_hold_renewals{key=\"lock:semaphore"));
    QVERIFY(has(text, "lockstep_key_held{key=\"lock:semaphore:named\"} 1"));
}

void TestWatchMetrics::theJournalAddsUp()
{
    using Kind = JournalEntry::Kind;
    JournalTotals totals;
    totals.add({sample::entry(Kind::Renewed, "a"), sample::entry(Kind::Unseen, {}),
        sample::entry(Kind::Acquired, "b")});
    JournalEntry failover = sample::entry(Kind::Restarted, {});
    failover.slotRanges = u"0-5460"_s;
    totals.add({sample::entry(Kind::Renewed, "a"), failover, sample::entry(Kind::Restarted, {})});
    const QByteArray text = metricsOf({}, totals, {}, MetricsFormat::OpenMetrics);
    QVERIFY(has(text, "lockstep_renewals_total 2"));
    QVERIFY(has(text, "lockstep_gaps_total 2")); // a server that restarts makes none
}

void TestWatchMetrics::onlyKeysThatRulesNameHaveSeries()
{
    const Snapshot snapshot = sample::everything(now);
    QVERIFY(!metrics(snapshot).contains("lockstep_key"));
    // The first rule that matches counts, and no other.
    const QByteArray text = metrics(snapshot,
        R"({"glob":"lock:stuck","name":"x"},{"glob":"lock:*","metrics":true},)"
        R"({"glob":"LIMITS:*","metrics":true},{"glob":"page_view","metrics":true})");
    QVERIFY(has(text, "lockstep_key_held{key=\"lock:order:8812\"} 1"));
    QVERIFY(has(text, "lockstep_key_hold_seconds{key=\"lock:order:8812\"} 25"));
    QVERIFY(has(text, "lockstep_key_ttl_seconds{key=\"lock:order:8812\"} 5"));
    QVERIFY(has(text, "lockstep_key_limit_used{key=\"LIMITS:u42\"} 2"));
    QVERIFY(has(text, "lockstep_key_limit{key=\"LIMITS:u42\"} 5"));
    QVERIFY(has(text, "lockstep_key_value{key=\"page_view\"} 88120"));
    QVERIFY(!text.contains("lock:stuck"));
    QVERIFY(!text.contains("myLock"));
    QVERIFY(has(text, "lockstep_key_series_limit 1000"));
    QVERIFY(has(text, "lockstep_key_series_left_out 0"));
}

void TestWatchMetrics::noKeyBreaksTheText()
{
    const QByteArray text = metrics(sample::everything(now), allKeys);
    QVERIFY(has(text,
        "lockstep_key_held{key=\"lock:\\\\xff\\\\x00\\\\x1b\",key_base64=\"bG9jazr/ABs=\"} 1"));
    QVERIFY(has(text,
        "lockstep_key_value{key=\"=HYPERLINK(\\\"http://x\\\"),<b>bold</b>\\n\xe2\x80\xaeright\"} "
        "318"));
    static const QRegularExpression line(u"^(# (TYPE|UNIT|HELP) lockstep_\\w+ .+|# EOF|"
                                         "lockstep_\\w+(\\{\\w+=\"([^\"\\\\\\n]|\\\\[\\\\n\"])*\"(,"
                                         "\\w+=\"([^\"\\\\\\n]|\\\\[\\\\n\"])*"
                                         "\")*\\})? -?[0-9.e+-]+)$"_s);
    for (const QByteArray &each : text.trimmed().split('\n'))
        QVERIFY2(line.match(QString::fromUtf8(each)).hasMatch(), each.constData());
}

void TestWatchMetrics::theSeriesOfKeysAreBounded()
{
    std::vector<Item> items;
    for (int i = 0; i < 1'500; ++i)
        items.push_back(sample::counter("counter:" + QByteArray::number(i), now, i));
    items.push_back(sample::lock("lock:z", now, 30));
    items.push_back(sample::lock("lock:" + QByteArray(300, 'x'), now, 30));
    const QByteArray text = metrics(sample::snapshot(std::move(items), now), allKeys);
    QCOMPARE(text.count("lockstep_key_value{"), qsizetype(KeySeries::mostKeys) - 1);
    QVERIFY(has(text, "lockstep_key_held{key=\"lock:z\"} 1"));
    QVERIFY(!text.contains("xxx"));
    QVERIFY(has(text, "lockstep_key_series_left_out 502"));
}

void TestWatchMetrics::theDashboardNamesMetricsThatExist()
{
    QFile file(QStringLiteral(LOCKSTEP_SOURCE "/resources/grafana/lockstep.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QJsonParseError error;
    const QJsonDocument dashboard = QJsonDocument::fromJson(file.readAll(), &error);
    QVERIFY2(dashboard.isObject(), qPrintable(error.errorString()));
    QStringList queries;
    collect(dashboard.object(), u"expr"_s, &queries);
    QVERIFY(queries.size() >= 10);
    const qsizetype panelQueries = queries.size();
    collect(dashboard.object()[u"templating"], u"query"_s, &queries);
    collect(dashboard.object()[u"templating"], u"definition"_s, &queries);
    queries.removeAll(u"prometheus"_s); // the kind of data source
    QCOMPARE(queries.size(), panelQueries + 2);
    QVERIFY(!queries.filter(u"lockstep_complete"_s).isEmpty());
    Item waitedFor = sample::lock("lock:a", now, 30);
    waitedFor.reading.waiters = 1;
    Snapshot all = sample::everything(now);
    auto locks = std::make_shared<std::vector<ItemPtr>>(*all.locks);
    locks->insert(locks->begin(), makeItem(std::move(waitedFor)));
    all.locks = locks;
    // Of several that count presence none says how many users are online.
    all.presence =
        std::make_shared<const std::vector<ItemPtr>>(std::vector<ItemPtr>{all.presence->front()});
    const QSet<QString> exist = sampleNames(metrics(all, allKeys));
    static const QRegularExpression name(u"\\blockstep_\\w+"_s);
    for (const QString &query : queries) {
        int named = 0;
        for (auto each = name.globalMatch(query); each.hasNext(); ++named) {
            const QString metric = each.next().captured();
            QVERIFY2(exist.contains(metric), qPrintable(metric));
        }
        QVERIFY2(named > 0, qPrintable(query));
    }
}

// Without it Grafana shows the last value of the time range, also where there is none now.
void TestWatchMetrics::aFigureOfTheDashboardIsThePresentOne()
{
    QFile file(QStringLiteral(LOCKSTEP_SOURCE "/resources/grafana/lockstep.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    int figures = 0;
    for (const QJsonValue &panel : QJsonDocument::fromJson(file.readAll())[u"panels"].toArray()) {
        if (panel[u"type"].toString() != u"stat")
            continue;
        for (const QJsonValue &query : panel[u"targets"].toArray()) {
            ++figures;
            QVERIFY2(query[u"instant"].toBool(), qPrintable(panel[u"title"].toString()));
            QVERIFY2(!query[u"range"].toBool(true), qPrintable(panel[u"title"].toString()));
        }
    }
    QVERIFY(figures >= 6);
}

QTEST_GUILESS_MAIN(TestWatchMetrics)
#include "tst_watchmetrics.moc"
