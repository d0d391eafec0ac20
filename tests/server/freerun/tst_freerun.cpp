#include "core/lab/history/longvaluebudget.h"
#include "core/lab/history/roundrecords.h"
#include "core/lab/json/runjson.h"
#include "tests/server/freerun/runtrial.h"
#include "tests/server/lab/exploring.h"
#include "tests/support/patience.h"

#include <algorithm>

// What clients do together, on servers of the lab's own.

using namespace lockstep;
using namespace std::chrono_literals;

class FreeRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyClientRunsItsProgram_data();
    void everyClientRunsItsProgram();
    void readingThenWritingOversells();
    void aLockHolds_data();
    void aLockHolds();
    void repeatsHaveTokensOfTheirOwn();
    void tokensAreThoseOfSteps();
    void chanceDiffersByProcessAndRound();
    void roundsStartAfresh();
    void aDurationEndsTheRun();
    void aDurationCutsARoundOff();
    void nothingIsSentWhenARoundIsOver();
    void aDurationLeavesWholeRounds();
    void theHistoryIsInOrder();
    void aRunCanBeStoppedAtAnyMoment_data();
    void aRunCanBeStoppedAtAnyMoment();
    void stoppingThousandsIsPrompt();
    void aRunCanBeDestroyedAtAnyMoment();
    void aStuckRoundEndsAtOnce();
    void whoIsLeftAtTheEndIsCounted();
    void aRoundIsCutOffAtItsLimit();
    void aLoopWithoutCommandsIsCutOff();
    void sleepsFollowOneAnother();
    void aMistakeEndsTheRun();
    void messagesReachTheirReceivers();
    void aSpawnedThreadRunsBesideItsProcess();
    void cancellingWakesASleepingThread();
    void absoluteTimeIsTheServers();
    void asManyServersAsAScenarioMayHave();
    void aWatchInSmallLettersEndsWithItsProcess();
    void aMarkAfterASleepIsOfItsOwnMoment();
    void whatAScriptTookByChanceIsNotGuessed();
    void whatACommandFoundDoesNotDependOnWhenItEnded();
    void onlyStringsHaveAValue();
    void aHashTellsAllItsFields();
    void aLongValueIsGivenWhole_data();
    void aLongValueIsGivenWhole();
    void valuesThatAreTooLongAreNotGuessed();
    void marksOfOneClientKeepTheirOrder();
    void aCountOfAHyperLogLogIsAChange();
    void twoThreadsOfAClientSubscribe();
    void aLongRunForgetsOldRounds_data();
    void aLongRunForgetsOldRounds();
};

void FreeRunTest::everyClientRunsItsProgram_data()
{
    QTest::addColumn<int>("clients");
    QTest::addColumn<bool>("exact");
    for (const bool exact : {true, false}) {
        for (const int clients : {1, 2, 50, 500})
            QTest::addRow("%d clients, %s", clients, exact ? "exact" : "sampled")
                << clients << exact;
    }
    QTest::addRow("5000 clients, sampled") << 5000 << false;
}

void FreeRunTest::everyClientRunsItsProgram()
{
    QFETCH(int, clients);
    QFETCH(bool, exact);
    RunTrial trial(oversell);
    trial.options.settings["clients"] = clients;
    trial.options.settings["stock"] = 100'000;
    trial.options.exactOrder = exact;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.count("sold"), clients);
    QCOMPARE(trial.result->history.clients.size(), size_t(clients));
    QCOMPARE(trial.result->history.operations.size(), size_t(2 * clients));
    QCOMPARE(trial.result->history.orderKind, exact ? OrderKind::Exact : OrderKind::Sampled);
    QVERIFY(
        trial.result->server.startsWith("redis ") || trial.result->server.startsWith("valkey "));
    for (const Operation &each : trial.result->history.operations) {
        QVERIFY(each.returned != never);
        QCOMPARE(each.order != none, exact);
    }
}

void FreeRunTest::readingThenWritingOversells()
{
    RunTrial trial(oversell);
    trial.options.rounds = 50;
    QVERIFY(trial.play());
    QVERIFY2(trial.result->violatedRounds >= 25,
        qPrintable(QString::number(trial.result->violatedRounds)));
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Violated);
}

void FreeRunTest::aLockHolds_data()
{
    QTest::addColumn<int>("clients");
    for (const int clients : {2, 50, 200}) // what waits grows with the square
        QTest::addRow("%d clients", clients) << clients;
}

