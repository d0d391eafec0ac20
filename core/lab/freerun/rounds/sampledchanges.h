#pragma once

#include "core/lab/freerun/clients/runcontext.h"
#include "core/lab/freerun/rounds/changesource.h"
#include "core/lab/freerun/rounds/keysamples.h"

namespace lockstep {

// Looks at the keys now and then: what was between two looks is not known.
class SampledChanges : public ChangeSource
{
public:
    // The rest as KeySamples. hasFailed: nothing more is to be waited for.
    SampledChanges(RunContext &context, const Keys &keys, std::function<bool()> hasFailed);

    Result<void> open() override { return {}; }
    void addConnection(int, const QByteArray &, int, int, int) override { }
    void clear() override { }
    void beginRound() override;
    void look() override;
    Result<void> settle(int round) override;
    Result<void> apply(History &, int) override { return {}; }
    void nodeLeaves() override { }
    Result<void> nodeReopened() override { return {}; }

private:
    void await();

    RunContext &m_context;
    std::function<bool()> m_hasFailed;
    KeySamples m_samples;
};

} // namespace lockstep
