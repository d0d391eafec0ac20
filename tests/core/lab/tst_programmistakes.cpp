#include "core/lab/loader/scenariofile.h"
#include "tests/core/lab/playedprogram.h"

#include <QElapsedTimer>
#include <QTest>

using namespace lockstep;

// What a file can do wrong or on purpose: each has its sentence, and none takes the program down.
class TestProgramMistakes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void scriptsDoNotNameKeysThemselves_data();
    void scriptsDoNotNameKeysThemselves();
    void scriptsMayMakeNamesOfTheirKeys_data();
    void scriptsMayMakeNamesOfTheirKeys();
    void aMessageThatNobodyReceivesMayGoAnywhere();
    void survives_data();
    void survives();
    void leavesNothingBehind();
    void eventsThatAreToBeInOrderAreWholeNumbers_data();
    void eventsThatAreToBeInOrderAreWholeNumbers();
    void aMutexIsLockedOnce();
    void waitsAreNotEndless_data();
    void waitsAreNotEndless();
    void harmlessThingsWork_data();
    void harmlessThingsWork();
    void oneMistakeEndsOnlyItsProcess();
    void commandsOfAllClientsAreBounded();
    void readingHasLimits_data();
    void readingHasLimits();
};

void TestProgramMistakes::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const QByteArray &body, const char *sentence) {
        QTest::newRow(name) << body << QStringLiteral("f.lua:") + QString::fromUtf8(sentence);
    };
    row("a global", "x = 1", "2: “x” would be a global, and clients share nothing; write local x");
    row("a key that is not named", "redis.call('GET', 'lokc')",
        "2: the key “lokc” is not among the scenario's keys; add it to keys = { \"k\", \"other\", "
        "\"lock:*\", \"lokc\" }");
    row("a guard of a key that is not named", "await_gone('lokc')",
        "2: the key “lokc” is not among the scenario's keys; add it to keys = { \"k\", \"other\", "
        "\"lock:*\", \"lokc\" }");
    row("an unknown function", "\nfoo()",
        "3: there is no function “foo”; there are those of this file above this line, those of the "
        "lab (redis.call, await, enter, …) and Lua's own without files, time and chance");
    row("an unknown function of redis", "redis.cal('GET', 'k')",
        "2: there is no function “cal” here; it may be misspelt");
    row("leaving what was never entered", "enter('a') enter('b') leave('lock')",
        "2: leave(“lock”): this client has not entered it; it is inside “a”, “b”");
    row("leaving twice", "enter('lock') leave('lock') leave('lock')",
        "2: leave(“lock”): this client has not entered it; it is inside nothing");
    row("an unknown command", "redis.call('GETT', 'k')", "2: this server knows no command “GETT”");
    row("no command", "redis.call()",
        "2: redis.call needs a command, as in redis.call(\"GET\", key)");
    row("false in a command", "redis.call('SET', 'k', redis.call('GET', 'k'))",
        "2: redis.call: argument 3 is boolean; a command has only texts and numbers (false is "
        "Redis' nil)");
    row("nil in a command", "redis.call('SET', 'k', nil)",
        "2: redis.call: argument 3 is nil; a command has only texts and numbers");
    row("arithmetic with nil", "local s = redis.call('GET', 'k') s = s - 1",
        "2: attempt to perform arithmetic on a boolean value (local 's'); a reply of nil is false, "
        "so the key may not exist");
    row("the deadline of a field", "redis.call('HPEXPIRE', 'k', 9, 'FIELDS', 1, 'f')",
        "2: HPEXPIRE cannot be used in a program: the lab does not keep deadlines of single "
        "fields; let the whole key expire (PEXPIRE)");
    row("the same in a script",
        "redis.call('EVAL', \"redis.call( 'hpexpire', KEYS[1], 9, 'FIELDS', 1, 'f')\", 1, 'k')",
        "2: EVAL cannot be used in a program: the lab does not keep deadlines of single fields; "
        "let the whole key expire (PEXPIRE)");
    row("chance", "redis.call('SPOP', 'k')",
        "2: SPOP cannot be used in a program: its reply is random, so the run could not be "
        "repeated; use random(n) and name the element");
    row("blocking", "redis.call('BLPOP', 'k', 0)",
        "2: BLPOP cannot be used in a program: it waits inside the server, but not within a "
        "script; use await, await_gone or receive, and in a script the command that does not wait "
        "(LPOP for BLPOP)");
    row("the connection", "redis.call('SELECT', 1)",
        "2: SELECT cannot be used in a program: it asks for the connection or changes it, and that "
        "belongs to the lab");
    row("Lua's chance", "math.random()",
        "2: there is no function “random” here; chance comes from the lab's own random(n), so "
        "that a run can be repeated");
    row("Lua's print", "print('here')",
        "2: there is no function “print” here; event(name, value) notes a value in the run");
    row("administration", "redis.call('FLUSHALL')",
        "2: FLUSHALL cannot be used in a program: it is for administration; client programs read "
        "and write keys");
    row("messages", "redis.call('SUBSCRIBE', 'c')",
        "2: SUBSCRIBE cannot be used in a program: messages are received with subscribe(channel) "
        "and receive(channel, timeout)");
    row("everything", "redis.call('KEYS', '*')",
        "2: KEYS cannot be used in a program: it reaches keys that do not belong to the run; name "
        "the keys one by one");
    row("receive without subscribe", "receive('c')",
        "2: receive needs subscribe(channel) of the same channel before it");
    row("EXEC alone", "redis.call('EXEC')", "2: EXEC without MULTI");
    row("MULTI twice", "redis.call('MULTI') redis.call('MULTI')",
        "2: MULTI inside MULTI; EXEC or DISCARD has to come first");
    row("WATCH in MULTI", "redis.call('MULTI') redis.call('WATCH', 'k')",
        "2: WATCH has to come before MULTI");
    row("MULTI without EXEC", "local x\nredis.call('MULTI') redis.call('INCR', 'k')",
        "3: MULTI without EXEC or DISCARD; the commands after it were never sent");
    row("MULTI with something", "redis.call('MULTI', 'k')",
        "2: MULTI takes nothing; the commands follow one by one");
    row("EXEC with something", "redis.call('MULTI') redis.call('EXEC', 'k')",
        "2: EXEC takes nothing; the commands stand before it");
    row("EXEC on another server", "redis.call('MULTI') redis.on(0).call('EXEC') redis.call('EXEC')",
        "2: EXEC without MULTI");
    row("a negative time", "sleep(-1)",
        "2: sleep takes milliseconds, a number of 0 to 86400000 (a day)");
    row("a time without end", "work(1/0)",
        "2: work takes milliseconds, a number of 0 to 86400000 (a day)");
    row("a wait without end", "subscribe('c') receive('c', 0/0)",
        "2: receive: the second argument takes milliseconds, a number of 0 to 86400000 (a day)");
    row("a clock", "now()", "2: now() is for scenarios that say clock = true");
    row("chance of nothing", "random(0)",
        "2: random(n) takes a whole number from 1 and gives one of 1 … n");
    row("a wrong count", "count('c', 'x')",
        "2: count(name, by): by is a whole number, at most 1000000000 up or down, and 1 where it "
        "is "
        "left out");
    row("a count beyond all", "count('c', math.mininteger)",
        "2: count(name, by): by is a whole number, at most 1000000000 up or down, and 1 where it "
        "is "
        "left out");
    row("an event with a table", "event('c', {})",
        "2: event(name, value): value is a number or a text, or left out");
    row("enter without a name", "enter()", "2: enter: argument 1 is missing; it is a text");
    row("an unknown parameter", "local x = p.lease",
        "2: there is no parameter “lease”; there are: clients, stock");
    row("a written parameter", "p.stock = 1",
        "2: the table of parameters cannot be changed; use a local variable");
    row("a written library", "string.x = 1", "2: string cannot be changed; use a local variable");
    row("an unknown script", "redis.script('lock-relase', { 'k' })",
        "2: there is no script “lock-relase”; the nearest are lock-release, lock-acquire and "
        "lock-extend");
    row("an unknown server", "redis.on(1)",
        "2: redis.on takes the number of a server, 0 to 0; nodes = 3 in the file makes it three");
    row("unlocking what is free", "mutex('m').unlock()",
        "2: unlock: this thread does not hold the mutex; lock it first");
    row("a thread of no function", "spawn(1)",
        "2: spawn takes a function, as in spawn(function() … end)");
    row("too many threads", "for i = 1, 100 do spawn(function() redis.call('PING') end) end",
        "2: spawn: a client has at most 64 threads");
    row("a mistake in a thread", "spawn(function()\nfoo() end)",
        "3: there is no function “foo”; there are those of this file above this line, those of the "
        "lab (redis.call, await, enter, …) and Lua's own without files, time and chance");
    row("a command while sorting",
        "table.sort({ 2, 1 }, function(a, b) redis.call('PING') return a < b end)",
        "2: redis.call cannot be used in a function that is called by table.sort, string.gsub or "
        "tostring; call it outside");
    row("keys without order", "for k in pairs({ [{}] = 1 }) do end",
        "2: keys that are a table have no order; use numbers or texts as keys of a table that is "
        "walked through");
    row("an address", "string.format('%p', {})",
        "2: %p would show an address, which differs each time; use %s");
    row("a finalizer", "setmetatable({}, { __gc = function() end })",
        "2: __gc would show when memory is collected; leave it out");
    row("a weak table", "setmetatable({}, { __mode = 'k' })",
        "2: __mode would show when memory is collected; leave it out");
    const char *const weak = "2: __mode would show when memory is collected; leave it out";
    row("a table made weak later", "local mt = {} setmetatable({}, mt) mt.__mode = 'k'", weak);
    row("a name made later", "local mt = {} setmetatable({}, mt) mt['__' .. 'mode'] = 'v'", weak);
    row("a finalizer set later", "local mt = {} setmetatable({}, mt) mt.__gc = print",
        "2: __gc would show when memory is collected; leave it out");
    row("weak when it was one twice",
        "local mt = {} setmetatable({}, mt) setmetatable({}, mt) mt.__mode = 'k'", weak);
    row("weak by its own metatable",
        "local own = { __newindex = nil } local mt = setmetatable({}, own) setmetatable({}, mt) "
        "mt.__mode = 'k'",
        weak);
    row("weak past its own __newindex",
        "local own = { __newindex = function() end } local mt = setmetatable({}, own) "
        "setmetatable({}, mt) own.__newindex = nil mt.__mode = 'k'",
        weak);
    row("weak after its metatable was taken away",
        "local mt = setmetatable({}, { __index = {} }) setmetatable({}, mt) setmetatable(mt, nil) "
        "mt.__mode = 'k'",
        weak);
    row("weak after its metatable was replaced",
        "local mt = {} setmetatable({}, mt) setmetatable(mt, { __index = {} }) mt.__mode = 'k'",
        weak);
    row("weak by another table",
        "local mt = {} setmetatable({}, mt) "
        "local other = setmetatable({}, { __newindex = mt }) other.__mode = 'k'",
        weak);
    row("its own metatable", "local t = {} setmetatable(t, t) t.__mode = 'k'", weak);
    row("a metamethod that comes too late",
        "local own = {} local mt = setmetatable({}, own) setmetatable({}, mt) own.__index = {}",
        "2: __index comes too late for a table whose metatable this is and which is itself a "
        "metatable; set it before setmetatable");
    row("an error of nothing", "error()",
        "2: error was called with nil; with a sentence, it would be shown here");
    row("an error of a table", "error({})",
        "2: error was called with table; with a sentence, it would be shown here");
    row("an error of a number", "error(5)",
        "2: error(5) was called; a sentence in its place would be shown here");
    row("bytes that are no text", "redis.call('GET', '\\xff\\0\\27[1m')",
        "2: the key “\xef\xbf\xbd\\x00\\x1b[1m” is not among the scenario's keys; add it to keys = "
        "{ "
        "\"k\", \"other\", \"lock:*\", \"\xef\xbf\xbd\\x00\\x1b[1m\" }");
    row("an error that is no text", "error('a\\27[1mb\\0c')", "2: a\\x1b[1mb\\x00c");
    row("a long name", "redis.call(('X'):rep(100000))",
        "2: this server knows no command "
        "“XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX…"
        "”");
    row("a name without end", "enter(('X'):rep(100000))",
        "2: enter: argument 1 has 100000 bytes; a name has at most 1000");
    row("a value without end", "event('e', ('X'):rep(100000))",
        "2: event(name, value): a value of 100000 bytes is too long; at most 1000");
    row("no order", "table.sort({ 2, 1, 2 }, function(a, b) return a <= b end)",
        "2: invalid order function for sorting; it has to say false of two that are equal");
    row("no order among many",
        "local t = {} for i = 1, 300 do t[i] = i % 7 end "
        "table.sort(t, function(a, b) return a ~= b end)",
        "2: invalid order function for sorting; it has to say false of two that are equal");
    row("what cannot be compared", "table.sort({ 1, 'a' })",
        "2: attempt to compare string with number; a reply is a text, tonumber(reply) makes it a "
        "number");
    row("no function to sort by", "table.sort({ 2, 1 }, 5)",
        "2: bad argument #2 to 'sort' (function expected, got number)");
    row("too many words",
        "local t = {} for i = 1, 10001 do t[i] = 'k' end redis.call('DEL', table.unpack(t))",
        "2: redis.call: 10002 words are too many for a command; it has at most 10000");
    row("too long a command",
        "local s = ('x'):rep(1000000)\nredis.call('SET', 'k', s, s, s, s, s, s, s, s, s)",
        "3: the command is too long; it, or all from MULTI to EXEC together, has at most 8 MiB");
    row("a transaction without end",
        "redis.call('MULTI') local s = ('x'):rep(1000000)\nwhile true do redis.call('SET', 'k', s) "
        "end",
        "3: the command is too long; it, or all from MULTI to EXEC together, has at most 8 MiB");
    row("a script of everything",
        "local s, t = ('x'):rep(1000000), {} for i = 1, 9 do t[i] = s "
        "end\nredis.script('lock-release', { 'k' }, t)",
        "3: the command is too long; it, or all from MULTI to EXEC together, has at most 8 MiB");
    row("an own error", "error('the stock is gone')", "2: the stock is gone");
}

