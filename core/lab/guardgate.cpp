// A guard counts from the moment the one before it was passed: the program has run past all of
// them, but to whoever reads it they stand one below the other.

#include "core/lab/guardgate.h"

#include <algorithm>

namespace lockstep {

GuardGate::GuardGate(
    RunProcess &process, int thread, ThreadWaits &waits, std::function<void()> advance)
    : m_process(process)
    , m_thread(thread)
    , m_waits(waits)
    , m_advance(std::move(advance))
{
}

void GuardGate::begin(const Request &request)
{
    m_next = 0;
    m_hasMutexes = false;
    if (request.guards.empty())
        return;
    m_since = m_process.stage.loop.now();
    latch(request);
}

// await() remembers from the call on, also while guards before it hold the thread up.
void GuardGate::latch(const Request &request)
{
    for (size_t place = 1; place < request.guards.size(); ++place) {
        if (request.guards[place].kind == Guard::Kind::Changed) {
            passesKey(request.guards[place], place);
            m_waits.unbegin(); // begins when it is this guard's turn
        }
    }
}

bool GuardGate::pass(const Request &request)
{
    while (m_next < request.guards.size()) {
        if (!passes(request, m_next))
            return false;
        m_waits.end();
        const bool wasTime = request.guards[m_next].kind == Guard::Kind::Until;
        ++m_next;
        const bool isTime =
            m_next < request.guards.size() && request.guards[m_next].kind == Guard::Kind::Until;
        if (!wasTime || !isTime) // times in a row are added up already
            m_since = m_process.stage.loop.now();
    }
    return true;
}

bool GuardGate::passes(const Request &request, size_t place)
{
    const Guard &guard = request.guards[place];
    switch (guard.kind) {
    case Guard::Kind::Until:
        if (guard.span.count() <= 0
            || m_waits.hasCome(m_since + std::chrono::nanoseconds(guard.span).count()))
            return true;
        m_waits.begin(0);
        return false;
    case Guard::Kind::Mutex:
        return passesMutex(guard);
    default:
        return passesKey(guard, place);
    }
}

bool GuardGate::passesMutex(const Guard &guard)
{
    Program &program = m_process.stage.program;
    if (m_hasMutexes)
        return true;
    if (!program.mutexesAreFree(m_process.number, m_thread)) {
        m_waits.begin(m_process.stage.record.name(guard.name));
        return false;
    }
    program.takeMutexes(m_process.number, m_thread);
    m_hasMutexes = true;
    return true;
}

bool GuardGate::passesKey(const Guard &guard, size_t place)
{
    const auto ticket = std::find_if(m_tickets.begin(), m_tickets.end(),
        [&](const Ticket &each) { return each.place == place; });
    if (ticket != m_tickets.end() && ticket->rung)
        return true;
    m_waits.begin(m_process.stage.record.name(guard.name));
    if (ticket != m_tickets.end())
        return false;
    m_tickets.push_back({place, guard.name, guard.node});
    KeyWaits &waits = *m_process.stage.nodes[size_t(guard.node)].waits;
    const auto wake = [this, place] {
        for (Ticket &each : m_tickets)
            each.rung |= each.place == place;
        m_advance();
    };
    m_tickets.back().number = guard.kind == Guard::Kind::Gone
        ? waits.awaitGone(guard.name, wake)
        : waits.awaitChanged(guard.name, wake);
    return false;
}

void GuardGate::quiet()
{
    for (const Ticket &each : m_tickets)
        m_process.stage.nodes[size_t(each.node)].waits->forget(each.key, each.number);
    m_tickets.clear();
}

bool GuardGate::isAtMutex(const Request &request) const
{
    return m_next < request.guards.size() && request.guards[m_next].kind == Guard::Kind::Mutex;
}

bool GuardGate::waitsForOthers(const Request &request) const
{
    return m_next < request.guards.size() && request.guards[m_next].kind != Guard::Kind::Until;
}

} // namespace lockstep
