#include "tests/server/freerun/runtrial.h"
#include "tests/server/lab/exploring.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockstep;

Q_DECLARE_METATYPE(lockstep::CheckOutcome)

namespace {

QByteArray file(const QByteArray &fields)
{
    return R"(return { id = "own", family = "counter", title = { en = "t" }, lesson = { en = "l" },
)" + fields
        + "\n}";
}

} // namespace

// What a free run says of states that it cannot have seen, because keys were only looked at now and
// then, or because commands were executed at any moment between being sent and answered.
class TestFreeRunProof : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutTheOrderOnlyWhatIsKnownIsSaid_data();
    void withoutTheOrderOnlyWhatIsKnownIsSaid();
    void withoutTheOrderATtlIsKnownWithinBounds();
    void whatHoldsIsNeverCalledViolated_data();
    void whatHoldsIsNeverCalledViolated();
    void theEndOfAWaitIsProof_data();
    void theEndOfAWaitIsProof();
    void whatARestartTakesWasThereBefore();
    void whatIsCountedAndTakenBackIsNotSeen_data();
    void whatIsCountedAndTakenBackIsNotSeen();
    void aCountOfManyIsSoManyAdmissions();
    void nothingIsAdmittedWithinNoTime();
    void onlyWhatIsWrittenLikeANumberIsOne();
    void aKeyOfNobodyCannotBeAskedFor();
    void executedAgainACommandDoesTheSame_data();
    void executedAgainACommandDoesTheSame();
};

void TestFreeRunProof::withoutTheOrderOnlyWhatIsKnownIsSaid_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QList<CheckOutcome>>("outcomes");
    using enum CheckOutcome;
    QTest::newRow("two keys in one transaction")
        << QByteArray(R"(keys = { "k", "j" }, params = { clients = { 2, 1, 9 } },
client = function()
  for i = 1, 5 do
    redis.call("MULTI") redis.call("INCR", "k") redis.call("INCR", "j") redis.call("EXEC")
  end
end,
always = { check("same", function(v) if v.get("k") ~= v.get("j") then return "differ" end end) })")
        << QList{NotChecked};
    QTest::newRow("a key and a count")
        << QByteArray(R"(keys = { "k" }, params = { clients = { 2, 1, 9 } },
client = function() for i = 1, 5 do redis.call("INCR", "k") count("n") end end,
always = { check("covers", function(v)
  if tonumber(v.get("k") or 0) < v.count("n") then return "less" end
end) },
finally = { check("ten", function(v) if v.get("k") ~= "10" then return "not ten" end end),
            check("nine", function(v) if v.get("k") ~= "9" then return "not nine" end end) })")
        << QList{NotChecked, Holds, Violated};
    QTest::newRow("the end of an always") << QByteArray(
        R"(keys = { "k" }, params = { clients = { 2, 1, 9 } },
client = function() redis.call("INCR", "k") end,
always = { check("at most one", function(v)
  if tonumber(v.get("k") or 0) > 1 then return "more" end
end) })") << QList{Violated};
    QTest::newRow("a key that a pattern matches too") << QByteArray(
        R"(keys = { "c:1", "c:*" }, params = { clients = { 2, 1, 9 } },
client = function() redis.call("INCR", "c:1") redis.call("INCR", "c:2") end,
finally = { value_at_most("c:1", 1), value_at_most("c:2", 1) })")
                                                      << QList{Violated, NotChecked};
    QTest::newRow("events of several clients") << QByteArray(
        R"(keys = { "k" }, params = { clients = { 2, 1, 9 } },
client = function() for i = 1, 20 do event("turn", redis.call("INCR", "k")) end end,
finally = { check("told", function(v)
  if #v.events("turn") ~= 40 then return "not all" end
end), check("sum", function(v)
  local sum = 0
  for _, each in ipairs(v.events("turn")) do sum = sum + each.value end
  if sum == 820 then return "820" end
end) })") << QList{Holds, Violated};
    QTest::newRow("another server")
        << QByteArray(R"(keys = { "k" }, nodes = 2, params = { clients = { 2, 1, 9 } },
setup = function() redis.on(1).call("SET", "k", 5) end,
client = function() redis.on(1).call("DECR", "k") count("n") end,
finally = { sum_equals("n", "k", 5), value_at_least("k", 4), ttl_present("k"),
  check("three", function(v) if v.get("k", 1) ~= "3" then return "not three" end end) })")
        << QList{Holds, Violated, Violated, Holds};
    QTest::newRow("keys that only a pattern names")
        << QByteArray(R"(keys = { "c:*" }, params = { clients = { 2, 1, 9 } },
client = function() redis.call("INCR", "c:1") redis.call("INCR", "c:1") count("n") end,
finally = { value_at_most("c:*", 1), ttl_present("c:*"), sum_equals("n", "c:1", 6),
  check("four", function(v) if v.get("c:1") ~= "4" then return "not four" end end) })")
        << QList{NotChecked, NotChecked, NotChecked, NotChecked};
}

