// Time in steps is exact wherever a program or a script can look at it, and real time is nothing.

#include "exploring.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

// Of a key that is a string; "-": it does not exist.
QByteArray valueOf(const Stepper &stepper, const QByteArray &key)
{
    const StateSpace &space = stepper.space();
    const DatasetTable &contents = space.datasets();
    const quint32 now = space.datasetOf(stepper.state(stepper.steps()).data(), 0);
    const KeyHeld *const held = contents.find(now, contents.findKey(space.prefixed(key)));
    return held ? contents.value(held->value).sliced(1).toByteArray() : QByteArray("-");
}

// A client's step where there is one, else time; until nothing is possible or so many are taken.
QString goOn(Stepper &stepper, int steps = 1000)
{
    for (int i = 0; i < steps; ++i) {
        std::optional<TraceStep> next;
        for (const StepOption &each : stepper.stepOptions()) {
            const bool isPossible = each.blockedBy == BlockedBy::None;
            if (isPossible && each.step.kind == TraceStep::Kind::Client)
                next = next.value_or(stepper.traceStep(each.step));
        }
        for (const StepOption &each : stepper.stepOptions()) {
            if (each.blockedBy == BlockedBy::None && each.step.kind == TraceStep::Kind::Time)
                next = next.value_or(stepper.traceStep(each.step));
        }
        if (!next)
            return {};
        if (const auto done = stepper.step(*next); !done)
            return done.error().detail;
    }
    return {};
}

// Which keys of one letter there are, on any server.
QByteArray keysOf(const Stepper &stepper)
{
    const StateSpace &space = stepper.space();
    QByteArrayList keys;
    for (int node = 0; node < space.nodes(); ++node) {
        const quint32 now = space.datasetOf(stepper.state(stepper.steps()).data(), node);
        for (const KeyHeld &each : space.datasets()[now])
            keys << space.plainKey(space.datasets().keyName(each.key));
    }
    std::sort(keys.begin(), keys.end());
    return keys.join(' ');
}

ScenarioPtr clientOf(const QByteArray &program, const QByteArray &more = {})
{
    return written(
        "params = { clients = 1 }, keys = { \"a\", \"b\", \"out\" }, bounds = { time = 9 }, " + more
        + R"(
        client = function(p, me)
          local replies = {}
          local function note(reply) replies[#replies + 1] = tostring(reply) end
        )"
        + program + R"( redis.call("SET", "out", table.concat(replies, " "))
        end, always = { count_at_most("none", 1) })");
}

} // namespace

class TestSteppedTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void repliesAreThoseOfTheVirtualClock_data();
    void repliesAreThoseOfTheVirtualClock();
    void realTimeBetweenStepsIsNothing();
    void leasesOfAnyLengthCountTheSame();
    void shippedScriptsSeeVirtualTime();
    void renewalToTheSameInstantIsOne();
    void deadlinesOfOneInstantStrikeInTheOrderInWhichTheyWereSet_data();
    void deadlinesOfOneInstantStrikeInTheOrderInWhichTheyWereSet();
    void aDeadlineThatWasTakenOverKeepsItsPlace_data();
    void aDeadlineThatWasTakenOverKeepsItsPlace();
    void statesHoldTheTimeWhereItIsSeen();
    void aKeyIsGoneOnlyWhenTheClockIsPastItsDeadline_data();
    void aKeyIsGoneOnlyWhenTheClockIsPastItsDeadline();
    void whatEndsAMillisecondLaterComesBehindWhoIsOnTime_data();
    void whatEndsAMillisecondLaterComesBehindWhoIsOnTime();
    void clientsHaveTheClockOfTheServers();
    void serverThatDoesNotTakeTheClockIsRefused();
};

