// Reality is the oracle: what real clients do on a real server in a free run is among what
// exploring finds, and what exploring says does not depend on how it is made. Cases that were once
// wrong, small programs drawn at random, and every lesson.
//
// LOCKSTEP_REALITY_PROGRAMS: how many programs are drawn; LOCKSTEP_REALITY_SEED: the first one's
// number, the others count on from it. Of what not every program has (RandomProgram::Trait) the
// other rows draw fewer.

#include "core/lab/loader/scenariofile.h"
#include "core/lab/scenario/boundnames.h"
#include "core/redis/privateserver/privateserver.h"
#include "realitycheck.h"
#include "tests/server/lab/exploring.h"
#include "tests/support/sanitized.h"

#include <QTest>

#include <random>
#include <span>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

using std::chrono::milliseconds;

int fromEnvironment(const char *name, int usual)
{
    bool isNumber = false;
    const int number = qEnvironmentVariableIntValue(name, &isNumber);
    return isNumber ? number : usual;
}

// Four fifths of the time went into the one exploration in six that has more than 10,000
// transitions, or is given up; a large one tells no more than a small one does, so the usual run
// gives up early. Where a number of programs is asked for, time is what there is.
qint64 mostTransitions()
{
    constexpr qint64 inUsualRun = 10'000;
    return qEnvironmentVariableIsSet("LOCKSTEP_REALITY_PROGRAMS") ? anyTransitions : inUsualRun;
}

// A case that exploring once got wrong. Its first check is what a free run shows.
struct KnownCase
{
    const char *name;
    const char *body; // of the file, see fileOf()
    const char *bounds = ""; // see optionsOf()
    int delayMs = 0; // of the free run
    double crash = 0;
};

