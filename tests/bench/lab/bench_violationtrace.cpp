// From a violation of a free run to its trace: trying, leaving out and proving, measured against as
// many plain replays of the trace, each step of them executed.

#include "core/lab/counterexample/violationtrace.h"
#include "core/lab/freerun/rounds/freerunsession.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/step/stepper.h"
#include "core/redis/privateserver/privateserver.h"
#include "tests/bench/figure.h"

#include <QCoreApplication>

#include <chrono>
#include <cstdlib>

using namespace lockstep;

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void giveUp(const QString &why)
{
    std::fprintf(stderr, "%s\n", qPrintable(why));
    std::exit(1);
}

double secondsSince(Clock::time_point begun)
{
    return std::chrono::duration<double>(Clock::now() - begun).count();
}

RunPtr played(const char *id, int rounds)
{
    const auto scenario = findScenario(QString::fromLatin1(id));
    if (!scenario)
        giveUp(scenario.error().detail);
    RunOptions options = RunOptions::of(**scenario);
    options.seed = 7;
    options.rounds = rounds;
    FreeRunSession run(*scenario, options, {});
    RunPtr result;
    QObject::connect(&run, &FreeRunSession::finished, &run, [&](const RunPtr &ended) {
        result = ended;
        QCoreApplication::quit();
    });
    QObject::connect(
        &run, &FreeRunSession::failed, &run, [](const Error &error) { giveUp(error.detail); });
    if (const auto started = run.start(); !started)
        giveUp(started.error().detail);
    QCoreApplication::exec();
    return result;
}

double replays(const TracedViolation &traced, int count, const std::vector<Endpoint> &servers)
{
    auto stepper = Stepper::make(traced.scenario, traced.options, servers);
    if (!stepper)
        giveUp(stepper.error().detail);
    const auto begun = Clock::now();
    for (int i = 0; i < count; ++i) {
        if (const auto done = stepper->replay(traced.trace); !done)
            giveUp(done.error().detail);
    }
    return secondsSince(begun);
}

void measure(const char *name, const char *id, int rounds, const std::vector<Endpoint> &servers)
{
    const RunPtr run = played(id, rounds);
    for (size_t check = 0; check < run->results.size(); ++check) {
        if (run->results[check].outcome != CheckOutcome::Violated)
            continue;
        const auto begun = Clock::now();
        const auto traced = traceViolation(*run, check, {}, servers);
        const double took = secondsSince(begun);
        if (!traced)
            giveUp(traced.error().detail);
        Figure figure{
            name, took, "s", replays(*traced, traced->plays, servers), "ratio <= 10", false};
        figure.holds = figure.ratio() <= 10;
        print(figure);
        return;
    }
    giveUp(QStringLiteral("%1 was not violated").arg(QString::fromLatin1(id)));
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const auto server = PrivateServer::start({.clock = PrivateServer::Clock::StandsStill});
    if (!server)
        giveUp(server.error().detail);
    const std::vector<Endpoint> servers{(*server)->endpoint()};
    measure("a run's violation as a trace, stock-read-then-write, 50 clients",
        "stock-read-then-write", 1, servers);
    measure(
        "the same, lock-lease-expires, 50 clients with pauses", "lock-lease-expires", 5, servers);
    return 0;
}