void FreeRunTest::aLockHolds()
{
    QFETCH(int, clients);
    RunTrial trial(locked);
    trial.options.settings["clients"] = clients;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.count("held"), clients);
    for (const CheckResult &each : trial.result->results)
        QVERIFY(each.outcome == CheckOutcome::Holds || each.outcome == CheckOutcome::Possible);
    QVERIFY(!trial.result->history.waits.empty());
}

void FreeRunTest::repeatsHaveTokensOfTheirOwn()
{
    RunTrial trial(locked);
    trial.options.repeats = 20;
    trial.options.rounds = 3;
    QVERIFY(trial.play());
    QCOMPARE(trial.count("held"), 2 * 20 * 3);
    const History &history = trial.result->history;
    QVERIFY(history.texts.find("SET lock A-20 NX PX 30000") != none);
    QVERIFY(history.texts.find("SET lock A-21 NX PX 30000") == none);
}

// A program may store its token, or decide by its length, so what exploring says of it is true of
// the program that runs only if both have the same.
void FreeRunTest::tokensAreThoseOfSteps()
{
    const QByteArray text = fileOf(R"(keys = { "k" }, params = { clients = 2 },
  client = function(p, me) redis.call("SET", "k", me.token .. " has " .. #me.token) end)");
    const auto commandsFrom = [](const History &history, size_t first) {
        QByteArrayList commands;
        for (size_t i = first; i < history.operations.size(); ++i)
            commands << history.texts[history.operations[i].command].toByteArray();
        std::sort(commands.begin(), commands.end());
        return commands;
    };
    RunTrial trial(text);
    trial.options.rounds = 12;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    auto stepper = stepperOf(trial.scenario);
    QVERIFY2(stepper, qPrintable(why(stepper)));
    QCOMPARE(replayed(*stepper, QStringLiteral("A1 B1")), QString());
    const History &history = trial.result->history;
    QCOMPARE(commandsFrom(history, history.rounds[11].firstOperation),
        commandsFrom(stepper->history(), 0));
}

// In each round clients have the tokens of the round before, but draw other numbers.
void FreeRunTest::chanceDiffersByProcessAndRound()
{
    const auto drawn = [] {
        RunTrial trial(fileOf(R"(keys = { "k" }, params = { clients = 2 },
  client = function(p, me) redis.call("SET", "k", random(1000000000)) end)"));
        trial.options.rounds = 3;
        trial.options.repeats = 2;
        if (!trial.play())
            qFatal("no run");
        std::set<QByteArray> commands;
        for (const Operation &each : trial.result->history.operations)
            commands.insert(trial.result->history.texts[each.command].toByteArray());
        return commands;
    };
    const std::set<QByteArray> commands = drawn();
    QCOMPARE(commands.size(), size_t(2 * 3 * 2));
    QCOMPARE(drawn(), commands);
}

void FreeRunTest::roundsStartAfresh()
{
    RunTrial trial(oversell);
    trial.options.settings["stock"] = 5;
    trial.options.rounds = 4;
    QVERIFY(trial.play());
    const History &history = trial.result->history;
    QCOMPARE(history.rounds.size(), size_t(4));
    for (const Round &round : history.rounds) {
        const Operation &first = history.operations[round.firstOperation];
        QCOMPARE(history.texts[first.reply].toByteArray(), QByteArray("5"));
        QVERIFY(round.begin <= first.called && first.returned <= round.end);
        QVERIFY(!round.cutOff && !round.stuck);
    }
    QVERIFY(trial.result->busy > 0ns);
}

void FreeRunTest::aDurationEndsTheRun()
{
    RunTrial trial(oversell);
    trial.options.duration = 6s; // of rounds that take milliseconds
    QVERIFY(trial.play());
    QVERIFY(trial.result->history.rounds.size() > 1);
    QVERIFY(!trial.result->stopped);
}

void FreeRunTest::theHistoryIsInOrder()
{
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 20;
    trial.options.repeats = 50;
    QVERIFY(trial.play());
    Moment last = 0;
    for (const Operation &each : trial.result->history.operations) {
        QVERIFY(each.called <= each.returned);
        QVERIFY(each.returned >= last);
        last = each.returned;
    }
    QVERIFY(!trial.result->history.changes.empty());
    QVERIFY(trial.result->options.seed == 7);
}

void FreeRunTest::aRunCanBeStoppedAtAnyMoment_data()
{
    QTest::addColumn<int>("clients");
    QTest::addColumn<int>("after");
    for (const int clients : {2, 500, 5000}) {
        for (const int after : {0, 30, 150, 600})
            QTest::addRow("%d clients, after %d ms", clients, after) << clients << after;
    }
}

void FreeRunTest::aRunCanBeStoppedAtAnyMoment()
{
    QFETCH(int, clients);
    QFETCH(int, after);
    RunTrial trial(oversell);
    trial.options.settings["clients"] = clients;
    trial.options.settings["stock"] = 100'000;
    trial.options.repeats = 1'000'000;
    trial.options.exactOrder = false;
    QVERIFY(trial.begin());
    QTimer::singleShot(after, trial.run.get(), [&] { trial.run->stop(); });
    QTRY_VERIFY_WITH_TIMEOUT(trial.isOver(), 30'000);
    QVERIFY(trial.result);
    QVERIFY(trial.result->stopped);
    for (const Round &round : trial.result->history.rounds)
        QVERIFY(round.cutOff);
}

void FreeRunTest::stoppingThousandsIsPrompt()
{
    RunTrial trial(oversell);
    trial.options.settings["clients"] = 5000;
    trial.options.settings["stock"] = 100'000;
    trial.options.repeats = 1'000'000;
    trial.options.exactOrder = false;
    QVERIFY(trial.begin());
    QTRY_VERIFY_WITH_TIMEOUT(trial.progress.operations > 10'000, 60'000);
    trial.run->stop();
    QTRY_VERIFY(trial.isOver());
    QVERIFY(trial.result);
    QVERIFY(trial.result->stopped);
    const History &history = trial.result->history;
    QCOMPARE(history.rounds.size(), size_t(1));
    QVERIFY(history.rounds[0].cutOff);
    for (const Operation &each : history.operations)
        QVERIFY(each.returned == never || each.returned >= each.called);
}

void FreeRunTest::aRunCanBeDestroyedAtAnyMoment()
{
    for (const int after : {0, 5, 50, 400}) {
        RunTrial trial(oversell);
        trial.options.settings["clients"] = 200;
        trial.options.rounds = 1'000'000; // it is judged most of the time
        QVERIFY(trial.begin());
        QVERIFY(!QTest::qWaitFor([&] { return trial.isOver(); }, after));
    }
}

void FreeRunTest::aStuckRoundEndsAtOnce()
{
    RunTrial trial(R"(
return {
  id = "stuck", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 3 }, keys = { "lock" },
  setup = function(p) redis.call("SET", "lock", "nobody") end,
  client = function(p, me)
    await_gone("lock")
    redis.call("SET", "lock", me.token)
  end,
  finally = { nobody_waits() },
}
)");
    QVERIFY(trial.play());
    QVERIFY(trial.result->history.rounds[0].stuck);
    QVERIFY(trial.result->history.rounds[0].end - trial.result->history.rounds[0].begin
        < 20'000'000'000); // and not when it would have been cut off
    QCOMPARE(trial.result->history.rounds[0].waiting, 3U);
    QCOMPARE(trial.result->history.rounds[0].unfinished, 3U);
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Violated);
}

// A lock with a deadline that is never given back: that is no end, and nothing is certain.
void FreeRunTest::whoIsLeftAtTheEndIsCounted()
{
    RunTrial trial(R"(
return {
  id = "left", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 4 }, keys = { "lock" },
  setup = function(p) redis.call("SET", "lock", "nobody", "PX", 600000) end,
  client = function(p, me)
    if me.name == "A" then return end
    if me.name == "B" then sleep(600000) end
    await_gone("lock")
    redis.call("SET", "lock", me.token)
  end,
  always = { holders_at_most("lock", 1) },
}
)");
    trial.options.roundLimit = 2s; // by when they have come to wait
    QVERIFY(trial.play());
    const Round &round = trial.result->history.rounds[0];
    QVERIFY(round.cutOff && !round.stuck);
    QCOMPARE(round.unfinished, 3U);
    QCOMPARE(round.waiting, 2U);
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Holds);
    const QJsonObject json = runToJson(*trial.result);
    QCOMPARE(json[QStringLiteral("unfinished")].toInt(), 3);
    QCOMPARE(json[QStringLiteral("waiting")].toInt(), 2);
    const QJsonObject check = json[QStringLiteral("checks")].toArray().at(0).toObject();
    QCOMPARE(check[QStringLiteral("neverMarked")].toArray(), QJsonArray{QStringLiteral("lock")});
}

void FreeRunTest::aRoundIsCutOffAtItsLimit()
{
    RunTrial trial(R"(
return {
  id = "long", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "lock" },
  client = function(p, me) sleep(60000) redis.call("SET", "lock", me.token) end,
  finally = { nobody_waits() },
}
)");
    trial.options.roundLimit = 200ms;
    QVERIFY(trial.play());
    QVERIFY(trial.result->history.rounds[0].cutOff);
    QVERIFY(trial.result->history.operations.empty());
}