void TestSteppedTime::repliesAreThoseOfTheVirtualClock_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("replies");
    const auto row = [](const char *name, const char *program, const char *replies) {
        QTest::newRow(name) << QByteArray(program) << QByteArray(replies);
    };
    row("GT and LT", R"(redis.call("SET", "a", 1, "PX", 1000)
        note(redis.call("PEXPIRE", "a", 1200, "GT")) note(redis.call("PTTL", "a"))
        note(redis.call("PEXPIRE", "a", 1300, "LT")) note(redis.call("PTTL", "a"))
        note(redis.call("PEXPIRE", "a", 1200, "GT")) note(redis.call("PEXPIRE", "a", 500, "LT"))
        note(redis.call("PTTL", "a")))",
        "1 1200 0 1200 0 1 500");
    row("in a script", R"(redis.call("SET", "a", 1, "PX", 1200)
        note(redis.call("EVAL", [[return redis.call('PTTL', KEYS[1])]], 1, "a")))",
        "1200");
    row("in a transaction", R"(redis.call("SET", "a", 1, "PX", 1200)
        redis.call("MULTI") redis.call("PTTL", "a") redis.call("PEXPIRE", "a", 700)
        redis.call("PTTL", "a")
        for _, each in ipairs(redis.call("EXEC")) do note(each) end)",
        "1200 1 700");
    row("two deadlines", R"(redis.call("SET", "a", 1, "PX", 1000)
        redis.call("SET", "b", 1, "PX", 1500)
        await_gone("a") note(redis.call("PTTL", "b")))",
        "499");
    row("short ones", R"(redis.call("SET", "a", 1, "PX", 1) redis.call("SET", "b", 1, "PX", 3)
        note(redis.call("PTTL", "a")) await_gone("a") note(redis.call("PTTL", "b")))",
        "1 1");
    row("half a second later", R"(redis.call("SET", "a", 1, "PX", 1500) sleep(500)
        note(redis.call("PTTL", "a")) note(redis.call("PEXPIRE", "a", 1500))
        note(redis.call("PTTL", "a")) await_gone("a") note(redis.call("EXISTS", "a")))",
        "1000 1 1500 0");
    row("TIME", R"(local from = redis.call("TIME") redis.call("SET", "a", 1, "PX", 1500)
        await_gone("a")
        local to = redis.call("EVAL", [[return redis.call('TIME')]], 0)
        note(from[1]) note(from[2]) note((to[1] - from[1]) * 1000 + to[2] // 1000))",
        "1767225600 0 1501");
    row("absolute deadlines", R"(redis.call("SET", "a", 1, "PXAT", 1767225601234)
        note(redis.call("PTTL", "a")) note(redis.call("PEXPIRETIME", "a"))
        sleep(234) redis.call("PEXPIREAT", "a", 1767225600300) note(redis.call("PTTL", "a"))
        note(redis.call("EXPIREAT", "a", 1767225600)) note(redis.call("EXISTS", "a")))",
        "1234 1767225601234 66 1 0");
}

void TestSteppedTime::repliesAreThoseOfTheVirtualClock()
{
    QFETCH(QByteArray, program);
    QFETCH(QByteArray, replies);
    auto stepper = stepperOf(clientOf(program));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(goOn(*stepper), QString());
    QCOMPARE(valueOf(*stepper, "out"), replies);
}

void TestSteppedTime::realTimeBetweenStepsIsNothing()
{
    auto stepper = stepperOf(clientOf(R"(redis.call("SET", "a", 1, "PX", 20)
        redis.call("SET", "b", 1, "PX", 20) note(redis.call("PTTL", "a"))
        note(redis.call("GET", "b")))"));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(goOn(*stepper, 1), QString());
        QElapsedTimer real;
        real.start();
        QTRY_VERIFY(real.elapsed() > 600); // more than the deadline and half a second
    }
    QCOMPARE(goOn(*stepper, 2), QString());
    QCOMPARE(valueOf(*stepper, "out"), "20 1");
}

void TestSteppedTime::leasesOfAnyLengthCountTheSame()
{
    const auto usual = explored(scenarioOf(u"wakeup-ttl"_s), u"waiters=1"_s);
    QVERIFY2(usual, qPrintable(why(usual)));
    for (const auto &lease : {u"lease=100"_s, u"lease=101"_s, u"lease=1000"_s}) {
        const auto other = explored(scenarioOf(u"wakeup-ttl"_s), u"waiters=1 "_s + lease);
        QVERIFY2(other, qPrintable(why(other)));
        QCOMPARE(countsOf(*other), countsOf(*usual));
        QCOMPARE(other->states, usual->states);
    }
}

