#include "app/labarguments.h"

#include "core/lab/tracebounds.h"

namespace lockstep {

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
    options.pauseLength = pauseLength.value_or(options.pauseLength);
    options.delay = delay.value_or(options.delay);
    options.work = work.value_or(options.work);
    options.exactOrder = options.exactOrder && !withoutOrder;
    return options;
}

Result<ExploreOptions> LabArguments::explorationOf(const Scenario &of) const
{
    ExploreOptions options;
    options.settings = of.defaults();
    for (const auto &[name, value] : settings)
        options.settings[name] = value;
    if (const auto possible = checkSettings(of, options.settings); !possible)
        return tl::unexpected(possible.error());
    options.assumptions = of.assumptions;
    options.bounds = of.bounds;
    options.bounds.time = time.value_or(options.bounds.time);
    options.bounds.crashes = crashes.value_or(options.bounds.crashes);
    options.bounds.pauses = pauses.value_or(options.bounds.pauses);
    if (trace)
        options.bounds = boundsFor(options.bounds, *trace);
    return options;
}

} // namespace lockstep
