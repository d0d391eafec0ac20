#include "core/lab/loader/scenariofile.h"
#include "core/lab/step/randomstepper.h"
#include "core/lab/step/stepsession.h"
#include "exploring.h"

#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr int limit = 150'000; // ms: some thousand steps of an instrumented program take long

Trace traceOf(const QString &text)
{
    return traceFromText(text).value();
}

TraceStep stepOf(const QString &text)
{
    return traceOf(text).front();
}

// A session, and all that it has told.
class Heard
{
public:
    Heard()
    {
        QObject::connect(
            &session, &StepSession::changed, &session, [this](int run, const SteppedRunPtr &now) {
                told << run;
                runs[run] = now;
            });
        QObject::connect(&session, &StepSession::progressed, &session,
            [this](int, const SteppedRunPtr &now) { seen << int(now->steps.size()); });
        QObject::connect(
            &session, &StepSession::failed, &session, [this](int run, const Error &error) {
                told << -run;
                errors[run] = error;
            });
    }

    // Run numbers, negative where it failed.
    bool hears(qsizetype count)
    {
        return QTest::qWaitFor([&] { return told.size() >= count; }, limit);
    }
    int open(const QString &id, const QString &trace = {})
    {
        const ScenarioPtr scenario = scenarioOf(id);
        return open(scenario, optionsOf(*scenario), trace);
    }
    int open(const ScenarioPtr &scenario, const ExploreOptions &options, const QString &trace = {})
    {
        session.open(++last, scenario, options, traceOf(trace));
        return last;
    }
    int fork(int run, int steps)
    {
        session.fork(run, steps, ++last);
        return last;
    }

    StepSession session;
    int last = 0; // run
    QList<int> told;
    QList<int> seen; // steps of what went on by itself
    std::map<int, SteppedRunPtr> runs;
    std::map<int, Error> errors;
};

// "A stock=2" of all clients after so many steps.
QByteArrayList variablesAt(const SteppedRun &run, int step)
{
    QByteArrayList texts;
    const auto &clients = *run.variables.at(size_t(step));
    for (size_t i = 0; i < clients.size(); ++i) {
        for (const auto &[thread, variables] : clients[i]) {
            for (const LocalVariable &each : variables)
                texts << run.round->history.clients[i].name + ' ' + each.name + '=' + each.value;
        }
    }
    return texts;
}

const StepAhead *ahead(const SteppedRun &run, const QString &step)
{
    const auto found = std::find_if(run.ahead.begin(), run.ahead.end(),
        [&](const StepAhead &each) { return traceWord(each.step) == step; });
    return found == run.ahead.end() ? nullptr : &*found;
}

// What is said of the violation contradicts what must hold.
bool proves(const CheckResult &result)
{
    const Violation &first = *result.first;
    switch (result.check.kind) {
    case Check::Kind::HoldersAtMost:
        return first.actual > first.allowed && first.clients.size() == first.actual
            && first.key == result.check.name;
    case Check::Kind::AdmittedAtMost:
        return first.actual > first.allowed && first.worst >= first.actual
            && !first.clients.empty();
    case Check::Kind::CountAtMost:
    case Check::Kind::ValueAtMost:
        return first.actual > first.allowed && first.worst >= first.actual;
    case Check::Kind::CountAtLeast:
    case Check::Kind::ValueAtLeast:
    case Check::Kind::InOrder:
        return first.actual < first.allowed;
    case Check::Kind::SumEquals:
        return first.actual != first.allowed;
    case Check::Kind::TtlPresent:
        return !first.key.isEmpty() && !first.operations.empty();
    case Check::Kind::ReleasedByOwner:
    case Check::Kind::RenewedByOwner:
        return first.clients.size() == 2 && !first.key.isEmpty();
    case Check::Kind::NobodyWaits:
        return !first.clients.empty();
    case Check::Kind::Function:
        break;
    }
    return !first.sentence.en.isEmpty();
}

Result<ScenarioPtr> endless()
{
    return scenarioFromText("return { id = \"own\", family = \"lock\", title = { en = \"t\" },"
                            "lesson = { en = \"l\" }, params = { clients = 2 }, keys = { \"n\" },"
                            "client = function() while true do redis.call(\"INCR\", \"n\") end end,"
                            "always = { count_at_most(\"none\", 1) } }",
        u"own.lua"_s);
}

bool isAlive(qint64 process)
{
    return ::kill(pid_t(process), 0) == 0;
}

} // namespace

class TestStepSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void localVariablesAreThoseOfTheStep();
    void showsEachStepAndWhatMayFollow();
    void writesValuesOfAllTypes();
    void undoesWithoutEndAndTakesOnceMore();
    void anotherStepForgetsWhatWasUndone();
    void forkLeavesItsRunAsItWas();
    void runsThatDifferInNothingShareTheirServer();
    void traceThatDoesNotFitStaysBeforeTheStep();
    void stepThatIsNotPossibleChangesNothing();
    void tellsWhatProvesAViolation_data();
    void tellsWhatProvesAViolation();
    void finalCheckIsUndecidedUntilTheEnd();
    void settingsOutOfRangeAreRefused();
    void runThatCouldNotBeOpenedIsNamed();
    void runsOnUntilACheckIsViolated();
    void sameSeedGoesTheSameWay();
    void whatNeverEndsRunsOnForABoundedWhile();
    void whatRunsOnIsStopped();
    void serverThatGoesAwayEndsWhatRunsOn();
    void closedRunIsToldNoMore();
    void killedServerIsSaidAndReplaced();
    void endsWithItsServersInTheMiddleOfWork();
};

void TestStepSession::localVariablesAreThoseOfTheStep()
{
    Heard heard;
    const int run = heard.open(u"stock-lost-update"_qs);
    QVERIFY(heard.hears(1));
    for (const QString &step : {u"A1"_qs, u"B1"_qs, u"A2"_qs}) {
        const auto before = heard.told.size();
        heard.session.step(run, stepOf(step));
        QVERIFY(heard.hears(before + 1));
    }
    const QList<QByteArrayList> expected{
        {}, {"A stock=2"}, {"A stock=2", "B stock=2"}, {"B stock=2"}};
    for (int step = 0; step < 4; ++step)
        QCOMPARE(variablesAt(*heard.runs[run], step), expected[step]);
    // Another way, and the same one taken at once.
    const int fork = heard.fork(run, 1);
    QVERIFY(heard.hears(5));
    heard.session.step(fork, stepOf(u"A2"_qs));
    QVERIFY(heard.hears(6));
    QCOMPARE(variablesAt(*heard.runs[fork], 1), expected[1]);
    QCOMPARE(variablesAt(*heard.runs[fork], 2), QByteArrayList());
    const int whole = heard.open(u"stock-lost-update"_qs, u"A1 B1 A2"_qs);
    QVERIFY(heard.hears(7));
    for (int step = 0; step < 4; ++step)
        QCOMPARE(variablesAt(*heard.runs[whole], step), expected[step]);
}

void TestStepSession::showsEachStepAndWhatMayFollow()
{
    Heard heard;
    const int run = heard.open(u"lock-lease-expires"_s);
    QVERIFY(heard.hears(1));
    QVERIFY(heard.runs.contains(run));
    const StepAhead *first = ahead(*heard.runs[run], u"B1"_s);
    QVERIFY(first);
    QVERIFY(first->isPossible());
    QCOMPARE(first->client, 1);
    QCOMPARE(first->command, "SET lock B-1 NX PX 30000");
    QVERIFY(first->line > 0);

    heard.session.step(run, stepOf(u"A1"_s));
    heard.session.step(run, stepOf(u"A2"_s));
    heard.session.step(run, stepOf(u"T"_s));
    QVERIFY(heard.hears(4));
    const SteppedRun &now = *heard.runs[run];
    QCOMPARE(traceText(now.trace), u"A1 A2 T"_s);
    QCOMPARE(now.steps.size(), size_t(3));
    QCOMPARE(now.steps[0].reply, "OK");
    QCOMPARE(now.steps[0].keys.size(), size_t(1));
    QCOMPARE(now.steps[0].keys[0].key, "lock");
    QCOMPARE(now.steps[0].keys[0].before, "");
    QCOMPARE(now.steps[0].keys[0].after, "A-1");
    QVERIFY(now.steps[0].keys[0].ttlAfter == std::chrono::seconds(30));
    QCOMPARE(now.steps[1].command, "GET stock");
    QVERIFY(now.steps[1].keys.empty());
    QCOMPARE(now.steps[2].keys[0].before, "A-1");
    QCOMPARE(now.steps[2].keys[0].after, "");
    QCOMPARE(now.steps[1].operation, 1U);
    QCOMPARE(now.steps[2].operation, none);
    QCOMPARE(now.ending, Ending::Open);
    QVERIFY(now.server.startsWith("redis ") || now.server.startsWith("valkey "));
    QCOMPARE(ahead(now, u"T"_s)->blockedBy, BlockedBy::NoDeadline);
    QCOMPARE(ahead(now, u"X(A)"_s)->blockedBy, BlockedBy::Budget);
    QVERIFY(ahead(now, u"A3"_s)->isPossible());
}

