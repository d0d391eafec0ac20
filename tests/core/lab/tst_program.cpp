#include "core/lab/loader/scenariofile.h"
#include "tests/core/lab/playedprogram.h"

#include <QTest>

using namespace lockstep;
using Kind = Request::Kind;

class TestProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesClientsByLetters();
    void asksForOneCommandAfterTheOther();
    void showsLocalVariables();
    void putsThePrefixBeforeKeysAndChannels_data();
    void putsThePrefixBeforeKeysAndChannels();
    void showsWordsToPeople();
    void mapsReplies_data();
    void mapsReplies();
    void raisesErrorsThatCallMeets();
    void returnsErrorsThatPcallMeets();
    void sendsTransactionsWithExec();
    void raisesWhatIsNotQueued();
    void forgetsDiscardedCommands();
    void givesUpAWatchWithDiscard();
    void runsScriptsByHash();
    void waitsOneAfterTheOther();
    void asksForChoices();
    void waitsForMessages();
    void tellsTheTime();
    void marksFollowTheGuards();
    void aMutexHasOneHolder();
    void spawnsAndCancelsThreads();
    void threadsCancelThemselves();
    void finishesTheCommandOfACancelledThread();
    void keepsMutexesApartByServer();
    void tellsMarks();
    void givesRolesTheirFunctions();
    void repeatsChance();
    void sharesNothingBetweenProcesses();
    void addressesServers();
    void callsChecks();
    void checksSeeNamesWithoutThePrefix();
    void checksRememberNothing_data();
    void checksRememberNothing();
    void checksHoldNothingThatHidesItsState_data();
    void checksHoldNothingThatHidesItsState();
    void eventsHaveATimeOnlyWithAClock();
    void keepsThousandsOfProcessesSmall();
    void givesMemoryBack();
};

void TestProgram::namesClientsByLetters()
{
    QCOMPARE(clientName(0), "A");
    QCOMPARE(clientName(25), "Z");
    QCOMPARE(clientName(26), "AA");
    QCOMPARE(clientName(701), "ZZ");
    QCOMPARE(clientName(702), "AAA");
}

