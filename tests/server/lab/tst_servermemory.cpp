// What a server remembers is in the state, or refused by name.

#include "exploring.h"
#include "tests/support/servers/blockingclient.h"
#include "tests/support/servers/testserver.h"

#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

QByteArray clientFile(const QByteArray &program)
{
    return "params = { clients = 2 }, keys = { \"h\", \"s\", \"out\" },\nclient = function(p, me)\n"
        + program + "\nend, always = { count_at_most(\"none\", 1) }";
}

// Whether a set of texts is a list as long as it is small, as from Redis 7.2 on.
bool smallSetsKeepTheirOrder()
{
    const TestServer server;
    BlockingClient client(server.socketPath());
    client.run({"SADD", "s", "a"});
    return client.run({"OBJECT", "ENCODING", "s"}).text == "listpack";
}

} // namespace

class TestServerMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void orderOfElementsIsInTheState_data();
    void orderOfElementsIsInTheState();
    void theServersTimeIsInTheState_data();
    void theServersTimeIsInTheState();
    void orderThatNobodySeesMergesStates();
    void orderedSetsOfTextsNeedACompactForm();
    void refusesWhatNoStateHolds_data();
    void refusesWhatNoStateHolds();
    void takesWhatItHolds_data();
    void takesWhatItHolds();
};

void TestServerMemory::orderOfElementsIsInTheState_data()
{
    QTest::addColumn<QByteArray>("write");
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<bool>("isOfSets"); // whose order is that of insertion from 7.2 on
    const QByteArray hash = R"(redis.call("HSET", "h", me.name, me.name))";
    const auto hashRow = [&](const char *list) {
        QTest::newRow(list) << hash << QByteArray(list) << false;
    };
    hashRow(R"(redis.call("HKEYS", "h"))");
    hashRow(R"(redis.call([=[HKEYS]=], "h"))");
    hashRow(R"~(redis.call("EVAL", "return redis.call([=[HKEYS]=], KEYS[1])", 1, "h"))~");
    hashRow(R"~(redis.call("EVAL", "return redis.call  ( [==[HKEYS]==], KEYS[1])",
        1, "h"))~");
    hashRow(R"(redis.call("HGETALL", "h"))");
    hashRow(R"(redis.call("HVALS", "h"))");
    hashRow(R"(redis.call("HSCAN", "h", 0)[2])");
    const auto setRow = [](const char *list) {
        QTest::newRow(list) << QByteArray(R"(redis.call("SADD", "h", me.name))") << QByteArray(list)
                            << true;
    };
    setRow(R"(redis.call("SMEMBERS", "h"))");
    setRow(R"(redis.call("SSCAN", "h", 0)[2])");
    setRow(R"(redis.call("SINTER", "h"))");
}

// The last of two to write decides who is listed first: in one order of the two the first element
// is B's, whatever was merged.
void TestServerMemory::orderOfElementsIsInTheState()
{
    QFETCH(QByteArray, write);
    QFETCH(QByteArray, list);
    QFETCH(bool, isOfSets);
    if (isOfSets && !smallSetsKeepTheirOrder())
        QSKIP("Before Redis 7.2, sets of texts are hash tables, whose order nobody makes.");
    const ScenarioPtr scenario = written(QByteArray(R"(params = { clients = 2 }, keys = { "h" },
        client = function(p, me)
          WRITE
          local elements = LIST
          local hasBoth = #elements == 4 or #elements == 2 and elements[1] ~= elements[2]
          if hasBoth and elements[1] == "B" then count("b first") end
        end, always = { count_at_most("b first", 0) })")
                                             .replace("WRITE", write)
                                             .replace("LIST", list));
    for (const auto &changes : {QString(), u"remember=0"_s, u"merge=0"_s}) {
        const auto found = explored(scenario, changes);
        QVERIFY2(found, qPrintable(why(found)));
        QCOMPARE(countsOf(*found), u"3 of 6, 0 undecided"_s);
        QCOMPARE(measure(found->counterexample), u"0/0/4"_s);
    }
}