void TestStepSession::writesValuesOfAllTypes()
{
    const auto scenario =
        scenarioFromText("return { id = \"own\", family = \"lock\", title = { en = \"t\" },"
                         "lesson = { en = \"l\" }, params = { clients = 1 }, keys = { \"k:*\" },"
                         "client = function()"
                         "  redis.call(\"HSET\", \"k:h\", \"b\", \"2\", \"a\", \"1\")"
                         "  redis.call(\"RPUSH\", \"k:l\", \"z\", \"y\")"
                         "  redis.call(\"SADD\", \"k:s\", \"z\", \"y\")"
                         "  redis.call(\"ZADD\", \"k:z\", 2, \"n\", 1, \"m\")"
                         "  redis.call(\"SET\", \"k:e\", \"\")"
                         "  redis.call(\"SET\", \"k:t\", string.rep(\"x\", 1000))"
                         "  redis.call(\"DEL\", \"k:l\")"
                         " end, always = { count_at_most(\"none\", 1) } }",
            u"own.lua"_s);
    QVERIFY2(scenario, scenario ? "" : qPrintable(scenario.error().detail));
    Heard heard;
    const int run = heard.open(*scenario, optionsOf(**scenario), u"A1 A2 A3 A4 A5 A6 A7"_s);
    QVERIFY(heard.hears(1));
    QVERIFY(heard.runs.contains(run));
    QByteArrayList texts;
    for (const StepTaken &each : heard.runs[run]->steps)
        texts << each.keys.at(0).before + '>' + each.keys.at(0).after;
    QCOMPARE(texts.at(0), ">{a: 1, b: 2}");
    QCOMPARE(texts.at(1), ">[z, y]");
    QCOMPARE(texts.at(2), ">{y, z}");
    QCOMPARE(texts.at(3), ">{m: 1, n: 2}");
    QCOMPARE(texts.at(4), ">\"\"");
    QVERIFY(texts.at(5).size() < 300);
    QVERIFY(texts.at(5).endsWith("x…"));
    QCOMPARE(texts.at(6), "[z, y]>");
}

void TestStepSession::undoesWithoutEndAndTakesOnceMore()
{
    Heard heard;
    const int run = heard.open(u"lock-lease-expires"_s, u"A1 B0"_s);
    QVERIFY(heard.hears(1));
    QCOMPARE(ahead(*heard.runs[run], u"B0'"_s)->blockedBy, BlockedBy::KeyExists);
    QCOMPARE(ahead(*heard.runs[run], u"B0'"_s)->awaited, "lock");
    const QStringList expected{u"A1"_s, {}, {}, u"A1"_s, u"A1 B0"_s, u"A1 B0"_s};
    const QList<int> undone{1, 2, 2, 1, 0, 0};
    for (qsizetype i = 0; i < expected.size(); ++i) {
        if (i < 3)
            heard.session.undo(run);
        else
            heard.session.redo(run);
        QVERIFY(heard.hears(i + 2));
        QCOMPARE(traceText(heard.runs[run]->trace), expected[i]);
        QCOMPARE(heard.runs[run]->undone, undone[i]);
    }
    QVERIFY(heard.errors.empty());
}

void TestStepSession::anotherStepForgetsWhatWasUndone()
{
    Heard heard;
    const int run = heard.open(u"counter-get-set"_s, u"A1 A2"_s);
    heard.session.undo(run);
    heard.session.undo(run);
    heard.session.step(run, stepOf(u"A1"_s)); // the same one: nothing is forgotten
    QVERIFY(heard.hears(4));
    QCOMPARE(heard.runs[run]->undone, 1);
    heard.session.step(run, stepOf(u"B1"_s));
    heard.session.redo(run);
    QVERIFY(heard.hears(6));
    QCOMPARE(heard.runs[run]->undone, 0);
    QCOMPARE(traceText(heard.runs[run]->trace), u"A1 B1"_s);
}

