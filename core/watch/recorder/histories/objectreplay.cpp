#include "core/watch/recorder/histories/objectreplay.h"

#include <algorithm>

namespace lockstep {

namespace {

void applyStep(ObjectState &state, const ObjectReplay::Step &step, Family family)
{
    if (step.kind == ObjectReplay::Step::Kind::Gap)
        state.forget(family);
    else
        state.apply(step.line, step.at, step.isLate);
}

} // namespace

// As in Replay: what the lock was before does not matter any more.
bool ObjectReplay::isDecisive(const Step &step) const
{
    const LineEffect effect = effectOf(step.line.kind);
    return step.kind == Step::Kind::Line && step.line.family == Family::Lock
        && !(m_hasReading && m_reading.hasPermits)
        && (effect == LineEffect::HoldBegins || effect == LineEffect::HoldEnds);
}

void ObjectReplay::take(Step step)
{
    if (step.order < m_from)
        return;
    if (step.kind == Step::Kind::Reading) {
        m_from = step.order;
        std::erase_if(m_steps, [&](const Step &each) { return each.order < step.order; });
        m_reading = std::move(step.state);
        m_hasReading = true;
        return replay();
    }
    const auto place = std::upper_bound(m_steps.begin(), m_steps.end(), step.order,
        [](qint64 order, const Step &each) { return order < each.order; });
    const bool isInOrder = place == m_steps.end();
    const auto taken = m_steps.insert(place, std::move(step));
    if (isInOrder && !isDecisive(*taken))
        return applyStep(m_state, *taken, m_family);
    const auto last = std::find_if(
        m_steps.rbegin(), m_steps.rend(), [this](const Step &each) { return isDecisive(each); });
    if (last != m_steps.rend())
        m_steps.erase(m_steps.begin(), std::prev(last.base()));
    replay();
}

void ObjectReplay::beginAgain(qint64 order)
{
    if (order < m_from)
        return;
    m_from = order;
    m_reading = {};
    m_hasReading = false;
    std::erase_if(m_steps, [&](const Step &each) { return each.order < order; });
    replay();
}

void ObjectReplay::replay()
{
    m_state = m_reading;
    for (const Step &step : m_steps)
        applyStep(m_state, step, m_family);
}

bool ObjectReplay::hasRows() const
{
    return m_hasReading || std::any_of(m_steps.begin(), m_steps.end(), [](const Step &step) {
        return step.kind != Step::Kind::Gap;
    });
}

} // namespace lockstep
