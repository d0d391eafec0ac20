// A server that restarts or is replaced takes its connections with it, in a free run, in steps and
// in the search alike: what was watched is watched no more, who has subscribed does so again.

#include "core/lab/wire/replywire.h"
#include "runtrial.h"
#include "tests/server/lab/exploring.h"

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

// To the last step that was taken.
QByteArray lastReply(const Stepper &stepper)
{
    const quint32 reply = stepper.effect(stepper.steps()).reply;
    return reply == 0 ? QByteArray() : stepper.space().reply(reply).toByteArray();
}

// Who finds no stock does not buy, so keys that are lost do not sell one twice.
const char *const sellsOnce = R"(
  params = { clients = 2 }, keys = { "stock" }, nodes = 2, bounds = { restarts = 1 },
  setup = function(p) redis.call("SET", "stock", 1) end,
  client = function(p, me)
    redis.call("WATCH", "stock")
    if redis.call("GET", "stock") == "1" then
      redis.call("MULTI")
      redis.call("SET", "stock", 0)
      if redis.call("EXEC") then count("sold") end
    end
  end,
  always = { count_at_most("sold", 1) },
)";

const char *const hearsNews = R"(
  params = { clients = 2 }, keys = { "n" }, nodes = 2, bounds = { restarts = 1 },
  clients = {
    { role = "teller", count = 1, run = function(p, me)
      redis.call("SET", "n", 1)
      redis.call("PUBLISH", "news", "before")
      count("listeners", redis.call("PUBLISH", "news", "after"))
    end },
    { role = "listener", count = 1, run = function(p, me)
      subscribe("news")
      receive("news")
      receive("news")
      count("heard")
    end },
  },
  always = { count_at_most("listeners", 1) },
  finally = { nobody_waits() },
)";

} // namespace

class TestLostConnections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void watchIsLostInARestart();
    void watchIsLostInAFailover();
    void watchOfAnotherServerStays();
    void watchIsLostThoughThereIsNoKey();
    void laterWatchCounts();
    void searchFindsTheLostWatch();
    void everyWayOfWalkingCountsTheSame_data();
    void everyWayOfWalkingCountsTheSame();
    void freeRunLosesTheWatchToo();
    void subscriptionGoesOn();
    void searchHearsAllThatAReplayHears();
};

void TestLostConnections::watchIsLostInARestart()
{
    auto stepper = stepperOf(written(sellsOnce));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    // Without a fault the EXEC is aborted.
    QCOMPARE(replayed(*stepper, u"A1 A2 B1 B2 B3 A3"_s), QString());
    QCOMPARE(lastReply(*stepper), "$-1\r\n");
    QCOMPARE(stepper->violated(6), 0U);
    // The new connection watches nothing.
    QCOMPARE(replayed(*stepper, u"A1 A2 B1 B2 B3 N(0) A3"_s), QString());
    QCOMPARE(lastReply(*stepper), "*1\r\n+OK\r\n");
    QVERIFY(stepper->violated(7) != 0);
    // Going back, it is watched again, and the change that the other has made is known.
    QVERIFY(stepper->undo() && stepper->undo());
    QVERIFY(stepper->step({TraceStep::Kind::Client, 0, 0, 3}));
    QCOMPARE(lastReply(*stepper), "$-1\r\n");
}

void TestLostConnections::watchIsLostInAFailover()
{
    const ScenarioPtr scenario = written(QByteArray(sellsOnce).replace(
        "nodes = 2, bounds = { restarts = 1 }", "replica = true, bounds = { failovers = 1 }"));
    auto stepper = stepperOf(scenario);
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(replayed(*stepper, u"A1 A2 B1 B2 B3 F A3"_s), QString());
    QCOMPARE(lastReply(*stepper), "*1\r\n+OK\r\n");
}

