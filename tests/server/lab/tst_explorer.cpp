// Exploring on a real server: every way of walking finds the same, what is found is so, and what
// goes wrong is said. What is found of each lesson: tst_lessonresults.

#include "core/lab/json/explorationjson.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/wire/serverinfo.h"
#include "exploring.h"

#include <QTest>

#include <csignal>
#include <random>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

// Every interleaving, one step after another.
struct StepByStep
{
    explicit StepByStep(size_t checks)
        : byCheck(checks)
    {
    }

    Result<void> walk(Stepper *stepper, quint32 violatedBefore)
    {
        const quint32 violated = violatedBefore | stepper->violated(stepper->steps());
        if (stepper->ending() != Ending::Open) {
            ++complete;
            undecided += stepper->ending() == Ending::Undecided;
            violating += violated != 0;
            for (size_t i = 0; i < byCheck.size(); ++i)
                byCheck[i] += violated >> i & 1;
            return {};
        }
        for (const TraceStep &each : possibleSteps(*stepper)) {
            if (const auto done = stepper->step(each); !done)
                return done;
            if (const auto done = walk(stepper, violated); !done)
                return done;
            if (const auto done = stepper->undo(); !done)
                return tl::unexpected(done.error());
        }
        return {};
    }

    std::vector<int> byCheck;
    int complete = 0, violating = 0, undecided = 0;
};

void addShippedScenarios()
{
    QTest::addColumn<QString>("id");
    for (const ScenarioPtr &scenario : shippedScenarios())
        QTest::addRow("%s", scenario->id.constData()) << QString::fromLatin1(scenario->id);
}

} // namespace

class TestExplorer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyWayOfWalkingCountsTheSame_data();
    void everyWayOfWalkingCountsTheSame();
    void walkingStepByStepCountsTheSame_data();
    void walkingStepByStepCountsTheSame();
    void everyCounterexampleViolatesAndNoBeginningOfItDoes_data();
    void everyCounterexampleViolatesAndNoBeginningOfItDoes();
    void randomWalksAgreeWithTheVerdict_data();
    void randomWalksAgreeWithTheVerdict();
    void deadlineSetToTheSameInstantIsARenewal();
    void valuesOfAllTypesAreRestored();
    void awaitIsWokenByAChangeOfValueOnly();
    void awaitOfWhatDoesNotExistIsNoWait();
    void waitOfASpawnedThreadBeginsLateToo();
    void aWaitBesideAnotherThreadMayBeginLater_data();
    void aWaitBesideAnotherThreadMayBeginLater();
    void undecidedEndIsNoEnd();
    void assumptionsKeepTimeFromPassing_data();
    void assumptionsKeepTimeFromPassing();
    void workBeginsWhenTheLeaseIsGranted();
    void othersMayGoDuringWorkBehindAMutex();
    void muchMayComeBetweenAMutexAndTheCommandBehindIt_data();
    void muchMayComeBetweenAMutexAndTheCommandBehindIt();
    void commandInFlightOutlivesItsClient();
    void anErrorNamesKeysAsTheProgramDoes();
    void eventsAndCountsOfOneNameAreNotAddedUp();
    void whoBeginsWithAWaitMayStartLate_data();
    void whoBeginsWithAWaitMayStartLate();
    void crashIsSeenByWhoPublishes();
    void serverKilledInTheMiddleIsSaid();
    void cancelsAtOnce();
    void whatWasFoundBeforeItWasCancelledIsTold();
    void endedClientsDifferInWhatTheyCountedOnly();
    void someWayIsMeasuredAsTheSmallestIs();
    void aWayIsToldWithItsClientsInOrder();
    void memoryIsBounded();
    void theSearchForTheSmallestTraceIsBoundedToo();
    void whatIsBeyondCountingIsSaid();
    void endlessScenarioIsSaid();
    void endlessSetupIsSaid();
    void chanceOnTheServerIsNamed();
    void mistakeIsReportedWithItsPlace();
    void mistakeOfACheckIsReportedWithItsPlace();
    void setupIsExecutedWhereItSays();
    void whatSetupCannotBeInStepsIsRefused_data();
    void whatSetupCannotBeInStepsIsRefused();
    void aSumReadsTheKeyWhereItIs();
    void anotherCheckChangesNoOrderOfEvents_data();
    void anotherCheckChangesNoOrderOfEvents();
    void anEventIsToldWhenItsReplyArrives();
    void anEventBehindAWaitMayBeTold_data();
    void anEventBehindAWaitMayBeTold();
    void whoSaysSomethingAtFirstMayStartLate_data();
    void whoSaysSomethingAtFirstMayStartLate();
    void whoSleepsFirstMayStartLate();
    void whoSaysSomethingBehindItsFirstWaitMayStartLate_data();
    void whoSaysSomethingBehindItsFirstWaitMayStartLate();
    void whoOnlyWaitsForAKeyMayStartLate();
    void whoOnlyReadsTheClockMayStartLate();
    void absoluteDeadlinesAtOneInstantAreTheSame_data();
    void absoluteDeadlinesAtOneInstantAreTheSame();
    void aCountOfManyIsSoManyAdmissions();
    void whoSleepsWithinTheLeaseGoesOn();
    void whoSleepsBeyondTheLeaseIsUndecided();
    void whoeverATraceAwaitsStartsBeforeTimePasses();
    void whoIsNotSeenToStartStartsAtTheBeginning();
    void commandOfACrashedClientMayBeExecutedLate_data();
    void commandOfACrashedClientMayBeExecutedLate();
    void aFailoverBringsNoKeyBackThatHasExpired_data();
    void aFailoverBringsNoKeyBackThatHasExpired();
    void writesThatAReplicaWouldNotGetAreRefused();
    void shippedProgramsKnowThatKeysGetLost_data();
    void shippedProgramsKnowThatKeysGetLost();
    void boundsOutOfReachAreRefused();
    void aTtlIsAskedForByItsName();
    void whatACrashedClientWouldHaveToldIsNoState();
    void whatIsNotExploredIsNamed_data();
    void whatIsNotExploredIsNamed();
};

void TestExplorer::everyWayOfWalkingCountsTheSame_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("changes");
    for (const ScenarioPtr &scenario : shippedScenarios())
        QTest::addRow("%s", scenario->id.constData())
            << QString::fromLatin1(scenario->id) << QString();
    for (const auto &[id, changes] :
        {std::pair("stock-read-then-write", "clients=3"), std::pair("stock-watch", "clients=3"),
            std::pair("stock-watch", "X=1"), std::pair("lock-check-then-delete", "clients=3"),
            std::pair("wakeup-ttl", "waiters=1"), std::pair("redlock", "T=0"),
            std::pair("redlock", "T=0 N=1"), std::pair("lock-watchdog", "X=1"),
            std::pair("lock-watchdog", "P=1 T=4"), std::pair("stock-local-mutex", "clients=3")})
        QTest::addRow("%s %s", id, changes)
            << QString::fromLatin1(id) << QString::fromLatin1(changes);
}

