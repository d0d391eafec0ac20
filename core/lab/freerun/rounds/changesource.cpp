#include "core/lab/freerun/rounds/changesource.h"

#include "core/lab/freerun/rounds/monitoredchanges.h"
#include "core/lab/freerun/rounds/sampledchanges.h"

namespace lockstep {

std::unique_ptr<ChangeSource> ChangeSource::make(RunContext &context, const Keys &keys,
    const std::optional<Endpoint> &scratch, std::function<bool()> hasFailed)
{
    if (scratch)
        return std::make_unique<MonitoredChanges>(
            context, keys.prefix, keys.names, *scratch, std::move(hasFailed));
    return std::make_unique<SampledChanges>(context, keys, std::move(hasFailed));
}

} // namespace lockstep
