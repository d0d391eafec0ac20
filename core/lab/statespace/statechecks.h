#pragma once

#include "core/lab/statespace/statespace.h"

#include <optional>

namespace lockstep {

// Whether the checks of a scenario hold in a state of its state space. Who released or renewed what
// is not seen in a state: see StateSpace::Effect.
class StateChecks
{
public:
    explicit StateChecks(StateSpace &space); // the space outlives this object

    // Bit i stands for the i-th check of the scenario.
    struct Judgement
    {
        quint32 violated = 0;
        quint32 noNumber = 0; // could not be judged: a key holds something that is no number
    };
    // Checks that must hold finally are looked at only where the run ends. Errors: BadInput if a
    // function among the checks fails.
    Result<Judgement> judge(const quint32 *state, Ending ending);
    // The sentence with which a check that is a function explains itself; empty if it has none.
    Result<LocalText> sentence(const quint32 *state, int check);

private:
    // Of several keys or servers, the last in this order counts. Missing: there is no key.
    enum class Outcome : quint8 { Missing, Holds, NoNumber, Violated };
    Result<Outcome> outcome(const quint32 *state, size_t check, Ending ending);
    Outcome outcomeOfValues(const quint32 *state, size_t check);
    [[nodiscard]] Outcome outcomeOfValue(
        const Check &check, qint64 amount, const KeyHeld &key) const;
    [[nodiscard]] Outcome outcomeOfMissingKey(size_t check);
    [[nodiscard]] Outcome outcomeOfSum(
        const quint32 *state, const Check &check, qint64 amount) const;
    [[nodiscard]] bool isAbout(const QByteArray &pattern, const KeyHeld &key) const;
    [[nodiscard]] qint64 count(const quint32 *state, const QByteArray &name) const;
    [[nodiscard]] bool isOutOfOrder(const quint32 *state, const Check &check) const;
    [[nodiscard]] bool admitsTooMany(const quint32 *state, const Check &check) const;

    StateSpace &m_space;
    const std::vector<Check> &m_checks;
    std::vector<qint64> m_amounts;
    // Remembers the outcomes by check and dataset; those without one have not been worked out yet.
    std::vector<std::vector<std::optional<Outcome>>> m_values;
    std::vector<std::optional<Outcome>> m_missing; // by check; likewise
};

} // namespace lockstep
