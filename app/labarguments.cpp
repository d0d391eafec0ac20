#include "app/labarguments.h"

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

} // namespace lockstep
