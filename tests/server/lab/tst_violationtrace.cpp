// Free runs that are certain to go wrong, since somebody stands still or crashes at one line of the
// file, and the traces that are made of them.

#include "core/lab/counterexample/traceplayer.h"
#include "core/lab/counterexample/violationtrace.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/step/stepper.h"
#include "tests/server/freerun/runtrial.h"

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

// Of one client at a line, while the others find a lease over and take what is free: many times
// what they need, for a busy machine. It ends in the middle of the second lease.
constexpr std::chrono::milliseconds longPause{2400};
constexpr qint64 longLease = 1600; // ms
// On a machine that is busy elsewhere a client may be late for its part: then the run is another.
constexpr int runsForTheirTimes = 10;
const QString noGroup = u"No small group of clients"_s;

int lineOf(const Scenario &scenario, const QByteArray &words)
{
    return int(scenario.source.left(scenario.source.indexOf(words)).count('\n')) + 1;
}

// A shipped scenario, or the text of one.
RunTrial trialOf(const QByteArray &idOrText)
{
    const auto shipped = findScenario(QString::fromUtf8(idOrText));
    RunTrial trial(shipped ? (*shipped)->source : idOrText);
    if (shipped) {
        trial.scenario = *shipped;
        trial.options = RunOptions::of(**shipped);
        trial.options.seed = 7;
        trial.options.rounds = 1;
        trial.options.pause = {};
        trial.options.crash = {};
    }
    return trial;
}

size_t violatedCheck(const Run &run, const QByteArray &words)
{
    for (size_t i = 0; i < run.results.size(); ++i) {
        if (run.results[i].check.words.startsWith(words)
            && run.results[i].outcome == CheckOutcome::Violated)
            return i;
    }
    return run.results.size();
}

// As the explorer measures counterexamples: environment steps / preemptions / steps.
QString measureOf(const TracedViolation &traced, std::vector<Endpoint> servers = {})
{
    auto stepper = Stepper::make(traced.scenario, traced.options, std::move(servers));
    if (!stepper || !stepper->replay(traced.trace))
        return u"does not fit"_s;
    int environment = 0;
    int preemptions = 0;
    std::optional<PackedStep> last;
    for (int step = 1; step <= stepper->steps(); ++step) {
        const PackedStep packed = stepper->packedStep(step);
        environment += packed.isEnvironment() ? 1 : 0;
        if (packed.isEnvironment())
            continue;
        preemptions += last && *last != packed
            && stepper->space().isEnabled(stepper->state(step - 1).data(), *last);
        last = packed;
    }
    return u"%1/%2/%3"_s.arg(environment).arg(preemptions).arg(stepper->steps());
}

bool violates(const TracedViolation &traced, const Trace &trace)
{
    auto stepper = Stepper::make(traced.scenario, traced.options);
    const bool fits = stepper && stepper->replay(trace);
    return fits && (stepper->violated(stepper->steps()) >> traced.check & 1) != 0;
}

} // namespace

class TestViolationTrace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void violationOfARunIsStepped_data();
    void violationOfARunIsStepped();
    void crowdsRaceIsToldByTwoClients();
    void clientsOfTwoAppServersStayOnTwo();
    void triesInVainAreNotStepped();
    void assumptionThatTheRunBrokeIsNotMade();
    void assumptionThatTheRunKeptIsMade();
    void renewalThatWasOnItsWayIsStepped();
    void timesOfTheRunAreTakenWhereTheyDecide();
    void whoIsNotNeededForTheEndIsLeftOut();
    void aLowerBoundIsNotBrokenByMissingClients_data();
    void aLowerBoundIsNotBrokenByMissingClients();
    void aKeyThatEndedBeforeTheRoundEndsFirst_data();
    void aKeyThatEndedBeforeTheRoundEndsFirst();
    void aMutexIsTakenWithoutACommand();
    void aMutexIsTakenByWhoSendsNothing();
    void aMutexIsTakenByTheThreadThatCommands();
    void mistakesOfOtherWaysDoNotMatter_data();
    void mistakesOfOtherWaysDoNotMatter();
    void whatCannotBeTracedSaysWhy_data();
    void whatCannotBeTracedSaysWhy();
    void canBeGivenUp();
    void stepsOfNobodyAreLeftOut();
};