void TestProgram::asksForOneCommandAfterTheOther()
{
    PlayedProgram played(scenarioAround(R"(
        local stock = tonumber(redis.call("GET", "k"))
        if stock > 0 then redis.call("SET", "k", stock - 1) end)"));
    QVERIFY2(played.isMade(), qPrintable(played.mistake()));
    QCOMPARE(played.start(), 0);
    QCOMPARE(played.kind(), Kind::Command);
    QCOMPARE(played.words(), "GET k");
    QCOMPARE(played.wire(), "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n");
    QCOMPARE(played->request(0, 0).line, 3);
    played.answer(MadeReply::text("5"));
    QCOMPARE(played.words(), "SET k 4");
    QCOMPARE(int(played->changed().size()), 1);
    played.answer(MadeReply::status("OK"));
    QCOMPARE(played.kind(), Kind::Finished);
    QCOMPARE(played.mistake(), QString());
}

void TestProgram::showsLocalVariables()
{
    PlayedProgram played(scenarioAround(R"(
        local whole, half, yes, nothing = 7, 0.5, true, nil
        local long = ("x"):rep(100)
        local letters = ("语"):rep(10)
        local list = { 1, "two", { 3 }, 4 }
        local fields = { b = 2, a = 1 }
        local function helper(given)
          local whole = 8
          local whole = 9
          return redis.call("GET", given), whole
        end
        local other = redis.on(0)
        local dog = spawn(function() local n = 0 sleep(10) n = n + 1 sleep(10) end)
        local read = helper("k")
        redis.call("GET", "k"))"));
    QVERIFY2(played.isMade(), qPrintable(played.mistake()));
    played.start();
    const auto shown = [&](int thread) {
        QByteArrayList texts;
        for (const LocalVariable &each : played->localVariables(0, thread))
            texts << each.name + '=' + each.value;
        return texts.join(' ');
    };
    const QByteArray outer = "whole=7 half=0.5 yes=true nothing=nil long=\"" + QByteArray(24, 'x')
        + "…\" letters=\"语语语语语语语语…\" list={1, \"two\", {…}, …} fields={a = 1, b = 2}";
    QVERIFY2(shown(0) == outer + " given=\"k\" whole=9", shown(0));
    QCOMPARE(shown(1), QByteArray("n=0"));
    played.answer(MadeReply::text("5"));
    QVERIFY2(shown(0) == outer + " read=\"5\"", shown(0));
    played.answer(MadeReply::text("5"));
    QCOMPARE(played.kind(), Kind::Finished);
    QCOMPARE(shown(0), QByteArray());
    QCOMPARE(played.mistake(), QString());
}

void TestProgram::putsThePrefixBeforeKeysAndChannels_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<QByteArray>("wire");
    const auto row = [](const char *name, const QByteArray &call, const QByteArray &wire) {
        QTest::newRow(name) << call << wire;
    };
    row("one key", R"("INCR", "k")", "*2\r\n$4\r\nINCR\r\n$5\r\n{l}:k\r\n");
    row("lower case", R"("incr", "k")", "*2\r\n$4\r\nincr\r\n$5\r\n{l}:k\r\n");
    row("all of them", R"("DEL", "k", "other")",
        "*3\r\n$3\r\nDEL\r\n$5\r\n{l}:k\r\n$9\r\n{l}:other\r\n");
    row("every second", R"("MSET", "k", 1, "other", "k")",
        "*5\r\n$4\r\nMSET\r\n$5\r\n{l}:k\r\n$1\r\n1\r\n$9\r\n{l}:other\r\n$1\r\nk\r\n");
    row("counted", R"("EVAL", "return 1", 1, "k", "k")",
        "*5\r\n$4\r\nEVAL\r\n$8\r\nreturn 1\r\n$1\r\n1\r\n$5\r\n{l}:k\r\n$1\r\nk\r\n");
    row("a destination and counted ones", R"("ZUNIONSTORE", "k", 1, "other", "MAX")",
        "*5\r\n$11\r\nZUNIONSTORE\r\n$5\r\n{l}:k\r\n$1\r\n1\r\n$9\r\n{l}:other\r\n$3\r\nMAX\r\n");
    row("streams", R"("XREAD", "COUNT", 1, "STREAMS", "k", "0")",
        "*6\r\n$5\r\nXREAD\r\n$5\r\nCOUNT\r\n$1\r\n1\r\n$7\r\nSTREAMS\r\n$5\r\n{l}:k\r\n$"
        "1\r\n0\r\n");
    row("a channel", R"("PUBLISH", "c", "m")", "*3\r\n$7\r\nPUBLISH\r\n$5\r\n{l}:c\r\n$1\r\nm\r\n");
    row("none", R"("PING")", "*1\r\n$4\r\nPING\r\n");
    row("numbers", R"("SET", "k", 3.0)", "*3\r\n$3\r\nSET\r\n$5\r\n{l}:k\r\n$1\r\n3\r\n");
    row("the least number", R"("SET", "k", math.mininteger)",
        "*3\r\n$3\r\nSET\r\n$5\r\n{l}:k\r\n$20\r\n-9223372036854775808\r\n");
    row("a whole one beyond", R"("SET", "k", 2^63)",
        "*3\r\n$3\r\nSET\r\n$5\r\n{l}:k\r\n$19\r\n9223372036854775808\r\n");
    row("infinity", R"("SET", "k", 1/0)", "*3\r\n$3\r\nSET\r\n$5\r\n{l}:k\r\n$3\r\ninf\r\n");
    row("any bytes", R"("SET", "lock:\xff\0", "\0\xfe")",
        QByteArray("*3\r\n$3\r\nSET\r\n$11\r\n{l}:lock:\xff\0\r\n$2\r\n\0\xfe\r\n", 39));
}

void TestProgram::putsThePrefixBeforeKeysAndChannels()
{
    QFETCH(QByteArray, call);
    QFETCH(QByteArray, wire);
    Program::Options options;
    options.prefix = "{l}:";
    PlayedProgram played(scenarioAround("redis.call(" + call + ")"), options);
    played.start();
    QCOMPARE(played.mistake(), QString());
    QCOMPARE(played.wire(), wire);
    QVERIFY(!played.words().contains("{l}"));
}

void TestProgram::showsWordsToPeople()
{
    PlayedProgram played(scenarioAround(R"(redis.call("SET", "k", "a b\n\"", "", 1.5))"));
    played.start();
    QCOMPARE(played.words(), "SET k 'a b\n\"' \"\" 1.5");
}

void TestProgram::mapsReplies_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<QByteArray>("condition");
    const auto row = [](const char *name, int which, const QByteArray &condition) {
        QTest::newRow(name) << which << condition;
    };
    row("nil is false", 0, "r == false");
    row("a status is a text", 1, "r == \"OK\"");
    row("a text stays", 2, "r == \"7\"");
    row("an integer is one", 3, "math.type(r) == \"integer\" and r == 7");
    row("a list is a table", 4, "#r == 2 and r[1] == \"a\" and r[2] == false");
    row("a prefix is cut off", 5, "r == \"k\"");
}

