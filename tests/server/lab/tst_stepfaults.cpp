// What befalls requests, servers and keys in steps: lost requests, restarts and failovers of real
// processes, keys that really expire.

#include "core/lab/loader/scenariofile.h"
#include "core/lab/wire/replywire.h"
#include "core/redis/privateserver/privateserver.h"
#include "exploring.h"
#include "tests/server/freerun/runtrial.h"
#include "tests/support/servers/blockingclient.h"

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

ScenarioPtr shippedOrWritten(const QByteArray &idOrBody)
{
    const auto shipped = findScenario(QString::fromUtf8(idOrBody));
    return shipped ? *shipped : written(idOrBody);
}

Result<Stepper> stepperOf(const QByteArray &idOrBody, const QString &changes = {})
{
    return stepperOf(shippedOrWritten(idOrBody), changes);
}

Result<Exploration> explored(const QByteArray &idOrBody, const QString &changes = {})
{
    return explored(shippedOrWritten(idOrBody), changes);
}

QString found(const Result<Exploration> &exploration, size_t check)
{
    if (!exploration)
        return exploration.error().detail;
    const CheckFinding &finding = exploration->checks[check];
    if (!finding.counterexample)
        return finding.verdict == CheckOutcome::Holds ? u"holds"_s : u"undecided"_s;
    const Counterexample &smallest = *finding.counterexample;
    return u"%1/%2/%3 %4"_s.arg(smallest.environment)
        .arg(smallest.preemptions)
        .arg(smallest.steps)
        .arg(traceText(smallest.trace));
}

// The lock on the second server has no deadline.
const char *const releaseMayBeLost = R"(
  params = { clients = 2 }, keys = { "lock" }, nodes = 2, bounds = { lost_requests = 1 },
  client = function(p, me)
    repeat redis.on(1).await_gone("lock")
    until redis.on(1).call("SET", "lock", me.token, "NX")
    redis.on(1).call("DEL", "lock")
  end,
  finally = { nobody_waits() },
)";

const char *const hearsOfExpiry = R"(
  params = { clients = { 2, 1, 100 }, lease = { 30000, 100, 100000 } },
  keys = { "lock", "other" }, bounds = { time = 1 }, expired_events = true,
  clients = {
    { role = "holder", count = 1, run = function(p, me)
      redis.call("SET", "lock", "x", "PX", p.lease)
      redis.call("SET", "other", "x", "PX", p.lease)
      redis.call("DEL", "other")
    end },
    { role = "listener", count = "clients", run = function(p, me)
      subscribe("__keyspace@0__:lock")
      event("heard", receive("__keyspace@0__:lock", 20000))
    end },
  },
  always = { function(v)
    for _, e in ipairs(v.events("heard")) do
      if e.value == "expired" then return "heard of it" end
    end
  end },
)";

} // namespace

class TestStepFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lostRequestNeverArrives();
    void lostRequestsAreExplored_data();
    void lostRequestsAreExplored();
    void everyWayOfWalkingCountsTheSame_data();
    void everyWayOfWalkingCountsTheSame();
    void whatCannotBeLostSaysWhy();
    void transactionsAndWatchesMayBeLost_data();
    void transactionsAndWatchesMayBeLost();
    void discardEndsAWatchAfterALoss_data();
    void discardEndsAWatchAfterALoss();
    void lostTransactionIsFound();
    void restartIsThatOfAProcess();
    void failoverIsThatOfAReplica();
    void replicaHoldsAnotherType();
    void explorerShowsWhatRealServersDid_data();
    void explorerShowsWhatRealServersDid();
    void expiryIsToldToWhoListens();
    void expiryIsToldInAFreeRun();
    void channelsOfOthersAreRefused_data();
    void channelsOfOthersAreRefused();
};