void TestViolationTrace::violationOfARunIsStepped_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("check");
    QTest::addColumn<int>("clients");
    QTest::addColumn<QByteArray>("pauseAt"); // words of the line
    QTest::addColumn<QByteArray>("crashAt");
    QTest::addColumn<QString>("trace");
    const auto row = [](const char *id, const char *check, int clients, const char *pauseAt,
                         const char *crashAt, const char *trace) {
        QTest::addRow("%s %s", id, check)
            << QByteArray(id) << QByteArray(check) << clients << QByteArray(pauseAt)
            << QByteArray(crashAt) << QString::fromLatin1(trace);
    };
    row("counter-get-set", "", 3, "redis.call(\"SET\", \"counter\"", "", "");
    row("stock-read-then-write", "count_at_most", 3, "redis.call(\"SET\", \"stock\", stock - 1)",
        "", "A1 B1 B2 A2");
    row("stock-check-then-decr", "value_at_least", 3, "redis.call(\"DECR\"", "", "");
    row("lock-lease-expires", "holders_at_most", 3, "redis.call(\"GET\", \"stock\")", "",
        "A1 T B1");
    row("lock-check-then-delete", "released_by_owner", 3, "redis.call(\"DEL\"", "",
        "A1 A2 A2' T B1 A3");
    row("lock-setnx", "nobody_waits", 300, "", "redis.call(\"DEL\"", "");
    row("limit-check-then-incr", "count_at_most", 3, "redis.call(\"INCR\"", "", "");
}

void TestViolationTrace::violationOfARunIsStepped()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, check);
    QFETCH(int, clients);
    QFETCH(QByteArray, pauseAt);
    QFETCH(QByteArray, crashAt);
    QFETCH(QString, trace);
    RunPtr seen;
    size_t place = 0;
    for (int run = 0; run < runsForTheirTimes; ++run) {
        RunTrial trial = trialOf(id);
        trial.options.settings = trial.scenario->defaults();
        trial.options.settings["clients"] = clients;
        if (trial.scenario->parameter("lease"))
            trial.options.settings["lease"] = longLease;
        trial.options.repeats = 1;
        trial.options.work = {};
        if (!pauseAt.isEmpty()) {
            trial.options.pause.line = lineOf(*trial.scenario, pauseAt);
            trial.options.pauseLength = longPause;
        }
        if (!crashAt.isEmpty())
            trial.options.crash.line = lineOf(*trial.scenario, crashAt);
        QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
        seen = trial.result;
        place = violatedCheck(*seen, check);
        if (place < seen->results.size())
            break;
    }
    QVERIFY(place < seen->results.size());

    const auto traced = traceViolation(*seen, place);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    qInfo("%s: %s %s, %d plays", id.constData(), qPrintable(traceText(traced->trace)),
        qPrintable(measureOf(*traced)), traced->plays);
    QCOMPARE(traced->check, place);
    if (!trace.isEmpty())
        QCOMPARE(traceText(traced->trace), trace);
    QVERIFY(violates(*traced, traced->trace));
    for (size_t steps = 0; steps < traced->trace.size(); ++steps)
        QVERIFY(!violates(
            *traced, Trace(traced->trace.begin(), traced->trace.begin() + std::ptrdiff_t(steps))));
    // Nobody is there for nothing.
    std::set<int> taken;
    for (const TraceStep &each : traced->trace) {
        if (each.kind == TraceStep::Kind::Client)
            taken.insert(each.client);
    }
    const int there = traced->scenario->clientCount(traced->options.settings);
    if (traced->scenario->checks[place].when == Check::When::Always)
        QCOMPARE(int(taken.size()), there);
    QVERIFY2(there <= 2, qPrintable(QString::number(there)));
}

