// Exploring every shipped scenario: with its own bounds, and with each of them raised by one. All
// of it together in under ten minutes, and none ended for want of memory. An argument, an ID: only
// that scenario. --slow: a line for whatever takes longer than 2 s.

#include "core/lab/explore/explorer.h"
#include "core/lab/loader/scenariofile.h"
#include "core/lab/scenario/boundnames.h"
#include "tests/bench/figure.h"

#include <QByteArrayList>
#include <QCoreApplication>

#include <cstdlib>

using namespace lockstep;

namespace {

struct Total
{
    double seconds = 0;
    int explorations = 0;
    int early = 0; // ended before everything was executed
    qint64 mostMemory = 0; // bytes
};

void explore(const ScenarioPtr &scenario, const Bounds &bounds, const char *raised, bool isSlowTold,
    Total *total)
{
    ExploreOptions options;
    options.settings = scenario->defaults();
    options.bounds = bounds;
    options.assumptions = scenario->assumptions;
    const auto found = Explorer(scenario, options).explore();
    if (!found) {
        std::fprintf(stderr, "%s, %s: %s\n", scenario->id.constData(), raised,
            qPrintable(found.error().detail));
        std::exit(1);
    }
    const double seconds = std::chrono::duration<double>(found->took).count();
    total->seconds += seconds;
    ++total->explorations;
    total->early += found->endedEarly() ? 1 : 0;
    total->mostMemory = std::max(total->mostMemory, found->memory);
    if (found->endedEarly() || (isSlowTold && seconds > 2))
        std::fprintf(stderr, "%s, %s: %.1f s, %lld states, %lld MB%s\n", scenario->id.constData(),
            raised, seconds, static_cast<long long>(found->states),
            static_cast<long long>(found->memory / 1'000'000),
            found->outOfMemory        ? ", the memory was used up"
                : found->endedEarly() ? ", ended early"
                                      : "");
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QByteArrayList words(argv + 1, argv + argc);
    const bool isSlowTold = words.contains("--slow");
    Total total;
    for (const ScenarioPtr &scenario : shippedScenarios()) {
        const bool isChosen = words.size() == int(isSlowTold) || words.contains(scenario->id);
        if (!isChosen)
            continue;
        explore(scenario, scenario->bounds, "its own bounds", isSlowTold, &total);
        for (const Bound &bound : allBounds) {
            if (!isPossible(bound, *scenario))
                continue;
            Bounds bounds = scenario->bounds;
            ++(bounds.*bound.value);
            explore(scenario, bounds, bound.json, isSlowTold, &total);
        }
    }
    print({"every lesson explored, and with each bound raised", total.seconds, "s", 600,
        "value <= 600", total.seconds <= 600});
    print({"explorations of lessons", double(total.explorations), "", 0, "", true});
    print({"explorations that ended early", double(total.early), "", 0, "value = 0",
        total.early == 0});
    print({"memory of the largest exploration", double(total.mostMemory) / 1e6, "MB", 0, "", true});
    return 0;
}
