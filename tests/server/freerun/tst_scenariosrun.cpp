// Every lesson, run for real. Two things are asked of each: that it runs, with few and with many
// clients, without a mistake and without an error that its lesson does not announce; and that what
// is known of it shows. What is known is what exploring finds without a fault (no crash, no pause),
// and without a step that a free run cannot make on purpose.

#include "core/lab/freerun/rounds/freerunsession.h"
#include "core/lab/loader/scenariofile.h"

#include <QEventLoop>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

// Hold in all interleavings that were looked at.
const QList<QByteArray> rightOnes{"counter-incr", "stock-watch", "stock-script", "limit-script",
    "limit-multi", "limit-visits", "limit-sliding-log", "bounded-script", "lock-set-nx-px",
    "lock-reentrant", "fence-in-script"};

// Broken by the order of commands alone, or by time that passes. Not limit-window-from-first: it
// takes a crowd late in a window and another early in the next, so clients have to pause.
const QList<QByteArray> wrongOnes{"counter-get-set", "counter-try-lock", "counter-script-in-script",
    "submit-once-lock", "stock-read-then-write", "stock-lost-update", "stock-local-mutex",
    "stock-check-then-decr", "stock-decr-compensate", "limit-per-second-key",
    "limit-check-then-incr", "limit-get-then-incr", "limit-list", "limit-compensate",
    "limit-fixed-window", "limit-sliding-log-separate", "bounded-check-then-incr",
    "bounded-decr-below-zero", "bounded-ambiguous-reply", "bounded-expiry", "bounded-late-result",
    "wakeup-lost"};

constexpr int knownRounds = 200;

struct Outcome
{
    RunPtr run;
    QString failure; // why there is no run
};

// stopWhenViolated: the first round that proves it is enough.
Outcome outcomeOf(const ScenarioPtr &scenario, const RunOptions &options, bool stopWhenViolated)
{
    Outcome outcome;
    FreeRunSession run(scenario, options, RunTarget());
    QEventLoop loop;
    QObject::connect(&run, &FreeRunSession::finished, &loop, [&](const RunPtr &finished) {
        outcome.run = finished;
        loop.quit();
    });
    QObject::connect(&run, &FreeRunSession::failed, &loop, [&](const Error &error) {
        outcome.failure = error.detail;
        loop.quit();
    });
    QObject::connect(&run, &FreeRunSession::progressed, &loop, [&](const RunProgress &progress) {
        if (stopWhenViolated && progress.violatedRounds > 0)
            run.stop();
    });
    const auto started = run.start();
    if (!started)
        return {nullptr, started.error().detail};
    loop.exec();
    return outcome;
}

// Errors of the server that the lesson does not quote: by their code, or the word after ERR.
QStringList unannouncedErrors(const Run &run)
{
    QStringList found;
    for (const Operation &operation : run.history.operations) {
        const QString reply = QString::fromUtf8(run.history.texts[operation.reply].toByteArray());
        if (!reply.startsWith("(error) "_L1))
            continue;
        const QString beginning =
            reply.section(u' ', 0, reply.startsWith("(error) ERR "_L1) ? 2 : 1);
        if (!run.scenario->lesson.en.contains(beginning) && !found.contains(reply))
            found.append(reply);
    }
    return found;
}

QString namesOfViolated(const Run &run)
{
    QStringList names;
    for (const CheckResult &result : run.results) {
        if (result.violatedRounds > 0)
            names.append(u"%1 in %2 rounds: %3"_s.arg(QString::fromUtf8(result.check.words))
                             .arg(result.violatedRounds)
                             .arg(result.first ? result.first->sentence.en : QString()));
    }
    return names.join("; "_L1);
}

// Short: what takes its time in a lesson is repeated only a few times.
RunOptions shortened(const Scenario &scenario)
{
    RunOptions options = RunOptions::of(scenario);
    options.rounds = 1;
    options.repeats = std::min(options.repeats, 2);
    if (scenario.parameter("requests") != nullptr)
        options.settings["requests"] = std::min<qint64>(options.settings["requests"], 2);
    return options;
}

void setClients(RunOptions &options, const Scenario &scenario, int clients)
{
    for (const char *name : {"clients", "waiters"}) {
        if (scenario.parameter(name) != nullptr)
            options.settings[name] = clients;
    }
    if (clients < 50)
        return;
    options.repeats = 1;
    if (scenario.parameter("busy") != nullptr) // one after the other, for so long
        options.settings["busy"] = std::min<qint64>(options.settings["busy"], 40);
}

RunOptions withoutFaults(RunOptions options)
{
    options.crash = {};
    options.pause = {};
    return options;
}

} // namespace

class TestScenariosRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsWithFewAndWithMany_data();
    void runsWithFewAndWithMany();
    void whatHoldsIsNeverSeenViolated_data();
    void whatHoldsIsNeverSeenViolated();
    void whatIsBrokenIsSeenBroken_data();
    void whatIsBrokenIsSeenBroken();
    void theUsualRunShowsTheLesson_data();
    void theUsualRunShowsTheLesson();
};