void TestViolationTrace::crowdsRaceIsToldByTwoClients()
{
    RunTrial trial = trialOf("stock-read-then-write");
    trial.options.rounds = 5;
    QVERIFY(trial.play());
    QCOMPARE(trial.options.settings.at("clients"), 50);
    const size_t place = violatedCheck(*trial.result, "count_at_most");
    QVERIFY(place < trial.result->results.size());
    const auto traced = traceViolation(*trial.result, place);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QCOMPARE(measureOf(*traced), u"0/1/4"_s);
    QCOMPARE(traced->options.settings.at("clients"), 2);
    QCOMPARE(traced->options.settings.at("stock"), 1);
}

void TestViolationTrace::clientsOfTwoAppServersStayOnTwo()
{
    RunTrial trial = trialOf("stock-local-mutex");
    trial.options.settings["clients"] = 8;
    trial.options.settings["stock"] = 1;
    trial.options.pause.line = lineOf(*trial.scenario, "redis.call(\"SET\", \"stock\", stock - 1)");
    trial.options.pauseLength = longPause;
    QVERIFY(trial.play());
    const size_t place = violatedCheck(*trial.result, "count_at_most");
    QVERIFY(place < trial.result->results.size());
    const auto traced = traceViolation(*trial.result, place);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QCOMPARE(measureOf(*traced), u"0/1/4"_s);
    QCOMPARE(traced->options.settings.at("clients"), 2);
}

// B is refused some times before the counter expires; a client of the lesson asks only once.
void TestViolationTrace::triesInVainAreNotStepped()
{
    RunPtr seen;
    for (int run = 0; run < runsForTheirTimes; ++run) {
        RunTrial trial = trialOf("bounded-expiry");
        for (const auto &[name, value] : Settings{{"clients", 2}, {"limit", 1}, {"expiry", 300},
                 {"duration", 1500}, {"requests", 5}, {"period", 200}})
            trial.options.settings[name] = value;
        trial.options.repeats = 1;
        QVERIFY(trial.play());
        seen = trial.result;
        if (violatedCheck(*seen, "holders_at_most") == 0)
            break;
    }
    QCOMPARE(violatedCheck(*seen, "holders_at_most"), size_t(0));
    const auto traced = traceViolation(*seen, 0);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QCOMPARE(traceText(traced->trace), u"A1 A1' T B1 B1'"_s);
    QCOMPARE(traced->options.settings.at("requests"), 1);
}

void TestViolationTrace::assumptionThatTheRunBrokeIsNotMade()
{
    RunTrial trial = trialOf("lock-compare-and-delete");
    trial.options.settings["clients"] = 2;
    trial.options.settings["lease"] = 100;
    trial.options.repeats = 1;
    trial.options.work = std::chrono::milliseconds(0);
    trial.options.pause.line = lineOf(*trial.scenario, "redis.call(\"GET\", \"stock\")");
    trial.options.pauseLength = longPause;
    QVERIFY(trial.play());
    const size_t place = violatedCheck(*trial.result, "holders_at_most");
    QVERIFY(place < trial.result->results.size());
    const auto traced = traceViolation(*trial.result, place);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QCOMPARE(traceText(traced->trace), u"A1 T B1"_s);
    QVERIFY(!traced->scenario->assumptions.empty());
    QVERIFY(traced->options.assumptions.empty());
}

// A's result comes late, while B is at work, and takes B's slot; nobody is at work longer than a
// slot lasts. B and C were refused before; a client of the lesson asks only once.
void TestViolationTrace::assumptionThatTheRunKeptIsMade()
{
    QString seen;
    std::optional<TracedViolation> found;
    for (int run = 0; run < runsForTheirTimes && !found; ++run) {
        RunTrial trial = trialOf("bounded-late-result");
        for (const auto &[name, value] : Settings{{"clients", 3}, {"limit", 1}, {"expiry", 2000},
                 {"late", 1200}, {"requests", 60}, {"period", 100}})
            trial.options.settings[name] = value;
        trial.options.repeats = 1;
        trial.options.work = std::chrono::milliseconds(1500);
        trial.options.roundLimit = std::chrono::seconds(9);
        QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
        if (violatedCheck(*trial.result, "holders_at_most") != 0)
            continue;
        const auto traced = traceViolation(*trial.result, 0);
        seen += (traced ? traceText(traced->trace) : traced.error().detail) + u"; "_s;
        if (traced && traceText(traced->trace) == u"A1 A2 T B1 T A3 C1"_s
            && traced->options.assumptions == traced->scenario->assumptions)
            found = *traced;
    }
    QVERIFY2(found, qPrintable(seen));
    QCOMPARE(found->options.settings.at("requests"), 1);
}

