// Each client has random numbers of its own (SplitMix64), so its faults do not depend on how fast
// the other clients are.

#include "core/lab/freerun/clients/clientfaults.h"

namespace lockstep {

ClientFaults::ClientFaults(const RunOptions &options, quint64 seed)
    : m_options(options)
    , m_state(seed)
{
}

Moment ClientFaults::delay()
{
    return Moment(number() * double(std::chrono::nanoseconds(m_options.delay).count()));
}

double ClientFaults::number()
{
    constexpr double steps = 9007199254740992.0; // 2^53, the precision of a double
    return double(next() >> 11) / steps;
}

bool ClientFaults::strikes(const RunOptions::Fault &fault, int line)
{
    if (fault.line > 0 && fault.line == line)
        return true;
    return fault.probability > 0 && number() < fault.probability;
}

quint64 ClientFaults::next()
{
    quint64 mixed = m_state += 0x9E3779B97F4A7C15ULL;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    return mixed ^ (mixed >> 31);
}

} // namespace lockstep
