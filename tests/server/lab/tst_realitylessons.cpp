// Every lesson is played freely, few clients with its own faults, and what is certainly violated
// there is violated in some interleaving that exploring finds: within the lesson's own bounds, or
// where the free run went beyond them, within those of what befell it.

#include "core/lab/freerun/rounds/freerunsession.h"
#include "core/lab/loader/scenariofile.h"
#include "realitycheck.h"
#include "tests/server/lab/exploring.h"
#include "tests/support/sanitized.h"

#include <QEventLoop>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr int rounds = isSanitized() ? 40 : 200; // slower by several times, and no other truth
constexpr int together = 10; // runs that share the rounds; they mostly wait

// The clients and amounts of an exploration, with the durations of a free run.
RunOptions smallRun(const Scenario &scenario)
{
    RunOptions options = RunOptions::of(scenario);
    for (const Parameter &each : scenario.parameters) {
        if (each.unit != "ms")
            options.settings[each.name] = each.value;
    }
    options.rounds = rounds / together;
    options.repeats = 1;
    // Few clients send few commands: faults that are rare among many come often here.
    if (options.crash.probability > 0)
        options.crash.probability = 0.1;
    if (options.pause.probability > 0)
        options.pause.probability = 0.1;
    options.roundLimit = std::chrono::seconds(1);
    return options;
}

struct Played
{
    std::map<int, int> violated; // check by its place: how many rounds
    int rounds = 0;
    QString failure;
};

Played played(const ScenarioPtr &scenario)
{
    Played all;
    QEventLoop loop;
    int running = 0;
    std::vector<std::unique_ptr<FreeRunSession>> runs;
    const auto over = [&](const QString &failure) {
        if (all.failure.isEmpty())
            all.failure = failure;
        if (--running == 0)
            loop.quit();
    };
    for (int i = 0; i < together; ++i) {
        RunOptions options = smallRun(*scenario);
        options.seed = quint64(i + 1);
        runs.push_back(std::make_unique<FreeRunSession>(scenario, options, RunTarget()));
        QObject::connect(
            runs.back().get(), &FreeRunSession::finished, &loop, [&](const RunPtr &run) {
                all.rounds += int(run->history.rounds.size());
                for (size_t check = 0; check < run->results.size(); ++check)
                    all.violated[int(check)] += run->results[check].violatedRounds;
                over(run->mistake);
            });
        QObject::connect(runs.back().get(), &FreeRunSession::failed, &loop,
            [&](const Error &error) { over(error.detail); });
        if (const auto started = runs.back()->start(); !started)
            return {{}, 0, started.error().detail};
        ++running;
    }
    loop.exec();
    return all;
}

// From the lesson's own bounds to larger ones.
std::vector<ExploreOptions> attempts(const ScenarioPtr &scenario)
{
    const RunOptions run = smallRun(*scenario);
    ExploreOptions options = optionsOf(*scenario);
    options.settings = run.settings;
    std::vector<ExploreOptions> all{options};
    options.assumptions.clear(); // a free run keeps none
    all.push_back(options);
    if (run.crash.probability > 0) {
        options.bounds.crashes = std::max(options.bounds.crashes, 1);
        all.push_back(options);
    }
    for (int more = 0; more < 2; ++more) {
        ++options.bounds.time;
        all.push_back(options);
    }
    return all;
}

} // namespace

class TestRealityLessons : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsSeenIsFound_data();
    void whatIsSeenIsFound();
};

void TestRealityLessons::whatIsSeenIsFound_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const ScenarioPtr &scenario : shippedScenarios())
        QTest::addRow("%s", scenario->id.constData()) << scenario->id;
}

void TestRealityLessons::whatIsSeenIsFound()
{
    QFETCH(QByteArray, id);
    const ScenarioPtr scenario = *findScenario(QString::fromUtf8(id));
    Played seen = played(scenario);
    QVERIFY2(seen.failure.isEmpty(), qPrintable(seen.failure));
    QCOMPARE(seen.rounds, rounds);
    std::erase_if(seen.violated, [](const auto &each) { return each.second == 0; });
    QStringList tried;
    for (const ExploreOptions &options : attempts(scenario)) {
        if (seen.violated.empty())
            return;
        const auto found = exploredIfSmall(scenario, options);
        QVERIFY2(found, qPrintable(why(found)));
        if (!*found)
            continue; // the next one is no smaller, but may be found in by its first violation
        tried << countsOf(**found);
        std::erase_if(seen.violated, [&](const auto &each) {
            return (*found)->checks[size_t(each.first)].verdict == CheckOutcome::Violated;
        });
    }
    for (const auto &[check, count] : seen.violated)
        QFAIL(qPrintable(u"%1: seen in %2 rounds; %3"_s
                             .arg(QString::fromUtf8(scenario->checks[size_t(check)].words))
                             .arg(count)
                             .arg(tried.join(u", "_s))));
}

QTEST_GUILESS_MAIN(TestRealityLessons)
#include "tst_realitylessons.moc"
