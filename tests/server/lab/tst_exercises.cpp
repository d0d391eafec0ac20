// The exercises that lessons end with, graded on real servers: the program as it is shipped is
// refused, a solution is accepted, and one that does nothing is refused.

#include "core/lab/exercise/grading.h"
#include "core/lab/loader/scenariocopy.h"
#include "exploring.h"
#include "pretences.h"
#include "solutions.h"

#include <QElapsedTimer>
#include <QTest>

#include <thread>

using namespace lockstep;

namespace {

constexpr std::chrono::milliseconds limit = std::chrono::minutes(5);

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
    void anotherSolutionIsAccepted_data();
    void anotherSolutionIsAccepted();
    void whatDoesNothingIsRefused_data() { addExercises(); }
    void whatDoesNothingIsRefused();
    void whatOnlyPretendsIsRefused_data();
    void whatOnlyPretendsIsRefused();
    void whatCannotBeJudgedIsRefused();
    void whoeverUsesMutexesIsKnown();
    void theSubmissionsOwnChecksCountForNothing();
    void aSubmissionDoesNotTellWhatItsExerciseTells_data();
    void aSubmissionDoesNotTellWhatItsExerciseTells();
    void whoWaitsForTimeThatDoesNotPassIsTold();
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

void TestExercises::anotherSolutionIsAccepted_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("body");
    for (int i = 0; const Solution &each : otherSolutions)
        QTest::addRow("%s: %d", each.exercise, ++i)
            << QByteArray(each.exercise) << QByteArray(each.body);
}

void TestExercises::anotherSolutionIsAccepted()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, body);
    const Grade grade = graded(fileOf(body), id.constData());
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

void TestExercises::whatCannotBeJudgedIsRefused()
{
    const Grade grade = graded(fileOf(R"(keys = { "stock" }, client = function(p, me)
        redis.call("DEL", "stock") redis.call("RPUSH", "stock", "none") end)"),
        "stock-lost-update");
    QVERIFY2(grade.outcome == Grade::Outcome::NoNumber, told(grade).constData());
    QCOMPARE(grade.finding->check.words, QByteArray(R"(sum_equals("sold", "stock", "stock"))"));
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

void TestExercises::aSubmissionDoesNotTellWhatItsExerciseTells_data()
{
    QTest::addColumn<QByteArray>("mark");
    QTest::newRow("that more came") << QByteArray("event(\"@came\")");
    QTest::newRow("inside of something") << QByteArray("enter(\"@turn\")");
    QTest::newRow("through another function") << QByteArray("pcall(event, \"@came\")");
    QTest::newRow("in a thread") << QByteArray("spawn(function() event(\"@came\") end)");
}

void TestExercises::aSubmissionDoesNotTellWhatItsExerciseTells()
{
    QFETCH(QByteArray, mark);
    const Grade grade = graded(fileOf("keys = { \"counter\" }, client = function(p, me)\n"
                                      "  redis.call(\"INCRBY\", \"counter\", 2)\n"
                                      "  count(\"additions\", 2)\n  "
                                   + mark + "\nend"),
        "counter-get-set");
    QVERIFY2(grade.outcome == Grade::Outcome::Malformed, told(grade).constData());
    QVERIFY2(
        grade.mistake.startsWith(QStringLiteral("submission.lua:4:")), told(grade).constData());
}

// The lock is right, and is never released.
void TestExercises::whoWaitsForTimeThatDoesNotPassIsTold()
{
    const Grade grade = graded(fileOf(R"(keys = { "counter", "lock" }, client = function(p, me)
        repeat await_gone("lock") until redis.call("SET", "lock", 1, "NX", "PX", 1000)
        redis.call("INCR", "counter")
        count("additions") end)"),
        "counter-get-set");
    QVERIFY2(grade.outcome == Grade::Outcome::Undecided, told(grade).constData());
    QVERIFY(grade.needsMoreTime && !grade.tookTooLong);
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