// What each is about stands in its check.
const KnownCase shown[] = {
    {"lostWakeUp", R"(keys = { "k" }, setup = function() redis.call("SET", "k", "old") end,
        clients = {
          { role = "reader", count = 1, run = function()
            while redis.call("GET", "k") == "old" do await("k") end end },
          { role = "writer", count = 1, run = function() redis.call("SET", "k", "new") end } },
        finally = { nobody_waits() })",
        "", 3},
    {"deadlineThatGoesWithARename", R"(keys = { "j", "k", "lock" }, params = { clients = 1 },
        setup = function() redis.call("SET", "k", "old", "PX", 12) end,
        client = function()
          redis.call("SET", "lock", 1, "PX", 12) sleep(3)
          redis.pcall("RENAME", "k", "j") redis.call("GET", "j") end,
        finally = { function(v)
          if v.get("lock") and not v.get("j") then return "the earlier one has struck" end end })",
        "T=3", 8},
    {"countLostByACrash", R"(keys = { "stock" }, params = { clients = 1 },
        setup = function() redis.call("SET", "stock", 1) end,
        client = function() redis.call("DECR", "stock") count("sold") end,
        finally = { function(v)
          if v.get("stock") + v.count("sold") ~= 1 then return "taken, and not counted" end end })",
        "X=1", 3, 0.4},
    {"crashAtTheFirstCommand", R"(keys = { "k" }, params = { clients = 1 },
        client = function() redis.call("SET", "k", 1) end,
        finally = { function(v) if not v.get("k") then return "never written" end end })",
        "X=1", 3, 0.4},
    {"commandInFlightWhenItsClientEnds", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          spawn(function() redis.call("SET", "k", 1) end)
          event("end", redis.call("GET", "k") or "none")
        end,
        finally = { function(v)
          if v.get("k") and v.events("end")[1].value == "none" then return "after it" end end })",
        "", 3},
    {"expiryBeforeTheLastReply", R"(keys = { "k" }, params = { clients = 1 },
        client = function() redis.call("SET", "k", 1, "PX", 10) end,
        finally = { function(v) if not v.get("k") then return "gone already" end end })",
        "T=1", 60},
    {"timerBeforeTheKey", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          redis.call("SET", "k", 1, "PX", 20) sleep(20)
          if redis.call("GET", "k") then count("there") end
        end,
        always = { count_at_most("there", 0) })",
        "T=2"},
    {"releaseBeforeItLeaves", R"(keys = { "lock" }, params = { clients = 2 },
        client = function(p, me)
          repeat await_gone("lock") until redis.call("SET", "lock", me.name, "NX")
          enter("lock") redis.call("DEL", "lock") leave("lock")
        end,
        always = { holders_at_most("lock", 1) })",
        "", 6},
    {"awaitGoneIsNoLock", R"(keys = { "lock" }, params = { clients = 3 },
        client = function(p, me)
          await_gone("lock") redis.call("SET", "lock", me.name)
          enter("lock") redis.call("GET", "lock") leave("lock")
          redis.call("DEL", "lock")
        end,
        always = { holders_at_most("lock", 1) })"},
    {"mutexHeldWhileAwaitingAKey", R"(keys = { "k" }, clients = {
          { role = "waiter", count = 1, run = function()
            redis.call("GET", "k")
            local m = mutex("m") m.lock() await_gone("k") redis.call("GET", "k") m.unlock() end },
          { role = "writer", count = 1, run = function()
            redis.call("SET", "k", 1)
            local m = mutex("m") m.lock() redis.call("DEL", "k") m.unlock() end } },
        finally = { nobody_waits() })",
        "", 3},
    {"waiterThatBeginsAfterTheOthersCommand", R"(keys = { "k" }, clients = {
          { role = "waiter", count = 1, run = function()
            local m = mutex("m") m.lock() await_gone("k") m.unlock() end },
          { role = "writer", count = 1, run = function()
            redis.call("SET", "k", 1)
            local m = mutex("m") m.lock() redis.call("DEL", "k") m.unlock() end } },
        finally = { nobody_waits() })"},
    {"mutexOfAClientThatHasEnded", R"(keys = { "k" }, clients = {
          { role = "first", count = 1, run = function()
            spawn(function() local m = mutex("m") m.lock() redis.call("GET", "k") sleep(60000) end)
            redis.call("GET", "k") end },
          { role = "second", count = 1, run = function()
            local m = mutex("m") m.lock() redis.call("GET", "k") count("done") end } },
        always = { count_at_most("done", 0) })"},
    {"chance", R"(keys = { "k" }, params = { clients = 1 },
        client = function() redis.call("GET", "k") if random(3) == 3 then count("three") end end,
        always = { count_at_most("three", 0) })"},
    {"orderOfFields", R"(keys = { "h" }, params = { clients = 2 },
        client = function(p, me)
          redis.call("HSET", "h", me.name, 1)
          event("saw", table.concat(redis.call("HKEYS", "h")))
        end,
        finally = { function(v)
          for _, each in ipairs(v.events("saw")) do
            if each.value == "BA" then return "B was first" end end end })",
        "", 3},
    {"longerDeadlineIsGreater", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          redis.call("SET", "k", 1, "PX", 10000)
          if redis.call("PEXPIRE", "k", 10200, "GT") == 1 then count("renewed") end
        end,
        always = { count_at_most("renewed", 0) })"},
    {"equalDeadlinesOneAfterTheOther", R"(keys = { "a", "b" }, params = { clients = 1 },
        client = function()
          redis.call("SET", "a", 1, "PX", 30) redis.call("SET", "b", 1, "PX", 30)
          if redis.call("EXISTS", "a") == 0 then return end
          await_gone("a")
          if redis.call("EXISTS", "b") == 1 then count("between") end
        end,
        always = { count_at_most("between", 0) })",
        "T=2", 20},
    {"valueThatIsNoWholeNumber", R"(keys = { "k" }, params = { clients = 2 },
        client = function() redis.call("INCRBYFLOAT", "k", "5.25") end,
        always = { value_at_most("k", 10) })"},
    {"replyThatIsCountedLater", R"(keys = { "stock" }, params = { clients = 1 },
        setup = function() redis.call("SET", "stock", 1) end,
        client = function() redis.call("DECR", "stock") count("sold") end,
        always = { function(v)
          if v.get("stock") + v.count("sold") ~= 1 then return "taken, and not counted yet" end
        end })"},
    {"permitsCountedByTheirClients", R"(keys = { "free" }, params = { clients = 2 },
        setup = function() redis.call("SET", "free", 1) end,
        client = function()
          local script = [[if redis.call('GET', KEYS[1]) == '0' then return 0 end
            redis.call('DECR', KEYS[1]) return 1]]
          for i = 1, 4 do
            if redis.call("EVAL", script, 1, "free") == 1 then
              count("held") redis.call("INCR", "free") count("held", -1)
            end
          end end,
        always = { function(v) if v.count("held") > 1 then return "two" end end })",
        "", 3},
    {"releaseBeforeLeave", R"(keys = { "lock" }, params = { clients = 2 },
        client = function()
          for i = 1, 4 do
            if redis.call("SET", "lock", 1, "NX") then
              enter("lock") redis.call("DEL", "lock") leave("lock")
            end
          end end,
        always = { function(v) if #v.inside("lock") > 1 then return "two" end end })",
        "", 3},
    {"eventsToldInAnotherOrder", R"(keys = { "token" }, params = { clients = 3 },
        client = function() event("token", redis.call("INCR", "token")) end,
        always = { function(v)
          local all = v.events("token")
          if all[2] and all[2].value < all[1].value then return "the later one first" end end })",
        "", 3},
    {"eventToldBeforeLeaving", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          redis.call("GET", "k") enter("lock") redis.call("GET", "k") event("told", 1) leave("lock")
        end,
        always = { function(v)
          local all = v.events("told")
          if all[1] and #all[1].inside == 1 then return "inside" end end })"},
    {"absenceIsLatched", R"(keys = { "k" }, setup = function() redis.call("SET", "k", 1) end,
        clients = {
          { role = "waiter", count = 1, run = function()
            await_gone("k") if redis.call("GET", "k") then count("back") end end },
          { role = "other", count = 1, run = function()
            redis.call("DEL", "k") redis.call("SET", "k", 2) end } },
        always = { count_at_most("back", 0) })"},
    {"enterAfterASleepOfNoTime", R"(keys = { "j", "k" }, clients = {
          { role = "first", count = 1, run = function()
            redis.call("SET", "k", 1) sleep(0) enter("lock")
            for i = 1, 6 do redis.call("GET", "j") end event("end") end },
          { role = "second", count = 1, run = function()
            if redis.call("GET", "k") then event("saw") end end } },
        always = { function(v)
          if #v.events("saw") > 0 and #v.events("end") == 0 and #v.inside("lock") == 0 then
            return "nobody inside" end end })"},
    {"entersWithASleepOfNoTimeBetweenThem", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          redis.call("GET", "k") enter("first") sleep(0) enter("second") redis.call("GET", "k") end,
        always = { function(v)
          if #v.inside("first") > #v.inside("second") then return "one only" end end })"},
    {"enterAfterAnAwaitedKey", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          redis.call("SET", "k", 1, "PX", 10) event("set") await_gone("k") enter("lock")
          redis.call("GET", "k") event("end") end,
        always = { function(v)
          if #v.events("set") > #v.events("end") and not v.get("k") and #v.inside("lock") == 0 then
            return "nobody inside" end end })",
        "T=2"},
    {"enterWithAMutexBeforeACommand", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          redis.call("SET", "k", 1) local m = mutex("m") m.lock() enter("lock")
          redis.call("DEL", "k") m.unlock() leave("lock") end,
        always = { function(v)
          if v.get("k") and #v.inside("lock") > 0 then return "inside" end end })"},
    {"enterBeforeAwaitingAKey", R"(keys = { "k", "n" },
        setup = function() redis.call("SET", "n", 1) end, clients = {
          { role = "first", count = 1, run = function()
            redis.call("SET", "k", 1) enter("lock") await_gone("n") end },
          { role = "second", count = 1, run = function()
            if redis.call("GET", "k") then event("saw") redis.call("GET", "k") end
            event("end") redis.call("DEL", "n") end } },
        always = { function(v)
          if #v.events("saw") > #v.events("end") and #v.inside("lock") == 0 then
            return "nobody inside" end end })"},
};

// What cannot happen, and was found by exploring or shown by a free run.
const KnownCase impossible[] = {
    {"sleepBeginsAfterTheWait", R"(keys = { "k", "j" }, params = { clients = 1 },
        setup = function()
          redis.call("SET", "j", 1, "PX", 60) redis.call("SET", "k", 1, "PX", 40) end,
        client = function()
          await_gone("k") sleep(40) if redis.call("GET", "j") then count("early") end end,
        always = { count_at_most("early", 0) })",
        "T=4"},
    {"lockOfNobodyInside", R"(keys = { "lock" }, params = { clients = 2 },
        client = function()
          if redis.call("SET", "lock", 1, "NX") then
            enter("lock") redis.call("DEL", "lock") leave("lock")
          end end,
        always = { function(v)
          if v.get("lock") and #v.inside("lock") == 0 then return "nobody inside" end end })",
        "", 3},
    {"endInsideAfterAMark", R"(keys = { "k" }, params = { clients = 1 },
        client = function() redis.call("GET", "k") enter("lock") redis.call("GET", "k") count("done") end,
        always = { function(v)
          if v.count("done") == 1 and #v.inside("lock") > 0 then return "inside" end end })"},
    {"threadThatIsOverWithItsClient", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          spawn(function() enter("lock") redis.call("GET", "k") leave("lock") end)
          event("told", 1) end,
        always = { function(v) if #v.inside("lock") > 0 then return "inside" end end })"},
    {"enterBeforeAChoice", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          if redis.call("SET", "k", 1, "NX") then
            enter("lock") event("chosen", random(2)) redis.call("DEL", "k") leave("lock")
          end end,
        always = { function(v)
          if v.get("k") and #v.inside("lock") == 0 then return "nobody inside" end end })",
        "", 3},
    {"stateWithinOneReply", R"(keys = { "k" }, params = { clients = 2 },
        client = function()
          redis.call("GET", "k") count("half") enter("lock") count("half") leave("lock") end,
        always = { function(v)
          if v.count("half") % 2 == 1 or #v.inside("lock") > 0 then return "half" end end })",
        "", 3},
    {"valueOfAHashIsNoText", R"(keys = { "h" }, params = { clients = 1 },
        client = function() redis.call("HSET", "h", "f", 1) end,
        finally = { function(v) if v.get("h") then return "a text" end end })"},
    {"mutexThatIsFreeWhenTheMainThreadEnds", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          redis.call("GET", "k")
          spawn(function() local m = mutex("m") m.lock() m.unlock() count("after") end) end,
        always = { count_at_most("after", 0) })"},
    {"admissionsWithinAWindow", R"(keys = { "calls" }, params = { clients = 3 },
        client = function()
          local script = [[local calls = redis.call('INCR', KEYS[1])
            if calls == 1 then redis.call('PEXPIRE', KEYS[1], 30) end return calls]]
          if redis.call("EVAL", script, 1, "calls") <= 2 then event("admitted", 1) end end,
        always = { admitted_at_most(2, 30) })",
        "T=1", 20},
    {"tokensOutOfOrder", R"(keys = { "token" }, params = { clients = 2 },
        client = function() event("token", redis.call("INCR", "token")) end,
        always = { in_order("token") })",
        "", 3},
    {"momentsOfEventsApartFromTheClock", R"(keys = { "k" }, params = { clients = 1 }, clock = true,
        client = function()
          for i = 1, 3 do redis.call("GET", "k") event("now", now()) sleep(7) end end,
        always = { function(v)
          local all = v.events("now")
          local first, last = all[1], all[#all]
          if last and last.value - first.value ~= last.at - first.at then return "apart" end end })",
        "T=3"},
    {"halfOfATransactionExpires", R"(keys = { "a", "b" }, params = { clients = 1 },
        client = function()
          redis.call("MULTI") redis.call("SET", "b", 1, "PX", 5) redis.call("SET", "a", 1, "PX", 5)
          redis.call("EXEC") sleep(15) end,
        always = { function(v)
          if not v.get("a") ~= not v.get("b") then return "one of two" end end })",
        "T=3"},
    {"laterOfEqualDeadlinesFirst", R"(keys = { "b", "a" }, params = { clients = 1 }, clock = true,
        client = function()
          local soon = now() + 40
          redis.call("SET", "a", 1) redis.call("SET", "b", 1)
          redis.call("PEXPIREAT", "b", soon) redis.call("PEXPIREAT", "a", soon)
          event("set") await_gone("b") await_gone("a") end,
        always = { function(v)
          if v.get("b") and not v.get("a") and #v.events("set") > 0 then return "a first" end end })",
        "T=2"},
    {"ttlInsideAScript", R"(keys = { "k" }, params = { clients = 1 },
        client = function()
          redis.call("SET", "k", 1, "PX", 10000)
          if redis.call("EVAL", "local ttl = redis.call('PTTL', KEYS[1]) return ttl", 1, "k") > 10000 then
            count("more") end
        end,
        always = { count_at_most("more", 0) })"},
};

// On these exploring is compared with itself.
struct Explorable
{
    ScenarioPtr scenario;
    QString bounds;
};

std::vector<Explorable> someScenarios(int count)
{
    std::vector<Explorable> all;
    const auto first = quint64(fromEnvironment("LOCKSTEP_REALITY_SEED", 1));
    for (quint64 seed = first; int(all.size()) < (isSanitized() ? count / 5 : count); ++seed) {
        const RandomProgram program = randomProgram(seed);
        const auto read = scenarioFromText(program.source(), u"seed %1"_s.arg(seed));
        if (read && program.always.size() + program.finally.size() > 0)
            all.push_back(
                {*read, u"T=%1 X=%2"_s.arg(std::min(program.deadlines(), 2)).arg(seed % 2)});
    }
    return all;
}

// A run, and the same once more with time between its steps.
struct SteppedTwice
{
    QString name;
    Stepper quick, slow;

    // The step with that number. Returns what differs; empty: nothing.
    QString takeSlowly(int step)
    {
        if (const auto taken = slow.step(quick.trace()[size_t(step - 1)]); !taken)
            return taken.error().detail;
        const auto replyIn = [step](const Stepper &run) {
            return run.space().reply(run.effect(step).reply).toByteArray();
        };
        if (replyIn(slow) != replyIn(quick))
            return QString::fromUtf8(
                replyIn(slow).trimmed() + " instead of " + replyIn(quick).trimmed());
        return slow.violated(step) == quick.violated(step) ? QString() : u"other checks"_s;
    }
};

void addRows(std::span<const KnownCase> cases)
{
    QTest::addColumn<const KnownCase *>("known");
    for (const KnownCase &each : cases)
        QTest::addRow("%s", each.name) << &each;
}

Result<FreeRounds::Shown> played(const KnownCase &known, const ScenarioPtr &scenario, quint64 seed)
{
    FreeRounds place({});
    RunOptions options = RunOptions::of(*scenario);
    options.rounds = 40;
    options.seed = seed;
    options.delay = milliseconds(known.delayMs);
    options.crash.probability = known.crash;
    options.roundLimit = milliseconds(5000);
    return place.play(scenario, options);
}

} // namespace

Q_DECLARE_METATYPE(const KnownCase *)

class TestReality : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsSeenIsFound_data() { addRows(shown); }
    void whatIsSeenIsFound();
    void whatCannotBeIsNotFound_data() { addRows(impossible); }
    void whatCannotBeIsNotFound();
    void whatIsNotQueuedIsToldAtOnce_data();
    void whatIsNotQueuedIsToldAtOnce();
    void whatFreeRoundsShowIsFoundByExploring_data();
    void whatFreeRoundsShowIsFoundByExploring();
    void everyWayOfExploringFindsTheSame();
    void aCheckChangesNoOthersVerdict();
    void aLargerBoundNeverRemovesAViolation();
    void whatIsFoundIsShownByItsSteps();
    void timeBetweenStepsChangesNothing();
};

void TestReality::whatIsSeenIsFound()
{
    QFETCH(const KnownCase *, known);
    const ScenarioPtr scenario = written(known->body);
    bool isSeen = false;
    for (quint64 seed = 1; !isSeen && seed <= 10; ++seed) {
        const auto shown = played(*known, scenario, seed);
        QVERIFY2(shown, shown ? "" : qPrintable(shown.error().detail));
        QVERIFY2(shown->run->mistake.isEmpty(), qPrintable(shown->run->mistake));
        const CheckResult &result = shown->run->results[0];
        isSeen = result.violatedRounds + result.possibleRounds > 0;
    }
    QVERIFY2(isSeen, "no free round showed it");
    const auto found = explored(scenario, QString::fromLatin1(known->bounds));
    QVERIFY2(found, qPrintable(why(found)));
    QVERIFY2(found->checks[0].verdict == CheckOutcome::Violated, qPrintable(countsOf(*found)));
}

void TestReality::whatCannotBeIsNotFound()
{
    QFETCH(const KnownCase *, known);
    const ScenarioPtr scenario = written(known->body);
    const auto shown = played(*known, scenario, 1);
    QVERIFY2(shown, shown ? "" : qPrintable(shown.error().detail));
    QVERIFY2(shown->run->mistake.isEmpty(), qPrintable(shown->run->mistake));
    QCOMPARE(shown->run->results[0].outcome, CheckOutcome::Holds);
    const auto found = explored(scenario, QString::fromLatin1(known->bounds));
    QVERIFY2(found, qPrintable(why(found)));
    QVERIFY2(found->checks[0].verdict == CheckOutcome::Holds, qPrintable(countsOf(*found)));
}

void TestReality::whatIsNotQueuedIsToldAtOnce_data()
{
    QTest::addColumn<QByteArray>("commands");
    for (const char *const commands :
        {"SET k 1;INCR k", "SET k", "set k;SET k 1", "SET k 1;GET k k", "GET", "MGET",
            "XGROUP CREATE k g;SET k 1", "XGROUP create k g $ MKSTREAM;GET", "XGROUP KIND k g",
            "SET k 1 KIND", "DEL k;LPUSH k;SET k 1"})
        QTest::newRow(commands) << QByteArray(commands);
}

// What the server refuses to queue it tells at once, and then nothing of the transaction is
// executed.
void TestReality::whatIsNotQueuedIsToldAtOnce()
{
    QFETCH(QByteArray, commands);
    const auto server = PrivateServer::start({});
    QVERIFY(server);
    BlockingClient client((*server)->endpoint().path);
    QByteArray told, program;
    const auto add = [&](const QByteArray &command) {
        const QByteArrayList words = command.split(' ');
        const Reply reply = client.run(Command(words));
        told += reply.isArray() ? "done;" : reply.text + ';';
        program += "say(redis.pcall(\"" + words.join("\", \"") + "\")) ";
    };
    add("MULTI");
    for (const QByteArray &command : commands.split(';'))
        add(command);
    add("EXEC");
    add("GET k");

    const ScenarioPtr scenario = written(R"(params = { clients = 1 }, keys = { "k" },
        client = function()
          local told = ""
          local function say(reply)
            told = told .. (type(reply) ~= "table" and (reply or "") or reply.err or "done") .. ";"
          end
          )"
        + program + R"( event("told", told) end,
        finally = { function(v)
          local all = v.events("told")
          if #all ~= 1 or all[1].value ~= [==[)"
        + told + "]==] then return all[1] and all[1].value or \"nothing\" end end }");
    const auto shown = played({}, scenario, 1);
    QVERIFY2(shown, shown ? "" : qPrintable(shown.error().detail));
    QVERIFY2(shown->run->mistake.isEmpty(), qPrintable(shown->run->mistake));
    QCOMPARE(shown->run->results[0].outcome, CheckOutcome::Holds);
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    QVERIFY2(found->checks[0].verdict == CheckOutcome::Holds, told.constData());
}

void TestReality::whatFreeRoundsShowIsFoundByExploring_data()
{
    QTest::addColumn<int>("traits");
    QTest::addColumn<int>("share"); // of the programs, one in so many
    QTest::newRow("one server") << 0 << 1;
    QTest::newRow("two servers") << int(RandomProgram::Servers) << 15;
    QTest::newRow("restarts") << int(RandomProgram::Restarts) << 15;
    QTest::newRow("expired events") << int(RandomProgram::Expiries) << 15;
    QTest::newRow("clocks") << int(RandomProgram::Clock) << 30;
    QTest::newRow("long leases") << int(RandomProgram::LongLeases) << 5;
}

void TestReality::whatFreeRoundsShowIsFoundByExploring()
{
    QFETCH(int, traits);
    QFETCH(int, share);
    const int all = fromEnvironment("LOCKSTEP_REALITY_PROGRAMS", isSanitized() ? 60 : 300);
    const int count = std::max(1, all / share);
    const int seed = fromEnvironment("LOCKSTEP_REALITY_SEED", 1);
    RealityCheck check(quint64(seed), count, quint8(traits), mostTransitions());
    check.run();
    qInfo("%d programs from seed %d: %d compared, %d rounds, %d outcomes, %d too large to explore, "
          "%d left out, %d differences, %d failures",
        count, seed, check.programs, check.rounds, check.outcomes, check.tooLarge, check.leftOut,
        check.differences, check.failures);
    // A check that says nothing but that it cannot exclude a violation is never wrong, and useless.
    // Of the checks only functions have been seen to say so, of at most one round in fifty.
    for (const auto &[kind, verdicts] : check.verdicts) {
        qInfo("%s: %d of %d verdicts possible", kind.constData(), verdicts.possible, verdicts.all);
        QVERIFY2(verdicts.possible * 20 <= verdicts.all, kind.constData());
    }
    QVERIFY(check.leftOut * 50 <= check.outcomes);
    QCOMPARE(check.failures, 0);
    QCOMPARE(check.differences, 0);
    QVERIFY(check.programs + check.tooLarge >= count * 3 / 4);
    QVERIFY(check.programs >= count / 3);
}

// Each interleaving by itself, and each command on the server, where that is not too much.
void TestReality::everyWayOfExploringFindsTheSame()
{
    int ways = 0;
    for (const auto &[scenario, bounds] : someScenarios(25)) {
        const auto plain =
            exploredIfSmall(scenario, optionsOf(*scenario, bounds), mostTransitions());
        QVERIFY2(plain, qPrintable(scenario->path + why(plain)));
        QStringList others;
        if (*plain && (*plain)->transitions <= 1000)
            others << u" remember=0"_s;
        if (*plain && (*plain)->interleavings.toLongLong() <= 1000)
            others << u" merge=0"_s;
        for (const QString &way : others) {
            const auto other = explored(scenario, bounds + way);
            QVERIFY2(other, qPrintable(scenario->path + why(other)));
            QVERIFY2(findings(*other) == findings(**plain),
                qPrintable(scenario->path + way + u": "_s + findings(*other).join(u", "_s)
                    + u" instead of "_s + findings(**plain).join(u", "_s)));
            ++ways;
        }
    }
    qInfo("%d ways compared", ways);
    QVERIFY(ways > 0);
}

// What another check looks at may make steps of their own of what else is none, but nothing else.
void TestReality::aCheckChangesNoOthersVerdict()
{
    const auto first = quint64(fromEnvironment("LOCKSTEP_REALITY_SEED", 1));
    const int wanted = fromEnvironment("LOCKSTEP_REALITY_PROGRAMS", isSanitized() ? 20 : 100);
    int compared = 0;
    for (quint64 seed = first; compared < wanted; ++seed) {
        const RandomProgram program = randomProgram(seed);
        const QString bounds = u"T=%1 X=%2"_s.arg(std::min(program.deadlines(), 2)).arg(seed % 2);
        const auto found = [&](const RandomProgram &written) -> std::optional<Exploration> {
            const auto read = scenarioFromText(written.source(), u"seed %1"_s.arg(seed));
            if (!read)
                return std::nullopt;
            const auto explored =
                exploredIfSmall(*read, optionsOf(**read, bounds), mostTransitions());
            return explored ? *explored : std::nullopt;
        };
        const auto all = program.always + program.finally;
        const auto together = all.size() < 2 ? std::nullopt : found(program);
        for (qsizetype i = 0; together && i < all.size(); ++i) {
            RandomProgram alone = program;
            const bool isOfAlways = i < program.always.size();
            alone.always = isOfAlways ? QList<QByteArray>{all[i]} : QList<QByteArray>();
            alone.finally = isOfAlways ? QList<QByteArray>() : QList<QByteArray>{all[i]};
            const auto one = found(alone);
            if (!one)
                continue;
            const bool isSame = one->checks[0].verdict == together->checks[size_t(i)].verdict;
            if (!isSame) // the message of a failure would be cut
                qInfo("%s", program.source().constData());
            QVERIFY2(isSame,
                qPrintable(u"seed %1, %2: %3"_s.arg(seed).arg(bounds, QString::fromUtf8(all[i]))));
            ++compared;
        }
    }
    qInfo("%d checks compared", compared);
}

void TestReality::aLargerBoundNeverRemovesAViolation()
{
    int compared = 0;
    for (const auto &[scenario, bounds] : someScenarios(25)) {
        const ExploreOptions options = optionsOf(*scenario, bounds);
        const auto plain = exploredIfSmall(scenario, options, mostTransitions());
        QVERIFY2(plain, qPrintable(scenario->path + why(plain)));
        if (!*plain)
            continue;
        for (const Bound &bound : allBounds) {
            if (!isPossible(bound, *scenario))
                continue;
            ExploreOptions larger = options;
            ++(larger.bounds.*bound.value);
            const auto more = exploredIfSmall(scenario, larger, mostTransitions());
            QVERIFY2(more, qPrintable(scenario->path + why(more)));
            if (!*more)
                continue;
            for (size_t i = 0; i < (*plain)->checks.size(); ++i)
                QVERIFY2((*plain)->checks[i].verdict != CheckOutcome::Violated
                        || (*more)->checks[i].verdict == CheckOutcome::Violated,
                    qPrintable(
                        scenario->path + u": "_s + QString::fromUtf8(scenario->checks[i].words)));
            ++compared;
        }
    }
    qInfo("%d larger bounds compared", compared);
    QVERIFY(compared > 0);
}

void TestReality::whatIsFoundIsShownByItsSteps()
{
    int traces = 0;
    for (const auto &[scenario, bounds] : someScenarios(25)) {
        const auto found =
            exploredIfSmall(scenario, optionsOf(*scenario, bounds), mostTransitions());
        QVERIFY2(found, qPrintable(scenario->path + why(found)));
        if (!*found || (*found)->verdict != CheckOutcome::Violated)
            continue;
        auto stepper = stepperOf(scenario, bounds);
        QVERIFY(stepper);
        for (int check = 0; check < int((*found)->checks.size()); ++check) {
            const auto &counterexample = (*found)->checks[size_t(check)].counterexample;
            if (!counterexample)
                continue;
            // As text and back: that is how it is handed on.
            const QString trace = traceText(counterexample->trace);
            const QString misfit = replayed(*stepper, trace);
            QVERIFY2(misfit.isEmpty(), qPrintable(scenario->path + misfit));
            for (int i = 0; i <= stepper->steps(); ++i)
                QVERIFY2((stepper->violated(i) >> check & 1) == (i == stepper->steps() ? 1U : 0U),
                    qPrintable(scenario->path + u": "_s + trace));
            ++traces;
        }
    }
    qInfo("%d traces replayed", traces);
    QVERIFY(traces > 0);
}

// Far longer than their keys live. Nearly all of the time is this pause, so many programs stand
// still together.
void TestReality::timeBetweenStepsChangesNothing()
{
    constexpr int pause = 40; // ms; short durations are 5 to 10
    constexpr int mostSteps = 12;
    constexpr size_t together = 30; // each has a server of its own
    const std::vector<Explorable> scenarios = someScenarios(60);
    std::mt19937 chance(7);
    int steps = 0;
    for (size_t first = 0; first < scenarios.size(); first += together) {
        std::vector<SteppedTwice> runs;
        for (size_t i = first; i < std::min(first + together, scenarios.size()); ++i) {
            const auto &[scenario, bounds] = scenarios[i];
            auto quick = stepperOf(scenario, bounds);
            QVERIFY2(quick, qPrintable(scenario->path + why(quick)));
            while (quick->steps() < mostSteps && quick->ending() == Ending::Open) {
                const std::vector<TraceStep> possible = possibleSteps(*quick);
                QVERIFY(quick->step(possible[chance() % possible.size()]));
            }
            auto slow = stepperOf(scenario, bounds);
            QVERIFY2(slow, qPrintable(scenario->path + why(slow)));
            runs.push_back({scenario->path, std::move(*quick), std::move(*slow)});
        }
        for (int step = 1; step <= mostSteps; ++step) {
            QTest::qWait(pause);
            for (SteppedTwice &run : runs) {
                if (step > run.quick.steps())
                    continue;
                const QString difference = run.takeSlowly(step);
                QVERIFY2(difference.isEmpty(), qPrintable(run.name + u": "_s + difference));
                ++steps;
            }
        }
        for (const SteppedTwice &run : runs) {
            QVERIFY2(run.slow.ending() == run.quick.ending()
                    && possibleSteps(run.slow) == possibleSteps(run.quick),
                qPrintable(run.name));
        }
    }
    qInfo("%d programs, %d steps", int(scenarios.size()), steps);
}

QTEST_GUILESS_MAIN(TestReality)
#include "tst_reality.moc"
