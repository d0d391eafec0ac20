#include "core/lab/loader/scenariofile.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class TestScenarioFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEverything();
    void textsMayBeInAnyLanguage();
    void aFunctionMayHaveAName();
    void aFunctionWithoutANameIsKnownByWhatStandsBesideIt_data();
    void aFunctionWithoutANameIsKnownByWhatStandsBesideIt();
    void aFileMayHaveServerScriptsOfItsOwn();
    void namesWhatIsWrong_data();
    void namesWhatIsWrong();
    void whatCannotHappenMayBeBoundByZero();
    void readsTheShippedOnes();
    void namesTheNearest();
    void readsFiles();
    void checksSettings();
};

namespace {

const QByteArray whole = R"(return {
  id = "lock-x", family = "lock", order = 20, fix = "lock-y",
  title = { en = "Title", zh_CN = "标题" },
  lesson = { en = "Lesson" },
  params = { stock = 1, waiters = { 3, 0, 9 }, clients = 2,
             lease = { 30000, 100, 60000, unit = "ms", label = { en = "Lease" } } },
  keys = { "stock", "lock:*" },
  bounds = { time = 1, crashes = 2, pauses = 3, restarts = 4, failovers = 5, lost_requests = 6 },
  assume = { "work_shorter_than_lease", "timers_on_time" },
  nodes = 3, expired_events = true, replica = true, clock = true,
  free = { clients = 50, lease = 200, rounds = 2, repeats = 10, crash = 0.01, pause = { 0.1, 300 },
           delay = 2, work = 5 },
  setup = function(p) end,
  clients = { { role = "holder", run = function() end },
              { role = "waiter", count = "waiters", run = function() end } },
  always = { holders_at_most("lock", 1),
             sum_equals("sold", "stock", "stock"),
             function(v) end },
  finally = { nobody_waits(), admitted_at_most("in", 3, "lease"), function(v) end,
              in_order("first", "second"), admitted_at_most(2, 100) },
})";

QString mistakeIn(const QByteArray &text)
{
    const auto scenario = scenarioFromText(text, QStringLiteral("f.lua"));
    return scenario ? QString() : scenario.error().detail;
}

} // namespace

