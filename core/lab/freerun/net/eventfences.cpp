#include "core/lab/freerun/net/eventfences.h"

#include "core/lab/wire/requestwire.h"

#include <utility>

namespace lockstep {

quint64 EventFences::next()
{
    if (areAllPassed()) {
        begin();
        return m_begun;
    }
    m_wantsAnother = true; // the one under way may have been passed already
    return m_begun + 1;
}

void EventFences::passAll()
{
    m_passed = m_begun;
    m_wantsAnother = false;
}

void EventFences::begin()
{
    ++m_begun;
    m_events.ask(wireOf({"PING"}), [this](const redisReply &) {
        m_passed = m_begun;
        if (std::exchange(m_wantsAnother, false))
            begin();
    });
}

} // namespace lockstep