void TestProgram::mapsReplies()
{
    QFETCH(int, which);
    QFETCH(QByteArray, condition);
    Program::Options options;
    options.prefix = "{l}:";
    PlayedProgram played(
        scenarioAround("local r = redis.call(\"GET\", \"k\") event(\"is\", " + condition + ")"),
        options);
    played.start();
    std::vector<MadeReply> replies{MadeReply::nil(), MadeReply::status("OK"), MadeReply::text("7"),
        MadeReply::number(7), MadeReply::list({MadeReply::text("a"), MadeReply::nil()}),
        MadeReply::text("{l}:k")};
    played.answer(replies[size_t(which)]);
    QCOMPARE(played.mistake(), QString());
    QCOMPARE(played->takeMarks().at(0).text, "true");
}

void TestProgram::raisesErrorsThatCallMeets()
{
    PlayedProgram caught(scenarioAround(R"(
        local ok, why = pcall(redis.call, "INCR", "k")
        event(ok and "fine" or "caught", why:match("WRONGTYPE")))"));
    caught.start();
    caught.answer(MadeReply::error("WRONGTYPE no"));
    QCOMPARE(caught.mistake(), QString());
    const auto marks = caught->takeMarks();
    QCOMPARE(marks.at(0).name, "caught");
    QCOMPARE(marks.at(0).text, "WRONGTYPE");

    PlayedProgram uncaught(scenarioAround("local x = 1\nredis.call(\"INCR\", \"k\")"));
    uncaught.start();
    uncaught.answer(MadeReply::error("WRONGTYPE no"));
    QCOMPARE(uncaught.kind(), Kind::Failed);
    QCOMPARE(uncaught.mistake(),
        QStringLiteral("f.lua:3: the server refused the command: WRONGTYPE no; redis.pcall returns "
                       "an error that is expected"));
}

void TestProgram::returnsErrorsThatPcallMeets()
{
    PlayedProgram played(
        scenarioAround(R"(local r = redis.pcall("INCR", "k") event("e", r.err) error(r))"));
    played.start();
    played.answer(MadeReply::error("WRONGTYPE no"));
    QCOMPARE(played->takeMarks().at(0).text, "WRONGTYPE no");
    QCOMPARE(
        played.mistake(), QStringLiteral("f.lua:2: the server refused the command: WRONGTYPE no"));
}

void TestProgram::sendsTransactionsWithExec()
{
    PlayedProgram played(scenarioAround(R"(
        redis.call("WATCH", "k")
        event("m", redis.call("MULTI"))
        event("q", redis.call("SET", "k", 1))
        redis.call("INCR", "k")
        local r = redis.call("EXEC")
        event("r", r == false))"));
    played.start();
    QCOMPARE(played.words(), "WATCH k");
    played.answer(MadeReply::status("OK"));
    QCOMPARE(played.words(), "MULTI; SET k 1; INCR k; EXEC");
    QCOMPARE(played->request(0, 0).replies, 4);
    QVERIFY(played.wire().startsWith("*1\r\n$5\r\nMULTI\r\n*3\r\n"));
    QVERIFY(played.wire().endsWith("*1\r\n$4\r\nEXEC\r\n"));
    auto marks = played->takeMarks();
    QCOMPARE(marks.at(0).text, "OK");
    QCOMPARE(marks.at(1).text, "QUEUED");
    played.answer(MadeReply::nil());
    QCOMPARE(played->takeMarks().at(0).text, "true");
    QCOMPARE(played.kind(), Kind::Finished);
}

// The server of the test's table wants two words of each command.
void TestProgram::raisesWhatIsNotQueued()
{
    PlayedProgram played(scenarioAround(R"(
        redis.call("MULTI")
        event("caught", redis.pcall("GET").err)
        event("raised", select(2, pcall(redis.call, "GET")))
        event("queued", redis.call("GET", "k"))
        redis.call("DISCARD")
        redis.call("MULTI")
        redis.pcall("GET")
        redis.pcall("EXEC"))"));
    played.start();
    QCOMPARE(played.words(), "MULTI; GET; EXEC");
    QCOMPARE(played->request(0, 0).replies, 3);
    const auto marks = played->takeMarks();
    const QByteArray refusal = "ERR wrong number of arguments for 'get' command";
    QCOMPARE(marks.at(0).text, refusal);
    QVERIFY2(marks.at(1).text.contains("the server refused the command: " + refusal + "; "),
        marks.at(1).text.constData());
    QCOMPARE(marks.at(2).text, "QUEUED");
}

void TestProgram::forgetsDiscardedCommands()
{
    PlayedProgram played(scenarioAround(
        R"(redis.call("MULTI") redis.call("INCR", "k") redis.call("DISCARD") redis.call("PING"))"));
    played.start();
    QCOMPARE(played.wire(), "*1\r\n$4\r\nPING\r\n");
    QCOMPARE(played->request(0, 0).replies, 1);
}

void TestProgram::givesUpAWatchWithDiscard()
{
    PlayedProgram played(
        scenarioAround(R"(redis.call("WATCH", "k") redis.call("MULTI") redis.call("DISCARD"))"));
    played.start();
    played.answer(MadeReply::status("OK"));
    QCOMPARE(played.words(), "UNWATCH");
}

void TestProgram::runsScriptsByHash()
{
    Program::Options options;
    options.prefix = "{l}:";
    PlayedProgram played(scenarioAround(R"(
        event("r", redis.script("lock-release", { "k", "other" }, { me.token, 5 })))"),
        options);
    played.start();
    QCOMPARE(played.mistake(), QString());
    QCOMPARE(played.words(), "lock-release k other A-1 5");
    QVERIFY(played->request(0, 0).script);
    QVERIFY(played.wire().startsWith("*7\r\n$7\r\nEVALSHA\r\n$40\r\n"));
    const QByteArray rest = "$1\r\n2\r\n$5\r\n{l}:k\r\n$9\r\n{l}:other\r\n$3\r\nA-1\r\n$1\r\n5\r\n";
    QVERIFY(played.wire().endsWith(rest));
    QVERIFY(played->scriptWire(0, 0).startsWith("*7\r\n$4\r\nEVAL\r\n"));
    QVERIFY(played->scriptWire(0, 0).endsWith(rest));
    played.answer(MadeReply::number(1));
    QCOMPARE(played->takeMarks().at(0).value, 1);
}

void TestProgram::waitsOneAfterTheOther()
{
    PlayedProgram played(scenarioAround(R"(
        await_gone("k") work(5) sleep(10)
        redis.call("GET", "k")
        await("lock:a")
        work()
        sleep(1))"));
    played.start();
    const auto wait = [&] { return played->request(0, 0).wait; };
    QCOMPARE(played.kind(), Kind::Wait);
    QCOMPARE(wait().kind, Wait::Kind::Gone);
    QCOMPARE(wait().name, "k");
    QCOMPARE(played->request(0, 0).line, 3);
    QCOMPARE(played.words(), "await_gone k");
    played->resume(0, 0, nullptr);
    QCOMPARE(played.kind(), Kind::Wait);
    QCOMPARE(wait().kind, Wait::Kind::Until);
    QCOMPARE(wait().span.count(), 5);
    QCOMPARE(wait().sleeps, false);
    played->resume(0, 0, nullptr);
    QCOMPARE(wait().span.count(), 10); // from the end of the work
    QCOMPARE(wait().sleeps, true);
    played->resume(0, 0, nullptr);
    QCOMPARE(played.words(), "GET k");
    played.answer(MadeReply::nil());
    QCOMPARE(wait().kind, Wait::Kind::Changed);
    played->resume(0, 0, nullptr);
    QCOMPARE(played.kind(), Kind::Work);
    played->resume(0, 0, nullptr);
    QCOMPARE(wait().span.count(), 1);
    played->resume(0, 0, nullptr);
    QCOMPARE(played.kind(), Kind::Finished);
}

void TestProgram::asksForChoices()
{
    Program::Options options;
    options.asksForChoices = true;
    PlayedProgram played(scenarioAround(R"(
        event("drawn", random(6) * 10 + random(1)))"),
        options);
    played.start();
    QCOMPARE(played.kind(), Kind::Choice);
    QCOMPARE(played->request(0, 0).choices, 6);
    QCOMPARE(played.words(), "random 6");
    played.answer(MadeReply::number(4));
    QCOMPARE(played->request(0, 0).choices, 1);
    played.answer(MadeReply::number(1));
    QCOMPARE(played->takeMarks().at(0).value, 41);

    PlayedProgram many(scenarioAround("random(101)"), options);
    many.start();
    QVERIFY(many.mistake().contains(QStringLiteral("too many outcomes")));
}

void TestProgram::waitsForMessages()
{
    Program::Options options;
    options.prefix = "{l}:";
    PlayedProgram played(scenarioAround(R"(
        subscribe("c")
        event("m", receive("c", 50))
        event("n", receive("c") == nil))"),
        options);
    played.start();
    QCOMPARE(played.kind(), Kind::Subscribe);
    QCOMPARE(played.wire(), "*2\r\n$9\r\nSUBSCRIBE\r\n$5\r\n{l}:c\r\n");
    QCOMPARE(played->request(0, 0).channel, "{l}:c");
    played.answer(MadeReply::list({}));
    QCOMPARE(played.kind(), Kind::Receive);
    QCOMPARE(played->request(0, 0).timeout->count(), 50);
    played.answer(MadeReply::text("hi"));
    QVERIFY(!played->request(0, 0).timeout);
    played.answer(MadeReply::nil());
    const auto marks = played->takeMarks();
    QCOMPARE(marks.at(0).text, "hi");
    QCOMPARE(marks.at(1).text, "true");
}

void TestProgram::tellsTheTime()
{
    qint64 clock = 100;
    Program::Options options;
    options.clock = [&] { return clock; };
    PlayedProgram played(scenarioAround(R"(
        event("first", now())
        sleep(50)
        event("second", now())
        redis.call("GET", "k")
        event("third", now()))",
                             "clock = true,"),
        options);
    played.start();
    QCOMPARE(played.words(), "sleep 50"); // now() looks after it
    clock = 150;
    played->resume(0, 0, nullptr);
    QCOMPARE(played.words(), "GET k");
    clock = 175;
    played.answer(MadeReply::nil());
    const auto marks = played->takeMarks();
    QCOMPARE(int(marks.size()), 3);
    QCOMPARE(marks[0].value, 100);
    QCOMPARE(marks[1].value, 150);
    QCOMPARE(marks[2].value, 175);

    PlayedProgram without(scenarioAround("now()", "clock = true,")); // nobody has a clock
    without.start();
    QVERIFY(without.mistake().contains(QStringLiteral("clock = true")));
}

// What a client says after a wait is said when the wait is over.
void TestProgram::marksFollowTheGuards()
{
    PlayedProgram played(scenarioAround(R"(
        enter("l")
        await_gone("k")
        leave("l")
        sleep(5) sleep(6)
        count("c")
        redis.call("GET", "k"))"));
    played.start();
    QCOMPARE(played.words(), "await_gone k");
    auto marks = played->takeMarks();
    QCOMPARE(int(marks.size()), 1);
    QCOMPARE(marks[0].kind, Mark::Kind::Enter);
    played->resume(0, 0, nullptr);
    marks = played->takeMarks();
    QCOMPARE(int(marks.size()), 1);
    QCOMPARE(marks[0].kind, Mark::Kind::Leave);
    QCOMPARE(played.words(), "sleep 5");
    played->resume(0, 0, nullptr);
    QCOMPARE(played.words(), "sleep 6");
    QVERIFY(played->takeMarks().empty());
    played->resume(0, 0, nullptr);
    QCOMPARE(played->takeMarks().at(0).kind, Mark::Kind::Count);
    QCOMPARE(played.words(), "GET k");
}

void TestProgram::aMutexHasOneHolder()
{
    PlayedProgram played(scenarioAround(R"(
        local m = mutex("m")
        if me.index == 0 then m.lock() end
        redis.call("GET", "k")
        if me.index == 1 then m.unlock() end)"));
    const int holder = played.start(0);
    played->resume(holder, 0, nullptr); // has it
    const int other = played.start(1);
    played.answer(MadeReply::nil(), other);
    QCOMPARE(played.mistake(other),
        QStringLiteral("f.lua:6: unlock: this thread does not hold the mutex; lock it first"));
    const int waiting = played.start(0);
    QVERIFY(!played->mutexIsFree(waiting, 0));
    played.answer(MadeReply::nil(), holder); // ends while it holds it
    QCOMPARE(played.kind(holder), Kind::Finished);
    QVERIFY(!played->mutexIsFree(waiting, 0));
    played->end(holder);
    QVERIFY(played->mutexIsFree(waiting, 0));
    QCOMPARE(int(played->changed().size()), 1);
}

void TestProgram::threadsCancelThemselves()
{
    PlayedProgram played(scenarioAround(R"(
        local t
        t = spawn(function()
            spawn(function() redis.call("INCR", "k") end)
            redis.call("GET", "k") t.cancel() t.cancel() event("goes on") sleep(1) event("never")
        end)
        redis.call("DEL", "k"))"));
    played.start();
    QCOMPARE(played->threadCount(0), 3);
    QCOMPARE(played.words(0, 2), "INCR k");
    played.answer(MadeReply::nil(), 0, 1);
    QCOMPARE(played.kind(0, 1), Kind::Finished);
    QCOMPARE(played.kind(0, 0), Kind::Command);
    QCOMPARE(int(played->takeMarks().size()), 1);
    QCOMPARE(played.mistake(), QString());
}

void TestProgram::spawnsAndCancelsThreads()
{
    PlayedProgram played(scenarioAround(R"(
        local t = spawn(function() while true do sleep(10) redis.call("PEXPIRE", "k", 5) end end)
        redis.call("GET", "k")
        t.cancel()
        redis.call("DEL", "k"))"));
    played.start();
    QCOMPARE(played->threadCount(0), 2);
    QCOMPARE(int(played->changed().size()), 2);
    QCOMPARE(played.words(0, 1), "sleep 10");
    played.answer(MadeReply::nil());
    QCOMPARE(played.kind(0, 1), Kind::Finished);
    QCOMPARE(int(played->changed().size()), 2);
    QCOMPARE(played.words(), "DEL k");
    played.answer(MadeReply::number(1), 0, 1); // comes too late
    QCOMPARE(played.kind(0, 1), Kind::Finished);
}

void TestProgram::finishesTheCommandOfACancelledThread()
{
    PlayedProgram played(scenarioAround(R"(
        local t = spawn(function()
            while true do sleep(10) redis.call("PEXPIRE", "k", 5) event("renewed") end end)
        redis.call("GET", "k")
        t.cancel()
        redis.call("DEL", "k"))"));
    played.start();
    played->resume(0, 1, nullptr); // it has slept
    played.answer(MadeReply::nil());
    QCOMPARE(played.kind(0, 1), Kind::Command);
    played.answer(MadeReply::number(1), 0, 1);
    QCOMPARE(played.kind(0, 1), Kind::Finished);
    QCOMPARE(int(played->takeMarks().size()), 1);
}

void TestProgram::keepsMutexesApartByServer()
{
    PlayedProgram played(scenarioAround(R"(
        local m = mutex("m")
        m.lock()
        redis.call("GET", "k")
        m.unlock()
        redis.call("PING"))"));
    const int first = played.start(0, 0, 0);
    const int second = played.start(1, 0, 0);
    const int elsewhere = played.start(2, 0, 1);
    QVERIFY(played->mutexIsFree(first, 0));
    played->resume(first, 0, nullptr);
    QVERIFY(!played->mutexIsFree(second, 0));
    QVERIFY(played->mutexIsFree(elsewhere, 0));
    played.answer(MadeReply::nil(), first);
    QCOMPARE(int(played->changed().size()), 2);
    QVERIFY(played->mutexIsFree(second, 0));
    played->resume(second, 0, nullptr);
    const int third = played.start(3, 0, 0);
    QVERIFY(!played->mutexIsFree(third, 0));
    played->end(second);
    QVERIFY(played->mutexIsFree(third, 0));
    QCOMPARE(played->changed().at(0).process, third);
}

void TestProgram::tellsMarks()
{
    PlayedProgram played(scenarioAround(R"(
        enter("l") count("c") count("c", -2) event("e", "12") event("e", 1.5) event("e") leave("l"))"));
    played.start();
    const auto marks = played->takeMarks();
    QCOMPARE(int(marks.size()), 7);
    QCOMPARE(marks[0].kind, Mark::Kind::Enter);
    QCOMPARE(marks[1].value, 1);
    QCOMPARE(marks[2].value, -2);
    QCOMPARE(marks[3].value, 12);
    QCOMPARE(marks[4].text, "1.5");
    QCOMPARE(marks[5].value, 0);
    QCOMPARE(marks[6].kind, Mark::Kind::Leave);
    QCOMPARE(marks[6].line, 3);
    QVERIFY(played->takeMarks().empty());
}

void TestProgram::givesRolesTheirFunctions()
{
    QByteArray text =
        scenarioAround("", "setup = function(p) redis.call(\"SET\", \"k\", p.stock) end,");
    text.replace("client = function(p, me)\n\nend",
        "clients = { { role = \"a\", count = 1, run = function() redis.call(\"GET\", \"k\") end },"
        " { role = \"b\", count = \"clients\", run = function(p, me) redis.call(\"INCR\", \"k\") "
        "end } }");
    PlayedProgram played(text);
    QVERIFY2(played.isMade(), qPrintable(played.mistake()));
    played.start(0, -1);
    played.start(0, 0);
    played.start(1, 1);
    QCOMPARE(played.words(0), "SET k 5");
    QCOMPARE(played.words(1), "GET k");
    QCOMPARE(played.words(2), "INCR k");
}

void TestProgram::repeatsChance()
{
    const QByteArray text = scenarioAround("for i = 1, 20 do event(\"r\", random(1000000)) end");
    const auto numbers = [&](quint64 seed, int index) {
        Program::Options options;
        options.seed = seed;
        PlayedProgram played(text, options);
        played.start(index);
        std::vector<qint64> result;
        for (const Mark &mark : played->takeMarks())
            result.push_back(mark.value);
        return result;
    };
    QCOMPARE(numbers(1, 0), numbers(1, 0));
    QVERIFY(numbers(1, 0) != numbers(2, 0));
    QVERIFY(numbers(1, 0) != numbers(1, 1));
    for (const qint64 number : numbers(3, 0))
        QVERIFY(number >= 1 && number <= 1000000);
}

void TestProgram::sharesNothingBetweenProcesses()
{
    QByteArray text = "local seen = 0\n"
        + scenarioAround("seen = seen + 1 event(\"seen\", seen) redis.call(\"PING\")");
    PlayedProgram played(text);
    for (int i = 0; i < 3; ++i)
        played.start(i);
    for (const Mark &mark : played->takeMarks())
        QCOMPARE(mark.value, 1);
}

void TestProgram::addressesServers()
{
    PlayedProgram played(scenarioAround(R"(
        redis.on(2).call("GET", "k")
        redis.on(1).await_gone("k")
        redis.on(0).pcall("GET", "k"))",
        "nodes = 3,"));
    played.start();
    QCOMPARE(played->request(0, 0).node, 2);
    played.answer(MadeReply::nil());
    QCOMPARE(played->request(0, 0).wait.node, 1);
    played->resume(0, 0, nullptr);
    QCOMPARE(played->request(0, 0).node, 0);
}

namespace {

class MadeState : public StateView
{
public:
    std::optional<QByteArray> get(const QByteArray &key, int) const override
    {
        if (key == "lock:name") // as a script stores KEYS[1]
            return "{lab:1}:k";
        return key == "k" ? std::optional<QByteArray>("5") : std::nullopt;
    }
    std::optional<qint64> ttl(const QByteArray &, int) const override { return -1; }
    qint64 size(const QByteArray &, int) const override { return 3; }
    std::vector<int> inside(const QByteArray &) const override { return {0, 1}; }
    qint64 count(const QByteArray &) const override { return 4; }
    std::vector<EventSeen> events(const QByteArray &name) const override
    {
        return {{name, 7, {}, 1, 20, {0}, {}}, {name, 0, "text", 0, 30, {}, {}}};
    }
    QByteArray clientName(int client) const override { return lockstep::clientName(client); }
};

} // namespace

void TestProgram::callsChecks()
{
    PlayedProgram played(scenarioAround("", R"(always = { nobody_waits(),
        function(v)
            local e = v.events("x")
            if v.get("k") == "5" and v.get("other") == false and v.ttl("k") == -1 and v.size("k") == 3
                and #v.inside("l") == 2 and v.inside("l")[2] == "B" and v.count("c") == 4
                and e[1].value == 7 and e[1].client == "B"
                and e[1].inside[1] == "A" and e[2].value == "text" then
                return "seen"
            end
        end, function(v) end, function(v) return {} end, function() redis.call("PING") end,
        function(v) return nothing.x end,
        function(v) return { en = "English", zh_CN = "中文", de = "Deutsch", note = "ignored", 5 } end,
        function(v) return { zh_CN = "中文" } end },)"));
    QVERIFY2(played.isMade(), qPrintable(played.mistake()));
    const auto scenario = scenarioFromText(QByteArray(), {});
    QVERIFY(!scenario);
    MadeState state;
    const auto ask = [&](int function) {
        Check check;
        check.function = function;
        return played->evaluate(check, state);
    };
    QCOMPARE(ask(0).value(), std::optional(LocalText{QStringLiteral("seen"), {}}));
    QVERIFY(!ask(1).value());
    QCOMPARE(ask(0).value(), std::optional(LocalText{QStringLiteral("seen"), {}}));
    QVERIFY(ask(2).error().detail.contains(QStringLiteral("a check returns a sentence")));
    QCOMPARE(ask(3).error().detail,
        QStringLiteral(
            "f.lua:10: redis.call cannot be used in a check, which only looks; use its view"));
    QVERIFY(ask(4).error().detail.startsWith(
        QStringLiteral("f.lua:11: attempt to index a nil value (global 'nothing')")));
    QVERIFY(!ask(1).value());
    QCOMPARE(ask(5).value(),
        std::optional(LocalText{QStringLiteral("English"),
            {{QStringLiteral("de"), QStringLiteral("Deutsch")},
                {QStringLiteral("zh_CN"), QStringLiteral("中文")}}}));
    QVERIFY(ask(6).error().detail.contains(QStringLiteral("a check returns a sentence")));
    QCOMPARE(ask(0).value(), std::optional(LocalText{QStringLiteral("seen"), {}}));
}

// It is shown the states of one interleaving after the other.
void TestProgram::checksSeeNamesWithoutThePrefix()
{
    Program::Options options;
    options.prefix = "{lab:1}:";
    PlayedProgram played(scenarioAround("", R"(always = { function(v)
        if v.get("lock:name") == "k" and v.get("k") == "5" then return "seen" end end },)"),
        options);
    MadeState state;
    Check first;
    first.function = 0;
    QCOMPARE(played->evaluate(first, state).value(),
        std::optional(LocalText{QStringLiteral("seen"), {}}));
}

void TestProgram::checksRememberNothing_data()
{
    QTest::addColumn<QByteArray>("check");
    QTest::addColumn<bool>("remembers");
    QTest::newRow("a variable") << QByteArray("peak = peak + 1") << true;
    QTest::newRow("a table") << QByteArray("seen[#seen + 1] = true") << true;
    QTest::newRow("a table in a table") << QByteArray("seen[1].x = 2") << true;
    QTest::newRow("through a function") << QByteArray("raise()") << true;
    QTest::newRow("only looks") << QByteArray(
        "local own = { peak, seen[1].x } own[1] = 5 local t = twice(own[1])")
                                << false;
}

void TestProgram::checksRememberNothing()
{
    QFETCH(QByteArray, check);
    QFETCH(bool, remembers);
    PlayedProgram played(
        "local peak, seen = 0, { { x = 1 } } local function raise() peak = peak + 1"
        " end local function twice(n) return 2 * n end\n"
        + scenarioAround("", "always = { function(v) " + check + " end },"));
    MadeState state;
    Check first;
    first.function = 0;
    const auto asked = played->evaluate(first, state);
    QCOMPARE(bool(asked), !remembers);
    if (remembers)
        QVERIFY(asked.error().detail.contains(
            QStringLiteral("this check changes a variable or a table outside of it")));
    else
        QVERIFY(played->evaluate(first, state));
}

void TestProgram::checksHoldNothingThatHidesItsState_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("check");
    QTest::addColumn<bool>("hides");
    const auto row = [](const char *name, const char *before, const char *check, bool hides) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(check) << hides;
    };
    row("an iterator", "local next_ = string.gmatch('aaa', 'a')", "if not next_() then end", true);
    row("in a table", "local t = { { ('aaa'):gmatch('a') } }", "local n = #t", true);
    row("in a function", "local it = ('a'):gmatch('a') local function f() return it end",
        "local n = f", true);
    row("one of its own", "local words = 'a b'", "for w in words:gmatch('%a') do local x = w end",
        false);
    row("functions of Lua", "local all = { string.gmatch, table.sort, pairs, string.format }",
        "local n = all[1]('a', 'a')()", false);
}

void TestProgram::checksHoldNothingThatHidesItsState()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, check);
    QFETCH(bool, hides);
    PlayedProgram played(
        before + '\n' + scenarioAround("", "always = { function(v) " + check + " end },"));
    MadeState state;
    Check first;
    first.function = 0;
    const auto asked = played->evaluate(first, state);
    QCOMPARE(bool(asked), !hides);
    if (hides)
        QVERIFY2(
            asked.error().detail.contains(QStringLiteral(
                "this check reaches an iterator of string.gmatch that was made outside of it")),
            qPrintable(asked.error().detail));
}

// In steps there is none, and what one mode can do every mode can.
void TestProgram::eventsHaveATimeOnlyWithAClock()
{
    const QByteArray check = R"(always = { function(v)
        for _, e in ipairs(v.events("x")) do if e.at == 20 then return "seen" end end end },)";
    MadeState state;
    Check first;
    first.function = 0;
    PlayedProgram without(scenarioAround("", check));
    QCOMPARE(without->evaluate(first, state).error().detail,
        QStringLiteral(
            "f.lua:2: the time of an event, “at”, is for scenarios that say clock = true"));
    PlayedProgram with(scenarioAround("", "clock = true, " + check));
    QCOMPARE(
        with->evaluate(first, state).value(), std::optional(LocalText{QStringLiteral("seen"), {}}));
}

void TestProgram::keepsThousandsOfProcessesSmall()
{
    PlayedProgram played("local mine = {}\n" + scenarioAround(R"(
        mine.x = redis.call("GET", "k")
        redis.call("SET", "k", mine.x))"));
    const qint64 before = played->memory();
    for (int i = 0; i < 5000; ++i)
        played.start(i);
    QVERIFY2((played->memory() - before) / 5000 < 8192,
        qPrintable(QString::number((played->memory() - before) / 5000)));
    for (int i = 0; i < 5000; ++i) {
        played.answer(MadeReply::text(QByteArray::number(i)), i);
        QCOMPARE(played.words(i), "SET k " + QByteArray::number(i));
    }
}

void TestProgram::givesMemoryBack()
{
    PlayedProgram played(scenarioAround(R"(
        local t = {} for i = 1, 1000 do t[i] = i end
        redis.call("GET", "k") redis.call("SET", "k", #t))"));
    played->clear();
    const qint64 before = played->memory();
    for (int i = 0; i < 500; ++i)
        played.start(i);
    QVERIFY(played->memory() > before + 500 * 16000);
    for (int i = 0; i < 500; ++i)
        played->end(i);
    for (int i = 0; i < 3000; ++i) {
        const int process = played.start(0);
        played->end(process);
    }
    QVERIFY(played->memory() < before + 20'000'000);
    played->clear();
    QVERIFY2(
        played->memory() <= before + 20000, qPrintable(QString::number(played->memory() - before)));
    QCOMPARE(played.start(0), 0);
}

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
