#include "core/lab/stepsession.h"

#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr int limit = 30'000; // ms

ScenarioPtr scenarioOf(const QString &id)
{
    return *findScenario(id);
}

ExploreOptions optionsOf(const ScenarioPtr &scenario)
{
    ExploreOptions options;
    options.settings = scenario->defaults();
    options.bounds = scenario->bounds;
    options.assumptions = scenario->assumptions;
    return options;
}

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
        return open(scenario, optionsOf(scenario), trace);
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
    std::map<int, SteppedRunPtr> runs;
    std::map<int, Error> errors;
};

const StepAhead *ahead(const SteppedRun &run, const QString &step)
{
    const auto found = std::find_if(run.ahead.begin(), run.ahead.end(),
        [&](const StepAhead &each) { return traceWord(each.step) == step; });
    return found == run.ahead.end() ? nullptr : &*found;
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
    void showsEachStepAndWhatMayFollow();
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
    void closedRunIsToldNoMore();
    void killedServerIsSaidAndReplaced();
    void endsWithItsServersInTheMiddleOfWork();
};

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
    QCOMPARE(now.steps[0].keys[0].ttlAfter, 30000);
    QCOMPARE(now.steps[1].command, "GET stock");
    QVERIFY(now.steps[1].keys.empty());
    QCOMPARE(now.steps[2].keys[0].before, "A-1");
    QCOMPARE(now.steps[2].keys[0].after, "");
    QCOMPARE(now.steps[1].operation, 1U);
    QCOMPARE(now.steps[2].operation, none);
    QCOMPARE(now.ending, Ending::Open);
    QVERIFY(now.server.startsWith("redis ") || now.server.startsWith("valkey "));
    QCOMPARE(ahead(now, u"T"_s)->hindrance, Hindrance::NoDeadline);
    QCOMPARE(ahead(now, u"X(A)"_s)->hindrance, Hindrance::Budget);
    QVERIFY(ahead(now, u"A3"_s)->isPossible());
}

void TestStepSession::undoesWithoutEndAndTakesOnceMore()
{
    Heard heard;
    const int run = heard.open(u"lock-lease-expires"_s, u"A1 A2"_s);
    QVERIFY(heard.hears(1));
    QCOMPARE(ahead(*heard.runs[run], u"B1"_s)->hindrance, Hindrance::KeyExists);
    QCOMPARE(ahead(*heard.runs[run], u"B1"_s)->awaited, "lock");
    const QStringList expected{u"A1"_s, {}, {}, u"A1"_s, u"A1 A2"_s, u"A1 A2"_s};
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
    ExploreOptions options = optionsOf(scenario);
    options.settings["clients"] = 3;
    const int other = heard.open(scenario, options);
    QVERIFY(heard.hears(3));
    QCOMPARE(heard.session.serverProcess(run), heard.session.serverProcess(same));
    QVERIFY(heard.session.serverProcess(run) != heard.session.serverProcess(other));
}

void TestStepSession::traceThatDoesNotFitStaysBeforeTheStep()
{
    Heard heard;
    const int run = heard.open(u"lock-lease-expires"_s, u"A1 B1 A2"_s);
    QVERIFY(heard.hears(2));
    QCOMPARE(heard.told, QList<int>({run, -run}));
    QCOMPARE(traceText(heard.runs[run]->trace), u"A1"_s);
    QCOMPARE(heard.errors[run].code, ErrorCode::BadInput);
    QCOMPARE(heard.errors[run].detail,
        u"Step 2 of the trace, B1: B1 cannot be taken: not now, it waits until the key lock is "
        "gone. Possible: A2 T."_s);
    heard.session.step(run, stepOf(u"A2"_s));
    QVERIFY(heard.hears(3));
    QCOMPARE(traceText(heard.runs[run]->trace), u"A1 A2"_s);
}

void TestStepSession::stepThatIsNotPossibleChangesNothing()
{
    Heard heard;
    const int run = heard.open(u"lock-lease-expires"_s, u"A1"_s);
    for (const QString &step : {u"B1"_s, u"A7"_s, u"Z1"_s, u"X(A)"_s, u"N(3)"_s, u"A~1"_s})
        heard.session.step(run, stepOf(step));
    heard.session.step(run, stepOf(u"A2"_s));
    QVERIFY(heard.hears(8));
    QCOMPARE(heard.told, QList<int>({run, -run, -run, -run, -run, -run, -run, run}));
    QCOMPARE(traceText(heard.runs[run]->trace), u"A1 A2"_s);
}

void TestStepSession::tellsWhatProvesAViolation_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("trace");
    QTest::addColumn<int>("check");
    QTest::addColumn<int>("step");
    QTest::addColumn<qint64>("actual");
    QTest::addColumn<QList<quint32>>("clients");
    const auto row = [](const char *id, const char *trace, int check, int step, qint64 actual,
                         const QList<quint32> &clients) {
        QTest::newRow(id) << QString::fromLatin1(id) << QString::fromLatin1(trace) << check << step
                          << actual << clients;
    };
    row("lock-lease-expires", "A1 T B1", 0, 3, 2, {0, 1});
}

void TestStepSession::tellsWhatProvesAViolation()
{
    QFETCH(QString, id);
    QFETCH(QString, trace);
    QFETCH(int, check);
    QFETCH(int, step);
    QFETCH(qint64, actual);
    QFETCH(QList<quint32>, clients);
    Heard heard;
    const int run = heard.open(id, trace);
    QVERIFY(heard.hears(1));
    QVERIFY2(!heard.errors.contains(run), qPrintable(heard.errors[run].detail));
    const CheckResult &result = heard.runs[run]->results.at(size_t(check));
    QCOMPARE(result.outcome, CheckResult::Outcome::Violated);
    QVERIFY(result.first);
    QCOMPARE((result.first->at + 999'999'999) / 1'000'000'000, step);
    QCOMPARE(result.first->actual, actual);
    QCOMPARE(result.first->clients, clients);
    // Before that step it held.
    const int before = heard.fork(run, step - 1);
    QVERIFY(heard.hears(2));
    QVERIFY(
        heard.runs[before]->results.at(size_t(check)).outcome != CheckResult::Outcome::Violated);
}

void TestStepSession::finalCheckIsUndecidedUntilTheEnd()
{
    Heard heard;
    const int run = heard.open(u"counter-get-set"_s, u"A1 A2 B1"_s);
    QVERIFY(heard.hears(1));
    QCOMPARE(heard.runs[run]->results[0].outcome, CheckResult::Outcome::Undecided);
    heard.session.step(run, stepOf(u"B2"_s));
    QVERIFY(heard.hears(2));
    QCOMPARE(heard.runs[run]->ending, Ending::Complete);
    QCOMPARE(heard.runs[run]->results[0].outcome, CheckResult::Outcome::Holds);
}

void TestStepSession::settingsOutOfRangeAreRefused()
{
    Heard heard;
    const ScenarioPtr scenario = scenarioOf(u"counter-get-set"_s);
    ExploreOptions options = optionsOf(scenario);
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
    ExploreOptions options = optionsOf(scenario);
    options.bounds.time = 1000;
    const int run = heard.open(scenario, options);
    heard.session.step(run, stepOf(u"A1"_s));
    const int fork = heard.fork(run, 0);
    QVERIFY(heard.hears(3));
    QCOMPARE(heard.told, QList<int>({-run, -run, -fork}));
    QCOMPARE(heard.errors[fork].detail, u"there is no run %1"_s.arg(run));
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