void TestLostConnections::watchOfAnotherServerStays()
{
    auto stepper = stepperOf(written(R"(
        params = { clients = 2 }, keys = { "n" }, nodes = 2, bounds = { restarts = 1 },
        client = function(p, me)
          redis.call("SET", "n", 1)
          redis.on(1).call("WATCH", "n")
          redis.on(1).call("MULTI")
          redis.on(1).call("INCR", "n")
          redis.on(1).call("EXEC")
        end,
        always = { value_at_most("n", 5) },
    )"));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(replayed(*stepper, u"A1 A2 B1 B2 B3 N(0) A3"_s), QString());
    QCOMPARE(lastReply(*stepper), "$-1\r\n");
}

// It would change nothing but for the WATCH.
void TestLostConnections::watchIsLostThoughThereIsNoKey()
{
    auto stepper = stepperOf(written(R"(
        params = { clients = 1 }, keys = { "n" }, nodes = 2, bounds = { restarts = 1 },
        client = function(p, me)
          redis.call("WATCH", "n")
          redis.call("MULTI")
          redis.call("INCR", "n")
          redis.call("EXEC")
        end,
        always = { value_at_most("n", 5) },
    )"));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    for (const QString &trace : {u"N(0)"_s, u"A1 N(1)"_s}) {
        const Trace steps = *traceFromText(trace);
        QVERIFY(!stepper->replay(steps));
        QCOMPARE(optionFor(*stepper, steps.back()).blockedBy, BlockedBy::NothingToLose);
    }
    QCOMPARE(replayed(*stepper, u"A1 N(0) A2"_s), QString());
    QCOMPARE(lastReply(*stepper), "*1\r\n:1\r\n");
}

// Of two WATCHes the first is lost, the second holds.
void TestLostConnections::laterWatchCounts()
{
    auto stepper = stepperOf(written(R"(
        params = { clients = 2 }, keys = { "one", "two" }, nodes = 2, bounds = { restarts = 1 },
        setup = function(p) redis.call("SET", "one", 1) end,
        clients = {
          { role = "watcher", count = 1, run = function(p, me)
            redis.call("WATCH", "one")
            redis.call("WATCH", "two")
            redis.call("MULTI")
            redis.call("SET", "three", 1)
            redis.call("EXEC")
          end },
          { role = "writer", count = 1, run = function(p, me)
            redis.call("SET", "one", 2)
            redis.call("SET", "two", 2)
          end },
        },
        always = { value_at_most("one", 5) },
    )"_ba.replace(R"("two" })", R"("two", "three" })")));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(replayed(*stepper, u"A1 A2 B1 A3"_s), QString());
    QCOMPARE(lastReply(*stepper), "$-1\r\n");
    QCOMPARE(replayed(*stepper, u"A1 N(0) A2 B1 A3"_s), QString());
    QCOMPARE(lastReply(*stepper), "*1\r\n+OK\r\n");
    QCOMPARE(replayed(*stepper, u"A1 N(0) A2 B1 B2 A3"_s), QString());
    QCOMPARE(lastReply(*stepper), "$-1\r\n");
}

void TestLostConnections::searchFindsTheLostWatch()
{
    const ScenarioPtr scenario = written(sellsOnce);
    const auto exploration = explored(scenario);
    QVERIFY2(exploration, exploration ? "" : qPrintable(exploration.error().detail));
    const auto &smallest = exploration->checks[0].counterexample;
    QVERIFY(smallest);
    QCOMPARE(smallest->environment, 1);
    QCOMPARE(smallest->preemptions, 1);
    QCOMPARE(smallest->steps, 7);
    auto stepper = stepperOf(scenario);
    QVERIFY(stepper);
    QVERIFY(stepper->replay(smallest->trace));
    for (int step = 0; step <= stepper->steps(); ++step)
        QCOMPARE(stepper->violated(step) != 0, step == stepper->steps());

    ExploreOptions without = optionsOf(*scenario);
    without.bounds.restarts = 0;
    const auto calm = Explorer(scenario, without).explore();
    QVERIFY(calm);
    QCOMPARE(calm->checks[0].verdict, CheckOutcome::Holds);
}

void TestLostConnections::everyWayOfWalkingCountsTheSame_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("restart") << QByteArray(sellsOnce);
    QTest::newRow("failover") << QByteArray(sellsOnce).replace(
        "nodes = 2, bounds = { restarts = 1 }", "replica = true, bounds = { failovers = 1 }");
    QTest::newRow("subscription") << QByteArray(hearsNews);
}