// lock-acquire tells how long another's lock lasts, and fixed-window asks for the time.
void TestSteppedTime::shippedScriptsSeeVirtualTime()
{
    const auto lock = explored(written(R"(
        params = { clients = 2 }, keys = { "lock", "line" }, bounds = { time = 1 },
        client = function(p, me)
          local got = redis.script("lock-acquire", { "lock", "line" }, { me.token, 1200 })
          if got[1] == 0 and got[2] ~= 1200 then event("other", got[2]) end
        end,
        always = { function(v) if #v.events("other") > 0 then return "other" end end })"),
        u"remember=0 T=0"_s);
    QVERIFY2(lock, qPrintable(why(lock)));
    QCOMPARE(int(lock->verdict), int(CheckOutcome::Holds));

    auto stepper = stepperOf(clientOf(R"(
        for i = 1, 3 do note(redis.script("fixed-window", { "a" }, { 2, 1000, 1 })[1]) end
        await_gone("a")
        note(redis.script("fixed-window", { "a" }, { 2, 1000, 1 })[1]))"));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(goOn(*stepper), QString());
    QCOMPARE(valueOf(*stepper, "out"), "1 1 0 1");
}

void TestSteppedTime::renewalToTheSameInstantIsOne()
{
    const auto foundWith = [](const QByteArray &renewal) {
        return explored(written(R"(params = { clients = 1 }, keys = { "a" }, bounds = { time = 1 },
            clients = {
              { role = "owner", count = 1, run = function(p, me)
                redis.call("SET", "a", me.token, "PX", 1000) end },
              { role = "other", count = 1, run = function(p, me) )"
            + renewal + R"( end },
            }, always = { renewed_by_owner("a") })"));
    };
    const auto renewed = foundWith(R"(redis.call("PEXPIRE", "a", 1000))");
    QVERIFY2(renewed, qPrintable(why(renewed)));
    QCOMPARE(int(renewed->verdict), int(CheckOutcome::Violated));
    const auto inScript =
        foundWith(R"(redis.call("EVAL", [[return redis.call('PEXPIRE', KEYS[1], 1000)]], 1, "a"))");
    QVERIFY2(inScript, qPrintable(why(inScript)));
    QCOMPARE(int(inScript->verdict), int(CheckOutcome::Violated));
    const auto refused = foundWith(R"(redis.call("PEXPIRE", "a", 1000, "GT"))");
    QVERIFY2(refused, qPrintable(why(refused)));
    QCOMPARE(int(refused->verdict), int(CheckOutcome::Holds));
}

void TestSteppedTime::deadlinesOfOneInstantStrikeInTheOrderInWhichTheyWereSet_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QString>("trace"); // until both are due
    QTest::addColumn<QByteArray>("last"); // that is left then
    const auto row = [](const char *name, const char *program, const char *trace,
                         const char *last) {
        QTest::newRow(name) << QByteArray(program) << QString::fromLatin1(trace)
                            << QByteArray(last);
    };
    row("on one server", R"(redis.call("SET", "b", 1, "PX", 100)
        redis.call("SET", "a", 1, "PX", 100) work())",
        "A1 A2 T", "a");
    row("on the first server, then on the other", R"(redis.on(0).call("SET", "a", 1, "PX", 100)
        redis.on(1).call("SET", "b", 1, "PX", 100) work())",
        "A1 A2 T", "b");
    row("on the second server, then on the first", R"(redis.on(1).call("SET", "b", 1, "PX", 100)
        redis.on(0).call("SET", "a", 1, "PX", 100) work())",
        "A1 A2 T", "a");
    row("set again to the same instant", R"(redis.on(0).call("SET", "a", 1, "PX", 100)
        redis.on(1).call("SET", "b", 1, "PX", 100)
        redis.on(0).call("PEXPIRE", "a", 100) work())",
        "A1 A2 A3 T", "a");
    row("brought to the same instant", R"(redis.on(0).call("SET", "a", 1, "PX", 100)
        redis.on(0).call("SET", "c", 1, "PX", 40)
        redis.on(1).call("SET", "b", 1, "PX", 200)
        await_gone("c") redis.on(1).call("PEXPIRE", "b", 60) work())",
        "A1 A2 A3 T A3' A4 T", "b");
}

void TestSteppedTime::deadlinesOfOneInstantStrikeInTheOrderInWhichTheyWereSet()
{
    QFETCH(QByteArray, program);
    QFETCH(QString, trace);
    QFETCH(QByteArray, last);
    const ScenarioPtr scenario = written("params = { clients = 1 }, keys = { \"a\", \"b\", \"c\" "
                                         "}, nodes = 2, bounds = { time = 2 },"
                                         "client = function() "
        + program + " end, always = { count_at_most(\"none\", 1) }");
    auto stepper = stepperOf(scenario);
    QVERIFY2(stepper, qPrintable(why(stepper)));
    const QString misfit = replayed(*stepper, trace);
    QVERIFY2(misfit.isEmpty(), qPrintable(misfit));
    QCOMPARE(keysOf(*stepper), last);
    const auto free = stepper->step({TraceStep::Kind::Time});
    QVERIFY2(free, qPrintable(why(free)));
    QCOMPARE(keysOf(*stepper), QByteArray());
}

