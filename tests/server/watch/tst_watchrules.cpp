#include "core/watch/formats/rules.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/servermonitor.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

using namespace lockstep;
using Kind = JournalEntry::Kind;

namespace {

// The commands that have named the key so far, without those of the test, which only write.
QByteArrayList readsOf(const QByteArray &key, ServerMonitor *monitor)
{
    QByteArrayList reads = monitor->linesThatName(key);
    reads.removeIf([](const QByteArray &line) {
        return line.contains("] \"SET\"") || line.contains("] \"INCR\"");
    });
    return reads;
}

Rule ruleFor(const QByteArray &glob)
{
    Rule rule;
    rule.glob = Glob(glob);
    return rule;
}

Rule limitRule(const QByteArray &glob, double limit)
{
    Rule rule = ruleFor(glob);
    rule.bounds.limit = limit;
    return rule;
}

Rule ignoreRule(const QByteArray &glob)
{
    Rule rule = ruleFor(glob);
    rule.isIgnored = true;
    return rule;
}

} // namespace

// Rules that come while a server is watched.
class TestWatchRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aLimitThatIsToldIsKnownAtOnce();
    void nothingIsReadThatARuleSaysNothingOf();
    void aNameStandsBesideTheKeyAndGoesAgain();
    void ignoredKeysVanishAndAreNotReadAnyMore();
    void whatIsIgnoredNoMoreIsBack();
    void aKeyThatWasNothingBecomesALockAndNothingAgain();
    void aRuleThatComesWhileTheServerIsAwayHolds();
    void theOrderOfRulesCounts();
    void longTokensThatDifferAtTheirEndAreTwoHolders();

private:
    void setRules(WatchLog &log, const std::vector<Rule> &rules);
    std::unique_ptr<TestServer> m_server;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";
};

void TestWatchRules::init()
{
    m_server = std::make_unique<TestServer>();
}

void TestWatchRules::setRules(WatchLog &log, const std::vector<Rule> &rules)
{
    log.watch().setCatalogue(builtInCatalogue()->withRules({rules, {}}));
}