void FreeRunTest::aLoopWithoutCommandsIsCutOff()
{
    RunTrial trial(R"(
return {
  id = "busy", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 2 }, keys = { "lock" },
  client = function(p, me) while true do work() end end,
}
)");
    trial.options.roundLimit = 200ms;
    QVERIFY(trial.play());
    QVERIFY(trial.result->history.rounds[0].cutOff);
}

// The second sleeps begin in the order in which the first ones end, so 30 and 30 are before 31 and
// 44, however busy the machine is.
void FreeRunTest::sleepsFollowOneAnother()
{
    RunTrial trial(R"(
return {
  id = "sleeps", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "lock" },
  client = function(p, me)
    spawn(function() sleep(30) sleep(30) count("early") end)
    sleep(31) sleep(44)
    count("late")
  end,
}
)");
    QVERIFY(trial.play());
    QCOMPARE(trial.count("late"), 1);
    QCOMPARE(trial.count("early"), 1);
}

void FreeRunTest::aMistakeEndsTheRun()
{
    RunTrial trial(R"(
return {
  id = "wrong", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 50 }, keys = { "list" },
  setup = function(p) redis.call("RPUSH", "list", "x") end,
  client = function(p, me)
    if me.index == 7 then redis.call("INCR", "list") end
    redis.call("LLEN", "list")
  end,
  always = { count_at_most("none", 1) },
}
)");
    trial.options.rounds = 10;
    QVERIFY(trial.play());
    QVERIFY2(trial.result->mistake.contains(QStringLiteral("trial.lua:7")),
        qPrintable(trial.result->mistake));
    QCOMPARE(trial.result->history.rounds.size(), size_t(1));
}