// Each interleaving by itself, and each command on the server, where that is not too much.
void TestExplorer::everyWayOfWalkingCountsTheSame()
{
    QFETCH(QString, id);
    QFETCH(QString, changes);
    const ScenarioPtr scenario = scenarioOf(id);
    const auto plain = explored(scenario, changes);
    QVERIFY2(plain, qPrintable(why(plain)));
    QStringList ways;
    if (plain->transitions <= 10'000)
        ways << u" remember=0"_s;
    if (plain->interleavings.toLongLong() <= 10'000)
        ways << u" merge=0"_s;
    for (const QString &way : ways) {
        const auto other = explored(scenario, changes + way);
        QVERIFY2(other, qPrintable(why(other)));
        QCOMPARE(countsOf(*other), countsOf(*plain));
        QCOMPARE(byCheck(*other), byCheck(*plain));
        if (way == " remember=0"_L1) {
            QCOMPARE(other->states, plain->states);
            QCOMPARE(other->transitions, plain->transitions);
        }
    }
}

void TestExplorer::walkingStepByStepCountsTheSame_data()
{
    addShippedScenarios();
}

// Small ones are walked in full by the stepper, which merges nothing and remembers nothing.
void TestExplorer::walkingStepByStepCountsTheSame()
{
    QFETCH(QString, id);
    const ScenarioPtr scenario = scenarioOf(id);
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    if (found->interleavings.toLongLong() > 150)
        return;
    auto stepper = stepperOf(scenario);
    QVERIFY(stepper);
    StepByStep walked(scenario->checks.size());
    QVERIFY(walked.walk(&*stepper, 0));
    QCOMPARE(QByteArray::number(walked.complete), found->interleavings);
    QCOMPARE(QByteArray::number(walked.undecided), found->undecided);
    QCOMPARE(QByteArray::number(walked.violating), found->violating);
    for (size_t i = 0; i < found->checks.size(); ++i)
        QCOMPARE(QByteArray::number(walked.byCheck[i]), found->checks[i].violating);
}

void TestExplorer::everyCounterexampleViolatesAndNoBeginningOfItDoes_data()
{
    addShippedScenarios();
}

void TestExplorer::everyCounterexampleViolatesAndNoBeginningOfItDoes()
{
    QFETCH(QString, id);
    const ScenarioPtr scenario = scenarioOf(id);
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    auto stepper = stepperOf(scenario);
    QVERIFY(stepper);
    for (int check = 0; check < int(found->checks.size()); ++check) {
        const auto &counterexample = found->checks[size_t(check)].counterexample;
        QCOMPARE(counterexample.has_value(),
            found->checks[size_t(check)].verdict == CheckOutcome::Violated);
        if (!counterexample)
            continue;
        // As text and back: that is how it is handed on.
        const auto trace = traceFromText(traceText(counterexample->trace));
        QVERIFY(trace);
        const auto replayed = stepper->replay(*trace);
        QVERIFY2(replayed, replayed ? "" : qPrintable(replayed.error().detail));
        QCOMPARE(stepper->steps(), counterexample->steps);
        for (int i = 0; i <= stepper->steps(); ++i)
            QCOMPARE((stepper->violated(i) >> check & 1) != 0, i == stepper->steps());
    }
}

void TestExplorer::randomWalksAgreeWithTheVerdict_data()
{
    addShippedScenarios();
}

void TestExplorer::randomWalksAgreeWithTheVerdict()
{
    QFETCH(QString, id);
    const ScenarioPtr scenario = scenarioOf(id);
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    auto stepper = stepperOf(scenario);
    QVERIFY(stepper);
    std::mt19937 chance(7);
    for (int walk = 0; walk < 30; ++walk) {
        *stepper = stepper->fork(0);
        quint32 violated = stepper->violated(0);
        int environment = 0;
        while (stepper->ending() == Ending::Open) {
            const auto possible = possibleSteps(*stepper);
            QVERIFY(!possible.empty());
            const TraceStep step = possible[chance() % possible.size()];
            QVERIFY(stepper->step(step));
            environment += step.kind != TraceStep::Kind::Client;
            violated |= stepper->violated(stepper->steps());
            // Nothing is broken that should hold, and nothing with less than the least.
            for (size_t i = 0; i < found->checks.size(); ++i) {
                const auto &smallest = found->checks[i].counterexample;
                if ((stepper->violated(stepper->steps()) >> i & 1) != 0)
                    QVERIFY(smallest && smallest->environment <= environment);
            }
        }
        if (found->undecided == "0")
            QVERIFY(stepper->ending() != Ending::Undecided);
        // What all interleavings do, this one does.
        for (size_t i = 0; i < found->checks.size(); ++i)
            QVERIFY(found->checks[i].violating != found->interleavings || (violated >> i & 1) != 0);
    }
}

void TestExplorer::deadlineSetToTheSameInstantIsARenewal()
{
    const ScenarioPtr scenario =
        written("params = { clients = 2, lease = 30000 }, keys = { \"lock\" },"
                "client = function(p, me)"
                "  redis.call(\"SET\", \"lock\", \"same\", \"NX\", \"PX\", p.lease)"
                "  redis.call(\"PEXPIRE\", \"lock\", p.lease) end,"
                "always = { renewed_by_owner(\"lock\"), released_by_owner(\"lock\") }");
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(measure(found->checks[0].counterexample), u"0/0/4"_s); // A1 A2 B1 B2
    QCOMPARE(found->checks[1].verdict, CheckOutcome::Holds);
}

void TestExplorer::valuesOfAllTypesAreRestored()
{
    const ScenarioPtr scenario = written(
        "params = { clients = 2 }, keys = { \"h\", \"l\", \"s\", \"z\", \"t:*\" },"
        "client = function(p, me)"
        "  redis.call(\"HSET\", \"h\", me.name, 1, \"both\", me.name)"
        "  redis.call(\"RPUSH\", \"l\", me.name, \"x y\")"
        "  redis.call(\"SADD\", \"s\", me.name, \"\\0\\r\\n\")"
        "  redis.call(\"ZADD\", \"z\", 1.5, me.name, -2, \"low\")"
        "  redis.call(\"SET\", \"t:\" .. me.name, redis.call(\"LLEN\", \"l\"), \"EX\", 100) end,"
        "finally = { function(v) if v.size(\"h\") ~= 3 or v.size(\"l\") ~= 4 or v.size(\"s\") ~= 3"
        "  or v.size(\"z\") ~= 3 or v.ttl(\"t:A\") ~= 100000 or v.ttl(\"t:B\") ~= 100000"
        "  then return \"lost\" end end }");
    QVERIFY(scenario);
    const auto plain = explored(scenario);
    QVERIFY2(plain, qPrintable(why(plain)));
    QCOMPARE(plain->verdict, CheckOutcome::Holds);
    QCOMPARE(plain->interleavings, "924"); // 12 over 6
    const auto executed = explored(scenario, u"remember=0"_s);
    QVERIFY2(executed, qPrintable(why(executed)));
    QCOMPARE(countsOf(*executed), countsOf(*plain));
    QCOMPARE(executed->executed, executed->transitions);
}

void TestExplorer::awaitIsWokenByAChangeOfValueOnly()
{
    const QByteArray file = "params = { clients = 1 }, keys = { \"k\" }, clients = {"
                            "{ role = \"waiter\", count = 1, run = function() redis.call(\"SET\", "
                            "\"k\", 1, \"PX\", 1000)"
                            "  await(\"k\") redis.call(\"GET\", \"k\") end },"
                            "{ role = \"changer\", count = 1, run = function() %1 end } },"
                            "finally = { nobody_waits() }";
    const auto with = [&](const QByteArray &command) {
        return explored(written(QByteArray(file).replace("%1", command)));
    };
    const auto renewed = with("redis.call(\"PEXPIRE\", \"k\", 5000)");
    QVERIFY2(renewed, qPrintable(why(renewed)));
    // No time in the budget, and a deadline ahead. The renewal is before the SET, before the wait
    // begins, or after it.
    QCOMPARE(renewed->undecided, "3");
    const auto changed = with("redis.call(\"SET\", \"k\", 2)");
    QVERIFY2(changed, qPrintable(why(changed)));
    // It came too early to be seen: before the SET, or, without a deadline, after it.
    QCOMPARE(changed->undecided, "1");
    QCOMPARE(changed->violating, "1");
    const auto persistent = with("redis.call(\"PERSIST\", \"k\")");
    QVERIFY2(persistent, qPrintable(why(persistent)));
    QCOMPARE(persistent->violating, "2"); // nothing lies ahead any more
}

void TestExplorer::awaitOfWhatDoesNotExistIsNoWait()
{
    const auto found =
        explored(written("params = { clients = 2 }, keys = { \"k\", \"n\" },"
                         "client = function() await(\"k\") redis.call(\"INCR\", \"n\") end,"
                         "finally = { nobody_waits(), value_at_least(\"n\", 2) }"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Holds);
    QCOMPARE(found->interleavings, "2");
}

// The lease would end, but no time may pass: what holds finally is not asked there.
// The writer is through before the client starts: then nobody is left to wake the thread.
void TestExplorer::waitOfASpawnedThreadBeginsLateToo()
{
    const auto found = explored(written(R"(keys = { "k", "gate", "x" },
        setup = function() redis.call("SET", "k", "old") redis.call("SET", "gate", 1) end,
        clients = {
          { role = "waiter", count = 1, run = function()
            spawn(function() await("k") redis.call("DEL", "gate") end)
            redis.call("GET", "x")
            await_gone("gate")
          end },
          { role = "writer", count = 1, run = function() redis.call("SET", "k", "new") end },
        }, finally = { nobody_waits() })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(int(found->verdict), int(CheckOutcome::Violated));
}

void TestExplorer::aWaitBesideAnotherThreadMayBeginLater_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QString>("shortest");
    QTest::newRow("behind a thread that it starts")
        << QByteArray(R"(spawn(function() redis.call("SET", "k", 1) end) await_gone("k"))")
        << u"A~1 A~1' A1"_s;
    QTest::newRow("of the thread that is started")
        << QByteArray(R"(spawn(function() await_gone("k") redis.call("DEL", "gate") end)
            redis.call("SET", "k", 1) await_gone("gate"))")
        << u"A1 A1' A~1"_s;
    QTest::newRow("behind a mutex that the other waits for") << QByteArray(R"(
            local m = mutex("m") m:lock()
            spawn(function() m:lock() redis.call("SET", "k", 1) m:unlock() end)
            redis.call("GET", "k") m:unlock() await_gone("k"))")
                                                             << u"A0' A1 A1' A~0' A~1 A~1' A2"_s;
    QTest::newRow("however long before, though timers are on time") << QByteArray(R"(
            spawn(function() sleep(20) redis.call("SET", "k", 1) end) await_gone("k"))")
                                                                    << u"A0 T A~0' A~1 A~1' A1"_s;
}

// The first look at a key takes a moment: the other thread's command may come before it.
void TestExplorer::aWaitBesideAnotherThreadMayBeginLater()
{
    QFETCH(QByteArray, program);
    QFETCH(QString, shortest);
    const QByteArray body = R"(keys = { "k", "gate" }, bounds = { time = 1 },
        assume = { "timers_on_time" },
        setup = function() redis.call("SET", "gate", 1) end,
        client = function(p, me) )"
        + program + " end, finally = { nobody_waits() }";
    const auto found = explored(written(body));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Violated);
    QCOMPARE(traceText(found->counterexample->trace), shortest);
}

void TestExplorer::undecidedEndIsNoEnd()
{
    const ScenarioPtr scenario =
        written("params = { clients = 2, done = 2 }, keys = { \"lock\" },"
                "client = function(p, me)"
                "  repeat await_gone(\"lock\")"
                "  until redis.call(\"SET\", \"lock\", me.token, \"NX\", \"PX\", 1000)"
                "  count(\"done\") end,"
                "finally = { count_at_least(\"done\", \"done\") }");
    const auto without = explored(scenario);
    QVERIFY2(without, qPrintable(why(without)));
    QCOMPARE(without->undecided, without->interleavings);
    QCOMPARE(without->verdict, CheckOutcome::Undecided);
    const auto with = explored(scenario, u"T=1"_s);
    QVERIFY2(with, qPrintable(why(with)));
    QCOMPARE(with->undecided, "0");
    QCOMPARE(with->verdict, CheckOutcome::Holds);
}

void TestExplorer::assumptionsKeepTimeFromPassing_data()
{
    QTest::addColumn<QString>("changes");
    QTest::addColumn<bool>("expires");
    QTest::newRow("nothing assumed") << u"assume=none"_s << true;
    QTest::newRow("at work") << u"assume=work"_s << false;
    QTest::newRow("at work, paused") << u"assume=work P=1"_s << false;
    QTest::newRow("at work, crashed") << u"assume=work X=1"_s << true;
    QTest::newRow("timer is due") << u"assume=timers"_s << false;
    QTest::newRow("timer is due, paused") << u"assume=timers P=1"_s << true;
    QTest::newRow("timer is due, crashed") << u"assume=timers X=1"_s << true;
}

// The holder's timer is due long before the key expires; it deletes the key then.
void TestExplorer::assumptionsKeepTimeFromPassing()
{
    QFETCH(QString, changes);
    QFETCH(bool, expires);
    const auto found =
        explored(written("keys = { \"lock\" }, bounds = { time = 3 }, clients = {"
                         "{ role = \"holder\", count = 1, run = function(p, me)"
                         "  redis.call(\"SET\", \"lock\", me.token, \"PX\", 1000)"
                         "  count(\"set\") enter(\"lock\") sleep(500)"
                         "  count(\"over\") leave(\"lock\")"
                         "  redis.call(\"DEL\", \"lock\") end },"
                         "{ role = \"other\", count = 1,"
                         "  run = function() redis.call(\"GET\", \"lock\") end } },"
                         "always = { function(v)"
                         "  if v.count(\"set\") > v.count(\"over\") and not v.get(\"lock\")"
                         "  then return \"expired\" end end }"),
            changes);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict == CheckOutcome::Violated, expires);
}

// A crash between the grant and its arrival could be seen in the count, so they are two steps; the
// lease may end between them only where work may last longer than it.
void TestExplorer::workBeginsWhenTheLeaseIsGranted()
{
    const ScenarioPtr scenario = written(
        "params = { clients = 2 }, keys = { \"lock\" }, bounds = { time = 1, crashes = 1 },"
        "client = function(p, me)"
        "  if redis.call(\"SET\", \"lock\", me.token, \"NX\", \"PX\", 1000) then"
        "    count(\"granted\") enter(\"lock\") redis.call(\"GET\", \"lock\") leave(\"lock\")"
        "  end end,"
        "always = { holders_at_most(\"lock\", 1) }");
    const auto longer = explored(scenario, u"assume=none"_s);
    QVERIFY2(longer, qPrintable(why(longer)));
    QCOMPARE(longer->verdict, CheckOutcome::Violated);
    const auto shorter = explored(scenario, u"assume=work"_s);
    QVERIFY2(shorter, qPrintable(why(shorter)));
    QCOMPARE(shorter->verdict, CheckOutcome::Holds);
}

// Two app servers, each with a mutex of its own.
void TestExplorer::othersMayGoDuringWorkBehindAMutex()
{
    const ScenarioPtr scenario =
        written("keys = { \"k\" }, params = { clients = 2, servers = 2 }, client = function()"
                "  local m = mutex(\"m\") m.lock() enter(\"x\") work() leave(\"x\") m.unlock()"
                "  end,"
                "always = { holders_at_most(\"x\", 1) }");
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Violated);
}