void TestWatchRules::aLimitThatIsToldIsKnownAtOnce()
{
    m_server->run({"SET", "rlflx:ann", "4", "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QVERIFY(log.item("rlflx:ann"));
    QVERIFY(!log.item("rlflx:ann")->reading.limit);
    QCOMPARE(bucketState(*log.item("rlflx:ann")), BucketState::Unknown);
    m_server->run({"INCR", "rlflx:ann"}); // has a history from now on
    QVERIFY(log.waitFor([&] { return log.item("rlflx:ann")->series != nullptr; }));
    const auto points = log.item("rlflx:ann")->series->size();
    const Instant firstSeen = log.item("rlflx:ann")->firstSeen;

    setRules(log, {limitRule("rlflx:*", 5)});
    QVERIFY(log.waitFor([&] { return log.item("rlflx:ann")->reading.limit == 5.0; }));
    const ItemPtr told = log.item("rlflx:ann");
    QCOMPARE(bucketState(*told), BucketState::Exhausted);
    QCOMPARE(told->firstSeen, firstSeen);
    QVERIFY(told->series && told->series->size() >= points);
    // It was used up before we learnt the limit, so nothing has just been exhausted.
    QCOMPARE(log.count(Kind::Exhausted, "rlflx:ann"), 0);

    setRules(log, {});
    QVERIFY(log.waitFor([&] {
        return bucketState(*log.item("rlflx:ann")) == BucketState::Unknown
            && !log.item("rlflx:ann")->reading.limit;
    }));
}

void TestWatchRules::nothingIsReadThatARuleSaysNothingOf()
{
    std::vector<Command> writes;
    for (int i = 0; i < 50; ++i)
        writes.push_back({"SET", "lock:" + QByteArray::number(i), m_token, "PX", "600000"});
    m_server->runAll(writes);
    m_server->run({"SET", "rlflx:ann", "4", "PX", "600000"});
    m_server->run({"SET", "rlflx:bob", "4", "PX", "600000"});
    WatchOptions options;
    options.inventoryEvery = std::chrono::hours(1); // or a pass would come in between
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    const ItemPtr lock = log.item("lock:7");
    const ItemPtr bob = log.item("rlflx:bob");
    QVERIFY(lock && bob);

    ServerMonitor monitor(m_server.get());
    setRules(log, {limitRule("rlflx:ann", 5)});
    QVERIFY(log.waitFor([&] { return log.item("rlflx:ann")->reading.limit == 5.0; }));
    QVERIFY(!readsOf("rlflx:ann", &monitor).isEmpty());
    QCOMPARE(readsOf("rlflx:bob", &monitor), QByteArrayList());
    for (int i = 0; i < 50; ++i)
        QCOMPARE(readsOf("lock:" + QByteArray::number(i), &monitor), QByteArrayList());
    QVERIFY(log.item("lock:7") == lock); // the very same, so no row has anything to paint
    QVERIFY(log.item("rlflx:bob") == bob);

    // Another rule behind it changes nothing for those that the first one names.
    const ItemPtr ann = log.item("rlflx:ann");
    setRules(log, {limitRule("rlflx:ann", 5), limitRule("rlflx:*", 7)});
    QVERIFY(log.waitFor([&] { return log.item("rlflx:bob")->reading.limit == 7.0; }));
    QVERIFY(log.item("rlflx:ann") == ann);
}

void TestWatchRules::aNameStandsBesideTheKeyAndGoesAgain()
{
    m_server->run({"SET", "lock:order:7", m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    const Confidence before = log.item("lock:order:7")->confidence;
    Rule rule = ruleFor("lock:order:*");
    rule.name = QStringLiteral("Orders");
    setRules(log, {rule});
    QVERIFY(log.waitFor(
        [&] { return QString(log.item("lock:order:7")->name) == QStringLiteral("Orders"); }));
    QCOMPARE(log.item("lock:order:7")->reading.holder->token, m_token);
    setRules(log, {});
    QVERIFY(log.waitFor([&] { return log.item("lock:order:7")->name.isEmpty(); }));
    QCOMPARE(log.item("lock:order:7")->confidence, before);
    QCOMPARE(log.count(Kind::Released) + log.count(Kind::Acquired), 0);
}

void TestWatchRules::ignoredKeysVanishAndAreNotReadAnyMore()
{
    m_server->run({"SET", "lock:noise:1", m_token, "PX", "600000"});
    m_server->run({"SET", "lock:order:7", m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    QVERIFY(log.item("lock:noise:1") && log.item("lock:order:7"));
    setRules(log, {ignoreRule("lock:noise:*")});
    QVERIFY(log.waitFor([&] { return !log.item("lock:noise:1"); }));
    QCOMPARE(log.count(Kind::Released) + log.count(Kind::Expired), 0);

    ServerMonitor monitor(m_server.get());
    for (int i = 0; i < 20; ++i) {
        m_server->run({"SET", "lock:noise:1", m_token, "PX", "600000"});
        m_server->run({"SET", "lock:noise:2", m_token, "PX", "600000"});
    }
    // What was announced before this would have been read before it.
    m_server->run({"SET", "lock:order:7", "another-token", "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.token("lock:order:7") == "another-token"; }));
    QVERIFY(!readsOf("lock:order:7", &monitor).isEmpty());
    QCOMPARE(readsOf("lock:noise:1", &monitor), QByteArrayList());
    QCOMPARE(readsOf("lock:noise:2", &monitor), QByteArrayList());
    QVERIFY(!log.item("lock:noise:1") && !log.item("lock:noise:2"));
}

void TestWatchRules::whatIsIgnoredNoMoreIsBack()
{
    for (int i = 0; i < 5; ++i)
        m_server->run({"SET", "lock:noise:" + QByteArray::number(i), m_token, "PX", "600000"});
    WatchOptions options;
    options.inventoryEvery = std::chrono::hours(1); // it is not by chance that they are met
    WatchLog log(m_server->endpoint(), options);
    log.watch().setCatalogue(builtInCatalogue()->withRules({{ignoreRule("lock:noise:*")}, {}}));
    QVERIFY(log.startAndWait());
    QVERIFY(log.now().locks->empty());
    setRules(log, {});
    QVERIFY(log.waitFor([&] { return log.now().locks->size() == 5; }));
    // They were held before we looked: nobody has acquired them.
    QCOMPARE(log.count(Kind::Acquired), 0);
    setRules(log, {ignoreRule("lock:noise:*")});
    QVERIFY(log.waitFor([&] { return log.now().locks->empty(); }));
    setRules(log, {});
    QVERIFY(log.waitFor([&] { return log.now().locks->size() == 5; }));
}

void TestWatchRules::aKeyThatWasNothingBecomesALockAndNothingAgain()
{
    m_server->run({"SET", "job:7", "world", "PX", "600000"});
    WatchOptions options;
    options.inventoryEvery = std::chrono::hours(1);
    WatchLog log(m_server->endpoint(), options);
    QVERIFY(log.startAndWait());
    QVERIFY(!log.item("job:7"));
    Rule rule = ruleFor("job:*");
    rule.family = Family::Lock;
    for (int i = 0; i < 2; ++i) { // looked at and dismissed, and nevertheless found again
        setRules(log, {rule});
        QVERIFY(log.waitFor([&] { return log.token("job:7") == "world"; }));
        setRules(log, {});
        QVERIFY(log.waitFor([&] { return !log.item("job:7"); }));
    }
    QCOMPARE(log.count(Kind::Acquired) + log.count(Kind::Released), 0);
}

void TestWatchRules::aRuleThatComesWhileTheServerIsAwayHolds()
{
    m_server->run({"SET", "rlflx:ann", "4", "PX", "600000"});
    m_server->run({"SET", "lock:noise:1", m_token, "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    m_server->kill9();
    QVERIFY(log.waitFor([&] { return log.status().link == LinkState::Reconnecting; }));
    setRules(log, {limitRule("rlflx:*", 5), ignoreRule("lock:noise:*")});
    m_server->restart();
    m_server->run({"SET", "rlflx:ann", "4", "PX", "600000"});
    m_server->run({"SET", "lock:noise:1", m_token, "PX", "600000"});
    QVERIFY(log.waitFor([&] {
        const ItemPtr ann = log.item("rlflx:ann");
        return log.status().link == LinkState::Connected && ann && ann->reading.limit == 5.0;
    }));
    QVERIFY(!log.item("lock:noise:1"));
}

void TestWatchRules::theOrderOfRulesCounts()
{
    m_server->run({"SET", "rlflx:ann", "4", "PX", "600000"});
    WatchLog log(m_server->endpoint());
    QVERIFY(log.startAndWait());
    setRules(log, {limitRule("rlflx:*", 5), limitRule("rlflx:ann", 9)});
    QVERIFY(log.waitFor([&] { return log.item("rlflx:ann")->reading.limit == 5.0; }));
    setRules(log, {limitRule("rlflx:ann", 9), limitRule("rlflx:*", 5)});
    QVERIFY(log.waitFor([&] { return log.item("rlflx:ann")->reading.limit == 9.0; }));
}

// As web tokens (JWT) do, whose signature is at their end.
void TestWatchRules::longTokensThatDifferAtTheirEndAreTwoHolders()
{
    const QByteArray first = QByteArray("eyJhbGciOiJIUzI1NiJ9.").leftJustified(1500, 'a') + '1';
    const QByteArray second = first.chopped(1) + '2';
    m_server->run({"SET", "jwt:a", first, "PX", "600000"});
    Rule isLock = ruleFor("jwt:*");
    isLock.family = Family::Lock;
    WatchLog log(m_server->endpoint());
    setRules(log, {isLock});
    QVERIFY(log.startAndWait());
    QVERIFY(log.item("jwt:a"));
    QCOMPARE(log.token("jwt:a"), first);
    m_server->run({"SET", "jwt:a", second, "PX", "600000"});
    QVERIFY(log.waitFor([&] { return log.count(Kind::HandedOver, "jwt:a") == 1; }));
    QCOMPARE(log.count(Kind::Renewed, "jwt:a"), 0);
    QCOMPARE(log.token("jwt:a"), second);
}

QTEST_GUILESS_MAIN(TestWatchRules)
#include "tst_watchrules.moc"