void TestStepFaults::lostRequestNeverArrives()
{
    auto stepper = stepperOf("redlock", u"T=0 L=1"_s);
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(replayed(*stepper, u"A1 L(A) A3"_s), QString());
    const StateSpace &space = stepper->space();
    QVERIFY(stepper->keySteps(2).empty());
    QCOMPARE(stepper->keySteps(3).size(), size_t(1));
    QVERIFY(space.inside(stepper->state(3).data(), "lock").empty());
    QVERIFY(stepper->step({TraceStep::Kind::Client, 0, 0, 4}));
    // Two of three are a majority.
    QCOMPARE(space.inside(stepper->state(4).data(), "lock"), std::vector<int>{0});
    const TraceStep again{TraceStep::Kind::LostRequest, 0, 0, 0};
    QVERIFY(!stepper->step(again));
    QCOMPARE(optionFor(*stepper, again).blockedBy, BlockedBy::Budget);
    const History history = stepper->history();
    QCOMPARE(history.texts[history.operations[1].reply].toByteArray(), "(lost)");
    QCOMPARE(history.incidents.size(), size_t(1));
    QCOMPARE(history.incidents[0].kind, Incident::Kind::LostRequest);
    // Undone and sent, it arrives.
    QVERIFY(stepper->undo() && stepper->undo() && stepper->undo());
    QVERIFY(stepper->step({TraceStep::Kind::Client, 0, 0, 2}));
    QCOMPARE(stepper->keySteps(2).size(), size_t(1));
}

void TestStepFaults::lostRequestsAreExplored_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("changes");
    QTest::addColumn<QString>("finding");
    QTest::newRow("a vote less is no holder more")
        << QByteArray("redlock") << u"T=0 L=2"_s << u"holds"_s;
    QTest::newRow("two votes less are too few")
        << QByteArray("redlock-split-vote") << u"clients=1 L=2"_s << u""_s;
    QTest::newRow("one vote less is not")
        << QByteArray("redlock-split-vote") << u"clients=1 L=1"_s << u"holds"_s;
    QTest::newRow("release") << QByteArray(releaseMayBeLost) << u""_s << u"1/0/3 A1 L(A) B0"_s;
    QTest::newRow("none may be lost") << QByteArray(releaseMayBeLost) << u"L=0"_s << u"holds"_s;
}

void TestStepFaults::lostRequestsAreExplored()
{
    QFETCH(QByteArray, id);
    QFETCH(QString, changes);
    QFETCH(QString, finding);
    const auto exploration = explored(id, changes);
    if (finding.isEmpty())
        QVERIFY2(found(exploration, 0).startsWith(u"2/0/"), qPrintable(found(exploration, 0)));
    else
        QCOMPARE(found(exploration, 0), finding);
    const auto &counterexample = exploration->checks[0].counterexample;
    if (!counterexample)
        return;
    auto stepper = stepperOf(id, changes);
    QVERIFY(stepper);
    QVERIFY(stepper->replay(counterexample->trace));
    for (int step = 0; step <= stepper->steps(); ++step)
        QCOMPARE(stepper->violated(step) != 0, step == stepper->steps());
}

void TestStepFaults::everyWayOfWalkingCountsTheSame_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("changes");
    QTest::newRow("lost requests") << QByteArray(releaseMayBeLost) << u"L=2"_s;
    QTest::newRow("expiry") << QByteArray(hearsOfExpiry) << u"T=2 clients=1"_s;
}

void TestStepFaults::everyWayOfWalkingCountsTheSame()
{
    QFETCH(QByteArray, id);
    QFETCH(QString, changes);
    const auto merged = explored(id, changes);
    QVERIFY2(merged, merged ? "" : qPrintable(merged.error().detail));
    QVERIFY(merged->interleavings != "0");
    for (const QString &way : {u" merge=0"_s, u" remember=0"_s, u" merge=0 remember=0"_s}) {
        const auto other = explored(id, changes + way);
        QVERIFY2(other, other ? "" : qPrintable(other.error().detail));
        QCOMPARE(countsOf(*other), countsOf(*merged));
        QCOMPARE(found(other, 0).section(u' ', 0, 0), found(merged, 0).section(u' ', 0, 0));
    }
}

void TestStepFaults::whatCannotBeLostSaysWhy()
{
    const auto alone = stepperOf("stock-script", u"L=1"_s);
    QVERIFY(!alone);
    QCOMPARE(alone.error().code, ErrorCode::BadInput);
    QVERIFY(alone.error().detail.contains(u"one of several servers"_s));
}

