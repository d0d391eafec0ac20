// Checks of keys say the same of a free run and of every interleaving: here each case is played in
// both ways, by two clients that take turns.

#include "core/lab/step/steppedresults.h"
#include "tests/server/freerun/runtrial.h"
#include "tests/server/lab/exploring.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockstep;

Q_DECLARE_METATYPE(lockstep::CheckOutcome)

namespace {

// A's commands, then B's, then again A's. A key that is gone hands the turn over.
QByteArray inTurns(const QByteArray &first, const QByteArray &second, const QByteArray &third)
{
    return R"(keys = { "k", "j", "setup", "turn:a", "turn:b" },
        setup = function() redis.call("MSET", "setup", 1, "turn:a", 1, "turn:b", 1) end,
        clients = {
          { role = "a", count = 1, run = function() )"
        + first + R"( redis.call("DEL", "turn:a") await_gone("turn:b") )" + third + R"( end },
          { role = "b", count = 1, run = function() await_gone("turn:a") )"
        + second + R"( redis.call("DEL", "turn:b") end } })";
}

} // namespace

class TestKeyChecks : public QObject
{
    Q_OBJECT

private:
    static void playInEveryMode(const QByteArray &body, CheckOutcome outcome);

private Q_SLOTS:
    void whoWritesTheValueOwnsTheKey_data();
    void whoWritesTheValueOwnsTheKey();
    void aStepNamesTheOwnerAfterATakeover();
    void whatIsNoNumberIsNotJudged_data();
    void whatIsNoNumberIsNotJudged();
    void aKeyThatIsNowhereHasTheValueZero_data();
    void aKeyThatIsNowhereHasTheValueZero();
};

void TestKeyChecks::whoWritesTheValueOwnsTheKey_data()
{
    QTest::addColumn<QByteArray>("first"); // A's commands, B's, and A's again
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QByteArray>("third");
    QTest::addColumn<CheckOutcome>("released");
    QTest::addColumn<CheckOutcome>("renewed");
    using enum CheckOutcome;
    const QByteArray make = R"(redis.call("SET", "k", "a", "PX", 90000))";
    const QByteArray remove = R"(redis.call("DEL", "k"))";
    const auto row = [&](const QByteArray &name, const QByteArray &first, const QByteArray &second,
                         const QByteArray &third, CheckOutcome released, CheckOutcome renewed) {
        QTest::newRow(name.constData()) << first << second << third << released << renewed;
    };
    const QByteArray commands[]{R"(redis.call("SET", "k", "b"))",
        R"(redis.call("GETSET", "k", "b"))", R"(redis.call("SETEX", "k", 90, "b"))",
        R"(redis.call("MSET", "j", 1, "k", "b"))",
        R"(redis.call("SET", "j", "b") redis.call("RENAME", "j", "k"))",
        R"(redis.call("MULTI") redis.call("DEL", "k") redis.call("HSET", "k", "b", 1)
           redis.call("EXEC"))",
        R"lua(redis.call("EVAL", "redis.call('SET', KEYS[1], ARGV[1])", 1, "k", "b"))lua"};
    for (const QByteArray &taken : commands) {
        row("released by who took it over: " + taken, make, taken + remove, "", Holds, Violated);
        row("released by who had it before: " + taken, make, taken, remove, Violated, Violated);
    }
    row("made, overwritten and renewed by the new owner only", R"(redis.call("GET", "k"))",
        make + R"(redis.call("SET", "k", "b") redis.call("PEXPIRE", "k", 80000))", "", Holds,
        Holds);
    row("the setup's, overwritten by A and deleted by B", R"(redis.call("SET", "setup", "a"))",
        R"(redis.call("DEL", "setup"))", "", Violated, Holds);
    row("a hash that a script makes anew", R"(redis.call("HSET", "k", "a", 1))",
        R"lua(redis.call("EVAL", "redis.call('DEL', KEYS[1]) redis.call('HSET', KEYS[1], 'b', 1)", 1, "k"))lua",
        remove, Violated, Violated);
    row("a set that is stored over", R"(redis.call("SADD", "k", "a"))",
        R"(redis.call("SADD", "j", "b") redis.call("SUNIONSTORE", "k", "j"))", remove, Violated,
        Violated);
    // Not taken over.
    row("renewed by another", make, R"(redis.call("PEXPIRE", "k", 80000))", remove, Holds,
        Violated);
    row("set to the same value", make, R"(redis.call("SET", "k", "a", "XX", "PX", 80000))", remove,
        Holds, Violated);
    row("not set, for it is there", make, R"(redis.call("SET", "k", "b", "NX"))", remove, Holds,
        Holds);
    row("a count", R"(redis.call("INCR", "k"))", R"(redis.call("INCR", "k"))", remove, Holds,
        Violated);
    row("a count behind a SET that does nothing", R"(redis.call("INCR", "k"))",
        R"(redis.call("MULTI") redis.call("SET", "k", 0, "PX", 90000, "NX")
           redis.call("INCR", "k") redis.call("EXEC"))",
        remove, Holds, Violated);
    row("a script that counts and may delete", R"(redis.call("INCR", "k"))",
        R"(redis.call("EVAL", "if redis.call('INCR', KEYS[1]) > 5 then redis.call('DEL', KEYS[1]) end", 1, "k"))",
        remove, Holds, Violated);
    row("a text that is added to", make, R"(redis.call("APPEND", "k", "b"))", remove, Holds,
        Violated);
    row("a field beside another one", R"(redis.call("HINCRBY", "k", "a", 1))",
        R"(redis.call("HINCRBY", "k", "b", 1))", remove, Holds, Violated);
    row("a script that counts a field and may delete", R"(redis.call("HINCRBY", "k", "n", 1))",
        R"(redis.call("EVAL", "if redis.call('HINCRBY', KEYS[1], 'n', 1) > 5 then redis.call('DEL', KEYS[1]) end", 1, "k"))",
        remove, Holds, Violated);
    row("a member beside another one", R"(redis.call("ZADD", "k", 1, "a"))",
        R"(redis.call("ZADD", "k", 2, "b") redis.call("ZREM", "k", "b"))", remove, Holds, Violated);
}

