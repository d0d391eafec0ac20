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
    void aScriptMayBeToldToCompare_data();
    void aScriptMayBeToldToCompare();
    void aScriptMayTellATime();
    void aScriptIsFoundByItsName();
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
    row("put into a table", R"lua(local t = {} t[1] = redis.call("PTTL", "k")
        if t[1] < 15 then work() end)lua");
    row("put into a table of a table",
        R"lua(local m = { t = {} } m.t["k"][1] = redis.call("PTTL", "k")
        if m.t["k"][1] < 15 then work() end)lua");
    row("appended to a table", R"lua(local t = {} table.insert(t, redis.call("PTTL", "k"))
        if t[1] < 15 then work() end)lua");
    row("one of several", R"lua(for _, ttl in ipairs({ redis.call("PTTL", "k") }) do
        if ttl < 15 then work() end end)lua");
    row("asked for in a transaction", R"lua(redis.call("MULTI") redis.call("PTTL", "k")
        local replies = redis.call("EXEC") if replies[1] < 15 then work() end)lua");
    row("a part of it", R"lua(if redis.call("PTTL", "k") % 5 == 1 then work() end)lua");
    row("less so much", R"lua(if redis.call("PTTL", "k") - 15 < 0 then work() end)lua");
    row("what is left of a span", R"lua(local until_ = now() + 12 redis.call("GET", "k")
        local left = until_ - now() if left <= 0 then work() end)lua");
    row("what a function leaves of it", R"lua(local function left(at) return at - now() end
        if left(p.at) > 0 then work() end)lua");
    row("its length", R"lua(if #tostring(redis.call("PTTL", "k")) == 1 then work() end)lua");
    row("as a text", R"lua(if tostring(redis.call("PTTL", "k")) == "14" then work() end)lua");
    row("written into a text", R"lua(local t = redis.call("PTTL", "k")
        if string.format("x%d", t) ~= "x1000" then work() end)lua");
    row("written as JSON",
        R"lua(if cjson.encode({ redis.call('PTTL', KEYS[1]) }) ~= '[1000]' then return 1 end)lua");
    row("the place in a list", R"lua(local t = redis.call("PTTL", "k")
        local x = table.unpack({ "y", "n" }, t) if x == "n" then work() end)lua");
    row("the place in a text", R"lua(local t = redis.call("PTTL", "k")
        if ("yyyn"):sub(t, t) == "n" then work() end)lua");
    row("replaced in a text", R"lua(local t = redis.call("PTTL", "k")
        tostring(t):gsub("^9", function() work() end))lua");
    row("the place for an insertion", R"lua(local l, t = {}, redis.call("PTTL", "k")
        table.insert(l, t, "n") if l[11] == "n" then work() end)lua");
    row("given to a metamethod", R"lua(local m = setmetatable({}, { __add = function(_, x)
        if x > 5 then work() end end }) local _ = m + redis.call("PTTL", "k"))lua");
    row("searched", R"lua(if tostring(redis.call("PTTL", "k")):find("3") then work() end)lua");
    row("in a script, a part of it",
        R"lua(local ttl = redis.call('PTTL', KEYS[1]) if ttl % 5 == 1 then return 1 end)lua");
    row("taken as one of several arguments",
        R"lua(local function old(...) local t = ... return t > 5 end
        if old(redis.call("PTTL", "k")) then work() end)lua");
    row("handed on by pcall", R"lua(local function old(t) return t > 5 end
        if pcall(old, redis.call("PTTL", "k")) then work() end)lua");
    row("GT by its name", R"lua(local how = "GT" redis.call("PEXPIRE", "k", 100, how))lua");
    row("an event that is to be in order", R"lua(event("left", redis.call("PTTL", "k"))
        return { always = { in_order("left") } })lua");
    row("what a check looks at", R"lua(return { always = { check("never low", function(v)
        local ttl = v.ttl("k") if ttl and ttl > 0 and ttl < 30 then return "low" end end) } })lua");
    row("what a check looks at by another name",
        R"lua(local f = v.ttl if (f("k") or 0) > 35 then return "long" end)lua");
    row("the moments of events", R"lua(local e = v.events("e")
        if e[2].at - e[1].at < 15 then return "near" end)lua");
    row("a moment of an event", R"lua(for _, e in ipairs(v.events("e")) do
        if e["at"] % 10 ~= 0 then return "odd" end end)lua");
    row("slept twice as long", R"lua(local t = redis.call("PTTL", "k") sleep(t * 2))lua");
    row("worked twice as long", R"lua(local t = redis.call("PTTL", "k") work(t * 2))lua");
    row("received for twice as long", R"lua(local t = redis.call("PTTL", "k")
        local twice = 2 * t receive("c", twice))lua");
    row("slept so many ms as there are seconds", R"lua(sleep(redis.call("TTL", "k")))lua");
    row("a deadline twice as far",
        R"lua(local t = redis.call("PTTL", "k") redis.call("PEXPIRE", "k", t * 2))lua");
    row("a deadline twice as far, of a value",
        R"lua(local t = redis.call("PTTL", "k") redis.call("SET", "k", 1, "PX", t // 2))lua");
    row("a deadline of whole seconds",
        R"lua(local t = redis.call("TTL", "k") redis.call("EXPIRE", "j", t))lua");
    row("rawequal", R"lua(if rawequal(redis.call("PTTL", "k"), 50) then work() end)lua");
    row("rawget", R"lua(local t = redis.call("PTTL", "k") if rawget(words, t) then work() end)lua");
    row("next", R"lua(if next(words, redis.call("PTTL", "k")) then work() end)lua");
    row("select", R"lua(if select(redis.call("PTTL", "k"), p.a, p.b) then work() end)lua");
    row("a key of a table", R"lua(local t = redis.call("PTTL", "k")
        local seen = { [t] = true } if seen[50] then work() end)lua");
    row("repeated so often", R"lua(local t = redis.call("PTTL", "k") enter(("x"):rep(t)))lua");
    row("given to a function by another name", R"lua(local same = rawequal
        if same(redis.call("PTTL", "k"), 50) then work() end)lua");
    row("given to a function by the name of another",
        R"lua(local type = rawequal if type(redis.call("PTTL", "k"), 50) then work() end)lua");
    row("given to a function by the name of a wait", R"lua(local n, sleep = 1, rawequal
        if sleep(redis.call("PTTL", "k"), 50) then work() end)lua");
    row("given to a parameter by the name of another",
        R"lua(local function if_(max) if max(redis.call("PTTL", "k")) then work() end end)lua");
    row("given to a function that a function gives", R"lua(local t = redis.call("PTTL", "k")
        if choose()(t) or all[1](t) then work() end)lua");
    row("given to a function in a table of arguments",
        R"lua(local t = redis.call("PTTL", "k") if old { t } then work() end)lua");
    row("drawn by", R"lua(local t = redis.call("PTTL", "k") local n = random(t))lua");
    row("given by a function without a name",
        R"lua(local t = (function() return redis.call("PTTL", "k") end)()
        if t > 50 then work() end)lua");
    row("joined", R"lua(local t = { redis.call("PTTL", "k") }
        if table.concat(t) == "50" then work() end)lua");
    row("an id that the server makes", R"lua(local id = redis.call('XADD', KEYS[1], '*', 'f', 1)
        return string.sub(id, 1, 13) > ARGV[1])lua");
    row("how long an entry waits",
        R"lua(if redis.call("XPENDING", "s", "g", "-", "+", 1)[1][3] > 50 then work() end)lua");
    row("what waits long enough", R"lua(redis.call("XAUTOCLAIM", "s", "g", "c", 50, "0"))lua");
    row("a millisecond", R"lua(if redis.call("PTTL", "k") == 1 then work() end)lua");
    row("a second", R"lua(local t = redis.call("TTL", "k") if t <= 1 then work() end)lua");
    row("less than half a second", R"lua(if redis.call("TTL", "k") == 0 then work() end)lua");
    row("by a function in a table that is called with a colon",
        R"lua(local o = { f = function(self, b) return b < 1000 end }
        if o:f(redis.call("PTTL", "k")) then work() end)lua");
    row("by a method", R"lua(local o = {} function o:f(b) return b < 1000 end
        if o:f(redis.call("PTTL", "k")) then work() end)lua");
    row("given back by a function that is called with a colon",
        R"lua(local left = ({ g = function(self, v) return v end }):g(redis.call("PTTL", "k"))
        if left < 1000 then work() end)lua");
    row("bits that differ",
        R"lua(local t = redis.call("PTTL", "k") if (t ~ 1000) ~= 0 then work() end)lua");
    row("shifted", R"lua(if redis.call("PTTL", "k") >> 9 == 0 then work() end)lua");
    row("shifted the other way", R"lua(local t = redis.call("PTTL", "k") local s = t << 55
        if s == 0 then work() end)lua");
    row("some of its bits", R"lua(if redis.call("PTTL", "k") & 512 == 0 then work() end)lua");
    row("whole seconds of it", R"lua(if redis.call("PTTL", "k") // 1000 == 0 then work() end)lua");
    row("with the other sign", R"lua(if -redis.call("PTTL", "k") == -2 then work() end)lua");
    row("whether it is a whole number of something",
        R"lua(local t = redis.call("PTTL", "k") if math.tointeger(t / 7) then work() end)lua");
    row("as the digits of another base",
        R"lua(local t = tostring(redis.call("PTTL", "k")) if tonumber(t, 5) then work() end)lua");
    row("of so many letters", R"lua(local t = redis.call("PTTL", "k")
        if string.rep("x", t - 5) == "" then work() end)lua");
    row("what follows in its text",
        R"lua(if tostring(redis.call("PTTL", "k")):sub(4) == "" then work() end)lua");
    row("the state of a loop", R"lua(for _ in function(left, i) if left > i then return i + 1 end
        end, redis.call("PTTL", "k"), 0 do work() end)lua");
    row("where a loop begins", R"lua(local all, t = { 1, 2, 3 }, redis.call("PTTL", "k")
        for _, each in next, all, t do work() end)lua");
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
        R"lua(local t = redis.call("TTL", "k") if t == -2 then work() end)lua");
    row("whether it is positive",
        R"lua(local t = redis.call("PTTL", "k") if t > 0 then work() end)lua");
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
    row("a check that looks whether there is a deadline",
        R"lua(if v.get("calls") and (v.ttl("calls") or -1) < 0 then return "for ever" end)lua");
    row("a parameter",
        R"lua(if tonumber(redis.call("GET", "k")) < p.ttl + p.at then work() end)lua");
    row("a transaction without it", R"lua(redis.call("MULTI") redis.call("INCR", "k")
        local replies = redis.call("EXEC") if replies[1] < 15 then work() end)lua");
    row("beside what is reckoned", R"lua(local ttl = redis.call("PTTL", "k")
        if redis.call("SET", "k", p.n + 1, "PX", ttl) == false or p.n - 1 > 0 then work() end)lua");
    row("slept as long as it has", R"lua(local ttl = redis.call("PTTL", "k")
        if ttl > 0 then sleep(ttl) end)lua");
    row("asked for by another name of redis.call", R"lua(local c, call = redis.call, redis.call
        local ttl = c("PTTL", "k") if ttl == -1 then call("PEXPIRE", "j", ttl) end)lua");
    row("converted", R"lua(local ttl = tonumber(tostring(redis.call("PTTL", "k")))
        if ttl > 0 then receive("c", math.floor(ttl)) end)lua");
    row("handed to a thread", R"lua(local ttl = redis.call("PTTL", "k")
        spawn(function() sleep(ttl) end) local o = redis.on(1))lua");
    row("an argument beside a time of a call with a colon",
        R"lua(local o = { f = function(self, n, at) if n > 5 then event("at", at) end end }
        o:f(p.n, now()))lua");
    row("each of several replies", R"lua(redis.call("MULTI") redis.call("PTTL", "k")
        for _, reply in ipairs(redis.call("EXEC")) do event("reply", reply) end)lua");
    row("whether it is another",
        R"lua(local t = redis.call("PTTL", "k") if t ~= -1 then work() end)lua");
    row("a comment", R"lua(work() -- if redis.call("PTTL", "k") < 100 then)lua");
}