void TestStepSession::forkLeavesItsRunAsItWas()
{
    Heard heard;
    const int run = heard.open(u"counter-get-set"_s, u"A1 A2 B1"_s);
    const int fork = heard.fork(run, 1);
    heard.session.step(fork, stepOf(u"B1"_s));
    heard.session.step(run, stepOf(u"B2"_s));
    heard.session.step(fork, stepOf(u"B2"_s));
    QVERIFY(heard.hears(5));
    QCOMPARE(heard.told, QList<int>({run, fork, fork, run, fork}));
    QCOMPARE(traceText(heard.runs[run]->trace), u"A1 A2 B1 B2"_s);
    QCOMPARE(traceText(heard.runs[fork]->trace), u"A1 B1 B2"_s);
    QCOMPARE(heard.runs[run]->steps.back().keys.front().after, "2");
    QCOMPARE(heard.runs[fork]->steps.back().keys.front().after, "1");
}

void TestStepSession::runsThatDifferInNothingShareTheirServer()
{
    Heard heard;
    const int run = heard.open(u"counter-get-set"_s);
    const int same = heard.open(u"counter-get-set"_s, u"A1"_s);
    const ScenarioPtr scenario = scenarioOf(u"counter-get-set"_s);
    ExploreOptions options = optionsOf(*scenario);
    options.settings["clients"] = 3;
    const int other = heard.open(scenario, options);
    QVERIFY(heard.hears(3));
    QCOMPARE(heard.session.serverProcess(run), heard.session.serverProcess(same));
    QVERIFY(heard.session.serverProcess(run) != heard.session.serverProcess(other));
}

void TestStepSession::traceThatDoesNotFitStaysBeforeTheStep()
{
    Heard heard;
    const int run = heard.open(u"lock-lease-expires"_s, u"A1 B0 B1 A2"_s);
    QVERIFY(heard.hears(2));
    QCOMPARE(heard.told, QList<int>({run, -run}));
    QCOMPARE(traceText(heard.runs[run]->trace), u"A1 B0"_s);
    QCOMPARE(heard.errors[run].code, ErrorCode::BadInput);
    QCOMPARE(heard.errors[run].detail,
        u"Step 3 of the trace, B1: B1 cannot be taken now. Possible: A2 T."_s);
    heard.session.step(run, stepOf(u"A2"_s));
    QVERIFY(heard.hears(3));
    QCOMPARE(traceText(heard.runs[run]->trace), u"A1 B0 A2"_s);
}

void TestStepSession::stepThatIsNotPossibleChangesNothing()
{
    Heard heard;
    const int run = heard.open(u"lock-lease-expires"_s, u"A1"_s);
    for (const QString &step : {u"B2"_s, u"A7"_s, u"Z1"_s, u"X(A)"_s, u"N(3)"_s, u"A~1"_s})
        heard.session.step(run, stepOf(step));
    heard.session.step(run, stepOf(u"A2"_s));
    QVERIFY(heard.hears(8));
    QCOMPARE(heard.told, QList<int>({run, -run, -run, -run, -run, -run, -run, run}));
    QCOMPARE(traceText(heard.runs[run]->trace), u"A1 A2"_s);
}

void TestStepSession::tellsWhatProvesAViolation_data()
{
    QTest::addColumn<QString>("id");
    for (const char *const id : {"lock-lease-expires", "stock-read-then-write", "stock-lost-update",
             "lock-check-then-delete", "lock-watchdog-set-xx", "bounded-check-then-incr",
             "stock-check-then-decr", "limit-incr-then-expire", "limit-fixed-window",
             "fence-separate-incr", "wakeup-lost", "counter-get-set", "submit-once-lock"})
        QTest::newRow(id) << QString::fromLatin1(id);
}