void TestExplorer::muchMayComeBetweenAMutexAndTheCommandBehindIt_data()
{
    QTest::addColumn<QByteArray>("fields");
    // A free run has met it: the client had counted, and its command never arrived.
    QTest::newRow("it never arrives") << QByteArray(R"(bounds = { crashes = 1 },
        params = { clients = 1 }, client = function()
          redis.call("GET", "lock")
          local m = mutex("m") m.lock() count("sold")
          redis.call("SET", "k", 1) m.unlock() end,
        finally = { function(v) if v.count("sold") == 1 and not v.get("k") then
          return "counted, and not done" end end })");
    QTest::newRow("it is executed when another has the mutex")
        << QByteArray(R"(bounds = { crashes = 1 }, params = { clients = 2 },
        client = function(p, me)
          local m = mutex("m") m.lock() redis.call("SET", "k", me.name)
          if redis.call("GET", "k") ~= me.name then count("other") end m.unlock() end,
        finally = { count_at_most("other", 0) })");
    QTest::newRow("it is lost") << QByteArray(R"(bounds = { lost_requests = 1 }, nodes = 2,
        params = { clients = 1 }, setup = function() redis.call("SET", "k", 0) end,
        client = function()
          local m = mutex("m") m.lock() redis.call("SET", "k", 1) m.unlock() end,
        finally = { value_at_least("k", 1) })");
    QTest::newRow("it is slow, and another has to be on time")
        << QByteArray(R"(bounds = { time = 3 }, assume = { "timers_on_time" }, clients = {
        { role = "slow", count = 1, run = function()
          local m = mutex("m") m.lock() redis.call("SET", "lock", 1) m.unlock() end },
        { role = "timed", count = 1, run = function()
          redis.call("SET", "k", 1, "PX", 20) sleep(10)
          local m = mutex("m") m.lock()
          if redis.call("EXISTS", "k") == 0 then count("too late") end m.unlock() end } },
        finally = { count_at_most("too late", 0) })");
    // Two who are on time stand before the mutexes of one who stands still when its command is
    // done.
    QTest::newRow("it is done, and who gives the mutex up stands still") << QByteArray(
        R"(bounds = { time = 4, pauses = 1 }, assume = { "timers_on_time" }, clients = {
        { role = "slow", count = 1, run = function()
          local a, b = mutex("a"), mutex("b") a.lock() b.lock()
          redis.call("SET", "k", 1, "PX", 20) a.unlock() b.unlock() end },
        { role = "timed", count = 2, run = function(p, me)
          if redis.call("EXISTS", "k") == 1 then sleep(5)
            local m = mutex(me.index == 1 and "a" or "b") m.lock()
            if redis.call("EXISTS", "k") == 0 then count("too late") end m.unlock() end end } },
        finally = { count_at_most("too late", 1) })");
}

void TestExplorer::muchMayComeBetweenAMutexAndTheCommandBehindIt()
{
    QFETCH(QByteArray, fields);
    const auto found = explored(written("keys = { \"k\", \"lock\" }, " + fields));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Violated);
}

// Elsewhere keys have no prefix of the lab's.
void TestExplorer::anErrorNamesKeysAsTheProgramDoes()
{
    const auto found = explored(written(R"lua(keys = { "s" }, params = { clients = 1 },
        finally = { count_at_least("right", 2) }, client = function()
          local r = redis.pcall("XREADGROUP", "GROUP", "g", "c", "STREAMS", "s", ">")
          if r.err:find("No such key 's'", 1, true) then count("right") end
          r = redis.pcall("EVAL", "return redis.error_reply('bad ' .. KEYS[1])", 1, "s")
          if r.err == "bad s" then count("right") end end)lua"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Holds);
}

// A program may tell the same admission in both ways, at different moments.
void TestExplorer::eventsAndCountsOfOneNameAreNotAddedUp()
{
    for (const int most : {1, 2}) {
        const auto found = explored(written(QByteArray(R"(keys = { "k" }, params = { clients = 1 },
            always = { admitted_at_most("a", )")
            + QByteArray::number(most) + R"(, 1000) }, client = function()
              redis.call("INCR", "k") count("a", 2) redis.call("INCR", "k") event("a", 1) end)"));
        QVERIFY2(found, qPrintable(why(found)));
        QCOMPARE(found->verdict, most == 1 ? CheckOutcome::Violated : CheckOutcome::Holds);
    }
}

void TestExplorer::whoBeginsWithAWaitMayStartLate_data()
{
    QTest::addColumn<QByteArray>("wait");
    QTest::newRow("of some time") << QByteArray("sleep(1)");
    QTest::newRow("of no time") << QByteArray("sleep(0)");
    QTest::newRow("of work without time") << QByteArray("work(0)");
    QTest::newRow("for a key that is not there") << QByteArray("await_gone(\"j\") sleep(0)");
}

void TestExplorer::whoBeginsWithAWaitMayStartLate()
{
    QFETCH(QByteArray, wait);
    const auto found = explored(written(
        R"(keys = { "k", "j" }, params = { clients = 1 }, bounds = { time = 3 },
        assume = { "timers_on_time" }, setup = function() redis.call("SET", "k", 1, "PX", 20) end,
        finally = { count_at_most("gone", 0) }, client = function() )"
        + wait + R"( if redis.call("EXISTS", "k") == 0 then count("gone") end end)"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Violated);
}

// Its subscription is closed at once, and what it has sent is executed after that.
void TestExplorer::crashIsSeenByWhoPublishes()
{
    const ScenarioPtr scenario = written(R"(keys = { "k", "alive", "ready" }, clients = {
        { role = "owner", count = 1, run = function()
          subscribe("alive") redis.call("SET", "ready", 1) redis.call("SET", "k", "owner") end },
        { role = "heir", count = 1, run = function()
          if not redis.call("GET", "ready") then return end
          local script = "if redis.call('PUBLISH', KEYS[1], 'x') == 0"
            .. " and redis.call('EXISTS', KEYS[2]) == 0"
            .. " then redis.call('SET', KEYS[2], 'heir') return 1 end return 0"
          if redis.call("EVAL", script, 2, "alive", "k") == 1 then count("taken") end end } },
        finally = { function(v)
          if v.count("taken") == 1 and v.get("k") ~= "heir" then return "the dead writes" end end })");
    const auto found = explored(scenario, u"X=1"_s);
    QVERIFY2(found, qPrintable(why(found)));
    const auto &trace = found->checks[0].counterexample;
    QVERIFY(trace);
    QVERIFY2(traceText(trace->trace).contains("X(A)"_L1), qPrintable(traceText(trace->trace)));
}

// The mutex of a client that has ended is free at once, and what another thread of it has sent is
// executed while the next one holds the mutex.
void TestExplorer::commandInFlightOutlivesItsClient()
{
    const ScenarioPtr scenario = written(
        "keys = { \"k\" }, clients = {"
        "{ role = \"leaver\", count = 1, run = function()"
        "  local m = mutex(\"m\") m.lock()"
        "  spawn(function() redis.call(\"SET\", \"k\", 1) end)"
        "  redis.call(\"GET\", \"k\") end },"
        "{ role = \"next\", count = 1, run = function()"
        "  local m = mutex(\"m\") m.lock()"
        "  if redis.call(\"GET\", \"k\") ~= redis.call(\"GET\", \"k\") then count(\"changed\") end"
        "  end } },"
        "always = { count_at_most(\"changed\", 0) }");
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Violated);
}

void TestExplorer::serverKilledInTheMiddleIsSaid()
{
    const ScenarioPtr scenario = scenarioOf(u"wakeup-ttl"_s);
    Explorer explorer(scenario, optionsOf(*scenario, u"waiters=3 T=6 remember=0"_s));
    int told = 0;
    const auto found = explorer.explore([&](const ExploreProgress &) {
        if (++told == 1)
            ::kill(pid_t(explorer.serverProcess()), SIGKILL);
    });
    QVERIFY(!found);
    QVERIFY2(found.error().code == ErrorCode::ConnectionLost
            || found.error().code == ErrorCode::ConnectionRefused,
        qPrintable(found.error().detail));
    Explorer again(scenario, optionsOf(*scenario, u"waiters=1"_s));
    QVERIFY(again.explore());
}

void TestExplorer::cancelsAtOnce()
{
    const ScenarioPtr scenario = scenarioOf(u"wakeup-ttl"_s);
    Explorer explorer(scenario, optionsOf(*scenario, u"waiters=3 T=6 remember=0"_s));
    qint64 statesThen = 0;
    const auto found = explorer.explore([&](const ExploreProgress &progress) {
        statesThen = progress.states;
        explorer.cancel();
    });
    QVERIFY2(found, qPrintable(why(found)));
    QVERIFY(found->cancelled);
    QCOMPARE(found->verdict, CheckOutcome::Undecided);
    QVERIFY(found->states - statesThen < 100);
}

void TestExplorer::whatWasFoundBeforeItWasCancelledIsTold()
{
    const ScenarioPtr scenario = scenarioOf(u"stock-read-then-write"_s);
    Explorer explorer(scenario, optionsOf(*scenario, u"clients=8 stock=7"_s));
    const auto found = explorer.explore([&](const ExploreProgress &progress) {
        if (progress.states > 1000)
            explorer.cancel();
    });
    QVERIFY2(found, qPrintable(why(found)));
    QVERIFY(found->cancelled);
    QCOMPARE(found->verdict, CheckOutcome::Violated);
    QVERIFY(found->counterexample);
    const Counterexample &way = *found->counterexample;
    QCOMPARE(size_t(way.steps), way.trace.size());
    auto stepper = Stepper::make(scenario, found->options);
    QVERIFY(stepper);
    QVERIFY(stepper->replay(way.trace));
    QVERIFY(stepper->violated(stepper->steps()) != 0);
}

// A chain in which every step is the only one that leads on, beside others that lead nowhere.
void TestExplorer::someWayIsMeasuredAsTheSmallestIs()
{
    using Kind = TraceStep::Kind;
    const PackedStep a{Kind::Client, 0, 0};
    const PackedStep b{Kind::Client, 1, 0};
    const PackedStep thread{Kind::Client, 0, 1};
    const PackedStep time{Kind::Time, 0, 0};
    const std::vector<std::vector<PackedStep>> chain{// the first one leads on
        {a, b}, {b, a}, {time, a}, {b, a}, {thread, b}, {a, b}, {b}, {a, thread}};
    ExplorationGraph graph;
    graph.addNode();
    quint32 at = 0;
    for (const auto &steps : chain) {
        graph.node(at).firstEdge = graph.edgeCount();
        graph.node(at).edges = quint32(steps.size());
        graph.node(at).isExpanded = true;
        const quint32 next = graph.size();
        for (size_t i = 0; i < steps.size(); ++i) {
            graph.addEdge({graph.size(), steps[i], 0});
            graph.addNode();
        }
        at = next;
    }
    graph.node(at).violated = 1;
    graph.edge(graph.node(0).firstEdge + 1).violated = 2; // by a step alone
    graph.leaveRest();
    const auto smallest = graph.smallestCounterexamples(7, 2);
    const auto shortest = graph.shortestPaths(7);
    for (const size_t check : {0U, 1U}) {
        QVERIFY(shortest[check]);
        QCOMPARE(shortest[check]->edges, smallest[check]->edges);
        QCOMPARE(shortest[check]->environment, smallest[check]->environment);
        QCOMPARE(shortest[check]->preemptions, smallest[check]->preemptions);
        QCOMPARE(shortest[check]->steps, smallest[check]->steps);
    }
    QVERIFY(!shortest[2]);
    QCOMPARE(shortest[0]->steps, 8);
    QVERIFY(shortest[0]->preemptions > 0);
}

// Three states in a row, and the same with the names of A and B changed, which is met later.
void TestExplorer::aWayIsToldWithItsClientsInOrder()
{
    using Kind = TraceStep::Kind;
    const PackedStep a{Kind::Client, 0, 0};
    const PackedStep b{Kind::Client, 1, 0};
    const PackedStep crashA{Kind::Crash, 0, 0};
    const PackedStep crashB{Kind::Crash, 1, 0};
    const auto graphOf = [&](quint16 other) {
        ExplorationGraph graph;
        for (int i = 0; i < 7; ++i)
            graph.addNode();
        const std::vector<std::vector<ExplorationGraph::Edge>> edges{{{1, b, 0}, {4, a, 0}},
            {{2, crashB, 0}}, {{3, a, 0}}, {}, {{5, crashA, 0}}, {{6, b, 0}}};
        for (quint32 node = 0; node < edges.size(); ++node) {
            graph.node(node).firstEdge = graph.edgeCount();
            graph.node(node).edges = quint32(edges[node].size());
            graph.node(node).isExpanded = true;
            for (const auto &edge : edges[node])
                graph.addEdge(edge);
        }
        graph.node(3).violated = 1;
        graph.node(6).violated = other;
        graph.leaveRest();
        return graph;
    };
    const auto stepsOf = [](const ExplorationGraph &graph) {
        std::vector<int> clients;
        for (const quint64 edge :
            graph.inOrderOfNames(*graph.smallestCounterexamples(1, 2)[0], 0, 2).edges)
            clients.push_back(graph.edge(edge).step.client);
        return clients;
    };
    QCOMPARE(stepsOf(graphOf(1)), (std::vector{0, 0, 1}));
    // The other one violates nothing, so their programs are not the same.
    QCOMPARE(stepsOf(graphOf(0)), (std::vector{1, 1, 0}));
}

void TestExplorer::memoryIsBounded()
{
    const ScenarioPtr scenario = scenarioOf(u"wakeup-ttl"_s);
    ExploreOptions options = optionsOf(*scenario, u"waiters=3 T=6"_s);
    options.memoryLimit = 8'000'000;
    const auto found = Explorer(scenario, options).explore();
    QVERIFY2(found, qPrintable(why(found)));
    QVERIFY(found->outOfMemory);
    QVERIFY2(found->memory <= options.memoryLimit, qPrintable(QString::number(found->memory)));
    QCOMPARE(found->memoryLimit, options.memoryLimit);
    QCOMPARE(found->verdict, CheckOutcome::Undecided);
    QVERIFY(found->undecided != "0");
}

// Room for the walk and for counting, but not for every pair of a state and who was last; the only
// violation is at the end of all steps, so the search comes by most of them.
void TestExplorer::theSearchForTheSmallestTraceIsBoundedToo()
{
    const ScenarioPtr scenario = scenarioOf(u"redlock-split-vote"_s);
    ExploreOptions options = optionsOf(*scenario);
    const auto roomy = Explorer(scenario, options).explore();
    QVERIFY2(roomy, qPrintable(why(roomy)));
    QVERIFY(roomy->counterexample && roomy->counterexample->isSmallest);
    options.memoryLimit = roomy->memory + 60 * roomy->states;
    const auto tight = Explorer(scenario, options).explore();
    QVERIFY2(tight, qPrintable(why(tight)));
    QVERIFY(tight->walked);
    QCOMPARE(tight->interleavings, roomy->interleavings);
    QCOMPARE(tight->violating, roomy->violating);
    QVERIFY(tight->counterexample);
    QVERIFY(!tight->counterexample->isSmallest);
    QVERIFY(tight->counterexample->steps <= roomy->counterexample->steps);
}

// Each of two clients has not drawn yet, has drawn an even number, or an odd one.
void TestExplorer::endedClientsDifferInWhatTheyCountedOnly()
{
    const ScenarioPtr scenario = written("params = { clients = 2 }, keys = { \"k\" },"
                                         "client = function() count(\"odd\", random(4) % 2) end,"
                                         "always = { count_at_most(\"odd\", 1) }");
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->states, 9);
    QCOMPARE(found->interleavings, "32"_ba);
    QCOMPARE(found->violating, "8"_ba);
    const auto apart = explored(scenario, u"merge=0"_s);
    QVERIFY2(apart, qPrintable(why(apart)));
    QCOMPARE(countsOf(*apart), countsOf(*found));
}

// Two clients of 70 commands whose replies are always the same: 9.4 × 10^40 orders, 5041 states.
void TestExplorer::whatIsBeyondCountingIsSaid()
{
    const ScenarioPtr scenario =
        written("params = { clients = 2 }, keys = { \"k\" },"
                "client = function() for i = 1, 70 do redis.call(\"SET\", \"k\", 1) end end,"
                "always = { value_at_most(\"k\", 1) }");
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    QVERIFY(found->states >= 5041);
    QCOMPARE(found->interleavings, QByteArray(mostInterleavings));
    const QJsonObject json = explorationToJson(*found);
    QVERIFY(json[u"interleavingsAtLeast"].toBool());
    QVERIFY(!json[u"violatingAtLeast"].toBool());
}

void TestExplorer::endlessScenarioIsSaid()
{
    const ScenarioPtr scenario =
        written("params = { clients = 1 }, keys = { \"k\" },"
                "client = function() while true do redis.call(\"INCR\", \"k\") end end,"
                "always = { value_at_most(\"k\", 5) }");
    ExploreOptions options = optionsOf(*scenario, {});
    options.deepest = 300;
    const auto found = Explorer(scenario, options).explore();
    QVERIFY2(found, qPrintable(why(found)));
    QVERIFY(found->endless);
    QCOMPARE(measure(found->counterexample), u"0/0/6"_s);
}

// In a free run the key expires.
void TestExplorer::endlessSetupIsSaid()
{
    const ScenarioPtr scenario =
        written("params = { clients = 1 }, keys = { \"k\" },\n"
                "setup = function() redis.call(\"SET\", \"k\", 1, \"PX\", 5)\n"
                "repeat until not redis.call(\"GET\", \"k\") end,"
                "client = function() redis.call(\"GET\", \"k\") end,"
                "always = { value_at_most(\"k\", 0) }");
    const auto found = explored(scenario);
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::BadInput);
    QVERIFY2(found.error().detail.startsWith("own.lua:3: setup has executed 5000 commands"_L1),
        qPrintable(found.error().detail));
}