// All deadlines are at one instant. What is left shows whose deadline the last one is.
void TestSteppedTime::aDeadlineThatWasTakenOverKeepsItsPlace_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArrayList>("left"); // after each time step
    const auto row = [](const char *name, const char *program, const QByteArrayList &left) {
        QTest::newRow(name) << QByteArray(program) << left;
    };
    row("renamed, where another key has the same value", R"(set("a", "b") script("RENAME b c"))",
        {"c", ""});
    row("renamed, where no other key has the same value",
        R"(set("a") redis.call("SET", "b", 2, "PX", 20) script("RENAME b c"))", {"c", ""});
    row("renamed by a command of its own", R"(set("a", "b") redis.call("RENAME", "b", "c"))",
        {"c", ""});
    row("renamed and changed in a script", R"(set("a", "b") script("RENAME a c", "INCR c"))",
        {"b", ""});
    row("renamed and changed in a transaction", R"(set("a", "b") redis.call("MULTI")
        redis.call("RENAME", "a", "c") redis.call("INCR", "c") redis.call("EXEC"))",
        {"b", ""});
    row("the first one onto the last one", R"(set("a", "b", "c") script("RENAME a c"))", {"b", ""});
    row("the last one onto the first one", R"(set("c", "b", "a") script("RENAME a c"))", {"c", ""});
    row("renamed twice", R"(set("a", "b") script("RENAME b d", "RENAME d c"))", {"c", ""});
    row("two that change places",
        R"(set("a", "b") script("RENAME a c", "RENAME b a", "RENAME c b"))", {"a", ""});
    row("renamed, and set anew", R"(set("a", "b") script("RENAME a c", "PEXPIRE c 20"))",
        {"c", ""});
    row("set together with an old one", R"(set("a") script("SET b 1 PX 20", "PEXPIRE a 20"))",
        {""});
    row("set beside an old one", R"(set("a") script("SET b 1 PX 20"))", {"b", ""});
    row("given the moment of one of two", R"(set("a", "b") local at = redis.call("PEXPIRETIME", "a")
        redis.call("SET", "c", 3, "PXAT", at))",
        {""});
    row("given the moment of the only one", R"(set("a") local at = redis.call("PEXPIRETIME", "a")
        redis.call("SET", "c", 3, "PXAT", at) set("b"))",
        {"b", ""});
    row("given that moment in a script that sets others as well", R"(set("a", "b")
        redis.call("EVAL", [[local at = redis.call('PEXPIRETIME', KEYS[1])
        redis.call('SET', KEYS[2], 1, 'PXAT', at) redis.call('SET', KEYS[3], 1, 'PX', 90)]], 3,
        "a", "c", "d") redis.call("DEL", "d"))",
        {""});
}

void TestSteppedTime::aDeadlineThatWasTakenOverKeepsItsPlace()
{
    QFETCH(QByteArray, program);
    QFETCH(QByteArrayList, left);
    const ScenarioPtr scenario = written(R"lua(params = { clients = 1 },
        keys = { "a", "b", "c", "d" }, bounds = { time = 2 }, client = function()
        local function set(...)
          for _, key in ipairs({ ... }) do redis.call("SET", key, 1, "PX", 20) end
        end
        local function script(...)
          local source = ""
          for _, line in ipairs({ ... }) do
            local words = {}
            for word in line:gmatch("%S+") do
              local place = #word == 1 and ("abcd"):find(word, 1, true)
              words[#words + 1] = place and "KEYS[" .. place .. "]" or "'" .. word .. "'"
            end
            source = source .. " redis.call(" .. table.concat(words, ",") .. ") "
          end
          redis.call("EVAL", source, 4, "a", "b", "c", "d")
        end
        )lua"
        + program + R"( sleep(90) end, always = { count_at_most("none", 1) })");
    auto stepper = stepperOf(scenario);
    QVERIFY2(stepper, qPrintable(why(stepper)));
    for (bool isOver = false; !isOver;) {
        isOver = true;
        for (const StepOption &each : stepper->stepOptions()) {
            if (each.blockedBy != BlockedBy::None || each.step.kind != TraceStep::Kind::Client)
                continue;
            const auto taken = stepper->step(stepper->traceStep(each.step));
            QVERIFY2(taken, qPrintable(why(taken)));
            isOver = false;
            break;
        }
    }
    QByteArrayList seen;
    for (qsizetype i = 0; i < left.size(); ++i) {
        const auto taken = stepper->step({TraceStep::Kind::Time});
        QVERIFY2(taken, qPrintable(why(taken)));
        seen << keysOf(*stepper);
    }
    QCOMPARE(seen, left);
}

