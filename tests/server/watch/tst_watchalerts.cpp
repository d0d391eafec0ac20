#include "core/watch/formats/rules.h"
#include "core/watch/link/allowlist.h"
#include "tests/support/patience.h"
#include "tests/support/samples/watchlog.h"
#include "tests/support/servers/sentinelgroup.h"
#include "tests/support/servers/testserver.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using Kind = JournalEntry::Kind;

// Which alerts a Watch tells of, compared with what this test has done to the server: all of that,
// and nothing else.
class TestWatchAlerts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void onlyLocksThatAreHeldForSoLongFire();
    void eachConditionFiresAtItsBoundAndNotBefore_data();
    void eachConditionFiresAtItsBoundAndNotBefore();
    void whatIsOverSaysHowItWasInTheEnd();
    void aServerThatIsKilledEndsWhatItHadAndInventsNothing();
    void whatEndsWhileTheServerStandsStillNeverFires();
    void aFlushEndsWhatFiresAndIsMissed();
    void aLostConnectionChangesNothing();
    void aRestartWithTheSameDataChangesNothing();
    void aPermissionThatIsTakenAwayChangesNothing_data();
    void aPermissionThatIsTakenAwayChangesNothing();
    void aFailoverChangesNothing();
    void aNameThatIsMissingFromTheStartIsGone();
    void otherRulesApplyAtOnce();

private:
    static AlertRule rule(const QByteArray &glob, const QString &when, Milliseconds lasts = {})
    {
        AlertRule rule;
        rule.glob = Glob(glob);
        QString expected;
        rule.when = alertConditionFrom(when, &expected).value();
        rule.lasts = lasts;
        rule.name = when;
        return rule;
    }
    static std::shared_ptr<const Catalogue> catalogue(const std::vector<AlertRule> &alerts)
    {
        return builtInCatalogue()->withRules({{}, alerts});
    }
    void watch(const std::vector<AlertRule> &alerts) { watch(alerts, m_server->endpoint()); }
    void watch(const std::vector<AlertRule> &alerts, const Endpoint &endpoint)
    {
        WatchOptions options;
        options.heartbeat = 100ms;
        options.inventoryEvery = 500ms; // so that passes come soon after a gap, too
        m_watch = std::make_unique<Watch>(endpoint, catalogue(alerts), options);
        m_log = std::make_unique<WatchLog>(m_watch.get());
        QVERIFY(m_log->startAndWait());
    }
    void lock(const QByteArray &key, qint64 milliseconds)
    {
        m_server->run({"SET", key, m_token, "PX", QByteArray::number(milliseconds)});
    }
    // "+key" and "-key" of all alerts so far, sorted.
    [[nodiscard]] QByteArrayList told() const
    {
        QByteArrayList lines;
        for (const JournalEntry &entry : m_log->journal()) {
            if (entry.alert)
                lines << (entry.kind == Kind::Firing ? "+" : "-") + entry.key;
        }
        std::sort(lines.begin(), lines.end());
        return lines;
    }
    // The same in order, with the names of the rules.
    [[nodiscard]] QByteArrayList toldByName() const
    {
        QByteArrayList lines;
        for (const JournalEntry &entry : m_log->journal()) {
            if (entry.alert)
                lines << (entry.kind == Kind::Firing ? "+" : "-") + entry.key + ": "
                        + entry.alert->name.toUtf8();
        }
        return lines;
    }
    void renew(const QByteArray &key, int times);
    // How often that server was asked for names: once a pass, for it has few.
    static qint64 scansOf(TestServer &server)
    {
        static const QRegularExpression calls(u"cmdstat_scan:calls=(\\d+)"_s);
        const QString stats = QString::fromUtf8(server.run({"INFO", "commandstats"}).text);
        return calls.match(stats).captured(1).toLongLong();
    }
    // Until two passes over all its names have begun and ended.
    [[nodiscard]] bool waitForPasses(TestServer &server)
    {
        const qint64 before = scansOf(server);
        return m_log->waitFor([&] { return scansOf(server) > before + 2; });
    }
    [[nodiscard]] bool waitForLines(qsizetype count)
    {
        return m_log->waitFor([&] { return told().size() >= count; });
    }

    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Watch> m_watch;
    std::unique_ptr<WatchLog> m_log;
    const QByteArray m_token = "6f1b4c0e-9a53-4f6f-8c80-0d1c1a8e9b11";

    using Lines = QByteArrayList;
};