void TestFreeRunProof::withoutTheOrderOnlyWhatIsKnownIsSaid()
{
    QFETCH(QByteArray, fields);
    QFETCH(QList<CheckOutcome>, outcomes);
    RunTrial trial(file(fields));
    trial.options.exactOrder = false;
    trial.options.rounds = 5;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->results.size(), size_t(outcomes.size()));
    for (qsizetype i = 0; i < outcomes.size(); ++i)
        QCOMPARE(trial.result->results[size_t(i)].outcome, outcomes[i]);
}

// Which of three the milliseconds are that are left, nobody can tell.
void TestFreeRunProof::withoutTheOrderATtlIsKnownWithinBounds()
{
    RunTrial trial(file(R"(keys = { "k" }, params = { clients = { 1, 1, 9 } },
client = function() redis.call("SET", "k", 1, "PX", 60000) end,
finally = {
  check("by three", function(v) if v.ttl("k") % 3 ~= 0 then return "a rest" end end),
  check("long", function(v) if v.ttl("k") > 30000 then return "long" end end),
  check("short", function(v) if v.ttl("k") < 30000 then return "short" end end) })"));
    trial.options.exactOrder = false;
    trial.options.rounds = 12;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    const std::vector<CheckResult> &results = trial.result->results;
    QCOMPARE(results[0].outcome, CheckOutcome::Possible);
    QCOMPARE(results[0].violatedRounds, 0);
    QCOMPARE(results[1].outcome, CheckOutcome::Violated);
    QCOMPARE(results[2].outcome, CheckOutcome::Holds);
    for (const Round &each : trial.result->history.rounds)
        QVERIFY(each.deadlineError >= 6'000'000);
}

void TestFreeRunProof::whatHoldsIsNeverCalledViolated_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::newRow("a wait was over") << QByteArray(R"(keys = { "k" },
setup = function() redis.call("SET", "k", 5) end,
clients = {
  { role = "a", count = 1, run = function()
      await_gone("k") enter("x") sleep(5) leave("x")
    end },
  { role = "b", count = 1, run = function() redis.call("DEL", "k") end } },
always = { check("gone inside", function(v)
  if #v.inside("x") > 0 and v.get("k") then return "still there" end
end) })");
    QTest::newRow("a deadline had come")
        << QByteArray(R"(keys = { "k" }, params = { clients = { 2, 1, 9 } },
setup = function() redis.call("SET", "k", 5, "PX", 40) end,
client = function() redis.call("EXISTS", "k") await_gone("k") end,
finally = { value_at_most("k", 0),
            check("gone", function(v) if v.get("k") then return "still there" end end) })");
}

// What is guessed of moments would make it possible that it is violated, but for what the clients
// have waited for. When a guess has to make a finding a possible one, tst_checker tests.
void TestFreeRunProof::whatHoldsIsNeverCalledViolated()
{
    QFETCH(QByteArray, fields);
    for (const int delay : {2, 20}) {
        RunTrial trial(file(fields));
        trial.options.rounds = 20;
        trial.options.delay = std::chrono::milliseconds(delay);
        QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
        for (const CheckResult &each : trial.result->results) {
            QCOMPARE(each.outcome, CheckOutcome::Holds);
        }
    }
}