void TestKeyChecks::whoWritesTheValueOwnsTheKey()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(QByteArray, third);
    QFETCH(CheckOutcome, released);
    QFETCH(CheckOutcome, renewed);
    const QByteArray key = first.contains("setup") ? "setup" : "k";
    const QByteArray body = inTurns(first, second, third)
        + QByteArray(R"(, always = { released_by_owner("@"), renewed_by_owner("@") })")
              .replace("@", key);
    const auto found = explored(written(body));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, released);
    QCOMPARE(found->checks[1].verdict, renewed);
    RunTrial trial(fileOf(body));
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->results[0].outcome, released);
    QCOMPARE(trial.result->results[1].outcome, renewed);
}

void TestKeyChecks::aStepNamesTheOwnerAfterATakeover()
{
    const auto clientsOf = [](const QByteArray &b, const QByteArray &check, const QString &trace) {
        auto stepper = stepperOf(written(R"(keys = { "k" },
            setup = function() redis.call("SET", "k", "setup", "PX", 1000) end,
            clients = {
              { role = "a", count = 1, run = function()
                redis.call("SET", "k", "a", "PX", 1000) redis.call("DEL", "k") end },
              { role = "b", count = 1, run = function() )"
            + b + " end } }, always = { " + check + " }"));
        const QString refused = stepper ? replayed(*stepper, trace) : why(stepper);
        if (!refused.isEmpty())
            qFatal("%s", qPrintable(refused));
        const auto results = steppedResults(*stepper, stepper->history());
        return results[0].first ? results[0].first->clients : QList<quint32>();
    };
    const QList<quint32> bThenA{1, 0}, aThenB{0, 1};
    QCOMPARE(
        clientsOf(R"(redis.call("SET", "k", "b"))", R"(released_by_owner("k"))", u"A1 B1 A2"_s),
        bThenA);
    // To the instant that it had already.
    QCOMPARE(
        clientsOf(R"(redis.call("PEXPIRE", "k", 1000))", R"(renewed_by_owner("k"))", u"A1 B1"_s),
        aThenB);
}

void TestKeyChecks::whatIsNoNumberIsNotJudged_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("checks");
    QTest::addColumn<CheckOutcome>("outcome");
    using enum CheckOutcome;
    const auto row = [](const char *name, const char *program, const char *checks,
                         CheckOutcome outcome) {
        QTest::newRow(name) << QByteArray(program) << QByteArray(checks) << outcome;
    };
    const char *const list = R"(redis.call("RPUSH", "k", "seat 1", "seat 2"))";
    const char *const hash = R"(redis.call("HSET", "k", "left", -5))";
    const char *const text = R"(redis.call("SET", "k", "none"))";
    const char *const never = R"(always = { value_at_least("k", 0) })";
    row("a list, at least", list, never, NotChecked);
    row("a hash, at least", hash, never, NotChecked);
    row("a text, at least", text, never, NotChecked);
    row("a text, at most", text, R"(always = { value_at_most("k", 5) })", NotChecked);
    row("texts that are almost numbers",
        R"(redis.call("SET", "k", " 9") redis.call("SET", "k", "+9"))",
        R"(always = { value_at_most("k", 5) })", NotChecked);
    row("a set, in the end", R"(redis.call("SADD", "k", 1))",
        R"(finally = { value_at_least("k", 0) })", NotChecked);
    row("a list, in a sum", list, R"(finally = { sum_equals("sold", "k", 0) })", NotChecked);
    row("a list, in a sum that 0 would break", list, R"(finally = { sum_equals("sold", "k", 2) })",
        NotChecked);
    row("a half, in a sum", R"(redis.call("SET", "k", "1.5"))",
        R"(finally = { sum_equals("sold", "k", 0) })", NotChecked);
    row("a text for a while", R"(redis.call("SET", "k", "none") redis.call("SET", "k", 1))", never,
        NotChecked);
    row("a text for a while, not in the end",
        R"(redis.call("SET", "k", "none") redis.call("SET", "k", 1))",
        R"(finally = { value_at_least("k", 0) })", Holds);
    row("a text, and a number that breaks it",
        R"(redis.call("SET", "k", "none") redis.call("SET", "k", -1))", never, Violated);
    row("nothing, at least", R"(redis.call("DEL", "k"))", never, Holds);
    row("nothing, in a sum", R"(redis.call("DEL", "k"))",
        R"(finally = { sum_equals("sold", "k", 0) })", Holds);
    row("a number", R"(redis.call("SET", "k", 1))", never, Holds);
    row("a half, at least", R"(redis.call("SET", "k", "1.5"))", never, Holds);
    row("a list with a deadline", R"(redis.call("MULTI") redis.call("RPUSH", "k", 1)
        redis.call("PEXPIRE", "k", 90000) redis.call("EXEC"))",
        R"(always = { ttl_present("k") })", Holds);
}