void TestWatchAlerts::init()
{
    m_log.reset();
    m_watch.reset();
    m_server = std::make_unique<TestServer>();
}

void TestWatchAlerts::onlyLocksThatAreHeldForSoLongFire()
{
    watch({rule("lock:*", u"held > 2s"_s)});
    Lines fired;
    Lines all;
    for (int i = 0; i < 20; ++i) {
        const QByteArray key = "lock:order:" + QByteArray::number(100 + i);
        lock(key, i % 4 == 1 ? 500 : 600'000); // some expire
        if (i % 4 == 2)
            m_server->run({"DEL", key});
        if (i % 4 == 3 || i % 4 == 0)
            fired << "+" + key;
    }
    QVERIFY(waitForLines(fired.size()));
    QCOMPARE(told(), fired);
    QCOMPARE(m_log->now().alerts->size(), std::size_t(fired.size()));
    all = fired;
    for (const QByteArray &line : std::as_const(fired)) {
        m_server->run({"DEL", line.mid(1)});
        all << "-" + line.mid(1);
    }
    std::sort(all.begin(), all.end());
    QVERIFY(waitForLines(all.size()));
    QCOMPARE(told(), all);
    QVERIFY(m_log->now().alerts->empty());
}

void TestWatchAlerts::eachConditionFiresAtItsBoundAndNotBefore_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QString>("reached");
    QTest::addColumn<QString>("notReached");
    const QByteArray lock = "lock:order:1";
    const QByteArray crown = "crown"; // of Redisson: that is certain, and its waiters are counted
    const QByteArray limit = "LIMITS:LIMITER/u1/search/5/1/minute"; // 5 a minute
    const auto row = [](const char *name, const QByteArray &key, const QString &reached,
                         const QString &notReached) {
        QTest::newRow(name) << key << reached << notReached;
    };
    row("renewals", lock, u"renewals >= 3"_s, u"renewals > 3"_s);
    row("immortal", crown, u"immortal"_s, u"held > 1h"_s);
    row("waiters", crown, u"waiters >= 2"_s, u"waiters > 2"_s);
    row("waiting", crown, u"waiting > 300ms"_s, u"waiting > 1h"_s);
    row("used", limit, u"used >= 80%"_s, u"used > 80%"_s);
    row("exhausted", limit, u"exhausted > 300ms"_s, u"exhausted > 1h"_s);
    row("rate", "page_view", u"rate > 10/s"_s, u"rate > 1000000/s"_s);
}

void TestWatchAlerts::renew(const QByteArray &key, int times)
{
    for (int i = 1; i <= times; ++i) {
        m_server->run({"PEXPIRE", key, QByteArray::number(600'000 + 100'000 * i)});
        QVERIFY(m_log->waitFor([&] { return m_log->count(Kind::Renewed, key) == i; }));
    }
}