void TestProgramMistakes::saysWhatIsWrong()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, sentence);
    QCOMPARE(mistakeOf(body), sentence);
}

void TestProgramMistakes::scriptsDoNotNameKeysThemselves_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("use"); // what the sentence says of it
    const auto key = [](const QByteArray &script, const QByteArray &name, int line = 1) {
        QTest::newRow(script.constData())
            << script
            << "line " + QByteArray::number(line) + " of the script uses " + name + " as a key";
    };
    const auto channel = [](const QByteArray &script, const QByteArray &name) {
        QTest::newRow(script.constData())
            << script << "line 1 of the script uses " + name + " as a channel";
    };
    key("redis.call('GET', 'flag')", "'flag'");
    key("local a\n\nredis.pcall(\"get\", [==[flag]==])", "[==[flag]==]", 3);
    key("local call = redis.call return call('GET', 'flag')", "'flag'");
    key("redis.call('SET', ARGV[1], 1, 'PX', 10)", "ARGV[1]");
    key("redis.call('INCR', 5)", "5");
    key("redis.call('GET', 'lock:' .. ARGV[1])", "'lock:' .. ARGV[1]");
    key("redis.call('GET', 'lock:' .. KEYS[1])", "'lock:' .. KEYS[1]");
    key("redis.call('GET', ARGV[1] .. ':' .. ARGV[2])", "ARGV[1] .. ':' .. ARGV[2]");
    key("redis.call('GET', ('lock:' .. tostring(ARGV[1])))", "('lock:' .. tostring(ARGV[1]))");
    key("redis.call('GET', ARGV[1] or 'flag')", "ARGV[1] or 'flag'");
    key("local name = 'lock:' .. ARGV[1]\nredis.call('GET', name)", "name", 2);
    key("local a, b = ARGV[1], ARGV[2] redis.call('GET', b)", "b");
    key("local name = 'a' name = name .. ':' .. KEYS[1] redis.call('GET', name)", "name");
    key("local a = ARGV[1] local b = a .. ':b' redis.call('GET', b)", "b");
    key("redis.call('DEL', KEYS[1], 'flag')", "'flag'");
    key("redis.call('MSET', KEYS[1], 'v', 'flag', 'v')", "'flag'");
    key("redis.call('ZUNIONSTORE', KEYS[1], 2, KEYS[2], 'flag')", "'flag'");
    key("redis.call('ZUNIONSTORE', 'sum', #KEYS, unpack(KEYS))", "'sum'");
    key("redis.call('XREAD', 'COUNT', ARGV[1], 'STREAMS', KEYS[1], 'log', 0, 0)", "'log'");
    channel("redis.call('PUBLISH', 'news', 'x')", "'news'");
    channel("redis.call('PUBLISH', ARGV[1], 'x')", "ARGV[1]");
    channel("local c = 'news:' .. ARGV[1] redis.pcall('publish', c, 'x')", "c");
}

