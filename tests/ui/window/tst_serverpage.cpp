#include "sampleitems.h"
#include "ui/server/latencyplot.h"
#include "ui/server/serverfacts.h"
#include "ui/server/serverpage.h"
#include "ui/widgets/factlist.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QTest>
#include <QTranslator>

using namespace lockstep;

namespace {

QString allWords(const Facts &facts)
{
    QString text;
    for (const auto &fact : facts)
        text += fact.name + QLatin1String(": ") + fact.value + QLatin1Char('\n');
    return text.replace(QChar(0x202F), u' ').replace(QChar(0xA0), u' ');
}

} // namespace

class ServerPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsServerUserAndRole();
    void theModeIsAWordOfTheLanguage();
    void tellsCostAndLateness();
    void permissionsSayWhatWorksAndWhichRuleIsMissing();
    void whatWasNeverAskedIsNotSaidToWork();
    void droppedPrefixesAreNamed();
    void keysThatAreTooLargeAreCounted();
    void moreKeysWatchedThanCountedIsNoContradiction();
    void thePageShowsAllOfIt();
    void aClusterHasALineForEachNode();
    void moreNodesThanAreWatchedAreSaid();
    void latencyKeepsFiveMinutes();
};

void ServerPageTest::tellsServerUserAndRole()
{
    const QString text =
        allWords(connectionFacts(sample::connectedStatus(), QStringLiteral("redis://shop"), {}));
    for (const char *word : {"redis://shop", "redis 7.0.15", "standalone", "primary", "watcher"})
        QVERIFY2(text.contains(QLatin1String(word)), word);
}

void ServerPageTest::theModeIsAWordOfTheLanguage()
{
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/translations/lockstep_zh_CN.qm")));
    QCoreApplication::installTranslator(&translator);
    WatchStatus status = sample::connectedStatus();
    const auto mode = [&status](const char *said) {
        status.serverMode = QLatin1String(said);
        const Facts facts = connectionFacts(status, {}, {});
        return facts.at(3).value; // behind address, state and server
    };
    for (const char *said : {"standalone", "cluster", "sentinel"})
        QVERIFY2(!mode(said).contains(QLatin1String(said)), said);
    QCOMPARE(mode("of-the-future"), QStringLiteral("of-the-future"));
}

void ServerPageTest::tellsCostAndLateness()
{
    const QString text = allWords(costFacts(sample::connectedStatus()));
    for (const char *word : {"0.4 per second", "31 B", "0.01", "max 19.8 s", "median 27 ms",
             "vanish earlier for everybody"})
        QVERIFY2(text.contains(QLatin1String(word)), qPrintable(text));
}

void ServerPageTest::permissionsSayWhatWorksAndWhichRuleIsMissing()
{
    using Cause = MissingPermission::Cause;
    WatchStatus status = sample::connectedStatus();
    QCOMPARE(allWords(permissionFacts(status)).count(QLatin1String("works")), 8);
    status.missing = {{"PTTL", MissingPermission::Effect::NoTtl, {}, {}, {}},
        {"HLEN", MissingPermission::Effect::NoValue, {}, {}, {}},
        {"ZCARD", MissingPermission::Effect::NoValue, {}, {}, {}}};
    const QString text = allWords(permissionFacts(status));
    QCOMPARE(text.count(QStringLiteral("✓ works")), 6);
    for (const char *rule : {"+pttl", "+hlen", "+zcard"})
        QVERIFY2(text.contains(QLatin1String(rule)), rule);
    status.user = "weak";
    status.missing.push_back({"XLEN", MissingPermission::Effect::NoValue, {}, Cause::Unknown, {}});
    QVERIFY(allWords(permissionFacts(status))
                .contains(QLatin1String("To permit all: ACL SETUSER weak +pttl +hlen +zcard\n")));
}

void ServerPageTest::whatWasNeverAskedIsNotSaidToWork()
{
    using Cause = MissingPermission::Cause;
    WatchStatus status = sample::connectedStatus();
    status.missing = {{"TYPE", MissingPermission::Effect::NoType, {}, Cause::Unknown, {}}};
    QString text = allWords(permissionFacts(status));
    QCOMPARE(text.count(QStringLiteral("✓ works")), 6);
    QCOMPARE(text.count(QStringLiteral(": unknown")), 1); // of values
    QVERIFY(text.contains(QStringLiteral("TYPE is not known to this server")));
    status.objects = 0;
    status.missing = {{"SCAN", MissingPermission::Effect::NoInventory, {}, Cause::Unknown, {}}};
    text = allWords(permissionFacts(status));
    QCOMPARE(text.count(QStringLiteral("✓ works")), 4);
}

void ServerPageTest::droppedPrefixesAreNamed()
{
    WatchStatus status = sample::connectedStatus();
    status.droppedPrefixes = {QStringLiteral("session:*")}; // as the core names them
    QVERIFY(allWords(watchingFacts(status)).contains(QLatin1String("session:*")));
    QVERIFY(!allWords(watchingFacts(status)).contains(QLatin1String("**")));
}

void ServerPageTest::keysThatAreTooLargeAreCounted()
{
    WatchStatus status = sample::connectedStatus();
    QVERIFY(!allWords(watchingFacts(status)).contains(QLatin1String("Too large")));
    status.keysTooLarge = 3;
    const QString text = allWords(watchingFacts(status));
    QVERIFY2(text.contains(QLatin1String("Too large: 3 keys are not read")), qPrintable(text));
}