void TestStepSession::tellsWhatProvesAViolation()
{
    QFETCH(QString, id);
    const ScenarioPtr scenario = scenarioOf(id);
    const auto found = explored(scenario);
    QVERIFY2(found, qPrintable(why(found)));
    QCOMPARE(found->verdict, CheckOutcome::Violated);
    Heard heard;
    qsizetype calls = 0;
    for (size_t i = 0; i < found->checks.size(); ++i) {
        if (!found->checks[i].counterexample)
            continue;
        const Trace &trace = found->checks[i].counterexample->trace;
        const int run = heard.open(scenario, optionsOf(*scenario), traceText(trace));
        const int before = heard.fork(run, int(trace.size()) - 1);
        QVERIFY(heard.hears(calls += 2));
        QVERIFY(heard.errors.empty());
        const CheckResult &result = heard.runs[run]->round->results[i];
        QCOMPARE(result.outcome, CheckOutcome::Violated);
        QVERIFY(result.first);
        QVERIFY2(proves(result), result.check.words);
        QCOMPARE((result.first->at + 999'999'999) / 1'000'000'000, qint64(trace.size()));
        QCOMPARE(heard.runs[run]->firstViolation(quint32(1) << i), int(trace.size()));
        QVERIFY(heard.runs[before]->round->results[i].outcome != CheckOutcome::Violated);
        QVERIFY(!heard.runs[before]->firstViolation(quint32(1) << i));
    }
    QVERIFY(calls > 0);
}

void TestStepSession::finalCheckIsUndecidedUntilTheEnd()
{
    Heard heard;
    const int run = heard.open(u"counter-get-set"_s, u"A1 A2 B1"_s);
    QVERIFY(heard.hears(1));
    QCOMPARE(heard.runs[run]->round->results[0].outcome, CheckOutcome::Undecided);
    heard.session.step(run, stepOf(u"B2"_s));
    QVERIFY(heard.hears(2));
    QCOMPARE(heard.runs[run]->ending, Ending::Complete);
    QCOMPARE(heard.runs[run]->round->results[0].outcome, CheckOutcome::Holds);
}

void TestStepSession::settingsOutOfRangeAreRefused()
{
    Heard heard;
    const ScenarioPtr scenario = scenarioOf(u"counter-get-set"_s);
    ExploreOptions options = optionsOf(*scenario);
    options.settings["clients"] = 1'000'000'000;
    const int run = heard.open(scenario, options);
    QVERIFY(heard.hears(1));
    QCOMPARE(heard.told, QList<int>({-run}));
    QCOMPARE(heard.errors[run].code, ErrorCode::BadInput);
}

void TestStepSession::runThatCouldNotBeOpenedIsNamed()
{
    Heard heard;
    const ScenarioPtr scenario = scenarioOf(u"counter-get-set"_s);
    ExploreOptions options = optionsOf(*scenario);
    options.bounds.time = 1000;
    const int run = heard.open(scenario, options);
    heard.session.step(run, stepOf(u"A1"_s));
    const int fork = heard.fork(run, 0);
    QVERIFY(heard.hears(3));
    QCOMPARE(heard.told, QList<int>({-run, -run, -fork}));
    QCOMPARE(heard.errors[fork].detail, u"there is no run %1"_s.arg(run));
}

void TestStepSession::runsOnUntilACheckIsViolated()
{
    Heard heard;
    int broken = 0;
    for (quint32 seed = 1; seed <= 20; ++seed) {
        const int run = heard.open(u"stock-read-then-write"_s);
        heard.session.runOn(run, seed);
        QVERIFY(heard.hears(heard.last * 2));
        const SteppedRun &now = *heard.runs[run];
        if (now.ending == Ending::Complete && !now.firstViolation())
            continue;
        QCOMPARE(now.firstViolation(), int(now.steps.size())); // and no step further
        ++broken;
    }
    QVERIFY(broken > 0);
    QVERIFY(heard.errors.empty());
}

void TestStepSession::sameSeedGoesTheSameWay()
{
    Heard heard;
    QStringList ways;
    for (const quint32 seed : {7U, 7U, 8U, 9U, 10U}) {
        const int run = heard.open(u"lock-lease-expires"_s);
        heard.session.runOn(run, seed);
        QVERIFY(heard.hears(heard.last * 2));
        ways << traceText(heard.runs[run]->trace);
    }
    QCOMPARE(ways.at(0), ways.at(1));
    QVERIFY(ways.at(2) != ways.at(0) || ways.at(3) != ways.at(0) || ways.at(4) != ways.at(0));
}

void TestStepSession::whatNeverEndsRunsOnForABoundedWhile()
{
    Heard heard;
    const auto scenario = endless();
    QVERIFY2(scenario, scenario ? "" : qPrintable(scenario.error().detail));
    const int run = heard.open(*scenario, optionsOf(**scenario));
    heard.session.runOn(run, 1);
    QVERIFY(heard.hears(2));
    QCOMPARE(int(heard.runs[run]->steps.size()), RandomStepper::mostSteps);
    QCOMPARE(heard.runs[run]->ending, Ending::Open);
    const QList<int> seen = heard.seen; // each time an eighth longer, or it would be told too often
    QVERIFY2(seen.size() > 10 && seen.size() < 80, qPrintable(QString::number(seen.size())));
    for (qsizetype i = 1; i < seen.size(); ++i)
        QVERIFY(seen[i] > seen[i - 1]);
}

void TestStepSession::whatRunsOnIsStopped()
{
    Heard heard;
    const auto scenario = endless();
    const int run = heard.open(*scenario, optionsOf(**scenario));
    QVERIFY(heard.hears(1));
    int before = 0;
    int after = RandomStepper::mostSteps;
    qsizetype told = 1;
    while (after - before >= RandomStepper::mostSteps
        && told < 6) { // it may be over before we stop it
        before = int(heard.runs[run]->steps.size());
        heard.session.runOn(run, 1);
        heard.session.stop(run); // before it has begun, perhaps
        QVERIFY(heard.hears(++told));
        after = int(heard.runs[run]->steps.size());
    }
    QVERIFY(after - before < RandomStepper::mostSteps);
    heard.session.runOn(run, 1); // what was stopped is not what comes after it
    QVERIFY(heard.hears(++told));
    QVERIFY(int(heard.runs[run]->steps.size()) >= after + RandomStepper::mostSteps);
    heard.session.stop(run);
    heard.session.stop(1000);
    heard.session.step(run, heard.runs[run]->ahead.front().step);
    QVERIFY(heard.hears(++told));
}

void TestStepSession::serverThatGoesAwayEndsWhatRunsOn()
{
    Heard heard;
    const auto scenario = endless();
    const int run = heard.open(*scenario, optionsOf(**scenario));
    QVERIFY(heard.hears(1));
    QCOMPARE(::kill(pid_t(heard.session.serverProcess(run)), SIGKILL), 0);
    heard.session.runOn(run, 1);
    QVERIFY(heard.hears(2));
    QCOMPARE(heard.told.last(), -run);
    heard.session.runOn(run, 1); // on a new server
    QVERIFY(heard.hears(3));
    QCOMPARE(heard.told.last(), run);
    QVERIFY(int(heard.runs[run]->steps.size()) >= RandomStepper::mostSteps);
}

void TestStepSession::closedRunIsToldNoMore()
{
    Heard heard;
    const int run = heard.open(u"counter-get-set"_s);
    heard.session.step(run, stepOf(u"A1"_s));
    heard.session.close(run);
    const int other = heard.open(u"counter-get-set"_s);
    QVERIFY(heard.hears(1));
    QCOMPARE(heard.told, QList<int>({other}));
    QCOMPARE(heard.session.serverProcess(run), 0);
}

void TestStepSession::killedServerIsSaidAndReplaced()
{
    Heard heard;
    const int run = heard.open(u"counter-get-set"_s, u"A1 A2"_s);
    const int fork = heard.fork(run, 1);
    QVERIFY(heard.hears(2));
    const qint64 server = heard.session.serverProcess(run);
    QCOMPARE(::kill(pid_t(server), SIGKILL), 0);
    heard.session.step(run, stepOf(u"B1"_s));
    QVERIFY(heard.hears(3));
    QCOMPARE(heard.told.last(), -run);
    QVERIFY(heard.errors[run].code == ErrorCode::ConnectionLost
        || heard.errors[run].code == ErrorCode::ConnectionRefused);
    QVERIFY(!heard.errors[run].mayHaveRun);
    QCOMPARE(traceText(heard.runs[run]->trace), u"A1 A2"_s);

    heard.session.step(run, stepOf(u"B1"_s));
    heard.session.undo(fork);
    QVERIFY(heard.hears(5));
    QCOMPARE(heard.told.mid(3), QList<int>({run, fork}));
    QCOMPARE(traceText(heard.runs[run]->trace), u"A1 A2 B1"_s);
    QCOMPARE(heard.runs[run]->steps.back().reply, "1");
    QVERIFY(heard.runs[fork]->trace.empty());
    QVERIFY(heard.session.serverProcess(run) != server);
    QCOMPARE(heard.session.serverProcess(run), heard.session.serverProcess(fork));
}

void TestStepSession::endsWithItsServersInTheMiddleOfWork()
{
    qint64 server = 0;
    {
        Heard heard;
        const int run = heard.open(u"counter-get-set"_s, u"A1"_s);
        QVERIFY(heard.hears(1));
        server = heard.session.serverProcess(run);
        QVERIFY(isAlive(server));
        for (int i = 0; i < 10'000; ++i) {
            heard.session.step(run, stepOf(u"A2"_s));
            heard.session.undo(run);
        }
        heard.open(u"redlock"_s);
    }
    QVERIFY(QTest::qWaitFor([&] { return !isAlive(server); }, limit));
}

QTEST_GUILESS_MAIN(TestStepSession)
#include "tst_stepsession.moc"
