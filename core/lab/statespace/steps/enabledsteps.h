#pragma once

#include "core/lab/statespace/steps/stepvisibility.h"

namespace lockstep {

// A step that could come next in a state, and what hinders it if it cannot be taken.
struct StepOption
{
    PackedStep step;
    BlockedBy blockedBy = BlockedBy::None;
    QByteArray name;
};

// The steps that may come next in a state: threads by client, then the environment.
class EnabledSteps
{
public:
    // All outlive this.
    EnabledSteps(const StateTables &tables, const StepHindrances &hindrances,
        const StepVisibility &visibility)
        : m_tables(tables)
        , m_hindrances(hindrances)
        , m_visibility(visibility)
    {
    }

    // Those that can be taken, in a fixed order.
    void list(const quint32 *state, std::vector<PackedStep> *steps) const;
    [[nodiscard]] bool contain(const quint32 *state, PackedStep step) const
    {
        return blockedBy(state, step, nullptr) == BlockedBy::None;
    }
    // All that could come next, those that are hindered as well.
    [[nodiscard]] std::vector<StepOption> options(const quint32 *state) const;
    // Open where a client, a resume or time can go on; faults that are still allowed do not count.
    // steps: those that are enabled.
    [[nodiscard]] Ending ending(const quint32 *state, const std::vector<PackedStep> &steps) const;

private:
    [[nodiscard]] bool exists(const quint32 *state, PackedStep step) const;
    [[nodiscard]] BlockedBy blockedBy(
        const quint32 *state, PackedStep step, QByteArray *name) const;
    [[nodiscard]] BlockedBy lossBlockedBy(
        const quint32 *state, PackedStep step, QByteArray *name) const;
    template <typename Consider>
    void considerAll(const quint32 *state, bool alsoImpossible, Consider consider) const;

    const StateTables &m_tables;
    const StepHindrances &m_hindrances;
    const StepVisibility &m_visibility;
};

} // namespace lockstep
