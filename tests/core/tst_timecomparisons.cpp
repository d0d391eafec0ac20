// Which programs and scripts do one thing or another by how much time has passed: found in their
// texts.

#include "core/lab/loader/scenariofile.h"
#include "core/lab/loader/timecomparisons.h"

#include <QByteArrayList>
#include <QTest>

using namespace lockstep;

class TestTimeComparisons : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aComparisonIsFound_data();
    void aComparisonIsFound();
    void whatOnlyTellsIsNone_data();
    void whatOnlyTellsIsNone();
    void aScriptMayTellATime();
    void theLessonsThatDo();
};

void TestTimeComparisons::aComparisonIsFound_data()
{
    QTest::addColumn<QByteArray>("source");
    const auto row = [](const char *name, const char *source) {
        QTest::addRow("%s", name) << QByteArray(source);
    };
    row("at once", R"lua(if redis.call("PTTL", "k") < 1000 then work() end)lua");
    row("the other way round", R"lua(if p.lease > redis.call("TTL", "k") then work() end)lua");
    row("a variable",
        R"lua(local ttl = redis.call("PTTL", "k") if ttl < p.lease // 2 then work() end)lua");
    row("of two variables", R"lua(local a, b = 1, now() work() if b - a >= 50 then work() end)lua");
    row("of a table",
        R"lua(local t = redis.call('TIME') local ms = t[1] * 1000 return ms > 5000)lua");
    row("a function", R"lua(local function age() local at = now() return at - 5 end
        while age() < p.old do work() end)lua");
    row("a longest time",
        R"lua(local at = redis.call('TIME')[1] local tat = math.max(at, stored))lua");
    row("a key of a window", R"lua(redis.call("INCR", "calls:" .. now() // p.window))lua");
    row("a range of scores",
        R"lua(local at = now() redis.call("ZREMRANGEBYSCORE", "k", "-inf", at - p.window))lua");
    row("GT", R"lua(redis.call("PEXPIRE", "k", 100, "GT"))lua");
    row("LT in a script",
        R"lua(redis.call("EVAL", "return redis.call('EXPIRE', KEYS[1], 5, 'LT')", 1, "k"))lua");
    row("in a script in the program", R"lua(redis.call("EVAL",
        "if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then return 1 end return 0", 1, "k", 50))lua");
    row("told by a script in the program", R"lua(
        if redis.call("EVAL", "return redis.call('PTTL', KEYS[1])", 1, "k") > 300 then work() end)lua");
    row("given to a function", R"lua(local function old(t) return t > 5 end
        if old(redis.call("PTTL", "k")) then work() end)lua");
    row("given to a function that compares it with now",
        R"lua(local function old(t) return p.now - t > 5 end if old(redis.call("PTTL", "k")) then work() end)lua");
    row("given on by a function", R"lua(local function old(a, t) return t > a end
        local old2 = function(left) return old(p.lease, left) end
        local ttl = redis.call("PTTL", "k") if old2(ttl) then work() end)lua");
    row("given to a function of a table", R"lua(local m = {} function m.old(k, t) return t > 5 end
        m.old("k", redis.call("TTL", "k")))lua");
    row("given after a function", R"lua(local function retry(f, t) while t > 5 do f() end end
        retry(function() if p.x then return 1, 2 end end, redis.call("TTL", "k")))lua");
    row("given to a function in a script", R"lua(redis.call("EVAL", [[
        local function old(t) return t > 5 end
        return old(redis.call('PTTL', KEYS[1])) and 1 or 0]], 1, "k"))lua");
    row("a value", R"lua(redis.call("SET", "k", now()))lua");
    row("a count", R"lua(count("ms", now() - began))lua");
    row("told to a check", R"lua(event("at", now()) return { always = { function(v)
        return v.events("at")[1] end } })lua");
    row("the bound of a loop", R"lua(for i = 1, redis.call("PTTL", "k") do work() end)lua");
    row("an index", R"lua(if late[redis.call("PTTL", "k") // 60] then work() end)lua");
    row("an end", R"lua(return redis.call("PEXPIRETIME", "k") == stored)lua");
}