void FreeRunTest::messagesReachTheirReceivers()
{
    RunTrial trial(R"(
return {
  id = "messages", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 3 }, keys = { "ready" },
  clients = {
    { role = "teller", count = 1, run = function(p, me)
      repeat sleep(5) until tonumber(redis.call("GET", "ready") or "0") >= 2
      redis.call("PUBLISH", "news", "hello")
    end },
    { role = "listener", count = 2, run = function(p, me)
      subscribe("news")
      redis.call("INCR", "ready")
      if receive("news") == "hello" then count("heard") end
      if receive("news", 10) == nil then count("nothing") end
    end },
  },
  always = { count_at_most("heard", 2) },
}
)");
    QVERIFY(trial.play());
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.count("heard"), 2);
    QCOMPARE(trial.count("nothing"), 2);
}

void FreeRunTest::aSpawnedThreadRunsBesideItsProcess()
{
    RunTrial trial(R"(
return {
  id = "spawning", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 3 }, keys = { "beat:*", "seen" },
  client = function(p, me)
    local thread = spawn(function()
      while true do
        redis.call("INCR", "beat:" .. me.name)
        sleep(2)
      end
    end)
    repeat sleep(1) until tonumber(redis.call("GET", "beat:" .. me.name) or "0") >= 5
    thread.cancel()
    redis.call("INCR", "seen")
    count("through")
  end,
  finally = { value_at_least("seen", 3) },
}
)");
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.count("through"), 3);
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Holds);
    const History &history = trial.result->history;
    for (quint32 client = 0; client < 3; ++client) {
        const auto beats = std::count_if(
            history.operations.begin(), history.operations.end(), [&](const Operation &each) {
                return each.client == client && each.thread == 1
                    && history.texts[each.command].startsWith("INCR beat:");
            });
        QVERIFY2(beats >= 5, qPrintable(QString::number(beats)));
    }
}

void FreeRunTest::cancellingWakesASleepingThread()
{
    RunTrial trial(R"(
return {
  id = "cancelling", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 2 }, keys = { "n" },
  client = function(p, me)
    local thread = spawn(function() sleep(60000) redis.call("INCR", "n") end)
    redis.call("GET", "n")
    thread.cancel()
    count("through")
  end,
  finally = { value_at_least("n", 0) },
}
)");
    QVERIFY(trial.play());
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.count("through"), 2);
    QVERIFY(!trial.result->history.rounds[0].cutOff);
    QCOMPARE(trial.result->history.operations.size(), size_t(2));
}

