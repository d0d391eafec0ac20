#include "core/lab/freerun/rounds/changesource.h"

#include "core/lab/freerun/rounds/monitoredchanges.h"
#include "core/lab/freerun/rounds/sampledchanges.h"

namespace lockstep {

std::unique_ptr<ChangeSource> ChangeSource::make(
    RunContext &context, const Keys &keys, const std::optional<Endpoint> &scratch)
{
    if (scratch)
        return std::make_unique<MonitoredChanges>(context, keys.prefix, keys.names, *scratch);
    return std::make_unique<SampledChanges>(context, keys);
}

} // namespace lockstep