void TestFreeRunProof::theEndOfAWaitIsProof_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<int>("endless"); // interleavings in which the client waits for ever
    const QByteArray expiring = R"(keys = { "k", "j" }, bounds = { time = 1 },
setup = function() redis.call("SET", "j", 5, "PX", 40) redis.call("SET", "k", 5, "PX", 40) end,
params = { clients = { 1, 1, 9 } }, )";
    const QByteArray changing = R"(keys = { "k" }, bounds = { time = 1 },
setup = function() redis.call("SET", "k", 5) end,
params = { clients = { 1, 1, 9 } }, )";
    const QByteArray enters = R"( enter("x") work() leave("x") end, )";
    const auto seen = [](const QByteArray &what) {
        return R"(always = { check("seen", function(v)
  if #v.inside("x") > 0 and )"
            + what + R"( then return "so" end
end) })";
    };
    const auto atEnd = [](const QByteArray &what) {
        return R"(finally = { check("in the end", function(v)
  if )" + what
            + R"( then return "so" end
end) })";
    };
    const QByteArray waits = R"(client = function() await_gone("k"))";
    const auto row = [](const char *name, const QByteArray &fields, int endless = 0) {
        QTest::newRow(name) << fields << endless;
    };
    row("that a key has expired", expiring + waits + enters + seen(R"(not v.get("k"))"));
    row("that a key with the same deadline has expired",
        expiring + waits + enters + seen(R"(not v.get("j"))"));
    row("that it has expired in the end", expiring + waits + " end, " + atEnd(R"(not v.get("k"))"));
    row("that a key with the same deadline has expired in the end",
        expiring + waits + " end, " + atEnd(R"(not v.get("j"))"));
    row("that it has changed by expiring",
        expiring + R"(client = function() await("k"))" + enters + seen(R"(not v.get("k"))"));
    const auto later = [](const QByteArray &command) {
        return "client = function() spawn(function() sleep(20) redis.call(" + command + ") end) ";
    };
    row("that a key was deleted",
        changing + later(R"("DEL", "k")") + R"(await_gone("k"))" + enters
            + seen(R"(not v.get("k"))"));
    // The thread may write the value before the client looks at it for the first time.
    row("that a value was written",
        changing + later(R"("SET", "k", 6)") + R"(await("k"))" + enters
            + seen(R"(v.get("k") == "6")"),
        2);
}

// That the server's clock is not known exactly makes nothing uncertain that a client has waited
// for: in all interleavings in which the wait ends it is so, and in all rounds.
void TestFreeRunProof::theEndOfAWaitIsProof()
{
    QFETCH(QByteArray, fields);
    QFETCH(int, endless);
    RunTrial trial(file(fields));
    const auto explored = lockstep::explored(trial.scenario);
    QVERIFY2(explored, explored ? "" : qPrintable(explored.error().detail));
    QCOMPARE(explored->violating.toInt() + endless, explored->interleavings.toInt());
    trial.options.rounds = 30;
    trial.options.delay = std::chrono::milliseconds(2); // replies come after the end of the wait
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    for (const CheckResult &each : trial.result->results) {
        QCOMPARE(each.outcome, CheckOutcome::Violated);
        QCOMPARE(each.violatedRounds, trial.options.rounds);
    }
}