// The inventory counts once in a while; keys come and go meanwhile.
void ServerPageTest::moreKeysWatchedThanCountedIsNoContradiction()
{
    WatchStatus status = sample::connectedStatus();
    status.keysSeen = 62;
    status.keysWatched = 63;
    const QString text = allWords(watchingFacts(status));
    QVERIFY2(text.contains(QLatin1String("Key scan: complete (62 keys at last scan)")),
        qPrintable(text));
    QVERIFY2(
        text.contains(QLatin1String("Watched now: 61 items (63 keys at most)")), qPrintable(text));
}

void ServerPageTest::thePageShowsAllOfIt()
{
    Theme theme(qApp);
    ServerPage page(&theme);
    page.setConnection(QStringLiteral("redis://shop"));
    page.show();
    Snapshot snapshot;
    snapshot.status = sample::connectedStatus();
    snapshot.takenAt = Instant::clock::now();
    page.setSnapshot(snapshot);
    QString text;
    for (const FactList *list : page.findChildren<FactList *>())
        text += allWords(list->facts());
    QVERIFY(text.contains(QLatin1String("Connected to redis://shop.")));
    QVERIFY(text.contains(QLatin1String("Client tracking works")));
    QCOMPARE(page.findChild<LatencyPlot *>()->points(), std::size_t(1));
}

void ServerPageTest::aClusterHasALineForEachNode()
{
    Theme theme(qApp);
    ServerPage page(&theme);
    page.setConnection(QStringLiteral("redis://shop"));
    page.show();
    Snapshot snapshot;
    snapshot.takenAt = Instant::clock::now();
    sample::makeCluster(&snapshot);
    page.setSnapshot(snapshot);
    const Facts nodes = nodeFacts(*snapshot.nodes);
    QString shown;
    for (const FactList *list : page.findChildren<FactList *>())
        shown += allWords(list->facts());
    QVERIFY2(shown.contains(allWords(nodes)), qPrintable(shown));
    QVERIFY2(shown.contains(QLatin1String("cluster of 4 primaries, 3 answer")), qPrintable(shown));

    const QString how = allWords({watchingFacts(snapshot.status, *snapshot.nodes).front()});
    QVERIFY2(how.contains(QLatin1String("1 of 4 nodes")), qPrintable(how));
    QVERIFY2(shown.contains(how), qPrintable(shown));
    // Another one that is watched like that, but for another reason, is not counted.
    std::vector<NodeStatus> others = *snapshot.nodes;
    const auto differs = std::find_if(others.begin(), others.end(),
        [&](const NodeStatus &node) { return node.status.mode != snapshot.status.mode; });
    differs->status.mode = snapshot.status.mode;
    differs->status.modeReason = snapshot.status.modeReason == ModeReason::TrackingUnknown
        ? ModeReason::SubscribeNotPermitted
        : ModeReason::TrackingUnknown;
    QCOMPARE(allWords({watchingFacts(snapshot.status, others).front()}), how);

    QCOMPARE(nodes.size(), std::size_t(4));
    const auto lineOf = [&nodes](std::size_t which) { return allWords({nodes[which]}); };
    QCOMPARE(lineOf(0),
        QStringLiteral("10.0.0.5:6379: slots 0-4095 · redis 7.0.15 · push · 61 items · "
                       "0.4 commands a second · 0.18 ms\n"));
    QVERIFY2(lineOf(1).startsWith(QStringLiteral(
                 "10.0.0.6:6379: slots 4096-8000 8002 8005-8191 · redis 7.0.15 · poll")),
        qPrintable(lineOf(1)));
    // Of one that is not seen nothing is said that was so once, but how many objects it has.
    QVERIFY2(lineOf(2).startsWith(QStringLiteral("warehouse-node-3.north.example:6379: slots "
                                                 "8192-12287 · ")),
        qPrintable(lineOf(2)));
    QVERIFY2(lineOf(2).endsWith(QStringLiteral(" · 61 items\n")), qPrintable(lineOf(2)));
    QVERIFY2(!lineOf(2).contains(QStringLiteral("push")), qPrintable(lineOf(2)));
    QVERIFY2(!lineOf(3).contains(QStringLiteral("push")), qPrintable(lineOf(3)));

    snapshot.nodes = Snapshot().nodes; // another server
    snapshot.status = sample::connectedStatus();
    page.setSnapshot(snapshot);
    for (const FactList *list : page.findChildren<FactList *>())
        QVERIFY(!allWords(list->facts()).contains(QLatin1String("10.0.0.5")) || !list->isVisible());
}

void ServerPageTest::moreNodesThanAreWatchedAreSaid()
{
    Snapshot snapshot;
    sample::makeCluster(&snapshot, 44);
    const auto text = [&snapshot] { return allWords(connectionFacts(snapshot.status, {}, {})); };
    QVERIFY2(text().contains(QLatin1String("cluster of 48 primaries, 4 are watched, 3 answer")),
        qPrintable(text()));
    snapshot.status.cluster = ClusterCoverage{257, 256, 1};
    QVERIFY2(text().contains(QLatin1String("cluster of 257 primaries, 256 are watched\n")),
        qPrintable(text()));
}

void ServerPageTest::latencyKeepsFiveMinutes()
{
    Theme theme(qApp);
    LatencyPlot plot(&theme);
    const Instant start = Instant::clock::now();
    for (int i = 0; i < 2'000; ++i)
        plot.add(start + std::chrono::seconds(i), std::chrono::microseconds(200));
    QVERIFY(plot.points() <= 301);
}

QTEST_MAIN(ServerPageTest)
#include "tst_serverpage.moc"
