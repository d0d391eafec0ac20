#pragma once

#include "core/lab/freerun/net/controlconnection.h"

namespace lockstep {

// Marks moments in the stream of events that a server sends on a connection. A fence is a PING
// there: the server executed it after what it told before, and before what it tells behind it.
// Belongs to the loop's thread.
class EventFences
{
public:
    // The connection has to outlive this.
    explicit EventFences(ControlConnection &events)
        : m_events(events)
    {
    }

    // Returns a fence that the server has certainly not passed yet. Fences are numbered from 1.
    quint64 next();
    [[nodiscard]] quint64 passed() const { return m_passed; } // the last one, 0 before the first
    [[nodiscard]] bool areAllPassed() const { return m_passed == m_begun; }
    // The connection was lost: what is told on the next one comes after all fences so far.
    void passAll();

private:
    void begin();

    ControlConnection &m_events;
    quint64 m_begun = 0;
    quint64 m_passed = 0;
    bool m_wantsAnother = false; // once the one under way is passed
};

} // namespace lockstep