void TestKeyChecks::whatIsNoNumberIsNotJudged()
{
    QFETCH(QByteArray, program);
    QFETCH(QByteArray, checks);
    QFETCH(CheckOutcome, outcome);
    playInEveryMode(
        R"(keys = { "k" }, client = function() )" + program + " end, " + checks, outcome);
}

void TestKeyChecks::aKeyThatIsNowhereHasTheValueZero_data()
{
    QTest::addColumn<QByteArray>("setup");
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("checks");
    QTest::addColumn<CheckOutcome>("outcome");
    using enum CheckOutcome;
    const auto row = [](const char *name, const char *setup, const char *program,
                         const char *checks, CheckOutcome outcome) {
        QTest::newRow(name) << QByteArray(setup) << QByteArray(program) << QByteArray(checks)
                            << outcome;
    };
    const char *const five = R"(redis.call("SET", "k", 5))";
    const char *const removed = R"(redis.call("SET", "k", 5) redis.call("DEL", "k"))";
    const char *const atLeastOneInTheEnd = R"(finally = { value_at_least("k", 1) })";
    const char *const alwaysAtLeastOne = R"(always = { value_at_least("k", 1) })";
    row("gone in the end", "", removed, atLeastOneInTheEnd, Violated);
    row("gone in the end, the setup's", five, R"(redis.call("DEL", "k"))", atLeastOneInTheEnd,
        Violated);
    row("never written", "", R"(redis.call("GET", "k"))", atLeastOneInTheEnd, Violated);
    row("gone in between", "", R"(redis.call("DEL", "k") redis.call("SET", "k", 1))",
        atLeastOneInTheEnd, Holds);
    row("zero is not too little", "", removed, R"(finally = { value_at_least("k", 0) })", Holds);
    row("zero is too much", "", removed, R"(finally = { value_at_most("k", -1) })", Violated);
    row("zero is not too much", "", removed, R"(finally = { value_at_most("k", 0) })", Holds);
    row("gone on one of two servers", "", R"(redis.call("SET", "k", 5)
        redis.on(1).call("SET", "k", 5) redis.call("DEL", "k"))",
        atLeastOneInTheEnd, Holds);
    row("gone on two servers", "", R"(redis.call("SET", "k", 5) redis.on(1).call("SET", "k", 5)
        redis.call("DEL", "k") redis.on(1).call("DEL", "k"))",
        atLeastOneInTheEnd, Violated);
    row("a pattern is about the keys that are there", "", removed,
        R"(finally = { value_at_least("k*", 1) })", Holds);
    row("a TTL is about a key that is there", "", removed, R"(finally = { ttl_present("k") })",
        Holds);
    // At each moment.
    row("the setup's, gone", five, R"(redis.call("DEL", "k"))", alwaysAtLeastOne, Violated);
    row("the setup's, gone for a while", five,
        R"(redis.call("DEL", "k") redis.call("SET", "k", 5))", alwaysAtLeastOne, Violated);
    row("the setup's, gone on one of two servers", five,
        R"(redis.on(1).call("SET", "k", 5) redis.call("DEL", "k"))", alwaysAtLeastOne, Holds);
    row("the setup's, written anew at once", five,
        R"(redis.call("MULTI") redis.call("DEL", "k") redis.call("SET", "k", 5)
           redis.call("EXEC"))",
        alwaysAtLeastOne, Holds);
    row("not written yet", "", five, alwaysAtLeastOne, Holds);
}