// The watchdog's renewal is sent before the main thread has its reply and gives the watchdog up.
void TestViolationTrace::renewalThatWasOnItsWayIsStepped()
{
    QString seen;
    std::optional<TracedViolation> found;
    for (int run = 0; run < runsForTheirTimes && !found; ++run) {
        RunTrial trial = trialOf("lock-watchdog-set-xx");
        for (const auto &[name, value] : Settings{{"clients", 2}, {"lease", 1800}, {"busy", 800}})
            trial.options.settings[name] = value;
        trial.options.repeats = 1;
        // A stands still behind its first renewal and goes on while B does.
        trial.options.pause.line = lineOf(*trial.scenario, "redis.call(\"INCR\"");
        trial.options.pauseLength = std::chrono::milliseconds(2800);
        QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
        if (violatedCheck(*trial.result, "renewed_by_owner") != 0)
            continue;
        const auto traced = traceViolation(*trial.result, 0);
        seen += (traced ? measureOf(*traced) : traced.error().detail) + u"; "_s;
        if (traced && measureOf(*traced).section(u'/', 0, 0) == u"4"_s)
            found = *traced;
    }
    QVERIFY2(found, qPrintable(seen));
    QVERIFY(violates(*found, found->trace));
}

// With the file's own times, x expires before y.
void TestViolationTrace::timesOfTheRunAreTakenWhereTheyDecide()
{
    RunTrial trial(R"(return {
  id = "own", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = { 1, 1, 9 }, x = { 100, 1, 99999, unit = "ms" },
             y = { 20000, 1, 99999, unit = "ms" } },
  keys = { "x", "y" },
  client = function(p)
    redis.call("SET", "x", 1, "PX", p.x)
    redis.call("SET", "y", 1, "PX", p.y)
    sleep(200)
    if not redis.call("GET", "y") and redis.call("GET", "x") then count("only x") end
  end,
  finally = { count_at_most("only x", 0) },
})");
    trial.options.settings["x"] = 20000;
    trial.options.settings["y"] = 100;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    const auto traced = traceViolation(*trial.result, 0);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QCOMPARE(traceText(traced->trace), u"A1 A2 A2' T T A3 A4"_s);
    QCOMPARE(traced->options.settings.at("x"), 20000);
    QCOMPARE(traced->options.settings.at("y"), 100);
}

// All three are named; one is enough.
void TestViolationTrace::whoIsNotNeededForTheEndIsLeftOut()
{
    RunTrial trial(R"(return {
  id = "own", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = { 3, 1, 9 } }, keys = { "n" },
  client = function() redis.call("INCR", "n") count("counted") end,
  finally = { count_at_most("counted", 0) },
})");
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    const auto traced = traceViolation(*trial.result, 0);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QCOMPARE(traceText(traced->trace), u"A1"_s);
    QCOMPARE(traced->options.settings.at("clients"), 1);
}

void TestViolationTrace::aLowerBoundIsNotBrokenByMissingClients_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("check");
    QTest::addRow("value") << QByteArray(R"(
    local n = tonumber(redis.call("GET", "n") or 0)
    redis.call("SET", "n", n + 1))")
                           << QByteArray(R"(value_at_least("n", 2))");
    QTest::addRow("count") << QByteArray(R"(
    redis.call("WATCH", "n")
    local n = tonumber(redis.call("GET", "n") or 0)
    redis.call("MULTI")
    redis.call("SET", "n", n + 1)
    if redis.call("EXEC") then count("taken") end)")
                           << QByteArray(R"(count_at_least("taken", 2))");
}

