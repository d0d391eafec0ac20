#include "core/lab/history/verdict.h"

#include <array>

namespace lockstep {

QString outcomeId(CheckOutcome outcome)
{
    constexpr std::array ids{"holds", "notChecked", "undecided", "possible", "violated", "mistake"};
    static_assert(ids.size() == std::size_t(CheckOutcome::Mistake) + 1);
    return QLatin1String(ids.at(std::size_t(outcome)));
}

} // namespace lockstep
