#include "core/watch/comparison.h"

namespace lockstep {

bool isPermits(const Reading &reading)
{
    return reading.limit.has_value() || reading.permits;
}

bool sameHolder(const Reading &a, const Reading &b)
{
    if (a.holder.has_value() != b.holder.has_value())
        return false;
    return !a.holder || isPermits(a) || isPermits(b) || a.holder->token == b.holder->token;
}

bool movedUp(const Ttl &before, const Ttl &after)
{
    const auto from = before.deadline();
    const auto to = after.deadline();
    return from && to && *to - *from > deadlineError;
}

bool isSame(const Reading &a, const Reading &b)
{
    const auto from = a.ttl.deadline();
    const auto to = b.ttl.deadline();
    const bool sameDeadline =
        from && to ? std::chrono::abs(*to - *from) <= deadlineError : a.ttl == b.ttl;
    return sameDeadline && a.value == b.value && a.limit == b.limit && a.holder == b.holder
        && a.permits == b.permits && a.raw == b.raw;
}

} // namespace lockstep
