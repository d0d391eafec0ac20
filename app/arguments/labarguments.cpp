#include "app/arguments/labarguments.h"

#include "core/lab/statespace/state/explorationlimits.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

// Refuses a fault at a line that the file does not have, because it would never happen.
Result<void> checkLine(const Scenario &scenario, const RunOptions::Fault &fault, const char *option)
{
    const bool endsInALine = !scenario.source.endsWith('\n');
    const auto lines = int(scenario.source.count('\n')) + (endsInALine ? 1 : 0);
    if (fault.line <= lines)
        return {};
    return failure(ErrorCode::BadInput,
        QCoreApplication::translate("lockstep::Arguments",
            "%1 line:%2: the file has %3 lines; name one that sends a command.")
            .arg(QLatin1String(option), QString::number(fault.line), QString::number(lines)));
}

} // namespace

Result<RunOptions> LabArguments::optionsFor(const Scenario &of) const
{
    RunOptions options = RunOptions::of(of);
    for (const auto &[name, value] : settings)
        options.settings[name] = value;
    if (const auto possible = checkSettings(of, options.settings); !possible)
        return tl::unexpected(possible.error());
    options.rounds = rounds.value_or(options.rounds);
    options.repeats = repeats.value_or(options.repeats);
    options.seed = seed.value_or(options.seed);
    options.duration = duration ? duration : options.duration;
    options.crash = crash.value_or(options.crash);
    options.pause = pause.value_or(options.pause);
    if (const auto there = checkLine(of, options.crash, "--crash"); !there)
        return tl::unexpected(there.error());
    if (const auto there = checkLine(of, options.pause, "--pause"); !there)
        return tl::unexpected(there.error());
    options.pauseLength = pauseLength.value_or(options.pauseLength);
    options.delay = delay.value_or(options.delay);
    options.work = work.value_or(options.work);
    options.exactOrder = options.exactOrder && !withoutOrder;
    return options;
}

Result<ExploreOptions> LabArguments::explorationOf(const Scenario &of) const
{
    ExploreOptions options = ExploreOptions::of(of);
    for (const auto &[name, value] : settings)
        options.settings[name] = value;
    if (const auto possible = checkSettings(of, options.settings); !possible)
        return tl::unexpected(possible.error());
    for (const auto &[bound, value] : bounds)
        options.bounds.*bound = value;
    if (withoutAssumptions || !assumptions.empty())
        options.assumptions = assumptions;
    if (trace && memoryMB)
        return failure(ErrorCode::BadInput,
            QCoreApplication::translate(
                "lockstep::Arguments", "--memory is for exploring: a trace takes next to none."));
    options.memoryLimit = memoryMB.value_or(0) * 1'000'000;
    if (const auto possible = checkExploreOptions(of, options); !possible)
        return tl::unexpected(possible.error());
    return options;
}

} // namespace lockstep