void TestKeyChecks::aKeyThatIsNowhereHasTheValueZero()
{
    QFETCH(QByteArray, setup);
    QFETCH(QByteArray, program);
    QFETCH(QByteArray, checks);
    QFETCH(CheckOutcome, outcome);
    playInEveryMode(R"(keys = { "k", "k*" }, nodes = 2, setup = function() )" + setup
            + " end, client = function() " + program + " end, " + checks,
        outcome);
}

// Explores, runs freely, and steps: what the only check shows is the same each time.
void TestKeyChecks::playInEveryMode(const QByteArray &body, CheckOutcome outcome)
{
    const int rounds = outcome == CheckOutcome::NotChecked ? 1 : 0;
    const auto found = explored(written(body));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, outcome);
    QCOMPARE(found->verdict, outcome);
    RunTrial trial(fileOf(body));
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->results[0].outcome, outcome);
    if (outcome != CheckOutcome::Violated)
        QCOMPARE(trial.result->results[0].noNumberRounds, rounds);
    auto stepper = stepperOf(written(body));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    while (!possibleSteps(*stepper).empty())
        QVERIFY(stepper->step(possibleSteps(*stepper).front()));
    const auto results = steppedResults(*stepper, stepper->history());
    QCOMPARE(results[0].outcome, outcome);
    if (outcome != CheckOutcome::Violated)
        QCOMPARE(results[0].noNumberRounds, rounds);
}

QTEST_GUILESS_MAIN(TestKeyChecks)
#include "tst_keychecks.moc"
