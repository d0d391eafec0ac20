#include "core/lab/freerun/rounds/sampledchanges.h"

namespace lockstep {

namespace {

constexpr auto patience = std::chrono::seconds(5);

} // namespace

SampledChanges::SampledChanges(
    RunContext &context, const Keys &keys, std::function<bool()> hasFailed)
    : m_context(context)
    , m_hasFailed(std::move(hasFailed))
    , m_samples(context.loop, context.record, keys.prefix, keys.names, keys.isTtlOfLab)
{
}

void SampledChanges::beginRound()
{
    m_samples.beginRound();
    look();
    await();
}

void SampledChanges::look()
{
    m_samples.look(m_context.nodes[0].waits->queries());
}

Result<void> SampledChanges::settle(int)
{
    look();
    await();
    if (!m_hasFailed()) { // a look that began before the end does not count
        look();
        await();
    }
    return {};
}

void SampledChanges::await()
{
    m_context.loop.serve([this] { return !m_samples.isLooking() || m_hasFailed(); }, patience);
}

} // namespace lockstep
