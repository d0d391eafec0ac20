// The exercises that lessons end with, graded on real servers: the program as it is shipped is
// refused, a solution is accepted, and one that does nothing is refused.

#include "core/lab/exercise/grading.h"
#include "core/lab/loader/scenariocopy.h"
#include "exploring.h"

#include <QElapsedTimer>
#include <QTest>

#include <thread>

using namespace lockstep;

namespace {

constexpr std::chrono::milliseconds limit = std::chrono::minutes(5);

struct Solution
{
    const char *exercise;
    const char *body;
};

constexpr const char *takesOne = R"(keys = { "stock" }, client = function(p, me)
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
  end)";

// Another way than the lesson's fix where there is one.
constexpr Solution solutions[] = {
    {"counter-get-set", R"(keys = { "counter" }, client = function(p, me)
        redis.call("INCRBY", "counter", 1)
        count("additions")
      end)"},
    {"stock-read-then-write", takesOne},
    {"stock-lost-update", takesOne},
    {"stock-check-then-decr", R"(keys = { "stock" }, client = function(p, me)
        repeat
          redis.call("WATCH", "stock")
          if tonumber(redis.call("GET", "stock")) <= 0 then return end
          redis.call("MULTI")
          redis.call("DECR", "stock")
        until redis.call("EXEC")
        count("sold")
      end)"},
    {"stock-local-mutex",
        R"(keys = { "stock" }, scripts = { sell = [[
          if tonumber(redis.call('GET', KEYS[1])) < 1 then return 0 end
          redis.call('DECR', KEYS[1])
          return 1 ]] },
        client = function(p, me)
          if redis.script("sell", { "stock" }, {}) == 1 then count("sold") end
        end)"},
    {"submit-once-lock", R"(keys = { "order:42" }, client = function(p, me)
        if redis.call("SETNX", "order:42", me.token) == 1 then count("orders") end
      end)"},
    {"limit-check-then-incr", R"(keys = { "calls" }, client = function(p, me)
        if redis.call("INCR", "calls") <= p.limit then count("admitted") end
      end)"},
    {"limit-get-then-incr", R"(keys = { "calls" }, client = function(p, me)
        for request = 1, p.requests do
          redis.call("MULTI")
          redis.call("SET", "calls", 0, "PX", p.window, "NX")
          redis.call("INCR", "calls")
          if redis.call("EXEC")[2] <= p.limit then count("admitted") end
        end
      end)"},
    {"limit-incr-then-expire", R"(keys = { "calls" }, client = function(p, me)
        redis.call("SET", "calls", 0, "PX", p.window, "NX")
        if redis.call("INCR", "calls") <= p.limit then count("admitted") end
      end)"},
    {"lock-blind-delete", R"(keys = { "stock", "lock" }, client = function(p, me)
        repeat await_gone("lock")
        until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
        enter("lock")
        local stock = tonumber(redis.call("GET", "stock"))
        if stock > 0 then
          redis.call("SET", "stock", stock - 1)
          count("sold")
        end
        leave("lock")
        redis.script("compare-and-delete", { "lock" }, { me.token })
      end)"},
    {"lock-setnx-then-expire", R"(keys = { "stock", "lock" }, client = function(p, me)
        repeat await_gone("lock")
        until redis.call("SET", "lock", me.token, "NX", "PX", p.lease)
        enter("lock")
        local stock = tonumber(redis.call("GET", "stock"))
        if stock > 0 then
          redis.call("SET", "stock", stock - 1)
          count("sold")
        end
        leave("lock")
        redis.script("compare-and-delete", { "lock" }, { me.token })
      end)"},
    {"semaphore-incr-decr", R"(keys = { "permits" }, client = function(p, me)
        repeat await_gone("permits")
        until redis.script("permit-take", { "permits" }, { p.limit, 60000, me.token }) == 1
        enter("permit")
        enter("slot")
        work()
        leave("permit")
        redis.call("ZREM", "permits", me.token)
        leave("slot")
        count("served")
      end)"},
};