void TestProgramMistakes::scriptsDoNotNameKeysThemselves()
{
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, use);
    const auto mistake = [&](const QByteArray &call) {
        return mistakeOf("if false then subscribe('news') end " + call,
            "scripts = { own = [======[" + script + "]======] },");
    };
    const QString ofEval = mistake("redis.call('EVAL', [======[" + script + "]======], 1, 'k')");
    const QString ofScript = mistake("redis.script('own', { 'k' }, {})");
    const QString reason = QString::fromUtf8(use) + QStringLiteral(", and a run puts a prefix ");
    QVERIFY2(
        ofEval.contains(QStringLiteral(": EVAL cannot be used so: ") + reason), qPrintable(ofEval));
    QVERIFY2(ofScript.contains(QStringLiteral(": the script “own” cannot be used: ") + reason),
        qPrintable(ofScript));
}

void TestProgramMistakes::scriptsMayMakeNamesOfTheirKeys_data()
{
    QTest::addColumn<QByteArray>("script");
    const auto row = [](const QByteArray &script) { QTest::newRow(script.constData()) << script; };
    row("redis.call('GET', KEYS[1])");
    row("redis.call('GET', KEYS[1] .. ':x')");
    row("redis.call('GET', '' .. KEYS[1])");
    row("redis.call('GET', ARGV[1] .. KEYS[1])");
    row("redis.call('PUBLISH', ARGV[3] or KEYS[2], 'x')");
    row("redis.call('GET', KEYS[1] or 'flag')");
    row("redis.call('SET', KEYS[1], 'flag', 'PX', ARGV[1])");
    row("redis.call('MSET', KEYS[1], 'flag', KEYS[2], ARGV[1])");
    row("redis.call('XREAD', 'STREAMS', KEYS[1], '0-0')");
    row("redis.call('XREAD', 'STREAMS', KEYS[1], unpack({ KEYS[2], '0-0', '0-0' }))");
    row("redis.call('ZUNIONSTORE', KEYS[1], 1, KEYS[2], 'WEIGHTS', 2)");
    row("redis.call('DEL', unpack(KEYS))");
    row("redis.call('PING', 'flag')");
    row("redis.call 'PING'");
    row("local name = 'flag' name = KEYS[1] redis.call('GET', name)");
    row("local name = 'flag' for _, name in ipairs(KEYS) do redis.call('GET', name) end");
    row("local name = 'flag' local function get(name) return redis.call('GET', name) end "
        "get(KEYS[1])");
    row("local a, b = ARGV[1], unpack(KEYS) redis.call('GET', b)");
    row("local a, b = unpack(KEYS) redis.call('GET', b)");
    row("local name = redis.call('GET', KEYS[1]) redis.call('GET', name)");
    row("local t = { name = 'flag' } t.name = KEYS[1] redis.call('GET', t.name)");
    row("-- redis.call('GET', 'flag')\nreturn 1");
}