void TestExplorer::chanceOnTheServerIsNamed()
{
    const ScenarioPtr scenario = written("params = { clients = 2 }, keys = { \"k\" },"
                                         "client = function() redis.call(\"EVAL\","
                                         "  \"return tostring({})\", 1, \"k\") end,"
                                         "always = { value_at_least(\"k\", 0) }");
    const auto found = explored(scenario, u"remember=0"_s);
    QVERIFY(!found);
    QVERIFY2(
        found.error().detail.contains("not deterministic"_L1), qPrintable(found.error().detail));
}

void TestExplorer::mistakeIsReportedWithItsPlace()
{
    const ScenarioPtr scenario = written(
        "params = { clients = 2 }, keys = { \"k\" },\n"
        "client = function() redis.call(\"SET\", \"k\", \"text\")\nredis.call(\"INCR\", \"k\") end,"
        "always = { value_at_least(\"k\", 0) }");
    Explorer explorer(scenario, optionsOf(*scenario, {}));
    const auto found = explorer.explore();
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::BadInput);
    QVERIFY2(found.error().detail.startsWith("own.lua:3: "_L1), qPrintable(found.error().detail));
    QVERIFY2(
        found.error().detail.endsWith(" (step 2 of A1 A2)"_L1), qPrintable(found.error().detail));
    QCOMPARE(traceText(explorer.pathToMistake()), u"A1 A2"_s);
}

void TestExplorer::mistakeOfACheckIsReportedWithItsPlace()
{
    const ScenarioPtr scenario = written(
        "params = { clients = 2 }, keys = { \"k\" },\n"
        "client = function() redis.call(\"INCR\", \"k\") end,\n"
        "always = { function(v) if v.get(\"k\") == \"2\" then local none = 1 + {} end end }");
    const auto found = explored(scenario);
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::BadInput);
    QVERIFY2(found.error().detail.startsWith("own.lua:3: "_L1), qPrintable(found.error().detail));
    QVERIFY2(found.error().detail.endsWith(" (after A1 B1)"_L1), qPrintable(found.error().detail));
}

void TestExplorer::setupIsExecutedWhereItSays()
{
    const ScenarioPtr scenario = written(R"(keys = { "k", "l" }, nodes = 2,
        setup = function() redis.on(1).call("SET", "k", 1) redis.call("SET", "l", 2) end,
        client = function()
          if redis.on(1).call("GET", "k") then count("on 1") end
          if redis.call("GET", "k") then count("on 0") end end,
        always = { count_at_most("on 1", 0), count_at_most("on 0", 0) })");
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, CheckOutcome::Violated);
    QCOMPARE(found->checks[1].verdict, CheckOutcome::Holds);
    const auto stepper = stepperOf(scenario);
    QVERIFY2(stepper, qPrintable(why(stepper)));
    const History history = stepper->history();
    QCOMPARE(history.changes.size(), size_t(2));
    for (const KeyChange &each : history.changes)
        QCOMPARE(history.texts[each.key], each.node == 1 ? "k" : "l");
}

void TestExplorer::whatSetupCannotBeInStepsIsRefused_data()
{
    QTest::addColumn<QByteArray>("setup");
    QTest::addColumn<QString>("name");
    QTest::newRow("sleep") << QByteArray("sleep(50)") << u"sleep"_s;
    QTest::newRow("work of a time") << QByteArray("work(50)") << u"work"_s;
    QTest::newRow("work") << QByteArray("work()") << u"work"_s;
    QTest::newRow("await") << QByteArray(R"(await("k"))") << u"await"_s;
    QTest::newRow("await_gone") << QByteArray(R"(redis.call("SET", "k", 1, "PX", 20)
        await_gone("k"))") << u"await_gone"_s;
    QTest::newRow("subscribe") << QByteArray(R"(subscribe("c"))") << u"subscribe"_s;
    QTest::newRow("spawn") << QByteArray(R"(spawn(function() redis.call("INCR", "k") end))")
                           << u"spawn"_s;
    QTest::newRow("WATCH") << QByteArray(R"(redis.call("watch", "k"))") << u"WATCH"_s;
}

// A free run executes them.
void TestExplorer::whatSetupCannotBeInStepsIsRefused()
{
    QFETCH(QByteArray, setup);
    QFETCH(QString, name);
    const auto found = explored(written("keys = { \"k\" }, setup = function() " + setup
        + " end, client = function() redis.call(\"GET\", \"k\") end,"
          "finally = { nobody_waits() }"));
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::BadInput);
    QVERIFY2(found.error().detail.contains(": "_L1 + name + " in setup has no place in steps"_L1),
        qPrintable(found.error().detail));
}