void FreeRunTest::absoluteTimeIsTheServers()
{
    RunTrial trial(R"(return {
      id = "absolute", family = "lock", title = { en = "t" }, lesson = { en = "l" },
      params = { clients = 5 }, keys = { "k" },
      client = function(p, me)
        local later = (redis.call("TIME")[1] + 100) * 1000
        redis.call("SET", "k", me.token, "PXAT", later)
        redis.call("EXPIREAT", "k", later // 1000 + 1)
        if redis.call("PEXPIRETIME", "k") >= later then count("right") end
      end,
      finally = { ttl_present("k"), count_at_least("right", 5) },
    })");
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.count("right"), 5);
    for (const CheckResult &each : trial.result->results)
        QCOMPARE(int(each.outcome), int(CheckOutcome::Holds));
}

void FreeRunTest::asManyServersAsAScenarioMayHave()
{
    RunTrial trial(R"(
return {
  id = "nine", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 4 }, nodes = 9, keys = { "visits" },
  client = function(p, me)
    for server = 0, 8 do redis.on(server).call("INCR", "visits") end
  end,
  finally = { function(v, p)
    for server = 0, 8 do
      if v.get("visits", server) ~= tostring(p.clients) then return "server " .. server end
    end
  end },
})");
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.result->history.orderKind, OrderKind::Exact);
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Holds);
    for (const Operation &each : trial.result->history.operations)
        QVERIFY(each.order != none);
}

void FreeRunTest::aDurationCutsARoundOff()
{
    RunTrial trial(R"(
return {
  id = "long", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 2 }, keys = { "k" },
  client = function(p, me) redis.call("INCR", "k") sleep(60000) redis.call("INCR", "k") end,
  finally = { value_at_least("k", 0) },
}
)");
    trial.options.duration = 300ms;
    QVERIFY(trial.play());
    QCOMPARE(trial.result->history.rounds.size(), size_t(1));
    QVERIFY(trial.result->history.rounds[0].cutOff);
    QCOMPARE(trial.result->history.operations.size(), size_t(2));
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Undecided);
}

// A program without an end would go on while the last replies are waited for, and so would the run.
void FreeRunTest::nothingIsSentWhenARoundIsOver()
{
    RunTrial trial(R"(
return {
  id = "on", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 2 }, keys = { "k" },
  client = function(p, me) while true do redis.call("INCR", "k") end end,
  always = { value_at_least("k", 0) },
}
)");
    trial.options.duration = 300ms;
    QVERIFY(trial.play());
    const History &history = trial.result->history;
    QCOMPARE(history.rounds.size(), size_t(1));
    QVERIFY(history.operations.size() > 2);
    for (const Operation &each : history.operations)
        QVERIFY(each.called <= history.rounds[0].end);
}

void FreeRunTest::aDurationLeavesWholeRounds()
{
    // A machine that stands still for a second cuts a round off; a program that does never has
    // whole ones only.
    bool isWhole = false;
    for (int run = 0; run < 5 && !isWhole; ++run) {
        RunTrial trial(R"(
return {
  id = "short", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 2 }, keys = { "k" },
  client = function(p, me) redis.call("INCR", "k") sleep(60) redis.call("INCR", "k") end,
  finally = { value_at_least("k", 4) },
}
)");
        trial.options.duration = 400ms;
        QVERIFY(trial.play());
        const auto &rounds = trial.result->history.rounds;
        isWhole = rounds.size() > 1
            && std::none_of(
                rounds.begin(), rounds.end(), [](const Round &each) { return each.cutOff; });
        if (isWhole)
            QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Holds);
    }
    QVERIFY(isWhole);
}

// Its connection is used by the next process, whose transaction it would spoil.
void FreeRunTest::aWatchInSmallLettersEndsWithItsProcess()
{
    RunTrial trial(R"(
return {
  id = "small", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "k" },
  client = function(p, me)
    if me.token == "A-1" then
      redis.call("watch", "k")
      return
    end
    redis.call("SET", "k", 1)
    redis.call("multi")
    redis.call("incr", "k")
    if redis.call("exec") then count("executed") end
  end,
}
)");
    trial.options.repeats = 2;
    QVERIFY(trial.play());
    QCOMPARE(trial.count("executed"), 1);
}

