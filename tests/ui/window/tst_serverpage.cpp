#include "sampleitems.h"
#include "ui/server/latencyplot.h"
#include "ui/server/serverfacts.h"
#include "ui/server/serverpage.h"
#include "ui/widgets/factlist.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QTest>

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
    void tellsCostAndLateness();
    void permissionsSayWhatWorksAndWhichRuleIsMissing();
    void whatWasNeverAskedIsNotSaidToWork();
    void droppedPrefixesAreNamed();
    void keysThatAreTooLargeAreCounted();
    void moreKeysWatchedThanCountedIsNoContradiction();
    void thePageShowsAllOfIt();
    void latencyKeepsFiveMinutes();
};

void ServerPageTest::tellsServerUserAndRole()
{
    const QString text =
        allWords(connectionFacts(sample::connectedStatus(), QStringLiteral("redis://shop"), {}));
    for (const char *word : {"redis://shop", "redis 7.0.15", "standalone", "primary", "watcher"})
        QVERIFY2(text.contains(QLatin1String(word)), word);
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