// What the server would do is told by what it does: the requests that are left are sent to it.
void TestStepFaults::transactionsAndWatchesMayBeLost_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QByteArray>("last");
    const char *const aborted = "$-1\r\n";
    const auto row = [](const char *name, const QString &trace, const char *last) {
        QTest::newRow(name) << trace << QByteArray(last);
    };
    row("nothing is lost", u"A1 B1 A2"_s, aborted);
    row("a WATCH that never arrived watches nothing", u"L(A) B1 A2"_s, "*1\r\n:10\r\n");
    row("a transaction that never arrived does nothing", u"A1 L(A)"_s, aborted);
    row("its WATCH is still open, and quiet", u"A1 L(A) A3"_s, "*1\r\n:1\r\n");
    row("its WATCH is still open, and fails the next", u"A1 L(A) B1 A3"_s, aborted);
    row("one without a WATCH", u"A1 A2 L(A)"_s, aborted);
}

void TestStepFaults::transactionsAndWatchesMayBeLost()
{
    QFETCH(QString, trace);
    QFETCH(QByteArray, last);
    auto stepper = stepperOf(R"(
        keys = { "n" }, nodes = 2, bounds = { lost_requests = 1 },
        clients = {
          { role = "counting", count = 1, run = function(p, me)
            redis.call("WATCH", "n")
            for turn = 1, 2 do
              redis.call("MULTI")
              redis.call("INCR", "n")
              redis.call("EXEC")
            end
          end },
          { role = "setting", count = 1, run = function() redis.call("SET", "n", 9) end },
        },
        always = { value_at_most("n", 50) },
    )");
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(replayed(*stepper, trace), QString());
    const quint32 reply = stepper->effect(stepper->steps()).reply;
    const QByteArray told =
        reply == 0 ? QByteArray("$-1\r\n") : stepper->space().reply(reply).toByteArray();
    QCOMPARE(told, last);
}

void TestStepFaults::discardEndsAWatchAfterALoss_data()
{
    QTest::addColumn<QByteArray>("lost"); // what the server never hears of
    QTest::newRow("of an EXEC") << QByteArray(R"(
        redis.call("MULTI") redis.call("INCR", "n") redis.call("EXEC"))");
    QTest::newRow("of an UNWATCH") << QByteArray(R"(redis.call("UNWATCH"))");
}

// As on a server that never got what was lost: the connection still watches until the DISCARD.
void TestStepFaults::discardEndsAWatchAfterALoss()
{
    QFETCH(QByteArray, lost);
    const auto server = PrivateServer::start({});
    QVERIFY(server);
    BlockingClient counting((*server)->endpoint().path);
    BlockingClient setting((*server)->endpoint().path);
    counting.run({"WATCH", "n"});
    setting.run({"SET", "n", "9"});
    for (const char *each : {"MULTI", "DISCARD", "MULTI"})
        QVERIFY(!counting.run({each}).isError());
    counting.run({"INCR", "n"});
    const Reply onServer = counting.run({"EXEC"});
    QCOMPARE(onServer.elements.size(), size_t(1));
    QCOMPARE(onServer.elements[0].integer, 10);

    auto stepper = stepperOf(R"(
        keys = { "n" }, nodes = 2, bounds = { lost_requests = 1 },
        clients = {
          { role = "counting", count = 1, run = function()
            redis.call("WATCH", "n") )"
        + lost + R"(
            redis.call("MULTI")
            redis.call("DISCARD")
            redis.call("MULTI")
            redis.call("INCR", "n")
            redis.call("EXEC")
          end },
          { role = "setting", count = 1, run = function() redis.call("SET", "n", 9) end },
        },
        always = { value_at_most("n", 50) },
    )");
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(replayed(*stepper, u"A1 L(A) B1"_s), QString());
    quint32 reply = 0;
    for (const TraceStep counts{TraceStep::Kind::Client, 0, 0, 0};
         optionFor(*stepper, counts).blockedBy == BlockedBy::None;) {
        QVERIFY(stepper->step(stepper->traceStep(optionFor(*stepper, counts).step)));
        reply = stepper->effect(stepper->steps()).reply;
    }
    QCOMPARE(stepper->space().reply(reply).toByteArray(), QByteArray("*1\r\n:10\r\n"));
}

