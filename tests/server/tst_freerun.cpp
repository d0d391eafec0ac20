#include "core/lab/runjson.h"
#include "tests/server/runtrial.h"
#include "tests/support/patience.h"

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
    void roundsStartAfresh();
    void aDurationEndsTheRun();
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
    QCOMPARE(trial.result->results[0].outcome, CheckResult::Outcome::Violated);
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
        QVERIFY(each.outcome == CheckResult::Outcome::Holds
            || each.outcome == CheckResult::Outcome::Possible);
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
    QVERIFY(history.texts.find("SET lock A-60 NX PX 30000") != none);
    QVERIFY(history.texts.find("SET lock A-61 NX PX 30000") == none);
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
        const Operation &first = history.operations[round.operations];
        QCOMPARE(history.texts[first.reply].toByteArray(), QByteArray("5"));
        QVERIFY(round.begin <= first.called && first.returned <= round.end);
        QVERIFY(!round.cutOff && !round.stuck);
    }
    QVERIFY(trial.result->busy > 0ns);
}

void FreeRunTest::aDurationEndsTheRun()
{
    RunTrial trial(oversell);
    trial.options.duration = 2s; // of rounds that take milliseconds
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
    QCOMPARE(trial.result->results[0].outcome, CheckResult::Outcome::Violated);
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
    QCOMPARE(trial.result->results[0].outcome, CheckResult::Outcome::Holds);
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

// 30 and 30 are 60, which is before 75: alarms ring in their order, however busy the machine is.
void FreeRunTest::sleepsFollowOneAnother()
{
    RunTrial trial(R"(
return {
  id = "sleeps", family = "lock", title = { en = "t" }, lesson = { en = "l" },
  params = { clients = 1 }, keys = { "lock" },
  client = function(p, me)
    spawn(function() sleep(30) sleep(30) count("early") end)
    sleep(75)
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
    QCOMPARE(trial.result->results[0].outcome, CheckResult::Outcome::Holds);
    const History &history = trial.result->history;
    for (quint32 client = 0; client < 3; ++client) {
        const auto beats = std::count_if(
            history.operations.begin(), history.operations.end(), [&](const Operation &each) {
                return each.client == client && each.thread == 1
                    && history.texts[each.words].startsWith("INCR beat:");
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
        QCOMPARE(int(each.outcome), int(CheckResult::Outcome::Holds));
}

QTEST_GUILESS_MAIN(FreeRunTest)
#include "tst_freerun.moc"
