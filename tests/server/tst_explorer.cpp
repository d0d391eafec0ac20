// Results that are known, found once more on a real server: verdicts, exact counts and the smallest
// counterexamples (environment steps / preemptions / steps).

#include "core/lab/explorer.h"
#include "core/lab/stepper.h"

#include <QTest>

#include <csignal>
#include <random>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

// "clients=3 T=2 X=1 assume=none merge=0 remember=0" over a scenario's own values.
ExploreOptions optionsOf(const Scenario &scenario, const QString &changes)
{
    ExploreOptions options;
    options.settings = scenario.defaults();
    options.bounds = scenario.bounds;
    options.assumptions = scenario.assumptions;
    for (const QString &change : changes.split(u' ', Qt::SkipEmptyParts)) {
        const QString name = change.section(u'=', 0, 0);
        const int value = change.section(u'=', 1).toInt();
        const std::map<QString, int *> bounds{{u"T"_s, &options.bounds.time},
            {u"X"_s, &options.bounds.crashes}, {u"P"_s, &options.bounds.pauses},
            {u"N"_s, &options.bounds.restarts}, {u"F"_s, &options.bounds.failovers}};
        if (bounds.contains(name))
            *bounds.at(name) = value;
        else if (name == "assume"_L1)
            options.assumptions.clear();
        else if (name == "merge"_L1)
            options.mergeStates = value != 0;
        else if (name == "remember"_L1)
            options.rememberAnswers = value != 0;
        else
            options.settings[name.toUtf8()] = value;
    }
    return options;
}

ScenarioPtr scenarioOf(const QString &id)
{
    const auto found = findScenario(id);
    return found ? *found : nullptr;
}

ScenarioPtr written(const QByteArray &body)
{
    const auto made =
        scenarioFromText("return { id = \"own\", family = \"stock\", title = { en = \"t\" },"
                         " lesson = { en = \"l\" }, "
                + body + " }",
            u"own.lua"_s);
    if (!made)
        qWarning("%s", qPrintable(made.error().detail));
    return made ? *made : nullptr;
}

Result<Exploration> explored(const ScenarioPtr &scenario, const QString &changes = {})
{
    return Explorer(scenario, optionsOf(*scenario, changes)).explore();
}

QString measure(const std::optional<Counterexample> &found)
{
    return found ? u"%1/%2/%3"_s.arg(found->environment).arg(found->preemptions).arg(found->steps)
                 : u"none"_s;
}

QString why(const Result<Exploration> &found)
{
    return found ? QString() : found.error().detail;
}

QString countsOf(const Exploration &found)
{
    return u"%1 of %2, %3 undecided"_s.arg(QString::fromLatin1(found.violating),
        QString::fromLatin1(found.interleavings), QString::fromLatin1(found.undecided));
}

} // namespace

class TestExplorer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatIsKnown_data();
    void findsWhatIsKnown();
    void everyWayOfWalkingCountsTheSame_data();
    void everyWayOfWalkingCountsTheSame();
    void everyCounterexampleViolatesAndNoBeginningOfItDoes_data();
    void everyCounterexampleViolatesAndNoBeginningOfItDoes();
    void randomWalksAgreeWithTheVerdict_data();
    void randomWalksAgreeWithTheVerdict();
    void deadlineSetToTheSameInstantIsARenewal();
    void valuesOfAllTypesAreRestored();
    void awaitIsWokenByAChangeOfValueOnly();
    void serverKilledInTheMiddleIsSaid();
    void cancelsAtOnce();
    void memoryIsBounded();
    void endlessScenarioIsSaid();
    void chanceOnTheServerIsNamed();
    void mistakeIsReportedWithItsPlace();
    void boundsOutOfReachAreRefused();
};