// One client alone can do neither twice, which is no race.
void TestViolationTrace::aLowerBoundIsNotBrokenByMissingClients()
{
    QFETCH(QByteArray, program);
    QFETCH(QByteArray, check);
    RunTrial trial(R"(return {
  id = "own", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = { 2, 1, 9 } }, keys = { "n" },
  client = function() )"
        + program + " end,\n  finally = { " + check + " },\n}");
    trial.options.rounds = 100;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(int(trial.result->results[0].outcome), int(CheckOutcome::Violated));
    const auto traced = traceViolation(*trial.result, 0);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QCOMPARE(traced->options.settings.at("clients"), 2);
    QVERIFY2(traceText(traced->trace).contains(u"B1"), qPrintable(traceText(traced->trace)));
}

// It is taken as soon as it is free, before the next command of another thread.
void TestViolationTrace::aKeyThatEndedBeforeTheRoundEndsFirst_data()
{
    QTest::addColumn<QByteArray>("setup");
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("isViolated");
    QTest::addColumn<QString>("trace");
    const auto row = [](const char *name, const QByteArray &again, const QByteArray &first,
                         const char *isViolated, const QString &trace) {
        QTest::newRow(name) << QByteArray(R"(redis.call("SET", "k", 1, "PX", 2)
            for i = 1, 400 do redis.call("INCR", "n") end )"
            + again) << QByteArray(first + R"( enter("x") redis.call("GET", "n") leave("x"))")
                            << QByteArray(isViolated) << trace;
    };
    const QByteArray reads = R"(redis.call("GET", "n"))";
    row("before a command", {}, reads, "not v.get(\"k\")", u"T A1"_s);
    row("before a start", {}, {}, "not v.get(\"k\")", u"A0 T"_s);
    // In steps setup takes no time, so the key is there once.
    const QByteArray again = R"(redis.call("SET", "k", 2, "PX", 60000) )";
    row("made again", again, reads, "v.get(\"k\")", u"A1"_s);
    row("made again and deleted", again + R"(redis.call("DEL", "k"))", reads, "not v.get(\"k\")",
        u"A1"_s);
}

void TestViolationTrace::aKeyThatEndedBeforeTheRoundEndsFirst()
{
    QFETCH(QByteArray, setup);
    QFETCH(QByteArray, program);
    QFETCH(QByteArray, isViolated);
    QFETCH(QString, trace);
    RunTrial trial(
        R"(return { id = "own", family = "stock", title = { en = "t" }, lesson = { en = "l" },
        keys = { "k", "n" }, params = { clients = 2 }, setup = function() )"
        + setup + " end, client = function(p, me) " + program
        + " end, always = { function(v) if #v.inside(\"x\") > 0 and " + isViolated
        + " then return \"violated\" end end } }");
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(int(trial.result->results[0].outcome), int(CheckOutcome::Violated));
    const auto traced = traceViolation(*trial.result, 0);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QCOMPARE(traceText(traced->trace), trace);
}

void TestViolationTrace::aMutexIsTakenWithoutACommand()
{
    RunTrial trial(R"(return {
  id = "own", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "n" },
  client = function()
    local m = mutex("m")
    local sleeper = spawn(function() m.lock() sleep(1000) m.unlock() end)
    redis.call("INCR", "n")
    sleeper.cancel()
    m.lock()
  end,
  bounds = { time = 1 },
  finally = { nobody_waits() },
})");
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    const auto traced = traceViolation(*trial.result, 0);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QVERIFY(violates(*traced, traced->trace));
}