// The transaction is tried once and never again.
void TestStepFaults::lostTransactionIsFound()
{
    const auto exploration = explored(R"(
        params = { clients = 1 }, keys = { "n" }, nodes = 2, bounds = { lost_requests = 1 },
        client = function()
          redis.call("MULTI")
          redis.call("INCR", "n")
          redis.call("EXEC")
        end,
        finally = { check("it is counted", function(v)
          if v.get("n") ~= "1" then return "lost" end
        end) },
    )");
    QCOMPARE(found(exploration, 0), u"1/0/1 L(A)"_s);
}

void TestStepFaults::restartIsThatOfAProcess()
{
    auto stepper = stepperOf("redlock", u"T=0 N=1"_s);
    QVERIFY(stepper);
    const StateSpace &space = stepper->space();
    QCOMPARE(replayed(*stepper, u"A1 A2"_s), QString());
    const qint64 before = space.servers().processId(0);
    const qint64 other = space.servers().processId(1);
    QVERIFY(stepper->step({TraceStep::Kind::Restart, 0, 0, 0}));
    const qint64 after = space.servers().processId(0);
    QVERIFY(after != before);
    QCOMPARE(space.servers().processId(1), other);
    QCOMPARE(space.datasetOf(stepper->state(3).data(), 0), 0U);
    // It goes on, forth and back.
    QCOMPARE(replayed(*stepper, u"A1 A2 N(0) A3 B1 B2 B3"_s), QString());
    QVERIFY(stepper->undo() && stepper->undo());
    QVERIFY(stepper->step({TraceStep::Kind::Client, 1, 0, 2}));
}

void TestStepFaults::failoverIsThatOfAReplica()
{
    auto stepper = stepperOf(R"(
      params = { clients = 2 }, keys = { "lock", "done" }, replica = true,
      bounds = { failovers = 1 },
      client = function(p, me)
        repeat await_gone("lock")
        until redis.call("SET", "lock", me.token, "NX", "PX", 30000)
        enter("lock")
        redis.call("INCR", "done")
        leave("lock")
        redis.script("compare-and-delete", { "lock" }, { me.token })
      end,
      always = { holders_at_most("lock", 1) },
    )");
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    const StateSpace &space = stepper->space();
    QCOMPARE(replayed(*stepper, u"A1 A2"_s), QString());
    const qint64 before = space.servers().processId(0);
    const auto failedOver = stepper->step({TraceStep::Kind::Failover, 0, 0, 0});
    QVERIFY2(failedOver, failedOver ? "" : qPrintable(failedOver.error().detail));
    QVERIFY(space.servers().processId(0) != before);
    // The lock had been copied, the last write had not.
    const auto &datasets = space.datasets();
    const auto held = [&](const char *key) {
        return datasets.find(
            space.datasetOf(stepper->state(3).data(), 0), datasets.findKey(space.prefixed(key)));
    };
    QVERIFY(held("lock") && held("lock")->ttl == 30000);
    QVERIFY(!held("done"));
    // What replaced it knows that it was a replica.
    const auto endpoint = space.servers().endpoint(0);
    auto connection = BlockingConnection::open(endpoint);
    QVERIFY(connection);
    (*connection)->append("*2\r\n$4\r\nINFO\r\n$11\r\nreplication\r\n");
    const QByteArray told = encodeReply(**(*connection)->read());
    QVERIFY(told.contains("role:master"));
    QVERIFY2(!told.contains("master_replid2:0000000000"), told.constData());
    // And the run goes on there, also once more.
    QCOMPARE(replayed(*stepper, u"A1 F B1"_s), QString());
    QCOMPARE(space.inside(stepper->state(3).data(), "lock"), (std::vector<int>{0, 1}));
}

// The last write, which made the key a hash, had not been copied.
void TestStepFaults::replicaHoldsAnotherType()
{
    auto stepper = stepperOf(R"(
      params = { clients = 1 }, keys = { "k" }, replica = true, bounds = { failovers = 1 },
      client = function()
        redis.call("SET", "k", "text")
        redis.call("MULTI")
        redis.call("DEL", "k")
        redis.call("HSET", "k", "field", 1)
        redis.call("EXEC")
        redis.call("GET", "k")
      end,
      always = { count_at_most("none", 0) },
    )");
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(replayed(*stepper, u"A1 A2 F A3"_s), QString());
    QCOMPARE(stepper->space().reply(stepper->effect(4).reply).toByteArray(), "$4\r\ntext\r\n");
}

