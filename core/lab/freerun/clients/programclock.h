#pragma once

#include "core/lab/freerun/net/runloop.h"

#include <optional>

namespace lockstep {

// The clock of a free run's now(). As in a step it stands still while a program goes on, and what
// the program says meanwhile is of that moment too. Belongs to the loop's thread.
class ProgramClock
{
public:
    explicit ProgramClock(const RunLoop &loop)
        : m_loop(loop)
    {
    }

    // Reads the clock in ms since 1970.
    [[nodiscard]] qint64 read()
    {
        if (!m_reading)
            m_reading = m_loop.now();
        return m_loop.wallMs(*m_reading);
    }
    // The program asks for something again: the clock goes on. Returns the moment at which it went
    // on until then.
    [[nodiscard]] Moment goOn()
    {
        const Moment moment = m_reading.value_or(m_loop.now());
        m_reading.reset();
        return moment;
    }

private:
    const RunLoop &m_loop;
    std::optional<Moment> m_reading; // by the program that goes on
};

} // namespace lockstep