void TestScenarioFile::readsEverything()
{
    const auto result = scenarioFromText(whole, QStringLiteral("f.lua"));
    QVERIFY2(result, qPrintable(mistakeIn(whole)));
    const Scenario &scenario = **result;
    QCOMPARE(scenario.id, "lock-x");
    QCOMPARE(scenario.fix, "lock-y");
    QCOMPARE(scenario.order, 20);
    QCOMPARE(scenario.title.in(QStringLiteral("zh_CN")), QStringLiteral("标题"));
    QCOMPARE(scenario.lesson.in(QStringLiteral("zh_CN")), QStringLiteral("Lesson"));
    QCOMPARE(int(scenario.parameters.size()), 4);
    QCOMPARE(scenario.parameters[0].name, "clients");
    QCOMPARE(scenario.parameters[0].maximum, 5000);
    QCOMPARE(scenario.parameters[1].name, "stock");
    QCOMPARE(scenario.parameters[1].maximum, 1'000'000'000);
    QCOMPARE(scenario.parameters[2].name, "waiters");
    QCOMPARE(scenario.parameters[3].unit, "ms");
    QCOMPARE(scenario.parameters[3].minimum, 100);
    QCOMPARE(scenario.parameters[3].label.en, QStringLiteral("Lease"));
    QCOMPARE(scenario.keys, (QList<QByteArray>{"stock", "lock:*"}));
    QCOMPARE(int(scenario.roles.size()), 2);
    QCOMPARE(scenario.clientCount(scenario.defaults()), 4);
    QCOMPARE(scenario.bounds.lostRequests, 6);
    QCOMPARE(scenario.bounds.time, 1);
    QCOMPARE(int(scenario.assumptions.size()), 2);
    QVERIFY(scenario.nodes == 3 && scenario.replica && scenario.clock && scenario.expiredEvents);
    QCOMPARE(scenario.freeDefaults().at("lease"), 200);
    QCOMPARE(scenario.free.pauseMs, 300);
    QCOMPARE(scenario.free.crash, 0.01);
    QCOMPARE(int(scenario.checks.size()), 8);
    QCOMPARE(scenario.checks[0].words, R"(holders_at_most("lock", 1))");
    QCOMPARE(scenario.checks[0].line, 16);
    QCOMPARE(scenario.checks[1].amount.parameter, "stock");
    QCOMPARE(scenario.checks[1].other, "stock");
    QCOMPARE(scenario.checks[2].function, 0);
    QCOMPARE(scenario.checks[2].words, "function, line 18");
    QCOMPARE(scenario.checks[3].when, Check::When::Finally);
    QCOMPARE(scenario.checks[4].name, "in");
    QCOMPARE(scenario.checks[4].window.parameter, "lease");
    QCOMPARE(scenario.checks[5].function, 1);
    QCOMPARE(scenario.checks[6].other, "second");
    QCOMPARE(scenario.checks[7].name, "admitted");
    QCOMPARE(scenario.checks[7].amount.number, 2);
}

void TestScenarioFile::textsMayBeInAnyLanguage()
{
    QByteArray text = whole;
    text.replace("zh_CN = \"标题\"", "zh = \"标题\", de = \"Titel\", pt_BR = \"Título\"");
    const auto scenario = scenarioFromText(text, QStringLiteral("f.lua"));
    QVERIFY2(scenario, qPrintable(mistakeIn(text)));
    const LocalText &title = (*scenario)->title;
    QCOMPARE(title.in(QStringLiteral("de")), QStringLiteral("Titel"));
    QCOMPARE(title.in(QStringLiteral("pt_BR")), QStringLiteral("Título"));
    QCOMPARE(title.in(QStringLiteral("zh_CN")), QStringLiteral("标题")); // of any country
    QCOMPARE(title.in(QStringLiteral("fr")), QStringLiteral("Title"));
}

void TestScenarioFile::aFunctionMayHaveAName()
{
    QByteArray text = whole;
    text.replace(
        "function(v) end },\n  finally", "check(\"all is well\", function(v) end) },\n  finally");
    text.replace("function(v) end,\n",
        "check({ en = \"none is lost\", zh_CN = \"没有丢\" },\n"
        "function(v)\nend),\n");
    const auto scenario = scenarioFromText(text, QStringLiteral("f.lua"));
    QVERIFY2(scenario, qPrintable(mistakeIn(text)));
    const std::vector<Check> &checks = (*scenario)->checks;
    QCOMPARE(int(checks.size()), 8);
    QCOMPARE(checks[2].kind, Check::Kind::Function);
    QCOMPARE(checks[2].title.en, QStringLiteral("all is well"));
    QCOMPARE(checks[2].words, "check(\"all is well\")");
    QCOMPARE(checks[2].line, 18);
    QCOMPARE(checks[5].title.in(QStringLiteral("zh_CN")), QStringLiteral("没有丢"));
    QCOMPARE(checks[5].function, 1);
    QCOMPARE(checks[5].line, 20);
    QCOMPARE(checks[5].lastLine, 21);
    QVERIFY(checks[0].title.en.isEmpty());
}

void TestScenarioFile::aFunctionWithoutANameIsKnownByWhatStandsBesideIt_data()
{
    QTest::addColumn<QByteArray>("function");
    QTest::addColumn<QString>("remark");
    const auto row = [](const char *name, const char *function, const char *remark) {
        QTest::newRow(name) << QByteArray(function) << QString::fromUtf8(remark);
    };
    row("nothing", "function(v) end", "");
    row("above", "-- nothing is lost\n function(v) end", "nothing is lost");
    row("in its first line", "function(v, p) --  nothing  is lost\n end", "nothing is lost");
    row("below", "function(v)\n  --- 没有丢\n end", "没有丢");
    row("a comment of several lines", "function(v)\n  --[[ no ]]\n end", "");
    row("no comment but a text", "function(v) local s = \"-- no\" end", "");
    row("its own name", "(function() local function noneIsLost(v) end return noneIsLost end)()",
        "noneIsLost");
    row("a variable", "(function() local noneIsLost = function(v) end return noneIsLost end)()",
        "noneIsLost");
}

void TestScenarioFile::aFunctionWithoutANameIsKnownByWhatStandsBesideIt()
{
    QFETCH(const QByteArray, function);
    QFETCH(const QString, remark);
    QByteArray text = whole;
    text.replace("function(v) end },\n  finally", function + " },\n  finally");
    const auto scenario = scenarioFromText(text, QStringLiteral("f.lua"));
    QVERIFY2(scenario, qPrintable(mistakeIn(text)));
    const Check &check = (*scenario)->checks[2];
    QCOMPARE(check.kind, Check::Kind::Function);
    QCOMPARE(check.remark, remark);
    QVERIFY(check.title.en.isEmpty());
}

void TestScenarioFile::aFileMayHaveServerScriptsOfItsOwn()
{
    QByteArray text = whole;
    text.replace(
        "nodes = 3", "scripts = { take = [[return 1]], ['give-back'] = 'return 2' }, nodes = 3");
    const auto scenario = scenarioFromText(text, QStringLiteral("f.lua"));
    QVERIFY2(scenario, qPrintable(mistakeIn(text)));
    QCOMPARE(int((*scenario)->scripts.size()), 2);
    QCOMPARE((*scenario)->scripts.at("take"), "return 1");
    QCOMPARE((*scenario)->scripts.at("give-back"), "return 2");
}

void TestScenarioFile::namesWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const QByteArray &from, const QByteArray &to,
                         const char *sentence) {
        QTest::newRow(name) << from << to << QStringLiteral("f.lua") + QString::fromUtf8(sentence);
    };
    row("a title without English", "title = { en = \"Title\", ", "title = { ",
        ": title.en is missing; English is always there, others may follow");
    row("no title", "title = { en = \"Title\", zh_CN = \"标题\" },", "",
        ": title is missing; it is { en = \"…\", zh_CN = \"…\" }");
    row("a language that does not exist", "zh_CN = \"标题\"", "zh_CH = \"标题\"",
        ": there is no language title.zh_CH; a language is named by its code, as in en or zh_CN");
    row("a language in words", "zh_CN = \"标题\"", "chinese = \"标题\"",
        ": there is no language title.chinese; a language is named by its code, as in en or zh_CN");
    row("a text without a language", "title = { en = \"Title\",", "title = { \"Title\",",
        ": title has values without a name; each is named by its language, as in en");
    row("an unknown family", "family = \"lock\"", "family = \"locks\"",
        ": there is no family \"locks\"; possible are counter, stock, lock, fencing, limiter, "
        "bounded");
    row("an unknown field", "replica", "replicas",
        ": there is no field replicas; there are id, family, order, title, lesson, params, keys, "
        "bounds, assume, copy_of, fix, free, nodes, replica, clock, expired_events, exercise, "
        "scripts, setup, client, clients, "
        "always, "
        "finally");
    row("a value out of its range", "{ 30000,", "{ 70000,",
        ": params.lease is 70000; possible is 100 to 60000");
    row("too many clients", "clients = 2,", "clients = 6000,",
        ": params.clients is 6000; possible is 1 to 5000");
    row("a parameter that is a text", "stock = 1,", "stock = \"1\",",
        ": params.stock is “1”; it is a whole number or { usual, least, most, unit = \"ms\" }");
    row("an unknown unit", "unit = \"ms\"", "unit = \"min\"",
        ": params.lease.unit is “min”; it is \"ms\" or \"s\"");
    row("no keys", "keys = { \"stock\", \"lock:*\" },", "",
        ": keys is missing; it names every key that the clients use, as in keys = { \"stock\", "
        "\"limit:*\" }");
    row("an unknown parameter in a check", "holders_at_most(\"lock\", 1)",
        "holders_at_most(\"lock\", \"n\")",
        ":16: holders_at_most(\"lock\", \"n\"): there is no parameter “n”; it is "
        "holders_at_most(lock, number), and the parameters are clients stock waiters lease");
    row("a check with too little", "holders_at_most(\"lock\", 1)", "holders_at_most(\"lock\")",
        ":16: holders_at_most(\"lock\"): something is missing; it is holders_at_most(lock, "
        "number)");
    row("a check with too much", "nobody_waits()", "nobody_waits(1)",
        ":19: nobody_waits(1): there is more than it takes; it is nobody_waits()");
    row("a window beyond all", "admitted_at_most(2, 100)", "admitted_at_most(2, math.maxinteger)",
        ":20: admitted_at_most(2, 9223372036854775807): 9223372036854775807 is no time in ms; it "
        "is "
        "admitted_at_most(number, window) or admitted_at_most(name, number, window)");
    row("no check", "nobody_waits()", "5",
        ": 5 is no check; a check is holders_at_most(…), nobody_waits(), …, a function, or "
        "check(\"its name\", function(v, p) … end)");
    row("a named check without a function", "nobody_waits()", "check(\"all is well\")",
        ":19: check takes a name and a function, as in check(\"nothing is lost\", function(v, p) … "
        "end)");
    row("a named check with another check in it", "nobody_waits()",
        "check(\"all is well\", nobody_waits())",
        ":19: check takes a name and a function, as in check(\"nothing is lost\", function(v, p) … "
        "end)");
    row("a check with an empty name", "nobody_waits()", "check(\" \", function() end)",
        ":19: check: its name is empty");
    row("two checks of one name", "nobody_waits()",
        "check(\"all is well\", function() end),\n  check(\"all is well\", function() end)",
        ":20: check: “all is well” is the name of the check at line 19 too; each needs one of its "
        "own");
    row("a check whose name has no English", "nobody_waits()",
        "check({ zh_CN = \"全\" }, function() end)",
        ":19: check.en is missing; English is always there, others may follow");
    row("a list of scripts", "nodes = 3", "scripts = { \"return 1\" }, nodes = 3",
        ": scripts is a table of texts by their names, as in scripts = { take = [[return "
        "redis.call('DECR', KEYS[1])]] }");
    row("a script that is no text", "nodes = 3", "scripts = { take = 5 }, nodes = 3",
        ": scripts.take is 5; it is the text of a server script, as in [[return "
        "redis.call('DECR', KEYS[1])]]");
    row("a check that does not exist", "nobody_waits()", "nobody_wait()",
        ":19: there is no function “nobody_wait”; there are those of this file above this line, "
        "those of the lab (redis.call, await, enter, …) and Lua's own without files, time and "
        "chance");
    row("a fix that is no word", "fix = \"lock-y\"", "fix = \"Lock Y\"",
        ": fix is “Lock Y”; it is a word of small letters, digits and hyphens, as in fix = "
        "\"stock-script\"");
    row("both kinds of client", "setup =", "client = function() end, setup =",
        ": client and clients are both there; with several roles only clients");
    row("a role without a function", "{ role = \"holder\", run = function() end }",
        "{ role = \"holder\" }", ": clients[1].run is nothing; it is function(p, me) … end");
    row("a role of nobody knows how many", "\"waiters\", run", "\"many\", run",
        ": clients[2].count is “many”; it is a number of 0 to 5000 or the name of a parameter");
    row("an unknown bound", "pauses = 3", "pause = 3",
        ": there is no field bounds.pause; there are time, crashes, pauses, restarts, failovers, "
        "lost_requests");
    row("a negative bound", "time = 1", "time = -1",
        ":8: bounds.time is -1; it is a whole number of 0 to 255");
    row("a bound too large", "pauses = 3", "\n pauses = 256",
        ":9: bounds.pauses is 256; it is a whole number of 0 to 255");
    row("a bound of failovers to nobody", "expired_events = true, replica = true,", "",
        ":8: bounds.failovers: nobody takes over; replica = true in the file starts one");
    row("a bound of lost requests to a single server", "nodes = 3", "nodes = 1",
        ":8: bounds.lost_requests: requests are lost only on the way to one of several servers; "
        "nodes = 2 in the file starts two");
    row("a script named as a step of the lab", "nodes = 3",
        "scripts = { Subscribe = 'return 1' }, nodes = 3",
        ": scripts.Subscribe: the lab has steps of that name; call the script otherwise");
    row("a script of two words", "nodes = 3", "scripts = { ['take one'] = 'return 1' }, nodes = 3",
        ": scripts[\"take one\"]: a script's name is one word, as in take-one");
    row("a key twice", "keys = { \"stock\", \"lock:*\" }",
        "keys = { \"stock\", { \"stock\", as = \"data\" } }",
        ": keys: \"stock\" stands there twice; once is enough");
    row("too many checks", "in_order(\"first\", \"second\"),",
        "\n" + QByteArray("nobody_waits(), ").repeated(10),
        ":21: finally: there are more checks than the 16 that a scenario may have, always and "
        "finally together");
    row("an unknown assumption", "\"timers_on_time\"", "\"luck\"",
        ": assume: “luck” is not known; assume is a list of \"work_shorter_than_lease\" and "
        "\"timers_on_time\"");
    row("an unknown free field", "delay = 2", "delays = 2",
        ": there is no field free.delays; there are clients, stock, waiters, lease, rounds, "
        "repeats, crash, pause, delay, work, failover, restart");
    row("a probability above 1", "crash = 0.01", "crash = 2",
        ": free.crash is 2; it is a probability of 0 to 1");
    row("a pause without a time", "pause = { 0.1, 300 }", "pause = 0.1",
        ": free.pause is { probability, milliseconds }, as in { 0.1, 300 }");
    row("too many servers", "nodes = 3", "nodes = 30",
        ": nodes is 30; it is a whole number of 1 to 9");
    row("a truth value that is none", "clock = true", "clock = 1",
        ": clock is 1; it is true or false");
    row("an id with a line break", "\"lock-x\"", "\"lock-x\\n\"",
        ": id is “lock-x\\x0a”; it is a word of small letters, digits and hyphens, as in id = "
        "\"stock-script\"");
    row("a name that is no text", "replica", "[\"\\xff\\0\\27[1m\"]",
        ": there is no field \xef\xbf\xbd\\x00\\x1b[1m; there are id, family, order, title, "
        "lesson, params, keys, bounds, assume, copy_of, fix, free, nodes, replica, clock, "
        "expired_events, exercise, scripts, setup, client, "
        "clients, always, finally");
    row("a parameter with a reserved name", "stock = 1,", "repeats = 1,",
        ": params: “repeats” means something else for every free run; call it otherwise");
    row("nobody at all", "clients = 2,", "clients = 0,",
        ": params.clients is 0; possible is 1 to 5000");
    row("fewer than nobody", "waiters = { 3, 0, 9 }", "waiters = { 3, -9, 9 }",
        ": clients[2].count: the parameter waiters may be below 0; its least is to be 0 or more");
    row("a number beyond all", "stock = 1,", "stock = { 1, math.mininteger, math.maxinteger },",
        ": params.stock: its numbers are -1000000000000 to 1000000000000");
    row("a number that is whole by chance", "stock = 1,", "stock = 1.0,",
        ": params.stock is 1; it is a whole number or { usual, least, most, unit = \"ms\" }");
    row("a restart where a replica takes over", "delay = 2", "restart = 2",
        ": free.restart: with replica = true the replica takes over, as in failover");
    row("a failover to nobody", "replica = true, clock = true,\n  free = {",
        "clock = true,\n  free = { failover = 2,",
        ": free.failover: nobody takes over; replica = true in the file starts one");
    row("no number", "stock = 1,", "stock = 0/0,",
        ": params.stock is nan; it is a whole number or { usual, least, most, unit = \"ms\" }");
    const auto exerciseRow = [&](const char *name, const QByteArray &fields, const char *sentence) {
        const QByteArray text =
            "exercise = { task = { en = \"Task\" }, work = { nobody_waits() }, ";
        row(name, "nodes = 3", text + fields + " }, nodes = 3", sentence);
    };
    row("an exercise that is a text", "nodes = 3", "exercise = \"sell\", nodes = 3",
        ": exercise: it is “sell”, and should be { task = { en = \"…\" }, hints = { { en = \"…\" } "
        "}, "
        "work = { count_at_least(\"sold\", 1) } }");
    row("an exercise that asks for nothing", "nodes = 3",
        "exercise = { work = { nobody_waits() } }, nodes = 3",
        ": exercise: task is missing; it is { en = \"…\", zh_CN = \"…\" }");
    row("an exercise without work", "nodes = 3",
        "exercise = { task = { en = \"Task\" } }, nodes = 3",
        ": exercise: work is missing; it is a list of checks that tell whether the clients still "
        "do "
        "their work, as in { count_at_least(\"sold\", 1) }");
    exerciseRow("an unknown field of an exercise", "tasks = {}",
        ": exercise: there is no field tasks; there are task, hints, params, bounds, assume, "
        "finally, work, meanwhile, absent, time, trials");
    exerciseRow("trials that are a text", "trials = \"twice\"",
        ": exercise: trials is a list of tables, as in { { turns = 2, before = function(p, me, "
        "turn) "
        "… end, finally = { … } } }");
    exerciseRow("a trial that is a number", "trials = { 5 }",
        ": exercise: trials[1]: it is 5, and should be a table");
    exerciseRow("a trial without checks", "trials = { { turns = 2 } }",
        ": exercise: trials[1]: it has neither always nor finally");
    exerciseRow("a trial of no turn", "trials = { { turns = 0, finally = { nobody_waits() } } }",
        ": exercise: trials[1]: turns is 0; it is a whole number of 1 to 255");
    exerciseRow("a trial whose before is a text",
        "trials = { { before = \"x\", finally = { nobody_waits() } } }",
        ": exercise: trials[1]: before is a function, as in function(p, me, turn) … end");
    exerciseRow("an unknown field of a trial",
        "trials = { { finally = { nobody_waits() } }, { after = 1 } }",
        ": exercise: trials[2]: there is no field after; there are clients, params, bounds, "
        "assume, "
        "turns, before, always, finally");
    exerciseRow("a trial without clients",
        "trials = { { clients = 0, finally = { nobody_waits() } } }",
        ": exercise: trials[1]: clients is 0; it is a whole number of 1 to 5000");
    exerciseRow("a trial's value out of range",
        "trials = { { params = { clients = 0 }, finally = { nobody_waits() } } }",
        ": exercise: trials[1]: params.clients is 0; it is a whole number of 1 to 5000");
    exerciseRow("too many hints",
        "hints = { { en = \"1\" }, { en = \"2\" }, { en = \"3\" }, { en = \"4\" } }",
        ": exercise: hints is a list of up to 3 texts, as in { { en = \"…\" } }");
    exerciseRow("a hint without English", "hints = { { en = \"1\" }, { zh_CN = \"二\" } }",
        ": exercise: hints[2].en is missing; English is always there, others may follow");
    exerciseRow("an exercise's params that are a list", "params = { 3 }",
        ": exercise: params is a table of values for parameters, as in { clients = 3 }");
    exerciseRow("an exercise's value for no parameter", "params = { client = 3 }",
        ": exercise: params: there is no parameter “client”; there are clients, stock, waiters, "
        "lease");
    exerciseRow("an exercise's value out of range", "params = { lease = 99 }",
        ": exercise: params.lease is 99; it is a whole number of 100 to 60000");
    exerciseRow("an exercise's value that is a text", "params = { stock = \"2\" }",
        ": exercise: params.stock is “2”; it is a whole number of 0 to 1000000000");
    exerciseRow("an exercise's unknown bound", "bounds = { pause = 1 }",
        ": exercise: there is no field bounds.pause; there are time, crashes, pauses, restarts, "
        "failovers, lost_requests");
    row("an exercise's bound of what cannot happen",
        "lost_requests = 6 },\n  assume = { \"work_shorter_than_lease\", \"timers_on_time\" },\n  "
        "nodes = 3",
        "},\n  exercise = { task = { en = \"Task\" }, work = { nobody_waits() }, bounds = { "
        "lost_requests = 1 } }",
        ":9: exercise: bounds.lost_requests: requests are lost only on the way to one of several "
        "servers; nodes = 2 in the file starts two");
    exerciseRow("an exercise's unknown assumption", "assume = { \"luck\" }",
        ": exercise: assume: “luck” is not known; assume is a list of \"work_shorter_than_lease\" "
        "and \"timers_on_time\"");
    exerciseRow("an exercise's finally that is no list", "finally = nobody_waits()",
        ": exercise: finally is a list of checks, as in finally = { holders_at_most(\"lock\", 1) "
        "}");
    exerciseRow("an exercise's meanwhile that is no list", "meanwhile = 5",
        ": exercise: meanwhile is a list of checks, as in meanwhile = { holders_at_most(\"lock\", "
        "1) }");
    exerciseRow("an exercise's meanwhile of something else", "meanwhile = { 5 }",
        ": exercise: 5 is no check; a check is holders_at_most(…), nobody_waits(), …, a function, "
        "or "
        "check(\"its name\", function(v, p) … end)");
    exerciseRow("an exercise's meanwhile with a check that lacks something",
        "meanwhile = { holders_at_most(\"lock\") }",
        ":10: exercise: holders_at_most(\"lock\"): something is missing; it is "
        "holders_at_most(lock, number)");
    exerciseRow("an exercise's absent that is a number", "absent = 1",
        ": exercise: absent is 1; it is true or false");
    exerciseRow("an exercise's time that is no number", "time = true",
        ": exercise: time is true; it is a whole number of 0 to 255");
    row("a syntax error", "nodes = 3", "nodes 3",
        ":10: this is no valid Lua: '}' expected (to close '{' at line 1) near '3'");
}