void TestProgramMistakes::scriptsMayMakeNamesOfTheirKeys()
{
    QFETCH(QByteArray, script);
    QCOMPARE(
        mistakeOf("subscribe('news') redis.call('EVAL', [======[" + script + "]======], 1, 'k')"),
        QString());
}

void TestProgramMistakes::aMessageThatNobodyReceivesMayGoAnywhere()
{
    QCOMPARE(mistakeOf("redis.call('EVAL', \"redis.call('PUBLISH', 'news', 1)\", 0)"), QString());
}

void TestProgramMistakes::survives_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("part");
    const QString loop = QStringLiteral("goes on for too long");
    const QString memory = QStringLiteral("needs too much memory");
    const auto row = [](const char *name, const QByteArray &body, const QString &part) {
        QTest::newRow(name) << body << part;
    };
    row("a loop", "while true do end", loop);
    row("a loop in pcall", "while true do pcall(function() while true do end end) end", loop);
    row("a loop in xpcall",
        "while true do xpcall(function() while true do end end, function() while true do end end) "
        "end",
        loop);
    row("a handler that fails",
        "xpcall(function() error('a') end, function() error('b') end) while true do end", loop);
    row("a loop in a comparison", "table.sort({ 3, 2, 1 }, function() while true do end end)",
        loop);
    row("a loop in gsub", "string.gsub('abc', '.', function() while true do end end)", loop);
    row("a loop in __index",
        "local t = setmetatable({}, { __index = function() while true do end end }) local x = t.x",
        loop);
    row("a loop in __tostring",
        "tostring(setmetatable({}, { __tostring = function() while true do end end }))", loop);
    row("a loop in __close",
        "do local x <close> = setmetatable({}, { __close = function() while true do end end }) end",
        loop);
    row("a loop in __close after an error",
        "pcall(function() local x <close> = setmetatable({}, { __close = function() while true do "
        "end end }) error('x') end)",
        loop);
    row("a loop of metatables", "local a = {} setmetatable(a, { __index = a }) local x = a.x",
        QStringLiteral("'__index' chain too long; possible loop"));
    row("a loop in the handler only", "xpcall(error, function() while true do end end)", loop);
    row("a bomb of rep", "local s = ('x'):rep(1000000000)", memory);
    row("a bomb of nothing", "local s = (''):rep(9007199254740993) while true do end", loop);
    row("a bomb of doubling", "local s = 'x' while true do s = s .. s end", memory);
    row("a bomb in pcall",
        "while true do pcall(function() local s = 'x' while true do s = s .. s "
        "end end) end",
        memory);
    row("many large texts", "local s = ('x'):rep(900000) while true do local x = s .. 'y' end",
        loop);
    row("a huge table", "local t = {} for i = 1, 1e9 do t[i] = { i } end", memory);
    row("endless recursion", "local function f() return 1 + f() end f()",
        QStringLiteral("functions call one another too deeply"));
    row("recursion through pcall", "local function f() pcall(f) return 1 + f() end f()",
        QStringLiteral("functions call one another too deeply"));
    row("recursion through tostring",
        "local t = {} setmetatable(t, { __tostring = function() return tostring(t) end }) "
        "tostring(t)",
        QString());
    row("a pattern bomb", "string.find(('a'):rep(100000), '.-.-.-.-b')",
        QStringLiteral("the pattern could take too long on 100000 bytes"));
    row("a bomb of gmatch", "for w in (('^'):rep(1000000)):gmatch('^.-b') do end",
        QStringLiteral("the pattern could take too long"));
    row("numbers without end", "local s = ('9'):rep(1000000) while true do tonumber(s, 10) end",
        loop);
    row("a plain bomb", "string.find(('a'):rep(1000000), ('a'):rep(500000) .. 'b', 1, true)",
        QStringLiteral("the pattern could take too long"));
    row("a lying length",
        "table.concat(setmetatable({}, { __len = function() return 1 << 60 end }))",
        QStringLiteral("without a __len"));
    row("a huge move", "table.move({}, 1, 1 << 60, 2)", loop);
    row("a huge concat", "table.concat({}, '', 1, 1 << 60)", loop);
    row("a huge unpack", "table.unpack({}, 1, 1 << 60)", loop);
    row("an unpack of everything", "table.unpack({}, math.mininteger, math.maxinteger)", loop);
    row("a wide format", "string.format('%999999d', 1)", QStringLiteral("invalid conversion"));
    row("threads that spawn", "local function f() spawn(f) end f()",
        QStringLiteral("at most 64 threads"));
    row("a loop in a thread", "pcall(spawn, function() while true do end end)", loop);
    row("an error that lies about its line", "error('f.lua:99999999999999: x', 0)",
        QStringLiteral("x"));
    row("an error with a failing __tostring",
        "error(setmetatable({}, { __tostring = function() error('x') end }))",
        QStringLiteral("error was called with table"));
    row("marks for ever", "while true do count('c') end", memory);
    row("a metatable of the library", "setmetatable(string, {})",
        QStringLiteral("cannot change a protected metatable"));
    row("no files", "io.open('/etc/passwd')", QStringLiteral("global 'io'"));
    row("no system", "os.exit()", QStringLiteral("global 'os'"));
    row("no code", "load('return 1')()", QStringLiteral("no function “load”"));
    row("no files by base", "dofile('/etc/passwd')", QStringLiteral("no function “dofile”"));
    row("no modules", "require('os')", QStringLiteral("no function “require”"));
    row("no debugging", "debug.getregistry()", QStringLiteral("global 'debug'"));
    row("no coroutines", "coroutine.wrap(print)", QStringLiteral("global 'coroutine'"));
    row("no metatable of texts", "getmetatable('').__index = nil",
        QStringLiteral("no function “getmetatable”"));
    row("no random", "math.random()", QStringLiteral("no function “random”"));
    row("no dump", "string.dump(function() end)", QStringLiteral("no function “dump”"));
}