void TestSteppedTime::statesHoldTheTimeWhereItIsSeen()
{
    // Time passes before the other asks, or after it: two replies.
    const auto found = explored(written(R"(params = { clients = 1 }, keys = { "a" },
        bounds = { time = 1 },
        clients = {
          { role = "setter", count = 1, run = function(p, me)
            redis.call("SET", "a", 1, "PX", 1500) end },
          { role = "reader", count = 1, run = function(p, me)
            event("time", tonumber(redis.call("TIME")[2])) end },
        }, always = { function(v)
          local seen = v.events("time")
          if seen[1] and seen[1].value == 501000 then return "later" end
        end })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(int(found->verdict), int(CheckOutcome::Violated));

    // A name that is put together is met when it is sent.
    for (const QByteArray &clock : {QByteArray(), QByteArray("clock = true,")}) {
        auto stepper = stepperOf(clientOf("note(#redis.call(\"TI\" .. \"ME\"))", clock));
        const QString refusal = stepper ? goOn(*stepper) : stepper.error().detail;
        QCOMPARE(refusal.contains(u"clock = true"_s), clock.isEmpty());
    }
}

void TestSteppedTime::aKeyIsGoneOnlyWhenTheClockIsPastItsDeadline_data()
{
    QTest::addColumn<QByteArray>("program");
    const auto row = [](const char *name, const char *program) {
        QTest::newRow(name) << QByteArray(program);
    };
    row("TIME", R"(redis.call("SET", "a", 1, "PX", 20) local due = redis.call("PEXPIRETIME", "a")
        await_gone("a") local time = redis.call("TIME")
        if time[1] * 1000 + time[2] // 1000 <= due then event("early") end)");
    row("now()", R"(local begun = now() redis.call("SET", "a", 1, "PX", 20)
        await_gone("a") if now() - begun <= 20 then event("early") end)");
    row("another's TTL", R"(redis.call("SET", "b", 1, "PX", 50) redis.call("SET", "a", 1, "PX", 20)
        await_gone("a") if redis.call("PTTL", "b") >= 30 then event("early") end)");
    row("the last of two", R"(redis.call("SET", "b", 1, "PX", 20)
        redis.call("SET", "a", 1, "PX", 20) local due = redis.call("PEXPIRETIME", "a")
        await_gone("a") if now() <= due then event("early") end)");
}

// As on a real server, where the first millisecond without the key is the one after its deadline.
void TestSteppedTime::aKeyIsGoneOnlyWhenTheClockIsPastItsDeadline()
{
    QFETCH(QByteArray, program);
    const auto found =
        explored(written("params = { clients = 1 }, keys = { \"a\", \"b\" }, "
                         "clock = true, bounds = { time = 3 }, client = function(p, me) "
            + program
            + R"( end, always = { function(v) if #v.events("early") > 0 then return "early" end
        end })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Holds);
}

void TestSteppedTime::whatEndsAMillisecondLaterComesBehindWhoIsOnTime_data()
{
    QTest::addColumn<QByteArrayList>("programs");
    QTest::addColumn<bool>("comesEarly");
    QTest::addColumn<QString>("assumption");
    const auto row = [](const char *name, const QByteArrayList &programs, bool comesEarly,
                         const QString &assumption = u"timers"_s) {
        QTest::newRow(name) << programs << comesEarly << assumption;
    };
    const QByteArray time = R"(local due = redis.call("PEXPIRETIME", "a") await_gone("a")
        local time = redis.call("TIME")
        if time[1] * 1000 + time[2] // 1000 <= due then event("early") end)";
    const QByteArray onTime = R"(sleep(20) redis.call("GET", "done"))";
    row("TIME beside a timer", {time, onTime, "sleep(21)"}, false);
    row("TIME beside a receive", {time, onTime, R"(subscribe("c") receive("c", 21))"}, false);
    row("TIME beside a key", {time, onTime}, false);
    row("TIME beside work", {time, onTime + R"( enter("x") redis.call("GET", "done") leave("x"))"},
        false, u"work"_s);
    row("PTTL",
        {R"(await_gone("a") if redis.call("PTTL", "b") > 0 then event("early") end)", onTime},
        false);
    row("a timer", {R"(spawn(function() sleep(20) redis.call("SET", "done", 1) end)
            sleep(21) if not redis.call("GET", "done") then event("early") end)"},
        false);
    row("a key", {R"(local isAtBegin = now() % 1000 == 0 sleep(20)
            if redis.call("EXISTS", "b") == 0 and isAtBegin then event("early") end)"},
        false);
    row("a key of which one has gone",
        {R"(sleep(20) if redis.call("EXISTS", "a") == 0 and redis.call("EXISTS", "b") == 1 then
              event("early") end)"},
        true);
    // Who waits for the key itself goes on at the very millisecond at which the timer fires.
    row("a timer before who waits for the key",
        {R"(redis.call("EVAL", [[return redis.call('EXISTS', KEYS[1]) == 1
              and redis.call('SET', KEYS[2], 1)]], 2, "a", "waits") await_gone("a") sleep(0)
            redis.call("SET", "woken", 1))",
            R"(sleep(20) if redis.call("EXISTS", "a") == 0 then redis.call("SET", "done", 1) end)",
            R"(sleep(21) if redis.call("GET", "done") and redis.call("GET", "waits")
                and not redis.call("GET", "woken") then event("early") end)"},
        true);
}

