#pragma once

#include "core/lab/freerun/clients/runstage.h"
#include "core/lab/freerun/rounds/keysamples.h"
#include "core/lab/freerun/rounds/valuesource.h"

namespace lockstep {

// Looks at the keys now and then: what was between two looks is not known.
class SampledValues : public ValueSource
{
public:
    // The rest as KeySamples. hasFailed: nothing more is to be waited for.
    SampledValues(RunStage &stage, const Keys &keys, std::function<bool()> hasFailed);

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

    RunStage &m_stage;
    std::function<bool()> m_hasFailed;
    KeySamples m_samples;
};

} // namespace lockstep