void FreeRunTest::aMarkAfterASleepIsOfItsOwnMoment()
{
    RunTrial trial(R"(
return {
  id = "later", family = "limiter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 2 }, keys = { "n" },
  client = function(p, me)
    redis.call("INCR", "n")
    event("asked")
    sleep(20) sleep(1000 * me.index)
    event("admitted")
  end,
  always = { admitted_at_most("asked", 1, 500), admitted_at_most(1, 500) },
}
)");
    QVERIFY(trial.play());
    QVERIFY(trial.result->results[0].outcome != CheckOutcome::Holds);
    QCOMPARE(trial.result->results[1].outcome, CheckOutcome::Holds);
}

// The script is executed again to see the values, and would take another element.
void FreeRunTest::whatAScriptTookByChanceIsNotGuessed()
{
    const QByteArray text(R"lua(
return {
  id = "chance", family = "stock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "s", "before", "after" },
  setup = function(p) redis.call("SADD", "s", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14) end,
  client = function(p, me)
    redis.call("SET", "before", 1)
    local taken = redis.call("EVAL", "return redis.call('spop', KEYS[1])", 1, "s")
    for i = 1, 14 do
      if i ~= tonumber(taken) then redis.call("SREM", "s", i) end
    end
    redis.call("SET", "after", 1)
  end,
  always = { value_at_most("before", 0), value_at_most("after", 0) },
  finally = { function(v) if v.size("s") ~= 0 then return "somebody is left" end end },
}
)lua");
    RunTrial trial(text);
    trial.options.rounds = 3;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    const auto &results = trial.result->results;
    QCOMPARE(results[0].outcome, CheckOutcome::Violated); // it was known until then
    QCOMPARE(results[1].outcome, CheckOutcome::NotChecked);
    QCOMPARE(results[2].outcome, CheckOutcome::NotChecked);
    for (const Operation &each : trial.result->history.operations)
        QVERIFY(each.order != none); // the order is known in any case

    RunTrial looking(QByteArray(text).replace("'spop'", "'srandmember'"));
    QVERIFY(looking.play()); // it only looks, and what is done with it is in the commands
    QCOMPARE(looking.result->results[1].outcome, CheckOutcome::Violated);
    QCOMPARE(looking.result->results[2].outcome, CheckOutcome::Violated);
}

// The server judges at the beginning of a command which keys have expired, and tells of the command
// later: here after the deadline of a key that it did find.
void FreeRunTest::whatACommandFoundDoesNotDependOnWhenItEnded()
{
    RunTrial trial(R"lua(
return {
  id = "slow", family = "stock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "many", "copy" },
  setup = function(p)
    redis.call("EVAL", "for i = 1, 200000 do redis.call('SADD', KEYS[1], 'm' .. i) end", 1, "many")
  end,
  client = function(p, me)
    redis.call("PEXPIRE", "many", 20)
    count("copied", redis.call("SUNIONSTORE", "copy", "many"))
  end,
  always = { ttl_present("many") },
}
)lua");
    trial.options.rounds = 5;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    const History &history = trial.result->history;
    int found = 0;
    for (size_t i = 0; i < history.rounds.size(); ++i) {
        const RoundRecords records(history, int(i));
        qint64 elements = 0;
        for (const MarkRecord &each : records.marks)
            elements += each.kind == MarkRecord::Kind::Count ? each.value : 0;
        bool isThere = false;
        for (const KeyChange &each : records.changes) {
            if (history.texts[each.key].toByteArray() == "copy")
                isThere = each.exists;
        }
        QCOMPARE(isThere, elements > 0);
        found += elements > 0 ? 1 : 0;
    }
    QVERIFY(found > 0); // a client that stood still before the command has lost the key
}

void FreeRunTest::onlyStringsHaveAValue()
{
    const QByteArray text(R"(
return {
  id = "kinds", family = "stock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "hash", "list", "set", "sorted", "text", "zeros", "hll" },
  client = function(p, me)
    redis.call("HSET", "hash", "f", "v")
    redis.call("RPUSH", "list", "v")
    redis.call("SADD", "set", "v")
    redis.call("ZADD", "sorted", 1, "v")
    redis.call("SET", "text", "v")
    redis.call("SET", "zeros", "007")
  end,
  finally = { function(v)
    for _, key in ipairs({ "hash", "list", "set", "sorted", "hll" }) do
      if v.get(key) then return key .. " has a value" end
      if key ~= "hll" and v.size(key) ~= 1 then return key .. " has another size" end
    end
    if v.get("text") ~= "v" or v.size("text") ~= 1 then return "the text" end
    if v.get("zeros") ~= "007" or v.size("zeros") ~= 3 then return "the zeros" end
  end },
}
)");
    for (const bool exact : {true, false}) {
        RunTrial trial(text);
        trial.options.exactOrder = exact;
        QVERIFY(trial.play());
        QCOMPARE(trial.result->mistake, QString());
        const CheckResult &result = trial.result->results[0];
        QVERIFY2(!result.first, result.first ? qPrintable(result.first->sentence.en) : "");
    }
}