void TestScenarioFile::namesWhatIsWrong()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, sentence);
    QByteArray text = whole;
    QVERIFY(text.contains(from));
    text.replace(text.indexOf(from), from.size(), to);
    QCOMPARE(mistakeIn(text), sentence);
}

void TestScenarioFile::whatCannotHappenMayBeBoundByZero()
{
    QByteArray text = whole;
    text.replace("failovers = 5, lost_requests = 6", "failovers = 0, lost_requests = 0");
    text.replace("nodes = 3, expired_events = true, replica = true,", "");
    QCOMPARE(mistakeIn(text), QString());
}

void TestScenarioFile::readsTheShippedOnes()
{
    const auto &all = shippedScenarios();
    QVERIFY(!all.empty());
    for (const ScenarioPtr &each : all) {
        QVERIFY2(!each->title.others.value(QStringLiteral("zh_CN")).isEmpty()
                && !each->lesson.others.value(QStringLiteral("zh_CN")).isEmpty(),
            each->id.constData());
        QVERIFY2(checkSettings(*each, each->defaults()), each->id.constData());
        QVERIFY2(checkSettings(*each, each->freeDefaults()), each->id.constData());
        QCOMPARE(findScenario(QString::fromUtf8(each->id)).value(), each);
        QVERIFY(each->path.endsWith(QString::fromUtf8(each->id) + QStringLiteral(".lua")));
    }
}

