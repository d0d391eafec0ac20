#include "core/lab/freerun/clients/threadwait.h"

namespace lockstep {

ThreadWait::ThreadWait(
    ActiveProcess &process, int thread, WaitTimer &timer, std::function<void()> advance)
    : m_process(process)
    , m_thread(thread)
    , m_timer(timer)
    , m_advance(std::move(advance))
{
}

void ThreadWait::begin(const Wait &wait)
{
    cancel();
    m_isWoken = false;
    m_until = m_process.context.loop.now() + std::chrono::nanoseconds(wait.span).count();
}

bool ThreadWait::isOver(const Wait &wait)
{
    switch (wait.kind) {
    case Wait::Kind::Until:
        if (wait.span.count() <= 0 || m_timer.hasCome(m_until))
            return true;
        m_timer.beginWait(0);
        return false;
    case Wait::Kind::Mutex:
        if (m_process.context.program.mutexIsFree(m_process.number, m_thread))
            return true;
        m_timer.beginWait(m_process.context.record.name(wait.name));
        return false;
    default:
        return isKeyOver(wait);
    }
}

bool ThreadWait::isKeyOver(const Wait &wait)
{
    if (m_isWoken)
        return true;
    m_timer.beginWait(m_process.context.record.name(wait.name));
    if (m_ticket)
        return false;
    KeyWatcher &watcher = *m_process.context.nodes[size_t(wait.node)].waits;
    const bool isForAbsence = wait.kind == Wait::Kind::Gone;
    const auto wake = [this, isForAbsence, node = wait.node] {
        using Proof = WaitRecord::Proof;
        m_timer.notePassed(isForAbsence ? Proof::Gone : Proof::Changed, node);
        m_isWoken = true;
        m_advance();
    };
    m_ticket = Ticket{wait.name, wait.node};
    m_ticket->number =
        isForAbsence ? watcher.awaitGone(wait.name, wake) : watcher.awaitChanged(wait.name, wake);
    return false;
}

void ThreadWait::cancel()
{
    if (m_ticket)
        m_process.context.nodes[size_t(m_ticket->node)].waits->forget(
            m_ticket->key, m_ticket->number);
    m_ticket.reset();
}

} // namespace lockstep