void FreeRunTest::aHashTellsAllItsFields()
{
    const QByteArray text(R"(
return {
  id = "fields", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "hash" },
  client = function(p, me)
    redis.call("HSET", "hash", "b", "1")
    redis.call("HSET", "hash", "a", "1")
    work(100)
  end,
  finally = { function(v) end },
}
)");
    for (const bool exact : {true, false}) {
        RunTrial trial(text);
        trial.options.exactOrder = exact;
        QVERIFY(trial.play());
        const History &history = trial.result->history;
        QVERIFY(!history.changes.empty());
        QCOMPARE(history.texts[history.changes.back().value].toByteArray(), "a, b");
    }
}

void FreeRunTest::aLongValueIsGivenWhole_data()
{
    QTest::addColumn<bool>("exact");
    QTest::newRow("in the exact order") << true;
    QTest::newRow("looked at now and then") << false;
}

void FreeRunTest::aLongValueIsGivenWhole()
{
    QFETCH(bool, exact);
    RunTrial trial(R"(
return {
  id = "long", family = "stock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "set", "grown", "patched", "copy", "last" },
  client = function(p, me)
    redis.call("SET", "set", string.rep("s", 100000) .. "1")
    redis.call("SET", "set", string.rep("s", 100000) .. "2")
    for i = 1, 300 do redis.call("APPEND", "grown", i .. ",") end
    redis.call("SETRANGE", "patched", 300, "end")
    redis.call("EVAL", [[redis.call('SET', KEYS[2], redis.call('GET', KEYS[1]))]], 2, "set", "copy")
    redis.call("SET", "last", 1)
  end,
  finally = { function(v)
    local grown = ""
    for i = 1, 300 do grown = grown .. i .. "," end
    local values = { set = string.rep("s", 100000) .. "2", grown = grown,
      patched = string.rep("\0", 300) .. "end", copy = string.rep("s", 100000) .. "2" }
    for key, value in pairs(values) do
      if v.get(key) ~= value then return key .. " has another value" end
      if v.size(key) ~= #value then return key .. " has another size" end
    end
  end },
}
)");
    trial.options.exactOrder = exact;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    const CheckResult &result = trial.result->results[0];
    QVERIFY2(!result.first, result.first ? qPrintable(result.first->sentence.en) : "");
    QCOMPARE(result.outcome, CheckOutcome::Holds);
}

// 30 values of 3 MB.
void FreeRunTest::valuesThatAreTooLongAreNotGuessed()
{
    RunTrial trial(R"(
return {
  id = "long", family = "stock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "large", "small" },
  client = function(p, me)
    for i = 1, 30 do redis.call("SETRANGE", "large", 3000000 + i, "x") end
    redis.call("SET", "small", "s")
  end,
  finally = { function(v) if v.get("small") ~= "s" then return "small has another value" end end },
}
)");
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::NotChecked);
    QVERIFY(trial.result->history.memory() < 2 * LongValueBudget::most);
}

// The main thread's command is executed before that of the other, which has its reply first.
void FreeRunTest::marksOfOneClientKeepTheirOrder()
{
    RunTrial trial(R"(
return {
  id = "threads", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "slow", "quick" }, nodes = 2,
  client = function(p, me)
    local made = 0
    local function make() made = made + 1 event("made", made) end
    spawn(function()
      sleep(2)
      redis.on(1).call("INCR", "quick")
      make()
    end)
    redis.call("EVAL", "redis.call('SET', KEYS[1], 1) local n = 0 "
      .. "for i = 1, 10000000 do n = n + i end return n", 1, "slow")
    make()
    sleep(100)
  end,
  always = {
    in_order("made"),
    function(v)
      for place, each in ipairs(v.events("made")) do
        if each.value ~= place then return "the event in place " .. place .. " is " .. each.value end
      end
    end,
  },
}
)");
    trial.options.rounds = 5;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.result->history.marks.size(), size_t(10));
    for (const CheckResult &each : trial.result->results) {
        QVERIFY2(!each.first, each.first ? qPrintable(each.first->sentence.en) : "");
        QCOMPARE(each.outcome, CheckOutcome::Holds);
    }
}