void TestProgramMistakes::survives()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, part);
    QElapsedTimer clock;
    clock.start();
    const QString mistake = mistakeOf(body);
    QVERIFY(!mistake.isEmpty());
    QVERIFY2(mistake.contains(part), qPrintable(mistake));
    qInfo("%lld ms: %s", clock.elapsed(), qPrintable(mistake.left(160)));
}

void TestProgramMistakes::leavesNothingBehind()
{
    PlayedProgram played(scenarioAround(R"(
        if me.index == 0 then
            local t = {} for i = 1, 1e9 do t[i] = { i } end
        end
        redis.call("GET", "k"))"));
    played.start(0);
    QVERIFY(played.mistake(0).contains(QStringLiteral("memory")));
    for (int i = 1; i < 100; ++i) {
        played.start(i);
        QCOMPARE(played.mistake(i), QString());
        QCOMPARE(played.words(i), "GET k");
    }
}

void TestProgramMistakes::eventsThatAreToBeInOrderAreWholeNumbers_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *value, const QString &shown) {
        QTest::newRow(value) << QByteArray(value) << shown;
    };
    row("2.5", QStringLiteral("2.5"));
    row("'2.5'", QStringLiteral("2.5"));
    row("'9223372036854775809'", QStringLiteral("9223372036854775809"));
    row("'-9223372036854775809'", QStringLiteral("-9223372036854775809"));
    row("2^63", QStringLiteral("9.2233720368548e+18"));
    row("'late'", QStringLiteral("late"));
    row("''", QStringLiteral("nothing"));
    row("nil", QStringLiteral("nothing"));
    row("false", QStringLiteral("false"));
    row("3", {});
    row("3.0", {});
    row("'3'", {});
    row("'-9223372036854775808'", {});
}