// Nothing that the run's order tells speaks of the one who has it.
void TestViolationTrace::aMutexIsTakenByWhoSendsNothing()
{
    RunTrial trial(R"(return {
  id = "own", family = "lock", title = { en = "t" }, lesson = { en = "l" }, keys = { "k" },
  clients = {
    { role = "waiter", count = 1, run = function()
      local m = mutex("m") m.lock() await_gone("k") m.unlock() end },
    { role = "writer", count = 1, run = function()
      redis.call("SET", "k", 1)
      local m = mutex("m") m.lock() redis.call("DEL", "k") m.unlock() end } },
  finally = { nobody_waits() },
})");
    trial.options.rounds = 50;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Violated);
    const auto traced = traceViolation(*trial.result, 0);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QVERIFY(violates(*traced, traced->trace));
}

// Both threads could take it, and the one whose command comes first had it first.
void TestViolationTrace::aMutexIsTakenByTheThreadThatCommands()
{
    RunTrial trial(R"(return {
  id = "own", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "k" },
  client = function()
    local m = mutex("m")
    spawn(function() m.lock() redis.call("SET", "k", 1) m.unlock() end)
    spawn(function() m.lock() if redis.call("GET", "k") then count("seen") end m.unlock() end)
    sleep(50)
    redis.call("EXISTS", "k")
  end,
  bounds = { time = 1 },
  always = { count_at_most("seen", 0) },
})");
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Violated);
    const auto traced = traceViolation(*trial.result, 0);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QVERIFY(violates(*traced, traced->trace));
}

void TestViolationTrace::mistakesOfOtherWaysDoNotMatter_data()
{
    QTest::addColumn<QByteArray>("setup");
    QTest::addColumn<QByteArray>("when");
    for (const char *const when : {"always", "finally"}) {
        QTest::addRow("steps, %s", when) << QByteArray() << QByteArray(when);
        QTest::addRow("setup, %s", when)
            << QByteArray("setup = function(p) if p.makers == 0 then error(\"nobody\") end end,")
            << QByteArray(when);
    }
}

// Without the maker, and before it, a buyer finds no price.
void TestViolationTrace::mistakesOfOtherWaysDoNotMatter()
{
    QFETCH(QByteArray, setup);
    QFETCH(QByteArray, when);
    QByteArray text = R"(return {
  id = "prices", family = "stock", title = { en = "t" }, lesson = { en = "l" },
  params = { makers = { 1, 0, 9 }, buyers = { 1, 0, 9 } }, keys = { "price", "sum" }, %1
  clients = {
    { role = "maker", count = "makers", run = function() redis.call("SET", "price", 10) end },
    { role = "buyer", count = "buyers", run = function()
      local price = redis.call("GET", "price")
      redis.call("INCRBY", "sum", tonumber(price) + 1)
    end },
  },
  %2 = { value_at_most("sum", 5) },
})";
    RunTrial trial(text.replace("%1", setup).replace("%2", when));
    trial.options.pause.line = lineOf(*trial.scenario, "redis.call(\"GET\"");
    trial.options.pauseLength = longPause;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    const auto traced = traceViolation(*trial.result, 0);
    QVERIFY2(traced, traced ? "" : qPrintable(traced.error().detail));
    QCOMPARE(traceText(traced->trace), u"A1 B1 B2"_s);
}

void TestViolationTrace::whatCannotBeTracedSaysWhy_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("exact");
    QTest::addColumn<QString>("words");
    QByteArray alone(oversell);
    QTest::newRow("not violated") << QByteArray(locked) << true << u"does not violate"_s;
    QTest::newRow("order not known") << alone << false << u"is not known"_s;
    QTest::newRow("clock") << QByteArray(alone).replace("keys = {", "clock = true, keys = {")
                           << true << u"look at the clock"_s;
    const QByteArray setup = "setup = function(p) ";
    QTest::newRow("no group can be stepped")
        << QByteArray(alone)
               .replace("keys = {", "keys = { \"log\",")
               .replace(setup, setup + "redis.call(\"XADD\", \"log\", \"1-1\", \"f\", \"1\") ")
        << true << u"log holds a stream"_s;
    // One client alone cannot be stepped at all; that is not the reason.
    QTest::newRow("nothing that is stepped")
        << QByteArray(alone)
               .replace("if stock > 0 then",
                   "if stock > 0 and not string.find(me.token, \"-1\", 1, true) then")
               .replace(setup, setup + "if p.clients < 2 then error(\"alone\") end ")
        << true << noGroup;
    // The smallest group is right, and random() is what keeps the steps from the violation.
    QTest::newRow("the violation needs another choice")
        << QByteArray(alone).replace("if stock > 0 then", "if stock > 0 and random(100) > 1 then")
        << true << u"only its first choice"_s;
}