// Real keys of each kind. Another one of the same kind, with which nothing is the matter, is silent
// as well.
void TestWatchAlerts::eachConditionFiresAtItsBoundAndNotBefore()
{
    QFETCH(const QByteArray, key);
    QFETCH(const QString, reached);
    QFETCH(const QString, notReached);
    const QString word = reached.section(u' ', 0, 0);
    m_server->run({"SET", "page_view:2", "5"});
    m_server->run({"SET", "LIMITS:LIMITER/u2/search/5/1/minute", "3", "EX", "600"});
    const QByteArray alike = key.first(4) + '*';
    watch({rule(alike, reached), rule(alike, notReached)});
    lock("lock:order:2", 600'000);
    m_server->run({"HSET", "crown2", m_token + ":42", "1"});
    m_server->run({"PEXPIRE", "crown2", "600000"});
    std::vector<std::unique_ptr<BlockingClient>> waiting;
    if (word == u"renewals") {
        lock(key, 600'000);
        QVERIFY(m_log->waitFor([&] { return m_log->count(Kind::Acquired, key) == 1; }));
        renew("lock:order:2", 2);
        renew(key, 3);
    } else if (word == u"immortal") {
        m_server->run({"HSET", key, m_token + ":42", "1"});
    } else if (word == u"waiters" || word == u"waiting") {
        m_server->run({"HSET", key, m_token + ":42", "1"});
        m_server->run({"PEXPIRE", key, "600000"});
        const int count = word == u"waiters" ? 2 : 1;
        for (int i = 0; i < count; ++i) {
            waiting.push_back(std::make_unique<BlockingClient>(m_server->socketPath()));
            waiting.back()->run({"SUBSCRIBE", "redisson_lock__channel:{" + key + '}'});
        }
    } else if (word == u"used") {
        m_server->run({"SET", key, "4", "EX", "600"});
    } else if (word == u"exhausted") {
        m_server->run({"SET", key, "5", "EX", "600"});
    } else {
        m_server->run({"INCRBY", key, "5"}); // what was there before has no rate yet
        QVERIFY(m_log->waitFor([&] { return m_log->value(key) == 5; }));
        m_server->run({"INCRBY", key, "5000"});
    }
    QVERIFY(waitForLines(1));
    m_server->run({"DEL", key});
    QVERIFY(waitForLines(2));
    QVERIFY(m_log->waitFor([&] { return !m_log->item(key); }));
    const QByteArray line = key + ": " + reached.toUtf8();
    QCOMPARE(toldByName(), (Lines{"+" + line, "-" + line}));
}

void TestWatchAlerts::whatIsOverSaysHowItWasInTheEnd()
{
    watch({rule("lock:*", u"held > 1s"_s), rule("page_view", u"value > 10"_s)});
    QElapsedTimer held;
    held.start();
    lock("lock:order:1", 600'000);
    m_server->run({"SET", "page_view", "20"});
    QVERIFY(waitForLines(2));
    QVERIFY(m_log->waitFor([&] { return held.hasExpired(3'000); }));
    const auto before = double(held.elapsed());
    m_server->run({"DEL", "lock:order:1"});
    m_server->run({"SET", "page_view", "7"});
    QVERIFY(waitForLines(4));
    for (const JournalEntry &entry : m_log->journal()) {
        if (entry.kind != Kind::Resolved)
            continue;
        QVERIFY(entry.value);
        const double value = *entry.value;
        const bool isRight = entry.key == "page_view"
            ? value == 7
            : value > before - 200 && value < double(held.elapsed());
        QVERIFY2(isRight, qPrintable(u"%1 of %2"_s.arg(value).arg(before)));
    }
}

void TestWatchAlerts::aServerThatIsKilledEndsWhatItHadAndInventsNothing()
{
    watch({rule("page_view", u"value > 10"_s), rule("lock:*", u"held > 20s"_s),
        rule("lock:*", u"gone"_s)});
    m_server->run({"SET", "page_view", "20"});
    lock("lock:order:1", 600'000);
    QVERIFY(waitForLines(1));
    QVERIFY(m_log->waitFor([&] { return m_log->item("lock:order:1"); }));
    m_server->kill9();
    // Longer than the lock would have had to be held.
    QElapsedTimer away;
    away.start();
    QVERIFY(m_log->waitFor([&] { return away.hasExpired(21'000); }));
    QCOMPARE(told(), Lines{"+page_view"});
    m_server->restart(); // it had its data in memory alone
    QVERIFY(waitForLines(3));
    QCOMPARE(told(), (Lines{"+lock:order:1", "+page_view", "-page_view"}));
    QVERIFY(m_log->count(Kind::Unseen) > 0);
    lock("lock:order:1", 600'000);
    QVERIFY(waitForLines(5));
    QCOMPARE(told(),
        (Lines{"+lock:order:1", "+lock:order:1", "+page_view", "-lock:order:1", "-page_view"}));
}

void TestWatchAlerts::whatEndsWhileTheServerStandsStillNeverFires()
{
    watch({rule("lock:*", u"held > 20s"_s)});
    lock("lock:order:1", 600'000);
    lock("lock:order:2", 15'000);
    QVERIFY(
        m_log->waitFor([&] { return m_log->item("lock:order:1") && m_log->item("lock:order:2"); }));
    m_server->suspend();
    QElapsedTimer still;
    still.start();
    QVERIFY(m_log->waitFor([&] { return still.hasExpired(21'000); }));
    QCOMPARE(told(), Lines{});
    m_server->resume();
    QVERIFY(waitForLines(1));
    QVERIFY(m_log->waitFor([&] { return !m_log->item("lock:order:2"); }));
    QCOMPARE(told(), Lines{"+lock:order:1"});
}

void TestWatchAlerts::aFlushEndsWhatFiresAndIsMissed()
{
    m_server->run({"SET", "page_view", "20"});
    watch({rule("page_view", u"value > 10"_s), rule("page_view", u"gone"_s)});
    QVERIFY(waitForLines(1));
    QVERIFY(m_log->now().alerts->front()->sinceIs == AgeBound::AtLeast);
    m_server->run({"FLUSHALL"});
    QVERIFY(waitForLines(3));
    QCOMPARE(told(), (Lines{"+page_view", "+page_view", "-page_view"}));
}

void TestWatchAlerts::aLostConnectionChangesNothing()
{
    m_server->run({"SET", "page_view", "20"});
    watch({rule("page_view", u"value > 10"_s), rule("page_*", u"gone"_s, 2s)});
    QVERIFY(waitForLines(1));
    QElapsedTimer since;
    for (int times = 1; times <= 3; ++times) {
        m_server->run({"CLIENT", "KILL", "TYPE", "normal"});
        m_server->run({"CLIENT", "KILL", "TYPE", "pubsub"});
        QVERIFY(m_log->waitFor([&] { return m_log->count(Kind::Unseen) >= times; }));
    }
    since.start();
    m_server->run({"SET", "page_view", "21"});
    QVERIFY(m_log->waitFor([&] { return m_log->value("page_view") == 21; }));
    // Longer than it would have had to be gone.
    QVERIFY(m_log->waitFor([&] { return since.hasExpired(4'000); }));
    QCOMPARE(told(), Lines{"+page_view"});
    m_server->run({"SET", "page_view", "1"});
    QVERIFY(waitForLines(2));
    QCOMPARE(told(), (Lines{"+page_view", "-page_view"}));
}

// The names that are there are read anew, and those that are not are not met again.
void TestWatchAlerts::aRestartWithTheSameDataChangesNothing()
{
    m_server->run({"SET", "page_view", "20"});
    m_server->run({"SET", "config", "no object of ours"});
    lock("lock:order:1", 600'000);
    watch({rule("page_view", u"value > 10"_s), rule("lock:*", u"gone"_s), rule("config", u"gone"_s),
        rule("leader", u"gone"_s)});
    QVERIFY(waitForLines(2));
    const Lines before{"+leader", "+page_view"};
    QCOMPARE(told(), before);
    QVERIFY(!m_server->run({"SAVE"}).isError());
    m_server->kill9();
    m_server->restart();
    QVERIFY(m_log->waitFor([&] { return m_log->count(Kind::Unseen) == 1; }));
    m_server->run({"SET", "page_view", "21"});
    QVERIFY(m_log->waitFor([&] { return m_log->value("page_view") == 21; }));
    QVERIFY(waitForPasses(*m_server));
    QCOMPARE(told(), before);
    // What is done from now on is told.
    m_server->run({"SET", "page_view", "1"});
    m_server->run({"DEL", "lock:order:1"});
    m_server->run({"SET", "leader", "anything"});
    QVERIFY(waitForLines(5));
    QCOMPARE(told(), (Lines{"+leader", "+lock:order:1", "+page_view", "-leader", "-page_view"}));
}

void TestWatchAlerts::aPermissionThatIsTakenAwayChangesNothing_data()
{
    QTest::addColumn<QByteArrayList>("taken");
    QTest::addColumn<QByteArrayList>("given");
    QTest::newRow("reading the value") << Lines{"-getrange"} << Lines{"+getrange"};
    QTest::newRow("the key") << Lines{"resetkeys", "~other"} << Lines{"~*"};
    QTest::newRow("listing keys") << Lines{"-scan"} << Lines{"+scan"};
}

void TestWatchAlerts::aPermissionThatIsTakenAwayChangesNothing()
{
    QFETCH(const QByteArrayList, taken);
    QFETCH(const QByteArrayList, given);
    const auto change = [this](const QByteArrayList &rules) {
        return m_server->run(Command(QByteArrayList{"ACL", "SETUSER", "watcher"} + rules));
    };
    const QByteArray line = aclLine("watcher").replace("<password>", "secret");
    QVERIFY(!m_server->run(Command(line.trimmed().split(' '))).isError());
    Endpoint endpoint = m_server->endpoint();
    endpoint.user = "watcher";
    endpoint.password = "secret";
    m_server->run({"SET", "page_view", "20"});
    watch({rule("page_view", u"value > 10"_s), rule("page_view", u"gone"_s),
              rule("leader", u"gone"_s)},
        endpoint);
    QVERIFY(waitForLines(2));
    const Lines before{"+leader", "+page_view"};
    QVERIFY(!change(taken).isError());
    m_server->run({"SET", "page_view", "1"}); // which may not be seen
    m_server->run({"SET", "page_view", "30"});
    QVERIFY(m_log->waitFor([&] { return !m_log->status().missing.empty(); }));
    QVERIFY(!change(given).isError());
    m_server->run({"SET", "page_view", "31"});
    QVERIFY(m_log->waitFor([&] { return m_log->value("page_view") == 31; }));
    const Lines after = told();
    if (taken.contains("-scan")) // values are seen all the time
        QVERIFY(after.contains("+leader") && !after.contains("-leader"));
    else
        QCOMPARE(after, before);
}

void TestWatchAlerts::aFailoverChangesNothing()
{
    SentinelTestGroup group;
    auto &primary = group.server(0);
    primary.run({"SET", "page_view", "20"});
    primary.run({"SET", "lock:order:1", m_token, "PX", "600000"});
    primary.run({"WAIT", "2", "20000"}); // all have it
    watch(
        {rule("page_view", u"value > 10"_s), rule("lock:*", u"gone"_s), rule("leader", u"gone"_s)},
        group.endpoint());
    QVERIFY(waitForLines(2));
    const Lines before{"+leader", "+page_view"};
    QCOMPARE(told(), before);
    group.giveUpSoon();
    primary.kill9();
    QVERIFY(m_log->waitFor([&] {
        return m_log->status().link == LinkState::Connected
            && m_log->status().primary != addressOf(primary);
    }));
    group.giveUpLate();
    const bool isFirst = m_log->status().primary == addressOf(group.server(1));
    TestServer &promoted = group.server(isFirst ? 1 : 2);
    QVERIFY(m_log->waitFor([&] { return m_log->status().serverRole == u"master"; }));
    QVERIFY(promoted.waitUntilReady());
    promoted.run({"SET", "page_view", "21"});
    QVERIFY(m_log->waitFor([&] { return m_log->value("page_view") == 21; }));
    QVERIFY(waitForPasses(promoted));
    QCOMPARE(told(), before);
    promoted.run({"DEL", "lock:order:1"});
    QVERIFY(waitForLines(3));
    QCOMPARE(told(), (Lines{"+leader", "+lock:order:1", "+page_view"}));
}

void TestWatchAlerts::aNameThatIsMissingFromTheStartIsGone()
{
    m_server->run({"SET", "config", "{\"no\": \"object of ours\"}"});
    watch({rule("lock:leader", u"gone"_s), rule("config", u"gone"_s)});
    QVERIFY(waitForLines(1));
    QCOMPARE(told(), Lines{"+lock:leader"});
    lock("lock:leader", 600'000);
    QVERIFY(waitForLines(2));
    m_server->run({"DEL", "lock:leader"});
    QVERIFY(waitForLines(3));
    QCOMPARE(told(), (Lines{"+lock:leader", "+lock:leader", "-lock:leader"}));
}

void TestWatchAlerts::otherRulesApplyAtOnce()
{
    m_server->run({"SET", "page_view", "20"});
    watch({});
    m_watch->setCatalogue(catalogue({rule("page_view", u"value > 10"_s)}));
    QVERIFY(waitForLines(1));
    m_watch->setCatalogue(catalogue({}));
    QVERIFY(waitForLines(2));
    QCOMPARE(told(), (Lines{"+page_view", "-page_view"}));
    QVERIFY(m_log->journal().back().alertEnd == AlertEnd::RuleGone);
}

QTEST_GUILESS_MAIN(TestWatchAlerts)
#include "tst_watchalerts.moc"