void TestExplorer::aSumReadsTheKeyWhereItIs()
{
    const auto found = explored(written(R"(keys = { "stock", "none" }, nodes = 3,
        params = { clients = 1 }, client = function()
          redis.on(1).call("SET", "stock", 10) redis.on(1).call("DECR", "stock")
          count("sold") end,
        finally = { sum_equals("sold", "stock", 10), sum_equals("sold", "stock", 1),
          sum_equals("sold", "none", 1) })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, CheckOutcome::Holds);
    QCOMPARE(found->checks[1].verdict, CheckOutcome::Violated);
    QCOMPARE(found->checks[2].verdict, CheckOutcome::Holds);
    const auto twice = explored(written(R"(keys = { "stock" }, nodes = 2,
        params = { clients = 1 }, client = function()
          redis.on(1).call("SET", "stock", 9) redis.call("SET", "stock", 8) count("sold") end,
        finally = { sum_equals("sold", "stock", 10), sum_equals("sold", "stock", 9) })"));
    QVERIFY2(twice, qPrintable(why(twice)));
    QCOMPARE(twice->checks[0].verdict, CheckOutcome::Violated);
    QCOMPARE(twice->checks[1].verdict, CheckOutcome::Violated);
}

void TestExplorer::anotherCheckChangesNoOrderOfEvents_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("beside"); // what makes the arrival of a reply a step
    QTest::addColumn<CheckOutcome>("outcome");
    const QByteArray number = R"(event("t", redis.call("INCR", "n")))";
    const QByteArray falling = R"(redis.call("INCR", "n") event("t", -me.index))";
    const QByteArray nothing;
    const QByteArray function = R"(, function(v) if #v.events("t") > 9 then return "z" end end)";
    const QByteArray slept = " sleep(10)";
    const QByteArray thread = R"(spawn(function() redis.call("GET", "n") end) )";
    const QByteArray lost = R"(local n = redis.call("INCR", "n") event("other") event("t", n))";
    const QByteArray told = R"(local made = 0
        local function make() made = made + 1 event("t", 10 * me.index + made) end
        if me.index == 0 then
          spawn(function() redis.call("GET", "k") make() end) redis.call("GET", "n") make()
        end)";
    const QByteArray timed = R"(redis.call("SET", "k", 1, "PX", 10) local begun = now()
        local n = redis.call("INCR", "n") if now() - begun >= 10 then event("t", n) end)";
    const QByteArray asked = R"(local isTold = false
        spawn(function() redis.call("GET", "n") isTold = true end)
        local n = redis.call("INCR", "n") if isTold then event("t", n) end)";
    for (const auto &[name, beside] :
        {std::pair("alone", nothing), {"with a function", function}}) {
        const auto row = [&, beside = beside](const char *what) -> QTestData & {
            return QTest::addRow("%s, %s", what, name);
        };
        row("numbers") << number << beside << CheckOutcome::Holds;
        row("before a sleep") << number + slept << beside << CheckOutcome::Holds;
        row("beside a thread") << thread + number << beside << CheckOutcome::Holds;
        row("of a thread") << "spawn(function() " + number + " end) sleep(10)" << beside
                           << CheckOutcome::Holds;
        row("behind another event") << lost << beside << CheckOutcome::Holds;
        row("where it has taken long") << timed << beside << CheckOutcome::Holds;
        row("where a thread lets it tell") << asked << beside << CheckOutcome::Holds;
        row("told by two threads one behind the other") << told << beside << CheckOutcome::Holds;
        row("falling") << falling << beside << CheckOutcome::Violated;
        row("falling, beside a thread") << thread + falling << beside << CheckOutcome::Violated;
    }
}

// in_order is about the commands, whatever makes the arrival of their replies steps of their own;
// a client that crashes before its reply tells nothing.
void TestExplorer::anotherCheckChangesNoOrderOfEvents()
{
    QFETCH(QByteArray, program);
    QFETCH(QByteArray, beside);
    QFETCH(CheckOutcome, outcome);
    const auto found = explored(written(R"(keys = { "n", "k" }, params = { clients = 2 },
        clock = true, client = function(p, me) )"
        + program + R"( end, bounds = { time = 2, crashes = 1 }, always = { in_order("t"))" + beside
        + " }"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, outcome);
}

// At the time of the clock then, as in a free run; admissions are of the time of their command.
void TestExplorer::anEventIsToldWhenItsReplyArrives()
{
    const auto found = explored(written(R"(keys = { "k" }, params = { clients = 1 }, clock = true,
        client = function() redis.call("SET", "k", 1, "PX", 10) event("admitted", 1)
          redis.call("GET", "k") end,
        setup = function() redis.call("SET", "k", 0) end, bounds = { time = 2 }, always = {
        function(v) local e = v.events("admitted")[1] if e and e.at == 11 then return "11" end end,
        function(v) local e = v.events("admitted")[1] if e and e.at > 11 then return "+" end end,
        admitted_at_most(1, 10) })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, CheckOutcome::Violated);
    QCOMPARE(found->checks[1].verdict, CheckOutcome::Holds);
    QCOMPARE(found->checks[2].verdict, CheckOutcome::Holds);
    const auto admitted = explored(written(R"(keys = { "k" }, params = { clients = 2 },
        client = function(p, me) redis.call("SET", "k" , 1, "PX", 10) event("admitted", 1)
          end, bounds = { time = 2 }, always = { admitted_at_most(1, 10) })"));
    QVERIFY2(admitted, qPrintable(why(admitted)));
    QCOMPARE(admitted->checks[0].verdict, CheckOutcome::Violated);
}

void TestExplorer::anEventBehindAWaitMayBeTold_data()
{
    QTest::addColumn<QByteArray>("wait");
    QTest::newRow("of no time") << QByteArray("sleep(0)");
    QTest::newRow("of some time") << QByteArray("sleep(10)");
    QTest::newRow("for a key") << QByteArray(R"(await_gone("gone"))");
    QTest::newRow("for a mutex") << QByteArray(R"(local m = mutex("m") m.lock())");
}

// Later than the commands of others that the same moment woke: a thread may be slow.
void TestExplorer::anEventBehindAWaitMayBeTold()
{
    QFETCH(QByteArray, wait);
    const auto found = explored(written(R"(keys = { "n", "gone" }, clients = {
        { role = "slow", count = 1, run = function() )"
        + wait + R"( event("t", 1) end },
        { role = "quick", count = 1, run = function() )"
        + wait + R"( redis.call("INCR", "n") event("t", 2) end } },
        params = { servers = 2 }, bounds = { time = 2 }, always = { in_order("t") })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, CheckOutcome::Violated);
}

void TestExplorer::whoSaysSomethingAtFirstMayStartLate_data()
{
    QTest::addColumn<QByteArray>("first"); // of A
    QTest::addColumn<QByteArray>("second"); // of B
    QTest::addColumn<QByteArray>("check");
    const QByteArray done = R"(redis.call("SET", "k", 1) event("done", 1))";
    QTest::newRow("an event") << QByteArray(R"(event("start", 1) redis.call("GET", "k"))") << done
                              << QByteArray(R"(function(v)
          if v.events("done")[1] and not v.events("start")[1] then return "before" end end)");
    QTest::newRow("nothing else") << QByteArray(R"(event("start", 1))") << done
                                  << QByteArray(R"(function(v)
          if v.events("done")[1] and not v.events("start")[1] then return "before" end end)");
    QTest::newRow("the order of events") << QByteArray(R"(event("n", 1) redis.call("GET", "k"))")
                                         << QByteArray(R"(redis.call("SET", "k", 1) event("n", 2))")
                                         << QByteArray("in_order(\"n\")");
    QTest::newRow("that it is inside")
        << QByteArray(R"(enter("x") redis.call("GET", "k") leave("x"))") << done
        << QByteArray(R"(function(v)
          if v.get("k") and #v.inside("x") == 0 and #v.events("end") == 0 then return "before" end
        end)");
    QTest::newRow("a count") << QByteArray(R"(count("n") redis.call("GET", "k"))") << done
                             << QByteArray(R"(function(v)
          if v.get("k") and v.count("n") == 0 then return "before" end end)");
}

void TestExplorer::whoSaysSomethingAtFirstMayStartLate()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(QByteArray, check);
    const ScenarioPtr scenario = written(R"(keys = { "k" }, clients = {
        { role = "a", count = 1, run = function() )"
        + first + R"( end },
        { role = "b", count = 1, run = function() )"
        + second + R"( end } },
        always = { )"
        + check + " }");
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Violated);
    // What is drawn says it once.
    auto stepper = stepperOf(scenario);
    QVERIFY2(stepper, qPrintable(why(stepper)));
    QCOMPARE(replayed(*stepper, u"A0"_s), QString());
    QCOMPARE(stepper->history().marks.size(), size_t(1));
    QCOMPARE(stepper->violated(stepper->steps()), quint32(0));
}

void TestExplorer::whoSleepsFirstMayStartLate()
{
    const auto found = explored(written(R"(keys = { "lock" }, params = { clients = 1 },
        setup = function() redis.call("SET", "lock", 1, "PX", 1000) end,
        client = function()
          sleep(900) count("slept")
          if redis.call("EXISTS", "lock") == 0 then count("gone") end end,
        bounds = { time = 2 }, assume = { "timers_on_time" },
        always = { count_at_most("gone", 0), count_at_most("slept", 1) })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, CheckOutcome::Violated);
    QCOMPARE(found->checks[1].verdict, CheckOutcome::Holds);
}

void TestExplorer::whoSaysSomethingBehindItsFirstWaitMayStartLate_data()
{
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<QByteArray>("check"); // what somebody who sees that k is gone can tell
    QTest::newRow("an event") << QByteArray(R"(event("e", 1))") << QByteArray(R"(function(v)
          if v.count("gone") == 1 and not v.events("e")[1] then return "before" end end)");
    QTest::newRow("a count") << QByteArray(R"(count("e"))") << QByteArray(R"(function(v)
          if v.count("gone") == 1 and v.count("e") == 0 then return "before" end end)");
    QTest::newRow("by the clock") << QByteArray(R"(if now() % 1000 > 0 then count("e") end)")
                                  << QByteArray(R"(count_at_most("e", 0))");
}

// It has to go on from the wait in time, but it may begin the wait late.
void TestExplorer::whoSaysSomethingBehindItsFirstWaitMayStartLate()
{
    QFETCH(const QByteArray, says);
    QFETCH(const QByteArray, check);
    const auto found = explored(written(R"(keys = { "k", "j" }, clock = true, clients = {
        { role = "a", count = 1, run = function()
          await_gone("j") )"
        + says + R"( redis.call("GET", "j") end },
        { role = "b", count = 1, run = function()
          if redis.call("EXISTS", "k") == 0 then count("gone") end end } },
        bounds = { time = 3 }, assume = { "timers_on_time" },
        setup = function() redis.call("SET", "k", 1, "PX", 20) end,
        always = { )"
        + check + " }"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Violated);
}