void TestTimeComparisons::aComparisonIsFound()
{
    QFETCH(QByteArray, source);
    QVERIFY(TimeUse::of(source).isCompared);
}

void TestTimeComparisons::whatOnlyTellsIsNone_data()
{
    QTest::addColumn<QByteArray>("source");
    const auto row = [](const char *name, const char *source) {
        QTest::addRow("%s", name) << QByteArray(source);
    };
    row("whether there is a deadline", R"lua(if redis.call("PTTL", "k") == -1 then work() end)lua");
    row("whether there is a key",
        R"lua(local t = redis.call("TTL", "k") if t < 0 then work() end)lua");
    row("as long as it has", R"lua(local ttl = redis.call("PTTL", "k")
        if ttl > 0 then receive("c", ttl) end)lua");
    row("told to who only looks", R"lua(event("at", now()))lua");
    row("another comparison",
        R"lua(local at = now() if redis.call("GET", "k") == "1" then work() end
        for i = 1, 3 do if i < p.most then work() end end)lua");
    row("an argument",
        R"lua(if redis.call("SET", "k", "v", "PX", redis.call("PTTL", "j")) then work() end)lua");
    row("not negative", R"lua(return math.max(0, redis.call('PTTL', KEYS[1])))lua");
    row("a time beside what a function compares",
        R"lua(local function log(n, at) if n > 5 then event("at", at) end end log(p.n, now()))lua");
    row("another deadline", R"lua(redis.call("PEXPIRE", "k", redis.call("PTTL", "j")))lua");
    row("a sorted set's own GT", R"lua(redis.call("ZADD", "z", "GT", 1, "m"))lua");
    row("words for readers",
        R"lua(return { lesson = { en = [[redis.call('PTTL', k) < 100]] } })lua");
    row("fields of a table", R"lua(return { tries = 3, run = { function() local at = now() end },
        other = function() if p.tries < 3 then work() end end })lua");
    row("a comment", R"lua(work() -- if redis.call("PTTL", "k") < 100 then)lua");
}

void TestTimeComparisons::whatOnlyTellsIsNone()
{
    QFETCH(QByteArray, source);
    QVERIFY(!TimeUse::of(source).isCompared);
}

void TestTimeComparisons::aScriptMayTellATime()
{
    const TimeUse script = TimeUse::of("local t = redis.call('PTTL', KEYS[1]) return {0, t}");
    QVERIFY(script.isReturned && !script.isCompared);
    const QByteArray program = R"lua(local left = redis.script("left", { "k" }, {})
        if left[2] < p.lease then work() end)lua";
    QVERIFY(!TimeUse::of(program).isCompared);
    QVERIFY(TimeUse::of(program, {"left"}).isCompared);
    QVERIFY(!TimeUse::of("local f = function() return redis.call('PTTL', KEYS[1]) end return 1")
                 .isReturned);
}

// Read by hand: who asks what time it is for more than to write it down, and whose scripts do.
void TestTimeComparisons::theLessonsThatDo()
{
    QByteArrayList found;
    for (const ScenarioPtr &each : shippedScenarios()) {
        if (comparesTimes(*each))
            found << each->id;
    }
    std::sort(found.begin(), found.end());
    QCOMPARE(found,
        (QByteArrayList{"bounded-permits", "limit-fixed-window", "limit-per-second-key",
            "limit-script", "limit-sliding-log", "limit-sliding-log-separate", "limit-token-bucket",
            "limit-window-from-first", "lock-redisson", "lock-reentrant", "lock-timestamp-repair",
            "lock-try-poll", "online-presence", "redlock"}));
}

QTEST_GUILESS_MAIN(TestTimeComparisons)
#include "tst_timecomparisons.moc"