// MONITOR does not tell when a server went; the last command may lie long before.
void TestFreeRunProof::whatARestartTakesWasThereBefore()
{
    RunTrial trial(file(R"(keys = { "k", "j" }, params = { clients = { 1, 1, 9 } },
bounds = { restarts = 1 },
setup = function() redis.call("SET", "k", 5) redis.call("SET", "j", 5, "PX", 60) end,
client = function()
  redis.call("GET", "k")
  enter("x") sleep(20) leave("x")
  await_gone("j") sleep(10)
  enter("z") sleep(20) leave("z")
  await_gone("k")
  enter("y") sleep(20) leave("y")
end,
always = {
  check("there", function(v) if #v.inside("x") > 0 and not v.get("k") then return "gone" end end),
  check("gone", function(v) if #v.inside("y") > 0 and not v.get("k") then return "gone" end end),
  check("expired", function(v) if #v.inside("z") > 0 and v.get("j") then return "j" end end) })"));
    trial.options.restartAfter = std::chrono::milliseconds(800);
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Holds);
    QCOMPARE(trial.result->results[1].outcome, CheckOutcome::Violated);
    QCOMPARE(trial.result->results[2].outcome, CheckOutcome::Holds);
}

void TestFreeRunProof::whatIsCountedAndTakenBackIsNotSeen_data()
{
    QTest::addColumn<QByteArray>("client");
    QTest::newRow("behind a command")
        << QByteArray("redis.call('INCR', 'k') count('a') count('b') count('a', -1)");
    QTest::newRow("before any") << QByteArray("count('a') count('a', -1) redis.call('INCR', 'k')");
    QTest::newRow("behind a wait")
        << QByteArray("redis.call('INCR', 'k') sleep(1) count('a') count('a', -1)");
}

void TestFreeRunProof::whatIsCountedAndTakenBackIsNotSeen()
{
    QFETCH(QByteArray, client);
    RunTrial trial(file(R"(keys = { "k" }, params = { clients = { 2, 1, 9 } },
client = function() )"
        + client + R"( end,
always = { count_at_most("a", 0), count_at_least("a", 0) }, finally = { count_at_most("a", 0) })"));
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    for (const CheckResult &each : trial.result->results)
        QCOMPARE(each.outcome, CheckOutcome::Holds);
}

void TestFreeRunProof::aCountOfManyIsSoManyAdmissions()
{
    RunTrial trial(file(R"(keys = { "k" }, params = { clients = { 1, 1, 9 } }, clock = true,
client = function() redis.call("INCR", "k") count("admitted", 20000) end,
always = { admitted_at_most(15000, 1000), admitted_at_most(20000, 1000) })"));
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Violated);
    QCOMPARE(trial.result->results[0].first->actual, 20000);
    QCOMPARE(trial.result->results[1].outcome, CheckOutcome::Holds);
}

void TestFreeRunProof::nothingIsAdmittedWithinNoTime()
{
    RunTrial trial(file(R"(keys = { "k" }, params = { clients = { 3, 1, 9 } },
client = function() redis.call("INCR", "k") count("admitted") end,
always = { admitted_at_most(1, 0) })"));
    trial.options.delay = std::chrono::milliseconds(20);
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Holds);
}

void TestFreeRunProof::onlyWhatIsWrittenLikeANumberIsOne()
{
    RunTrial trial(file(R"(keys = { "k" }, params = { clients = { 1, 1, 9 } },
client = function()
  redis.call("INCR", "k")
  for _, text in ipairs({ "7", "-3", "07", "7 ", "+7", "-0", "1.5" }) do event("e", text) end
end,
finally = { check("texts", function(v)
  local texts = ""
  for _, each in ipairs(v.events("e")) do texts = texts .. type(each.value):sub(1, 1) end
  return texts
end) })"));
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->results[0].first->sentence.en, u"nnsssss"_s);
}

void TestFreeRunProof::executedAgainACommandDoesTheSame_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<CheckOutcome>("outcome");
    using enum CheckOutcome;
    const auto row = [](const char *name, const QByteArray &clients, const QByteArray &check,
                         CheckOutcome outcome) {
        QTest::newRow(name) << "keys = { \"k\" }, setup = function() redis.call(\"SET\", \"k\", 1) "
                               "end, "
                + clients + ", finally = { " + check
                + " }" << outcome;
    };
    const auto one = [](const char *program) {
        return QByteArray("clients = { { role = \"a\", count = 1, run = function() ") + program
            + " end } }";
    };
    for (const char *number : {"+100000", " 100000", "100000 ", "0100000"}) {
        row(qPrintable(u"PEXPIRE of “%1”"_s.arg(QLatin1StringView(number))),
            one(qPrintable(
                u"redis.pcall(\"PEXPIRE\", \"k\", \"%1\")"_s.arg(QLatin1StringView(number)))),
            R"(ttl_present("k"))", Violated);
        row(qPrintable(u"SET of “%1”"_s.arg(QLatin1StringView(number))),
            one(qPrintable(u"redis.pcall(\"SET\", \"k\", 5, \"PX\", \"%1\")"_s.arg(
                QLatin1StringView(number)))),
            R"(value_at_most("k", 4))", Holds);
    }
    // One makes the key, the other changes it later.
    const auto two = [](const char *first, const char *second) {
        return QByteArray("clients = { { role = \"a\", count = 1, run = function() "
                          "redis.call(\"DEL\", \"k\") ")
            + first
            + " end }, { role = \"b\", count = 1, run = function() await(\"k\") "
              "while redis.call(\"EXISTS\", \"k\") == 0 do sleep(1) end sleep(20) "
            + second + " end } }";
    };
    const QByteArray renewed = R"(renewed_by_owner("k"))";
    row("a hash whose fields are in another order",
        two(R"(redis.call("HSET", "k", "a", 1, "b", 2))",
            R"(redis.call("MULTI") redis.call("HDEL", "k", "a") redis.call("HSET", "k", "a", 1)
               redis.call("EXEC"))"),
        renewed, Holds);
    row("another value of a field",
        two(R"(redis.call("HSET", "k", "a", 1, "b", 2))", R"(redis.call("HSET", "k", "a", 2))"),
        renewed, Violated);
    row("elements that join to the same text",
        two(R"(redis.call("RPUSH", "k", "a\0b", "c"))",
            R"(redis.call("MULTI") redis.call("LSET", "k", 0, "a") redis.call("LSET", "k", 1, "b\0c")
               redis.call("EXEC"))"),
        renewed, Violated);
    const auto large = [&](int fields) {
        const QByteArray all = "local f = {} for i = 1, " + QByteArray::number(fields)
            + " do f[2 * i - 1] = \"f\" .. i f[2 * i] = 1 end "
              "redis.call(\"HSET\", \"k\", table.unpack(f))";
        return two(all.constData(), R"(redis.call("HSET", "k", "f1", "other"))");
    };
    row("as many fields as are compared", large(128), renewed, Violated);
    row("one more than are compared", large(129), renewed, NotChecked);
    // What is refused for its number of words is no line of MONITOR, the next one is.
    row("refused, and then the same command",
        one(R"(redis.pcall("INCR") redis.pcall("SET", "k") redis.call("SET", "k", 2)
               redis.pcall("GET", "k", "k") redis.call("INCR", "k"))"),
        R"(value_at_least("k", 3))", Holds);
}

void TestFreeRunProof::executedAgainACommandDoesTheSame()
{
    QFETCH(QByteArray, fields);
    QFETCH(CheckOutcome, outcome);
    RunTrial trial(file(fields));
    trial.options.rounds = 3;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->results[0].outcome, outcome);
}

void TestFreeRunProof::aKeyOfNobodyCannotBeAskedFor()
{
    RunTrial trial(file(R"(keys = { "k" }, params = { clients = { 1, 1, 9 } },
client = function() redis.call("INCR", "k") end,
finally = { check("few", function(v)
  if tonumber(v.get("kk") or 0) > 1 then return "many" end
end) })"));
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    const CheckResult &result = trial.result->results[0];
    QCOMPARE(result.outcome, CheckOutcome::Undecided);
    QVERIFY2(result.first->sentence.en.contains(u"is not among the scenario's keys"_s),
        qPrintable(result.first->sentence.en));
}

QTEST_GUILESS_MAIN(TestFreeRunProof)
#include "tst_freerunproof.moc"