// Bodies that hold every check of the lesson without solving its exercise.
struct Pretence
{
    const char *exercise;
    const char *how;
    const char *body;
};

#define STOCK(program) "keys = { \"stock\" }, client = function(p, me) " program " end"
#define CALLS(program) "keys = { \"calls\" }, client = function(p, me) " program " end"
#define LOCKED(program) "keys = { \"stock\", \"lock\" }, client = function(p, me) " program " end"

constexpr const char *oneFixedClient = STOCK(R"(
    if me.index == 0 then redis.call("DECR", "stock") count("sold") end)");
constexpr const char *asManyAsTheParameterSays = STOCK(R"(
    if me.index < p.stock then redis.call("DECR", "stock") count("sold") end)");
constexpr const char *setsTheResult = STOCK(R"(redis.call("SET", "stock", 0) count("sold"))");
constexpr const char *locksItsAppServerOnly = STOCK(R"(
    local m = mutex("stock") m.lock()
    local stock = tonumber(redis.call("GET", "stock")) or 0
    if stock > 0 then redis.call("SET", "stock", stock - 1) count("sold") end
    m.unlock())");
constexpr const char *takesWithoutALock = LOCKED(R"(
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end)");
constexpr const char *onlyEntersAndLeaves = LOCKED(R"(enter("lock") leave("lock")
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end)");
constexpr const char *isInsideWithoutTheKey = LOCKED(R"(
    local m = mutex("lock") m.lock() enter("lock")
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
    leave("lock") m.unlock())");
constexpr const char *locksForOneFixedClient = LOCKED(R"(if me.index ~= 0 then return end
    if not redis.call("SET", "lock", me.token, "NX", "PX", p.lease) then return end
    enter("lock")
    if redis.script("stock-take", { "stock" }, {}) == 1 then count("sold") end
    leave("lock")
    redis.script("compare-and-delete", { "lock" }, { me.token }))");