void TestStepFaults::explorerShowsWhatRealServersDid_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QString>("changes");
    QTest::addColumn<QString>("measure");
    QTest::newRow("restart") << QByteArray("redlock") << u"T=0 N=1"_s << u"1/2/9"_s;
    QTest::newRow("failover") << QByteArray("lock-failover") << u""_s << u"1/1/3"_s;
}

void TestStepFaults::explorerShowsWhatRealServersDid()
{
    QFETCH(QByteArray, id);
    QFETCH(QString, changes);
    QFETCH(QString, measure);
    const auto exploration = explored(id, changes);
    QCOMPARE(found(exploration, 0).section(u' ', 0, 0), measure);
    auto stepper = stepperOf(id, changes);
    QVERIFY(stepper);
    QVERIFY(stepper->replay(exploration->checks[0].counterexample->trace));
    for (int step = 0; step <= stepper->steps(); ++step)
        QCOMPARE(stepper->violated(step) != 0, step == stepper->steps());
}

void TestStepFaults::expiryIsToldToWhoListens()
{
    auto stepper = stepperOf(hearsOfExpiry, u"clients=2"_s);
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    // That the other key is deleted is no expiry, nor is it this one.
    const Trace silent = *traceFromText(u"B1 B1' C1 A1 A2 A3 B2"_s);
    QVERIFY(!stepper->replay(silent));
    QCOMPARE(optionFor(*stepper, silent.back()).blockedBy, BlockedBy::NoMessage);
    QCOMPARE(optionFor(*stepper, silent.back()).name, "__keyspace@0__:lock");
    // Its time-out is over before the lease.
    QCOMPARE(replayed(*stepper, u"A1 B1 B1' T B2"_s), QString());
    QCOMPARE(stepper->violated(5), 0U);

    auto longer = stepperOf(hearsOfExpiry, u"clients=2 lease=10000"_s);
    QVERIFY(longer);
    QCOMPARE(replayed(*longer, u"B1 B1' A1 A2 C1 C1' T B2 C2"_s), QString());
    QCOMPARE(longer->violated(7), 0U);
    QVERIFY(longer->violated(8) != 0);
    QCOMPARE(
        longer->space().event(longer->space().lastEvent(longer->state(9).data())).text, "expired");
    // Who listens only afterwards hears nothing.
    QCOMPARE(replayed(*longer, u"A1 T B1"_s), QString());
    QVERIFY(!replayed(*longer, u"A1 T B1 B2"_s).isEmpty());
}

void TestStepFaults::expiryIsToldInAFreeRun()
{
    RunTrial trial(fileOf(hearsOfExpiry));
    trial.options.settings["lease"] = 2000; // by when the listener listens
    trial.options.settings["clients"] = 1;
    trial.options.rounds = 1;
    QVERIFY2(trial.play(), trial.error ? qPrintable(trial.error->detail) : "");
    QVERIFY2(trial.result->mistake.isEmpty(), qPrintable(trial.result->mistake));
    QCOMPARE(trial.result->results[0].outcome, CheckOutcome::Violated);
    trial.place = placeOn(Endpoint());
    const auto elsewhere = trial.begin();
    QVERIFY(!elsewhere);
    QVERIFY(elsewhere.error().detail.contains(u"listens to the expiry"_s));
}

void TestStepFaults::channelsOfOthersAreRefused_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("words");
    QTest::newRow("not asked for")
        << QByteArray(hearsOfExpiry).replace("expired_events = true,", "")
        << u"expired_events = true"_s;
    QTest::newRow("everybody's keys")
        << QByteArray(hearsOfExpiry).replace("__keyspace@0__:lock", "__keyevent@0__:expired")
        << u"__keyspace@0__:KEY"_s;
}

void TestStepFaults::channelsOfOthersAreRefused()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, words);
    const auto stepper = stepperOf(body);
    QVERIFY(!stepper);
    QCOMPARE(stepper.error().code, ErrorCode::BadInput);
    QVERIFY2(stepper.error().detail.contains(words), qPrintable(stepper.error().detail));
}

QTEST_GUILESS_MAIN(TestStepFaults)
#include "tst_stepfaults.moc"
