// What the keys of the shipped scenarios are for, and what a file may say of its own.

#include "core/lab/history/keyroles.h"
#include "core/lab/loader/scenariofile.h"

#include <QTest>

#include <memory>

using namespace lockstep;

namespace {

// Before anything has happened: from the texts alone.
KeyRole roleIn(const ScenarioPtr &scenario, const QByteArray &key)
{
    Run run;
    run.scenario = scenario;
    run.history.rounds.emplace_back();
    return KeyRoles(run, 0).of(key);
}

QByteArray file(const QByteArray &keys, const QByteArray &client = {})
{
    return R"(return { id = "own", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 2, capacity = 5 }, keys = )"
        + keys + ", client = function(p, me) " + client + " end }";
}

} // namespace

class TestKeyRoles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void useDecides_data();
    void useDecides();
    void theFileDecidesFirst();
    void itsOwnNameGoesBeforePatterns();
    void onlyNumbersAreTokens();
    void aWrongPurposeSaysWhatIsPossible_data();
    void aWrongPurposeSaysWhatIsPossible();
};

void TestKeyRoles::useDecides_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<KeyRole>("role");
    const auto row = [](const char *scenario, const char *key, KeyRole role) {
        QTest::addRow("%s of %s", key, scenario)
            << QString::fromLatin1(scenario) << QByteArray(key) << role;
    };
    row("lock-lease-expires", "lock", KeyRole::Lock);
    row("lock-setnx", "lock", KeyRole::Lock);
    row("lock-timestamp-repair", "lock", KeyRole::Lock);
    row("lock-reentrant-separate", "lock", KeyRole::Lock);
    row("lock-redisson", "lock", KeyRole::Lock);
    row("redlock", "lock", KeyRole::Lock);
    row("counter-try-lock", "online_users_lock", KeyRole::Lock);
    row("submit-once-lock", "order:42_lock", KeyRole::Lock);
    row("submit-once-set-nx", "order:42", KeyRole::Flag);
    row("submit-once-sadd", "submitted", KeyRole::Members);
    row("online-presence", "online", KeyRole::Members);
    row("limit-sliding-log", "log", KeyRole::Members);
    row("limit-sliding-log-separate", "log", KeyRole::Members);
    row("limit-list", "calls", KeyRole::Members);
    row("bounded-permits", "permits", KeyRole::Members);
    row("stock-order", "orders", KeyRole::Members);
    row("stock-order", "stock", KeyRole::Counter);
    row("semaphore-incr-decr", "permits", KeyRole::Counter);
    row("online-drift", "online_users", KeyRole::Counter);
    row("limit-get-then-incr", "calls", KeyRole::Counter);
    row("fence-in-script", "fence", KeyRole::Counter);
    row("fence-in-script", "data", KeyRole::Data);
    row("fence-none", "data", KeyRole::Data);
    row("limit-token-bucket", "bucket", KeyRole::Tokens);
}

void TestKeyRoles::useDecides()
{
    QFETCH(QString, scenario);
    QFETCH(QByteArray, key);
    const auto found = findScenario(scenario);
    QVERIFY(found);
    QTEST(roleIn(*found, key), "role");
}

void TestKeyRoles::theFileDecidesFirst()
{
    const QByteArray keys = R"({ "plain", { "online:*", as = "members" },
      { "bucket", as = "tokens", one = 10, full = "capacity" } })";
    const auto scenario = scenarioFromText(
        file(keys, R"(redis.call("INCR", "online:1") redis.call("HSET", "bucket", "x", 1))"),
        QStringLiteral("own.lua"));
    QVERIFY2(scenario, scenario ? "" : qPrintable(scenario.error().detail));
    QCOMPARE((*scenario)->keys, (QList<QByteArray>{"plain", "online:*", "bucket"}));
    QCOMPARE(roleIn(*scenario, "plain"), KeyRole::Data);
    QCOMPARE(roleIn(*scenario, "online:1"), KeyRole::Members);
    QCOMPARE(roleIn(*scenario, "bucket"), KeyRole::Tokens);
    const KeyPurpose &bucket = (*scenario)->purposes.at("bucket");
    QCOMPARE(bucket.one.in((*scenario)->defaults()), 10);
    QCOMPARE(bucket.full.in((*scenario)->defaults()), 5);
}

void TestKeyRoles::itsOwnNameGoesBeforePatterns()
{
    const auto scenario = scenarioFromText(file(R"({ { "lock:*", as = "data" },
      { "lock:a", as = "lock" }, { "z*", as = "counter" }, { "*", as = "flag" } })"),
        QStringLiteral("own.lua"));
    QVERIFY2(scenario, scenario ? "" : qPrintable(scenario.error().detail));
    QCOMPARE(roleIn(*scenario, "lock:a"), KeyRole::Lock);
    QCOMPARE(roleIn(*scenario, "lock:b"), KeyRole::Data);
    QCOMPARE(roleIn(*scenario, "z1"), KeyRole::Counter);
    QCOMPARE(roleIn(*scenario, "other"), KeyRole::Flag);
}

void TestKeyRoles::onlyNumbersAreTokens()
{
    const auto scenario = scenarioFromText(file(R"({ "mine", "full", "words", "second" })",
                                               R"(redis.call("HSET", "mine", "tokens", 5)
      redis.script("token-bucket", { "full", "second" }, {})
      redis.script("token-bucket", { "words" }, {}))"),
        QStringLiteral("own.lua"));
    QVERIFY2(scenario, scenario ? "" : qPrintable(scenario.error().detail));
    Run run;
    run.scenario = *scenario;
    run.history.rounds.emplace_back();
    const auto write = [&run](QByteArrayView key, QByteArrayView value) {
        KeyChange change;
        change.key = run.history.texts.add(key);
        change.value = run.history.texts.add(value);
        change.exists = change.isString = true;
        run.history.changes.push_back(change);
    };
    write("full", "4.5 1700000000");
    write("words", "many 1700000000");
    write("mine", "tokens");
    run.history.changes.back().isString = false;
    run.history.changes.back().isHash = true;
    const KeyRoles roles(run, 0);
    QCOMPARE(roles.of("full"), KeyRole::Tokens);
    QCOMPARE(roles.of("words"), KeyRole::Data);
    QCOMPARE(roles.of("mine"), KeyRole::Data);
    QVERIFY(roles.of("second") != KeyRole::Tokens);
}

void TestKeyRoles::aWrongPurposeSaysWhatIsPossible_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no such word") << QByteArray(R"({ { "k", as = "set" } })")
                                  << QStringLiteral("it is one of \"lock\"");
    QTest::newRow("no word") << QByteArray(R"({ { "k" } })") << QStringLiteral("as is nothing");
    QTest::newRow("not of a lock")
        << QByteArray(R"({ { "k", as = "lock", full = 3 } })") << QStringLiteral("full");
    QTest::newRow("no such parameter") << QByteArray(R"({ { "k", as = "tokens", one = "size" } })")
                                       << QStringLiteral("one is “size”");
    QTest::newRow("none of a token")
        << QByteArray(R"({ { "k", as = "tokens", one = 0 } })") << QStringLiteral("at least 1");
}

void TestKeyRoles::aWrongPurposeSaysWhatIsPossible()
{
    QFETCH(QByteArray, keys);
    QFETCH(QString, sentence);
    const auto scenario = scenarioFromText(file(keys), QStringLiteral("own.lua"));
    QVERIFY(!scenario);
    QVERIFY2(scenario.error().detail.contains(sentence), qPrintable(scenario.error().detail));
}

QTEST_APPLESS_MAIN(TestKeyRoles)

#include "tst_keyroles.moc"