// Although it has nothing more to do if it starts early.
void TestExplorer::whoOnlyWaitsForAKeyMayStartLate()
{
    const auto found = explored(written(R"(keys = { "k" }, clients = {
        { role = "a", count = 1, run = function() redis.call("SET", "k", 1) end },
        { role = "b", count = 1, run = function() await_gone("k") end } },
        finally = { nobody_waits() })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, CheckOutcome::Violated);
}

void TestExplorer::whoOnlyReadsTheClockMayStartLate()
{
    const auto found = explored(written(R"(keys = { "k" }, clock = true, bounds = { time = 1 },
        clients = {
        { role = "a", count = 1, run = function() redis.call("SET", "k", 1, "PX", 10) end },
        { role = "b", count = 1, run = function() if now() % 1000 > 0 then count("late") end end } },
        always = { count_at_most("late", 0) })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, CheckOutcome::Violated);
}

void TestExplorer::absoluteDeadlinesAtOneInstantAreTheSame_data()
{
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<CheckOutcome>("outcome");
    const QByteArray at = R"(, redis.call("PEXPIRETIME", "k")))";
    QTest::newRow("PXAT") << R"(redis.pcall("SET", "j", 1, "PXAT")" + at << CheckOutcome::Holds;
    QTest::newRow("PEXPIREAT") << R"(redis.call("SET", "j", 1) redis.call("PEXPIREAT", "j")" + at
                               << CheckOutcome::Holds;
    QTest::newRow("a script") << R"lua(redis.pcall("EVAL",
          "redis.call('SET', KEYS[1], 1, 'PXAT', ARGV[1])", 1, "j")lua"
            + at << CheckOutcome::Holds;
    // Time passes between two commands.
    QTest::newRow("PX") << QByteArray(R"(redis.call("SET", "j", 1, "PX", 20))")
                        << CheckOutcome::Violated;
    QTest::newRow("both in a script") << R"lua(redis.pcall("EVAL",
          "redis.call('SET', KEYS[1], 1, 'PX', 20) redis.call('SET', KEYS[2], 1, 'PXAT', ARGV[1])",
          2, "j", "i")lua"
            + at << CheckOutcome::Violated;
}

// A server that has dropped one of them has a clock at which the other is over as well.
void TestExplorer::absoluteDeadlinesAtOneInstantAreTheSame()
{
    QFETCH(QByteArray, second);
    QFETCH(CheckOutcome, outcome);
    const auto found = explored(written(R"(keys = { "k", "j", "i" }, clock = true,
        bounds = { time = 1 }, params = { clients = 1 },
        client = function() redis.call("SET", "k", 1, "PX", 20) )"
        + second + R"( count("set") end,
        always = { function(v)
          if v.count("set") > 0 and v.get("j") and not v.get("k") then return "j" end end })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, outcome);
}

void TestExplorer::aCountOfManyIsSoManyAdmissions()
{
    const auto found = explored(written(R"(keys = { "k" }, params = { clients = 1 }, clock = true,
        client = function() redis.call("INCR", "k") count("admitted", 20000) end,
        always = { admitted_at_most(15000, 1000), admitted_at_most(20000, 1000),
                   admitted_at_most(1, 0) })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, CheckOutcome::Violated);
    QCOMPARE(found->checks[1].verdict, CheckOutcome::Holds);
    QCOMPARE(found->checks[2].verdict, CheckOutcome::Holds);
}

// That work is shorter than a lease does not say that it takes no time.
void TestExplorer::whoSleepsWithinTheLeaseGoesOn()
{
    const auto found = explored(written(R"(keys = { "lock" }, params = { clients = 2 },
        client = function()
          if redis.call("SET", "lock", 1, "NX", "PX", 1000) then
            enter("lock") sleep(998) leave("lock") count("done") redis.call("DEL", "lock")
          else sleep(1) count("waited") if redis.call("EXISTS", "lock") == 1 then count("met") end
          end end,
        bounds = { time = 8 }, assume = { "work_shorter_than_lease" },
        always = { holders_at_most("lock", 1), count_at_most("done", 0), count_at_most("met", 0) })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->checks[0].verdict, CheckOutcome::Holds);
    QCOMPARE(found->checks[1].verdict, CheckOutcome::Violated);
    QCOMPARE(found->checks[2].verdict, CheckOutcome::Violated);
    QVERIFY(!found->endsForbidden);
}

// It breaks the assumption, so nothing that comes afterwards is known.
void TestExplorer::whoSleepsBeyondTheLeaseIsUndecided()
{
    const auto exploredOne = [](const char *assumed) {
        return explored(written(QByteArray(R"(keys = { "lock" }, params = { clients = 1 },
        client = function()
          redis.call("SET", "lock", 1, "PX", 1000) enter("lock") sleep(1000) leave("lock")
          count("done") end,
        bounds = { time = 3 }, assume = { )")
            + assumed
            + R"( }, always = { count_at_most("done", 0) }, finally = { nobody_waits() })"));
    };
    const auto found = exploredOne("\"work_shorter_than_lease\"");
    QVERIFY2(found, qPrintable(why(found)));
    QVERIFY(found->endsForbidden);
    QCOMPARE(found->undecided, found->interleavings);
    QCOMPARE(found->checks[0].verdict, CheckOutcome::Undecided);
    QCOMPARE(found->checks[1].verdict, CheckOutcome::Undecided);
    const auto free = exploredOne("");
    QVERIFY2(free, qPrintable(why(free)));
    QVERIFY(!free->endsForbidden);
    QCOMPARE(free->checks[0].verdict, CheckOutcome::Violated);
}

// Before starts were steps, or without the assumption, a trace let time pass at once.
void TestExplorer::whoeverATraceAwaitsStartsBeforeTimePasses()
{
    const ScenarioPtr scenario = written(R"(keys = { "k" }, params = { clients = 1 },
        client = function() sleep(50) redis.call("GET", "k") end,
        bounds = { time = 1 }, assume = { "timers_on_time" },
        always = { value_at_most("k", 1) })");
    auto stepper = stepperOf(scenario);
    QVERIFY2(stepper, qPrintable(why(stepper)));
    QCOMPARE(replayed(*stepper, u"T A1"_s), QString());
    QCOMPARE(stepper->steps(), 3); // with the start
}

// Who says something that no check reads can as well have started at the beginning.
void TestExplorer::whoIsNotSeenToStartStartsAtTheBeginning()
{
    const auto found = explored(written(R"(keys = { "k" }, clients = {
        { role = "a", count = 1, run = function() event("start", 1) enter("x") count("n")
          redis.call("GET", "k") end },
        { role = "b", count = 1, run = function() sleep(20) redis.call("SET", "k", 1) end } },
        always = { holders_at_most("x", 1), count_at_most("n", 1) })"),
        u"T=1"_s);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Holds);
    QCOMPARE(found->interleavings, QByteArray("6"));
}

void TestExplorer::commandOfACrashedClientMayBeExecutedLate_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isViolated");
    const QByteArray inside = R"(keys = { "a", "b" }, bounds = { crashes = 1 }, clients = {
        { role = "a", count = 1, run = function()
          redis.call("SET", "a", 1) enter("x") redis.call("SET", "b", 1) redis.call("GET", "a") end },
        { role = "b", count = 1, run = function()
          event("x", redis.call("GET", "a") or "-") event("after", redis.call("GET", "b") or "-") end } },
        )";
    QTest::newRow("where a check reads who is inside") << inside + R"(always = { function(v)
          local x, after = v.events("x")[1], v.events("after")[1]
          if x and after and x.value == 1 and #x.inside == 0 and after.value == "-"
            and v.get("b") == "1" then return "the crashed client wrote" end end })"
                                                       << true;
    const QByteArray lease = R"(keys = { "lock", "n" }, params = { clients = 2 },
        client = function(p, me)
          if not redis.call("SET", "lock", me.name, "NX", "PX", 1000) then return end
          enter("lock")
          redis.call("SET", "n", me.name)
          if redis.call("GET", "n") ~= me.name then count("overwritten") end
          leave("lock") redis.call("DEL", "lock") end,
        bounds = { time = 1, crashes = 1 },
        always = { count_at_most("overwritten", 0), holders_at_most("lock", 1) })";
    QTest::newRow("after the lease of the dead")
        << lease + R"(, assume = { "work_shorter_than_lease" })" << true;
    QTest::newRow("where nobody can crash")
        << QByteArray(lease).replace("crashes = 1", "crashes = 0")
            + R"(, assume = { "work_shorter_than_lease" })"
        << false;
}

void TestExplorer::commandOfACrashedClientMayBeExecutedLate()
{
    QFETCH(QByteArray, body);
    QFETCH(bool, isViolated);
    const auto found = explored(written(body));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, isViolated ? CheckOutcome::Violated : CheckOutcome::Holds);
}

void TestExplorer::aFailoverBringsNoKeyBackThatHasExpired_data()
{
    QTest::addColumn<QByteArray>("client");
    QTest::addColumn<bool>("isViolated");
    QTest::newRow("long ago") << QByteArray(R"(redis.call("SET", "k", 1, "PX", 10)
        redis.call("DEL", "k") sleep(200)
        if redis.call("GET", "k") then count("back") end)")
                              << false;
    QTest::newRow("before another one") << QByteArray(R"(redis.call("SET", "k", 1, "PX", 10)
        redis.call("SET", "j", 1, "PX", 10) redis.call("PERSIST", "k") await_gone("j")
        if redis.call("EXISTS", "j") == 1 then count("back") end)")
                                        << false;
    QTest::newRow("not yet") << QByteArray(R"(redis.call("SET", "k", 1, "PX", 100)
        redis.call("DEL", "k") sleep(50)
        if redis.call("PTTL", "k") == 50 then count("back") end)")
                             << true;
}

void TestExplorer::aFailoverBringsNoKeyBackThatHasExpired()
{
    QFETCH(QByteArray, client);
    QFETCH(bool, isViolated);
    const auto found = explored(written("keys = { \"k\", \"j\" }, replica = true,"
                                        "params = { clients = 1 }, client = function() "
        + client
        + " end, bounds = { time = 3, failovers = 1 },"
          "always = { count_at_most(\"back\", 0) }"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, isViolated ? CheckOutcome::Violated : CheckOutcome::Holds);
}

void TestExplorer::writesThatAReplicaWouldNotGetAreRefused()
{
    const auto found = [](const QByteArray &more) {
        return explored(written(R"x(keys = { "k" }, params = { clients = 1 }, client = function()
          redis.call("EVAL", "redis.set_repl(redis.REPL_NONE) redis.call('SET', KEYS[1], 1)",
            1, "k") end, finally = { nobody_waits() })x"
            + more));
    };
    const auto refused = found(", replica = true");
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::BadInput);
    QVERIFY2(
        refused.error().detail.contains("redis.set_repl"_L1), qPrintable(refused.error().detail));
    const auto alone = found({}); // nothing can be lost there
    QVERIFY2(alone, qPrintable(why(alone)));
}

void TestExplorer::shippedProgramsKnowThatKeysGetLost_data()
{
    QTest::addColumn<QString>("id");
    for (const ScenarioPtr &scenario : shippedScenarios()) {
        if (scenario->nodes == 1) // with several, one is left
            QTest::addRow("%s", scenario->id.constData()) << QString::fromLatin1(scenario->id);
    }
}