void TestExplorer::findsWhatIsKnown_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("changes");
    QTest::addColumn<QStringList>("findings"); // by check: measure, "holds" or "undecided"
    QTest::addColumn<QString>("counts"); // empty: not stated
    const auto row = [](const char *id, const char *changes, const QStringList &findings,
                         const char *counts = "") {
        QTest::addRow("%s %s", id, changes)
            << QString::fromLatin1(id) << QString::fromLatin1(changes) << findings
            << QString::fromLatin1(counts);
    };
    row("counter-incr", "", {u"holds"_s});
    row("counter-get-set", "", {u"0/1/4"_s});
    row("stock-read-then-write", "", {u"0/1/4"_s}, "4 of 6, 0 undecided");
    row("stock-read-then-write", "clients=3", {u"0/1/4"_s}, "60 of 66, 0 undecided");
    row("stock-lost-update", "", {u"0/1/4"_s});
    row("stock-local-mutex", "", {u"0/1/4"_s});
    row("stock-local-mutex", "servers=1", {u"holds"_s});
    row("stock-check-then-decr", "", {u"0/1/4"_s});
    row("stock-watch", "", {u"holds"_s}, "0 of 20, 0 undecided");
    row("stock-script", "clients=3", {u"holds"_s}, "0 of 6, 0 undecided");
    row("lock-setnx", "X=0", {u"holds"_s, u"holds"_s});
    row("lock-setnx", "", {u"holds"_s, u"1/0/2"_s});
    row("lock-setnx-then-expire", "", {u"1/0/2"_s}, "2 of 2568, 0 undecided");
    row("lock-set-nx-px", "", {u"holds"_s});
    row("lock-lease-expires", "", {u"1/1/3"_s, u"1/1/8"_s});
    row("lock-blind-delete", "", {u"1/2/6"_s, u"holds"_s});
    row("lock-check-then-delete", "", {u"1/2/5"_s, u"holds"_s});
    row("lock-compare-and-delete", "", {u"holds"_s, u"holds"_s, u"holds"_s});
    row("lock-compare-and-delete", "clients=3", {u"holds"_s, u"holds"_s, u"holds"_s});
    row("lock-compare-and-delete", "assume=none", {u"holds"_s, u"1/1/3"_s, u"1/1/8"_s});
    row("lock-watchdog", "T=8", {u"holds"_s, u"holds"_s});
    row("lock-watchdog", "T=7", {u"undecided"_s, u"undecided"_s});
    row("lock-watchdog", "X=1 T=9", {u"holds"_s, u"holds"_s});
    row("lock-watchdog", "P=1", {u"3/0/5"_s, u"undecided"_s});
    row("lock-reentrant", "", {u"holds"_s});
    row("wakeup-lost", "", {u"0/2/5"_s});
    row("wakeup-recheck", "", {u"holds"_s});
    row("wakeup-ttl", "waiters=1", {u"holds"_s});
    row("wakeup-ttl", "waiters=2 T=1", {u"undecided"_s}, "0 of 17789474, 1302832 undecided");
    row("wakeup-ttl", "waiters=2 T=2", {u"holds"_s}, "0 of 147111706, 0 undecided");
    row("lock-redisson", "", {u"holds"_s, u"holds"_s});
    row("fence-none", "", {u"1/1/6"_s});
    row("fence-separate-incr", "", {u"1/1/8"_s});
    row("fence-in-script", "", {u"holds"_s});
    row("fence-in-script", "clients=3", {u"holds"_s});
    row("fence-read-and-write", "", {u"holds"_s});
    row("redlock", "T=0", {u"holds"_s});
    row("redlock", "T=0 N=1", {u"1/2/7"_s});
    row("redlock", "", {u"1/1/7"_s});
    row("limit-incr-then-expire", "clients=1", {u"1/0/2"_s});
    row("limit-incr-then-expire", "clients=1 X=0", {u"holds"_s});
    row("limit-script", "", {u"holds"_s, u"holds"_s});
    row("limit-multi", "", {u"holds"_s, u"holds"_s});
    row("limit-check-then-incr", "", {u"0/1/4"_s});
    row("limit-fixed-window", "", {u"2/0/5"_s});
    row("limit-sliding-log-separate", "", {u"0/1/6"_s});
    row("limit-sliding-log", "", {u"holds"_s});
    row("bounded-check-then-incr", "", {u"0/1/4"_s});
    row("bounded-script", "", {u"holds"_s, u"holds"_s});
}

void TestExplorer::findsWhatIsKnown()
{
    QFETCH(QString, id);
    QFETCH(QString, changes);
    QFETCH(QStringList, findings);
    QFETCH(QString, counts);
    const ScenarioPtr scenario = scenarioOf(id);
    QVERIFY(scenario);
    const auto found = explored(scenario, changes);
    QVERIFY2(found, qPrintable(why(found)));
    QStringList seen;
    for (const CheckFinding &each : found->checks)
        seen << (each.verdict == ExploreVerdict::Holds      ? u"holds"_s
                : each.verdict == ExploreVerdict::Undecided ? u"undecided"_s
                                                            : measure(each.counterexample));
    QCOMPARE(seen, findings);
    if (!counts.isEmpty())
        QCOMPARE(countsOf(*found), counts);
    QVERIFY(found->server.startsWith("redis ") || found->server.startsWith("valkey "));
}

void TestExplorer::everyWayOfWalkingCountsTheSame_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("changes");
    for (const auto &[id, changes] :
        {std::pair("stock-read-then-write", "clients=3"), std::pair("stock-watch", ""),
            std::pair("lock-setnx-then-expire", ""), std::pair("lock-lease-expires", ""),
            std::pair("lock-check-then-delete", "clients=3"), std::pair("wakeup-ttl", "waiters=1"),
            std::pair("lock-redisson", ""), std::pair("fence-separate-incr", ""),
            std::pair("redlock", "T=0"), std::pair("lock-watchdog", "X=1"),
            std::pair("limit-sliding-log", ""), std::pair("stock-local-mutex", "clients=3")})
        QTest::addRow("%s %s", id, changes)
            << QString::fromLatin1(id) << QString::fromLatin1(changes);
}

