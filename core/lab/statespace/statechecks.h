#pragma once

#include "core/lab/statespace/statespace.h"

namespace lockstep {

// Whether the checks of a scenario hold in a state of its state space. Who released or renewed what
// is not seen in a state: see StateSpace::Effect.
class StateChecks
{
public:
    explicit StateChecks(StateSpace &space); // the space outlives this object

    // Bit i of the result is set if the i-th check of the scenario is violated. Checks that must
    // hold finally are looked at only where the run ends. Errors: BadInput if a function among the
    // checks fails.
    Result<quint32> violated(const quint32 *state, Ending ending);
    // The sentence with which a check that is a function explains itself; empty if it has none.
    Result<LocalText> sentence(const quint32 *state, int check);

private:
    Result<bool> isViolated(const quint32 *state, size_t check, Ending ending);
    bool valueIsViolated(const quint32 *state, size_t check);
    [[nodiscard]] bool sumIsViolated(const quint32 *state, const Check &check, qint64 amount) const;
    [[nodiscard]] bool isAbout(const QByteArray &pattern, const KeyHeld &key) const;
    [[nodiscard]] bool breaks(const Check &check, qint64 amount, const KeyHeld &key) const;
    [[nodiscard]] qint64 count(const quint32 *state, const QByteArray &name) const;
    [[nodiscard]] bool isOutOfOrder(const quint32 *state, const Check &check) const;
    [[nodiscard]] bool admitsTooMany(const quint32 *state, const Check &check) const;

    StateSpace &m_space;
    const std::vector<Check> &m_checks;
    std::vector<qint64> m_amounts;
    std::vector<std::vector<quint8>> m_values; // by check and dataset; 0: not looked at yet
};

} // namespace lockstep