void TestScenariosRun::runsWithFewAndWithMany_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<int>("clients");
    for (const ScenarioPtr &scenario : shippedScenarios()) {
        for (const int clients : {2, 5, 50})
            QTest::addRow("%s with %d", scenario->id.constData(), clients)
                << scenario->id << clients;
    }
}

void TestScenariosRun::runsWithFewAndWithMany()
{
    QFETCH(QByteArray, id);
    QFETCH(int, clients);
    const ScenarioPtr scenario = *findScenario(QString::fromUtf8(id));
    RunOptions options = shortened(*scenario);
    setClients(options, *scenario, clients);
    options.roundLimit =
        std::chrono::seconds(3); // a lock nobody gives back is waited for until then
    const Outcome outcome = outcomeOf(scenario, options, false);
    QVERIFY2(outcome.run, qPrintable(outcome.failure));
    QVERIFY2(outcome.run->mistake.isEmpty(), qPrintable(outcome.run->mistake));
    QCOMPARE(qsizetype(outcome.run->history.rounds.size()), 1);
    const auto &incidents = outcome.run->history.incidents;
    const auto crashes = std::count_if(incidents.begin(), incidents.end(),
        [](const Incident &each) { return each.kind == Incident::Kind::Crash; });
    // Where clients crash by chance, all of them may do so before their first command.
    QVERIFY(!outcome.run->history.operations.empty() || crashes == clients);
    QCOMPARE(qsizetype(outcome.run->results.size()), qsizetype(scenario->checks.size()));
    const QStringList errors = unannouncedErrors(*outcome.run);
    QVERIFY2(errors.isEmpty(), qPrintable(errors.join("; "_L1)));
}

void TestScenariosRun::whatHoldsIsNeverSeenViolated_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const QByteArray &id : rightOnes)
        QTest::addRow("%s", id.constData()) << id;
}

void TestScenariosRun::whatHoldsIsNeverSeenViolated()
{
    QFETCH(QByteArray, id);
    const ScenarioPtr scenario = *findScenario(QString::fromUtf8(id));
    RunOptions options = withoutFaults(shortened(*scenario));
    setClients(options, *scenario, 3);
    options.work = {};
    options.rounds = knownRounds;
    const Outcome outcome = outcomeOf(scenario, options, false);
    QVERIFY2(outcome.run, qPrintable(outcome.failure));
    QVERIFY2(outcome.run->mistake.isEmpty(), qPrintable(outcome.run->mistake));
    QCOMPARE(qsizetype(outcome.run->history.rounds.size()), knownRounds);
    QVERIFY2(outcome.run->violatedRounds == 0, qPrintable(namesOfViolated(*outcome.run)));
    for (const CheckResult &result : outcome.run->results)
        QVERIFY(result.outcome != CheckOutcome::NotChecked);
}

void TestScenariosRun::whatIsBrokenIsSeenBroken_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const QByteArray &id : wrongOnes)
        QTest::addRow("%s", id.constData()) << id;
}

void TestScenariosRun::whatIsBrokenIsSeenBroken()
{
    QFETCH(QByteArray, id);
    const ScenarioPtr scenario = *findScenario(QString::fromUtf8(id));
    RunOptions options = withoutFaults(RunOptions::of(*scenario));
    options.rounds = knownRounds;
    const Outcome outcome = outcomeOf(scenario, options, true);
    QVERIFY2(outcome.run, qPrintable(outcome.failure));
    QVERIFY2(outcome.run->mistake.isEmpty(), qPrintable(outcome.run->mistake));
    QVERIFY2(outcome.run->violatedRounds > 0,
        qPrintable(u"not seen in %1 rounds"_s.arg(outcome.run->history.rounds.size())));
}

// With what its file says, nothing set. Of 100 such runs 100 did; a machine that is busy may make
// one fail.
void TestScenariosRun::theUsualRunShowsTheLesson_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const char *id :
        {"stock-check-then-decr", "limit-check-then-incr", "limit-window-from-first"})
        QTest::addRow("%s", id) << QByteArray(id);
}

void TestScenariosRun::theUsualRunShowsTheLesson()
{
    QFETCH(QByteArray, id);
    const ScenarioPtr scenario = *findScenario(QString::fromUtf8(id));
    int seen = 0;
    for (int run = 0; run < 5 && seen == 0; ++run) {
        const Outcome outcome = outcomeOf(scenario, RunOptions::of(*scenario), true);
        QVERIFY2(outcome.run, qPrintable(outcome.failure));
        seen += outcome.run->violatedRounds;
    }
    QVERIFY(seen > 0);
}

QTEST_GUILESS_MAIN(TestScenariosRun)
#include "tst_scenariosrun.moc"