void TestExplorer::everyWayOfWalkingCountsTheSame()
{
    QFETCH(QString, id);
    QFETCH(QString, changes);
    const ScenarioPtr scenario = scenarioOf(id);
    const auto plain = explored(scenario, changes);
    QVERIFY2(plain, qPrintable(why(plain)));
    for (const QString &way : {u" remember=0"_s, u" merge=0"_s}) {
        const auto other = explored(scenario, changes + way);
        QVERIFY2(other, qPrintable(why(other)));
        QCOMPARE(countsOf(*other), countsOf(*plain));
        QCOMPARE(measure(other->counterexample), measure(plain->counterexample));
        if (way == " remember=0"_L1)
            QCOMPARE(other->states, plain->states);
    }
}

void TestExplorer::everyCounterexampleViolatesAndNoBeginningOfItDoes_data()
{
    QTest::addColumn<QString>("id");
    for (const ScenarioPtr &scenario : shippedScenarios())
        QTest::addRow("%s", scenario->id.constData()) << QString::fromLatin1(scenario->id);
}

void TestExplorer::everyCounterexampleViolatesAndNoBeginningOfItDoes()
{
    QFETCH(QString, id);
    const ScenarioPtr scenario = scenarioOf(id);
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    auto stepper = Stepper::make(scenario, optionsOf(*scenario, {}));
    QVERIFY(stepper);
    for (int check = 0; check < int(found->checks.size()); ++check) {
        const auto &counterexample = found->checks[size_t(check)].counterexample;
        QCOMPARE(counterexample.has_value(),
            found->checks[size_t(check)].verdict == ExploreVerdict::Violated);
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
    QTest::addColumn<QString>("id");
    for (const char *const id : {"lock-compare-and-delete", "wakeup-ttl", "fence-in-script",
             "stock-watch", "lock-watchdog", "lock-lease-expires"})
        QTest::addRow("%s", id) << QString::fromLatin1(id);
}

void TestExplorer::randomWalksAgreeWithTheVerdict()
{
    QFETCH(QString, id);
    const ScenarioPtr scenario = scenarioOf(id);
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    auto stepper = Stepper::make(scenario, optionsOf(*scenario, {}));
    QVERIFY(stepper);
    quint32 mayBeViolated = 0;
    for (size_t i = 0; i < found->checks.size(); ++i)
        mayBeViolated |= quint32((found->checks[i].verdict == ExploreVerdict::Violated) << i);
    std::mt19937 chance(7);
    for (int walk = 0; walk < 30; ++walk) {
        *stepper = stepper->fork(0);
        while (stepper->ending() == Ending::Open) {
            std::vector<TraceStep> possible;
            for (const Choice &each : stepper->choices()) {
                if (each.hindrance == Hindrance::None)
                    possible.push_back(stepper->traceStep(each.move));
            }
            QVERIFY(!possible.empty());
            QVERIFY(stepper->step(possible[chance() % possible.size()]));
            QCOMPARE(stepper->violated(stepper->steps()) & ~mayBeViolated, 0U);
        }
        if (found->undecided == "0")
            QVERIFY(stepper->ending() != Ending::Undecided);
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
    QCOMPARE(found->checks[1].verdict, ExploreVerdict::Holds);
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
    QCOMPARE(plain->verdict, ExploreVerdict::Holds);
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
    // No time in the budget, and a deadline ahead.
    QCOMPARE(renewed->undecided, "2");
    const auto changed = with("redis.call(\"SET\", \"k\", 2)");
    QVERIFY2(changed, qPrintable(why(changed)));
    QCOMPARE(changed->undecided, "1"); // it came too early to be seen
    const auto persistent = with("redis.call(\"PERSIST\", \"k\")");
    QVERIFY2(persistent, qPrintable(why(persistent)));
    QCOMPARE(persistent->violating, "1"); // nothing lies ahead any more
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
    QCOMPARE(found->verdict, ExploreVerdict::Undecided);
    QVERIFY(found->states - statesThen < 100);
}

void TestExplorer::memoryIsBounded()
{
    const ScenarioPtr scenario = scenarioOf(u"wakeup-ttl"_s);
    ExploreOptions options = optionsOf(*scenario, u"waiters=3 T=6"_s);
    options.memoryLimit = 8'000'000;
    const auto found = Explorer(scenario, options).explore();
    QVERIFY2(found, qPrintable(why(found)));
    QVERIFY(found->outOfMemory);
    QCOMPARE(found->verdict, ExploreVerdict::Undecided);
    QVERIFY(found->undecided != "0");
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

void TestExplorer::chanceOnTheServerIsNamed()
{
    const ScenarioPtr scenario =
        written("params = { clients = 2 }, keys = { \"k\" },"
                "client = function() redis.call(\"EVAL\","
                "  \"return redis.call('TIME')[2] .. redis.call('TIME')[1]\", 1, \"k\") end,"
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
    const auto found = explored(scenario);
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::BadInput);
    QVERIFY2(found.error().detail.startsWith("own.lua:3: "_L1), qPrintable(found.error().detail));
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

QTEST_GUILESS_MAIN(TestExplorer)
#include "tst_explorer.moc"