// A check that compares them would take everything else for 0.
void TestProgramMistakes::eventsThatAreToBeInOrderAreWholeNumbers()
{
    QFETCH(QByteArray, value);
    QFETCH(QString, shown);
    for (const char *const name : {"first", "second"}) {
        const QString sentence = QStringLiteral("f.lua:2: event(“%1”): its value is %2, and "
                                                "in_order compares whole numbers of 64 bits alone")
                                     .arg(QLatin1String(name), shown);
        QCOMPARE(mistakeOf(QByteArray("event('") + name + "', " + value + ")",
                     "always = { in_order('first', 'second') }, "),
            shown.isEmpty() ? QString() : sentence);
    }
    QCOMPARE(
        mistakeOf("event('other', " + value + ")", "always = { in_order('first', 'second') }, "),
        QString());
}

// Neither takes a command, and the second takes no time.
void TestProgramMistakes::aMutexIsLockedOnce()
{
    PlayedProgram played(scenarioAround("local m = mutex('m') m.lock() m.lock()"));
    played.start();
    played->resume(0, 0, nullptr);
    QCOMPARE(played.mistake(),
        QStringLiteral("f.lua:2: lock: this thread has locked the mutex already; unlock it first"));
}

void TestProgramMistakes::waitsAreNotEndless_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("function");
    QTest::newRow("sleep") << QByteArray("while true do sleep(0) count('c') end")
                           << QStringLiteral("sleep");
    QTest::newRow("mutex") << QByteArray(
        "local m = mutex('m') while true do m.lock() m.unlock() end")
                           << QStringLiteral("lock");
}

