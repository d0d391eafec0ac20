#include "core/lab/freerun/rounds/valuesource.h"

#include "core/lab/freerun/rounds/sampledvalues.h"
#include "core/lab/freerun/rounds/tappedvalues.h"

namespace lockstep {

std::unique_ptr<ValueSource> ValueSource::make(RunStage &stage, const Keys &keys,
    const std::optional<Endpoint> &scratch, std::function<bool()> hasFailed)
{
    if (scratch)
        return std::make_unique<TappedValues>(
            stage, keys.prefix, keys.names, *scratch, std::move(hasFailed));
    return std::make_unique<SampledValues>(stage, keys, std::move(hasFailed));
}

} // namespace lockstep