void TestServerMemory::theServersTimeIsInTheState_data()
{
    QTest::addColumn<QByteArray>("seen");
    const auto row = [](const char *name, const char *seen) {
        QTest::newRow(name) << QByteArray(seen);
    };
    row("TIME in a long bracket",
        R"~(redis.call("EVAL", "return redis.call([=[TIME]=])[1] .. ''", 1, "s"))~");
    row("an id that the server makes", R"(string.sub(redis.call("EVAL", [[
        local id = redis.call('XADD', KEYS[1], '*', 'f', 'v') redis.call('DEL', KEYS[1])
        return id]], 1, "s"), 1, 13))");
    row("an id of a script of the file",
        R"(string.sub(redis.script("stamp", { "s" }, {}), 1, 13))");
    row("when a consumer was seen", R"((function()
        redis.call("MULTI") redis.call("XADD", "s", "1-1", "f", "v")
        redis.call("XGROUP", "CREATE", "s", "g", 0)
        redis.call("XREADGROUP", "GROUP", "g", "c", "STREAMS", "s", ">")
        redis.call("XINFO", "STREAM", "s", "FULL") redis.call("DEL", "s")
        local function flat(t)
          if type(t) ~= "table" then return tostring(t) end
          local w = {} for i = 1, #t do w[i] = flat(t[i]) end return table.concat(w, " ")
        end
        return flat(redis.call("EXEC")[4]) end)())");
}

// The time passes between the two readings, and nothing else does.
void TestServerMemory::theServersTimeIsInTheState()
{
    QFETCH(QByteArray, seen);
    const ScenarioPtr scenario = written(QByteArray(R"(keys = { "s" },
        scripts = { stamp = [[local id = redis.call('XADD', KEYS[1], '*', 'f', 'v')
          redis.call('DEL', KEYS[1]) return id]] },
        client = function(p, me)
          local one = SEEN
          sleep(2000)
          if one ~= SEEN then count("moved") end
        end, bounds = { time = 1 }, always = { count_at_most("moved", 0) })")
                                             .replace("SEEN", seen));
    for (const auto &changes : {QString(), u"remember=0"_s}) {
        const auto found = explored(scenario, changes);
        QVERIFY2(found, qPrintable(why(found)));
        QCOMPARE(found->verdict, CheckOutcome::Violated);
    }
}

// Both have written: A first or B first.
void TestServerMemory::orderThatNobodySeesMergesStates()
{
    const QByteArray body = R"(params = { clients = 2 }, keys = { "h" },
        client = function(p, me)
          redis.call("HSET", "h", me.name, 1)
          if not me.name then redis.call("NAME", "h") end
        end, always = { count_at_most("none", 1) })";
    const auto unseen = explored(written(QByteArray(body).replace("NAME", "HLEN")));
    const auto seen = explored(written(QByteArray(body).replace("NAME", "HGETALL")));
    QVERIFY2(unseen && seen, qPrintable(why(unseen) + why(seen)));
    QCOMPARE(unseen->interleavings, "2");
    QCOMPARE(seen->interleavings, "2");
    QCOMPARE(unseen->states, 4);
    QCOMPARE(seen->states, 5);
}