void TestProgramMistakes::waitsAreNotEndless()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, function);
    PlayedProgram played(scenarioAround(body));
    played.start();
    for (int i = 0; i < 20'000 && played.kind() == Request::Kind::Wait; ++i)
        played->resume(0, 0, nullptr);
    QCOMPARE(played.mistake(),
        QStringLiteral("f.lua:2: %1 is called again and again without a command; an endless loop?")
            .arg(function));
}

void TestProgramMistakes::harmlessThingsWork_data()
{
    QTest::addColumn<QByteArray>("condition");
    const auto row = [](const char *name, const QByteArray &condition) {
        QTest::newRow(name) << condition;
    };
    row("pairs in order",
        "(function() local s = '' for k in pairs({ b = 1, a = 1, [2] = 1, [1] = 1, [1.5] = 1 }) do "
        "s = s .. k .. ' ' end return s end)() == '1 1.5 2 a b '");
    row("removing on the way",
        "(function() local t = { a = 1, b = 2 } for k in pairs(t) do t.a = nil t.b = nil end "
        "return "
        "next(t) == nil end)()");
    row("next in order", "next({ b = 1, a = 2 }) == 'a' and next({ a = 1 }, 'a') == nil");
    row("pcall", "select('#', pcall(error)) == 2 and pcall(function() end)");
    row("xpcall", "select(2, xpcall(error, function(e) return e .. '!' end, 'x', 0)) == 'x!'");
    row("pcall of a sort", "not pcall(table.sort, { 1, 'a' })");
    row("tostring", "tostring({}) == 'table' and tostring(nil) == 'nil' and tostring(1) == '1'");
    row("format", "string.format('%5.1f %s %d %q', 1.25, {}, 3, 'x') == '  1.2 table 3 \"x\"'");
    row("patterns", "('12:34'):match('^(%d+):(%d+)$') == '12' and ('a,b'):gsub(',', ';') == 'a;b'");
    row("sets in patterns", "('a-b'):find('[a-z%-]+') == 1 and ('x]'):match('[]x]+') == 'x]'");
    row("gmatch",
        "(function() local n = 0 for w in ('a b c'):gmatch('%a') do n = n + 1 end return n "
        "end)() == 3");
    row("rep",
        "('ab'):rep(3, '-') == 'ab-ab-ab' and (''):rep(1 << 60) == '' and ('x'):rep(-1) == ''");
    row("sorting in order",
        "(function() local t = {} for i = 1, 1000 do t[i] = { i % 3, i } end "
        "table.sort(t, function(a, b) return a[1] < b[1] end) "
        "for i = 2, 1000 do local a, b = t[i - 1], t[i] "
        "if a[1] > b[1] or a[1] == b[1] and a[2] > b[2] then return false end end "
        "return #t == 1000 end)()");
    row("sorting few",
        "#(function() local t = {} table.sort(t) table.sort({ 1 }, 5) return t end)() "
        "== 0");
    row("tables",
        "(function() local t = { 3, 1, 2 } table.sort(t) table.insert(t, 4) table.insert(t, "
        "1, 0) table.remove(t) return table.concat(t, ',') end)() == '0,1,2,3'");
    row("a far border",
        "(function() local t = {} for i = 0, 62 do t[1 << i] = 1 end "
        "table.insert(t, 1, 1) return t[1] end)() == 1");
    row("unpack and move",
        "select('#', table.unpack({ 1, 2, 3 })) == 3 and #table.move({ 1, 2 }, 1, "
        "2, 2) == 3 and table.pack(1, nil).n == 2");
    row("math", "math.floor(1.5) == 1 and math.max(1, 2) == 2 and math.tointeger('x') == nil");
    row("metatables",
        "(function() local t = setmetatable({}, { __index = { x = 1 } }) return t.x "
        "end)() == 1");
    row("a metatable that is completed later",
        "(function() local mt = {} local t = setmetatable({}, mt) mt.__index = { x = 1 } "
        "mt.__call = function() return 2 end mt.__index = { x = 3 } return t.x + t() end)() == 5");
    row("classes",
        "(function() local Base = {} Base.__index = Base function Base.f() return 1 end "
        "local Derived = setmetatable({}, { __index = Base, __call = function(c) return "
        "setmetatable({}, c) end }) Derived.__index = Derived local o = Derived() "
        "function Derived.g() return 2 end function Base.h() return 4 end "
        "return o.f() + o.g() + o.h() + (Derived()).h() end)() == 11");
    row("a class that is the metatable of its class",
        "(function() local Base = {} Base.__index = Base local Derived = setmetatable({}, Base) "
        "Derived.__index = Derived Base.x = 7 return setmetatable({}, Derived).x end)() == 7");
    row("assignments that a metatable's metatable sees",
        "(function() local seen = {} local mt = setmetatable({}, { __newindex = function(t, k, v) "
        "seen[k] = v end }) setmetatable({}, mt) mt.a = 1 local store = {} "
        "local mt2 = setmetatable({}, { __newindex = store }) setmetatable({}, mt2) mt2.b = 2 "
        "return seen.a + store.b + (mt.a or 0) + (mt2.b or 0) end)() == 3");
    row("no metatable after all",
        "(function() local t = setmetatable({}, { __index = { x = 1 } }) setmetatable(t, nil) "
        "return t.x end)() == nil");
    row("closing",
        "(function() local n = 0 do local x <close> = setmetatable({}, { __close = "
        "function() n = 1 end }) end return n end)() == 1");
    row("who it is", "me.name == 'A' and me.token == 'A-1' and me.index == 0 and p.stock == 5");
}