void TestViolationTrace::whatCannotBeTracedSaysWhy()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, exact);
    QFETCH(QString, words);
    RunTrial trial(text);
    const bool isOfRepeats = words == noGroup;
    trial.options.settings["clients"] = 3;
    trial.options.repeats = isOfRepeats ? 2 : 1;
    trial.options.exactOrder = exact;
    const int line = lineOf(*trial.scenario, "redis.call(\"SET\", \"stock\", stock - 1)");
    trial.options.pause.line = text.contains("stock - 1") ? line : 0;
    trial.options.pauseLength = longPause;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    const auto traced = traceViolation(*trial.result, 0);
    QVERIFY(!traced);
    QCOMPARE(traced.error().code, ErrorCode::BadInput);
    QVERIFY2(traced.error().detail.contains(words), qPrintable(traced.error().detail));
}

void TestViolationTrace::canBeGivenUp()
{
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 3;
    trial.options.pause.line = lineOf(*trial.scenario, "redis.call(\"SET\", \"stock\", stock - 1)");
    trial.options.pauseLength = longPause;
    QVERIFY(trial.play());
    for (const int times : {0, 3, 30}) { // also in the midst of a reduction
        int left = times;
        const auto traced = traceViolation(*trial.result, 0, [&] { return left-- > 0; });
        QVERIFY(!traced);
        QCOMPARE(traced.error().code, ErrorCode::Cancelled);
        QCOMPARE(left, -1);
    }
    const auto late = traceViolation(*trial.result, 0, {}, {}, std::chrono::seconds(0));
    QVERIFY(!late);
    QCOMPARE(late.error().code, ErrorCode::BadInput);
    QVERIFY2(late.error().detail.contains(u"No short trace was found within 0 s"_s),
        qPrintable(late.error().detail));
}

// What a reduction comes to when it leaves out the step that spawns a thread, or a client.
void TestViolationTrace::stepsOfNobodyAreLeftOut()
{
    using Kind = TraceStep::Kind;
    const ScenarioPtr scenario = *findScenario(u"lock-watchdog-set-xx"_s);
    ExploreOptions options;
    options.settings = scenario->defaults();
    options.bounds = {9, 9, 9, 9, 0, 0};
    const auto player = TracePlayer::make(scenario, options, {}, 0);
    QVERIFY2(player, player ? "" : qPrintable(player.error().detail));
    std::vector<PackedStep> nobodys;
    for (const Kind kind : {Kind::Client, Kind::LostRequest}) {
        for (const quint8 thread : {1, 2, 63})
            nobodys.push_back({kind, 0, thread});
    }
    for (const Kind kind :
        {Kind::Client, Kind::LostRequest, Kind::Crash, Kind::Pause, Kind::Resume, Kind::Restart}) {
        for (const quint8 client : {2, 3, 127})
            nobodys.push_back({kind, client, 0});
    }
    const auto play = (*player)->play(nobodys);
    QVERIFY2(play, play ? "" : qPrintable(play.error().detail));
    QCOMPARE(traceText(play->trace), QString());
    const PackedStep first{Kind::Client, 0, 0};
    const PackedStep timer{Kind::Client, 0, 1};
    const auto some =
        (*player)->play({timer, first, first, timer, {Kind::Time, 0, 0}, timer, timer});
    QVERIFY2(some, some ? "" : qPrintable(some.error().detail));
    QCOMPARE(traceText(some->trace), u"A1 A1' T A~0' A~1"_s);
}

QTEST_GUILESS_MAIN(TestViolationTrace)
#include "tst_violationtrace.moc"