void TestScenarioFile::namesTheNearest()
{
    const auto found = findScenario(QStringLiteral("stock-read-then-wrote"));
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::BadInput);
    QVERIFY(found.error().detail.startsWith(
        QStringLiteral("there is no scenario “stock-read-then-wrote”; the nearest")));
    QVERIFY(found.error().detail.contains(QStringLiteral("stock-read-then-write")));
    const auto begun = findScenario(QStringLiteral("lock-lease"));
    QVERIFY(!begun);
    QVERIFY2(begun.error().detail.contains(QStringLiteral("; the nearest are lock-lease-expires")),
        qPrintable(begun.error().detail));
}

void TestScenarioFile::readsFiles()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("own.lua"));
    QCOMPARE(findScenario(path).error().code, ErrorCode::FileUnreadable);
    QCOMPARE(findScenario(folder.path() + u'/').error().code, ErrorCode::FileUnreadable);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(whole);
    file.close();
    QCOMPARE(findScenario(path).value()->path, path);
}

void TestScenarioFile::checksSettings()
{
    QCOMPARE(mistakeIn(QByteArray(300'000, ' ')),
        QStringLiteral("f.lua: the file is longer than 256 KiB; a scenario is a few pages"));
    const ScenarioPtr scenario = scenarioFromText(whole, QStringLiteral("f.lua")).value();
    QVERIFY(checkSettings(*scenario, {{"lease", 100}}));
    QCOMPARE(checkSettings(*scenario, {{"lease", 99}}).error().detail,
        QStringLiteral("lease = 99; possible is 100 to 60000"));
    QCOMPARE(checkSettings(*scenario, {{"leese", 99}}).error().detail,
        QStringLiteral("the scenario lock-x has no parameter “leese”; it has clients, stock, "
                       "waiters, lease"));
}

QTEST_GUILESS_MAIN(TestScenarioFile)
#include "tst_scenariofile.moc"