void TestExplorer::shippedProgramsKnowThatKeysGetLost()
{
    QFETCH(QString, id);
    const auto found = explored(scenarioOf(id), u"N=1"_s);
    QVERIFY2(found, qPrintable(why(found)));
}

void TestExplorer::boundsOutOfReachAreRefused()
{
    const ScenarioPtr scenario = scenarioOf(u"counter-incr"_s);
    for (const QString &changes : {u"T=256"_s, u"X=-1"_s, u"clients=101"_s, u"clients=0"_s}) {
        const auto found = explored(scenario, changes);
        QVERIFY(!found);
        QCOMPARE(found.error().code, ErrorCode::BadInput);
        QVERIFY(found.error().detail.contains(QLatin1String("1"))
            || found.error().detail.contains(QLatin1String("0")));
    }
}

// What is done with it is looked for in the text, so nobody may ask for it unseen.
void TestExplorer::aTtlIsAskedForByItsName()
{
    // Nor does the name of the other command say anything of this one.
    for (const QByteArray &before : {QByteArray(), QByteArray(R"(redis.call("TTL", "k"))")}) {
        const auto found = explored(
            written(R"(keys = { "k" }, params = { clients = 1 }, client = function() )" + before +
                R"( if redis.call("PT" .. "TL", "k") < 15 then redis.call("GET", "k") end end,
                finally = { nobody_waits() })"));
        QVERIFY(!found);
        QCOMPARE(found.error().code, ErrorCode::BadInput);
        QVERIFY2(found.error().detail.contains("PTTL cannot be used in steps: "_L1),
            qPrintable(found.error().detail));
    }
}

// Only where the scenario comes to it: what is said of every exploration is read of none.
// Once it has crashed, nobody can tell where in the order of events it would have told something:
// there are 29 states if its place in it is kept.
void TestExplorer::whatACrashedClientWouldHaveToldIsNoState()
{
    const auto found = explored(written(R"(params = { clients = 2 }, keys = { "a", "b" },
      bounds = { crashes = 1 }, always = { in_order("t"), count_at_most("c", 2) },
      client = function(p, me)
        local n = redis.call("INCR", me.index == 0 and "a" or "b") count("c") event("t", n)
      end)"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->states, 25);
}

const QString beforeRedis72 = u"time_between_leases of a server before Redis 7.2"_s;

void TestExplorer::whatIsNotExploredIsNamed_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("bounds");
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char *name, const QByteArray &client, const QString &bounds,
                         const QStringList &names, const QByteArray &more = {}) {
        QTest::addRow("%s", name) << QByteArray(
                                         R"(keys = { "k", "j" }, params = { clients = 1 }, )")
                + more + "client = function(p, me) " + client
                + " end" << bounds << names;
    };
    const QString times = u"times_between_deadlines"_s;
    const QString leases = u"time_between_leases"_s;
    row("nothing", R"(redis.call("SET", "k", 1, "PX", 30) redis.call("GET", "k"))", u"T=1"_s, {});
    row("late messages", R"(redis.call("SET", "k", 1, "PX", 30))", u"T=1"_s,
        {u"late_expired_events"_s}, "expired_events = true, ");
    row("a message",
        R"(subscribe("c") redis.call("PUBLISH", "c", "x") receive("c", 10) redis.call("GET", "k"))",
        u"T=1"_s, {u"late_messages"_s});
    row("a message that nobody is told", R"(redis.call("PUBLISH", "c", "x"))", u"T=1"_s, {});
    row("a TTL that is compared",
        R"(if redis.call("PTTL", "k") < 30 then redis.call("GET", "k") end)", u"T=1"_s, {times});
    row("a deadline", R"(if redis.call("PTTL", "k") == -1 then redis.call("GET", "k") end)",
        u"T=1"_s, {});
    row("a clock that is compared", R"(local at = now() redis.call("GET", "k")
        if now() - at > 30 then redis.call("GET", "k") end)",
        u"T=1"_s, {times}, "clock = true, ");
    row("a TTL that is written", R"(redis.call("SET", "j", redis.call("PTTL", "k")))", u"T=1"_s,
        {times});
    row("a TTL that is slept twice",
        R"(redis.call("SET", "k", 1, "PX", 30) local t = redis.call("PTTL", "k")
        if t > 0 then sleep(2 * t) end)",
        u"T=2"_s, {times});
    row("a TTL that is told", R"(count("left", redis.call("PTTL", "k")))", u"T=1"_s, {times});
    row("a TTL that turns are counted by",
        R"(for i = 1, redis.call("PTTL", "k"), 50 do redis.call("GET", "k") end)", u"T=1"_s,
        {times});
    row("a TTL that is looked up",
        R"(local late = { true } if late[redis.call("PTTL", "k") // 60] then count("late") end)",
        u"T=1"_s, {times});
    row("GT", R"(redis.call("SET", "k", 1) redis.call("PEXPIRE", "k", 30, "GT"))", u"T=1"_s,
        {times});
    row("GT that is put together",
        R"(redis.call("SET", "k", 1) redis.call("PEXPIRE", "k", 30, "G" .. "T"))", u"T=1"_s,
        {times});
    row("a command that is put together", R"(redis.call("SET", "k", 1)
        redis.call(table.unpack({ "PEX" .. "PIRE", "k", 30, "L" .. "T" })))",
        u"T=1"_s, {times});
    row("GT in a transaction", R"(redis.call("SET", "k", 1) redis.call("MULTI")
        redis.call("PEXPIRE", "k", 30, "g" .. "t") redis.call("EXEC"))",
        u"T=1"_s, {times});
    row("another option that is put together",
        R"(redis.call("SET", "k", 1) redis.call("PEXPIRE", "k", 30, "N" .. "X"))", u"T=1"_s, {});
    row("GT that a script is given", R"~(redis.call("EVAL",
        "return redis.call('PEXPIRE', KEYS[1], 30, ARGV[1])", 1, "k", "GT"))~",
        u"T=1"_s, {times});
    row("GT that a script of the file is given", R"(redis.script("s", { "k" }, { "GT" }))",
        u"T=1"_s, {times},
        "scripts = { s = [[return redis.call('PEXPIRE', KEYS[1], 30, ARGV[1])]] }, ");
    row("GT in a script that is put together", R"~(redis.call("EVAL",
        "return redis" .. ".call('PEX" .. "PIRE', KEYS[1], 30, 'G" .. "T')", 1, "k"))~",
        u"T=1"_s, {times});
    row("a time told by a script that is put together", R"~(redis.call("PTTL", "j")
        if redis.call("EVAL", "return redis" .. ".call('PT" .. "TL', KEYS[1])", 1, "k") > 9 then
        count("long") end)~",
        u"T=1"_s, {times});
    row("GT that setup puts together", R"(redis.call("GET", "k"))", u"T=1"_s, {times},
        R"(setup = function()
        redis.call("SET", "k", 1) redis.call("PEXPIRE", "k", 30, "G" .. "T") end, )");
    row("a TTL that a check looks at", R"(redis.call("SET", "k", 1, "PX", 30))", u"T=1"_s, {times},
        "always = { function(v) if (v.ttl(\"k\") or 0) > 15 then return \"long\" end end }, ");
    row("a window", R"(redis.call("INCR", "k") event("admitted", 1))", u"T=1"_s, {times},
        "always = { admitted_at_most(2, 30) }, ");
    row("events in order", R"(event("token", redis.call("INCR", "k")))", u"T=1"_s, {},
        "always = { in_order(\"token\") }, ");
    row("a script of the file", R"(redis.script("s", { "k" }, {}))", u"T=1"_s, {times},
        "scripts = { s = [[return redis.call('PTTL', KEYS[1]) < 30 and 1 or 0]] }, ");
    const QByteArray set =
        R"(redis.call("SET", "k", 1, "PX", 30) redis.call("SET", "j", 1, "PX", )";
    row("a shorter lease within a longer one", set + "20)", u"T=1"_s, {leases});
    row("while no time passes", set + "20)", u"T=0"_s, {});
    row("a longer lease after a shorter one", set + "40)", u"T=2"_s, {});
    const QByteArray wake = R"(await_gone("k") sleep()";
    row("a timer that begins with the end of the shorter one", set + "40) " + wake + "20)",
        u"T=3"_s, {leases});
    row("one that is over before the longer one", set + "40) " + wake + "5)", u"T=3"_s, {});
    row("a lease that is set then",
        set + R"(40) await_gone("k") redis.call("SET", "k", 1, "PX", 50))", u"T=3"_s, {leases});
    row("a lease beside a timer that is longer",
        R"(spawn(function() sleep(50) end) redis.call("SET", "k", 1, "PX", 30) sleep(40))",
        u"T=1"_s, {leases});
    row("a timer beside a lease that was set before",
        R"(redis.call("SET", "k", 1, "PX", 30) sleep(50) sleep(50))", u"T=2"_s, {});
    const QByteArray waits = R"(await_gone("k") redis.call("GET", "j") redis.call("GET", "j") )";
    row("leases of the same length", set + "30) " + waits, u"T=1"_s, {});
    const QString hurried = u"commands_at_deadline"_s;
    row("with much in between", set + "30) " + waits + waits, u"T=1"_s, {leases, hurried});
    const QByteArray due = R"(redis.call("SET", "k", 1, "PX", 30) sleep(30) )";
    const QByteArray read = R"(redis.call("GET", "k") )";
    row("two commands while a key is due", due + read + read, u"T=2"_s, {});
    row("three commands while a key is due", due + read + read + read, u"T=2"_s, {hurried});
    row("both at once", R"(redis.call("MULTI") )" + set + R"(20) redis.call("EXEC"))", u"T=2"_s,
        {beforeRedis72});
    const QByteArray script = R"(redis.call("EVAL", "redis.call('SET', KEYS[1], 1, 'PX', 30) )";
    row("both in one script",
        script + R"(redis.call('SET', KEYS[2], 1, 'PX', 30) return 1", 2, "k", "j"))", u"T=1"_s,
        {beforeRedis72});
    row("while no time passes behind the script",
        script + R"(redis.call('SET', KEYS[2], 1, 'PX', 30) return 1", 2, "k", "j"))", u"T=0"_s,
        {});
    row("one in one script", script + R"(redis.call('SET', KEYS[2], 1) return 1", 2, "k", "j"))",
        u"T=1"_s, {});
    row("moments in one transaction", R"(redis.call("SET", "k", 1) redis.call("SET", "j", 1)
        redis.call("MULTI") redis.call("PEXPIREAT", "k", 1767225700000)
        redis.call("PEXPIREAT", "j", 1767225700000) redis.call("EXEC"))",
        u"T=1"_s, {});
    row("leases of setup", R"(redis.call("GET", "k"))", u"T=1"_s, {leases},
        "setup = function() " + set + "20) end, ");
    row("a longer one after a shorter one in setup", R"(redis.call("GET", "k"))", u"T=1"_s, {},
        "setup = function() " + set + "40) end, ");
    row("leases of setup while no time passes", R"(redis.call("GET", "k"))", u"T=0"_s, {},
        "setup = function() " + set + "20) end, ");
    const QString lags = u"other_replication_lags"_s;
    const QByteArray replica = "replica = true, bounds = { failovers = 1 }, ";
    const QByteArray write = R"(redis.call("SET", "k", me.index) )";
    row("a write that a replica may lack", write, {}, {}, replica);
    row("two that it may lack", write + R"(redis.call("INCR", "k"))", {}, {lags}, replica);
    row("two where nothing fails", write + R"(redis.call("INCR", "k"))", u"F=0"_s, {}, replica);
    row("two, of which one changes nothing", write + R"(redis.call("DEL", "j"))", {}, {}, replica);
    row("two, of which one is executed elsewhere",
        write + R"(redis.on(1).call("SET", "j", 1) redis.on(1).call("SET", "j", 2))", {}, {},
        "nodes = 2, " + replica);
    row("a write beside a WATCH", R"(redis.call("WATCH", "j") )" + write, {}, {lags}, replica);
    const QString phases = u"timers_out_of_phase"_s;
    const QByteArray onTime = R"(assume = { "timers_on_time" }, params = { clients = 2 }, )";
    const QByteArray sleeps = R"(sleep(me.index == 1 and 10 or 8) redis.call("INCR", "k") )";
    row("timers of two that begin together", sleeps, u"T=4"_s, {}, onTime);
    row("timers that begin one after the other", sleeps + sleeps, u"T=4"_s, {phases}, onTime);
    row("those of one client", sleeps + sleeps, u"T=4"_s, {}, R"(assume = { "timers_on_time" }, )");
    row("timers beside a lease of setup", "sleep(8) sleep(8)", u"T=4"_s, {phases},
        R"(assume = { "timers_on_time" }, setup = function() redis.call("SET", "k", 1, "PX", 20) end, )");
    row("one timer beside a lease of setup", "sleep(8)", u"T=4"_s, {},
        R"(assume = { "timers_on_time" }, setup = function() redis.call("SET", "k", 1, "PX", 20) end, )");
    row("timers beside a lease of setup that the client renews",
        R"(redis.call("PEXPIRE", "k", 30) sleep(8) redis.call("PEXPIRE", "k", 30) sleep(8))",
        u"T=4"_s, {},
        R"(assume = { "timers_on_time" }, setup = function() redis.call("SET", "k", 1, "PX", 20) end, )");
    const QByteArray isFirst = "if me.index == 1 then ";
    row("timers beside a lease of another client",
        isFirst + R"(redis.call("SET", "k", 1, "PX", 20) else sleep(8) sleep(8) end)", u"T=4"_s,
        {phases}, onTime);
    row("those of a receive",
        isFirst + R"(redis.call("SET", "k", 1, "PX", 20) else subscribe("c") receive("c", 8)
        receive("c", 8) end)",
        u"T=4"_s, {phases}, onTime);
    row("timers beside a lease of another client that was renewed",
        isFirst + R"(redis.call("SET", "k", 1, "PX", 20) redis.call("SET", "j", 1) else
        if redis.call("GET", "j") and redis.call("PEXPIRE", "k", 30) == 1 then
        sleep(8) redis.call("PEXPIRE", "k", 30) sleep(8) end end)",
        u"T=4"_s, {}, onTime);
    const QByteArray alone = R"(assume = { "timers_on_time" }, )";
    const QByteArray lease = R"(redis.call("SET", "k", 1, "PX", 20) )";
    row("timers behind the own lease", lease + "sleep(8) sleep(8)", u"T=4"_s, {}, alone);
    row("timers behind a command beside the own lease",
        lease + R"(redis.call("GET", "j") sleep(8) sleep(8))", u"T=4"_s, {phases}, alone);
    row("timers of two threads", "spawn(function() sleep(10) sleep(10) end) sleep(8) sleep(8)",
        u"T=4"_s, {}, alone);
    row("timers of a thread behind a command",
        R"(spawn(function() sleep(10) sleep(10) end) redis.call("GET", "j") sleep(8) sleep(8))",
        u"T=4"_s, {phases}, alone);
    row("timers that may be late", sleeps + sleeps, u"T=4"_s, {}, "params = { clients = 2 }, ");
    const QString outages = u"outages_that_last"_s;
    const QByteArray renewal =
        R"(redis.call("SET", "k", 1, "PX", 30) sleep(20) redis.call("GET", "k"))";
    row("a restart while timers are on time", renewal, u"T=2 N=1"_s, {outages},
        R"(assume = { "timers_on_time" }, )");
    row("a restart while they may be late", renewal, u"T=2 N=1"_s, {});
    row("a restart of a server that never has a key", R"(sleep(20) redis.call("GET", "k"))",
        u"T=1 N=1"_s, {outages}, R"(assume = { "timers_on_time" }, )");
    row("a restart while no time passes", renewal, u"T=0 N=1"_s, {},
        R"(assume = { "timers_on_time" }, )");
    row("a failover while they are on time", renewal, u"T=2 F=1"_s, {outages},
        R"(replica = true, assume = { "timers_on_time" }, )");
    const QString order = u"table_order"_s;
    row("a script that goes through a table",
        R"(redis.call("EVAL", "for k in pairs({ [KEYS[1]] = 1 }) do redis.call('GET', k) end", 1, "k"))",
        {}, {order});
    const auto scriptRow = [&](const char *name, const QByteArray &text, const QStringList &names) {
        row(name, R"(redis.call("EVAL", ")" + text + R"(", 1, "k"))", {}, names);
    };
    const QByteArray table = "local t = { [KEYS[1]] = 1 } ";
    scriptRow("one that calls nothing for each element",
        table + "table.foreach(t, function(k) end)", {order});
    scriptRow("one that encodes it", table + "return cjson.encode(t)", {order});
    scriptRow("one that packs it", table + "local p = cmsgpack p.pack(t)", {order});
    scriptRow("one that answers with it", table + "return { map = t }", {order});
    scriptRow("one that answers with its keys", table + "return { ['set'] = t }", {order});
    scriptRow(
        "one that gets tables", "redis.setresp(3) return redis.call('HGETALL', KEYS[1])", {order});
    scriptRow("one that chooses a function",
        table + "return table['fore' .. 'ach'](t, function(k) return k end)", {order});
    scriptRow("one that is put together",
        "for _, k in next, { [KEYS[1]] = 1 } do \" .. \"redis.call('GET', k) end", {order});
    scriptRow("one that reads and writes",
        "local t = { set = 1 } redis.call('set', KEYS[1], table.concat({ 1 }))", {});
    scriptRow("one that answers with what it has read",
        "for k in pairs(cjson.decode('{}')) do redis.call('set', KEYS[1], k) end", {order});
    scriptRow("one that names its elements one by one",
        "local t = {} for _, k in ipairs(KEYS) do t[k] = 1 end return cjson.encode(t)", {order});
    scriptRow("one that names them beside others",
        "local t, n = {} t[KEYS[1]], n = 1, 2 for k in pairs(t) do redis.call('get', k) end",
        {order});
    row("a script of the file that goes through a table", R"(redis.script("s", { "k" }, {}))", {},
        {order},
        "scripts = { s = [=[for k in pairs({ [KEYS[1]] = 1 }) do redis.call('GET', k) end]=] }, ");
    scriptRow("one that says so", "redis.call('set', KEYS[1], 'the table of next pairs')", {});
    scriptRow("one that goes through names of its own",
        "for k in pairs({ a = 1, b = 2 }) do redis.call('set', KEYS[1], k) end", {});
    scriptRow("one that encodes names of its own",
        "local t = { a = 1 } t['b'] = KEYS[1] return cjson.encode(t)", {});
    scriptRow("one that goes through its keys",
        "for i, k in pairs(KEYS) do redis.call('set', k, i) end", {});
    scriptRow("one that encodes a list",
        "local t = {} for i = 1, 3 do t[i] = i t[#t + 1] = 0 end return cjson.encode(t)", {});
    scriptRow("one that asks whether it is empty", table + "return next(t) == nil and 1 or 0", {});
    row("a text that says so", R"(redis.call("SET", "k", "the table of next pairs"))", {}, {});
    row("a script that nobody calls",
        R"(local s = "for k in pairs({ [KEYS[1]] = 1 }) do end" redis.call("GET", "k"))", {}, {});
    scriptRow(
        "one that does without tables", "redis.call('set', KEYS[1], table.concat({ 1 }))", {});
    row("a program that does", R"(for k in pairs({ k = 1 }) do redis.call("GET", k) end)", {}, {});
    row("a script that goes through a list",
        R"(redis.call("EVAL", "for _, k in ipairs(KEYS) do redis.call('GET', k) end", 1, "k"))", {},
        {});
    const QString late = u"late_messages"_s, resubscriptions = u"late_resubscriptions"_s;
    const QByteArray told =
        R"(subscribe("c") redis.call("PUBLISH", "c", "x") receive("c") redis.call("GET", "k"))";
    row("a message of a server that may restart", told, u"N=1"_s, {late, resubscriptions});
    row("a message of a server that may fail over", told, u"F=1"_s, {late, resubscriptions},
        "replica = true, ");
    row("a message of a server that stays", R"(local other = redis.on(1)
        other.subscribe("c") other.call("PUBLISH", "c", "x") other.receive("c"))",
        u"F=1"_s, {late}, "nodes = 2, replica = true, ");
    row("a message that nobody is told after a restart", R"(redis.call("PUBLISH", "c", "x"))",
        u"N=1"_s, {});
    const QString drift = u"clocks_that_drift"_s;
    const QByteArray other = R"( redis.on(1).call("SET", "j", 1, "PX", 30))";
    row("leases on two servers", lease + other, u"T=2"_s, {drift}, "nodes = 2, ");
    row("leases on two servers while no time passes", lease + other, u"T=0"_s, {}, "nodes = 2, ");
    row("one that is over before the other server's begins", lease + R"(await_gone("k"))" + other,
        u"T=2"_s, {}, "nodes = 2, ");
    row("a lease on one of two servers", lease + R"(redis.on(1).call("SET", "j", 1))", u"T=1"_s, {},
        "nodes = 2, ");
    row("leases of setup on two servers", R"(redis.call("GET", "k"))", u"T=1"_s, {drift},
        "nodes = 2, setup = function() " + lease + other + " end, ");
    row("a request that may be lost", R"(redis.call("GET", "k"))", u"L=1"_s, {u"lost_replies"_s},
        "nodes = 2, ");
    row("a clock that setup compares", R"(redis.call("GET", "k"))", u"T=1"_s, {times},
        R"(clock = true, setup = function() local at = now() redis.call("SET", "j", 1)
        if now() - at > 0 then redis.call("SET", "k", 1) end end, )");
    row("a clock that setup writes", R"(if now() - redis.call("GET", "k") > 0 then
        redis.call("DEL", "k") end)",
        u"T=1"_s, {times},
        R"(clock = true, setup = function() redis.call("SET", "k", now()) end, )");
}

void TestExplorer::whatIsNotExploredIsNamed()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, bounds);
    QFETCH(QStringList, names);
    const auto found = explored(written(body), bounds);
    QVERIFY2(found, qPrintable(why(found)));
    if (names.removeAll(beforeRedis72) > 0 && clockGoesOnInScripts(found->server))
        names << u"time_between_leases"_s;
    QCOMPARE(explorationToJson(*found)[u"notExplored"_s].toVariant().toStringList(), names);
}

QTEST_GUILESS_MAIN(TestExplorer)
#include "tst_explorer.moc"
