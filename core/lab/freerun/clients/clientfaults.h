#pragma once

#include "core/lab/history/history.h"
#include "core/lab/history/run.h"

namespace lockstep {

// Draws at random at which commands of one client faults happen. With the same seed, the same
// commands are hit.
class ClientFaults
{
public:
    ClientFaults(const RunOptions &options, quint64 seed);

    // pausesAt(), crashesAt() and delay() are called once for each command, in this order.
    [[nodiscard]] bool pausesAt(int line) { return strikes(m_options.pause, line); }
    [[nodiscard]] bool crashesAt(int line) { return strikes(m_options.crash, line); }
    [[nodiscard]] Moment delay(); // of the network, there and back together
    [[nodiscard]] bool coin() { return next() & 1; }
    // A random number from 0 to less than 1.
    [[nodiscard]] double number();

private:
    bool strikes(const RunOptions::Fault &fault, int line);
    quint64 next();

    const RunOptions &m_options;
    quint64 m_state;
};

} // namespace lockstep