// It writes what it has counted into the key.
void FreeRunTest::aCountOfAHyperLogLogIsAChange()
{
    RunTrial trial(R"(
return {
  id = "hll", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "hll", "copy" },
  client = function(p, me)
    redis.call("PFADD", "hll", "a", "b", "c")
    redis.call("PFCOUNT", "hll")
    redis.call("SET", "copy", redis.call("GET", "hll"))
  end,
  finally = { function(v) if v.get("hll") ~= v.get("copy") then return "stale" end end },
}
)");
    QVERIFY(trial.play());
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Holds);
}

// MONITOR tells them apart by the connection, which is one for all subscriptions of a client.
void FreeRunTest::twoThreadsOfAClientSubscribe()
{
    RunTrial trial(R"(
return {
  id = "two", family = "counter", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 2 }, keys = { "k" },
  client = function(p, me)
    spawn(function()
      redis.call("APPEND", "k", "a")
      subscribe("news")
      receive("news", 5)
      redis.call("APPEND", "k", "b")
    end)
    redis.call("APPEND", "k", "c")
    subscribe("news")
    receive("news", 5)
    redis.call("APPEND", "k", "d")
    subscribe("other")
    receive("other", 30)
  end,
  finally = { function(v) if v.size("k") < 4 then return "lost" end end },
}
)");
    trial.options.exactOrder = true;
    trial.options.rounds = 20;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "no end");
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.result->history.orderKind, OrderKind::Exact);
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Holds);
}

void FreeRunTest::aLongRunForgetsOldRounds_data()
{
    QTest::addColumn<bool>("exact");
    QTest::addRow("exact") << true;
    QTest::addRow("sampled") << false;
}

// What is forgotten is still counted, and what a check found is still to be seen.
void FreeRunTest::aLongRunForgetsOldRounds()
{
    QFETCH(bool, exact);
    RunTrial trial(R"(return {
        id = "forgets", family = "stock", title = { en = "t" }, lesson = { en = "l" },
        params = { clients = { 2, 1, 10 } }, keys = { "n" },
        client = function(p, me)
            for i = 1, 20 do redis.call("SET", "n", tostring(random(1000000))) end
            if random(40) == 1 then
                redis.call("SET", "n", "found")
                count("sold")
            end
        end,
        finally = { count_at_most("sold", 0) },
    })");
    trial.options.rounds = 200;
    trial.options.exactOrder = exact;
    trial.options.historyMemory = 200'000;
    QVERIFY2(trial.play(), qPrintable(trial.error ? trial.error->detail : QString()));
    QCOMPARE(trial.result->mistake, QString());
    const History &history = trial.result->history;
    QVERIFY2(history.memory() <= 250'000, qPrintable(QString::number(history.memory())));
    QCOMPARE(history.rounds.size(), std::size_t(200));
    QCOMPARE(history.operationCount(), qint64(200 * 2 * 20) + trial.count("sold"));
    QVERIFY(history.rounds.back().isKept);

    const Violation &first = trial.result->results[0].first.value();
    QVERIFY2(first.round > 0, "the first round shows nothing of what is forgotten before it");
    QVERIFY(!history.rounds.front().isKept);
    for (std::size_t number = 0; number < history.rounds.size(); ++number) {
        const RoundRecords records(history, int(number));
        const bool isFirst = int(number) == first.round;
        QCOMPARE(records.operations.empty(), !history.rounds[number].isKept);
        QVERIFY(!isFirst || history.rounds[number].isKept);
        QCOMPARE(records.processes.size(), std::size_t(records.round.isKept ? 2 : 0));
        for (const Operation &each : records.operations)
            QVERIFY(history.texts[each.command].startsWith("SET n "));
        for (const KeyChange &each : records.changes)
            QCOMPARE(history.texts[each.key].toByteArray(), QByteArray("n"));
        for (const MarkRecord &each : records.marks) {
            QCOMPARE(history.texts[each.name].toByteArray(), QByteArray("sold"));
            QCOMPARE(history.texts[history.operations[each.operation].command].toByteArray(),
                QByteArray("SET n found"));
        }
    }
    QVERIFY(!first.operations.isEmpty());
    for (const quint32 operation : first.operations) {
        const Operation &proof = history.operations.at(operation);
        QCOMPARE(history.texts[proof.command].toByteArray(), QByteArray("SET n found"));
        const Round &round = history.rounds[std::size_t(first.round)];
        QVERIFY(proof.called >= round.begin && proof.called <= round.end);
    }
}

QTEST_GUILESS_MAIN(FreeRunTest)
#include "tst_freerun.moc"