void TestTimeComparisons::whatOnlyTellsIsNone()
{
    QFETCH(QByteArray, source);
    QVERIFY(!TimeUse::of(source).isCompared);
}

// What a script is given as an option is not seen, so it may be GT or LT.
void TestTimeComparisons::aScriptMayBeToldToCompare_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<bool>("compares");
    const auto row = [](const char *source, bool compares) {
        QTest::newRow(source) << QByteArray(source) << compares;
    };
    row("redis.call('PEXPIRE', KEYS[1], 100, ARGV[1])", true);
    row("local call = redis.call call('expire', KEYS[1], 100, ARGV[1])", true);
    row("redis.call('PEXPIREAT', KEYS[1], 100, 'G' .. 'T')", true);
    row("redis.call('PEXPIRE', KEYS[1], 100, '\\071T')", true);
    row("redis.call('PEXPIRE', KEYS[1], unpack(ARGV))", true);
    row("redis.call('PEXPIRE', unpack({ KEYS[1], 100, 'GT' }))", true);
    row("redis.call('PEXPIRE', KEYS[1], 100, 'NX', 'lt')", true);
    row("redis.call('PEXPIRE', KEYS[1], ARGV[1])", false);
    row("redis.call('PEXPIRE', KEYS[1], math.floor(tonumber(ARGV[1])))", false);
    row("local function lease() return ARGV[1] end redis.call('PEXPIRE', KEYS[1], 2 * lease())",
        false);
    row("redis.call('PEXPIRE', KEYS[1], ARGV[1], 'NX')", false);
    row("redis.call('ZADD', KEYS[1], ARGV[1], 1, 'm')", false);
}

void TestTimeComparisons::aScriptMayBeToldToCompare()
{
    QFETCH(QByteArray, source);
    QFETCH(bool, compares);
    QCOMPARE(TimeUse::ofScript(source).isCompared, compares);
    QCOMPARE(TimeUse::of("redis.call(\"EVAL\", [==[" + source + "]==], 1, \"k\", 1)").isCompared,
        compares);
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

// Also where the name does not stand within the brackets of redis.script().
void TestTimeComparisons::aScriptIsFoundByItsName()
{
    const auto made = scenarioFromText(R"(return { id = "x", family = "lock",
        title = { en = "t" }, lesson = { en = "l" }, keys = { "k" },
        client = function(p, me) local name = "NAME" redis.script(name, { "k" }, { 9 }) end })",
        QStringLiteral("f.lua"));
    QVERIFY(made);
    Scenario scenario = **made;
    QVERIFY(!comparesTimes(scenario));
    scenario.source.replace("NAME", "sliding-log");
    QVERIFY(comparesTimes(scenario));
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