void TestProgramMistakes::harmlessThingsWork()
{
    QFETCH(QByteArray, condition);
    PlayedProgram played(scenarioAround("event('is', " + condition + ")"));
    QVERIFY2(played.isMade(), qPrintable(played.mistake()));
    played.start();
    QCOMPARE(played.mistake(), QString());
    QCOMPARE(played->takeMarks().at(0).text, "true");
}

void TestProgramMistakes::oneMistakeEndsOnlyItsProcess()
{
    PlayedProgram played(scenarioAround(R"(
        spawn(function() redis.call("PING") end)
        local v = redis.call("GET", "k")
        if v == "bad" then foo() end
        redis.call("DEL", "k"))"));
    played.start(0);
    played.start(1);
    played.answer(MadeReply::text("bad"), 0);
    QCOMPARE(played.kind(0, 0), Request::Kind::Failed);
    QCOMPARE(played.kind(0, 1), Request::Kind::Failed);
    QCOMPARE(int(played->changed().size()), 2);
    played.answer(MadeReply::status("PONG"), 0, 1); // nobody is there
    played.answer(MadeReply::text("good"), 1);
    QCOMPARE(played.words(1), "DEL k");
    played->end(0);
    QCOMPARE(played.mistake(0), QString());
}

// No two clients have their large commands at once, until there is no room.
void TestProgramMistakes::commandsOfAllClientsAreBounded()
{
    PlayedProgram played(
        scenarioAround("local w = {} for i = 1, 7 do w[i] = ('x'):rep(1000000) end\n"
                       "redis.call('LPUSH', 'k', table.unpack(w))\n"
                       "redis.call('LPUSH', 'k', 1)"));
    const qint64 before = played->memory();
    int failed = 0;
    for (int i = 0; i < 60; ++i) {
        played.start(i);
        QVERIFY(played->memory() <= (64 + 15) * 1024 * 1024);
        failed += played.kind(i) == Request::Kind::Failed ? 1 : 0;
    }
    QVERIFY2(failed > 50 && failed < 60, qPrintable(QString::number(failed)));
    QVERIFY(played.mistake(59).startsWith(QStringLiteral("f.lua:")));
    played.answer(MadeReply::number(7), 0);
    QCOMPARE(played.words(0), QByteArray("LPUSH k 1"));
    for (int i = 0; i < 60; ++i)
        played->end(i);
    played->clear();
    QVERIFY2(played->memory() < before + 100'000,
        qPrintable(QString::number(played->memory() - before)));
}

void TestProgramMistakes::readingHasLimits_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *name, const QByteArray &text, const char *part) {
        QTest::newRow(name) << text << QString::fromUtf8(part);
    };
    row("a loop", "while true do end", "f.lua:1: the program goes on for too long");
    row("a bomb", "local t = {} while true do t[#t + 1] = {} end",
        "f.lua:1: the program needs too much memory");
    row("a command", "\nredis.call('GET', 'k')",
        "f.lua:2: redis.call cannot be used while the file is read; only in setup and in the "
        "clients");
    row("a guard", "await('k')", "f.lua:1: await cannot be used while the file is read");
    row("a thread", "spawn(function() end)",
        "f.lua:1: spawn cannot be used while the file is read");
    row("no Lua", "return {\n", "f.lua:2: this is no valid Lua: unexpected symbol near <eof>");
    row("binary", "\x1bLua", "attempt to load a binary chunk");
    row("an escape", "local x = 1\n_ENV = {}", "f.lua:2: _ENV cannot be used here");
    row("a table in itself", "local t = {} t.x = t return t", "too large or too deep");
    row("nothing", "", "f.lua: the file returns nothing; it returns a table");
    row("deep nesting", QByteArray(300, '(') + "1" + QByteArray(300, ')'),
        "f.lua: tables, functions or brackets are nested too deeply");
    row("deep tables", "return " + QByteArray(300, '{') + QByteArray(300, '}'),
        "f.lua: tables, functions or brackets are nested too deeply");
}

void TestProgramMistakes::readingHasLimits()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const auto scenario = scenarioFromText(text, QStringLiteral("f.lua"));
    QVERIFY(!scenario);
    QCOMPARE(scenario.error().code, ErrorCode::BadInput);
    QVERIFY2(scenario.error().detail.contains(part), qPrintable(scenario.error().detail));
}

QTEST_GUILESS_MAIN(TestProgramMistakes)
#include "tst_programmistakes.moc"