// Before 7.2 a set of texts is a hash table, whose order is random in each process.
void TestServerMemory::orderedSetsOfTextsNeedACompactForm()
{
    auto stepper = stepperOf(written(clientFile(R"(
        redis.call("SADD", "s", me.name)
        redis.call("SMEMBERS", "s"))")));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    const QString refusal = replayed(*stepper, u"A1 B1 A2"_s);
    QVERIFY2(refusal.isEmpty() || refusal.contains(u"hash table"_s), qPrintable(refusal));
    const QByteArray server = stepper->space().serverName();
    if (server.startsWith("redis 7.0."))
        QVERIFY(!refusal.isEmpty());
    if (server.startsWith("redis 8."))
        QVERIFY2(refusal.isEmpty(), qPrintable(refusal));
}

void TestServerMemory::refusesWhatNoStateHolds_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char *program, const char *words) {
        QTest::newRow(program) << QByteArray(program) << QByteArray(words);
    };
    row(R"(redis.call("OBJECT", "ENCODING", "h"))", "OBJECT cannot be used in steps");
    row(R"(redis.call("dump", "h"))", "dump cannot be used in steps");
    row(R"(redis.call("EVALSHA", "abc", 0))", "use EVAL or redis.script");
    row(R"(redis.call("FCALL", "f", 0))", "use EVAL or redis.script");
    row(R"(redis.call("EVAL", [[return redis.call('OBJECT', 'ENCODING', KEYS[1])]], 1, "h"))",
        "the script calls OBJECT");
    row(R"(redis.call("EVAL", [[return redis.call('spop', KEYS[1])]], 1, "s"))",
        "the script calls spop: its reply is random");
    row(R"(redis.call("EVAL", [[local c = redis.call return c('SPOP', KEYS[1])]], 1, "s"))",
        "the script calls SPOP");
    row("redis.call('EVAL', \"return redis.call ( [[SRANDMEMBER]], KEYS[1])\", 1, 's')",
        "the script calls SRANDMEMBER");
    row(R"(redis.call("EVAL", "redis.pcall(\"SELECT\", 1) return 1", 0))",
        "the script calls SELECT");
    const auto inScript = [&](const char *source, const char *words) {
        const QByteArray program =
            QByteArray("redis.call('EVAL', [==[") + source + "]==], 1, 's', 'TI')";
        row(program.constData(), words);
    };
    constexpr const char *unnamed = "does not say which command";
    inScript("local op = 'SPOP' return redis.call(op, KEYS[1])", unnamed);
    inScript("return redis.call(unpack({'SPOP', KEYS[1]}))", unnamed);
    inScript("return redis['call']('SPOP', KEYS[1])", unnamed);
    inScript("return _G['redis'].call('SPOP', KEYS[1])", "uses “_G”");
    inScript("return loadstring('return redis.' .. 'call(...)')('SPOP', KEYS[1])", "“loadstring”");
    inScript("local r = redis return r.call('SPOP', KEYS[1])", unnamed);
    inScript("local function run(f, ...) return f(...) end return run(redis.call, 'SPOP', KEYS[1])",
        unnamed);
    inScript("local a, b = 1, redis.call return b('SPOP', KEYS[1])", unnamed);
    inScript("local c = redis.call local d = c return d('SPOP', KEYS[1])", unnamed);
    inScript("local c = redis.call\nlocal o = 'SPOP'\nreturn ''..c(o, KEYS[1])",
        "line 3 of the script does not say which command it calls; the name has to stand there as "
        "a text, as in redis.call('GET', KEYS[1])");
    row(R"~(redis.call("EVAL", "-- a comment\rreturn redis.call(ARGV[1])", 0, "TIME"))~", unnamed);
    inScript("return redis.call('TI'..'ME')", unnamed);
    inScript("return redis.call(ARGV[1]..'ME')", unnamed);
    inScript("return redis.call('\\84IME')", unnamed);
    inScript("return redis.call('HGET'..'ALL', KEYS[1])", unnamed);
    inScript("redis.call('SE'..'LECT', 1)", unnamed);
    inScript("local o = 'OBJECT' return redis.call(o, 'ENCODING', KEYS[1])", unnamed);
    inScript("#!lua flags=no-writes\nreturn redis.call(ARGV[1]..'ME')", "line 2 of the script");
    inScript(
        "return redis.call('INFO', 'stats')", "the script calls INFO: it is for administration");
    inScript("return math.random(2)", "random(n)");
    inScript("local m = math return m['ran'..'dom'](2)", "random(n)");
    inScript("return tostring(os.clock())", "uses “os”; what it tells no state holds");
    constexpr const char *cjson = "uses “cjson” for more than cjson.encode, cjson.decode, "
                                  "cjson.null and cjson.empty_array; its settings last";
    inScript("cjson.encode_sparse_array(true) return cjson.encode({})", cjson);
    inScript("local c = cjson c['decode_max_depth'](3) return 1", cjson);
    inScript("cjson['encode_number' .. '_precision'](3) return 1", cjson);
    inScript("for name, f in pairs(cjson) do f(3) end return 1", cjson);
    inScript("local all = { cjson } return all[1].encode_max_depth(3)", cjson);
    inScript("redis.call('SET', KEYS[1], 1, 'PX'..ARGV[1], ARGV[2])", "write clock = true");
    inScript("redis.call('SET', KEYS[1], 1, ARGV[1], ARGV[2])", "write clock = true");
    inScript("redis.call('SET', KEYS[1], unpack(ARGV))", "write clock = true");
    inScript("local call = redis.call return call('GETEX', KEYS[1], unpack(ARGV))",
        "write clock = true");
    // What the script itself calls by the name of a function that gives one value may give more.
    for (const char *const source : {
             "local function max() return 'v', 'EX' .. 'AT', 1967225600 end "
             "redis.call('SET', KEYS[1], max())",
             "local t = {} function t.max() return 'v', 'EX' .. 'AT', 1967225600 end "
             "redis.call('SET', KEYS[1], t.max())",
             "local t = {} function t:sub() return 'v', 'EX' .. 'AT', 1967225600 end "
             "redis.call('SET', KEYS[1], t:sub())",
             "local t = {} t['s' .. 'ub'] = function() return 'v', 'EX' .. 'AT', 1967225600 end "
             "redis.call('SET', KEYS[1], t:sub())",
             "local string = { sub = function() return 'v', 'EX' .. 'AT', 1967225600 end } "
             "redis.call('SET', KEYS[1], string.sub())",
             "local function set(max) redis.call('SET', KEYS[1], max({ 'v', 'EX' .. 'AT', "
             "1967225600 })) "
             "end set(unpack)",
             "local a, tostring = 1, unpack "
             "redis.call('SET', KEYS[1], tostring({ 'v', 'EX' .. 'AT', 1967225600 }))",
             "redis.call('SET', KEYS[1], unpack{ 'v', 'EX' .. 'AT', 1967225600 })",
             "local function f(w) return w, 'EX' .. 'AT', 1967225600 end redis.call('SET', "
             "KEYS[1], f'v')",
             "redis.call('SET', KEYS[1], (function() return 'v', 'EX' .. 'AT', 1967225600 end)())",
         })
        inScript(source, "write clock = true");
    inScript("redis.call('FROB', KEYS[1])",
        "the script calls FROB: it is not known what it sees of the server, nor what the server "
        "remembers of it");
    row(R"~(redis.call("EVAL", "redis.call([=[\nHKEYS]=], KEYS[1])", 1, "h"))~", unnamed);
    row(R"(redis.call("X" .. "INFO", "STREAM", "s"))", "write clock = true");
    row(R"(redis.call("GETEX", "h", "PX" .. "AT", 1967225600000))", "write clock = true");
    row(R"~(redis.call("MULTI") redis.call("EVAL", "return redis.call(ARGV[1])", 0, "TIME")
        redis.call("EXEC"))~",
        unnamed);
    row(R"~(redis.call("EVAL_RO", "return redis.call(ARGV[1])", 0, "TIME"))~", unnamed);
    row(R"(redis.call("EVAL", [[redis.call('SET', ('neddih'):reverse(), 1)]], 0))",
        ": the script has written the key hidden, which is not among the scenario's "
        "keys");
    row(R"(redis.call("XADD", "h", "1-1", "a", 1))", ": the key h holds a stream");
    row(R"(redis.call("EVAL", [[redis.call('HEXPIRE', KEYS[1], 9, 'FIELDS', 1, 'f')]], 1, "h"))",
        "deadlines of single fields");
    row(R"(redis.call("H" .. "KEYS", "h"))", "it sees the order of elements");
    row(R"(redis.call("SET", "h", 1, "PX" .. "AT", 1967225600000))", "write clock = true");
    row(R"(redis.call("HSET", "h", "f", ("x"):rep(100)) redis.call("HKEYS", "h"))", "hash table");
    row(R"(redis.call("EVAL", [[for i = 1, 65 do redis.call('SADD', KEYS[1], i)
            redis.call('SADD', KEYS[2], 100 + i) end]], 2, "s", "h")
        redis.call("SUNION", "s", "h"))",
        "lists the elements of several sets, which have 130 together");
}