constexpr Pretence pretences[] = {
    {"counter-get-set", "sets the result", R"(keys = { "counter" }, client = function(p, me)
        redis.call("SET", "counter", p.clients) count("additions") end)"},
    {"counter-get-set", "adds too much", R"(keys = { "counter" }, client = function(p, me)
        redis.call("INCRBY", "counter", 5) count("additions") end)"},
    {"stock-read-then-write", "one fixed client", oneFixedClient},
    {"stock-read-then-write", "as many as the parameter says", asManyAsTheParameterSays},
    {"stock-read-then-write", "sets the result", setsTheResult},
    {"stock-read-then-write", "locks its app server only", locksItsAppServerOnly},
    {"stock-read-then-write", "says that there is one app server",
        R"(params = { servers = 1 }, keys = { "stock" }, client = function(p, me)
        local m = mutex("stock") m.lock()
        local stock = tonumber(redis.call("GET", "stock")) or 0
        if stock > 0 then redis.call("SET", "stock", stock - 1) count("sold") end
        m.unlock() end)"},
    {"stock-lost-update", "locks its app server only", locksItsAppServerOnly},
    {"stock-check-then-decr", "locks its app server only", locksItsAppServerOnly},
    {"counter-get-set", "locks its app server only", R"(keys = { "counter" },
        client = function(p, me) local m = mutex("counter") m.lock()
        redis.call("SET", "counter", (tonumber(redis.call("GET", "counter")) or 0) + 1)
        count("additions") m.unlock() end)"},
    {"stock-lost-update", "never looks", STOCK(R"(redis.call("DECR", "stock") count("sold"))")},
    {"stock-lost-update", "as many as the parameter says", asManyAsTheParameterSays},
    {"stock-check-then-decr", "one fixed client", oneFixedClient},
    {"stock-check-then-decr", "as many as the parameter says", asManyAsTheParameterSays},
    {"stock-check-then-decr", "sets the result", setsTheResult},
    {"stock-check-then-decr", "deletes the key",
        STOCK(R"(redis.call("DEL", "stock") count("sold"))")},
    {"stock-local-mutex", "one fixed client", oneFixedClient},
    {"stock-local-mutex", "as many as the parameter says", asManyAsTheParameterSays},
    {"stock-local-mutex", "one fixed server", STOCK(R"(
        if me.server == 0 then redis.call("DECR", "stock") count("sold") end)")},
    {"submit-once-lock", "one fixed client", R"(keys = { "order:42" }, client = function(p, me)
        if me.index == 0 then count("orders") end end)"},
    {"limit-check-then-incr", "one fixed client", CALLS(R"(
        if me.index == 1 then count("admitted") end)")},
    {"limit-check-then-incr", "counts the calls and admits one fixed client", CALLS(R"(
        redis.call("INCR", "calls") if me.index == 1 then count("admitted") end)")},
    {"limit-get-then-incr", "only counts", CALLS(R"(for i = 1, p.requests do
        redis.call("GET", "calls") count("admitted") end)")},
    {"limit-get-then-incr", "never refuses", CALLS(R"(for i = 1, p.requests do
        redis.call("MULTI")
        redis.call("SET", "calls", 0, "PX", p.window, "NX")
        redis.call("INCR", "calls")
        redis.call("EXEC") count("admitted") end)")},
    {"limit-incr-then-expire", "only counts", CALLS(R"(
        redis.call("GET", "calls") count("admitted"))")},
    {"limit-incr-then-expire", "never refuses", CALLS(R"(
        redis.call("SET", "calls", 0, "PX", p.window, "NX")
        redis.call("INCR", "calls") count("admitted"))")},
    {"limit-incr-then-expire", "one fixed client", CALLS(R"(
        if me.index == 0 then
          redis.call("SET", "calls", 1, "PX", p.window) count("admitted")
        end)")},
    {"lock-blind-delete", "takes without a lock", takesWithoutALock},
    {"lock-blind-delete", "only enters and leaves", onlyEntersAndLeaves},
    {"lock-blind-delete", "is inside without the key", isInsideWithoutTheKey},
    {"lock-blind-delete", "one fixed client", locksForOneFixedClient},
    {"lock-setnx-then-expire", "takes without a lock", takesWithoutALock},
    {"lock-setnx-then-expire", "only enters and leaves", onlyEntersAndLeaves},
    {"lock-setnx-then-expire", "is inside without the key", isInsideWithoutTheKey},
    {"lock-setnx-then-expire", "one fixed client", locksForOneFixedClient},
    {"semaphore-incr-decr", "only enters and leaves",
        R"(keys = { "permits" }, client = function(p, me)
        enter("permit") leave("permit") count("served") end)"},
    {"semaphore-incr-decr", "is inside without the key",
        R"(keys = { "permits" }, client = function(p, me)
        local m = mutex("permit") m.lock()
        enter("permit") redis.call("GET", "permits") leave("permit")
        m.unlock() count("served") end)"},
};

#undef STOCK
#undef CALLS
#undef LOCKED

constexpr const char *doesNothing = R"(keys = { "idle" }, client = function(p, me)
    redis.call("GET", "idle")
  end)";

Grade graded(const QByteArray &submission, const char *exercise = "stock-read-then-write",
    std::chrono::milliseconds atMost = limit)
{
    Grader grader(scenarioOf(QString::fromLatin1(exercise)), atMost);
    return grader.grade(submission, QStringLiteral("submission.lua"));
}

QByteArray told(const Grade &grade)
{
    return QByteArray::number(int(grade.outcome)) + ' ' + grade.mistake.toUtf8() + ' '
        + (grade.finding ? grade.finding->check.words : QByteArray()) + ' '
        + (grade.finding && grade.finding->counterexample
                ? traceText(grade.finding->counterexample->trace).toUtf8()
                : QByteArray());
}

} // namespace

class TestExercises : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyExerciseHasASolution();
    void theShippedProgramIsRefused_data() { addExercises(); }
    void theShippedProgramIsRefused();
    void aSolutionIsAccepted_data() { addExercises(); }
    void aSolutionIsAccepted();
    void whatDoesNothingIsRefused_data() { addExercises(); }
    void whatDoesNothingIsRefused();
    void whatOnlyPretendsIsRefused_data();
    void whatOnlyPretendsIsRefused();
    void whoeverUsesMutexesIsKnown();
    void theSubmissionsOwnChecksCountForNothing();
    void aLineOfTheSubmissionKeepsItsNumber();
    void whatHangsOrIsMalformedIsRefused_data();
    void whatHangsOrIsMalformedIsRefused();
    void aSearchThatTakesTooLongIsEnded();
    void gradingCanBeCancelled();

private:
    static void addExercises();
};

void TestExercises::addExercises()
{
    QTest::addColumn<QByteArray>("id");
    for (const ScenarioPtr &each : shippedScenarios()) {
        if (each->exercise)
            QTest::newRow(each->id.constData()) << each->id;
    }
}

void TestExercises::everyExerciseHasASolution()
{
    std::set<QByteArray> solved, shipped;
    for (const Solution &each : solutions)
        solved.insert(each.exercise);
    for (const ScenarioPtr &each : shippedScenarios()) {
        if (!each->exercise)
            continue;
        shipped.insert(each->id);
        QCOMPARE(each->exercise->hints.size(), std::size_t(Exercise::mostHints));
        QVERIFY(each->exercise->task.others.contains(QStringLiteral("zh_CN")));
        for (const LocalText &hint : each->exercise->hints)
            QVERIFY(hint.others.contains(QStringLiteral("zh_CN")));
    }
    QCOMPARE(solved, shipped);
    QCOMPARE(shipped.size(), std::size_t(12));
}

void TestExercises::theShippedProgramIsRefused()
{
    QFETCH(QByteArray, id);
    const ScenarioPtr exercise = scenarioOf(QString::fromLatin1(id));
    const Grade grade = graded(copyOfScenario(*exercise, 1, {}), id.constData());
    QVERIFY2(grade.outcome == Grade::Outcome::Violated, told(grade).constData());
    QVERIFY(grade.finding && grade.finding->counterexample);
}

void TestExercises::aSolutionIsAccepted()
{
    QFETCH(QByteArray, id);
    const auto *const solution = std::find_if(std::begin(solutions), std::end(solutions),
        [&](const Solution &each) { return each.exercise == id; });
    QVERIFY(solution != std::end(solutions));
    const Grade grade = graded(fileOf(solution->body), id.constData());
    QVERIFY2(grade.isSolved(), told(grade).constData());
}

void TestExercises::whatDoesNothingIsRefused()
{
    QFETCH(QByteArray, id);
    const Grade grade = graded(fileOf(doesNothing), id.constData());
    // One exercise counts already in its own checks who was served.
    const bool isCounted = id == "semaphore-incr-decr";
    QVERIFY2(grade.outcome == (isCounted ? Grade::Outcome::Violated : Grade::Outcome::DoesNoWork),
        told(grade).constData());
}

void TestExercises::whatOnlyPretendsIsRefused_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("body");
    for (const Pretence &each : pretences)
        QTest::addRow("%s: %s", each.exercise, each.how)
            << QByteArray(each.exercise) << QByteArray(each.body);
}

void TestExercises::whatOnlyPretendsIsRefused()
{
    using Outcome = Grade::Outcome;
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, body);
    const Grade grade = graded(fileOf(body), id.constData());
    // For what it does, and not for a mistake in it.
    QVERIFY2(grade.outcome == Outcome::Violated || grade.outcome == Outcome::DoesNoWork
            || grade.outcome == Outcome::NothingMarked,
        told(grade).constData());
    QVERIFY(grade.finding);
}

// The exercise's own file has them in any case.
void TestExercises::whoeverUsesMutexesIsKnown()
{
    const ScenarioPtr exercise = scenarioOf(QStringLiteral("stock-local-mutex"));
    QVERIFY(graded(copyOfScenario(*exercise, 1, {}), exercise->id.constData()).usesMutexes);
    const QByteArray other = fileOf(R"(keys = { "stock" }, client = function(p, me)
        --[[ mutex("m") ]] redis.call("SET", "stock", "mutex") end)");
    QVERIFY(!graded(other, exercise->id.constData()).usesMutexes);
}

// The broken program, with checks that it does not break.
void TestExercises::theSubmissionsOwnChecksCountForNothing()
{
    QByteArray text = scenarioOf(QStringLiteral("stock-read-then-write"))->source;
    text.replace("always = { count_at_most(\"sold\", \"stock\") }", "always = {}");
    text.replace("free   = {", "bounds = { time = 0 }, free = {");
    const Grade grade = graded(text);
    QVERIFY2(grade.outcome == Grade::Outcome::Violated, told(grade).constData());
    QCOMPARE(grade.finding->check.words, QByteArray("count_at_most(\"sold\", \"stock\")"));
}

void TestExercises::aLineOfTheSubmissionKeepsItsNumber()
{
    const Grade grade = graded(fileOf("keys = { \"stock\" },\nclient = function(p, me)\n"
                                      "  redis.call(\"GET\", \"stock\")\n  nothing()\nend"));
    QVERIFY2(grade.outcome == Grade::Outcome::Malformed, told(grade).constData());
    QVERIFY2(
        grade.mistake.startsWith(QStringLiteral("submission.lua:4:")), told(grade).constData());
}

void TestExercises::whatHangsOrIsMalformedIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no Lua") << QByteArray("\x7f"
                                          "ELF\0\1\2",
        7);
    QTest::newRow("huge") << QByteArray("-- ") + QByteArray(300'000, 'x');
    QTest::newRow("hangs when it is read") << QByteArray("while true do end");
    QTest::newRow("hangs when it runs")
        << fileOf("keys = { \"stock\" }, client = function(p, me) while true do end end");
    QTest::newRow("eats memory") << fileOf(
        "keys = { \"stock\" }, client = function(p, me) local t = {} while true do t[#t + 1] = "
        "(\"x\"):rep(100000) .. #t end end");
    QTest::newRow("a command that is not allowed")
        << fileOf("keys = { \"stock\" }, client = function(p, me) redis.call(\"FLUSHALL\") end");
    QTest::newRow("leaves its function") << QByteArray(
        "return {} end)() local exercise = { id = \"x\" } do return exercise end (function() ");
    QTest::newRow("other clients") << fileOf(
        "keys = { \"stock\" }, clients = { { role = \"a\", run = function(p, me) end }, { role = "
        "\"b\", run = function(p, me) end } }");
}

void TestExercises::whatHangsOrIsMalformedIsRefused()
{
    QFETCH(QByteArray, text);
    const Grade grade = graded(text);
    QVERIFY2(grade.outcome == Grade::Outcome::Malformed, told(grade).constData());
    QVERIFY(!grade.mistake.isEmpty());
}

void TestExercises::aSearchThatTakesTooLongIsEnded()
{
    const QByteArray asksForEver = fileOf("keys = { \"stock\" }, client = function(p, me) "
                                          "repeat local n = random(100) redis.call(\"INCRBY\", "
                                          "\"stock\", n) until false end");
    const Grade grade =
        graded(asksForEver, "limit-check-then-incr", std::chrono::milliseconds(300));
    QVERIFY2(grade.outcome == Grade::Outcome::Undecided, told(grade).constData());
    QVERIFY(grade.tookTooLong);
}

void TestExercises::gradingCanBeCancelled()
{
    Grader grader(scenarioOf(QStringLiteral("stock-read-then-write")), limit);
    grader.cancel();
    const Grade grade = grader.grade(fileOf(takesOne), QStringLiteral("submission.lua"));
    QVERIFY2(grade.outcome == Grade::Outcome::Undecided, told(grade).constData());
    QVERIFY(grade.wasCancelled);
}

QTEST_MAIN(TestExercises)
#include "tst_exercises.moc"
