#include "core/lab/freerun/rounds/sampledvalues.h"

namespace lockstep {

namespace {

constexpr auto patience = std::chrono::seconds(5);

} // namespace

SampledValues::SampledValues(RunStage &stage, const Keys &keys, std::function<bool()> hasFailed)
    : m_stage(stage)
    , m_hasFailed(std::move(hasFailed))
    , m_samples(stage.loop, stage.record, keys.prefix, keys.names, keys.isTtlOfLab)
{
}

void SampledValues::beginRound()
{
    m_samples.beginRound();
    look();
    await();
}

void SampledValues::look()
{
    m_samples.look(m_stage.nodes[0].waits->queries());
}

Result<void> SampledValues::settle(int)
{
    look();
    await();
    if (!m_hasFailed()) { // a look that began before the end does not count
        look();
        await();
    }
    return {};
}

void SampledValues::await()
{
    m_stage.loop.serve([this] { return !m_samples.isLooking() || m_hasFailed(); }, patience);
}

} // namespace lockstep