void TestLostConnections::everyWayOfWalkingCountsTheSame()
{
    QFETCH(QByteArray, body);
    const ScenarioPtr scenario = written(body);
    const auto merged = explored(scenario);
    QVERIFY2(merged, merged ? "" : qPrintable(merged.error().detail));
    QVERIFY(merged->interleavings != "0");
    for (const auto &[merges, remembers] :
        {std::pair(false, true), {true, false}, {false, false}}) {
        ExploreOptions options = optionsOf(*scenario);
        options.mergeStates = merges;
        options.rememberAnswers = remembers;
        const auto other = Explorer(scenario, options).explore();
        QVERIFY2(other, other ? "" : qPrintable(other.error().detail));
        QCOMPARE(other->interleavings, merged->interleavings);
        QCOMPARE(other->violating, merged->violating);
        for (size_t i = 0; i < merged->checks.size(); ++i)
            QCOMPARE(other->checks[i].verdict, merged->checks[i].verdict);
    }
}

// The buyer has looked, another one writes, the server restarts, the buyer buys.
void TestLostConnections::freeRunLosesTheWatchToo()
{
    RunTrial trial(fileOf(R"(
  params = { clients = 2 }, keys = { "stock", "gone" }, nodes = 2, bounds = { restarts = 1 },
  setup = function(p) redis.call("SET", "stock", 1) end,
  clients = {
    { role = "buyer", count = 1, run = function(p, me)
      redis.call("WATCH", "stock")
      redis.on(1).call("SET", "stock", "looked")
      repeat sleep(1) until redis.on(1).call("GET", "gone")
      redis.call("MULTI")
      redis.call("SET", "stock", 0)
      if redis.call("EXEC") then count("bought") end
    end },
    { role = "other", count = 1, run = function(p, me)
      repeat sleep(1) until redis.on(1).call("GET", "stock")
      redis.call("SET", "stock", 0)
      repeat sleep(1) until not redis.call("GET", "stock") -- the restart
      redis.on(1).call("SET", "gone", 1)
    end },
  },
  always = { count_at_most("bought", 1) },
)"));
    trial.options.rounds = 1;
    trial.options.restartAfter = std::chrono::seconds(3); // by when all have come to wait for it
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QCOMPARE(trial.result->mistake, QString());
    QCOMPARE(trial.incidents(Incident::Kind::Restart), 1);
    QVERIFY(!trial.result->history.rounds[0].cutOff);
    QCOMPARE(trial.count("bought"), 1);
}

void TestLostConnections::subscriptionGoesOn()
{
    auto stepper = stepperOf(written(hearsNews));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    // The first message had been received before the restart; the second comes from the new
    // process, which somebody listens to.
    QCOMPARE(replayed(*stepper, u"B1 A1 A2 N(0) A3"_s), QString());
    QCOMPARE(lastReply(*stepper), ":1\r\n");
    QCOMPARE(replayed(*stepper, u"B1 A1 A2 N(0) A3 B2 B3"_s), QString());
    QCOMPARE(stepper->violated(7), 0U);
    QCOMPARE(stepper->ending(), Ending::Complete);
    // Who subscribes afterwards has missed what was said before.
    QCOMPARE(replayed(*stepper, u"A1 A2 N(0) B1 A3 B2"_s), QString());
    QCOMPARE(stepper->ending(), Ending::Stuck);
}

void TestLostConnections::searchHearsAllThatAReplayHears()
{
    const ScenarioPtr scenario = written(hearsNews);
    const auto exploration = explored(scenario);
    QVERIFY2(exploration, exploration ? "" : qPrintable(exploration.error().detail));
    QCOMPARE(exploration->checks[0].verdict, CheckOutcome::Holds);
    const auto &smallest = exploration->checks[1].counterexample; // subscribes too late
    QVERIFY(smallest);
    auto stepper = stepperOf(scenario);
    QVERIFY(stepper);
    QVERIFY(stepper->replay(smallest->trace));
    QVERIFY(stepper->violated(stepper->steps()) != 0);
}

QTEST_GUILESS_MAIN(TestLostConnections)
#include "tst_lostconnections.moc"