// The key `a` ends at 20 ms, `b` a millisecond later. As on a real server, the clock is past 20 ms
// once `a` is gone, and who has to do something at 20 ms does so before what ends at 21 ms.
void TestSteppedTime::whatEndsAMillisecondLaterComesBehindWhoIsOnTime()
{
    QFETCH(QByteArrayList, programs);
    QFETCH(bool, comesEarly);
    QFETCH(QString, assumption);
    QByteArray roles;
    for (const QByteArray &each : programs)
        roles += "{ role = \"r" + QByteArray::number(roles.size())
            + "\", count = 1, run = function() " + each + " end },\n";
    const auto found =
        explored(written("keys = { \"a\", \"b\", \"done\", \"woken\", \"waits\" }, clock = true, "
                         "bounds = { time = 4 }, clients = { "
                     + roles + R"( }, setup = function()
          redis.call("SET", "b", 1, "PX", 21) redis.call("SET", "a", 1, "PX", 20) end,
        always = { function(v) if #v.events("early") > 0 then return "early" end end })"),
            u"assume="_s + assumption);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, comesEarly ? CheckOutcome::Violated : CheckOutcome::Holds);
}

void TestSteppedTime::clientsHaveTheClockOfTheServers()
{
    const auto found = explored(written(R"(params = { clients = 1 }, keys = { "a" }, clock = true,
        client = function(p, me)
          redis.call("SET", "a", 1, "PXAT", now() + 5000)
          count("kept", redis.call("EXISTS", "a"))
          local time = redis.call("TIME")
          if time[1] * 1000 + time[2] // 1000 ~= now() then count("apart") end
        end,
        always = { count_at_most("apart", 0) }, finally = { count_at_least("kept", 1) })"));
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(int(found->verdict), int(CheckOutcome::Holds));
}

void TestSteppedTime::serverThatDoesNotTakeTheClockIsRefused()
{
    QTemporaryDir folder;
    QFile program(folder.filePath(u"server"_s));
    QVERIFY(program.open(QIODevice::WriteOnly));
    const QByteArray real = qEnvironmentVariableIsSet("LOCKSTEP_REDIS_SERVER")
        ? qgetenv("LOCKSTEP_REDIS_SERVER")
        : QByteArray("redis-server");
    program.write("#!/bin/sh\nunset LD_PRELOAD\nexec " + real + " \"$@\"\n");
    program.close();
    program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QByteArray before = qgetenv("LOCKSTEP_REDIS_SERVER");
    qputenv("LOCKSTEP_REDIS_SERVER", QFile::encodeName(program.fileName()));
    const auto stepper = stepperOf(scenarioOf(u"lock-lease-expires"_s));
    if (before.isEmpty())
        qunsetenv("LOCKSTEP_REDIS_SERVER");
    else
        qputenv("LOCKSTEP_REDIS_SERVER", before);
    QVERIFY(!stepper);
    QCOMPARE(stepper.error().code, ErrorCode::PrivateServerFailed); // no input was wrong
    QVERIFY2(stepper.error().detail.contains(u"shows the real time"_s),
        qPrintable(stepper.error().detail));
}

QTEST_GUILESS_MAIN(TestSteppedTime)
#include "tst_steppedtime.moc"