void TestServerMemory::refusesWhatNoStateHolds()
{
    QFETCH(QByteArray, program);
    QFETCH(QByteArray, words);
    auto stepper = stepperOf(written(clientFile(program)));
    const QString refusal = stepper ? replayed(*stepper, u"A1"_s) : stepper.error().detail;
    QVERIFY2(refusal.contains(QString::fromUtf8(words)), qPrintable(refusal));
}

void TestServerMemory::takesWhatItHolds_data()
{
    QTest::addColumn<QByteArray>("program");
    for (const char *const program :
        {
            R"(redis.call("APPEND", "h", "x"))",
            R"(redis.call("EVAL", "local object = 'object' return object", 0))",
            R"(redis.call("EVAL", [[return redis.call('HSET', KEYS[1], 'keys', 'spop')]], 1, "h"))",
            R"(redis.call("EVAL", [[local call = redis.call return call('HLEN', KEYS[1])]], 1, "h"))",
            R"(redis.call("EVAL", [[if redis.pcall 'PING' then
                return redis.call [=[PING]=] end]], 0))",
            R"(redis.call("EVAL", [[-- redis.call(ARGV[1])
                local t = {} t.load = 1 return t.load .. redis.sha1hex(math.floor(1.5))]], 0))",
            R"(redis.call("EVAL", [[local e = cjson.encode
                return e({ cjson.null, cjson.decode('1'), cjson.empty_array })]], 0))",
            R"(redis.call("EVAL", [[local t = {} t.cjson = 1
                return cmsgpack.pack(t.cjson) .. struct.pack('>I4', 1)]], 0))",
            R"(redis.call("EVAL", [[local v = 'x' redis.call('SET', KEYS[1], v, 'NX', 'PX', ARGV[1])
                redis.call('SET', KEYS[1], tostring(1)) redis.call('GETEX', KEYS[1], 'PX', ARGV[1])
                redis.call('SET', KEYS[1], string.sub(v .. 'y', 1), "px", tonumber(ARGV[1]))]],
                1, "h", 30000))",
            R"(redis.call("EVAL", [[local most = math.max local max = math.max
                redis.call('SET', KEYS[1], max(ARGV[1], 2)) redis.call('SET', KEYS[1], (most(1, 2)))
                redis.call('SET', KEYS[1], ARGV[1]:sub(1, 2)) local call = redis.call
                call('SET', KEYS[1], call('GET', KEYS[1])) call('SET', KEYS[1], 'a' .. 'b')
                redis.call('SET', KEYS[1], table.concat(ARGV))]], 1, "h", 30000))",
            R"(redis.call("HSET", "h", "f", ("x"):rep(100)))",
            R"(redis.call("SADD", "s", "a", "b", "c", "d", "e", "f"))",
            R"(redis.call("SADD", "s", 1, 2) redis.call("SUNION", "s", "h"))",
        })
        QTest::newRow(program) << QByteArray(program);
}

void TestServerMemory::takesWhatItHolds()
{
    QFETCH(QByteArray, program);
    auto stepper = stepperOf(written(clientFile(program)));
    QVERIFY2(stepper, stepper ? "" : qPrintable(stepper.error().detail));
    QCOMPARE(replayed(*stepper, u"A1 B1"_s), QString());
}

QTEST_GUILESS_MAIN(TestServerMemory)
#include "tst_servermemory.moc"
